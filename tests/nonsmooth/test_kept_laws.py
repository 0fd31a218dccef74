"""Set-valued laws and conditions that the rest of a model leaves no choice: the run is doubted, others are not."""

import pytest

import multibond as mb


def around(domain="electrical", **parts):
    """A 1-junction with these parts around it; sources come first."""
    model = mb.Model("kept", domain=domain)
    model.node = mb.J1()
    for name, part in parts.items():
        model.add(name, part)
        part >> model.node if isinstance(part, (mb.Se, mb.Sf)) else model.node >> part
    return model


def told(model, **given):
    return [d for d in model.simulate(1.0, **given).stats.doubts if "law is broken" in d or "goes on as if" in d]


FORCED = {
    "a diode across a source": lambda: around(source=mb.Se("sin(10*time)"), part=mb.D()),
    "a diode in line with a pump": lambda: around(source=mb.Sf("sin(10*time)"), part=mb.D(), loss=mb.R(1)),
    "a valve in line with a pump": lambda: around("hydraulic", source=mb.Sf("sin(10*time)"), part=mb.CheckValve()),
    "friction under a force alone": lambda: around("translational", source=mb.Se("2*time"), part=mb.DryFriction(1)),
    "a fuse that opens by its own current": lambda: around(
        source=mb.Se("time"), part=mb.Sw("not loss.f > 0.5"), loss=mb.R(1)
    ),
    "a gap that its own voltage closes": lambda: around(
        source=mb.Se("time"), part=mb.Sw("part.e > 0.5"), loss=mb.R(1), store=mb.C(1)
    ),
}


@pytest.mark.parametrize("name", FORCED)
def test_a_law_without_a_choice_is_doubted(name):
    (doubt,) = told(FORCED[name]())
    assert doubt.startswith("part: at 0.")
    assert "put a resistance between" in doubt or "give it a hysteresis" in doubt


FREE = {
    "a rectifier": lambda: around(source=mb.Se("sin(10*time)"), part=mb.D(), loss=mb.R(1)),
    "a tiny one": lambda: around(source=mb.Se("1e-6*sin(10*time)"), part=mb.D(), loss=mb.R(1e6)),
    "two in series": lambda: around(source=mb.Se("sin(10*time)"), part=mb.D(), other=mb.D(), loss=mb.R(1)),
    "friction with a mass": lambda: around(
        "translational", source=mb.Se("2*sin(9*time)"), part=mb.DryFriction(1), mass=mb.I(1)
    ),
    "a fuse with a memory": lambda: around(source=mb.Se("time"), part=mb.Sw("source.e < 0.5"), loss=mb.R(1)),
    "nothing flows": lambda: around("translational", source=mb.Se("0.1"), part=mb.DryFriction(1), mass=mb.I(1)),
}


@pytest.mark.parametrize("name", FREE)
@pytest.mark.parametrize("points", [2, 40])
def test_laws_that_are_kept_are_not_doubted(name, points):
    assert told(FREE[name](), points=points) == []
