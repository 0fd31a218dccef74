"""The model bank: bundled models, one per file, each a subclass of Model; and `load`, which opens any model.

Installed packages of components bring models of their own, called `package.model`.
"""

from __future__ import annotations

import importlib
import pkgutil
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import FileError, NameNotFound, nearest
from ..model.package import announced, load_package

if TYPE_CHECKING:
    from ..api import Model

SUFFIXES = (".yaml", ".yml", ".json")


def names() -> list[str]:
    """The names of the bundled models."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def bundled(name: str) -> type[Model]:
    """The class of a bundled model: the one Model defined in its file that carries the file's name."""
    from ..api import Model

    if "." in name:
        return _of_package(name)
    if not (name.isidentifier() and name[0] != "_" and find_spec(f"{__name__}.{name}")):
        beside = [name + ending for ending in SUFFIXES if len(name) < 200 and Path(name + ending).is_file()]
        hint = f"; the file here is called '{beside[0]}'" if beside else nearest(name, names(), 0.6)
        raise NameNotFound(f"there is no model '{name}' in the bank{hint}")
    module = importlib.import_module(f"{__name__}.{name}")
    wanted = name.replace("_", "").lower()
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, Model) and value.__name__.lower() == wanted:
            return value
    raise NameNotFound(f"the bank's file {name}.py defines no model of that name")


def _of_package(name: str) -> type[Model]:
    """The class of a model that an installed package brings along."""
    first = name.partition(".")[0]
    package = load_package(first)
    models = {} if package is None else package.models
    if name not in models:
        raise NameNotFound(f"there is no installed package '{first}' with a model '{name}'" + nearest(name, models))
    found: type[Model] = models[name]  # type: ignore[assignment]
    return found


def load(name: str, **parameters: Any) -> Model:
    """Open a model: a name in the bank, a model of an installed package (`package.model`), or the path of a model file
    (.yaml, .json). A file is never executed.

    `parameters` are given to a bundled model at construction.

    >>> load("rlc").title
    'rlc'
    """
    text = str(name)
    if text.lower().endswith(SUFFIXES):
        from ..model.file import load_file

        if parameters:
            raise FileError("a model file takes no parameters when opened; use simulate(parameters={…})", text)
        return load_file(Path(text))  # type: ignore[return-value]
    first, dot, _ = text.partition(".")
    if "/" in text or "\\" in text or (dot and first not in announced()):
        raise FileError(
            f"'{text}' is neither a model file ({', '.join(SUFFIXES)}) nor a name in the bank, nor a model of an "
            "installed package of components (package.model)"
        )
    return bundled(text)(title=text, **parameters)
