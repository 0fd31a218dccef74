"""A quadcopter flies to a point, thrown into the air upside down.

The thrust points where the wanted acceleration points: a controller on the orientation itself, without angles, so that
no attitude is singular. A matrix mixes thrust and torques into the four propellers, which follow with a lag.

    python examples/quadcopter.py
    multibond animate examples/quadcopter.py:Quadcopter -o quadcopter.html
"""

import math

import numpy as np

import multibond as mb
from multibond import spatial

MASS, INERTIA, ARM, DRAG = 1.2, [0.012, 0.012, 0.02], 0.25, 0.02  # kg, kg m², m, torque of a propeller by its lift [m]
PLACES = [(ARM * math.cos(a), ARM * math.sin(a)) for a in np.radians([45, 135, 225, 315])]
TURNS = [1, -1, 1, -1]  # senses in which the propellers turn


class Quadcopter(mb.Model):
    """A rigid body with four propellers and a controller that brings it to the place `goal`."""

    stop = 6.0
    goal = mb.Parameter([2.0, -1.0, 3.0], "m", "3", description="where it shall hover")

    def build(self):
        self.world = spatial.World(direction=[0, 0, -1])
        self.body = spatial.Body(MASS, INERTIA, phi0=["170 deg", 0, 0], v0=[0, 0, 8])
        self.sensor = spatial.AbsoluteSensor()
        self.arm = [spatial.Rod([x, y, 0]) for x, y in PLACES]
        self.propeller = [spatial.BodyForce([0, 0, f"lag.y[{i}]"], [0, 0, f"{turn * DRAG}*lag.y[{i}]"])
                          for i, turn in enumerate(TURNS)]  # fmt: skip
        self.join(self.body.a, self.sensor.a, *(arm.a for arm in self.arm))
        for arm, propeller in zip(self.arm, self.propeller):
            self.join(arm.b, propeller.b)

        # the force that is wanted, and its direction as the body sees it: lift along it, torques that tilt the body
        self.wanted = mb.Constant(f"{MASS}*(4*(goal - body.x) - 4*body.v + [0, 0, 9.81])", n=3)
        self.seen = mb.Constant("sensor.R @ wanted.y/sqrt(dot(wanted.y, wanted.y))", n=3)
        lift, yaw = "max(dot(sensor.R[2], wanted.y), 0)", "-0.1*body.w[2]"
        roll, pitch = "-2*seen.y[1] - 0.25*body.w[0]", "2*seen.y[0] - 0.25*body.w[1]"
        made = [[1] * 4, [y for _, y in PLACES], [-x for x, _ in PLACES], [DRAG * turn for turn in TURNS]]
        self.mixer = mb.Gain(np.linalg.inv(made), n=4, u=[lift, roll, pitch, yaw])
        self.lag = mb.FirstOrder(T="30 ms", n=4, u="mixer.y")
        self.output("position", "body.x", "m", "place of the centre of mass")
        self.output("upright", "sensor.R[2, 2]", "", "cosine of the tilt: -1 upside down, 1 upright")
        self.output("lift", "lag.y", "N", "lift of the propellers")


if __name__ == "__main__":
    result = Quadcopter().simulate()
    print(result.at(0.5), result.stats.final, sep="\n")
    result.plot().savefig("quadcopter.svg")
