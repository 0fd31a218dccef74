"""Long chains keep their digits: accelerations against the equations of motion written down by hand."""

from __future__ import annotations

import numpy as np
import pytest

from multibond import Model, planar, spatial

STARTS = {"straight": (0.0, 0.0), "slanting": (-1.0, 0.0), "bent": (-0.5, 0.3), "folded": (-0.3, 3.0)}
G = 9.81


def chain(part: str, count: int, first: float, bend: float) -> Model:
    """Uniform rods of 1 m and 1 kg, each hinged to the one before it."""
    model = Model("chain")
    model.world, model.ground = planar.World(), planar.Fixed()
    end = model.ground.b
    for k in range(count):
        hinge = model.add(f"hinge{k}", planar.Revolute(phi0=bend * (-1) ** k if k else first, w0=0.1 * k))
        model.join(end, hinge.a)
        if part == "solid":
            rod = model.add(f"rod{k}", planar.SolidRod([1.0, 0.0], m=1.0))
            model.join(hinge.b, rod.a)
        else:
            half, rod = model.add(f"half{k}", planar.Rod([0.5, 0.0])), model.add(f"rod{k}", planar.Rod([0.5, 0.0]))
            body = model.add(f"body{k}", planar.Body(1.0, 1 / 12))
            model.join(hinge.b, half.a)
            model.join(half.b, body.a, rod.a)
        end = rod.b
    return model


def accelerations(phi: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Of the hinges, by the mass matrix of the angles against the horizontal."""
    count, angle, turning = len(phi), np.cumsum(phi), np.cumsum(w)
    arms = np.tril(np.ones((count, count)), -1) + 0.5 * np.eye(count)  # of the mass in row k, along the rod in column i
    shared, between = arms.T @ arms, angle[:, None] - angle
    mass = shared * np.cos(between) + np.eye(count) / 12
    forces = -(shared * np.sin(between)) @ turning**2 - G * arms.sum(axis=0) * np.cos(angle)
    return np.diff(np.linalg.solve(mass, forces), prepend=0.0)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("part", ["solid", "rod and body"])
def test_accelerations_of_a_long_chain_are_those_of_its_mass_matrix(part, start):
    count = 20
    result = chain(part, count, *STARTS[start]).simulate(0.02, points=2)
    assert result.stats.steps < 200
    for k in (0, -1):
        phi, w, found = (
            np.array([result[name][k] for name in names])
            for names in zip(*((f"hinge{i}.phi", f"hinge{i}.w", f"der(hinge{i}.w)") for i in range(count)), strict=True)
        )
        expected = accelerations(phi, w)
        assert found == pytest.approx(expected, abs=1e-9 * np.max(np.abs(expected)))


@pytest.mark.parametrize(("part", "joint", "bonds"), [
    ("planar", "mixed", "scalar"), ("bar", "spherical", "vector"), ("body", "spherical", "vector"),
])  # fmt: skip
def test_long_chains_of_all_kinds_take_few_steps(part, joint, bonds):
    library = planar if part == "planar" else spatial
    model = Model("chain")
    model.world, model.ground = library.World(), library.Fixed()
    end = model.ground.b
    for k in range(12):
        sliding = joint == "mixed" and k % 2
        turning = spatial.Spherical() if joint == "spherical" else planar.Revolute(phi0=0.3)
        link = model.add(f"joint{k}", planar.Prismatic([1.0, 0.2], s0=0.1) if sliding else turning)
        model.join(end, link.a)
        kinds = {
            "planar": lambda: planar.SolidRod([0.7, 0.1], m=1.0),
            "bar": lambda: spatial.RoundBar([0.7, 0.1, 0.0]),
            "body": lambda: spatial.Rod([0.7, 0.1, 0.0]),
        }
        rod = model.add(f"rod{k}", kinds[part]())
        model.join(link.b, rod.a)
        if part == "body":
            body = model.add(f"body{k}", spatial.Body(1.0, I=[0.1, 0.1, 0.1]))
            model.join(rod.b, body.a)
        end = rod.b
    result = model.simulate(0.02, points=2, bonds=bonds)
    assert result.stats.steps < 50
