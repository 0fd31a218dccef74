"""The public result: trajectories with a verb for everything that can be done with them."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..argument import spelled
from ..errors import DoubtfulResult
from ..result import Trajectories
from ..result.books import look_at_books
from ..result.doubts import why_lost

if TYPE_CHECKING:
    from ..look.shape import Force, Trace
    from ..picture.animation import Animation


class Result(Trajectories):
    """The result of a simulation.

    ``result.time`` [s]; ``result["motor.shaft.f"]`` any variable by its dotted path, shape (time,) or (time, n);
    ``result.stats`` the run summary; ``result.energy`` the audit. `message` says why a run stopped early, if it did.
    """

    _told = _closely = False  # whether its doubts have been told, and whether they were all looked for

    def __getitem__(self, name: str) -> np.ndarray:
        values = super().__getitem__(name)
        if not self._told:
            self._tell()
        if not np.isfinite(values).all() and (name not in self.system.outputs or not self._closely):
            warnings.warn(self._without_value(name, values), DoubtfulResult, stacklevel=2)
        return values

    def _tell(self) -> None:
        """Warn once of what speaks against the result, when it is first read; the summary shows it by itself."""
        self._told = True
        self._closely = look_at_books(self.run, self._shown)[1]
        for doubt in self.stats.doubts if self._closely else ():
            warnings.warn(f"{self.stats.model}: {doubt}", DoubtfulResult, stacklevel=3)

    def _without_value(self, name: str, values: np.ndarray) -> str:
        row = int(np.argmin(np.isfinite(values.reshape(len(values), -1)).all(axis=1)))
        return f"{name} has no value at {self.time[row]:.6g} s: {why_lost(self, name, row)}"

    @spelled
    def animate(
        self,
        *,
        plots: Sequence[str] | None = None,
        forces: Iterable[Force] | None = None,
        traces: Iterable[Trace] = (),
        title: str | None = None,
        up: Sequence[float] | None = None,
        ground: bool | None = None,
        energy: bool = True,
        height: int = 640,
    ) -> Animation:
        """A 3D animation of the bodies: shows itself in notebooks, ``.save("run.html")`` writes one offline page.

        `plots`: names of variables shown beside it (None: the outputs); `forces`: arrows (None: those in the joints);
        `traces`: lines that points leave behind; `up`: the direction that is up on the screen (None: against gravity);
        `ground`: whether there is one (None: where gravity is uniform or something rolls); `energy`: with the audit;
        `height` of the view in a notebook, in pixels.
        """
        from ..picture.animation import animate
        from ..picture.animation.collect import collect, collect_forces

        arrows = collect_forces(self) if forces is None else forces
        return animate(
            self, collect(self), height=height, forces=arrows, traces=traces, plots=plots, title=title, up=up,
            ground=ground, energy=energy,
        )  # fmt: skip
