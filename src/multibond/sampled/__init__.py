"""Sampled signals: what changes its output only at instants, such as a digital controller.

Every component is a composite with inputs and outputs and no power ports. What it holds are `Discrete` values, which
events of the simulation change.
"""

from .hold import Delay, SampleHold
from .state_machine import StateMachine

__all__ = ["Delay", "SampleHold", "StateMachine"]
