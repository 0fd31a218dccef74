"""What happens in a circuit depends neither on the names of its parts nor on the order in which they were written."""

import numpy as np
import pytest

import multibond as mb
from nonsmooth import circuits, floating_circuits
from nonsmooth.bond_graphs import circuit
from nonsmooth.isolated_circuits import PERIOD  # noqa: F401 (enters its circuits)
from nonsmooth.more_circuits import bridge_with_a_voltage_behind_the_coil  # noqa: F401 (and so does this)
from nonsmooth.renamed import renamed

CASES = circuits.CASES | floating_circuits.CASES
NAMES = (
    "bridge_capacitor", "bridge_coil_source_coil", "three_phase_coil", "three_phase_line_inductance_capacitor",
    "bridge_with_a_voltage_behind_the_coil", "forward_with_demagnetising_winding",
    "rectifier_leg_with_a_switch_in_a_bridge", "bridge with RL", "full bridge", "LLC", "three phases, fired",
)  # fmt: skip


def run(case):
    """A run that ends beside switching times, at which a value may be that before or that after."""
    return circuit(case).simulate(0.997 * case.stop, points=101, tolerance=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_other_names_and_another_order_give_the_same(name):
    case = CASES[name]
    coupled = {coil for a, b, _ in case.coupled for coil in (a, b)}
    names = sorted({x.name.rpartition(".")[0] or x.name for x in case.branches if x.kind != "X"} - coupled)
    reference = run(case)
    expected = [sorted(event.kinds.items()) for event in reference.events]
    for seed in range(2):
        other, new = renamed(case, seed)
        old = {new(x.name).partition(".")[0]: x.name.partition(".")[0] for x in case.branches}
        result = run(other)
        assert [sorted((old[k], kind) for k, kind in event.kinds.items()) for event in result.events] == expected
        for variable in "ef":
            size = max(np.max(np.abs(reference[f"{x}.{variable}"])) for x in names)
            for x in names:
                gap = np.max(np.abs(result[f"{new(x)}.{variable}"] - reference[f"{x}.{variable}"]))
                assert gap < 1e-6 * size, (seed, x, variable)


@pytest.mark.parametrize("names", ["abc", "bca", "cab", "cba"])
def test_parallel_diodes_share_what_flows(names):
    """Nothing but the least norm determines the shares: they are equal, and one the other way round has none."""
    model = mb.Model("parallel", domain="electrical")
    model.source, model.line, model.r, model.node = mb.Se("3*sin(4*time)"), mb.J1(), mb.R(2.0), mb.J0()
    model.source >> model.line >> [model.r, model.node]
    for name in names:
        model.add(name, mb.D(direction=-1 if name == "c" else 1))
        model.node >> model[name]
    model.shunt = mb.R(1.0)
    model.node >> model.shunt
    result = model.simulate(2.9, points=101, tolerance=1e-9)
    current = 1.5 * np.sin(4 * result.time)
    for name in "ab":
        assert result[f"{name}.f"] == pytest.approx(np.maximum(current, 0.0) / 2, abs=1e-8)
    assert result["c.f"] == pytest.approx(np.minimum(current, 0.0), abs=1e-8)
    assert result["shunt.f"] == pytest.approx(0.0, abs=1e-8)


@pytest.mark.parametrize("names", ["abcd", "dcba", "bdac", "cadb"])
def test_blocking_diodes_of_a_floating_bridge_share_the_voltage(names):
    """A bridge charges a capacitor that nothing else ties: while all four block, each pair in a row holds half of what
    lies over both, whatever conducted last."""
    model = mb.Model("bridge", domain="electrical")
    model.source, model.line, model.r = mb.Se("8*sin(6*time)"), mb.J1(), mb.R(0.5)
    model.winding, model.far, model.store = mb.TF(1.0), mb.J1(), mb.J1()
    for name in "stqm":
        model.add(name, mb.J0())
    model.source >> model.line >> [model.r, model.winding]
    model.winding >> model.far
    model.t >> model.far >> model.s
    ways = {"a": ("s", "q"), "b": ("t", "q"), "c": ("m", "s"), "d": ("m", "t")}
    for name in names:
        start, end = ways[name]
        model.add(f"way_{name}", mb.J1())
        model.add(name, mb.D())
        model[start] >> model[f"way_{name}"] >> model[end]
        model[f"way_{name}"] >> model[name]
    model.load, model.hold, model.drain = mb.J0(), mb.C(2.0), mb.R(20.0)
    model.q >> model.store >> model.m
    model.store >> model.load >> [model.hold, model.drain]
    result = model.simulate(2.9, points=101, tolerance=1e-9)
    blocked = np.max([np.abs(result[f"{name}.f"]) for name in "abcd"], axis=0) < 1e-9
    assert 10 < blocked.sum() < 90
    over, winding = result["hold.e"][blocked], 8 * np.sin(6 * result.time[blocked])
    for name, sign in zip("abcd", (1, -1, -1, 1), strict=True):
        assert result[f"{name}.e"][blocked] == pytest.approx((sign * winding - over) / 2, abs=1e-7)
