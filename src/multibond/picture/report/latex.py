"""The report as a LaTeX document."""

from __future__ import annotations

import re
from typing import Any

from ...equations.matrix_text import entry_text
from ...expression.show import latex_name, latex_of_symbol
from .document import Block, Document, Equations, Matrix, Remark, Table, too_large

_HEAD = r"""\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{textcomp,amsmath,amssymb,longtable,booktabs}
\usepackage[margin=20mm]{geometry}
\setcounter{MaxMatrixCols}{70}
\begin{document}"""
_SYMBOLS = {"S_D_inverse": "S_D^{-1}", "d_in": r"d_{\mathrm{in}}", "d_out": r"d_{\mathrm{out}}"}
_CHARACTERS = {"⇀": r"$\rightharpoonup$", "→": r"$\rightarrow$", "−": "--", "⁻¹": "$^{-1}$", "·": r"$\cdot$",
               "—": "---", "∂": r"$\partial$", "∫": r"$\int$", "μ": r"$\mu$", "Ω": r"$\Omega$", "²": "$^2$",
               "³": "$^3$", "×": r"$\times$", "ᵀ": r"$^\mathsf{T}$", "φ": r"$\varphi$", "°": r"$^\circ$",
               "≥": r"$\geq$", "≤": r"$\leq$", "≠": r"$\neq$", "…": r"\dots{}",
               "λ": r"$\lambda$", "ω": r"$\omega$"}  # fmt: skip


def latex(document: Document) -> str:
    """The whole report."""
    lines = [_HEAD, rf"\title{{{escaped(document.title)}}}\date{{}}\maketitle", escaped(document.description)]
    for section in document.sections:
        lines.append(rf"\section*{{{section.number}. {escaped(section.title)}}}")
        for block in section.blocks:
            lines += _block(block)
    return "\n".join([*lines, r"\end{document}"]) + "\n"


def _block(block: Block) -> list[str]:
    match block:
        case Table():
            keep = [j for j in range(len(block.columns)) if any(row[j] for row in block.rows)]
            rows = [" & ".join(escaped(row[j]) for j in keep) + r" \\" for row in block.rows]
            head = " & ".join(rf"\textbf{{{escaped(block.columns[j])}}}" for j in keep) + r" \\ \midrule"
            layout = "l" * len(keep)
            return [rf"\paragraph{{{escaped(block.title)}}}", rf"\begin{{longtable}}{{{layout}}}\toprule", head, *rows,
                    r"\bottomrule\end{longtable}"]  # fmt: skip
        case Matrix():
            large = too_large(block)
            body = escaped(large) if large else rf"\[ {matrix_latex(block)} \]"
            return [rf"\paragraph{{{escaped(block.title)}}}", body]
        case Equations():
            return [rf"\paragraph{{{escaped(block.title)}}}", rf"\[ {block.latex} \]"]
        case Remark():
            return [escaped(block.text), ""]


def matrix_latex(matrix: Matrix) -> str:
    """The matrix with its vectors: left = matrix · right."""
    name = _SYMBOLS.get(matrix.name, matrix.name)
    if 0 in matrix.value.shape:
        return rf"{name} = 0 \quad (\text{{empty}})"
    rows, columns = matrix.value.shape
    body = r" \\ ".join(" & ".join(entry_latex(matrix.value[i, j]) for j in range(columns)) for i in range(rows))
    left, right = (_vector(names) for names in (matrix.rows, matrix.columns))
    return rf"{left} = \underbrace{{\begin{{bmatrix}} {body} \end{{bmatrix}}}}_{{{name}}} {right}"


def entry_latex(value: Any) -> str:
    """One entry of a matrix."""
    if not hasattr(value, "free_symbols"):
        shown = entry_text(value)
        mantissa, _, exponent = shown.partition("e")
        return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else shown
    import sympy

    return sympy.latex(value, symbol_names={s: latex_of_symbol(s.name) for s in value.free_symbols})


def _vector(names: tuple[str, ...]) -> str:
    shown = []
    for name in names:
        inner = re.fullmatch(r"d(.+)/dt", name)
        shown.append(rf"\dot{{{latex_name(inner.group(1))}}}" if inner else latex_name(name))
    return r"\begin{bmatrix} " + r" \\ ".join(shown) + r" \end{bmatrix}"


def escaped(text: str) -> str:
    """Text without accidental LaTeX."""
    text = re.sub(r"[\\{}$&#%_^~]", lambda m: {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}.get(
        m.group(), "\\" + m.group()), text)  # fmt: skip
    text = text.replace("|", "$|$")
    for character, replacement in _CHARACTERS.items():
        text = text.replace(character, replacement)
    return text
