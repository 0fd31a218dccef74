"""A law with corners inside equations that are solved by iteration: the noise of their solutions makes no chatter."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb


def valve(seed):
    """An orifice, laminar near zero and turbulent beyond, in series with a one-way resistance, beside a store."""
    a, b, c = np.random.default_rng(seed).uniform(0.2, 3, 3)
    model = mb.Model("valve")
    model.source, model.inlet = mb.Se(f"{2 + a}*sin({1 + 3 * b}*time)"), mb.J1()
    model.inertia, model.pipe = mb.I(float(c)), mb.R(law=f"{a}*f + {b}*f**3")
    model.chamber, model.volume, model.outlet = mb.J0(), mb.C(float(a)), mb.J1()
    model.orifice = mb.R(law="sqrt(abs(f))*sign(f) if abs(f) > 0.01 else 10*f")
    model.one_way = mb.R(law=f"max(f, 0)*{5 * b} + 0.1*f")
    model.source >> model.inlet >> [model.inertia, model.pipe, model.chamber]
    model.chamber >> [model.volume, model.outlet]
    model.outlet >> [model.orifice, model.one_way]
    return model


@pytest.mark.parametrize("seed", [1, 8, 19, 58, 59])
def test_a_corner_is_passed_once_each_time(seed):
    result = valve(seed).simulate(10, points=2001)
    flow = result["orifice.f"]
    # every passage of 0, 0.01 and -0.01 is an event or two (the condition and the sign), and there are few others
    passages = sum(int(np.sum(np.diff(np.sign(flow - level)) != 0)) for level in (0.0, 0.01, -0.01))
    assert passages > 10 and result.stats.events <= 2 * passages + 4
    pressure = np.where(np.abs(flow) > 0.01, np.sqrt(np.abs(flow)) * np.sign(flow), 10 * flow)
    assert np.max(np.abs(result["orifice.e"] - pressure)) < 1e-9
    assert result.stats.energy_residual < 1e-5


def test_what_truly_chatters_is_refused_still():
    model = mb.Model("relay")
    model.source, model.loop, model.store = mb.Se("-1 if store.e > 0 else 1"), mb.J1(), mb.C(1, q0=0.3)
    model.resistor = mb.R(1)
    model.source >> model.loop >> [model.store, model.resistor]
    with pytest.raises(mb.SimulationError, match=r"chatters|do not settle"):
        model.simulate(2)
