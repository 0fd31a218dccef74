"""The state model of a linear graph: MODIN's equations (1) to (9), with symbols or numbers.

    Z_I = S_I X_I + S_ID Z_D        [V; Ẋ_I; Z_D; d_in] = J [U; Z_I; Ẋ_D; d_out]
    X_D = S_DI X_I + S_D⁻¹ Z_D      d_out = L d_in
    Ẋ_I = A X_I + B U + E U̇

S_ID and S_DI are zero unless a multiport storage has mixed causality.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from functools import cached_property
from typing import Any

from ..argument import spelled
from ..errors import Asked, ModelError, StructureError
from ..expression import Node, name_of
from ..frozen import frozen
from ..graph.causality import Causality
from .elimination import Form, Unsolvable, solve
from .linear_graph import Entry, LinearGraph, linear_graph
from .matrix_arithmetic import Fractions, Numbers, Singular
from .symbolic_work import TooMuch
from .system import System

_SIDES = ("U", "I", "D", "L")


@frozen
class StateSpace(Asked):
    """Matrices and vectors of a linear graph; SymPy matrices when `symbolic`, numpy arrays otherwise.

    `X` are the chosen states: X_I (energy) or Z_I (co-energy). A block of J has its name: ``space.J_IU``.
    """

    symbolic: bool
    states: str
    J: Any
    S_I: Any
    S_ID: Any
    S_DI: Any
    S_D_inverse: Any
    L: Any
    A: Any
    B: Any
    E: Any
    parts: LinearGraph = field(repr=False)
    arithmetic: Any = field(repr=False)
    maps: dict[str, Any] = field(
        repr=False
    )  # how energy, Z_I, Ẋ_D and d_out follow from states, inputs and their rates
    forms: dict[Node, Form] = field(repr=False)  # every port variable in terms of the inputs of the junction structure

    def _repr_html_(self) -> str:
        from ..expression.mathml import column_mathml, matrix_mathml
        from ..notebook import folded, framed

        rate = "<mover><mi>x</mi><mo>˙</mo></mover>"
        terms = [("A", "<mi>x</mi>"), ("B", "<mi>u</mi>")]
        if any(self.E):
            terms.append(("E", "<mover><mi>u</mi><mo>˙</mo></mover>"))
        terms = [(name, letter) for name, letter in terms if all(getattr(self, name).shape)]
        law = "<mo>+</mo>".join(f"<mi>{name}</mi>{letter}" for name, letter in terms) or "<mn>0</mn>"
        sets = (("x", self.state_names), ("u", self.input_names))
        columns = "".join(
            f"<math><mi>{letter}</mi><mo>=</mo>{column_mathml(names)}</math> &emsp;" for letter, names in sets if names
        )
        shown = [
            *(name for name, _ in terms),
            *(n for n in ("J", "S_I", "S_D_inverse", "L") if all(getattr(self, n).shape)),
        ]
        blocks = [
            f"<p><math displaystyle='true'><mi>{name.replace('_inverse', '⁻¹')}</mi><mo>=</mo>"
            f"{matrix_mathml(getattr(self, name))}</math></p>"
            for name in shown
        ]
        return framed(
            f"<p><math>{rate}<mo>=</mo>{law}</math></p><p>{columns}</p>", *blocks[: len(terms)],
            folded("J, S_I, S_D⁻¹ and L of the graph", "".join(blocks[len(terms) :])),
        )  # fmt: skip

    U = property(lambda self: tuple(self.parts.U), doc="Inputs: what the sources impose.")
    V = property(lambda self: tuple(self.parts.V), doc="Power complements of the inputs.")
    X_I = property(lambda self: tuple(self.parts.X_I), doc="Independent energy variables.")
    Z_I = property(lambda self: tuple(self.parts.Z_I), doc="Their co-energy variables.")
    X_D = property(lambda self: tuple(self.parts.X_D), doc="Dependent energy variables.")
    Z_D = property(lambda self: tuple(self.parts.Z_D), doc="Their co-energy variables.")
    d_in = property(lambda self: tuple(self.parts.d_in), doc="Inputs of the dissipation field.")
    d_out = property(lambda self: tuple(self.parts.d_out), doc="Outputs of the dissipation field.")

    @property
    def causality(self) -> Causality:
        """The causality that the matrices were made with."""
        return self.parts.causality

    @property
    def X(self) -> tuple[Entry, ...]:
        """The states."""
        return self.X_I if self.states == "energy" else self.Z_I

    @property
    def state_names(self) -> tuple[str, ...]:
        """The paths of the states, such as ``mass.p``; their bonds give the short names of `X`: p1, q3."""
        return tuple(name_of(entry.variable) for entry in self.X)

    @property
    def input_names(self) -> tuple[str, ...]:
        """The paths of the inputs, such as ``supply.e``; their bonds give the short names of `U`: e1, f18."""
        return tuple(name_of(entry.variable) for entry in self.U)

    @property
    def input_values(self) -> tuple[Node, ...]:
        """What each source imposes, as an expression of parameters and time."""
        return tuple(self.parts.values)

    @cached_property
    def _ranges(self) -> dict[str, slice]:
        sizes = (len(self.U), len(self.X_I), len(self.X_D), len(self.d_in))
        starts = [sum(sizes[:k]) for k in range(5)]
        return {side: slice(starts[k], starts[k + 1]) for k, side in enumerate(_SIDES)}

    @spelled
    def block(self, row: str, column: str) -> Any:
        """A block of J by the letters of MODIN: U sources, I independent, D dependent storage, L dissipation."""
        if not all(isinstance(side, str) and side in _SIDES for side in (row, column)):
            raise ModelError(f"a block of J has two of the letters U, I, D, L, not '{row}{column}'")
        return self.J[self._ranges[row], self._ranges[column]]

    def __getattr__(self, name: str) -> Any:
        if len(name) == 4 and name.startswith("J_") and name[2] in _SIDES and name[3] in _SIDES:
            return self.block(name[2], name[3])
        return super().__getattr__(name)

    @spelled
    def outputs(self, wanted: Iterable[Any]) -> tuple[Any, Any, Any]:
        """C, D, F of outputs y = C X + D U + F U̇; see `multibond.equations.output_matrices`."""
        from .output_matrices import output_matrices

        return output_matrices(self, wanted)

    @property
    def symbols(self) -> dict[str, Any]:
        """The SymPy symbols of the parameters in the matrices, by name."""
        found = set().union(
            *(m.free_symbols for m in (self.J, self.S_I, self.S_D_inverse, self.L, self.A, self.B, self.E))
        )
        return {s.name: s for s in sorted(found, key=lambda s: s.name)}

    def __str__(self) -> str:
        from .matrix_text import matrix_text

        lines = [f"states {', '.join(self.state_names)}; inputs {', '.join(self.input_names) or 'none'}"]
        for name in ("A", "B", "E"):
            lines += [f"{name} =", *matrix_text(getattr(self, name))]
        return "\n".join(lines)


MOST_ROWS, MOST_SYMBOLS = 2000, 300  # of the matrix J, with numbers and with symbols


def state_space(system: System, symbolic: bool = False, states: str = "energy", prefer: str = "integral") -> StateSpace:
    """The state model of a linear graph.

    `symbolic`: matrices of SymPy expressions in the parameters' names instead of numbers. `states`: "energy" (p, q) or
    "coenergy" (e, f). Raises NotLinear when a law is not linear with constant coefficients, CausalityError, and
    StructureError when a hypothesis of the method fails.
    """
    if states not in ("energy", "coenergy"):
        raise ModelError(f"the states are 'energy' or 'coenergy' variables, not {states!r}")
    parts = linear_graph(system, prefer)
    size = len(parts.U) + len(parts.X_I) + len(parts.X_D) + len(parts.d_in)
    if size > (MOST_SYMBOLS if symbolic else MOST_ROWS):
        raise StructureError(
            f"the junction structure of {len(parts.U)} sources, {len(parts.X_I) + len(parts.X_D)} stores and "
            f"{len(parts.d_in)} resistors has {size} rows and columns, more than the {MOST_SYMBOLS} with symbols or "
            f"{MOST_ROWS} with numbers that can be computed in reasonable time; put equal parts together, or simulate"
        )
    rows = [*parts.structure, *parts.storage, *parts.dissipation, *parts.signals]
    if symbolic:
        arithmetic: Any = Fractions(c for row, _ in rows for c in row.values())
    else:
        arithmetic = Numbers({name: p.value for name, p in system.parameters.items()})
    try:
        return _Reduction(parts, arithmetic).space(states)
    except TooMuch:
        raise StructureError(
            "the coefficients of the model are expressions too large to be written out in symbols; give one of the "
            "parameters in them a number of its own, or compute with numbers"
        ) from None


class _Reduction:
    """The way from the rows of a linear graph to A, B and E."""

    def __init__(self, parts: LinearGraph, arithmetic: Any):
        self.parts, self.arithmetic = parts, arithmetic

    def _solved(
        self, rows: list[tuple[Form, str]], known: list[Entry], wanted: list[Entry], what: str
    ) -> dict[Node, Form]:
        given = {entry.variable for entry in known}
        numeric = [{v: self.arithmetic.of(c) for v, c in row.items()} for row, _ in rows]
        unknowns = {v for row in numeric for v in row if v not in given} | {entry.variable for entry in wanted}
        try:
            return solve(numeric, unknowns, self.arithmetic)
        except Unsolvable as failure:
            names = sorted({v.args[0] for v in failure.unknowns})
            paths = sorted({path for (row, path) in rows for v in failure.unknowns if v in row})
            raise StructureError(
                f"the {what} does not determine {', '.join(names[:6])} in the causality that the graph has; "
                f"its matrix at {', '.join(paths[:6])} cannot be inverted for it; change a stroke or a ratio",
                paths[0] if paths else None,
            ) from None
        except ZeroDivisionError:
            raise StructureError(f"the {what} divides by zero; a parameter that is zero must not be inverted") from None

    def _matrix(self, forms: dict[Node, Form], rows: list[Entry], columns: list[Entry]) -> Any:
        place = {entry.variable: j for j, entry in enumerate(columns)}
        sparse = [{place[v]: c for v, c in forms[entry.variable].items() if v in place} for entry in rows]
        return self.arithmetic.matrix(sparse, len(columns))

    def space(self, states: str) -> StateSpace:
        p, a = self.parts, self.arithmetic
        inputs, outputs = [p.U, p.Z_I, p.rate_D, p.d_out], [p.V, p.rate_I, p.Z_D, p.d_in]
        forms = self._solved(p.structure, [e for side in inputs for e in side], [], "junction structure")
        for side in inputs:
            forms.update({entry.variable: {entry.variable: a.one} for entry in side})
        storage = self._solved(p.storage, p.X_I + p.Z_D, p.Z_I + p.X_D, "storage field")
        dissipation = self._solved(p.dissipation, p.d_in, p.d_out, "dissipation field")
        rows, columns = zip(_SIDES, outputs, strict=True), list(zip(_SIDES, inputs, strict=True))
        J = {(r, c): self._matrix(forms, out, into) for r, out in rows for c, into in columns}
        S = {"I": self._matrix(storage, p.Z_I, p.X_I), "ID": self._matrix(storage, p.Z_I, p.Z_D),
             "DI": self._matrix(storage, p.X_D, p.X_I), "D": self._matrix(storage, p.X_D, p.Z_D)}  # fmt: skip
        L = self._matrix(dissipation, p.d_out, p.d_in)
        A, B, E, maps = self._reduce(J, S, L)
        if states == "coenergy":
            A, B, E = self._to_coenergy(A, B, E, maps)
        whole = self._matrix(forms, [e for side in outputs for e in side], [e for side in inputs for e in side])
        show = a.shown
        return StateSpace(a.symbolic, states, show(whole), show(S["I"]), show(S["ID"]), show(S["DI"]), show(S["D"]),
                          show(L), show(A), show(B), show(E), p, a, maps, forms)  # fmt: skip

    def _reduce(self, J: dict[tuple[str, str], Any], S: dict[str, Any], L: Any) -> tuple[Any, Any, Any, dict[str, Any]]:
        """Equations (5) to (9), with J_DD, J_DL and mixed storage fields included."""
        a, p, times = self.arithmetic, self.parts, self.arithmetic.times
        n, m, k = len(p.X_I), len(p.d_in), len(p.X_D)
        N = times(self._inverse(a.identity(m) - times(L, J["L", "L"]), p.d_in, "I − L J_LL", "resistors"), L)
        # dissipation eliminated: T[row, column] for the rows I and D
        T = {(r, c): J[r, c] + times(J[r, "L"], N, J["L", c]) for r in ("I", "D") for c in ("U", "I", "D")}
        if not a.vanishes(T["D", "D"], J["D", "D"], J["D", "L"]):
            names = ", ".join(f"{e.name} ({e.path})" for e in p.X_D)
            raise StructureError(
                "the hypothesis J_DD + J_DL (I − L J_LL)⁻¹ L J_LD = 0 fails: the dependent storage "
                f"{names} gets its input from a resistor or from its own derivative, so that it could be a state; "
                "prefer integral causality, remove the strokes that force it, or open the mesh it lies in",
                p.X_D[0].path,
            )
        # Z_D and X_D in terms of X_I and U
        inside = self._inverse(a.identity(k) - times(T["D", "I"], S["ID"]), p.X_D, "I − J_DI S_ID", "storage")
        Z_D = {"X": times(inside, T["D", "I"], S["I"]), "U": times(inside, T["D", "U"])}
        X_D = {"X": S["DI"] + times(S["D"], Z_D["X"]), "U": times(S["D"], Z_D["U"])}
        Z_I = {"X": S["I"] + times(S["ID"], Z_D["X"]), "U": times(S["ID"], Z_D["U"])}
        # T_F = (I − T_ID X_DX)⁻¹; with symbols by the smaller inverse of the dependent part, which would lose digits
        if a.symbolic:
            small = self._inverse(a.identity(k) - times(X_D["X"], T["I", "D"]), p.X_D, "T_F", "dependent storage")
            T_F = a.identity(n) + times(T["I", "D"], small, X_D["X"])
        else:
            T_F = self._inverse(a.identity(n) - times(T["I", "D"], X_D["X"]), p.X_I, "T_F", "storage")
        A = times(T_F, T["I", "I"], Z_I["X"])
        B = times(T_F, T["I", "U"] + times(T["I", "I"], Z_I["U"]))
        E = times(T_F, T["I", "D"], X_D["U"])
        maps = {"energy": a.identity(n), "Z_I": Z_I, "X_D": X_D, "Z_D": Z_D, "N": N, "J": J, "A": A, "B": B, "E": E,
                "offset": None}  # fmt: skip
        return A, B, E, maps

    def _to_coenergy(self, A: Any, B: Any, E: Any, maps: dict[str, Any]) -> tuple[Any, Any, Any]:
        """Z_I = Z_X X_I + Z_U U as states instead of X_I."""
        times, Z = self.arithmetic.times, maps["Z_I"]
        back = self._inverse(Z["X"], self.parts.X_I, "S_I", "storage")
        maps["energy"], maps["offset"] = back, Z["U"]
        changed = times(Z["X"], A, back)
        return changed, times(Z["X"], B) - times(changed, Z["U"]), times(Z["X"], E) + Z["U"]

    def _inverse(self, matrix: Any, entries: list[Entry], name: str, what: str) -> Any:
        try:
            return self.arithmetic.inverse(matrix)
        except Singular as failure:
            paths = sorted({entries[i].path for i in failure.rows})
            raise StructureError(
                f"the hypothesis that {name} can be inverted fails: the loop through the {what} "
                f"{', '.join(paths[:6])} has no unique solution; change one of their parameters or add a resistance",
                paths[0],
            ) from None
        except TooMuch as failure:
            paths = sorted({entries[i].path for i in failure.rows or ()})
            raise StructureError(
                f"the loop through the {len(paths)} {what} {', '.join(paths[:6])}{', …' if len(paths) > 6 else ''} has "
                f"too many symbols: {name} cannot be inverted in reasonable time; compute with numbers, put equal ones "
                "together, or break the loop up by stores",
                paths[0] if paths else None,
            ) from None


__all__ = ["StateSpace", "state_space"]
