"""Elements of a user in the graph stage: nothing there is read out of the names of their parameters."""

import numpy as np
import pytest

import multibond as mb
from multibond.graph.causality import causality
from multibond.graph.flat import flatten


class Splitter(mb.Element):
    """A transformer from one bond to two, whose parameter happens to be called M: f_b = M f_a, f_c = (1 − M) f_a."""

    symbol, role = "TF", "conserving"
    a = mb.Port(n=1, description="power in")
    b = mb.Port(n=1, inward=False, description="first power out")
    c = mb.Port(n=1, inward=False, description="second power out")
    M = mb.Parameter(0.25, "", description="share of the first")

    def equations(self, s):
        yield s.b.f, s.M * s.a.f
        yield s.c.f, (1 - s.M) * s.a.f
        yield s.a.e, s.M * s.b.e + (1 - s.M) * s.c.e

    def cells(self, s, attached):
        yield mb.Cell("tf", ((0, 0), (1, 0), (2, 0)), 1)


def test_a_transformer_with_three_ports_and_a_parameter_m():
    model = mb.Model("split")
    model.source, model.split, model.first, model.second = mb.Sf(4.0), Splitter(), mb.R(1.0), mb.R(2.0)
    model.source >> model.split.a
    model.split.b >> model.first
    model.split.c >> model.second
    assert len(causality(flatten(model)).strokes) == 3
    result = model.simulate(1.0)
    assert np.allclose(result["first.f"], 1.0) and np.allclose(result["second.f"], 3.0)
    assert np.allclose(result["source.e"], 0.25 * 1.0 + 0.75 * 6.0)
    assert result.stats.energy_residual < 1e-12


class Diffuser(mb.Element):
    """A resistive two-component one-port whose components act on each other; its parameter is called R."""

    symbol, role = "R", "dissipation"
    a = mb.Port(n=2, description="power in")
    R = mb.Parameter(1.0, "effort/flow", description="resistance")

    def equations(self, s):
        yield s.e, [s.R * (2 * s.f[0] + s.f[1]), s.R * (s.f[0] + 2 * s.f[1])]


def test_a_law_of_a_user_is_taken_as_coupled():
    assert Diffuser().coupled(None)
    model = mb.Model("pair", n=2)
    model.source, model.loop, model.end = mb.Se([3.0, 3.0]), mb.J1(), Diffuser()
    model.source >> model.loop >> model.end
    assert np.allclose(model.simulate(1.0)["end.f"][-1], [1.0, 1.0])


class Damper(mb.Element):
    """Says that it dissipates, which is for k > 0 only: e = k f."""

    symbol, role = "R", "dissipation"
    a = mb.Port(description="power in")
    k = mb.Parameter(2.0, "effort/flow", description="damping")

    def equations(self, s):
        yield s.e, s.k * s.f


@pytest.mark.parametrize("ratio", [2.0, -2.0])
def test_what_says_it_dissipates_and_delivers_is_doubted(ratio):
    model = mb.Model("loss", domain="translational")
    model.source, model.speed, model.damper = mb.Sf("sin(time)"), mb.J1(), Damper()
    model.source >> model.speed >> model.damper
    doubts = model.simulate(3.0, parameters={"damper.k": ratio}).stats.doubts
    if ratio > 0:
        assert not doubts
    else:
        assert len(doubts) == 1 and doubts[0].startswith(
            "damper: it says that it dissipates, but delivers power; check"
        )
        assert "role = 'source'" in doubts[0]
