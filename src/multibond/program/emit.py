"""Expressions and steps to a tape: every node once, conditions as i1, solvers as calls of kernels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from ..equations.schedule import Assign, SolveLinear, SolveNonlinear, Step
from ..errors import MultibondError
from ..expression import TIME, Node, function, operands, text, topological
from .block_kernels import LARGE
from .native import known_symbol
from .number import Number
from .tape import Tape

_BINARY = {"add": "fadd {r} {}, {}", "sub": "fsub {r} {}, {}", "mul": "fmul {r} {}, {}", "div": "fdiv {r} {}, {}"}
_RELATION = {"lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}
_LIBRARY = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log")
_INSTRUCTIONS = ("sqrt", "abs", "floor")


@cache
def declarations(number: Number) -> str:
    """The functions that emitted text may call, for one number type."""
    r, own = number.llvm, number.own
    return "\n".join(
        [f"declare {r} @{number.function(name)}({r})" for name in (*_LIBRARY, *_INSTRUCTIONS)]
        + [f"declare {r} @{number.function(name)}({r}, {r})" for name in ("pow", "atan2")]
        + [
            f"declare void @{number.function('sincos')}({r}, ptr, ptr)",
            f"declare {r} @{own('multibond_table')}({r}, ptr, i64)",
            f"declare void @{own('multibond_clear')}(ptr, i64)",
            f"declare i32 @{own('multibond_factor')}(i64, ptr, ptr, i64)",
            f"declare i32 @{own('multibond_factor_large')}(i64, ptr, ptr, i64)",
            f"declare void @{own('multibond_solve')}(i64, ptr, ptr)",
            f"declare i32 @{own('multibond_newton')}(ptr, {r}, ptr, i64, ptr, i64)",
            *(
                f"declare i32 @{own('multibond_newton' + kind)}(ptr, {r}, ptr, i64, ptr, i64)"
                for kind in ("_large", "_beside", "_beside_large")
            ),
        ]
    )


class Module:
    """The text of several functions that are compiled together, with their constants."""

    def __init__(self, number: Number) -> None:
        self.number = number
        self.globals: list[str] = []
        self.functions: list[str] = []
        self._tables: dict[tuple[Any, ...], str] = {}

    def table(self, points: tuple[float, ...], values: tuple[float, ...]) -> str:
        """The name of a constant array: points, then values."""
        key = (points, values)
        if key not in self._tables:
            name = f"@table{len(self._tables)}"
            r, constant = self.number.llvm, self.number.constant
            numbers = ", ".join(f"{r} {constant(x)}" for x in (*points, *values))
            self.globals.append(f"{name} = internal constant [{2 * len(points)} x {r}] [{numbers}]")
            self._tables[key] = name
        return self._tables[key]

    def text(self) -> str:
        """The whole module."""
        return "\n".join([declarations(self.number), *self.globals, *self.functions])


class Emitter:
    """Emits nodes and steps on one tape. `locations` says where leaves are: pointer (x, p, m, v, w) and index."""

    def __init__(self, module: Module, tape: Tape, locations: Mapping[Node, tuple[str, int]], name: str):
        self.module, self.tape, self.locations, self.name = module, tape, locations, name
        self.number = module.number
        self.values: dict[Node, int | str] = {}
        self.pairs: set[Node] = set()  # arguments of which both sine and cosine are wanted
        self.factored: dict[tuple[Any, ...], int] = {}  # matrices already factored, and where they are
        self.shadows: Mapping[Node, Node] = {}  # states whose values are the guesses of nonlinear unknowns

    def expect(self, roots: Iterable[Node]) -> None:
        """Look through what will be emitted, to compute sine and cosine of one angle together."""
        if known_symbol(self.number.function("sincos")):
            seen: dict[str, set[Node]] = {"sin": set(), "cos": set()}
            for x in topological(roots):
                if x.op in seen:
                    seen[x.op].add(x.args[0])
            self.pairs |= seen["sin"] & seen["cos"]

    def _own(self, name: str) -> str:
        """The symbol of one of the package's kernels."""
        return self.number.own(f"multibond_{name}")

    def _call(self, name: str, count: int = 1) -> str:
        """The template of a call of a mathematical function with `count` arguments."""
        return f"call {{r}} @{self.number.function(name)}({', '.join(['{r} {}'] * count)})"

    # ------------------------------------------------------------------ expressions

    def value(self, root: Node) -> int | str:
        """The value of `root`, emitting what is not there yet."""
        values = self.values
        stack = [root]
        while stack:
            x = stack[-1]
            if x in values:
                stack.pop()
                continue
            ready = len(stack)
            for a in operands(x):
                if a not in values:
                    stack.append(a)
            if len(stack) > ready:
                continue
            stack.pop()
            values[x] = self._operation(x)
        return values[root]

    def real(self, root: Node) -> int | str:
        """The value of `root` as a number (a condition gives 0 or 1)."""
        value = self.values.get(root)
        if value is None:
            value = self.value(root)
        if type(value) is int:
            return value if self.tape.kinds[value] != "b" else self.tape.emit("uitofp i1 {} to {r}", value)
        if value == "true":
            return self.number.constant(1.0)
        return self.number.constant(0.0) if value == "false" else value

    def condition(self, root: Node) -> int | str:
        """The value of `root` as a condition (a number above one half is true)."""
        value = self.value(root)
        if value in ("true", "false") or (isinstance(value, int) and self.tape.kinds[value] == "b"):
            return value
        return self.tape.emit("fcmp ogt {r} {}, 0.5", value, kind="b")

    def _operation(self, x: Node) -> int | str:
        op, emit = x.op, self.tape.emit
        template = _BINARY.get(op)
        if template is not None:
            return emit(template, self.real(x.args[0]), self.real(x.args[1]))
        if op == "const":
            return self.number.constant(x.args[0])
        if op in ("symbol", "der"):
            if x is TIME and x not in self.locations:
                return "%t"
            if x not in self.locations:
                raise MultibondError(f"'{text(x)}' is used by {self.name} before any step computes it")
            return self.tape.load(*self.locations[x])
        if op == "neg":
            return emit("fneg {r} {}", self.real(x.args[0]))
        if op == "pow":
            return self._power(self.real(x.args[0]), x.args[1])
        if op == "if":
            chosen = self.condition(x.args[0])
            a, b = self.real(x.args[1]), self.real(x.args[2])
            return emit("select i1 {}, {r} {}, {r} {}", chosen, a, b)
        if op in _RELATION:
            return emit(f"fcmp {_RELATION[op]} {{r}} {{}}, {{}}", *map(self.real, x.args), kind="b")
        if op in ("and", "or"):
            return emit(op + " i1 {}, {}", *map(self.condition, x.args), kind="b")
        if op == "not":
            return emit("xor i1 {}, true", self.condition(x.args[0]), kind="b")
        if op in ("true", "false"):
            return op
        if op in ("min", "max"):
            a, b = map(self.real, x.args)
            smaller = emit(f"fcmp {'ole' if op == 'min' else 'oge'} {{r}} {{}}, {{}}", a, b, kind="b")
            return emit("select i1 {}, {r} {}, {r} {}", smaller, a, b)
        a = self.real(x.args[0])
        if op == "table":
            name = self.module.table(x.args[1], x.args[2])
            return emit(f"call {{r}} @{self._own('table')}({{r}} {{}}, ptr {name}, i64 {len(x.args[1])})", a)
        if op == "sign":
            positive = emit("fcmp ogt {r} {}, 0.0", a, kind="b")
            negative = emit("fcmp olt {r} {}, 0.0", a, kind="b")
            zero = emit("fmul {r} {}, 0.0", a)  # keeps NaN
            lower = emit(f"select i1 {{}}, {{r}} {self.number.constant(-1.0)}, {{r}} {{}}", negative, zero)
            return emit(f"select i1 {{}}, {{r}} {self.number.constant(1.0)}, {{r}} {{}}", positive, lower)
        if op in ("sin", "cos") and x.args[0] in self.pairs:
            return self._sine_and_cosine(x, a)
        if op == "atan2":
            return emit(self._call("atan2", 2), a, self.real(x.args[1]))
        return emit(self._call(op), a)

    def _sine_and_cosine(self, x: Node, a: int | str) -> int:
        at = self.tape.reserve(2)
        both = self.number.function("sincos")
        self.tape.emit(f"call void @{both}({{r}} {{}}, ptr {{}}, ptr {{}})", a, ("w", at), ("w", at + 1), kind="")
        sine, cosine = self.tape.load("w", at), self.tape.load("w", at + 1)
        self.values[function("sin", x.args[0])] = sine
        self.values[function("cos", x.args[0])] = cosine
        return sine if x.op == "sin" else cosine

    def _power(self, base: int | str, exponent: Node) -> int | str:
        emit = self.tape.emit
        if exponent.op == "const":
            number = exponent.args[0]
            whole = int(abs(number)) if abs(number) <= 16 else -1
            if abs(number) in (whole, whole + 0.5):
                result: int | str | None = None
                if abs(number) != whole:
                    result = emit(self._call("sqrt"), base)
                square, rest = base, whole
                while rest:
                    if rest & 1:
                        result = square if result is None else emit("fmul {r} {}, {}", result, square)
                    rest >>= 1
                    if rest:
                        square = emit("fmul {r} {}, {}", square, square)
                assert result is not None
                return emit(f"fdiv {{r}} {self.number.constant(1.0)}, {{}}", result) if number < 0 else result
        return emit(self._call("pow", 2), base, self.real(exponent))

    # ------------------------------------------------------------------ steps

    def step(self, step: Step, number: int, warm: Callable[[SolveNonlinear], int]) -> None:
        """Emit one step; afterwards its targets have values. `warm` places the start values of nonlinear unknowns."""
        match step:
            case Assign(target=target, value=value):
                self.values[target] = self.value(value)
            case SolveLinear():
                self._linear(step, number)
            case SolveNonlinear():
                self._nonlinear(step, number, warm(step))

    def _linear(self, step: SolveLinear, number: int) -> None:
        tape, n = self.tape, len(step.unknowns)
        right = [self.real(b) for b in step.right]
        at = self.factored.get(step.matrix)
        if at is None:
            entries = [(row + column * n, self.real(a)) for row, column, a in step.matrix]
            at = self.factored[step.matrix] = tape.reserve(n * n + n)  # columns, then pivots
            tape.emit(f"call void @{self._own('clear')}(ptr {{}}, i64 {n * n})", ("w", at), kind="")
            for place, value in entries:
                tape.store(value, "w", at + place)
            factor = "factor_large" if n >= LARGE else "factor"
            tape.emit(
                f"call i32 @{self._own(factor)}(i64 {n}, ptr {{}}, ptr %c, i64 {number + 1})", ("w", at), kind="s"
            )
        solution = tape.reserve(n)
        for row, value in enumerate(right):
            tape.store(value, "w", solution + row)
        tape.emit(f"call void @{self._own('solve')}(i64 {n}, ptr {{}}, ptr {{}})", ("w", at), ("w", solution), kind="")
        for column, unknown in enumerate(step.unknowns):
            self.values[unknown] = tape.load("w", solution + column)

    def _nonlinear(self, step: SolveNonlinear, number: int, at: int) -> None:
        """`at`: places of n unknowns (kept for the next call), then n first guesses, then the room of the solver."""
        n = len(step.unknowns)
        roots = [*(a.value for a in step.inner), *step.residuals, *(entry for _, _, entry in step.jacobian)]
        changing: set[Node] = {*step.unknowns, *(a.target for a in step.inner)}
        outside: dict[Node, tuple[str, int]] = {u: ("x", k) for k, u in enumerate(step.unknowns)}
        literals: dict[Node, int | str] = {}
        order = topological(roots)
        for x in order:
            if x not in changing and any(a in changing for a in operands(x)):
                changing.add(x)
        wanted = {a for x in order if x in changing for a in operands(x)} | set(roots)
        for x in order:  # what does not change during the iteration is computed before it
            if x in wanted and x not in changing and x.op not in ("const", "true", "false") and x is not TIME:
                if self.locations.get(x, "?")[0] in "pm":
                    outside[x] = self.locations[x]
                    continue
                value = self.value(x)
                if isinstance(value, str):
                    literals[x] = value
                else:
                    outside[x] = ("w", self.tape.place(value)) if self.tape.kinds[value] == "d" else self._kept(value)
        inner = Emitter(
            self.module,
            Tape(self.tape.reserve, self.number),
            {**self.locations, **outside},
            f"{self.name}.block{number}",
        )
        inner.expect(x for x in order if x in changing)
        inner.values.update(literals)
        for x, where in outside.items():
            inner.values[x] = inner.tape.load(*where)
        for assign in step.inner:
            inner.values[assign.target] = inner.value(assign.value)
        inner.system(step)
        self.module.functions.append(inner.tape.text(inner.name))
        for column, unknown in enumerate(step.unknowns):
            shadow = self.shadows.get(unknown)
            if shadow is not None:
                self.tape.store(self.real(shadow), "w", at + column)
        newton = self._own(f"newton{'_beside' if step.laws else ''}{'_large' if n >= LARGE else ''}")
        self.tape.emit(
            f"call i32 @{newton}(ptr @{inner.name}, {{r}} %t, ptr %c, i64 {n}, ptr {{}}, i64 {number + 1})",
            ("w", at),
            kind="s",
        )
        for column, unknown in enumerate(step.unknowns):
            self.values[unknown] = self.tape.load("w", at + column)
        for assign in step.inner:
            self.values[assign.target] = self.value(assign.value)

    def system(self, step: SolveNonlinear) -> None:
        """Store the residuals of a step, then its matrix by columns."""
        tape, n = self.tape, len(step.unknowns)
        for row, residual in enumerate(step.residuals):
            tape.store(self.real(residual), "out", row)
        given = {(row, column): entry for row, column, entry in step.jacobian}
        if n >= LARGE:  # few entries of a large matrix are not zero
            tape.emit(f"call void @{self._own('clear')}(ptr {{}}, i64 {n * n})", ("out", n), kind="")
            places = sorted(given)
        else:
            places = [(row, column) for row in range(n) for column in range(n)]
        for row, column in places:
            entry = given.get((row, column))
            value = self.number.constant(0.0) if entry is None else self.real(entry)
            tape.store(value, "out", n + row + column * n)

    def _kept(self, condition: int) -> tuple[str, int]:
        number = self.tape.emit("uitofp i1 {} to {r}", condition)
        return "w", self.tape.place(number)
