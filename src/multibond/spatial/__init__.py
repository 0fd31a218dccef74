"""Spatial mechanics: bodies, rods, joints and forces as wrapped multi-bond graphs in three dimensions."""

from .body import Body, Fixed, FixedRotation, Rod, World
from .joint import Prismatic, Revolute, Spherical

__all__ = ["Body", "Fixed", "FixedRotation", "Prismatic", "Revolute", "Rod", "Spherical", "World"]
