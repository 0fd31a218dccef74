"""The camera of the page keeps what moves in view and large enough to be seen, whatever its size and way."""

import pytest

import multibond as mb
from animation.test_browser import browser, pytestmark, show, wait

__all__ = ["browser", "pytestmark", "show"]
LEAST = 0.1  # of the half view, that what moves fills in one direction at least


def flyer():
    """A stone of 20 cm is thrown 400 m far from a stand."""
    model = mb.Model("flyer")
    model.world, model.stand = mb.planar.World(), mb.planar.Fixed()
    model.stone = mb.planar.Body(1.0, 0.01, x0=[0.0, 0.0], v0=[60.0, 30.0], appearance="ball")
    return model.simulate(7.0, points=201)


def swing(length):
    """A pendulum of any length."""
    model = mb.Model("swing")
    model.world, model.ground = mb.spatial.World(), mb.spatial.Fixed()
    model.hinge, model.rod = mb.spatial.Revolute([0.0, 0.0, 1.0], phi0=0.3), mb.spatial.Rod([length, 0.0, 0.0])
    model.body = mb.spatial.PointMass(1.0)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    return model.simulate(4.0 * length**0.5, points=101)


def parting():
    """Two bodies that fly apart from near each other to 200 m."""
    model = mb.Model("parting")
    model.world = mb.spatial.World(gravity="none")
    for k, way in enumerate((-10.0, 10.0)):
        model.add(f"body{k}", mb.spatial.Box([0.2, 0.1, 0.1], x0=[0.02 * way, 0.0, 0.0], v0=[way, 0.0, 0.0]))
    return model.simulate(10.0, points=101)


RUNS = {
    "flyer": flyer, "millimetres": lambda: swing(2e-3), "kilometres": lambda: swing(3e3), "parting": parting,
    "gyroscope": lambda: mb.load("gyroscope").simulate(3.0, points=301),
    "bicycle": lambda: mb.load("bicycle").simulate(10.0, points=301),
}  # fmt: skip


@pytest.mark.parametrize("name", RUNS)
def test_nothing_leaves_the_view_and_nothing_is_lost_in_it(show, name):
    result = RUNS[name]()
    page = show(result.animate())
    first, last = float(result.time[0]), float(result.time[-1])
    for k in range(12):
        left, right, below, above = page.evaluate(
            f"(multibond.setTime({first + k / 11 * (last - first)}), multibond.filled())"
        )
        assert min(left, below) > -1.0 and max(right, above) < 1.0, (name, k)
        assert max(right - left, above - below) / 2 > LEAST, (name, k)


def test_what_is_too_small_has_a_mark(show):
    """Two bodies of decimetres that are 200 m apart are seen as dots."""
    page = show(parting().animate(), "#t=10")
    wait(page, "document.querySelectorAll('.labels .dot:not([hidden])').length === 2")
    page.evaluate("multibond.setTime(0)")
    wait(page, "document.querySelectorAll('.labels .dot:not([hidden])').length === 0")


def test_a_resized_page_fits_again_until_the_reader_turns_it(show):
    page = show(swing(1.0).animate())
    page.set_viewport_size({"width": 900, "height": 300})
    wait(page, "Math.abs(multibond.viewer.stage.camera.aspect - 900 / 300) < 2.2")  # plots take a part of the width
    wait(page, "Math.max(...multibond.filled().map(Math.abs)) < 1")
