"""Faults that a hostile reading of the equations and simulation stages found, each with its closed form."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar


def three_cranks(length: float = 0.9) -> mb.Model:
    """Three equal parallel cranks carry one coupler: the third is redundant, and the coupler stays horizontal."""
    model = mb.Model("cranks")
    model.world = planar.World()
    for k in range(3):
        model.add(f"ground{k}", planar.Fixed([float(k), 0.0]))
        model.add(f"hinge{k}", planar.Revolute(**({"phi0": 1.0, "w0": 2.0} if k == 0 else {})))
        model.add(f"crank{k}", planar.Rod([length, 0.0]))
        model.add(f"pin{k}", planar.Revolute())
        model.add(f"weight{k}", planar.Body(0.1, 0.01))
        model.join(model[f"ground{k}"].b, model[f"hinge{k}"].a)
        model.join(model[f"hinge{k}"].b, model[f"crank{k}"].a)
        model.join(model[f"crank{k}"].b, model[f"pin{k}"].a, model[f"weight{k}"].a)
        if k:
            model.start(f"hinge{k}.angle.q", 1.0, fixed=False)
        model.start(f"pin{k}.angle.q", -1.0, fixed=False)
    model.left, model.right, model.body = planar.Rod([1.0, 0.0]), planar.Rod([1.0, 0.0]), planar.Body(1.0, 0.1)
    model.join(model.pin0.b, model.left.a)
    model.join(model.left.b, model.pin1.b, model.right.a, model.body.a)
    model.join(model.right.b, model.pin2.b)
    return model


def test_a_redundant_crank_stays_parallel_and_costs_nothing():
    result = three_cranks().simulate(3.0, tolerance=1e-8)
    assert np.allclose(result["hinge2.phi"], result["hinge0.phi"], atol=1e-9)
    assert result.stats.constraint_residual < 1e-9
    # the same motion as one pendulum: every weight and the body go round with the same radius
    length, mass, inertia = 0.9, 1.3, 3 * 0.01
    phi, w = result["hinge0.phi"], result["hinge0.w"]
    energy = 0.5 * (mass * length**2 + inertia) * w**2 + mass * 9.81 * length * np.sin(phi)
    assert np.allclose(energy, energy[0], rtol=1e-6)


def test_a_redundant_loop_that_other_lengths_would_open_is_refused():
    model = three_cranks()
    model.simulate(0.1)
    with pytest.raises(mb.MultibondError, match="stays open by"):
        model.simulate(0.1, parameters={"crank2.r[0]": 1.2})


def two_capacitors(capacitance: float) -> mb.Model:
    """A charged and an empty capacitor that a switch connects at 0.5 s: half of the charge would move at once."""
    model = mb.Model("capacitors", domain="electrical")
    model.full, model.empty = mb.C(capacitance, e0=5.0), mb.C(capacitance)
    model.left, model.right, model.path, model.switch = mb.J0(), mb.J0(), mb.J1(), mb.Sw(closed="time > 0.5")
    model.left >> model.full
    model.left >> model.path >> model.right >> model.empty
    model.path >> model.switch
    return model


@pytest.mark.parametrize("capacitance", [1.0, 1e-3, 1e-6, 1e-9, 1e-12])
def test_an_impulse_between_capacitors_of_any_size_is_refused(capacitance):
    with pytest.raises(mb.SimulationError, match=r"empty\.q jump"):
        two_capacitors(capacitance).simulate(1.0)


def test_an_impulse_is_seen_beside_large_states():
    model = two_capacitors(1e-3)
    model.node, model.heavy, model.drain = mb.J0(), mb.C(1.0, q0=1e6), mb.G(1e-3)
    model.node >> [model.heavy, model.drain]
    with pytest.raises(mb.SimulationError, match=r"empty\.q jump"):
        model.simulate(1.0)


def divider(source: str) -> mb.Model:
    """Two capacitors of 1 F and 3 F in series at a source: one of them follows from the other."""
    model = mb.Model("divider", domain="electrical")
    model.source, model.loop, model.upper, model.lower = mb.Se(source), mb.J1(), mb.J0(), mb.J0()
    model.small, model.large, model.leak1, model.leak2 = mb.C(1.0), mb.C(3.0), mb.R(1e6), mb.R(1e6)
    model.source >> model.loop >> [model.upper, model.lower]
    model.upper >> [model.small, model.leak1]
    model.lower >> [model.large, model.leak2]
    return model


def test_a_step_across_dependent_capacitors_is_refused():
    with pytest.raises(mb.SimulationError, match="impulse"):
        divider("10 if time > 0.5 else 0").simulate(1.0)


def test_a_ramp_divides_itself_between_dependent_capacitors():
    result = divider("10*min(time, 0.5)").simulate(1.0)
    assert result["small.e"][-1] == pytest.approx(5.0 * 3 / 4, rel=1e-5)
    assert result["large.e"][-1] == pytest.approx(5.0 * 1 / 4, rel=1e-5)


def charging(resistance: float = 2.0) -> mb.Model:
    """A capacitor of 0.5 F charged over a resistor."""
    model = mb.Model("charging", domain="electrical")
    model.source, model.loop = mb.Se(10.0), mb.J1()
    model.resistor, model.capacitor = mb.R(resistance), mb.C(0.5)
    model.source >> model.loop >> [model.resistor, model.capacitor]
    model.output("voltage", model.capacitor.e)
    return model


@pytest.mark.parametrize("value", [20.0, "20 ohm"])
def test_a_result_is_linearised_with_its_own_parameters(value):
    model = charging()
    linear = model.linearize(at=model.simulate(1.0, parameters={"resistor.R": value}))
    assert np.allclose(linear.A, [[-1 / (20.0 * 0.5)]])


def test_results_of_other_models_and_second_parameters_are_refused():
    model = charging()
    with pytest.raises(mb.ModelError, match="brings its parameters"):
        model.linearize(at=model.simulate(1.0), parameters={"resistor.R": 3.0})
    with pytest.raises(mb.ModelError, match="not one of this model"):
        model.linearize(at=mb.load("dc_motor").simulate(0.1))


@pytest.mark.parametrize("at", [-1.0, float("nan"), float("inf"), "begin", True, [1.0], np.ones(2)])
def test_operating_points_that_are_none_are_refused(at):
    with pytest.raises(mb.ModelError, match="operating point"):
        charging().linearize(at=at)


def test_an_operating_point_behind_a_fault_is_not_reached():
    model = mb.Model("empty", domain="hydraulic")
    model.pump, model.node, model.tank, model.leak = mb.Sf(-1.0), mb.J0(), mb.C(law="sqrt(q)", q0=1.0), mb.G(1.0)
    model.pump >> model.node >> [model.tank, model.leak]
    with pytest.raises(mb.SimulationError, match="not reached"):
        model.linearize(at=2.5)


def test_every_value_of_a_sweep_is_checked():
    with pytest.raises(mb.ModelError, match="at least 0"):
        mb.load("rlc").sweep({"resistance": [1.0, -5.0]}, stop=0.1)
    with pytest.raises(mb.ModelError, match="at least one value"):
        mb.load("rlc").sweep({"resistance": []}, stop=0.1)
    with pytest.raises(mb.ModelError, match="tolerance"):
        mb.load("rlc").sweep({"resistance": [1.0]}, stop=0.1, tolerance=-1.0)


def test_arrays_that_differ_in_late_digits_are_different_parameters():
    model = mb.Model("pair", domain="electrical", n=2)
    model.source, model.loop, model.resistor, model.capacitor = mb.Se(10.0), mb.J1(), mb.R([1.0, 2.0]), mb.C(0.5)
    model.source >> model.loop >> [model.resistor, model.capacitor]
    for value in (1.123456789012, 1.123456789034):
        result = model.simulate(0.1, parameters={"resistor.R": np.array([0.0, value])})
        assert result["resistor.R"][-1, 1] == value


@pytest.mark.parametrize(
    "flow, total",
    [
        ("1 if time > 0 else 0", 1.0),
        ("0 if time <= 0 else 1", 1.0),
        ("sign(time)", 1.0),
        ("min(time, 2*time)", 0.5),
        ("abs(time)", 0.5),
        ("abs(time - 0.5)", 0.25),
        ("floor(-4*time)", -2.5),
        ("1 if floor(4*time) > 2 else 0", 0.25),
        ("max(0.5, 0.25*floor(4*time))", 0.5625),
    ],
)
def test_conditions_on_time_that_change_at_the_start(flow, total):
    model = mb.Model("time")
    model.source, model.node, model.store = mb.Sf(flow), mb.J0(), mb.C(1.0)
    model.source >> model.node >> model.store
    assert model.simulate(1.0)["store.q"][-1] == pytest.approx(total, abs=1e-9)


def test_an_event_at_the_start_takes_place():
    model = mb.Model("time")
    model.source, model.node, model.store = mb.Sf(0.0), mb.J0(), mb.C(1.0)
    model.source >> model.node >> model.store
    model.when("time > 0", {model.store.q: 5.0})
    result = model.simulate(1.0)
    assert (result["store.q"][0], result["store.q"][-1]) == (0.0, 5.0)
    assert result.stats.energy_residual < 1e-12


def test_an_event_that_moves_another_to_the_same_instant():
    model = mb.Model("time")
    model.limit = mb.Discrete(start=10.0)
    model.source, model.node, model.store = mb.Sf("1 if time > limit else 0"), mb.J0(), mb.C(1.0)
    model.source >> model.node >> model.store
    model.when("time > 0.25", {model.limit: 0.25})
    assert model.simulate(1.0)["store.q"][-1] == pytest.approx(0.75, abs=1e-9)


def test_time_events_of_fast_circuits():
    model = mb.Model("fast")
    model.source, model.node, model.store = mb.Sf("1 if time > 5e-13 else 0"), mb.J0(), mb.C(1.0)
    model.source >> model.node >> model.store
    assert model.simulate(1e-12)["store.q"][-1] == pytest.approx(5e-13, rel=1e-9)


def test_faults_are_told_in_the_conditions_of_the_model():
    model = mb.Model("fault", domain="electrical")
    model.source, model.node, model.store = mb.Sf(-1.0), mb.J0(), mb.C(1.0, q0=0.5)
    model.conductor = mb.G(law="1/(1 if e > 0.2 else 0)")
    model.source >> model.node >> [model.store, model.conductor]
    with pytest.raises(mb.SimulationError, match=r"1/\(1 if .*\.e > 0\.2 else 0\)") as caught:
        model.simulate(1.0)
    assert "mode" not in str(caught.value)


def test_a_steady_state_that_there_is_not():
    model = mb.Model("filling")
    model.source, model.node, model.store = mb.Sf(1.0), mb.J0(), mb.C(1.0)
    model.source >> model.node >> model.store
    with pytest.raises(mb.MultibondError, match=r"no steady state.*der\(store\.q\)"):
        model.simulate(1.0, steady=True)


@pytest.mark.parametrize(
    "option",
    [
        {"grid": ["a", "b"]},
        {"solver": "rk4", "step": "a"},
        {"solver": "rk4", "step": 0.0},
        {"max_steps": "a"},
        {"max_steps": 0},
        {"progress": 3},
        {"stop": 10**400},
        {"states": {"capacitor.p": "always"}},
    ],
)
def test_wrong_options_are_refused(option):
    with pytest.raises(mb.MultibondError):
        charging().simulate(**{"stop": 1.0, **option})


def test_numbers_of_numpy_are_numbers():
    assert charging().simulate(np.float32(1.0), tolerance=np.float64(1e-6)).stats.stop == 1.0


def test_derivatives_that_the_equations_do_not_have():
    result = charging().simulate(1.0, tolerance=1e-9)
    assert np.allclose(result["der(time)"], 1.0)
    current = result["der(capacitor.q)"]
    slope = np.gradient(current, result.time)[2:-2]
    assert np.allclose(result["der(der(capacitor.q))"][2:-2], slope, rtol=1e-3, atol=1e-3 * np.abs(slope).max())
    with pytest.raises(mb.NameNotFound, match="there"):
        result["der(nothing)"]


def test_wishes_for_vectors_hold_for_their_components():
    model = mb.Model("coupled", domain="rotational", n=2)
    model.shaft, model.first, model.second = mb.J1(), mb.I([1.0, 2.0], f0=[1.0, 1.0]), mb.I([3.0, 4.0])
    model.shaft >> [model.first, model.second]
    for wished in ("first.p", "second.p"):
        states = model.simulate(0.1, states={wished: "always"}).stats.states
        assert states == [f"{wished}[0]", f"{wished}[1]"]


def bridge(capacity: float, inner: float, amplitude: float) -> mb.Model:
    model = mb.Model("bridge", domain="electrical")
    model.source, model.supply = mb.Se(f"{amplitude}*sin(2*pi*50*time)"), mb.J1()
    model.inner, model.earth, model.load = mb.R(inner), mb.Se(0.0), mb.J0()
    model.capacitor, model.resistor = mb.C(capacity), mb.R(100.0)
    for node in ("left", "right", "plus", "minus"):
        model.add(node, mb.J0())
    for number, (tail, head) in enumerate([("left", "plus"), ("right", "plus"), ("minus", "left"), ("minus", "right")]):
        model.add(f"path{number}", mb.J1())
        model.add(f"diode{number}", mb.D2())
        model[tail] >> model[f"path{number}"] >> model[head]
        model[f"path{number}"] >> model[f"diode{number}"]
    model.output_path = mb.J1()
    model.source >> model.supply >> [model.inner, model.left]
    model.earth >> model.right
    model.plus >> model.output_path >> model.minus
    model.output_path >> model.load >> [model.capacitor, model.resistor]
    return model


@pytest.mark.parametrize(("capacity", "inner", "amplitude"), [(1e-3, 0.5, 10), (1e-4, 0.1, 10), (3e-3, 0.1, 325)])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_a_bridge_of_leaky_diodes_rectifies(capacity, inner, amplitude, tolerance):
    """Two diodes in a row begin to conduct together: neither can be settled without the other."""
    result = bridge(capacity, inner, amplitude).simulate(0.1, points=1001, tolerance=tolerance)
    charge, step = 0.0, 1e-6  # two conducting diodes in the way of the rectified voltage
    for k in range(100_000):
        over = abs(amplitude * np.sin(2 * np.pi * 50 * (k + 0.5) * step)) - charge
        charge += step * (max(over, 0.0) / inner - charge / 100.0) / capacity
    assert result["capacitor.e"][-1] == pytest.approx(charge, rel=1e-3)
    assert result.stats.energy_residual < 100 * tolerance
