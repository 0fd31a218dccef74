"""Values of the wrong kind in every place where a user gives one: refused with a sentence, never with a traceback."""

import os

import numpy as np
import pytest

import multibond as mb

KINDS = [None, True, b"x", {}, object(), 10**400, float("nan"), np.zeros((2, 2)), 1j, mb.R, [], [[1], [1, 2]]]


def charging():
    m = mb.Model("rc")
    m.s, m.j, m.r, m.c, m.more = mb.Se(1), mb.J1(), mb.R(1), mb.C(1), mb.R(1)
    m.s >> m.j >> [m.r, m.c]
    return m


def with_resistor(value):
    m = mb.Model("m")
    m.s, m.r = mb.Se(1), mb.R(value)
    m.s >> m.r
    return m


ALWAYS_WRONG = {
    "simulate solver": lambda v: mb.load("rlc").simulate(1.0, points=3, solver=v),
    "simulate method": lambda v: mb.load("rlc").simulate(1.0, points=3, method=v),
    "simulate bonds": lambda v: mb.load("rlc").simulate(1.0, points=3, bonds=v),
    "parameter of a run": lambda v: mb.load("rlc").simulate(1.0, points=3, parameters={"resistor.R": v}),
    "parameter": lambda v: with_resistor(v).simulate(1.0, points=3),
    "start": lambda v: (lambda m: (m.start(m.c.q, v), m.simulate(1.0, points=3)))(charging()),
    "event": lambda v: (lambda m: (m.when(m.c.q > 0.5, {m.c.q: v}), m.simulate(1.0, points=3)))(charging()),
    "events": lambda v: charging().when("c.q > 0.5", v),
    "wish": lambda v: charging().state("c.q", v),
    "state": lambda v: charging().state(v),
    "component": lambda v: charging()[v],
    "name": lambda v: charging().add(v, mb.R(1)),
    "bond": lambda v: (lambda m: m.bond(m.j, v))(charging()),
    "label": lambda v: (lambda m: m.bond(m.j, m.more, label=v))(charging()),
    "position": lambda v: charging().place(s=v),
    "drawing": lambda v: mb.load("rlc").draw(v),
    "kind of states": lambda v: mb.load("rlc").state_space(states=v),
    "unit": lambda v: mb.load("rlc").simulate(0.1, points=3).unit(v),
    "file": lambda v: mb.save(mb.load("rlc"), v),
    "model": lambda v: mb.load(v),
}


@pytest.mark.parametrize("place", ALWAYS_WRONG)
@pytest.mark.parametrize("value", KINDS, ids=[type(v).__name__ for v in KINDS])
def test_wrong_kinds_are_refused(place, value):
    with pytest.raises(mb.MultibondError):
        ALWAYS_WRONG[place](value)


@pytest.mark.parametrize("value", [5, "yes", None, np.zeros(2)], ids=str)
def test_flags_are_true_or_false(value):
    m = charging()
    for call in (
        lambda: m.bond(m.j, m.more, directed=value),
        lambda: m.start(m.c.q, 1, fixed=value),
        lambda: mb.load("rlc").simulate(1.0, steady=value),
        lambda: mb.load("rlc").state_space(symbolic=value),
    ):
        with pytest.raises(mb.ModelError, match="must be True or False"):
            call()


@pytest.mark.parametrize("value", [5, "voltage", {"voltage"}, np.zeros(2), [5]], ids=str)
def test_lists_of_names(value, tmp_path):
    model = mb.load("rlc")
    result = model.simulate(0.1, points=3)
    for call in (
        lambda: result.to_csv(tmp_path / "run.csv", value),
        lambda: result.to_pandas(value),
        lambda: model.linearize(inputs=value),
        lambda: model.linearize(outputs=value),
    ):
        with pytest.raises(mb.MultibondError):
            call()
    assert not (tmp_path / "run.csv").exists()


@pytest.mark.parametrize("value", [5, "x", [1], np.zeros((2, 2))], ids=str)
def test_values_are_given_by_name(value):
    model = mb.load("rlc")
    calls = (
        lambda: model.simulate(1.0, parameters=value),
        lambda: model.simulate(1.0, states=value),
        lambda: model.state_space(parameters=value),
        lambda: model.sweep(value),
    )
    for call in calls:
        with pytest.raises(mb.ModelError, match="given by name"):
            call()


def test_a_link_and_a_pipe_stay_what_they_are(tmp_path):
    """Writing puts a new file in the place of an old one; where that is no ordinary file it must not."""
    result = mb.load("rlc").simulate(0.1, points=3)
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("old")
    link.symlink_to(real)
    result.to_csv(link)
    assert link.is_symlink() and real.read_text().startswith("time,voltage")
    model, model_link = tmp_path / "model.yaml", tmp_path / "link.yaml"
    model.write_text("old")
    model_link.symlink_to(model)
    mb.save(mb.load("rlc"), model_link)
    assert model_link.is_symlink() and model.read_text().startswith("multibond: 1")
    if hasattr(os, "mkfifo"):
        pipe = tmp_path / "pipe.csv"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        result.to_csv(pipe)
        assert os.read(reader, 100).startswith(b"time,voltage") and pipe.is_fifo()
        os.close(reader)
