"""Units, numbers, grids and expressions that cannot be read: the message is in words of our own."""

import multibond as mb

from .case import blocks, doubted, parallel, refused, series


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


@refused("takes one or more lists", "2 of store.C, 3 of loss.R", "all of the same length", r"use mb\.Study\(vary")
def a_sweep_of_lists_of_different_lengths():
    m = parallel(source=mb.Sf(1), store=mb.C(1), loss=mb.R(1))
    return m.sweep({"store.C": [1, 2], "loss.R": [1, 2, 3]}, 1)


@refused("lists of finite numbers", r"^store\.C", "has not only finite numbers", "correct it")
def a_sweep_with_a_gap():
    return parallel(source=mb.Sf(1), store=mb.C(1), loss=mb.R(1)).sweep({"store.C": [1, float("nan")]}, 1)


@refused("a range has 1 to 10,000,000 values", r"^loss\.R", "not 1000000000", "a range has 1 to")
def a_study_of_a_thousand_million_runs():
    m = parallel(source=mb.Sf(1), store=mb.C(1), loss=mb.R(1))
    return mb.Study(m, vary={"loss.R": "1:2:1000000000"}).run()


@refused("the states are one text", r"^machine\.states", r"not \['off', 'on'\]", "such as 'off on'")
def a_state_machine_with_a_list_of_states():
    return blocks(machine=mb.sampled.StateMachine(states=["off", "on"], transitions="off on")).simulate(1)


@refused("pair of states", r"^machine\.transitions", "not 'off -> on'", "its condition stands in `fires`")
def a_transition_with_an_arrow():
    return blocks(machine=mb.sampled.StateMachine(states="off on", transitions="off -> on")).simulate(1)


@refused("no position of the switches", "^breaker", "makes a condition true that asks for another", "give them a hyst")
def a_breaker_that_opens_at_the_voltage_that_it_makes():
    return series(source=mb.Se(1), breaker=mb.Sw("breaker.e > 0.5"), loss=mb.R(1), store=mb.C(1)).simulate(1)


@refused(r"would make source\.q jump", "^source", "cannot be in two places at once", "by a ramp or a sine")
def a_source_that_leaps():
    return series("translational", source=mb.Sq("1 if time > 0.5 else 0"), spring=mb.C(1)).simulate(1)


@refused(
    "the start value store.e = 200000", "^store", "fixes it at 100000", "which here is valve open, or allow the jump"
)
def a_vessel_above_the_setting_of_its_valve():
    return parallel("hydraulic", store=mb.C(1e-9, e0=2e5), valve=mb.ReliefValve(1e5)).simulate(1)


@refused("the start value mass.f = -1e-05", "^mass", "fixes it at 0", "which here is valve shut, or allow the jump")
def a_flow_against_a_check_valve():
    return series("hydraulic", mass=mb.I(1e6, f0=-1e-5), valve=mb.CheckValve()).simulate(1)


@refused(r"sum\.u \(law of sum\) has no finite value", "at time 0 s", r"sqrt\(sum\.y\) with sum\.y = -1", r"sqrt\(max")
def an_operating_point_without_a_value():
    return blocks(sum=mb.Integrator(y0=-1, u="sqrt(sum.y)")).linearize()


@doubted("grows beyond all bounds", r"sum\.y", "its last value means nothing: a pole", "end the run earlier")
def a_logarithm_that_ends_at_its_pole():
    return blocks(sum=mb.Integrator(y0=1, u="exp(sum.y)")).simulate(0.36787944117144233)


@refused(
    r"body\.x\[0\] = 0\.2 conflicts", "^broken", r"the start value of hinge\.phi", "remove one of these start values"
)
def a_hinge_and_a_body_that_begin_elsewhere():
    m, planar = mb.Model("broken"), mb.planar
    m.world, m.ground, m.hinge = planar.World(), planar.Fixed(), planar.Revolute()
    m.rod, m.body = planar.Rod([1, 0]), planar.Body(1, 0.1)
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.body.a)
    m.start("hinge.phi", 0.3)
    m.start("body.x", [0.2, 0.2])
    return m.simulate(1)


@refused("no position of the switches", "^breaker", "makes a condition true that asks for another", "give them a hyst")
def a_breaker_of_a_circuit_that_stores_nothing():
    return series(source=mb.Se(1), breaker=mb.Sw("loss.f < 0.5"), loss=mb.R(1)).simulate(1)


@refused("is a number where a condition is wanted", r"^signal\.value", "'time - 0.5' in '1 if", "as in time - 0.5 > 0")
def a_choice_by_a_number():
    return signal("1 if time - 0.5 else 0")


@refused("is a number where a condition is wanted", r"^signal\.value", r"'sin\(time\)' in", r"as in sin\(time\) > 0")
def a_conjunction_with_a_number():
    return signal("1 if time > 1 and sin(time) else 0")


@refused("is a number where a condition is wanted", "^breaker", "'time - 0.5'", "as in time - 0.5 > 0")
def a_switch_closed_by_a_number():
    return series(source=mb.Se(1), breaker=mb.Sw("time - 0.5"), loss=mb.R(1)).simulate(1)


@refused("is a number where a condition is wanted", "^broken", "'time - 0.5'", "as in time - 0.5 > 0")
def an_event_by_a_number():
    m = blocks(sum=mb.Integrator(u=1))
    m.when("time - 0.5", {"sum.y": 0})
    return m.simulate(1)


def driven(effort):
    return series(source=mb.Se(effort), loss=mb.R(1), store=mb.C(1)).simulate(1)


@refused("'store.e' in '1 if store.e else 2' is in V", "^source", "where a condition is wanted", "as in store.e > 0")
def a_voltage_as_a_condition():
    return driven("1 if store.e else 2")


@refused("'loss.f' in 'not loss.f' is in A", "^source", "where a condition is wanted", "as in loss.f > 0")
def a_current_that_is_denied():
    return driven("1 - (not loss.f)")


@refused("'store.e' in 'store.e < 1 and store.e'", "'store.e < 1", "where a condition is wanted", "as in store.e > 0")
def a_voltage_as_a_condition_of_a_result():
    return driven(1)["store.e < 1 and store.e"]


@refused("'time' in 'where", r"^signal\.value", "is a number where a condition is wanted", "as in time > 0")
def time_as_a_condition():
    return signal("where(time, 1, 2)")


@refused("'0.7' in '1 if 0.7", r"^signal\.value", "is a number where a condition is wanted", "compare it")
def a_number_as_a_condition():
    return signal("1 if 0.7 else 2")
