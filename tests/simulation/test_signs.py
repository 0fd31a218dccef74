"""Linear laws below zero: true values with a doubt, in every way in which a value can be given."""

import math

import pytest

import multibond as mb


def discharging(resistor, store=None):
    m = mb.Model("discharging", domain="electrical")
    m.k, m.node, m.resistor, m.store = mb.Parameter(1.0), mb.J1(), resistor, store or mb.C(1.0, q0=1.0)
    m.output("charge", m.store.q)
    m.node >> [m.resistor, m.store]
    return m


def test_a_negative_resistance_grows_and_is_doubted_but_its_law_is_not():
    doubted, meant = discharging(mb.R(-2.0)).simulate(1.0), discharging(mb.R(law="-2*f")).simulate(1.0)
    for result in (doubted, meant):
        assert result["store.q"][-1] == pytest.approx(math.exp(0.5), rel=1e-5)
    assert len(doubted.stats.doubts) == 1 and not meant.stats.doubts


@pytest.mark.parametrize("resistor", [mb.R("k"), mb.G("k")])
def test_parameters_sweeps_and_studies_say_so(resistor):
    m = discharging(resistor)
    assert not m.simulate(1.0).stats.doubts
    assert "is negative" in m.simulate(1.0, parameters={"k": -1.0}).stats.doubts[0]
    done = m.sweep({"k": [1.0, -1.0]}, stop=1.0)
    assert [d for d in done.doubts if "is negative" in d and "run 1" in d] == list(done.doubts)
    table = mb.Study(m, vary={"k": [1.0, -1.0]}, stop=1.0).run().table
    assert table["doubts"][0] == "" and "is negative" in table["doubts"][1]
    assert table["charge"][1] == pytest.approx(math.e, rel=1e-4)


def test_fields_that_only_gyrate_are_no_slips():
    m = mb.Model("field", n=2, domain="electrical")
    m.node, m.turn, m.store = mb.J1(), mb.Gyristor([[0.0, 1.0], [-1.0, 0.0]]), mb.I([1.0, 1.0], p0=[1.0, 0.0])
    m.node >> [m.turn, m.store]
    assert not m.simulate(1.0).stats.doubts
