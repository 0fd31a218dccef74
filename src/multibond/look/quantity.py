"""Values, units and laws as short readable text: ``5 N·s/m``, ``e = 3 f³``."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..expression import Node, begun, text
from ..model.domain import Domain
from .text_width import shortened

LONGEST = 22
_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_UNITS = {
    ("electrical", "effort/flow"): "Ω",
    ("electrical", "flow/effort"): "S",
    ("electrical", "flow*s/effort"): "F",
    ("electrical", "effort*s/flow"): "H",
    ("translational", "effort/flow"): "N·s/m",
    ("translational", "flow/effort"): "m/(N·s)",
    ("translational", "flow*s/effort"): "m/N",
    ("translational", "effort*s/flow"): "kg",
    ("rotational", "effort/flow"): "N·m·s/rad",
    ("rotational", "flow/effort"): "rad/(N·m·s)",
    ("rotational", "flow*s/effort"): "rad/(N·m)",
    ("rotational", "effort*s/flow"): "kg·m²",
    ("hydraulic", "effort/flow"): "Pa·s/m³",
    ("hydraulic", "flow/effort"): "m³/(Pa·s)",
    ("hydraulic", "flow*s/effort"): "m³/Pa",
    ("hydraulic", "effort*s/flow"): "kg/m⁴",
    ("thermal", "effort/flow"): "K²/W",
    ("thermal", "flow/effort"): "W/K²",
    ("thermal", "flow*s/effort"): "J/K²",
}


def number(value: float) -> str:
    """A number with at most four digits that count.

    >>> number(1200.0), number(1.5e-6), number(-0.25)
    ('1200', '1.5e−6', '−0.25')
    """
    shown = f"{value:.4g}"
    if "e" in shown:
        mantissa, exponent = shown.split("e")
        shown = f"{mantissa}e{int(exponent)}"
    return shown.replace("-", "−")


def unit(relative: str, domain: Domain | None) -> str:
    """The unit of a parameter in its domain, as people write it; empty where it is not known."""
    if relative == "any":  # whatever makes the two sides of a transducer fit
        return ""
    if domain is None or domain.name == "generic":
        return "" if "effort" in relative or "flow" in relative else pretty(relative)
    known = _UNITS.get((domain.name, relative))
    if known is not None:
        return known
    words = relative.replace("effort", f"({domain.effort_unit})").replace("flow", f"({domain.flow_unit})")
    # brackets around a single unit say nothing
    return pretty(re.sub(r"\((\w+)\)", r"\1", words) if not re.fullmatch(r"\([^()]*\)", words) else words[1:-1])


def pretty(words: str) -> str:
    """Products with a raised dot and powers raised.

    >>> pretty("3*x**2 - kg*m^2")
    '3·x² − kg·m²'
    """
    words = re.sub(r"\s*(?:\*\*|\^)\s*(-?\d)(?![\d.])", lambda m: m.group(1).translate(_SUPERSCRIPT), words)
    return words.replace("*", "·").replace("-", "−")


def value_text(raw: Any, unit_text: str = "") -> str:
    """A parameter's value: number, quantity, expression, vector or matrix, shortened."""
    suffix = f" {unit_text}" if unit_text else ""
    if isinstance(raw, Node):
        raw = text(begun([raw])[0])
    if isinstance(raw, str):
        if raw.strip().startswith("[["):
            return "a matrix"
        return shortened(pretty(" ".join(raw.split())), LONGEST)
    if isinstance(raw, (bool, int, float, np.integer, np.floating)):
        return number(float(raw)) + suffix
    array = np.asarray(raw, dtype=object)
    whole = _whole_vector(array)
    if whole:
        return shortened(whole, LONGEST)
    if array.ndim == 2:
        return f"{array.shape[0]} × {array.shape[1]} matrix{suffix}"
    if array.ndim == 1:
        inside = ", ".join(value_text(part) for part in array[:4]) + (", …" if len(array) > 4 else "")
        return shortened(f"({inside})", LONGEST) + suffix
    return shortened(str(raw), LONGEST)


def _whole_vector(array: np.ndarray) -> str:
    """The name of the vector or matrix that an array is, component by component; empty if it is none."""
    first = str(array.reshape(-1)[0]) if array.size else ""
    name = first.partition("[")[0]
    if not name.isidentifier() or not first.endswith("]"):
        return ""
    wanted = [f"{name}[{','.join(map(str, index))}]" for index in np.ndindex(*array.shape)]
    return name if [str(part).replace(" ", "") for part in array.reshape(-1)] == wanted else ""


def law_text(raw: Any, left: str, variables: tuple[str, ...]) -> str:
    """A nonlinear law as an equation for `left`; a Python function by its name."""
    if callable(raw) and not isinstance(raw, Node):
        name = getattr(raw, "__name__", "law")
        right = f"{'φ' if name == '<lambda>' else name}({', '.join(variables)})"
    elif isinstance(raw, (list, tuple)):
        right = f"({', '.join(value_text(part) for part in raw)})"
    else:
        right = pretty(" ".join(str(text(begun([raw])[0]) if isinstance(raw, Node) else raw).split()))
    return shortened(f"{left} = {right}", LONGEST + 4)
