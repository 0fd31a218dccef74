"""Random graphs: energy closes on every one that compiles, and every one that does not says why."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import HealthCheck, given, settings

from graphs import random_plan, seeds
from multibond.errors import MultibondError

TOLERANCE = 1e-6


def simulated(model):
    """The result, or the reason why there is none."""
    try:
        return model.simulate(1.0, tolerance=TOLERANCE, points=21)
    except MultibondError as error:
        return str(error)


@given(seeds())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_energy_of_a_random_graph_is_accounted_for(seed):
    plan = random_plan(Random(seed))
    model = plan.build()
    for name, (kind, n, _) in plan.components.items():  # wherever it may, a store starts with something to give
        for k in range(n if kind in ("C", "I") else 0):
            variable = f"{name}.{'q' if kind == 'C' else 'p'}"
            model.start(variable if n == 1 else f"{variable}[{k}]", 0.5 + 0.1 * k, fixed=False)
    result = simulated(model)
    if isinstance(result, str):
        assert any(name in result for name in plan.components), result
        assert len(result) > 30
        return
    assert result.stats.energy_residual < 100 * TOLERANCE
    assert np.all(np.isfinite(result.energy.stored))


@given(seeds())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_random_graph_at_rest_without_sources_stays_at_rest(seed):
    result = simulated(random_plan(Random(seed), sources=0).build())
    if isinstance(result, str):
        assert len(result) > 30
        return
    assert np.all(result.energy.stored == 0.0)
