"""Linear models with set-valued laws, advanced by their matrix: stiff or not, beside closed forms and other solvers."""

import numpy as np
import pytest
from scipy.linalg import expm

import multibond as mb
from multibond.integrate.rational_coefficients import ENDS, POLE


def chain(sections, capacity=1e-6, source="5"):
    """Ever slower sections of R and C behind a diode."""
    model = mb.Model("chain", domain="electrical")
    model.source, model.first, model.diode = mb.Se(source), mb.J1(), mb.D()
    model.source >> model.first >> model.diode
    before = model.first
    for k in range(sections):
        for name, part in (
            ("node", mb.J0()),
            ("branch", mb.J1()),
            ("resistor", mb.R(1.0)),
            ("store", mb.C(capacity * 30.0**k)),
        ):
            model.add(f"{name}{k}", part)
        before >> model[f"branch{k}"] >> [model[f"resistor{k}"], model[f"node{k}"]]
        model[f"node{k}"] >> model[f"store{k}"]
        before = model[f"node{k}"]
    return model


def exact(sections, capacity, times):
    conductances = np.zeros((sections, sections))
    for k in range(sections):
        conductances[k, k] += 1
        if k:
            conductances[k - 1, k - 1] += 1
            conductances[[k, k - 1], [k - 1, k]] -= 1
    matrix = -conductances / (capacity * 30.0 ** np.arange(sections))[:, None]
    whole = np.block([[matrix, np.eye(sections, 1) * 5 / capacity], [np.zeros((1, sections + 1))]])
    return np.array([(expm(whole * t) @ np.eye(sections + 1)[-1])[:-1] for t in times])


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-9])
def test_a_stiff_chain_follows_its_matrix_exponential(tolerance):
    result = chain(5).simulate(2.0, tolerance=tolerance, points=41)
    assert result.stats.solver == "propagator"
    expected = exact(5, 1e-6, result.time)
    for k in range(5):
        assert np.max(np.abs(result[f"store{k}.e"] - expected[:, k])) < 50 * tolerance
    assert result.energy.relative_residual < 50 * tolerance
    assert result.stats.steps < 500  # an explicit method takes half a million


def test_sources_that_change_lead_where_other_solvers_go():
    model = chain(3, source="5*sin(2000*time) + 2*exp(-300*time)")
    times = np.linspace(0.0, 0.02, 101)
    mine, other = (model.simulate(grid=times, tolerance=1e-9, solver=s) for s in ("propagator", "dop853"))
    assert [e.kinds for e in mine.events] == [e.kinds for e in other.events]
    np.testing.assert_allclose(mine["store2.e"], other["store2.e"], atol=1e-8)


def test_the_step_is_stable_and_damps_what_is_fast():
    z = np.concatenate([1j * np.linspace(0, 60, 4000), -np.logspace(-3, 9, 500)])
    step = 1 + sum(c * ((1 - POLE * z) ** -(j + 1) - 1) for j, c in enumerate(ENDS))
    assert np.all(np.abs(step) < 1 + 1e-12) and abs(step[-1]) < 1e-8


def test_other_models_are_refused_with_a_reason():
    with pytest.raises(mb.ModelError, match="linear elsewhere, with constant coefficients; take auto"):
        mb.load("van_der_pol").simulate(1.0, solver="propagator")


@pytest.mark.parametrize("solver", ["auto", "dop853", "bdf"])
def test_coefficients_that_conditions_change_are_followed(solver):
    model = mb.Model("switched", domain="electrical")
    model.source, model.first, model.node = mb.Se("10*sin(100*pi*time)"), mb.J1(), mb.J0()
    model.diode, model.ahead, model.store, model.load = mb.D(), mb.R("20 if time > 0.013 else 5"), mb.C(1e-4), mb.R(100)
    model.source >> model.first >> [model.diode, model.ahead, model.node]
    model.node >> [model.store, model.load]
    result = model.simulate(0.1, tolerance=1e-9, solver=solver)
    assert result.energy.relative_residual < 1e-6
    assert result["store.e"][-1] == pytest.approx(2.037339960, abs=1e-6)


def ladder(count, loads):
    model = mb.Model("ladder", domain="electrical")
    model.source, model.top = mb.Se("10*sin(100*pi*time)"), mb.J0()
    model.source >> model.top
    before = model.top
    for k in range(count):
        for name, part in (
            ("node", mb.J0()),
            ("branch", mb.J1()),
            ("diode", mb.D()),
            ("ahead", mb.R(10.0)),
            ("store", mb.C(1e-5)),
            ("load", mb.R(loads(k))),
        ):
            model.add(f"{name}{k}", part)
        before >> model[f"branch{k}"] >> [model[f"diode{k}"], model[f"ahead{k}"], model[f"node{k}"]]
        model[f"node{k}"] >> [model[f"store{k}"], model[f"load{k}"]]
        before = model[f"node{k}"]
    return model


@pytest.mark.parametrize("loads", [lambda k: 1e3, lambda k: 1e3 / (1 + 0.1 * k)])
def test_a_ladder_of_diodes_changes_by_few_events(loads):
    model = ladder(12, loads)
    rough, fine = (model.simulate(0.04, tolerance=tolerance, points=101) for tolerance in (1e-4, 1e-9))
    assert rough.stats.events < 10 and fine.stats.events < 10
    assert np.max(np.abs(rough["store3.e"] - fine["store3.e"])) < 1e-2
    for k in range(12):
        assert np.min(fine[f"diode{k}.f"]) > -1e-9
