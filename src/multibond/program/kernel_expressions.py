"""Expressions of the kernel language as LLVM text. Locals live on the stack; LLVM moves them to registers."""

from __future__ import annotations

import ast
import operator
from typing import Any

import numpy as np

from ..errors import MultibondError
from .kernel import Kernel
from .kernel_values import Value, literal
from .machine_types import Type, boolean, int32, integer, nothing, real
from .number import Bound

_FUNCTIONS = ("sqrt", "fabs", "abs", "floor", "sin", "cos", "exp", "log", "pow", "atan2", "copysign")
_RELATIONS = {ast.Lt: ("slt", "olt"), ast.LtE: ("sle", "ole"), ast.Gt: ("sgt", "ogt"), ast.GtE: ("sge", "oge"),
              ast.Eq: ("eq", "oeq"), ast.NotEq: ("ne", "une")}  # fmt: skip
_FOLD: dict[type, Any] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.USub: operator.neg,
    ast.Not: operator.not_, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq, ast.NotEq: operator.ne,
}  # fmt: skip
# Sums of products may become fused multiply-adds, and the sign of zero does not matter in loops.
_FAST = "contract nsz"
_ARITHMETIC = {ast.Add: ("add", f"fadd {_FAST}"), ast.Sub: ("sub", f"fsub {_FAST}"), ast.Mult: ("mul", f"fmul {_FAST}")}


class Expressions:
    """What is known of a kernel while its text is written: lines, locals, constants, and the functions it calls."""

    def __init__(self, kernel: Kernel, public: bool):
        self.kernel, self.public = kernel, public
        self.number = kernel.number
        self.scope = kernel.scope
        self.lines: list[str] = []
        self.stack: list[str] = []  # allocations, all in the first block
        self.locals: dict[str, tuple[str, Type]] = {}
        self.constants: dict[str, Any] = {}  # loop variables of unrolled loops
        self.loops: list[tuple[str, str]] = []  # labels to continue and to break
        self.called: list[Kernel] = []
        self.declared: set[tuple[str, int]] = set()
        self.count = 0
        self.closed = False  # the current block has ended with a jump

    # ------------------------------------------------------------------ text

    def error(self, where: Any, why: str) -> MultibondError:
        return MultibondError(f"kernel {self.kernel.name}, line {getattr(where, 'lineno', '?')}: {why}")

    def written(self, type_: Type) -> str:
        return type_.llvm(self.number)

    def line(self, text: str) -> None:
        self.lines.append("  " + text)

    def emit(self, operation: str, type_: Type) -> Value:
        self.count += 1
        self.line(f"%.{self.count} = {operation}")
        return Value(f"%.{self.count}", type_)

    def label(self) -> str:
        self.count += 1
        return f"L{self.count}"

    def start(self, label: str) -> None:
        if not self.closed:
            self.line(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.closed = False

    def jump(self, text: str) -> None:
        if not self.closed:
            self.line(text)
        self.closed = True

    def store_local(self, name: str, value: Value, type_: Type | None = None) -> None:
        if name not in self.locals:
            type_ = type_ or (integer if value.type is int32 else value.type)
            self.stack.append(f"  %{name}.at = alloca {self.written(type_)}")
            self.locals[name] = (f"%{name}.at", type_)
        at, declared = self.locals[name]
        self.line(f"store {self.written(declared)} {self.convert(value, declared).text}, ptr {at}")

    def convert(self, value: Value, to: Type) -> Value:
        if value.type == to or (value.type.is_pointer and to.is_pointer):
            return Value(value.text, to)
        match value.type.name, to.name:
            case "integer", "real":
                if value.constant is not None:
                    return literal(float(value.constant), self.number)
                return self.emit(f"sitofp i64 {value.text} to {self.number.llvm}", real)
            case "real", "integer":
                return self.emit(f"fptosi {self.number.llvm} {value.text} to i64", integer)
            case "integer", "int32":
                return self.emit(f"trunc i64 {value.text} to i32", int32)
            case "int32", "integer":
                return self.emit(f"sext i32 {value.text} to i64", integer)
            case "boolean", "integer":
                return self.emit(f"zext i1 {value.text} to i64", integer)
            case "integer", "boolean":
                return self.emit(f"icmp ne i64 {value.text}, 0", boolean)
        raise self.error(None, f"a {value.type.name} cannot become a {to.name}")

    # ------------------------------------------------------------------ expressions

    def type_of(self, annotation: ast.expr) -> Type:
        return eval(compile(ast.Expression(annotation), "kernel", "eval"), self.scope)

    def constant(self, e: ast.expr) -> tuple[bool, Any]:
        """(True, value) if `e` is known at compile time."""
        match e:
            case ast.Constant(value=value):
                return True, value
            case ast.Name(id=name):
                if name in self.constants:
                    return True, self.constants[name]
                found = None if name in self.locals else self.scope.get(name)
                if isinstance(found, Bound):
                    return True, found.of(self.number)
                return (True, found) if isinstance(found, (bool, int, float, tuple, np.ndarray)) else (False, None)
            case ast.Attribute(value=ast.Name(id=module), attr=name):  # a constant of a module
                found = getattr(self.scope.get(module), name, None)
                return (True, found) if isinstance(found, (bool, int, float, tuple)) else (False, None)
            case ast.Subscript(value=value, slice=index):
                pair = self.constant(value), self.constant(index)
                return (True, pair[0][1][pair[1][1]]) if pair[0][0] and pair[1][0] else (False, None)
            case ast.UnaryOp(operand=a):
                parts = [a]
            case ast.BinOp(left=a, right=b) | ast.Compare(left=a, comparators=[b]):
                parts = [a, b]
            case _:
                return False, None
        values = [self.constant(part) for part in parts]
        if not all(known for known, _ in values):
            return False, None
        numbers = [value for _, value in values]
        operation = e.ops[0] if isinstance(e, ast.Compare) else e.op
        return True, _FOLD[type(operation)](*numbers)

    def condition(self, e: ast.expr) -> str:
        return self.convert(self.value(e), boolean).text

    def place(self, e: ast.Subscript) -> tuple[str, Type]:
        base = self.value(e.value)
        if base.type.element is None:
            raise self.error(e, f"a {base.type.name} has no elements")
        index = self.convert(self.value(e.slice), integer)
        at = self.emit(
            f"getelementptr inbounds {self.written(base.type.element)}, ptr {base.text}, i64 {index.text}", base.type
        )
        return at.text, base.type.element

    def value(self, e: ast.expr) -> Value:
        known, constant = self.constant(e)
        if known:
            return literal(constant, self.number)
        match e:
            case ast.Name(id=name):
                if name not in self.locals:
                    raise self.error(e, f"unknown name {name}")
                at, type_ = self.locals[name]
                return self.emit(f"load {self.written(type_)}, ptr {at}", type_)
            case ast.Subscript():
                place, element = self.place(e)
                loaded = self.emit(f"load {self.written(element)}, ptr {place}", element)
                return self.convert(loaded, integer) if element is int32 else loaded
            case ast.UnaryOp(op=ast.USub(), operand=a):
                inner = self.value(a)
                if inner.type is real:
                    return self.emit(f"fneg {self.number.llvm} {inner.text}", real)
                return self.emit(f"sub i64 0, {inner.text}", integer)
            case ast.UnaryOp(op=ast.Not(), operand=a):
                return self.emit(f"xor i1 {self.condition(a)}, true", boolean)
            case ast.BinOp(left=a, op=op, right=b):
                return self.arithmetic(e, op, self.value(a), self.value(b))
            case ast.Compare(left=a, ops=[op], comparators=[b]):
                left, right = self.value(a), self.value(b)
                whole = left.type is not real and right.type is not real
                name = _RELATIONS[type(op)][0 if whole else 1]
                to = (left.type if left.type.is_pointer else integer) if whole else real
                left, right = self.convert(left, to), self.convert(right, to)
                return self.emit(
                    f"{'icmp' if whole else 'fcmp'} {name} {self.written(to)} {left.text}, {right.text}", boolean
                )
            case ast.BoolOp(op=op, values=values):
                return self.short_circuit(isinstance(op, ast.And), values)
            case ast.IfExp(test=test, body=a, orelse=b):
                chosen = self.condition(test)
                left, right = self.value(a), self.value(b)
                to = real if real in (left.type, right.type) else left.type
                left, right = self.convert(left, to), self.convert(right, to)
                return self.emit(
                    f"select i1 {chosen}, {self.written(to)} {left.text}, {self.written(to)} {right.text}", to
                )
            case ast.Call():
                return self.call(e)
        raise self.error(e, f"a kernel has no {type(e).__name__}")

    def arithmetic(self, e: ast.expr, op: ast.operator, a: Value, b: Value) -> Value:
        if a.type.element is not None:  # a pointer moves by whole elements
            index = self.convert(b, integer).text
            if isinstance(op, ast.Sub):
                index = self.emit(f"sub i64 0, {index}", integer).text
            return self.emit(
                f"getelementptr inbounds {self.written(a.type.element)}, ptr {a.text}, i64 {index}", a.type
            )
        whole = a.type is not real and b.type is not real
        if isinstance(op, ast.Div):
            return self.emit(
                f"fdiv {self.number.llvm} {self.convert(a, real).text}, {self.convert(b, real).text}", real
            )
        if isinstance(op, (ast.FloorDiv, ast.Mod)) and whole:  # for non-negative numbers
            return self.emit(f"{'sdiv' if isinstance(op, ast.FloorDiv) else 'srem'} i64 {a.text}, {b.text}", integer)
        if isinstance(op, ast.Pow):
            base, exponent = self.convert(a, real).text, self.convert(b, real).text
            number, power = self.number.llvm, self.number.function("pow")
            self.declared.add((power, 2))
            return self.emit(f"call {number} @{power}({number} {base}, {number} {exponent})", real)
        if type(op) not in _ARITHMETIC:
            raise self.error(e, f"a kernel has no {type(op).__name__} here")
        to, name = (integer, _ARITHMETIC[type(op)][0]) if whole else (real, _ARITHMETIC[type(op)][1])
        return self.emit(f"{name} {self.written(to)} {self.convert(a, to).text}, {self.convert(b, to).text}", to)

    def short_circuit(self, conjunction: bool, values: list[ast.expr]) -> Value:
        self.count += 1
        name = f"logic{self.count}"
        after = self.label()
        for position, part in enumerate(values):
            condition = self.condition(part)
            self.store_local(name, Value(condition, boolean), boolean)
            if position + 1 < len(values):
                following = self.label()
                yes, no = (following, after) if conjunction else (after, following)
                self.jump(f"br i1 {condition}, label %{yes}, label %{no}")
                self.start(following)
        self.start(after)
        return self.emit(f"load i1, ptr {self.locals[name][0]}", boolean)

    def call(self, e: ast.Call) -> Value:
        found: Any = None
        if isinstance(e.func, ast.Name) and e.func.id not in self.locals:
            found = self.scope.get(e.func.id)
            if isinstance(found, Type):  # a conversion, such as reals(context[W])
                return self.convert(self.value(e.args[0]), found)
            if isinstance(found, Kernel):
                found = found.of(self.number)
                self.called.append(found)
                _, types, result = found.signature
                return self.invoke(f'@"{found.symbol}"', e, types, result)
            name = e.func.id
            if name in ("min", "max"):
                a, b = (self.value(x) for x in e.args)
                relation = ast.Lt if name == "min" else ast.Gt
                whole = a.type is not real and b.type is not real
                to = integer if whole else real
                a, b = self.convert(a, to), self.convert(b, to)
                compare = f"{'icmp' if whole else 'fcmp'} {_RELATIONS[relation][0 if whole else 1]}"
                chosen = self.emit(f"{compare} {self.written(to)} {a.text}, {b.text}", boolean)
                return self.emit(
                    f"select i1 {chosen.text}, {self.written(to)} {a.text}, {self.written(to)} {b.text}", to
                )
            if name in _FUNCTIONS:
                target = self.number.function(name)
                self.declared.add((target, len(e.args)))
                return self.invoke(f"@{target}", e, (real,) * len(e.args), real)
            raise self.error(e, f"unknown function {name}")
        pointed = self.value(e.func)
        if pointed.type.result is None:
            raise self.error(e, "this is not a function")
        return self.invoke(pointed.text, e, pointed.type.arguments, pointed.type.result)

    def invoke(self, target: str, e: ast.Call, types: tuple[Type, ...], result: Type) -> Value:
        if len(e.args) != len(types):
            raise self.error(e, f"{len(types)} arguments expected, {len(e.args)} given")
        values = [self.convert(self.value(a), t) for a, t in zip(e.args, types, strict=True)]
        arguments = ", ".join(f"{self.written(v.type)} {v.text}" for v in values)
        if result is nothing:
            self.line(f"call void {target}({arguments})")
            return Value("", nothing)
        returned = self.emit(f"call {self.written(result)} {target}({arguments})", result)
        return self.convert(returned, integer) if result is int32 else returned
