"""The slider crank of a comparison of simulation methods, in absolute coordinates: three constraints too many."""

from __future__ import annotations

from typing import Any

from ..absolute import Revolute
from .boudon_slider_crank import BoudonSliderCrank


class BoudonSliderCrankHyperstatic(BoudonSliderCrank):
    """Crank, rod and piston in absolute coordinates with three hinges and a slider: 18 coordinates, 20 constraints,
    three of them redundant.

    The same motion as `boudon_slider_crank`; what three of the constraint forces are, rigid bodies leave open.
    """

    library = "absolute"

    def crank_joint(self, **parasitic: Any) -> Any:
        """The joint between crank and rod: a hinge, five constraints."""
        return Revolute(**parasitic)

    def piston_joint(self, **parasitic: Any) -> Any:
        """The damped joint between rod and piston: a hinge, five constraints."""
        self.add("C", Revolute(actuated=True, **parasitic))
        return self.C.drive
