"""Transformers and gyrators: laws and conserved power, square and rectangular."""

import numpy as np
import pytest

import multibond as mb
from elements.single import Stand, check_law, check_sensitive
from multibond.errors import ModelError

rng = np.random.default_rng(4)


def ratio(na, nb, which):
    """A ratio as the user may give it, and the matrix it stands for."""
    if which == "number":
        return 2.5, 2.5 * np.eye(na)
    if which == "vector":
        m = rng.normal(size=na)
        return m.tolist(), np.diag(m)
    m = rng.normal(size=(nb, na))
    return m.tolist(), m


CASES = [(1, 1, "number"), (3, 3, "number"), (3, 3, "vector"), (3, 3, "matrix"), (3, 2, "matrix"), (1, 3, "matrix")]


@pytest.mark.parametrize(("na", "nb", "which"), CASES)
@pytest.mark.parametrize("form", ["flow", "effort"])
@pytest.mark.parametrize("kind", [mb.TF, mb.GY])
def test_transformer_and_gyrator(kind, form, na, nb, which):
    given, m = ratio(na, nb, which)
    a, b = rng.normal(size=na), rng.normal(size=nb)
    names = {
        (mb.TF, "flow"): ("a.f", "b.e", "b.f", "a.e"),
        (mb.TF, "effort"): ("a.e", "b.f", "b.e", "a.f"),
        (mb.GY, "flow"): ("a.f", "b.f", "b.e", "a.e"),
        (mb.GY, "effort"): ("a.e", "b.e", "b.f", "a.f"),
    }[kind, form]
    values = dict(zip(names, (a, b, m @ a, m.T @ b)))
    stand = check_law(kind(given, form=form, na=na, nb=nb), values, count=na + nb)
    check_sensitive(stand, values, values)
    assert stand.power_in(values) == pytest.approx(0, abs=1e-12)
    ends = [end for cell in stand.cells() for end in cell.ends]
    assert sorted(ends) == [(0, i) for i in range(na)] + [(1, i) for i in range(nb)]


def test_causal_demands_of_transformers():
    (cell,) = Stand(mb.TF([[1, 2, 3]], na=3, nb=1)).cells()
    assert (cell.count, len(cell.ends)) == (3, 4)  # three flows in at a, or two of them and the one at b
    (cell,) = Stand(mb.TF([[1, 2, 3]], na=3, nb=1, form="effort")).cells()
    assert cell.count == 1
    assert [c.ends for c in Stand(mb.TF([[1, 0], [0, 2]]), 2).cells()] == [((0, 0), (1, 0)), ((0, 1), (1, 1))]
    (cell,) = Stand(mb.GY(2)).cells()
    assert (cell.count, cell.dual) == (1, frozenset({(1, 0)}))


@pytest.mark.parametrize("n", [1, 3])
def test_symplectic_gyrator(n):
    a, b = rng.normal(size=(2, n))
    values = {"a.e": a, "b.f": a, "b.e": b, "a.f": b}
    stand = check_law(mb.SGY(), values, n, count=2 * n)
    check_sensitive(stand, values, values)
    assert stand.power_in(values) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("which", ["number", "vector", "matrix"])
def test_euler_gyrator(which):
    inertia = {"number": 2.0, "vector": [1.0, 2.0, 3.0], "matrix": [[2, 0.1, 0], [0.1, 3, 0.2], [0, 0.2, 4]]}[which]
    full = np.asarray(inertia) if which == "matrix" else np.diag(np.broadcast_to(inertia, 3))
    f = rng.normal(size=3)
    values = {"f": f, "e": np.cross(f, full @ f)}
    stand = check_law(mb.EulerGyrator(inertia), values, count=3 if which != "number" else None)
    assert stand.power_in(values) == pytest.approx(0, abs=1e-12)
    assert [c.kind for c in stand.cells()] == ["effort"] * 3


def test_modulated_transformer_is_a_transformer_with_an_expression():
    stand = Stand(mb.TF("cos(time)"))
    np.testing.assert_allclose(
        stand.residual({"a.f": 2, "b.f": 2 * np.cos(0.3), "b.e": 5, "a.e": 5 * np.cos(0.3)}, time=0.3), 0, atol=1e-12
    )


def test_wrong_shapes_are_refused():
    for wrong in ([1, 2], [[1, 2], [3, 4]], [[1, 2, 3]]):
        with pytest.raises(ModelError, match=r"x\.M: the shape .* does not fit; one number, 3 numbers or a 3 × 3"):
            Stand(mb.TF(wrong), 3)
    with pytest.raises(ModelError, match=r"the shape \[\] does not fit; 2 × 3 numbers expected"):
        Stand(mb.GY(1, na=3, nb=2))
    with pytest.raises(ModelError, match=r"'na' must be a whole number from 1 .*, not 0"):
        Stand(mb.TF(na=0))
    with pytest.raises(ModelError, match="'form' must be one of flow, effort, not 'power'"):
        Stand(mb.TF(form="power"))
    with pytest.raises(ModelError, match="3 numbers or a 3 × 3 matrix"):
        Stand(mb.EulerGyrator([1, 2]))
