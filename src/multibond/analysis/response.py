"""Step and frequency responses: data with plots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError
from ..frozen import frozen

if TYPE_CHECKING:
    from .linear import LinearSystem


@frozen
class StepResponse:
    """Responses to a unit step of one input at a time: `values` has the shape (time, output, input)."""

    time: np.ndarray
    values: np.ndarray
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    def plot(self, axes: Any = None) -> Any:
        """Draw the responses with matplotlib; returns the figure."""
        import matplotlib.pyplot as plt

        figure = axes.figure if axes is not None else plt.figure(figsize=(7, 4), layout="constrained")
        axes = axes if axes is not None else figure.subplots()
        for i, output in enumerate(self.outputs):
            for j, source in enumerate(self.inputs):
                axes.plot(self.time, self.values[:, i, j], label=f"{output} / {source}")
        axes.set_xlabel("time [s]")
        axes.set_ylabel("response to a unit step")
        axes.grid(True, alpha=0.3)
        axes.legend()
        return figure


@frozen
class Bode:
    """Frequency responses: `values` is complex with the shape (frequency, output, input); `frequency` in rad/s."""

    frequency: np.ndarray
    values: np.ndarray
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    @property
    def magnitude(self) -> np.ndarray:
        """Magnitude [dB]."""
        with np.errstate(divide="ignore"):
            return np.asarray(20 * np.log10(np.abs(self.values)))

    @property
    def phase(self) -> np.ndarray:
        """Phase [degrees], without jumps."""
        return np.asarray(np.degrees(np.unwrap(np.angle(self.values), axis=0)))

    def plot(self) -> Any:
        """Draw magnitude and phase with matplotlib; returns the figure."""
        import matplotlib.pyplot as plt

        figure = plt.figure(figsize=(7, 6), layout="constrained")
        above, below = figure.subplots(2, 1, sharex=True)
        for i, output in enumerate(self.outputs):
            for j, source in enumerate(self.inputs):
                label = f"{output} / {source}"
                above.semilogx(self.frequency, self.magnitude[:, i, j], label=label)
                below.semilogx(self.frequency, self.phase[:, i, j], label=label)
        above.set_ylabel("magnitude [dB]")
        below.set_ylabel("phase [°]")
        below.set_xlabel("frequency [rad/s]")
        for axes in (above, below):
            axes.grid(True, which="both", alpha=0.3)
        above.legend()
        return figure


def step(system: LinearSystem, stop: float | None, points: int) -> StepResponse:
    """The step responses, exact at the points: one matrix exponential for all steps of equal length."""
    from scipy.linalg import expm

    time = np.linspace(0.0, stop if stop is not None else _horizon(system), points)
    n, m = len(system.A), len(system.inputs)
    block = np.zeros((n + m, n + m))
    block[:n, :n], block[:n, n:] = system.A, system.B
    advance = expm(block * time[1])
    x = np.zeros((n, m))
    values = np.empty((points, len(system.outputs), m))
    for k in range(points):
        values[k] = system.C @ x + system.D
        x = advance[:n, :n] @ x + advance[:n, n:]
    return StepResponse(time, values, tuple(system.inputs), tuple(system.outputs))


def bode(system: LinearSystem, frequencies: Any, points: int) -> Bode:
    """The frequency responses at angular `frequencies` [rad/s]."""
    if frequencies is None:
        if points < 2:
            raise ModelError(f"a frequency response needs at least two points, not {points}")
        sizes = [abs(v) for v in system.eigenvalues if abs(v) > 1e-9] or [1.0]
        frequencies = np.logspace(np.log10(min(sizes)) - 1, np.log10(max(sizes)) + 1, points)
    try:
        frequencies = np.asarray(frequencies, dtype=float)
    except (TypeError, ValueError, OverflowError):
        frequencies = np.full(1, np.nan)
    if frequencies.ndim != 1 or not len(frequencies) or not np.all(np.isfinite(frequencies)):
        raise ModelError("the frequencies are a list of finite numbers, in rad/s")
    values = np.array([system(1j * w) for w in frequencies])
    return Bode(frequencies, values, tuple(system.inputs), tuple(system.outputs))


def _horizon(system: LinearSystem) -> float:
    """Long enough for the slowest decaying mode to settle, or for a few periods of an undamped one."""
    slow = [-1 / v.real for v in system.eigenvalues if v.real < -1e-9 * max(1.0, abs(v))]
    periods = [2 * np.pi / abs(v.imag) for v in system.eigenvalues if abs(v.imag) > 1e-9]
    return float(6 * max(slow)) if slow else float(5 * max(periods)) if periods else 1.0
