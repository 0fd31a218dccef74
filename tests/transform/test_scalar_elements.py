"""Every element with a wide bond: taken apart where its components are independent, whole elsewhere."""

import copy
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

import multibond as mb
from multibond import GY, J0, J1, TF, C, I, R, Se
from multibond.errors import ModelError
from multibond.transform import to_scalar

WORKSHOP = Path(__file__).resolve().parents[2] / "examples" / "workshop" / "src"


def wired(n, *elements, law=1.0):
    """A mass in motion with other elements on one 1-junction."""
    model = mb.Model("wired", n=n)
    model.node, model.mass = J1(), I(law, f0=[1.0, -0.5, 0.25][:n])
    model.node >> model.mass
    for k, element in enumerate(elements):
        model.add(f"x{k}", element)
        model.node >> element
    return model


def between(left, two_port, right):
    """Two stores with a two-port between them."""
    model = mb.Model("between")
    model.left, model.right, model.t = left, right, two_port
    model.near, model.far = J1(n=left.n), J1(n=right.n)
    model.left - model.near
    model.near >> model.t >> model.far >> model.right
    return model


def same(model, stop=0.5, **options):
    """The runs with both kinds of bonds, after the comparison of everything that has a name in both."""
    one, other = (model.simulate(stop, points=11, tolerance=1e-10, bonds=b, **options) for b in ("vector", "scalar"))
    assert len(one.stats.states) == len(other.stats.states)
    assert other.stats.bonds == "scalar"
    assert other.stats.energy_residual < 1e-6
    names = [name for name in one.names if not name.startswith("bond")]
    assert set(names) <= set(other.names)
    for name in names:
        x, y = np.asarray(one[name]), np.asarray(other[name])
        x = x if x.shape == y.shape else np.broadcast_to(x[:, None], y.shape)  # a default for every component
        np.testing.assert_allclose(y, x, rtol=0, atol=1e-8 * (1 + np.max(np.abs(x))), err_msg=name)
    return one, other


FIELD = [[2.0, 0.5], [0.5, 1.0]]
APART = {
    "spring": lambda: C([1.0, 2.0], q0=[0.1, 0.2]),
    "one number": lambda: C(0.7),
    "diagonal matrix": lambda: R([[1.0, 0.0], [0.0, 2.0]]),
    "law of each component": lambda: C(law="q**3"),
    "laws in a list": lambda: R(law=["f[0]**3", "2*f[1]"]),
    "function": lambda: R(law=lambda f: 2 * f),
    "relation": lambda: R(relation=["e[0] - 2*f[0]", "e[1] - f[1]**3"]),
    "conductor": lambda: mb.G([1.0, 3.0]),
    "source": lambda: Se(["sin(time)", 2.0]),
    "sensor": lambda: mb.Dq(q0=[1.0, 2.0]),
    "free": lambda: mb.Free(),
    "flow meter": lambda: mb.Df(),
}
WHOLE = {
    "C field": lambda: C(FIELD, q0=[0.1, 0.2]),
    "R field": lambda: R([[1.0, 0.3], [-0.2, 2.0]]),
    "gyristor": lambda: mb.Gyristor([[0.1, 1.0], [-1.0, 0.1]]),
    "energy": lambda: C(energy="q[0]**2 + q[0]*q[1] + q[1]**2"),
    "law over components": lambda: R(law=["f[0] + 0.1*f[1]", "f[1]"]),
    "function over components": lambda: R(law=lambda f: [f[0] + 0.1 * f[1], f[1]]),
}


@pytest.mark.parametrize("kind", APART)
def test_independent_components_become_elements_of_their_own(kind):
    model = wired(2, APART[kind]())
    assert {"x0_0", "x0_1"} <= set(to_scalar(model).children)
    same(model)


@pytest.mark.parametrize("kind", WHOLE)
def test_coupled_components_stay_one_element_with_scalar_ports(kind):
    model = wired(2, WHOLE[kind]())
    scalar = to_scalar(model)
    assert set(scalar["x0"].ports) == {"a_0", "a_1"}
    same(model)


def test_an_inertia_field_and_its_start_in_flows():
    same(wired(2, C(1.0), law=FIELD))


MATRIX = [[1.0, 2.0], [0.5, 4.0], [0.0, 1.0]]


@pytest.mark.parametrize("kind", [TF, GY])
@pytest.mark.parametrize("form", ["flow", "effort"])
def test_matrices_become_networks_of_scalar_two_ports(kind, form):
    left = I([1.0, 2.0], n=2, p0=[1.0, -1.0])
    right = C(1.0, n=3) if (kind is TF) == (form == "flow") else I(1.0, n=3)
    model = between(left, kind(MATRIX, na=2, nb=3, form=form), right)
    scalar = to_scalar(model)
    assert [name for name in scalar.children if name.startswith("t_") and name[2:].isdigit()] == [
        "t_00", "t_01", "t_10", "t_11", "t_21"]  # fmt: skip
    same(model)


@pytest.mark.parametrize("kind", [TF, GY])
def test_half_arrows_against_a_port_turn_the_flow(kind):
    model = mb.Model("against")
    model.node, model.mass, model.t = J1(n=2), I([1.0, 2.0], n=2, f0=[1.0, 0.0]), kind([[1.0, 2.0], [3.0, 4.0]], n=2)
    model.end, model.last = J1(n=2), C(1.0, n=2) if kind is TF else I(1.0, n=2)
    model.node >> model.mass
    model.bond(model.t.a, model.node)
    model.bond(model.end, model.t.b)
    model.end >> model.last
    same(model)


def test_zero_rows_and_columns_carry_nothing():
    model = mb.Model("zeros")
    model.node, model.mass, model.t = J1(n=2), I(1.0, n=2, f0=[1.0, 2.0]), TF([[0.0, 2.0], [0.0, 0.0]], n=2)
    model.end, model.last, model.damper = J0(n=2), C(1.0, n=2, q0=[0.2, 0.3]), R(1.0, n=2)
    model.node >> [model.mass, model.t]
    model.t >> model.end >> [model.last, model.damper]
    same(model)


def test_euler_rings_keep_their_parameters():
    model = mb.Model("top", n=3)
    model.node, model.inertia, model.gyrator = J1(), I([1.0, 2.0, 3.0], f0=[0.1, 2.0, 0.1]), mb.EulerGyrator([1, 2, 3])
    model.node >> [model.inertia, model.gyrator]
    _, other = same(model, parameters={"gyrator.I": [1.0, 2.0, 2.5]})
    assert [n for n in to_scalar(model).children if n.startswith("gyrator")] == [
        "gyrator_0", "gyrator_1", "gyrator_2", "gyrator_01", "gyrator_12", "gyrator_20"]  # fmt: skip
    assert other["gyrator.f"].shape == (11, 3)


def test_partial_junctions_compositions_and_permutations_become_junctions():
    model = mb.Model("joined")
    model.a, model.b, model.pair = Se(1.0), Se([2.0, 3.0], n=2), mb.Composition(na=1, nb=2)
    model.order, model.tap = mb.Permutation(order=[2, 0, 1], n=3), mb.J1Partial(n=3, taps=2, order=[2, 0, 1])
    model.c, model.extra, model.meter = I(1.0, n=3), Se([0.5, 0.6], n=2), mb.PowerSensor(n=3)
    model.a >> model.pair.a
    model.b >> model.pair.b
    model.pair.c >> model.order >> model.tap.a
    model.extra >> model.tap.t
    model.tap.b >> model.meter >> model.c
    model.output("power", "meter.power")
    model.output("tapped", "tap.t.e")
    _, other = same(model)
    np.testing.assert_allclose(other["tapped"], [[0.5, 0.6]] * 11)
    kinds = {type(part).__name__ for part in to_scalar(model).children.values()}
    assert kinds == {"Se", "J0", "J1", "I", "PowerSensor"}


def test_switches_diodes_and_heat_run_with_scalar_ports():
    closing = mb.Model("closing", n=2)
    closing.s, closing.node, closing.w, closing.r, closing.coil = (
        Se([1.0, 2.0]),
        J1(),
        mb.Sw("time > 0.3"),
        R(1.0),
        I(1.0),
    )
    closing.s >> closing.node >> [closing.w, closing.r, closing.coil]
    same(closing)
    drive = mb.Model("rectifiers", n=2)
    drive.s, drive.node, drive.d, drive.r, drive.c = Se(["sin(5*time)", "cos(5*time)"]), J1(), mb.D(), R(1.0), C(1.0)
    drive.s >> drive.node >> [drive.d, drive.r, drive.c]
    same(drive)
    hot = wired(2)
    hot.r, hot.heat, hot.room = mb.RS(2.0), J0(n=1), mb.Environment(300.0, n=1)
    hot.node >> hot.r.a
    hot.r.b >> hot.heat
    hot.room >> hot.heat
    same(hot)


def test_values_of_a_run_keep_their_names_and_zeros_make_another_graph():
    model = between(I([1.0, 2.0], n=2, p0=[1.0, 0.0]), TF(MATRIX, na=2, nb=3), C(1.0, n=3))
    same(model, parameters={"t.M[0,1]": 2.5, "right.C": 3.0, "left.I": [2.0, 2.5]})
    same(model, parameters={"t.M": [[1.0, 2.0], [0.5, 4.0], [0.7, 1.0]]})
    wide = mb.Model("wide")
    wide.inner = between(I([1.0, 2.0], n=2, p0=[1.0, 0.0]), TF(MATRIX, na=2, nb=3), C(1.0, n=3))
    same(wide, parameters={"inner.t.M[1,0]": 0.0, "inner.right.C": 2.0})


def test_exposed_multi_ports_and_parameters_of_composites():
    class Legs(mb.Model):
        m = mb.Parameter([1.0, 2.0, 3.0], "kg", "3")

        def build(self):
            self.point, self.mass = J1(n=3), I("m", n=3, f0=[1.0, 0.0, 0.5])
            self.point >> self.mass
            self.knee = TF([2.0, 1.0, 0.5], n=3)
            self.point >> self.knee
            self.hip = mb.Exposed(self.knee.b)

    model = mb.Model("walk")
    model.legs, model.ground = Legs(m=[2.0, 2.0, 1.0]), C(0.1, n=3)
    model.legs.hip >> model.ground
    model.output("momentum", "legs.mass.p")
    model.output("push", "legs.hip.e")
    same(model)
    assert "hip_0" in to_scalar(model)["legs"].ports


def test_forced_strokes_and_wishes_go_along():
    model = wired(2, C(1.0), R(1.0))
    model.state("mass.p[0]", "always")
    _, other = same(model, states={"x0.q[1]": "always"})
    assert "mass_0.p" in other.stats.states and "x0_1.q" in other.stats.states


def test_elements_of_users_are_looked_into(monkeypatch):
    monkeypatch.syspath_prepend(str(WORKSHOP))
    import workshop

    core = workshop.MagneticCore(n=1)
    assert isinstance(core, mb.Element)

    class Pull(mb.Element):
        """Every component for itself."""

        role = "dissipation"
        a = mb.Port(causality="effort")
        k = mb.Parameter(1.0, "", "n")

        def equations(self, s):
            yield s.e, s.k * s.f**3

    class Mix(Pull):
        """Each component by the next."""

        def equations(self, s):
            yield s.e, s.k * np.roll(s.f, 1)

    model = wired(2, Pull([1.0, 2.0]), Mix(0.1))
    assert {"x0_0", "x0_1", "x1"} <= set(to_scalar(model).children)
    same(model)
    sys.modules.pop("workshop", None)


def test_copies_and_results_travel():
    model = wired(2, C(FIELD))
    scalar = to_scalar(model)
    for other in (pickle.loads(pickle.dumps(scalar)), copy.deepcopy(scalar)):
        assert list(other.children) == list(scalar.children)
    run = model.simulate(0.1, points=3, bonds="scalar")
    again = pickle.loads(pickle.dumps(run))
    np.testing.assert_array_equal(again["x0.q"], run["x0.q"])


def test_wrong_bonds_are_refused():
    model = wired(2)
    for verb in (model.simulate, model.analyse, model.draw, model.report, model.equations, model.causality):
        with pytest.raises(ModelError, match="bonds are 'vector' or 'scalar', not 'tensor'"):
            verb(bonds="tensor")
    with pytest.raises(ModelError, match="not 'matrix'"):
        C(1.0, n=2, bonds="matrix")
    with pytest.raises(ModelError, match="transformed to scalar bonds, not 3"):
        to_scalar(3)


def test_frames_with_scalar_and_with_vector_bonds_do_not_join():
    from multibond import planar
    from multibond.elements.frame import PlanarFrameB

    class ScalarWall(planar.Fixed):
        def build(self):
            self.b, self.wall = PlanarFrameB(bonds="scalar"), mb.Wall(n=3, bonds="scalar")
            for i in range(3):
                self.bond(getattr(self.wall, f"a_{i}"), getattr(self.b, f"inside_{i}"))
            self.connect(self.b.x, self.r)
            self.connect(self.b.phi, self.phi)

    model = mb.Model("mixed")
    model.world, model.wall, model.hinge, model.body = planar.World(), ScalarWall(), planar.Revolute(), planar.Body()
    model.join(model.wall.b, model.hinge.a)
    model.join(model.hinge.b, model.body.a)
    with pytest.raises(
        ModelError, match=r"wall\.b has scalar bonds and hinge\.a has vector bonds; transform the whole"
    ):
        model.analyse()
