"""Composites: closed under composition, parameters by expressions, chained ports, inherited n and domain."""

import numpy as np
import pytest

import multibond as mb
from multibond.equations.system import system
from multibond.errors import ModelError, MultibondError
from multibond.graph.flat import flatten
from multibond.graph.scope import Scopes
from multibond.model.file import describe, dumps, loads


class Winding(mb.Model):
    """Resistance and inductance."""

    R = mb.Parameter(1.0, "ohm")
    L = mb.Parameter("R/1000", "H")

    def build(self):
        self.j, self.r, self.armature = mb.J1(), mb.R(self.R), mb.I(self.L)
        self.j >> [self.r, self.armature]
        self.port = mb.Exposed(self.j)


class Motor(mb.Model):
    """A winding and a gyrator."""

    k = mb.Parameter(0.1)

    def build(self):
        self.loop = mb.J1()
        self.winding = Winding(R=2 * self.k)
        self.gyrator = mb.GY(self.k)
        self.loop >> self.winding.port
        self.loop >> self.gyrator.a
        self.supply = mb.Exposed(self.loop)
        self.shaft = mb.Exposed(self.gyrator.b)


class Drive(mb.Model):
    """A motor with an inertia; its supply is passed on."""

    def build(self):
        self.motor = Motor(k=0.5)
        self.inertia = mb.I(2)
        self.motor.shaft >> self.inertia
        self.supply = mb.Exposed(self.motor.supply)


def drive(n=1, domain=None):
    m = mb.Model("m", n=n, domain=domain)
    m.source = mb.Se(1)
    m.drive = Drive()
    m.source >> m.drive.supply
    return m


def test_composites_in_composites_in_composites():
    graph = flatten(drive())
    assert "drive.motor.winding.armature" in graph.elements
    assert list(graph.models) == ["", "drive", "drive.motor", "drive.motor.winding"]
    # the bond from the source reaches the junction through two exposed ports
    assert graph.bonds[0].head == ("drive.motor.loop", "a")


def test_parameters_are_passed_down_by_expressions():
    scopes = Scopes(flatten(drive()))
    assert str(scopes.lookup("drive.motor.winding.R")) == "2*drive.motor.k"
    # a default is written inside the composite that declares it
    assert str(scopes.lookup("drive.motor.winding.L")) == "2*drive.motor.k/1000"
    assert str(scopes.lookup("drive.motor.winding.armature.I")) == "2*drive.motor.k/1000"


def test_cardinality_is_inherited():
    graph = flatten(drive(n=3))
    assert {bond.n for bond in graph.bonds} == {3}
    m = drive(n=3)
    assert m.drive.n == m.drive.motor.winding.armature.n == 3
    assert np.shape(m.drive.supply.e) == (3,)
    assert np.shape(m.drive.motor.winding.armature.p) == (3,)


def test_cardinality_of_a_model_written_before_it_is_added():
    inner = mb.Model("inner")
    inner.r = mb.R(1)
    inner.port = mb.Exposed(inner.r)
    assert np.shape(inner.port.e) == ()
    m = mb.Model("m", n=2)
    m.inner, m.s = inner, mb.Se(1)
    m.s >> m.inner
    assert m.inner.size("port") == 2
    assert np.shape(m.inner.port.e) == (2,)
    assert flatten(m).bonds[0].n == 2


def test_domain_is_inherited_and_the_inner_one_counts():
    graph = flatten(drive(domain="electrical"))
    assert graph.elements["drive.motor.winding.r"].domain.name == "electrical"
    m = mb.Model("m", domain="electrical")
    inner = mb.Model("inner", domain="hydraulic")
    inner.s, inner.r = mb.Se(1), mb.R(1)
    inner.s >> inner.r
    m.inner = inner
    assert flatten(m).elements["inner.r"].domain.name == "hydraulic"


def test_symbols_seen_from_outside():
    m = drive()
    assert str(m.drive.motor.winding.armature.p) == "drive.motor.winding.armature.p"
    assert str(m.drive.motor.shaft.f) == "drive.motor.shaft.f"
    m.output("momentum", m.drive.motor.winding.armature.p)
    m.output("torque", m.drive.motor.shaft.e)
    outputs = system(flatten(m)).outputs
    assert str(outputs["momentum"].value) == "drive.motor.winding.armature.p"
    # the bond of the shaft is named after the inertia at its end
    assert str(outputs["torque"].value) == "drive.inertia.e"


def test_functions_use_the_names_of_their_own_model():
    class Friction(mb.Model):
        """Late and early names."""

        k = mb.Parameter(1.0)

        def build(self):
            early = self.k
            self.late, self.early = mb.R(law=lambda f: self.k * f), mb.R(law=lambda f: early * f)
            self.j = mb.J1()
            self.j >> [self.late, self.early]
            self.a = mb.Exposed(self.j)

    m = mb.Model("m")
    m.k = mb.Parameter(5.0)
    m.s, m.friction = mb.Sf(1), Friction(k=3 * m.k)
    m.s >> m.friction
    text = str(system(flatten(m)))
    assert "friction.late.e - 3*k*friction.late.f" in text
    assert "friction.early.e - 3*k*friction.early.f" in text


def test_composites_survive_files():
    m = drive(n=2, domain="electrical")
    again = loads(dumps(m))
    assert describe(again) == describe(m)
    assert str(system(flatten(again))) == str(system(flatten(m)))
    assert list(describe(m)["definitions"]) == ["Winding", "Motor", "Drive"]


def test_a_composite_does_not_change_once_it_is_part_of_a_model():
    inner = mb.Model("inner")
    inner.r = mb.R(1)
    m = mb.Model("m")
    m.inner = inner
    with pytest.raises(ModelError, match="part of 'm'"):
        inner.c = mb.C(1)
    with pytest.raises(ModelError, match="part of 'm'"):
        inner.output("e", "r.e")
    assert list(inner.children) == ["r"]


def test_cyclic_parameters_through_composites():
    m = mb.Model("m")
    m.a, m.b = mb.Parameter("b + 1"), mb.Parameter("a*2")
    m.s, m.r = mb.Se(1), mb.R("a")
    m.s >> m.r
    with pytest.raises(MultibondError, match=r"in a circle: .*a → b → a.*give one of them a number"):
        system(flatten(m))


def test_a_frame_is_not_exposed_but_joined_by_its_path():
    model = mb.Model("ram")
    model.foot = mb.planar.Revolute()
    with pytest.raises(mb.ModelError, match="frames are joined from outside by their paths"):
        model.a = mb.Exposed(model.foot.a)
