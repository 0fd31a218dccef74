"""Models that cannot be solved: the message names what the modeller wrote, the cause and the way out."""

import pytest

import multibond as mb
from multibond import planar, spatial
from multibond.graph.spoken import spoken


def bridge(diode, hold=False):
    """A rectifier of four diodes; its direct side floats unless a resistor holds it."""
    m = mb.Model("bridge", domain="electrical")
    m.source, m.loop, m.ground = mb.Se("10*sin(2*pi*50*time)"), mb.J1(), mb.Se(0)
    m.top, m.bottom, m.plus, m.minus = mb.J0(), mb.J0(), mb.J0(), mb.J0()
    m.source >> m.loop >> m.top
    m.bottom >> m.loop
    m.ground >> m.bottom
    ways = (("d1", m.top, m.plus), ("d2", m.bottom, m.plus), ("d3", m.minus, m.top), ("d4", m.minus, m.bottom))
    for name, tail, head in ways:
        between, element = m.add(f"branch_{name}", mb.J1()), m.add(name, diode())
        tail >> between >> head
        between >> element
    m.load, m.node, m.capacitor, m.resistor = mb.J1(), mb.J0(), mb.C(1e-3), mb.R(100)
    m.plus >> m.load >> m.minus
    m.load >> m.node >> [m.capacitor, m.resistor]
    if hold:
        m.hold = mb.R(1e6)
        m.minus >> m.hold
    return m


def refusal(call, kind=mb.MultibondError):
    with pytest.raises(kind) as error:
        call()
    return str(error.value)


def test_a_potential_that_diodes_leave_open_is_of_least_norm():
    floating, held = bridge(mb.D).simulate(0.01), bridge(mb.D, hold=True).simulate(0.01)
    names = ("d1", "d2", "d3", "d4")
    largest = max(held[f"{name}.f"].max() for name in names)
    for name in names:
        assert floating[f"{name}.f"].min() > -1e-9 * largest
        assert floating[f"{name}.f"] == pytest.approx(held[f"{name}.f"], abs=1e-5 * largest)


def test_the_remedies_that_the_message_offers_help():
    assert bridge(mb.D2).simulate(0.01).time[-1] == pytest.approx(0.01)
    assert bridge(mb.D, hold=True).simulate(0.01).time[-1] == pytest.approx(0.01)


def test_a_switch_that_contradicts_a_source_is_named():
    m = mb.Model("broken", domain="electrical")
    m.source, m.loop, m.switch, m.coil = mb.Sf(1), mb.J1(), mb.Sw("time > 0.5"), mb.I(1)
    m.source >> m.loop >> [m.switch, m.coil]
    message = refusal(lambda: m.simulate(1.0), mb.StructureError)
    assert "ideal switch switch" in message and "Sw2" in message and "fixed by others" in message


def test_switches_are_not_blamed_for_what_others_do():
    m = mb.Model("two_faults", domain="electrical")
    m.source, m.loop, m.switch, m.resistor = mb.Se(1), mb.J1(), mb.Sw("time > 0.5"), mb.R(1)
    m.source >> m.loop >> [m.switch, m.resistor]
    m.current, m.other, m.line, m.load = mb.Sf("time"), mb.Sf("2*time"), mb.J1(), mb.R(1)
    m.current >> m.line >> m.load
    m.other >> m.line
    message = refusal(lambda: m.simulate(1.0))
    assert "Sw2" not in message


def test_a_contradiction_names_the_components_whose_variables_were_merged():
    """a.y and b.y are both wired to c.u; all of these variables are replaced by numbers before the check."""
    m = mb.Model("two_wires")
    m.a, m.b, m.c = mb.Gain(2.0, u=1.0), mb.Gain(3.0, u=1.0), mb.Gain(1.0)
    m.connect(m.a.y, m.c.u)
    m.connect(m.b.y, m.c.u)
    m.source, m.node, m.store = mb.Sf("c.y"), mb.J0(), mb.C(1.0)
    m.source >> m.node >> m.store
    message = refusal(lambda: m.simulate(1.0))
    assert "6 equations for 5 variables (a.u, a.y, b.u, b.y, c.u) are too many, at a, b, c;" in message, message


@pytest.mark.parametrize("library", [planar, spatial])
@pytest.mark.parametrize("kind, words", [("Revolute", "turn about"), ("Prismatic", "slide along")])
def test_two_joints_in_line_on_one_axis(library, kind, words):
    m = mb.Model("doubled")
    m.world, m.ground, m.body = library.World(), library.Fixed(), library.Body()
    m.h1, m.h2 = getattr(library, kind)(), getattr(library, kind)()
    m.join(m.ground.b, m.h1.a)
    m.join(m.h1.b, m.h2.a)
    m.join(m.h2.b, m.body.a)
    assert f"h1 and h2 {words} the same axis" in refusal(lambda: m.simulate(1.0))


def four_bar(library, base=1.0):
    """Four hinges and rods of 1 m on a base; it closes while the base is shorter than 3 m."""
    flat = library is planar
    m = mb.Model("four_bar")
    m.world, m.ground = library.World(), library.Fixed()
    m.h1, m.h2, m.h3, m.h4 = (library.Revolute() for _ in range(4))
    ends = {"r1": (0, 1), "r2": (1, 0), "r3": (0, -1), "r4": (base, 0)}
    for name, end in ends.items():
        m.add(name, library.Rod(list(end) if flat else [*end, 0]))
    m.b1, m.b2, m.b3 = library.Body(), library.Body(), library.Body()
    m.join(m.ground.b, m.h1.a, m.r4.a)
    m.join(m.h1.b, m.r1.a, m.b1.a)
    m.join(m.r1.b, m.h2.a)
    m.join(m.h2.b, m.r2.a, m.b2.a)
    m.join(m.r2.b, m.h3.a)
    m.join(m.h3.b, m.r3.a, m.b3.a)
    m.join(m.r3.b, m.h4.a)
    m.join(m.h4.b, m.r4.b)
    return m


@pytest.mark.parametrize("library", [planar, spatial])
def test_a_loop_that_cannot_close_is_named_by_its_joints(library):
    message = refusal(lambda: four_bar(library, 5.0).simulate(0.1), mb.InitialError)
    assert "the loop closed at h4.b through h1, h2, h3, h4" in message
    assert "_closure" not in message
    gap = float(message.partition("a gap of ")[2].split()[0])
    assert 0.3 < gap <= 2.0  # 2 m are missing; least squares spreads them over the parts of the loop


def test_parameters_that_open_a_loop_name_its_joints():
    model = four_bar(planar)
    message = refusal(lambda: model.simulate(0.1, parameters={"r4.r": [5.0, 0.0]}), mb.MultibondError)
    assert "h1, h2, h3, h4" in message and "_closure" not in message


@pytest.mark.parametrize("library", [planar, spatial])
def test_a_rigid_loop_of_the_wrong_length_is_refused(library):
    m = mb.Model("rigid")
    tail = [] if library is planar else [0]
    m.world, m.left, m.right = library.World(), library.Fixed(), library.Fixed([2, 0, *tail])
    m.rod, m.body = library.Rod([1, 0, *tail]), library.Body()
    m.join(m.left.b, m.rod.a, m.body.a)
    m.join(m.rod.b, m.right.b)
    message = refusal(lambda: m.simulate(0.1), mb.InitialError)
    assert "cannot be closed: a gap of 1 m" in message and "_closure" not in message


def test_internal_names_become_words_once():
    from multibond.simulation import engine

    graph = engine(four_bar(planar)).graph
    text = "h4.b_closure.e[2], h4.b_closure.f[0], h4.b_gap, bond3.e[1] and h4.b_closures of h4.b_closure"
    said = spoken(text, graph)
    assert said.startswith("the closing torque at h4.b, the closing velocity at h4.b, the cut at h4.b, bond3.e[1] (")
    assert said.endswith("h4.b_closures of the loop closed at h4.b through h1, h2, h3, h4")
    assert spoken(said, graph) == said


@pytest.mark.parametrize("library", [planar, spatial])
def test_a_joint_with_a_free_end_is_named(library):
    m = mb.Model("loose")
    m.world, m.ground, m.hinge, m.body = library.World(), library.Fixed(), library.Revolute(), library.Body()
    m.join(m.ground.b, m.hinge.a)
    message = refusal(lambda: m.simulate(0.1), mb.StructureError)
    assert "Nothing is joined to hinge.b" in message and "model.join(hinge.b, body.a)" in message


@pytest.mark.parametrize("library", [planar, spatial])
def test_a_part_that_nothing_holds_names_its_free_frames(library):
    m = mb.Model("loose")
    m.world, m.ground, m.spring, m.body = library.World(), library.Fixed(), library.Spring(), library.Body()
    m.join(m.ground.b, m.spring.a)
    message = refusal(lambda: m.simulate(0.1), mb.ModelError)
    assert message.startswith("spring: ") and "nothing is joined to spring.b" in message
    assert "model.join(ground.b, spring.b)" in message


def test_an_exposed_port_is_missed_where_it_is_bonded():
    inner = mb.Model("inner")
    inner.ratio, inner.loop, inner.store = mb.TF(2), mb.J1(), mb.C(1)
    inner.ratio.b >> inner.loop >> inner.store
    inner.shaft = mb.Exposed(inner.ratio.a)
    m = mb.Model("outer")
    m.source, m.load, m.motor = mb.Se(1), mb.R(1), inner
    m.source >> m.load
    message = refusal(lambda: m.simulate(1.0), mb.ModelError)
    assert message.startswith("motor: port 'shaft' is not bonded; bond it (motor.shaft >> …)")
