"""Transformations from one model to another that says the same."""

from .scalar import scalar_of, to_scalar

__all__ = ["scalar_of", "to_scalar"]
