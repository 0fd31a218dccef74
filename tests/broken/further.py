"""Further relatives: what the values of a run make of a model that is right with its own."""

from .case import refused
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
