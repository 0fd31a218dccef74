"""Simpler graphs that say the same: fewer junctions, no bonds without power, equal elements as one."""

from __future__ import annotations

from collections.abc import Callable

from ..elements.element import Element
from ..elements.junction import J0, J1
from ..elements.source import Free, Wall
from ..elements.transducer import TF
from ..errors import ModelError, MultibondError
from ..graph.flat import graph_of
from ..graph.scope import Scopes
from ..model.bond import Bond
from ..model.composite import Composite
from .editing import Editing, is_bare
from .parallel import combine

Step = Callable[[Editing], bool]  # whether something was simplified


def simplify(model: Composite) -> Composite:
    """`model` without junctions that only let power through, bonds without power, and elements beside equal ones.

    Names of what is gone go too, unless an expression of the model uses them: that stays.

    >>> import multibond as mb
    >>> from multibond.transform import simplify, to_scalar
    >>> model = mb.load("crane_crab")
    >>> scalar = to_scalar(model)
    >>> len(scalar.bonds), len(simplify(scalar).bonds)
    (49, 28)
    """
    return _simplified(model, (_pass_through, _merge, _pass_units, _zeros, combine))


def remove_power_through(model: Composite) -> Composite:
    """`model` without junctions of two bonds, with neighbouring junctions of one kind as one, without unit ratios."""
    return _simplified(model, (_pass_through, _merge, _pass_units))


def remove_zero_bonds(model: Composite) -> Composite:
    """`model` without bonds on which there is never any power, and what is only at them."""
    return _simplified(model, (_zeros,))


def combine_parallel(model: Composite) -> Composite:
    """`model` with one element in the place of several of a kind that share their effort or flow."""
    return _simplified(model, (combine,))


def _simplified(model: Composite, steps: tuple[Step, ...]) -> Composite:
    if not isinstance(model, Composite):
        raise ModelError(f"a model is simplified, not {model!r}")
    new = _level(model, steps, frozenset())
    _forget_names(new)
    return new


def _level(model: Composite, steps: tuple[Step, ...], outside: frozenset[str]) -> Composite:
    level = Editing.of(model, outside)
    for name, child in level.children.items():
        if isinstance(child, Composite) and not is_bare(child):
            level.children[name] = _level(child, steps, level.inside(name))
    while any(step(level) for step in steps):
        continue
    return level.written()


def _forget_names(model: Composite) -> None:
    """Take out other names of what is gone."""
    graph = graph_of(model)
    scopes = Scopes(graph)
    for path, composite in graph.models.items():
        for name in list(composite._aliases):
            try:
                scopes.lookup(f"{path}.{name}" if path else name)
            except MultibondError:
                del composite._aliases[name]
    model._stages.made.clear()
    model._set(frozen=False)


def _junctions(level: Editing, kind: type[Element]) -> list[str]:
    return [name for name, child in level.children.items() if type(child) is kind and not level.is_exposed(name)]


def _through(level: Editing, name: str, first: int, second: int) -> Bond | None:
    """One bond in the place of two that meet at a component where effort and flow pass; None if they meet head on."""
    one, two = level.bonds[first], level.bonds[second]
    if one.head[0] != name:
        one, two = two, one
    if one.head[0] != name or two.tail[0] != name or one.tail[0] == two.head[0]:
        return None
    if not (one.directed and two.directed) or (one.label and two.label and f"bond{two.label}" in level.mentioned()):
        return None
    if one.stroke is not None and two.stroke is not None and one.stroke != two.stroke:
        return None
    stroke = two.stroke if one.stroke is None else one.stroke
    return Bond(one.tail, two.head, True, stroke, one.label or two.label)


def _pass_through(level: Editing) -> bool:
    """Take out junctions with two bonds."""
    done = False
    for kind in (J0, J1):
        for name in _junctions(level, kind):
            places = level.at(name)
            own = level.children[name]._own_domain is not None  # it may be the only one that says so
            joined = _through(level, name, *places) if len(places) == 2 and not own else None
            if joined is not None:
                level.remove(name, *places)
                level.bonds.append(joined)
                done = True
    return done


def _merge(level: Editing) -> bool:
    """Make one junction of two neighbouring ones of the same kind."""
    for index, bond in enumerate(level.bonds):
        tail, head = (level.children[end[0]] for end in (bond.tail, bond.head))
        same = type(tail) is type(head) and type(head) in (J0, J1) and tail.n == head.n
        keep, gone = bond.tail[0], bond.head[0]
        named = bool(bond.label) and f"bond{bond.label}" in level.mentioned()
        if not same or named or bond.stroke is not None or not bond.directed or level.is_exposed(gone):
            continue
        if sum({one.tail[0], one.head[0]} == {keep, gone} for one in level.bonds) > 1:
            continue
        if tail._own_domain != head._own_domain and head._own_domain is not None:
            continue
        del level.bonds[index]
        for k in level.at(gone):
            level.replace_end(k, gone, (keep, "a"))
        level.remove(gone)
        return True
    return False


def _pass_units(level: Editing) -> bool:
    """Take out transformers whose ratio is the number one by structure."""
    mentioned = level.mentioned()
    for name, child in list(level.children.items()):
        if type(child) is TF and child.n == 1 and child.given.get("M") == "1" and name not in mentioned:
            places = level.at(name)
            joined = None if level.is_exposed(name) else _through(level, name, *places)
            if joined is not None:
                level.remove(name, *places)
                level.bonds.append(joined)
                return True
    return False


# ------------------------------------------------------------ bonds without power
def _zeros(level: Editing) -> bool:
    """Take out a source of zero that adds nothing, or let what it makes zero reach the next element."""
    mentioned = level.mentioned()
    for name, child in list(level.children.items()):
        kind = _zero(child)
        if kind is None or level.is_exposed(name) or name in mentioned:
            continue
        (index,) = level.at(name)
        there = level.other(index, name)[0]
        beside = level.children[there]
        adds_nothing = type(beside) is (J1 if kind is Free else J0)
        if adds_nothing and len(level.at(there)) > 1 + (not level.is_exposed(there)):
            level.remove(name, index)
            return True
        same_zero = type(beside) is (J0 if kind is Free else J1) and not level.is_exposed(there)
        if same_zero and _spread(level, name, there, kind):
            return True
        if type(beside) is TF and beside.n == 1 and there not in mentioned and not level.is_exposed(there):
            _beyond(level, name, there, index)
            return True
    return False


def _zero(child: object) -> type[Element] | None:
    """Free or Wall, where a component of one bond is that."""
    return type(child) if isinstance(child, (Free, Wall)) and child.n == 1 else None


def _beyond(level: Editing, name: str, transformer: str, index: int) -> None:
    """A zero on one side of a transformer is a zero on the other."""
    (far,) = (k for k in level.at(transformer) if k != index)
    level.replace_end(far, transformer, (name, "a"))
    level.remove(transformer, index)


def _spread(level: Editing, name: str, junction: str, kind: type[Element]) -> bool:
    """All bonds of a junction have the zero of `name`: give those to two-ports and junctions a zero of their own."""
    others = [k for k in level.at(junction) if level.other(k, junction)[0] != name]
    ends = [level.children[level.other(k, junction)[0]] for k in others]
    passing = [k for k, end in zip(others, ends, strict=True) if isinstance(end, (J0, J1)) or type(end) is TF]
    if len(passing) < len(others) or any(level.bonds[k].label for k in others):
        return False
    for number, k in enumerate(passing):
        zero = name if number == 0 else _fresh(level, f"{name}_{number}")
        if number:
            level.children[zero] = kind(n=1)
        level.replace_end(k, junction, (zero, "a"))
    own = [k for k in level.at(name) if junction in (level.bonds[k].tail[0], level.bonds[k].head[0])]
    level.remove(junction, *own)
    return True


def _fresh(level: Editing, name: str) -> str:
    while name in level.children or name in level.old._known_names():
        name += "_"
    return name


__all__ = ["combine_parallel", "remove_power_through", "remove_zero_bonds", "simplify"]
