"""Springs, dampers and given forces against minimal coordinates."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

from multibond import planar
from planar.mechanism import chain, run
from planar.minimal import motion

X, Y, PHI = sp.symbols("x y phi")


def held(m, part, **body):
    """A body on an elastic part that starts at the origin."""
    m.world, m.ground, m.part = planar.World(), planar.Fixed(), part
    m.body = planar.Body(2, 0.1, x0=[1, 0.5], v0=[0.3, 0.0], **body)
    chain(m, m.ground.b, m.part.a, m.part.b, m.body.a)


def expected(result, force, potential=0):
    """Position of that body under a force and a potential."""
    start = [1, 0.5, 0, 0.3, 0, 0]
    return motion((X, Y, PHI), [(2, 0.1, (X, Y), PHI)], start, result.time, potential=potential, force=force)[:2].T


def along(q, v):
    """Velocity along the line to the origin, as a vector."""
    line = q[:2] / np.linalg.norm(q[:2])
    return line * (line @ v[:2])


@pytest.mark.parametrize("s0", [0.0, 0.7])
def test_spring(s0):
    r = run(held, 3.0, planar.Spring(20, s0))
    potential = 10 * (sp.sqrt(X**2 + Y**2) - s0) ** 2 if s0 else 10 * (X**2 + Y**2)
    np.testing.assert_allclose(r["body.x"], expected(r, None, potential), atol=1e-8)
    np.testing.assert_allclose(r["part.s"], np.hypot(*r["body.x"].T), atol=1e-12)
    assert r.stats.energy_residual < 1e-8
    stored = r.energy.by_component()["part.spring"]["stored"]
    np.testing.assert_allclose(stored, 10 * (r["part.s"] - s0) ** 2, atol=1e-9)


def test_a_spring_may_pass_its_other_end():
    def fill(m):
        m.world, m.ground, m.spring = planar.World(gravity="none"), planar.Fixed(), planar.Spring(9)
        m.body = planar.Body(1, 1, x0=[1, 0])
        chain(m, m.ground.b, m.spring.a, m.spring.b, m.body.a)

    r = run(fill, 5.0)
    np.testing.assert_allclose(r["body.x"][:, 0], np.cos(3 * r.time), atol=1e-8)


@pytest.mark.parametrize("direction", ["both", "line"])
def test_damper(direction):
    r = run(held, 2.0, planar.Damper(3, damped=direction))
    force = {"both": lambda t, q, v: [*(-3 * v[:2]), 0], "line": lambda t, q, v: [*(-3 * along(q, v)), 0]}[direction]
    np.testing.assert_allclose(r["body.x"], expected(r, force), atol=1e-8)
    assert r.energy.dissipated[-1] > 0
    assert r.stats.energy_residual < 1e-8


@pytest.mark.parametrize("direction", ["both", "line"])
def test_spring_and_damper(direction):
    r = run(held, 3.0, planar.SpringDamper(20, 3, 0.7, damped=direction))
    force = {"both": lambda t, q, v: [*(-3 * v[:2]), 0], "line": lambda t, q, v: [*(-3 * along(q, v)), 0]}[direction]
    np.testing.assert_allclose(r["body.x"], expected(r, force, 10 * (sp.sqrt(X**2 + Y**2) - 0.7) ** 2), atol=1e-8)


def test_an_elastic_part_pulls_both_ends_alike():
    def fill(m):
        m.world = planar.World(gravity="none")
        m.one, m.two = planar.Body(2, 0.1), planar.Body(1, 0.1, x0=[2, 0], v0=[0, 1])
        m.part, m.rod = planar.SpringDamper(5, 0.3, 1), planar.Rod([0.3, 0.4])
        chain(m, m.one.a, m.rod.a, m.rod.b, m.part.a, m.part.b, m.two.a)

    r = run(fill, 4.0)
    np.testing.assert_allclose(2 * r["one.v"] + r["two.v"], np.tile([0, 1], (41, 1)), atol=1e-8)
    spin = 0.1 * r["one.w"] + 0.1 * r["two.w"]
    for m, name in ((2, "one"), (1, "two")):
        x, v = r[f"{name}.x"], r[f"{name}.v"]
        spin = spin + m * (x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0])
    np.testing.assert_allclose(spin, 2, atol=1e-8)


def test_forces_of_world_and_frame():
    def fill(m):
        m.world, m.body, m.rod = planar.World(), planar.Body(2, 0.3), planar.Rod([0.5, 0.2])
        m.push, m.twist = planar.WorldForce(["2*sin(time)", "cos(time)"]), planar.WorldTorque("0.1*time")
        m.thrust = planar.BodyForce([1, 0.5], 0.2)
        m.join(m.body.a, m.rod.a, m.twist.b)
        m.join(m.rod.b, m.push.b, m.thrust.b)

    def force(t, q, v):
        c, s = np.cos(q[2]), np.sin(q[2])
        arm = np.array([0.5 * c - 0.2 * s, 0.5 * s + 0.2 * c])
        total = np.array([2 * np.sin(t) + c - 0.5 * s, np.cos(t) + s + 0.5 * c])
        return [*total, 0.1 * t + 0.2 + arm[0] * total[1] - arm[1] * total[0]]

    r = run(fill, 2.0)
    values = motion((X, Y, PHI), [(2, 0.3, (X, Y), PHI)], [0.0] * 6, r.time, force=force)
    np.testing.assert_allclose(np.c_[r["body.x"], r["body.phi"]], values[:3].T, atol=1e-8)


@pytest.mark.parametrize("frame", ["world", "a", "b"])
def test_a_relative_force_keeps_momentum_and_spin(frame):
    def fill(m):
        m.world, m.one = planar.World(gravity="none"), planar.Body(2, 0.3, w0=0.5)
        m.two, m.force = (
            planar.Body(1, 0.2, x0=[1, 0.5], w0=-1.0),
            planar.RelativeForce(["sin(time)", 0.3], 0.1, frame=frame),
        )
        chain(m, m.one.a, m.force.a, m.force.b, m.two.a)

    r = run(fill, 2.0)
    np.testing.assert_allclose(2 * r["one.v"] + r["two.v"], 0, atol=1e-9)
    spin = 0.3 * r["one.w"] + 0.2 * r["two.w"]
    for m, name in ((2, "one"), (1, "two")):
        x, v = r[f"{name}.x"], r[f"{name}.v"]
        spin = spin + m * (x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0])
    np.testing.assert_allclose(spin, 0.3 * 0.5 - 0.2, atol=1e-8)
    # the force on b, resolved as the option says
    angle = {"world": 0 * r.time, "a": r["one.phi"], "b": r["two.phi"]}[frame]
    given = np.c_[np.sin(r.time), 0 * r.time + 0.3]
    turned_force = np.c_[np.cos(angle) * given[:, 0] - np.sin(angle) * given[:, 1],
                         np.sin(angle) * given[:, 0] + np.cos(angle) * given[:, 1]]  # fmt: skip
    np.testing.assert_allclose(r["two.inertia.e"][:, :2], turned_force, atol=1e-8)
    assert r.stats.energy_residual < 1e-8


def test_a_force_follows_a_signal_of_the_model():
    def fill(m):
        m.world, m.body = planar.World(gravity="none"), planar.Body(1, 1, x0=[1, 0], v0=[0, 0])
        m.pull = planar.WorldForce(["-4*body.x[0]", "0"])
        m.join(m.pull.b, m.body.a)

    r = run(fill, 3.0)
    np.testing.assert_allclose(r["body.x"][:, 0], np.cos(2 * r.time), atol=1e-8)
