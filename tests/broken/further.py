"""Further relatives: what the values of a run make of a model that is right with its own, and units of transducers."""

import multibond as mb

from .case import doubted, refused, series
from .files import command
from .plane import four_bar


@refused("starts in a singular position", r"the loop closed at pivot\.b", "in more than one way", "a little beside it")
def a_four_bar_that_a_parameter_lays_flat():
    return four_bar(crank=1.0).simulate(0.1, parameters={"crank.phi0": 0.0})


@refused("run 1 of the sweep, with crank.phi0 = 0", r"pivot\.b", "its joints in line", "a little beside it")
def a_sweep_over_a_flat_four_bar():
    return four_bar(crank=1.0).sweep({"crank.phi0": [1.0, 0.0]}, stop=0.1)


@refused("starts in a singular position", r"pivot\.b", "could move on in more than one way", "a little beside it")
def a_linearisation_of_a_flat_four_bar():
    return four_bar(crank=1.0).linearize(parameters={"crank.phi0": 0.0})


def between(first: str, second: str, part: mb.Element) -> mb.Model:
    m = mb.Model("broken")
    m.area, m.mass = mb.Parameter("10 cm^2"), mb.Parameter(1.0, "kg")
    m.source, m.one, m.part = mb.Se(1, domain=first), mb.J1(domain=first), part
    m.two, m.load = mb.J1(domain=second), mb.I(1)
    m.source >> m.one >> m.part >> m.two >> m.load
    return m


@refused("area is in m²", r"^part\.M", "but M .* is in 1/m²", "correct the expression")
def a_piston_whose_area_multiplies_the_flow():
    return between("hydraulic", "translational", mb.TF("area")).simulate(1)


@refused("'0.1 kg' does not fit", r"^part\.M", "must be compatible with N·m/A", r"as in '0\.1 N·m/A'")
def a_motor_constant_in_kilograms():
    return between("electrical", "rotational", mb.GY("0.1 kg")).simulate(1)


@refused("mass is in kg", r"^part\.M", r"but M .* is in m/rad", "correct the expression")
def a_wheel_of_a_mass_in_the_place_of_its_radius():
    return between("rotational", "translational", mb.TF([["mass"]])).simulate(1)


@refused("'3 s' does not fit", r"^part\.M", "must be compatible with m/rad", r"as in '3 m/rad'")
def a_radius_in_seconds_at_run_time():
    return between("rotational", "translational", mb.TF(1)).simulate(1, parameters={"part.M": "3 s"})


@refused("a = 1 - 2.*time is no longer greater than 0", "^broken: at 0.5 s", "as a must be", "end the run before")
def a_parameter_of_the_model_that_falls_below_its_bound():
    m = series(source=mb.Se(1), loss=mb.R("a"), store=mb.C(1))
    m.a = mb.Parameter(1.0, minimum=0.0, strict=True)
    return m.simulate(1, parameters={"a": "1 - 2*time"})


@doubted("a = 1 - 2.*time falls below 0", "^broken", "the law means nothing there", "keep it above, as in max")
def a_parameter_of_the_model_that_falls_below_what_it_may_be():
    m = series(source=mb.Se("a"), loss=mb.R(1), store=mb.C(1))
    m.a = mb.Parameter(1.0, minimum=0.0)
    return m.simulate(1, parameters={"a": "1 - 2*time"})


@refused("has 1001 events", "^broken", "at each instant all of them are asked", "let one event do what many alike do")
def a_thousand_and_one_events():
    m = series(source=mb.Se(1), loss=mb.R(1), store=mb.C(1))
    m.count = mb.Discrete(start=0.0)
    for k in range(1001):
        m.when(f"time > {k / 1001}", {"count": "count + 1"})
    return m.simulate(1)


@refused("a fixed step of 0.1 s", "the solver auto", "chooses its own", "leave it out, .* or take solver 'rk4'")
def a_step_for_a_solver_that_chooses_its_own():
    return series(source=mb.Se(1), loss=mb.R(1), store=mb.C(1)).simulate(1, step=0.1)


@refused("are one file", r"a\.csv'", "one would replace the other", "name two")
def results_and_events_in_one_file():
    return command("simulate", "MODEL", "--out", "FOLDER/a.csv", "--events", "FOLDER/a.csv")
