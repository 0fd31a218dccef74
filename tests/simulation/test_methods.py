"""Methods: one model, its constraints realised in five ways. Each is what it says, and all move alike."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

import multibond as mb

TIMES = [0.0, 1.0, 2.0, 5.0, 10.0]
PENDULUM = {"gamma": [-0.458837, -0.846934, -1.401247, -1.556759], "w": [-0.442894, -0.328883, -0.084142, -0.007001]}
CRANK = {
    "gamma": [3.876930, 16.009161, 92.275420, 310.580026], "w": [8.388021, 16.048385, 33.827568, 51.898721],
    "x_piston": [0.842638, 0.807242, 0.904738, 0.815251], "v_piston": [0.956957, 0.770008, 5.732061, -3.599265],
}  # fmt: skip
EXACT = ("reduced", "minimal", "zcp", "lagrange")


@cache
def model(name):
    return mb.load(name)


@cache
def run(name, method, stop=10.0, tolerance=1e-9, bonds="vector"):
    grid = [t for t in TIMES if t <= stop]
    return model(name).simulate(grid=grid, tolerance=tolerance, method=method, bonds=bonds)


def check(result, values, within):
    for name, expected in values.items():
        found = result[name][1:]
        assert np.allclose(found, expected[: len(found)], rtol=0.0, atol=within), name


# ---------------------------------------------------------------- published systems
@pytest.mark.parametrize("method", EXACT)
def test_the_pendulum_meets_its_check_values(method):
    check(run("boudon_pendulum", method), PENDULUM, 1e-6)


@pytest.mark.parametrize("name", ["boudon_slider_crank", "boudon_slider_crank_hyperstatic"])
@pytest.mark.parametrize("method", EXACT)
def test_the_slider_cranks_meet_their_check_values(name, method):
    check(run(name, method), CRANK, 1e-6)


@pytest.mark.parametrize("method", EXACT)
def test_scalar_bonds_meet_the_check_values_of_the_hyperstatic_crank(method):
    result = run("boudon_slider_crank_hyperstatic", method, bonds="scalar")
    check(result, CRANK, 1e-6)
    assert result.stats.bonds == "scalar" and len(result.stats.redundant) == 3


def test_parasitic_springs_of_the_paper_keep_the_piston_velocity():
    grid = np.linspace(0.0, 2.0, 201)
    exact = model("boudon_slider_crank").simulate(grid=grid, tolerance=1e-9)
    for name in ("boudon_slider_crank", "boudon_slider_crank_hyperstatic"):
        soft = model(name).simulate(grid=grid, tolerance=1e-7, method="parasitic")
        error = np.abs(soft["v_piston"] - exact["v_piston"]).max()
        assert 1e-9 < error < 4e-3


# ---------------------------------------------------------------- a method is what it says
@pytest.mark.parametrize(
    ("name", "method", "states", "constraints", "multipliers", "index"),
    [
        ("boudon_pendulum", "reduced", 2, 5, 0, 0),
        ("boudon_pendulum", "minimal", 2, 5, 0, 0),
        ("boudon_pendulum", "zcp", 7, 5, 0, 1),
        ("boudon_pendulum", "lagrange", 12, 5, 5, 2),
        ("boudon_pendulum", "parasitic", 17, 5, 0, 0),
        ("boudon_slider_crank", "zcp", 19, 17, 0, 1),
        ("boudon_slider_crank", "lagrange", 36, 17, 17, 2),
        ("boudon_slider_crank", "parasitic", 53, 17, 0, 0),
        ("boudon_slider_crank_hyperstatic", "reduced", 2, 17, 0, 0),
        ("boudon_slider_crank_hyperstatic", "lagrange", 36, 17, 17, 2),
        ("boudon_slider_crank_hyperstatic", "parasitic", 56, 20, 0, 0),
    ],
)
def test_states_multipliers_and_index_of_each_method(name, method, states, constraints, multipliers, index):
    stats = run(name, method, 1.0, 1e-6).stats
    assert (len(stats.states), stats.constraints, stats.multipliers, stats.index) == (
        states, constraints, multipliers, index,
    )  # fmt: skip


def test_redundant_constraints_are_named():
    for method in ("reduced", "lagrange"):
        redundant = run("boudon_slider_crank_hyperstatic", method, 1.0, 1e-6).stats.redundant
        assert len(redundant) == 3 and all(".hold_" in name for name in redundant)
        assert not run("boudon_slider_crank", method, 1.0, 1e-6).stats.redundant


def test_zcp_lists_its_break_variables():
    stats = run("boudon_slider_crank", "zcp", 1.0, 1e-6).stats
    assert stats.break_variables and stats.solver == "ida"
    assert run("boudon_slider_crank", "reduced", 1.0, 1e-6).stats.break_variables == []


def test_lagrange_holds_positions_and_flows():
    result = model("boudon_slider_crank").simulate(2.0, points=21, method="lagrange", tolerance=1e-7)
    pin = result["crank.x"] + 0.1 * np.stack([np.cos(result["gamma"]), np.sin(result["gamma"]), 0 * result["gamma"]], 1)
    turn = result["rod.motion.phi"][:, 2]
    end = result["rod.x"] - 0.5 * np.stack([np.cos(turn), np.sin(turn), 0 * turn], 1)
    assert np.abs(pin - end).max() < 1e-8
    assert np.abs(result["piston.x"][:, 1:]).max() < 1e-8


def test_the_summary_says_how_well_each_method_holds_the_constraints():
    gaps = {
        name: run("boudon_slider_crank", name, 1.0, 1e-6).stats.constraint_residual for name in (*EXACT, "parasitic")
    }
    assert gaps["reduced"] < 1e-12 and gaps["minimal"] < 1e-12
    assert 1e-12 < gaps["zcp"] < 1e-5 and gaps["lagrange"] < 1e-6 < gaps["parasitic"] < 1e-3
    assert run("boudon_slider_crank", "parasitic", 1.0, 1e-6).stats.doubts == []


def test_multipliers_are_the_reactions():
    exact, held = run("boudon_pendulum", "reduced"), run("boudon_pendulum", "lagrange")
    for name in ("hinge.hold_slide_x.e", "hinge.hold_slide_y.e"):
        assert np.allclose(held[name], exact[name], atol=1e-6)
    assert abs(exact["hinge.hold_slide_y.e"][-1]) == pytest.approx(9.81, abs=1e-2)


def test_virtual_inertia_of_the_published_systems():
    form = model("boudon_pendulum").minimal_form()
    assert form.inertia == pytest.approx(np.array([[0.083 + 0.25]]))
    assert form.efforts == pytest.approx([-9.81 / 2])
    # crank and rod in line: the piston rests, the rod turns against the crank, its centre moves half as fast as the pin
    form = model("boudon_slider_crank").minimal_form()
    assert form.inertia == pytest.approx(np.array([[1.0 + 0.01 + 1.0 * 0.2**2 + (0.2 / 2) ** 2]]))


def test_virtual_inertia_and_gyristor_in_symbols():
    import sympy

    form = model("crane_crab").minimal_form(symbolic=True)
    numbers = model("crane_crab").minimal_form()
    assert form.inertia.shape == numbers.inertia.shape
    assert sympy.simplify(form.inertia - form.inertia.T) == sympy.zeros(*form.inertia.shape)
    assert form.gyristor.free_symbols  # it depends on the motion


def test_minimal_solves_for_the_independent_rates_alone():
    for name, size in (("boudon_slider_crank", 1), ("double_pendulum", 2)):
        assert run(name, "minimal", 1.0, 1e-6).stats.linear_systems[-1] == size


# ---------------------------------------------------------------- models of the other libraries
@pytest.mark.parametrize(
    ("name", "method", "states"),
    [
        ("four_bar", "zcp", 8), ("four_bar", "minimal", 2), ("planar_loop", "minimal", 4),
        ("centrifugal_governor", "zcp", 11), ("bicycle", "lagrange", 18), ("bicycle_benchmark", "zcp", 12),
        ("planar_slider_crank", "minimal", 2), ("rolling_marble", "minimal", 9), ("kinematic_loop", "lagrange", 8),
        ("planar_four_bar", "lagrange", 8), ("centrifugal_governor", "lagrange", 17), ("bricard", "zcp", 7),
        ("parallelogram", "lagrange", 8), ("kinematic_loop", "zcp", 5), ("bricard", "lagrange", 12),
    ],
)  # fmt: skip
def test_loops_and_rolling_parts_move_alike(name, method, states):
    reduced = model(name).simulate(1.0, points=11, tolerance=1e-8)
    other = model(name).simulate(1.0, points=11, tolerance=1e-8, method=method)
    assert len(other.stats.states) == states
    for output in model(name).outputs:
        scale = np.abs(reduced[output]).max() + 1e-3
        assert np.abs(other[output] - reduced[output]).max() < 1e-5 * scale


@pytest.mark.parametrize(("name", "method"), [("rolling_marble", "minimal"), ("parallelogram", "lagrange")])
def test_scalar_bonds_go_with_every_method(name, method):
    vector, scalar = (model(name).simulate(0.3, points=4, method=method, bonds=kind) for kind in ("vector", "scalar"))
    assert scalar.stats.constraints == vector.stats.constraints and scalar.stats.method == method
    for output in model(name).outputs:
        assert np.abs(scalar[output] - vector[output]).max() < 1e-5 * (np.abs(vector[output]).max() + 1e-3)


@pytest.mark.parametrize("method", ["minimal", "zcp", "lagrange", "parasitic"])
def test_dependent_storage_without_mechanics(method):
    reduced = model("cauer_low_pass").simulate(5.0, points=11, tolerance=1e-8)
    other = model("cauer_low_pass").simulate(5.0, points=11, tolerance=1e-8, method=method)
    assert np.allclose(other["v_out"], reduced["v_out"], atol=1e-7)
    assert other.stats.constraints == 0 and len(other.stats.states) == 5


def geared(ratio=3.0):
    """Two inertias on a gear: the second one is dependent."""
    m = mb.Model("gear", domain="rotational")
    m.torque, m.first, m.second = mb.Se("2*sin(3*time)"), mb.J1(), mb.J1()
    m.rotor, m.load, m.gear, m.loss = mb.I(0.5), mb.I(4.0), mb.TF(1 / ratio), mb.R(0.3)
    m.torque >> m.first >> m.gear >> m.second
    m.first >> m.rotor
    m.second >> [m.load, m.loss]
    m.output("w", "load.f", "rad/s")
    return m


def test_minimal_transfers_over_a_gear():
    form = geared().minimal_form()
    (state,) = form.states  # a momentum, so that the inertia is that of a unit of it
    flow = {"rotor.p": 1 / 0.5, "load.p": 3.0 / 4.0}[state]  # of the rotor
    assert form.inertia[0, 0] * (1 / flow) ** 2 == pytest.approx(0.5 + 4.0 / 9.0)
    exact, other = geared().simulate(3.0, tolerance=1e-9), geared().simulate(3.0, tolerance=1e-9, method="minimal")
    assert np.allclose(exact["w"], other["w"], atol=1e-8)


# ---------------------------------------------------------------- options and refusals
def test_springs_are_chosen_from_masses_or_given():
    m = model("bicycle_benchmark")
    name = next(iter(m.outputs))
    exact = m.simulate(1.0, points=11, tolerance=1e-8)[name]
    errors = []
    for frequency in (50.0, 400.0):
        soft = m.simulate(1.0, points=11, tolerance=1e-8, method=mb.methods.Parasitic(frequency=frequency))
        errors.append(np.abs(soft[name] - exact).max())
    assert errors[1] < 0.2 * errors[0]


def test_what_the_method_is_told_comes_before_the_springs_of_joints():
    exact = run("boudon_pendulum", "reduced", 1.0, 1e-6)["gamma"][-1]
    errors = []
    for method in (
        "parasitic",
        mb.methods.Parasitic(stiffness=1e4, damping=200.0),
        mb.methods.Parasitic(frequency=3.0),
    ):
        soft = model("boudon_pendulum").simulate(1.0, points=3, tolerance=1e-8, method=method)
        errors.append(abs(soft["gamma"][-1] - exact))
    assert errors[0] < 0.1 * errors[1] < 0.1 * errors[2]


def test_springs_hold_parts_without_mass():
    m = model("planar_slider_crank")
    exact = m.simulate(1.0, points=11, tolerance=1e-8)
    errors = []
    for frequency in (50.0, 200.0):
        soft = m.simulate(1.0, points=11, tolerance=1e-8, method=mb.methods.Parasitic(frequency=frequency))
        assert len(soft.stats.states) == 10
        errors.append(np.abs(soft["x"] - exact["x"]).max())
    assert errors[1] < 0.3 * errors[0]


def test_explicit_solvers_run_parasitic_springs_and_no_multipliers():
    m = model("boudon_pendulum")
    soft = m.simulate(0.2, points=3, method="parasitic", solver="rk4", step=1e-4)
    assert soft["gamma"][-1] == pytest.approx(m.simulate(0.2, points=3)["gamma"][-1], abs=1e-4)
    for method in ("lagrange", "zcp"):
        with pytest.raises(mb.ModelError, match="only the solver 'ida'"):
            m.simulate(0.2, method=method, solver="dop853")


def test_minimal_says_why_it_cannot():
    with pytest.raises(mb.StructureError, match="depends on what the joints have to bear"):
        model("cartesian_pendulum").simulate(0.1, method="minimal")


@pytest.mark.parametrize(
    ("name", "stop"), [("half_wave_rectifier", 0.05), ("stick_slip", 2.0), ("bouncing_pendulum", 2.0)]
)
def test_minimal_coordinates_know_set_valued_laws(name, stop):
    reduced, minimal = (model(name).simulate(stop, points=21, method=each) for each in ("reduced", "minimal"))
    assert minimal.stats.events == reduced.stats.events > 0 and minimal.stats.method == "minimal"
    for output in model(name).outputs:
        assert np.abs(minimal[output] - reduced[output]).max() < 1e-6


def test_set_valued_laws_are_refused_where_a_method_needs_their_efforts_at_once():
    for name, method in (("half_wave_rectifier", "zcp"), ("three_phase_rectifier", "minimal")):
        with pytest.raises(
            mb.ModelError, match=f"the method '{method}' .*set-valued laws of .* use the method 'reduced'"
        ):
            model(name).simulate(0.01, method=method)
    same = [model("half_wave_rectifier").simulate(0.01, method=name)["v_load"] for name in ("reduced", "lagrange")]
    assert np.array_equal(*same)
    # neither constraints nor circles: nothing is left to the integrator
    same = [model("coupled_clutches").simulate(0.2, points=5, method=name) for name in ("reduced", "zcp")]
    assert all(np.array_equal(same[0][output], same[1][output]) for output in model("coupled_clutches").outputs)


def bridge(part, order):
    """Three lines with coils on a bridge of `part`, whose load floats; the parts are added in some order."""
    m = mb.Model("bridge", domain="electrical")
    legs = [(half, phase) for half in ("upper", "lower") for phase in "abc"]
    m.plus, m.minus, m.across, m.load, m.coil = mb.J0(), mb.J0(), mb.J1(), mb.R(1.0), mb.I(0.2)
    for k in (k for k in order if k < 3):
        phase = "abc"[k]
        m.add(f"source_{phase}", mb.Se(f"sin(2*pi*(time - {k}/3))"))
        m.add(f"line_{phase}", mb.J1())
        m.add(f"coil_{phase}", mb.I(0.1))
        m.add(f"end_{phase}", mb.J0())
        m[f"source_{phase}"] >> m[f"line_{phase}"] >> [m[f"coil_{phase}"], m[f"end_{phase}"]]
    for k in order:
        half, phase = legs[k]
        first, second = (m[f"end_{phase}"], m.plus) if half == "upper" else (m.minus, m[f"end_{phase}"])
        m.add(f"{half}_{phase}", part(k))
        m.add(f"through_{half}_{phase}", mb.J1())
        first >> m[f"through_{half}_{phase}"] >> [m[f"{half}_{phase}"], second]
    m.plus >> m.across >> [m.load, m.coil]
    m.across >> m.minus
    return m


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5), (4, 1, 5, 2, 0, 3), (5, 4, 3, 2, 1, 0)])
def test_flows_that_storage_does_not_determine_are_refused_in_whatever_order(order):
    # resistors in a bridge share the currents of the coils; what they take was left out without a word
    with pytest.raises(mb.StructureError, match=r"its flow does not follow from those of the storage alone.*'reduced'"):
        bridge(lambda k: mb.R(0.3 + 0.1 * k), order).simulate(0.1, method="minimal")
    with pytest.raises(mb.ModelError, match=r"the method 'minimal' .*set-valued laws of .* use the method 'reduced'"):
        bridge(lambda k: mb.D(), order).simulate(0.1, method="minimal")


@pytest.mark.parametrize("wrong", ["lagrang", 3, None])
def test_wrong_methods_are_refused(wrong):
    with pytest.raises((mb.NameNotFound, mb.ModelError), match="method"):
        model("rlc").simulate(0.1, method=wrong)


@pytest.mark.parametrize("options", [{"stiffness": -1.0}, {"frequency": 0.0}, {"damping": "2"}, {"ratio": np.inf}])
def test_wrong_springs_are_refused(options):
    with pytest.raises(mb.ModelError, match="positive number"):
        mb.methods.Parasitic(**options)


# ---------------------------------------------------------------- copies, threads, events
@pytest.mark.parametrize("method", ["minimal", "zcp", "lagrange", "parasitic"])
def test_results_travel(method):
    result = run("boudon_pendulum", method, 1.0, 1e-6)
    for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert np.array_equal(other["hinge.hold_slide_y.e"], result["hinge.hold_slide_y.e"])
        assert other.stats.constraints == result.stats.constraints


def test_threads_share_a_model_with_all_methods():
    names = ["reduced", "minimal", "zcp", "lagrange", "parasitic"] * 2
    m = mb.load("boudon_pendulum")
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda name: m.simulate(0.5, points=6, method=name)["gamma"], names))
    for first, second in zip(found[:5], found[5:], strict=True):
        assert np.array_equal(first, second)


def test_events_happen_with_every_method():
    def build():
        m = mb.Model("stopped")
        from multibond import absolute, spatial

        m.world, m.ground, m.hinge = spatial.World(), spatial.Fixed(), absolute.Revolute()
        m.bar = absolute.Body(1.0, [0.1, 0.1, 0.1], points=[[-0.5, 0, 0]], x0=[0.5, 0, 0], quaternions=False)
        m.count = mb.Discrete(start=0.0)
        m.join(m.ground.b, m.hinge.a)
        m.join(m.hinge.b, m.bar.h1)
        m.when("bar.motion.phi[2] < -1", {"count": "count + 1"})
        m.output("gamma", "bar.motion.phi[2]", "rad")
        return m

    made = build()
    for method in ("reduced", "minimal", "zcp", "lagrange", "parasitic"):
        result = made.simulate(1.0, points=11, method=method)
        assert result["count"][-1] == 1 and result.stats.events >= 1


@pytest.mark.parametrize("method", ["minimal", "zcp", "lagrange", "parasitic"])
def test_sweeps_take_a_method(method):
    values = {"d": [5.0, 20.0]}
    exact = model("boudon_pendulum").sweep(values, 0.5, tolerance=1e-8)
    other = model("boudon_pendulum").sweep(values, 0.5, tolerance=1e-8, method=method)
    assert np.allclose(other.final["gamma"], exact.final["gamma"], atol=1e-5)
    assert abs(exact.final["gamma"][0] - exact.final["gamma"][1]) > 0.1


def test_undetermined_reactions_are_the_least_with_every_method():
    names = ["A.hold_slide_z.e", "B.hold_turn_1.e", "guide.hold_turn_y.e"]
    found = []
    for method in ("reduced", "lagrange", "zcp"):
        options = {"parameters": {"world.direction": [0.0, -0.6, 0.8]}, "tolerance": 1e-8}
        result = model("boudon_slider_crank_hyperstatic").simulate(0.3, points=3, method=method, **options)
        found.append([result[name][-1] for name in names])
    assert np.allclose(found[1:], found[0], atol=1e-5) and np.abs(found[0]).min() > 1e-3


# ---------------------------------------------------------------- inconsistent starts
def bar(**start):
    from multibond import absolute, spatial

    m = mb.Model("bar")
    m.world, m.ground, m.hinge = spatial.World(), spatial.Fixed(), absolute.Revolute()
    m.bar = absolute.Body(1.0, [0.01, 0.083, 0.083], points=[[-0.5, 0.0, 0.0]], quaternions=False, **start)
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.bar.h1)
    m.output("x", "bar.x", "m")
    m.output("w", "hinge.w", "rad/s")
    return m


@pytest.mark.parametrize("method", ["reduced", "lagrange", "parasitic"])
def test_velocities_that_do_not_fit_are_projected_with_the_least_energy(method):
    result = bar(x0=[0.5, 0.0, 0.0], v0=[0.0, 1.0, 0.0], w0=[0.0, 0.0, 1.0]).simulate(0.01, points=2, method=method)
    assert result.stats.final and result.run.doubts
    assert "bar.v0 from [0, 1, 0] to [0, 0.8754, 0]" in result.stats.doubts[0]
    with pytest.warns(mb.DoubtfulResult, match="corrected"):
        assert result["w"][0] == pytest.approx((0.5 + 0.083) / (0.25 + 0.083))


def test_positions_that_do_not_fit_are_brought_together():
    stats = bar(x0=[0.6, 0.1, 0.05]).simulate(0.01, points=2).stats
    assert "bar.x0 from [0.6, 0.1, 0.05] to [0.5, 0, 0]" in stats.doubts[0]


def test_a_start_that_fits_is_not_corrected():
    result = bar(x0=[0.5, 0.0, 0.0], w0=[0.0, 0.0, 2.0]).simulate(0.01, points=2)
    assert result.stats.doubts == [] and result["w"][0] == pytest.approx(2.0)
    result = bar(x0=[0.5, 0.0, 0.0]).simulate(0.01, points=2, parameters={"bar.w0[2]": 3.0})
    assert result["w"][0] == pytest.approx(3.0)
