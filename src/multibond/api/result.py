"""The public result: trajectories with a verb for everything that can be done with them."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..argument import checked, spelled
from ..errors import AttributeNotFound, DoubtfulResult, ModelError, nearest
from ..result import Trajectories
from ..result.books import look_at_books
from ..result.doubts import why_lost
from .habits import RESULT, habit

if TYPE_CHECKING:
    from ..look.shape import Force, Trace
    from ..picture.animation import Animation
    from ..result.canvas import Plot
    from ..result.extremes import Extremes
    from ..result.moment import Moment


class Result(Trajectories):
    """The result of a simulation.

    ``result.time`` [s]; ``result["motor.shaft.f"]`` any variable by its dotted path, shape (time,) or (time, n);
    ``result.stats`` the run summary; ``result.energy`` the audit. `message` says why a run stopped early, if it did.
    """

    _told = _closely = False  # whether its doubts have been told, and whether they were all looked for

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or "run" not in vars(self) or hasattr(type(self), name):
            raise AttributeError(f"'Result' object has no attribute '{name}'", name=name, obj=self)
        variables = self.names
        if name in variables or any(known.startswith(f"{name}.") for known in variables):
            hint = f"; variables are read by their names, as result['{name if name in variables else f'{name}.…'}']"
        else:
            hint = habit(self, name, RESULT, "result") or nearest(name, [x for x in dir(self) if x[0] != "_"])
        raise AttributeNotFound(f"a result has no '{name}'{hint}")

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

    def __repr__(self) -> str:
        said = super().__repr__()
        doubts = len(self.stats.doubts) if look_at_books(self.run, self._shown)[1] else 0
        return f"{said[:-1]}, {doubts} doubt{'s' * (doubts > 1)} (see result.stats.doubts)>" if doubts else said

    def _repr_html_(self) -> str:
        from ..picture.notebook_view import result_view

        return result_view(self)

    @checked
    def evaluate(self, expression: str) -> np.ndarray:
        """The values of an expression of variables, a row for each time; ``result["..."]`` does the same.

        It has numbers, variables by their paths, ``+ - * / **``, comparisons (1 where they hold), ``a if b else c``,
        ``sin``, ``sqrt``, ``max`` and the like, ``dot``, ``cross``, ``der(...)`` of any expression, and lists. Units
        are inferred (``result.unit``), and what is added or compared must fit.

        >>> import multibond
        >>> run = multibond.load("rlc").simulate(1.0)
        >>> run.evaluate("resistor.e * resistor.f").shape, run.unit("resistor.e * resistor.f")
        ((501,), 'W')
        """
        return self[expression]

    @checked
    def at(self, time: float) -> Moment:
        """All variables at a time within the run [s]: ``result.at(2.5)["motor.speed"]``.

        Between two output points the run is followed from the one before, with the solver and the tolerance of the run.
        At the instant of an event it is the value just before. A run can go on from there with `start_from`.
        """
        from ..result.moment import Moment
        from ..result.window import check_time, origin_at

        return Moment(origin_at(self, check_time(self, time)))

    @checked
    def between(self, first: float, last: float) -> Result:
        """The part of the run between two times [s], both included, as a result: curves, extremes, energies, plots.

        Its energies count from the start of the whole run, and its summary is that of the whole run.
        """
        from ..result.window import check_time, part_of

        start, end = check_time(self, first, "the first time"), check_time(self, last, "the last time")
        if not start < end:
            raise ModelError(f"a part of a run needs a last time behind the first, not {last:g} s behind {first:g} s")
        part = type(self)(part_of(self.run, start, end))
        part._told = part._closely = True
        return part

    @checked
    def extremes(self, name: str) -> Extremes:
        """The smallest and largest value of a variable or expression, and when they are [s].

        The run is followed again around the extreme of its output points, with the solver and tolerance of the run.
        """
        from ..result.extremes import extremes

        return extremes(self, name)

    @checked
    def find(self, pattern: str) -> list[str]:
        """The names of variables that fit a `pattern` with ``*`` and ``?``, such as ``"motor.*"``; without these, all
        names that hold the text."""
        from fnmatch import fnmatchcase

        whole = pattern if any(mark in pattern for mark in "*?") else f"*{pattern}*"
        return [name for name in self.names if fnmatchcase(name.replace("[", "("), whole.replace("[", "("))]

    @checked
    def plot(
        self,
        *what: Any,
        x: str | None = None,
        units: Mapping[str, Any] | None = None,
        title: str | None = None,
        limits: Any = None,
        axis: Any = None,
        width: float = 8.0,
        height: float = 2.4,
        events: bool = True,
    ) -> Plot | None:
        """Curves of variables or expressions (default: the outputs) over time, or over `x` for a phase portrait.

        Names share one panel for each unit; a list is a panel of its own, with an axis for each unit in it. `units`
        show values in others than SI: ``{"speed": "rpm"}``, also of "time". `limits`: (low, high) of all vertical axes,
        or by name, "time" included. `axis`: an existing axis of matplotlib to draw into. `width` and `height` (of a
        panel) in inches. `events`: short lines at the upper edge mark where something switched, struck or stuck. A
        figure shows itself once in notebooks; ``.show()`` opens a window in scripts, ``.savefig("run.svg")`` writes
        it. Nothing is returned where an existing axis was drawn into.
        """
        from ..result.event_marks import event_marks
        from ..result.plot import plot

        return plot(
            self, what, x=x, units=units, title=title, limits=limits, axis=axis, width=width, height=height,
            marks=[event_marks] if events else (),
        )  # fmt: skip

    @checked
    def show(self, *names: Any, height: int = 640) -> Any:
        """The views of the studio in a notebook: the run on the diagram, its curves, energy and animation.

        `names`: variables or expressions to plot (default: the outputs); `height` in pixels. Needs ``pip install
        multibond[notebook]``.
        """
        from ..studio.notebook_studio import studio_widget

        return studio_widget(self.run.model, height, self, names)

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
        """A 3D animation of the bodies: shows itself in notebooks, ``.save("run.html")`` writes one offline page, and
        ``.save("run.gif")``, ``.mp4`` or ``.png`` a film or picture without a screen.

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
