"""Random networks of scalar elements: curved laws, sources of time, signals that modulate, switches, diodes, events."""

from __future__ import annotations

from random import Random

import multibond as mb

LAWS = {
    "R": ("2*f", "f + f**3", "tanh(f)", "0.5*f*abs(f) + f", "3*f + sin(f)", "exp(f) - 1", "atan(f)", "sign(f) + f"),
    "C": ("q", "q + q**3", "2*q + sin(q)", "tanh(q) + q", "q if q < 1 else 2*q - 1"),
    "I": ("p", "p/(1 + p**2)**0.5", "p + 0.2*p**3", "tanh(p)"),
}
TIMES = ("sin(5*time)", "1", "-0.7", "exp(-time)", "1 if time > 0.3 else 0", "mb_ramp", "2*time", "cos(20*time)", "0",
         "min(time, 0.5)", "abs(sin(9*time))")  # fmt: skip
CONDITIONS = (
    "time > 0.4",
    "sin(10*time) > 0",
    "{s} > 0.2",
    "{s} < 0",
    "time > 0.2 and time < 0.6",
    "{s} > sin(3*time)",
)


def network(random: Random) -> mb.Model:
    """A tree of junctions with elements at each, joined by two-ports here and there."""
    model, signals = mb.Model("network"), []
    for k in range(random.randint(1, 5)):
        junction = model.add(f"j{k}", random.choice((mb.J0, mb.J1))())
        if k:
            _join(model, random, model[f"j{random.randrange(k)}"], junction, k)
        for i in range(random.randint(1, 3)):
            name = f"e{k}_{i}"
            kind = random.choice(("R", "R", "C", "I", "C", "I", "switch", "source", "source"))
            junction >> model.add(name, _element(random, kind, signals)) if kind != "source" else model.add(
                name, _source(random, signals)
            ) >> junction
            if kind in ("R", "C", "I"):
                signals.append(f"{name}.{random.choice('ef')}")
    _signals(model, random, signals)
    return model


def _number(random: Random) -> float:
    return round(10 ** random.uniform(-1.5, 1.5), 4)


def _element(random: Random, kind: str, signals: list[str]) -> mb.Element:
    if kind == "switch":
        signal = random.choice(signals) if signals else "time"
        closed = random.choice(CONDITIONS).format(s=signal)
        return random.choice((mb.D, mb.D2, mb.Zener, lambda: mb.Sw(closed), lambda: mb.Sw2(closed)))()
    made = {"R": mb.R, "C": mb.C, "I": mb.I}[kind]
    if random.random() < 0.35:
        return made(law=random.choice(LAWS[kind]))
    value: float | str = _number(random)
    if kind == "R" and signals and random.random() < 0.15:
        value = f"{value} + {random.choice(signals)}**2"
    start = {"C": {"q0": round(random.uniform(-1, 1), 3)}, "I": {"p0": round(random.uniform(-1, 1), 3)}}
    return made(value, **start.get(kind, {})) if random.random() < 0.4 else made(value)


def _source(random: Random, signals: list[str]) -> mb.Element:
    value: object = random.choice(TIMES)
    if value == "mb_ramp":
        value = random.choice((mb.ramp(0.1, 0.5, 2.0), mb.step(0.3), mb.sine(2.0, 1.5), mb.trapezoid(1.0)))
    elif signals and random.random() < 0.2:
        value = f"{value} - 0.5*{random.choice(signals)}"
    return random.choice((mb.Se, mb.Sf))(value)


def _join(model: mb.Model, random: Random, first: mb.Element, second: mb.Element, k: int) -> None:
    draw = random.random()
    if draw < 0.4:
        first >> second
    else:
        first >> model.add(f"t{k}", (mb.TF if draw < 0.7 else mb.GY)(_number(random))) >> second


def _signals(model: mb.Model, random: Random, signals: list[str]) -> None:
    """Blocks that take signals of the network, and events that set what they store."""
    if not signals:
        return
    blocks = (lambda u: mb.Gain(2.0, u=u), lambda u: mb.Integrator(u=u), lambda u: mb.FirstOrder(T=0.1, u=u),
              lambda u: mb.Limiter(-1.0, 1.0, u=u), lambda u: mb.DeadZone(-0.1, 0.1, u=u),
              lambda u: mb.Function("u*u + 1", u=u), lambda u: mb.Derivative(T=0.05, u=u))  # fmt: skip
    for k in range(random.randint(0, 2)):
        model.add(f"b{k}", random.choice(blocks)(random.choice(signals)))
    if random.random() < 0.2:
        model.add("memory", mb.Discrete(start=0.0))
        model.when(f"{random.choice(signals)} > 0.3", {"memory": "memory + 1"})
