"""Broken events, switches and discrete values."""

import multibond as mb

from .case import parallel, refused, series


def ball(**events):
    m = series("translational", weight=mb.Se(-9.81), mass=mb.I(1), height=mb.Dq(q0=1))
    for condition, changes in events.items():
        m.when(condition, changes)
    return m


@refused("chatters", "^source", r"20 events .* at 0\.5 s", "add hysteresis")
def a_relay_without_hysteresis():
    return parallel(source=mb.Sf("-1 if store.q > 0 else 1"), store=mb.C(1, q0=0.5)).simulate(2)


@refused("chatters", r"sets mass\.p", "20 events follow each other", "come to rest")
def a_ball_that_bounces_for_ever():
    m = ball()
    m.when("height.q < 0", {"mass.p": "-0.5*mass.p"})
    return m.simulate(5)


@refused("there is no 'mas.p'", r"event when height\.q < 0", "there is no", "did you mean 'mass.p'")
def an_event_that_sets_something_unknown():
    m = ball()
    m.when("height.q < 0", {"mas.p": "0"})
    return m.simulate(1)


@refused("mass.I does not change in a run", r"event when height\.q < 0", "does not change", "a state or a Discrete")
def an_event_that_sets_a_parameter():
    m = ball()
    m.when("height.q < 0", {"mass.I": "2"})
    return m.simulate(1)


@refused(r"the event sets mass\.e", r"mass\.e", "is not a state and follows from", "set one of these instead")
def an_event_that_sets_an_effort():
    m = ball()
    m.when("height.q < 0.9", {"mass.e": "0"})
    return m.simulate(1)


@refused("'=='", r"event when height\.q == 0", "equal for an instant only", "compare by < or >")
def an_event_on_equality():
    m = ball()
    m.when("height.q == 0", {"mass.p": "-mass.p"})
    return m.simulate(1)


@refused(r"not \{\}", "^broken", "an event sets variables", r"given as \{variable: value\}")
def an_event_without_changes():
    m = ball()
    m.when("height.q < 0", {})
    return m.simulate(1)


@refused("no finite value", r"sets mass\.p", "sqrt has a value from zero on only", "keep its argument there")
def a_change_without_a_value():
    m = ball()
    m.when("height.q < 0.9", {"mass.p": "sqrt(-1 + 0*mass.p)"})
    return m.simulate(1)


@refused("2 values", r"event when height\.q < 0\.9: mass\.p", "one number", "give one value")
def a_change_of_the_wrong_size():
    m = ball()
    m.when("height.q < 0.9", {"mass.p": [1, 2]})
    return m.simulate(1)


@refused("there is no 'soon'", "first value of k", "there is no", "there is k")
def a_discrete_that_starts_with_a_word():
    m = ball()
    m.k = mb.Discrete(start="soon")
    m.when("height.q < 0.9", {"k": "1"})
    return m.simulate(1)


@refused("does not know when it is closed", "^switch", "does not know when", "give closed=")
def a_switch_without_condition():
    return series(source=mb.Se(1), switch=mb.Sw(), r=mb.R(1)).simulate(1)


@refused(r"would make coil\.p jump", "^coil", "an impulse", "add a resistance .* leaky switch")
def a_switch_that_opens_a_coil():
    return series(source=mb.Se(1), switch=mb.Sw("time < 0.5"), coil=mb.I(1), r=mb.R(1)).simulate(1)


@refused(r"would make store\.q jump", "^store", "an impulse", "add a resistance .* leaky switch")
def a_switch_that_shorts_a_charged_capacitor():
    return parallel(switch=mb.Sw("time > 0.5"), store=mb.C(1, e0=5), leak=mb.R(10)).simulate(1)


@refused(r"coil\.f = -1 cannot hold", "^coil", "fixes it at 0", "remove it")
def a_diode_that_opens_a_coil_with_current_against_it():
    return series(source=mb.Se(0), diode=mb.D(), coil=mb.I(1, f0=-1), r=mb.R(1)).simulate(1)


@refused(
    "do not settle", r"conditions of broken .* at 0\.5 s", "each change reverses another", "a hysteresis or smooth"
)
def two_conditions_that_undo_each_other():
    m = blocks_of_two()
    return m.simulate(1)


def blocks_of_two():
    m = parallel(source=mb.Sf(1), store=mb.C(1))
    m.k = mb.Discrete(start=0.0)
    m.when("time > 0.5 and k < 0.5", {"k": "1"})
    m.when("k > 0.5", {"k": "0"})
    return m


@refused("the period of a pulse", r"^source\.effort", "not 0", "must be greater than 0")
def a_pulse_without_period():
    return series(source=mb.Se("pulse(0, 0, 1)"), r=mb.R(1), store=mb.C(1)).simulate(1)


@refused("no end in sight", "the last of source", "events have led to .* only", "change less often")
def a_pulse_of_a_million_per_second():
    return series(source=mb.Se("pulse(1e-12, 5e-13, 1)"), r=mb.R(1), store=mb.C(1)).simulate(1)


@refused("the points of a table", r"^source\.effort", "must increase", "the same point twice is a jump")
def a_time_table_that_goes_back():
    return series(source=mb.Se("table([0, 2, 1], [0, 1, 2])"), r=mb.R(1), store=mb.C(1)).simulate(1)


@refused("not 3 and 2", r"^source\.effort", "as many values", "needs two or more points")
def a_time_table_of_different_lengths():
    return series(source=mb.Se("table([0, 1, 2], [0, 1])"), r=mb.R(1), store=mb.C(1)).simulate(1)


@refused("the duration of a ramp", r"^source\.effort", "not -1", "must be greater than 0")
def a_ramp_that_takes_a_negative_time():
    return series(source=mb.Se("ramp(1, -1)"), r=mb.R(1), store=mb.C(1)).simulate(1)
