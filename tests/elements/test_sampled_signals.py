"""Blocks with bends, noise and delays; sampled signals and state machines."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator

import multibond as mb
from multibond import sampled
from multibond.model.file import dumps, loads


def run(part, stop=4.0, start=0.0, points=401, **options):
    """The output y of a block."""
    model = mb.Model("block")
    model.part = part
    model.output("y", "part.y")
    result = model.simulate(stop, start=start, points=points, tolerance=1e-8, **options)
    return result.time, result["y"], result


def test_gain_takes_three_inputs_to_two_outputs():
    k = [[1, 2, 3], [4, 5, 6]]
    t, y, _ = run(mb.Gain(k, u=["sin(time)", "cos(time)", "1"]))
    assert np.allclose(y, np.c_[np.sin(t), np.cos(t), np.ones(len(t))] @ np.array(k).T)
    t, y, _ = run(mb.Gain([[1, 2]], u=["sin(time)", "cos(time)"]))
    assert np.allclose(y, np.sin(t) + 2 * np.cos(t))
    with pytest.raises(mb.ModelError, match="leave out n"):
        run(mb.Gain(k, n=3, u=["time", "time", "1"]))


def test_quantiser_and_rate_limiter():
    t, y, result = run(mb.Quantiser(0.25, u="sin(time)"), points=997)
    assert np.allclose(y, 0.25 * np.floor(np.sin(t) / 0.25 + 0.5)) and result.stats.events >= 8
    t, y, _ = run(mb.RateLimiter(2.0, -1.0, u="pulse(2, 1)"))
    assert np.diff(y).max() / (t[1] - t[0]) < 2.001 and np.diff(y).min() / (t[1] - t[0]) > -1.001
    # it starts at the input, falls from 1 s on by 1/s and rises again from 2 s on by 2/s, a lag of T behind
    assert np.allclose(y[[0, 150, 225]], [1.0, 0.5, 0.5], atol=5e-3) and t[150] == 1.5


def test_table_of_two_inputs():
    points1, points2, values = [0, 1, 2], [0, 10, 12], [[0, 1, 4], [2, 3, 1], [5, 7, 0]]
    t, y, _ = run(mb.LookupTable2(points1, points2, values, u1="time - 0.5", u2="6*time - 2"))
    exact = RegularGridInterpolator((points1, points2), np.array(values, float))
    assert np.allclose(y, exact(np.c_[np.clip(t - 0.5, 0, 2), np.clip(6 * t - 2, 0, 12)]))
    for wrong in ([[0, 1], [2, 3], [5, 7]], [[0, 1, 4], [2, 3, 1]], [[0, 1, 4], [2, 3], [5, 7, 0]]):
        with pytest.raises(mb.ModelError):
            run(mb.LookupTable2(points1, points2, wrong, u1="time", u2="time"))


def test_noise_is_the_same_in_every_run_and_has_its_deviation():
    t, y, _ = run(mb.Noise(2.0, 20.0, 1.0, seed=5), 50.0, points=20001)
    again = run(mb.Noise(2.0, 20.0, 1.0, seed=5), 50.0, points=20001, solver="bdf")[1]
    assert (y == again).all() and not np.allclose(y, run(mb.Noise(2.0, 20.0, 1.0, seed=6), 50.0, points=20001)[1])
    assert abs(y.mean()) < 0.1 and abs(y.std() - 2.0) < 0.15
    power = np.abs(np.fft.rfft(y)) ** 2
    frequency = np.fft.rfftfreq(len(y), t[1] - t[0])
    inside = (frequency > 0.9) & (frequency < 20.1)
    assert power[inside].sum() > 0.99 * power[1:].sum()
    _, two, _ = run(mb.Noise(1.0, 20.0, seed=5, n=2), 50.0, points=5001)
    assert abs(np.corrcoef(two.T)[0, 1]) < 0.1
    with pytest.raises(mb.ModelError, match="whole number"):
        run(mb.Noise(seed=-1))


def test_delay_of_a_smooth_signal():
    t, y, _ = run(mb.Delay(0.2, order=6, u="sin(3*time)"))
    assert np.abs(y - np.sin(3 * (t - 0.2)))[t > 1].max() < 1e-7
    assert np.allclose(run(mb.Delay(0.3, u="5"))[1], 5.0)
    with pytest.raises(mb.ModelError, match="from 1 to 10"):
        run(mb.Delay(0.2, order=11, u="time"))


@pytest.mark.parametrize("start", [0.0, 5.03, -0.25])
def test_samples_at_the_start_and_at_multiples_of_the_period(start):
    model = mb.Model("sampled")
    model.source, model.node, model.store = mb.Sf("cos(time)"), mb.J0(), mb.C(1.0, q0=0.3)
    model.source >> model.node >> model.store
    model.hold = sampled.SampleHold(0.1, u="store.e")
    model.both = sampled.SampleHold(0.1, inputs=2, u=["store.e", "2*store.e"])
    model.late = sampled.Delay(0.1, steps=2, u="store.e")
    result = model.simulate(start + 1.0, start=start, points=101, tolerance=1e-9)
    ticks = np.unique(np.r_[start, np.arange(np.ceil(10 * start - 1e-9), 10 * start + 10) / 10])
    between = np.abs(result.time[:, None] - ticks).min(axis=1) > 1e-3
    last = np.searchsorted(ticks, result.time[between]) - 1
    truth = 0.3 + np.sin(ticks) - np.sin(start)
    assert np.allclose(result["hold.y"][between], truth[last], atol=1e-8)
    assert np.allclose(result["both.y"][between][:, 1], 2 * truth[last], atol=1e-8)
    assert np.allclose(result["late.y"][between], np.where(last >= 2, truth[np.maximum(last - 2, 0)], 0.0), atol=1e-8)


def test_sampled_controller_settles():
    model = mb.Model("loop")
    model.push, model.cart, model.mass = mb.Se("-controller.y", domain="translational"), mb.J1(), mb.I(1.0, p0=1.0)
    model.sensor = mb.Dq()
    model.push >> model.cart >> [model.mass, model.sensor]
    model.controller = sampled.SampleHold(0.05, u="4*sensor.q + 4*mass.f")
    result = model.simulate(5.0, tolerance=1e-9, points=11)
    A = np.array([[1, 0.05], [0, 1]]) - np.outer([0.05**2 / 2, 0.05], [4, 4])
    x = np.array([0.0, 1.0])
    for _ in range(100):
        x = A @ x
    assert np.allclose([result["sensor.q"][-1], result["mass.f"][-1]], x, atol=1e-8)
    assert abs(result.stats.events - 100) <= 1


def test_events_that_move_their_own_instant():
    model = mb.Model("ticks")
    model.flow, model.node, model.store = mb.Sf(1.0), mb.J0(), mb.C(1.0)
    model.flow >> model.node >> model.store
    model.due, model.ticks = mb.Discrete(start=0.1), mb.Discrete(start=0.0)
    model.when("time >= due", {"due": "due + 0.1*(1 + ticks)", "ticks": "ticks + 1"})
    result = model.simulate(2.0)
    assert np.allclose([event.time for event in result.events], [0.1, 0.2, 0.4, 0.7, 1.1, 1.6])


def thermostat(e0):
    model = mb.Model("thermostat", domain="heat")
    fires = ["1 if room.e < 291 else 0", "1 if room.e > 293 else 0"]
    model.machine = sampled.StateMachine("off on", "off on, on off", fires=fires)
    model.heater, model.node, model.room = mb.Sf("2000*machine.active[1]"), mb.J0(), mb.C(1e5, e0=e0)
    model.loss, model.outside, model.wall = mb.R(0.02), mb.Se(275), mb.J1()
    model.heater >> model.node >> [model.room, model.wall]
    model.wall >> [model.loss, model.outside]
    model.output("temperature", "room.e")
    return model


def test_state_machine_keeps_a_room_warm():
    model = thermostat(290.0)  # cold at the start: it leaves its first state at once
    result = model.simulate(4000.0, points=4001)
    late = result.time > 300
    assert result["room.e"][late].min() > 290.99 and result["room.e"][late].max() < 293.01
    assert set(np.unique(result["machine.state"])) == {0.0, 1.0}
    assert np.allclose(result["machine.active"].sum(axis=1), 1.0)
    assert result["machine.elapsed"].min() >= 0
    again = loads(dumps(model, "yaml"), "yaml").simulate(4000.0, points=4001)
    assert np.allclose(again["temperature"], result["room.e"])


def test_state_machine_refuses_states_that_are_not_there():
    for states, transitions, word in (
        ("off on", "off onn", "did you mean 'on'"), ("off", "off off", "two or more"),
        ("off on", "off", "pair of states"),
    ):  # fmt: skip
        with pytest.raises(mb.ModelError, match=word):
            run(sampled.StateMachine(states, transitions, fires=[1.0]))
