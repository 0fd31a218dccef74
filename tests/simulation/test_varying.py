"""What may change in a run and what may not: geometry and masses are refused, stores take the work of the change."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial
from multibond.model.declare import Parameter
from multibond.model.file import dumps, loads

LIBRARIES = pytest.mark.parametrize("library", [planar, spatial], ids=["planar", "spatial"])


def vector(library, x, y=0.0):
    return [x, y] if library is planar else [x, y, 0.0]


def pendulum(library, **parts):
    """A pendulum of which every part may be given: fixed, hinge, rod, body."""
    m = mb.Model("pendulum")
    m.level = mb.Discrete(start=1.0)
    m.world = library.World()
    m.fixed, m.hinge = parts.get("fixed", library.Fixed()), parts.get("hinge", library.Revolute())
    m.rod, m.body = parts.get("rod", library.Rod(vector(library, 1.0))), parts.get("body", library.Body(1.0))
    m.join(m.fixed.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.body.a)
    m.when("time > 0.5", {m.level: 2.0})
    return m


# ------------------------------------------------------------ geometry and masses
@LIBRARIES
@pytest.mark.parametrize("value", ["1 + time", "1 + 0.1*hinge.phi", "1 + 0.1*hinge.w", "level"])
@pytest.mark.parametrize(
    ("part", "name", "make", "remedy"),
    [
        ("rod", "r[0]", lambda lib, v: lib.Rod(vector(lib, v)), "rod that grows use a Prismatic"),
        ("fixed", "r[1]", lambda lib, v: lib.Fixed(vector(lib, 0.0, v)), "Prismatic .*behind a Fixed"),
        ("hinge", "offset", lambda lib, v: lib.Revolute(offset=v), "prescribe its `motion`"),
        ("body", "m", lambda lib, v: lib.Body(v), "source Se"),
        ("body", "r_cm[0]", lambda lib, v: lib.Body(1.0, r_cm=vector(lib, v)), "a body of its own"),
        ("body", "I", lambda lib, v: lib.Body(1.0, I=v), "a body for each part"),
    ],
)
def test_geometry_that_varies_is_refused(library, value, part, name, make, remedy):
    model = pendulum(library, **{part: make(library, value)})
    with pytest.raises(mb.ModelError, match=remedy) as refusal:
        model.simulate(0.1)
    assert refusal.value.where == f"{part}.{name}"
    assert "changes in a run" in str(refusal.value)


@LIBRARIES
@pytest.mark.parametrize("name", ["rod.r", "rod.r[0]", "body.m", "fixed.phi", "hinge.offset"])
def test_geometry_given_for_a_run_is_refused_too(library, name):
    model = pendulum(library)
    value = vector(library, "1 + time") if name == "rod.r" else "time"
    if library is spatial and name == "fixed.phi":
        value = [0.0, 0.0, "time"]
    with pytest.raises(mb.ModelError, match="changes in a run"):
        model.simulate(0.1, parameters={name: value})
    with pytest.raises(mb.ModelError, match="changes in a run"):
        model.linearize(parameters={name: value})


def test_through_a_parameter_of_a_model_around_and_from_a_file():
    class Crane(mb.Model):
        """A rod in a model."""

        length = mb.Parameter(1.0, "m", description="length")

        def build(self):
            self.fixed, self.hinge = planar.Fixed(), planar.Revolute()
            self.rod, self.body = planar.Rod([self.length, 0.0]), planar.Body(1.0)
            self.join(self.fixed.b, self.hinge.a)
            self.join(self.hinge.b, self.rod.a)
            self.join(self.rod.b, self.body.a)

    model = mb.Model("yard")
    model.world, model.crane = planar.World(), Crane(length="1 + time")
    with pytest.raises(mb.ModelError, match=r"crane.rod.r\[0\].*1 \+ time changes in a run"):
        model.simulate(0.1)
    written = dumps(pendulum(planar, fixed=planar.Fixed(["time", 0.0])))
    with pytest.raises(mb.ModelError, match=r"fixed.r\[0\].*changes in a run"):
        loads(written).simulate(0.1)


def test_all_geometry_of_both_libraries_stays_constant():
    """Numbers that positions or inertia depend on; those of forces, springs and start values may be anything."""
    free = {
        "World": {"g", "direction", "mue", "scale"},  # gravity is a source
        "PrescribedMotion": {"r", "phi"},  # a source of displacement: it moves, with velocity and power
        "GravityPool": {"m", "G"}, "SoftSphere": {"radius_a", "radius_b"},  # stores that take the work
        "IdealWheelJoint": {"radius", "direction"}, "DryFrictionWheelJoint": {"radius", "direction"},
        "SlipBasedWheelJoint": {"radius", "direction"},  # velocities only: a transformer of any ratio
    }  # fmt: skip
    geometric = ("r", "r_cm", "phi", "offset", "axis", "axis_a", "axis_b", "axis1", "axis2", "direction", "normal",
                 "along", "height", "radius", "radius_a", "radius_b", "track", "pitch", "ratio", "m", "I", "lengths",
                 "length", "inner_radius", "density")  # fmt: skip
    for library in (planar, spatial):
        for name in library.__all__:
            for key, declared in getattr(library, name).declarations.items():
                if isinstance(declared, Parameter) and key in geometric and key not in free.get(name, ()):
                    assert declared.constant, f"{name}.{key}"


@LIBRARIES
def test_a_driven_slider_is_the_rod_that_grows(library):
    """A mass on a rod of length 1 + t that turns freely keeps m r² w; the drive does the work."""
    m = mb.Model("growing")
    m.world, m.fixed = library.World(gravity="none"), library.Fixed()
    m.hinge = library.Revolute(w0=2.0)
    m.rod = library.Prismatic(vector(library, 1.0), s0=1.0, actuated=True)
    m.body = library.Body(3.0, I=0.0 if library is planar else [0.0, 0.0, 0.0])
    m.motor = mb.Sf(1.0)
    m.join(m.fixed.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.body.a)
    m.motor >> m.rod.drive
    result = m.simulate(2.0, tolerance=1e-10, points=21)
    length = 1 + result.time
    assert result["hinge.w"] == pytest.approx(2.0 / length**2, rel=1e-7)
    kinetic = 1.5 * (1.0 + (2.0 / length) ** 2)
    assert result.energy.stored == pytest.approx(kinetic, rel=1e-7)
    assert result.energy.delivered == pytest.approx(kinetic - kinetic[0], abs=1e-6)


def test_a_steered_wheel_may_change_its_direction_and_radius():
    """A wheel joint from above has velocities alone: a direction that turns with the time steers it."""
    m = mb.Model("steered")
    m.world = planar.World(gravity="none")
    m.wheel = planar.IdealWheelJoint("0.3 + 0.02*time", ["cos(0.2*time)", "sin(0.2*time)"], actuated=False)
    m.body = planar.Body(2.0, I=0.5, v0=[1.0, 0.0], w0=0.0)
    m.join(m.wheel.a, m.body.a)
    result = m.simulate(3.0, tolerance=1e-9, points=31)
    t = result.time
    assert np.linalg.norm(result["body.v"], axis=1) == pytest.approx(np.ones(31), abs=1e-6)
    assert result["body.x"][:, 0] == pytest.approx(np.sin(0.2 * t) / 0.2, abs=1e-6)
    assert result["wheel.w"] == pytest.approx(1 / (0.3 + 0.02 * t), rel=1e-6)
    assert result.energy.relative_residual < 1e-6


# ------------------------------------------------------------ stores
def one_store(source, junction, store):
    m = mb.Model("store")
    m.source, m.junction, m.store = source, junction, store
    m.source >> m.junction >> m.store
    return m


@pytest.mark.parametrize(
    ("source", "junction", "store", "given"),
    [(mb.Se, mb.J1, mb.I, "store.f"), (mb.Sf, mb.J0, mb.C, "store.e")],
    ids=["I", "C"],
)
def test_store_with_a_parameter_of_time(source, junction, store, given):
    """With I = 1 + t and e = 1: p = t, f = t/(1+t), H = t²/2/(1+t); the source gives t − ln(1+t), and the change of I
    takes −½ ∫ f² dt, the rest."""
    result = one_store(source(1.0), junction(), store("1 + time")).simulate(2.0, tolerance=1e-10, points=21)
    t = result.time
    stored = t**2 / 2 / (1 + t)
    assert result[given] == pytest.approx(t / (1 + t), abs=1e-9)
    assert result.energy.stored == pytest.approx(stored, abs=1e-8)
    assert result.energy.modulation == pytest.approx(stored - (t - np.log(1 + t)), abs=1e-6)
    assert result.energy.delivered == pytest.approx(stored, abs=1e-6)
    assert np.abs(result.energy.residual).max() < 1e-8
    by = result.energy.by_component()
    assert by["source"]["delivered"] == pytest.approx(t - np.log(1 + t), abs=1e-6)
    assert by["store"]["delivered"] == pytest.approx(result.energy.modulation, abs=1e-6)
    assert not result.stats.doubts


def test_store_with_an_energy_of_time():
    """A charge q = 1 that rests on a C of energy (2 + sin t) q²/2: all its energy comes through the change."""
    m = mb.Model("charge")
    m.store, m.hold = mb.C(energy="(2 + sin(time))*q**2/2", q0=1.0), mb.Wall()
    m.hold >> m.store
    result = m.simulate(3.0, tolerance=1e-10, points=31)
    assert result["store.e"] == pytest.approx(2 + np.sin(result.time), abs=1e-9)
    assert result.energy.delivered == pytest.approx(np.sin(result.time) / 2, abs=1e-9)
    assert np.abs(result.energy.residual).max() < 1e-9


def test_parametric_oscillator_against_its_equation():
    """m ẍ + (4 + cos 3t) x = 0 by another integrator; the work of the change is ½ ∫ k̇ x² dt."""
    from scipy.integrate import solve_ivp

    m = mb.Model("swing", domain="translational")
    m.velocity, m.mass = mb.J1(), mb.I(1.0)
    m.spring = mb.C("1/(4 + cos(3*time))", q0=0.1)
    m.velocity >> [m.mass, m.spring]
    result = m.simulate(5.0, tolerance=1e-10, points=51)

    def rates(t, y):
        return [y[1], -(4 + np.cos(3 * t)) * y[0], -1.5 * np.sin(3 * t) * y[0] ** 2]

    other = solve_ivp(rates, (0, 5), [0.1, 0.0, 0.0], rtol=1e-11, atol=1e-13, t_eval=result.time).y
    assert result["spring.q"] == pytest.approx(other[0], abs=1e-8)
    assert result.energy.modulation == pytest.approx(other[2], abs=1e-8)
    assert result.energy.relative_residual < 1e-6


@LIBRARIES
def test_spring_whose_stiffness_varies(library):
    """½ ∫ ċ s² dt comes through the stiffness, in plane and space alike, and the books close."""
    m = mb.Model("spring")
    m.world, m.fixed = library.World(gravity="none"), library.Fixed()
    m.spring, m.body = library.Spring("2 + time"), library.Body(1.0, x0=vector(library, 1.0))
    m.join(m.fixed.b, m.spring.a)
    m.join(m.spring.b, m.body.a)
    result = m.simulate(2.0, tolerance=1e-10, points=401)
    s = result["body.x"][:, 0]
    work = np.concatenate([[0.0], np.cumsum((s[1:] ** 2 + s[:-1] ** 2) / 4 * np.diff(result.time))])
    assert result.energy.modulation == pytest.approx(work, abs=1e-5)
    assert result.energy.relative_residual < 1e-6


def test_store_modulated_by_signals_states_and_sensors():
    m = mb.Model("signals")
    m.source, m.loop, m.store, m.mass = mb.Se(1.0), mb.J1(), mb.C("1 + 0.3*sin(other.q) + 0.1*other.e"), mb.I(1.0)
    m.source >> m.loop >> [m.store, m.mass]
    m.second, m.other, m.inertia = mb.J1(), mb.C(1.0, q0=1.0), mb.I(1.0)
    m.second >> [m.other, m.inertia]
    result = m.simulate(2.0, tolerance=1e-10, points=401)
    capacity = 1 + 0.3 * np.sin(np.cos(result.time)) + 0.1 * np.cos(result.time)
    effort = result["store.e"]
    assert result["store.q"] == pytest.approx(capacity * effort, abs=1e-8)
    rate = -(effort**2) / 2 * np.gradient(capacity, result.time)
    work = np.concatenate([[0.0], np.cumsum((rate[1:] + rate[:-1]) / 2 * np.diff(result.time))])
    assert result.energy.modulation == pytest.approx(work, abs=1e-4)
    assert result.energy.relative_residual < 1e-7


def test_an_event_that_changes_a_store_puts_energy_in():
    """A charge of 1 C on 1 F, at time 1 on 2 F: half of ½ J leaves, and stands under jumps."""
    m = mb.Model("event")
    m.capacity = mb.Discrete(start=1.0)
    m.store, m.hold = mb.C("capacity", q0=1.0), mb.Wall()
    m.hold >> m.store
    m.when("time > 1", {m.capacity: 2.0})
    result = m.simulate(2.0, points=5)
    assert result["store.e"] == pytest.approx([1.0, 1.0, 1.0, 0.5, 0.5])
    assert result.energy.stored[-1] == pytest.approx(0.25)
    assert result.energy.jumps[-1] == pytest.approx(-0.25)
    assert np.abs(result.energy.residual).max() < 1e-12


def test_a_capacity_of_its_own_charge_is_a_nonlinear_law():
    """e = q/(1 + q²/10) has the energy 5 ln(1 + q²/10), not ½ q e: what went in counts."""
    m = one_store(mb.Sf(1.0), mb.J0(), mb.C("1 + 0.1*store.q**2"))
    result = m.simulate(3.0, tolerance=1e-10, points=31)
    assert result.energy.stored == pytest.approx(5 * np.log(1 + result.time**2 / 10), abs=1e-7)
    assert not result.stats.doubts


@pytest.mark.parametrize(
    "two_port",
    [mb.TF("2 + sin(time)"), mb.GY("2 + sin(5*time)"), mb.TF("1 + 0.5*load.p"), mb.TF("2 + time", form="effort")],
    ids=["time", "gyrator", "state", "effort form"],
)
def test_modulated_two_ports_conserve_power(two_port):
    m = mb.Model("ratio")
    m.source, m.first, m.two_port, m.second = mb.Se(1.0), mb.J1(), two_port, mb.J1()
    m.rotor, m.loss, m.load, m.drag = mb.I(1.0), mb.R(0.3), mb.I(2.0), mb.R("0.1 + 0.05*time")
    m.source >> m.first >> [m.rotor, m.loss]
    m.first >> m.two_port >> m.second >> [m.load, m.drag]
    result = m.simulate(3.0, tolerance=1e-10, points=31)
    into, out = (result[f"two_port.{p}.e"] * result[f"two_port.{p}.f"] for p in "ab")
    assert into == pytest.approx(out, abs=1e-9)
    assert result.energy.relative_residual < 1e-6
    assert not result.energy.modulation.any()


def test_the_reference_temperature_of_a_heat_store_stays():
    m = mb.Model("heat")
    m.store, m.heater = mb.ThermalCapacitor(10.0, T0="300 + time"), mb.HeatSource(5.0)
    m.heater >> m.store
    with pytest.raises(mb.ModelError, match=r"store.T0.*changes in a run.*HeatSource"):
        m.simulate(1.0)


def test_a_declaration_of_ones_own_stays_constant_too_and_is_kept_in_files():
    class Stiff(mb.Model):
        """A spring between walls."""

        c = mb.Parameter(2.0, "N/m", constant="use a C with an expression", description="stiffness")

        def build(self):
            self.spring, self.hold = mb.C(1 / self.c), mb.Wall()
            self.hold >> self.spring

    with pytest.raises(mb.ModelError, match=r"c: 1 \+ time changes in a run.*'stiffness'.*use a C with"):
        Stiff(c="1 + time").simulate(1.0)
    again = loads(dumps(Stiff()))
    assert again.declarations["c"].constant == "use a C with an expression"
    with pytest.raises(mb.ModelError, match="c: time changes in a run"):
        again.simulate(1.0, parameters={"c": "time"})
