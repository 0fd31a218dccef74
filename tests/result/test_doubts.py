"""Results that should be distrusted say so wherever one looks: in the summary, as a warning, in pages."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial
from multibond.cli.run_text import summary
from multibond.picture.page_report import page
from multibond.result.summary import KEYS


def pole():
    """e' = e²: e = 1/(1 − t)."""
    model = mb.Model("pole", domain="electrical")
    model.source, model.node, model.store = mb.Sf("store.e**2"), mb.J0(), mb.C(1.0, e0=1.0)
    model.source >> model.node >> model.store
    model.output("e", "store.e", "V")
    return model


def four_bar(**angle):
    """A crank of 1 m, a bar of 2 m and a lever of 1.5 m between pivots 2 m apart."""
    model = mb.Model("four_bar")
    model.world, model.left, model.right = planar.World(), planar.Fixed(), planar.Fixed([2.0, 0.0])
    model.crank, model.elbow = planar.Revolute(**angle), planar.Revolute()
    model.rocker, model.pivot = planar.Revolute(), planar.Revolute()
    model.arm, model.bar, model.lever = planar.Rod([1.0, 0.0]), planar.Rod([2.0, 0.0]), planar.Rod([1.5, 0.0])
    model.mass = planar.Body()
    chain = [(model.crank, model.arm), (model.elbow, model.bar), (model.rocker, model.lever)]
    before = model.left.b
    for hinge, rod in chain:
        model.join(before, hinge.a)
        model.join(hinge.b, rod.a)
        before = rod.b
    model.join(model.bar.b, model.mass.a)
    model.join(before, model.pivot.a)
    model.join(model.pivot.b, model.right.b)
    return model


def test_a_doubt_is_seen_in_the_summary_the_json_and_the_report():
    model = pole()
    result = model.simulate(1.0)
    (doubt,) = result.stats.doubts
    assert KEYS[-1] == "doubts" and json.loads(json.dumps(result.stats.as_dict()))["doubts"] == [doubt]
    assert f"doubt: {doubt}" in str(result.stats) and doubt in summary(result)
    assert "class=doubt" in page(model, result)


def test_a_doubt_is_told_once_when_the_result_is_read_and_not_by_the_summary():
    result = pole().simulate(1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        str(result.stats)
    with pytest.warns(mb.DoubtfulResult, match="pole: store.q grows beyond all bounds") as told:
        result["e"]
        result["store.q"]
    assert len(told) == 1


def test_a_good_result_has_no_doubts():
    model = pole()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = model.simulate(0.99)
        assert result["e"][-1] == pytest.approx(1 / (1 - 0.99), rel=1e-4)
    assert result.stats.doubts == []


@pytest.mark.parametrize("slope", [1e3, -1e3])
def test_fast_growth_that_numbers_can_hold_is_no_pole(slope):
    """A capacitor that is charged through a small resistor at the very end, or grows exponentially."""
    model = mb.Model("fast", domain="electrical")
    model.source, model.node, model.store = mb.Sf(f"step(0.9999) + {slope}*store.e*(time > 0.9999)"), mb.J0(), mb.C(1.0)
    model.source >> model.node >> model.store
    assert model.simulate(1.0).stats.doubts == []


def test_an_output_that_has_values_at_some_times_only_is_doubted():
    model = pole()
    model.output("root", "sqrt(0.5 - time)")
    result = model.simulate(0.9, points=10)
    (doubt,) = result.stats.doubts
    assert (
        "the output 'root' has no value at 4 of 10 times, first at 0.6 s: sqrt(0.5 - time) with 0.5 - time = -0.1"
        in doubt
    )
    assert np.isfinite(result["root"]).sum() == 6


def test_a_signal_without_a_value_is_doubted_and_told_when_it_is_read():
    model = pole()
    model.minus = mb.Constant("0.5 - time")
    model.root = mb.Function(law="log(u)", u="minus.y")
    result = model.simulate(0.9, points=10)
    (doubt,) = result.stats.doubts
    assert doubt.startswith("root: the signal root.y has no value at 5 of 10 times, first at 0.5 s: ")
    with pytest.warns(mb.DoubtfulResult, match=r"root\.y has no value at 0\.5 s: .*log"):
        result["root.y"]


def test_a_loop_that_nobody_positioned_is_doubted_and_one_that_was_is_not():
    (doubt,) = four_bar().simulate(0.1).stats.doubts
    assert "chosen freely" in doubt and "crank.angle.q" in doubt
    assert four_bar(phi0=1.0).simulate(0.1).stats.doubts == []


def test_a_guess_for_a_joint_of_the_loop_counts_as_a_choice():
    model = four_bar()
    model.start("crank.phi", 1.0, fixed=False)
    assert model.simulate(0.1).stats.doubts == []


@pytest.mark.parametrize("solver", ["auto", "dop853", "bdf", "adams", "ida"])
@pytest.mark.parametrize("tolerance", [1e-6, 1e-9])
@pytest.mark.parametrize("name", ["double_pendulum", "gyroscope"])
def test_errors_that_the_tolerance_explains_are_no_doubts(name, tolerance, solver):
    assert mb.load(name).simulate(tolerance=tolerance, solver=solver).stats.doubts == []


def test_a_gyroscope_that_loses_its_way_is_doubted():
    """It exchanges little beside what its spin stores: errors that its spin hardly feels are all of its nutation."""
    rough = mb.load("gyroscope").simulate(tolerance=1e-4, solver="ida")
    assert rough.stats.energy_residual > 0.1 and "energy books are out" in rough.stats.doubts[0]


def test_books_that_do_not_close_are_doubted():
    """A fixed step far too long for the spring, over a time too short for numbers to overflow."""
    model = mb.Model("stiff", domain="translational")
    model.mass, model.spring, model.node = mb.I(1.0, f0=1.0), mb.C(1e-4), mb.J1()
    model.node >> [model.mass, model.spring]
    steps, books = model.simulate(1.0, solver="rk4", step=0.03).stats.doubts
    assert "energy books are out" in books and "the fixed steps of rk4, 0.03 s long" in steps


def test_the_rounding_of_a_pendulum_at_rest_is_no_imbalance():
    """It exchanges 1e-25 J with gravity, out by as much: nothing beside m g l = 9.81 J."""
    model = mb.Model("at_rest")
    model.world, model.ground, model.hinge = planar.World(), planar.Fixed(), planar.Revolute(phi0=-np.pi / 2)
    model.rod, model.body = planar.Rod([1.0, 0.0]), planar.Body(m=1.0, I=0.1)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    result = model.simulate(10.0)
    assert 0.0 < result.energy.exchanged < 1e-20 and result.energy.usual == pytest.approx(9.81)
    assert result.stats.energy_residual < 1e-10 and not result.stats.doubts


def charged(**parts):
    model = mb.Model("charged", domain="electrical")
    model.source, model.node, model.resistor, model.store = mb.Se(1.0), mb.J1(), mb.R(1.0), mb.C(1.0)
    model.source >> model.node >> [model.resistor, model.store]
    for name, part in parts.items():
        setattr(model, name, part)
        if part.ports:
            model.node >> part
    return model


def test_a_condition_without_a_value_is_doubted():
    """It can neither be met nor missed: a switch stays as it is, an event never happens."""
    (doubt,) = charged(switch=mb.Sw("sqrt(0.5 - time) < 1")).simulate(1.0).stats.doubts
    assert doubt.startswith(
        "switch: the condition sqrt(0.5 - time) < 1 has no value at 250 of 501 times, first at 0.502 s"
    )
    model = charged()
    model.when("log(-1 - time) > 0", {"store.q": 0.0})
    (doubt,) = model.simulate(1.0).stats.doubts
    assert "the condition log(-1 - time) > 0 has no value at 501 of 501 times" in doubt


def test_a_condition_that_is_guarded_by_another_is_not():
    assert charged(switch=mb.Sw("store.e > 0.2 and log(store.e) > 1")).simulate(1.0).stats.doubts == []


def test_a_signal_that_nobody_needs_is_doubted_once():
    (doubt,) = charged(gain=mb.Gain(2.0, u="sqrt(-1 - time)")).simulate(1.0).stats.doubts
    assert doubt.startswith("gain: the signal gain.u has no value at 501 of 501 times")


def test_a_two_port_that_makes_power_is_named():
    class Booster(mb.Element):
        """Doubles the effort and passes the flow: it makes power."""

        symbol = "B"
        role = "conserving"
        a, b = mb.Port(description="in"), mb.Port(inward=False, description="out")

        def equations(self, s):
            """e2 = 2 e1, f1 = f2."""
            yield s.b.e, 2 * s.a.e
            yield s.a.f, s.b.f

    model = mb.Model("boosted", domain="electrical")
    model.source, model.booster, model.node, model.load, model.coil = mb.Se(1), Booster(), mb.J1(), mb.R(1), mb.I(1)
    model.source >> model.booster >> model.node >> [model.load, model.coil]
    (doubt,) = model.simulate(3.0).stats.doubts
    assert "booster makes or loses 1.9 W at 3 s" in doubt and "e1 f1 = e2 f2" in doubt


@pytest.mark.parametrize("inertia", [[0.1, 0.2, 0.25], [[0.1, 0.02, 0.0], [0.02, 0.2, 0.0], [0.0, 0.0, 0.25]]])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_a_body_that_tumbles_by_itself_is_not_doubted(inertia, tolerance):
    """Its axes exchange energy, though the body as a whole neither gains nor loses any."""
    m = mb.Model("tumbling")
    m.world, m.body = spatial.World(gravity="none"), spatial.Body(1.0, inertia, w0=[0.01, 3.0, 0.01])
    result = m.simulate(30.0, tolerance=tolerance)
    assert not result.stats.doubts
    assert np.ptp(result["body.w"][:, 1]) > 5.5  # it turns over
    assert 0.1 < result.energy.exchanged < 1.1 and result.stats.energy_residual < 10 * tolerance


def test_books_of_fixed_steps_ask_for_shorter_steps():
    steps, doubt = mb.load("double_pendulum").simulate(10.0, solver="rk4", step=0.2).stats.doubts
    assert "one step and two of half its length" in steps
    assert "by the fixed steps of rk4, 0.2 s long" in doubt and "take shorter steps" in doubt
    assert "tolerance" not in doubt


def test_a_pole_at_the_end_is_doubted_in_a_study_too():
    table = mb.Study(pole(), vary={"store.e0": [0.5, 1.0]}, stop=1.0).run().table
    assert table["doubts"][0] == "" and table["e"][0] == pytest.approx(1.0, rel=1e-5)
    assert "store.q grows beyond all bounds where the run ends" in table["doubts"][1]


def test_doubts_are_seen_in_the_short_form_and_in_comparisons_of_methods():
    result = pole().simulate(1.0)
    assert repr(result) == "<Result of pole: 501 points to 1 s, 1 doubt (see result.stats.doubts)>"
    assert repr(pole().simulate(0.5)) == "<Result of pole: 501 points to 0.5 s>"
    table = pole().compare_methods(1.0, methods=["minimal", "reduced"], repeat=1)
    assert all("grows beyond all bounds" in row.doubts[0] for row in table.rows)
    assert "\ndoubt (minimal, reduced): store.q grows beyond all bounds" in str(table)


@pytest.mark.parametrize("points", [2, 5])
def test_an_oscillation_seen_at_its_periods_alone_is_no_imbalance(points):
    """At all output points the spring has all of the energy, as if nothing were exchanged; 0.5 J go to and fro."""
    model = mb.Model("whole_periods", domain="translational")
    model.velocity, model.mass, model.spring = mb.J1(), mb.I(1.0), mb.C(1.0, q0=1.0)
    model.velocity >> [model.mass, model.spring]
    result = model.simulate(20 * np.pi, points=points)
    assert np.abs(result["spring.q"]) == pytest.approx(1.0, abs=1e-4)
    assert result.energy.exchanged == pytest.approx(0.5, rel=1e-3)
    assert result.energy.relative_residual < 1e-5 and not result.stats.doubts


@pytest.mark.parametrize(("size", "tolerance", "doubted"), [
    (1e-12, 1e-6, True), (1e-9, 1e-6, False), (2e-10, 1e-9, True), (1e-6, 1e-9, False),
])  # fmt: skip
def test_values_below_what_the_tolerance_holds(size, tolerance, doubted):
    """A driven mass and spring: in picometres its errors are some hundred times the tolerance."""
    m = mb.Model("small", domain="translational")
    m.force, m.moves, m.mass, m.spring = mb.Se(f"{size}*sin(3*time)"), mb.J1(), mb.I(1.0), mb.C(1 / 40)
    m.force >> m.moves >> [m.mass, m.spring]
    doubts = m.simulate(10.0, tolerance=tolerance).stats.doubts
    assert any("so small that the tolerance does not hold" in doubt for doubt in doubts) == doubted
