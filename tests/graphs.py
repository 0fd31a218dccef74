"""Random multi-bond graphs for tests: connected, causally valid, linear, with cardinalities 1 to 3."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import numpy as np
from hypothesis import strategies as st

import multibond as mb
from multibond.errors import CausalityError
from multibond.graph import flatten
from multibond.graph.causality import causality


@dataclass
class Plan:
    """What a random model is made of, so that parts can be left out and the rest built again."""

    components: dict[str, tuple[str, int, dict]] = field(default_factory=dict)  # name → type, n, values
    bonds: list[tuple[str, str, bool]] = field(default_factory=list)  # tail, head, directed

    def build(self) -> mb.Model:
        """A fresh model."""
        model = mb.Model("random")
        for name, (kind, n, values) in self.components.items():
            model.add(name, getattr(mb, kind)(n=n, **values))
        for tail, head, directed in self.bonds:
            model.bond(model[tail], model[head], directed=directed)
        return model

    def without(self, name: str) -> Plan:
        """The same plan without one component and its bonds."""
        return Plan({k: v for k, v in self.components.items() if k != name},
                    [b for b in self.bonds if name not in b[:2]])  # fmt: skip


def positive_definite(random: Random, n: int) -> list:
    """A well-conditioned symmetric positive definite matrix."""
    root = np.array([[random.uniform(-0.5, 0.5) for _ in range(n)] for _ in range(n)])
    return (root @ root.T + np.eye(n) * random.uniform(0.5, 2)).round(6).tolist()


def field_value(random: Random, n: int):
    """A number, a vector or a matrix."""
    kind = random.choice(["number", "vector", "matrix"]) if n > 1 else "number"
    if kind == "number":
        return round(random.uniform(0.3, 3), 6)
    return [round(random.uniform(0.3, 3), 6) for _ in range(n)] if kind == "vector" else positive_definite(random, n)


def ratio(random: Random, rows: int, columns: int):
    """A transformer matrix, sometimes with zeros; its leading square part is well away from singular."""
    values = [[round(random.uniform(0.2, 0.8) * random.choice([-1, 1]), 6) if random.random() < 0.6 else 0.0
               for _ in range(columns)] for _ in range(rows)]  # fmt: skip
    for i in range(min(rows, columns)):
        values[i][i] = round(random.uniform(1.5, 2.5), 6)
    return values


def random_plan(random: Random, junctions: int = 4, meshes: int = 1, sources: int = 2, cardinality: int = 3) -> Plan:
    """A tree of junctions joined by bonds, transformers and gyrators, closed to meshes here and there."""
    plan = Plan()
    sizes: list[int] = []
    for k in range(random.randint(1, junctions)):
        n = sizes[-1] if k and random.random() < 0.6 else random.randint(1, cardinality)
        sizes.append(n)
        plan.components[f"j{k}"] = (random.choice(["J0", "J1"]), n, {})
        if k:
            _join(plan, random, random.randrange(k), k, sizes)
        for i in range(random.randint(1, 3)):
            kind = random.choice(["R", "C", "I", "C", "I"]) if i else random.choice(["R", "C", "I"])
            name = f"{kind.lower()}{k}_{i}"
            plan.components[name] = (kind, n, {kind: field_value(random, n)})
            plan.bonds.append((f"j{k}", name, random.random() < 0.5))
    for _ in range(random.randint(0, meshes)):
        if len(sizes) > 2:
            first, second = sorted(random.sample(range(len(sizes)), 2))
            _join(plan, random, first, second, sizes, direct=False)
    plan = _valid(plan)
    for k in range(random.randint(0, sources)):
        place = random.choice([name for name, (kind, _, _) in plan.components.items() if kind in ("J0", "J1")])
        n = plan.components[place][1]
        kind, key = random.choice([("Se", "effort"), ("Sf", "flow")])
        more = Plan(dict(plan.components), list(plan.bonds))
        more.components[f"s{k}"] = (kind, n, {key: [round(random.uniform(-2, 2), 3) for _ in range(n)]})
        more.bonds.append((f"s{k}", place, True))
        if _fits(more):
            plan = more
    return plan


def _join(plan: Plan, random: Random, first: int, second: int, sizes: list[int], direct: bool = True) -> None:
    tail, head = f"j{first}", f"j{second}"
    if direct and sizes[first] == sizes[second] and random.random() < 0.5:
        plan.bonds.append((tail, head, random.random() < 0.5))
        return
    name = f"t{len(plan.components)}"
    na, nb = sizes[first], sizes[second]
    values = {"M": ratio(random, nb, na), "na": na, "nb": nb, "form": random.choice(["flow", "effort"])}
    plan.components[name] = (random.choice(["TF", "GY"]), na, values)
    plan.bonds += [(tail, name, True), (name, head, True)]


def _fits(plan: Plan) -> bool:
    try:
        causality(flatten(plan.build()))
    except CausalityError:
        return False
    return True


def _valid(plan: Plan) -> Plan:
    """The plan with a resistor on every junction where a rigid mesh leaves no other causality."""
    if _fits(plan):
        return plan
    more = Plan(dict(plan.components), list(plan.bonds))
    for name, (kind, n, _) in plan.components.items():
        if kind in ("J0", "J1"):
            more.components[f"r_{name}"] = ("R", n, {"R": 1.25})
            more.bonds.append((name, f"r_{name}", True))
    return more if _fits(more) else Plan({"j0": ("J1", 1, {}), "i": ("I", 1, {"I": 2.0}), "r": ("R", 1, {"R": 3.0})},
                                         [("j0", "i", True), ("j0", "r", True)])  # fmt: skip


def random_model(seed: int, **sizes: int) -> mb.Model:
    """The random model of a seed."""
    return random_plan(Random(seed), **sizes).build()


def seeds() -> st.SearchStrategy[int]:
    """Seeds for `random_model`; small ones first."""
    return st.integers(0, 2**32 - 1)
