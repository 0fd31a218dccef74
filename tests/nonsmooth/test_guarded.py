"""Kernels read and write nothing beside their memory: results would depend on chance."""

import importlib

import numpy as np
import pytest

import multibond as mb
from nonsmooth.bond_graphs import circuit
from nonsmooth.circuits import CASES
from nonsmooth.floating_circuits import CASES as FLOATING
from nonsmooth.guarded import Guarded

MODULES = [
    importlib.import_module(f"multibond.{name}")
    for name in (
        "nonsmooth.pair_memory", "nonsmooth.contact_memory", "nonsmooth.step_memory", "simulation.pair_loop",
        "simulation.impacts", "simulation.stepper", "integrate.explicit", "integrate.implicit", "program.workspace",
        "impact.rest", "impact.strike",
    )
]  # fmt: skip
CIRCUITS = {
    "overlap": (CASES["three_phase_line_inductance"], 0.01),
    "converter": (FLOATING["full bridge"], 1e-4),
    "multiplier": (CASES["multiplier_of_three_stages"], 0.02),
    "flyback": (CASES["flyback_discontinuous"], 5e-4),
}
BANK = {"coupled_clutches": {}, "rocking_block": {}, "newtons_cradle": {"solver": "timestepping"}}


def run(name):
    if name in BANK:
        return mb.load(name).simulate(points=21, **BANK[name])
    case, stop = CIRCUITS[name]
    return circuit(case).simulate(stop, points=21, tolerance=1e-8)


@pytest.mark.parametrize("name", [*CIRCUITS, *BANK])
def test_nothing_beside_the_memory_of_kernels_matters(name, monkeypatch):
    plain, guarded = run(name), Guarded()
    for module in MODULES:
        monkeypatch.setattr(module, "np", guarded)
    again = run(name)
    assert guarded.written == 0
    assert [event.time for event in again.events] == [event.time for event in plain.events]
    assert all(np.array_equal(again[state], plain[state]) for state in plain.stats.states)
