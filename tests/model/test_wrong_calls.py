"""Every public class, function and method is given nonsense: it answers with a sentence of ours, or it can use it."""

from __future__ import annotations

import inspect
import warnings
from functools import partial
from itertools import count

import numpy as np
import pytest

import multibond as mb
from multibond.model.component import Component
from multibond.model.declare import Declaration

NONSENSE = (
    None, True, float("nan"), float("inf"), -1, 0, 1e300, 10**400, 1j, b"x", "", "no such name", "3 parsec", "1 +",
    "sqrt(-1)", "x" * 5000, [], {}, {1, 2}, object(), [1, 2, 3, 4, 5, 6, 7], [[1], [1, 2]], np.zeros((2, 2)),
    np.array(["a"]), mb.R, mb.Model("other"), range(3), ["a", None], {"a": None}, "a.b.c", 2.5,
)  # fmt: skip
LIBRARIES = (mb, mb.planar, mb.spatial)
CLASSES = {
    f"{library.__name__}.{name}": found
    for library in LIBRARIES
    for name in library.__all__
    if isinstance(found := getattr(library, name), type) and issubclass(found, Component)
    and found not in (mb.Model, mb.Element)
}  # fmt: skip
FUNCTIONS = {name: f for name in mb.__all__ if inspect.isfunction(f := getattr(mb, name)) and name != "save"}
DECLARED = {
    name: found
    for name in mb.__all__
    if isinstance(found := getattr(mb, name), type) and issubclass(found, (Declaration, mb.Cell, mb.Exposed))
}
NEEDED = {mb.Cell: {"kind": "free", "ends": ((0, 0),)}, mb.Exposed: {"target": None}}
GIVEN = {"stop": 0.1, "name": "z", "value": 1.0, "parameters": {"r.R": [1.0, 2.0]}, "condition": "c.q > 0.5",
         "changes": {"c.q": 0.0}, "variable": "c.q", "wanted": ["u"], "row": "I", "column": "I"}  # fmt: skip


def circuit():
    model = mb.Model("rc")
    model.s, model.j, model.r, model.c = mb.Se(1), mb.J1(), mb.R(1), mb.C(1)
    model.s >> model.j >> [model.r, model.c]
    model.output("u", "c.e")
    return model


def try_out(label, call):
    """Whatever `call` does, it may not fail otherwise than by a sentence."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call()
    except mb.MultibondError as error:
        assert len(str(error)) > 10, label
    except Exception as error:
        pytest.fail(f"{label}: {type(error).__name__}: {error}")


def run_inside(component):
    """The component in a model, with resistors at its ports, is analysed and simulated."""
    model = mb.Model("m")
    model.add("x", component)
    for k, port in enumerate(component.ports):
        try:
            model.bond(getattr(model["x"], port), model.add(f"r{k}", mb.R(1)))
        except mb.MultibondError:
            continue
    model.simulate(0.001, points=2, max_steps=100)


def _make_and_run(kind, given):
    run_inside(kind(**given))


@pytest.mark.parametrize("name", CLASSES)
def test_components(name):
    kind = CLASSES[name]
    turn = count(sum(map(ord, name)))
    for parameter in inspect.signature(kind).parameters:
        for _ in range(5):  # of the nonsense in turn: all classes together see all of it
            value = NONSENSE[next(turn) % len(NONSENSE)]
            try_out(f"{name}({parameter}={value!r:.50})", partial(kind, **{parameter: value}))
        try_out(f"{name}({parameter}={value!r:.50})", partial(_make_and_run, kind, {parameter: value}))
    for wrong in ({"misspelt": 1}, {"n": 10**400}, {"domain": np.zeros((2, 2))}):
        with pytest.raises(mb.MultibondError):
            kind(**wrong)
    with pytest.raises(mb.MultibondError):
        kind(*range(60))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    function = FUNCTIONS[name]
    parameters = inspect.signature(function).parameters.values()
    needed = [p for p in parameters if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    for value in NONSENSE:
        for place in range(len(needed)):
            values = [value if k == place else 1.0 for k in range(len(needed))]
            try_out(f"{name}{values!r:.60}", partial(function, *values))
        for p in parameters:
            if p.kind is p.VAR_POSITIONAL:
                for many in range(1, 4):
                    try_out(f"{name}({value!r:.40})", partial(function, *[value] * many))
            elif p not in needed:
                given = {p.name: value}
                try_out(f"{name}({given!r:.60})", partial(function, *[1.0] * len(needed), **given))


@pytest.mark.parametrize("name", DECLARED)
def test_declarations(name):
    kind = DECLARED[name]
    for parameter in inspect.signature(kind).parameters:
        for value in NONSENSE:
            given = {**NEEDED.get(kind, {}), parameter: value}
            try_out(f"{name}({given!r:.60})", partial(_declare, kind, given))


def _declare(kind, given):
    declared = kind(**given)
    if isinstance(declared, Declaration):
        model = circuit()
        model.add("z", declared)
        model.simulate(0.001, points=2)


def test_a_discrete_value_begins_with_its_start():
    with pytest.raises(mb.ModelError, match=r"'unit' of Discrete must be a text, not 0\.0"):
        mb.Discrete(0.0)


def methods(kind):
    return [name for name, found in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")]


@pytest.fixture(scope="module")
def values():
    """One of each kind of value that models and results give."""
    model = circuit()
    result = model.simulate(0.1, points=5)
    made = (
        result, model.linearize(inputs=["s.effort"], outputs=["u"]), model.state_space(), model.draw(), model.analyse(),
        model.equations(), model.sweep({"r.R": [1.0, 2.0]}, 0.1), study(), study().run(),
    )  # fmt: skip
    return {"Model": circuit} | {type(value).__name__: partial(_same, value) for value in made}


def _same(value):
    return value


def study(**given):
    return mb.Study(
        **{"model": circuit(), "vary": {"r.R": [1.0, 2.0]}, "observe": ["u", "curve(u)"], "stop": 0.1} | given
    )


KINDS = (
    "Model", "Result", "LinearSystem", "StateSpace", "Drawing", "Analysis", "StateEquations", "SweepResult", "Study",
    "StudyResult",
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_methods(kind, values, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    make, turn = values[kind], count()
    for name in methods(type(make())):
        parameters = list(inspect.signature(getattr(type(make()), name)).parameters.values())[1:]
        needed = [p for p in parameters if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
        good = {p.name: GIVEN.get(p.name, "c.e") if p.name != "path" else f"{name}.svg" for p in needed}
        for p in parameters:
            for _ in range(12 if kind == "Model" else len(NONSENSE)):
                value = NONSENSE[next(turn) % len(NONSENSE)]
                try_out(f"{kind}.{name}({p.name}={value!r:.50})", partial(_call, make, name, good, p, value))
        if parameters and not any(p.kind is p.VAR_KEYWORD for p in parameters):
            with pytest.raises(mb.MultibondError, match="mispelt"):
                getattr(make(), name)(*good.values(), mispelt=1)


def _call(make, name, good, p, value):
    if p.kind is p.VAR_POSITIONAL:
        getattr(make(), name)(*good.values(), value)
        return
    named = good | {p.name if p.kind is not p.VAR_KEYWORD else "anything": value}
    values = [named.pop(key) for key in good]
    getattr(make(), name)(*values, **named)


def test_studies():
    for parameter in inspect.signature(mb.Study).parameters:
        for value in NONSENSE:
            try_out(f"Study({parameter}={value!r:.50})", partial(study, **{parameter: value}))
    for value in NONSENSE:
        named = value if value.__hash__ else 0
        for given in ({"vary": {"r.R": value}}, {"observe": {"x": value}}, {"vary": {named: [1]}}):
            try_out(f"Study({given!r:.50})", partial(_study_and_run, given))


def _study_and_run(given):
    study(**given).run()


@pytest.mark.parametrize("name", ["Adams", "Auto", "Bdf", "Dop853", "Ida", "Rk4"])
def test_solvers(name):
    kind, model = getattr(mb.solvers, name), circuit()
    for parameter in inspect.signature(kind).parameters:
        for value in NONSENSE:
            given = {parameter: value}
            try_out(f"{name}({given!r:.60})", partial(_solve, model, kind, given))


def _solve(model, kind, given):
    model.simulate(1e-3, points=2, solver=kind(**given))


@pytest.mark.parametrize("value", NONSENSE, ids=range(len(NONSENSE)))
def test_other_ways_to_give_a_value(value, tmp_path):
    for label, call in {
        "attribute": lambda: setattr(circuit(), "new", value),
        "item": lambda: circuit()[value],
        "bond": lambda: circuit().j >> value,
        "parameter": lambda: setattr(circuit().r, "R", value),
        "name": lambda: mb.Model(value),
        "cardinality": lambda: mb.Model("m", n=value),
        "domain": lambda: mb.Model("m", domain=value),
        "model to save": lambda: mb.save(value, tmp_path / "never.yaml"),
        "expression": lambda: circuit().simulate(0.01, points=2)[value],
    }.items():
        try_out(f"{label} {value!r:.50}", call)
