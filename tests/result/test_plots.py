"""Plots: panels, axes, units, limits, colours, overlays, the command line, and what is refused."""

from __future__ import annotations

import itertools
import warnings
import xml.dom.minidom

import numpy as np
import pytest

import multibond as mb
from multibond.cli import main


@pytest.fixture(scope="module")
def motor():
    return mb.load("dc_motor").simulate(1.0, points=101)


def lines(figure):
    return [line for axis in figure.axes for line in axis.get_lines()]


def test_names_share_a_panel_for_each_unit_and_lists_are_panels(motor):
    figure = motor.plot("motor_speed", "current", "load_speed")
    assert [len(axis.get_lines()) for axis in figure.axes] == [2, 1]
    together = motor.plot(["motor_speed", "current"], "voltage")
    assert len(together.axes) == 3 and together.axes[0].get_ylabel() == "motor_speed [rad/s]"
    assert together.axes[2].get_ylabel() == "current [A]" and together.axes[1].get_xlabel() == "time [s]"
    assert len(motor.plot().axes) == len({motor.unit(name) for name in motor.outputs})


def test_expressions_units_limits_and_titles(motor):
    figure = motor.plot("current*voltage", "motor_speed", units={"motor_speed": "rpm", "time": "ms"}, title="start",
                        limits={"motor_speed": (0, None), "time": (100, 500)})  # fmt: skip
    power, speed = figure.axes
    assert power.get_ylabel() == "current*voltage [W]" and speed.get_ylabel() == "motor_speed [rpm]"
    assert np.allclose(speed.get_lines()[0].get_ydata(), motor["motor_speed"] * 30 / np.pi)
    assert np.allclose(speed.get_lines()[0].get_xdata(), 1e3 * motor.time)
    assert speed.get_ylim()[0] == 0 and speed.get_xlim() == (100, 500) and figure.get_suptitle() == "start"
    assert motor.plot("current", limits=(-1, 1)).axes[0].get_ylim() == (-1, 1)
    warm = motor.plot("winding_temperature", units={"winding_temperature": "degC"}).axes[0].get_lines()[0].get_ydata()
    assert warm[0] == pytest.approx(motor["winding_temperature"][0] - 273.15)


def test_a_phase_portrait_and_an_existing_axis(motor):
    portrait = motor.plot("motor_speed", x="current")
    assert np.array_equal(portrait.axes[0].get_lines()[0].get_xdata(), motor["current"])
    assert portrait.axes[0].get_xlabel() == "current [A]"
    from matplotlib.figure import Figure

    axis = Figure().subplots()
    assert motor.plot("current", axis=axis) is None and motor.plot("-current", axis=axis) is None
    assert len({line.get_color() for line in axis.get_lines()}) == 2


@pytest.mark.parametrize("count", [3, 10, 11, 60])
def test_colours_never_repeat(motor, count):
    figure = motor.plot([f"{k}*current" for k in range(1, count + 1)])
    assert len({line.get_color() for line in lines(figure)}) == count


def test_figures_show_themselves_in_the_colours_of_the_page(motor):
    figure = motor.plot()
    page = figure._repr_html_()
    assert "currentColor" in page and "#000000" not in page and "#ffffff" not in page
    assert page.count("max-width:100%;height:auto") == page.count("<svg") == 1  # it shrinks with its column
    assert figure._repr_png_()[:4] == b"\x89PNG"
    import matplotlib.pyplot as pyplot

    assert pyplot.get_fignums() == []  # nobody else shows it a second time
    with pytest.warns(UserWarning, match="no screen"):
        figure.show()


@pytest.mark.parametrize(
    "what, options, words",
    [
        (["curent"], {}, "did you mean 'current'"),
        ([3], {}, "names, expressions, or lists"),
        ([[]], {}, "names, expressions, or lists"),
        (["current"], {"units": {"curent": "mA"}}, "does not show 'curent'.*'current'"),
        (["current"], {"units": {"current": "rpm"}}, "cannot be shown in rpm"),
        (["current"], {"units": {"current": "nonsense"}}, "not understood"),
        (["motor_speed"], {"units": {"motor_speed": "Hz"}}, "not clear for an angular velocity"),
        (["3.6*motor_speed"], {"units": {"3.6*motor_speed": "km"}}, "no known unit"),
        (["current"], {"limits": (2, 1)}, "lowest and a higher"),
        (["current"], {"limits": {"speed": (1, 2)}}, "does not show"),
        (["current"], {"axis": 3}, "one of matplotlib"),
        (["current"], {"x": "curent"}, "did you mean"),
        (["current"], {"x": "[current, voltage]"}, "is a vector"),
        (["current"], {"colour": "red"}, "no option 'colour'"),
        (["current"], {"width": 0.0}, "inches"),
    ],
)
def test_what_cannot_be_drawn_is_refused(motor, what, options, words):
    with pytest.raises(mb.MultibondError, match=words):
        motor.plot(*what, **options)


def test_overlays_list_the_largest_differences():
    model = mb.Model("decay", domain="translational")
    model.mass, model.damper, model.move = mb.I(1.0, p0=1.0), mb.R(1.0), mb.J1()
    model.move >> [model.mass, model.damper]
    model.output("v", "mass.f")
    first = model.simulate(2.0, points=21, tolerance=1e-10)
    slower = model.simulate(3.0, points=13, tolerance=1e-10, parameters={"damper.R": 0.5})
    found = mb.overlay(first, slower)
    worst = found.differences[0]
    exact = np.exp(-0.5 * first.time) - np.exp(-first.time)
    assert worst.largest == pytest.approx(exact.max(), abs=1e-8) and worst.time == first.time[exact.argmax()]
    assert worst.run == "damper.R = 0.5" and worst.unit == "m/s" and worst.relative == pytest.approx(exact.max())
    assert len(lines(found.figure)) == 2 and "damper.R = 0.5" in str(found) and "<table>" in found._repr_html_()
    later = model.simulate(3.0, points=5, tolerance=1e-10).between(0.5, 2.5)
    assert mb.overlay(first, later, labels=["a", "b"]).differences[0].largest < 1e-8
    with pytest.raises(mb.ModelError, match="two or more"):
        mb.overlay(first)
    with pytest.raises(mb.ModelError, match="results of simulations"):
        mb.overlay(first, 3)
    with pytest.raises(mb.ModelError, match="one for each"):
        mb.overlay(first, slower, labels=["a"])
    with pytest.raises(mb.ModelError, match="no output in common"):
        mb.overlay(first, mb.load("dc_motor").simulate(0.1))
    with pytest.raises(mb.NameNotFound, match="did you mean"):
        mb.overlay(first, slower, names=["mas.f"])


@pytest.mark.parametrize("ending, begins", [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_command_line_writes_pictures(tmp_path, ending, begins, capsys):
    target = tmp_path / f"run.{ending}"
    given = [
        "plot",
        "dc_motor",
        "motor_speed",
        "current,voltage",
        "max(current, 1)",
        "--stop",
        "0.5",
        "-o",
        str(target),
    ]
    more = ["--unit", "motor_speed=rpm", "--limits", "time=0:0.4", "--set", "load_torque=0.1", "--title", "run"]
    assert main([*given, *more]) == 0
    assert target.read_bytes().startswith(begins)
    assert main(["plot", "rlc", "--x", "voltage", "--stop", "1", "-o", str(target)]) == 0


def test_wrong_plots_on_the_command_line_are_answered(tmp_path, capsys):
    target = str(tmp_path / "run.svg")
    cases = {
        ("curent", "-o", target): "did you mean 'current'",
        ("current", "-o", target + ".txt"): "change the ending",
        ("current,,voltage", "-o", target): "name is missing",
        ("current", "-o", target, "--unit", "rpm"): "NAME=UNIT",
        ("current", "-o", target, "--limits", "current=a:b"): "LOW:HIGH",
        ("current", "-o", target, "--unit", "current=m"): "cannot be shown in m",
        ("log(current - 1e9)", "-o", target): "'log(current - 1e9)' has a value at no time of the run",
        ("current",): "-o",
    }
    for arguments, words in cases.items():
        assert main(["plot", "dc_motor", "--stop", "0.1", *arguments]) == 2
        assert words in capsys.readouterr().err
    assert list(itertools.islice(tmp_path.iterdir(), 3)) == []


@pytest.mark.parametrize(
    "title", ["a\x00b\x1b[31m\x07", "tab\tline\r\nend", r"$\frac{ $$ _ ^ \ $x^", "<script>&\ufffe"]
)
def test_any_title_gives_a_picture_that_can_be_read(tmp_path, title):
    """Control characters, which no font has, made SVG files that nothing could open; dollars ended in an error."""
    result = mb.bank.load("rlc").simulate(1.0, points=5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result.plot("current", title=title).save(tmp_path / "run.svg")
    assert xml.dom.minidom.parse(str(tmp_path / "run.svg")).documentElement.tagName == "svg"
    assert "\x1b" not in result.plot("current", title=title)._repr_html_()


def test_formulas_in_titles_stay_formulas(tmp_path):
    result = mb.bank.load("rlc").simulate(1.0, points=5)
    result.plot("current", title=r"$\omega^2$").save(tmp_path / "run.svg")
    result.plot("current", title=r"$\omega^$").save(tmp_path / "plain.svg")
    formula, plain = ((tmp_path / name).read_text() for name in ("run.svg", "plain.svg"))
    assert "<!-- $\\omega^2$ -->" in formula and "text_" in plain
    assert formula != plain
