"""Units: texts with units to SI, and units as people read them."""

import math
import subprocess
import sys

import pytest

import multibond as mb
from multibond.errors import ModelError, MultibondError
from multibond.model.domain import DOMAINS, domain, transducer
from multibond.model.file import dumps, loads
from multibond.model.unit import check_unit, compatible, is_quantity, pretty, split, to_si


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("2.5 mm", "m", 0.0025),
        ("1.1mm", "m", 0.0011),
        ("3 kohm", "ohm", 3000.0),
        ("3 kΩ", "(V)/(A)", 3000.0),
        ("3 k\u2126", "ohm", 3000.0),
        ("2 kOhm", "ohm", 2000.0),
        ("20 µF", "F", 2e-5),
        ("20 \u03bcF", "(A)*s/(V)", 2e-5),
        ("90 deg", "rad", math.pi / 2),
        ("90°", "", math.pi / 2),
        ("60 rpm", "rad/s", 2 * math.pi),
        ("60 1/min", "1/s", 1.0),
        ("100 °C", "K", 373.15),
        ("0 degC", "K", 273.15),
        ("5 W/°C", "W/K", 5.0),
        ("50 %", "", 0.5),
        ("0.5 Nm", "N*m", 0.5),
        ("2 mNm/A", "N*m/A", 0.002),
        ("6 l/min", "m^3/s", 1e-4),
        ("-1e-3 bar", "Pa", -100.0),
        ("5 N m", "N*m", 5.0),
        ("5 N·m", "N*m", 5.0),
        ("2 m²", "m^2", 2.0),
        ("2 m^2", "m**2", 2.0),
        ("3 kg*m^2", "(N*m)*s/(rad/s)", 3.0),
        ("4 kg", "(N)*s/(m/s)", 4.0),
        ("5eV", "J", 8.01088317e-19),
        ("1 J/(mol*K)", "J/(mol*K)", 1.0),
        ("7 mm", None, 0.007),
        ("−3 mm", "m", -0.003),
    ],
)
def test_quantities_in_si(text, unit, value):
    assert is_quantity(text)
    assert to_si(text, unit) == pytest.approx(value, rel=1e-14, abs=0)


def test_decimal_prefixes_are_correctly_rounded():
    assert all(to_si(f"{x} mm", "m") == float(f"{x}e-3") for x in ("1.1", "2.3", "4.7", "0.3"))
    assert to_si("4.7 µF", "F") == 4.7e-6


@pytest.mark.parametrize(
    "text",
    [
        "1e5",
        "1e-06*x",
        "2*R",
        "3",
        "-x",
        "3 if x else y",
        "2 or x",
        "x",
        "2 m if x",
        "sin(3)",
        "1/R",
        "2.5",
        "",
        "mm",
        "1 < x",
        "5 [m]",
        "__import__",
        "x" * 300,
        "3 " + "m" * 300,
        "1_000",
    ],
)
def test_expressions_are_no_quantities(text):
    assert not is_quantity(text)
    assert split(text) is None


@pytest.mark.parametrize(
    ("text", "unit", "message"),
    [
        ("3 mm", "V", "'3 mm' does not fit: the unit must be compatible with V"),
        ("3 mm", "(V)/(A)", "compatible with Ω"),
        ("3 mm", "", "a number without unit is expected"),
        ("3 furlongg", "m", "not understood: 'furlongg' is not defined"),
        ("50 Hz", "rad/s", "write rad/s, deg/s or rpm"),
        ("3000 1/min", "rad/s", "write rad/s, deg/s or rpm"),
        ("1 m**99999999", "m", "exponent is too large"),
        ("1 m^9^9^9", "m", "not understood"),
        ("1 m*99999", "m", "not understood"),
        ("1e400 m", "m", "not finite"),
        ("1 os.system", None, "not understood"),
        ("1 m/0", "m", "not understood"),
        ("x", "m", "is not a number with a unit"),
    ],
)
def test_wrong_units_are_explained(text, unit, message):
    with pytest.raises(ModelError) as error:
        to_si(text, unit)
    assert message in str(error.value)


def test_compatible_and_check():
    assert compatible("(V)/(A)", "ohm")
    assert compatible("N*m", "J")  # the same dimension
    assert not compatible("V", "A")
    assert check_unit("") == ""
    with pytest.raises(ModelError, match="not understood"):
        check_unit("wibble")


@pytest.mark.parametrize(
    ("unit", "shown"),
    [
        ("(V)/(A)", "Ω"),
        ("ohm", "Ω"),
        ("V/A", "Ω"),
        ("(A)/(V)", "S"),
        ("(A)*s/(V)", "F"),
        ("(V)*s/(A)", "H"),
        ("(A)*s", "C"),
        ("(N)/(m/s)", "N·s/m"),
        ("(N)*s/(m/s)", "kg"),
        ("(N*m)*s/(rad/s)", "kg·m²"),
        ("(rad/s)*s/(N*m)", "rad/(N·m)"),
        ("(Pa)/(m^3/s)", "Pa·s/m³"),
        ("(W/K)*s", "J/K"),
        ("N*m/A", "N·m/A"),
        ("1/s", "1/s"),
        ("s**-2", "1/s²"),
        ("", ""),
        ("W/(m^2*K)", "W/(m²·K)"),
        ("effort/flow", "effort/flow"),
        ("°C", "°C"),
        ("%", "%"),
        ("m^0.5", "m⁰·⁵"),
    ],
)
def test_units_as_people_read_them(unit, shown):
    assert pretty(unit) == shown


def test_every_domain_but_pseudo_ones_multiplies_to_watts():
    for found in DOMAINS.values():
        if found.name != "generic":
            watts = compatible(f"({found.effort_unit})*({found.flow_unit})", "W")
            assert watts != found.pseudo, found.name
            assert compatible(f"({found.flow_unit})*s", found.displacement_unit), found.name
            assert compatible(f"({found.effort_unit})*s", found.momentum_unit), found.name
            assert to_si(f"1 {found.effort_unit}", found.unit("effort")) == 1.0


def test_domains_are_found_by_name():
    assert domain("acoustic") is domain("hydraulic")
    for wrong in ("electric", 5, None, ["electrical"]):
        with pytest.raises(MultibondError, match="electrical"):
            domain(wrong)
    assert "GY" in transducer("rotational", "electrical")
    assert "RS" in transducer("thermal", "electrical")
    assert "TF" in transducer("chemical", "translational")


def test_pint_is_not_loaded_before_a_unit_appears():
    code = (
        "import sys, multibond as mb\n"
        "from multibond.graph.flat import flatten\n"
        "from multibond.equations.system import system\n"
        "from multibond.model.file import loads, dumps\n"
        "m = mb.Model('m', domain='electrical'); m.s, m.r = mb.Se('2*time'), mb.R(1e-3); m.s >> m.r\n"
        "system(flatten(loads(dumps(m))))\n"
        "assert 'pint' not in sys.modules and 'sympy' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr == ""


@pytest.mark.parametrize(
    ("value", "unit", "number"),
    [
        ("10 cm", "m", 0.1),
        ("24 V", "V", 24.0),
        ("80 kN/m", "N/m", 8e4),
        ("3 l/min", "m**3/s", 5e-5),
        ("20 °C", "K", 293.15),
    ],
)
@pytest.mark.parametrize("form", ["{value}", "{{value: {value}, description: what it is}}"])
def test_a_parameter_without_a_unit_has_that_of_its_value_in_si(value, unit, number, form):
    """In Python and in both forms of files."""
    assert mb.Parameter(value).unit == unit
    text = f"multibond: 1\nname: x\nparameters:\n  size: {form.format(value=value)}\n"
    text += "components: {s: {type: Constant, value: size}}\n"
    model = loads(text, "yaml")
    assert model.declarations["size"].unit == unit
    assert model.simulate(1.0)["s.y"][-1] == pytest.approx(number, rel=1e-12)
    assert loads(dumps(model, "yaml"), "yaml").declarations["size"].unit == unit
