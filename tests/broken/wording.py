"""Units, numbers, grids and expressions that cannot be read: the message is in words of our own."""

import multibond as mb

from .case import blocks, parallel, refused, series


def resistor(value):
    return series(source=mb.Se(1), loss=mb.R(value)).simulate(1)


def signal(expression):
    return blocks(signal=mb.Constant(expression)).simulate(1)


def filling(**given):
    return parallel(source=mb.Sf(1), store=mb.C(1)).simulate(**given)


@refused("is not understood", r"^loss\.R: the unit of '2 ohm \+ 3 V'", "one number with one unit", "sum of their names")
def a_sum_of_quantities():
    return resistor("2 ohm + 3 V")


@refused("is not understood", r"^loss\.R", "'k' is Boltzmann's constant, no unit", "1e3 or with the unit, such as kΩ")
def a_prefix_that_stands_alone():
    return resistor("2 k ohm")


@refused("is not understood", r"^loss\.R", "'#' is no part of a unit", "leave it out")
def a_comment_in_a_unit():
    return resistor("2 ohm # load")


@refused("is not understood", r"^signal\.value", "no unit 'm2'", r"did you mean 'm\^2'")
def a_square_without_a_sign():
    return signal("2 m2")


@refused("is not understood", r"^loss\.R", "no product of unit names and powers", "correct brackets and operators")
def a_unit_with_a_loose_operator():
    return resistor("2 ohm*/s")


@refused("has no finite value", r"^signal\.value", r"9 \*\* 9 \*\* 9", "change it")
def a_tower_of_powers():
    return signal("time**9**9**9")


@refused("has no finite value", r"^signal\.value", r"'time / 0'", "change it")
def a_division_by_a_written_zero():
    return signal("1 + time/0")


@refused("cannot be read", r"^signal\.value", "no sense from '01-01' on", "a date is no number")
def a_date():
    return signal("2020-01-01")


@refused("cannot be read", r"^signal\.value", "no sense from ':30' on", "such as 90 for 1:30")
def a_time_of_the_day():
    return signal("1:30")


@refused("cannot be read", r"^signal\.value", "it makes no sense", "a choice has two cases")
def half_a_choice():
    return signal("1 if time > 0.5")


@refused("cannot be read", r"^signal\.value", "too many operations one inside the other", "parts of it to parameters")
def three_thousand_terms():
    return signal("+".join(["time"] * 3000))


@refused("finite, increasing times", "the grid", r"1 is followed by 1 \(numbers 1 and 2", r"numpy\.unique")
def a_grid_with_a_time_twice():
    return filling(grid=[0, 1, 1, 2])


@refused("finite, increasing times", "the grid", "number 1 of it, counted from 0, is nan", "leave it out, or correct")
def a_grid_with_a_gap():
    return filling(grid=[0, float("nan"), 1])


@refused("finite, increasing times", "the grid", "not .*'1 s'", "give a list of numbers")
def a_grid_of_texts():
    return filling(grid=["0 s", "1 s"])


@refused("must lie behind", "the stop time 1 s", "the start time 1 s", "give a later stop")
def a_run_of_no_time():
    return filling(start=1, stop=1)


@refused("finite number of seconds", "the stop time", "not '5 ms'", r"such as 0\.005")
def a_stop_with_a_unit():
    return filling(stop="5 ms")
