"""MODEL on the command line: a name in the bank, a model file, or file.py:NAME."""

from __future__ import annotations

import argparse
import ast
import importlib.util
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..api.verb import check_bonds
from ..equations.formulation import preset
from ..errors import FileError, ModelError, MultibondError, NameNotFound, nearest

if TYPE_CHECKING:
    from ..api import Model


def add_model(parser: argparse.ArgumentParser) -> None:
    """The positional argument MODEL."""
    parser.add_argument("model", metavar="MODEL", help="a name in the bank, a model file, or file.py:NAME")


def add_bonds(parser: argparse.ArgumentParser) -> None:
    """The option --bonds."""
    parser.add_argument("--bonds", metavar="KIND", default="vector",
                        help="vector, or scalar: transform the model to scalar bonds first")  # fmt: skip


def open_model(text: str, parameters: Mapping[str, Any] | None = None, bonds: str = "vector") -> Model:
    """The model that `text` means, with other values of `parameters` by path, transformed to these `bonds`.

    Only file.py:NAME executes what is in the file.
    """
    check_bonds(bonds)
    model = _opened(text)
    if parameters:
        preset(model, parameters)
    if bonds == "scalar":
        from ..transform import to_scalar

        model = cast("Model", to_scalar(model))
    return model


def _opened(text: str) -> Model:
    from ..bank import load

    path, colon, name = text.rpartition(":")
    if colon and path.endswith(".py"):
        return _from_python(Path(path), name)
    if text.endswith(".py"):
        listed = ", ".join(f"{text}:{defined}" for defined in _defined(Path(text)))
        raise FileError(f"say which function or class of {text} makes the model: {listed or text + ':NAME'}")
    return load(text)


def _from_python(path: Path, name: str) -> Model:
    """Execute the file and take the model, the model class, or the function that returns a model."""
    from ..api import Model

    defined = _defined(path)
    module = _executed(path)
    if not hasattr(module, name):
        raise NameNotFound(f"{path} defines no '{name}'" + nearest(name, defined))
    found: Any = getattr(module, name)
    if not isinstance(found, Model) and callable(found):
        found = _guarded(found, path)
    if not isinstance(found, Model):
        raise ModelError(
            f"{path}:{name} gives {type(found).__name__}, not a model; name a Model class or a function returning one"
        )
    return found


def _executed(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.resolve().parent))  # the file may import its neighbours
    try:
        _guarded(lambda: spec.loader.exec_module(module), path)
    finally:
        sys.path.pop(0)
    return module


def _guarded(call: Any, path: Path) -> Any:
    """What `call` returns; an error in the user's code names the file and the line."""
    try:
        return call()
    except (MultibondError, KeyboardInterrupt):
        raise
    except BaseException as error:  # SystemExit too: anything may happen in a user's file
        frames = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).name == path.name]
        line = f", line {frames[-1].lineno}" if frames else ""
        raise ModelError(f"the file fails{line}: {type(error).__name__}: {error}", str(path)) from error


def _defined(path: Path) -> list[str]:
    """The functions and classes that the file defines, found without executing it."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FileError(
            f"the file cannot be opened: {error.strerror or error}; check its name and folder", str(path)
        ) from None
    except (SyntaxError, ValueError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        raise FileError(f"this is not Python text{line}: {getattr(error, 'msg', error)}", str(path)) from None
    return [part.name for part in tree.body if isinstance(part, (ast.ClassDef, ast.FunctionDef))]


__all__ = ["add_bonds", "add_model", "open_model"]
