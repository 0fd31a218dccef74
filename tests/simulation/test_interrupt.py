"""Ctrl-C at any moment keeps and returns what was computed, and leaves nothing behind that another run would notice."""

import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import multibond as mb
from multibond.integrate import integrate as integrate_module  # noqa: F401 (the function, to reach its module below)
from multibond.program import program as program_module
from multibond.simulation import engine as _engine  # noqa: F401
from multibond.simulation import first_position
from multibond.simulation import run as run_module

integrate_file = sys.modules["multibond.integrate.integrate"]
engine_file = sys.modules["multibond.simulation.engine"]


def pressed(function, at):
    """`function`, in which Ctrl-C is pressed at its call number `at`."""
    calls = []

    def called(*arguments, **named):
        calls.append(0)
        if len(calls) == at:
            raise KeyboardInterrupt
        return function(*arguments, **named)

    called.calls = calls
    return called


# model, stop [s], where Ctrl-C is pressed, and at which call of it
PLACES = [
    ("bouncing_mass", 3.0, (run_module.Instant, "settle"), 2),
    ("bouncing_mass", 3.0, (run_module.Instant, "_fire"), 3),
    ("bouncing_mass", 3.0, (run_module.Crowd, "check"), 2),
    ("bouncing_mass", 3.0, (run_module.Modes, "refresh"), 6),
    ("bouncing_mass", 3.0, (run_module.Simulation, "keep"), 3),
    ("bouncing_mass", 3.0, (run_module, "integrate"), 3),
    ("cartesian_pendulum", 3.0, (run_module, "choose_states"), 3),
    ("rlc", 2.0, (run_module, "noise"), 1),
    ("van_der_pol", 3000.0, (program_module, "Tangent"), 2),
]


@pytest.mark.parametrize(("name", "stop", "place", "at"), PLACES, ids=[f"{p[0]}-{p[2][1]}" for p in PLACES])
def test_what_was_computed_is_kept(name, stop, place, at, monkeypatch):
    options = {"parameters": {"mu": 1000.0}} if name == "van_der_pol" else {}
    whole = mb.load(name).simulate(stop, points=301, **options)
    model = mb.load(name)
    patched = pressed(getattr(*place), at)
    with monkeypatch.context() as patch:
        patch.setattr(*place, patched)
        result = model.simulate(stop, points=301, **options)
    assert len(patched.calls) >= at
    assert result.message == f"interrupted at {result.run.message.split()[2]} s"
    count = len(result.time)
    assert 1 <= count < 301
    np.testing.assert_array_equal(result.time, whole.time[:count])
    for output in result.outputs:
        np.testing.assert_array_equal(result[output], whole[output][:count])
    assert np.isfinite(result.energy.residual).all() and result.stats.final
    again = model.simulate(stop, points=301, **options)
    assert not again.message
    for output in whole.outputs:
        np.testing.assert_array_equal(again[output], whole[output])


def test_what_waits_to_be_stored_is_kept(monkeypatch):
    keep = run_module.Simulation.keep
    with monkeypatch.context() as patch:
        patch.setattr(run_module.Simulation, "keep", pressed(keep, 1))
        result = mb.load("rlc").simulate(2.0, points=11)
    assert len(result.time) == 11 and result.message.startswith("interrupted")


class Exchanging(mb.Sw):
    """A switch that exchanges its laws without saying so by pairs: every position is compiled."""

    def equations(self, s):
        yield from super().equations(s)


def switched():
    model = mb.Model("switched", domain="electrical")
    model.source, model.switch, model.load, model.loop = (
        mb.Se("sin(2*pi*time)"),
        Exchanging("time > 0.5"),
        mb.R(1.0),
        mb.J1(),
    )
    model.source >> model.loop
    model.loop >> model.switch
    model.loop >> model.load
    return model


def test_a_structure_that_is_being_compiled(monkeypatch):
    whole, model = switched().simulate(2.0, points=101), switched()
    compile_system = engine_file.compile_system
    with monkeypatch.context() as patch:
        patch.setattr(engine_file, "compile_system", pressed(compile_system, 1))
        with pytest.raises(KeyboardInterrupt):  # nothing is computed yet
            model.simulate(2.0, points=101)
    compiled = pressed(compile_system, 10)
    with monkeypatch.context() as patch:
        patch.setattr(engine_file, "compile_system", compiled)
        model.simulate(0.2, points=3)  # in the first position of the switch only
    assert compiled.calls
    with monkeypatch.context() as patch:
        patch.setattr(engine_file, "compile_system", pressed(compile_system, 1))
        result = model.simulate(2.0, points=101)
    assert result.message.startswith("interrupted at 0.5")
    np.testing.assert_array_equal(result["load.f"], whole["load.f"][: len(result.time)])
    assert model.simulate(2.0, points=101)["load.f"] == pytest.approx(whole["load.f"], abs=0.0)


def test_before_there_is_anything_to_keep_it_goes_on_up(monkeypatch):
    model = mb.load("rlc")
    with monkeypatch.context() as patch:
        patch.setattr(first_position, "start_states", pressed(first_position.start_states, 1))
        with pytest.raises(KeyboardInterrupt):
            model.simulate(1.0)
    assert not model.simulate(1.0).message


def test_a_sweep_and_a_linearisation_stop(monkeypatch):
    model = mb.load("bouncing_mass")
    name = next(n for n, p in engine_file.engine(model).system().parameters.items() if p.value > 0)
    value = engine_file.engine(model).system().parameters[name].value
    for call in (lambda: model.sweep({name: [value, 1.1 * value]}, 3.0), lambda: model.linearize(at=1.0)):
        with monkeypatch.context() as patch:
            patch.setattr(run_module, "integrate", pressed(run_module.integrate, 1))
            with pytest.raises(KeyboardInterrupt):
                call()


SCRIPT = """
import json, sys
import multibond as mb
model = mb.load("bouncing_mass")
model.simulate(0.1)
print("ready", flush=True)
count = 0
while True:
    result = model.simulate(5.0, points=2001, tolerance=1e-9)
    count += 1
    if result.message:
        print(json.dumps([result.message, result.time[-1], len(result["height"])]), flush=True)
        break
"""


@pytest.mark.parametrize("delay", [0.05, 0.113, 0.171])
def test_a_real_signal(delay, tmp_path):
    process = subprocess.Popen([sys.executable, "-c", SCRIPT.replace('result["height"]', "result.time")],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
    assert process.stdout.readline() == "ready\n"
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    if "KeyboardInterrupt" in err:  # between two runs, or before the first point of one: as everywhere in Python
        assert "simulate" not in err or "start" in err or "engine" in err or "verb" in err or "settings" in err
        return
    message, end, count = json.loads(out)
    assert message.startswith("interrupted at ") and 0.0 <= end <= 5.0 and 1 <= count <= 2001
