"""Mutants: the source with one small change each, and whether the tests notice.

    python tests/mutation/mutate.py equations/alias.py equations/index.py --count 50

Files are given as paths below src/multibond (default: all of equations/). `--count` draws so many mutants at random,
`--tests` names the tests that should notice (default: the fast ones of tests/equations), `--seconds` is the time after
which a mutant that runs in circles counts as noticed. What survives is printed with its line: a test is missing there,
or the change makes no difference. Needs fork, so Linux or macOS.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "multibond"
SLOW = ("test_names.py", "test_zero_coefficients.py")  # whole simulations

EXCHANGED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Div, ast.Div: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.And: ast.Or,
    ast.Or: ast.And,
}  # fmt: skip


def mutants(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Every node of a module that can be changed, with what takes its place."""
    for node in _code(tree):
        for changed in _changes(node):
            yield node, ast.copy_location(changed, node)


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that do something: no annotations, no texts, no messages of errors."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, (ast.Raise, ast.Assert, ast.JoinedStr)):
                yield child
                yield from _code(child)


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in EXCHANGED:
            yield ast.Compare(node.left, [EXCHANGED[type(op)]()], node.comparators)
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) if type(op) in EXCHANGED:
            changed = copy.copy(node)
            changed.op = EXCHANGED[type(op)]()
            yield changed
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Continue():
            yield ast.Break()
        case ast.IfExp():
            yield ast.IfExp(node.test, node.orelse, node.body)


class _Exchange(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST):
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else super().generic_visit(node)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from a changed tree."""

    def __init__(self, name: str, code: object):
        self.name, self.code = name, code

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def exec_module(self, module: object) -> None:
        exec(self.code, vars(module))


def survives(name: str, code: object, tests: list[str], seconds: float) -> bool:
    """Whether the tests pass with the module `name` made of `code`, in a process of its own."""
    child = os.fork()
    if not child:
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            import pytest

            sys.meta_path.insert(0, _Changed(name, code))
            status = pytest.main(["-x", "-q", "--tb=no", "-p", "no:cacheprovider", *tests])
        os._exit(min(int(status), 1))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def main() -> int:
    """Draw mutants, run the tests on each, print what survives."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", help="paths below src/multibond (default: equations/)")
    parser.add_argument("--count", type=int, default=0, help="how many to draw (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--seconds", type=float, default=60.0, help="longest time for one mutant")
    parser.add_argument("--tests", nargs="*", help="tests to run (default: the fast ones of tests/equations)")
    given = parser.parse_args()
    fast = sorted(p for p in (ROOT / "tests" / "equations").glob("test_*.py") if p.name not in SLOW)
    tests = given.tests or [str(path) for path in fast]
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
    import numpy  # noqa: F401  once, for all of the children
    import pytest  # noqa: F401
    import scipy.sparse  # noqa: F401

    places = [SOURCE / name for name in given.files] or sorted((SOURCE / "equations").glob("*.py"))
    drawn = []
    for path in places:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        drawn += [(path, tree, old, new) for old, new in mutants(tree)]
    total = len(drawn)
    if given.count:
        drawn = random.Random(given.seed).sample(drawn, min(given.count, total))
    alive = 0
    for path, tree, old, new in drawn:
        where = path.relative_to(SOURCE)
        module = ".".join(["multibond", *where.with_suffix("").parts])
        before, after = ast.unparse(old), ast.unparse(new)
        changed = ast.fix_missing_locations(_Exchange(old, new).visit(copy.copy(tree)))
        code = compile(changed, str(path), "exec")
        _Exchange(new, old).visit(tree)  # the tree as it was
        if survives(module, code, tests, given.seconds):
            alive += 1
            print(f"{where}:{getattr(old, 'lineno', '?')}: {before}  →  {after}", flush=True)
    print(f"{alive} of {len(drawn)} mutants survive ({total} in all)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
