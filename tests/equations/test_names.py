"""A component, signal or parameter may be called anything: what a variable is, is said in tables, not by its name."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial
from multibond.elements.element import Element
from multibond.expression import der
from multibond.graph.flat import flatten
from multibond.model.declare import Port, Variable
from multibond.model.kind import Kind
from multibond.simulation import engine

PLAIN = [f"part_{letter}" for letter in "abcdefghij"]
STRANGE = ["e", "p", "f", "q", "bond1", "energy", "a_closure", "node1", "mode0", "guard0"]


def same(build, names, **options):
    """The model built with plain and with strange names gives the same outputs and the same energies."""
    plain, strange = (build(chosen).simulate(**options) for chosen in (PLAIN, names))
    assert plain.outputs == strange.outputs
    for name in plain.outputs:
        np.testing.assert_allclose(strange[name], plain[name], rtol=1e-9, atol=1e-9)
    for part in ("stored", "dissipated", "delivered"):
        np.testing.assert_allclose(getattr(strange.energy, part), getattr(plain.energy, part), rtol=1e-9, atol=1e-9)
    assert strange.energy.relative_residual < 1e-4
    return strange


def ladder(names):
    """A source, a coil and two branches between junctions whose bond has the number 1."""
    a, b, c, d, e, f, g, *_ = names
    m = mb.Model("ladder")
    for name, part in ((a, mb.Se(5.0)), (b, mb.J1()), (c, mb.J0()), (d, mb.R(2.0)), (e, mb.R(3.0)), (f, mb.C(0.5)),
                       (g, mb.I(0.3))):  # fmt: skip
        m.add(name, part)
    part = m.children
    m.bond(part[b], part[c])
    for first, second in ((a, b), (b, d), (b, g), (c, e), (c, f)):
        m.bond(part[first], part[second])
    m.output("current", f"{g}.f", "A")
    m.output("voltage", f"{e}.e", "V")
    m.output("charge", f"{f}.q", "C")
    return m


@pytest.mark.parametrize("shift", range(0, len(STRANGE), 2))
def test_a_circuit(shift):
    same(ladder, STRANGE[shift:] + STRANGE[:shift], stop=2.0, points=21, tolerance=1e-9)


def test_a_bond_beside_a_component_of_its_name():
    model = ladder(STRANGE)
    assert flatten(model).stems["bond_1"] == 0
    result = model.simulate(stop=1.0, points=3)
    assert np.all(result["bond1.f"] == result["bond1.e"] / 3.0)
    np.testing.assert_allclose(result["bond_1.f"], result["a_closure.f"])


@pytest.mark.parametrize("name", ["mode0", "guard0", "part1", "near_x"])
def test_parameters_called_like_what_the_compiler_adds(name):
    def rectifier(called):
        m = mb.Model("rectifier")
        m.add(called, mb.Parameter(2.0, "ohm"))
        m.source, m.diode, m.load, m.node = (
            mb.Se("sin(3*time)"),
            mb.D(),
            mb.R(law=f"{called}*f*(1 if f > 0.1 else 3)"),
            mb.J1(),
        )
        m.coil = mb.I(0.1)
        for part in (m.diode, m.load, m.coil):
            m.node >> part
        m.source >> m.node
        m.output("current", m.load.f, "A")
        return m

    plain, strange = (rectifier(called).simulate(stop=3.0, points=31) for called in ("resistance", name))
    np.testing.assert_allclose(strange["current"], plain["current"], rtol=1e-9, atol=1e-12)


class Meter(Element):
    """Integrates a power into a variable that is called like a state of the audit."""

    role = "sensor"
    power = mb.Input("W", description="power")
    dissipated = Variable("J", "", description="energy")

    def equations(self, s: Any) -> Iterator[Any]:
        yield der(s.dissipated), s.power

    def initial(self, s: Any) -> Iterator[Any]:
        yield s.dissipated, 0.0, True


class Shunt(Element):
    """A resistor whose resistance is called f, and which has a variable e."""

    symbol = "R"
    role = "dissipation"
    a = Port(description="power in")
    f = mb.Parameter(2.0, "ohm", description="resistance")
    e = Variable("V", "", description="three times the voltage")

    def equations(self, s: Any) -> Iterator[Any]:
        yield s.a.e, s.f * s.a.f
        yield s.e, 3 * s.a.e[0]


def test_a_variable_called_like_the_audit():
    m = mb.Model("metered")
    m.node, m.c, m.r = mb.J1(), mb.C(1.0, q0=2.0), mb.R(1.0)
    m.energy = Meter(power=m.r.e * m.r.f)
    m.node >> m.c
    m.node >> m.r
    result = m.simulate(stop=2.0, points=11, tolerance=1e-9)
    np.testing.assert_allclose(result["energy.dissipated"], result.energy.dissipated, rtol=1e-7, atol=1e-9)
    assert result.energy.dissipated[-1] > 1.5 and result.energy.relative_residual < 1e-7


def test_an_element_with_an_e_and_an_f_of_its_own():
    m = mb.Model("shunted")
    m.node, m.c, m.r = mb.J1(), mb.C(1.0, q0=2.0), Shunt(f=4.0)
    m.node >> m.c
    m.node >> m.r
    result = m.simulate(stop=4.0, points=5, tolerance=1e-9)
    np.testing.assert_allclose(result["c.q"], 2.0 * np.exp(-result.time / 4.0), rtol=1e-6)
    np.testing.assert_allclose(result["r.a.e"], 4.0 * result["r.a.f"])
    np.testing.assert_allclose(result["r.e"], 3.0 * result["r.a.e"])


def plane_loop(names):
    """A four-bar linkage in the plane."""
    a, b, c, d, e, f, g, h, i, j = names
    m = mb.Model("loop")
    m.world = planar.World()
    parts = {
        a: planar.Fixed(), b: planar.Fixed([3.0, 0.0]), c: planar.Revolute(phi0=1.0, w0=2.0), d: planar.Revolute(),
        e: planar.Revolute(), f: planar.Revolute(), g: planar.Rod([1.0, 0.0]), h: planar.Rod([3.0, 0.0]),
        i: planar.Rod([2.5, 0.0]), j: planar.Body(2.0, 0.5),
    }  # fmt: skip
    for name, part in parts.items():
        m.add(name, part)
    crank, coupler, rocker = parts[g], parts[h], parts[i]
    m.join(parts[a].b, parts[c].a)
    m.join(parts[c].b, crank.a)
    m.join(crank.b, parts[d].a)
    m.join(parts[d].b, coupler.a, parts[j].a)
    m.join(coupler.b, parts[e].a)
    m.join(parts[e].b, rocker.b)
    m.join(rocker.a, parts[f].b)
    m.join(parts[f].a, parts[b].b)
    for name, angle in ((d, -0.6), (e, 1.2), (f, 1.8)):
        m.start(f"{name}.angle.q", angle, fixed=False)
    m.output("crank", f"{c}.phi", "rad")
    m.output("speed", f"{c}.w", "rad/s")
    m.output("rocker", f"{f}.phi", "rad")
    return m


@pytest.mark.parametrize("names", [STRANGE, STRANGE[::-1], [f"{name}_closure" for name in STRANGE]])
def test_a_loop_in_the_plane(names):
    result = same(plane_loop, names, stop=1.0, points=11, tolerance=1e-9)
    assert len(result.stats.states) == 2


def space_loop(names):
    """A hinge, a ball joint and two sliders in a closed loop in space."""
    a, b, c, d, e, f, g, h, i, j = names
    m = mb.Model("loop")
    m.world = spatial.World()
    parts = {
        a: spatial.Fixed(), b: spatial.Revolute([1.0, 0.0, 0.0], phi0=0.0, w0=3.0),
        c: spatial.Spherical(quaternions=False), d: spatial.Revolute([0.0, 1.0, 0.0]),
        e: spatial.Revolute([0.0, 0.0, 1.0]), f: spatial.Prismatic([1.0, 0.0, 0.0]), g: spatial.Rod([0.0, 0.5, 0.1]),
        h: spatial.Rod([1.0, -0.3, -0.1]), i: spatial.Rod([0.0, 0.2, 0.0]), j: spatial.Rod([1.2, 0.0, 0.0]),
    }  # fmt: skip
    for name, part in parts.items():
        m.add(name, part)
    m.time_, m.x = spatial.Body(0.5, [0.05, 0.05, 0.05], [0.0, 0.25, 0.05]), spatial.Body(0.5, [0.05, 0.05, 0.05])
    m.join(parts[a].b, parts[b].a, parts[j].a)
    m.join(parts[b].b, parts[g].a, m.time_.a)
    m.join(parts[g].b, parts[c].a)
    m.join(parts[c].b, parts[h].a)
    m.join(parts[j].b, parts[f].a)
    m.join(parts[f].b, parts[i].a, m.x.a)
    m.join(parts[i].b, parts[e].a)
    m.join(parts[e].b, parts[d].a)
    m.join(parts[d].b, parts[h].b)
    m.output("crank", f"{b}.phi", "rad")
    m.output("slider", f"{f}.s", "m")
    return m


@pytest.mark.parametrize("names", [STRANGE, STRANGE[5:] + STRANGE[:5]])
def test_a_loop_in_space(names):
    result = same(space_loop, names, stop=0.3, points=7, tolerance=1e-8)
    assert len(result.stats.states) == 2


def test_a_signal_called_p():
    """A rolling disk with a controller whose output is called p, as momenta are."""
    m = mb.Model("driven")
    m.p, m.source, m.node, m.mass, m.e = mb.Integrator(u="mass.f"), mb.Se("1 - 2*p.y"), mb.J1(), mb.I(2.0), mb.R(0.1)
    for part in (m.mass, m.e):
        m.node >> part
    m.source >> m.node
    result = m.simulate(stop=3.0, points=31, tolerance=1e-9)
    w, d = np.sqrt(1.0 - 0.025**2), 0.025
    exact = 0.5 * (1 - np.exp(-d * result.time) * (np.cos(w * result.time) + d / w * np.sin(w * result.time)))
    np.testing.assert_allclose(result["p.y"], exact, atol=1e-6)


def test_what_the_tables_say():
    m = ladder(STRANGE)
    system = engine(m).system()
    kinds = {str(x): system.quantities[x] for x in system.quantities}
    assert kinds["energy.q"].kind is Kind.DISPLACEMENT and kinds["energy.q"].owner == "energy"
    assert kinds["a_closure.p"].kind is Kind.MOMENTUM
    assert kinds["bond1.e"].kind is Kind.EFFORT and kinds["bond1.e"].owner == "bond1"
    assert kinds["bond_1.e"].between and kinds["bond_1.e"].owner == ""
    assert not kinds["bond1.e"].between
