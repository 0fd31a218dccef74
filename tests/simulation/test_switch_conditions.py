"""Conditions of ideal switches: time, signals, states, discrete values, parameters and one another.

A switch and its opposite drive a coil: closed, 10 V lie on coil and resistor; open, the coil runs free. The current at
the end is ∫ u(t) exp(−R (T − t)/L) / L dt, computed here from the intervals in which the condition holds.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import multibond as mb
from multibond.elements.switch import Sw
from multibond.expression import choose

R, L, U, STOP = 2.0, 0.5, 10.0, 3.0


class Opposite(Sw):
    """A user's own element that exchanges its law: open while its condition holds."""

    def equations(self, s):
        closed = self.condition(s)
        yield [choose(closed, f, e) for e, f in zip(s.e, s.f, strict=True)], 0


def chopper(condition: str, prepare: Callable[[mb.Model], None] | None = None) -> mb.Model:
    m = mb.Model("chopper", domain="electrical")
    if prepare:
        prepare(m)
    m.source, m.series, m.node, m.branch = mb.Se(U), mb.J1(), mb.J0(), mb.J1()
    m.upper, m.lower = Sw(condition), Opposite(condition)
    m.resistor, m.coil = mb.R(R), mb.I(L)
    m.source >> m.series >> m.node >> m.branch >> [m.resistor, m.coil]
    m.series >> m.upper
    m.node >> m.lower
    m.other, m.around, m.drag, m.store = mb.Se("sin(3*time)"), mb.J1(), mb.R(1.0), mb.C(1.0)
    m.other >> m.around >> [m.drag, m.store]
    return m


def expected(closed: Callable[[np.ndarray], np.ndarray]) -> float:
    edges = np.linspace(0.0, STOP, 1_200_001)
    weight = np.diff(np.exp(-R * (STOP - edges) / L)) / R
    return float(U * np.sum(weight * closed(0.5 * (edges[1:] + edges[:-1]))))


def store(t: np.ndarray) -> np.ndarray:
    """The voltage of the other circuit: q' = sin 3t − q."""
    return (np.sin(3 * t) - 3 * np.cos(3 * t) + 3 * np.exp(-t)) / 10


def pulse(t: np.ndarray, period: float, width: float) -> np.ndarray:
    return (np.mod(t, period) < width).astype(float)


CASES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "time > 1": lambda t: t > 1,
    "sin(6*time) > 0.3*time": lambda t: np.sin(6 * t) > 0.3 * t,
    "sin(6*time) > pulse(0.5, 0.3, 0.5)": lambda t: np.sin(6 * t) > 0.5 * pulse(t, 0.5, 0.3),
    "sin(6*time) > trapezoid(0.5, 0.1, 0.2, 0.1, 0.5)": lambda t: (
        np.sin(6 * t) > 0.5 * np.interp(np.mod(t, 0.5), [0, 0.1, 0.3, 0.4, 0.5], [0, 1, 1, 0, 0])
    ),
    "sin(6*time) > trapezoid(0.5, 0.1, 0.2, 0.1, 0.5, 0.1, 0.3)": lambda t: (
        np.sin(6 * t)
        > 0.1 + np.where(t < 0.3, 0, 0.5 * np.interp(np.mod(t - 0.3, 0.5), [0, 0.1, 0.3, 0.4, 0.5], [0, 1, 1, 0, 0]))
    ),
    "(1 if sin(3*time) > 0.3 else -1)*sin(9*time) > 0.2": lambda t: (
        np.where(np.sin(3 * t) > 0.3, 1, -1) * np.sin(9 * t) > 0.2
    ),
    "(other.e if time > 1 else 0.3) > 0.2": lambda t: np.where(t > 1, np.sin(3 * t), 0.3) > 0.2,
    "store.e > 0.1": lambda t: store(t) > 0.1,
    "drag.e > 0.05*sin(7*time)": lambda t: np.sin(3 * t) - store(t) > 0.05 * np.sin(7 * t),
    "der(store.q) > 0.1": lambda t: np.sin(3 * t) - store(t) > 0.1,
    "time - floor(time) < 0.4": lambda t: np.mod(t, 1) < 0.4,
    "abs(sin(6*time)) > 0.3 and not time > 2.5": lambda t: (np.abs(np.sin(6 * t)) > 0.3) & (t < 2.5),
}


@pytest.mark.parametrize("condition", CASES)
def test_conditions_of_time_signals_and_states(condition):
    result = chopper(condition).simulate(STOP, tolerance=1e-9)
    assert result["coil.f"][-1] == pytest.approx(expected(CASES[condition]), abs=2e-5)


def discrete(start: float, *events: tuple[str, str | float]) -> Callable[[mb.Model], None]:
    def prepare(m: mb.Model) -> None:
        m.on = mb.Discrete(start=start)
        for condition, value in events:
            m.when(condition, {m.on: value})

    return prepare


@pytest.mark.parametrize(
    ("condition", "prepare", "closed"),
    [
        ("on", discrete(0, ("time > 1", 1)), lambda t: t > 1),
        ("on", discrete(1, ("time > 1", 0)), lambda t: t < 1),
        ("on > 0", discrete(1, ("time > 1", 0)), lambda t: t < 1),  # the condition is exactly at its edge
        ("on < 1", discrete(1, ("time > 1", 0)), lambda t: t > 1),
        ("on >= 1", discrete(0, ("time > 1", 1), ("time > 2", 0)), lambda t: (t > 1) & (t < 2)),
        ("not on > 0.5", discrete(0, ("time > 1", 1)), lambda t: t < 1),
        ("on > 0.5", discrete(1, ("time > 1", "1 - on"), ("time > 2", "1 - on")), lambda t: (t < 1) | (t > 2)),
        ("on + sin(6*time) > 1", discrete(0, ("time > 1", 1)), lambda t: (t > 1) & (np.sin(6 * t) > 0)),
        ("on*time > 0.5", discrete(1, ("time > 1", 0)), lambda t: (t > 0.5) & (t < 1)),
        ("on > 0.5 and sin(6*time) > 0.2", discrete(0, ("time > 1", 1)), lambda t: (t > 1) & (np.sin(6 * t) > 0.2)),
        ("on > 0.5", discrete(0, ("store.e > 0.1", 1), ("store.e < 0.05", 0)), None),
    ],
)
def test_conditions_of_discrete_values(condition, prepare, closed):
    if closed is None:  # a hysteresis of another part's state

        def closed(t):
            held, on = np.empty(len(t), dtype=bool), False
            for k, value in enumerate(store(t)):
                on = value > 0.1 or (on and value >= 0.05)
                held[k] = on
            return held

    m = chopper(condition, prepare)
    assert m.simulate(STOP, tolerance=1e-9)["coil.f"][-1] == pytest.approx(expected(closed), abs=2e-5)


def test_a_signal_that_is_exactly_zero_after_an_event_opens_the_switch():
    def prepare(m: mb.Model) -> None:
        m.on, m.gain = mb.Discrete(start=1.0), mb.Gain(2.0)
        m.when("time > 1", {m.on: 0.0})
        m.connect(m.on, m.gain.u)

    found = chopper("gain.y > 0", prepare).simulate(STOP, tolerance=1e-9)["coil.f"][-1]
    assert found == pytest.approx(expected(lambda t: t < 1), abs=2e-5)


@pytest.mark.parametrize("value", [0.5, 3.0])
@pytest.mark.parametrize("own", [0.4, 2.0])
def test_conditions_of_parameters_follow_their_values(own, value):
    def prepare(m: mb.Model) -> None:
        m.k = mb.Parameter(own)

    m = chopper("k > 1", prepare)
    full = U / R * (1 - np.exp(-R * STOP / L))
    for used in (own, value):
        parameters = {} if used == own else {"k": used}
        found = m.simulate(STOP, parameters=parameters, tolerance=1e-9)["coil.f"][-1]
        assert found == pytest.approx(full if used > 1 else 0.0, abs=1e-6)
    assert m.sweep({"k": [own, value]}, STOP).states.shape[0] == 2
    finals = [m.linearize(at=1.0, parameters={"k": k}, outputs=["coil.f"]).A for k in (own, value)]
    assert all(np.allclose(np.linalg.eigvals(A).min(), -R / L) for A in finals)


def test_a_condition_that_an_event_and_a_law_share_with_the_switch():
    def prepare(m: mb.Model) -> None:
        m.bend, m.on = mb.Function("1 if time > 0.7 else 0"), mb.Discrete()
        m.when("time > 0.7", {m.on: 1})

    for condition in ("time > 0.7", "time > 0.7 and bend.y > 0.5", "time > 0.7 and on"):
        found = chopper(condition, prepare).simulate(STOP, tolerance=1e-9)["coil.f"][-1]
        assert found == pytest.approx(expected(lambda t: t > 0.7), abs=2e-5)


def test_a_switch_that_follows_another_one():
    m = chopper("sin(5*time) > 0.2")
    m.battery, m.ring, m.gate, m.lamp = mb.Se(5), mb.J1(), Sw("upper.e < 1"), mb.R(10)
    m.battery >> m.ring >> [m.gate, m.lamp]
    result = m.simulate(STOP, points=301)
    closed = np.sin(5 * result.time) > 0.2
    inside = np.abs(np.sin(5 * result.time) - 0.2) > 1e-3
    assert np.allclose(result["lamp.f"][inside], np.where(closed, 0.5, 0.0)[inside])
