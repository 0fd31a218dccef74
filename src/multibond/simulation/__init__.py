"""Simulation: compile, find consistent start values, integrate through events, collect the result."""

from .engine import METHODS, Engine, engine
from .simulate import simulate

__all__ = ["METHODS", "Engine", "engine", "simulate"]
