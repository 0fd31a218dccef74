"""R, G and the gyristor: laws, dissipation, causal demands."""

import numpy as np
import pytest

import multibond as mb
from elements.single import Stand, check_law, check_sensitive
from multibond.equations.system import system
from multibond.errors import ModelError
from multibond.graph.flat import flatten

rng = np.random.default_rng(2)


def positive(n):
    """A random symmetric positive definite matrix."""
    a = rng.normal(size=(n, n))
    return a @ a.T + np.eye(n)


def parameters(n):
    """A number, a vector and a matrix with the matrix each stands for."""
    field = positive(n)
    vector = rng.uniform(0.5, 2, size=n)
    return [(2.5, 2.5 * np.eye(n)), (list(vector), np.diag(vector)), (field.tolist(), field)]


@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize("kind", [0, 1, 2])
def test_linear_resistor_and_conductor(n, kind):
    given, full = parameters(n)[kind]
    through = rng.normal(size=n)
    for element, values in ((mb.R(given), {"f": through, "e": full @ through}),
                            (mb.G(given), {"e": through, "f": full @ through})):  # fmt: skip
        stand = check_law(element, values, n, count=n)
        check_sensitive(stand, values, values)
        assert stand.power_in(values) == pytest.approx(through @ full @ through)
        assert stand.power_in(values) > 0
        assert [c.kind for c in stand.cells()] == ["free"] * n


@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize("law", ["2*f + f**3", lambda f: 2 * f + f**3])
def test_nonlinear_laws(n, law):
    f = rng.normal(size=n)
    assert check_law(mb.R(law=law), {"f": f, "e": 2 * f + f**3}, n, count=n).power_in({"f": f, "e": 2 * f + f**3}) > 0
    law = law.replace("f", "e") if isinstance(law, str) else law
    check_law(mb.G(law=law), {"e": f, "f": 2 * f + f**3}, n, count=n)


def test_law_with_one_expression_for_each_component():
    f = rng.normal(size=3)
    values = {"f": f, "e": [f[0] + f[1], np.tanh(f[1]), 3 * f[2]]}
    check_law(mb.R(law=["f[0] + f[1]", "tanh(f[1])", "3*f[2]"]), values, 3, count=3)
    check_law(mb.R(law=lambda f: [f[0] + f[1], np.tanh(f[1]), 3 * f[2]]), values, 3, count=3)


@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize("relation", ["e - 4*f", lambda e, f: e - 4 * f])
def test_relation(n, relation):
    f = rng.normal(size=n)
    stand = check_law(mb.R(relation=relation), {"f": f, "e": 4 * f}, n, count=n)
    check_sensitive(stand, {"f": f, "e": 4 * f}, ["e", "f"])


def test_law_may_depend_on_time_and_on_signals():
    stand = Stand(mb.R(law="f*(2 + sin(time))"))
    np.testing.assert_allclose(stand.residual({"f": 3, "e": 3 * (2 + np.sin(1.5))}, time=1.5), 0, atol=1e-12)
    model = mb.Model("modulated")
    model.source, model.loop, model.sensor = mb.Se(), mb.J1(), mb.Dq()
    model.damper = mb.R("2 + sensor.q**2")
    model.source >> model.loop >> [model.damper, model.sensor]
    law = next(e.residual for e in system(flatten(model)).equations if e.origin == "damper")
    assert str(law) == "damper.e - (2 + sensor.q**2)*damper.f"


@pytest.mark.parametrize("n", [1, 3])
def test_gyristor_dissipates_with_its_symmetric_part_only(n):
    a = rng.normal(size=(n, n))
    for m in (a - a.T, positive(n) + a - a.T):
        f = rng.normal(size=n)
        values = {"f": f, "e": m @ f}
        stand = check_law(mb.Gyristor(m.tolist()), values, n, count=n)
        assert stand.power_in(values) == pytest.approx(f @ (m + m.T) @ f / 2, abs=1e-12)
        assert {c.kind for c in stand.cells()} == ({"effort"} if m[0, 0] == 0 else {"free"})


def test_a_zero_in_the_law_fixes_the_causality():
    assert [c.kind for c in Stand(mb.R([1, 0, 2]), 3).cells()] == ["free", "effort", "free"]
    assert [c.kind for c in Stand(mb.G(0)).cells()] == ["flow"]
    with pytest.raises(ModelError, match="x: component 0 has a zero in its law and can only compute its effort"):
        Stand(mb.R(0, causality="flow")).cells()


@pytest.mark.parametrize("wanted", ["free", "effort", "flow"])
def test_causality_that_the_user_wants(wanted):
    assert [c.kind for c in Stand(mb.R(law="sign(f)", causality=wanted), 3).cells()] == [wanted] * 3
    assert [c.kind for c in Stand(mb.G(2, causality=wanted)).cells()] == [wanted]


def test_unknown_causality_is_refused():
    with pytest.raises(ModelError, match="'causality' must be one of free, effort, flow"):
        Stand(mb.R(causality="sideways"))


@pytest.mark.parametrize("n", [2, 3])
def test_wrong_shapes_are_refused(n):
    for wrong in ([1, 2, 3, 4], [[1, 2, 3, 4]], [[1, 2], [3, 4], [5, 6]]):
        with pytest.raises(ModelError, match=r"x\.R: the shape .* does not fit; one number"):
            Stand(mb.R(wrong), n)
    with pytest.raises(ModelError, match="differ in length"):
        Stand(mb.R([[1, 2], [3]]), 2)
    with pytest.raises(ModelError, match="wrong number of components"):
        Stand(mb.R(law=["f[0]", "f[1]"]), 3)
    with pytest.raises(ModelError, match="gives 1 values, but"):
        Stand(mb.R(relation="e[0] - f[0]"), n)


@pytest.mark.parametrize("wrong", [{"R": 1, "law": "f"}, {"law": "f", "relation": "e - f"}])
def test_a_law_given_twice_is_refused(wrong):
    with pytest.raises(ModelError, match=r"x: the law is given twice, by .* and .*; keep one"):
        Stand(mb.R(**wrong))


def test_values_that_are_no_numbers_are_refused():
    for wrong, message in ((float("nan"), "not finite"), (float("inf"), "not finite"), (True, "a number"),
                           (lambda f: f, "goes into law"), ("3 kg", "does not fit")):  # fmt: skip
        with pytest.raises(ModelError, match=message):
            Stand(mb.R(wrong, domain="electrical"))
    with pytest.raises(LookupError, match=r"did you mean 'x\.R'"):
        Stand(mb.R("2*x.RR"))
    with pytest.raises(ModelError, match=r"x\.law: the function must return numbers"):
        Stand(mb.R(law=lambda f: "much"))
