"""Lines of a model that are wrong: the message says which model, which line, and the nearest name."""

import pytest

import multibond as mb


def nested(spoil):
    """A model with another inside it, where `spoil` adds a line."""
    inner = mb.Model("inner", domain="electrical")
    inner.loop, inner.r, inner.c = mb.J1(), mb.R(1), mb.C(1)
    inner.loop >> [inner.r, inner.c]
    inner.port = mb.Exposed(inner.loop)
    inner.count = mb.Discrete("s")
    spoil(inner)
    m = mb.Model("outer", domain="electrical")
    m.source, m.part = mb.Se(1), inner
    m.source >> m.part.port
    return m


NAMES = [
    ("part: output 'y': there is no 'c.qq'; did you mean 'c.q'?", lambda m: m.output("y", "c.qq")),
    ("part: start of c.qq: there is no 'c.qq'; did you mean 'c.q'?", lambda m: m.start("c.qq", 1)),
    ("part: start of c.q: there is no 'c.p'", lambda m: m.start("c.q", "2*c.p")),
    ("part: event when c.qq > 1: there is no 'c.qq'", lambda m: m.when("c.qq > 1", {"c.q": 0})),
    ("part: event when c.q > 1: there is no 'c.qq'", lambda m: m.when("c.q > 1", {"c.qq": 0})),
    ("part: wish for the state c.qq: there is no 'c.qq'", lambda m: m.state("c.qq")),
    ("part: connect c.qq to r.f: there is no 'c.qq'", lambda m: m.connect("c.qq", "r.f")),
]


@pytest.mark.parametrize(("message", "spoil"), NAMES, ids=[m for m, _ in NAMES])
def test_unknown_names_say_where_they_stand(message, spoil):
    with pytest.raises(mb.NameNotFound) as error:
        nested(spoil).simulate(1.0)
    assert message in str(error.value)
    assert error.value.where == "part"


def test_wishes_given_to_a_run_say_so():
    with pytest.raises(mb.NameNotFound, match=r"wish for the state part\.c\.qq.*did you mean 'part\.c\.q'"):
        nested(lambda m: None).simulate(1.0, states={"part.c.qq": "always"})


def test_a_vector_is_wished_for_component_by_component():
    m = mb.Model("wide", n=2)
    m.source, m.node, m.store = mb.Sf([1, 2]), mb.J0(), mb.C(1)
    m.source >> m.node >> m.store
    m.state(m.store.q, "always")
    assert m.simulate(1.0).stats.states == ["store.q[0]", "store.q[1]"]


UNITS = [
    ("start of c.q: '3 kg' does not fit: the unit must be compatible with C", lambda m: m.start("c.q", "3 kg")),
    ("start of c.q: '3 kg' does not fit", lambda m: m.start(m.c.q, "3 kg")),
    ("start of der(c.q): '3 C' does not fit", lambda m: m.start("der(c.q)", "3 C")),
    ("event when c.q > 1: '3 V' does not fit", lambda m: m.when("c.q > 1", {"c.q": "3 V"})),
    ("connect r.f to 3 V: '3 V' does not fit: the unit must be compatible with A", lambda m: m.connect("r.f", "3 V")),
    ("output 'y': the unit kg does not fit: c.q is in C", lambda m: m.output("y", "c.q", "kg")),
    ("write 1e+06*c.q to have it in uC", lambda m: m.output("y", "c.q", "uC")),
]  # fmt: skip


@pytest.mark.parametrize(("message", "spoil"), UNITS, ids=[m for m, _ in UNITS])
def test_units_that_do_not_fit_are_refused_with_both(message, spoil):
    with pytest.raises(mb.ModelError) as error:
        nested(spoil).simulate(1.0)
    assert message in str(error.value) and str(error.value).startswith("part: ")


def test_units_that_fit_become_si():
    m = nested(lambda m: (m.start("c.q", "3 mC"), m.when("time > 0.5", {"c.q": "2000 µC"})))
    result = m.simulate(1.0, points=3)
    assert result["part.c.q"][0] == pytest.approx(3e-3)
    assert result.events and result["part.c.q"][-1] < 1.0


def test_angles_start_in_degrees():
    m = mb.Model("turn", domain="rotational")
    m.source, m.loop, m.spring, m.inertia = mb.Se(0), mb.J1(), mb.C(1), mb.I(1)
    m.source >> m.loop >> [m.spring, m.inertia]
    m.start("spring.q", "90 deg")
    m.start(m.inertia.f, "60 rpm")
    result = m.simulate(0.1, points=2)
    assert result["spring.q"][0] == pytest.approx(1.5707963267948966)
    assert result["inertia.f"][0] == pytest.approx(6.283185307179586)


@pytest.mark.parametrize("unit, hint", [("deg", "write 57.2958*spring.q"), ("rad", ""), ("1", ""), ("m/m", "")])
def test_the_unit_of_an_output_says_what_its_values_are_in(unit, hint):
    m = mb.Model("turn", domain="rotational")
    m.source, m.loop, m.spring, m.inertia = mb.Se(1), mb.J1(), mb.C(1), mb.I(1)
    m.source >> m.loop >> [m.spring, m.inertia]
    m.output("angle", m.spring.q, unit)
    m.output("degrees", 57.29577951308232 * m.spring.q, "deg")  # a factor of the user's own
    if hint:
        with pytest.raises(mb.ModelError) as error:
            m.simulate(0.1)
        assert hint in str(error.value) and "rad" in str(error.value)
    else:
        result = m.simulate(0.1, points=2)
        assert result.unit("degrees") == "deg"
        assert result["degrees"][-1] == pytest.approx(57.29577951308232 * result["angle"][-1])


def test_coherent_units_are_compared_without_looking_them_up():
    m = mb.Model("line", domain="translational")
    m.source, m.loop, m.mass = mb.Se(1), mb.J1(), mb.I(1)
    m.source >> m.loop >> m.mass
    m.output("momentum", m.mass.p, "kg*m/s")
    m.output("force", m.mass.e, "J/m")
    m.output("power", "mass.e*mass.f", "W")
    assert m.simulate(0.1, points=2).unit("force") == "J/m"


def test_output_texts_are_texts():
    m = mb.Model("m")
    for values in ((5,), ("V", 5), (None,)):
        with pytest.raises(mb.ModelError, match="of the output 'y' is a text"):
            m.output("y", 1.0, *values)
    assert not m.outputs


def test_quantities_given_to_runs_make_no_new_equations():
    model = mb.load("rlc")
    from multibond.simulation import engine

    made = engine(model)
    base = made.system()
    for value in ("2 kohm", "3 ohm", "0.5 kohm", " 7 "):
        chosen, p = made.parameters({"resistance": value})
        assert chosen is base
    assert p[list(base.parameters).index("resistance")] == 7.0
    assert made.parameters({"resistance": "2 kohm"})[1][list(base.parameters).index("resistance")] == 2000.0
    with pytest.raises(mb.ModelError, match=r"resistance: '2 kg' does not fit: the unit must be compatible with"):
        made.parameters({"resistance": "2 kg"})
    with pytest.raises(mb.ModelError, match=r"at least|greater"):
        made.parameters({"inductance": "-2 mH"})


def test_sweeps_take_units_in_every_domain():
    m = mb.Model("plain")
    m.source, m.loop, m.r, m.ratio, m.i = mb.Se(1), mb.J1(), mb.R(1), mb.TF(2), mb.I(1)
    m.source >> m.loop >> m.r
    m.loop >> m.ratio.a
    m.ratio.b >> m.i
    runs = m.sweep({"r.R": ["2 kohm", "1 ohm"]}, stop=0.1)
    assert runs.states[0] == pytest.approx(1e-3, rel=1e-3)
    m.sweep({"ratio.M": ["20 mm", 1.0]}, stop=0.1)
    with pytest.raises(mb.ModelError, match=r"r\.R: '2 K' does not fit"):
        m.sweep({"r.R": ["2 K"]}, stop=0.1)
