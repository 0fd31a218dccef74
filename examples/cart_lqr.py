"""A cart that balances two rods, one on top of the other, by the voltage of its motor.

An LQR from scipy on the linearised model gives the gains; the loop is closed around the nonlinear one by the law of the
voltage source. How far may the rods lean at the start? A study answers.

    python examples/cart_lqr.py
"""

import numpy as np
from scipy.linalg import solve_continuous_are

import multibond as mb
from multibond import planar

COORDINATES = ["rail.s", "lower.phi", "upper.phi", "rail.v", "lower.w", "upper.w"]


class Cart(mb.Model):
    """A cart on a rail with two rods that stand upright; a motor with a pinion drives it along the rail."""

    voltage = mb.Parameter(0.0, "V", description="wanted voltage of the motor, of which it gets 24 V at most")
    lean = mb.Parameter("2 deg", "rad", description="angle of the lower rod at the start")

    def build(self):
        self.world, self.ground = planar.World(), planar.Fixed()
        self.rail = planar.Prismatic([1, 0], actuated=True, states="always")
        self.lower = planar.Revolute(phi0="lean", states="always")
        self.upper = planar.Revolute(states="always")
        self.cart = planar.Body(2.0, 0.1)
        self.rod1, self.rod2 = planar.SolidRod([0, 0.6], 0.3), planar.SolidRod([0, 0.8], 0.4)
        self.join(self.ground.b, self.rail.a)
        self.join(self.rail.b, self.cart.a, self.lower.a)
        self.join(self.lower.b, self.rod1.a)
        self.join(self.rod1.b, self.upper.a)
        self.join(self.upper.b, self.rod2.a)

        self.supply, self.circuit = mb.Se("min(max(voltage, -24), 24)", domain="electrical"), mb.J1()
        self.winding, self.motor, self.pinion = mb.R("0.5 ohm"), mb.GY("0.1 N*m/A"), mb.TF("20 mm")
        self.supply >> self.circuit >> [self.winding, self.motor]
        self.motor >> self.pinion >> self.rail.drive
        self.output("position", "rail.s", "m", "place of the cart")
        self.output("lower", "lower.phi", "rad", "lean of the lower rod")
        self.output("upper", "upper.phi", "rad", "angle of the upper rod against the lower one")


def regulator():
    """The voltage as a law of the coordinates, where place and angles are weighed against it."""
    upright = Cart(lean=0.0).linearize(inputs=["supply"], outputs=COORDINATES)
    to_states = np.linalg.inv(upright.C)
    A, B = upright.C @ upright.A @ to_states, upright.C @ upright.B  # in the order of COORDINATES
    weights, price = np.diag([10.0, 100.0, 100.0, 0.0, 0.0, 0.0]), np.array([[0.1]])
    gains = np.linalg.solve(price, B.T @ solve_continuous_are(A, B, weights, price)).ravel()
    return " + ".join(f"({-gain})*{name}" for gain, name in zip(gains, COORDINATES))


if __name__ == "__main__":
    cart = Cart(voltage=regulator())
    print(cart.linearize())  # all eigenvalues on the left: it stays upright
    result = cart.simulate(8.0)
    result.plot("position", ["lower", "upper"], "supply.e", units={"lower": "deg", "upper": "deg"}).savefig("cart.svg")

    leans = [f"{angle} deg" for angle in range(2, 21, 2)]
    study = mb.Study(cart, vary={"lean": leans}, observe={"way": "max(abs(position))", "rest": "abs(lower)"}, stop=8.0)
    print(study.run())  # where the 24 V no longer do, the rods fall
