"""Angles that look as if they were meant in degrees are doubted; with a unit they are as they are meant."""

from typing import Any

import pytest

import multibond as mb
from multibond import planar, spatial


def pendulum(hinge: Any = None, ground: Any = None) -> mb.Model:
    m = mb.Model("pendulum")
    m.world, m.ground = planar.World(), ground or planar.Fixed()
    m.hinge, m.rod, m.body = hinge or planar.Revolute(), planar.Rod(), planar.Body()
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.body.a)
    return m


def doubts(model: mb.Model, **given: Any) -> list[str]:
    return [said for said in model.simulate(0.01, **given).stats.doubts if "looks like degrees" in said]


@pytest.mark.parametrize(
    "hinge",
    [{"phi0": 90}, {"phi0": -45.0}, {"phi0": "90"}, {"offset": 180}, {"stops": [-60, 90], "phi0": 0.1}, {"phi0": 10}],
)
def test_a_usual_number_of_degrees_is_doubted(hinge: dict[str, Any]) -> None:
    said = doubts(pendulum(planar.Revolute(**hinge)))
    assert said and all(sentence.startswith("hinge.") and " deg'" in sentence for sentence in said)


@pytest.mark.parametrize(
    "hinge",
    [
        {"phi0": "90 deg"}, {"phi0": "90 rad"}, {"phi0": "450 deg"}, {"phi0": 6}, {"phi0": 90.5}, {"w0": 90},
        {"stops": [-100, 100]}, {"phi0": "pi/2"},
    ],
)  # fmt: skip
def test_what_may_well_be_radians_is_not(hinge: dict[str, Any]) -> None:
    assert not doubts(pendulum(planar.Revolute(**hinge)))


def test_a_hinge_that_turns_on_is_not() -> None:
    result = pendulum(planar.Revolute(w0=100.0)).simulate(1.0)
    assert result["hinge.phi"][-1] > 90 and not result.stats.doubts


def test_parts_that_stand_still_and_parts_in_space() -> None:
    assert doubts(pendulum(ground=planar.Fixed(phi=45)))[0].startswith("ground.phi: the angle 45 is in radians")
    m = mb.Model("in_space")
    m.world, m.ground, m.ball = spatial.World(), spatial.Fixed(phi=[0, 45, 0]), spatial.Spherical(phi0=[0, 0, 60])
    m.bend, m.body = spatial.FixedRotation([0, 1, 0], 30), spatial.Body()
    m.join(m.ground.b, m.ball.a)
    m.join(m.ball.b, m.bend.a)
    m.join(m.bend.b, m.body.a)
    assert {said.partition(":")[0] for said in doubts(m)} == {"ground.phi[1]", "ball.phi0[2]", "bend.phi"}


def test_values_of_a_run_and_of_a_sweep() -> None:
    m = pendulum(planar.Revolute(phi0=0.1))
    assert doubts(m, parameters={"hinge.phi0": 90})
    assert not doubts(m, parameters={"hinge.phi0": "90 rad"})
    assert not doubts(m, parameters={"hinge.phi0": "90 deg"})
    assert not doubts(m)
    (said,) = m.sweep({"hinge.phi0": [0.1, 90.0]}, stop=0.01).doubts
    assert said.startswith("run 1 of the sweep, with hinge.phi0 = 90: hinge.phi0: the angle 90")


def test_start_values_that_the_model_states() -> None:
    m = pendulum()
    m.start("hinge.phi", 90)
    assert doubts(m)[0].startswith("hinge.phi: the angle 90")
    other = pendulum()
    other.start("hinge.phi", "90 deg")
    assert not doubts(other)


def test_angles_by_name() -> None:
    class Arm(mb.Model):
        bend = mb.Parameter(60.0, "", description="angle of the hinge at the start")

        def build(self) -> None:
            self.world, self.ground = planar.World(), planar.Fixed()
            self.hinge, self.body = planar.Revolute(phi0="bend"), planar.Body()
            self.join(self.ground.b, self.hinge.a)
            self.join(self.hinge.b, self.body.a)

    assert doubts(Arm())[0].startswith("bend: the angle 60")
    assert not doubts(Arm(bend=1.0))
