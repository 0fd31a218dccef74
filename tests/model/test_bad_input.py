"""Wrong models in Python: the message names the place and the way out, and nothing is left half-changed."""

import numpy as np
import pytest

import multibond as mb
from multibond.equations.system import system
from multibond.errors import ModelError, MultibondError, NameNotFound
from multibond.graph.flat import flatten


def state(model):
    """Everything that a failing call must leave as it was."""
    return (
        list(model._children),
        list(model._bonds),
        set(model._used),
        set(model._labels),
        list(model._wires),
        list(model._starts),
        list(model._whens),
        dict(model._wishes),
        dict(model._shown),
        dict(model._exposed),
        dict(model._layout),
        dict(model.declarations),
    )


@pytest.fixture
def m():
    """A small model to be spoilt."""
    m = mb.Model("m")
    m.k = mb.Parameter(2.0)
    m.source, m.loop, m.r, m.c = mb.Se(1), mb.J1(), mb.R(1), mb.C(1)
    m.tf = mb.TF(2)
    m.source >> m.loop
    m.bond(m.loop, m.r, label="first")
    m.output("y", m.r.f)
    return m


def refused(m, message, action, kind=ModelError):
    before = state(m)
    with pytest.raises(kind) as error:
        action(m)
    assert message in str(error.value)
    assert state(m) == before


WRITING = [
    (
        "port 'a' is already bonded, and there is no other free one; join several bonds with a 0- or 1-junction",
        lambda m: m.loop >> m.r,
    ),
    ("r: port 'a' is already bonded; join several bonds with a junction", lambda m: m.loop >> m.r.a),
    ("a bond cannot join a component to itself", lambda m: m.loop >> m.loop),
    ("a bond ends at an element, not at another bond; put a junction between", lambda m: m.bond(m.loop, m.c) >> m.tf),
    ("a bond ends at an element, not at another bond", lambda m: m.c >> m.bonds[0]),
    ("a bond joins components or their ports, not 5", lambda m: m.loop >> 5),
    ("a bond joins components or their ports, not 5", lambda m: m.loop >> [m.c, m.tf, 5]),
    ("r: port 'a' is already bonded", lambda m: m.loop >> [m.c, m.r]),
    ("this C is not part of a model yet; add it first", lambda m: m.loop >> mb.C(1)),
    ("two bonds are called 'first'", lambda m: m.bond(m.loop, m.c, label="first")),
    ("a bond's label is letters, digits and _, not 'a b'", lambda m: m.bond(m.loop, m.c, label="a b")),
    ("a stroke is at the 'tail' or the 'head' of a bond, not 'left'", lambda m: m.bond(m.loop, m.c, stroke="left")),
    ("the name 'r' is used twice; choose another", lambda m: setattr(m, "r", mb.R(2))),
    ("the name 'k' is used twice", lambda m: setattr(m, "k", mb.R(2))),
    ("the name 'r' is used twice", lambda m: setattr(m, "r", mb.Parameter(2))),
    ("the name 'y' is used twice", lambda m: setattr(m, "y", mb.Parameter(2))),
    ("the name 'k' is used twice", lambda m: m.output("k", 1)),
    ("the name 'y' is used twice", lambda m: m.output("y", 1)),
    ("'bonds' is a word of every model", lambda m: setattr(m, "bonds", mb.R(1))),
    ("'time' cannot be a name", lambda m: setattr(m, "time", mb.R(1))),
    ("'2r' cannot be a name", lambda m: m.add("2r", mb.R(1))),
    ("a name is text, not 5", lambda m: m.add(5, mb.R(1))),
    ("write it as '\u03bc'", lambda m: m.add("\u00b5", mb.R(1))),
    ("'x' cannot be set to 5: a model takes components", lambda m: setattr(m, "x", 5)),
    ("'x' is not a component, parameter", lambda m: m.add("x", 5)),
    ("'again' is already part of a model as 'r'; make another one", lambda m: setattr(m, "again", m.r)),
    ("is already part of a model", lambda m: setattr(m, "again", m)),
    ("r: port 'a' is bonded already and cannot be exposed as 'x' too", lambda m: setattr(m, "x", mb.Exposed(m.r.a))),
    ("the exposed port 'x' must be a component of this model", lambda m: setattr(m, "x", mb.Exposed(mb.R(1)))),
    ("the exposed port 'x' must be a component of this model", lambda m: setattr(m, "x", mb.Exposed("r"))),
    ("connect() makes two or more signals equal", lambda m: m.connect(m.r.f)),
    ("a signal is a number, a variable or an expression", lambda m: m.connect(m.r.f, m.r)),
    ("the start value of c.q is a number, a variable or an expression, not None", lambda m: m.start(m.c.q, None)),
    ("the variable that starts is a number, a variable", lambda m: m.start(m.c, 1)),
    ("the output 'z' is a number, a variable or an expression", lambda m: m.output("z", m.c)),
    ("an event sets variables, given as {variable: value}", lambda m: m.when(m.r.f > 1, [])),
    ("what an event sets is a number, a variable", lambda m: m.when(m.r.f > 1, {m.c: 1})),
    ("the condition of an event is a number, a variable", lambda m: m.when(None, {m.c.q: 1})),
    ("c: a position is two numbers such as (0, 1), not 'here'", lambda m: m.place(r=(0, 0), c="here")),
    ("c: a position is two finite numbers", lambda m: m.place(r=(0, 0), c=(0, float("inf")))),
]


@pytest.mark.parametrize(("message", "action"), WRITING, ids=[str(i) for i in range(len(WRITING))])
def test_wrong_writing_is_refused_and_changes_nothing(m, message, action):
    before = state(m)
    with pytest.raises(ModelError) as error:
        action(m)
    assert message in str(error.value)
    if "put a junction between" not in message:  # there the first of the two bonds was right
        assert state(m) == before


MISSING = [
    ("there is no component 'sourc'; did you mean 'source'?", lambda m: m["sourc"]),
    ("there is no component 'x'", lambda m: m.place(x=(0, 0))),
    ("R has no parameter 'resistence'", lambda m: mb.R(resistence=1)),
    ("there is no domain 'electric'; did you mean 'electrical'?", lambda m: mb.R(1, domain="electric")),
    ("a domain is named by text, not 5", lambda m: mb.Model("x", domain=5)),
    ("Model has no parameter 'R'", lambda m: mb.Model("x", R=1)),
]


@pytest.mark.parametrize(("message", "action"), MISSING)
def test_unknown_names_offer_the_nearest(m, message, action):
    refused(m, message, action, NameNotFound)


def test_unknown_attributes_offer_the_nearest(m):
    with pytest.raises(AttributeError, match="has no 'lop'; did you mean"):
        _ = m.lop if hasattr(m, "loop") else None
    with pytest.raises(AttributeError, match=r"r \(R\) has no 'flw'"):
        _ = m.r.flw
    with pytest.raises(AttributeError, match=r"tf \(TF\) has no 'bb'"):
        _ = m.tf.bb
    with pytest.raises(AttributeError, match="a port has e"):
        _ = m.tf.a.x
    with pytest.raises(AttributeError):
        _ = mb.Resistor


@pytest.mark.parametrize(
    ("message", "make"),
    [
        ("the cardinality n of R must be a whole number from 1 to 10000, not 0", lambda: mb.R(1, n=0)),
        ("not True", lambda: mb.R(1, n=True)),
        ("not 2.5", lambda: mb.R(1, n=2.5)),
        ("not 100000", lambda: mb.R(1, n=100_000)),
        ("R takes at most", lambda: mb.R(*range(20))),
        ("'R' of R is given twice", lambda: mb.R(1, R=2)),
        ("the first value of a model is its name, a text, not 5", lambda: mb.Model(5)),
    ],
)
def test_wrong_construction(message, make):
    with pytest.raises(ModelError) as error:
        make()
    assert message in str(error.value)


def test_declarations_cannot_take_the_words_of_constructors():
    with pytest.raises(ModelError, match="'title' cannot be declared by Wrong"):

        class Wrong(mb.Model):
            """Wrong."""

            title = mb.Parameter(1)


def built(**parts):
    """A source and a resistor whose values are spoilt."""
    model = mb.Model("m", domain=parts.pop("domain", None), n=parts.pop("n", None))
    model.add("source", parts.pop("source", mb.Se(1)))
    for name, part in parts.items():
        model.add(name, part)
    if "r" in parts:
        model.source >> model.r
    return model


@pytest.mark.parametrize(
    ("message", "model"),
    [
        ("m: the model has no elements; add some", lambda: mb.Model("m")),
        ("source: port 'a' is not bonded; bond it", lambda: built()),
        ("loop: a junction without bonds", lambda: built(r=mb.R(1), loop=mb.J1())),
        ("joins cardinality 1 at source.a to 3 at r.a; give both the same n", lambda: built(r=mb.R(1, n=3))),
        (
            "r: the rotational domain of r meets the electrical domain of source; couple them by a gyrator GY",
            lambda: built(source=mb.Se(1, domain="electrical"), r=mb.R(1, domain="rotational")),
        ),
        (
            "r.R: '2 mm' does not fit: the unit must be compatible with Ω",
            lambda: built(r=mb.R("2 mm"), domain="electrical"),
        ),
        ("r.R: '2 mm' does not fit: in no domain", lambda: built(r=mb.R("2 mm"))),
        ("r.R: the unit of '2 wibbles' is not understood", lambda: built(r=mb.R("2 wibbles"), domain="electrical")),
        ("r.R: the value nan is not finite", lambda: built(r=mb.R(float("nan")))),
        ("r.R: the value inf is not finite", lambda: built(r=mb.R("inf"))),
        (
            "r.R: the shape [3] does not fit; one number, 2 numbers or a 2 × 2 matrix expected",
            lambda: built(r=mb.R([1, 2, 3]), n=2),
        ),
        ("r.R: the shape [2, 3] does not fit", lambda: built(r=mb.R(np.ones((2, 3))), n=2)),
        ("'R' of R: its rows differ in length", lambda: built(r=mb.R([[1, "2"], [3]]), n=2)),
        (
            "r.C: the matrix is not symmetric: entry [1,0] is 3 and [0,1] is 2",
            lambda: built(r=mb.C([[1, 2], [3, 4]]), n=2),
        ),
        ("r.R: there is no 'x'", lambda: built(r=mb.R("2*x"))),
        ("r.R: there is no 'source.efort'; did you mean 'source.effort'?", lambda: built(r=mb.R("source.efort"))),
        ("r.R: the expression '2 +' cannot be read", lambda: built(r=mb.R("2 +"))),
        ("r.R: a number or expression is needed, not True", lambda: built(r=mb.R(True))),
        ("a nonlinear law goes into law", lambda: built(r=mb.R(lambda f: f))),
        ("r.R: the parameters depend on each other in a circle: r.R → r.R", lambda: built(r=mb.R("r.R"))),
        ("r.law: the function of the law fails", lambda: built(r=mb.R(law=lambda f: 1 / 0))),
        ("r.law: the function must return numbers or expressions", lambda: built(r=mb.R(law=lambda f: "x"))),
        ("use multibond.where", lambda: built(r=mb.R(law=lambda f: f if f > 0 else 0))),
        ("r: the law is given twice, by R and law; keep one", lambda: built(r=mb.R(1, law="f"))),
        ("r.law: there is no 'g'", lambda: built(r=mb.R(law="g*f"))),
    ],
)
def test_wrong_models_are_explained(message, model):
    with pytest.raises(MultibondError) as error:
        system(flatten(model()))
    assert message in str(error.value)


def test_a_model_does_not_change_after_it_was_built():
    model = built(r=mb.R(1))
    flatten(model)
    actions = [
        lambda: setattr(model, "c", mb.C(1)),
        lambda: model.output("y", 1),
        lambda: model.start(model.r.f, 1),
        lambda: model.connect(1, 2),
        lambda: model.bond(model.source, model.r),
        lambda: setattr(model, "k", mb.Parameter(1)),
    ]
    before = state(model)
    for action in actions:
        with pytest.raises(ModelError, match="already built and does not change any more; write a new one"):
            action()
    assert state(model) == before


def test_bonds_across_models_are_refused():
    first, second = built(r=mb.R(1)), mb.Model("second")
    second.j = mb.J1()
    with pytest.raises(ModelError, match="are in different models; expose a port"):
        second.j >> first.source
    with pytest.raises(ModelError, match="is not a component of this model"):
        mb.Model("third").bond(second.j, second.j)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("\n", "'\\n' cannot be a name; names are letters, digits and _, and start with a letter"),
        ("\n\u00af", "names are letters"),
        ("x" * 5000, "at most 100 of them"),
        ("lambda", "a word of the expression language"),
        ("a b", "names are letters, digits and _, and start with a letter"),
        ("\u202eevil", "\\u202eevil"),
    ],
)
def test_names_that_cannot_be_are_shown_on_one_short_line(name, hint):
    with pytest.raises(ModelError) as error:
        mb.Model("m").add(name, mb.R(1))
    assert hint in str(error.value) and str(error.value).isprintable() and len(str(error.value)) < 200


def test_a_model_that_contains_itself_is_refused(tmp_path):
    class Endless(mb.Model):
        """It holds another of its kind."""

        def build(self):
            self.first, self.second = Endless(), Endless()

    with pytest.raises(ModelError, match=r"an? Endless seems to contain itself"):
        Endless().simulate(1.0)
    with pytest.raises(MultibondError, match="contain itself"):
        mb.save(Endless(), tmp_path / "endless.yaml")
    assert list(tmp_path.iterdir()) == []


def test_a_build_that_failed_fails_again_for_the_same_reason():
    class Broken(mb.Model):
        """It breaks off in the middle."""

        def build(self):
            self.r = mb.R(1)
            raise RuntimeError("no data")

    model = Broken()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="no data"):
            model.simulate(1.0)


def test_a_class_without_set_up_says_so():
    class Bare(mb.Model):
        """It forgets its base class."""

        def __init__(self):
            pass

    with pytest.raises(AttributeError, match=r"this Bare was not set up: its __init__ must call super"):
        Bare().simulate(1.0)


@pytest.mark.parametrize(
    ("target", "hint"),
    [("c.C", "c.C does not change in a run"), (3, "3 does not change in a run"), ("2*c.q", "sets variables, not 2*c.q"),
     ("time", "sets variables, not time")],
)  # fmt: skip
def test_events_set_variables_only(target, hint):
    m = mb.Model("m")
    m.s, m.c = mb.Sf(1), mb.C(1)
    m.s >> m.c
    m.when("c.q > 0.1", {target: 3})
    with pytest.raises(ModelError) as error:
        m.simulate(1.0)
    assert hint in str(error.value) and str(error.value).startswith("m: event when c.q > 0.1: ")


def test_models_that_are_too_large_end_early_with_a_reason(monkeypatch):
    monkeypatch.setattr("multibond.model.component.MOST_COMPONENTS", 50)
    with pytest.raises(ModelError, match=r"more than 50 components side by side.*take fewer"):
        mb.load("three_body").add("more", mb.spatial.GravityPool(bodies=300)).children  # noqa: B018
    monkeypatch.undo()
    monkeypatch.setattr("multibond.simulation.first_position.MOST_PAIRS", 3)
    with pytest.raises(
        ModelError, match=r"^D.*has 4 laws of ideal switches.*at most 3 are decided together; take fewer"
    ):
        mb.load("bridge_rectifier").simulate(0.01)
    monkeypatch.undo()
    monkeypatch.setattr("multibond.equations.passes.MOST_COEFFICIENTS", 20)
    with pytest.raises(
        ModelError, match=r"by \d+ coefficients, more than can be solved in reasonable time.*take fewer"
    ):
        mb.load("planar_pendulum").simulate(0.01)


def test_hinge_points_that_are_one_number_are_refused():
    m = mb.Model("m")
    m.world, m.body = mb.spatial.World(), mb.absolute.Body(points=1e-12)
    with pytest.raises(ModelError, match=r"the shape \[\] does not fit; 1 × 3 numbers expected"):
        m.simulate(1)


def test_a_message_that_quotes_something_huge_is_cut_in_its_middle():
    with pytest.raises(NameNotFound) as error:
        mb.R(1, domain="1 + " * 3000 + "1")
    assert len(str(error.value)) < 1500
    assert str(error.value).startswith("there is no domain '1 + 1")
    assert "there is electrical" in str(error.value)


def test_what_cannot_be_looked_up_is_answered_in_words():
    model = mb.load("rlc")
    result, swept, nothing = model.simulate(0.1), model.sweep({"resistance": [1.0, 2.0]}, stop=0.1), np.zeros(0)
    assert nothing not in result
    for message, action in (
        ("takes no index", lambda: swept[nothing]),
        ("a list of expressions", lambda: result.values(np.array(3.0))),
        ("the wish for the state .* must be one of", lambda: model.simulate(0.1, states={"inductor.p": [1, 2]})),
        ("the order of a delay is a whole number", lambda: delayed(None)),
    ):
        with pytest.raises(mb.MultibondError, match=message):
            action()


def delayed(order):
    model = mb.Model("delayed")
    model.late, model.one = mb.Delay(1.0, order=order), mb.Constant(1.0)
    model.connect(model.one.y, model.late.u)
    return model.simulate(0.1)
