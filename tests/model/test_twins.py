"""What planar and spatial mechanics both have agrees in names, order, units, ports and outputs; no names collide."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

import multibond as mb
from multibond import analysis, planar, spatial
from multibond.model.declare import Option, Parameter
from multibond.model.joining import is_frame

TWINS = sorted(set(planar.__all__) & set(spatial.__all__))
# an angle in the plane is a matrix or a quaternion in space, and a torque there is the same in all axes
TURNING = {"phi", "R", "Q", "torque_in_world"}


def pair(name):
    return getattr(planar, name), getattr(spatial, name)


def settable(kind):
    return {k: d for k, d in kind.declarations.items() if isinstance(d, (Parameter, Option))}


def built(kind):
    return kind(actuated=True) if "actuated" in kind.declarations else kind()


def test_the_everyday_components_are_twins():
    wanted = {"Body", "Revolute", "Prismatic", "FreeMovement", "Spring", "Damper", "SpringDamper", "Fixed", "Rod",
              "FixedRotation", "WorldForce", "WorldTorque", "BodyForce", "BodyTorque", "RelativeForce",
              "RelativeTorque", "AbsoluteSensor", "RelativeSensor", "DistanceSensor", "CutSensor", "World",
              "SpherePlane", "SphereSphere", "PointPlane", "PointCylinder", "BoxPlane",
              "ContactPool", "EnergyInjection",
              "PrescribedMotion", "PointMass", "Knot", "FreeTranslation", "LineForce", "NonlinearSpring",
              "MassiveSpring",
              "SeriesSpringDamper", "Distance"}  # fmt: skip
    assert wanted == set(TWINS)


@pytest.mark.parametrize("name", TWINS)
def test_parameters_have_the_same_names_in_the_same_order(name):
    flat, solid = map(settable, pair(name))
    assert list(flat) == [key for key in solid if key in flat]
    for key, declared in flat.items():
        other = solid[key]
        assert type(declared) is type(other)
        if isinstance(declared, Parameter):
            assert declared.unit == other.unit
            if key == "I":  # one number in the plane; moments or a matrix in space, with checks of its own
                continue
            assert (declared.minimum, declared.strict) == (other.minimum, other.strict)
            if np.ndim(declared.default) == np.ndim(other.default):
                assert np.array_equal(np.ravel(declared.default), np.ravel(other.default)[: np.size(declared.default)])
        else:
            assert declared.default == other.default and set(declared.choices) <= set(other.choices)


@pytest.mark.parametrize("name", TWINS)
def test_ports_frames_and_outputs_are_the_same(name):
    flat, solid = map(built, pair(name))
    assert set(flat.ports) == set(solid.ports)
    frames = [[key for key, part in model.children.items() if is_frame(part)] for model in (flat, solid)]
    assert frames[0] == frames[1]
    assert set(flat.outputs) - TURNING == set(solid.outputs) - TURNING
    for key in set(flat.outputs) & set(solid.outputs):
        assert flat.outputs[key].unit == solid.outputs[key].unit


@pytest.mark.parametrize("library", [planar, spatial])
def test_joints_share_their_options(library):
    for name in library.__all__:
        kind = getattr(library, name)
        if "phi0" in kind.declarations or "actuated" in kind.declarations:
            body = "m" in kind.declarations or "density" in kind.declarations
            assert body or "states" in kind.declarations, name
        assert "axis" not in built(kind).ports


def test_no_two_public_names_differ_only_in_case():
    found = defaultdict(set)
    for place in (mb, planar, spatial, analysis):
        for name in place.__all__:
            found[name.lower()].add((name, place.__name__ in ("multibond.planar", "multibond.spatial"), place is mb))
    for name, uses in found.items():
        assert len({text for text, _, _ in uses}) == 1, uses
        assert len(uses) == 1, f"{name} means two things"


def test_a_body_with_its_centre_of_mass_away_swings_as_one_on_a_rod():
    runs = []
    for arm in (True, False):
        m = mb.Model("pendulum")
        m.world, m.ground, m.hinge = planar.World(), planar.Fixed(), planar.Revolute(phi0=0.4, w0=0.0)
        m.join(m.ground.b, m.hinge.a)
        if arm:
            m.body = planar.Body(2.0, 0.3, r_cm=[0.7, 0.2])
            m.join(m.hinge.b, m.body.a)
        else:
            m.rod, m.body = planar.Rod([0.7, 0.2]), planar.Body(2.0, 0.3)
            m.join(m.hinge.b, m.rod.a)
            m.join(m.rod.b, m.body.a)
        runs.append(m.simulate(3.0, tolerance=1e-9))
    one, two = runs
    np.testing.assert_allclose(one["hinge.phi"], two["hinge.phi"], atol=1e-6)
    np.testing.assert_allclose(one["body.x_cm"], two["body.x"], atol=1e-6)
    np.testing.assert_allclose(one["body.v_cm"], two["body.v"], atol=1e-5)
    assert one.stats.energy_residual < 1e-6 and np.allclose(one["body.x"], 0.0, atol=1e-12)


def test_a_free_body_with_its_centre_of_mass_away_flies_about_it():
    m = mb.Model("free")
    m.world = planar.World()
    m.body = planar.Body(2.0, 0.3, r_cm=[0.5, 0.0], x0=[1.0, 2.0], v0=[0.0, 0.0], phi0=0.0, w0=2.0)
    result = m.simulate(1.0, tolerance=1e-9)
    t = result.time
    np.testing.assert_allclose(result["body.x_cm"].T, [1.5 + 0 * t, 2.0 + 1.0 * t - 9.81 / 2 * t**2], atol=1e-6)
    np.testing.assert_allclose(result["body.phi"], 2.0 * t, atol=1e-6)
    assert result.stats.energy_residual < 1e-6


@pytest.mark.parametrize("library", [planar, spatial])
def test_a_force_with_a_torque_does_what_the_two_do_apart(library):
    size = 2 if library is planar else 3
    force, torque = [1.0, 0.5, 0.2][:size], 0.3 if library is planar else [0.1, 0.2, 0.3]
    for kind in ("World", "Body"):
        runs = []
        for together in (True, False):
            m = mb.Model("pushed")
            m.world, m.body = library.World(gravity="none"), library.Body(2.0, 0.5)
            m.push = getattr(library, f"{kind}Force")(force, **({"torque": torque} if together else {}))
            m.join(m.body.a, m.push.b)
            if not together:
                m.turn = getattr(library, f"{kind}Torque")(torque)
                m.join(m.body.a, m.turn.b)
            runs.append(m.simulate(1.0, tolerance=1e-9))
        for name in ("body.x", "body.w"):
            np.testing.assert_allclose(runs[0][name], runs[1][name], atol=1e-7)
