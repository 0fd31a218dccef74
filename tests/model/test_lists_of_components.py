"""Lists of components, in Python and in files."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond.model.file import dumps, loads

FILE = """
multibond: 1
name: ladder
domain: electrical
components:
  source: {type: Se, effort: 10}
  node: [J0, J0, J0]
  path: [J1, J1, J1]
  resistor: [{type: R, R: 1}, {type: R, R: 2}, {type: R, R: "3*capacitor[0].e/capacitor[0].e"}]
  capacitor:
    - {type: C, C: 0.1, e0: 1}
    - {type: C, C: 0.2}
    - {type: C, C: 0.3}
bonds:
  - source >> path[0] >> resistor[0]
  - path[0] >> node[0] >> capacitor[0]
  - node[0] >> path[1] >> resistor[1]
  - path[1] >> node[1] >> capacitor[1]
  - node[1] >> path[2] >> resistor[2]
  - path[2] >> node[2]
  - {from: "node[2]", to: "capacitor[2].a"}
outputs:
  last: capacitor[2].e
  sum: capacitor[0].q + capacitor[1].q
layout:
  node[0]: [1, 0]
"""


def ladder():
    model = mb.Model("ladder", domain="electrical")
    model.source = mb.Se(10.0)
    model.node, model.path = [mb.J0() for _ in range(3)], [mb.J1() for _ in range(3)]
    model.resistor = [mb.R(1.0), mb.R(2.0), mb.R(3.0)]
    model.capacitor = (mb.C(0.1, e0=1.0), mb.C(0.2), mb.C(0.3))
    before = model.source
    for path, node, resistor, capacitor in zip(model.path, model.node, model.resistor, model.capacitor, strict=True):
        before >> path >> [resistor, node]
        node >> capacitor
        before = node
    model.output("last", "capacitor[2].e")
    model.output("sum", model.capacitor[0].q + model.capacitor[1].q)
    return model


def test_members_are_reached_by_their_numbers():
    model = ladder()
    assert model.resistor[1] is model["resistor[1]"] is model["resistor_1"] and len(model.capacitor) == 3
    result = model.simulate(1.0, parameters={"resistor[1].R": 4.0})
    assert np.array_equal(result["capacitor[2].e"], result["capacitor_2.e"])
    assert np.allclose(result["last"], result["capacitor[2].e"])
    assert np.allclose(result["sum"], result["capacitor[0].q"] + result["capacitor[1].q"])
    assert result["resistor[1].R"][0] == 4.0


def test_files_have_lists_and_keep_their_meaning():
    written = loads(FILE, "yaml")
    expected = ladder().simulate(1.0, tolerance=1e-9)
    assert np.allclose(written.simulate(1.0, tolerance=1e-9)["last"], expected["last"], atol=1e-7)
    again = loads(dumps(written, "yaml"), "yaml")
    assert np.allclose(again.simulate(1.0, tolerance=1e-9)["sum"], expected["sum"], atol=1e-7)
    assert again.layout == {"node_0": (1.0, 0.0)}


def test_mechanical_parts_in_lists():
    model = mb.Model("chain")
    model.world, model.ground = mb.planar.World(), mb.planar.Fixed()
    model.hinge = [mb.planar.Revolute() for _ in range(3)]
    model.link = [mb.planar.SolidRod([0.5, 0.0], 1.0) for _ in range(3)]
    before = model.ground.b
    for hinge, link in zip(model.hinge, model.link, strict=True):
        model.join(before, hinge.a)
        model.join(hinge.b, link.a)
        before = link.b
    model.start("hinge[0].phi", 0.3)
    result = model.simulate(1.0)
    assert result["hinge[0].phi"][0] == 0.3 and result["link[2].x_cm"].shape[1] == 2
    assert result.stats.energy_residual < 1e-5


def test_wrong_lists_are_refused():
    model = mb.Model("wrong")
    with pytest.raises(mb.ModelError, match="cannot be set"):
        model.node = []
    with pytest.raises(mb.ModelError, match="cannot be set"):
        model.node = [mb.J0(), 3.0]
    with pytest.raises(mb.ModelError, match="empty list"):
        model.add("node", [])
    model.node = [mb.J0(), mb.J0()]
    with pytest.raises(mb.ModelError, match="used twice"):
        model.node = [mb.J0()]
    with pytest.raises(mb.NameNotFound, match="node_2"):
        model["node[2]"]
    with pytest.raises(mb.FileError, match=r"path_7"):
        loads(FILE.replace("path[2] >> node[2]", "path[7] >> node[2]"), "yaml")
    with pytest.raises(mb.FileError, match=r"components\.resistor"):
        loads(FILE.replace("{type: R, R: 2}", "{type: R, Rr: 2}"), "yaml")
