"""Elements whose components do not depend on each other: n elements of the same kind take their place.

That they may is proved, not declared: the laws, start values, limits and causal demands of the n elements, with the
same variables, must be the same expressions as those of the one. So it holds for elements of users too.
"""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..elements.element import Element
from ..errors import MultibondError
from ..expression import ZERO, node, nodes, sub
from ..graph.parameter import expanded
from ..model.declare import Input, Law, Option, Parameter, Variable
from .rewriting import End, Level
from .taken_apart import law_parts


class Coupled(Exception):
    """The components of an element depend on each other."""


def separated(level: Level, name: str, element: Element) -> dict[str, list[End]] | None:
    """Put scalar elements in the place of `element`; where its ports are now, or None if its components are coupled."""
    sizes = {element.size(port.n) for port in element.whole_ports.values()}
    if len(sizes) != 1 or any(port.many for port in element.whole_ports.values()):
        return None
    n = sizes.pop()
    try:
        if not _proved(level, name, element, n):
            return None
    except (Coupled, MultibondError, ValueError, IndexError, TypeError, KeyError, AttributeError):
        return None  # what cannot be taken apart stays whole
    parts = []
    for i in range(n):
        part = level.fresh(f"{name}_{i}")
        level.new.add(part, level.twin(element, 1, {}))
        parts.append(part)
    for key in element.declarations:
        _share_out(level, element, key, parts)
    ports = element.whole_ports
    for port in ports:
        for letter in "ef":
            stem = name if len(ports) == 1 and letter not in element.declarations else f"{name}.{port}"
            level.alias(f"{stem}.{letter}", [f"{p}{stem.removeprefix(name)}.{letter}" for p in parts])
            if stem == name:
                level.alias(f"{name}.{port}.{letter}", [f"{p}.{letter}" for p in parts])
    return {port: [(part, port) for part in parts] for port in ports}


def _share_out(level: Level, element: Element, key: str, parts: list[str]) -> None:
    """Give the scalar elements what the one was given under `key`, and keep its names."""
    declared, children = element.declarations[key], [level.new._children[part] for part in parts]
    given = key in element.given or level.at(f"{element.name}.{key}") in level.whole.scopes.overrides
    if isinstance(declared, Parameter):
        if not given:
            if level.raw(element, key) is not None:
                level.alias(f"{element.name}.{key}", [f"{part}.{key}" for part in parts])
            return
        natural = level.values(element, key)
        if natural.ndim == 2:
            level.shape_by(element, key)
        for child, value in zip(children, level.share(element, key, parts, natural), strict=True):
            child.given[key] = value
    elif isinstance(declared, (Variable, Input)):
        level.alias(f"{element.name}.{key}", [f"{part}.{key}" for part in parts])
        if given:
            found = level.values(element, key)
            for i, child in enumerate(children):
                child.given[key] = found[i] if found.ndim else found.item()
    elif isinstance(declared, Law) and element.given.get(key) is not None:
        found_laws = law_parts(element, declared, element.given[key], len(parts), level.whole.scopes,
                               level.at(element.name))  # fmt: skip
        assert found_laws is not None
        for child, law in zip(children, found_laws, strict=True):
            child.given[key] = law
    elif isinstance(declared, Option) and given and key not in {port.n for port in element.whole_ports.values()}:
        for child in children:
            child.given[key] = element.given[key]


# ------------------------------------------------------------ the proof
def _proved(level: Level, name: str, element: Element, n: int) -> bool:
    """Whether n scalar elements say together exactly what the one says."""
    s = level.whole.scopes.locals[level.at(name)]
    whole = _said(element, s, 0, range(n))
    parts: Counter[Any] = Counter()
    for i in range(n):
        part = level.twin(element, 1, {k: v for k, v in element.given.items() if _is_kept(element, k)})
        parts += _said(part, _slice(level, element, part, s, i), i, range(1))
    return whole == parts


def _is_kept(element: Element, name: str) -> bool:
    """Whether a value goes to the scalar elements too; options that say how wide ports are do not."""
    return name not in {port.n for port in element.whole_ports.values()}


def _said(element: Element, s: Any, shift: int, width: range) -> Counter[Any]:
    """All that an element says, as things that can be counted."""
    found: Counter[Any] = Counter()
    for left, right in element.equations(s):
        left, right = np.ravel(nodes(left)), np.ravel(nodes(right))
        pairs = zip(left, np.repeat(right, len(left)) if len(right) == 1 else right, strict=True)
        found.update(("law", x) for x in (sub(a, b) for a, b in pairs) if x is not ZERO)
    for variable, value, given in element.initial(s):
        found.update(("start", *pair, given) for pair in zip(np.ravel(nodes(variable)), np.ravel(nodes(value))))
    for variable, size in element.nominal(s):
        found.update(("size", *pair) for pair in zip(np.ravel(nodes(variable)), np.ravel(nodes(size))))
    kinds = ("limit", element.limits(s)), ("start limit", element.start_limits(s)), ("doubt", element.doubtful(s))
    for kind, limits in kinds:
        found.update((kind, x, meaning) for bound, meaning in limits for x in np.ravel(nodes(bound)))
    for pair in element.pairs(s):
        found[("pair", *(_plain(value) for value in vars(pair).values()))] += 1
    for cell in element.cells(s, len(element.whole_ports)):
        ends = tuple(sorted((place, i + shift) for place, i in cell.ends))
        found[("cell", cell.kind, ends, cell.count, frozenset((place, i + shift) for place, i in cell.dual))] += 1
    if element.stored(s) is not None:
        found.update(("stored", i + shift) for i in width)
    return found


def _plain(value: Any) -> Any:
    """What a set-valued law holds, as something that can be counted."""
    if isinstance(value, (tuple, list, np.ndarray)):
        return tuple(map(_plain, value))
    return value if value is None or isinstance(value, str) else node(value)


def _slice(level: Level, element: Element, part: Element, s: Any, i: int) -> SimpleNamespace:
    """What component `i` of an element sees, in the names of the whole."""
    seen = SimpleNamespace(n=1, time=s.time, active=s.active, bonds=[])
    for port, view in zip(element.whole_ports, s.bonds, strict=True):
        own = SimpleNamespace(e=view.e[i : i + 1], f=view.f[i : i + 1], sign=view.sign)
        seen.bonds.append(own)
        setattr(seen, port, own)
        if len(element.whole_ports) == 1:
            seen.e, seen.f = own.e, own.f
    for name, declared in element.declarations.items():
        if isinstance(declared, Parameter):
            natural = level.whole.scopes.parameter(level.at(element.name), name)
            setattr(seen, name, expanded(part, declared, _component(natural, declared, i)))
        elif isinstance(declared, Law):
            setattr(seen, name, _law(level, element, declared, s, i))
        elif isinstance(declared, (Variable, Input)):
            if declared.shape != "n":
                raise Coupled
            setattr(seen, name, getattr(s, name)[i : i + 1])
        elif isinstance(declared, Option):
            setattr(seen, name, part.option(name))
    return seen


def _component(natural: Any, declared: Parameter, i: int) -> Any:
    array = np.asarray(natural, dtype=object)
    if natural is None or array.ndim == 0:
        return natural
    if array.ndim == 2 and (array.shape[0] != array.shape[1] or declared.shape == ""):
        raise Coupled
    return array[i] if array.ndim == 1 else array[i, i]


def _law(level: Level, element: Element, declared: Law, s: Any, i: int) -> Any:
    """The law of one component, as a function; its variables are those of the whole."""
    whole = getattr(s, declared.name)
    if whole is None:
        return None
    n, path = len(getattr(s, declared.variables[0])), level.at(element.name)
    if law_parts(element, declared, element.given[declared.name], n, level.whole.scopes, path) is None:
        raise Coupled

    def component(*values: Any) -> Any:
        found = np.asarray(whole(*(getattr(s, name) for name in declared.variables)), dtype=object)
        return np.array([node(found[i])], dtype=object)

    return component


__all__ = ["separated"]
