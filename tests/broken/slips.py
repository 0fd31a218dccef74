"""Slips of the pen: relations, conditions, tables, functions and units that are not what was meant."""

import multibond as mb
from multibond import planar, sampled

from .case import doubted, refused, series


def circuit(**parts):
    return series(source=mb.Se(1), resistor=mb.R(1), store=mb.C(1), **parts)


@refused(
    "gives 2 values, but 1 must be zero", r"^part\.relation", "one for each component", "write as many expressions"
)
def a_relation_with_a_value_too_many():
    return circuit(part=mb.R(relation=["e - f", "e - 2*f"])).simulate(1)


@refused("says nothing about e and f", r"^part\.relation", "component 0 has no law", "write what is zero, such as")
def a_relation_about_nothing():
    return circuit(part=mb.R(relation="time - 1")).simulate(1)


@refused("does not change in a run", "event when 3", "never becomes true and nothing happens", "compare what changes")
def an_event_that_never_comes():
    m = circuit()
    m.when("3", {"store.q": 0})
    return m.simulate(1)


@refused("fires is not connected", "^push", "a condition asks for it", r"as in EnergyInjection\(fires=")
def an_explosion_that_nobody_fires():
    m = mb.Model("broken")
    m.world, m.ball, m.push = planar.World(), planar.Body(1), planar.EnergyInjection(1)
    m.join(m.ball.a, m.push.a)
    return m.simulate(1)


@refused("no elements", "^broken", "only events and discrete values", "add what they belong to, or a Clock")
def a_sampler_of_nothing():
    m = mb.Model("broken")
    m.hold = sampled.SampleHold(0.1, u="time")
    return m.simulate(1)


@refused("must increase", "^table", "the same point twice is a jump", "sort them together with their values")
def a_table_out_of_order():
    return circuit(table=mb.LookupTable([0, 2, 1], [1, 2, 3], u="store.e")).simulate(1)


@refused("as many rows, not 3 and 2", "^table", "two or more points", "give one for each point")
def a_table_of_two_inputs_with_a_row_missing():
    part = mb.LookupTable2([0, 1], [0, 1, 2], [[1, 2], [3, 4]], u1="store.e", u2="store.e")
    return circuit(table=part).simulate(1)


@refused("calls 'mod'", r"^source\.effort", "no function here", r"write a - b\*floor")
def a_remainder_by_name():
    return series(source=mb.Se("mod(time, 1)"), resistor=mb.R(1)).simulate(1)


@refused("calls 'ceil'", r"^source\.effort", "no function here", r"write -floor\(-x\)")
def a_ceiling_by_name():
    return series(source=mb.Se("ceil(time)"), resistor=mb.R(1)).simulate(1)


@refused("cannot be read", r"^source\.effort", "no sense", "a choice is written as in Python")
def a_choice_as_in_a_spreadsheet():
    return series(source=mb.Se("if(time > 1, 2, 3)"), resistor=mb.R(1)).simulate(1)


@refused(r"store\.e\*resistor\.f is in W", "^power", "is said to be in V", "correct the unit")
def a_power_in_volts():
    m = circuit()
    m.output("power", "store.e*resistor.f", "V")
    return m.simulate(1)


@refused("the unit V does not fit", "output 'current'", r"resistor\.f is in A", "write A, or name the variable")
def a_current_in_volts():
    m = circuit()
    m.output("current", "resistor.f", "V")
    return m.simulate(1)


@refused("'closed' has 2 conditions", "^switch", "switch together", "give one, or a switch for each")
def a_switch_of_two_conditions():
    m = mb.Model("broken", n=2, domain="electrical")
    m.source, m.node, m.switch, m.resistor = mb.Se([1, 2]), mb.J1(), mb.Sw(["time > 1", "time > 2"]), mb.R(1)
    m.source >> m.node >> [m.switch, m.resistor]
    return m.simulate(1)


@refused("2 components but 1 strokes", r"node\.a >> store\.a", "components but", "give one for all, such as 'head'")
def a_stroke_too_few():
    m = mb.Model("broken", n=2, domain="electrical")
    m.source, m.node, m.store, m.resistor = mb.Se([1, 2]), mb.J1(), mb.C(1), mb.R(1)
    m.source >> m.node >> m.resistor
    m.bond(m.node, m.store, stroke=["tail"])
    return m.simulate(1)


@refused(
    r"slope of root by store\.q", "root", "has no finite value at this operating point", r"choose another point \(at="
)
def a_linearisation_at_the_end_of_a_root():
    m = circuit()
    m.output("root", "sqrt(store.e)")
    return m.linearize()


@refused(
    r"r\.R does not change in a run", "event when time > 0.5", "is a state or a Discrete", "an expression of a Discrete"
)
def an_event_that_sets_a_resistance():
    m = series(s=mb.Se(1), r=mb.R(1), c=mb.C(1))
    m.when("time > 0.5", {"r.R": 2})
    return m.simulate(1)


@refused("not part", "^broken", "join takes frames such as", r"bond it, as in part >> hinge\.drive")
def a_resistor_that_is_joined():
    m = mb.Model("broken")
    m.world, m.rod, m.part = planar.World(), planar.Rod([1, 0]), mb.R(1)
    m.join(m.rod.b, m.part)
    return m.simulate(1)


@refused("the stroke of bond 1 is forced", "^source", "puts it at the head", "remove the")
def equations_against_a_forced_stroke():
    m = mb.Model("broken", domain="electrical")
    m.source, m.node, m.resistor, m.store = mb.Se(1), mb.J1(), mb.R(1), mb.C(1)
    m.bond(m.source, m.node, stroke="tail")
    m.node >> [m.resistor, m.store]
    return m.equations()


@refused("engaged lies above 1", "^brake", "the part of torque that acts", "give a larger torque")
def a_brake_engaged_five_times():
    return series("rotational", rotor=mb.I(1, p0=3), brake=mb.Brake(1, engaged=5)).simulate(1)


@doubted("engaged lies above 1", "^brake", "first at 0.3", "keep it between 0 and 1")
def a_pedal_pressed_beyond_all_measure():
    return series("rotational", rotor=mb.I(1, p0=3), brake=mb.Brake(1, engaged="3*time")).simulate(1)


@refused(r"slope of der\(tank\.q\)", r"tank\.q", "has no finite value at this operating point", "choose another point")
def a_linearisation_where_the_slope_of_what_is_solved_for_ends():
    return series("hydraulic", source=mb.Se(0), valve=mb.R(law="f*abs(f)"), tank=mb.C(1)).linearize()
