"""A half car as a multi-bond graph: its modes, and how it takes waves of the road.

The two axles are the two components of one bond, so that tyres, wheels, springs and dampers are written once. A
transformer leads from heave and pitch of the body to the velocities of its two corners.

    python examples/half_car.py
    multibond draw examples/half_car.py:HalfCar -o half_car.svg
"""

import multibond as mb


class HalfCar(mb.Model):
    """A body on two axles, over a road of sine waves; positions count from where the car stands at rest."""

    n = 2
    mass = mb.Parameter(690.0, "kg", description="mass of the body")
    inertia = mb.Parameter(1222.0, "kg*m^2", description="moment of inertia of the body in pitch")
    front = mb.Parameter(1.3, "m", description="centre of mass to front axle")
    rear = mb.Parameter(1.5, "m", description="centre of mass to rear axle")
    speed = mb.Parameter("36 km/h", "m/s", description="speed over the road")
    wave = mb.Parameter(5.6, "m", description="length of a wave of the road")
    height = mb.Parameter("1 cm", "m", description="height of a wave over the middle of the road")

    def build(self):
        place = "2*pi*speed*time/wave"
        self.road = mb.Sq([f"height*sin({place})", f"height*sin({place} - 2*pi*(front + rear)/wave)"])
        self.patch, self.tyres = mb.J0(), mb.C(1 / 190e3)
        self.wheels, self.axles = mb.J1(), mb.I([40.5, 45.4])
        self.struts, self.suspension = mb.J0(), mb.J1()
        self.springs, self.dampers = mb.C([1 / 17e3, 1 / 22e3]), mb.R([1.5e3, 1.6e3])
        self.levers = mb.TF([[1, "front"], [1, "-rear"]])  # (heave, pitch) to (front, rear); pitch lifts the nose
        self.body, self.motion = mb.J1(), mb.Dq()
        self.chassis = mb.I(["mass", "inertia"])

        self.road >> self.patch >> self.wheels >> self.struts >> self.levers.b
        self.levers.a >> self.body >> [self.chassis, self.motion]
        self.patch >> self.tyres
        self.wheels >> self.axles
        self.struts >> self.suspension >> [self.springs, self.dampers]
        self.output("heave", self.motion.q[0], "m", "height of the body over its rest")
        self.output("pitch", self.motion.q[1], "rad", "pitch of the body, nose up")


if __name__ == "__main__":
    car = HalfCar()
    print(car.linearize())  # the body swings at about 1 Hz, the wheels at 11 Hz
    runs = {}
    for wave in (2.8, 5.6):  # one wheelbase: the axles go together; two: against each other
        runs[wave] = car.simulate(6.0, parameters={"wave": wave})
        settled = runs[wave].between(4.0, 6.0)
        print(f"waves of {wave} m:", settled.extremes("heave"), settled.extremes("pitch"), sep="\n  ")
    mb.overlay(*runs.values()).figure.savefig("half_car.svg")
