"""What cannot rub or lift says so, with the part that can."""

from __future__ import annotations

import pytest

from multibond import planar, spatial
from multibond.errors import NameNotFound
from multibond.planar import rolling as planar_rolling
from multibond.spatial import rolling as spatial_rolling


@pytest.mark.parametrize("joint", [spatial.FreeMovement, planar.FreeMovement])
@pytest.mark.parametrize("name", ["friction", "static_friction"])
def test_joints_with_two_kinds_of_friction_say_how_they_are_called(joint, name):
    with pytest.raises(NameNotFound, match="friction_r, of its movement"):
        joint(**{name: 0.1})


def test_wheels_that_cannot_lift_name_the_parts_that_can():
    assert "LiftingRolling" in planar_rolling.PULLS and hasattr(planar, "LiftingRolling")
    assert "WheelPlane" in spatial_rolling.PULLS and hasattr(spatial, "WheelPlane")
