"""Random networks of diodes, switches, sources, resistors, inductors and capacitors."""

from __future__ import annotations

import numpy as np

import multibond as mb

KINDS = ("R", "R", "L", "C", "D", "D", "S")


def network(seed: int, driven: bool) -> mb.Model:
    """Nodes joined at random by elements; `driven`: with sources behind resistances, otherwise stores begin charged.

    Every node has a resistance to the ground, so that no potential is left open by the network itself.
    """
    draw = np.random.default_rng(seed)
    m = mb.Model(f"network{seed}", domain="electrical")
    count = int(draw.integers(2, 5))
    m.add("ground", mb.Se(0.0))
    for k in range(count):
        m.add(f"n{k}", mb.J0())
    m.ground >> m.n0
    branches = [(k, 0, "R") for k in range(1, count)]
    for _ in range(int(draw.integers(3, 8))):
        a, b = draw.choice(count, 2, replace=False)
        branches.append((int(a), int(b), str(draw.choice(KINDS))))
    for number, (a, b, kind) in enumerate(branches):
        m.add(f"j{number}", mb.J1())
        m.add(f"e{number}", _element(kind, draw, driven))
        m[f"n{a}"] >> m[f"j{number}"] >> m[f"n{b}"]
        m[f"j{number}"] >> m[f"e{number}"]
        if driven and kind == "R" and draw.random() < 0.5:
            m.add(f"v{number}", mb.Se(f"{draw.uniform(1, 10):.3f}*sin({draw.uniform(1, 8):.3f}*time + {number})"))
            m[f"v{number}"] >> m[f"j{number}"]
    return m


def _element(kind: str, draw: np.random.Generator, driven: bool) -> mb.Element:
    size, start = float(draw.uniform(0.3, 3.0)), 0.0 if driven else float(draw.uniform(-2, 2))
    if kind == "R":
        return mb.R(size)
    if kind == "L":
        return mb.I(size, p0=start)
    if kind == "C":
        return mb.C(size, q0=start)
    if kind == "D":
        return mb.D(direction=int(draw.choice([-1, 1])))
    return mb.Sw(f"time - floor(time) {draw.choice(['<', '>'])} {draw.uniform(0.2, 0.8):.3f}")


__all__ = ["network"]
