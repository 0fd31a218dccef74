"""Reactions that redundant constraints leave undetermined: of all that balance, those of the least norm.

A redundant constraint can have any effort: the motion stays the same, and the reactions change by a self-stress. With
these efforts given, the reactions r of all joints depend on them linearly, r = r₀ + B λ; the least sum of squares of
their forces [N] and torques [N m, about the origin of frame b] picks λ, whatever constraint was taken for the redundant
one. So reactions do not depend on the order in which a model is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ..elements.frame import _Forbidden, _Frame
from ..equations.system import System
from ..expression import Node, leaves, node
from ..model.kind import Kind
from .engine import engine
from .machine import Machine
from .record import Piece, Run

CARRYING = (Kind.EFFORT, Kind.SIGNAL, None)  # what may depend on the efforts of constraints
NOTHING = 1e-9  # of the largest: what counts as no dependence


class Reactions:
    """The efforts of one piece of a run whose constraints are redundant."""

    def __init__(self, run: Run, piece: Piece):
        self.run, self.piece = run, piece

    @staticmethod
    def may_concern(machine: Machine, expressions: Sequence[Any]) -> bool:
        """Whether expressions of the user's names could depend on what is undetermined."""
        if not machine.compiled.aliased.redundant and not machine.system.realisation.dropped:
            return False
        return any(_carries(machine.system, x) for x in leaves(*map(node, expressions)))

    @staticmethod
    def may_concern_outputs(machine: Machine) -> bool:
        """Whether outputs of the model could."""
        if not machine.compiled.aliased.redundant and not machine.system.realisation.dropped:
            return False
        outputs = machine.system.outputs.values()
        return Reactions.may_concern(machine, [x for o in outputs for x in np.ravel(np.asarray(o.value, dtype=object))])

    @cached_property
    def machine(self) -> Machine:
        """The same equations with the efforts of redundant constraints as inputs."""
        plain, system = self.piece.machine, self.run.system
        recipe = replace(plain.recipe, stressed=True, audit=False, states=plain.states[: plain.own])
        if system.realisation.dropped and system.plain is not None:  # multipliers: of the constraints as they are
            system, recipe = system.plain, replace(recipe, states=None, numbers=None)
        return engine(self.run.model).make(system, recipe)

    @cached_property
    def _places(self) -> list[int]:
        """The places of the given efforts among the discrete values."""
        schedule = self.machine.compiled.schedule
        return [k for k, x in enumerate(schedule.discrete) if schedule.kinds.get(x) is Kind.STRESS]

    @cached_property
    def _rows(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Times, states, discrete values and guesses in the columns of the stressed machine."""
        times, states, discrete, guesses = self.piece.rows()
        old, new = self.piece.machine, self.machine
        parameters = self.run.parameters
        m = discrete if discrete.shape[1] else np.zeros(0)
        known = (old.unknowns, guesses)

        def columns(wanted: Sequence[Node], have: Sequence[Node], table: np.ndarray, compute: bool) -> np.ndarray:
            found = np.zeros((len(times), len(wanted)))
            for k, x in enumerate(wanted):
                if x in have:
                    found[:, k] = table[:, list(have).index(x)]
                elif compute:
                    target = [old.compiled.resolve(x)]
                    found[:, k] = old.program.evaluate(target, times, states, parameters, m, known)[:, 0]
            return found

        schedule = new.compiled.schedule
        return (
            times, columns(new.sources, old.sources, states, True),
            columns(schedule.discrete, old.compiled.schedule.discrete, discrete, False),
            columns(new.unknowns, old.unknowns, guesses, True),
        )  # fmt: skip

    def _evaluate(self, nodes: Sequence[Node], stress: np.ndarray) -> np.ndarray:
        times, states, discrete, guesses = self._rows
        m = discrete.copy()
        m[:, self._places] = stress
        program = self.machine.program
        return program.evaluate(nodes, times, states, self.run.parameters, m, (self.machine.unknowns, guesses))

    @cached_property
    def stress(self) -> np.ndarray:
        """The efforts of the redundant constraints, a row for each time, with which the reactions are least."""
        joints, walls = _reactions(self.run.system)
        before, slopes = self._linear([self.machine.compiled.resolve(x) for x in (*joints, *walls)])
        few = len(joints)
        if np.linalg.matrix_rank(slopes[0, :few]) == np.linalg.matrix_rank(slopes[0]):
            before, slopes = before[:, :few], slopes[:, :few]  # walls only where no joint shows the stress
        found = np.zeros((len(before), len(self._places)))
        for k, (r, b) in enumerate(zip(before, slopes, strict=True)):
            if np.all(np.isfinite(r)) and np.all(np.isfinite(b)):
                found[k] = -np.linalg.lstsq(b, r, rcond=1e-9)[0]
        return found

    def _linear(self, nodes: Sequence[Node]) -> tuple[np.ndarray, np.ndarray]:
        """Values without stress, and how they change with each: axes are time, node, stress."""
        count = len(self._places)
        zero = np.zeros((len(self._rows[0]), count))
        before = self._evaluate(nodes, zero)
        rows = [self._evaluate(nodes, zero + np.eye(count)[k]) - before for k in range(count)]
        return before, np.stack(rows, axis=2)

    def values(self, expressions: Sequence[Any]) -> np.ndarray:
        """Values of expressions of the user's names, a row for each time."""
        nodes = [self.machine.compiled.resolve(node(e)) for e in expressions]
        return self._evaluate(nodes, self.stress)

    def undetermined(self, expressions: Sequence[Any]) -> np.ndarray:
        """For each expression whether it depends on what is undetermined."""
        nodes = [self.machine.compiled.resolve(node(e)) for e in expressions]
        before, slopes = self._linear(nodes)
        size = np.maximum(1.0, np.nanmax(np.abs(before), axis=0, initial=0.0))
        return np.asarray(np.nanmax(np.abs(slopes), axis=(0, 2)) > NOTHING * size)


def _carries(system: System, leaf: Node) -> bool:
    """Whether a variable may be the effort of a constraint, or computed from one; what is stored, and what sources of
    effort impose, is not."""
    if leaf.op != "symbol" or system.kind(leaf) not in CARRYING:
        return False
    known = system.quantities.get(leaf)
    flat = None if known is None else system.graph.elements.get(known.owner)
    if flat is None or system.kind(leaf) is not Kind.EFFORT:
        return True
    cells = flat.element.cells(system.scopes.locals[flat.path], len(flat.attached))
    return flat.element.role != "storage" and not all(cell.kind == "effort" for cell in cells)


def _reactions(system: System) -> tuple[list[Node], list[Node]]:
    """The efforts whose sum of squares is to be least: of joints at their last frame and of constraint elements that
    close no loop; and those of walls."""
    graph = system.graph
    cuts = {path for join in graph.joins for _, paths in join.cuts for path in paths}
    frames: dict[str, list[str]] = {}
    for path, flat in graph.elements.items():
        if isinstance(flat.element, _Frame):
            frames.setdefault(path.rpartition(".")[0], []).append(path)
    found: list[Node] = []
    walls: list[Node] = []
    for owner, own in frames.items():
        inside = [flat.element.role for path, flat in graph.elements.items() if path.startswith(f"{owner}.")]
        if len(own) > 1 and set(inside) - {"junction", "conserving"}:
            found += _efforts(system, own[-1])
        elif graph.models[owner].rooted:
            walls += _efforts(system, own[0])
    for path, flat in graph.elements.items():
        joint = len(frames.get(path.rpartition(".")[0], ())) > 1  # whose efforts are there already
        if isinstance(flat.element, _Forbidden) and path not in cuts and not joint:
            found += [node(e) for e in system.scopes.locals[path].e]
    return found, walls


def _efforts(system: System, frame: str) -> list[Node]:
    element, scope = system.graph.elements[frame].element, system.scopes.locals[frame]
    assert isinstance(element, _Frame)
    return [node(e) for stem in element.stems for e in getattr(scope, f"outside{stem}").e]


__all__ = ["Reactions"]
