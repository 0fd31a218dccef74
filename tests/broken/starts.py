"""Broken start values."""

import multibond as mb
from multibond import planar

from .case import doubted, parallel, refused, series


def circuit():
    return series(source=mb.Se(1), r=mb.R(1), coil=mb.I(1), store=mb.C(1))


@refused("there is no 'store.charge'", r"start of store\.charge", "there is no", "store has C, q0")
def a_start_of_an_unknown_variable():
    m = circuit()
    m.start("store.charge", 1)
    return m.simulate(1)


@refused("'3 kg' does not fit", r"start of store\.q", "compatible with C", "as in '3 C'")
def a_start_in_a_wrong_unit():
    m = circuit()
    m.start("store.q", "3 kg")
    return m.simulate(1)


@refused("cannot hold", r"source\.e = 5", "fixes it at 1", "remove it")
def a_start_of_a_source():
    m = circuit()
    m.start("source.e", 5)
    return m.simulate(1)


@refused("over-specified", r"r\.f = 2", r"conflicts with coil\.f = 1", "remove one of these")
def two_starts_that_conflict():
    m = circuit()
    m.start("coil.f", 1)
    m.start("r.f", 2)
    return m.simulate(1)


@refused("given twice", "^store", "by q0 and e0", "keep one")
def a_charge_and_a_voltage():
    return parallel(source=mb.Sf(1), store=mb.C(2, q0=1, e0=1)).simulate(1)


@refused("contradict each other", r"one\.e = 1 and two\.e = 2", "both are the same quantity", "remove one of them")
def two_capacitors_with_different_voltages():
    return parallel(one=mb.C(1, e0=1), two=mb.C(1, e0=2), r=mb.R(1)).simulate(1)


@refused("contradict each other", r"one\.f = 1 and two\.f = 2", "both are the same quantity", "remove one of them")
def two_coils_with_different_currents():
    return series(one=mb.I(1, f0=1), two=mb.I(1, f0=2), r=mb.R(1)).simulate(1)


@refused("not a finite real number", r"the start value of store\.q", "but nan", "give one below")
def a_start_that_is_no_number():
    m = circuit()
    m.start("store.q", float("nan"))
    return m.simulate(1)


@refused("cannot hold", r"r\.R = 3", "fixes it at 1", "remove it")
def a_start_of_a_parameter():
    m = circuit()
    m.start("r.R", 3)
    return m.simulate(1)


@refused("not 2", r"start of store\.q", "start values are needed", "1 start values are needed")
def a_start_with_too_many_numbers():
    m = circuit()
    m.start("store.q", [1, 2])
    return m.simulate(1)


@refused("no consistent start", r"lamp\.e = 1", "is missed by 1", "give better guesses")
def a_start_that_no_flow_has():
    m = series(source=mb.Se(1), lamp=mb.R(law="f**2 + 2"), coil=mb.I(1))
    m.start("lamp.e", 1)
    return m.simulate(1)


@refused("no steady state", r"der\(store\.q\) = 0", "a source that fills a storage for ever", "give better guesses")
def a_steady_state_that_is_none():
    return parallel(source=mb.Sf(1), store=mb.C(1)).simulate(1, steady=True)


@refused("no steady state", r"der\(mass\.p\) = 0", "a source that fills a storage for ever", "give better guesses")
def a_steady_state_of_a_falling_mass():
    return series("translational", weight=mb.Se(-9.81), mass=mb.I(1)).simulate(1, steady=True)


@refused("'always' cannot be kept", r"the state r\.f", "follows from the states", "say 'prefer'")
def a_wish_that_cannot_be_kept():
    return circuit().simulate(1, states={"r.f": "always", "coil.p": "always"})


@refused("no variable of the equations", r"the state r\.R", "but a parameter", "wish for a variable")
def a_wish_for_a_parameter():
    return circuit().simulate(1, states={"r.R": "always"})


@refused("not 'maybe'", r"the state coil\.p", "must be one of", "always, prefer, avoid, never")
def a_wish_that_is_no_wish():
    return circuit().simulate(1, states={"coil.p": "maybe"})


@refused(
    "contradict each other",
    r"hinge\.angle\.q = 0\.5 and body\.a\.phi = 1",
    "both are the same quantity",
    "remove one of them",
)
def a_hinge_held_by_two_angles():
    m = mb.Model("broken")
    m.world, m.ground, m.hinge, m.body = (
        planar.World(),
        planar.Fixed(),
        planar.Revolute(phi0=0.5),
        planar.Body(phi0=1.0),
    )
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.body.a)
    return m.simulate(1)


@refused("no finite number", r"store\.f = -1e\+300", "near the largest number", "check the values and signs of store")
def a_start_of_1e300():
    return parallel(store=mb.C(1, e0=1e300), r=mb.R(1)).simulate(1)


@refused("cannot hold", "time = 3", "fixes it at 0", "remove it")
def a_start_of_something_that_time_fixes():
    m = circuit()
    m.start("time", 3)
    return m.simulate(1)


@doubted(
    "unstable", r"hinge\.free\.f", r"grows by e in 0\.\d+ s", "start values near to the steady state that is meant"
)
def a_pendulum_that_rests_upright():
    m = mb.Model("broken")
    m.world, m.ground, m.hinge = planar.World(), planar.Fixed(), planar.Revolute(phi0=1.5)
    m.rod, m.bob = planar.Rod([1, 0]), planar.Body(1)
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.bob.a)
    return m.simulate(1, steady=True)


@doubted("start value coil.f = 2 jumps to 0", "^coil:", "fixes it there: switch open", "give a start value that fits")
def a_current_that_an_open_switch_ends_at_the_start():
    return series(coil=mb.I(1, f0=2), resistor=mb.R(1), switch=mb.Sw("time > 5")).simulate(1, impulses=True)
