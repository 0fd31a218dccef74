"""Small files and short scripts that would take hours: each stage has a limit and says what was too much."""

from __future__ import annotations

import pytest

from multibond import J0, J1, C, Model, Parameter, R, Se
from multibond.equations import blocks, sparse, symbolic_work
from multibond.errors import FileError, ModelError, StructureError
from multibond.expression import symbol, text, to_sympy, tree_size
from multibond.graph import flat
from multibond.model.file import loads


def star(count: int, stored: bool = False) -> Model:
    """A source and `count` resistors on one junction; with a store they share the current."""
    model = Model("star", domain="electrical")
    model.source, model.hub = Se(1.0), J1() if stored else J0()
    model.source >> model.hub
    for k in range(count):
        model.hub >> model.add(f"r{k}", R(1.0 + k))
    if stored:
        model.store = C(1.0)
        model.hub >> model.store
    return model


def test_thousands_of_resistors_on_one_junction():
    result = star(2000).simulate(1.0, points=3)
    assert result["source.f"][-1] == pytest.approx(sum(1 / (1.0 + k) for k in range(2000)))
    result = star(1000, stored=True).simulate(1e5, points=3)
    assert result["store.e"][-1] == pytest.approx(1 - pow(2.718281828459045, -1e5 / sum(range(1, 1001))), abs=1e-5)


def test_too_many_elements_are_refused(monkeypatch):
    monkeypatch.setattr(flat, "MOST_ELEMENTS", 50)
    with pytest.raises(ModelError, match=r"r48: here the model has more than 50 elements.*n > 1"):
        star(60).simulate(1.0)


def test_too_many_components_of_vectors_are_refused():
    model = Model("wide", domain="electrical", n=1000)
    model.source, model.hub = Se(1.0), J1()
    model.source >> model.hub
    for k in range(39):
        model.hub >> model.add(f"r{k}", R(1.0))
    with pytest.raises(ModelError, match=r"r38: .*n = 1000, the elements have more than 40000 components.*smaller n"):
        model.analyse()


def test_drawings_of_what_nobody_can_read_are_refused():
    with pytest.raises(ModelError, match=r"star: 251 bonds at 'hub' cannot be drawn"):
        star(250).draw()
    model = star(200)
    for i in range(10):
        model.hub >> model.add(f"hub{i}", J0())
        for k in range(190):
            model[f"hub{i}"] >> model.add(f"r{i}_{k}", R(1.0))
    with pytest.raises(ModelError, match=r"star: 2112 components on one level cannot be drawn.*group them"):
        model.draw()


def grid(n: int, **given) -> Model:
    """n × n nodes joined by resistors with what is `given`, and a source at one corner and a resistor at the other."""
    model = Model("grid", domain="electrical")
    for i in range(n):
        for k in range(n):
            model.add(f"n{i}_{k}", J0())
    for i in range(n):
        for k in range(n):
            for name, a, b in ((f"v{i}_{k}", i + 1, k), (f"h{i}_{k}", i, k + 1)):
                if a < n and b < n:
                    loop, resistor = model.add(name, J1()), model.add(f"r{name}", R(**given))
                    model.bond(model[f"n{i}_{k}"], loop)
                    model.bond(loop, model[f"n{a}_{b}"])
                    model.bond(loop, resistor)
    model.source, model.ground = Se(1.0), R(1.0)
    model.source >> model.n0_0
    model.bond(model[f"n{n - 1}_{n - 1}"], model.ground)
    return model


def test_a_block_of_equations_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(sparse, "MOST_WORK", 1000)
    monkeypatch.setattr(sparse, "SLOW", 1)
    monkeypatch.setattr(sparse, "MOST_LEFT", 10)
    with pytest.raises(StructureError, match=r"equations must be solved together.*those of .*break them up by stores"):
        grid(9, R=1.0).simulate(1.0)


@pytest.mark.parametrize(("bound", "what"), [("MOST_TORN", "unknowns are left"), ("MOST_ENTRIES", "the derivatives")])
def test_nonlinear_equations_that_are_too_many_together_are_refused(monkeypatch, bound, what):
    monkeypatch.setattr(blocks, bound, 20)
    with pytest.raises(StructureError, match=rf"nonlinear laws must be solved.*{what}.*those of .*break them up by st"):
        grid(5, law="2*f + f**3").simulate(1.0)


def test_a_grid_of_many_nonlinear_resistors_is_solved():
    result = grid(12, law="2*f + f**3").simulate(1.0, points=3)
    assert result.stats.nonlinear_systems[0] > 100
    # every node: what flows in flows out; every resistor: its law; so the power of the source is that of the resistors
    assert result["source.f"][-1] == pytest.approx(result["ground.f"][-1], rel=1e-9)
    currents = {name: result[f"r{name}.f"][-1] for name in (*(f"v{i}_{i}" for i in range(11)), "h0_0")}
    for name, current in currents.items():
        assert result[f"r{name}.e"][-1] == pytest.approx(2 * current + current**3, rel=1e-9)
    assert currents["v0_0"] == pytest.approx(currents["h0_0"], rel=1e-9)  # both halves are alike


def doubled(count: int):
    x = symbol("x")
    for _ in range(count):
        x = x * x + x
    return x


def test_what_is_shared_is_not_written_out_without_end():
    bomb = doubled(60)
    assert tree_size([bomb]) > 3**59
    assert len(text(bomb)) <= 20_000 and text(bomb).endswith("…")
    assert len(text(bomb, longest=60)) == 60
    with pytest.raises(ModelError, match=r"too large to be written out.*give one of them a number"):
        to_sympy([bomb])
    assert text(doubled(2)) == "(x*x + x)*(x*x + x) + x*x + x"


def squares(count: int) -> Model:
    """A circuit whose resistance is made of `count` parameters, each the square of the last and the last."""
    model = Model("bomb", domain="electrical")
    model.p0 = Parameter(0.001)
    for k in range(1, count):
        model.add(f"p{k}", Parameter(f"p{k - 1}*p{k - 1} + p{k - 1}"))
    model.source, model.loop, model.capacitor, model.resistor = Se(1.0), J1(), C(1.0), R(f"p{count - 1}")
    model.source >> model.loop >> [model.resistor, model.capacitor]
    return model


@pytest.mark.parametrize("ask", ["equations", "report", "analyse"])
def test_a_bomb_of_parameters_is_told_or_answered(ask):
    model = squares(24)
    try:
        assert len(str(getattr(model, ask)())) < 2_000_000
    except ModelError as error:
        assert "too large to be written out" in str(error)


def test_symbols_that_cannot_be_written_out_are_told(monkeypatch):
    monkeypatch.setattr(symbolic_work, "MOST_WORK", 1e6)
    assert "p0" in squares(4).report(symbolic=True)
    with pytest.raises(StructureError, match=r"too large to be written out in symbols.*compute with numbers"):
        squares(24).state_space(symbolic=True)
    assert "too large to be written out in symbols" in squares(100).report(symbolic=True)


def ladder(count: int) -> Model:
    """Resistors along and across a line with a store at its end, which all depend on each other."""
    model = Model("ladder", domain="electrical")
    model.source = before = Se(1.0)
    for k in range(count):
        along, node = model.add(f"along{k}", J1()), model.add(f"node{k}", J0())
        before >> along >> node >> model.add(f"across{k}", R(2.0))
        along >> model.add(f"r{k}", R(1.0))
        before = node
    model.end = C(1.0)
    before >> model.end
    return model


def test_loops_of_too_many_symbols_are_told():
    assert len(ladder(3).state_space(symbolic=True).A.free_symbols) == 7
    with pytest.raises(
        StructureError, match=r"loop through the \d+ resistors .*has too many symbols.*break the loop up"
    ):
        ladder(8).state_space(symbolic=True)
    assert ladder(8).state_space().A.shape == (1, 1)


def test_matrices_of_thousands_of_parts_are_refused_and_the_rest_is_reported():
    model = star(2100, stored=True)
    with pytest.raises(StructureError, match=r"1 sources, 1 stores and 2100 resistors has 2102 rows and columns"):
        model.state_space()
    assert "2102 rows and columns" in model.report()


def test_more_outputs_than_a_run_can_store_are_refused():
    lines = "".join(f"  y{k}: store.q\n" for k in range(50_001))
    file = "multibond: 1\nname: m\ncomponents: {source: Sf, store: C}\nbonds: [source >> store]\noutputs:\n" + lines
    with pytest.raises(FileError, match=r"'y50000' would be one of more than 50000 outputs.*line 50006"):
        loads(file)


def shown(outputs: dict[str, str]) -> Model:
    """A charged capacitor with outputs."""
    model = Model("shown", domain="electrical")
    model.loop, model.resistor, model.capacitor = J1(), R(1.0), C(1.0, e0=0.5)
    model.loop >> [model.resistor, model.capacitor]
    for name, value in outputs.items():
        model.output(name, value)
    return model


def test_outputs_that_show_each_other_often_are_made_once():
    result = shown({"y0": "capacitor.q"} | {f"y{k}": f"y{k - 1}/2 + y{k - 1}/2" for k in range(1, 200)}).simulate(1.0)
    assert result["y199"] == pytest.approx(result["capacitor.q"])


@pytest.mark.parametrize("value", ["{}", "{} + 1"])
def test_a_long_chain_of_outputs_in_any_order_is_made(value):
    chain = {f"y{k}": value.format(f"y{k - 1}") for k in range(600, 0, -1)} | {"y0": "capacitor.q"}
    result = shown(chain).simulate(1.0, points=3)
    assert result["y600"] - result["capacitor.q"] == pytest.approx(600.0 if "+" in value else 0.0)


def test_a_long_circle_of_outputs_names_its_members():
    with pytest.raises(
        ModelError, match=r"outputs depend on each other in a circle: .* → … → .*y2 → y1 → y0 → y5|y5 → y4 → y3"
    ):
        shown({f"y{k}": f"y{k - 1}" for k in range(400, 0, -1)} | {"y0": "y5"}).simulate(1.0)


def test_a_circle_of_outputs_and_parameters_is_told():
    model = shown({"y": "2*load"})
    model.load = Parameter(1.0)
    with pytest.raises(ModelError, match=r"in a circle: (y → y|load → load)"):
        model.simulate(1.0, parameters={"load": "y + 1"})


def test_the_summary_of_many_states_is_made_by_few_pieces_of_code(monkeypatch):
    from multibond.program.program import Program

    made, make = [], Program._function
    monkeypatch.setattr(Program, "_function", lambda *given: made.append(given[1]) or make(*given))
    model = Model("stores", domain="electrical")
    for k in range(150):
        model.add(f"loop{k}", J1()) >> [model.add(f"r{k}", R(1.0)), model.add(f"c{k}", C(1.0, e0=k))]
    final = model.simulate(1.0, points=3).stats.final
    assert final["c149.q"] == pytest.approx(149 * 2.718281828459045**-1.0, rel=1e-5)
    assert len(made) < 15
