"""What is said of laws that users write: errors in them are errors of the model, at the path of their element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..elements.element import Element
from ..errors import ModelError, MultibondError, nearest
from ..expression import Node, leaves, name_of
from ..model.declare import Output, Variable

ROLES = ("storage", "dissipation", "source", "junction", "conserving", "sensor", "block", "constraint")


@contextmanager
def told_of(element: Element, path: str) -> Iterator[None]:
    """Errors raised inside concern the element at `path`; whatever the laws of a user raise is said in a sentence."""
    try:
        yield
    except MultibondError as error:
        if error.where is None:
            raise type(error)(str(error), path) from None
        raise
    except Exception as error:
        if not _is_own(element):
            raise
        kind = type(element).__name__
        if isinstance(error, AttributeError) and isinstance(error.obj, SimpleNamespace):
            hint = nearest(str(error.name), vars(error.obj))
            raise ModelError(
                f"the laws of {kind} ask for s.{error.name}, which it does not declare{hint}; declare it in the "
                f"class, as in {error.name} = mb.Parameter(1.0)",
                path,
            ) from error
        raise ModelError(
            f"the laws of {kind} fail: {str(error)[:200] or type(error).__name__}; its methods are called with "
            "symbols, not numbers, and yield pairs such as (s.e, s.R * s.f): see mb.Element",
            path,
        ) from error


def check_laws(element: Element, s: Any, residuals: Sequence[Node], path: str) -> None:
    """Refuse an element of a user with a role that there is not, or with too many or too few laws."""
    if not _is_own(element) or any(port.many for port in element.whole_ports.values()):
        return
    kind = type(element).__name__
    if element.role and element.role not in ROLES:
        raise ModelError(f"there is no role '{element.role}' of an element{nearest(element.role, ROLES)}", path)
    unknowns = {name: element.size(port.n) for name, port in element.whole_ports.items()}
    for name, declared in element.declarations.items():
        if isinstance(declared, (Variable, Output)):
            unknowns[name] = np.size(getattr(s, name))
    if len(residuals) != sum(unknowns.values()):
        counted = ", ".join(f"{count} of {name}" for name, count in unknowns.items())
        raise ModelError(
            f"{kind} has {len(residuals)} laws that say something, but {sum(unknowns.values())} are needed: {counted}; "
            "yield one pair for each component of a port and for each variable",
            path,
        )
    if element.role == "storage" and not any(x.op == "der" for x in leaves(*residuals)):
        raise ModelError(
            f"{kind} has the role 'storage', but no law of it has a derivative, so that it stores nothing; give it a "
            "variable with its rate, as in (mb.der(s.q), s.f), or the role 'dissipation' or 'source'",
            path,
        )


def _is_own(element: Element) -> bool:
    return type(element).__module__.partition(".")[0] != "multibond"


def written_as(variable: Any, path: str, size: int) -> list[str]:
    """What the components of a variable are called by the model at `path`; empty inside parts, whose names nobody wrote
    who uses them."""
    name = (
        "" if path else variable if isinstance(variable, str) else str(variable) if isinstance(variable, Node) else ""
    )
    return [name] if size == 1 else [name and f"{name}[{k}]" for k in range(size)]


def is_component(x: Node, path: str) -> bool:
    """Whether an expression has to do with one component of a vector of the element at `path`."""
    return any(name.startswith(f"{path}.") and name.endswith("]") for name in map(name_of, leaves(x)))


def cut_short(raw: Any) -> str:
    """What was written, cut to a length that fits into a message; a vector by its name."""
    stems = {str(x).partition("[")[0] for x in np.ravel(raw)} if isinstance(raw, np.ndarray) else set()
    text = stems.pop() if len(stems) == 1 else str(raw)
    return text if len(text) <= 60 else f"{text[:59]}…"


__all__ = ["check_laws", "cut_short", "is_component", "told_of", "written_as"]
