"""The forces in the legs of a Stewart platform that sways and tilts: inverse dynamics of a closed mechanism.

The lengths of the six legs are prescribed, as six rams would hold them; the plate, which nothing else guides, follows.
The forces that this takes are read at the legs.

    python examples/stewart.py
    multibond animate examples/stewart.py:Stewart -o stewart.html
"""

import math

import multibond as mb
from multibond import spatial

HEIGHT = 0.9  # of the plate over the ground [m]


def on_circle(radius, degrees):
    """A point on a circle about the origin [m]."""
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


HANDS = [on_circle(0.5, 120 * (i // 2)) for i in range(6)]  # two legs at each of three corners of the plate
FEET = [on_circle(1.0, 120 * (i // 2) + (50 if i % 2 else -50)) for i in range(6)]


class Stewart(mb.Model):
    """A plate on six legs of prescribed lengths; a load stands on it beside its middle."""

    stop = 4.0
    load = mb.Parameter(30.0, "kg", description="mass of the load")

    def build(self):
        self.world, self.ground = spatial.World(direction=[0, 0, -1]), spatial.Fixed()
        self.plate = spatial.Cylinder(0.5, "4 cm", 2700, [0, 0, 1], x0=[0, 0, HEIGHT])
        self.post, self.mass = spatial.Rod([0.2, 0.1, 0.3]), spatial.PointMass("load")
        self.join(self.plate.a, self.post.a)
        self.join(self.post.b, self.mass.a)

        # the plate sways along x and tilts about x: so long must each leg be
        self.sway, self.tilt = mb.Constant("0.2*sin(3*time)"), mb.Constant("0.15*sin(4*time)")
        self.foot = [spatial.Rod([x, y, 0]) for x, y in FEET]
        self.hand = [spatial.Rod([x, y, 0]) for x, y in HANDS]
        self.yoke = [spatial.Universal([1, 0, 0], [0, 1, 0]) for _ in FEET]
        self.ball = [spatial.Spherical() for _ in FEET]
        lengths = [
            f"sqrt(({x - a} + sway.y)**2 + ({y}*cos(tilt.y) - ({b}))**2 + ({HEIGHT} + {y}*sin(tilt.y))**2)"
            for (a, b), (x, y) in zip(FEET, HANDS)
        ]
        self.leg = [
            spatial.Prismatic([x - a, y - b, HEIGHT], motion=length)
            for (a, b), (x, y), length in zip(FEET, HANDS, lengths)
        ]
        for foot, yoke, leg, ball, hand in zip(self.foot, self.yoke, self.leg, self.ball, self.hand):
            self.join(self.ground.b, foot.a)
            self.join(foot.b, yoke.a)
            self.join(yoke.b, leg.a)
            self.join(leg.b, ball.a)
            self.join(ball.b, hand.b)
            self.join(hand.a, self.plate.a)
        self.output("place", "plate.x", "m", "place of the plate")
        self.output("force", [f"leg[{i}].prescribed.e" for i in range(6)], "N", "force in each leg")


if __name__ == "__main__":
    result = Stewart().simulate()
    print(result.extremes("force"))
    result.plot("place", "force").savefig("stewart.svg")
