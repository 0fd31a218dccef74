"""Every signal that a value, law or connection uses is an arrow of the drawing."""

from __future__ import annotations

import random

import pytest

from multibond import (
    J1,
    C,
    Constant,
    Discrete,
    Dq,
    Function,
    Gain,
    I,
    Input,
    LookupTable2,
    Model,
    Parameter,
    R,
    Se,
    StateSpaceBlock,
    Sum,
    bank,
    sampled,
)
from multibond.look import Text
from multibond.model.mention import names_in
from multibond.picture.drawing import draw
from multibond.transform import to_scalar


def arrows(model: Model, path: str = "") -> set[str]:
    return {group.title for group in draw(model, path).scene.groups if group.kind == "signal" and "→" in group.title}


def circuit() -> Model:
    """A loop with two signals, one of them a vector, on which tests hang what reads them."""
    model = Model("circuit")
    model.loop, model.source, model.store = J1(), Se(1), C(1)
    model.source >> model.loop >> model.store
    model.a, model.b = Constant("time"), Constant(["time", "2*time"], n=2)
    return model


class Inner(Model):
    """A composite with an input, a parameter and an input deeper inside."""

    u = Input()
    gain = Parameter(2.0)

    def build(self) -> None:
        self.block, self.free = Gain("gain", u="u"), Gain(3)
        self.output("y", self.block.y)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a[0,1]*b", ["a", "b"]),
        ("a[1] + b.x[2]", ["a", "b.x"]),
        ("dot(a, b) + c", ["a", "b", "c"]),
        ("cross(a, b)[0] + c.y", ["a", "b", "c.y"]),
        ("der(x) + v.x[2,3]*w.p", ["x", "v.x", "w.p"]),
        ("R @ v + c", ["R", "v", "c"]),
        ("c if a < b else sin(pi*d)", ["c", "a", "b", "d"]),
        ("table(u, [0, 1], [2, 3]) + w", ["u", "w"]),
        ("2 +", []),
        ("3 mm", []),
    ],
)
def test_all_names_of_an_expression_are_found_in_order(text, names):
    assert names_in(text) == names


def test_signals_behind_a_subscript_with_two_indices_are_drawn():
    model = Model("matrix")
    model.sum = Sum("++", n=2, u=[["time", "1"], ["2", "3"]])
    model.other = Constant("time")
    model.loop = J1()
    model.source, model.resistor = Se("sum.u[0,1] * other.y"), R(1)
    model.source >> model.loop >> model.resistor
    assert arrows(model) == {"signal sum.u → source.effort", "signal other.y → source.effort"}


def test_all_signals_of_a_connected_expression_are_drawn():
    model = Model("several")
    model.a, model.b, model.gain = Constant("time"), Constant(2), Gain(3)
    model.connect("a.y + b.y", "gain.u")
    assert arrows(model) == {"signal a.y → gain.u", "signal b.y → gain.u"}


def test_signals_in_a_law_that_is_a_python_function_are_drawn():
    model = Model("brake")
    model.pressure = Constant("time")
    model.loop, model.source = J1(), Se(1)
    model.brake = R(law=lambda f: 3 * model.pressure.y * f)
    model.source >> model.loop >> model.brake
    assert arrows(model) == {"signal pressure.y → brake.law"}
    symbols = [item.words for item in draw(model).scene.items() if isinstance(item, Text)]
    assert "MR" in symbols


def test_a_function_block_is_captioned_with_its_output():
    model = Model("functions")
    model.text, model.python = Function("sin(u)", u="time"), Function(lambda u: u**3, u="time")
    words = [item.words for item in draw(model).scene.items() if isinstance(item, Text)]
    assert "y = sin(u)" in words and "y = φ(u)" in words


def reading(values: list[str], names: tuple[str, ...] = ()) -> Model:
    model = circuit()
    for name, value in zip(("p", "q"), names):
        setattr(model, name, Parameter(value))
    for number, value in enumerate(values):
        model.loop >> model.add(f"r{number}", R(value))
    return model


def test_names_that_stand_for_expressions_are_followed_to_their_signals():
    """What the drawing did not show before: parameters of the model and of parts, outputs and aliases."""
    assert arrows(reading(["1 + q"], ("2*a.y", "p + b.y[1]"))) == {"signal a.y → r0.R", "signal b.y → r0.R"}
    assert arrows(reading(["1 + a.y", "2*r0.R"])) == {"signal a.y → r0.R", "signal a.y → r1.R"}
    model = reading(["1 + speed", "1 + shown"])
    model.alias("speed", "a.y")
    model.output("shown", "b.y[0] + store.q")
    assert arrows(model) == {"signal a.y → r0.R", "signal b.y → r1.R", "signal store.q → r1.R"}


def test_of_a_vector_of_several_signals_only_those_are_drawn_that_are_used():
    """The scalar bonds of a body: its position is an alias of three sensors."""
    for value, read in (("both[1]", {"b"}), ("both[0] + both[1]", {"a", "b"}), ("sqrt(both[0])", {"a"})):
        model = reading([value])
        model.alias("both", ["a.y", "b.y[0]"])
        assert arrows(model) == {f"signal {name}.y → r0.R" for name in read}
    model = to_scalar(bank.load("planar_pendulum"))
    assert {title for title in arrows(model) if "rod_02" in title} == {"signal position_2.q → rod_02.M"}


def test_what_reads_a_signal_through_a_parameter_is_modulated():
    symbols = [item.words for item in draw(reading(["p"], ("1 + a.y",))).scene.items() if isinstance(item, Text)]
    assert "MR" in symbols
    symbols = [item.words for item in draw(reading(["p"], ("2",))).scene.items() if isinstance(item, Text)]
    assert "MR" not in symbols


def test_a_circle_of_parameters_is_drawn_without_end():
    assert arrows(reading(["p"], ("q + a.y", "p"))) == {"signal a.y → r0.R"}


def test_vectors_are_connected_part_by_part():
    model = circuit()
    model.one, model.two = Gain(1), Gain(2)
    model.connect(["one.u", "two.u"], ["a.y", "b.y[1]"])
    assert arrows(model) == {"signal a.y → one.u", "signal b.y → two.u"}


@pytest.mark.parametrize("turned", [False, True])
def test_arrows_go_to_inputs_at_any_depth(turned):
    model = circuit()
    model.inner = Inner(u="b.y[0]")
    model.connect(*(("a.y", "inner.free.u") if turned else ("inner.free.u", "a.y")))
    assert arrows(model) == {"signal a.y → inner.u", "signal b.y → inner.u"}


def test_an_input_that_was_given_is_no_target():
    model = circuit()
    model.one, model.two = Gain(1, u="a.y"), Gain(2)
    model.connect("two.u", "one.u")
    assert arrows(model) == {"signal a.y → one.u", "signal one.u → two.u"}


def test_a_signal_given_to_a_parameter_comes_in_where_the_inside_is_drawn():
    model = circuit()
    model.inner = Inner(u="b.y[0]", gain="a.y")
    assert arrows(model, "inner") == {"signal u.u → block.u", "signal gain.gain → block.k"}
    other = circuit()
    other.inner = Inner(u="b.y[0]", gain=5)
    assert arrows(other, "inner") == {"signal u.u → block.u"}


def test_events_take_signals_to_what_they_set():
    model = Model("ball", domain="translational")
    model.hits, model.v, model.mass, model.weight, model.height = Discrete(start=0.0), J1(), I(1.0), Se(-9.81), Dq()
    model.weight >> model.v >> [model.mass, model.height]
    model.when("height.q < 0", {"mass.p": "-0.8*mass.p", "hits": "hits + 1"})
    assert arrows(model) == {"signal height.q → mass.p", "signal height.q → signal hits.hits"}


def test_a_state_machine_shows_its_states():
    model = circuit()
    model.machine = sampled.StateMachine("off on", "off on, on off", fires=["store.q > 1", "store.q < 0.5"])
    words = [item.words for item in draw(model).scene.items() if isinstance(item, Text)]
    assert any("off on" in text.replace("\u00a0", " ") for text in words)
    assert arrows(model) == {"signal store.q → machine.fires"}


def random_reader(numbers: random.Random, model: Model, name: str, read: list[tuple[str, str]]) -> set[tuple[str, str]]:
    """A component that reads the signals `read` (owner, text) somewhere; the pairs (source, target) to be drawn."""
    text = " + ".join(signal for _, signal in read)
    kind = numbers.randrange(9)
    if kind == 0:
        model.loop >> model.add(name, R(f"1 + ({text})**2"))
    elif kind == 1:
        model.loop >> model.add(name, R(law=f"f*(2 + cos({text}))"))
    elif kind == 2:
        model.add(name, Sum("+" * len(read), n=2, u=[[signal, "1"] for _, signal in read]))
    elif kind == 3:
        model.add(name, LookupTable2([0, 1], [0, 1], [[0, 1], [1, 2]], u1=read[0][1], u2=text))
    elif kind == 4:
        model.add(name, StateSpaceBlock(A=[[-1]], B=[[1, 2]], C=[[1]], u=[text, "time"]))
    elif kind == 5:
        model.add(name, Gain([[1, 2], [3, f"sin({text})"]], u=["time", "1"]))
    elif kind == 6:
        model.add(name, Gain(2))
        ends = [text, f"{name}.u"]
        numbers.shuffle(ends)
        model.connect(*ends)
    elif kind == 7:
        setattr(model, f"{name}_value", Parameter(text))
        model.add(name, Function("sin(u[0])*u[1]", n=2, outputs=1, u=[f"{name}_value", "time"]))
    else:
        setattr(model, name, Discrete(start=0.0))
        model.when(f"{text} > 1", {name: f"{name} + 1"})
        return {(owner, f"signal {name}") for owner, _ in read}
    return {(owner, name) for owner, _ in read}


@pytest.mark.parametrize("seed", range(40))
def test_who_reads_what_is_what_is_drawn(seed):
    numbers = random.Random(seed)
    model, expected = circuit(), set()
    model.matrix = Sum("+-", n=2, u=[["time", "1"], ["2", "3"]])
    signals = [("a", "a.y"), ("b", "b.y[1]"), ("matrix", "matrix.u[1,0]"), ("store", "store.q"), ("source", "source.e")]
    for number in range(numbers.randrange(2, 7)):
        name = f"part{number}"
        expected |= random_reader(numbers, model, name, numbers.sample(signals, numbers.randrange(1, 4)))
        if name in model.children and "y" in model[name].declarations:
            wide = isinstance(model[name], Sum) or ("k" in model[name].given and model[name].given["k"] != 2)
            signals.append((name, f"{name}.y[0]" if wide else f"{name}.y"))
    drawn = {(g.subject.source, g.subject.target) for g in draw(model).scene.groups if g.kind == "signal" and g.way}
    assert drawn == expected
