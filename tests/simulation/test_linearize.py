"""Linearisation of the simulated equations: against the matrices of the graph, and at operating points."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings

import multibond as mb
from graphs import random_model, seeds
from multibond import planar, spatial
from multibond.errors import MultibondError, NameNotFound


@settings(max_examples=200, deadline=None)
@given(seeds())
@example(5724)  # a loop of a transformer and a gyrator with gain one: a constraint that the structure does not show
@example(411136843)  # a weak coupling that only elimination shows, and that is constant all the same
def test_matrix_of_the_graph_equals_that_of_the_simulated_equations(seed):
    """A of MODIN's equations (5) to (9) and A of the compiled equations, two ways that share only the laws."""
    model = random_model(seed)
    try:
        space = model.state_space()
    except MultibondError:
        return  # refused with a reason, which other tests look at
    names = [str(entry.variable) for entry in space.X_I]
    if not names:
        return
    linear = model.linearize(inputs=[], outputs=names[:1], states=dict.fromkeys(names, "always"))
    assert sorted(linear.states) == sorted(names)
    order = [linear.states.index(name) for name in names]
    a = linear.A[np.ix_(order, order)]
    assert np.allclose(a, space.A, rtol=1e-9, atol=1e-9 * max(1.0, np.abs(space.A).max()))


def pendulum():
    """A pendulum on its angle: torque −m g l sin(phi)."""
    m = mb.Model("pendulum", domain="rotational")
    m.push = mb.Se(0.0)
    m.inertia, m.angle, m.joint = mb.I(2.0), mb.Dq(q0=0.0), mb.J1()
    m.gravity = mb.Se("-9.81*sin(angle.q)")
    m.push >> m.joint >> [m.inertia, m.angle]
    m.gravity >> m.joint
    m.output("phi", m.angle.q, "rad")
    return m


def test_matrices_at_a_position():
    linear = pendulum().linearize(at={"angle.q": 0.3}, inputs=["push.effort"])
    states = linear.states
    a = np.zeros((2, 2))
    q, p = states.index("angle.q"), states.index("inertia.p")
    a[q, p], a[p, q] = 1 / 2, -9.81 * np.cos(0.3)
    assert np.allclose(linear.A, a, atol=1e-12)
    assert np.allclose(linear.B[:, 0], np.eye(2)[p], atol=1e-12)
    assert np.allclose(linear.C[0], np.eye(2)[q], atol=1e-12)


def test_operating_points_by_time_result_and_rest():
    model = pendulum()
    result = model.simulate(1.0, parameters={"push.effort": 3.0}, tolerance=1e-10)
    by_result = model.linearize(at=result)
    angle = result["angle.q"][-1]
    row = by_result.states.index("inertia.p")
    assert by_result.A[row, by_result.states.index("angle.q")] == pytest.approx(-9.81 * np.cos(angle), abs=1e-9)
    by_time = model.linearize(at=1.0, parameters={"push.effort": 3.0}, tolerance=1e-10)
    assert np.allclose(by_time.A, by_result.A, atol=1e-7)
    steady = model.linearize(at="steady", parameters={"push.effort": 3.0})
    assert steady.point[steady.states.index("angle.q")] == pytest.approx(np.arcsin(3 / 9.81), abs=1e-9)


def test_unknown_names_are_refused_with_the_nearest():
    with pytest.raises(NameNotFound, match=r"push\.effort"):
        pendulum().linearize(inputs=["push.efort"])
    with pytest.raises(NameNotFound, match="phi"):
        pendulum().linearize(outputs=["ph"])
    with pytest.raises(MultibondError, match="steady"):
        pendulum().linearize(at="somewhere")


def slider_crank(library=planar):
    """A crank of 1 m and a rod of 3 m move a slider that hangs on a spring; the crank starts at 1 rad."""
    m = mb.Model("slider_crank")
    rest, inertia = ([0.0], 0.1) if library is planar else ([0.0, 0.0], [0.1, 0.1, 0.1])
    axis = () if library is planar else ([0.0, 0.0, 1.0],)
    m.world, m.ground, m.wall = library.World(gravity="none"), library.Fixed(), library.Fixed([6.0, *rest])
    m.h1, m.h2, m.h3 = library.Revolute(*axis, phi0=1.0), library.Revolute(*axis), library.Revolute(*axis)
    m.crank, m.rod, m.slider = library.Rod([1.0, *rest]), library.Rod([3.0, *rest]), library.Prismatic([1.0, *rest])
    m.b1, m.b2, m.b3 = (library.Body(1.0, inertia) for _ in range(3))
    m.spring = library.SpringDamper(100.0, 0.5, 2.5)
    m.join(m.ground.b, m.h1.a, m.slider.a)
    m.join(m.h1.b, m.crank.a)
    m.join(m.crank.b, m.b1.a, m.h2.a)
    m.join(m.h2.b, m.rod.a)
    m.join(m.rod.b, m.b2.a, m.h3.a)
    m.join(m.h3.b, m.slider.b, m.b3.a, m.spring.a)
    m.join(m.wall.b, m.spring.b)
    return m


@pytest.mark.parametrize("library", [planar, spatial])
def test_the_slider_may_be_the_coordinate_of_a_crank_that_is_given(library):
    """The slider's own start value is 0, where the loop cannot be closed: the start lies where the crank says."""
    model = slider_crank(library)
    result = model.simulate(0.5, states={"slider.travel.q": "always"})
    assert result.stats.states[0] == "slider.travel.q"
    assert result["slider.travel.q"][0] == pytest.approx(np.cos(1.0) + np.sqrt(9 - np.sin(1.0) ** 2), rel=1e-9)
    assert result["h1.angle.q"][-1] == pytest.approx(model.simulate(0.5)["h1.angle.q"][-1], abs=1e-4)


def test_an_operating_point_may_be_given_by_any_variable():
    """By the law of cosines the crank is at acos((x² + 1 − 9)/(2 x)) where the slider is at x."""
    model = slider_crank()
    by_slider = model.linearize(at={"slider.travel.q": 3.0}, outputs=["slider.travel.q"])
    by_crank = model.linearize(at={"h1.angle.q": np.arccos(1 / 6)}, outputs=["slider.travel.q"])
    assert by_slider.states[0] == "h1.angle.q"
    assert pytest.approx(by_crank.A, rel=1e-8) == by_slider.A
    with pytest.raises(MultibondError, match=r"h1\.phi0.*`parameters`"):
        model.linearize(at={"h1.phi0": 0.3})
    with pytest.raises(MultibondError, match=r"slider\.travel\.q = 5"):
        model.linearize(at={"slider.travel.q": 5.0})


@pytest.mark.parametrize("time", [10**400, 10**5000, -1, float("nan")], ids=["long", "longer", "negative", "none"])
def test_times_that_are_none(time):
    with pytest.raises(mb.ModelError, match="must be finite and not negative"):
        mb.load("rlc").linearize(at=time)
