"""The equations of a mechanism as LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..expression import Node, name_of, operands
from ..expression.factored import Total
from ..expression.show import latex_name
from ..expression.walk import rename
from ..expression.written_out import latex_of
from .mechanics_form import MechanicsEquations
from .mechanics_text import CONDITIONS, LEFT, RIGHT, acts, holonomic, own_directions

LETTERS = {
    "coriolis": r"\mathbf{c}", "gravity": r"\mathbf{g}", "springs": r"\mathbf{Q}_\mathrm{springs}",
    "dampers": r"\mathbf{Q}_\mathrm{dampers}", "applied": r"\mathbf{Q}_\mathrm{applied}",
}  # fmt: skip
WIDEST = 160  # characters of an entry that a matrix is written with; longer ones are listed


def latex_of_mechanics(m: MechanicsEquations) -> str:
    """The law, then its matrices and vectors and what belongs to them, as one `aligned` environment."""
    rows = [_law(m), *_mass(m), *_groups(m), *_constraints(m), *_resting(m)]
    rows += [rf"\dot{{{_atom(q)}}} &= {_latex(rate)}" for q, rate in m.kinematics]
    rows += [rf"{_atom(x)} &= {_latex(value)}" for x, value in m.where]
    rows += [rf"\dot{{{_atom(x)}}} &= {_latex(rate)}" for x, rate in m.others]
    return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"


def _law(m: MechanicsEquations) -> str:
    acceleration = r"\ddot{\mathbf{q}}" if holonomic(m) else r"\dot{\mathbf{u}}"
    left = [rf"\mathbf{{M}} \, {acceleration}", *(LETTERS[g] for g in LEFT if acts(m, g))]
    right = [LETTERS[g] for g in RIGHT if acts(m, g)]
    if m.multipliers:
        right.append(
            r"\mathbf{B} \, \boldsymbol{\lambda}" if own_directions(m) else r"\mathbf{A}^{T} \boldsymbol{\lambda}"
        )
    names = [_atom(u, rate=holonomic(m)) for u in m.velocities]
    vector = r"\mathbf{q}" if holonomic(m) else r"\mathbf{u}"
    return f"{' + '.join(left)} &= {' + '.join(right) or '0'}, \\qquad {vector} = {_column(names)}"


def _mass(m: MechanicsEquations) -> Iterator[str]:
    if m.flows:
        yield from _by_bodies(m)
        return
    entries = [[_latex(x) for x in row] for row in m.mass]
    if max(len(e) for row in entries for e in row) * len(entries) <= 2 * WIDEST:
        yield rf"\mathbf{{M}} &= {_matrix(entries)}"
        return
    for i, row in enumerate(m.mass):
        for j, entry in enumerate(row[i:], i):
            if entry.terms:
                yield f"M_{{{i + 1}{j + 1}}} &= {_latex(entry)}"


def _by_bodies(m: MechanicsEquations) -> Iterator[str]:
    """What each flow contributes: a line for the flow, its momentum and its efforts."""
    u = r"\dot{\mathbf{q}}" if holonomic(m) else r"\mathbf{u}"
    part = rf"\left(\frac{{\partial f_k}}{{\partial {u}}}\right)^{{T}}"
    momentum = rf"\frac{{\partial p_k}}{{\partial {u}}}"
    yield rf"\mathbf{{M}} &= \sum_k {part} {momentum}"
    for group in (*LEFT, *RIGHT):
        if acts(m, group):
            acting = r"\left(p_k^{\circ} + c_k\right)" if group == "coriolis" else _entry(group)
            yield rf"{LETTERS[group]} &= \sum_k {part} {acting}"
    for k, each in enumerate(m.flows, 1):
        yield rf"f_{{{k}}} &= {_latex(each.flow)}"
        if each.momentum.terms:
            yield rf"p_{{{k}}} &= {_latex(each.momentum)}, \quad p_{{{k}}}^{{\circ}} = {_latex(each.bias)}"
        for group, effort in each.efforts.items():
            if effort.terms:
                yield rf"{_entry(group, k)} &= {_latex(effort)}"


def _entry(group: str, k: int | str = "k") -> str:
    """The effort of a group that acts along flow k."""
    letter = {"coriolis": "c", "gravity": "g"}.get(group)
    return f"{letter}_{{{k}}}" if letter else rf"e_{{{k},\mathrm{{{group}}}}}"


def _groups(m: MechanicsEquations) -> Iterator[str]:
    for group in (*LEFT, *RIGHT):
        if not m.flows and acts(m, group):
            yield f"{LETTERS[group]} &= {_column([_latex(x) for x in m.parts[group]])}"


def _constraints(m: MechanicsEquations) -> Iterator[str]:
    for row, position in zip(m.constraints, m.positions, strict=True):
        if position.terms:
            yield f"0 &= {_latex(position)}"
        yield f"0 &= {_latex(row)}"
    if m.multipliers and own_directions(m):
        yield rf"\mathbf{{B}} &= {_matrix([[_latex(x) for x in row] for row in m.directions])}"


def _resting(m: MechanicsEquations) -> Iterator[str]:
    """The coordinates that the constraints hold at zero, a line for each six."""
    for k in range(0, len(m.resting), 6):
        yield "0 &= " + " = ".join(latex_name(name) for name in m.resting[k : k + 6])


def _matrix(entries: Sequence[Sequence[str]]) -> str:
    inner = r" \\ ".join(" & ".join(row) for row in entries)
    return rf"\begin{{pmatrix}} {inner} \end{{pmatrix}}"


def _column(entries: Sequence[str]) -> str:
    return _matrix([[entry] for entry in entries])


def _latex(total: Total) -> str:
    return latex_of(total, _atom)


def _atom(x: Node, rate: bool = False) -> str:
    """A symbol or function as LaTeX; `rate`: the coordinate whose rate a symbol is."""
    if x.op == "symbol":
        name = name_of(x)
        if name.endswith("°"):
            return rf"{{{latex_name(name[:-1])}}}^{{\circ}}"
        base = latex_name(name.rstrip("'"))
        return base if rate or not name.endswith("'") else _dotted(base)
    if x.op in ("sin", "cos"):
        inside = _plain(x.args[0])
        return rf"\{x.op} {inside}" if not operands(x.args[0]) else rf"\{x.op}\left({inside}\right)"
    return rf"\left({_plain(x)}\right)" if x.op in CONDITIONS else _plain(x)


def _dotted(base: str) -> str:
    """A dot on the letter, before its subscripts."""
    letter, mark, rest = base.partition("_")
    return rf"\dot{{{letter}}}{mark}{rest}"


def _plain(x: Node) -> str:
    import sympy

    from ..expression import to_sympy

    names: dict[str, str] = {}

    def noted(name: str) -> str:
        names[name] = _dotted(latex_name(name[:-1])) if name.endswith("'") else latex_name(name)
        return name

    value = to_sympy(rename([x], noted))[0]
    return sympy.latex(value, symbol_names={s: names.get(s.name, s.name) for s in value.free_symbols})
