"""What cannot rub or lift says so, with the part that can."""

from __future__ import annotations

import pytest

from multibond import planar, spatial
from multibond.errors import NameNotFound
from multibond.planar import rolling as planar_rolling
from multibond.spatial import rolling as spatial_rolling


@pytest.mark.parametrize(
    ("joint", "reason"),
    [
        (spatial.Spherical, "three Revolute with friction"),
        (spatial.FreeMovement, "nothing touches"),
        (planar.FreeMovement, "nothing touches"),
    ],
)
@pytest.mark.parametrize("name", ["friction", "static_friction"])
def test_joints_without_an_axis_say_where_friction_belongs(joint, reason, name):
    with pytest.raises(NameNotFound, match=reason):
        joint(**{name: 0.1})


def test_wheels_that_cannot_lift_name_the_parts_that_can():
    assert "SpherePlane" in planar_rolling.PULLS and hasattr(planar, "SpherePlane")
    assert "WheelPlane" in spatial_rolling.PULLS and hasattr(spatial, "WheelPlane")
