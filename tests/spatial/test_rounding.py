"""Directions that were computed, with what rounding leaves of a zero in them."""

from __future__ import annotations

import math

import numpy as np
import pytest

import multibond as mb
from multibond import spatial

LEFT = math.cos(math.pi / 2)  # 6e-17, meant as zero


def slider_crank(left: float) -> mb.Model:
    model = mb.Model("slider_crank")
    model.world, model.ground = spatial.World(), spatial.Fixed()
    model.h1, model.h2, model.h3 = (spatial.Revolute([left, 0, 1], **given) for given in ({"phi0": 0.7}, {}, {}))
    model.slider = spatial.Prismatic([1, left, 0])
    model.crank, model.rod = spatial.Rod([1, left, 0]), spatial.Rod([3, 0, left])
    model.b1, model.b2, model.b3 = (spatial.Body(1.0, [0.1, 0.1, 0.1]) for _ in range(3))
    model.join(model.ground.b, model.h1.a, model.slider.a)
    model.join(model.h1.b, model.crank.a)
    model.join(model.crank.b, model.b1.a, model.h2.a)
    model.join(model.h2.b, model.rod.a)
    model.join(model.rod.b, model.b2.a, model.h3.a)
    model.join(model.h3.b, model.slider.b, model.b3.a)
    return model


def test_a_slider_crank_with_rounded_axes_is_the_exact_one():
    exact, rounded = (slider_crank(left).simulate(2.0) for left in (0.0, LEFT))
    assert rounded["slider.s"] == pytest.approx(exact["slider.s"], abs=1e-12)
    assert rounded.stats.steps == exact.stats.steps
    assert rounded.stats.constraint_residual < 1e-10


@pytest.mark.parametrize("normal", [[2 * LEFT, 1, 0], [0, 1, -2 * LEFT]])
def test_a_wheel_on_a_plane_with_a_rounded_normal_rolls_as_on_the_exact_one(normal):
    ends = []
    for direction in ([0, 1, 0], normal):
        model = mb.Model("wheel")
        model.world = spatial.World(direction=[-x for x in direction])
        model.wheel = spatial.Wheel(
            0.4, 1.0, [0.08, 0.08, 0.16], normal=direction, phi0=[0, 0.2, 0], w0=[0.1, 0.2, 8.0]
        )
        result = model.simulate(0.5)
        assert result.stats.steps < 40
        ends.append(result["wheel.x"][-1])
    assert np.max(np.abs(ends[1] - ends[0])) < 1e-12
