"""Models for tests, written as functions that fill an empty model."""

from __future__ import annotations

import multibond as mb


def mechanism(fill, *values, **options):
    """A model that `fill(model, …)` has written."""
    model = mb.Model("mechanism")
    fill(model, *values, **options)
    return model


def run(fill, stop, *values, tolerance=1e-10, points=41, **options):
    """The result of a model that `fill(model, …)` has written."""
    return mechanism(fill, *values, **options).simulate(stop, tolerance=tolerance, points=points)


def chain(model, *frames):
    """Join frames in pairs: the first with the second, the third with the fourth, and so on."""
    for first, second in zip(frames[::2], frames[1::2]):
        model.join(first, second)
