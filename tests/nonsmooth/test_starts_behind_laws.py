"""Start values of variables that depend on the positions of set-valued laws: they hold, or are refused with these."""

import pytest

import multibond as mb


def rectified(source, **start):
    m = mb.Model("rectified", domain="electrical")
    m.source, m.loop, m.diode, m.resistor = mb.Se(source), mb.J1(), mb.D(), mb.R(2.0)
    m.source >> m.loop >> [m.diode, m.resistor]
    for name, value in start.items():
        m.start(name.replace("_", "."), value)
    return m


def stuck(law, **start):
    m = mb.Model("stuck", domain="translational")
    m.speed, m.friction, m.mass, m.spring = mb.J1(), mb.DryFriction(1.0), mb.I(1.0, f0=0.0), mb.C(law=law)
    m.speed >> [m.friction, m.mass, m.spring]
    for name, value in start.items():
        m.start(name.replace("_", "."), value)
    return m


@pytest.mark.parametrize("solver", ["auto", "bdf", "esdirk"])
@pytest.mark.parametrize(
    ("source", "start", "current"),
    [(4.0, {"resistor_f": 2.0}, 2.0), (4.0, {"diode_f": 2.0}, 2.0), (-4.0, {"resistor_f": 0.0}, 0.0),
     (-4.0, {"diode_e": -4.0}, 0.0)],
)  # fmt: skip
def test_a_value_that_the_model_has_anyway_may_be_given(source, start, current, solver):
    result = rectified(source, **start).simulate(1.0, solver=solver)
    assert abs(result["resistor.f"] - current).max() < 1e-12 and not result.stats.doubts


@pytest.mark.parametrize(("source", "value"), [(4.0, 1.0), (-4.0, 2.0)])
def test_a_value_that_no_position_allows_is_refused_with_the_position(source, value):
    with pytest.raises(mb.InitialError) as refused:
        rectified(source, resistor_f=value).simulate(1.0)
    told = str(refused.value)
    assert f"resistor.f = {value:g} cannot hold" in told
    assert "leads to 2 with diode closed" in told if source > 0 else "leads to 0 with diode open" in told
    assert "remove it" in told


@pytest.mark.parametrize(("law", "stretch"), [("2*q", -0.25), ("4*q**3", -0.5), ("q + q**3", -0.423853799)])
def test_the_force_of_friction_that_sticks_stretches_a_spring(law, stretch):
    result = stuck(law, friction_e=0.5).simulate(1.0)
    assert abs(result["spring.q"] - stretch).max() < 1e-8 and abs(result["friction.e"] - 0.5).max() < 1e-8


def test_more_than_friction_can_hold_is_refused():
    with pytest.raises(mb.InitialError, match=r"friction\.e = 1\.5 cannot hold.*friction locked.*remove it"):
        stuck("2*q", friction_e=1.5).simulate(1.0)


def two_ways(**start):
    m = mb.Model("two", domain="electrical")
    m.node, m.store, m.load = mb.J0(), mb.C(1.0), mb.R(10.0)
    for k, voltage in ((1, 5.0), (2, 3.0)):
        m.add(f"source{k}", mb.Se(voltage))
        m.add(f"way{k}", mb.J1())
        m.add(f"diode{k}", mb.D())
        m.add(f"resistor{k}", mb.R(1.0))
        m[f"source{k}"] >> m[f"way{k}"] >> [m[f"diode{k}"], m[f"resistor{k}"], m.node]
    m.node >> [m.store, m.load]
    for name, value in start.items():
        m.start(name.replace("_", "."), value)
    return m


def test_of_two_values_that_fit_no_position_both_are_named():
    assert abs(two_ways(diode2_e=-1.0).simulate(1e-6)["store.e"][0] - 4.0) < 1e-9
    assert abs(two_ways(diode1_f=2.0).simulate(1e-6)["store.e"][0] - 3.0) < 1e-9
    with pytest.raises(mb.InitialError, match=r"diode2\.e = -1 cannot hold together with diode1\.f = 2"):
        two_ways(diode2_e=-1.0, diode1_f=2.0).simulate(1.0)


def test_a_current_through_an_open_switch_is_refused_by_its_name():
    m = mb.Model("open", domain="electrical")
    m.source, m.loop, m.switch, m.resistor, m.store = mb.Se(-1), mb.J1(), mb.Sw("time > 1"), mb.R(1), mb.C(1)
    m.source >> m.loop >> [m.switch, m.resistor, m.store]
    m.start("resistor.f", 1.0)
    with pytest.raises(mb.InitialError, match=r"resistor\.f = 1 cannot hold.*leads to 0 with switch open"):
        m.simulate(2.0)


def test_a_current_through_a_switch_that_a_discrete_value_opens_is_refused():
    """The node has another way, by which a voltage could be found that no current goes with."""
    m = mb.Model("thermostat", domain="electrical")
    m.on = mb.Discrete(start=0.0)
    m.source, m.feed, m.resistor, m.switch = mb.Se(10), mb.J1(), mb.R(1), mb.Sw("on > 0.5")
    m.node, m.store, m.load = mb.J0(), mb.C(1), mb.R(1)
    m.source >> m.feed >> [m.resistor, m.switch, m.node]
    m.node >> [m.store, m.load]
    m.start("resistor.f", 8.0)
    with pytest.raises(mb.InitialError, match=r"resistor\.f = 8 cannot hold.*leads to 0 with switch open"):
        m.simulate(1.0)
