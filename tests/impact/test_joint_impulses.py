"""Impulses in joints: momentum of every body, and angular momentum, change by what joints and contacts give at once."""

from __future__ import annotations

import copy
import csv
import pickle

import numpy as np
import pytest
from hypothesis import Phase, assume, given, reject, settings
from hypothesis import strategies as st

import multibond as mb
from multibond import planar, spatial
from multibond.cli.main import main
from multibond.errors import InitialError, ModelError

STEP = 2e-5  # s, between the points from which values just before and after an impact are found
BEYOND = np.array([4.0, -6.0, 4.0, -1.0])  # the cubic through four points, one step further


class Struck:
    """A run around its first impact: values just before and after it, and impulses at it."""

    def __init__(self, model: mb.Model, stop: float, **options: object):
        trial = model.simulate(stop, tolerance=1e-11, points=3, **options)
        self.event = next((event for event in trial.events if event.impulses), None)
        if self.event is not None and self.event.time > 10 * STEP:
            near = STEP * np.arange(1, 5)
            grid = np.concatenate([[0.0], self.event.time - near[::-1], self.event.time + near])
            self.result = model.simulate(grid=grid, tolerance=1e-11, **options)
            self.row = next(k for k, event in enumerate(self.result.events) if event.impulses)

    def value(self, name: str) -> np.ndarray:
        return BEYOND @ self.result[name][4:0:-1]

    def jump(self, name: str) -> np.ndarray:
        return BEYOND @ self.result[name][5:9] - self.value(name)

    def impulse(self, name: str) -> np.ndarray:
        return self.result.impulse(name)[self.row]

    def check(self, body: str, *acts: tuple[float, str]) -> None:
        """Hold the change of momentum of a body against what acts on it: joints on their sides of frame b (+1) or frame
        a (−1), and points of frames at which the force of a contact acts."""
        space = f"{body}.mass.p" in self.result.names
        centre = self.value(f"{body}.x_cm")
        force, torque = np.zeros(len(centre)), np.zeros(3 if space else 1)
        for side, name in acts:
            if "@" in name:  # a contact at a place
                contact, place = name.split("@")
                given, turned = self.impulse(f"{contact}.force"), np.zeros(len(torque))
            else:
                place, given = f"{name}.b.x", self.impulse(f"{name}.force")
                turned = self.impulse(f"{name}.torque_in_world" if space else f"{name}.torque")
            force += side * given
            torque += side * (turned + across(self.value(place) - centre, given))
        scale = 1e-7 * (1.0 + np.linalg.norm(force))
        if space:
            assert self.jump(f"{body}.mass.p") == pytest.approx(force, abs=scale)
            turns, spins = self.result[f"{body}.a.R"], self.result[f"{body}.inertia.p"]
            spin = np.einsum("tji,tj->ti", turns, spins)
            assert BEYOND @ spin[5:9] - BEYOND @ spin[4:0:-1] == pytest.approx(torque, abs=scale)
        else:
            assert self.jump(f"{body}.inertia.p") == pytest.approx(np.append(force, torque), abs=scale)


def across(arm: np.ndarray, force: np.ndarray) -> np.ndarray:
    if len(arm) == 3:
        return np.cross(arm, force)
    return np.array([arm[0] * force[1] - arm[1] * force[0]])


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
def test_every_body_of_the_struck_four_bar_changes_by_what_its_joints_give(restitution):
    struck = Struck(mb.load("four_bar_impact"), 1.0, parameters={"restitution": restitution})
    assert struck.impulse("contact.force")[1] == pytest.approx(struck.event.impulses["contact.contact"], rel=1e-8)
    struck.check("crank_body", (1.0, "crank"), (-1.0, "ball"), (1.0, "contact@crank_rod.b.x"))
    struck.check("coupler_body", (1.0, "ball"), (1.0, "hinge_y"))
    struck.check("slider_body", (1.0, "slider"), (-1.0, "hinge_z"))
    assert struck.impulse("hinge_y.force") == pytest.approx(struck.impulse("hinge_z.force"), abs=1e-11)
    assert struck.event.energy_jump < 1e-12
    assert struck.result.stats.constraint_residual < 1e-8


def test_a_pendulum_that_strikes_the_floor_loads_its_hinge_along_the_rod():
    struck = Struck(mb.load("bouncing_pendulum"), 2.0)
    push = struck.event.impulses["contact.contact"]
    along = (struck.value("rod.b.x") - struck.value("rod.a.x")) / 0.6
    assert struck.impulse("hinge.force") == pytest.approx(-push * along[1] * along, abs=1e-8)
    assert struck.impulse("hinge.torque") == pytest.approx(0.0, abs=1e-9)
    assert struck.jump("ball.v") == pytest.approx([0.0, push, 0.0] - push * along[1] * along, abs=1e-7)


def test_a_bullet_at_the_centre_of_percussion_leaves_the_hinge_alone():
    result = mb.load("bullet_on_pendulum").simulate(tolerance=1e-11)
    assert result.impulse("hinge.force").shape == (len(result.events), 3)
    assert abs(result.impulse("hinge.force")).max() < 1e-9
    result = mb.load("bullet_on_pendulum").simulate(tolerance=1e-11, parameters={"rod.r": [0.3, -2.0, 0.0]})
    assert abs(result.impulse("hinge.force")).max() > 0.1  # beside it, it does not


def chain(library: object, count: int, angles: list[float], speeds: list[float], loop: bool) -> mb.Model:
    """Rods in a row, hung up, whose end strikes the floor; of a loop the end is also led by a link and a slider."""
    flat = library is planar
    vector = (lambda *x: list(x)) if flat else (lambda *x: [*x, 0.0])
    turn = library.Revolute if flat else lambda **given: spatial.Revolute([0.0, 0.0, 1.0], **given)
    body = (
        (lambda m, J, at: planar.Body(m, J, r_cm=at)) if flat else lambda m, J, at: spatial.Body(m, [J, J, 2 * J], at)
    )
    m = mb.Model("chain")
    m.world, m.floor, m.top = library.World(), library.Fixed(), library.Fixed(r=vector(0.0, 0.25 * count))
    end = m.top.b
    for k in range(count):
        start = {"phi0": angles[k], "w0": speeds[k]} if not loop or k == 0 else {}
        joint = m.add(f"joint{k}", turn(**start))
        part, arm = (
            m.add(f"body{k}", body(1.0 + 0.3 * k, 0.03, vector(0.12, 0.02))),
            m.add(f"arm{k}", library.Rod(vector(0.3, 0.0))),
        )
        m.join(end, joint.a)
        m.join(joint.b, part.a, arm.a)
        end = arm.b
    m.contact = library.PointPlane(restitution=0.6, friction=0.3)
    m.join(end, m.contact.a)
    m.join(m.contact.b, m.floor.b)
    if loop:
        m.tie, m.link, m.load, m.pin = turn(), library.Rod(vector(0.8, 0.0)), body(0.5, 0.02, vector(0.4, 0.0)), turn()
        m.slide, m.sledge = library.Prismatic(vector(1.0, 0.0), s0=0.9), body(0.7, 0.02, vector(0.0, 0.1))
        m.join(end, m.tie.a)
        m.join(m.tie.b, m.link.a, m.load.a)
        m.join(m.link.b, m.pin.a)
        m.join(m.top.b, m.slide.a)
        m.join(m.slide.b, m.sledge.a, m.pin.b)
    return m


@pytest.mark.parametrize("loop", [False, True])
@pytest.mark.parametrize("library", [planar, spatial])
@settings(max_examples=2, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
@given(st.lists(st.floats(-0.6, 0.6), min_size=3, max_size=3), st.lists(st.floats(-2.0, 2.0), min_size=3, max_size=3))
def test_bodies_of_random_chains_change_by_what_their_joints_give(library, loop, angles, speeds):
    count = 2 if loop else 3
    try:
        struck = Struck(chain(library, count, [angles[0] - 0.7, *angles[1:]], speeds, loop), 0.4)
    except InitialError as error:  # the end of the chain begins below the floor
        assert "inside each other at the start" in str(error)
        reject()
    assume(struck.event is not None and struck.event.time > 10 * STEP)
    for k in range(count):
        next_one = (-1.0, f"joint{k + 1}") if k + 1 < count else (1.0, f"contact@arm{k}.b.x")
        struck.check(f"body{k}", (1.0, f"joint{k}"), next_one, *([(-1.0, "tie")] if loop and k + 1 == count else []))
    assert all(event.energy_jump < 1e-9 for event in struck.result.events)
    assert all(push >= 0.0 for event in struck.result.events for push in event.impulses.values())
    assert struck.result.stats.constraint_residual < 1e-8
    if loop:
        struck.check("load", (1.0, "tie"), (-1.0, "pin"))
        struck.check("sledge", (1.0, "pin"), (1.0, "slide"))


def test_tables_and_files_have_a_row_for_every_joint(tmp_path):
    model = mb.load("four_bar_impact")
    result = model.simulate(1.0)
    struck = [k for k, event in enumerate(result.events) if event.impulses]
    rows = [row for row in result.event_rows if row["kind"] == "transmits"]
    assert [row["element"] for row in rows] == ["crank", "ball", "hinge_y", "hinge_z", "slider"] * len(struck)
    first = rows[0]
    assert [first[f"impulse_{k}"] for k in "xyz"] == pytest.approx(result.impulse("crank.force")[struck[0]])
    turned = result.impulse("crank.torque_in_world")[struck[0]]
    assert [first[f"angular_impulse_{k}"] for k in "xyz"] == pytest.approx(turned)
    assert first["time"] == result.events[struck[0]].time and first["impulse"] is None
    assert main(["simulate", "four_bar_impact", "--stop", "1", "--events", str(tmp_path / "events.csv")]) == 0
    written = list(csv.DictReader((tmp_path / "events.csv").open()))
    assert [row["element"] for row in written] == [row["element"] for row in result.event_rows]
    assert float(written[1]["impulse_x"]) == pytest.approx(first["impulse_x"]) and written[0]["impulse_x"] == ""


def test_copies_and_parts_of_a_run_keep_them():
    result = mb.load("four_bar_impact").simulate(1.0)
    force = result.impulse("crank.force")
    for other in (copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert np.array_equal(other.impulse("crank.force"), force)
    part = result.between(0.5, 1.0)
    assert np.array_equal(part.impulse("crank.force"), force[len(force) - len(part.events) :])
    with pytest.raises(ModelError, match="has no impulse: it does not grow in proportion"):
        result.impulse("crank.force[0]**2")
