"""Values, units and laws as short readable text: ``5 N·s/m``, ``e = 3 f³``."""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from typing import Any

import numpy as np

from ..expression import Node, begun, text
from ..model.domain import Domain
from ..model.mention import names_in

LONGEST = 160  # letters of an expression that can be read beside a picture
MOST = 8  # entries of a vector that are written out
_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(?![\w.])")
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
    """A number with at most four digits that count, powers of ten written out.

    >>> number(1200.0), number(1.5e-6), number(-0.25), number(1e5), number(12345.6)
    ('1200', '1.5·10⁻⁶', '−0.25', '10⁵', '12346')
    """
    shown = f"{value:.0f}" if 1e4 <= abs(value) < 99999.5 else f"{value:.4g}"
    mantissa, tens, exponent = shown.partition("e")
    if tens:
        power = f"10{str(int(exponent)).translate(_SUPERSCRIPT)}"
        shown = {"1": power, "-1": f"-{power}"}.get(mantissa, f"{mantissa}·{power}")
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
    """Products with a raised dot, powers raised, numbers rounded for reading.

    >>> pretty("3*x**2 - kg*m^2"), pretty("0.30000000000000004*x2 + 1e5")
    ('3·x² − kg·m²', '0.3·x2 + 10⁵')
    """
    words = re.sub(r"\s*(?:\*\*|\^)\s*(-?\d)(?![\d.])", lambda m: m.group(1).translate(_SUPERSCRIPT), words)
    words = _NUMBER.sub(lambda m: _rounded(m.group()), words)
    return words.replace("**", "^").replace("*", "·").replace("-", "−")


def _rounded(digits: str) -> str:
    """A number of a text; one that is short already stays as it was written."""
    return digits if "e" not in digits.lower() and len(digits.strip("0.")) <= 5 else number(float(digits))


def value_text(raw: Any, unit_text: str = "") -> str:
    """A parameter's value: number, quantity, expression, vector or matrix."""
    suffix = f" {unit_text}" if unit_text else ""
    if isinstance(raw, Node):
        raw = text(begun([raw])[0])
    if isinstance(raw, str):
        return _expression(raw)
    if isinstance(raw, (bool, int, float, np.integer, np.floating)):
        return number(float(raw)) + suffix
    array = np.asarray(raw, dtype=object)
    whole = _whole_vector(array)
    if whole:
        return whole
    if array.ndim == 2:
        return f"{array.shape[0]} × {array.shape[1]} matrix{suffix}"
    if array.ndim == 1:
        if len(array) > MOST:
            return f"{len(array)} values{suffix}"
        shown = f"({', '.join(value_text(part) for part in _without_dust(array))})"
        if len(shown) > LONGEST or "φ(" in shown:
            return f"φ({', '.join(dict.fromkeys(name for part in array for name in names_in(part)))})"
        return shown + suffix
    return _expression(str(raw))


def _expression(raw: str) -> str:
    """An expression on one line; what nobody could read there is said by the names that it depends on."""
    written = " ".join(raw.split())
    rows = _matrix_rows(written)
    if rows:
        return rows
    shown = pretty(written)
    return shown if len(shown) <= LONGEST else f"φ({', '.join(dict.fromkeys(names_in(raw)))})"


def _matrix_rows(written: str) -> str:
    """What is said of a matrix that is given as text, `[[a, b], [c, d]]`; empty where it is none."""
    if not written.startswith("[["):
        return ""
    with suppress(SyntaxError, ValueError):
        body = ast.parse(written, mode="eval").body
        if isinstance(body, ast.List) and isinstance(body.elts[0], ast.List):
            return f"{len(body.elts)} × {len(body.elts[0].elts)} matrix"
    return "a matrix"


def _without_dust(array: np.ndarray) -> list[Any]:
    """The components of a vector; what rounding left beside larger ones is zero."""
    plain = [float(part) for part in array if isinstance(part, (int, float, np.integer, np.floating))]
    largest = max((abs(part) for part in plain), default=0.0)
    return [0.0 if isinstance(part, float) and abs(part) < 1e-12 * largest else part for part in array]


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
    if len(right) > LONGEST:
        right = f"φ({', '.join(dict.fromkeys((*variables, *names_in(raw))))})"
    return f"{left} = {right}"
