"""Species and reactions: laws, energy, dissipation, and A + B ⇌ C against mass action."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb
from elements.single import Stand, check_law, check_sensitive, numbers
from multibond.elements.chemical import GAS_CONSTANT, Chemostat, Reaction, Species
from multibond.equations.system import system
from multibond.errors import ModelError
from multibond.expression import evaluate
from multibond.graph.flat import flatten

rng = np.random.default_rng(10)
both_sizes = pytest.mark.parametrize("n", [1, 3])
RT = GAS_CONSTANT * 310


@both_sizes
def test_species(n):
    x, k, dx = rng.uniform(0.5, 3, size=(3, n))
    mu = RT * np.log(k * x)
    values = {"x": x, "der(x)": dx, "f": dx, "e": mu}
    stand = check_law(Species(k.tolist(), T=310), values, n, count=2 * n)
    check_sensitive(stand, values, values)
    assert stand.stored_rate(values) == pytest.approx(stand.power_in(values))
    values = {"e": mu, "f": dx}
    stand = check_law(Chemostat(k.tolist(), x.tolist(), T=310), values, n, count=n)
    assert stand.power_in(values) == pytest.approx(-mu @ dx)


@both_sizes
def test_reaction_dissipates(n):
    forward, reverse = rng.normal(size=(2, n)) * RT
    rate = 1.5 * (np.exp(forward / RT) - np.exp(reverse / RT))
    values = {"a.e": forward, "b.e": reverse, "a.f": rate, "b.f": rate}
    stand = check_law(Reaction(1.5, T=310), values, n, count=2 * n)
    check_sensitive(stand, values, values)
    assert stand.power_in(values) > 0
    assert [c.kind for c in stand.cells()] == ["flow"] * 2 * n


def test_two_reactants_follow_mass_action():
    model = mb.Model("reaction_abc")
    model.A, model.B, model.C = Species(x0=1), Species(x0=2), Species(x0=3)
    model.reactants, model.reaction = mb.J1(), Reaction()
    [model.A, model.B] >> model.reactants >> model.reaction >> model.C
    whole = system(flatten(model))

    def mass_action(t, x):
        return (x[0] * x[1] - x[2]) * np.array([-1, -1, 1])

    path = solve_ivp(mass_action, (0, 3), [1, 2, 3], rtol=1e-10, atol=1e-12, t_eval=[0, 0.5, 3])
    # within what is left of the way to equilibrium at t = 3
    np.testing.assert_allclose(path.y[:, -1], [1.23606, 2.23606, 2.76393], atol=1e-5)
    for t, (a, b, c) in zip(path.t, path.y.T):
        rate, rt = a * b - c, GAS_CONSTANT * 298.15
        values = {"reaction.a.e": rt * np.log(a * b), "reaction.b.e": rt * np.log(c), "reaction.a.f": rate}
        for name, x, sign in (("A", a, -1), ("B", b, -1), ("C", c, 1)):
            values |= {f"{name}.x": x, f"der({name}.x)": sign * rate}
            values |= {f"{name}.e": rt * np.log(x), f"{name}.f": sign * rate}
        residual = evaluate([e.residual for e in whole.equations], numbers(whole, values, t))
        np.testing.assert_allclose(residual, 0, atol=1e-9)


def test_stoichiometry_through_a_transformer():
    # 2 A ⇌ C: the transformer of 1/2 doubles the potential and halves the flow
    rate, rt = 1.5**2 - 0.4, GAS_CONSTANT * 298.15
    model = mb.Model("double")
    model.A, model.C, model.reaction, model.twice = Species(x0=1), Species(), Reaction(), mb.TF(1 / 2)
    model.A >> model.twice >> model.reaction >> model.C
    whole = system(flatten(model))
    values = {"A.x": 1.5, "der(A.x)": -2 * rate, "A.e": rt * np.log(1.5), "A.f": -2 * rate,
              "C.x": 0.4, "der(C.x)": rate, "C.e": rt * np.log(0.4), "C.f": rate,
              "reaction.a.e": 2 * rt * np.log(1.5), "reaction.a.f": rate}  # fmt: skip
    residual = evaluate([e.residual for e in whole.equations], numbers(whole, values))
    np.testing.assert_allclose(residual, 0, atol=1e-9)


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Species(K=0), r"x\.K: the value 0 must be greater than 0"),
    (lambda: Species(x0=-1), "must be at least 0"),
    (lambda: Reaction(k=-1), "must be at least 0"),
    (lambda: Reaction(T="3 m"), "must be compatible with K"),
])  # fmt: skip
def test_wrong_chemical_elements_are_refused(make, message):
    with pytest.raises(ModelError, match=message):
        Stand(make())
