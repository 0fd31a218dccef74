"""Habits of other programs: netlists, Modelica, spreadsheets, other languages."""

import multibond as mb

from .case import refused, series


def source(effort):
    return series(source=mb.Se(effort), loss=mb.R(1), store=mb.C(1)).simulate(1)


def part(element):
    return series(source=mb.Se(1), loss=mb.R(1), part=element).simulate(1)


@refused("not understood", r"^part\.R", "in the place of the decimal point", "write 4.7 kΩ, or 4.7e3")
def a_resistor_as_it_is_printed():
    return part(mb.R("4k7"))


@refused("not understood", r"^part\.C", "'n' is a prefix without a unit", "write 100 nF, or 100e-9")
def a_capacitor_of_a_netlist():
    return part(mb.C("100n"))


@refused("not understood", r"^part\.R", "'Meg' is a prefix without a unit", "write 1 MΩ, or 1e6")
def a_resistor_of_a_netlist():
    return part(mb.R("1Meg"))


@refused("'1K' does not fit", r"^part\.R", "must be compatible with Ω", "if a prefix is meant, write 1 kΩ")
def a_thousand_that_is_a_kelvin():
    return part(mb.R("1K"))


@refused("'10 mh' does not fit", r"^part\.I", "must be compatible with H", "did you mean '10 mH'")
def an_inductance_in_thousandths_of_an_hour():
    return part(mb.I("10 mh"))


@refused("not understood", r"^part\.C", "'pf' is not defined", "did you mean 'pF'")
def a_small_farad():
    return part(mb.C("10 pf"))


@refused("not understood", r"^part\.R", "'resistor' is not defined", "there is ohm")
def a_word_behind_a_unit():
    return part(mb.R("5 Ohm resistor"))


@refused("not understood", r"^source\.effort", "'sin' is no unit", r"as in 5\*sin\(time\)")
def a_product_without_a_sign():
    return source("5 sin(time)")


@refused("'2pi' does not fit", r"^source\.effort", "must be compatible with V", r"with \*, as in 2\*pi")
def twice_pi_without_a_sign():
    return source("2pi")


@refused("calls 'sqr'", r"^source\.effort", "no function here", r"write x\*\*2")
def a_square_that_is_no_root():
    return source("sqr(time)")


@refused("calls 'deg2rad'", r"^source\.effort", "no function here", r"write pi/180\*x")
def degrees_by_a_function():
    return source("deg2rad(30)")


@refused("cannot be read", r"^source\.effort", "no sense from '°", "write pi/180 times")
def degrees_by_a_sign():
    return source("sin(30°)")


@refused("calls 'pi'", r"^source\.effort", "no function here", "without brackets")
def pi_as_in_a_spreadsheet():
    return source("2*PI()*time".replace("PI", "pi"))


@refused("calls 'np.sin'", r"^source\.effort", "no function here", "without np")
def a_function_of_a_library():
    return source("np.sin(time)")


@refused("calls 'clip'", r"^source\.effort", "no function here", r"write min\(max\(x, low\), high\)")
def a_clipped_signal():
    return source("clip(time, 0, 1)")


@refused("calls 'random'", r"^source\.effort", "no function here", "give measured noise as table")
def noise_by_chance():
    return source("random()")


@refused("there is no 't'", r"^source\.effort", "there is no", "did you mean 'time'")
def time_by_its_letter():
    return source("sin(2*pi*50*t)")


@refused("cannot be read", r"^source\.effort", "no sense from '''", r"a derivative is written der\(x\)")
def a_derivative_by_a_stroke():
    return source("store.q'")


@refused("cannot be read", r"^source\.effort", "no sense from '×", r"instead of '×' write \*")
def a_printed_sign_of_multiplication():
    return source("2×time")


@refused("there is no 'tіme'", r"^source\.effort", "only looks like", "cyrillic .* like that of 'time'")
def a_letter_of_another_alphabet():
    return source("tіme")


@refused("has a comma", r"^part\.R", "outside of brackets", "the decimal sign is a point")
def a_decimal_comma():
    return part(mb.R("10,5"))


@refused("is a number of seconds, not time", r"^source\.effort", "one of time by itself", "give it as a number")
def a_step_of_the_time():
    return source("step(time)")


@refused("no variable 'node.e'", "'node.e'", "a junction has no variables of its own", "such as source.e")
def the_effort_of_a_junction():
    return series(source=mb.Se(1), loss=mb.R(1), store=mb.C(1)).simulate(1)["node.e"]


@refused("no variable 'store'", "'store'", "it is a component", "has C, q0, q, e, f")
def a_component_for_its_quantity():
    return series(source=mb.Se(1), loss=mb.R(1), store=mb.C(1)).simulate(1)["store"]


@refused("time = 0 divides by zero", "law of source", "a negative power", "give it another value")
def a_negative_power_of_nothing():
    return source("time**(-1)")
