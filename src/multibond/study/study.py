"""`Study`: many runs of one model, here, on all cores or on a cluster, as a table."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import numpy as np

from ..argument import checked
from ..equations.formulation import formulation
from ..equations.methods import method_of
from ..errors import ModelError, MultibondError, SimulationError
from ..model.composite import Composite
from ..model.option import check_flag, check_value, mapping
from ..progress import Progress
from ..simulation.settings import Settings, run_times, state_wishes, with_step
from .design import Design, check_sample, design
from .drive import Whole, drive, stopped
from .observation import USAGE, Observations
from .parcel import Plan, model_key, packed
from .places import Place, Processes, Threads
from .rows import Rows
from .shards import Shards
from .study_result import RESERVED, StudyResult
from .variation import Axis, axes_of

if TYPE_CHECKING:
    from ..integrate import Solver

WORTH = 3.0  # s of runs one by one from which processes of their own are worth starting


class Study:
    """Runs of a model with different values of parameters and start values, and what is kept of each.

    `vary`: by name of a parameter (``"motor.R"``), of one of its components (``"field.R[0]"``) or of a variable that
    starts with a parameter: a list of values, in SI units or as texts with units (``["5 kg", 6]``), a range
    ``"1:20:40"`` (from, to, count; ``"1:100:9:log"``), a distribution ``"normal(0.1, 0.02)"``, or one of scipy.stats.
    `observe`: by column, what is kept: ``"max(current)"``, ``"when(speed > 90)"``, ``"curve(speed)"``,
    ``"event(wheel)"`` … of expressions of variables; by default the last values of the outputs.
    `sample`: "grid" (all combinations, the default), "list" (side by side), or for `runs` runs "random" (the default
    then), "lhs", "sobol". `truncate`: draw only from that part of a distribution that is allowed.
    The other options are those of `Model.simulate`; `parameters` are values that all runs have.

    >>> import multibond as mb
    >>> study = mb.Study(mb.load("rlc"), vary={"resistance": [1, 2]}, observe={"peak": "max(current)"}, stop=1.0)
    >>> list(study.run().table.columns)
    ['resistance', 'peak', 'message', 'doubts']
    """

    @checked
    def __init__(
        self,
        model: Any,
        vary: Mapping[str, Any] | None = None,
        observe: Any = None,
        *,
        runs: int | None = None,
        sample: str | None = None,
        truncate: bool = False,
        stop: float | None = None,
        start: float | None = None,
        points: int = 501,
        grid: Any = None,
        tolerance: float = 1e-6,
        solver: str | Solver = "auto",
        step: float | None = None,
        method: Any = "reduced",
        bonds: str = "vector",
        parameters: Mapping[str, Any] | None = None,
        states: Mapping[str, Any] | None = None,
        steady: bool = False,
        impulses: bool = False,
        impacts: str = "sequential",
        max_steps: int = 10_000_000,
    ):
        from ..api.model import Model

        if not isinstance(model, Model):
            raise ModelError(f"a study is one of a model, such as mb.load('rlc'), not of {model!r:.60}")
        if not vary:
            raise ModelError("say what varies, as in vary={'motor.R': [1, 2, 3]}", model.title)
        fixed = {} if parameters is None else mapping(parameters)
        for name, value in fixed.items():
            check_value(name, value)
        check_flag(steady, "'steady'")
        times, hidden = run_times(grid, start, stop, model.stop, points)
        chosen, left = model._with(bonds, fixed)
        self.model: Composite = chosen
        self._fixed: dict[str, Any] = dict(left or {})
        self._settings = Settings(
            times, tolerance, with_step(solver, step), steady, max_steps, state_wishes(states), None,
            method_of(method), bonds, hidden, impulses, impacts,
        )  # fmt: skip
        self.axes: tuple[Axis, ...] = axes_of(chosen, vary, truncate)
        self._check_fixed()
        self.sample = check_sample(sample, runs, self.axes)
        self.runs = runs
        self.observe = _observed(chosen, observe, [axis.label for axis in self.axes])
        self._rows: Rows | None = None

    def _check_fixed(self) -> None:
        for axis in self.axes:
            if axis.name in self._fixed or axis.label in self._fixed:
                raise ModelError(f"'{axis.label}' is varied and given by parameters too; keep one of the two")

    @checked
    def design(self, seed: int = 0) -> Design:
        """The values of all runs, as they are drawn with this `seed`; `.table` has a row for each."""
        if not 0 <= seed < 2**63:
            raise ModelError(f"the seed is a whole number from 0 on, not {seed}")
        return design(self.axes, self.sample, self.runs, seed)

    @checked
    def run(
        self,
        *,
        workers: int = 1,
        client: Any = None,
        seed: int = 0,
        progress: Any = None,
        folder: str | os.PathLike[str] | None = None,
        processes: bool | None = None,
    ) -> StudyResult:
        """Make all runs; the same `seed` gives the same table, bit for bit, wherever they are made.

        `workers`: at the same time on this machine; runs in machine code are shared by threads, others by `processes`
        (None: as it is worth). `client`: a dask.distributed Client, or the address of a cluster. `progress`: True or
        False for a bar (None: on a terminal), or a function that is called with the runs that are done and all runs.
        `folder`: where every part that is done is kept, so that a study that was stopped goes on there.
        A run that fails is a row with its message. Ctrl-C gives what was computed, with a message. Raises
        SimulationError, whose `result` holds what was computed, when a cluster disappears.
        """
        if workers < 1:
            raise ModelError(f"the number of workers must be a whole number from 1 on, not {workers}")
        told = _teller(progress)
        drawn = self.design(seed)
        rows = self._made(drawn)
        whole = Whole(len(drawn), rows.observations, len(rows.grid))
        shards = None if folder is None else Shards(folder, self._manifest(drawn, seed))
        for chunk in () if shards is None else shards.chunks(len(drawn)):
            whole.add(chunk)
        result = StudyResult(self.model.title, drawn, whole, rows)
        if whole.done.all():
            return result
        bar, tell = told(len(drawn))
        try:
            with ExitStack() as stack:
                place = self._place(rows, drawn, workers, client, processes, stack)
                stack.callback(place.close)
                drive(drawn.table, whole, place, shards, tell)
        except KeyboardInterrupt:
            result.message = f"interrupted: {int(whole.done.sum())} of {len(drawn)} runs are done"
        except SimulationError as error:
            raise _with_result(stopped(whole, str(error), folder), result) from None
        finally:
            if bar is not None:
                bar.clear()
        return result

    def _made(self, drawn: Design) -> Rows:
        """What runs the rows here, with the equations for other structures that the rows have."""
        names = tuple(axis.name for axis in self.axes)
        rows = Rows(self.model, names, self.observe, self._settings, self._fixed, {})
        like: dict[tuple[bool, ...], tuple[float, ...]] = {}
        for pattern, row in zip(rows.patterns(drawn.table), drawn.table, strict=True):
            if any(pattern):
                like.setdefault(pattern, tuple(map(float, row)))
        rows.like = like
        return rows

    def _place(self, rows: Rows, drawn: Design, workers: int, client: Any, processes: bool | None,
               stack: ExitStack) -> Place:  # fmt: skip
        plan = Plan(self.model, rows.names, self.observe, self._settings, self._fixed, dict(rows.like))
        if client is not None:
            from .cluster import Cluster, connected

            opened, own = connected(client)
            if own:
                stack.callback(opened.close)
            return Cluster(opened, packed(plan, by_value=True))
        if processes or (processes is None and workers > 1 and not rows.in_loop() and _worth(rows, drawn)):
            try:
                return Processes(packed(plan), workers)
            except ModelError:
                if processes:
                    raise
        return Threads(rows, workers)

    def _manifest(self, drawn: Design, seed: int) -> dict[str, Any]:
        """What the study is, as plain data; "is" tells it from others."""
        from .. import __version__

        settings = {name: value for name, value in vars(self._settings).items() if name not in ("grid", "progress")}
        return {
            "model": self.model.title,
            "runs": len(drawn),
            "varies": {axis.label: axis.spread.text if axis.spread is not None else "list" for axis in self.axes},
            "sample": self.sample,
            "seed": seed,
            "observe": self.observe,
            "is": {
                "multibond": __version__,
                "model": model_key(self.model),
                "names": [axis.name for axis in self.axes],
                "values": _digest(drawn.table),
                "observe": self.observe,
                "times": _digest(self._settings.grid),
                "settings": repr(sorted(settings.items())),
                "parameters": repr(sorted(self._fixed.items())),
            },
        }

    def __repr__(self) -> str:
        what = ", ".join(axis.label for axis in self.axes)
        return f"<Study of {self.model.title}: {self.sample} over {what}; {', '.join(self.observe)}>"


def _observed(model: Composite, observe: Any, varied: Sequence[str]) -> dict[str, str]:
    """What is kept, by column."""
    system = formulation(model).system()
    if observe is None:
        outputs = list(system.outputs)
        if not outputs:
            raise ModelError(
                "the model has no outputs; say what to observe, as in observe={'peak': 'max(coil.f)'} "
                '(--observe "peak=max(coil.f)")'
            )
        return {f"last {name}" if name in varied else name: name for name in outputs}
    if isinstance(observe, str):
        observe = [observe]
    if isinstance(observe, (list, tuple)) and all(isinstance(text, str) for text in observe):
        observe = {text: text for text in observe}
    if not isinstance(observe, Mapping) or not observe:
        raise ModelError(f"observe names columns and what is in them, as in {{'peak': 'max(current)'}}; {USAGE}")
    for label, text in observe.items():
        if not isinstance(label, str) or not isinstance(text, str) or not label.strip():
            raise ModelError(f"observe has texts, as in {{'peak': 'max(current)'}}, not {label!r:.40}: {text!r:.40}")
        if label in varied or label in RESERVED:
            raise ModelError(f"the column '{label}' is there already; call what is observed otherwise")
    Observations(system, observe)  # says what is wrong
    return dict(observe)


def _teller(progress: Any) -> Callable[[int], tuple[Progress | None, Callable[[int], None]]]:
    """From the number of runs: a bar, if one is wanted, and what is called with the runs that are done."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise ModelError(f"progress is True, False or a function of the runs done and all runs, not {progress!r:.60}")

    def told(total: int) -> tuple[Progress | None, Callable[[int], None]]:
        if progress is not None and not isinstance(progress, bool):
            return None, lambda done: progress(done, total)
        if progress is False:
            return None, lambda done: None
        bar = Progress(0, total, unit="runs")
        bar.wanted = bar.wanted or progress is True
        return bar, bar

    return told


def _worth(rows: Rows, drawn: Design) -> bool:
    """Whether the runs take long enough for processes of their own; a first one tells."""
    import time

    seconds = []
    for row in (drawn.table[:1], drawn.table[-1:]):  # the first compiles
        began = time.perf_counter()
        try:
            rows.run(row, 0)
        except MultibondError:
            return False
        seconds.append(time.perf_counter() - began)
    return seconds[-1] * len(drawn) > WORTH


def _digest(values: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(values).tobytes()).hexdigest()


def _with_result(error: SimulationError, result: StudyResult) -> SimulationError:
    error.result = result
    return error


__all__ = ["Study"]
