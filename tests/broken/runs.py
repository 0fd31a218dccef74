"""Runs that cannot be, and names, units and parameters that are wrong."""

import multibond as mb

from .case import blocks, doubted, parallel, refused, series


def circuit():
    return series(source=mb.Se(1), resistor=mb.R(1), coil=mb.I(1), store=mb.C(1))


@refused("the stop time -1 s", "stop time", "behind the start time 0 s", "must lie behind")
def a_stop_before_the_start():
    return circuit().simulate(-1)


@refused("not 'soon'", "the stop time", "of seconds", "must be a finite number")
def a_stop_that_is_a_word():
    return circuit().simulate("soon")


@refused("not 1", "output points", "a whole number", "from 2 on")
def one_output_point():
    return circuit().simulate(1, points=1)


@refused("the grid", "grid", "increasing", "must be one or more finite")
def a_grid_that_goes_back():
    return circuit().simulate(grid=[0, 2, 1])


@refused("not 0", "the tolerance", "by which a step may be wrong", "take 1e-6")
def a_tolerance_of_zero():
    return circuit().simulate(1, tolerance=0)


@refused("the tolerance 1e-18", "tolerance", "below the rounding of numbers", "take 1e-12 or more")
def a_tolerance_below_rounding():
    return circuit().simulate(1, tolerance=1e-18)


@refused("not 3", "the tolerance", "by which a step may be wrong", "take 1e-6")
def a_tolerance_above_one():
    return circuit().simulate(1, tolerance=3)


@refused("no solver 'ode45'", "solver", "there is no", "call 'ode45' is 'dop853' here")
def an_unknown_solver():
    return circuit().simulate(1, solver="ode45")


@refused("no method 'lagrang'", "method", "there is no", "did you mean 'lagrange'")
def an_unknown_method():
    return circuit().simulate(1, method="lagrang")


@refused("not -0.1", "the fixed step", "of seconds", "must be a positive")
def a_negative_step():
    return circuit().simulate(1, solver="rk4", step=-0.1)


@refused("no option 'tolerence'", "simulate", "has no option", "did you mean 'tolerance'")
def a_misspelt_option():
    return circuit().simulate(1, tolerence=1e-3)


@refused("no parameter", r"'resistor\.r'", "there is no", "did you mean 'resistor.R'")
def an_unknown_parameter():
    return circuit().simulate(1, parameters={"resistor.r": 3})


@refused("the value inf", r"^resistor\.R", "is not finite", "give a number")
def a_parameter_that_is_infinite():
    return circuit().simulate(1, parameters={"resistor.R": float("inf")})


@refused("'3 V' does not fit", r"^resistor\.R", "compatible with Ω", "as in '3 Ω'")
def a_parameter_in_a_wrong_unit():
    return circuit().simulate(1, parameters={"resistor.R": "3 V"})


@refused(r"the shape \[3\] does not fit", r"^resistor\.R", "for the resistance", "one number")
def a_parameter_of_the_wrong_size():
    return circuit().simulate(1, parameters={"resistor.R": [1, 2, 3]})


@refused("there is no 'big'", r"^resistor\.R", "there is no", "there is source")
def a_parameter_that_is_a_word():
    return circuit().simulate(1, parameters={"resistor.R": "big"})


@refused("no variable", r"'store\.charge'", "there is no", "store has C, q0, q, e, f")
def an_unknown_variable_of_a_result():
    return circuit().simulate(1)["store.charge"]


@refused("no variable", "voltage", "there is no", "did you mean|there is")
def an_expression_of_an_unknown_variable():
    return circuit().simulate(1)["store.q * voltage"]


@refused("'5 kg' does not fit", r"^resistor\.R", "compatible with Ω", "as in '5 Ω'")
def a_resistor_in_kilograms():
    return series(source=mb.Se(1), resistor=mb.R("5 kg"), coil=mb.I(1)).simulate(1)


@refused("no parameter 'resistance'", "^R", "R has no", "there is R, law")
def a_word_that_is_no_parameter():
    return mb.R(resistance=5)


@refused("not 3", "^Se", r"takes at most 1 values \(effort\)", "a vector is a list")
def too_many_values():
    return mb.Se(1, 2, 3)


@refused("cannot be a name", "'time'", "already means something in expressions", "cannot be a name")
def a_component_called_time():
    m = mb.Model("broken")
    m.time = mb.R(1)
    return m.simulate(1)


@refused("is already part of a model", "'two'", "as 'one'", "make another one")
def one_component_under_two_names():
    m = mb.Model("broken")
    m.one = mb.R(1)
    m.two = m.one
    return m.simulate(1)


@refused("cannot be set to 5", "'one'", "a model takes components", r"use simulate\(parameters=")
def a_component_that_is_a_number():
    m = mb.Model("broken")
    m.one = 5
    return m.simulate(1)


@refused("no elements", "^broken", "has no", "add some, for example")
def an_empty_model():
    return mb.Model("broken").simulate(1)


@refused("cannot be a name", "'my resistor'", "letters, digits and _", "start with a letter")
def a_name_with_a_space():
    m = mb.Model("broken")
    m.add("my resistor", mb.R(1))
    return m.simulate(1)


@refused("no domain", "'electrik'", "there is no", "did you mean 'electrical'")
def an_unknown_domain():
    return mb.Model("broken", domain="electrik")


@refused("not 0", "n of R", "a whole number", "from 1 to 10000")
def a_cardinality_of_zero():
    return mb.R(1, n=0)


@refused("no model", "'pendulumm'", "in the bank", "did you mean")
def a_model_that_is_not_in_the_bank():
    return mb.load("pendulumm")


@refused(
    "no finite value",
    "law of source",
    r"fixed step is 0\.01 s: it does not see",
    "take a shorter one, or a solver that chooses",
)
def a_fixed_step_over_a_pole():
    m = parallel(source=mb.Sf("store.e**2"), store=mb.C(1, e0=1))
    return m.simulate(2, solver="rk4", step=0.01)


@doubted("grows beyond all bounds where the run ends", r"^store\.q", "a pole of the solution", "end the run earlier")
def an_end_exactly_at_a_pole():
    m = parallel(source=mb.Sf("store.e**2"), store=mb.C(1, e0=1))
    return m.simulate(1)


@doubted("grows beyond all bounds where the run ends", r"^store\.q", "a pole of the solution", "end the run earlier")
def an_end_exactly_at_a_pole_of_a_source():
    return parallel(source=mb.Sf("1/(1 - time)"), store=mb.C(1)).simulate(1)


@doubted("grows beyond all bounds where the run ends", r"^store\.q", "a pole of the solution", "end the run earlier")
def an_end_at_a_pole_of_a_source_but_for_rounding():
    return parallel(source=mb.Sf("tan(time)"), store=mb.C(1)).simulate(1.5707963267948966)


@refused("no finite number", r"resistor\.e", "the fixed step is 0.01 s, too long", r"take less than 2\.7e-06 s")
def a_fixed_step_that_is_too_long():
    return series(source=mb.Se(1), resistor=mb.R(1e6), coil=mb.I(1)).simulate(1, solver="rk4", step=0.01)


@refused(
    "the limit of 10 steps was reached",
    r"inductor\.p of inductor",
    "changes fastest",
    "try another solver or tolerance",
)
def too_few_steps_allowed():
    return mb.load("van_der_pol").simulate(100, max_steps=10)


@refused("not 5", "a bond", "joins components or their ports", "joins components")
def a_bond_to_a_number():
    m = mb.Model("broken")
    m.node = mb.J1()
    m.node >> 5
    return m.simulate(1)


@refused("not part of a model yet", "this R", "not part of", r"add it first \(model\.r")
def a_bond_before_the_component_is_in_the_model():
    m = mb.Model("broken")
    m.node = mb.J1()
    m.node >> mb.R(1)
    return m.simulate(1)


@refused("there is no 'supply.effort'", r"supply\.effort", "to be an input", "did you mean 'source.effort'")
def a_linearisation_about_an_unknown_input():
    return circuit().linearize(inputs=["supply.effort"], outputs=["coil.f"])


@refused("'a' is not a number", r"^resistor\.R", "is not a number", "a number with a unit")
def a_sweep_over_words():
    return circuit().sweep({"resistor.R": ["a", "b"]}, stop=1)


@refused("no parameter", r"'resistr\.R'", "there is no", "did you mean 'resistor.R'")
def a_sweep_over_an_unknown_parameter():
    return circuit().sweep({"resistr.R": [1, 2]}, stop=1)


@refused("not 0.0", "'unit' of Discrete", "must be a text", "must be a text")
def a_start_in_the_place_of_a_unit():
    return mb.Discrete(0.0)


@refused("too large", "'R' of R", "to be computed with", "give one below 1e300")
def a_number_of_four_hundred_digits():
    return mb.R(10**400)


@refused("rows differ in length", "'R' of R", "numbers stand beside rows", "give all rows one length")
def a_matrix_with_a_short_row():
    return mb.R([[1.0], [1.0, 2.0]], n=2)


@refused("atan2 takes two arguments", "atan2", "not 1", "takes two arguments")
def an_angle_of_one_number():
    return mb.atan2(1.0)


@refused("no option 'labl'", "bond", "has no option", "did you mean 'label'")
def a_bond_with_a_misspelt_option():
    model = circuit()
    return model.bond(model.source, model.node, labl="a")


@refused("step is called wrongly", "step", "too many positional", "it takes")
def a_step_response_with_too_much():
    return circuit().linearize().step(1.0, 10, 5)


@refused("the limit of 30 steps", "30 steps", "was reached", "end the run before")
def a_limit_of_steps_for_very_many_events():
    model = circuit()
    return model.simulate(50, max_steps=30, parameters={"source.effort": "sign(sin(40*time))"})


@refused("2102 rows and columns", "2100 resistors", "more than the", "put equal parts together")
def matrices_of_two_thousand_resistors():
    model = series(source=mb.Se(1), store=mb.C(1), **{f"r{k}": mb.R(1) for k in range(2100)})
    return model.state_space()


@doubted("grows beyond all bounds", r"x\.y", "would double within", "end the run earlier")
def a_cubic_growth_ended_at_its_pole():
    """y' = y³ from 1 is 1/√(1 − 2t)."""
    m = mb.Model("broken")
    m.x = mb.Integrator(u="x.y**3", y0=1.0)
    return m.simulate(0.5)


def lag(rate):
    return blocks(lag=mb.Integrator(1.0, y0=1.0, u=rate))


@doubted(
    "steps of rk4, 0.01 s long, are too long", "^lag: .*for lag.y", "two of half its length end", "shorter steps, or"
)
def fixed_steps_too_long_for_signals():
    return lag("300*(2 - lag.y)").simulate(1, solver="rk4", step=0.01)


@doubted(
    "steps of rk4, 0.01 s long, are too long", "^lag: .*about 0.99 s", "two of half its length end", "a solver that"
)
def fixed_steps_that_end_in_a_pole():
    return lag("lag.y**2").simulate(1, solver="rk4", step=0.01)


@doubted("grows beyond all bounds where the run ends", "lag.y", "would double within 2e-05 s", "end the run earlier")
def a_pole_that_the_solver_knows_only_roughly():
    return lag("lag.y**2").simulate(1, solver="esdirk")
