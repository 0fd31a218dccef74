"""Components: what every element and every composite has in common."""

from __future__ import annotations

import inspect
import keyword
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..argument import spelled
from ..errors import AttributeNotFound, ModelError, MultibondError, NameNotFound, nearest
from ..expression import symbol
from . import former
from .declare import Declaration, Input, Law, Option, Parameter, Port, Variable
from .inside import is_entered
from .option import check_given

if TYPE_CHECKING:
    from .composite import Composite


ORDINARY = (float, str, bool)  # kinds of values that no first look can refuse
MOST_COMPONENTS = 20_000  # side by side in one composite
MOST_OUTPUTS = 50_000  # of one model
MEANT = ("time", "der", "pi", "inf")  # names that mean something in expressions


class Component:
    """A part of a model with ports, parameters and signals; see its subclasses.

    `n` is the cardinality of its bonds (default: that of the enclosing model), `domain` the physical domain
    (default: found from what it is bonded to). Parameters may be numbers, lists, texts with units (``"2.5 mm"``),
    or expressions of the enclosing model's parameters and signals. `look` says what it looks like in animations:
    colour, transparency, size, a mesh (docs/animation.md); that of a model holds for all its parts.
    """

    declarations: ClassVar[dict[str, Declaration]] = {}
    _declared_ports: ClassVar[dict[str, Port]] = {}
    summary: ClassVar[str] = ""  # the first paragraph of the docstring
    symbol: ClassVar[str] = ""  # what the drawing shows
    role: ClassVar[str] = ""  # storage, dissipation, source, junction, conserving, sensor, block, constraint
    icon: ClassVar[Any] = None  # a method of the class that draws it: icon(self, look) gives a `multibond.look.Icon`
    modulable: ClassVar[bool] = True  # its symbol gets an M where a signal modulates it
    hangs: ClassVar[str] = ""  # "up" or "down": the side of its junction on which it is usually drawn
    splits: ClassVar[bool] = False  # whether the components of its ports may be bonded one by one
    _split: bool = False  # whether they are

    # which of its parameters is below another, such as ("lower", "<=", "upper")
    ordered: ClassVar[tuple[tuple[str, str, str], ...]] = ()

    # what a class cannot declare: keywords of its constructor and keys of components in files, with their meaning
    reserved: ClassVar[dict[str, str]] = {
        "n": "the cardinality of its bonds", "domain": "its physical domain", "type": "its class in files",
        "look": "what it looks like in animations", "model": "a model written in place in files",
    }  # fmt: skip

    def __init_subclass__(cls, declared: Mapping[str, Declaration] | None = None, **kwargs: Any) -> None:
        """Take what the class declares out of its attributes, or out of `declared` where names may be any."""
        super().__init_subclass__(**kwargs)
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Declaration)}
        for name in own:
            delattr(cls, name)  # instances answer through __getattr__
        own.update(declared or {})
        for name in own:
            check_name(name)
            if name in cls.reserved:
                raise ModelError(
                    f"'{name}' cannot be declared by {cls.__name__}: it means {cls.reserved[name]}; call it otherwise"
                )
        cls.declarations = {**cls.declarations, **{name: value.named(name) for name, value in own.items()}}
        cls._declared_ports = {k: d for k, d in cls.declarations.items() if isinstance(d, Port)}
        cls.__signature__ = _signature(cls.declarations)  # type: ignore[attr-defined]
        cls.summary = inspect.cleandoc(vars(cls).get("__doc__") or "").split("\n\n")[0].replace("\n", " ")
        if not cls.__name__.startswith("_"):
            cls.__doc__ = _documented(cls)

    _given: dict[str, Any]  # these are set by `_set`, for assignment to a component is refused
    _absent: ClassVar[Mapping[str, str]] = {}  # parameters that one may look for here: why there are none, what to do
    _own_n: int | None
    _own_domain: str | None
    _own_look: dict[str, Any] | None = None
    _parent: Composite | None
    _name: str | None
    _building: bool

    def __init__(self, *values: Any, n: int | None = None, domain: str | None = None, look: Any = None, **given: Any):
        settable = self.settable()
        if len(values) > len(settable):
            named = f" ({', '.join(settable)})" if settable else ""
            kind = type(self).__name__
            raise ModelError(
                f"{kind} takes at most {len(settable)} values{named}, not {len(values)}; a vector is a list"
            )
        given = former.renamed(self, given)
        for name, value in former.positional(type(self), values, list(settable)):
            if name in given:
                raise ModelError(f"'{name}' of {type(self).__name__} is given twice")
            given[name] = value
        for name, value in given.items():
            if name not in settable:
                why = (
                    f": {self._absent[name]}"
                    if name in self._absent
                    else nearest(name, [*settable, "n", "domain", "look"])
                )
                raise NameNotFound(f"{type(self).__name__} has no parameter '{name}'{why}")
            if type(value) not in ORDINARY:
                check_given(f"'{name}' of {type(self).__name__}", value, isinstance(settable[name], Option))
        if n is not None and not (isinstance(n, (int, np.integer)) and not isinstance(n, bool) and 1 <= n <= 10_000):
            raise ModelError(
                f"the cardinality n of {type(self).__name__} must be a whole number from 1 to 10000, not {n!r}"
            )
        if domain is not None:
            from .domain import domain as find

            domain = find(domain).name
        n = None if n is None else int(n)  # numbers of numpy have no place in files
        self._set(given=given, own_n=n, own_domain=domain, parent=None, name=None, building=False)
        if look is not None:
            from .appearance import check_look

            self._set(own_look=check_look(look, type(self).__name__))

    def _set(self, **values: Any) -> None:
        own = self.__dict__
        for name, value in values.items():
            own[f"_{name}"] = value

    # ------------------------------------------------------------ copies
    def __getstate__(self) -> dict[str, Any]:
        from .copying import state_of

        return state_of(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        from .copying import set_state

        set_state(self, state)

    def __reduce_ex__(self, protocol: Any) -> Any:
        from .copying import reduced

        return reduced(self, protocol)

    def __deepcopy__(self, memory: dict[int, Any]) -> Any:
        from .copying import deep_copy

        return deep_copy(self, memory)

    # ------------------------------------------------------------ what there is
    def settable(self) -> dict[str, Declaration]:
        """What may be given at construction: parameters, laws, options and inputs, in order."""
        return {k: d for k, d in self.declarations.items() if isinstance(d, (Parameter, Law, Option, Input))}

    @property
    def given(self) -> dict[str, Any]:
        """What the user gave, by name."""
        return self._given

    @property
    def n(self) -> int:
        """The cardinality of the component's bonds."""
        if self._own_n is not None:
            return int(self._own_n)
        parent = self._parent
        return 1 if parent is None else parent.n

    @property
    def parent(self) -> Composite | None:
        """The model that the component is part of."""
        return self._parent

    @property
    def name(self) -> str:
        """The name in the enclosing model, or that of the type while it has none."""
        return self._name or type(self).__name__

    @property
    def ports(self) -> Mapping[str, Port]:
        """The power ports by name."""
        return self._declared_ports

    @property
    def whole_ports(self) -> Mapping[str, Port]:
        """The power ports as they are declared, also where their components are bonded one by one."""
        return self._declared_ports

    def _declared(self, name: str, *kinds: type[Declaration]) -> Any:
        """What is declared by that name, if it is of one of these kinds."""
        found = self.declarations.get(name) if isinstance(name, str) else None
        if not isinstance(found, kinds):
            known = [key for key, declared in self.declarations.items() if isinstance(declared, kinds)]
            words = " or ".join(kind.__name__.lower() for kind in kinds)
            raise NameNotFound(f"{type(self).__name__} has no {words} '{name}'" + nearest(name, known))
        return found

    @spelled
    def option(self, name: str) -> Any:
        """The value of an option, given or default."""
        declared = self._declared(name, Option)
        value = self.given.get(name, declared.default)
        if declared.choices and not any(value is choice or value == choice for choice in declared.choices):
            raise ModelError(
                f"'{name}' must be one of {', '.join(map(str, declared.choices))}, not {value!r}", self.name
            )
        return value

    @spelled
    def size(self, of: int | str) -> int:
        """A cardinality: a number, "n", the name of an option, or the name of a port."""
        if isinstance(of, int):
            return of
        if isinstance(of, str) and of == "n":
            return self.n
        declared = self.declarations.get(of) if isinstance(of, str) else None
        if isinstance(declared, Port):
            return self.size(declared.n)
        if not isinstance(declared, Option):
            raise ModelError(
                f"the cardinality '{of}' is not known; a number, n, an option or a port is expected", self.name
            )
        value = self.option(of)
        if value is None:
            return self.n
        if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or not 1 <= value <= 10_000:
            raise ModelError(f"'{of}' must be a whole number from 1 to 10000, not {value!r}", self.name)
        return int(value)

    @spelled
    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of a parameter, variable or signal of this component; () is a scalar."""
        declared = self._declared(name, Parameter, Variable, Input)
        if declared.shape == "":
            return ()
        if declared.shape.startswith("field"):
            raw = self.given.get(name, getattr(declared, "default", 0.0))
            return () if self._is_text(name) else np.asarray(raw, dtype=object).shape
        sizes = tuple(self.size(part if not part.isdigit() else int(part)) for part in declared.shape.split(","))
        return () if sizes == (1,) else sizes

    def _is_text(self, name: str) -> bool:
        return isinstance(self.given.get(name), str)

    def shapes(self) -> list[Any]:
        """What it looks like in animations: a list of `multibond.look.Shape`, in the names of its own inside."""
        return []

    # ------------------------------------------------------------ attributes: ports and signals
    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise missing(self, name)
        declared = self.declarations.get(name)
        if isinstance(declared, Port):
            from .bond import PortReference

            return PortReference(self, name)
        if isinstance(declared, Option):
            return self.option(name)
        if declared is not None and not isinstance(declared, Law):
            return self._symbols(name, self.shape(name))
        ports = self.whole_ports
        if name in ("e", "f") and len(ports) == 1 and not next(iter(ports.values())).many:
            size = self.size(next(iter(ports.values())).n)
            return self._symbols(name, () if size == 1 else (size,))
        if name in ("e", "f") and any(port.many for port in ports.values()):
            raise AttributeNotFound(
                f"{self.name} is a junction and has no variables of its own; read '{name}' at an element bonded to it"
            )
        now = former.current(self, name)
        if now is not None:
            former.tell(name, now, f" of {type(self).__name__}")
            return getattr(self, now)
        known = [*self._known_names(), *(("e", "f") if len(ports) == 1 else ())]
        hint = switched_on(self, name) or nearest(name, known)
        raise AttributeNotFound(f"{self.name} ({type(self).__name__}) has no '{name}'" + hint)

    def __setattr__(self, name: str, value: Any) -> None:
        raise ModelError(
            f"'{name}' cannot be set on a component: give it at construction, {type(self).__name__}({name}=…), or "
            f"for one run by simulate(parameters={{'{self.name}.{name}': …}})",
            self.name,
        )

    def _known_names(self) -> list[str]:
        return list(self.declarations)

    def _symbols(self, name: str, shape: tuple[int, ...]) -> Any:
        return symbols(".".join([*self._path(), name]), shape)

    def _path(self) -> list[str]:
        """The names from the model being written (or the outermost one) down to this component."""
        names: list[str] = []
        component: Component | None = self
        while component is not None and component._parent is not None and not is_entered(component):
            names.append(component.name)
            component = component._parent
        return names[::-1]

    def __dir__(self) -> list[str]:
        """What a modeller asks a component for; methods that only its class and the stages use are left out."""
        ports = [declared for declared in self.declarations.values() if isinstance(declared, Port)]
        single = len(ports) == 1 and not ports[0].many
        return sorted({"given", "n", "name", "parent", "ports", *self._known_names(), *(("e", "f") if single else ())})

    # ------------------------------------------------------------ bonds by operators
    def __rshift__(self, other: Any) -> Any:
        """``a >> b``: a bond from a to b, power counting positive towards b. Returns b."""
        from .bond import join

        return join(self, other, directed=True)

    def __rrshift__(self, other: Any) -> Any:
        from .bond import join

        return join(other, self, directed=True)

    def __sub__(self, other: Any) -> Any:
        """``a - b``: a bond whose power direction is found by convention. Returns b."""
        from .bond import join

        return join(self, other, directed=False)

    def __rsub__(self, other: Any) -> Any:
        from .bond import join

        return join(other, self, directed=False)

    def __repr__(self) -> str:
        values = ", ".join(f"{k}={v!r}" for k, v in self.given.items())
        name = f"{self._name} = " if self._name else ""
        return f"<{name}{type(self).__name__}({values})>"


def missing(component: Component, name: str) -> AttributeError:
    """The error about an internal attribute that is not there: most often the component was never set up."""
    if "_parent" in vars(component):
        return AttributeError(name)
    kind = type(component).__name__
    return AttributeError(
        f"this {kind} was not set up: its __init__ must call super().__init__(); or write build() only"
    )


def switched_on(component: Component, port: str) -> str:
    """A hint at the option, off here, with which a component has this `port`; empty if there is none."""
    for option, declared in component.declarations.items():
        if not isinstance(declared, Option) or declared.default not in (True, False) or component.option(option):
            continue
        with suppress(MultibondError):
            if port in type(component)(**{**component.given, option: True}).ports:
                name, kind = component.name, type(component).__name__
                return f"; this port is there with {option}=True only: write {name} = {kind}({option}=True, …)"
    return ""


def symbols(path: str, shape: tuple[int, ...]) -> Any:
    """The symbol `path`, or an array of symbols ``path[0]``, ``path[0,1]`` for a vector or matrix."""
    return symbol(path) if shape == () else _array(path, shape).copy()


@lru_cache(maxsize=16)  # one is asked for again and again where entries are taken out of it one by one
def _array(path: str, shape: tuple[int, ...]) -> np.ndarray:
    result = np.empty(shape, dtype=object)
    for index in np.ndindex(*shape):
        result[index] = symbol(f"{path}[{','.join(map(str, index))}]")
    return result


_PLACE = re.compile(r"\[(\d+)\](?=\.)")


def numbered(path: str) -> str:
    """A dotted path in which members of lists of components are written by the names that they have.

    >>> numbered("wheel[0].tyre.f[1]")
    'wheel_0.tyre.f[1]'
    """
    return _PLACE.sub(r"_\1", path) if "]." in path else path


def check_name(name: str) -> str:
    """`name` if it may be a component's name."""
    if not isinstance(name, str):
        raise ModelError(f"a name is text, not {name!r}")
    ordinary = name.isascii() and name.isidentifier() and not name.startswith("_") and len(name) <= 100
    if ordinary and name not in MEANT and not keyword.iskeyword(name):
        return name
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in name[:60]) + ("…" if len(name) > 60 else "")
    if unicodedata.normalize("NFKC", name) != name and name.isidentifier():
        # expressions would not find it: Python's names are in this form
        raise ModelError(f"'{shown}' cannot be a name; write it as '{unicodedata.normalize('NFKC', name)}'")
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_") or len(name) > 100:
        if keyword.iskeyword(name):
            raise ModelError(f"'{shown}' cannot be a name; it is a word of the expression language")
        most = ", at most 100 of them," if len(name) > 100 else ","
        raise ModelError(f"'{shown}' cannot be a name; names are letters, digits and _{most} and start with a letter")
    if name in MEANT:
        raise ModelError(f"'{name}' cannot be a name; it already means something in expressions")
    return name


def check_room(composite: Component, name: str, count: int) -> None:
    """Refuse more components in one composite, which has `count`, than any model that can be compiled has."""
    if count >= MOST_COMPONENTS:
        raise ModelError(
            f"'{name}' would be one of more than {MOST_COMPONENTS} components side by side, more than can be compiled "
            "in reasonable time; take fewer, or elements with n > 1 in the place of many equal ones",
            composite.name,
        )


def check_more_outputs(composite: Component, name: str, count: int) -> None:
    """Refuse more outputs of one model, which has `count`, than can be computed and stored."""
    if count >= MOST_OUTPUTS:
        raise ModelError(
            f"'{name}' would be one of more than {MOST_OUTPUTS} outputs, more than a run can store at every output "
            "point; leave out some, for every variable can be asked for by its name, or give vectors as one output",
            composite.name,
        )


def _signature(declared: dict[str, Declaration]) -> inspect.Signature:
    kind = inspect.Parameter
    settable = [(k, d) for k, d in declared.items() if isinstance(d, (Parameter, Law, Option, Input))]
    listed = [kind(k, kind.POSITIONAL_OR_KEYWORD, default=getattr(d, "default", None)) for k, d in settable]
    return inspect.Signature(
        [*listed, *(kind(name, kind.KEYWORD_ONLY, default=None) for name in ("n", "domain", "look"))]
    )


def _documented(cls: type[Component]) -> str:
    """The class's docstring with a table of its declarations."""
    head = inspect.cleandoc(cls.__doc__ or "") if "__doc__" in vars(cls) else ""
    groups: list[tuple[str, type | tuple[type, ...]]] = [
        ("Ports", Port), ("Parameters", (Parameter, Law, Option)), ("Inputs", Input), ("Variables", Variable),
    ]  # fmt: skip
    lines = [head]
    for title, kind in groups:
        rows = [d for d in cls.declarations.values() if isinstance(d, kind)]
        if rows:
            lines += ["", f"{title}:"]
            for d in rows:
                unit = f" [{d.unit}]" if getattr(d, "unit", "") else ""  # type: ignore[attr-defined]
                default = f" (default {d.default})" if isinstance(d, (Parameter, Option)) else ""
                lines.append(f"    {d.name}{unit}: {d.description}{default}")
    return "\n".join(lines).strip()


__all__ = ["Component", "check_name", "symbols"]


def held_instead(component: Component, part: str, children: dict[str, Component]) -> str:
    """What to say of a name that a component does not hold: what was meant, or that nothing is in it."""
    if children:
        return nearest(part, children)
    if getattr(component, "_surrounds", False):  # the world: gravity, and no place
        return f"; {component.name} is all around, and nothing is held by it: join frames to a Fixed"
    return f"; {component.name or 'the model'} holds none"
