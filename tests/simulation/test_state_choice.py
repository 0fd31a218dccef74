"""States that become unfit during a run give way to others."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb


def slider():
    """A crank drives a mass by cos(angle): the given speed of the mass is a state, which is worthless at 90 degrees."""
    m = mb.Model("slider")
    m.shaft, m.angle, m.crank = mb.J1(), mb.Dq(0.3), mb.I(1.0)
    m.lever, m.mass = mb.TF("cos(angle.q)", form="flow"), mb.I(5.0, f0=3 * np.cos(0.3))
    m.shaft >> [m.angle, m.crank]
    m.shaft >> m.lever >> m.mass
    return m


def angle_after(stop):
    """The same by minimal coordinates: energy is (1 + 5 cos²) w²/2."""

    def rates(_, y):
        c, s = np.cos(y[0]), np.sin(y[0])
        return y[1], 5 * s * c * y[1] ** 2 / (1 + 5 * c * c)

    return solve_ivp(rates, (0, stop), [0.3, 3.0], rtol=1e-12, atol=1e-12).y[0, -1]


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_a_state_that_no_longer_determines_the_rest_is_left(tolerance):
    result = slider().simulate(10.0, tolerance=tolerance)
    assert result["angle.q"][-1] == pytest.approx(angle_after(10.0), rel=0, abs=100 * tolerance)
    assert result.stats.energy_residual < 100 * tolerance
    names = [piece.machine.state_names for piece in result.run.pieces]
    assert "mass.f" in names[0]
    assert "mass.f" not in names[-1]


def two_capacitors():
    """Two capacitors in parallel, charged through a resistor: one state."""
    m = mb.Model("caps", domain="electrical")
    m.source, m.loop, m.resistor, m.node = mb.Se(1.0), mb.J1(), mb.R(1.0), mb.J0()
    m.c1, m.c2 = mb.C(1.0), mb.C(2.0)
    m.source >> m.loop >> m.resistor
    m.loop >> m.node >> [m.c1, m.c2]
    return m


@pytest.mark.parametrize("wishes, said", [
    ({"c1.q": "always", "c2.q": "always"}, r"c[12]\.q: 'always' cannot be kept.*follows from the states c[12]\.q;"),
    ({"source.e": "always"}, r"source\.e: 'always' cannot be kept, for it is given"),
    ({"c1.q": "never", "c2.q": "never", "c1.e": "never"}, r"'never' cannot be kept"),
    ({"c1.C": "prefer"}, r"c1\.C: .*parameter"),
])  # fmt: skip
def test_firm_wishes_that_cannot_be_kept_are_refused(wishes, said):
    with pytest.raises(mb.MultibondError, match=said):
        two_capacitors().simulate(1.0, states=wishes)
    soft = {name: {"always": "prefer", "never": "avoid"}.get(wish) for name, wish in wishes.items()}
    if None not in soft.values():
        assert len(two_capacitors().simulate(1.0, states=soft).stats.states) == 1


@pytest.mark.parametrize("wishes, states", [
    ({"c1.q": "always"}, ["c1.q"]), ({"c2.q": "never"}, ["c1.q"]), ({"c1.q": "always", "c2.q": "never"}, ["c1.q"]),
])  # fmt: skip
def test_firm_wishes_that_can_be_kept_are(wishes, states):
    assert two_capacitors().simulate(1.0, states=wishes).stats.states == states


def test_firm_wishes_of_a_model_count_as_well_and_velocities_are_derivatives():
    pendulum = mb.load("cartesian_pendulum")
    pendulum.simulate(0.1, states={"position.q[0]": "always", "position.f[0]": "always"})
    with pytest.raises(mb.MultibondError, match=r"position\.q\[[01]\]: 'never' cannot be kept"):
        pendulum.simulate(0.1, states={"position.q": "never"})
    model = two_capacitors()
    model.state("c1.q", "never")
    model.state("c2.q", "never")
    model.state("c1.e", "never")
    with pytest.raises(mb.MultibondError, match="'never' cannot be kept"):
        model.simulate(1.0)
