"""Broken signals and blocks."""

import multibond as mb

from .case import blocks, doubted, parallel, refused, series


@refused("are singular", "^total", "computed from itself", "put a storage or a delay")
def a_block_that_feeds_itself_with_gain_one():
    m = blocks(total=mb.Sum("++", u=["one.y", "total.y"]), one=mb.Constant(1))
    m.output("y", "total.y")
    return m.simulate(1)


@refused("are singular", r"a\.k = 1, b\.k = 1", "coefficients cancel", "change one of these values")
def two_gains_in_a_circle():
    m = blocks(a=mb.Gain(1, u="b.y"), b=mb.Gain(1, u="a.y"))
    m.output("y", "a.y")
    return m.simulate(1)


@refused("are singular", r"a\.k = 2, b\.k = 4, c\.k = 0\.125", "coefficients cancel", "change one of these values")
def three_gains_in_a_circle_of_product_one():
    m = blocks(a=mb.Gain(2, u="c.y"), b=mb.Gain(4, u="a.y"), c=mb.Gain(0.125, u="b.y"))
    m.output("y", "a.y")
    return m.simulate(1)


@refused("are singular", "^total", "computed from itself", "put a storage or a delay")
def a_circle_that_nobody_asks_for():
    m = blocks(total=mb.Sum("++", u=["one.y", "total.y"]), one=mb.Constant(1))
    m.source, m.node, m.store = mb.Sf(1), mb.J0(), mb.C(1)
    m.source >> m.node >> m.store
    return m.simulate(1)


@refused("could not be solved", "^square", "may have no solution", "check their values and signs")
def a_nonlinear_circle_without_solution():
    m = blocks(square=mb.Function(law="1 + u**2", u="square.y"))
    m.output("y", "square.y")
    return m.simulate(1)


@refused("a value at no time", "the output 'root'", "from zero on only", "keep its argument there")
def an_output_that_is_a_root_of_minus_one():
    m = series(source=mb.Se(1), r=mb.R(1), store=mb.C(1))
    m.output("root", "sqrt(-1 - 0*store.q)")
    return m.simulate(1)


@refused("a value at no time", "the output 'y'", r"minus\.value = -1", "keep its argument there")
def a_block_that_is_a_root_of_minus_one():
    m = blocks(minus=mb.Constant(-1), root=mb.Function(law="sqrt(u)", u="minus.y"))
    m.output("y", "root.y")
    return m.simulate(1)


@doubted(
    "no value at 327 of 501 times", "the output 'level'", r"log\(0\.5 - store\.q\) with", "keep its argument there"
)
def an_output_that_loses_its_value():
    m = series(source=mb.Se(1), r=mb.R(1), store=mb.C(1))
    m.output("level", "log(0.5 - store.q)")
    return m.simulate(2)


@doubted(
    "no value at 1 of 501 times, first at 0 s", "the output 'ratio'", "the divisor is zero", "give it another value"
)
def an_output_that_divides_by_zero_at_the_start():
    m = series(source=mb.Se(1), r=mb.R(1), store=mb.C(1))
    m.output("ratio", "r.e/store.e")
    return m.simulate(2)


@refused("singular", r"The input gain\.u", "is not connected", r"model\.connect\(")
def a_gain_without_input():
    m = blocks(gain=mb.Gain(2))
    m.output("y", "gain.y")
    return m.simulate(1)


@refused("there is no 'sensor.y'", r"^gain\.u", "there is no", "there is y, gain")
def a_gain_with_an_unknown_input():
    m = blocks(gain=mb.Gain(2, u="sensor.y"))
    m.output("y", "gain.y")
    return m.simulate(1)


@refused("different dimensions", r"^gain\.u", r"u has 1 value, three\.y has 3", "give both the same n")
def a_vector_into_a_scalar_gain():
    m = blocks(three=mb.Constant([1, 2, 3], n=3), gain=mb.Gain(2, u="three.y"))
    m.output("y", "gain.y")
    return m.simulate(1)


@refused("different dimensions", r"three\.y", r"three\.y has 3 values, gain\.u has 1", "give both the same n")
def a_wire_between_sizes():
    m = blocks(three=mb.Constant([1, 2, 3], n=3), gain=mb.Gain(2))
    m.connect(m.three.y, m.gain.u)
    return m.simulate(1)


@refused("different dimensions", r"^total\.u", "u has 2 values", "one value for each component")
def a_sum_with_too_few_inputs():
    m = blocks(one=mb.Constant(1), total=mb.Sum("+-", u=["one.y"]))
    m.output("y", "total.y")
    return m.simulate(1)


@refused(r"not '\+\?'", "^total", "'signs' must be", r"such as '\+-'")
def a_sum_with_strange_signs():
    m = blocks(one=mb.Constant(1), total=mb.Sum("+?", u=["one.y", "one.y"]))
    m.output("y", "total.y")
    return m.simulate(1)


@refused("no finite value", r"zero\.value = 0", "the divisor is zero", "give it another value")
def a_product_that_divides_by_zero():
    m = blocks(one=mb.Constant(1), zero=mb.Constant(0), ratio=mb.Product("*/", u=["one.y", "zero.y"]))
    m.store = mb.Integrator(u="ratio.y")
    m.output("y", "store.y")
    return m.simulate(1)


@refused("the value 0", r"^lag\.T", "for it is the time constant", "give another one, in s")
def a_lag_without_time_constant():
    m = blocks(one=mb.Constant(1), lag=mb.FirstOrder(T=0, u="one.y"))
    m.output("y", "lag.y")
    return m.simulate(1)


@refused("numerator's degree 2 is higher", "^TransferFunctionBlock", "would differentiate the input", "add poles")
def a_transfer_function_with_more_zeros_than_poles():
    m = blocks(one=mb.Clock(), plant=mb.TransferFunctionBlock([1, 0, 0], [1, 1], u="one.y"))
    m.output("y", "plant.y")
    return m.simulate(1)


@refused("the denominator is zero", "^TransferFunctionBlock", "first coefficient", "leave it out")
def a_transfer_function_without_denominator():
    m = blocks(one=mb.Clock(), plant=mb.TransferFunctionBlock([1], [0, 0], u="one.y"))
    m.output("y", "plant.y")
    return m.simulate(1)


@refused(r"the shape \[1, 1\] does not fit", r"^plant\.B", "for the input matrix", "2 × 1 numbers expected")
def matrices_that_do_not_fit():
    plant = mb.StateSpaceBlock([[0, 1], [0, 0]], [[1]], [[1, 0]], u="one.y")
    m = blocks(one=mb.Clock(), plant=plant)
    m.output("y", "plant.y")
    return m.simulate(1)


@refused("points of a table", "^map", "must increase", "twice is a jump")
def a_lookup_table_that_goes_back():
    m = blocks(one=mb.Clock(), map=mb.LookupTable([0, 2, 1], [0, 1, 2], u="one.y"))
    m.output("y", "map.y")
    return m.simulate(1)


@refused("not 3 and 2", "^map", "as many values", "needs two or more points")
def a_lookup_table_of_different_lengths():
    m = blocks(one=mb.Clock(), map=mb.LookupTable([0, 1, 2], [0, 1], u="one.y"))
    m.output("y", "map.y")
    return m.simulate(1)


@refused("there is no 'stor.q'", "output 'charge'", "there is no", "did you mean 'store.q'")
def an_output_of_an_unknown_name():
    m = series(source=mb.Se(1), r=mb.R(1), store=mb.C(1))
    m.output("charge", "stor.q")
    return m.simulate(1)


@refused("the unit kg does not fit", "output 'charge'", r"store\.q is in C", "is in C")
def an_output_in_a_wrong_unit():
    m = series(source=mb.Se(1), r=mb.R(1), store=mb.C(1))
    m.output("charge", "store.q", "kg")
    return m.simulate(1)


@refused(
    "singular",
    r"gain\.u, one\.y, two\.y",
    "4 equations for 3 variables",
    "check for sources or constraints that fix the same quantity twice",
)
def two_wires_to_one_input():
    m = blocks(one=mb.Constant(1), two=mb.Constant(2), gain=mb.Gain(1))
    m.connect(m.one.y, m.gain.u)
    m.connect(m.two.y, m.gain.u)
    return m.simulate(1)


@refused("are singular", r"r\.f of source", r"r\.R = 2 their coefficients cancel", "change one of these values")
def a_source_driven_by_its_own_flow_with_gain_one():
    return series(source=mb.Se("2*r.f + 1"), r=mb.R(2)).simulate(1)


@refused("step size collapsed", r"store\.q of store", "grow beyond all bounds", "check the laws and signs around store")
def a_signal_that_grows_without_end():
    m = parallel(source=mb.Sf("store.e**2"), store=mb.C(1, e0=1))
    return m.simulate(2)


@refused(
    "step size collapsed", r"store\.q of store", "grow beyond all bounds", "solver='timestepping' goes over the cha"
)
def a_signal_that_grows_without_end_beside_friction():
    m = parallel(source=mb.Sf("store.e**2"), store=mb.C(1, e0=1))
    m.push, m.slide = mb.Se("2*sin(time)", domain="translational"), mb.J1()
    m.block, m.floor = mb.I(1.0), mb.DryFriction(1.0)
    m.push >> m.slide >> [m.block, m.floor]
    return m.simulate(2)


@refused("lower = 2", "^limit", "must be at most upper = 1", "change one of the two")
def limits_the_wrong_way_round():
    m = blocks(one=mb.Clock(), limit=mb.Limiter(lower=2, upper=1, u="one.y"))
    m.output("y", "limit.y")
    return m.simulate(1)


@refused("y0 = 5", "^sum", "must be at most upper = 1", "change one of the two")
def an_integrator_that_starts_outside_its_limits():
    m = blocks(one=mb.Clock(), sum=mb.Integrator(lower=0, upper=1, y0=5, u="one.y"))
    m.output("y", "sum.y")
    return m.simulate(1)
