"""What python-control computes of linear systems: Nyquist curves, root loci, step information."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError, MultibondError
from .loci import Nyquist, PoleMap, RootLocus
from .response import StepInformation, step_in_decades

if TYPE_CHECKING:
    from .linear import LinearSystem

RESOLUTION = 1000  # points in each part of the time axis by which a step response is judged


def control_library() -> Any:
    """The package python-control; a sentence where it is missing."""
    try:
        import control
    except ImportError:
        raise MultibondError(
            "python-control is not installed; install it with: pip install 'multibond[control]'"
        ) from None
    return control


def nyquist(system: LinearSystem, input: str | int, output: str | int) -> Nyquist:
    """The Nyquist curve of one input and output."""
    control, one = control_library(), system.single(input, output)
    with warnings.catch_warnings():  # the encirclements are told in words of ours
        warnings.simplefilter("ignore")
        found = control.nyquist_response(one.to_control(), omega=_frequencies(one))
    right = int(np.sum(np.real(one.eigenvalues) > 0))
    return Nyquist(
        np.asarray(found.contour).imag, np.asarray(found.response), int(found.count), right, one.inputs[0],
        one.outputs[0],
    )  # fmt: skip


def _frequencies(system: LinearSystem) -> np.ndarray:
    """Angular frequencies [rad/s] from a hundredth of the slowest mode to a hundred times the fastest, dense around
    those that oscillate."""
    values = [complex(v) for v in system.eigenvalues if abs(v) > 1e-9] or [1.0 + 0.0j]
    sizes = [abs(v) for v in values]
    even = np.logspace(np.log10(min(sizes)) - 2, np.log10(max(sizes)) + 2, 2000)
    around = [
        abs(v.imag) + max(abs(v.real), 1e-3 * abs(v)) * np.sinh(np.linspace(-4, 4, 200)) for v in values if v.imag
    ]
    together = np.concatenate([even, *around])
    return np.unique(together[together > 0])


def root_locus(system: LinearSystem, input: str | int, output: str | int, gains: Any) -> RootLocus:
    """The poles of the loop that is closed by −gain from one output to one input, over the gains."""
    control, one = control_library(), system.single(input, output)
    if gains is not None:
        try:
            gains = np.sort(np.asarray(gains, dtype=float))
        except (TypeError, ValueError, OverflowError):
            gains = np.zeros(0)
        if gains.ndim != 1 or not len(gains) or not np.all(np.isfinite(gains)):
            raise ModelError("the gains of a root locus are a list of finite numbers")
    if not np.any(one.transfer_function().numerator):
        raise ModelError(f"{one.outputs[0]} does not follow {one.inputs[0]}, so that no feedback moves the poles")
    # the ratio of polynomials without leading coefficients that are only rounding, which would make false branches
    found = control.root_locus_map(one.to_control_transfer(), gains=gains)
    return RootLocus(
        np.asarray(found.gains), np.asarray(found.loci), np.asarray(found.poles), np.asarray(found.zeros),
        one.inputs[0], one.outputs[0],
    )  # fmt: skip


def pole_map(system: LinearSystem, input: str | int | None, output: str | int | None) -> PoleMap:
    """The poles of the system, and the zeros of one input and output, or those of the whole."""
    control = control_library()
    one = system if input is None and output is None else system.single(input or 0, output or 0)
    if not (one.inputs and one.outputs):  # nothing leads through it
        return PoleMap(np.asarray(one.eigenvalues, dtype=complex), np.zeros(0))
    whole = one.to_control()
    square = len(one.inputs) == len(one.outputs)
    zeros = np.asarray(control.zeros(whole)) if square else np.zeros(0)
    return PoleMap(np.asarray(control.poles(whole)), zeros[np.isfinite(zeros)])


def step_information(
    system: LinearSystem, input: str | int, output: str | int, settling: float, rise: Any
) -> StepInformation:
    """Rise time, settling time, overshoot and peak of a step response."""
    control, one = control_library(), system.single(input, output)
    if not 0 < settling < 1:
        raise ModelError(f"the settling band is a part of the last value between 0 and 1, not {settling:g}")
    if not isinstance(rise, (list, tuple)) or len(rise) != 2 or not all(isinstance(x, (int, float)) for x in rise):
        raise ModelError(f"the rise time is measured between two parts of the last value, (0.1, 0.9), not {rise!r:.40}")
    if not 0 <= rise[0] < rise[1] <= 1:
        raise ModelError(f"the rise time is measured between two parts of the last value, (0.1, 0.9), not {rise!r:.40}")
    if not one.stable:
        raise ModelError(
            f"{one.outputs[0]} does not settle after a step of {one.inputs[0]}: the system is not stable; "
            "look at its modes or at pole_map()"
        )
    time, values = step_in_decades(one, RESOLUTION)
    found = control.step_info(
        values[:, 0, 0], time, None, float(one.transfer_function().gain),
        SettlingTimeThreshold=settling, RiseTimeLimits=tuple(rise),
    )  # fmt: skip
    return StepInformation(
        one.inputs[0], one.outputs[0], found["RiseTime"], found["SettlingTime"], found["Overshoot"],
        found["Undershoot"], found["Peak"], found["PeakTime"], found["SteadyStateValue"],
    )  # fmt: skip


__all__ = ["control_library", "nyquist", "pole_map", "root_locus", "step_information"]
