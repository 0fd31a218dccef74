"""Curves in the complex plane: Nyquist curves, root loci, maps of poles and zeros."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..argument import checked
from ..errors import ModelError
from ..frozen import frozen

if TYPE_CHECKING:
    from ..result.canvas import Plot

UNITS = {"rad/s": 1.0, "Hz": 1 / (2 * np.pi)}  # of frequencies: what an angular frequency is multiplied by
BEYOND = 2.0  # times the farthest pole or zero: how far the picture of a root locus goes
REACH = 98  # percent of the points of a Nyquist curve that its picture shows at least


def scale_of(unit: str) -> float:
    """What angular frequencies [rad/s] are multiplied by to be in `unit`."""
    if unit not in UNITS:
        raise ModelError(f"frequencies are shown in rad/s or Hz, not in {unit!r:.40}")
    return UNITS[unit]


@frozen
class Nyquist:
    """The frequency response of an open loop in the complex plane: `values` at angular `frequency` [rad/s].

    `encirclements` of −1, counted clockwise; `unstable`: poles of the open loop with positive real part.
    """

    frequency: np.ndarray
    values: np.ndarray
    encirclements: int
    unstable: int
    input: str
    output: str

    @property
    def stable(self) -> bool:
        """Whether the loop that is closed with a gain of −1 is stable, by Nyquist's criterion."""
        return self.encirclements + self.unstable == 0

    def plot(self) -> Plot:
        """The curve, for positive frequencies and mirrored, with the point −1; returns the figure."""
        from ..result.canvas import FEW, new_figure

        figure = new_figure(5.6, 5.2)
        axis = figure.subplots()
        axis.plot(self.values.real, self.values.imag, color=FEW[0], label=f"{self.output} / {self.input}")
        axis.plot(self.values.real, -self.values.imag, color=FEW[0], linestyle="--", linewidth=1.0)
        axis.plot([-1.0], [0.0], "+", color=FEW[1], markersize=10, label="−1")
        reach = float(np.percentile(np.abs(self.values), REACH)) * 1.15
        reach = max(reach, 1.3)
        if np.max(np.abs(self.values)) > 3 * reach:  # poles on the axis lead far out
            axis.set_xlim(-reach, reach)
            axis.set_ylim(-reach, reach)
        axis.set_xlabel("real part")
        axis.set_ylabel("imaginary part")
        axis.set_aspect("equal", adjustable="datalim")
        axis.grid(alpha=0.25)
        axis.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, fontsize="small", frameon=False)
        return figure

    def __str__(self) -> str:
        closed = "stable" if self.stable else "unstable"
        return (
            f"{self.output} / {self.input}: {self.encirclements} clockwise encirclements of −1, "
            f"{self.unstable} unstable poles of the open loop: the closed loop is {closed}"
        )


@frozen
class PoleMap:
    """The `poles` and `zeros` of a system [1/s], complex."""

    poles: np.ndarray
    zeros: np.ndarray

    @checked
    def plot(self, unit: str = "rad/s") -> Plot:
        """Poles as crosses, zeros as rings, in rad/s or Hz; returns the figure."""
        from ..result.canvas import FEW, new_figure

        scale = scale_of(unit)
        figure = new_figure(5.6, 4.6)
        axis = figure.subplots()
        axis.plot(scale * self.poles.real, scale * self.poles.imag, "x", color=FEW[0], markersize=8, label="poles")
        if len(self.zeros):
            axis.plot(scale * self.zeros.real, scale * self.zeros.imag, "o", color=FEW[1], fillstyle="none",
                      markersize=8, label="zeros")  # fmt: skip
        _plane(axis, unit)
        return figure

    def __str__(self) -> str:
        return "\n".join(f"{kind:<6}{value.real:.6g} {value.imag:+.6g} i" for kind, values in
                         (("pole", self.poles), ("zero", self.zeros)) for value in values)  # fmt: skip


@frozen
class RootLocus:
    """How the poles move when the loop is closed by −gain: `loci` [1/s] have a row for each of the `gains`."""

    gains: np.ndarray
    loci: np.ndarray
    poles: np.ndarray
    zeros: np.ndarray
    input: str
    output: str

    @property
    def largest_stable_gain(self) -> float:
        """The gain up to which all poles decay, from the smallest gain on: infinite if all do, NaN if none does."""
        stable = np.all(self.loci.real < 0, axis=1)
        if not stable.any():
            return float("nan")
        first = int(np.argmax(stable))
        after = np.flatnonzero(~stable[first:])
        return float(self.gains[first + after[0] - 1]) if len(after) else float("inf")

    @checked
    def plot(self, unit: str = "rad/s") -> Plot:
        """The way of each pole, from crosses (no gain) to rings (zeros), in rad/s or Hz; returns the figure."""
        from ..result.canvas import colours, new_figure

        scale = scale_of(unit)
        figure = new_figure(6.0, 4.8)
        axis = figure.subplots()
        for locus, colour in zip(self.loci.T, colours(self.loci.shape[1]), strict=True):
            axis.plot(scale * locus.real, scale * locus.imag, color=colour, linewidth=1.4)
        axis.plot(scale * self.poles.real, scale * self.poles.imag, "x", color="#7a7a7a", markersize=8,
                  label="poles without feedback")  # fmt: skip
        if len(self.zeros):
            axis.plot(scale * self.zeros.real, scale * self.zeros.imag, "o", color="#7a7a7a", fillstyle="none",
                      markersize=8, label="zeros")  # fmt: skip
        axis.set_title(f"{self.output} fed back to {self.input}", fontsize="medium")
        _plane(axis, unit)
        ends = scale * np.concatenate([self.poles, self.zeros])
        reach = BEYOND * max(float(np.max(np.abs(ends), initial=0.0)), scale)
        axis.set_xlim(max(axis.get_xlim()[0], -reach), min(axis.get_xlim()[1], reach))
        axis.set_ylim(max(axis.get_ylim()[0], -reach), min(axis.get_ylim()[1], reach))
        return figure


def _plane(axis: Any, unit: str) -> None:
    axis.axvline(0.0, color="#7a7a7a", linewidth=0.8)
    axis.set_xlabel(f"real part [{'1/s' if unit == 'rad/s' else unit}]")
    axis.set_ylabel(f"imaginary part [{unit}]")
    axis.grid(alpha=0.25)
    axis.margins(0.08)
    axis.legend(fontsize="small", framealpha=0.6, edgecolor="none")


__all__ = ["Nyquist", "PoleMap", "RootLocus", "scale_of"]
