"""The mechanics form: equal to the equations of textbooks, and to the compiled right-hand sides of the bank."""

from __future__ import annotations

import pytest
import sympy

import multibond as mb
from multibond import planar, spatial
from multibond.bank.crane_crab import CraneCrab
from multibond.equations.formulation import formulation
from multibond.equations.opened import inertias
from multibond.errors import MultibondError
from picture.mechanics_check import Printed

MECHANISMS = [
    "bicycle", "bicycle_benchmark", "bricard", "parallelogram", "boudon_pendulum", "boudon_slider_crank",
    "boudon_slider_crank_hyperstatic", "bouncing_mass", "cartesian_pendulum",
    "centrifugal_governor", "crane_crab",
    "crane_crab_3d", "crane_crab_wrapped", "dc_motor", "double_pendulum", "double_pendulum_3d", "four_bar",
    "free_body_planar", "gyroscope", "hydraulic_servo", "kinematic_loop", "kinematic_loop_slider", "modin_three_mass",
    "newtons_cradle_soft", "planar_four_bar", "planar_loop", "planar_pendulum", "planar_pendulum_damped",
    "planar_slider_crank", "quarter_car", "robot", "rolling_marble", "spherical_spring", "three_body",
]  # fmt: skip


def compiled_alike(name):
    """From the printed M, h, Q, constraints and rates alone, the rate of every state at a time of a run."""
    model = mb.load(name)
    result = model.simulate(0.3, points=3, tolerance=1e-12)  # they are alike where the constraints hold
    equations = model.equations(form="mechanics")
    worst, missing = Printed(equations, result).error(2)
    assert worst < 1e-12
    assert not missing
    return model, equations


def test_the_printed_equations_of_a_suspension_are_the_compiled_ones():
    compiled_alike("double_wishbone")  # three closed loops in space: longer than a page


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_printed_equations_are_the_compiled_ones(name):
    """And what has up to three bodies fits on a page of 85 lines of 120 characters."""
    model, equations = compiled_alike(name)
    bodies = {path.rpartition(".")[0] for path, _ in inertias(formulation(model).system())}
    if len(bodies) <= 3:
        assert sum(1 + len(line) // 120 for line in equations.text().splitlines()) <= 85


def names(text):
    return [sympy.Symbol(name, real=True) for name in text.split()]


def zero(matrix):
    """Whether all entries vanish: polynomials in sines and cosines, whose squares add up to one."""
    return all(vanishes(sympy.expand(sympy.expand_trig(entry))) for entry in matrix)


def vanishes(entry):
    for turn in sorted(entry.atoms(sympy.sin), key=str):
        entry = sympy.expand(entry.replace(lambda x, s=turn: x.is_Pow and x.base == s and x.exp > 1, even_powers))
    return entry == 0


def even_powers(power):
    angle = power.base.args[0]
    return (1 - sympy.cos(angle) ** 2) ** (power.exp // 2) * power.base ** (power.exp % 2)


def test_the_double_pendulum_is_that_of_the_books():
    found = mb.load("double_pendulum").equations(form="mechanics").sympy()
    m1, m2, a, b, g, one, two, w1, w2 = names("m1 m2 a b g phi1 phi2 der(phi1) der(phi2)")
    hanging = dict(zip(names("r1[0] r1[1] r2[1]"), (0, -a, -b), strict=True))
    cosine, sine = sympy.cos(two), sympy.sin(two)
    coupled = m2 * (b**2 + a * b * cosine)
    mass = sympy.Matrix([[m1 * a**2 + m2 * (a**2 + b**2 + 2 * a * b * cosine), coupled], [coupled, m2 * b**2]])
    lower = m2 * g * b * sympy.sin(one + two)
    gravity = sympy.Matrix([(m1 + m2) * g * a * sympy.sin(one) + lower, lower])
    turning = m2 * a * b * sine * sympy.Matrix([-2 * w1 * w2 - w2**2, w1**2])
    assert zero(found["M"].subs(hanging) - mass)
    assert zero(found["gravity"].subs(hanging) - gravity)
    assert zero(found["coriolis"].subs(hanging) - turning)
    assert zero(found["Q"])


def test_the_cart_pendulum_is_that_of_the_books():
    found = CraneCrab(r=[0.0, -2.0]).equations(form="mechanics").sympy()
    cart, m, g, phi, w, r = names("m_crab m_load g phi der(phi) r[1]")
    length = sympy.Symbol("length", real=True)
    coupled = m * length * sympy.cos(phi)
    mass = sympy.Matrix([[cart + m, coupled], [coupled, m * length**2]])
    assert zero(found["M"].subs(r, -length) - mass)
    assert zero(found["coriolis"].subs(r, -length) - sympy.Matrix([-m * length * w**2 * sympy.sin(phi), 0]))
    assert zero(found["gravity"].subs(r, -length) - sympy.Matrix([0, m * g * length * sympy.sin(phi)]))


def test_the_damped_pendulum_is_that_of_the_books():
    equations = mb.load("planar_pendulum_damped").equations(form="mechanics")
    found = equations.sympy()
    assert found["M"].shape == (1, 1)
    velocity = sympy.Symbol("der(phi)", real=True)
    damping = -sympy.diff(found["dampers"][0], velocity)
    assert damping.is_Symbol and zero(found["dampers"] + sympy.Matrix([damping * velocity]))
    # gravity is the slope of a potential m g y, and M is m times the square of the lever
    phi = sympy.Symbol("phi", real=True)
    assert zero(sympy.Matrix([sympy.diff(found["gravity"][0], phi, 2) + found["gravity"][0]]))


def test_the_gyroscope_obeys_euler():
    """About its fixed point: J dw/dt + w × J w = r × weight, with J of the rotor and of its mass on the rod."""
    found = mb.load("gyroscope").equations(form="mechanics").sympy()
    m, g, r, i1, i2, i3 = names("m g r[0] I[0] I[1] I[2]")
    w = sympy.Matrix(names("w[0] w[1] w[2]"))
    q0, q1, q2, q3 = names("Q[0] Q[1] Q[2] Q[3]")
    inertia = sympy.diag(i1, i2 + m * r**2, i3 + m * r**2)
    upward = sympy.Matrix([2 * (q1 * q2 + q0 * q3), 1 - 2 * (q1**2 + q3**2), 2 * (q2 * q3 - q0 * q1)])
    assert zero(found["M"] - inertia)
    assert zero(found["coriolis"] - w.cross(inertia * w))
    assert zero(found["gravity"] - sympy.Matrix([r, 0, 0]).cross(m * g * upward))


def test_the_slider_crank_is_that_of_the_books():
    """A crank and a connecting rod without mass, a piston that slides: two angles, and the height of the pin as row."""
    found = mb.load("planar_slider_crank").equations(form="mechanics").sympy()
    r, l, m, piston, inertia, g = names("crank_length rod_length m_drive m_piston J_drive g")
    one, two, w1, w2 = names("phi crank_pin.phi der(phi) der(crank_pin.phi)")
    height = r * sympy.sin(one) + l * sympy.sin(one + two)
    place = sympy.Matrix([r * sympy.cos(one) + l * sympy.cos(one + two), height])
    pin = sympy.Matrix([r * sympy.cos(one), r * sympy.sin(one)])
    q, u = sympy.Matrix([one, two]), sympy.Matrix([w1, w2])
    kinetic = (piston * (place.jacobian(q) * u).dot(place.jacobian(q) * u) + inertia * w1**2) / 2
    kinetic += m * (pin.jacobian(q) * u).dot(pin.jacobian(q) * u) / 2
    mass = sympy.hessian(kinetic, (w1, w2))
    momentum = sympy.Matrix([kinetic.diff(w) for w in u])
    turning = momentum.jacobian(q) * u - sympy.Matrix([kinetic.diff(x) for x in q])
    potential = g * (m * pin[1] + piston * place[1])
    assert zero(found["M"] - mass)
    assert zero(found["coriolis"] - turning)
    assert zero(found["gravity"] - sympy.Matrix([potential.diff(x) for x in q]))
    assert zero(found["position"] - sympy.Matrix([height]))
    assert zero(found["velocity"] + sympy.Matrix([height]).jacobian(q) * u)
    assert zero(found["directions"] - found["velocity"].jacobian(u).T)


def test_the_four_bar_is_that_of_the_books():
    """Three bars in a row from one bearing, whose end is held at the other: Lagrange's equations of the open chain."""
    found = mb.load("planar_four_bar").equations(form="mechanics").sympy()
    crank, half1, coupler, half2, rocker, half3, ground = names(
        "crank.r[0] crank_half.r[0] coupler.r[0] coupler_half.r[0] rocker.r[0] rocker_half.r[0] right.r[0]"
    )
    m1, m2, m3, g = names("m_crank m_coupler m_rocker g")
    q = sympy.Matrix(names("phi hinge2.phi hinge3.phi"))
    u = sympy.Matrix(names("der(phi) der(hinge2.phi) der(hinge3.phi)"))
    angle1, angle2, angle3 = q[0], q[0] + q[1], q[0] + q[1] + q[2]

    def along(angle):
        return sympy.Matrix([sympy.cos(angle), sympy.sin(angle)])

    pin = (crank + half1) * along(angle1)
    joint = pin + (coupler + half2) * along(angle2)
    centres = [half1 * along(angle1), pin + half2 * along(angle2), joint - rocker * along(angle3)]
    end = joint - (rocker + half3) * along(angle3)
    spins = [u[0], u[0] + u[1], u[0] + u[1] + u[2]]
    lengths = (1, 3, sympy.Rational(5, 2))  # of the bars, in their moments of inertia m l²/12
    kinetic, potential = 0, 0
    for m, centre, spin, length in zip((m1, m2, m3), centres, spins, lengths, strict=True):
        velocity = centre.jacobian(q) * u
        kinetic += m * velocity.dot(velocity) / 2 + m * sympy.Integer(1) * length**2 / 12 * spin**2 / 2
        potential += m * g * centre[1]
    momentum = sympy.Matrix([kinetic.diff(w) for w in u])
    turning = momentum.jacobian(q) * u - sympy.Matrix([kinetic.diff(x) for x in q])
    assert zero(found["M"] - sympy.hessian(kinetic, list(u)))
    assert zero(found["coriolis"] - turning)
    assert zero(found["gravity"] - sympy.Matrix([potential.diff(x) for x in q]))
    gap = end - sympy.Matrix([ground, 0])
    assert zero(found["position"] + gap)
    assert zero(found["velocity"] - (gap.jacobian(q) * u)) or zero(found["velocity"] + gap.jacobian(q) * u)


def test_the_rolling_marble_is_that_of_the_books():
    """About its contact a ball has the inertia I + m r², but about the normal n it has I; nothing is gyroscopic."""
    found = mb.load("rolling_marble").equations(form="mechanics").sympy()
    inertia, m, r = names("I m radius")
    q0, q1, q2, q3 = names("Q[0] Q[1] Q[2] Q[3]")
    normal = sympy.Matrix([2 * (q1 * q2 + q0 * q3), 1 - 2 * (q1**2 + q3**2), 2 * (q2 * q3 - q0 * q1)])
    wanted = (inertia + m * r**2) * sympy.eye(3) - m * r**2 * normal * normal.T
    unit = {q0**2: 1 - q1**2 - q2**2 - q3**2}
    assert zero((found["M"] - wanted).expand().subs(unit).expand().subs(unit))
    assert zero(found["coriolis"])


def test_three_masses_on_springs_have_their_matrix():
    found = mb.load("modin_three_mass").equations(form="mechanics").sympy()
    assert found["M"].is_diagonal() and all(entry.is_Symbol for entry in found["M"].diagonal())


@pytest.mark.parametrize("name", ["rlc", "two_tanks", "heat_conduction", "reaction_abc"])
def test_what_is_no_mechanism_is_refused(name):
    with pytest.raises(MultibondError, match="no mechanism"):
        mb.load(name).equations(form="mechanics")


@pytest.mark.parametrize("name", ["bouncing_ball", "newtons_cradle"])
def test_contacts_have_no_one_form(name):
    with pytest.raises(MultibondError, match="touches"):
        mb.load(name).equations(form="mechanics")


def test_a_driven_pivot_and_a_motor_act_on_a_pendulum():
    """A pivot that is moved comes in with its acceleration; a motor without inductance as a torque and a damping."""
    m = mb.Model("driven")
    m.world, m.ground, m.slider = planar.World(), planar.Fixed(), planar.Prismatic(actuated=True)
    m.drive, m.hinge = mb.Sf("sin(3*time)", domain="translational"), planar.Revolute(actuated=True)
    m.rod, m.body = planar.Rod([0.0, -1.0]), planar.Body(2.0, 0.1)
    m.supply, m.armature = mb.Se("U", domain="electrical"), mb.J1(domain="electrical")
    m.U = mb.Parameter(12.0, "V")
    m.winding, m.motor = mb.R(0.5), mb.GY(0.2)
    m.join(m.ground.b, m.slider.a)
    m.join(m.slider.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.body.a)
    m.drive >> m.slider.drive
    m.supply >> m.armature >> m.winding
    m.armature >> m.motor >> m.hinge.drive
    found = m.equations(form="mechanics").sympy()
    mass, inertia, g, time, phi, w, voltage = names("m I g time phi der(phi) U")
    (resistance,) = names("R")
    ratio = next(x for x in found["Q"].free_symbols if str(x).endswith("M"))
    assert zero(found["M"] - sympy.Matrix([inertia + mass]))
    assert zero(found["coriolis"] - sympy.Matrix([3 * mass * sympy.cos(3 * time) * sympy.cos(phi)]))
    assert zero(found["gravity"] - sympy.Matrix([mass * g * sympy.sin(phi)]))
    assert zero(found["applied"] - sympy.Matrix([ratio * (voltage - ratio * w) / resistance]))


def test_a_law_of_its_own_for_a_momentum_is_refused():
    m = mb.Model("fast", domain="translational")
    m.j, m.mass, m.force = mb.J1(), mb.I(law="p/(1 + p**2)**0.5"), mb.Se(1.0)
    m.force >> m.j >> m.mass
    with pytest.raises(MultibondError, match="no mass matrix"):
        m.equations(form="mechanics")


def test_another_form_is_refused():
    with pytest.raises(MultibondError, match="mechanics"):
        mb.load("rlc").equations(form="mechanic")


def test_latex_has_balanced_braces_and_environments():
    for name in ("double_pendulum", "planar_slider_crank", "gyroscope", "four_bar"):
        latex = mb.load(name).equations(form="mechanics").latex()
        assert latex.count("{") == latex.count("}")
        assert latex.count(r"\begin") == latex.count(r"\end")
        assert latex.count(r"\left") == latex.count(r"\right")


@pytest.mark.parametrize("form", ["mechanics", "states"])
def test_values_that_a_run_refuses_are_refused_here_too(form):
    class Turned(mb.Model):
        turn, mass = mb.Parameter(0.5), mb.Parameter(1.0, "kg")

        def build(self):
            self.world, self.ground = spatial.World(), spatial.Fixed()
            self.joint = spatial.Universal([1, 0, 0], ["turn", 1, 0])
            self.rod, self.body = spatial.Rod([1, 0, 0]), spatial.Body("mass", [0.1, 0.1, 0.1])
            self.join(self.ground.b, self.joint.a)
            self.join(self.joint.b, self.rod.a)
            self.join(self.rod.b, self.body.a)

    model = Turned()
    assert model.equations({"turn": 0.4}, form=form).text()
    with pytest.raises(mb.ModelError, match=r"^joint\.axis_b: .*is parallel to axis_a"):
        model.equations({"turn": 1e9}, form=form)
    with pytest.raises(mb.ModelError, match=r"^body\.m: the mass of a body must be greater than 0"):
        model.equations({"mass": 0.0}, form=form)
