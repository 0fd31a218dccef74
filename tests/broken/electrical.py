"""Broken circuits."""

import multibond as mb

from .case import parallel, refused, series


@refused(
    "two effort sources", "battery and supply", "meet on the 0-junction node", "remove one of them, or put a resistance"
)
def two_batteries_in_parallel():
    return parallel(battery=mb.Se(12), supply=mb.Se(24), lamp=mb.R(5)).simulate(1)


@refused(
    "two flow sources", "first and second", "meet on the 1-junction node", "remove one of them, or put a compliance"
)
def two_current_sources_in_series():
    return series(first=mb.Sf(1), second=mb.Sf(2), coil=mb.I(1)).simulate(1)


@refused("are singular", r"minus\.R = -2, plus\.R = 2", "coefficients cancel", "change one of these values")
def resistors_that_cancel():
    return series(source=mb.Se(1), plus=mb.R(2), minus=mb.R(-2)).simulate(1)


@refused("are singular", r"minus\.G = -2, plus\.G = 2", "coefficients cancel", "change one of these values")
def conductors_that_cancel():
    return parallel(source=mb.Sf(1), plus=mb.G(2), minus=mb.G(-2)).simulate(1)


@refused("are singular", r"plus\.R = 2, x = 1", "coefficients cancel", "change one of these values")
def resistors_that_cancel_by_a_parameter():
    m = series(x=mb.Parameter(2.0), source=mb.Se(1), plus=mb.R(2), minus=mb.R("-2*x"))
    return m.simulate(1, parameters={"x": 1})


@refused("is singular", r"the matrix field\.R", "rows depend on each other", "a matrix of full rank")
def a_resistance_matrix_of_rank_one():
    m = mb.Model("broken", domain="electrical", n=2)
    m.source, m.node, m.field = mb.Se([1, 2]), mb.J1(), mb.R([[1, 2], [2, 4]])
    m.source >> m.node >> m.field
    return m.simulate(1)


@refused("is singular", r"the matrix field\.I", "rows depend on each other", "a matrix of full rank")
def an_inductance_matrix_of_rank_one():
    m = mb.Model("broken", domain="electrical", n=2)
    m.source, m.node, m.field, m.loss = mb.Se([1, 2]), mb.J1(), mb.I([[1, 2], [2, 4]]), mb.R(1)
    m.source >> m.node >> [m.field, m.loss]
    return m.simulate(1)


@refused("not symmetric", r"field\.C", "a field that stores energy", "make them equal")
def a_capacitance_matrix_that_is_not_symmetric():
    m = mb.Model("broken", domain="electrical", n=2)
    m.source, m.node, m.field = mb.Sf([1, 2]), mb.J0(), mb.C([[1, 0.5], [0, 1]])
    m.source >> m.node >> m.field
    return m.simulate(1)


@refused("two effort sources", "battery and short", "meet on the 0-junction", "remove one of them, or put a resistance")
def a_battery_that_is_shorted():
    return parallel(battery=mb.Se(12), short=mb.R(0)).simulate(1)


@refused("singular", "ideal switch switch", "fix a flow while they are open", "use the leaky Sw2")
def a_current_source_into_an_open_switch():
    return series(source=mb.Sf(1), switch=mb.Sw("time > 0.5"), coil=mb.I(1)).simulate(1)


@refused(r"cannot change at 0\.5 s", "ideal switch switch", "an effort while they are closed", "use the leaky Sw2")
def a_switch_across_a_battery():
    return parallel(battery=mb.Se(12), switch=mb.Sw("time > 0.5"), lamp=mb.R(5)).simulate(1)


@refused("is not bonded", "^forgotten", "port 'a'", "bond it .* or remove")
def a_bond_that_is_missing():
    m = mb.Model("broken", domain="electrical")
    m.source, m.node, m.coil, m.forgotten = mb.Se(1), mb.J1(), mb.I(1), mb.R(1)
    m.source >> m.node >> m.coil
    return m.simulate(1)


@refused("is not bonded", "^trafo", "port 'b'", "bond it .* or remove")
def a_transformer_with_a_free_end():
    m = mb.Model("broken", domain="electrical")
    m.source, m.trafo = mb.Se(1), mb.TF(2)
    m.source >> m.trafo
    return m.simulate(1)


@refused("already bonded", "^resistor", "no other free one", "join several bonds with a 0- or 1-junction")
def a_resistor_with_two_bonds():
    m = mb.Model("broken", domain="electrical")
    m.one, m.two, m.resistor = mb.J1(), mb.J1(), mb.R(1)
    m.one >> m.resistor
    m.two >> m.resistor
    return m.simulate(1)


@refused("both determine the flow", "trafo and load", "of the 1-junction coil", "remove one of them")
def a_transformer_of_ratio_zero():
    m = mb.Model("broken", domain="electrical")
    m.source, m.trafo, m.coil = mb.Sf(1), mb.TF(0), mb.J1()
    m.load = mb.Sf(2)
    m.source >> m.trafo >> m.coil
    m.load >> m.coil
    return m.simulate(1)


@refused(
    "do not determine anything of their own",
    "^second",
    "redundant or the position is singular",
    "remove the part that repeats",
)
def a_loop_of_transformers_with_gain_one():
    m = mb.Model("broken", domain="electrical")
    m.one, m.two, m.first, m.second = mb.J0(), mb.J0(), mb.TF(1), mb.TF(1)
    m.store = mb.C(1)
    m.one >> m.first >> m.two
    m.two >> m.second >> m.one
    m.one >> m.store
    return m.simulate(1)


@refused("joins cardinality 1", r"node\.a to 3 at wide\.a", "cardinality 1 .* to 3", "give both the same n")
def vector_meets_scalar():
    m = mb.Model("broken", domain="electrical")
    m.source, m.node, m.wide = mb.Se(1), mb.J1(), mb.R(1, n=3)
    m.source >> m.node >> m.wide
    return m.simulate(1)


@refused(
    "the translational domain of mass", "^mass", "meets the electrical domain of source", "couple them by a gyrator"
)
def electrical_meets_mechanical():
    m = mb.Model("broken")
    m.source, m.node, m.mass = mb.Se(1, domain="electrical"), mb.J1(), mb.I(1, domain="translational")
    m.source >> m.node >> m.mass
    return m.simulate(1)


@refused(
    "the value -1e-14",
    r"^diode\.Is",
    "must be greater than 0, for it is the saturation current",
    "give another one, in A",
)
def a_negative_saturation_current():
    return series(source=mb.Se(1), diode=mb.ExponentialDiode(Is=-1e-14), r=mb.R(1)).simulate(1)


@refused("cannot be zero", "^diode", "which way the flow may pass", "give 1 or -1")
def a_diode_without_direction():
    return series(source=mb.Se(1), diode=mb.D(direction=0), r=mb.R(1)).simulate(1)


@refused("the value -1", r"^diode\.Ron", "at least 0, for it is the resistance", "give another one, in Ω")
def a_diode_of_negative_resistance():
    return series(source=mb.Se("sin(time)"), diode=mb.D2(Ron=-1), r=mb.R(0.5)).simulate(1)


@refused(
    "the stroke of bond 1 is forced",
    "^source",
    "source puts it at the head",
    "remove the forced stroke or turn it round",
)
def a_stroke_that_cannot_be():
    m = mb.Model("broken", domain="electrical")
    m.source, m.node, m.coil = mb.Se(1), mb.J1(), mb.I(1)
    m.bond(m.source, m.node, stroke="tail")
    m.node >> m.coil
    return m.simulate(1)


@refused(
    "the stroke of bond 2 is forced",
    "^node",
    "battery puts it at the head",
    "remove the forced stroke or turn it round",
)
def a_stroke_at_a_conductor_that_cannot_be():
    m = mb.Model("broken", domain="electrical")
    m.battery, m.node, m.lamp = mb.Se(12), mb.J0(), mb.R(5)
    m.battery >> m.node
    m.bond(m.node, m.lamp, stroke="tail")
    return m.simulate(1)


@refused(
    "no finite number",
    r"source\.effort = 1e\+300",
    "near the largest number there is",
    "check the values and signs of source",
)
def a_huge_voltage():
    return series(source=mb.Se(1e300), coil=mb.I(1e-10), r=mb.R(1)).simulate(1)


@refused("step size collapsed", r"store\.q of store", "changes fastest", "check the laws and signs around store")
def a_tiny_capacitor():
    return series(source=mb.Se(1), store=mb.C(1e-300), r=mb.R(1)).simulate(1)


@refused(
    "no finite number",
    r"active\.e = -",
    "negative resistance .* grows without bound",
    "check the values and signs of active",
)
def a_resistor_that_feeds_itself():
    return series(source=mb.Se(1), coil=mb.I(1), active=mb.R(-1000)).simulate(10)


@refused("not 'nnp'", "^transistor", "'polarity'", "must be one of npn, pnp")
def a_transistor_of_unknown_polarity():
    m = mb.Model("broken", domain="electrical")
    m.supply, m.transistor, m.drive = mb.Se(5), mb.BJT(polarity="nnp"), mb.Se(1)
    m.supply >> m.transistor.c
    m.drive >> m.transistor.b
    return m.simulate(1)


@refused("there is no 'left'", r"^diode\.direction", "there is no 'left'", "there is source")
def a_diode_with_a_word_that_is_a_number():
    return series(source=mb.Se(1), diode=mb.D2(direction="left"), r=mb.R(1)).simulate(1)
