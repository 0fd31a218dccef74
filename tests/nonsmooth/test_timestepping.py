"""Time-stepping beside closed forms and located events; pools whose contacts are found; projection and pivoting."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial
from multibond.errors import ModelError
from multibond.impact.group import together
from multibond.impact.pivoting import together_pivoting, unknowns
from multibond.impact.strike import room_for

STEPS = "timestepping"


def ball(e: float, **given: object) -> mb.Model:
    m = mb.Model("ball")
    m.world, m.floor, m.ball = planar.World(), planar.Fixed(), planar.Body(1.0, 0.004, x0=[0.0, 1.1])
    m.contact = planar.SpherePlane(0.1, restitution=e, **given)
    m.join(m.ball.a, m.contact.a)
    m.join(m.contact.b, m.floor.b)
    return m


def test_a_ball_bounces_with_an_error_of_the_step_and_rests_without_sinking():
    model, errors = ball(0.5), []
    exact = model.simulate(3.0, tolerance=1e-10, points=301)
    for step in (4e-4, 1e-4):
        result = model.simulate(3.0, points=301, solver=STEPS, step=step)
        errors.append(np.max(np.abs(result["ball.x"] - exact["ball.x"])))
        assert result["ball.x"][-1, 1] == pytest.approx(0.1, abs=1e-9)
        assert result["contact.load"][-1] == pytest.approx(9.81, rel=1e-6)
        taken = result.energy.dissipated[-1] - result.energy.jumps[-1]
        assert taken == pytest.approx(9.81, rel=1e-6) and len(result.events) > 5  # by impacts, the last ones as resting
        assert np.max(np.abs(result.energy.residual)) < 1e-10
    assert errors[0] < 2e-3 and errors[1] < 0.5 * errors[0]


def test_a_box_slides_as_far_as_its_friction_says():
    m = mb.Model("box")
    m.world, m.floor = planar.World(), planar.Fixed()
    m.box = planar.Body(2.0, 0.01, x0=[0.0, 0.05], v0=[2.0, 0.0])
    m.contact = planar.BoxPlane([0.2, 0.1], friction=0.4, restitution=0.0)
    m.join(m.box.a, m.contact.a)
    m.join(m.contact.b, m.floor.b)
    result = m.simulate(1.0, solver=mb.solvers.Timestepping(step=2e-4, sweeps=400))
    assert result["box.x"][-1] == pytest.approx([4 / (2 * 0.4 * 9.81), 0.05], abs=1e-3)
    assert abs(result["box.v"][-1, 0]) < 1e-9 and abs(result["box.w"][-1]) < 1e-6


@pytest.mark.parametrize(
    ("name", "output", "close"),
    [("rocking_block", "phi", 0.05), ("coupled_clutches", "w1", 1e-4), ("four_bar_impact", "phi", 0.1),
     ("bouncing_spherical", "position", 0.02), ("rattleback", "w", 0.02), ("stacked_boxes", "y3", 0.01)],
)  # fmt: skip
def test_models_of_the_bank_move_as_with_located_events(name, output, close):
    model = mb.load(name)
    located, stepped = model.simulate(points=51), model.simulate(points=51, solver=STEPS, step=1e-4 * model.stop)
    size = np.max(np.abs(located[output]))
    assert np.max(np.abs(stepped[output] - located[output])) < close * size
    assert stepped.stats.energy_residual < 1e-5 and stepped.stats.constraint_residual < 1e-8


def discs(count: int, pairs: str, library=planar, **given: object) -> mb.Model:
    m = mb.Model("discs")
    flat = library is planar
    m.world = library.World(gravity="none")
    m.pool = library.ContactPool(bodies=count, radius=[0.1] * count, restitution=0.6, pairs=pairs, **given)
    draw = np.random.default_rng(3)
    for k in range(count):
        place = [0.25 * k, 0.02 * draw.normal(), 0.02 * draw.normal()][: 2 if flat else 3]
        speed = [1.0 - 2.0 * k / (count - 1), 0.1 * draw.normal(), 0.0][: 2 if flat else 3]
        body = m.add(f"ball{k}", library.Body(1.0, 0.004, x0=place, v0=speed))
        m.join(body.a, m.pool[f"body{k + 1}"])
    return m


@pytest.mark.parametrize("given", [{}, {"friction": 0.3}])
def test_contacts_that_are_found_are_those_between_every_two(given):
    solver = mb.solvers.Timestepping(step=1e-4, sweeps=2000)
    found, all_pairs = (discs(5, pairs, **given).simulate(0.6, solver=solver) for pairs in ("near", "all"))
    for k in range(5):
        assert np.allclose(found[f"ball{k}.x"], all_pairs[f"ball{k}.x"], atol=1e-3)  # both to the order of the step
    assert np.ptp(found["ball0.v"][:, 0]) > 0.1


@pytest.mark.parametrize("given", [{}, {"friction": 0.4}])
def test_balls_in_space_keep_momentum_and_angular_momentum(given):
    result = discs(4, "near", spatial, **given).simulate(0.6, solver=STEPS, step=1e-4)
    v = np.array([result[f"ball{k}.v"] for k in range(4)])
    x = np.array([result[f"ball{k}.x"] for k in range(4)])
    assert np.ptp(v[0, :, 0]) > 0.1  # they met
    assert np.max(np.abs(v.sum(axis=0) - v.sum(axis=0)[0])) < 1e-12
    spin = np.array([_spin(result, k) for k in range(4)])
    total = (np.cross(x, v) + spin).sum(axis=0)
    assert (np.max(np.abs(spin)) > 1e-4) == bool(given)
    assert np.max(np.abs(total - total[0])) < 2e-5  # to the order of the step: arms move within it


def _spin(result, k: int) -> np.ndarray:
    """The angular momentum of a ball about its centre, in the inertial frame [N·m·s]."""
    return 0.004 * np.einsum("tji,tj->ti", result[f"ball{k}.a.R"], result[f"ball{k}.w"])


def test_what_time_stepping_cannot_do_is_said():
    with pytest.raises(ModelError, match="does not follow from the states"):
        mb.load("buck_converter").simulate(1e-4, solver=STEPS)
    with pytest.raises(ModelError, match="energy that is given at once"):
        mb.load("piston_engine").simulate(0.1, solver=STEPS)
    with pytest.raises(ModelError, match=r"pool: its contacts are found in the run"):
        discs(3, "near").simulate(0.1)
    with pytest.raises(ModelError, match="must be positive"):
        mb.solvers.Timestepping(step=-1.0)
    smooth = mb.load("double_pendulum").simulate(1.0, solver=STEPS)  # nothing set-valued: fixed steps of order 4
    assert smooth.stats.energy_residual < 1e-9


@pytest.mark.parametrize("seed", range(12))
def test_projection_and_pivoting_find_the_same_velocities(seed):
    draw = np.random.default_rng(seed)
    count, d = int(draw.integers(1, 5)), 2 + seed % 2
    m = count * d
    A = draw.normal(size=(m, m + 2))
    G = np.ascontiguousarray(A @ A.T / m + 0.3 * np.eye(m))
    size, first = np.full(count, d, dtype=np.int64), np.arange(0, m, d)
    mark, mu = np.ones(count, dtype=np.int64), draw.uniform(0.0, 0.4, size=count)
    u, zero = draw.normal(size=m), np.zeros(count)
    u[first] = -np.abs(u[first])
    n = int(unknowns(count, size, mark, 1, mu))
    whole, numbers = room_for(count, m)
    turns, pivots = u.copy(), u.copy()
    p, q, left = np.zeros(m), np.zeros(m), np.array([1e9])
    assert together(count, m, first, size, mark, 1, 0, 0.0, G, mu, zero, zero, turns, p, left, np.zeros(60)) == 0
    work, integers = np.zeros(numbers), np.zeros(whole + 2 * n, dtype=np.int64)
    known = G, mu, zero, zero, pivots, q, left, work, integers
    status = together_pivoting(count, m, first, size, mark, 1, n, 0.0, *known)
    if status == 0:
        assert np.allclose(turns, pivots, atol=1e-7) and np.allclose(p, q, atol=1e-6)
    assert (p[first] >= 0).all() and (turns[first] > -1e-9).all()


@pytest.mark.parametrize("shape", ["balls", "boxes"])
def test_what_lies_on_each_other_lies_still_in_steps(shape):
    m, size, count = mb.Model("column"), 0.2, 3 if shape == "balls" else 2  # m
    m.world, m.floor = planar.World(), planar.Fixed()
    if shape == "balls":
        m.pool = planar.ContactPool(bodies=count, radius=[0.1] * count, friction=0.3, pairs="near")
    half = [0.1 - 0.01 * k for k in range(count)]
    corners = [[[-a, -0.1], [a, -0.1], [a, 0.1], [-a, 0.1]] for a in half]
    for k in range(count):
        body = m.add(f"body{k}", planar.Body(1.0, 0.005, x0=[0.0, size / 2 + size * k]))
        if shape == "balls":
            m.join(body.a, m.pool[f"body{k + 1}"])
        elif k > 0:
            touch = m.add(f"touch{k}", planar.PolygonPolygon(corners[k - 1], corners[k], friction=0.3))
            m.join(m[f"body{k - 1}"].a, touch.a)
            m.join(touch.b, body.a)
    m.ground = (
        planar.SpherePlane(0.1, friction=0.3) if shape == "balls" else planar.BoxPlane([size, size], friction=0.3)
    )
    m.join(m.body0.a, m.ground.a)
    m.join(m.ground.b, m.floor.b)
    result = m.simulate(0.3, points=301, solver="timestepping")
    for k in range(count):  # none falls for a single step, though it would not approach the one below by itself
        assert np.max(np.abs(result[f"body{k}.v"])) < 0.01 * 9.81 * 1e-3
        assert result[f"body{k}.x"][-1] == pytest.approx([0.0, size / 2 + size * k], abs=1e-8)
