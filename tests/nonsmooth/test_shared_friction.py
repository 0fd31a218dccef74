"""Friction that shares a load with other friction: it slides where all of it has reached its limit, not before."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar

# Two blocks on a belt of varying speed, coupled by springs: when each sticks and slides, from matrix exponentials with
# all positions tried at instants found to 1e-13 s.
BELT = [
    (2.455914394, "f0", "sticks"), (2.458788108, "f1", "sticks"), (3.063692500, "f1", "slides"),
    (3.107068870, "f0", "slides"), (6.391000087, "f1", "sticks"), (6.468497449, "f0", "sticks"),
    (6.668379598, "f1", "slides"), (6.810297488, "f0", "slides"), (10.053154724, "f1", "sticks"),
    (10.351189992, "f1", "slides"), (13.799383930, "f0", "sticks"), (13.819443339, "f1", "sticks"),
    (13.989249840, "f1", "slides"), (14.068829375, "f0", "slides"), (17.336795314, "f1", "sticks"),
    (17.458473826, "f0", "sticks"), (17.603467556, "f1", "slides"), (17.756899250, "f0", "slides"),
]  # fmt: skip


def kinds(result):
    return [(event.time, dict(event.kinds)) for event in result.events if event.kinds]


def geared(motor, load, torque="3*sin(1.3*time)", ratio=5.0):
    """A motor and its load behind a gear, each with friction (Coulomb's, static) [N m]."""
    model = mb.Model("drive", domain="rotational")
    model.fast, model.slow, model.gear = mb.J1(), mb.J1(), mb.TF(1 / ratio)
    model.rotor, model.wheel, model.source = mb.I(0.02), mb.I(1.5), mb.Se(torque)
    model.motor, model.load = (mb.DryFriction(level, static=static) for level, static in (motor, load))
    model.source >> model.fast >> [model.rotor, model.motor, model.gear]
    model.gear >> model.slow >> [model.wheel, model.load]
    return model


@pytest.mark.parametrize("solver", ["auto", "dop853", "bdf", "esdirk"])
@pytest.mark.parametrize(
    ("motor", "load"),
    [((0.3, 0.4), (4.0, 5.0)), ((0.3, 0.3), (4.0, 5.0)), ((0.3, 0.4), (4.0, 4.0)), ((0.3, 0.3), (4, 4))],
)
def test_a_drive_breaks_away_where_both_sides_of_its_gear_are_at_their_limits(motor, load, solver):
    static, sliding = motor[1] + load[1] / 5, motor[0] + load[0] / 5
    result = geared(motor, load).simulate(1.5, tolerance=1e-8, solver=solver)
    away = np.arcsin(static / 3) / 1.3
    (time, words), *_ = kinds(result)
    assert time == pytest.approx(away, abs=1e-7)
    assert words == {"motor": "slides", "load": "slides"}  # and nothing slid before
    inertia, last = 0.02 + 1.5 / 25, result.time[-1]
    speed = (3 / 1.3 * (np.cos(1.3 * away) - np.cos(1.3 * last)) - sliding * (last - away)) / inertia
    assert result["rotor.f"][-1] == pytest.approx(speed, rel=1e-6)


@pytest.mark.parametrize("force", ["step(1, 7.4)", "step(1, -7.4)", "7.4*sin(9*time)", "3.7*time - 7.4*step(1.9)"])
def test_friction_side_by_side_holds_the_sum_of_its_limits(force):
    model = mb.Model("brakes", domain="rotational")
    model.shaft, model.rotor, model.source = mb.J1(), mb.I(1.0), mb.Se(force)
    model.source >> model.shaft >> model.rotor
    for k, (level, static) in enumerate([(2.0, 3.0), (1.0, 1.0), (1.5, 3.0), (0.2, 0.5)]):  # 7.5 N m hold, 4.7 slide
        model.shaft >> model.add(f"brake{k}", mb.DryFriction(level, static=static))
    result = model.simulate(2.0, tolerance=1e-8)
    assert kinds(result) == []
    assert np.max(np.abs(result["rotor.f"])) < 1e-13
    total = sum(result[f"brake{k}.e"] for k in range(4))
    np.testing.assert_allclose(total, result["source.e"], atol=1e-12)


def test_friction_side_by_side_slides_together_above_the_sum():
    model = geared((0.3, 0.4), (4.0, 5.0), "step(1, 1.401)")
    result = model.simulate(2.0, tolerance=1e-8)
    assert kinds(result) == [(1.0, {"motor": "slides", "load": "slides"})]
    assert result["rotor.f"][-1] == pytest.approx((1.401 - 1.1) / 0.08, rel=1e-8)


@pytest.mark.parametrize("solver", ["auto", "bdf"])
@pytest.mark.parametrize(
    ("levels", "static"), [((1.0, 0.5, 0.7, 2.0), (1.5, 1.0, 0.9, 2.5)), ((1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0))]
)
def test_a_parallelogram_breaks_away_where_all_its_hinges_are_at_their_limits(levels, static, solver):
    """All hinges turn alike: by virtual work they hold a torque on the crank up to the sum of their limits."""
    length, width, mass, stop = 0.8, 1.2, 2.0, 7.0
    model = mb.Model("parallelogram")
    model.world, model.left, model.right = planar.World(gravity="none"), planar.Fixed(), planar.Fixed([width, 0.0])
    for k, (level, most) in enumerate(zip(levels, static, strict=True)):
        start = {"phi0": 0.6, "w0": 0.0} if k == 0 else {}
        model.add(f"hinge{k}", planar.Revolute(friction=level, static_friction=most, **start))
    model.start("hinge1.angle.q", -0.6, fixed=False)
    model.start("hinge3.angle.q", 0.6, fixed=False)
    model.crank, model.rocker = planar.Rod([0.0, -length]), planar.Rod([0.0, -length])
    model.coupler, model.body, model.torque = (
        planar.Rod([width, 0.0]),
        planar.Body(mass, 0.1),
        planar.WorldTorque("time"),
    )
    model.join(model.left.b, model.hinge0.a)
    model.join(model.hinge0.b, model.crank.a, model.torque.b)
    model.join(model.crank.b, model.hinge1.a)
    model.join(model.hinge1.b, model.coupler.a, model.body.a)
    model.join(model.coupler.b, model.hinge2.a)
    model.join(model.hinge2.b, model.rocker.b)
    model.join(model.rocker.a, model.hinge3.b)
    model.join(model.hinge3.a, model.right.b)
    result = model.simulate(stop, tolerance=1e-8, solver=solver)
    most, sliding = sum(static), sum(levels)
    ((time, words),) = kinds(result)
    assert time == pytest.approx(most, abs=1e-7) and len(words) == 4
    speed = ((stop**2 - most**2) / 2 - sliding * (stop - most)) / (mass * length**2)
    assert result["hinge0.w"][-1] == pytest.approx(speed, rel=1e-6)
    assert np.max(np.abs(result["hinge0.w"][result.time < most])) < 1e-14


def coupled_blocks():
    model = mb.Model("blocks", domain="translational")
    model.belt, model.moving = mb.Sf("0.5 + 0.4*sin(1.7*time)"), mb.J1()
    model.belt >> model.moving
    for k, (mass, level, static, spring) in enumerate([(1.0, 2.0, 3.0, 30.0), (1.5, 3.0, 3.5, 40.0)]):
        speed, slip = model.add(f"v{k}", mb.J1()), model.add(f"slip{k}", mb.J0())
        model.moving >> slip >> speed
        slip >> model.add(f"f{k}", mb.DryFriction(level, static=static))
        speed >> [model.add(f"mass{k}", mb.I(mass)), model.add(f"spring{k}", mb.C(1 / spring))]
    model.between, model.coupling = mb.J0(), mb.C(1 / 25.0)
    model.v0 >> model.between >> model.v1
    model.between >> model.coupling
    return model


@pytest.mark.parametrize("solver", ["auto", "dop853", "bdf", "adams", "ida", "esdirk"])
@pytest.mark.parametrize("tolerance", [1e-5, 1e-6, 1e-7])
def test_errors_of_the_integration_are_no_slip_of_what_sticks(solver, tolerance):
    """While a block sticks to a belt whose speed varies, steps leave it a little faster or slower than the belt."""
    found = kinds(coupled_blocks().simulate(20.0, tolerance=tolerance, solver=solver))
    assert [next(iter(words.items())) for _, words in found] == [
        (name, word if word == "sticks" else "slides") for _, name, word in BELT
    ] and all(len(words) == 1 for _, words in found)
    np.testing.assert_allclose([time for time, _ in found], [time for time, _, _ in BELT], atol=5e3 * tolerance)
