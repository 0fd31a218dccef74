"""Planar mechanics: bodies, rods, joints and forces as wrapped multi-bond graphs in the x–y plane."""

from .body import Body, Fixed, Rod, World
from .joint import Prismatic, Revolute

__all__ = ["Body", "Fixed", "Prismatic", "Revolute", "Rod", "World"]
