"""Junctions and the joining, splitting and reordering of multi-bonds."""

import numpy as np
import pytest

import multibond as mb
from elements.single import Stand, check_law, check_sensitive, numbers
from multibond.equations.system import system
from multibond.errors import ModelError
from multibond.expression import evaluate
from multibond.graph.flat import flatten

rng = np.random.default_rng(1)


def junction_residual(kind, n, e, f, toward):
    """Residuals of a junction with three bonds; `toward[k]`: bond k points to the junction; f along the bonds."""
    model = mb.Model("junction", n=n)
    model.x = kind()
    for k in range(3):
        model.add(f"r{k}", mb.R())
        model.bond(*((model[f"r{k}"], model.x) if toward[k] else (model.x, model[f"r{k}"])))
    whole = system(flatten(model))
    # the flow of a resistor counts into it, so that of a bond towards the junction is its negative
    values = {f"r{k}.e": e[k] for k in range(3)} | {f"r{k}.f": -f[k] if toward[k] else f[k] for k in range(3)}
    residuals = [q.residual for q in whole.equations if q.origin == "x"]
    assert len(residuals) == 3 * n
    return np.array(evaluate(residuals, numbers(whole, values)))


@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize("toward", [(True, True, True), (True, False, True), (False, False, True)])
def test_junctions_balance_power(n, toward):
    sign = np.where(toward, 1, -1)[:, None]
    same, free = rng.normal(size=n), rng.normal(size=(3, n))
    free[2] = -(sign[0] * free[0] + sign[1] * free[1]) * sign[2]
    alike = np.tile(same, (3, 1))
    np.testing.assert_allclose(junction_residual(mb.J0, n, alike, free, toward), 0, atol=1e-12)
    np.testing.assert_allclose(junction_residual(mb.J1, n, free, alike, toward), 0, atol=1e-12)
    assert np.sum(sign * free * alike) == pytest.approx(0, abs=1e-12)
    assert np.abs(junction_residual(mb.J0, n, free, alike, toward)).max() > 1e-3
    assert np.abs(junction_residual(mb.J1, n, alike, free, toward)).max() > 1e-3


@pytest.mark.parametrize("kind", [mb.J0Partial, mb.J1Partial])
@pytest.mark.parametrize(("n", "taps", "order"), [(1, 1, None), (3, 1, None), (3, 2, [2, 0, 1])])
def test_partial_junction(kind, n, taps, order):
    tapped = (order or list(range(n)))[:taps]
    common, passing, tap = rng.normal(size=n), rng.normal(size=n), rng.normal(size=taps)
    out = passing.copy()
    out[tapped] += tap
    if kind is mb.J0Partial:
        values = {"a.e": common, "b.e": common, "t.e": common[tapped], "a.f": passing, "b.f": out, "t.f": tap}
    else:
        values = {"a.f": common, "b.f": common, "t.f": common[tapped], "a.e": passing, "b.e": out, "t.e": tap}
    stand = check_law(kind(taps=taps, order=order), values, n, count=2 * n + taps)
    check_sensitive(stand, values, values)
    assert stand.power_in(values) == pytest.approx(0, abs=1e-12)
    assert sorted(c.kind for c in stand.cells()) == [kind.symbol[0]] * taps + ["tf"] * (n - taps)


@pytest.mark.parametrize(("na", "nb"), [(1, 1), (3, 2)])
def test_composition(na, nb):
    e, f = rng.normal(size=na + nb), rng.normal(size=na + nb)
    values = {"a.e": e[:na], "b.e": e[na:], "c.e": e, "a.f": f[:na], "b.f": f[na:], "c.f": f}
    stand = check_law(mb.Composition(na=na, nb=nb), values, count=2 * (na + nb))
    check_sensitive(stand, values, values)
    assert stand.power_in(values) == pytest.approx(0, abs=1e-12)
    assert [c.ends for c in stand.cells()][-1] == ((1, nb - 1), (2, na + nb - 1))


@pytest.mark.parametrize("order", [[0], [2, 0, 1]])
def test_permutation(order):
    n = len(order)
    e, f = rng.normal(size=n), rng.normal(size=n)
    values = {"a.e": e, "a.f": f, "b.e": e[order], "b.f": f[order]}
    stand = check_law(mb.Permutation(order=order), values, n, count=2 * n)
    check_sensitive(stand, values, values)
    assert stand.power_in(values) == pytest.approx(0, abs=1e-12)
    assert [c.ends for c in stand.cells()] == [((0, source), (1, i)) for i, source in enumerate(order)]


@pytest.mark.parametrize("order", [[0, 1], [0, 0, 1], [1, 2, 3], "abc", 5, [0, 1.5, 2], [0, "a", 1]])
def test_wrong_permutations_are_refused(order):
    with pytest.raises(ModelError, match=r"x: 'order' must be a permutation of 0 … 2"):
        Stand(mb.Permutation(order=order), 3)
    with pytest.raises(ModelError, match=r"permutation of 0 … 2"):
        Stand(mb.J0Partial(order=order), 3)


def test_more_taps_than_components_are_refused():
    with pytest.raises(ModelError, match="4 components cannot be tapped out of 3"):
        Stand(mb.J1Partial(taps=4), 3)
