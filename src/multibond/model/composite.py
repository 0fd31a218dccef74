"""Composites: components joined by bonds and signals; with exposed ports, one is a component of a larger one."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from ..argument import spelled
from ..errors import ByName, ModelError, MultibondError, NameNotFound
from ..expression import Node
from .bond import Bond, PortReference, check_port, free_port
from .component import Component, check_more_outputs, check_name, check_room, held_instead, missing
from .declare import Declaration, Discrete, Input, Output, Parameter, Port
from .listed import add_list, listed, members
from .option import check_flag, check_text, check_written
from .second_name import check_alias
from .stages import Stages
from .statement import Exposed, Shown, Start, When

# what `dir` shows of every composite beside its contents, and what it leaves out of the classes above
VERBS = ("add", "alias", "aliases", "bond", "bonds", "children", "connect", "description", "join", "output", "outputs",
         "place", "start", "state", "stop", "title", "when")  # fmt: skip
INSIDE = ("build", "icon", "is_plain", "shapes")
WISHES = {"always": 3.0, "prefer": 1.0, "avoid": -1.0, "never": -3.0}


class Composite(Component):
    """Components, bonds between their ports, signals, parameters: what models and the parts of libraries consist of.

    `n` is the default cardinality of all bonds inside, `domain` the default domain. A composite with exposed ports is
    a component of a larger one. `multibond.Model` is the composite that can also be simulated, drawn and analysed.
    """

    _plain: ClassVar[bool] = True  # in a class of which nothing is known: see `is_plain`
    public: ClassVar[type[Composite]]  # what descriptions in files become: the class that has all verbs
    library: ClassVar[str] = "user"
    branches: ClassVar[tuple[tuple[str, str], ...]] = ()  # pairs of frames whose relative position is defined inside
    rooted: ClassVar[tuple[str, ...]] = ()  # frames whose position in the world is defined inside
    floating: ClassVar[tuple[tuple[str, str], ...]] = ()  # (frame, element) that can define its position if nobody does
    _motion: ClassVar[str] = ""  # of a joint with one axis: whether its frames "turn about" or "slide along" it
    _surrounds: ClassVar[bool] = False  # a world, in which all other components stand
    turns: ClassVar[bool] = True  # whether its frames turn with it; a point mass has no orientation of its own
    reserved: ClassVar[dict[str, str]] = {
        **Component.reserved, "title": "the name of the model", "description": "one line about the model",
    }  # fmt: skip
    domain: ClassVar[str | None] = None
    stop: ClassVar[float] = 10.0

    _title: str
    _description: str
    _children: dict[str, Component]
    _exposed: dict[str, tuple[str, str]]

    def __init__(self, *values: Any, title: str | None = None, n: int | None = None, domain: str | None = None,
                 description: str = "", look: Any = None, **given: Any):  # fmt: skip
        plain = self.is_plain()
        if plain and values:  # a model written step by step has no parameters yet: the first value is its name
            title, *values = values  # type: ignore[assignment]
        if title is not None and not isinstance(title, str):
            raise ModelError(f"the first value of a model is its name, a text, not {title!r}")
        self._set(children={}, bonds=[], wires=[], starts=[], shown={}, exposed={}, layout={}, own={}, whens=[],
                  joins=[], wishes={}, aliases={}, bounds=[], warnings=[], shaped={}, preset={}, used=set(),
                  labels=set(), built=False, failed=None, frozen=False, extended=False, stages=Stages(),
                  given={}, title=title or _snake(type(self).__name__),
                  description=description or ("" if plain else type(self).summary))  # fmt: skip
        super().__init__(*values, n=n, domain=type(self).domain if domain is None else domain, look=look, **given)

    # ------------------------------------------------------------ writing
    def build(self) -> None:
        """Add components and bonds; overridden by models written as classes."""

    def _limits(self) -> list[tuple[Any, str]]:
        """What must stay positive for the component to be what it is, and what is the matter when it does not: a start
        beyond is refused, and a run ends there. Overridden by components that have such."""
        return list(self._bounds)

    def _doubtful(self) -> list[tuple[Any, str]]:
        """What should stay positive, and what is to be doubted in a result in which it does not."""
        return list(self._warnings)

    def _ensure_built(self) -> None:
        if self._failed is not None:  # what a failed build left is no model; its error says more
            raise self._failed
        with self._stages.lock:  # other threads wait until the model is whole; the one that builds reads on
            if not self._built:
                self._set(built=True, building=True)
                try:
                    self.build()
                except Exception as error:
                    self._set(failed=error)
                    raise
                finally:
                    self._set(building=False)

    def __setattr__(self, name: str, value: Any) -> None:
        kinds = (Component, Exposed, Declaration)
        if isinstance(value, (*kinds, Shown)) and hasattr(type(self), name):
            verb = "output" if isinstance(value, Shown) else "add"
            raise ModelError(
                f"'{name}' is a word of every model, model.{name}; write {verb}('{name}', …), reach it by "
                f"model['{name}'] and as '{name}' in expressions, or choose another name",
                self.name,
            )
        if isinstance(value, kinds) or (members(value) and value):
            self.add(name, value)
        elif isinstance(value, Shown):
            self.output(name, value.value, value.unit, value.description)
        else:
            raise ModelError(
                f"'{name}' cannot be set to {value!r}: a model takes components, Parameter, Input, Output and Exposed; "
                "to change a parameter's value use simulate(parameters={…}) or give it at construction",
                self.name,
            )

    @spelled
    def add(self, name: str, value: Any) -> Any:
        """Add a component, parameter, input, output or exposed port under `name`; returns what was added.

        The name may also be that of a method of models, as in ``add("join", R(1))``: the component is then reached by
        ``model["join"]`` and in expressions, where ``"join.e"`` is its effort.

        A list of components gives each a name with its number: ``add("wheel", [Wheel(), Wheel()])`` adds `wheel_0` and
        `wheel_1`, which ``model.wheel[0]`` and ``"wheel[0].x"`` mean too.
        """
        if members(value):
            return add_list(self, name, value)
        self._writable()
        check_name(name)
        taken = name in self._children or name in self._exposed or name in self.declarations or name in self._own
        if taken or (name in self._shown and isinstance(value, Declaration)):
            raise ModelError(f"the name '{name}' is used twice; choose another", self.name)
        if isinstance(value, Component):
            if value is self or value._parent is not None:
                raise ModelError(f"'{name}' is already part of a model as '{value.name}'; make another one", self.name)
            check_room(self, name, len(self._children))
            value._set(parent=self, name=name)
            self._children[name] = value
        elif isinstance(value, Exposed):
            self._expose(name, value)
        elif isinstance(value, (Parameter, Input, Output, Discrete)):
            self._own[name] = value.named(name)
            self._declare(value.named(name))
        else:
            raise ModelError(f"'{name}' is not a component, parameter, input, output or exposed port", self.name)
        return value

    def _writable(self) -> None:
        if self._frozen or (self._parent is not None and not self._building):
            where = f"part of '{self._parent.name}'" if self._parent is not None else "built"
            raise ModelError(f"the model is already {where} and does not change any more; write a new one", self.name)
        self._set(extended=not self._building or self._extended)  # than what its class builds
        vars(self).pop("_made_by", None)

    def _expose(self, name: str, exposed: Exposed) -> None:
        target = exposed.target
        component = target.component if isinstance(target, PortReference) else target
        if not isinstance(component, Component) or component.parent is not self:
            frame = f"; frames are joined from outside by their paths: join({self.name}.….{name}, …)"
            hint = frame if getattr(type(component), "frame_kind", None) else ""
            said = f"the exposed port '{name}' must be a component of this model or one of its ports{hint}"
            raise ModelError(said, self.name)
        leaving = not isinstance(target, PortReference) and len(component.ports) > 1
        port = target.port if isinstance(target, PortReference) else free_port(component, self._used, leaving)
        declared = check_port(component, port)
        if not declared.many and (component.name, port) in self._used:
            raise ModelError(f"port '{port}' is bonded already and cannot be exposed as '{name}' too", component.name)
        self._exposed[name] = (component.name, port)
        # its cardinality is asked for by its name: the default n is known only inside the enclosing model
        outside = replace(declared, many=False, name=name, n=name,
                          description=exposed.description or declared.description)  # fmt: skip
        self._used.add((component.name, port))
        self._declare(outside)

    def _declare(self, declared: Declaration) -> None:
        if "declarations" not in vars(self):  # this instance's own table shadows that of the class
            object.__setattr__(self, "declarations", dict(self.declarations))
        self.declarations[declared.name] = declared

    @spelled
    def bond(self, tail: Any, head: Any, *, directed: bool = True, stroke: Any = None, label: str = "") -> Bond:
        """A bond from `tail` to `head` (components or ports).

        `directed`: power counts positive towards `head`. `stroke`: force the causal stroke to "tail" or "head"
        (a list for each component of a multi-bond). `label`: the bond's name; its number if not given.
        """
        from .bond import owner

        owner(tail, head)
        self._writable()
        ends: list[tuple[str, str]] = []
        used = self._used
        for end, leaving in ((tail, True), (head, False)):
            if isinstance(end, PortReference):
                component, port = end.component, end.port
                declared = check_port(component, port)
                if not declared.many and (component.name, port) in used:
                    raise ModelError(
                        f"port '{port}' is already bonded; join several bonds with a junction", component.name
                    )
            else:
                component, port = end, free_port(end, used, leaving)
            if component.parent is not self:
                raise ModelError(f"'{component.name}' is not a component of this model", self.name)
            ends.append((component.name, port))
        if ends[0][0] == ends[1][0]:
            raise ModelError("a bond cannot join a component to itself", ends[0][0])
        check_flag(directed, "whether a bond is directed", self.name)
        if stroke is not None:
            strokes = tuple(stroke) if isinstance(stroke, (list, tuple)) else (stroke,)
            if not all(s is None or (isinstance(s, str) and s in ("tail", "head")) for s in strokes):
                raise ModelError(f"a stroke is at the 'tail' or the 'head' of a bond, not {stroke!r}", self.name)
            stroke = strokes if isinstance(stroke, (list, tuple)) else stroke
        label = str(label) if isinstance(label, int) and not isinstance(label, bool) else label
        if not isinstance(label, str) or (label and not re.fullmatch(r"\w{1,100}", label)):
            raise ModelError(f"a bond's label is letters, digits and _, not '{label}'", self.name)
        if label in self._labels:
            raise ModelError(f"two bonds are called '{label}'", self.name)
        if label:
            self._labels.add(label)
        used.update(ends)
        bond = Bond(ends[0], ends[1], directed, stroke, label)
        self._bonds.append(bond)
        return bond

    @spelled
    def connect(self, first: Any, *others: Any) -> None:
        """Make signals equal: ``connect(sensor.q, gain.u)``. Acausal; every input must be connected or given once."""
        self._writable()
        if not others:
            raise ModelError("connect() makes two or more signals equal; give at least two", self.name)
        for signal in (first, *others):
            self._check_expression(signal, "a signal")
        self._wires.extend((first, other) for other in others)

    @spelled
    def join(self, *frames: Component) -> None:
        """Join mechanical frames rigidly: ``join(joint.b, rod.a, body.a)``. They get one position, orientation and
        velocity, and their forces add up to zero: a 1-junction. Loops are found and cut automatically."""
        from .joining import check_joinable

        self._writable()
        check_joinable(self, frames)
        self._joins.append(tuple(frames))

    @spelled
    def start(self, variable: Any, value: Any, *, fixed: bool = True) -> None:
        """Give a start value to any variable; `fixed=False` makes it a first guess."""
        self._writable()
        self._check_expression(variable, "the variable that starts")
        self._check_expression(value, f"the start value of {str(variable)[:60]}")
        check_flag(fixed, "whether a start value is fixed", self.name)
        self._starts.append(Start(variable, value, fixed))

    def _start_if_asked(self, variable: Any, value: Any) -> None:
        """Let a start value count only where who runs the model gives another `value` than the model's own: what a
        part leaves to others as long as nobody says it."""
        self._starts.append(Start(variable, value, fixed=False, asked=True))

    @spelled
    def when(self, condition: Any, changes: dict[Any, Any]) -> None:
        """An event: when `condition` becomes true, set states or discrete variables to new values.

        New values use the values just before the event: ``m.when(m.height.q < 0, {m.ball.p: -0.8 * m.ball.p})``.
        Variables may be given as symbols or as dotted names.
        """
        self._writable()
        self._check_expression(condition, "the condition of an event")
        if not isinstance(changes, dict) or not changes:
            raise ModelError(f"an event sets variables, given as {{variable: value}}, not {changes!r}", self.name)
        for part in (*changes, *changes.values()):
            self._check_expression(part, "what an event sets")
        self._whens.append(When(condition, tuple(changes.items())))

    @spelled
    def state(self, variable: Any, wish: str = "prefer") -> None:
        """Say whether a variable should be a state: "always", "prefer", "avoid" or "never"."""
        self._writable()
        if not isinstance(wish, str) or wish not in WISHES:
            raise ModelError(f"the wish must be one of {', '.join(WISHES)}, not {wish!r}", self.name)
        parts = np.ravel(np.asarray(variable, dtype=object))
        if not parts.size or not all(isinstance(part, (Node, str)) for part in parts):
            raise ModelError(f"a state is a variable such as capacitor.q, not {variable!r}", self.name)
        self._wishes.update({str(part): wish for part in parts})

    @spelled
    def output(self, name: str, value: Any, unit: str = "", description: str = "") -> None:
        """Name an expression as an output of the model; outputs go to files and plots.

        `unit` says what the values are in; it does not change them: ``output("angle", 180 / pi * hinge.phi, "deg")``.
        """
        self._writable()
        check_name(name)
        for what, text in (("unit", unit), ("description", description)):
            if not isinstance(text, str):
                raise ModelError(f"the {what} of the output '{name}' is a text, not {text!r}", self.name)
        if name in self._shown or name in self.declarations:
            raise ModelError(f"the name '{name}' is used twice; choose another for the output", self.name)
        self._check_expression(value, f"the output '{name}'")
        check_more_outputs(self, name, len(self._shown))
        self._shown[name] = Shown(value, unit, description)

    @spelled
    def alias(self, name: str, value: Any) -> None:
        """Give a quantity another dotted `name`, by which expressions and results find it too:
        ``alias("spring.q", ["spring_0.q", "spring_1.q"])``, where no component is called spring."""
        self._writable()
        check_alias(self, name)
        self._check_expression(value, f"what is called '{name}'")
        self._aliases[name] = value

    def _check_expression(self, value: Any, what: str) -> None:
        check_written(value, what, self.name)

    def place(self, /, **positions: tuple[float, float]) -> None:
        """Fix the position of components in the drawing: ``place(source=(0, 0), loop=(1, 0))``; y points up."""
        placed = {}
        for name, position in positions.items():
            self[name]
            try:
                x, y = (float(v) for v in position)
            except (TypeError, ValueError):
                raise ModelError(f"a position is two numbers such as (0, 1), not {position!r}", name) from None
            if not (math.isfinite(x) and math.isfinite(y)):
                raise ModelError("a position is two finite numbers", name)
            placed[name] = (x, y)
        self._set(layout={**self._layout, **placed}, extended=not self._building or self._extended)

    # ------------------------------------------------------------ reading
    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise missing(self, name)
        if not self._built or self._building:
            self._ensure_built()
        if name in self._children:
            return self._children[name]
        if name in self._shown:  # by its own name, which means the same seen from inside and from outside
            value = self._shown[name].value
            return self._symbols(name, () if isinstance(value, str) else np.shape(np.asarray(value, dtype=object)))
        try:
            return super().__getattr__(name)
        except AttributeError:
            if found := listed(self, name):
                return found
            raise

    def _known_names(self) -> list[str]:
        return [*self.declarations, *self._children, *self._shown]

    @property
    def name(self) -> str:
        """The name in the enclosing model; that of the model itself while it is part of no other."""
        return self._name or self._title

    def __getitem__(self, path: str) -> Component:
        """The component at a dotted `path`."""
        component: Component = self
        check_text(path, "a component is named by", self.name)
        for part in re.sub(r"\[(\d+)\]", r"_\1", path).split("."):
            children = component._built_children() if isinstance(component, Composite) else {}
            if part not in children:
                raise NameNotFound(
                    f"there is no component '{part}'{held_instead(component, part, children)}", component.name
                )
            component = children[part]
        return component

    def __dir__(self) -> list[str]:
        """The verbs, and the components, declarations and outputs; not what only the stages ask for."""
        with suppress(Exception):  # one that cannot be built shows what it has so far; to look must not fail
            self._ensure_built()
        found = {*VERBS, *super().__dir__()}
        for cls in type(self).__mro__[: type(self).__mro__.index(Composite)]:
            found.update(name for name, value in vars(cls).items() if callable(value) and name not in INSIDE)
        return sorted(name for name in found if not name.startswith("_"))

    @property
    def title(self) -> str:
        """The name of the model."""
        return self._title

    @property
    def description(self) -> str:
        """One line about the model."""
        return self._description

    def _built_children(self) -> dict[str, Component]:
        self._ensure_built()
        return self._children

    @property
    def children(self) -> dict[str, Component]:
        """The components by name."""
        self._ensure_built()
        return dict(self._children)

    @property
    def bonds(self) -> tuple[Bond, ...]:
        """The bonds in the order they were written."""
        self._ensure_built()
        return tuple(self._bonds)

    @property
    def wires(self) -> tuple[tuple[Any, Any], ...]:
        """The pairs of signals that are equal."""
        self._ensure_built()
        return tuple(self._wires)

    @property
    def joins(self) -> tuple[tuple[Component, ...], ...]:
        """The groups of frames that are joined."""
        self._ensure_built()
        return tuple(self._joins)

    @property
    def starts(self) -> tuple[Start, ...]:
        """The start values given with `start`."""
        self._ensure_built()
        return tuple(self._starts)

    @property
    def whens(self) -> tuple[When, ...]:
        """The events."""
        self._ensure_built()
        return tuple(self._whens)

    @property
    def wishes(self) -> dict[str, str]:
        """The wishes for or against variables as states."""
        self._ensure_built()
        return dict(self._wishes)

    @property
    def outputs(self) -> dict[str, Shown]:
        """The named outputs."""
        self._ensure_built()
        return ByName(self._shown, "output")

    @property
    def aliases(self) -> dict[str, Any]:
        """Other names of quantities, and what they mean."""
        self._ensure_built()
        return dict(self._aliases)

    @property
    def exposed(self) -> dict[str, tuple[str, str]]:
        """Exposed ports: name → (component, port) inside."""
        self._ensure_built()
        return dict(self._exposed)

    @property
    def ports(self) -> Mapping[str, Port]:
        """The exposed ports."""
        self._ensure_built()
        return {k: d for k, d in self.declarations.items() if isinstance(d, Port)}

    @property
    def whole_ports(self) -> Mapping[str, Port]:
        """The exposed ports."""
        return self.ports

    @spelled
    def size(self, of: int | str) -> int:
        """A cardinality, as for every component; that of an exposed port is the one of the port inside."""
        if isinstance(of, str) and of in self._exposed:
            component, port = self._exposed[of]
            inside = self._children[component]
            return inside.size(inside.ports[port].n)
        return super().size(of)

    @property
    def layout(self) -> dict[str, tuple[float, float]]:
        """Fixed positions in the drawing."""
        self._ensure_built()
        return dict(self._layout)

    @classmethod
    def is_plain(cls) -> bool:
        """Whether the class itself says nothing, and its models are written step by step."""
        return "_plain" in vars(cls)

    def __repr__(self) -> str:
        try:
            return f"<Model {self.title}: {len(self.children)} components, {len(self.bonds)} bonds>"
        except MultibondError:  # it cannot be built as it is given; to show it must not fail
            return super().__repr__()


def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


Composite.public = Composite

__all__ = ["Composite", "Exposed", "Shown", "Start", "When"]
