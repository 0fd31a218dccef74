"""Books of models in which next to nothing is exchanged, and of those that one solver alone does not get through."""

import numpy as np
import pytest

import multibond as mb
from broken.case import blocks, parallel, series


def blocked() -> mb.Model:
    """A current that a diode and an open switch leave nowhere to go: powers are rounding."""
    m = mb.Model("blocked")
    m.node, m.valve, m.source, m.coupling = mb.J1(), mb.D(), mb.Sf("1 if time > 0.3 else 0"), mb.GY(1.7913)
    m.loop, m.loss, m.switch = mb.J1(), mb.R(6.5606), mb.Sw("loss.f < 0")
    m.end, m.store, m.other = mb.J1(), mb.C(0.0823), mb.D()
    m.node >> m.valve
    m.source >> m.node >> m.coupling.a
    m.coupling.b >> m.loop >> [m.loss, m.switch, m.end]
    m.end >> [m.store, m.other]
    return m


def test_rounding_alone_is_no_residual():
    result = blocked().simulate(1.0)
    assert np.abs(result.energy.residual).max() < 1e-12
    assert result.stats.energy_residual < 1e-9 and not result.stats.doubts


@pytest.mark.parametrize("solver", ["auto", "bdf", "esdirk"])
@pytest.mark.parametrize("size", ["time**2", "1e3*time**2", "1e-3*time"])
def test_rounding_is_no_residual_where_there_are_no_states(size, solver):
    shorted = parallel(source=mb.Sf(size), valve=mb.D(), loss=mb.R(2.0))
    blocked = series(source=mb.Se(f"-{size}"), valve=mb.D(), loss=mb.R(2.0))
    for m in (shorted, blocked):
        result = m.simulate(3.0, solver=solver)
        assert result.stats.energy_residual < 1e-9 and not result.stats.doubts


@pytest.mark.parametrize("size", [1.0, 1e-3, 1e-6, 1e-9, 1e3, 1e6])
def test_small_models_are_as_exact_as_large_ones(size):
    m = series(source=mb.Se(f"{size}*sin(time)"), coil=mb.I(1), loss=mb.R(1), store=mb.C(1))
    result = m.simulate(20.0)
    late = result.time > 19.0  # the impedances of coil and store cancel at 1 rad/s
    assert np.abs(result["coil.f"] - size * np.sin(result.time))[late].max() < 1e-3 * size
    assert result.stats.energy_residual < 1e-4 and not result.stats.doubts


def test_a_doubt_where_no_tolerance_reaches():
    m = series(source=mb.Se("1e-20*sin(time)"), coil=mb.I(1), loss=mb.R(1), store=mb.C(1))
    assert any("so small" in doubt for doubt in m.simulate(5.0).stats.doubts)
    still = series(source=mb.Se(0.0), coil=mb.I(1), loss=mb.R(1), store=mb.C(1))
    assert not still.simulate(5.0).stats.doubts


def test_fast_modes_beside_a_slow_source_do_not_end_the_run():
    """Steps of the multistep method are refused again and again where its history carries the fast oscillation."""
    m = series(source=mb.Se("sin(time)"), loss=mb.R(1), store=mb.C(1e-6), coil=mb.I(1e-6))
    result = m.simulate(7.0)
    assert np.abs(result["store.e"] - np.sin(result.time)).max() < 1e-5


@pytest.mark.parametrize("condition", ["time", "store.q", "1.0*store.q", "1 if time > 0.5 else 0", "k"])
def test_a_number_counts_as_true_from_one_half_on(condition):
    m = parallel(source=mb.Sf(1.0), store=mb.C(1.0))
    m.k = mb.Discrete(start=0.0)
    m.when("time > 0.5", {"k": 1})
    m.when(condition, {"store.q": 5.0})
    assert m.simulate(1.0)["store.q"][-1] == pytest.approx(5.5)


def test_numbers_of_all_kinds_are_values():
    from decimal import Decimal
    from fractions import Fraction

    m = parallel(source=mb.Sf(Fraction(1, 2)), store=mb.C(np.array(2.0)), loss=mb.G(Decimal("0.25")))
    m.start("store.q", np.array(1.0))
    result = m.simulate(1.0, parameters={"store.C": np.array(4.0)})
    assert result["store.q"][0] == 1.0 and result["store.e"][0] == 0.25
    assert result["store.e"][-1] == pytest.approx(2 + (0.25 - 2) * np.exp(-1 / 16), rel=1e-6)


@pytest.mark.parametrize(
    "law", ["min(sqrt(u), 1) if u > 0 else 0", "floor(log(u)) if u > 0 else 5", "max(log(abs(u)), -3)"]
)
def test_what_is_guarded_or_infinite_is_not_doubted(law):
    assert not blocks(f=mb.Function(law, u="time - 0.5")).simulate(1.0).stats.doubts
