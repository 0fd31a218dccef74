"""Malicious, damaged and mistaken files: refused with the place and the reason."""

import json
import os

import pytest

import multibond as mb
from multibond.errors import FileError
from multibond.model.file import load_file, loads, save
from multibond.model.file import read as reading


def refusal(text, form="yaml"):
    with pytest.raises(FileError) as error:
        loads(text, form)
    return str(error.value)


MISTAKES = [
    ("", "a mapping"),
    ("just words", "a mapping (name: value) is expected, not the text 'just words'"),
    ("name: x", "multibond: 1"),
    ("{multibond: 2}", "the number 2 is not a known version of the format; this multibond reads version 1"),
    ("{multibond: true}", "true is not a known version of the format"),
    ("{multibond: 1, colour: 1}", "colour: there is no key 'colour'"),
    ("{multibond: 1, component: {}}", "did you mean 'components'?"),
    ("{multibond: 1, name: 5}", "name: a text is expected, not the number 5"),
    ("{multibond: 1, n: 0}", "n: a whole number from 1 to 1000 is expected, not the number 0"),
    ("{multibond: 1, n: 100000}", "n: a whole number from 1 to 1000"),
    ("{multibond: 1, domain: electric}", "domain: there is no domain 'electric'; did you mean 'electrical'?"),
    ("{multibond: 1, stop: -1}", "stop: the time to stop at must be greater than 0"),
    ("{multibond: 1, components: [R]}", "components: a mapping (name: value) is expected, not a list"),
    ("{multibond: 1, components: {R1: Resistor}}", "components.R1.type: there is no element or definition 'Resistor'"),
    (
        "{multibond: 1, components: {R1: {type: R, r: 1}}}",
        "components.R1.r: there is no parameter of R called 'r'; did you mean",
    ),
    ("{multibond: 1, components: {R1: {type: R, R: true}}}", "components.R1.R: a number, a quantity such as '2.5 mm'"),
    ("{multibond: 1, components: {R1: {type: R, R: 2 *}}}", "components.R1.R: '2 *' is neither a quantity"),
    ("{multibond: 1, components: {R1: {type: R, R: [[[1]]]}}}", "lists are nested three deep"),
    ("{multibond: 1, components: {R1: {type: R, model: {}}}}", "components.R1: a component has either a type"),
    ("{multibond: 1, components: {2R: R}}", "components.2R: '2R' cannot be a name"),
    ("{multibond: 1, components: {\u00b5: R}}", "write it as '\u03bc'"),
    ("{multibond: 1, parameters: {a: 1}, components: {a: R}}", "components.a: the name 'a' is used twice"),
    (
        "{multibond: 1, components: {t: {type: TF, form: both}}}",
        "components.t.form: 'form' is one of flow, effort, not both",
    ),
    (
        "{multibond: 1, components: {a: R, b: R}, bonds: [a > b]}",
        "bonds[0]: 'a > b' is not a bond; a directed bond is written 'a >> b'",
    ),
    (
        "{multibond: 1, components: {abc: R, b: R}, bonds: [abd >> b]}",
        "bonds[0]: there is no component 'abd'; did you mean 'abc'?",
    ),
    ("{multibond: 1, components: {a: R, b: R}, bonds: [a.x >> b]}", "bonds[0]: there is no port of a called 'x'"),
    ("{multibond: 1, components: {a: R, b: R, c: R}, bonds: [a >> b, a >> c]}", "bonds[1]: port 'a' is already bonded"),
    ("{multibond: 1, components: {a: R}, bonds: [a >> a]}", "bonds[0]"),
    ("{multibond: 1, components: {a: R, b: R}, bonds: [{from: a}]}", "bonds[0]: the key 'to' is missing"),
    (
        "{multibond: 1, components: {a: R, b: R}, bonds: [{from: a, to: b, stroke: left}]}",
        "a stroke is at the 'tail' or the 'head'",
    ),
    ("{multibond: 1, components: {a: R, b: R}, bonds: [{from: a, to: b, label: 'a b'}]}", "a bond's label is letters"),
    ("{multibond: 1, ports: {p: x}}", "ports.p: there is no component 'x'"),
    ("{multibond: 1, wires: [a]}", "wires[0]: a wire makes two signals equal"),
    ("{multibond: 1, start: {x: null}}", "start.x: a number"),
    ("{multibond: 1, start: [{value: 1}]}", "start[0]: a number"),
    ("{multibond: 1, outputs: {y: {unit: V}}}", "outputs.y: the value of the output is missing"),
    ("{multibond: 1, layout: {x: [0, 0]}}", "layout.x: there is no component 'x'"),
    ("{multibond: 1, components: {x: R}, layout: {x: [0]}}", "layout.x: a position is two numbers"),
    ("{multibond: 1, parameters: {a: {shape: wide}}}", "parameters.a.shape: 'wide' is not a shape"),
    ("{multibond: 1, inputs: {a: {shape: field}}}", "inputs.a.shape: 'field' is not a shape"),
    ("{multibond: 1, events: [{when: x > 1}]}", "events[0]: the key 'set' is missing"),
    ("{multibond: 1, events: [{when: x > 1, set: {}}]}", "events[0]: an event sets variables"),
    ("{multibond: 1, states: {x: perhaps}}", "states.x: the wish must be one of always"),
    ("{multibond: 1, discrete: {x: {start: 1}}}", "discrete.x.start: there is no key 'start'"),
    ("{multibond: 1, definitions: {R: {}}}", "definitions.R: 'R' is the name of an element"),
    ("{multibond: 1, definitions: {A: {definitions: {}}}}", "there is no key 'definitions'"),
    (
        "{multibond: 1, definitions: {A: {parameters: {title: 1}}}, components: {a: A}}",
        "definitions.A.parameters.title",
    ),
]


@pytest.mark.parametrize(("text", "expected"), MISTAKES)
def test_mistakes_are_explained_at_their_place(text, expected):
    assert expected in refusal(text)


def test_yaml_errors_tell_line_and_column(tmp_path):
    file = tmp_path / "motor.yaml"
    file.write_text("multibond: 1\ncomponents:\n  R1:\n    type: R\n    R: true\n")
    with pytest.raises(FileError) as error:
        load_file(file)
    assert str(error.value).startswith("components.R1.R: ")
    assert "(motor.yaml, line 5, column 5)" in str(error.value)
    assert error.value.where == "components.R1.R"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{multibond: 1, name: !!python/name:os.system x}", "the tag"),
        ("!!python/object/apply:os.system [x]", "the tag"),
        ("{multibond: 1, name: &a x}", "the anchor '&a'"),
        ("{multibond: 1, name: *a}", "alias"),
        ("{multibond: 1, <<: {name: x}}", "merge keys"),
        ("{multibond: 1, name: x, name: y}", "'name' is given twice"),
        ("{multibond: 1, [a]: 1}", "a key is a text"),
        ("multibond: 1\n---\nmultibond: 1\n", "more than one document"),
        ("{multibond: 1, stop: .nan}", "not finite"),
        ("{multibond: 1, stop: .inf}", "not finite"),
        ("{multibond: 1, stop: 1e999}", "not finite"),
        ("{multibond: 1, name: [", "not readable as YAML"),
        ("multibond: 1\n\tname: x", "not readable as YAML"),
        ("{multibond: 1, name: \x07}", "not readable as YAML"),
        ("{multibond: 1}\0", "zero bytes"),
        ("[" * 200, "nested deeper than 100 levels"),
        ("[" * 1_000_000, "nested deeper than 100 levels"),
        ("? " * 100_000, "a key is a text"),
        ("- " * 100_000, "nested deeper than 100 levels"),
        ("{multibond: 1, name: " + "x" * 30_000 + "}", "a text of 30000 characters is too long"),
        ("{multibond: 1, " + "x" * 1020 + ": 1}", "too long"),
        ("x" * 6_000_000, "larger than 5 million"),
        ("[" + "1," * 400_000 + "1]", "more than 300000 values"),
    ],
)
def test_dangerous_yaml_is_refused(text, expected):
    assert expected in refusal(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"multibond": 1, "stop": NaN}', "not finite"),
        ('{"multibond": 1, "stop": -Infinity}', "not finite"),
        ('{"multibond": 1, "stop": 1e999}', "not finite"),
        ('{"multibond": 1, "stop": ' + "9" * 100_000 + "}", "not finite"),
        ('{"multibond": 1, "name": "a", "name": "b"}', "'name' is given twice"),
        ('{"multibond": 1, "name": ', "not readable as JSON"),
        ("[" * 100_000, "nested deeper"),
        ("[" * 150 + "]" * 150, "nested deeper than 100 levels"),
        ('{"a":' * 100_000, "nested deeper"),
        ("{multibond: 1}", "not readable as JSON"),
        ('{"multibond": 1} x', "line 1, column 18"),
    ],
)
def test_dangerous_json_is_refused(text, expected):
    assert expected in refusal(text, "json")


def test_billion_laughs_are_refused():
    lines = ["multibond: 1", "a: &a [x, x]"] + [f"{b}: &{b} [*{a}, *{a}]" for a, b in zip("abcdefgh", "bcdefghi")]
    assert "not part of the format" in refusal("\n".join(lines))


def test_definitions_that_contain_themselves_are_refused():
    text = "{multibond: 1, definitions: {A: {components: {b: B}}, B: {components: {c: {model: {components: {a: A}}}}}}}"
    assert "definitions.A: the definition contains itself: A → B → A" in refusal(text)


def test_definitions_that_multiply_are_refused():
    parts = {f"Part{i}": {"components": {f"c{k}": f"Part{i + 1}" for k in range(10)}} for i in range(12)}
    parts["Part12"] = {"components": {"r": "R"}}
    data = {"multibond": 1, "components": {"x": "Part0"}, "definitions": parts}
    assert "the limit is 100000" in refusal(json.dumps(data), "json")


def test_definitions_that_nest_too_deep_are_refused():
    parts = {f"Part{i}": {"components": {"c": f"Part{i + 1}"}} for i in range(60)}
    parts["Part60"] = {"components": {"r": "R"}}
    data = {"multibond": 1, "components": {"x": "Part0"}, "definitions": parts}
    assert "nested deeper than 40" in refusal(json.dumps(data), "json")


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os')",
        "().__class__",
        "lambda: 0",
        "[x for x in y]",
        "{1: 2}",
        "a := 1",
        "f'{x}'",
        "'text'",
        "x.__class__()",
        "open('x')",
        "sin.__call__(1)",
        "k(x=1)",
        "sin(x=1)",
        "await x",
        "*x",
        "a == b",
        "a // b",
        "a % b",
        "~a",
        "b'x'",
        "...",
        "x;y",
    ],
)
def test_expressions_outside_the_language_are_refused(expression):
    data = {"multibond": 1, "components": {"r": {"type": "R", "R": expression}}}
    assert refusal(json.dumps(data), "json").startswith("components.r.R: ")


@pytest.mark.parametrize(
    "expression",
    [
        "(" * 5000 + ")" * 5000,
        "-" * 19_000 + "1",
        "a" + "+a" * 9_000,
        "9" * 19_000,
        "a." * 9_000 + "a",
        "not " * 4000 + "a",
    ],
)
def test_long_and_deep_expressions_do_not_crash(expression):
    data = {"multibond": 1, "components": {"s": {"type": "Sf", "flow": expression}, "r": "R"}, "bonds": ["s >> r"]}
    from multibond.equations.system import system
    from multibond.errors import MultibondError
    from multibond.graph.flat import flatten

    with pytest.raises(MultibondError):
        system(flatten(loads(json.dumps(data), "json")))


def test_files_that_cannot_be_opened(tmp_path):
    (tmp_path / "binary.yaml").write_bytes(bytes(range(256)))
    (tmp_path / "utf16.json").write_bytes('{"multibond": 1}'.encode("utf-16"))
    (tmp_path / "large.yaml").write_bytes(b"#" * 5_000_001)
    (tmp_path / "model.txt").write_text("multibond: 1")
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    for name, expected in [
        ("binary.yaml", "not a text in UTF-8"), ("utf16.json", "not a text in UTF-8"),
        ("large.yaml", "larger than 5 MB"),
        ("model.txt", "ends in .yaml or .json"), ("pipe.yaml", "not a file"), ("folder.yaml", "not a file"),
        ("missing.yaml", "cannot be opened: No such file"), ("zero\0.yaml", "cannot be opened"),
    ]:  # fmt: skip
        with pytest.raises(FileError, match=expected):
            load_file(tmp_path / name)


def test_a_file_that_cannot_be_written(tmp_path):
    with pytest.raises(FileError, match="cannot be written"):
        save(mb.Model("m"), tmp_path / "missing" / "m.yaml")
    with pytest.raises(FileError, match=r"ends in \.yaml or \.json"):
        save(mb.Model("m"), tmp_path / "m.txt")


def test_wrong_formats_and_types():
    with pytest.raises(FileError, match="there is no format 'toml'"):
        loads("", "toml")
    with pytest.raises(FileError, match="a text is expected, not bytes"):
        loads(b"multibond: 1")


def test_the_slower_yaml_reader_says_the_same(monkeypatch):
    import yaml

    fast = [refusal(text) for text, _ in MISTAKES]
    monkeypatch.delattr(yaml, "CSafeLoader")
    assert reading.read("{a: [1, x]}", "yaml")[0] == {"a": [1, "x"]}
    assert [refusal(text) for text, _ in MISTAKES] == fast
