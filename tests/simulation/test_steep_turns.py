"""Laws that turn where they are zero, with a slope that has no end: an orifice beside a small store follows the turn of
the flow at once. Frozen on either side of its turn it stayed on the wrong one, and drove."""

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb

SOLVERS = ("auto", "dop853", "bdf", "adams", "ida", "esdirk")


def shaken(law: str) -> mb.Model:
    """A pump shakes the water of a pipe between a large tank and a small one that leaks by `law`."""
    m = mb.Model("shaken", domain="hydraulic")
    m.near, m.pipe, m.far = mb.J0(), mb.J1(), mb.J0()
    m.small, m.leak = mb.C(0.02, q0=0.006), mb.G(law=law)
    m.mass, m.loss = mb.I(0.15), mb.R(0.3)
    m.large, m.pump = mb.C(0.1, q0=0.0), mb.Sf("0.3*sin(4*time)")
    m.near >> [m.small, m.leak]
    m.near >> m.pipe >> m.far
    m.pipe >> [m.mass, m.loss]
    m.far >> m.large
    m.pump >> m.far
    return m


@cache
def exact() -> np.ndarray:
    """Contents of the tanks and momentum after 5 s, with a root that is smooth below a nanopascal."""

    def rate(t, x):
        e, flow = x[0] / 0.02, x[2] / 0.15
        leak = e / (e**2 + 1e-18) ** 0.25
        return [-leak - flow, flow + 0.3 * np.sin(4 * t), e - x[1] / 0.1 - 0.3 * flow]

    found = solve_ivp(rate, (0.0, 5.0), [0.006, 0.0, 0.0], "Radau", rtol=1e-9, atol=1e-12, max_step=0.01)
    return np.asarray(found.y[:, -1])


def ends(result: mb.Result) -> np.ndarray:
    return np.array([result[name][-1] for name in ("small.q", "large.q", "mass.p")])


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(
    "law",
    [
        "sign(e)*sqrt(abs(e))", "0.5*abs(e)**0.5*(-2)*sign(-e)", "sqrt(abs(e)) if e > 0 else -sqrt(abs(e))",
        "-sqrt(-e) if e <= 0 else sqrt(e)",
    ],
)  # fmt: skip
def test_an_orifice_beside_a_small_tank(law, solver):
    result = shaken(law).simulate(5.0, tolerance=1e-8, solver=solver, max_steps=20_000)
    assert ends(result) == pytest.approx(exact(), abs=1e-7)
    assert not result.stats.doubts and not len(result.events)


@pytest.mark.parametrize("solver", SOLVERS)
def test_one_that_jumps_a_little_is_right_or_refused(solver):
    try:
        result = shaken("sign(e)*(sqrt(abs(e)) + 1e-9)").simulate(5.0, tolerance=1e-8, solver=solver, max_steps=20_000)
    except mb.SimulationError as error:
        assert "leak" in str(error) and "events" in str(error)
    else:
        assert ends(result) == pytest.approx(exact(), abs=1e-6)


def test_a_sign_that_does_not_fade_is_an_event():
    """Dry friction beside a root of the slip: the sign alone jumps, and so does its product with what does not fade."""
    for law in ("sign(f)", "sign(f)*sqrt(abs(f) + 1)", "sign(f)*sqrt(abs(f)) + 0.1*sign(f)", "sign(f)*cos(f)"):
        m = mb.Model("sliding", domain="translational")
        m.moves, m.mass, m.friction = mb.J1(), mb.I(1.0, f0=-1.0), mb.R(law=law)
        m.push = mb.Se("3")
        m.push >> m.moves >> [m.mass, m.friction]
        assert [event.origins for event in m.simulate(1.0).events] == [["friction"]], law
