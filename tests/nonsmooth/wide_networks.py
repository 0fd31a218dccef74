"""Random networks of bonds with up to three components: transformers, gyrators, coupled and nonlinear resistors."""

from __future__ import annotations

from typing import Any

import numpy as np

import multibond as mb

RESISTORS = ("R", "R", "nonlinear", "coupled")
KINDS = ("R", "R", "nonlinear", "L", "C", "D", "D", "Sw", "TF", "GY", "transistor", "coupled")


def wide_network(seed: int, driven: bool) -> mb.Model:
    """Nodes joined at random by elements; `driven`: with sources behind resistances, otherwise stores begin charged.

    Every node has a resistance to the ground; a transformer or gyrator has one in line.
    """
    draw = np.random.default_rng(seed)
    n = int(draw.choice([1, 1, 1, 2, 3]))
    m = mb.Model(f"wide{seed}", domain="electrical")
    count = int(draw.integers(2, 6))
    m.add("ground", mb.Se(0.0 if n == 1 else [0.0] * n, n=n))
    for k in range(count):
        m.add(f"n{k}", mb.J0(n=n))
    m.ground >> m.n0
    branches = [(k, 0, str(draw.choice(RESISTORS))) for k in range(1, count)]
    for _ in range(int(draw.integers(3, 9))):
        a, b = draw.choice(count, 2, replace=False)
        branches.append((int(a), int(b), str(draw.choice(KINDS))))
    for k, (a, b, kind) in enumerate(branches):
        m.add(f"j{k}", mb.J1(n=n))
        if kind in ("TF", "GY"):
            m.add(f"r{k}", mb.R(float(draw.uniform(0.3, 2)), n=n))
            m.add(f"e{k}", {"TF": mb.TF, "GY": mb.GY}[kind](float(draw.uniform(0.4, 2.5)), n=n))
            m[f"n{a}"] >> m[f"j{k}"] >> m[f"e{k}"] >> m[f"n{b}"]
            m[f"j{k}"] >> m[f"r{k}"]
        else:
            m.add(f"e{k}", _element(kind, draw, driven, n))
            m[f"n{a}"] >> m[f"j{k}"] >> m[f"n{b}"]
            m[f"j{k}"] >> m[f"e{k}"]
        if driven and kind in RESISTORS and draw.random() < 0.5:
            wave = f"{draw.uniform(1, 10):.3f}*sin({draw.uniform(1, 8):.3f}*time + {k})"
            m.add(f"v{k}", mb.Se(wave if n == 1 else [wave] + ["0.0"] * (n - 1), n=n))
            m[f"v{k}"] >> m[f"j{k}"]
    return m


def _element(kind: str, draw: np.random.Generator, driven: bool, n: int) -> mb.Element:
    size = float(draw.uniform(0.3, 3.0))
    start: Any = 0.0
    if not driven:
        start = draw.uniform(-2, 2, n).tolist() if n > 1 else float(draw.uniform(-2, 2, 1)[0])
    if kind == "coupled":
        root = draw.normal(size=(n, n))
        return mb.R((root @ root.T + 0.5 * np.eye(n)).tolist() if n > 1 else size, n=n)
    if kind == "nonlinear":
        variable, part = ("f", mb.R) if draw.random() < 0.5 else ("e", mb.G)
        return part(law=f"{size:.3f}*{variable} + {draw.uniform(0, 0.5):.3f}*{variable}**3", n=n)
    if kind == "L":
        return mb.I(size, p0=start, n=n)
    if kind == "C":
        return mb.C(size, q0=start, n=n)
    if kind == "D":
        if n == 1:
            return mb.D(direction=int(draw.choice([-1, 1])))
        way = draw.normal(size=n)
        return mb.D(direction=(way / np.linalg.norm(way)).tolist(), n=n)
    if kind == "transistor" and n == 1:
        return mb.TransistorSwitch(f"time - floor(time) < {draw.uniform(0.2, 0.8):.3f}")
    if kind == "Sw":
        return mb.Sw(f"time - floor(time) {draw.choice(['<', '>'])} {draw.uniform(0.2, 0.8):.3f}", n=n)
    return mb.R(size, n=n)


__all__ = ["wide_network"]
