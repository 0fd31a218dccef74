"""Start values of wheels and marbles that rolling does not allow."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ModelError
from ..model.demand import Numbers
from .rotation import cardan, check_sequence

NEAR = 1e-3  # of the radius or velocity: start values may be rounded


def check_start(model: Any, marble: bool, number: Numbers, path: str) -> None:
    """Refuse a start off the plane, and velocities v0 and w0 that do not roll.

    A part of x0 or v0 along the normal, and a part of w0 across it beside a velocity v0, that is zero is not said.
    """
    radius, normal, plane = (number(name) for name in ("radius", "normal", "height"))
    if radius is None or normal is None or plane is None or normal.shape != (3,) or not np.any(normal):
        return
    up = normal / np.linalg.norm(normal)
    turn = _turn(model, number)
    across = 1.0 if marble or turn is None else float(np.linalg.norm((turn @ up)[:2]))  # cosine of the lean
    height = float(radius) * across
    what = "ball" if marble else "wheel"
    place, velocity, spin = (_said(model, name, number) for name in ("x0", "v0", "w0"))
    said = None if place is None else float(place @ up)
    leans = turn is None or ("phi0" not in model.given and not marble)  # what it is joined to may lean it
    if said is not None and said != 0.0 and _off(said - float(plane), height, float(radius), leans):
        raise ModelError(
            f"a {what} that rolls has its centre {height:.6g} m above the plane, not {said - float(plane):.6g} m; "
            "leave the part of x0 along the normal at 0: it follows from rolling",
            f"{path}.x0",
        )
    if velocity is None:
        return
    rising, size = abs(float(velocity @ up)), float(np.linalg.norm(velocity))
    if rising > NEAR * size:
        raise ModelError(
            f"a {what} that rolls stays on the plane, but v0 leads {rising:.6g} m/s off it; leave the part of v0 along "
            "the normal at 0: it follows from rolling",
            f"{path}.v0",
        )
    if spin is not None and turn is not None and across > 0:
        _check_velocities(velocity, turn.T @ spin, _arm(turn, up, float(radius), marble), up, what, path)


def _check_velocities(v: Any, w: Any, arm: Any, up: Any, what: str, path: str) -> None:
    """Refuse a velocity and an angular velocity, in the world, at which the point at the `arm` slides."""
    if np.linalg.norm(w - up * (w @ up)) <= NEAR * np.linalg.norm(w):
        return  # only the part about the normal is said
    rolling = np.cross(arm, w)
    rolling, v = rolling - up * (rolling @ up), v - up * (v @ up)
    if np.linalg.norm(rolling - v) > NEAR * max(np.linalg.norm(v), np.linalg.norm(rolling)):
        shown = ", ".join(f"{x + 0.0:.6g}" for x in rolling)
        raise ModelError(
            f"v0 and w0 contradict rolling: at this angular velocity the {what} rolls with [{shown}] m/s; give one of "
            "the two, and the other follows (beside v0, the part of w0 about the normal may be given)",
            f"{path}.w0",
        )


def _said(model: Any, name: str, number: Numbers) -> Any:
    """A start value that the model gives, or who runs it; None otherwise."""
    value = number(name)
    return value if name in model.given or (value is not None and np.any(value)) else None


def _off(said: float, height: float, radius: float, leans: bool) -> bool:
    return abs(said) > (1 + NEAR) * radius if leans else abs(said - height) > NEAR * radius


def _turn(model: Any, number: Numbers) -> np.ndarray | None:
    """The matrix from the world to the frame at the start; None if it is not known."""
    angles = number("phi0")
    if angles is None or angles.shape != (3,):
        return None
    entries = cardan(check_sequence(model.option("sequence"), model), angles)
    return np.array([[float(x.args[0]) for x in row] for row in entries])


def _arm(turn: np.ndarray, up: np.ndarray, radius: float, marble: bool) -> np.ndarray:
    """The vector from the centre to the point of contact, in the world."""
    if marble:
        return -radius * up
    flat = turn @ up
    return turn.T @ (np.array([-flat[0], -flat[1], 0.0]) * radius / np.linalg.norm(flat[:2]))


__all__ = ["check_start"]
