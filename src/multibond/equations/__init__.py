"""From the flat graph to sorted equations, by named passes."""

from . import methods

__all__ = ["methods"]
