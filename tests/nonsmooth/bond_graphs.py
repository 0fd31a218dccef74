"""Bond graphs of the circuits and of the masses with friction, by the textbook's procedure."""

from __future__ import annotations

from typing import Any

import multibond as mb
from nonsmooth.circuits import Case
from nonsmooth.exact import Pulses
from nonsmooth.exact_circuit import Branch
from nonsmooth.exact_friction import Contact, Masses


def condition(given: Any) -> Any:
    if isinstance(given, Pulses):
        return f"pulse({given.period!r}, {given.width!r}, 1, 0, {given.start!r})"
    return bool(given)


def circuit(case: Case, name: str = "circuit") -> mb.Model:
    """A 0-junction for every potential, a 1-junction for every branch between two of them; ground is left out."""
    model = mb.Model(name, domain="electrical")
    nodes = sorted({n for x in case.branches for n in (x.a, x.b)} - {"0"})
    for node in nodes:
        model.add(f"node_{node}", mb.J0())
    pairs = {x.name.rpartition(".")[0]: x for x in case.branches if x.kind == "S" and "." in x.name}
    coupled = {name for a, b, _ in case.coupled for name in (a, b)}
    for x in case.branches:
        owner = x.name.rpartition(".")[0]
        if owner in pairs:  # a transistor is a switch with a diode the other way round
            if x.kind == "S":
                connect(model, x, owner, mb.TransistorSwitch(condition(x.value)))
        elif owner:  # a Zener diode is two diodes
            if x.name.endswith("F"):
                back = next(y for y in case.branches if y.name == f"{owner}.Z")
                connect(model, x, owner, mb.IdealZener(back.value, x.value))
        elif x.name not in coupled and x.kind != "X":
            connect(model, x, x.name, element(x))
            if x.kind == "D" and x.value:
                model.add(f"{x.name}_threshold", mb.Se(-x.value))
                model[f"{x.name}_threshold"] >> model[f"branch_{x.name}"]
    _transformers(model, case)
    _coils(model, case)
    return model


def element(x: Branch) -> Any:
    if x.kind == "R":
        return mb.R(x.value)
    if x.kind == "L":
        return mb.I(x.value, f0=x.start)
    if x.kind == "C":
        return mb.C(x.value, e0=x.start)
    if x.kind == "V":
        return mb.Se(str(x.value))
    if x.kind == "I":
        return mb.Sf(str(x.value))
    if x.kind == "D":
        return mb.D()
    return mb.Sw(condition(x.value)) if x.kind == "S" else mb.Thyristor(condition(x.value))


def connect(model: Any, x: Branch, name: str, part: Any) -> None:
    """The part on a 1-junction from node a to node b; a source of voltage delivers to a, one of current to b."""
    model.add(name, part)
    ends = (x.b, x.a) if x.kind == "V" else (x.a, x.b)
    source = x.kind in "VI"
    if "0" in ends and not (x.kind == "D" and x.value):
        inner = next(n for n in ends if n != "0")
        node = model[f"node_{inner}"]
        if source and ends[1] == inner:
            model[name] >> node
            return
        if not source and ends[0] == inner:
            node >> model[name]
            return
    junction = branch(model, name, *ends)
    model[name] >> junction if source else junction >> model[name]


def branch(model: Any, name: str, first: str, second: str) -> Any:
    model.add(f"branch_{name}", mb.J1())
    junction = model[f"branch_{name}"]
    if first != "0":
        model[f"node_{first}"] >> junction
    if second != "0":
        junction >> model[f"node_{second}"]
    return junction


def _transformers(model: Any, case: Case) -> None:
    for x in case.branches:
        if x.kind == "X" and x.value:
            other = next(y for y in case.branches if y.name == x.value[0])
            model.add(f"ideal_{x.name}", mb.TF(x.value[1], form="effort"))
            first, second = branch(model, x.name, x.a, x.b), branch(model, other.name, other.b, other.a)
            first >> model[f"ideal_{x.name}"] >> second


def _coils(model: Any, case: Case) -> None:
    by_name = {x.name: x for x in case.branches}
    for a, b, mutual in case.coupled:
        first, second = by_name[a], by_name[b]
        field = [[first.value, mutual], [mutual, second.value]]
        model.add(f"{a}_{b}", mb.I(field, n=2, f0=[first.start, second.start]))
        model.add(f"wide_{a}_{b}", mb.Composition())
        wide = model[f"wide_{a}_{b}"]
        branch(model, a, first.a, first.b) >> wide.a
        branch(model, b, second.a, second.b) >> wide.b
        wide.c >> model[f"{a}_{b}"]


def masses(case: Masses, name: str = "masses") -> mb.Model:
    """A 1-junction for the velocity of every mass, a 0-junction for every relative velocity."""
    model = mb.Model(name, domain="translational")
    for i in range(case.n):
        model.add(f"v{i}", mb.J1())
        model.add(f"mass{i}", mb.I(float(case.inertia[i, i]), f0=float(case.v0[i])))
        model.add(f"q{i}", mb.Dq())
        model.add(f"force{i}", mb.Se(str(case.forces[i])))
        model[f"force{i}"] >> model[f"v{i}"] >> [model[f"mass{i}"], model[f"q{i}"]]
        model.start(model[f"q{i}"].q, float(case.q0[i]))
        if case.damping[i, i]:
            model.add(f"damper{i}", mb.R(float(case.damping[i, i])))
            model[f"v{i}"] >> model[f"damper{i}"]
        _springs(model, case, i)
    for x in case.contacts:
        _contact(model, x)
    return model


def _springs(model: Any, case: Masses, i: int) -> None:
    ground = case.stiffness[i].sum()
    if ground:
        model.add(f"spring{i}", mb.C(float(1 / ground), q0=float(case.q0[i])))
        model[f"v{i}"] >> model[f"spring{i}"]
    for j in range(i):
        if case.stiffness[i, j]:
            model.add(f"spring{j}{i}", mb.C(float(-1 / case.stiffness[i, j]), q0=float(case.q0[j] - case.q0[i])))
            model.add(f"r{j}{i}", mb.J0())
            model[f"v{j}"] >> model[f"r{j}{i}"] >> model[f"v{i}"]
            model[f"r{j}{i}"] >> model[f"spring{j}{i}"]


def _contact(model: Any, x: Contact) -> None:
    acting = [(i, float(r)) for i, r in enumerate(x.row) if r]
    if x.one_way:
        model.add(x.name, mb.OneWayClutch())
        model.v0 >> model[x.name] >> model.v1
    elif isinstance(x.engaged, Pulses):
        _engaged(model, x, acting)
    else:
        level = str(x.coulomb)
        model.add(x.name, mb.DryFriction(level, f"{x.ratio}*({level})" if x.ratio != 1 else None, viscous=x.viscous)
                  if x.ratio != 1 else mb.DryFriction(level, viscous=x.viscous))  # fmt: skip
        if acting == [(acting[0][0], 1.0)] and not (x.belt.constant or x.belt.amplitude):
            model[f"v{acting[0][0]}"] >> model[x.name]
            return
        model.add(f"r_{x.name}", mb.J0())
        for i, ratio in acting:
            first, second = model[f"v{i}"], model[f"r_{x.name}"]
            first >> second if ratio > 0 else second >> first
        if x.belt.constant or x.belt.amplitude:
            model.add(f"speed_{x.name}", mb.Sf(f"-({x.belt})"))
            model[f"speed_{x.name}"] >> model[f"r_{x.name}"]
        model[f"r_{x.name}"] >> model[x.name]


def _engaged(model: Any, x: Contact, acting: list[tuple[int, float]]) -> None:
    given = {"torque": x.coulomb.constant, "engaged": condition(x.engaged), "peak": x.ratio}
    if len(acting) == 1:
        model.add(x.name, mb.Brake(**given))
        model[f"v{acting[0][0]}"] >> model[x.name]
        return
    model.add(x.name, mb.Clutch(**given))
    model.add(f"gear_{x.name}", mb.TF(-1.0 / acting[1][1]))
    model[f"v{acting[0][0]}"] >> model[x.name] >> model[f"gear_{x.name}"] >> model[f"v{acting[1][0]}"]
