"""Impacts of small models against closed forms: moving grounds, edges that end, drums, springs, laws of the speed."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial

G = 9.81


def start(*parts):
    """A model in the plane with a world and a base that stands still, and with these parts (name, part)."""
    model = mb.Model("struck")
    model.world, model.base = planar.World(), planar.Fixed()
    for name, part in parts:
        model.add(name, part)
    return model


def after(result, number=0):
    """The first output time after an event, as a row and as the time since the event [s]."""
    when = result.events[number].time
    row = int(np.searchsorted(result.time, when, side="right"))
    return row, result.time[row] - when


@pytest.mark.parametrize("method", ["minimal", "zcp", "lagrange"])
def test_a_ball_falls_on_a_wedge_that_slides_away(method):
    normal = np.array([0.5, np.sqrt(0.75)])
    model = start(
        ("rail", planar.Prismatic([1, 0])), ("wedge", planar.Body(3.0, 1.0)),
        ("ball", planar.Body(1.0, 0.004, x0=list(0.1 * normal + [0, 0.5]))),
        ("contact", planar.SpherePlane(0.1, normal=normal.tolist(), restitution=0.6)),
    )  # fmt: skip
    for one, other in ((model.base.b, model.rail.a), (model.rail.b, model.wedge.a),
                       (model.ball.a, model.contact.a), (model.contact.b, model.wedge.a)):  # fmt: skip
        model.join(one, other)
    result = model.simulate(0.4, points=401, method=method)
    fall = np.sqrt(1.0 / G)
    speed = G * fall
    impulse = 1.6 * speed * normal[1] / (1.0 + normal[0] ** 2 / 3.0)
    row, since = after(result)
    assert result.events[0].time == pytest.approx(fall, abs=1e-7)
    np.testing.assert_allclose(result["ball.v"][row], impulse * normal - [0.0, speed + G * since], atol=1e-6)
    assert result["wedge.v"][row, 0] == pytest.approx(-impulse * normal[0] / 3.0, abs=1e-6)


@pytest.mark.parametrize(("friction", "speed"), [(None, 2.0), (0.1, 2.0), (0.3, 0.9), (0.29999, 0.9), (0.3, 0.9003)])
def test_a_block_slides_over_the_edge_of_a_table_without_a_blow(friction, speed):
    corners = [[-0.2, -0.1], [0.2, -0.1], [0.2, 0.1], [-0.2, 0.1]]
    table = [[-2.0, -1.0], [0.0, -1.0], [0.0, 0.0], [-2.0, 0.0]]
    model = start(
        ("block", planar.Body(1.0, 0.2 / 12, x0=[-0.3, 0.1], v0=[speed, 0.0])),
        (
            "contact",
            planar.PolygonPolygon(corners, table, restitution=0.2, **({"friction": friction} if friction else {})),
        ),
    )
    model.join(model.block.a, model.contact.a)
    model.join(model.contact.b, model.base.b)
    result = model.simulate(0.6, points=601)
    brake = G * (friction or 0.0)
    moving = np.minimum(result.time, speed / brake if brake else np.inf)
    place = -0.3 + speed * moving - brake * moving**2 / 2
    lies = place < -0.1 * (friction or 0.0) - 1e-3  # the load has not yet come to the edge
    np.testing.assert_allclose(result["block.x"][lies, 0], place[lies], atol=5e-6)
    np.testing.assert_allclose(result["block.x"][lies, 1], 0.1, atol=1e-6)
    assert abs(result["block.phi"][lies]).max() < 5e-6
    if lies.all():  # it has stopped before
        assert place[-1] < 0.0 and abs(result["block.v"][-1]).max() < 1e-8
    else:  # it tips over, and slips off
        assert result["block.phi"][-1] < -0.1


def test_a_disc_that_falls_into_a_turning_drum_is_dragged_along():
    model = start(
        ("hinge", planar.Revolute(w0=5.0)), ("drum", planar.Body(4.0, 2.0)),
        ("disc", planar.Body(1.0, 0.005, x0=[0.0, 0.2])),
        ("contact", planar.PointCylinder(1.0, radius_a=0.1, inside=True, restitution=0.4, friction=0.15)),
    )  # fmt: skip
    for one, other in ((model.base.b, model.hinge.a), (model.hinge.b, model.drum.a),
                       (model.disc.a, model.contact.a), (model.contact.b, model.drum.a)):  # fmt: skip
        model.join(one, other)
    result = model.simulate(1.0, points=1001)
    impulse = 1.4 * np.sqrt(2 * G * 1.1)
    row, _ = after(result)
    assert result["disc.v"][row, 0] == pytest.approx(0.15 * impulse)  # it slips to the end of the blow
    assert result["disc.w"][row] == pytest.approx(0.15 * impulse * 0.1 / 0.005)
    assert result["drum.w"][row] == pytest.approx(5.0 - 0.15 * impulse / 2.0)
    assert (0.9 - np.hypot(*result["disc.x"].T)).min() > -1e-6


def test_a_ball_that_sticks_to_a_plate_on_a_spring_leaves_it_where_it_would_be_pulled():
    rest = 1.0 - G / 200.0
    model = start(
        ("rail", planar.Prismatic([0, 1], s0=rest)), ("plate", planar.Body(1.0, 1.0)),
        ("spring", planar.Spring(200.0, 1.0)),
        ("ball", planar.Body(0.5, 0.001, x0=[0.0, rest + 0.4])), ("contact", planar.SpherePlane(0.1, restitution=0.0)),
    )  # fmt: skip
    for one, other in ((model.base.b, model.rail.a), (model.rail.b, model.plate.a), (model.base.b, model.spring.a),
                       (model.spring.b, model.plate.a), (model.ball.a, model.contact.a),
                       (model.contact.b, model.plate.a)):  # fmt: skip
        model.join(one, other)
    result = model.simulate(0.7, points=701)
    fall, turning = np.sqrt(0.6 / G), np.sqrt(200.0 / 1.5)
    cosine, sine = 0.5 * G / 200.0, -G * fall / 3.0 / turning  # of the plate and the ball, about where both would rest
    level, phase = G / turning**2 / np.hypot(cosine, sine), np.arctan2(sine, cosine)
    leaves = fall + (2 * np.pi - np.arccos(level) + phase) / turning
    opened = next(event.time for event in result.events if "opens" in event.kinds.values())
    assert opened == pytest.approx(leaves, abs=1e-6)


def test_restitution_may_depend_on_the_speed_of_approach():
    model = start(
        ("ball", planar.Body(1.0, 0.004, x0=[0.0, 1.1])),
        ("contact", planar.SpherePlane(0.1, restitution="1/(1 + 0.2*contact.contact.f)")),
    )
    model.join(model.ball.a, model.contact.a)
    model.join(model.contact.b, model.base.b)
    first, second = model.simulate(1.2, points=11).events[:2]
    speed = np.sqrt(2 * G)
    back = speed / (1 + 0.2 * speed)
    assert first.energy_jump == pytest.approx((back**2 - speed**2) / 2)
    assert second.time - first.time == pytest.approx(2 * back / G)


def test_a_triangle_that_rolls_over_never_gets_through_the_walls_of_a_funnel():
    triangle = [[-0.15, -0.1], [0.15, -0.1], [0.0, 0.2]]
    law = {"count_a": 3, "restitution": 0.3, "friction": 0.4}
    model = start(
        ("body", planar.Body(1.0, 0.01, x0=[0.03, 0.8])),
        ("left", planar.PolygonPolygon(triangle, [[-2, -1], [0, -1], [-1, 1], [-2, 1]], **law)),
        ("right", planar.PolygonPolygon(triangle, [[0, -1], [2, -1], [2, 1], [1, 1]], **law)),
    )
    for wall in (model.left, model.right):
        model.join(model.body.a, wall.a)
        model.join(wall.b, model.base.b)
    # flights without forces but weight are steps of any length, in which the gaps of corners go to and fro
    for x, phi, w in ((0.03, 0.3, 1.0), (0.00709297482, 2.702782178, -3.5584038728)):
        result = model.simulate(4.0, points=41, parameters={"body.x0": [x, 0.8], "body.phi0": phi, "body.w0": w})
        assert result["body.x"][-1, 1] > -1.0
        assert abs(result["body.v"][-1]).max() < 1e-6


def test_a_box_that_friction_holds_on_a_slope_stays_there_without_events():
    slope = np.radians(25.0)
    normal = [-np.sin(slope), np.cos(slope), 0.0]
    model = mb.Model("held")
    model.world, model.ground = spatial.World(), spatial.Fixed()
    model.box = spatial.Body(1.0, [0.01] * 3, x0=[0.1 * x for x in normal], phi0=[0.0, 0.0, slope])
    model.contact = spatial.BoxPlane([0.4, 0.2, 0.3], normal=normal, restitution=0.3, friction=0.7)
    model.join(model.box.a, model.contact.a)
    model.join(model.contact.b, model.ground.b)
    result = model.simulate(1.0, points=11)
    assert not result.events
    np.testing.assert_allclose(result["box.x"] - result["box.x"][0], 0.0, atol=1e-12)
