"""What is analysed is what a run integrates, also where switches, diodes, friction and contacts change the model."""

import pytest

import multibond as mb
from multibond import spatial

CHANGING = [
    "anti_lock_brake", "bouncing_ball", "bouncing_pendulum", "buck_converter", "colliding_bodies", "coupled_clutches",
    "four_bar_impact", "newtons_cradle", "stick_slip", "three_phase_rectifier",
]  # fmt: skip


@pytest.mark.parametrize("name", CHANGING)
def test_the_states_of_the_analysis_are_those_of_a_run(name):
    model = mb.load(name)
    found = model.analyse()
    states = model.simulate(0.01, points=2).stats.states
    assert found["order"] == len(states) and sorted(found["states"]) == sorted(states)


def test_balls_of_which_more_touch_than_can_hold():
    """Ten contacts of five balls with friction fix more than the balls can move; a run lets them go."""
    m = mb.Model("pool")
    m.world, m.contacts = spatial.World(gravity="none"), spatial.ContactPool(5, [0.1] * 5, restitution=1, friction=0.2)
    for k in range(5):
        ball = m.add(f"ball{k}", spatial.Body(1, [0.04] * 3, x0=[k, 0.3 * k, 0], quaternions=False))
        m.join(ball.a, m.contacts[f"body{k + 1}"])
    found = m.analyse()
    assert found["order"] == 60 and len(found["switches"]) == 10
