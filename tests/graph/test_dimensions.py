"""Units of expressions: what certainly contradicts is refused with both units; what is not known never is."""

from __future__ import annotations

import re

import pytest

from multibond import J1, C, Constant, Discrete, Model, Parameter, R, Se, load
from multibond.errors import ModelError
from multibond.model.file import loads
from multibond.model.unit import to_si


def circuit(**given) -> Model:
    """A source, a resistor and a capacitor; parameters in kg, ohm, V, s and without unit."""
    model = Model("circuit", domain="electrical")
    model.mass, model.resistance = Parameter(2.0, "kg"), Parameter(2.0, "ohm")
    model.voltage, model.number, model.tau = Parameter(3.0, "V"), Parameter(3.0), Parameter(1.0, "s")
    model.source, model.loop = Se(given.get("source", 1.0)), J1()
    model.resistor = R(**given["resistor"]) if "resistor" in given else R(given.get("R", 1.0))
    model.capacitor = C(given.get("C", 1.0))
    model.source >> model.loop >> [model.resistor, model.capacitor]
    return model


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("mass", r"resistor.R: mass is in kg, but R \(resistance, damping\) is in Ω"),
        ("resistance + voltage", "adds what does not fit: resistance is in Ω, and voltage is in V"),
        ("2*resistance - voltage", "2\\*resistance is in Ω, and voltage is in V"),
        ("2*mass", r"2\*mass is in kg, but"),
        ("mass**2/tau", "is in kg²/s, but"),
        ("1/resistance", "1/resistance is in S, but"),
        ("voltage*number + voltage", "voltage is in V, but R"),
        ("max(resistance, voltage)", "compares what does not fit"),
        ("resistance if voltage > mass else 1", "voltage is in V, and mass is in kg"),
        ("resistance if time > 1 else voltage", "resistance is in Ω, and voltage is in V"),
        ("resistance*sin(mass)", r"'sin\(mass\)' needs a plain number, but mass is in kg"),
        ("resistance*exp(-voltage)", "needs a plain number"),
        ("2**mass", "exponent in '2\\*\\*mass' is a plain number, but mass is in kg"),
        ("resistance + capacitor.e", "resistance is in Ω, and capacitor.e is in V"),
        ("sqrt(mass)", "is in"),
    ],
)
def test_contradicting_units_are_refused_with_both(expression, said):
    with pytest.raises(ModelError, match=said):
        circuit(R=expression).simulate(0.1)


@pytest.mark.parametrize(
    "expression",
    ["resistance", "resistance + 1", "2*resistance + 1", "number*mass", "9.81*mass", "voltage/2.5", "number",
     "1/number", "resistance*exp(-1.5*time)", "sqrt(resistance*resistance)", "resistance*voltage/voltage",
     "number + mass/mass", "resistance*(1 + 0.1*sin(time))",
     "resistance*exp(-2/tau)", "max(resistance, 1)", "abs(-resistance)",
     "resistance if voltage > 2 else 3", "(1 + time)*resistance", "voltage/0.5 if number > 1 else resistance"],
)  # fmt: skip
def test_what_fits_or_is_not_known_runs(expression):
    circuit(R=expression).simulate(0.1)


@pytest.mark.parametrize(
    "law",
    ["resistance*f", "f + f**3", "2*f", "f", "voltage*tanh(f)", "resistance*f + voltage", "f + resistance*f",
     lambda f: 3 * f, lambda f: f + f**3],
)  # fmt: skip
def test_laws_may_leave_out_factors_that_are_one(law):
    circuit(resistor={"law": law}).simulate(0.1)


def test_laws_with_parameters_are_held_against_the_units_of_the_domain():
    for law, said in (
        ("voltage*f", r"resistor.law: voltage\*f is in W, but the law is for e in V"),
        ("mass*f**3", r"is in A³·kg, but the law is for e in V"),
        ("resistance*f + voltage*f", "adds what does not fit"),
    ):
        with pytest.raises(ModelError, match=said):
            circuit(resistor={"law": law}).simulate(0.1)
    model = circuit()
    model.other = R(law=lambda f: model.mass * f)
    model.loop >> model.other
    with pytest.raises(ModelError, match=r"other.law: .* but the law is for e in V"):
        model.simulate(0.1)


def test_connections_starts_events_and_outputs():
    model = circuit()
    model.start("capacitor.q", "resistance")
    with pytest.raises(ModelError, match=r"start of capacitor.q at resistance: capacitor.q is in C, and resistance is"):
        model.simulate(0.1)
    model = circuit()
    model.output("power", "resistance*capacitor.f", "A")
    with pytest.raises(ModelError, match=r"is in V, but the output power is in A"):
        model.simulate(0.1)
    for condition, changes, said in (
        ("capacitor.e > resistance", {"level": 1}, "capacitor.e is in V, and resistance is in Ω"),
        ("capacitor.e > voltage", {"level": "resistance"}, "the event sets level to resistance: level is in V, and"),
    ):
        model = circuit()
        model.level = Discrete(unit="V")
        model.when(condition, changes)
        with pytest.raises(ModelError, match=said):
            model.simulate(0.1)
    model = circuit()
    model.first, model.second = Constant("mass"), Constant("voltage")
    model.connect("capacitor.e", "resistance")
    with pytest.raises(ModelError, match=r"connect capacitor.e to resistance: capacitor.e is in V, and resistance is"):
        model.simulate(0.1)


def test_values_of_a_run_are_checked_too():
    model = load("rlc")
    with pytest.raises(ModelError, match=r"resistance: inductance is in H, but resistance .* is in Ω"):
        model.simulate(0.1, parameters={"resistance": "inductance"})
    model.simulate(0.1, parameters={"resistance": "2*sqrt(inductance/capacitance)"})


def test_files_are_checked_too():
    text = """
multibond: 1
parameters: {m: {value: 2, unit: kg}}
domain: electrical
components: {s: {type: Se, effort: 1}, j: {type: J1}, r: {type: R, R: m}}
bonds: [s >> j, j >> r]
"""
    with pytest.raises(ModelError, match=r"r.R: m is in kg"):
        loads(text).simulate(0.1)


def test_a_sum_of_parameters_of_a_nested_model_is_told_with_its_path():
    inner = circuit(R="resistance + mass")
    outer = Model("outer")
    outer.part = inner
    with pytest.raises(ModelError, match=r"part.resistor.R: 'resistance \+ mass' adds"):
        outer.simulate(0.1)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("3 OHM", "'ohm'"), ("3 ohmm", "'ohm'?, or the product ohm\\*m"), ("2 KG", "'kg'"), ("1 Volt", "'volt'"),
     ("3 NM", "'N\\*m'"), ("3 Kg*m", "'kg'"), ("7 kOHM", "'kohm'"), ("1 V/Amp", "'amp'"),
     ("3 Vs", "the product V\\*s")],
)  # fmt: skip
def test_slips_in_units_are_answered_with_the_nearest(text, meant):
    with pytest.raises(ModelError, match=r"is not understood") as error:
        to_si(text, None)
    assert re.search(meant.replace("?,", r"\?,"), str(error.value)), error.value


@pytest.mark.parametrize(
    ("value", "unit", "own"),
    [("store.e*resistor.f", "V", "W"), ("store.e/resistor.f", "A", "Ω"), ("store.q/resistor.f", "V", "s")],
)
def test_the_unit_of_an_output_that_names_alone_make(value, unit, own):
    m = Model("named", domain="electrical")
    m.source, m.node, m.resistor, m.store = Se(1.0), J1(), R(1.0), C(1.0)
    m.source >> m.node >> [m.resistor, m.store]
    m.output("shown", value, unit)
    with pytest.raises(ModelError, match=rf"^shown: .* is in {own}, but the output shown is said to be in {unit}"):
        m.simulate(1.0)
    m = Model("right", domain="electrical")
    m.source, m.node, m.resistor, m.store = Se(1.0), J1(), R(1.0), C(1.0)
    m.source >> m.node >> [m.resistor, m.store]
    m.output("shown", value, own)
    m.output("scaled", "1000*store.e*resistor.f", "mW")
    m.simulate(1.0)
