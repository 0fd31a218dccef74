"""Over-constrained mechanisms, written by points and axes in the world. All frames are parallel to the world at the
start, so that every axis is the same seen from any of them, and every loop is closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import least_squares

import multibond as mb
from multibond import spatial

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
KINDS: dict[str, Callable] = {
    "R": lambda axis, **more: spatial.Revolute(axis, **more),
    "P": lambda axis, **more: spatial.Prismatic(axis, **more),
    "C": lambda axis, **more: spatial.Cylindrical(axis, **more),
    "S": lambda axis, **more: spatial.Spherical(**more),
    "U": lambda axis, **more: spatial.Universal(*axis, **more),
}


@dataclass
class Plan:
    """Joints between links: (kind, point, axis, first link, second link); link "" is the ground."""

    joints: dict[str, tuple] = field(default_factory=dict)
    mobility: int = 1
    overconstraints: int = 3
    exchangeable: bool = True

    def build(self, exchanged: dict[str, tuple[str, dict]] | None = None, order: list[str] | None = None) -> mb.Model:
        """The model; `exchanged` gives joints by class and parameters; `order` that of writing."""
        m = mb.Model("mechanism")
        m.world = spatial.World(gravity="none")
        names = order or list(self.joints)
        links: dict[str, list[tuple[str, np.ndarray]]] = {}
        for name in names:
            kind, point, axis, first, second = self.joints[name]
            if name in (exchanged or {}):
                new, parameters = exchanged[name]
                m.add(name, getattr(spatial, new)(**{k: list(v) for k, v in parameters.items()}))
            else:
                m.add(name, KINDS[kind](axis))
            for link, frame in ((first, "a"), (second, "b")):
                links.setdefault(link, []).append((f"{name}.{frame}", np.asarray(point, dtype=float)))
        for link, ends in links.items():
            if not link:
                for k, (frame, point) in enumerate(ends):
                    m.add(f"ground{k}", spatial.Fixed(list(map(float, point))))
                    m.join(m[f"ground{k}.b"], m[frame])
                continue
            m.add(f"{link}_body", spatial.Body(1.0, [0.1, 0.2, 0.25]))
            origin = np.asarray(next(j[1] for j in self.joints.values() if link in j[3:]), dtype=float)
            for k, (frame, point) in enumerate(ends):
                if np.linalg.norm(point - origin) < 1e-12:
                    m.join(m[f"{link}_body.a"], m[frame])
                    continue
                m.add(f"{link}_rod{k}", spatial.Rod([float(x) for x in point - origin]))
                m.join(m[f"{link}_body.a"], m[f"{link}_rod{k}.a"])
                m.join(m[f"{link}_rod{k}.b"], m[frame])
        return m


def loop(kinds: str, points, axes, **more) -> Plan:
    """A single loop from the ground through links back to the ground."""
    count = len(kinds)
    links = ["", *(f"link{k}" for k in range(1, count)), ""]
    joints = {
        f"joint{k + 1}": (kinds[k], points[k], axes[k], links[k], links[k + 1]) for k in range(count)
    }  # fmt: skip
    return Plan(joints, **more)


def around(start: np.ndarray, angles, twists, lengths) -> tuple[list, list, np.ndarray]:
    """Points and axes of a chain of hinges by link lengths, twists and angles (Denavit and Hartenberg); the end."""
    pose = np.eye(4)
    points, axes = [], []
    for angle, twist, length in zip(angles, twists, lengths, strict=True):
        points.append(pose[:3, 3].copy())
        axes.append(tuple(pose[:3, 2]))
        c, s, ca, sa = np.cos(angle), np.sin(angle), np.cos(twist), np.sin(twist)
        pose = pose @ np.array([[c, -s * ca, s * sa, length * c], [s, c * ca, -c * sa, length * s],
                                [0, sa, ca, 0], [0, 0, 0, 1]])  # fmt: skip
    return points, axes, pose


def hinges(angles, twists, lengths, held: int = 0, **more) -> Plan:
    """A closed loop of hinges; angles other than number `held` are solved for."""
    angles = np.asarray(angles, dtype=float)
    free = [k for k in range(len(angles)) if k != held]

    def gap(x):
        whole = angles.copy()
        whole[free] = x
        pose = around(np.zeros(3), whole, twists, lengths)[2]
        return np.concatenate([pose[:3, 3], (pose[:3, :3] - np.eye(3)).ravel()])

    solved = least_squares(gap, angles[free], xtol=1e-15, ftol=1e-15, gtol=1e-15)
    assert np.abs(solved.fun).max() < 1e-10
    angles[free] = solved.x
    points, axes, _ = around(np.zeros(3), angles, twists, lengths)
    return loop("R" * len(angles), points, axes, **more)


def bennett() -> Plan:
    """Two pairs of equal links whose lengths are as the sines of their twists."""
    alpha, beta = 0.6, 1.1
    a, b = np.sin(alpha), np.sin(beta)
    return hinges([1.2, 1.5, 5.1, 4.8], [alpha, beta, alpha, beta], [a, b, a, b])


def bricard() -> Plan:
    """Six equal links with right angles between neighbouring axes, by turns (trihedral, threefold symmetric)."""
    first = 1.9
    second = np.arccos(-np.cos(first) / (1 + np.cos(first)))
    return hinges([first, -second] * 3, [np.pi / 2, -np.pi / 2] * 3, [1.0] * 6, overconstraints=1)


def turned(vector, axis=(1.0, 2.0, -0.5)):
    """A vector of the x–y plane in the plane across a skew axis."""
    axis = np.asarray(axis) / np.linalg.norm(axis)
    first = np.cross(axis, [0.3, -1.0, 0.7])
    first /= np.linalg.norm(first)
    return tuple(vector[0] * first + vector[1] * np.cross(axis, first))


SKEW = tuple(np.array([1.0, 2.0, -0.5]) / np.linalg.norm([1.0, 2.0, -0.5]))
FOUR = [(0, 0, 0), (0.3, 0.4, 0), (1.3, 0.8, 0), (1.4, 0, 0)]
C60, S60 = np.cos(np.pi / 3), np.sin(np.pi / 3)

MECHANISMS: dict[str, Callable[[], Plan]] = {
    "four-bar": lambda: loop("RRRR", FOUR, [Z] * 4),
    "four-bar about a skew axis": lambda: loop("RRRR", [turned(p) for p in FOUR], [SKEW] * 4),
    "slider crank": lambda: loop("RRRP", [(0, 0, 0), (0.1, 0.17, 0), (1.08, 0, 0), (1.08, 0, 0)], [Z, Z, Z, X]),
    "offset slider crank": lambda: loop("RRRP", [(0, 0, 0), (0.1, 0.17, 0), (1, 0.3, 0), (1, 0.3, 0.2)], [Z, Z, Z, X]),
    "parallelogram": lambda: loop("RRRR", [(0, 0, 0), (0.2, 0.5, 0), (1.2, 0.5, 0), (1, 0, 0)], [Z] * 4),
    "three cranks": lambda: Plan({
        "a0": ("R", (0, 0, 0), Z, "", "a"), "b0": ("R", (1, 0, 0), Z, "", "b"), "c0": ("R", (2, 0, 0), Z, "", "c"),
        "a1": ("R", (0.2, 0.5, 0), Z, "a", "bar"), "b1": ("R", (1.2, 0.5, 0), Z, "b", "bar"),
        "c1": ("R", (2.2, 0.5, 0), Z, "c", "bar"),
    }, overconstraints=7),
    "Bennett": bennett,
    "Bricard": bricard,
    "Sarrus": lambda: loop(
        "RRRRRR", [(0, 0.5, 0), (0, 1, 0.5), (0, 0.5, 1), (0.5, 0, 1), (1, 0, 0.5), (0.5, 0, 0)],
        [X, X, X, Y, Y, Y], overconstraints=1,
    ),
    "door on two hinges": lambda: loop("RR", [(0, 0, 0), (0, 1.5, 0)], [Y] * 2, overconstraints=5),
    "door on three hinges": lambda: Plan({
        f"hinge{k}": ("R", (0, 0.8 * k, 0), Y, "", "door") for k in range(3)
    }, overconstraints=10),
    "table on two rails": lambda: loop("PP", [(0, 0, 0), (0, 1, 0)], [X] * 2, overconstraints=5),
    "spherical four-bar": lambda: loop(
        "RRRR", [(1, 0, 0), (C60, S60, 0), (0.3, 0.5, 0.8), (0.6, 0, 0.8)],
        [(1, 0, 0), (C60, S60, 0), (0.3, 0.5, 0.8), (0.6, 0, 0.8)],
    ),
    "Scotch yoke": lambda: loop("RRPP", [(0, 0, 0), (0.2, 0.3, 0), (0.2, 0.3, 0), (0.2, 0, 0)], [Z, Z, Y, X]),
    "Oldham coupling": lambda: loop("RPPR", [(0, 0, 0), (0, 0, 0), (0.1, 0.1, 0), (0.1, 0.1, 0)], [Z, X, Y, Z]),
    "elliptic trammel": lambda: loop("PRRP", [(0.6, 0, 0), (0.6, 0, 0), (0, 0.8, 0), (0, 0.8, 0)], [X, Z, Z, Y]),
    "wedges": lambda: loop("PPP", [(0, 0, 0), (0.3, 0.1, 0), (0.5, 0.4, 0)], [X, (0.8, 0.6, 0.0), Y],
                           overconstraints=4),
    "shaft in a fixed and a sliding bearing": lambda: loop("RC", [(0, 0, 0), (1, 0, 0)], [X, X], overconstraints=4),
    "shaft in two sliding bearings": lambda: loop("CC", [(0, 0, 0), (1, 0, 0)], [X, X], mobility=2, overconstraints=4),
    "five-bar": lambda: loop(
        "RRRRR", [(0, 0, 0), (-0.2, 0.6, 0), (0.5, 1.1, 0), (1.2, 0.7, 0), (1, 0, 0)], [Z] * 5, mobility=2
    ),
    "Cardan shaft": lambda: loop(
        "RUR", [(-0.5, 0, 0), (0, 0, 0), (0.4, 0.3, 0)], [X, ((0.0, 0.0, 1.0), (-0.6, 0.8, 0.0)), (0.8, 0.6, 0.0)]
    ),
    "Watt's six-bar": lambda: Plan({
        "o1": ("R", (0, 0, 0), Z, "", "crank"), "p1": ("R", (0.3, 0.4, 0), Z, "crank", "coupler"),
        "p2": ("R", (1.3, 0.8, 0), Z, "coupler", "rocker"), "o2": ("R", (1.4, 0, 0), Z, "", "rocker"),
        "p3": ("R", (1.5, 1.2, 0), Z, "rocker", "link"), "p4": ("R", (2.4, 1.0, 0), Z, "link", "arm"),
        "o3": ("R", (2.5, 0, 0), Z, "", "arm"),
    }, overconstraints=6),
}  # fmt: skip
