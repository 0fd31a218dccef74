"""Layout: power to the right, loops without crossings, signals and joined frames beside each other."""

from __future__ import annotations

import itertools
import random

import pytest

from multibond import J0, J1, C, Constant, Gain, I, Integrator, Model, R, Se, Sum, bank
from multibond.picture.drawing import draw
from multibond.picture.drawing.ink import distance_to_ink
from picture.drawn_models import ladder_of
from picture.test_drawing import overlaps


def ways(drawing, kind):
    return [
        (group.title.partition(" →")[0], group.way)
        for group in drawing.scene.groups
        if group.kind == kind and group.way
    ]


def pieces(way):
    return list(zip(way, way[1:]))


def crossed(first, second) -> bool:
    def turn(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = first, second
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def on_each_other(first, second) -> bool:
    """Whether two pieces lie on one line and share some of it."""
    (a, b), (c, d) = first, second
    for axis in (0, 1):
        same = a[axis], b[axis], c[axis], d[axis]
        if max(same) - min(same) < 0.5:
            low, high = sorted((a[1 - axis], b[1 - axis])), sorted((c[1 - axis], d[1 - axis]))
            return min(low[1], high[1]) - max(low[0], high[0]) > 0.5
    return False


def control(size: int, seed: int) -> Model:
    """A plant under a random net of blocks."""
    numbers = random.Random(seed)
    model = Model(f"control_{size}_{seed}", domain="rotational")
    model.reference = Constant("time")
    names = ["reference.y", "rotor.f", "load.f"]
    for k in range(size):
        if k % 3 == 0:
            model.add(f"sum{k}", Sum("+-", u=numbers.sample(names, 2)))
        elif k % 3 == 1:
            model.add(f"gain{k}", Gain(k, u=names[-1]))
        else:
            model.add(f"integral{k}", Integrator(u=numbers.choice(names)))
        names.append(f"{['sum', 'gain', 'integral'][k % 3]}{k}.y")
    model.motor, model.shaft, model.rotor = Se(f"{names[-1]} + {names[3]}"), J1(), I(0.1)
    model.twist, model.spring, model.end, model.load, model.drag = J0(), C(1), J1(), I(1), R(2)
    model.motor >> model.shaft >> model.twist >> model.end >> [model.load, model.drag]
    model.shaft >> model.rotor
    model.twist >> model.spring
    return model


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("dc_motor", "supply"),
        ("quarter_car", "road"),
        ("rlc", "source"),
        ("cauer_low_pass", "source"),
        ("two_tanks", "source"),
    ],
)
def test_power_comes_from_the_left(name, source):
    at = draw(bank.load(name)).positions
    assert at[source][0] == min(x for x, _ in at.values())


def test_a_ladder_runs_from_its_source_to_the_right():
    at = draw(ladder_of(6)).positions
    order = [at[name][0] for name in ("source", "loop0", "node0", "loop1", "node1", "node5")]
    assert order == sorted(order)


@pytest.mark.parametrize(
    "name", ["bridge_rectifier", "transistor_amplifier", "four_bar", "kinematic_loop", "piston_engine"]
)
def test_loops_are_drawn_without_crossings(name):
    drawing = draw(bank.load(name))
    lines = [piece for kind in ("bond", "join") for _, way in ways(drawing, kind) for piece in pieces(way)]
    assert sum(crossed(a, b) for a, b in itertools.combinations(lines, 2)) == 0


@pytest.mark.parametrize("build", [lambda: bank.load("hydraulic_servo"), lambda: bank.load("robot"),
                                   lambda: control(7, 1), lambda: control(12, 5)])  # fmt: skip
def test_no_two_signals_share_a_line(build):
    drawing = draw(build())
    assert overlaps(drawing) == []
    for (first, a), (second, b) in itertools.combinations(ways(drawing, "signal"), 2):
        if first != second:
            assert not any(on_each_other(x, y) for x in pieces(a) for y in pieces(b)), (first, second)


def test_signals_begin_at_their_part():
    drawing = draw(bank.load("robot"))
    signals = [group for group in drawing.scene.groups if group.kind == "signal" and group.way]
    assert len(signals) == 6
    for group in signals:
        placed = drawing.placed[group.subject.source]
        (x1, y1), (x2, y2) = group.way[:2]
        length = abs(x2 - x1) + abs(y2 - y1)
        back = ((x1 - x2) / length, (y1 - y2) / length)
        far = distance_to_ink(placed.node.icon, (x1 - placed.x, y1 - placed.y), back)
        assert far is not None and far < 3


def test_bonds_reach_the_lines_of_a_joint():
    drawing = draw(bank.load("robot"))
    for group in drawing.scene.groups:
        if group.kind == "bond":
            placed = drawing.placed[group.subject.head]
            (x1, y1), (x2, y2) = group.way
            length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
            far = distance_to_ink(
                placed.node.icon, (x2 - placed.x, y2 - placed.y), ((x2 - x1) / length, (y2 - y1) / length)
            )
            assert far is not None and far < 5


def test_joined_frames_of_different_joins_share_no_line():
    for name in ("colliding_bodies", "planar_loop"):
        found = ways(draw(bank.load(name)), "join")
        for (first, a), (second, b) in itertools.combinations(found, 2):
            if first != second:
                assert not any(on_each_other(x, y) for x in pieces(a) for y in pieces(b)), (first, second)


def test_a_long_chain_is_folded_by_its_width():
    box = draw(bank.load("heat_conduction")).scene.box()
    assert box.right - box.left < 1500
