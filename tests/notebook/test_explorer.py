"""The live view without a notebook: sliders, their ends, and what is refused."""

from __future__ import annotations

import sys

import pytest

import multibond as mb
from multibond.picture.explorer import sliders_of


def test_sliders_have_the_ends_that_are_given_or_usual():
    model = mb.load("dc_motor")
    usual, given = sliders_of(model, ["motor.resistance"], {"load_torque": (0.0, 2.0)})
    assert usual.low == pytest.approx(0.2 * usual.value) and usual.high == pytest.approx(3 * usual.value)
    assert usual.unit == "Ω" and (given.low, given.high) == (0.0, 2.0)
    assert sliders_of(model, [], {"U": (1, 2)})[0].value == 2.0  # the nearest end


@pytest.mark.parametrize(
    "names, options, words",
    [
        (["load_torqe"], {}, "did you mean 'load_torque'"),
        ([], {}, "name the parameters"),
        (["U"], {"ranges": {"U": (2, 1)}}, "lowest and a higher"),
        (["U"], {"ranges": {"U": (None, 1)}}, "needs a lowest and a highest"),
        (["U"], {"ranges": [1, 2]}, "dictionary|by name|mapping|values"),
        (["U"], {"stopp": 3}, "no option 'stopp'"),
    ],
)
def test_wrong_sliders_are_answered(names, options, words):
    with pytest.raises(mb.MultibondError, match=words):
        mb.load("dc_motor").explore(*names, **options)


def test_without_anywidget_a_sentence_says_how_to_get_it(monkeypatch):
    from multibond.picture import explorer

    explorer._widget.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(mb.MultibondError, match=r"multibond\[notebook\]"):
        mb.load("rlc").explore("resistance")
    explorer._widget.cache_clear()
