"""Starts that what is given leaves open: switches that agree with their conditions closed and open, and slip that no
start value says."""

import pytest

import multibond as mb


def latch(condition="r.f > 2", coil=False):
    """10 V over a switch and 2 Ω: with it closed 5 A flow."""
    model = mb.Model("latch", domain="electrical")
    model.source, model.loop, model.r, model.s1 = mb.Se(10.0), mb.J1(), mb.R(2.0), mb.Sw(condition)
    model.source >> model.loop >> [model.s1, model.r]
    if coil:
        model.loop >> model.add("coil", mb.I(0.5))
    return model


def two_ways(first, second):
    """10 V behind 1 Ω on two ways, each with 4 Ω behind a switch: 2 A flow where one of them is closed."""
    model = mb.Model("ways", domain="electrical")
    model.source, model.loop, model.r, model.node = mb.Se(10.0), mb.J1(), mb.R(1.0), mb.J0()
    model.source >> model.loop >> model.r
    model.loop >> model.node
    for k, condition in ((1, first), (2, second)):
        way = model.add(f"way{k}", mb.J1())
        model.node >> way
        way >> [model.add(f"s{k}", mb.Sw(condition)), model.add(f"r{k}", mb.R(4.0))]
    return model


def chosen(result):
    return [doubt for doubt in result.stats.doubts if "the start position was chosen freely" in doubt]


@pytest.mark.filterwarnings("ignore::multibond.DoubtfulResult")
def test_a_switch_that_holds_itself_is_told():
    result = latch().simulate(1.0)
    (doubt,) = chosen(result)
    assert "s1 (r.f > 2)" in doubt and "give the start value" in doubt
    assert result["r.f"] == pytest.approx(5.0)


@pytest.mark.parametrize("current", [0.0, 5.0])
def test_a_start_value_says_how_it_begins(current):
    model = latch()
    model.start("r.f", current)
    result = model.simulate(1.0)
    assert result["r.f"] == pytest.approx(current) and result.stats.doubts == []


def test_a_start_value_that_fits_neither_way_is_refused():
    model = latch()
    model.start("r.f", 3.0)
    with pytest.raises(mb.MultibondError, match=r"the start value r\.f = 3 cannot hold"):
        model.simulate(1.0)


@pytest.mark.parametrize("model", [latch("r.f >= 0"), latch("r.f > 6"), latch(coil=True), latch("time > 0.5")])
def test_one_way_alone_is_no_choice(model):
    assert model.simulate(1.0).stats.doubts == []


@pytest.mark.filterwarnings("ignore::multibond.DoubtfulResult")
@pytest.mark.parametrize(("condition", "current"), [("{}.f < 1", 2.0), ("{}.f > 1", 0.0)])
def test_two_switches_that_ask_for_each_other_begin_in_a_position_that_agrees(condition, current):
    result = two_ways(condition.format("s2"), condition.format("s1")).simulate(1.0)
    assert len(chosen(result)) == 1 and "s1 (s2.f" in chosen(result)[0] and "s2 (s1.f" in chosen(result)[0]
    assert result["r.f"] == pytest.approx(current, abs=1e-12)


@pytest.mark.parametrize("name", ["s1", "s2"])
def test_a_start_value_says_which_of_two_begins_open(name):
    model = two_ways("s2.f < 1", "s1.f < 1")
    model.start(f"{name}.f", 0.0)
    result = model.simulate(1.0)
    assert result[f"{name}.f"][0] == pytest.approx(0.0, abs=1e-12)
    assert result["r.f"] == pytest.approx(2.0) and result.stats.doubts == []


def test_two_that_agree_nowhere_are_refused():
    with pytest.raises(mb.MultibondError, match="no position of the switches and conditions"):
        two_ways("s2.f < 1", "s1.f > 1").simulate(1.0)


def sliding(viscous, **starts):
    model = mb.Model("block", domain="translational")
    model.push, model.speed, model.mass = mb.Se(3.0), mb.J1(), mb.I(1.0)
    model.friction = mb.DryFriction(2.0, viscous=viscous)
    model.push >> model.speed >> [model.mass, model.friction]
    for name, value in starts.items():
        model.start(name.replace("_", "."), value)
    return model.simulate(1.0)


@pytest.mark.filterwarnings("ignore::multibond.DoubtfulResult")
@pytest.mark.parametrize("force", [2.0, -2.0])
def test_a_slip_that_its_friction_does_not_say_is_told(force):
    (doubt,) = sliding(0.0, friction_e=force).stats.doubts
    assert "the start was chosen freely: friction.e" in doubt and "mass.p" in doubt


@pytest.mark.parametrize(("viscous", "starts"), [(0.5, {"friction_e": 2.5}), (0.0, {"friction_e": 2.0, "mass_f": 0.4})])
def test_a_slip_that_is_given_is_none(viscous, starts):
    result = sliding(viscous, **starts)
    assert result.stats.doubts == [] and result["mass.f"][0] == pytest.approx(1.0 if viscous else 0.4)
