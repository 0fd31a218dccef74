"""Masses with dry friction: cases for the exact solution and for bond graphs."""

from __future__ import annotations

from collections.abc import Callable

from nonsmooth.exact import Pulses, Wave
from nonsmooth.exact_friction import Contact, Masses


def belt() -> Masses:
    """A block on a belt at 0.1 m/s, held by a spring: over 100 cycles of sticking and slipping."""
    contact = Contact("belt", [1.0], Wave(6.0), 1.5, Wave(0.1))
    return Masses([1.0], [[100.0]], [0.0], [Wave()], [contact], [0.0], [0.1], 5e-3)


def decaying() -> Masses:
    """A block on a spring with dry friction: half swings about shifted centres until it sticks."""
    return Masses([2.0], [[50.0]], [0.0], [Wave()], [Contact("floor", [1.0], Wave(3.0))], [1.0], [0.0], 0.01)


def viscous() -> Masses:
    """Dry and viscous friction together, driven near resonance with stops at rest."""
    contact = Contact("floor", [1.0], Wave(2.0), 1.3, viscous=0.4)
    return Masses([1.0], [[20.0]], [0.0], [Wave(amplitude=4.0, frequency=2.0)], [contact], [0.0], [0.0], 0.01)


def stacked() -> Masses:
    """Three blocks on top of each other, the middle one pulled by a sine, the lowest on a floor."""
    contacts = [Contact("top", [1.0, -1.0, 0.0], Wave(2.0), 1.2), Contact("middle", [0.0, 1.0, -1.0], Wave(4.0), 1.1),
                Contact("floor", [0.0, 0.0, 1.0], Wave(5.0), 1.2)]  # fmt: skip
    forces = [Wave(), Wave(amplitude=14.0, frequency=3.0), Wave()]
    return Masses([1.0, 1.5, 2.0], [[0.0] * 3] * 3, 0.0, forces, contacts, [0.0] * 3, [0.0] * 3, 0.01)


def chain() -> Masses:
    """Four blocks on a floor joined by springs, the first pulled by a ramp: they break away one after the other."""
    k = 200.0
    stiffness = [[k, -k, 0, 0], [-k, 2 * k, -k, 0], [0, -k, 2 * k, -k], [0, 0, -k, k]]
    contacts = [Contact(f"floor{i}", [float(i == j) for j in range(4)], Wave(5.0), 1.4) for i in range(4)]
    return Masses(
        [1.0] * 4, stiffness, 0.5, [Wave(slope=10.0), Wave(), Wave(), Wave()], contacts, [0.0] * 4, [0.0] * 4, 5e-3
    )


def coupled_clutches() -> Masses:
    """Motor, gear shaft and load with two clutches of different ratios that take turns, overlapping."""
    first = Contact("first", [1.0, -2.0], Wave(12.0), 1.1, engaged=Pulses(4.0, 2.0))
    second = Contact("second", [1.0, -1.0], Wave(8.0), 1.1, engaged=Pulses(4.0, 2.3, 1.9))
    forces = [Wave(5.0, amplitude=2.0, frequency=3.0), Wave(-1.0)]
    return Masses([0.5, 3.0], [[0.0] * 2] * 2, [0.05, 0.1], forces, [first, second], [0.0] * 2, [20.0, 0.0], 0.01)


def brake() -> Masses:
    """A flywheel is braked to rest and held against a growing torque, then breaks away."""
    contact = Contact("brake", [1.0], Wave(10.0), 1.25, engaged=Pulses(100.0, 99.0, 0.5))
    return Masses([0.8], [[0.0]], [0.1], [Wave(1.0, slope=2.0)], [contact], [0.0], [10.0], 0.01)


def one_way() -> Masses:
    """A one-way clutch: an oscillating input turns an output with a damper step by step."""
    contact = Contact("clutch", [-1.0, 1.0], one_way=True)
    forces = [Wave(amplitude=6.0, frequency=4.0), Wave(-0.5)]
    return Masses([0.5, 1.0], [[5.0, 0.0], [0.0, 0.0]], [0.4, 0.3], forces, [contact], [0.0] * 2, [0.0] * 2, 0.01)


def varying_load() -> Masses:
    """The normal load oscillates: the block sticks and slides under a constant force."""
    contact = Contact("floor", [1.0], Wave(5.0, amplitude=3.0, frequency=7.0))
    return Masses([1.0], [[0.0]], [0.0], [Wave(4.0)], [contact], [0.0], [0.0], 5e-3)


def ramp() -> Masses:
    """Breakaway under a ramp of force, static friction half as much again as sliding."""
    return Masses(
        [2.0], [[0.0]], [0.0], [Wave(slope=4.0)], [Contact("floor", [1.0], Wave(6.0), 1.5)], [0.0], [0.0], 0.01
    )


def reversal() -> Masses:
    """A strong oscillating force: the velocity passes through zero without a stop."""
    contact = Contact("floor", [1.0], Wave(2.0), 1.2)
    return Masses([1.0], [[0.0]], [0.3], [Wave(amplitude=15.0, frequency=5.0)], [contact], [0.0], [0.5], 5e-3)


def two_belts() -> Masses:
    """A block between two belts that run at different speeds, on a spring."""
    contacts = [Contact("slow", [1.0], Wave(2.0), 1.2, Wave(0.2)), Contact("fast", [1.0], Wave(3.0), 1.3, Wave(-0.3))]
    return Masses([1.0], [[30.0]], [0.0], [Wave(amplitude=3.0, frequency=4.0)], contacts, [0.1], [0.0], 5e-3)


def oscillating_belt() -> Masses:
    """A block carried by a belt that swings: it sticks while the belt's acceleration is small."""
    contact = Contact("belt", [1.0], Wave(3.0), 1.2, Wave(amplitude=1.0, frequency=5.0))
    return Masses([1.0], [[0.0]], [0.0], [Wave()], [contact], [0.0], [0.0], 5e-3)


CASES: dict[str, tuple[Callable[[], Masses], float]] = {
    "belt": (belt, 105.0), "decaying": (decaying, 6.0), "viscous": (viscous, 8.0), "stacked": (stacked, 6.0),
    "chain": (chain, 5.0), "coupled_clutches": (coupled_clutches, 8.0),
    "brake": (brake, 8.0), "one_way": (one_way, 8.0), "varying_load": (varying_load, 4.5), "ramp": (ramp, 4.0),
    "reversal": (reversal, 5.0), "two_belts": (two_belts, 6.0), "oscillating_belt": (oscillating_belt, 4.0),
}  # fmt: skip
