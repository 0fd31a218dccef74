"""Constraints: zero flow, stated on velocities or on positions, with whatever effort that takes."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond.elements.frame import Constraint
from multibond.elements.holonomic import Holonomic


def held(n, constraint):
    """A mass under a force, held by a constraint; position measured from 2 on."""
    m = mb.Model("held", n=n, domain="translational")
    m.force, m.mass, m.position, m.node = mb.Se("3*time"), mb.I(2.0), mb.Dq(), mb.J1()
    m.add("hold", constraint)
    m.force >> m.node >> [m.mass, m.position]
    m.node >> m["hold"]
    return m


@pytest.mark.parametrize("n", [1, 3])
def test_a_constraint_on_velocity_takes_the_whole_force_and_no_power(n):
    result = held(n, Constraint()).simulate(1.0, points=5)
    effort, flow = (result[f"hold.{v}"].reshape(5, n) for v in "ef")
    assert np.allclose(effort, 3 * result.time[:, None], atol=1e-12)
    assert np.allclose(flow, 0.0, atol=1e-12)


@pytest.mark.parametrize("n", [1, 3])
def test_a_constraint_on_position_holds_it_and_takes_no_power(n):
    residuals = "position.q - 2" if n == 1 else [f"position.q[{k}] - 2" for k in range(3)]
    result = held(n, Holonomic(residuals)).simulate(1.0, points=5)
    assert np.allclose(result["position.q"], 2.0, atol=1e-12)
    assert np.allclose(result["hold.e"].reshape(5, n), 3 * result.time[:, None], atol=1e-12)
    assert np.allclose(result["hold.e"] * result["hold.f"], 0.0, atol=1e-12)
