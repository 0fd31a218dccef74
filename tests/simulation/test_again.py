"""A run once more, by every method: bit for bit the same, with finer times, in single components, and further on."""

import numpy as np
import pytest

import multibond as mb
from multibond import spatial
from multibond.simulation.again import repeated

METHODS = ("reduced", "minimal", "zcp", "lagrange", "parasitic")


@pytest.fixture(scope="module")
def wheel():
    """A wheel that rolls, lifted for a moment around 0.25 s by three times its weight."""
    model = mb.Model("wheel")
    model.world, model.wheel = spatial.World(), spatial.Wheel(0.3, m=1.0, v0=[1, 0, 0])
    model.pull = spatial.WorldForce([0, "30*exp(-((time - 0.25)/0.05)**2)", 0])
    model.join(model.pull.b, model.wheel.a)
    return model


@pytest.mark.parametrize("method", METHODS)
def test_every_method_can_go_over_its_run_again(wheel, method):
    """The books by component, the look between output times, and the run that goes on from the end of it."""
    result = wheel.simulate(0.5, method=method, points=3)
    again = repeated(repeated(result.run, result.run.settings.grid), result.run.settings.grid)
    for piece, other in zip(result.run.pieces, again.pieces, strict=True):
        assert np.array_equal(piece.rows()[1], other.rows()[1])
    stored = [part["stored"][-1] for part in result.energy.by_component().values() if "stored" in part]
    assert sum(stored) == pytest.approx(result.energy.stored[-1], rel=1e-6)
    assert [d for d in result.stats.doubts if d.startswith("wheel: its load is negative")]
    further = wheel.simulate(1.0, method=method, points=3, start_from=result)
    assert further["wheel.x"][-1] == pytest.approx([1.0, 0.3, 0.0], abs=1e-4)


def test_a_model_without_outputs_tells_of_states_that_have_names(wheel):
    """The deflections of parasitic springs are states that nobody can ask for."""
    result = wheel.simulate(0.1, method="parasitic", points=3)
    assert any("deflection" in name for name in result.stats.states)
    assert list(result.stats.final) == [name for name in result.stats.states if "deflection" not in name]
    assert result.to_pandas().shape[0] == 3
