"""What is under another address now is found at the former one for one release, with a warning."""

import importlib

import pytest

from multibond import look
from multibond.elements.resistor import R
from multibond.errors import MultibondDeprecationWarning

OLD = [("drawing", name, name) for name in ("Icon", "Look", "Frame", "Stroke", "Text")]
OLD += [("animation", name, name) for name in ("Shape", "Force", "Trace", "KINDS")] + [
    ("animation", "planar", "about_z")
]


@pytest.mark.parametrize(("module", "old", "new"), OLD)
def test_the_former_address_warns_and_works(module, old, new):
    with pytest.warns(MultibondDeprecationWarning, match=rf"look\.{new}"):
        found = getattr(importlib.import_module(f"multibond.picture.{module}"), old)
    assert found is getattr(look, new)


def test_the_former_decorator_of_icons_warns_and_works():
    class _Lamp(R):
        symbol = "R"

    drawing = importlib.import_module("multibond.picture.drawing")
    with pytest.warns(MultibondDeprecationWarning, match="icon"):
        decorate = drawing.icon
    decorate(_Lamp)(lambda seen: look.Icon(7, 7, captions=seen.captions()))
    lamp = _Lamp(2.0)
    assert lamp.icon(look.Look(lamp)).width == 7
    with pytest.raises(AttributeError, match="has no 'nothing'"):
        _ = drawing.nothing
