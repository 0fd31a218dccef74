"""A billiard cue that strikes a ball off its centre."""

from __future__ import annotations

from ..api import Model
from ..model.declare import Parameter
from ..spatial import Body, Rod, SphereSphere, World


class CueAndBall(Model):
    """Cue and ball: the tip of a flying cue strikes a resting ball above its centre, with friction, without gravity."""

    library = "impacts"
    stop = 2.0
    restitution = Parameter(0.8, "", minimum=0.0, description="coefficient of restitution")
    friction = Parameter(0.2, "", minimum=0.0, description="coefficient of friction")

    def build(self) -> None:
        """Two masses of the cue on a rod, and the ball."""
        self.world = World(gravity="none")
        self.tip = Body(3.0, [0.02, 0.02, 0.02], x0=[-2.0, 0.05, 0.0], v0=[4.0, 0.0, 0.0])
        self.shaft, self.butt = Rod([-1.5, 0.0, 0.0]), Body(6.0, [0.02, 0.2, 0.2])
        self.ball = Body(4.0, [0.02, 0.02, 0.02])
        self.contact = SphereSphere(0.03, 0.15, restitution=self.restitution, friction=self.friction)
        self.join(self.tip.a, self.shaft.a, self.contact.a)
        self.join(self.shaft.b, self.butt.a)
        self.join(self.ball.a, self.contact.b)
        self.output("v_ball", self.ball.mass.f, "m/s", "velocity of the ball")
        self.output("w_ball", self.ball.inertia.f, "rad/s", "angular velocity of the ball")
        self.output("v_tip", self.tip.mass.f, "m/s", "velocity of the tip of the cue")
