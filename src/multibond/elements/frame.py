"""Frames and constraints: where mechanical components meet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from ..expression import ZERO
from ..model.declare import Parameter, Port, Variable
from ..model.kind import Kind
from .element import Cell, Element, Equation

NO_DIRECTION = (
    "its ends lie in one place, where it should push but has no direction to push in; start its frames "
    "apart, by free_length say, or leave free_length out for a spring that pulls its ends together"
)


class _Frame(Element):
    role = "conserving"
    symbol = "frame"
    frame_kind: ClassVar[str | None] = None
    inward: ClassVar[bool] = True  # power counts positive into the component
    stems: ClassVar[tuple[str, ...]] = ("",)  # what follows outside and inside in the names of each pair of ports

    def icon(self, look: Any) -> Any:
        """A square, filled where power counts positive into the component."""
        from ..look import part_icon  # drawings are not needed to run a model

        return part_icon.frame(self, look)

    def equations(self, s: Any) -> Iterator[Equation]:
        for stem in self.stems:
            outside, inside = getattr(s, f"outside{stem}"), getattr(s, f"inside{stem}")
            yield inside.e, outside.e
            yield inside.f, outside.f

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        places = list(self.whole_ports)
        for stem in self.stems:
            first, second = places.index(f"outside{stem}"), places.index(f"inside{stem}")
            for i in range(3):
                yield Cell("tf", ((first, i), (second, i)))


class PlanarFrameA(_Frame):
    """Planar frame of a component, power positive into it: bond (fx, fy, torque; vx, vy, w) in the inertial frame,
    position x [m] and angle phi [rad], counter-clockwise."""

    frame_kind = "planar"
    outside = Port(n=3, description="to the other components")
    inside = Port(n=3, inward=False, description="to the inside of the component")
    x = Variable("m", "2", description="position in the inertial frame", kind=Kind.POSITION)
    phi = Variable("rad", "", description="angle, counter-clockwise", kind=Kind.ORIENTATION)


class PlanarFrameB(_Frame):
    """Planar frame of a component, power positive out of it; otherwise like PlanarFrameA."""

    frame_kind = "planar"
    inward = False
    outside = Port(n=3, inward=False, description="to the other components")
    inside = Port(n=3, description="to the inside of the component")
    x = Variable("m", "2", description="position in the inertial frame", kind=Kind.POSITION)
    phi = Variable("rad", "", description="angle, counter-clockwise", kind=Kind.ORIENTATION)


class SpatialFrameA(_Frame):
    """Spatial frame of a component, power positive into it: a translational bond (force; velocity) in the inertial
    frame, a rotational bond (torque; angular velocity) in the body frame, position x [m] and orientation R
    (maps inertial to body coordinates)."""

    frame_kind = "spatial"
    stems = ("_t", "_r")
    outside_t = Port(n=3, description="translation, to the other components")
    inside_t = Port(n=3, inward=False, description="translation, to the inside")
    outside_r = Port(n=3, description="rotation, to the other components")
    inside_r = Port(n=3, inward=False, description="rotation, to the inside")
    x = Variable("m", "3", description="position in the inertial frame", kind=Kind.POSITION)
    R = Variable("", "3,3", description="orientation: maps inertial to body coordinates", kind=Kind.ORIENTATION)


class SpatialFrameB(_Frame):
    """Spatial frame of a component, power positive out of it; otherwise like SpatialFrameA."""

    frame_kind = "spatial"
    stems = ("_t", "_r")
    inward = False
    outside_t = Port(n=3, inward=False, description="translation, to the other components")
    inside_t = Port(n=3, description="translation, to the inside")
    outside_r = Port(n=3, inward=False, description="rotation, to the other components")
    inside_r = Port(n=3, description="rotation, to the inside")
    x = Variable("m", "3", description="position in the inertial frame", kind=Kind.POSITION)
    R = Variable("", "3,3", description="orientation: maps inertial to body coordinates", kind=Kind.ORIENTATION)


STIFFNESS = Parameter(
    0.0, "effort/flow/s", minimum=0.0, folds=True,
    description="of the spring that stands for it in the method parasitic; 0: chosen by the method",
)  # fmt: skip
DAMPING = Parameter(
    0.0, "effort/flow", minimum=0.0, folds=True,
    description="of the damper that stands for it in the method parasitic; 0: chosen by the method",
)  # fmt: skip


class _Forbidden(Element):
    """Zero flow, with whatever effort that needs; stated on the level of positions when their residuals are known."""

    symbol = "Sf 0"
    modulable = False
    role = "constraint"
    a = Port(causality="free", description="power in, always zero")

    def equations(self, s: Any) -> Iterator[Equation]:
        residuals = getattr(s, "residuals", None)
        for i in range(self.n):
            yield (s.f[i] if residuals is None else residuals[i]), ZERO


class Constraint(_Forbidden):
    """What a closed loop forbids: zero flow, with whatever effort that needs. Stated on the level of positions when
    the residuals of the positions are known; a redundant component carries no effort."""

    stiffness, damping = STIFFNESS, DAMPING
