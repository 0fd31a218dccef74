"""Random circuits of sources, resistors, coils, capacitors, diodes and switches."""

from __future__ import annotations

import numpy as np

from nonsmooth.circuits import Case
from nonsmooth.exact import Pulses, Wave
from nonsmooth.exact_circuit import Branch


def random_circuit(seed: int) -> Case:
    """Two to four nodes beside ground, each reached by some branch, a source with resistance, one to four valves."""
    draw = np.random.default_rng(seed)
    count = int(draw.integers(2, 5))
    nodes = ["0", *(f"n{k}" for k in range(count))]
    amplitude, frequency = float(draw.uniform(5, 50)), float(draw.uniform(100, 600))
    branches = [
        Branch(
            "V", "V", "s", "0", Wave(float(draw.uniform(-10, 10)), 0.0, amplitude, frequency, float(draw.uniform(0, 6)))
        ),
        Branch("R", "Rs", "s", "n0", float(draw.uniform(0.5, 5))),
    ]

    def ends(k: int) -> tuple[str, str]:
        a = nodes[k + 1] if k < count else str(draw.choice(nodes))
        others = [n for n in (nodes[: k + 1] if k < count else nodes) if n != a]
        pair = (a, str(draw.choice(others)))
        return pair if draw.random() < 0.5 else pair[::-1]

    kinds = list(draw.choice(list("RLCDDD"), count + int(draw.integers(1, 4))))
    if "D" not in kinds:
        kinds[-1] = "D"
    for k, kind in enumerate(kinds):
        value = {"R": draw.uniform(1, 50), "L": 10 ** draw.uniform(-3, -1), "C": 10 ** draw.uniform(-5, -3)}.get(kind)
        branches.append(Branch(str(kind), f"{kind}{k}", *ends(k), None if value is None else float(value)))
    if draw.random() < 0.4:
        period = float(draw.uniform(2e-3, 8e-3))
        pulses = Pulses(period, float(draw.uniform(0.2, 0.8)) * period, float(draw.uniform(0, 1e-3)))
        branches += [Branch("S", "S", "n0", "w", pulses), Branch("R", "Rw", "w", "0", float(draw.uniform(1, 20)))]
    for k, node in enumerate(nodes[1:]):
        branches.append(Branch("R", f"leak{k}", node, "0", float(draw.uniform(100, 1000))))
    return Case(tuple(branches), 1e-4, 0.02)
