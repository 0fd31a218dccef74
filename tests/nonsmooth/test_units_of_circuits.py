"""What happens in a circuit does not depend on whether its voltages are picovolts or its resistances gigaohms."""

from dataclasses import replace

import numpy as np
import pytest

from nonsmooth.bond_graphs import circuit
from nonsmooth.circuits import CASES
from nonsmooth.exact import Wave

NAMES = (
    "freewheeling", "bridge_coil", "three_phase_coil", "buck_continuous", "boost_discontinuous",
    "full_bridge_with_dead_time", "voltage_doubler", "check_valve_pump",
)  # fmt: skip
SCALES = ((1e-12, 1.0), (1e-6, 1e9), (1.0, 1e-6))  # of voltages, of impedances


def scaled(case, volts, ohms):
    """The same circuit with other voltages and impedances."""
    made = []
    for x in case.branches:
        value = x.value * ohms if x.kind in "RL" else x.value / ohms if x.kind == "C" else x.value
        if x.kind in "VI":
            by = volts if x.kind == "V" else volts / ohms
            value = Wave(value.constant * by, value.slope * by, value.amplitude * by, value.frequency, value.phase)
        elif x.kind == "D" and value:
            value *= volts
        made.append(replace(x, value=value, start=x.start * volts / (ohms if x.kind == "L" else 1.0)))
    return replace(case, branches=tuple(made))


@pytest.mark.parametrize("name", NAMES)
def test_a_circuit_is_the_same_in_other_units(name):
    case = CASES[name]
    reference = circuit(case).simulate(0.997 * case.stop, points=51, tolerance=1e-8)
    expected = [sorted(event.kinds.items()) for event in reference.events]
    for volts, ohms in SCALES:
        result = circuit(scaled(case, volts, ohms)).simulate(0.997 * case.stop, points=51, tolerance=1e-8)
        assert [sorted(event.kinds.items()) for event in result.events] == expected, (volts, ohms)
        for x in case.branches:
            if x.kind in "RLC":
                variable, unit = (".f", volts / ohms) if x.kind == "L" else (".e", volts)
                gap = np.max(np.abs(result[x.name + variable] / unit - reference[x.name + variable]))
                assert gap < 1e-5 * np.max(np.abs(reference[x.name + variable])), (volts, ohms, x.name)
