"""The energy audit: stored + dissipated − delivered stays what it was at the start."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..equations.audit import DELIVERED, DISSIPATED, OTHER, TAKEN, energy_into
from ..errors import Asked, ByName, MultibondError
from ..expression import Node, leaves, mul
from .closer import closer

if TYPE_CHECKING:
    from .trajectories import Trajectories

ROUNDING = 1e-12  # of an effort or energy of the model's own size: what is below it is rounding


class Energy(Asked):
    """Energies [J] over the time points of a result.

    `stored`: in all storage elements. `dissipated`: since the start, in all resistors. `delivered`: since the start,
    by all sources (gravity given as a source included), and by the modulation of stores whose parameters change
    (`modulation`). `jumps`: put in by events since the start.
    `residual` = stored − stored(0) + dissipated − delivered − jumps, zero if the books balance.
    """

    def __init__(self, result: Trajectories):
        self._result = result

    @cached_property
    def stored(self) -> np.ndarray:
        """Energy in all storage elements [J]."""
        return np.asarray(self._stores.sum(axis=1) + self._result.audit(OTHER))

    @cached_property
    def _stores(self) -> np.ndarray:
        """Energy in each storage element that has a formula [J], a column for each."""
        return self._result.stores()

    @cached_property
    def dissipated(self) -> np.ndarray:
        """Energy lost in resistors since the start [J]."""
        return self._result.audit(DISSIPATED)

    @cached_property
    def delivered(self) -> np.ndarray:
        """Energy given since the start by sources, and by what changes the parameters of stores [J]."""
        return np.asarray(self._result.audit(DELIVERED) + self.modulation)

    @cached_property
    def modulation(self) -> np.ndarray:
        """Work done since the start on stores through parameters that change [J]: what their energy has grown by,
        less what their bonds brought and events put in."""
        terms = [p.stored for p in self._result.system.powers if p.stored is not None and p.modulated]
        if not terms:
            return np.zeros(len(self._result.time))
        stored = self._result.values(terms).sum(axis=1)
        with np.errstate(all="ignore"):  # as for the residual
            return np.asarray(stored - stored[0] - self._result.audit(TAKEN) - self._jumped("modulated_jump"))

    @cached_property
    def jumps(self) -> np.ndarray:
        """Energy put in by events since the start [J] (negative where an impact takes some out)."""
        return self._jumped("energy_jump")

    def _jumped(self, what: str) -> np.ndarray:
        """The sum of one of the jumps of the events so far [J]."""
        times, jumps = self._result.run.events.jumps(what)
        if not len(times):
            return np.zeros(len(self._result.time))
        before = np.searchsorted(times, self._result.time, side="left")  # events before each point
        return np.asarray(np.concatenate([[0.0], np.cumsum(jumps)])[before])

    @cached_property
    def residual(self) -> np.ndarray:
        """What the books are out by [J]."""
        with np.errstate(all="ignore"):  # books beyond all numbers are told of as a doubt
            books = np.asarray(self.stored + self.dissipated - self.delivered - self.jumps)
            return np.asarray(books - books[0])

    @cached_property
    def exchanged(self) -> float:
        """The largest energy exchanged in the run [J]: between stores, with sources, or lost. Where the books seem to
        be out, what the components of a vector store exchange counts too, such as the axes of a body that tumbles, and
        where output points are few what is exchanged between these: an oscillation of which all are at the same place
        seems to stand still."""
        found = self._seen()
        out = float(np.max(np.abs(self.residual), initial=0.0))
        tolerance = self._result.run.settings.tolerance
        if not np.isfinite(out) or out <= tolerance * found:
            return found
        found = max(found, self._within())
        if out <= tolerance * found:
            return found
        finer = self._result
        with suppress(MultibondError):  # what was seen is all that is known
            finer, _ = closer(self._result)
        return found if finer is self._result else max(found, finer.energy._seen(), finer.energy._within())

    def _seen(self) -> float:
        """The largest energy exchanged, as seen at the output points [J]."""
        with np.errstate(all="ignore"):  # as for the residual
            parts = (self._stores - self._stores[:1], self.stored - self.stored[0], self.dissipated, self.delivered)
        return max(float(np.max(np.abs(part), initial=0.0)) for part in parts)

    def _within(self) -> float:
        """The largest energy that a component of a vector store gains or loses, as seen at the output points [J]."""
        stored = [p.stored for p in self._result.system.powers if p.stored is not None]
        parts = [part for x in stored if len(shares := _shares(x)) > 1 for part in shares]
        if not parts:
            return 0.0
        values = self._result.values(parts)
        return float(np.max(np.abs(values - values[:1]), initial=0.0))

    @property
    def relative_residual(self) -> float:
        """The largest residual relative to the largest energy exchanged (or stored, when nothing is exchanged,
        or to energies of the model's size, when the residual is no more than rounding of these)."""
        worst = float(np.max(np.abs(self.residual), initial=0.0))
        scale = max(self.exchanged, 1e-3 * float(np.max(np.abs(self.stored), initial=0.0)))
        if worst > self._result.run.settings.tolerance * scale:  # of what is exchanged, unless that is nothing itself
            usual = self.usual
            scale = max(scale, usual if worst <= ROUNDING * usual else ROUNDING * usual)
        return worst / scale if scale > 0 else worst

    @cached_property
    def largest(self) -> float:
        """The largest effort or flow of the run that is a number: the model's own size, in whatever units they are."""
        ports = list(dict.fromkeys(x for term in self._result.system.powers for x in leaves(term.power)))
        values = np.abs(self._result.values(ports)) if ports else np.zeros(0)
        return float(np.max(values, initial=0.0, where=np.isfinite(values)))

    @property
    def usual(self) -> float:
        """An energy of the model's own size [J]: its largest effort or flow times the least usual size of its states,
        which in a model of small efforts and flows are small too; without states, what that is as a power over the run.
        What is exchanged in a circuit that is blocked, or by a mechanism at rest, is rounding beside it."""
        run = self._result.run
        machine = run.pieces[-1].machine
        sizes = machine.nominal(run.parameters)[: machine.own] if machine.own else np.ptp(self._result.time)
        return self.largest * min(1.0, self.largest) * float(np.min(sizes))

    def by_component(self) -> dict[str, dict[str, np.ndarray]]:
        """For every component the power into it [W], and its energy [J]: what it has "stored", "dissipated" since the
        start or "delivered" since the start, by its role; for all others, such as transformers, what went "into" it.
        A store whose parameters change has "delivered" too: the work done on it by this change.

        The energies are integrated with the equations: the run is made once more when they are first asked for.
        """
        found = {path: ByName(entry, f"energy of {path}") for path, entry in self._components.items()}
        return ByName(found, "component with power")

    @cached_property
    def _components(self) -> dict[str, dict[str, np.ndarray]]:
        result, terms = self._result, self._result.system.powers
        again = result.again()
        powers = result.values([term.power for term in terms])
        found: dict[str, dict[str, np.ndarray]] = {}
        alike: dict[tuple[str, str], list[int]] = {}
        for k, term in enumerate(terms):
            alike.setdefault((term.path, term.role), []).append(k)
        for (path, role), own in alike.items():
            into, power = again.audit(energy_into(path, role)), powers[:, own].sum(axis=1)
            entry = found.setdefault(path, {"power": np.zeros(len(power))})
            entry["power"] = entry["power"] + power
            if role == "storage":
                told = [x for k in own if (x := terms[k].stored) is not None]
                entry["stored"] = result.values(told).sum(axis=1) if told else into
                if terms[own[0]].modulated:  # through its parameters, which change
                    entry["delivered"] = entry["stored"] - entry["stored"][0] - into
            elif role in ("dissipation", "source"):
                entry["dissipated" if role == "dissipation" else "delivered"] = into if role == "dissipation" else -into
            else:
                entry["into"] = into
        return found

    def __repr__(self) -> str:
        return (
            f"<Energy: stored {self.stored[0]:.6g} → {self.stored[-1]:.6g} J, dissipated {self.dissipated[-1]:.6g} J, "
            f"delivered {self.delivered[-1]:.6g} J, residual {self.relative_residual:.2e}>"
        )


def _shares(stored: Node) -> list[Node]:
    """The energies that are added in the formula of a store: of a vector, half of p[k] f[k] for each component k."""
    if stored.op == "add":
        return [part for x in stored.args for part in _shares(x)]
    if stored.op == "mul" and any(x.op == "const" for x in stored.args):
        factor, product = sorted(stored.args, key=lambda x: x.op != "const")
        return [mul(factor, part) for part in _shares(product)]
    return [stored]
