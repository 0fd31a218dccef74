"""Parameters given by expressions, and limits in their order: refused wherever numbers come from."""

from __future__ import annotations

import pytest

from multibond import J1, PID, C, DeadZone, Integrator, Limiter, Model, Parameter, R, Se, planar
from multibond.errors import InitialError, ModelError


def circuit(z: float, capacitance: str = "k/z", **given) -> Model:
    model = Model("circuit", domain="electrical")
    model.k, model.z = Parameter(2.0), Parameter(z)
    model.source, model.loop, model.capacitor = Se(1), J1(), C(capacitance)
    model.resistor = R(given.get("resistance", 1.0))
    model.source >> model.loop >> [model.resistor, model.capacitor]
    return model


INFINITE = "capacitor.C: k/z has no finite value with .*z = 0.*; give them other values"


def test_an_infinite_store_is_refused_on_every_way():
    for ask in (
        lambda: circuit(0.0).simulate(0.1),
        lambda: circuit(0.0).analyse(),
        lambda: circuit(0.0).linearize(inputs=["source.effort"], outputs=["capacitor.e"]),
        lambda: circuit(0.0).equations(),
        lambda: circuit(1.0).simulate(0.1, parameters={"z": 0}),
        lambda: circuit(1.0).sweep({"z": [1.0, 2.0, 0.0]}, 0.1),
        lambda: circuit(0.0).sweep({"k": [1.0, 2.0]}, 0.1),
    ):
        with pytest.raises(ModelError, match=INFINITE):
            ask()
    assert circuit(1.0).simulate(0.1, parameters={"z": 4})["capacitor.e"][-1] > 0


@pytest.mark.parametrize("expression", ["sqrt(z - k)", "exp(1000*k)", "log(-k)", "1/(k - 2*z)", "k**(1000*k)"])
def test_other_expressions_without_a_finite_value(expression):
    with pytest.raises(ModelError, match=r"capacitor.C: .* has no finite value with"):
        circuit(1.0, expression).simulate(0.1)


def test_an_expression_below_the_minimum_names_the_values():
    plain = Model("plain", domain="electrical")
    plain.resistance = Parameter(1.0, "ohm", minimum=0.0, strict=True)
    plain.source, plain.loop, plain.resistor = Se(1), J1(), R("resistance")
    plain.source >> plain.loop >> plain.resistor
    outer = Model("outer")
    outer.a = Parameter(1.0, "ohm")
    with pytest.raises(ModelError, match=r"resistance: the value -1 must be greater than 0"):
        plain.simulate(0.1, parameters={"resistance": "-1"})
    inner = type("Inner", (Model,), {
        "resistance": Parameter(1.0, "ohm", minimum=0.0, strict=True),
        "build": lambda self: (self.add("source", Se(1, domain="electrical")), self.add("loop", J1()),
                               self.add("resistor", R("resistance")), self.bond(self.source, self.loop),
                               self.bond(self.loop, self.resistor)),
    })  # fmt: skip
    outer.inner = inner(resistance="a - 2")
    with pytest.raises(ModelError, match=r"inner.resistance: a - 2 is -1, which must be greater than 0, with a = 1"):
        outer.simulate(0.1)


def test_a_parameter_with_the_name_of_a_variable_of_a_law_is_told():
    model = Model("shadow", domain="electrical")
    model.f = Parameter(3.0)
    model.source, model.loop, model.resistor = Se(1.0), J1(), R(law="2*f")
    model.source >> model.loop >> model.resistor
    with pytest.raises(ModelError, match=r"resistor.law: 'f' in '2\*f' is the variable of the law, and the model has"):
        model.simulate(0.1)
    clear = Model("clear", domain="electrical")
    clear.f = Parameter(3.0)
    clear.source, clear.loop, clear.resistor = Se(1.0), J1(), R(law=lambda f: 2 * f * clear.f)
    clear.source >> clear.loop >> clear.resistor
    assert clear.simulate(0.1)["resistor.f"][0] == pytest.approx(1 / 6)


def block(made, **given):
    model = Model("block")
    model.block = made
    return model.simulate(0.1, **given)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: Limiter(2, 1, u="time"), r"lower = 2 \(lowest output\) must be at most upper = 1"),
        (lambda: Limiter([0, 3], [1, 2], n=2, u=["time", "time"]), "lower = 3 .* at most upper = 2"),
        (lambda: PID(lower=1, upper=0, u="time"), "lower = 1 .* at most upper = 0"),
        (lambda: DeadZone(1, -1, u="time"), "lower = 1 .* at most upper = -1"),
        (lambda: Integrator(lower=1, upper=0, y0=1, u="time"), "lower = 1 .* at most upper = 0"),
        (lambda: Integrator(y0=3, upper=1, u="time"), r"y0 = 3 \(output at the start\) must be at most upper = 1"),
        (lambda: Integrator(lower=1, u="time"), "lower = 1 .* at most y0 = 0"),
    ],
)
def test_limits_in_the_wrong_order_are_refused(made, said):
    with pytest.raises(ModelError, match=f"block: {said}"):
        block(made())


def test_limits_are_checked_with_the_values_of_a_run_and_of_a_sweep():
    block(Limiter(1, 1, u="time"))  # equal ones are a constant
    with pytest.raises(ModelError, match=r"lower = 3"):
        block(Limiter(0, 1, u="time"), parameters={"block.lower": 3})
    model = Model("block")
    model.block = Limiter(0, 1, u="time")
    with pytest.raises(ModelError, match=r"lower = 2 .* must be at most upper = 1"):
        model.sweep({"block.lower": [0.0, 0.5, 2.0]}, 0.1)


def test_a_start_value_beyond_the_limits_of_an_integrator_is_refused():
    model = Model("integrator")
    model.integrator = Integrator(lower=0, upper=1, u="time")
    model.start("integrator.y", 2)
    with pytest.raises(InitialError, match=r"integrator: .* starts beyond the limit 'upper'; start it between"):
        model.simulate(0.1)


def test_the_velocities_of_a_friction_law_are_in_order():
    model = Model("wheel")
    model.world, model.body = planar.World(), planar.Body(1, 1)
    model.wheel = planar.DryFrictionWheelJoint(v_adhesion=0.3, v_slide=0.3)
    model.join(model.wheel.a, model.body.a)
    with pytest.raises(ModelError, match=r"wheel: v_adhesion = 0.3 \(.*\) must be below v_slide = 0.3"):
        model.simulate(0.1)
