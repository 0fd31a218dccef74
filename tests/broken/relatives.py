"""Relatives of what went wrong before: fields, circles, functions that swallow what is no number, laws of users."""

import random

import numpy as np

import multibond as mb
from multibond import planar

from .case import blocks, doubted, parallel, refused, series


def field(store, **given):
    m = mb.Model("broken", n=2, domain="electrical")
    m.a, m.b = mb.Parameter(0.1), mb.Parameter(0.3)
    m.source, m.node, m.store = mb.Se([1, 0]) if isinstance(store, mb.I) else mb.Sf([1, 0]), mb.J1(), store
    if isinstance(store, mb.C):
        m.other = mb.R(1)
        m.node >> m.other
    m.source >> m.node >> m.store
    return m.simulate(1, **given)


def own(laws, role="", **methods):
    kind = type("Own", (mb.Element,), {"__doc__": "An element.", "a": mb.Port(), "role": role, **methods,
                                       **({"equations": laws} if laws else {})})  # fmt: skip
    return series(part=kind(), store=mb.C(1, q0=1)).simulate(1)


@refused("not symmetric", r"^store\.I", r"0\.4\*sin\(time\) and .* 0\.5\*sin\(time\)", "make them equal")
def an_inductance_that_varies_on_one_side():
    return field(mb.I([[2, "0.5*sin(time)"], ["0.4*sin(time)", 1]]))


@refused("not symmetric", r"^store\.C", r"\[1,0\] is b and \[0,1\] is a", "make them equal")
def a_capacitance_of_two_parameters():
    return field(mb.C([[2, "a"], ["b", 1]]))


@refused("nothing determines", "^crossed", "in a circle, which any value fulfils", "put a storage or a delay")
def a_gain_that_exchanges_its_own_outputs():
    return blocks(crossed=mb.Gain([[0, 1], [1, 0]], u="crossed.y", n=2)).simulate(1)


@refused(r"nothing determines a\.y, b\.u", "^b", "computed from the others in a circle", "a measured or given signal")
def two_functions_that_say_the_same_of_each_other():
    return blocks(a=mb.Function("-u", u="b.y"), b=mb.Function("-u", u="a.y")).simulate(1)


@doubted(r"floor\(log\(f\.u\)\) has no value at 251 of 501", "^f", "log has a value for positive", r"as in log\(max")
def a_floor_of_a_logarithm_of_less_than_nothing():
    return blocks(f=mb.Function("floor(log(u))", u="time - 0.5")).simulate(1)


@doubted(r"sign\(log\(f\.u\)\) has no value", "^f: the expression", "log has a value for positive", r"as in log\(max")
def a_sign_of_no_number():
    return blocks(f=mb.Function("sign(log(u))", u="time - 0.5")).simulate(1)


@doubted(r"min\(sqrt\(f\.u\), 1\) has no value", "^f: the expression", "sqrt has a value from zero", r"sqrt\(max\(f\.u")
def a_least_of_no_number():
    return blocks(f=mb.Function("min(sqrt(u), 1)", u="time - 0.5")).simulate(1)


@doubted("beyond the limit 'upper'", "^sum", "an event set it or the limit moved", "between the limits")
def an_event_that_sets_an_integrator_beyond_its_limit():
    m = blocks(sum=mb.Integrator(y0=0.5, lower=0, upper=1, u="0"))
    m.when("time > 0.5", {"sum.y": 7})
    return m.simulate(1)


@doubted("beyond the limit 'lower'", "^sum", "the limit moved past it", "let these stand")
def a_limit_that_leaves_an_integrator_behind():
    return blocks(sum=mb.Integrator(y0=0.5, lower="time", upper=2, u="0")).simulate(1)


@refused("something else each time", r"^loss\.law", "depends on its arguments", "take random numbers, counters")
def a_law_by_lot():
    return series(loss=mb.R(law=lambda f: random.random() * f), store=mb.C(1, q0=1)).simulate(1)


@refused("with nan in it", r"^loss\.law", "which is no number", "look for 0/0")
def a_law_with_a_value_that_was_never_set():
    return series(loss=mb.R(law=lambda f: float("nan") * f), store=mb.C(1, q0=1)).simulate(1)


@refused("2 values cannot equal 1", "^loss", "wrong number of components", "one expression for each component")
def a_law_of_one_component_for_two():
    m = mb.Model("broken", n=2, domain="electrical")
    m.node, m.loss, m.store = mb.J1(), mb.R(law="3*f[0]"), mb.C(1, q0=[1, 0])
    m.node >> [m.loss, m.store]
    return m.simulate(1)


@doubted("drives what flows the other way", "^drag", "the same for both directions of f", r"as in f\*abs\(f\)")
def a_drag_that_pushes_what_moves_backwards():
    return series("translational", mass=mb.I(1, f0=-1), drag=mb.R(law="0.1*f**2")).simulate(2)


@doubted("takes heat out of its heat port", "^heater", "the entropy would fall", "a resistance above zero")
def a_resistor_that_cools():
    m = mb.Model("broken", domain="electrical")
    m.node, m.store, m.heater = mb.J1(), mb.C(1, e0=1), mb.RS(-1)
    m.body = mb.ThermalCapacitor(1, 300, domain="thermal")
    m.node >> [m.store, m.heater.a]
    m.heater.b >> m.body
    return m.simulate(1)


@refused("has no laws", "^part", "nothing is known of its efforts", r"write a method equations\(self, s\)")
def an_element_without_laws():
    return own(None)


@refused("ask for s.R", "^part: the laws of Own", "which it does not declare", r"R = mb\.Parameter")
def an_element_that_asks_for_what_it_does_not_declare():
    return own(lambda self, s: iter([(s.e, s.R * s.f)]))


@refused("has 0 laws", "^part: Own", "1 are needed: 1 of a", "one pair for each component of a port")
def an_element_with_too_few_laws():
    return own(lambda self, s: iter([]))


@refused("no role 'wizard'", "^part", "of an element", "there is storage, dissipation")
def an_element_of_an_unknown_role():
    return own(lambda self, s: iter([(s.e, 2 * s.f)]), "wizard")


@refused("the role 'storage'", "^part: Own", "no law of it has a derivative", "or the role 'dissipation' or 'source'")
def a_store_that_stores_nothing():
    return own(lambda self, s: iter([(s.e, -2 * s.f)]), "storage")


@refused("the laws of Own fail", "^part", "modulo by zero", "see mb.Element")
def an_element_whose_laws_raise():
    return own(lambda self, s: iter([(s.e, s.f / (1 // 0))]))


@doubted(r"energy that part says .* differs by", "part", "does not belong to its law", "correct one of the two")
def a_store_that_tells_a_wrong_energy():
    class Own(mb.Element):
        """A spring of stiffness 3 that counts 1."""

        role = "storage"
        a = mb.Port(causality="prefer effort")
        q = mb.Variable("flow*s")

        def equations(self, s):
            yield mb.der(s.q), s.f
            yield s.e, 3 * s.q

        def stored(self, s):
            return sum(s.q**2)

    return series(part=Own(), store=mb.C(1, q0=1), loss=mb.R(1)).simulate(1)


@doubted("so small that the tolerance does not hold", "coil.p|store.q", "where 1 is usual", "by a common factor")
def a_circuit_of_nearly_nothing():
    return series(source=mb.Se("1e-20*sin(time)"), coil=mb.I(1), loss=mb.R(1), store=mb.C(1)).simulate(10)


@doubted(
    "out by 1 of the largest energy", "by the steps of euler", "may be too long for the motion", "take shorter steps"
)
def a_solver_of_ones_own_that_is_too_rough():
    class Euler(mb.solvers.Stepwise):
        name = "euler"

        def step(self, rate, t, x, end):
            h = min(0.01, end - t)
            return t + h, x + h * rate(t, x)

    return series("translational", mass=mb.I(1, f0=1), spring=mb.C(0.01)).simulate(10, solver=Euler())


@refused("matrix of 500 × 500", r"^loss\.R", r"more than can be compiled .* \(25000\)", r"take fewer components \(n\)")
def a_matrix_of_a_quarter_of_a_million_entries():
    m = mb.Model("broken", n=500, domain="electrical")
    m.source, m.node, m.loss, m.store = mb.Se(1), mb.J1(), mb.R((np.eye(500) + 1).tolist()), mb.C(1)
    m.source >> m.node >> [m.loss, m.store]
    return m.simulate(1)


@refused("too large to be written out in symbols", "coefficients of the model", "expressions too large", "with numbers")
def the_inverse_of_a_large_matrix_in_symbols():
    m = mb.Model("broken", n=8, domain="electrical")
    m.source, m.node, m.loss, m.store = mb.Se(1), mb.J1(), mb.R((8 * np.eye(8) + 0.25).tolist()), mb.C(1)
    m.source >> m.node >> [m.loss, m.store]
    return m.state_space(symbolic=True)


@refused("is masked in places", "'flow' of Sf", "it has no value", "fill these")
def a_flow_that_is_masked():
    return parallel(source=mb.Sf(np.ma.masked), store=mb.C(1)).simulate(1)


@refused("no moment of inertia", "ball", "nothing determines how .* turns?;", "give it a moment of inertia")
def a_ball_in_the_air_that_nothing_turns():
    return _ball_without_inertia(1.0, 0.0)


@refused(r"lose contact at 0\.4905 s", "ball", "nothing determines how .* turns?;", "give it a moment of inertia")
def a_ball_that_is_lifted_off_and_nothing_turns():
    return _ball_without_inertia(0.1, 20.0)


def _ball_without_inertia(height, lift):
    m = mb.Model("broken")
    m.world, m.floor = planar.World(), planar.Fixed()
    m.ball = planar.Body(1.0, 0.0, x0=[0.0, height], v0=[1.0, 0.0])
    m.contact = planar.SpherePlane(0.1, restitution=0.3, friction=0.3)
    m.force = planar.WorldForce([0.0, f"{lift} * time"])
    m.join(m.ball.a, m.contact.a, m.force.b)
    m.join(m.contact.b, m.floor.b)
    return m.simulate(1.0)


@doubted("resistance R = -2 is negative", "^resistor:", "delivers energy", r"check the sign.*law='-2\*f'")
def a_negative_resistance():
    return series(resistor=mb.R(-2), store=mb.C(1, q0=1)).simulate(1)


@doubted("R = 1 - 2.*time falls below 0", "^resistor:", "delivers energy", "keep it above")
def a_resistance_that_becomes_negative():
    return series(resistor=mb.R("1 - 2*time"), store=mb.C(1, q0=1)).simulate(1)


@doubted(
    "compliance C = -0.001 is negative", "^store:", "less energy than nothing", r"check the sign.*law='q/\(-0.001\)'"
)
def a_negative_capacitance_by_a_parameter():
    return series(resistor=mb.R(1), store=mb.C(1e-3, q0=1)).simulate(1e-3, parameters={"store.C": -1e-3})


@doubted("inertia or inductance I = -2 is negative", "^mass:", "less energy than nothing", "check the sign")
def a_negative_mass_by_an_expression():
    m = series(damper=mb.R(1), mass=mb.I("m - 3", f0=1))
    m.m = mb.Parameter(1.0)
    return m.simulate(1)


@doubted("field I is negative along a direction", "^store:", "less energy than nothing", "check the sign")
def coils_coupled_more_than_wholly():
    return field(mb.I([[1, 2], [2, 1]]))
