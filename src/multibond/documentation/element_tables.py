"""docs/elements.md: one table for each family of elements, made from what the elements declare."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from ..model.component import Component
from ..model.declare import Input, Law, Option, Parameter, Port, Variable
from ..model.domain import DOMAINS
from ..model.unit import pretty
from .icons import TABLES
from .icons import parts as parts_of

FAMILIES = {
    "Junctions": "junction", "Controlled junctions": "switched_junction", "Sources": "source",
    "Dissipation": "resistor", "Storage": "storage", "Transformers and gyrators": "transducer", "Sensors": "sensor",
    "Switches and diodes": "switch", "Thyristor, transistor, Zener diode": "power_switch",
    "Dry friction": "dry_friction", "Stops": "stop", "Contacts and explosions": "contact",
    "Semiconductors": "semiconductor", "Thermal": "thermal",
    "Chemical": "chemical", "Hydraulic": "hydraulic", "Valves that open by themselves": "hydraulic_valve",
    "Signal blocks": "block", "Frames and constraints": "frame",
}  # fmt: skip

HEAD = """\
# Elements

All names are in `multibond` (`import multibond as mb; mb.R(5)`) and are the types of [model files](files.md).
`help(mb.R)` shows the same as these tables. This page is made by `python -m multibond.documentation`.

Every element takes `n`, the cardinality of its bonds (default: that of the enclosing model), and `domain`.
A parameter is a number, a list for a multi-bond, a text with a unit (`"2.5 mm"`), or an expression of the enclosing
model's parameters and signals, such as `"2*resistance*(1 + 0.004*sensor.y)"`. In units, *effort* and *flow* stand for
those of the element's domain. A *field* is a number, one number for each component, or a matrix. A *law* is an
expression or a Python function of the variables in parentheses. Power counts positive into ports marked →, out of
ports marked ←.

The half arrow of a bond may point either way; it says how its flow counts. On a two-port it shows which way power is
passed on: `line >> cylinder >> piston`, or all the other way round. With both half arrows into a two-port (or both out
of it), what enters at one port counts as entering at the other: the motion is reversed. This concerns TF, GY, SGY,
Pump, HydraulicCylinder, PowerSensor, Permutation and Reaction, not heat ports (RS, GS, RSth, GSth), whose heat flows
from hot to cold in any case. `analyse` points such two-ports out.
"""


def elements_page() -> str:
    """The page as Markdown."""
    parts = [HEAD, _domains()]
    for title, module_name in FAMILIES.items():
        module = import_module(f"multibond.elements.{module_name}")
        parts.append(f"## {title}\n\n{_intro(module)}\n")
        rows = [_row(kind) for kind in _kinds(module)]
        parts.append(
            "\n".join(
                ["| element | what it does, law | ports | parameters | variables |", "|---|---|---|---|---|", *rows, ""]
            )
        )
    parts.append(_time_functions())
    parts.append(_mechanics())
    return "\n".join(parts)


def _mechanics() -> str:
    """The components of the planar and spatial libraries, one line each."""
    lines = [
        "## Mechanical parts", "",
        "Bodies, joints and forces are composites of the elements above, with frames that are joined "
        "(`from multibond import planar, spatial, absolute`). The pages [planar](planar.md) and [spatial](spatial.md) "
        "mechanics have their parameters and examples, [methods](methods.md) says what the parts in absolute "
        "coordinates are for, [drawing](drawing.md) shows the icons; `help(planar.Revolute)` shows units.",
        "",
    ]  # fmt: skip
    for library in ("planar", "spatial", "absolute", "sampled"):
        module = import_module(f"multibond.{library}")
        if library == "sampled":
            lines += ["## Sampled signals", "", _intro(module), ""]
        lines += [f"| `{library}.` | what it is | outputs |", "|---|---|---|"]
        names = module.__all__ if library == "sampled" else (n for table in TABLES for n in parts_of(library, table))
        for name in names:
            kind = getattr(module, name)
            outputs = ", ".join(f"`{key}`" for key in kind().outputs) or "–"
            lines.append(f"| **{name}** | {kind.summary} | {outputs} |".replace("\n", " "))
        lines.append("")
    return "\n".join(lines)


def _intro(module: Any) -> str:
    return " ".join(inspect.cleandoc(module.__doc__ or "").split("\n\n")[0].split())


def _kinds(module: Any) -> Iterator[type[Component]]:
    """The public elements of a module, in the order in which they are defined there."""
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, Component) and not value.__name__.startswith("_"):
            if value.__module__.startswith(module.__name__):
                yield value


def _row(kind: type[Component]) -> str:
    declared = kind.declarations.values()
    ports = [
        f"{'→' if d.inward else '←'} `{d.name}`{_size(d)} {d.description}" for d in declared if isinstance(d, Port)
    ]
    settable = [text for d in declared if (text := _settable(d))]
    variables = [f"`{d.name}`{_unit(d)} {d.description}" for d in declared if isinstance(d, Variable)]
    cells = [f"**{kind.__name__}**", kind.summary, *("<br>".join(part) or "–" for part in (ports, settable, variables))]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _size(port: Port) -> str:
    if port.many:
        return " (any number)"
    return "" if port.n == "n" else f" (n = {port.n})"


def _settable(declared: Any) -> str:
    if isinstance(declared, Parameter):
        shape = f", {declared.shape}" if declared.shape else ""
        default = "" if declared.default is None else f" = {_short(declared.default)}"
        return f"`{declared.name}`{default}{_unit(declared, shape)} {declared.description}"
    if isinstance(declared, Law):
        return f"`{declared.name}({', '.join(declared.variables)})` {declared.description}"
    if isinstance(declared, Option):
        choices = f" ({', '.join(map(str, declared.choices))})" if declared.choices else ""
        default = "" if declared.default is None else f" = {_short(declared.default)}"
        return f"`{declared.name}`{default}{choices} {declared.description}"
    if isinstance(declared, Input):
        return f"`{declared.name}`{_unit(declared, ', input')} {declared.description}"
    return ""


def _unit(declared: Any, rest: str = "") -> str:
    unit = declared.unit
    if unit and "effort" not in unit and "flow" not in unit:
        unit = pretty(unit)
    text = (unit.replace("*", "·") + rest).strip(", ")
    return f" [{text}]" if text else ""


def _short(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _domains() -> str:
    rows = ["## Domains", "", "| domain | effort | flow | displacement | momentum |", "|---|---|---|---|---|"]
    for name, d in DOMAINS.items():
        if name == "acoustic":  # another name of hydraulic
            continue
        pairs = [(d.effort, d.effort_unit), (d.flow, d.flow_unit), (d.displacement, d.displacement_unit),
                 (d.momentum, d.momentum_unit)]  # fmt: skip
        rows.append(
            f"| {name}{' (pseudo)' if d.pseudo else ''} | "
            + " | ".join(f"{word}{f' [{pretty(unit)}]' if unit else ''}" for word, unit in pairs)
            + " |"
        )
    rows += [
        "",
        "The domains heat and mass_flow are those of pseudo bonds: effort times flow is no power there. Such bonds "
        "obey the same laws (a `C` is a heat capacity, an `R` a heat resistance), but stay outside the energy audit, "
        "and only signals couple them to others: `Sf('resistor.e*resistor.f', domain='heat')` heats by the losses of a "
        "resistor. True bonds of heat have entropy flow, the domain thermal, and its elements.",
    ]
    return "\n".join([*rows, ""])


def _time_functions() -> str:
    from ..elements import time_function

    rows = ["## Functions of time", "", _intro(time_function), "", "| function | value |", "|---|---|"]
    for name in time_function.__all__:
        function = getattr(time_function, name)
        signature = ", ".join(
            p.name if p.default is p.empty else f"{p.name}={p.default:g}"
            for p in inspect.signature(function).parameters.values()
        )
        rows.append(f"| `{name}({signature})` | {_intro(function)} |")
    return "\n".join([*rows, ""])


__all__ = ["elements_page"]
