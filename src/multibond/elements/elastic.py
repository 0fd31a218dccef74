"""Elastic force of any law along a line: what a nonlinear spring between two frames stores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.declare import Input, Port
from .element import Element, Equation


class ElasticForce(Element):
    """Storage whose displacement geometry knows and whose `effort` [N], an expression of it, follows any law.

    What it has stored is the work that was done on it, which the energy audit adds up.
    """

    symbol = "C"
    hangs = "down"
    role = "storage"
    a = Port(causality="effort", description="power in: tension, rate of the length")
    effort = Input("effort", "n", description="effort, an expression of the displacement")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.e, s.effort


__all__ = ["ElasticForce"]
