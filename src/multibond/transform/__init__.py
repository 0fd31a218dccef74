"""Transformations from one model to another that says the same."""

from .scalar import scalar_of, to_scalar
from .simplify import combine_parallel, remove_power_through, remove_zero_bonds, simplify

__all__ = ["combine_parallel", "remove_power_through", "remove_zero_bonds", "scalar_of", "simplify", "to_scalar"]
