"""Loops that are put together from rough guesses, in any way a modeller may write them."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial

LENGTHS = (1.0, 3.0, 2.5, 3.0)  # crank, coupler, rocker, ground
ANGLES = np.arange(-3.0, 3.2, 0.75)


def vector(library, x: float) -> list[float]:
    return [x, 0.0] if library is planar else [x, 0.0, 0.0]


def four_bar(library, angle, forward: bool = True, lengths=LENGTHS, guesses=None, **starts) -> mb.Model:
    """Written as one chain around the loop, or from both grounds to the middle; the rocker has no mass."""
    model = mb.Model("four_bar")
    inertia = 0.1 if library is planar else [0.1, 0.1, 0.1]
    model.world, model.left, model.right = library.World(), library.Fixed(), library.Fixed(vector(library, lengths[3]))
    given = {"phi0": angle} if angle is not None else {}
    model.h1, model.h2, model.h3, model.h4 = (library.Revolute(**(given if k == 0 else {})) for k in range(4))
    model.c1, model.c2, model.c3 = (library.Rod(vector(library, length)) for length in lengths[:3])
    model.b1, model.b2 = library.Body(1.0, inertia), library.Body(1.0, inertia)
    model.join(model.left.b, model.h1.a)
    model.join(model.h1.b, model.c1.a)
    model.join(model.c1.b, model.b1.a, model.h2.a)
    model.join(model.h2.b, model.c2.a)
    model.join(model.c2.b, model.b2.a, model.h3.a)
    if forward:
        model.join(model.h3.b, model.c3.b)
        model.join(model.c3.a, model.h4.b)
        model.join(model.h4.a, model.right.b)
    else:
        model.join(model.right.b, model.h4.a)
        model.join(model.h4.b, model.c3.a)
        model.join(model.c3.b, model.h3.b)
    for name, value in (guesses or {}).items():
        model.start(f"{name}.angle.q", value, fixed=False)
    for name, value in starts.items():
        model.start(f"{name}.angle.q", value)
    return model


@pytest.mark.parametrize("library", [planar, spatial])
@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("angle", ANGLES)
def test_a_four_bar_is_put_together_at_every_angle_of_its_crank(library, forward, angle):
    result = four_bar(library, float(angle), forward).simulate(0.05, points=3)
    tip = np.array([np.cos(angle), np.sin(angle)])
    assert np.linalg.norm(result["c1.b.x"][0][:2] - tip) < 1e-9
    assert np.linalg.norm(result["c2.b.x"][0][:2] - tip) == pytest.approx(3.0, abs=1e-9)
    assert np.linalg.norm(result["c2.b.x"][0][:2] - [3.0, 0.0]) == pytest.approx(2.5, abs=1e-9)
    assert result.stats.constraint_residual < 1e-8


@pytest.mark.parametrize("library", [planar, spatial])
def test_guesses_choose_the_branch(library):
    for sign in (1.0, -1.0):
        guesses = {"h2": -0.4, "h3": 1.0, "h4": 1.6} if sign > 0 else {"h2": -2.2, "h3": -1.0, "h4": -2.2}
        result = four_bar(library, 1.0, guesses=guesses).simulate(0.05, points=3)
        apart = result["c1.b.x"][0][:2] - np.array([3.0, 0.0])
        elbow = result["c2.b.x"][0][:2] - np.array([3.0, 0.0])
        assert sign * (apart[0] * elbow[1] - apart[1] * elbow[0]) < 0  # above or below the line from crank to ground


@pytest.mark.parametrize("library", [planar, spatial])
@pytest.mark.parametrize(("lengths", "angle", "gap"), [((1, 1, 1, 5), 1.0, 2.53839), ((1, 1.2, 1.2, 3), 3.0, 1.5924)])
def test_the_gap_of_a_loop_that_cannot_be_closed_is_the_true_one(library, lengths, angle, gap):
    distance = np.hypot(np.cos(angle) * lengths[0] - lengths[3], np.sin(angle) * lengths[0])
    assert distance - lengths[1] - lengths[2] == pytest.approx(gap, abs=1e-4)
    with pytest.raises(mb.InitialError, match=rf"h4.*a gap of {gap:.3g} m"):
        four_bar(library, angle, lengths=lengths).simulate(0.1)


@pytest.mark.parametrize("angle", [0.0, 0.3, 3.0, -2.0])
@pytest.mark.parametrize("turned", [False, True])
def test_a_door_hangs_on_two_hinges_whichever_way_they_are_written(angle, turned):
    """Five of the six constraints of the second hinge say nothing new; half a turn apart is not closed."""
    model = mb.Model("door")
    model.world, model.ground, model.above = spatial.World(), spatial.Fixed(), spatial.Fixed([0.0, 1.0, 0.0])
    model.lower, model.upper = spatial.Revolute([0, 1, 0], phi0=angle, w0=1.0), spatial.Revolute([0, 1, 0])
    model.side, model.half = spatial.Rod([0.0, 1.0, 0.0]), spatial.Rod([0.5, 0.5, 0.0])
    model.leaf = spatial.Body(20.0, [2.0, 1.0, 2.0])
    model.join(model.ground.b, model.lower.a)
    model.join(model.lower.b, model.side.a, model.half.a)
    model.join(model.half.b, model.leaf.a)
    ends = (model.upper.b, model.upper.a) if turned else (model.upper.a, model.upper.b)
    model.join(model.side.b, ends[0])
    model.join(ends[1], model.above.b)
    result = model.simulate(1.0)
    assert result["lower.phi"][-1] == pytest.approx(angle + 1.0, abs=1e-9)
    turn = (1.0 if turned else -1.0) * result["upper.phi"] - result["lower.phi"]
    assert np.cos(turn) == pytest.approx(np.ones(501), abs=1e-9)


def test_a_weld_that_does_not_fit_says_by_how_much():
    model = mb.Model("weld")
    model.world, model.left, model.right = planar.World(), planar.Fixed(), planar.Fixed([1.1, 0.0])
    model.rod, model.body = planar.Rod([1.0, 0.0]), planar.Body(1.0, 0.1)
    model.join(model.left.b, model.rod.a)
    model.join(model.rod.b, model.body.a, model.right.b)
    with pytest.raises(mb.InitialError, match=r"a gap of 0\.1 m"):
        model.simulate(1.0)


def test_a_square_runs_from_angles_that_are_all_zero():
    """In space as in the plane: what is divided by must not vanish in the position in which all joints are at zero."""
    ends = []
    for library in (planar, spatial):
        model = mb.Model("square")
        model.world, model.ground = library.World(), library.Fixed()
        for name, end in {"r1": (0.0, 1.0), "r2": (1.0, 0.0), "r3": (0.0, -1.0), "base": (1.0, 0.0)}.items():
            model.add(name, library.Rod(list(end) if library is planar else [*end, 0.0]))
        model.h1, model.h2, model.h3, model.h4 = (library.Revolute() for _ in range(4))
        model.b1, model.b2, model.b3 = (library.Body(1.0, 0.1 if library is planar else [0.1] * 3) for _ in range(3))
        model.join(model.ground.b, model.h1.a, model.base.a)
        model.join(model.h1.b, model.r1.a, model.b1.a)
        model.join(model.r1.b, model.h2.a)
        model.join(model.h2.b, model.r2.a, model.b2.a)
        model.join(model.r2.b, model.h3.a)
        model.join(model.h3.b, model.r3.a, model.b3.a)
        model.join(model.r3.b, model.h4.a)
        model.join(model.h4.b, model.base.b)
        ends.append(model.simulate(0.5, tolerance=1e-9)["r1.b.x"][:, :2])
    assert np.max(np.abs(ends[0] - ends[1])) < 1e-6


@pytest.mark.parametrize("start", [0.0, 0.4])
def test_what_is_prescribed_is_at_its_start_where_loops_are_closed(start):
    """A beam on two rams of prescribed lengths, its place given: at time 0 both fit, at other times they would not."""
    m = mb.Model("beam")
    m.world, m.left, m.right = planar.World(), planar.Fixed([-1, 0]), planar.Fixed([1, 0])
    m.beam = planar.Body(2.0, 0.5, x0=[0.0, 1.0], phi0=0.0)
    m.ends = [planar.Rod([-1, 0]), planar.Rod([1, 0])]
    m.guide, m.post = planar.Prismatic([0, 1], motion=f"1 + {start} + 0.2*sin(3*time)"), planar.Fixed([0, -start])
    m.rams = [planar.Prismatic([0, 1], motion="1 + 0.2*sin(3*time) - 0.1*sin(5*time)"), planar.Prismatic([0, 1])]
    m.feet, m.eyes = [planar.Revolute(), planar.Revolute()], [planar.Revolute(), planar.Revolute()]
    m.middle = planar.Revolute()
    m.join(m.post.b, m.guide.a)
    m.join(m.guide.b, m.middle.a)
    m.join(m.middle.b, m.beam.a)
    for fixed, end, foot, ram, eye in zip((m.left, m.right), m.ends, m.feet, m.rams, m.eyes, strict=True):
        m.join(m.beam.a, end.a)
        m.join(fixed.b, foot.a)
        m.join(foot.b, ram.a)
        m.join(ram.b, eye.a)
        m.join(eye.b, end.b)
    result = m.simulate(1.0, tolerance=1e-8)
    assert np.allclose(result["beam.x[1]"], 1 + 0.2 * np.sin(3 * result.time), atol=1e-7)
    tip = result["beam.x"] - np.stack([np.cos(result["beam.phi"]), np.sin(result["beam.phi"])], axis=1) - [-1, 0]
    wanted = 1 + 0.2 * np.sin(3 * result.time) - 0.1 * np.sin(5 * result.time)
    assert np.allclose(np.linalg.norm(tip, axis=1), wanted, atol=1e-7)
    assert not result.stats.doubts
