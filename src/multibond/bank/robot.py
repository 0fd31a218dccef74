"""A six-axis robot arm with motors, gears and controllers."""

from __future__ import annotations

import math

from ..api import Model
from ..elements.block import PID
from ..elements.junction import J1
from ..elements.resistor import R
from ..elements.source import Se
from ..elements.storage import I
from ..elements.transducer import GY, TF
from ..expression import TIME
from ..expression.functions import maximum, minimum
from ..model.composite import Exposed
from ..model.declare import Input, Option, Parameter
from ..spatial import Body, Fixed, Revolute, Rod, World

X, Y = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]
NONE = [0.0, 0.0, 0.0]
AXES = (Y, X, X, Y, X, Y)
OFFSETS = (
    [0.0, 0.351, 0.0],
    [0.0, 0.324, 0.3],
    [0.0, 0.65, 0.0],
    [0.0, 0.414, -0.155],
    [0.0, 0.186, 0.0],
    [0.0, 0.125, 0.0],
)
MASSES = (1.0, 56.5, 26.4, 28.7, 5.2, 0.5)
CENTRES = (NONE, [0.172, 0.205, 0.0], [0.064, -0.034, 0.0], NONE, NONE, [0.05, 0.05, 0.05])
# link 1 turns about y only: its other two moments, not published, have no effect and make it a possible body
INERTIAS = (
    [1.16, 1.16, 1.16],
    [[2.58, -0.46, 0.0], [-0.46, 0.64, 0.0], [0.0, 0.0, 2.73]],
    [[0.279, -0.07, 0.0], [-0.07, 0.245, 0.0], [0.0, 0.0, 0.413]],
    [1.67, 0.081, 1.67],
    [1.25, 0.81, 1.53],
    NONE,
)
STARTS = (-60.0, 20.0, 90.0, 0.0, -110.0, 0.0)  # degrees
ENDS = (60.0, -70.0, -35.0, 45.0, 110.0, 45.0)
GEARS = (-105.0, 210.0, 60.0, -99.0, 79.2, -99.0)


class Axis(Model):
    """The drive of one axis: PID controller, amplifier, direct-current motor and gear.

    The path leads from start_angle to end_angle [rad] in `duration` [s], from rest to rest.
    """

    library = "mechatronics"
    start_angle = Parameter(0.0, "rad", description="angle at the start of the path")
    end_angle = Parameter(1.0, "rad", description="angle at the end of the path")
    duration = Parameter(2.0, "s", minimum=0.0, strict=True, description="duration of the path")
    ratio = Parameter(100.0, "", description="angle of the motor over angle of the joint")
    gain = Parameter(60.0, "V/rad", minimum=0.0, description="gain of the controller")
    resistance = Parameter(1.0, "ohm", minimum=0.0, strict=True, description="resistance of the armature")
    inductance = Parameter(1e-3, "H", minimum=0.0, strict=True, description="inductance of the armature")
    k = Parameter(1.16, "N*m/A", description="constant of the motor")
    inertia = Parameter(0.0013, "kg*m^2", minimum=0.0, strict=True, description="moment of inertia of the rotor")
    friction = Parameter(1e-3, "N*m*s/rad", minimum=0.0, description="viscous friction of the motor")
    phi = Input("rad", description="measured angle of the joint")

    def build(self) -> None:
        """The controller's voltage drives the armature, the gyrator the shaft, the gear the joint."""
        t = minimum(maximum(TIME / self.duration, 0.0), 1.0)
        way = self.end_angle - self.start_angle
        path = self.start_angle + way * t**3 * (10.0 - 15.0 * t + 6.0 * t**2)
        speed = way / self.duration * 30.0 * t**2 * (1.0 - t) ** 2
        self.controller = PID(self.gain, 0.1, u=self.ratio * (path - self.phi))
        # what the turning motor induces is fed forward along the path
        self.amplifier = Se(self.controller.y + self.k * self.ratio * speed, domain="electrical")
        self.armature, self.winding, self.coil = J1(domain="electrical"), R(self.resistance), I(self.inductance)
        self.motor, self.shaft, self.gear = GY(self.k), J1(domain="rotational"), TF(1.0 / self.ratio)
        self.rotor, self.bearings = I(self.inertia), R(self.friction)
        self.amplifier >> self.armature >> [self.winding, self.coil]
        self.armature >> self.motor >> self.shaft >> [self.rotor, self.bearings]
        self.shaft >> self.gear
        self.drive = Exposed(self.gear.b, "torque and angular velocity of the joint, out")
        self.output("path", path, "rad", "reference angle")
        self.output("current", self.coil.f, "A", "current of the armature")
        self.output("power", self.amplifier.e * self.coil.f, "W", "electrical power")


class Robot(Model):
    """Six-axis robot arm that carries 15 kg along a path of all joints, with motors, gears and controllers.

    Without drives (``drives=False``) the arm falls freely from the start of the path: its mechanics alone.
    """

    library = "mechatronics"
    stop = 3.0
    load = Parameter(15.0, "kg", minimum=0.0, description="mass of the load")
    drives = Option(True, choices=(True, False), description="whether motors drive the joints")

    def build(self) -> None:
        """A chain of joints, links and bodies from the base to the load."""
        driven = self.option("drives")
        self.world, self.base, self.column = World(), Fixed(), Rod(OFFSETS[0], appearance="arm")
        self.join(self.base.b, self.column.a)
        end = self.column.b
        for k in range(6):
            name, angle = f"joint{k + 1}", math.radians(STARTS[k])
            self.add(name, Revolute(AXES[k], phi0=angle, w0=0.0, actuated=driven))
            self.add(f"body{k + 1}", Body(MASSES[k], INERTIAS[k], CENTRES[k], appearance="none"))
            self.join(end, self[name].a)
            frames = [self[name].b, self[f"body{k + 1}"].a]
            if k < 5:
                self.add(f"link{k + 1}", Rod(OFFSETS[k + 1], appearance="arm"))
                frames.append(self[f"link{k + 1}"].a)
                end = self[f"link{k + 1}"].b
            else:
                self.load_body = Body(self.load, NONE, [0.1, 0.25, 0.1], appearance="ball")
                frames.append(self.load_body.a)
            self.join(*frames)
            if driven:
                axis = Axis(angle, math.radians(ENDS[k]), ratio=GEARS[k], phi=self[name].angle.q)
                self.add(f"axis{k + 1}", axis)
                axis.drive >> self[name].drive
        self.output("phi", [self[f"joint{k + 1}"].angle.q for k in range(6)], "rad", "angles of the joints")
        self.output("position", "load_body.x_cm", "m", "position of the load")
        if driven:
            self.output("path", [f"axis{k + 1}.path" for k in range(6)], "rad", "reference angles")
            self.output("power", " + ".join(f"axis{k + 1}.power" for k in range(6)), "W", "electrical power")
