"""Elements with set-valued laws: bounds, sliding levels, what passes, and the power they take."""

import numpy as np
import pytest

import multibond as mb
from elements.single import Stand
from multibond.errors import ModelError
from multibond.expression import evaluate

both_sizes = pytest.mark.parametrize("n", [1, 3])
rng = np.random.default_rng(11)


class Bounds:
    """The pairs of an element on the stand as arrays of numbers, one entry for each component."""

    def __init__(self, element, values, n=1, time=0.0):
        stand = Stand(element, n)
        known = stand.numbers(values, time)
        pairs = list(element.pairs(stand.scope))

        def numbers(nodes):
            return None if nodes[0] is None else np.array(evaluate(nodes, known), dtype=float)

        self.effort, self.flow = numbers([p.effort for p in pairs]), numbers([p.flow for p in pairs])
        self.lower, self.upper = numbers([p.lower for p in pairs]), numbers([p.upper for p in pairs])
        slides = [p.sliding or (None, None) for p in pairs]
        self.sliding = tuple(numbers([s[k] for s in slides]) for k in (0, 1))
        self.stand, self.count = stand, len(pairs)
        self.components = [p.component for p in pairs]
        self.power = stand.power_in(values)


@both_sizes
def test_dry_friction(n):
    f = rng.normal(size=n)
    found = Bounds(mb.DryFriction(3.0, 4.0, viscous=0.5, load=2.0), {"e": 6 * np.sign(f) + 0.5 * f, "f": f}, n)
    assert found.count == n
    np.testing.assert_allclose(found.upper, 8.0)
    np.testing.assert_allclose(found.lower, -8.0)
    np.testing.assert_allclose(found.sliding[1], 6.0)
    np.testing.assert_allclose(found.effort, 6 * np.sign(f))  # at its sliding level
    np.testing.assert_allclose(found.flow, f)
    assert found.power == pytest.approx(np.sum(6 * abs(f) + 0.5 * f * f))


@both_sizes
def test_friction_by_stribeck(n):
    f = rng.normal(size=n)
    curve = 3.0 + 2.0 * np.exp(-(abs(f / 0.2) ** 1.5))
    found = Bounds(mb.DryFriction(3.0, 5.0, stribeck=0.2, exponent=1.5), {"e": curve, "f": f}, n)
    np.testing.assert_allclose(found.sliding[1], curve)
    np.testing.assert_allclose(found.sliding[0], -curve)
    np.testing.assert_allclose(found.upper, 5.0)


@both_sizes
def test_ball_friction(n):
    f = rng.normal(size=n)
    slides = 3.0 * f / np.linalg.norm(f)
    found = Bounds(mb.BallFriction(3.0, 4.0), {"e": slides, "f": f}, n)
    assert found.count == n
    np.testing.assert_allclose(found.sliding[1], slides, rtol=1e-9)
    np.testing.assert_allclose(found.sliding[0], slides, rtol=1e-9)
    assert found.power == pytest.approx(3.0 * np.linalg.norm(f))
    assert found.components == list(range(n))  # they hold together or not at all
    assert np.linalg.norm(found.upper) == pytest.approx(4.0)
    e = rng.normal(size=n)
    still = Bounds(mb.BallFriction(3.0, 4.0), {"e": 4.0 * e / np.linalg.norm(e), "f": np.zeros(n)}, n)
    np.testing.assert_allclose(still.upper, 4.0 * abs(e) / np.linalg.norm(e), rtol=1e-6)  # all at their bounds at once
    np.testing.assert_allclose(still.lower, -still.upper)


def test_a_load_or_brake_by_a_signal_below_zero_presses_nothing():
    for make in (lambda: mb.DryFriction(3.0, load="cos(time)"), lambda: mb.Brake(3.0, "cos(time)")):
        for time in (0.5, 2.5):
            found = Bounds(make(), {"e": 0.0, "f": 1.0}, time=time)
            assert found.upper == pytest.approx(3.0 * max(np.cos(time), 0.0)) == -found.lower


def test_without_static_friction_it_slides_at_the_level_at_which_it_sticks():
    found = Bounds(mb.DryFriction(3.0), {"e": 3.0, "f": 1.0})
    assert found.sliding == (None, None)
    assert (found.lower, found.upper) == (-3.0, 3.0)


@both_sizes
def test_brake(n):
    found = Bounds(mb.Brake(10.0, 0.5, 1.2), {"e": np.full(n, 5.0), "f": np.full(n, 2.0)}, n)
    np.testing.assert_allclose(found.upper, 6.0)
    np.testing.assert_allclose(found.sliding[0], -5.0)
    assert found.power == pytest.approx(10.0 * n)


@both_sizes
def test_clutch(n):
    values = {"a.e": np.full(n, 8.0), "b.e": np.full(n, 8.0), "a.f": np.full(n, 3.0), "b.f": np.full(n, 1.0)}
    found = Bounds(mb.Clutch(8.0, 1.0, 1.5), values, n)
    np.testing.assert_allclose(found.flow, 2.0)
    np.testing.assert_allclose(found.upper, 12.0)
    assert found.power == pytest.approx(16.0 * n)
    beside = list(found.stand.element.beside(found.stand.scope))
    assert len(beside) == 1 and np.all(beside[0][0] == found.stand.scope.b.e)


@both_sizes
def test_one_way_clutch(n):
    values = {"a.e": np.zeros(n), "b.e": np.zeros(n), "a.f": np.full(n, 1.0), "b.f": np.full(n, 3.0)}
    found = Bounds(mb.OneWayClutch(), values, n)
    np.testing.assert_allclose(found.flow, -2.0)  # b runs ahead freely
    assert found.upper is None
    np.testing.assert_allclose(found.lower, 0.0)
    assert found.power == 0.0


@both_sizes
def test_thyristor(n):
    values = {"e": np.full(n, 5.0), "f": np.zeros(n)}
    asleep, fired = (Bounds(mb.Thyristor("time > 1"), values, n, time=t) for t in (0.5, 1.5))
    assert np.all(np.isinf(asleep.upper)) and asleep.lower is None
    np.testing.assert_allclose(fired.upper, 0.0)
    np.testing.assert_allclose(asleep.sliding[1], 0.0)  # once it conducts it goes on without its gate


@both_sizes
def test_transistor_switch(n):
    values = {"e": np.zeros(n), "f": np.full(n, -2.0)}
    opened, closed = (Bounds(mb.TransistorSwitch("time > 1"), values, n, time=t) for t in (0.5, 1.5))
    np.testing.assert_allclose(opened.lower, 0.0)  # its diode
    assert np.all(np.isinf(opened.upper))
    np.testing.assert_allclose(closed.upper, 0.0)
    assert opened.power == closed.power == 0.0


@both_sizes
def test_ideal_zener(n):
    found = Bounds(mb.IdealZener(5.1, 0.7), {"e": np.full(n, -5.1), "f": np.full(n, -2.0)}, n)
    np.testing.assert_allclose(found.lower, -5.1)
    np.testing.assert_allclose(found.upper, 0.7)
    assert found.power == pytest.approx(10.2 * n)


@both_sizes
@pytest.mark.parametrize("make", [lambda: mb.CheckValve(2e5, 1e9), lambda: mb.ReliefValve(2e5, 1e9)])
def test_valves_of_hydraulics(make, n):
    found = Bounds(make(), {"e": np.full(n, 3e5), "f": np.full(n, 1e-4)}, n)
    np.testing.assert_allclose(found.upper, 2e5)
    np.testing.assert_allclose(found.effort, 2e5)  # the rest is lost in its resistance
    assert found.lower is None and found.power == pytest.approx(30.0 * n)


@pytest.mark.parametrize(("kind", "on", "equal", "adds"), [
    (mb.SwitchedJ0, True, "e", "f"), (mb.SwitchedJ1, True, "f", "e"),
    (mb.SwitchedJ0, False, "e", None), (mb.SwitchedJ1, False, "f", None),
])  # fmt: skip
def test_switched_junctions(kind, on, equal, adds):
    """Two resistors on a source: on as the junction, off nothing reaches them."""
    model = mb.Model("junction", domain="electrical")
    model.source = mb.Sf(2.0) if kind is mb.SwitchedJ0 else mb.Se(6.0)
    model.junction, model.A, model.B = kind(on), mb.R(1.0), mb.R(2.0)
    model.source >> model.junction >> [model.A, model.B]
    result = model.simulate(1.0)
    values = {name: float(result[f"{name}.{equal}"][-1]) for name in ("A", "B")}
    expected = 2.0 / 1.5 if kind is mb.SwitchedJ0 else 2.0
    assert values == pytest.approx(dict.fromkeys("AB", expected if adds else 0.0))


@both_sizes
@pytest.mark.parametrize(("side", "position", "gap"), [("upper", 0.2, 0.3), ("lower", 0.7, 0.2)])
def test_stop(side, position, gap, n):
    element = mb.Stop(position, 0.5, 0.4, side=side)
    sign = 1.0 if side == "upper" else -1.0
    values = {"e": sign * np.full(n, 3.0), "f": np.zeros(n)}
    found = Bounds(element, values, n)
    np.testing.assert_allclose(found.effort, 3.0)  # it pushes
    np.testing.assert_allclose(found.lower, 0.0)
    known = found.stand.numbers(values)
    (first, *_) = element.pairs(found.stand.scope)
    assert evaluate([first.gap, first.restitution], known) == pytest.approx([gap, 0.4])


@pytest.mark.parametrize(("make", "message"), [
    (lambda: mb.Thyristor(), "does not know when it is fired"),
    (lambda: mb.Thyristor("[1 > 0, 2 > 1]"), "has 2 conditions"),
    (lambda: mb.TransistorSwitch(), "does not know when it is closed"),
    (lambda: mb.SwitchedJ1(), "does not know when it is on"),
    (lambda: mb.DryFriction(-1.0), "must be at least 0"),
    (lambda: mb.DryFriction(1.0, stribeck=0.0), "must be greater than 0"),
    (lambda: mb.IdealZener(0.0), "must be greater than 0"),
])  # fmt: skip
def test_wrong_elements_are_refused(make, message):
    with pytest.raises((ModelError, LookupError), match=message):
        Stand(make(), 1)
