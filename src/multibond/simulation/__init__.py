"""Simulation: compile, find consistent start values, integrate through events, collect the result."""

from .engine import Engine, engine
from .simulate import simulate

__all__ = ["Engine", "engine", "simulate"]
