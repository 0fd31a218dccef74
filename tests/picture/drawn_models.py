"""Models of many kinds for the tests of drawings."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from multibond import (
    GY,
    J0,
    J1,
    TF,
    C,
    Composition,
    Df,
    Dq,
    Exposed,
    I,
    Input,
    J1Partial,
    Model,
    Output,
    Parameter,
    R,
    Se,
    Sf,
)
from multibond.elements.element import Element, Equation

MODELS: dict[str, Callable[[], Model]] = {}


def drawn(build: Callable[[], Model]) -> Callable[[], Model]:
    """List a model under the name of its function."""
    MODELS[build.__name__] = build
    return build


class _Gain(Element):
    symbol = "K"
    role = "block"
    gain = Parameter(1.0)
    u = Input()
    y = Output()

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, s.gain * s.u


class _Difference(Element):
    symbol = "+ −"
    role = "block"
    a = Input()
    b = Input()
    y = Output()

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.y, s.a - s.b


@drawn
def series_circuit() -> Model:
    m = Model("series_circuit", domain="electrical")
    m.source, m.loop, m.resistor, m.coil, m.capacitor = Se(10), J1(), R(5), I("20 mH"), C("470 µF")
    m.source >> m.loop >> [m.resistor, m.coil, m.capacitor]
    return m


@drawn
def parallel_circuit() -> Model:
    m = Model("parallel_circuit", domain="electrical")
    m.source, m.node, m.resistor, m.coil, m.capacitor, m.load = Sf(2), J0(), R(5), I(0.02), C(1e-6), R(law="3*f**3 + f")
    m.source >> m.node >> [m.resistor, m.coil, m.capacitor, m.load]
    return m


@drawn
def ladder() -> Model:
    return ladder_of(10)


def ladder_of(sections: int) -> Model:
    m = Model("ladder", domain="electrical")
    m.source = Se("10*sin(100*time)")
    before = m.source
    for i in range(sections):
        one, zero = m.add(f"loop{i}", J1()), m.add(f"node{i}", J0())
        coil, capacitor = m.add(f"L{i}", I(1e-3)), m.add(f"C{i}", C(1e-6))
        before >> one >> zero
        one >> coil
        zero >> capacitor
        before = zero
    m.load = R(50)
    before >> m.load
    return m


@drawn
def motor() -> Model:
    m = Model("motor")
    m.battery, m.armature, m.resistance, m.inductance = Se(24, domain="electrical"), J1(), R(1.2), I(2e-3)
    m.machine, m.shaft, m.rotor, m.friction = GY(M=0.05), J1(), I(1e-4, domain="rotational"), R(1e-3)
    m.gear, m.arm, m.load, m.weight = TF(M=0.1), J1(), I(0.2, domain="rotational"), Se(-2.5)
    m.battery >> m.armature >> m.machine >> m.shaft >> m.gear >> m.arm
    m.armature >> [m.resistance, m.inductance]
    m.shaft >> [m.rotor, m.friction]
    m.arm >> m.load
    m.weight >> m.arm
    return m


@drawn
def quarter_car() -> Model:
    m = Model("quarter_car", domain="translational")
    m.road, m.contact, m.tyre = Sf("0.05*sin(10*time)"), J0(), C(1 / 2e5)
    m.wheel, m.unsprung, m.wheel_weight = J1(), I(40), Se(-392)
    m.between, m.strut, m.spring, m.damper = J0(), J1(), C(1 / 2e4), R(1500)
    m.body, m.sprung, m.weight = J1(), I(300), Se(-2943)
    m.road >> m.contact >> m.wheel >> m.between >> m.body >> m.sprung
    m.contact >> m.tyre
    m.wheel >> m.unsprung
    m.wheel_weight >> m.wheel
    m.between >> m.strut >> [m.spring, m.damper]
    m.weight >> m.body
    return m


@drawn
def three_mass() -> Model:
    m = Model("three_mass", domain="translational")
    m.force = Se(1)
    for i in (1, 2, 3):
        m.add(f"v{i}", J1())
        m[f"v{i}"] >> m.add(f"mass{i}", I(i))
    for a, b in ((1, 2), (2, 3), (1, 3)):
        zero, one = m.add(f"d{a}{b}", J0()), m.add(f"s{a}{b}", J1())
        m[f"v{a}"] >> zero >> m[f"v{b}"]
        zero >> one >> [m.add(f"spring{a}{b}", C(0.1)), m.add(f"damper{a}{b}", R(0.5))]
    m.force >> m.v1
    return m


@drawn
def multibond() -> Model:
    m = Model("planar_body", n=3)
    m.body, m.inertia, m.weight = J1(), I([2.0, 2.0, 0.1]), Se([0, -19.62, 0])
    m.rotate, m.tip = TF(M="[[1, 0, -sin(angle.q)], [0, 1, cos(angle.q)], [0, 0, 1]]"), J1Partial(taps=2)
    m.joint, m.plane, m.turn = Composition(na=2, nb=1), R([5.0, 5.0], n=2), R(0.1, n=1)
    m.drag, m.angle = R(3, n=2), Dq(n=1)
    m.hinge = J1(n=1)
    m.weight >> m.body >> m.inertia
    m.body >> m.rotate >> m.tip.a
    m.tip.b >> m.joint.c
    m.tip.t - m.drag
    m.joint.a >> m.plane
    m.joint.b >> m.hinge >> [m.turn, m.angle]
    return m


class Winding(Model):
    """An armature winding."""

    resistance = Parameter(1.0, "ohm")

    def build(self) -> None:
        self.loop, self.r, self.l = J1(), R("resistance"), I(1e-3)
        self.loop >> [self.r, self.l]
        self.input, self.output_port = Exposed(self.loop), Exposed(self.loop)


class Drive(Model):
    """A motor made of parts."""

    def build(self) -> None:
        self.winding, self.field, self.shaft, self.rotor = Winding(resistance=2), GY(M=0.1), J1(), I(1e-4)
        self.winding.output_port - self.field
        self.field >> self.shaft >> self.rotor
        self.terminal, self.axle = Exposed(self.winding.input), Exposed(self.shaft)


@drawn
def composites() -> Model:
    m = Model("machine")
    m.supply, m.drive, m.other_drive, m.split = Se(24), Drive(), Drive(), J0()
    m.pump, m.fan = R(1), R(2)
    m.supply >> m.split
    m.split - m.drive.terminal
    m.split - m.other_drive.terminal
    m.drive.axle - m.pump
    m.other_drive.axle - m.fan
    return m


@drawn
def controller() -> Model:
    m = Model("controller", domain="rotational")
    m.shaft, m.rotor, m.friction, m.speed, m.motor = J1(), I(0.1), R(0.01), Df(), Se("gain.y + 0.1*reference")
    m.reference = Input()
    m.error, m.gain = _Difference(a="reference", b="speed.y"), _Gain(gain=5, u="error.y")
    m.motor >> m.shaft >> [m.rotor, m.friction, m.speed]
    return m


@drawn
def modulated_brake() -> Model:
    m = Model("modulated_brake", domain="translational")
    m.force, m.mass, m.inertia, m.position, m.brake = Se(10), J1(), I(2), Dq(), R("1 + position.q**2")
    m.lever, m.end, m.spring = TF(M="cos(position.q)"), J1(), C(0.01)
    m.force >> m.mass >> [m.inertia, m.position, m.brake, m.lever]
    m.lever >> m.end >> m.spring
    return m


@drawn
def star() -> Model:
    m = Model("star", domain="hydraulic")
    m.tank = J0()
    for i in range(12):
        leaf = m.add(f"branch_{i}", (R, C, I)[i % 3](1.5 + i))
        m.tank >> leaf
    return m


def random_tree(size: int, seed: int) -> Model:
    numbers = random.Random(seed)
    m = Model(f"tree_{size}_{seed}")
    junctions = [m.add("j0", J1())]
    for i in range(1, size):
        home = junctions[numbers.randrange(len(junctions))]
        if numbers.random() < 0.4:
            kind = J0 if home.symbol == "1" else J1
            junctions.append(m.add(f"j{i}", kind()))
            home >> junctions[-1]
        elif numbers.random() < 0.2:
            m.add(f"source_{i}", Se(i)) >> home
        else:
            home >> m.add(f"element_{i}", (R, C, I)[numbers.randrange(3)](i))
    return m


@drawn
def tree_25() -> Model:
    return random_tree(25, 1)


@drawn
def tree_60() -> Model:
    return random_tree(60, 4)


@drawn
def bridge() -> Model:
    m = Model("bridge", domain="electrical")
    m.source = Se(5)
    for name in ("top", "left", "right"):
        m.add(name, J0())
    for name, a, b in (("r1", "top", "left"), ("r2", "top", "right"), ("r5", "left", "right")):
        one = m.add(f"loop_{name}", J1())
        m[a] >> one >> m[b]
        one >> m.add(name, R(100))
    m.r3, m.r4 = R(120), R(80)
    m.source >> m.top
    m.left >> m.r3
    m.right >> m.r4
    return m


@drawn
def fixed_places() -> Model:
    m = series_circuit()
    m.place(source=(0, 0), loop=(1, 0), resistor=(1, 1), coil=(2, 0), capacitor=(1, -1))
    return m


@drawn
def some_fixed_places() -> Model:
    m = quarter_car()
    m.place(contact=(0, 0), wheel=(0, 1), between=(0, 2), body=(0, 3))
    return m
