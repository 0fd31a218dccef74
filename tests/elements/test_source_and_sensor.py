"""Sources and sensors: laws, power, start values."""

import numpy as np
import pytest

import multibond as mb
from elements.single import Stand, check_law, check_sensitive
from multibond.elements.source import Free, Wall
from multibond.errors import ModelError, NameNotFound

rng = np.random.default_rng(5)


@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize(("kind", "own", "other"), [(mb.Se, "e", "f"), (mb.Sf, "f", "e")])
def test_sources(kind, own, other, n):
    given, through = rng.normal(size=(2, n))
    values = {own: given, other: through}
    stand = check_law(kind(given.tolist()), values, n, count=n)
    check_sensitive(stand, values, [own])
    assert stand.power_in(values) == pytest.approx(-given @ through)  # it delivers e·f
    assert [c.kind for c in stand.cells()] == ["effort" if own == "e" else "flow"] * n
    stand = Stand(kind("10*sin(2*pi*time)"), n)
    np.testing.assert_allclose(stand.residual({own: 10 * np.sin(0.6 * np.pi)}, time=0.3), 0, atol=1e-12)


@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize(("kind", "zero", "other"), [(Wall, "f", "e"), (Free, "e", "f")])
def test_a_wall_takes_no_flow_and_a_free_end_no_effort(kind, zero, other, n):
    values = {zero: np.zeros(n), other: rng.normal(size=n)}
    stand = check_law(kind(), values, n, count=n)
    check_sensitive(stand, values, [zero])
    assert stand.power_in(values) == 0


@pytest.mark.parametrize("n", [1, 3])
def test_effort_and_flow_sensor(n):
    seen = rng.normal(size=n)
    for element, seen_name, zero in ((mb.De(), "e", "f"), (mb.Df(), "f", "e")):
        values = {seen_name: seen, zero: np.zeros(n), "y": seen}
        stand = check_law(element, values, n, count=2 * n)
        check_sensitive(stand, values, values)
        assert stand.power_in(values) == 0


@pytest.mark.parametrize("n", [1, 3])
def test_integrating_sensors(n):
    seen = rng.normal(size=n)
    for element, state, seen_name, zero in ((mb.Dp(p0=2), "p", "e", "f"), (mb.Dq(q0=2), "q", "f", "e")):
        values = {seen_name: seen, zero: np.zeros(n), f"der({state})": seen}
        stand = check_law(element, values, n, count=2 * n)
        check_sensitive(stand, values, values)
        assert stand.power_in(values) == 0
        assert str(stand.starts[0].expression) == f"x.{state}" + ("[0]" if n > 1 else "")
        assert all(start.given for start in stand.starts)


@pytest.mark.parametrize("n", [1, 3])
def test_power_sensor(n):
    e, f = rng.normal(size=(2, n))
    values = {"a.e": e, "b.e": e, "a.f": f, "b.f": f, "power": e @ f}
    stand = check_law(mb.PowerSensor(), values, n, count=2 * n + 1)
    check_sensitive(stand, values, values)
    assert stand.power_in(values) == pytest.approx(0, abs=1e-12)
    assert [c.kind for c in stand.cells()] == ["tf"] * n


def test_wrong_values_are_refused():
    with pytest.raises(ModelError, match=r"x\.effort: the shape \[2\] does not fit; one number or 3 expected"):
        Stand(mb.Se([1, 2]), 3)
    with pytest.raises(ModelError, match="must be compatible with"):
        Stand(mb.Se("3 A", domain="electrical"))
    with pytest.raises(NameNotFound, match="Sf has no parameter 'flw'; did you mean 'flow'"):
        mb.Sf(flw=3)
    with pytest.raises(ModelError, match=r"Se takes at most 1 values \(effort\), not 2"):
        mb.Se(1, 2)
    with pytest.raises(ModelError, match="'effort' of Se is given twice"):
        mb.Se(1, effort=2)
    with pytest.raises(ModelError, match="cardinality n of Se must be a whole number"):
        mb.Se(1, n=0)
