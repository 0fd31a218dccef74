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


def controlled():
    """A motor with a controller: every kind of input is in it."""
    m = mb.Model("controlled")
    m.U = mb.Parameter(12.0, description="supply")
    m.level = mb.Discrete(start=2.0, description="changes at events")
    m.supply, m.loop, m.winding, m.coil = mb.Se("U*(1 + 0.1*sin(time))"), mb.J1(), mb.R(1.0), mb.I(0.01)
    m.motor, m.shaft, m.rotor, m.load = mb.GY(0.2), mb.J1(), mb.I(0.003), mb.Se("-0.01*level - 0.1*control.y")
    m.speed, m.wish = mb.Df(), mb.Constant(30.0)
    m.error, m.control = mb.Sum("+-", u=["wish.y", "speed.y"]), mb.Gain(1.0, u="error.y")
    m.supply >> m.loop >> [m.winding, m.coil]
    m.loop >> m.motor >> m.shaft >> [m.rotor, m.speed]
    m.load >> m.shaft
    m.when("time > 0.5", {"level": 3.0})
    m.output("w", "rotor.f")
    return m


@pytest.mark.parametrize(
    ("name", "column"),
    [  # the change of (coil.p, rotor.p) per second for a change of the input
        ("supply", [1.0, 0.0]),
        ("supply.e", [1.0, 0.0]),
        ("U", [1.0, 0.0]),
        ("load", [0.0, 1.0]),
        ("level", [0.0, -0.01]),
        ("wish.y", [0.0, -0.1]),
        ("wish.value", [0.0, -0.1]),
        ("speed.y", [0.0, 0.1]),
        ("error.y", [0.0, -0.1]),
        ("control.u", [0.0, -0.1]),
        ("control.y", [0.0, -0.1]),
        ("error.u[1]", [0.0, 0.1]),
    ],
)
def test_sources_signals_discrete_variables_and_parameters_are_inputs(name, column):
    model = controlled()
    linear = model.linearize(inputs=[name])
    assert list(linear.states) == ["coil.p", "rotor.p"] and list(linear.inputs) == [name]
    assert linear.B[:, 0] == pytest.approx(column, abs=1e-12)
    assert pytest.approx(model.linearize(inputs=[]).A) == linear.A
    assert model.simulate(0.2)["w"][-1] == controlled().simulate(0.2)["w"][-1]  # the model itself does not change


def test_inputs_at_a_time_and_at_a_result():
    model = controlled()
    result = model.simulate(1.0, tolerance=1e-10)
    timed = model.linearize(at=1.0, inputs=["supply", "control.u", "level"], tolerance=1e-10)
    taken = model.linearize(at=result, inputs=["supply", "control.u", "level"])
    assert pytest.approx(timed.B) == taken.B and taken.point == pytest.approx(timed.point, rel=1e-7)


def test_vectors_are_inputs_component_by_component():
    m = mb.Model("vector", n=2)
    m.source, m.node, m.mass, m.damper = mb.Se(["sin(time)", 0.0]), mb.J1(), mb.I(2.0), mb.R([1.0, 3.0])
    m.source >> m.node >> [m.mass, m.damper]
    linear = m.linearize(inputs=["source"], outputs=["mass.f"])
    assert list(linear.inputs) == ["source[0]", "source[1]"]
    assert pytest.approx(np.eye(2)) == linear.B and list(linear.outputs) == ["mass.f[0]", "mass.f[1]"]
    assert list(m.linearize(inputs=["source.e[0]", "damper.R[1]"], outputs=[]).inputs) == ["source.e[0]", "damper.R[1]"]
    with pytest.raises(MultibondError, match=r"damper\.R\[0\]: exact 0, 1 and −1 are built into the structure"):
        m.linearize(inputs=["damper.R"])


def test_the_flow_of_a_flow_source_and_a_wall_that_moves():
    m = mb.Model("shaken")
    m.ground, m.node, m.spring, m.mass, m.joint = mb.Sf("0.1*sin(time)"), mb.J0(), mb.C(0.5), mb.I(2.0), mb.J1()
    m.ground >> m.node >> [m.spring, m.joint]
    m.joint >> m.mass
    linear = m.linearize(inputs=["ground"], outputs=["spring.e"])
    assert list(linear.states) == ["spring.q", "mass.p"] and linear.B[:, 0] == pytest.approx([1.0, 0.0])
    with pytest.raises(MultibondError, match=r"ground\.e.*does not impose it"):
        m.linearize(inputs=["ground.e"])


def test_expressions_are_outputs():
    model = controlled()
    linear = model.linearize(at={"rotor.p": 0.06}, inputs=[], outputs=["rotor.f", "2*rotor.f", "rotor.f*coil.f", "w"])
    rows = {name: linear.C[k] for k, name in enumerate(linear.outputs)}
    assert rows["2*rotor.f"] == pytest.approx(2 * rows["rotor.f"]) and rows["w"] == pytest.approx(rows["rotor.f"])
    assert rows["rotor.f*coil.f"][0] == pytest.approx(20.0 / 0.01)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rotor.p", r"rotor\.p: the equations of the model determine it"),
        ("coil", "coil: a component is no input unless it is a source"),
        ("supply.f", "does not impose it"),
        ("w", "w: the equations of the model determine it"),
        ("suply", "no 'suply' to be an input; did you mean 'supply'"),
    ],
)
def test_what_cannot_be_an_input_is_said(name, words):
    with pytest.raises(MultibondError, match=words):
        controlled().linearize(inputs=[name])


def test_slopes_without_a_value_are_named():
    m = mb.Model("root", domain="electrical")
    m.source, m.node, m.resistor, m.store = mb.Se(1.0), mb.J1(), mb.R(1.0), mb.C(1.0)
    m.source >> m.node >> [m.resistor, m.store]
    m.output("root", "sqrt(store.e)")
    with pytest.raises(mb.ModelError, match=r"the slope of root by store\.q has no finite value.*choose another point"):
        m.linearize()


@pytest.mark.parametrize("effort", [2, 2.0, "2", " 2.0 ", "+2", "-2e0", "2 V"])
def test_a_number_written_as_a_text_is_an_input(effort):
    model = mb.Model("text", domain="electrical")
    model.source, model.loop, model.resistor, model.store = mb.Se(effort), mb.J1(), mb.R("4"), mb.C("0.5")
    model.source >> model.loop >> [model.resistor, model.store]
    linear = model.linearize()
    assert linear.inputs == ["source.effort"] and linear.B[0, 0] == pytest.approx(0.25)
    result = model.simulate(1.0, parameters={"source.effort": "8"}, tolerance=1e-9)
    assert result["store.e"][-1] == pytest.approx(8.0 * (1.0 - np.exp(-0.5)), rel=1e-7)
