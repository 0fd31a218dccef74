"""Bounds of values that change in a run, gaps at the start, and fields that are no stores."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar, sampled, spatial


def series(domain, **parts):
    m = mb.Model("series", domain=domain)
    m.node = mb.J1()
    for name, part in parts.items():
        setattr(m, name, part)
        if isinstance(part, (mb.Se, mb.Sf)):
            part >> m.node
        else:
            m.node >> part
    return m


def parallel(domain, **parts):
    m = mb.Model("parallel", domain=domain)
    m.node = mb.J0()
    for name, part in parts.items():
        setattr(m, name, part)
        if isinstance(part, (mb.Se, mb.Sf, mb.Environment)):
            part >> m.node
        else:
            m.node >> part
    return m


def slider(**given):
    m = mb.Model("slider")
    m.world, m.ground = planar.World(gravity="none"), planar.Fixed()
    m.rail, m.body = planar.Prismatic([1.0, 0.0], **given), planar.Body(1.0)
    m.join(m.ground.b, m.rail.a)
    m.join(m.rail.b, m.body.a)
    return m


# ------------------------------------------------------------ values that a law divides by
@pytest.mark.parametrize(
    ("model", "said"),
    [
        (
            parallel("hydraulic", store=mb.Tank(level0=1.0), pipe=mb.LaminarPipe(1.0, "0.1 - time")),
            "pipe: at 0.1 s dia",
        ),
        (
            parallel("thermal", heat=mb.Environment("300 - 600*time"), line=mb.R(1.0)),
            "heat: at 0.5 s T",
        ),
        (
            series("electrical", source=mb.Se(1.0), coil=mb.I("0.77 - time")),
            "coil: at 0.77 s I of the store comes to zero",
        ),
        (parallel("electrical", source=mb.Sf(1.0), store=mb.C("0.5 - time")), "store: at 0.5 s C of the store"),
    ],
)
def test_a_value_that_a_law_divides_by_ends_the_run_where_it_vanishes(model, said):
    with pytest.raises(mb.SimulationError, match=f"^{said}.*end the run before") as stopped:
        model.simulate(1.0)
    assert stopped.value.result.time[-1] < 1.0


def test_blocks_end_there_too():
    m = mb.Model("blocks")
    m.one, m.lag = mb.Constant(1.0), mb.FirstOrder(1.0, "0.5 - time", u=1.0)
    with pytest.raises(mb.SimulationError, match=r"lag: at 0\.5 s T = 0\.5 - time is no longer greater than 0"):
        m.simulate(1.0)
    m = mb.Model("blocks")
    m.one, m.hold = mb.Constant(1.0), sampled.SampleHold("0.4 - 0.5*time", u="time")
    with pytest.raises(mb.SimulationError, match=r"hold: at 0\.8 s period"):
        m.simulate(1.0)


def test_a_matrix_that_changes_stays_definite():
    """The entries stay positive, the determinant 1 − t² does not."""
    m = mb.Model("field", n=2, domain="electrical")
    m.source, m.node, m.store = mb.Sf([1.0, 0.0]), mb.J0(), mb.C([[1.0, "time"], ["time", 1.0]])
    m.source >> m.node >> m.store
    with pytest.raises(mb.SimulationError, match=r"store: at 1 s C of the store comes to zero"):
        m.simulate(2.0)
    before = m.simulate(0.5, tolerance=1e-10)
    assert before["store.e"][-1] == pytest.approx(np.linalg.solve([[1.0, 0.5], [0.5, 1.0]], [0.5, 0.0]), rel=1e-9)
    assert before.stats.doubts == []


def test_a_constant_negative_store_and_one_that_stays_positive_run():
    m = parallel("electrical", source=mb.Sf(1.0), leak=mb.R(1.0), store=mb.C(-1.0))
    assert m.simulate(2.0, tolerance=1e-9)["store.e"][-1] == pytest.approx(1 - np.exp(2.0), rel=1e-6)
    m = parallel("electrical", source=mb.Sf(1.0), store=mb.C("2 + sin(9*time)"))
    assert m.simulate(2.0)["store.e"][-1] == pytest.approx(2 / (2 + np.sin(18.0)), rel=1e-6)


# ------------------------------------------------------------ values that may lie on their bound
@pytest.mark.parametrize(
    ("model", "doubt"),
    [
        (
            series("translational", mass=mb.I(1.0, f0=3.0), rub=mb.DryFriction("1 - time")),
            "rub: coulomb = 1 - time falls",
        ),
        (series("rotational", rotor=mb.I(1.0, f0=3.0), brake=mb.Brake(1.0, "cos(3*time)")), "brake: engaged = cos"),
        (slider(v0=3.0, friction="1 - time"), "rail: friction = 1 - time falls below 0, but the dry friction"),
        (parallel("hydraulic", tank=mb.Tank(level0=1.0), hole=mb.Orifice("1e-4 - 1e-4*time")), "hole: A = "),
    ],
)
def test_a_value_below_its_bound_is_doubted(model, doubt):
    (found,) = model.simulate(2.0).stats.doubts
    assert found.startswith(doubt) and "keep it above, as in max(" in found and "(first at " in found


def test_a_value_that_touches_its_bound_is_not():
    m = series("translational", mass=mb.I(1.0, f0=3.0), rub=mb.DryFriction("max(1 - time, 0)"))
    result = m.simulate(2.0, tolerance=1e-9)
    assert result.stats.doubts == []
    assert result["mass.f"][-1] == pytest.approx(2.5, abs=1e-7)  # the impulse of the friction is 1/2 N s


def test_limits_that_change_their_order_are_doubted():
    m = mb.Model("limits")
    m.limiter = mb.Limiter("time - 0.5", 0.1, u="sin(5*time)")
    (doubt,) = m.simulate(1.0).stats.doubts
    assert doubt.startswith("limiter: lower = time - 0.5 rises above upper")
    assert m.simulate(0.5).stats.doubts == []


def test_friction_that_sticks_with_less_than_it_slides_with():
    with pytest.raises(mb.ModelError, match=r"rub: coulomb = 2 .* must be at most static = 1"):
        series("translational", mass=mb.I(1.0), rub=mb.DryFriction(2.0, 1.0)).simulate(1.0)
    m = slider(v0=0.0, friction="1 + time", static_friction=1.5)
    m.push = planar.WorldForce([2.0, 0.0])
    m.join(m.push.b, m.body.a)
    with pytest.raises(mb.SimulationError, match=r"do not settle at 2 s.*coulomb = 1 \+ time rises above static"):
        m.simulate(3.0)


def test_a_tank_that_is_drawn_below_its_bottom_is_doubted():
    m = parallel("hydraulic", tank=mb.Tank(level0=0.1), outflow=mb.Sf(-1.0))
    (doubt,) = m.simulate(1.0).stats.doubts
    assert doubt.startswith("tank: its level is below its bottom") and "at worst -0.9" in doubt
    assert m.simulate(0.05).stats.doubts == []


# ------------------------------------------------------------ stops and contacts
@pytest.mark.parametrize("library", [planar, spatial])
def test_a_stop_that_moves_is_refused(library):
    m = mb.Model("stops")
    m.world, m.ground, m.hinge, m.body = (
        library.World(),
        library.Fixed(),
        library.Revolute(stops=["-1 + time", 1.0]),
        library.Body(),
    )
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.body.a)
    with pytest.raises(
        mb.ModelError, match=r"hinge\.stops\[0\].*changes in a run.*with a velocity and a power of its own"
    ):
        m.simulate(1.0)


def test_the_stop_on_a_moving_part_pushes_with_its_speed():
    """What the refusal advises: a mass at rest is struck at 1 s by a stop that moves with 1 m/s, and goes along."""
    m = mb.Model("pushed", domain="translational")
    m.wall, m.between, m.own = mb.Sq("-1 + time"), mb.J0(), mb.J1()
    m.bump, m.mass, m.travel = mb.Stop("wall.q - travel.q", 0.0), mb.I(2.0), mb.C(1e15)
    m.wall >> m.between >> [m.bump, m.own]
    m.own >> [m.mass, m.travel]
    result = m.simulate(2.0, tolerance=1e-9)
    assert result["mass.f"][-1] == pytest.approx(1.0, abs=1e-6)
    assert result["travel.q"][-1] == pytest.approx(1.0, abs=1e-6)


def test_a_contact_on_a_prescribed_motion_does_it_in_mechanisms():
    m = mb.Model("pushed")
    m.world, m.ground, m.rail, m.body = (
        planar.World(gravity="none"),
        planar.Fixed(),
        planar.Prismatic([1, 0]),
        planar.Body(2.0),
    )
    m.wall, m.touch = (
        planar.PrescribedMotion(["-1.1 + time", 0.0]),
        planar.SpherePlane(0.1, [1.0, 0.0], restitution=0.0),
    )
    m.join(m.ground.b, m.rail.a)
    m.join(m.rail.b, m.body.a, m.touch.a)
    m.join(m.wall.b, m.touch.b)
    result = m.simulate(2.0, tolerance=1e-9)
    assert result["rail.s"][-1] == pytest.approx(1.0, abs=1e-6) and result["rail.v"][-1] == pytest.approx(1.0, abs=1e-6)
    assert result.energy.relative_residual < 1e-6


def test_a_stop_without_a_position_is_refused():
    with pytest.raises(mb.ModelError, match=r"end: a stop must know the position.*position='spring\.q'"):
        series("translational", mass=mb.I(1.0, f0=3.0), end=mb.Stop(at=1.0)).simulate(1.0)


@pytest.mark.parametrize("place", [3.0, -3.0])
def test_a_start_beyond_a_stop_is_refused(place):
    with pytest.raises(
        mb.InitialError, match=r"rail\.(highest|lowest): .*inside each other at the start \(its gap is -2\)"
    ):
        slider(s0=place, v0=0.0, stops=[-1.0, 1.0]).simulate(1.0)
    with pytest.raises(mb.InitialError, match=r"run 1 of the sweep, with rail\.s0"):
        slider(s0=0.0, v0=0.0, stops=[-1.0, 1.0]).sweep({"rail.s0": [0.0, place]}, stop=1.0)


@pytest.mark.parametrize("solver", ["auto", "timestepping"])
def test_parts_that_overlap_at_the_start_are_refused(solver):
    m = mb.Model("overlap")
    m.world, m.touch = planar.World(), planar.SphereSphere(0.1, 0.1)
    m.one, m.two = planar.Body(1.0, x0=[0.0, 0.0]), planar.Body(1.0, x0=[0.1, 0.0])
    m.join(m.one.a, m.touch.a)
    m.join(m.two.a, m.touch.b)
    with pytest.raises(mb.InitialError, match=r"touch\.contact: .*inside each other at the start"):
        m.simulate(0.1, solver=solver)
    assert m.simulate(0.1, solver=solver, parameters={"two.x0[0]": 0.2}).stats.doubts == []


# ------------------------------------------------------------ fields that are no stores
@pytest.mark.parametrize(
    ("kind", "law", "variable"),
    [(mb.C, "law", "q"), (mb.C, "displacement", "e"), (mb.I, "law", "p"), (mb.I, "momentum", "f")],
)
def test_a_law_whose_slopes_differ_across_stores_no_energy(kind, law, variable):
    def model(one, other):
        m = mb.Model("field", n=2, domain="translational")
        m.node, m.drive, m.damper = mb.J1(), mb.Se(["sin(time)", "cos(time)"]), mb.R(1.0)
        m.store = kind(**{law: [f"2*{variable}[0] + {one}*{variable}[1]", f"2*{variable}[1] + {other}*{variable}[0]"]})
        m.drive >> m.node >> [m.damper, m.store]
        return m

    with pytest.raises(mb.ModelError, match=rf"store\.{law}: the law stores no energy: .*make them equal"):
        model(-0.3, 0.3).simulate(1.0)
    assert model(0.3, 0.3).simulate(1.0).energy.relative_residual < 1e-4


def test_a_nonlinear_law_with_a_potential_runs():
    m = mb.Model("kepler", n=2, domain="translational")
    m.node, m.mass = mb.J1(), mb.I(1.0, f0=[0.0, 1.0])
    m.field = mb.C(
        law=lambda q: [q[0] / (q[0] ** 2 + q[1] ** 2) ** 1.5, q[1] / (q[0] ** 2 + q[1] ** 2) ** 1.5], q0=[1.0, 0.0]
    )
    m.node >> [m.mass, m.field]
    result = m.simulate(2 * np.pi, tolerance=1e-9)
    assert result["field.q"][-1] == pytest.approx([1.0, 0.0], abs=1e-6)


def test_an_event_that_makes_a_value_jump_over_its_bound_ends_the_run():
    m = mb.Model("jump")
    m.value, m.lag = mb.Discrete(start=1.0), mb.FirstOrder(1.0, "value", u=1.0)
    m.when("time > 0.5", {m.value: -1.0})
    with pytest.raises(mb.SimulationError, match=r"lag: at 0\.5 s T = value is no longer greater than 0"):
        m.simulate(1.0)


@pytest.mark.parametrize("position", ["2*travel.q", "-travel.q", "time", "travel.q**2"])
def test_a_stop_that_is_given_another_position_than_its_own_is_refused(position):
    def model(position):
        return series("translational", mass=mb.I(1.0, f0=1.0), travel=mb.C(1e12), end=mb.Stop(position, 1.0))

    with pytest.raises(
        mb.ModelError, match=r"end\.position: its position changes .*whose rate is the flow of its bond"
    ):
        model(position).simulate(2.0)
    assert model("travel.q").simulate(2.0)["travel.q"][-1] == pytest.approx(1.0, abs=1e-6)
    assert model("travel.q - 0.5").simulate(2.0)["travel.q"][-1] == pytest.approx(1.5, abs=1e-6)


def test_balls_of_a_pool_that_overlap_at_the_start_are_refused():
    """Pushed apart within a step they would leave with tens of metres a second."""
    m = mb.Model("pool")
    m.world, m.pool = planar.World(gravity="none"), planar.ContactPool(2, [0.1, 0.1], pairs="near")
    m.one, m.two = planar.Body(1.0, x0=[0.0, 0.0]), planar.Body(1.0, x0=[0.1, 0.0])
    m.join(m.one.a, m.pool.body1)
    m.join(m.two.a, m.pool.body2)
    with pytest.raises(mb.InitialError, match=r"pool: ball1 and ball2 lie inside each other .*gap is -0\.1 m"):
        m.simulate(0.1, solver="timestepping")
    apart = m.simulate(0.1, solver="timestepping", parameters={"two.x0[0]": 0.2})
    assert np.abs(apart["one.v"]).max() < 1e-12
