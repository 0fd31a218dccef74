"""Broken laws and expressions."""

import multibond as mb

from .case import parallel, refused, series


def law(text: str, **options):
    return series(source=mb.Se(1), coil=mb.I(1, f0=1), loss=mb.R(law=text)).simulate(1, **options)


@refused(r"uses '\^'", r"^loss\.law", "not part of the expression language", r"written with \*\*")
def a_power_written_with_a_hat():
    return law("2*f^2")


@refused("uses '=='", r"^loss\.law", "not part of the expression language", "a law is the right-hand side alone")
def an_equation_instead_of_a_law():
    return law("e == 2*f")


@refused("cannot be read", r"^loss\.law", "the equals sign", "a law is the right-hand side alone")
def an_equals_sign_in_a_law():
    return law("e = 2*f")


@refused("there is no 'e'", r"^loss\.law", "the law is one of f", "there is source")
def a_law_of_the_wrong_variable():
    return law("2*e")


@refused("there is no 'k'", r"^loss\.law", "the law is one of f", "there is source")
def a_law_of_an_unknown_name():
    return law("k*f")


@refused("calls 'sinn'", r"^loss\.law", "no function here", "did you mean 'sin'")
def an_unknown_function():
    return law("sinn(f)")


@refused(r"'sin' in 'sin\(f, 2\)'", r"^loss\.law", "not 2", "takes 1 argument")
def a_function_with_too_many_arguments():
    return law("sin(f, 2)")


@refused("cannot be read", r"^loss\.law", "never closed", "count the brackets")
def a_bracket_that_is_not_closed():
    return law("2*(f + 1")


@refused("cannot be read", r"^loss\.law", "it is empty", "write an expression such as")
def an_empty_law():
    return law("")


@refused("uses a call", r"^loss\.law", "not part of the expression language", "call one of abs")
def python_in_a_law():
    return law("__import__('os').system('ls')")


@refused("there is no 'f.real'", r"^loss\.law", "the law is one of f", "there is source")
def a_method_in_a_law():
    return law("f.real + (lambda x: x)(1)")


@refused("cannot be read", r"^loss\.law", "a number with a unit stands alone", "use SI numbers")
def a_law_with_a_unit_inside():
    return law("2 ohm * f")


@refused("given twice", "^loss", "by R and law", "keep one")
def two_laws_at_once():
    return series(source=mb.Se(1), coil=mb.I(1), loss=mb.R(5, law="2*f")).simulate(1)


@refused("not None", r"^loss\.law", "the function", "must return numbers or expressions")
def a_law_that_returns_nothing():
    return series(source=mb.Se(1), coil=mb.I(1), loss=mb.R(law=lambda f: None)).simulate(1)


@refused("the function of the law fails", r"^loss\.law", "unsupported operand", r"write it with \+ - \*")
def a_law_that_raises():
    return series(source=mb.Se(1), coil=mb.I(1), loss=mb.R(law=lambda f: f / [])).simulate(1)


@refused("is not known while the model is written", r"^loss\.law", "'<f> > 0'", r"multibond\.where")
def a_law_that_decides_by_if():
    def drag(f):
        return 2 * f if f > 0 else 0

    return series(source=mb.Se(1), coil=mb.I(1), loss=mb.R(law=drag)).simulate(1)


@refused("has no number yet", r"^loss\.law", "instead of those of the math module", r"multibond\.sin")
def a_law_with_numpy_functions_of_floats():
    import math

    return series(source=mb.Se(1), coil=mb.I(1), loss=mb.R(law=lambda f: math.sin(f))).simulate(1)


@refused(
    "no finite value",
    "law of loss",
    r"the divisor is zero, which comes from loss\.f = 1",
    "write the law so that it cannot vanish",
)
def a_law_that_divides_by_zero_at_the_start():
    return law("1/(f - 1)")


@refused("no finite value", "law of loss", "positive numbers only", r"log\(max\(")
def a_logarithm_of_a_negative_number():
    return law("log(f - 2)")


@refused("no finite value", "law of loss", "exp of more than 709", "bound the argument")
def an_exponential_that_overflows():
    return law("exp(1000*f)")


@refused("no finite value", "law of loss", "from zero on only", r"sqrt\(max\(")
def a_power_of_a_negative_number():
    return law("(f - 2)**0.5")


@refused("no finite value", "law of loss", "from -1 to 1 only", r"asin\(min\(max\(")
def an_arc_sine_beyond_one():
    return law("asin(f + 1)")


@refused(
    "step size collapsed",
    r"at 0\.5 s: coil\.p",
    "the law of loss comes to a division by zero",
    "divisor cannot vanish, or end the run before",
)
def a_pole_in_time():
    return law("1/(time - 0.5)**2")


@refused(
    "could not be solved", r"other\.f.*\(lamp\)", "may have no solution", r"start\('other\.f', value, fixed=False\)"
)
def a_law_without_a_solution():
    return series(source=mb.Se(-3), lamp=mb.R(law="f**2"), other=mb.R(law="1 + f**2")).simulate(1)


@refused("step size collapsed", r"store\.q of store", "division by zero", "or end the run before")
def an_energy_without_bound():
    return parallel(store=mb.C(energy="log(q)", q0=-1), r=mb.R(1)).simulate(1)


@refused("the text or value 'a'", r"^loss\.law", "not part of the expression language", "it has numbers, names")
def a_chained_comparison_of_texts():
    return law("f if 'a' < 'b' else 0")


@refused("has no component", r"^loss\.law", "is a scalar", "without an index")
def an_index_into_a_scalar():
    return law("2*f[3]")


@refused("two effort sources", "battery and odd", "meet on the 0-junction", "put a resistance in series")
def a_law_that_fits_no_causality():
    return parallel(battery=mb.Se(1), odd=mb.R(law="f**2", causality="effort")).simulate(1)


@refused("has no finite value", r"^loss\.R", "1/z .* with z = 0", "give them other values")
def a_division_by_a_parameter_of_zero():
    return series(z=mb.Parameter(0.0), source=mb.Se(1), coil=mb.I(1), loss=mb.R("1/z")).simulate(1)


@refused("depend on each other in a circle", "^a:", "a → b → a", "give one of them a number")
def parameters_that_define_each_other():
    return series(a=mb.Parameter("2*b"), b=mb.Parameter("a/2"), source=mb.Se("a"), coil=mb.I(1)).simulate(1)


@refused("cannot be read", r"^loss\.law", "no sense from .!", "products instead of factorials")
def a_factorial():
    return law("5!*f")


@refused("cannot be read", r"^loss\.law", "no sense from .&", "write 'and' and 'or'")
def an_and_between_numbers():
    return law("f && 1")


@refused("has no finite value", r"^store\.C", "1/z .* with z = 0", "give them other values")
def a_store_divided_by_a_parameter_of_zero():
    return series(z=mb.Parameter(0.0), source=mb.Se(1), store=mb.C("1/z"), loss=mb.R(1)).simulate(1)
