"""Trajectories: states are stored, every other variable is computed on demand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..argument import checked, refuse_kind, spelled
from ..equations.system import System
from ..errors import NameNotFound
from ..expression import Node, leaves, node
from ..graph.named_units import plain_name
from ..simulation.again import with_each_component
from ..simulation.events import Event
from ..simulation.reactions import Reactions
from ..simulation.run import Piece, Run
from .asked import Asked
from .energy import Energy
from .impulses import AXES, impulses, joint_rows
from .summary import Summary

SAME = 1e-9  # part of a run within which a condition that ends belongs to the event that ended it
TOGETHER = 500  # variables that one piece of code computes


class Trajectories:
    """What a run computed, by name; `multibond.Result` is its public form."""

    def __init__(self, run: Run):
        self.run = run
        self._known: dict[str, np.ndarray] = {}
        self._rows: dict[int, tuple[np.ndarray, ...]] = {}
        self._stressed: dict[int, Reactions] = {}
        self._grouped = False  # whether many outputs have been computed in groups
        self._shown: np.ndarray | None = None  # what the last machine shows, at all its times

    def __getstate__(self) -> dict[str, Any]:
        """What was computed; everything else follows from it."""
        return {"run": self.run}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _known={}, _rows={}, _stressed={}, _shown=None, _grouped=False)

    @property
    def system(self) -> System:
        """The flat equations of the model."""
        return self.run.system

    @cached_property
    def stats(self) -> Summary:
        """The run summary."""
        return Summary(self)

    def again(self) -> Trajectories:
        """The same run once more, as far as it came, with the energy that goes into every component."""
        return type(self)(with_each_component(self.run, self._times))

    @cached_property
    def time(self) -> np.ndarray:
        """Output times [s]."""
        return self._times[self.shown]

    @cached_property
    def _times(self) -> np.ndarray:
        """All times of the run [s]."""
        return np.concatenate([t for piece in self.run.pieces for t in piece.times])

    @property
    def shown(self) -> slice:
        """The points that are shown: some at the beginning may be only the start of the run, before the times that were
        asked for, and a part of a run shows only its own."""
        first, end = self.run.shown
        return slice(min(first, len(self._times) - 1) if first else 0, end)

    @property
    def events(self) -> list[Event]:
        """The events in order."""
        return [event for _, event in self._numbered_events()]

    @property
    def event_rows(self) -> list[dict[str, Any]]:
        """The events as a table, a row for each component to which something happened: `time` [s], `element`, `kind`,
        `impulse` (the integral of its effort, or of its flow where it shorts a store; None where there was none), and
        the energy in all stores, `energy_before` and `energy_after` [J]. ``pandas.DataFrame(result.event_rows)``.

        Where something struck, a row for each joint follows, of the kind "transmits": `impulse_x`, `impulse_y`,
        `impulse_z` [N s] and `angular_impulse_x` … [N m s, about the origin of its frame b], in the inertial frame, of
        the side of frame a on that of frame b.
        """
        rows: list[dict[str, Any]] = []
        joints, last = joint_rows(self), None
        nothing = dict.fromkeys(AXES) if joints else {}
        for number, event in self._numbered_events():
            if last is None or not event.follows(last, SAME * float(self.time[-1] - self.time[0])):
                own = event.rows()
                rows += [{**row, **nothing} for row in own]
                rows += [{**own[0], "impulse": None, **row} for row in joints.get(number, ())]
                last = event
        return rows

    def _numbered_events(self) -> list[tuple[int, Event]]:
        """The events that are shown, with their numbers in the whole run."""
        listed = list(enumerate(self.run.events))
        if self.run.shown[0] == self.run.settings.hidden and self.run.shown[1] is None:
            return listed
        return [(k, event) for k, event in listed if self.time[0] <= event.time <= self.time[-1]]

    @spelled
    def impulse(self, name: str) -> np.ndarray:
        """The integral of a force, a torque or another effort over each event, a row for each of `events`: what passed
        at once, such as ``impulse("hinge.force")`` [N s] and ``impulse("hinge.torque")`` [N m s]. Zero where nothing
        struck."""
        if not isinstance(name, str):
            raise NameNotFound(f"variables are asked for by name, such as impulse('hinge.force'), not by {name!r}")
        array = np.asarray(self.found(name), dtype=object)
        expressions = [node(x) for x in array.reshape(-1)]
        self._asked.refuse_unknown(name, expressions)
        found = impulses(self, expressions)[[k for k, _ in self._numbered_events()]]
        return found.reshape(len(found), *array.shape)

    @property
    def message(self) -> str:
        """Why the run stopped before its end; empty if it did not."""
        return self.run.message

    @cached_property
    def energy(self) -> Energy:
        """The energy audit."""
        return Energy(self)

    @property
    def outputs(self) -> list[str]:
        """The names of the model's outputs; of its states if it names none, without those that a method added."""
        return list(self.system.outputs) or [x for x in self.run.pieces[-1].machine.state_names if plain_name(x)]

    @spelled
    def values(self, expressions: Sequence[Any]) -> np.ndarray:
        """Values of expressions of variables, a row for each time and a column for each expression."""
        if not isinstance(expressions, (list, tuple, np.ndarray)) or not np.ndim(np.asarray(expressions, dtype=object)):
            raise refuse_kind("expressions", "values", "a list of expressions", expressions)
        return np.concatenate([self._in_piece(piece, expressions) for piece in self.run.pieces])[self.shown]

    def _in_piece(self, piece: Piece, expressions: Sequence[Any]) -> np.ndarray:
        rates = self._asked.rates
        if rates and any(x in rates for x in leaves(*map(node, expressions))):
            return self._rates_in(piece, [node(e) for e in expressions])
        if Reactions.may_concern(piece.machine, expressions):
            return self._reactions(piece).values(expressions)
        resolve = piece.machine.compiled.resolve
        return self._rows_of(piece, [resolve(node(e)) for e in expressions])

    def _rates_in(self, piece: Piece, expressions: Sequence[Node]) -> np.ndarray:
        """Values of expressions with derivatives that no equation has."""
        from .rates import with_rates

        program, nodes = with_rates(piece.machine, expressions, self._asked.rates)
        times, states, modes, guesses = piece.rows()
        m = modes if modes.shape[1] else np.zeros(0)
        return program.evaluate(nodes, times, states, self.run.parameters, m, (piece.machine.unknowns, guesses))

    def _reactions(self, piece: Piece) -> Reactions:
        """The reactions of a piece, which redundant constraints leave undetermined."""
        if id(piece) not in self._stressed:
            self._stressed[id(piece)] = Reactions(self.run, piece)
        return self._stressed[id(piece)]

    @spelled
    def undetermined(self, name: str) -> np.ndarray:
        """For each component of a variable whether redundant constraints leave it undetermined: of all values that
        balance, the result then has those with which the reactions of the joints have the least norm."""
        array = np.asarray(self.found(name), dtype=object)
        expressions = [node(x) for x in array.reshape(-1)]
        found = np.zeros(len(expressions), dtype=bool)
        for piece in self.run.pieces:
            if Reactions.may_concern(piece.machine, expressions):
                found |= self._reactions(piece).undetermined(expressions)
        return found.reshape(array.shape)

    def _rows_of(self, piece: Piece, nodes: Sequence[Node]) -> np.ndarray:
        """Values of what the schedule of a piece knows, a row for each of its times."""
        if id(piece) not in self._rows:
            self._rows[id(piece)] = piece.rows()
        times, states, modes, guesses = self._rows[id(piece)]
        m = modes if modes.shape[1] else np.zeros(0)
        unknowns = piece.machine.unknowns
        return piece.machine.program.evaluate(nodes, times, states, self.run.parameters, m, (unknowns, guesses))

    def stores(self) -> np.ndarray:
        """The energy in each storage element that has a formula [J], a column for each."""
        if self._shown is not None and len(self.run.pieces) == 1:
            return self._shown[self.shown, : self.run.pieces[0].machine.shown.energies]
        terms = [p.stored for p in self.system.powers if p.stored is not None]
        return self.values(terms) if terms else np.zeros((len(self.time), 0))

    @spelled
    def audit(self, state: Node) -> np.ndarray:
        """One of the energy states [J]; zeros where a piece has none."""
        if not isinstance(state, Node):
            raise refuse_kind("state", "audit", "a state of the energy books", state)
        parts = []
        for piece in self.run.pieces:
            states = np.concatenate(piece.states)
            known = piece.machine.states
            parts.append(states[:, known.index(state)] if state in known else np.zeros(len(states)))
        return np.concatenate(parts)[self.shown]

    __iter__: Any = None  # a result is no list: `names` are all that can be asked for

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.names

    def __getitem__(self, name: str) -> np.ndarray:
        return self.values_of(name)

    @spelled
    def values_of(self, name: str) -> np.ndarray:
        """The values of a variable or of an expression of variables, a row for each time."""
        if not isinstance(name, str):
            raise NameNotFound(f"variables are asked for by name, such as result['motor.w'], not by {name!r}")
        if name == "time":
            return self.time
        if name not in self._known and name in self.system.outputs:
            self._compute_outputs()
        if name not in self._known:
            if not plain_name(name) and name not in self.system.outputs:
                self.unit(name)  # refuses what does not fit
            array = np.asarray(self.found(name), dtype=object)
            expressions = [node(x) for x in array.reshape(-1)]
            self._asked.refuse_unknown(name, expressions)
            self._known[name] = self.values(expressions).reshape(len(self.time), *array.shape)
        return self._known[name]

    @spelled
    def compute(self, names: Sequence[str]) -> None:
        """Compute many variables that will be asked for, hundreds with one piece of code; those of a group in which a
        value is missing are left for when they are asked for."""
        if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
            raise NameNotFound(f"variables are computed by a list of names such as ['motor.w'], not by {names!r:.60}")
        outputs = self.system.outputs
        self._compute([x for x in names if plain_name(x) and x not in self._known and x not in outputs and x != "time"])

    def _compute(self, left: Sequence[str]) -> None:
        for first in range(0, len(left), TOGETHER):
            arrays = {name: np.asarray(self.found(name), dtype=object) for name in left[first : first + TOGETHER]}
            expressions = {name: [node(x) for x in array.reshape(-1)] for name, array in arrays.items()}
            for name, those in expressions.items():
                self._asked.refuse_unknown(name, those)
            values = self.values([x for those in expressions.values() for x in those])
            if np.isnan(values).any():
                continue
            ends = np.cumsum([len(those) for those in expressions.values()])[:-1]
            for (name, array), columns in zip(arrays.items(), np.split(values, ends, axis=1), strict=True):
                self._known[name] = columns.reshape(len(self.time), *array.shape)

    def _compute_outputs(self) -> None:
        """All outputs at once, if they are few and all have values; many in groups, and those of a group in which a
        value is missing each when it is asked for."""
        machines = [piece.machine for piece in self.run.pieces]
        if not all(machine.shown.together for machine in machines):
            if not self._grouped:
                self._grouped = True
                self._compute([name for name in self.system.outputs if name not in self._known])
            return
        if any(Reactions.may_concern_outputs(machine) for machine in machines):
            return
        rows = [self._rows_of(piece, piece.machine.shown.nodes) for piece in self.run.pieces]
        self._shown = rows[-1]
        parts = [part[:, machine.shown.energies :] for part, machine in zip(rows, machines, strict=True)]
        values = (parts[0] if len(parts) == 1 else np.concatenate(parts))[self.shown]
        if np.isnan(values).any():  # what one of them lacks, the others need not
            return
        for name, columns, shape in machines[0].shown.outputs or ():
            self._known[name] = values[:, columns].reshape(len(values), *shape)

    @cached_property
    def _asked(self) -> Asked:
        return Asked(self)

    @checked
    def found(self, name: str) -> Any:
        """What a name or an expression stands for, in the names of the model."""
        return self._asked.found(name)

    @cached_property
    def names(self) -> list[str]:
        """Every variable that can be asked for."""
        listed = [*self.system.outputs, *self.system.discrete]
        for name in self.system.scopes.names():
            try:
                value = self.system.scopes.lookup(name)
            except NameNotFound:  # one of several ways to say a thing, which was not the way here
                continue
            if not self._asked.unknown([node(x) for x in np.ravel(np.asarray(value, dtype=object))]):
                listed.append(name)
        return list(dict.fromkeys(listed))

    def keys(self) -> list[str]:
        """Every variable that can be asked for (tab completion in notebooks)."""
        return self.names

    _ipython_key_completions_ = keys

    def constraint_residual(self) -> float:
        """Largest violation of constraints on positions and velocities, those found redundant included."""
        worst = 0.0
        for piece in self.run.pieces:
            residuals = piece.machine.constraints
            if residuals:
                gaps = np.abs(self._rows_of(piece, residuals))
                worst = max(worst, float(np.max(gaps[np.isfinite(gaps)], initial=0.0)))
        return worst

    # ------------------------------------------------------------ showing and exporting
    @spelled
    def to_csv(self, path: Any, names: Sequence[str] | None = None, *, units: bool = False) -> None:
        """Write time and the outputs (or `names`) as a CSV file; `units`: in the names of the columns."""
        from .export import to_csv

        to_csv(self, path, names, units)

    @spelled
    def save(self, path: Any, names: Sequence[str] | None = None, *, units: bool = False) -> None:
        """Write time and the outputs (or `names`, expressions too) to a file; the ending says how.

        ``.csv`` (with `units`: in the names of the columns), ``.json``, ``.nc`` (netCDF), ``.parquet``, and ``.mat`` in
        the layout of Dymola's results. The file is written whole or not at all.
        """
        from .export import save

        save(self, path, names, units)

    @spelled
    def to_pandas(self, names: Sequence[str] | None = None) -> Any:
        """Time and the outputs (or `names`) as a pandas DataFrame indexed by time."""
        from .export import to_pandas

        return to_pandas(self, names)

    @spelled
    def to_xarray(self, names: Sequence[str] | None = None) -> Any:
        """The outputs (or `names`) as an xarray Dataset over time, with units and descriptions."""
        from .export import to_xarray

        return to_xarray(self, names)

    @spelled
    def unit(self, name: str) -> str:
        """The unit of a variable, as text."""
        from .export import unit_of

        return unit_of(self, name)

    def __repr__(self) -> str:
        head = f"<Result of {self.system.graph.title}: {len(self.time)} points to {self.time[-1]:g} s"
        return head + (f", stopped early: {self.message}>" if self.message else ">")
