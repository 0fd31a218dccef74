"""Laws that divide by zero within a run: it is told where the run stepped over such a place, and of nothing else."""

import pytest

import multibond as mb

CHANCE = "behind that place is chance"


def integrated(rate, start=1.0, stop=0.6, **given):
    model = mb.Model("divided")
    model.add("sum", mb.Integrator(y0=start, u=rate))
    return model.simulate(stop, **given)


def told(result):
    return [doubt for doubt in result.stats.doubts if CHANCE in doubt]


@pytest.mark.parametrize(
    "rate, between",
    [
        ("-1/sum.y", "between 0.4992 and 0.5004 s"),  # y = sqrt(1 − 2 t) has an end
        ("-1/(sum.y*abs(sum.y))", "between 0.3324 and 0.3336 s"),  # the cube root of 1 − 3 t, and its mirror image
        ("-sum.y**-2", "between 0.3324 and 0.3336 s"),
    ],
)
def test_a_square_root_that_ends_is_doubted(rate, between):
    (doubt,) = told(integrated(rate))
    assert doubt.startswith("sum: ")
    assert between in doubt
    assert "where sum.y comes to zero" in doubt


@pytest.mark.parametrize("rate", ["1/(time - 0.313)", "3/(0.313 - time)**2", "tan(5*time)", "exp(time)/(time - 0.313)"])
def test_fixed_steps_over_a_pole_are_doubted(rate):
    (doubt,) = told(integrated(rate, solver=mb.solvers.Rk4(0.02)))
    assert "divides by zero between 0.31" in doubt


@pytest.mark.parametrize("solver", ["bdf", "adams"])
def test_a_leap_away_from_zero_is_doubted(solver):
    assert told(integrated("-1/sum.y", solver=solver))


@pytest.mark.parametrize(
    "rate",
    [
        "sin(time - 0.3)/(time - 0.3001)**0",  # nothing is divided by
        "sin(sum.y - 0.5)/(sum.y - 0.5)",  # what is above vanishes too
        "min(1/(2 + sum.y), 5)",
        "1/(1 + sum.y**2)",
        "atan(1/(time - 0.3001))",  # a function of it that has bounds
        "-1/max(sum.y, 0.1)",
        "1/(0.1 if time < 0.3 else -0.1)",  # from one sign to the other by a jump
    ],
)
def test_what_stays_finite_is_not_doubted(rate):
    assert told(integrated(rate, solver=mb.solvers.Rk4(0.01))) == []


def test_a_divisor_that_an_event_takes_over_zero_is_not_doubted():
    model = mb.Model("divided")
    model.gear, model.sum = mb.Integrator(y0=1, u="0"), mb.Integrator(u="1/gear.y")
    model.when("time > 0.3", {"gear.y": -1})
    result = model.simulate(0.6)
    assert told(result) == []
    assert result["sum.y"][-1] == pytest.approx(0.0, abs=1e-6)


def test_a_quotient_that_only_shows_may_have_poles():
    model = mb.Model("divided")
    model.sum, model.shown = mb.Integrator(u="1"), mb.Function("1/cos(u)", u="9*sum.y")
    assert told(model.simulate(1.0)) == []


def test_a_resistance_that_passes_zero_in_a_circuit_is_doubted():
    """A load of constant power at a source that turns its sign: i = P/u."""
    model = mb.Model("divided", domain="electrical")
    model.source, model.node = mb.Se("cos(4*time)"), mb.J1()
    model.coil, model.load = mb.I(1.0), mb.R(law="0.6/f")
    model.source >> model.node >> [model.coil, model.load]
    model.start("coil.f", 1.0)
    (doubt,) = told(model.simulate(1.0, solver=mb.solvers.Rk4(0.01)))
    assert doubt.startswith("load: 0.6/")
