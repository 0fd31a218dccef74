"""Sides of circuits that nothing connects to ground run as the same circuits do that are grounded."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import multibond as mb
from multibond.graph.flat import flatten
from multibond.graph.isolated import isolated_parts
from multibond.graph.scope import Scopes
from nonsmooth.bond_graphs import circuit
from nonsmooth.floating_circuits import CASES, grounded


def largest_difference(case, first, second):
    """Of the voltages and of the currents of all branches but windings, each as part of the largest of all. While all
    valves of a bridge behind a winding conduct a coil's current, nothing determines how they share it."""
    coupled = {coil for a, b, _ in case.coupled for coil in (a, b)}
    names = {x.name.rpartition(".")[0] or x.name for x in case.branches if x.kind != "X" and x.name not in coupled}
    shared = {x.name for x in case.branches if x.kind == "D"} if any(x.kind == "X" for x in case.branches) else set()
    worst = 0.0
    for variable in "ef":
        asked = names - shared if variable == "f" else names
        values = [(first[f"{name}.{variable}"], second[f"{name}.{variable}"]) for name in asked]
        size = max(np.max(np.abs(b)) for _, b in values)
        worst = max(worst, max(np.max(np.abs(a - b)) for a, b in values) / size)
    return worst


@pytest.mark.parametrize("name", CASES)
def test_a_floating_side_runs_as_the_grounded_one(name):
    case = CASES[name]
    stop = 0.997 * case.stop  # output times beside the switching times, where a value may be that before or that after
    floating, tied = (circuit(x).simulate(stop, points=101, tolerance=1e-10) for x in (case, grounded(case)))
    assert largest_difference(case, floating, tied) < 1e-8
    assert floating.stats.events == tied.stats.events > 2
    assert floating.stats.energy_residual < 1e-8


def pump(n, tied=False):
    """A pump behind a cylinder (as a transformer) drives a bridge of check valves; nothing ties the circuit to the
    tank. Of n components the valves hold one direction."""
    model = mb.Model("pump", domain="hydraulic")
    waves = [f"{k + 1}*sin(5*time)" for k in range(n)]
    model.drive, model.rod, model.piston = mb.Se(waves[0] if n == 1 else waves, n=n), mb.J1(n=n), mb.TF(2.0, n=n)
    model.loss, model.cylinder = mb.R(0.1, n=n), mb.J1(n=n)
    model.drive >> model.rod >> [model.loss, model.piston]
    model.piston >> model.cylinder
    for name in ("s", "t", "q", "m"):
        model.add(name, mb.J0(n=n))
    model.t >> model.cylinder >> model.s
    for k, (a, b) in enumerate((("s", "q"), ("t", "q"), ("m", "s"), ("m", "t"))):
        model.add(f"way{k}", mb.J1(n=n))
        model[a] >> model[f"way{k}"] >> model[b]
        model.add(f"valve{k}", mb.D(n=n) if n == 1 else mb.D(direction=[0.6] + [0.0] * (n - 2) + [0.8], n=n))
        model.add(f"orifice{k}", mb.R(0.05, n=n))
        model[f"way{k}"] >> [model[f"valve{k}"], model[f"orifice{k}"]]
    model.load, model.user, model.accumulator = mb.J1(n=n), mb.R(3.0, n=n), mb.C(0.2, n=n)
    model.store = mb.J1(n=n)
    model.q >> [model.load, model.store]
    model.load >> [model.user, model.m]
    model.store >> [model.accumulator, model.m]
    if tied:
        model.tank = mb.Se(0.0 if n == 1 else [0.0] * n, n=n)
        model.tank >> model.m
    return model


@pytest.mark.parametrize("n", [1, 3])
def test_valves_behind_a_cylinder_pass_the_flow_of_a_circuit_that_is_tied(n):
    floating, tied = (pump(n, tied).simulate(3.0, points=101, tolerance=1e-10) for tied in (False, True))
    for name in ("user.e", "accumulator.q", "valve0.f", "loss.f"):
        np.testing.assert_allclose(floating[name], tied[name], atol=1e-9 * np.max(np.abs(tied[name])))
    assert np.max(np.abs(sum(potentials(pump(n), floating, "stqm")))) < 1e-12  # the convention: the smallest efforts


def potentials(model, result, junctions):
    """The efforts of 0-junctions."""
    graph = flatten(model)
    names = {index: name for name, index in graph.stems.items()}
    return [result[f"{names[graph.elements[path].attached[0].bond]}.e"] for path in junctions]


def test_two_circuits_without_any_ground_discharge_beside_each_other():
    model = mb.Model("two", domain="electrical")
    for k in range(2):
        parts = {"a": mb.J0(), "b": mb.J0(), "out": mb.J1(), "back": mb.J1(), "C": mb.C(0.5, e0=2.0 + k)}
        for name, part in (parts | {"R": mb.R(1.0), "D": mb.D(), "swap": mb.Permutation(order=[0])}).items():
            model.add(f"{name}{k}", part)
        model[f"a{k}"] >> model[f"out{k}"] >> [model[f"R{k}"], model[f"D{k}"], model[f"b{k}"]]
        model[f"b{k}"] >> model[f"back{k}"] >> model[f"swap{k}"] >> model[f"a{k}"]
        model[f"C{k}"] >> model[f"back{k}"]
    result = model.simulate(1.0, tolerance=1e-10)
    for k in range(2):
        np.testing.assert_allclose(result[f"R{k}.e"], (2.0 + k) * np.exp(-2.0 * result.time), rtol=1e-8)
        a, b = potentials(model, result, [f"a{k}", f"b{k}"])
        np.testing.assert_allclose(a, -b, atol=1e-12)
        np.testing.assert_allclose(a - b, result[f"R{k}.e"], atol=1e-12)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_the_free_efforts_are_those_that_junctions_allow(seed):
    draw = np.random.default_rng(seed)
    n, count = int(draw.integers(1, 3)), int(draw.integers(3, 9))
    model = mb.Model("random")
    kinds = [str(draw.choice(["0", "1"])) for _ in range(count)]
    for k, kind in enumerate(kinds):
        model.add(f"j{k}", (mb.J0 if kind == "0" else mb.J1)(n=n))
    ends = [sorted(draw.choice(count, 2, replace=False)) for _ in range(int(draw.integers(2, 12)))]
    used = sorted({int(k) for pair in ends for k in pair})
    for a, b in ends:
        model[f"j{a}"] >> model[f"j{b}"]
    for k in range(count):
        if k not in used or draw.random() < 0.3:
            model.add(f"R{k}", mb.R(1.0, n=n))
            model[f"j{k}"] >> model[f"R{k}"]
    graph = flatten(model)
    unit, rows = np.eye(len(graph.bonds)), []
    for path, flat in graph.elements.items():
        kind, at = path[0] if path[0] == "R" else kinds[int(path[1:])], [unit[x.bond] for x in flat.attached]
        if kind == "R":
            rows += at
        elif kind == "0":
            rows += [x - at[0] for x in at[1:]]
        else:
            rows.append(sum(x if end.head else -x for x, end in zip(at, flat.attached, strict=True)))
    zeros = [f"j{k}" for k in range(count) if kinds[k] == "0"]
    _, sizes, ways = np.linalg.svd(np.array(rows))
    seen = np.array([ways[int((sizes > 1e-9).sum()) :, graph.elements[path].attached[0].bond] for path in zeros])
    parts = isolated_parts(graph, Scopes(graph, {}))
    assert len(parts) == n * (np.linalg.matrix_rank(seen, tol=1e-9) if seen.size else 0)
    for part in parts:
        shares = np.array([float(sum(part.get((path, i), 0) for i in range(n))) for path in zeros])
        assert np.max(np.abs(seen @ np.linalg.lstsq(seen, shares, rcond=None)[0] - shares)) < 1e-9
