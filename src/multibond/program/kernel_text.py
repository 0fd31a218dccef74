"""Translation of kernels to LLVM text: statements and whole modules."""

from __future__ import annotations

import ast

from .kernel import Kernel, unroll
from .kernel_expressions import Expressions
from .kernel_values import Value
from .machine_types import int32, integer, nothing


def module_text(entry: Kernel) -> str:
    """The LLVM module that holds `entry` and every kernel it calls."""
    waiting, done = [entry], {entry.symbol}
    functions: list[str] = []
    declared: set[tuple[str, int]] = set()
    while waiting:
        translation = _Translation(waiting.pop(), public=not functions)
        functions.append(translation.text())
        declared |= translation.declared
        for called in translation.called:
            if called.symbol not in done:
                done.add(called.symbol)
                waiting.append(called)
    number = entry.number.llvm
    declarations = [f"declare {number} @{name}({', '.join([number] * count)})" for name, count in sorted(declared)]
    return "\n".join(declarations + functions)


class _Translation(Expressions):
    def text(self) -> str:
        names, types, self.result = self.kernel.signature
        for name, type_ in zip(names, types, strict=True):
            self.store_local(name, Value(f"%{name}", type_), type_)
            if type_ is int32:
                raise self.error(self.kernel.tree, "parameters are integer, not int32")
        for statement in self.kernel.tree.body:
            self.statement(statement)
        if not self.closed:
            self.line("unreachable" if self.result is not nothing else "ret void")
        parameters = ", ".join(f"{self.written(t)} %{n}" for n, t in zip(names, types, strict=True))
        linkage = "" if self.public else "internal "
        body = "\n".join(["entry:", *self.stack, *self.lines])
        return f'define {linkage}{self.written(self.result)} @"{self.kernel.symbol}"({parameters}) {{\n{body}\n}}'

    # ------------------------------------------------------------------ statements

    def statement(self, s: ast.stmt) -> None:
        if self.closed:
            return
        match s:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=call):
                self.value(call)
            case ast.Assign(targets=[target], value=value):
                self.assign(target, self.value(value))
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                type_ = self.type_of(annotation)
                assert value is not None
                self.store_local(name, self.convert(self.value(value), type_), type_)
            case ast.AugAssign(target=target, op=op, value=value):
                load = ast.copy_location(ast.BinOp(_loaded(target), op, value), s)
                self.assign(target, self.value(load))
            case ast.Return(value=None):
                self.jump("ret void")
            case ast.Return(value=ast.expr() as value):
                result = self.convert(self.value(value), self.result)
                self.jump(f"ret {self.written(self.result)} {result.text}")
            case ast.If():
                self.branch(s)
            case ast.While(test=test, body=body):
                self.loop(test, body, None)
            case ast.For():
                self.count_loop(s)
            case ast.Break():
                self.jump(f"br label %{self.loops[-1][1]}")
            case ast.Continue():
                self.jump(f"br label %{self.loops[-1][0]}")
            case _:
                raise self.error(s, f"a kernel has no {type(s).__name__}")

    def assign(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self.store_local(name, value)
            case ast.Subscript():
                at, element = self.place(target)
                self.line(f"store {self.written(element)} {self.convert(value, element).text}, ptr {at}")
            case _:
                raise self.error(target, "assign to a name or an element")

    def branch(self, s: ast.If) -> None:
        known, constant = self.constant(s.test)
        if known:
            for inner in s.body if constant else s.orelse:
                self.statement(inner)
            return
        yes, no, after = self.label(), self.label(), self.label()
        condition = self.condition(s.test)
        self.jump(f"br i1 {condition}, label %{yes}, label %{no if s.orelse else after}")
        self.start(yes)
        for inner in s.body:
            self.statement(inner)
        self.jump(f"br label %{after}")
        if s.orelse:
            self.start(no)
            for inner in s.orelse:
                self.statement(inner)
            self.jump(f"br label %{after}")
        self.start(after)

    def loop(self, test: ast.expr, body: list[ast.stmt], step: ast.stmt | None) -> None:
        head, inside, following, after = self.label(), self.label(), self.label(), self.label()
        self.start(head)
        self.jump(f"br i1 {self.condition(test)}, label %{inside}, label %{after}")
        self.start(inside)
        self.loops.append((following, after))
        for inner in body:
            self.statement(inner)
        self.loops.pop()
        self.start(following)
        if step is not None:
            self.statement(step)
        self.jump(f"br label %{head}")
        self.start(after)

    def count_loop(self, s: ast.For) -> None:
        if not (isinstance(s.target, ast.Name) and isinstance(s.iter, ast.Call) and isinstance(s.iter.func, ast.Name)):
            raise self.error(s, "loops run over range(...) or unroll(...)")
        name, arguments = s.target.id, s.iter.args
        if self.scope.get(s.iter.func.id) is unroll:
            for index in range(*[self.constant(a)[1] for a in arguments]):
                self.constants[name] = index
                for inner in s.body:
                    self.statement(inner)
            self.constants.pop(name, None)
            return
        start: ast.expr = ast.Constant(0) if len(arguments) == 1 else arguments[0]
        stop = arguments[0] if len(arguments) == 1 else arguments[1]
        step = self.constant(arguments[2])[1] if len(arguments) == 3 else 1
        self.count += 1
        limit = f"{name}.stop{self.count}"  # as in Python, the limit is computed once
        self.store_local(limit, self.value(stop), integer)
        self.store_local(name, self.value(start), integer)
        here = ast.Name(name, ast.Load())
        compare = ast.Compare(here, [ast.Lt() if step > 0 else ast.Gt()], [ast.Name(limit, ast.Load())])
        advance = ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), ast.Constant(step))
        self.loop(compare, s.body, advance)


def _loaded(target: ast.expr) -> ast.expr:
    match target:
        case ast.Name(id=name):
            return ast.Name(name, ast.Load())
        case ast.Subscript(value=value, slice=index):
            return ast.Subscript(value, index, ast.Load())
    return target
