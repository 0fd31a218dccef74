"""A planar joint with two degrees of freedom: a pin that slides and turns in a straight slot."""

from __future__ import annotations

import multibond as mb
from multibond.planar.geometry import lever, rotated, unit


class PinInSlot(mb.Model):
    """A pin, frame b, in a slot along a direction of frame a: it slides by s [m] and turns by phi [rad].

    The slot takes the force across it; force along it and torque are zero.
    """

    library = "workshop"
    branches = (("a", "b"),)  # the position of b follows from that of a, and the other way round
    direction = mb.Parameter([1.0, 0.0], "", "2", folds=True, description="direction of the slot, resolved in frame a")
    length = mb.Parameter(1.0, "m", minimum=0.0, strict=True, description="length of the slot in pictures")
    s0 = mb.Parameter(0.0, "m", description="position of the pin at the start")
    phi0 = mb.Parameter(0.0, "rad", description="angle of b against a at the start")
    v0 = mb.Parameter(0.0, "m/s", description="velocity of the pin at the start")
    w0 = mb.Parameter(0.0, "rad/s", description="angular velocity of b against a at the start")

    def build(self) -> None:
        """The velocities of the frames differ by that along the slot and the turning, a 1-junction of two."""
        self.a, self.b = mb.PlanarFrameA(), mb.PlanarFrameB()
        self.motion, self.position, self.free = mb.J1(n=2), mb.Dq(n=2), mb.Free(n=2)
        s, phi = self.position.q
        x, y = rotated(unit(self, "direction"), self.a.phi)
        self.lever, self.joint = mb.TF(lever(x * s, y * s), n=3), mb.J0(n=3)
        self.along = mb.TF([[x, 0.0], [y, 0.0], [0.0, 1.0]], na=2, nb=3)
        self.a.inside >> self.lever >> self.joint >> self.b.inside
        self.free >> self.motion >> self.position
        self.motion >> self.along >> self.joint
        self.connect(self.b.x, self.a.x + [x * s, y * s])
        self.connect(self.b.phi, self.a.phi + phi)
        for k, (value, speed) in enumerate((("s0", "v0"), ("phi0", "w0"))):
            # in a loop the other joints decide: only what the user gave must hold
            self.start(self.position.q[k], getattr(self, value), fixed=value in self.given)
            self.start(self.position.f[k], getattr(self, speed), fixed=speed in self.given)
            self.state(self.position.q[k])
            self.state(self.position.f[k])
        self.output("s", s, "m", "position of the pin in the slot")
        self.output("phi", phi, "rad", "angle of b against a, counter-clockwise")

    def icon(self, look: mb.look.Look) -> mb.look.Icon:
        """A pin in a slot."""
        items = [mb.look.box(-28, -9, 28, 9, radius=9), mb.look.box(-22, -4, 22, 4, mb.look.PAPER, 4)]
        items.append(mb.look.circle(6, 0, 4, mb.look.INK))
        return mb.look.Icon(60, 22, "box", items, look.named("direction"), {"a": "left", "b": "right"}, "axis")

    def shapes(self) -> list[mb.look.Shape]:
        """A bar for the slot and a cylinder for the pin."""
        x, y = unit(self, "direction")
        ends = [[sign * self.length * x / 2, sign * self.length * y / 2, 0.0] for sign in (-1, 1)]
        slot = mb.look.Shape("rod", [*self.a.x, 0.0], mb.look.about_z(self.a.phi), {"start": ends[0], "end": ends[1]})
        size = {"radius": self.length / 25, "length": self.length / 6}
        return [slot, mb.look.Shape("cylinder", [*self.b.x, 0.0], mb.look.about_z(self.b.phi), size, "#c0504d")]
