"""Random and mutated files: nothing but an error of our own family, nothing executed, nothing opened."""

import json
import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multibond.equations.system import system
from multibond.errors import MultibondError
from multibond.graph.flat import flatten
from multibond.model.file import describe, dumps, loads
from multibond.model.registry import known

SEED = """\
multibond: 1
name: seed
description: a circuit with a motor
n: 1
domain: electrical
stop: 2.5
parameters:
  u: 10 V
  k: {value: 0.1, unit: N*m/A, description: motor constant, minimum: 0, strict: true}
  d: {value: 0.1, unit: ohm}
  gains: {value: [1, 2, 3], shape: "3"}
inputs:
  load: {unit: N*m}
signals:
  speed: {unit: rad/s}
components:
  source: {type: Se, effort: "u*sin(2*pi*50*time)"}
  loop: J1
  resistor: {type: R, R: 2.5 ohm}
  diode: {type: R, law: "d*f + tanh(f)*0.1 if f > 0 else f"}
  coil: {type: I, I: "1e-3*gains[0]", f0: 0.1 A}
  motor: {type: Motor, k: 2*k}
  inertia: {type: I, I: 1e-3 kg*m^2, domain: rotational}
  wide: {type: C, C: [[2, 1], [1, 2]], n: 2, domain: generic}
  push: {type: Sf, flow: [1, "time"], n: 2, domain: generic}
bonds:
  - source >> loop >> resistor
  - loop - diode
  - {from: loop, to: coil, stroke: head, label: b1}
  - loop >> motor.electrical
  - motor.shaft >> inertia
  - push >> wide
wires:
  - speed = inertia.f
  - [load, 0.5]
discrete: {count: 0}
states: {coil.p: always}
events:
  - {when: coil.f > 2, set: {coil.p: -0.5*coil.p, count: count + 1}}
start:
  wide.q: [0, 1]
  resistor.f: {value: 0, fixed: false}
outputs:
  current: coil.f
  speed_out: {value: inertia.f, unit: rad/s}
layout:
  source: [0, 0]
  loop: [1.5, -2]
definitions:
  Motor:
    parameters: {k: 1}
    components:
      gyrator: {type: GY, M: k}
    ports:
      electrical: gyrator.a
      shaft: {target: gyrator.b, description: output shaft}
"""
WORDS = [
    None,
    True,
    False,
    0,
    1,
    -1,
    3,
    1000,
    10**25,
    1e300,
    0.5,
    "",
    " ",
    "time",
    "k",
    "x.y.z",
    "2 V",
    "2 parsec",
    "3 kg*",
    "9**9**9",
    "[1, 2]",
    "(1).real",
    "__import__('os').system('true')",
    "lambda: 0",
    "().__class__",
    "a := 3",
    "f'{k}'",
    "der(coil.p)",
    "der(2*k)",
    "cross(1, 2)",
    "dot([1,2],[1,2,3])",
    "table(time, 1, 2)",
    "table(time, [0,1], [k, 2])",
    "min()",
    "[[1],[2,3]]",
    "k[0]",
    "gains[7]",
    "gains",
    "wide.q",
    "not k",
    "k < gains",
    "1 if gains else 2",
    "loop",
    "J1",
    "Motor",
    "Se",
    "a >> b",
    "source >> source",
    "loop.a >> motor.shaft",
    "->",
    ">>",
    "n",
    "field",
    "3,2",
    "[]",
    "é",
    "\u2028",
    [],
    {},
    [1, 2],
    [[1, 2], [3, 4]],
    ["k", "2 V"],
    {"value": 1},
    {"type": "R"},
    {"model": {}},
    {"type": "R", "model": {}},
    [[[1]]],
    "where(k > 0, 1, 2)",
    "floor(1e400)",
    "1e400",
    "sqrt(-1)",
    "log(0)",
    "1/0",
    "inf",
    "-inf*0",
    "exp(1000)",
    "x" * 3000,
    "(" * 120,
    "-" * 300 + "1",
    "+".join("k" * 900),
    "nan",
    "abs(gains)",
    "max(gains, 1)",
    "k @ k",
    "gains @ gains",
    "True",
    "0x10",
    "1_000",
    "1j",
    "k.k",
    "bondb1.e",
    "motor.gyrator.a.e",
    "motor.shaft.f",
    "source.effort",
]


def outcome(text, form):
    """What became of a text: a model that was opened, flattened, written and opened again; or an error of ours."""
    try:
        model = loads(text, form)
        written = dumps(model)
        assert describe(loads(written)) == describe(model)
        system(flatten(model))
    except MultibondError as error:
        assert str(error) and "\n" not in str(error)[:200]
        return str(error)
    return "ok"


def data_of(text):
    from multibond.model.file.read import read

    return read(text, "yaml")[0]


def places(data, path=()):
    yield path
    for key, part in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(part, (*path, key))


def mutated(data, chance):
    """`data` with a few places replaced, removed, renamed or copied to another place."""
    data = json.loads(json.dumps(data))
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        path = chance.choice([p for p in places(data) if p])
        holder = data
        for key in path[:-1]:
            holder = holder[key]
        what = chance.random()
        if what < 0.6:
            holder[path[-1]] = json.loads(json.dumps(chance.choice(WORDS)))
        elif what < 0.7:
            del holder[path[-1]]
        elif what < 0.8 and isinstance(holder, dict):
            holder[chance.choice(["x", "R", "self", "time", "for", "a.b", "n", "bonds", "µ", "name", "value"])] = (
                holder.pop(path[-1])
            )
        else:
            other = data
            for key in chance.choice(list(places(data))):
                other = other[key]
            if len(json.dumps(other)) < 5000:
                holder[path[-1]] = json.loads(json.dumps(other))
    return data


def cut(text, chance):
    """`text` with a few characters lost, doubled or exchanged."""
    for _ in range(chance.choice([1, 1, 2, 5])):
        at, length = chance.randrange(len(text)), chance.choice([1, 1, 3, 20])
        piece = chance.choice(
            [
                "",
                text[at : at + length] * 2,
                chance.choice(":-[]{}&*!|>'\"%@`#,?\t\n \0\x07é𝄞~"),
                "<<: *a",
                "!!python/name:os.system",
            ]
        )
        text = text[:at] + piece + text[at + length :]
    return text


def test_the_seed_itself_is_a_good_model():
    assert outcome(SEED, "yaml") == "ok"


@pytest.mark.parametrize("number", range(12))
def test_mutated_content(number):
    chance = random.Random(number)
    data = data_of(SEED)
    for _ in range(25):
        outcome(json.dumps(mutated(data, chance)), "json")


@pytest.mark.parametrize("number", range(8))
def test_mutated_text(number):
    chance = random.Random(1000 + number)
    for _ in range(25):
        outcome(cut(SEED, chance), "yaml")


@pytest.mark.parametrize("number", range(4))
def test_truncated_text(number):
    for length in range(number, len(SEED), 97):
        outcome(SEED[:length], "yaml")
    whole = dumps(loads(SEED), "json")
    for length in range(number, len(whole), 211):
        assert "JSON" in outcome(whole[:length], "json")


def random_model(chance):
    """Random components of every kind with random values, and random bonds."""
    components = {}
    for index in range(chance.randrange(1, 8)):
        kind = chance.choice([*known(), "Motor"])
        part = {"type": kind}
        for name in getattr(known().get(kind), "declarations", {"k": 0}):
            if chance.random() < 0.2:
                part[name] = chance.choice(WORDS)
        if chance.random() < 0.2:
            part["n"] = chance.choice([1, 2, 3])
        components[f"c{index}"] = part
    names = list(components)
    bonds = [
        f"{chance.choice(names)} {chance.choice(['>>', '-'])} {chance.choice(names)}"
        for _ in range(chance.randrange(9))
    ]
    return {"multibond": 1, "components": components, "bonds": bonds, "definitions": data_of(SEED)["definitions"],
            "outputs": {"y": chance.choice(WORDS)}, "start": {"c0.q": chance.choice(WORDS)}}  # fmt: skip


@pytest.mark.parametrize("number", range(8))
def test_random_content(number):
    chance = random.Random(2000 + number)
    for _ in range(25):
        outcome(json.dumps(random_model(chance)), "json")


@settings(max_examples=100, deadline=None)
@given(
    st.one_of(st.text(max_size=300), st.binary(max_size=300).map(lambda b: b.decode("latin-1"))),
    st.sampled_from(["yaml", "json"]),
)
def test_random_text(text, form):
    assert outcome(text, form) != "ok"


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(list(data_of(SEED))), JSON, max_size=5))
def test_random_sections(sections):
    outcome(json.dumps({"multibond": 1, **sections}), "json")


class Watch:
    """Everything that Python reports as executed, imported, opened or started while it watches."""

    def __init__(self):
        self.seen, self.on = [], False
        sys.addaudithook(self.hook)

    def hook(self, event, args):
        if self.on and event.split(".")[0] in (
            "exec",
            "import",
            "open",
            "os",
            "subprocess",
            "socket",
            "shutil",
            "ctypes",
        ):
            self.seen.append((event, args))


def test_opening_a_file_executes_and_opens_nothing():
    attacks = [
        "!!python/object/apply:os.system ['true']",
        "{multibond: 1, name: !!python/name:os.system x}",
        "{multibond: 1, components: {R1: {type: R, R: \"__import__('os').system('true')\"}}}",
        "{multibond: 1, components: {R1: {type: R, law: \"open('/etc/passwd').read()\"}}}",
        "{multibond: 1, components: {R1: {type: os.system, R: 1}}}",
        "{multibond: 1, components: {R1: {type: __import__, R: 1}}}",
        '{multibond: 1, parameters: {a: "[x for x in ().__class__.__bases__]"}}',
        "{multibond: 1, bonds: [\"a >> __import__('os')\"]}",
        "{multibond: 1, start: {\"eval('1')\": 1}}",
        SEED,
    ]
    for text in attacks:
        outcome(text, "yaml")  # what is imported on first use is imported now
    watch = Watch()
    for text in attacks:
        watch.on = True
        try:
            loads(text)
        except MultibondError:
            pass
        finally:
            watch.on = False
    assert watch.seen == []
