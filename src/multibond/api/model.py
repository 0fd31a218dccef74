"""The public model: a composite with a verb for everything that can be done with it."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from ..errors import AttributeNotFound, DoubtfulResult, ModelError, MultibondError, NameNotFound, nearest
from ..model import former
from ..model.composite import Composite
from ..model.option import check_flag, check_text, mapping, names
from .habits import MODEL, check_no_file, habit
from .verb import check_bonds, check_values, goes_on, sweep_values, verb

if TYPE_CHECKING:
    import numpy as np

    from ..analysis.comparison import Comparison
    from ..analysis.linear import LinearSystem
    from ..analysis.minimal_form import MinimalForm
    from ..analysis.structure import Analysis
    from ..equations.methods import Method
    from ..equations.state_space import StateSpace
    from ..graph.causality import Causality
    from ..integrate import Solver
    from ..picture.animation import Animation
    from ..picture.drawing import Drawing
    from ..picture.mechanics_form import MechanicsEquations
    from ..picture.state_equations import StateEquations
    from ..result.moment import Moment
    from ..simulation.sweep import SweepResult
    from .result import Result

MOST_TOLD = 3  # doubts of a sweep that are warned of; all are in its result


class Model(Composite):
    """A model: components, bonds between their ports, signals, parameters.

    Write it step by step, ::

        m = Model("rlc", domain="electrical")
        m.source, m.loop = Se(10), J1()
        m.source >> m.loop

    or as a class with parameters as class attributes and a ``build`` method. `n` is the default cardinality of all
    bonds inside, `domain` the default domain. A model with exposed ports is a component: ``outer.motor = motor``.
    """

    _plain: ClassVar[bool] = True

    __iter__: Any = None  # what is asked for by name is no list

    def __contains__(self, path: object) -> bool:
        """Whether there is a component at a dotted path."""
        try:
            return self[path] is not None  # type: ignore[index]
        except MultibondError:
            return False

    def __getattr__(self, name: str) -> Any:
        try:
            return super().__getattr__(name)
        except AttributeNotFound as error:
            hint = habit(self, name, MODEL, "model", self._known_names())
            if not hint:
                raise
            raise AttributeNotFound(f"{str(error).partition(';')[0]}{hint}") from None

    @verb
    def simulate(
        self,
        stop: float | None = None,
        *,
        start: float | None = None,
        points: int = 501,
        grid: Sequence[float] | np.ndarray | None = None,
        tolerance: float = 1e-6,
        solver: str | Solver = "auto",
        method: str | Method = "reduced",
        bonds: str = "vector",
        parameters: Mapping[str, Any] | None = None,
        states: Mapping[str, str] | None = None,
        steady: bool = False,
        impulses: bool = False,
        impacts: str = "sequential",
        step: float | None = None,
        max_steps: int = 10_000_000,
        progress: Callable[[float], None] | None = None,
        start_from: Result | Moment | None = None,
    ) -> Result:
        """Simulate from `start` [s, default 0] to `stop` [s] (default: the model's own stop time).

        `points` evenly spaced output times, or a `grid` of times [s], with which the run ends.
        `tolerance`: relative and absolute error per step. `solver`: "auto", "dop853", "bdf", "adams", "ida",
        "propagator", "esdirk", "rk4" and "timestepping" (both with fixed `step` [s]), or an object such as
        ``mb.solvers.Bdf(sparse=True)``. `method`: how constraints are realised, "reduced", "minimal", "zcp",
        "lagrange", "parasitic", or an object such as ``mb.methods.Parasitic(frequency=200)``; `bonds`: "vector" or
        "scalar" (docs/scalar.md).
        `parameters`: values by dotted path, in SI units or as texts with units, without compiling anew. `states`:
        wishes by variable, "always", "prefer", "avoid", "never". `steady`: start where nothing changes. `impulses`:
        stores may jump where switches and diodes ask for it, which is refused otherwise. `impacts`: contacts that
        touch when others strike take part "sequential", when these have made them approach, or "simultaneous".
        `start_from`: a result of this model, or ``result.at(time)``, with whose time, states, switches, discrete values
        and parameters (those in `parameters` excepted) the run goes on; energies count from there. `max_steps`: limit
        of steps, of which an event outside machine code counts as twenty. `progress` is called with the time reached
        [s]. Raises SimulationError, whose `result` holds what was computed, when the run cannot go on; Ctrl-C keeps
        what was computed and returns it with a message.
        """
        from ..equations.methods import method_of
        from ..result.doubts import check_outputs
        from ..simulation.settings import Settings, run_times, state_wishes, with_step
        from ..simulation.simulate import simulate
        from .result import Result

        origin = None
        if start_from is not None:
            origin, start, parameters = goes_on(start_from, start, steady, parameters)
        check_values(self, bonds, parameters, states, steady)
        check_flag(impulses, "'impulses'")
        model, values = self._with(bonds, parameters)
        times, hidden = run_times(grid, start, stop, self.stop, points)
        settings = Settings(
            times, tolerance, with_step(solver, step), steady, max_steps, state_wishes(states), progress,
            method_of(method), bonds, hidden, impulses, impacts, given=dict(parameters or {}), origin=origin,
        )  # fmt: skip
        result = Result(simulate(model, values, settings))
        check_outputs(result)
        return result

    def _with(self, bonds: str, parameters: Mapping[str, Any] | None = None) -> tuple[Any, Any]:
        """The model with these bonds, "vector" or "scalar", and the values that are left to be given to it."""
        if isinstance(bonds, str) and bonds == "scalar":
            from ..transform import scalar_of

            return scalar_of(self, None if parameters is None else mapping(parameters))
        check_bonds(bonds)
        return self, parameters

    @verb
    def sweep(
        self,
        parameters: Mapping[str, Any],
        stop: float | None = None,
        *,
        start: float = 0.0,
        tolerance: float = 1e-6,
        solver: str | Solver = "auto",
        method: str | Method = "reduced",
        workers: int = 1,
        processes: int | None = None,
    ) -> SweepResult:
        """Run once for every row of parameter values (all lists of one length), at machine speed; keep the last values.

        Values by dotted path, in SI units or as texts with units; `start` and `stop` in s. Models without events run in
        one loop of machine code, others and those with another `method` one by one; `workers` threads share the runs
        (`processes` is its former name).
        What speaks against runs is in `doubts` of what comes back, and a warning.
        """
        from ..equations.methods import method_of
        from ..result.doubts import run_doubts
        from ..simulation.settings import Settings, run_times, with_step
        from ..simulation.sweep import sweep

        chosen = {name: sweep_values(self, name, values) for name, values in mapping(parameters).items()}
        times, _ = run_times(None, start, stop, self.stop, points=2)
        if processes is not None:
            former.warn("'processes' of sweep is called 'workers' now; the old name goes with the next release")
            workers = processes
        settings = Settings(times, tolerance, with_step(solver, None), method=method_of(method))
        done = sweep(self, chosen, settings, workers, run_doubts)
        for doubt in done.doubts[:MOST_TOLD]:
            warnings.warn(f"{self.title}: {doubt}", DoubtfulResult, stacklevel=3)
        return done

    @verb
    def compare_methods(
        self,
        stop: float | None = None,
        *,
        methods: Sequence[str | Method] | None = None,
        bonds: Sequence[str] | None = None,
        output: str | None = None,
        start: float | None = None,
        points: int = 501,
        tolerance: float = 1e-6,
        parameters: Mapping[str, Any] | None = None,
        repeat: int = 3,
    ) -> Comparison:
        """Simulate with several methods and hold them together: states, multipliers, index, steps, time, error.

        `methods` by name or as objects (default: all five), `bonds` "vector", "scalar" or both. `output` is what is
        compared (default: the last output) with that of minimal coordinates. Each runs `repeat` times, and the fastest
        run counts, without compilation. ``print`` shows the table, ``.plot()`` the differences over time.
        Times in s; the other options as for `simulate`.
        """
        from ..analysis.comparison import compare_methods
        from ..simulation.settings import Settings, run_times

        check_values(self, parameters=parameters)
        times, hidden = run_times(None, start, stop, self.stop, points)
        kinds = names(bonds, "bonds") or ["vector"]
        for kind in kinds:
            check_bonds(kind)
        given = {kind: partial(self._with, kind, parameters) for kind in kinds}
        return compare_methods(self, Settings(times, tolerance, hidden=hidden), methods, given, output, repeat)

    @verb
    def minimal_form(self, symbolic: bool = False, *, parameters: Mapping[str, Any] | None = None) -> MinimalForm:
        """Virtual inertia, modulated gyristor and efforts of the independent states, to which all storage is moved over
        the junction structure: inertia · d(states)/dt = gyristor + efforts.

        Numbers at the start; `symbolic`: SymPy matrices of states and parameters, for small mechanisms.
        """
        from ..analysis.minimal_form import minimal_form

        check_values(self, parameters=parameters)
        check_flag(symbolic, "symbolic", self.name)
        return minimal_form(self, symbolic, parameters)

    @verb
    def linearize(
        self,
        at: Any = None,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        *,
        parameters: Mapping[str, Any] | None = None,
        states: Mapping[str, str] | None = None,
        tolerance: float = 1e-9,
    ) -> LinearSystem:
        """A, B, C, D and eigenvalues for small deviations from an operating point.

        `at`: None (the start), a time in s, "steady", a result (its last point), or values of variables by name.
        `inputs`: parameters, sources, signals or discrete variables by path (default: the parameters of the sources);
        `outputs`: variables or expressions (default: the model's outputs).
        `parameters` and `states` as for `simulate`.
        """
        from ..analysis.linearize import linearize

        check_values(self, parameters=parameters, states=states)
        return linearize(
            self, at, names(inputs, "inputs"), names(outputs, "outputs"), parameters=parameters, states=states,
            tolerance=tolerance,
        )  # fmt: skip

    @verb
    def state_space(
        self, symbolic: bool = False, states: str = "energy", parameters: Mapping[str, Any] | None = None
    ) -> StateSpace:
        """The linear state space with all matrices of the graph: J, S_I, S_D_inverse, L, A, B, E and their names.

        `symbolic`: SymPy matrices in the names of the parameters, otherwise numbers. `states`: "energy" (p, q) or
        "coenergy" (e, f) variables. Refuses nonlinear models; see `linearize` for those.
        """
        from ..equations.formulation import formulation
        from ..equations.state_space import state_space

        check_flag(symbolic, "symbolic", self.name)
        check_text(states, "the kind of states is", self.name)
        given = {} if parameters is None else mapping(parameters)
        return state_space(formulation(self).system(given), symbolic=symbolic, states=states)

    @verb
    def equations(
        self, parameters: Mapping[str, Any] | None = None, bonds: str = "vector", *, form: str = "states"
    ) -> StateEquations | MechanicsEquations:
        """The equations in the names of the model; ``print`` shows them as text, ``.latex()`` gives LaTeX.

        `bonds`: those of the model, or of its transformation to "scalar" bonds. `form`: "states" (the state equations),
        or "mechanics" for M(q) q'' + h(q, q') = Q of a mechanism.
        """
        check_text(form, "the form of the equations is", self.name)
        if form not in ("states", "mechanics"):
            raise NameNotFound(f"there is no form '{form}' of the equations" + nearest(form, ["states", "mechanics"]))
        model, values = self._with(bonds, {} if parameters is None else mapping(parameters))
        if form == "mechanics":
            from ..picture.mechanics_written import mechanics_equations

            return mechanics_equations(model, values)
        from ..picture.state_equations import state_equations

        return state_equations(model, values)

    @verb
    def causality(self, bonds: str = "vector") -> Causality:
        """The causal strokes of every component of every bond, and the storage in integral and derivative causality.

        A stroke stands at the end where the flow is computed. `bonds`: "vector", or "scalar" after transformation.
        """
        from ..equations.formulation import formulation
        from ..graph.causality import causality

        system = formulation(self._with(bonds)[0]).system()
        return causality(system.graph, system.scopes)

    @verb
    def analyse(self, bonds: str = "vector") -> Analysis:
        """Causality, structure, degrees of freedom, zero-order causal paths and redundancy, before any simulation.

        `bonds`: "vector", or "scalar" for the analysis of the model with scalar bonds.
        """
        from ..analysis.structure import analyse

        return analyse(self._with(bonds)[0])

    @verb
    def report(self, symbolic: bool = False, format: str = "text", bonds: str = "vector") -> str:
        """The six-part report: structure, causality, classes of bonds, characteristic vectors, matrices.

        `symbolic`: matrices in the names of the parameters. `format`: "text", "markdown", "latex", "html" or "json".
        `bonds`: "vector", or "scalar" for the report of the model with scalar bonds.
        """
        from ..picture.report import report

        if isinstance(symbolic, str):
            raise ModelError(
                f"report() gives a text; write it yourself, or by 'multibond report MODEL -o {symbolic}'", self.name
            )
        check_flag(symbolic, "symbolic", self.name)
        check_text(format, "the format is named by", self.name)
        return report(self._with(bonds)[0], symbolic, format)

    @verb
    def draw(
        self,
        path: str = "",
        *,
        causal: bool = True,
        values: bool = True,
        labels: bool = True,
        variables: bool = False,
        paths: bool = False,
        flat: bool = False,
        names: bool | None = None,
        bonds: str = "vector",
    ) -> Drawing:
        """The bond graph, or the multibody diagram, as a drawing that shows itself in notebooks and can be saved.

        `path` opens one component. `causal`: with strokes; `values`: with laws and values; `labels`: with the numbers
        of bonds; `variables`: with the effort and flow of each bond on its two sides; `paths`: with the zero-order
        causal paths tinted by their class; `flat`: all elements inside the components in one picture; `names`: with the
        names of all junctions or of none (by default of those that you named); `bonds`: "vector", or "scalar" for the
        graph after the transformation to scalar bonds.
        """
        from ..picture import draw

        check_text(path, "what to open is named by", self.name)
        check_no_file(path, "draw")
        flags = {
            "causal": causal,
            "values": values,
            "labels": labels,
            "variables": variables,
            "paths": paths,
            "flat": flat,
        }
        for name, flag in flags.items():
            check_flag(flag, name, self.name)
        if names is not None:
            check_flag(names, "names", self.name)
        model = self._with(bonds)[0]
        if names is None and model is not self:
            names = False  # what the transformation made nobody named
        return draw(
            model, path, causal, paths, values=values, labels=labels, variables=variables, flat=flat,
            names=names,
        )  # fmt: skip

    @verb
    def animate(self, stop: float | None = None, *, parameters: Mapping[str, Any] | None = None) -> Animation:
        """Simulate to `stop` [s] and animate the bodies in 3D: a page that shows itself in notebooks and can be saved.

        More choices: ``model.simulate(...).animate(...)``.
        """
        check_no_file(stop, "animate")
        return self.simulate(stop, parameters=parameters).animate()

    @verb
    def explore(
        self,
        *names: str,
        show: Sequence[Any] = (),
        ranges: Mapping[str, Any] | None = None,
        stop: float | None = None,
        x: str | None = None,
        units: Mapping[str, Any] | None = None,
        points: int = 301,
        tolerance: float = 1e-6,
    ) -> Any:
        """A live view for notebooks: a slider for each parameter in `names`, and curves that follow while it moves.

        `show`: what is drawn, as for ``result.plot`` (default: the outputs), with `x` and `units` as there. `ranges`:
        (lowest, highest) by name, in SI units (default: from a fifth to three times the model's value). `stop` [s],
        `points` and `tolerance` as for `simulate`. ``.values`` are those of the sliders, ``.result`` the last run.
        Needs ``pip install multibond[notebook]``.
        """
        from ..picture.explorer import explorer, sliders_of
        from ..result.plot import plot

        sliders = sliders_of(self, names, {} if ranges is None else mapping(ranges))
        if not isinstance(show, (str, list, tuple)):
            raise ModelError(f"what explore shows is a list of names, as for result.plot, not {show!r:.60}")
        what = [show] if isinstance(show, str) else list(show)
        return explorer(
            sliders,
            lambda values: self.simulate(stop, points=points, tolerance=tolerance, parameters=values),
            lambda result: plot(result, what, x=x, units=units, width=6.4, height=1.9),
        )

    @verb
    def studio(self, height: int = 640) -> Any:
        """The studio in a notebook: draw, run and watch the model in the cell, `height` in pixels.

        ``.text`` is the file of the model as it was changed there, ``.model`` the model, ``.result`` the last run.
        Needs ``pip install multibond[notebook]``; outside notebooks there is ``multibond studio``.
        """
        from ..studio.notebook_studio import studio_widget

        return studio_widget(self, height)

    def _repr_html_(self) -> str:
        from ..picture.notebook_view import model_view

        return model_view(self)

    @verb
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a file (.yaml or .json), which `multibond.load` opens again without executing anything."""
        from ..model.file import save

        save(self, path)


Composite.public = Model
