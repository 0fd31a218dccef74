"""Analysis of linear models: closed forms, agreement between representations, python-control, refusals."""

from __future__ import annotations

import builtins

import numpy as np
import pytest
import sympy

import multibond as mb
from multibond.analysis import linear_system, modes, symbolic_transfer_function
from multibond.analysis.linear import LinearSystem
from multibond.bank.modin_three_mass import ModinThreeMass
from multibond.equations.state_space import state_space
from multibond.equations.system import system
from multibond.errors import ModelError, MultibondError, NameNotFound
from multibond.graph import flatten

R, L, C = 2.0, 0.5, 0.02


def series() -> mb.Model:
    m = mb.Model("series", domain="electrical")
    m.source, m.loop, m.r, m.l, m.c = mb.Se(1), mb.J1(), mb.R(R), mb.I(L), mb.C(C)
    m.source >> m.loop >> [m.r, m.l, m.c]
    m.output("current", "l.f", "A")
    m.output("voltage", "c.e", "V")
    return m


def test_modes_of_a_series_circuit():
    (mode,) = linear_system(series()).modes
    frequency = 1 / np.sqrt(L * C)
    assert mode.frequency == pytest.approx(frequency, rel=1e-12)
    assert mode.damping == pytest.approx(R / 2 * np.sqrt(C / L), rel=1e-12)
    assert mode.oscillates and mode.stable
    assert mode.time_constant == pytest.approx(2 * L / R, rel=1e-12)


def test_modes_of_integrators_and_growing_systems():
    still, growing = modes(np.diag([0.0, 3.0]))
    assert (still.damping, still.time_constant, still.stable) == (0.0, float("inf"), False)
    assert growing.damping == -1 and not growing.stable
    assert modes(np.zeros((0, 0))) == []


def test_transfer_function_of_a_series_circuit():
    found = linear_system(series()).transfer_function("source.e", "current")
    np.testing.assert_allclose(found.denominator, [1, R / L, 1 / (L * C)], rtol=1e-12)
    np.testing.assert_allclose(found.numerator, [1 / L, 0], rtol=1e-12, atol=1e-12)
    assert linear_system(series()).transfer_function(0, "voltage").gain == pytest.approx(1.0)
    assert str(found) == "current/source.e = (2 s) / (1 s^2 + 4 s + 100)"


def test_transfer_function_is_the_frequency_response():
    whole = linear_system(ModinThreeMass())
    for i, output in enumerate(whole.outputs):
        for j, source in enumerate(whole.inputs):
            found = whole.transfer_function(source, output)
            for s in (0.3j, 4j, 1 + 15j):
                assert found(s) == pytest.approx(whole(s)[i, j], rel=1e-8, abs=1e-10)


def test_symbolic_transfer_function():
    space = series().state_space(symbolic=True)
    found = symbolic_transfer_function(space, "current", "source")
    s, k = sympy.Symbol("s"), space.symbols
    expected = k["c.C"] * s / (k["c.C"] * k["l.I"] * s**2 + k["c.C"] * k["r.R"] * s + 1)
    assert sympy.simplify(found - expected) == 0
    with pytest.raises(ModelError, match=r"needs state_space\(symbolic=True\)"):
        symbolic_transfer_function(series().state_space(), "current")
    with pytest.raises(NameNotFound, match="no input 'sorce'; did you mean 'source'"):
        symbolic_transfer_function(space, "current", "sorce")


def test_step_response_is_exact():
    step = linear_system(series()).step(2.0, 101)
    alpha, w = R / (2 * L), np.sqrt(1 / (L * C) - (R / (2 * L)) ** 2)
    expected = np.exp(-alpha * step.time) * np.sin(w * step.time) / (w * L)
    np.testing.assert_allclose(step.values[:, 0, 0], expected, atol=1e-12)
    assert step.outputs == ("current", "voltage")
    settled = linear_system(series()).step()
    assert settled.values[-1, 1, 0] == pytest.approx(1.0, abs=0.01)
    with pytest.raises(ModelError, match="positive stop time"):
        linear_system(series()).step(-1.0)


def test_bode_data_and_plots(monkeypatch):
    import matplotlib

    matplotlib.use("Agg")
    whole = linear_system(series())
    bode = whole.bode([1 / np.sqrt(L * C)])
    assert bode.magnitude[0, 0, 0] == pytest.approx(20 * np.log10(1 / R), abs=1e-9)
    assert bode.phase[0, 0, 0] == pytest.approx(0.0, abs=1e-9)
    figure = whole.bode().plot()
    assert [axes.get_ylabel() for axes in figure.axes] == ["magnitude [dB]", "phase [°]"]
    assert len(whole.step(1.0).plot().axes[0].lines) == 2


def driven_capacitor() -> mb.Model:
    """A capacitor straight on a voltage source, and another behind a resistor."""
    m = mb.Model("driven")
    m.source, m.node, m.c1, m.branch, m.r, m.c2 = mb.Se(1), mb.J0(), mb.C(2.0), mb.J1(), mb.R(3.0), mb.C(0.5)
    m.source >> m.node >> m.c1
    m.node >> m.branch >> [m.r, m.c2]
    return m


def test_output_that_follows_the_rate_of_an_input():
    whole = linear_system(driven_capacitor(), ["source.f", "c2.e"])
    assert not whole.proper
    s = 2j
    assert whole(s)[0, 0] == pytest.approx(2.0 * s + 0.5 * s / (1 + 1.5 * s), rel=1e-12)
    assert whole.transfer_function(0, 0)(s) == pytest.approx(whole(s)[0, 0], rel=1e-12)
    with pytest.raises(ModelError, match=r"source\.f follows the rate of an input"):
        whole.step(1.0)
    with pytest.raises(ModelError, match="a StateSpace of python-control is not possible"):
        whole.to_control()


def test_states_driven_by_the_rate_of_an_input():
    """A capacitive divider: the output jumps with the input, and decays through the load."""
    m = mb.Model("divider")
    m.source, m.series, m.c1, m.node, m.c2, m.r = mb.Se(1), mb.J1(), mb.C(2.0), mb.J0(), mb.C(3.0), mb.R(4.0)
    m.source >> m.series >> m.c1
    m.series >> m.node >> [m.c2, m.r]
    built = state_space(system(flatten(m)))
    assert built.E.any()
    whole = linear_system(built, ["r.e"])
    s = 0.7j
    assert whole(s)[0, 0] == pytest.approx(2.0 * s / ((2.0 + 3.0) * s + 1 / 4.0), rel=1e-12)
    assert whole.step(1.0).values[0, 0, 0] == pytest.approx(2.0 / 5.0)


def test_outputs_by_name_path_bond_and_expression():
    space = ModinThreeMass().state_space()
    C, D, F = space.outputs(["v1", "mass1.f", "f1", "2*damper1.e - k1*spring1.q", "e18"])
    np.testing.assert_allclose(C[0], C[1])
    np.testing.assert_allclose(C[0], C[2])
    np.testing.assert_allclose(C[3], [2.0, 0, 0, -100.0, 0, 0])
    np.testing.assert_allclose(D[3], [-2.0, 0])
    np.testing.assert_allclose(C[4], [-1.0, 0, 0, -100.0, 0, 0])
    assert not F.any()


@pytest.mark.parametrize(
    ("output", "message"),
    [("mass1.f**2", "is not linear"), ("mass1.f + 1", "has the constant part 1"), ("m1", "is a constant")],
)
def test_outputs_that_cannot_be(output, message):
    with pytest.raises(ModelError, match=message):
        ModinThreeMass().state_space().outputs([output])


def test_sensor_signals_are_outputs():
    m = series()
    n = mb.Model("sensed")
    n.source, n.loop, n.r, n.l, n.meter = mb.Se(1), mb.J1(), mb.R(2.0), mb.I(4.0), mb.Df()
    n.source >> n.loop >> [n.r, n.l, n.meter]
    C, D, _ = n.state_space().outputs(["meter.y"])
    np.testing.assert_allclose(C, [[0.25]])
    np.testing.assert_allclose(D, [[0.0]])
    assert m.state_space().outputs(["r.e"])[0][0, 0] == pytest.approx(R / L)


def test_python_control():
    control = pytest.importorskip("control")
    whole = linear_system(series())
    space = whole.to_control()
    assert isinstance(space, control.StateSpace)
    assert space.input_labels == ["source_e"]
    ratio = whole.to_control_transfer("source.e", "current")
    assert complex(ratio(3j)) == pytest.approx(complex(whole(3j)[0, 0]), rel=1e-10)
    assert complex(np.squeeze(space(3j))[0]) == pytest.approx(complex(whole(3j)[0, 0]), rel=1e-10)


def test_python_control_missing(monkeypatch):
    original = builtins.__import__

    def without(name, *rest):
        if name == "control":
            raise ImportError
        return original(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MultibondError, match=r"pip install 'multibond\[control\]'"):
        linear_system(series()).to_control()


def test_unknown_inputs_and_outputs():
    whole = linear_system(series())
    with pytest.raises(NameNotFound, match="no output 'curent'; did you mean 'current'"):
        whole.transfer_function(0, "curent")
    with pytest.raises(ModelError, match="there are 1 inputs; 4 is not the number of one"):
        whole.transfer_function(4)


def test_a_linear_system_needs_numbers():
    with pytest.raises(ModelError, match="a linear system has numbers"):
        linear_system(series().state_space(symbolic=True))


def second_order(damping):
    """x'' + 2 d x' + x = u."""
    A, B = np.array([[0.0, 1.0], [-1.0, -2 * damping]]), np.array([[0.0], [1.0]])
    return LinearSystem(A, B, np.array([[1.0, 0.0]]), np.zeros((1, 1)), ["x", "v"], ["u"], ["y"])


def test_step_information_of_a_second_order_system():
    d = 0.3
    found = second_order(d).step_information()
    assert found.overshoot == pytest.approx(100 * np.exp(-np.pi * d / np.sqrt(1 - d**2)), rel=1e-3)
    assert found.peak_time == pytest.approx(np.pi / np.sqrt(1 - d**2), rel=2e-3)
    assert found.steady_state == pytest.approx(1.0) and "overshoot" in str(found)
    fast = LinearSystem(np.diag([-1000.0, -0.1]), np.ones((2, 1)), np.array([[1000.0, 0.0]]), np.zeros((1, 1)),
                        ["a", "b"], ["u"], ["y"])  # fmt: skip
    assert fast.step_information().rise_time == pytest.approx(np.log(9) / 1000, rel=5e-3)
    assert second_order(0.3).step_information(settling=0.1).settling_time < found.settling_time
    with pytest.raises(mb.ModelError, match="does not settle"):
        second_order(-0.1).step_information()
    with pytest.raises(mb.ModelError, match="between two parts"):
        second_order(0.3).step_information(rise=(0.9, 0.1))


def test_nyquist_tells_whether_the_closed_loop_is_stable():
    """k/(s + 1)³ closed by −1 is stable up to k = 8."""
    A = np.array([[-1.0, 1.0, 0.0], [0.0, -1.0, 1.0], [0.0, 0.0, -1.0]])
    for gain, stable in ((4.0, True), (16.0, False)):
        system = LinearSystem(A, np.array([[0.0], [0.0], [gain]]), np.array([[1.0, 0.0, 0.0]]), np.zeros((1, 1)),
                              ["a", "b", "c"], ["u"], ["y"])  # fmt: skip
        found = system.nyquist()
        assert found.stable is stable and found.encirclements == (0 if stable else 2)
        assert len(found.plot().axes[0].lines) == 3
        assert np.all(np.linalg.eigvals(A - system.B @ system.C).real < 0) == stable


def test_root_loci_and_pole_maps_in_both_units():
    A = np.array([[-1.0, 1.0, 0.0], [0.0, -1.0, 1.0], [0.0, 0.0, -1.0]])
    system = LinearSystem(A, np.array([[0.0], [0.0], [1.0]]), np.array([[1.0, 0.0, 0.0]]), np.zeros((1, 1)),
                          ["a", "b", "c"], ["u"], ["y"])  # fmt: skip
    locus = system.root_locus(gains=np.linspace(0, 20, 401))
    assert locus.largest_stable_gain == pytest.approx(8.0, abs=0.06)
    for row in (0, 100, 400):
        exact = np.linalg.eigvals(A - locus.gains[row] * system.B @ system.C)
        assert np.allclose(
            np.sort_complex(np.round(locus.loci[row], 6)), np.sort_complex(np.round(exact, 6)), atol=1e-4
        )
    swinging = second_order(0.1)
    values = {unit: swinging.pole_map().plot(unit).axes[0].lines[0].get_ydata() for unit in ("rad/s", "Hz")}
    assert np.allclose(values["rad/s"], 2 * np.pi * values["Hz"]) and len(swinging.pole_map().zeros) == 0
    bode = {unit: swinging.bode().plot(unit).axes[0].lines[0].get_xdata() for unit in ("rad/s", "Hz")}
    assert np.allclose(bode["rad/s"], 2 * np.pi * bode["Hz"])
    for wrong in (lambda: swinging.pole_map().plot("kHz"), lambda: swinging.bode().plot("1/min")):
        with pytest.raises(mb.ModelError, match="rad/s or Hz"):
            wrong()
    with pytest.raises(mb.ModelError, match="list of finite numbers"):
        swinging.root_locus(gains="many")
    assert len(system.root_locus().plot("Hz").axes[0].lines) >= 4


def test_without_python_control_a_sentence_says_how_to_get_it(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "control", None)
    with pytest.raises(mb.MultibondError, match=r"pip install 'multibond\[control\]'"):
        second_order(0.3).nyquist()


def test_a_system_without_inputs_has_poles_and_no_state_space_of_python_control():
    model = mb.load("rlc")
    system = model.linearize(at=0.0, inputs=[], outputs=["current"])
    assert sorted(system.pole_map().poles) == sorted(system.eigenvalues)
    with pytest.raises(ModelError, match=r"needs inputs, and this system has none.*inputs="):
        system.to_control()
    for wrong, message in (({1: 2.0}, "by the names of variables"), ({"inductor.p": 10**400}, "is a number, not 1000")):
        with pytest.raises(ModelError, match=message):
            model.linearize(at=wrong)
