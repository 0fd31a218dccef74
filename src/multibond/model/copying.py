"""Copies and pickles of components and models: what was written travels, what was compiled is made anew.

A model that is what its class builds travels as the class, by name, and what it was given. Any other travels with all
that it contains, unless another process cannot import the classes of its parts, such as the definitions of a model
file: then it travels as its description.
"""

from __future__ import annotations

import copy
import importlib.util
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..errors import ModelError, MultibondError

if TYPE_CHECKING:
    from .component import Component
    from .composite import Composite

REMADE = "as its class builds it"  # stands for functions that no other process finds


def state_of(component: Component) -> dict[str, Any]:
    """Everything that was written about a component."""
    state = dict(vars(component))
    if "declarations" in state:  # those of the class come with it
        known = type(component).declarations
        own = {name: value for name, value in state["declarations"].items() if known.get(name) is not value}
        state["declarations"] = own
    return state


def set_state(component: Component, state: dict[str, Any]) -> None:
    """Make a blank component what `state` says."""
    if "declarations" in state:
        state = {**state, "declarations": {**type(component).declarations, **state["declarations"]}}
    vars(component).update(state)


def deep_copy(component: Component, memory: dict[int, Any]) -> Component:
    """An independent component that says the same; a whole model may be written on."""
    other = object.__new__(type(component))
    memory[id(component)] = other
    set_state(other, copy.deepcopy(state_of(component), memory))
    if "_frozen" in vars(other):
        vars(other)["_frozen"] = False
    return other


def reduced(component: Component, protocol: Any) -> Any:
    """What pickle writes down."""
    from .composite import Composite

    if not isinstance(component, Composite) or component.parent is not None:
        return _whole(component, protocol)
    if "_made_by" in vars(component):  # from another model, by a function
        return vars(component)["_made_by"]
    if _as_its_class(component):
        _check_laws([component])
        return _built, (type(component), _given(component), vars(component)["_preset"])
    foreign = min((kind for kind in _kinds(component) if not _importable(kind)), key=_composite, default=None)
    if foreign is None and not any(_hidden_functions(part) for part in _parts(component)):
        return _whole(component, protocol)
    return _restored, (_description(component, foreign),)


def _whole(component: Component, protocol: Any) -> Any:
    made: Any = object.__reduce_ex__(component, max(2, int(protocol)))
    state = state_of(component)
    return made[0], made[1], {**state, "_demands": REMADE} if "_demands" in state else state


def _as_its_class(model: Composite) -> bool:
    """Whether the class of a model builds all that is in it."""
    from .composite import Composite

    kind = type(model)
    own = kind.build is not Composite.build and kind.__init__ is Composite.__init__
    return own and not vars(model)["_extended"] and _importable(kind)


def _given(model: Composite) -> dict[str, Any]:
    inside = vars(model)
    return {
        "title": inside["_title"], "description": inside["_description"], "n": inside["_own_n"],
        "domain": inside["_own_domain"], "look": model._own_look, **model.given,
    }  # fmt: skip


def _built(kind: type[Composite], given: dict[str, Any], preset: dict[str, Any]) -> Composite:
    model = kind(**given)
    model._set(preset=preset)
    return model


def built_again(model: Any) -> Composite:
    """Another model of the same class, in the same place, built anew."""
    other = _built(type(model), _given(model), {})
    other._set(parent=model.parent, name=vars(model)["_name"])
    other._ensure_built()
    return other


def _restored(text: str) -> Composite:
    from .file import loads

    return loads(text, "json")


def _description(model: Composite, foreign: type | None) -> str:
    """The text of a model; of its parts only composites can be written out, elements must be found by their names."""
    import json

    from .composite import Composite
    from .file import describe

    reason = "it is an element"
    if foreign is None or issubclass(foreign, Composite):
        try:
            return json.dumps(describe(model))
        except MultibondError as error:
            if foreign is None:
                _check_laws(_parts(model))
                raise
            reason = str(error)
    raise ModelError(
        f"the model cannot be sent to another process: {foreign.__qualname__} is not part of a module that can be "
        f"imported there, and cannot be written out either ({reason}); put the class into a module of its own",
        model.name,
    )


def _parts(model: Composite) -> Iterator[Component]:
    from .composite import Composite

    yield model
    for child in vars(model)["_children"].values():
        if isinstance(child, Composite):
            yield from _parts(child)
        else:
            yield child


def _kinds(model: Composite) -> set[type]:
    return {type(part) for part in _parts(model)}


def _composite(kind: type) -> bool:
    from .composite import Composite

    return issubclass(kind, Composite)


def _importable(thing: Any) -> bool:
    """Whether another process finds a class or function by its module and name."""
    module = sys.modules.get(thing.__module__)
    found: Any = module
    for part in thing.__qualname__.split("."):
        found = getattr(found, part, None)
    if found is not thing or module is None:
        return False
    try:
        return thing.__module__ == "__main__" or importlib.util.find_spec(thing.__module__) is not None
    except (ImportError, ValueError):
        return False


def _hidden_functions(part: Component) -> list[str]:
    """The names of laws that only this process knows."""
    return [
        name
        for name, value in part.given.items()
        if callable(value) and hasattr(value, "__qualname__") and not _importable(value)
    ]


def _check_laws(parts: Iterable[Component]) -> None:
    """Refuse laws that only this process knows."""
    for part in parts:
        for name in _hidden_functions(part):
            raise ModelError(
                f"the law '{name}' is a Python function that no other process can find; write it as text, such as "
                f"{name}='2*f', or as a function of a module",
                part.name,
            )
