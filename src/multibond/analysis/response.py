"""Step and frequency responses: data with plots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..argument import checked, spelled
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

    @spelled
    def plot(self, axes: Any = None) -> Any:
        """Draw the responses, into `axes` of matplotlib if given; returns the figure, or nothing where it was there."""
        from ..result.canvas import colours, new_figure

        figure = new_figure(7.0, 4.0) if axes is None else None
        axis = axes if figure is None else figure.subplots()
        palette = iter(colours(len(self.outputs) * len(self.inputs)))
        for i, output in enumerate(self.outputs):
            for j, source in enumerate(self.inputs):
                axis.plot(self.time, self.values[:, i, j], label=f"{output} / {source}", color=next(palette))
        axis.set_xlabel("time [s]")
        axis.set_ylabel("response to a unit step")
        axis.grid(alpha=0.25)
        axis.legend(fontsize="small", framealpha=0.6, edgecolor="none")
        return figure


@frozen
class StepInformation:
    """What a step response is judged by: times in s, `overshoot` and `undershoot` in percent of the last value."""

    input: str
    output: str
    rise_time: float
    settling_time: float
    overshoot: float
    undershoot: float
    peak: float
    peak_time: float
    steady_state: float

    def __str__(self) -> str:
        units = {"rise_time": " s", "settling_time": " s", "overshoot": " %", "undershoot": " %", "peak_time": " s"}
        rows = [f"step of {self.input}, response of {self.output}"]
        names = ("rise_time", "settling_time", "overshoot", "undershoot", "peak", "peak_time", "steady_state")
        return "\n".join(
            [
                *rows,
                *(f"  {name.replace('_', ' '):<16}{getattr(self, name):.6g}{units.get(name, '')}" for name in names),
            ]
        )


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

    @checked
    def plot(self, unit: str = "rad/s") -> Any:
        """Draw magnitude and phase over frequencies in rad/s or Hz; returns the figure."""
        from ..result.canvas import colours, new_figure
        from .loci import scale_of

        figure = new_figure(7.0, 6.0)
        above, below = figure.subplots(2, 1, sharex=True)
        frequency = scale_of(unit) * self.frequency
        palette = iter(colours(len(self.outputs) * len(self.inputs)))
        for i, output in enumerate(self.outputs):
            for j, source in enumerate(self.inputs):
                colour = next(palette)
                above.semilogx(frequency, self.magnitude[:, i, j], label=f"{output} / {source}", color=colour)
                below.semilogx(frequency, self.phase[:, i, j], color=colour)
        above.set_ylabel("magnitude [dB]")
        below.set_ylabel("phase [°]")
        below.set_xlabel(f"frequency [{unit}]")
        for axes in (above, below):
            axes.grid(True, which="both", alpha=0.25)
        above.legend(fontsize="small", framealpha=0.6, edgecolor="none")
        return figure


def step(system: LinearSystem, stop: float | None, points: int) -> StepResponse:
    """The step responses, exact at the points: one matrix exponential for all steps of equal length."""
    time = np.linspace(0.0, stop if stop is not None else _horizon(system), points)
    values, _ = _steps(system, np.zeros((len(system.A), len(system.inputs))), float(time[1]), points)
    return StepResponse(time, values, tuple(system.inputs), tuple(system.outputs))


def _steps(system: LinearSystem, x: np.ndarray, step: float, points: int) -> tuple[np.ndarray, np.ndarray]:
    """The outputs at `points` times, one `step` [s] apart, from the states `x` on, and the states at the last time."""
    from scipy.linalg import expm

    n, m = len(system.A), len(system.inputs)
    block = np.zeros((n + m, n + m))
    block[:n, :n], block[:n, n:] = system.A, system.B
    advance = expm(block * step)
    values = np.empty((points, len(system.outputs), m))
    for k in range(points):
        if k:
            x = advance[:n, :n] @ x + advance[:n, n:]
        values[k] = system.C @ x + system.D
    return values, x


def step_in_decades(system: LinearSystem, points: int) -> tuple[np.ndarray, np.ndarray]:
    """The step response until everything has settled, at times that resolve the fastest and the slowest mode: each part
    of the time axis is twice as long as the one before, with so many points. Times [s], and outputs by inputs."""
    end = _horizon(system)
    fastest = max((abs(v) for v in system.eigenvalues), default=0.0)
    length = min(end, 10 / fastest) if fastest > 0 else end
    times: list[np.ndarray] = [np.zeros(1)]
    values: list[np.ndarray] = [np.asarray(system.D, dtype=float)[None]]
    x, now = np.zeros((len(system.A), len(system.inputs))), 0.0
    while now < end:
        found, x = _steps(system, x, length / points, points + 1)
        times.append(now + length / points * np.arange(1, points + 1))
        values.append(found[1:])
        now, length = now + length, min(max(now + length, length), max(end - now - length, 0.0)) or length
    return np.concatenate(times), np.concatenate(values)


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
