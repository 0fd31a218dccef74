"""Frozen values behave as frozen data classes do."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from multibond.frozen import frozen


@frozen
class Place:
    """A place."""

    x: float
    y: float = 1.0
    tags: list[str] = field(default_factory=list, compare=False, repr=False)
    unit: str = field(default="m", kw_only=True)


@frozen
class Named(Place):
    """A place with a name."""

    name: str = ""

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError("left of the origin")


@dataclass(frozen=True)
class Usual:
    x: float
    y: float = 1.0
    tags: list[str] = field(default_factory=list, compare=False, repr=False)
    unit: str = field(default="m", kw_only=True)


def test_it_is_made_shown_and_compared_as_the_standard_one():
    for made in (Place, Usual):
        one = made(2.0, unit="mm")
        assert repr(one) == f"{made.__name__}(x=2.0, y=1.0, unit='mm')"
        assert one == made(2.0, 1.0, ["other"], unit="mm") and one != made(2.0) and one != 2.0
        assert len({one, made(2.0, unit="mm"), made(2.0)}) == 2
        assert [f.name for f in fields(one)] == ["x", "y", "tags", "unit"]
        assert replace(one, y=3.0) == made(2.0, 3.0, unit="mm")
        assert made(1.0).tags is not made(1.0).tags
        match one:
            case made(x=x):
                assert x == 2.0
        with pytest.raises(TypeError, match=rf"{made.__name__}.__init__\(\) missing 1 required positional"):
            made()
        with pytest.raises(TypeError, match="takes from 2 to 4 positional arguments but 5 were given"):
            made(1.0, 2.0, [], "m")


def test_nothing_of_it_changes():
    place = Place(1.0)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        place.x = 2.0
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        del place.x


def test_it_may_be_inherited_copied_and_sent():
    named = Named(1.0, name="here")
    assert named == Named(1.0, 1.0, name="here") and named != Place(1.0)
    assert repr(named) == "Named(x=1.0, y=1.0, unit='m', name='here')"
    for other in (copy.deepcopy(named), pickle.loads(pickle.dumps(named))):
        assert other == named and other is not named
    with pytest.raises(ValueError, match="left of the origin"):
        Named(-1.0)


def test_it_may_be_compared_by_identity():
    @frozen(eq=False, repr=False)
    class Thing:
        x: float

    one = Thing(1.0)
    assert one != Thing(1.0) and one == one and len({one, Thing(1.0)}) == 2 and "Thing object" in repr(one)
