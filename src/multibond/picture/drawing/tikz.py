"""A scene as TikZ: a document of its own that any LaTeX with TikZ compiles, whose picture can be pasted into a paper.

The picture asks for nothing but ``\\usepackage{tikz}``. Lines and texts are in styles named after what they stand for
(``bond``, ``stroke``, ``harpoon``, ``name``, …), which are at the head of the picture, to be changed at one place.
"""

from __future__ import annotations

import re
import unicodedata

from ...look.item import INK, PAPER, Frame, Item, Text
from .scene import Scene

_POINTS = 0.75  # big points to the pixel
_FONT = r"\sffamily\fontsize{10}{12}\selectfont"
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": "$<$", ">": "$>$", "|": "$|$", '"': "''", "\xa0": "~",
    "−": "$-$", "·": r"$\cdot$", "×": r"$\times$", "÷": r"$\div$", "±": r"$\pm$", "∂": r"$\partial$", "∫": r"$\int$",
    "°": r"$^\circ$", "→": r"$\to$", "←": r"$\leftarrow$", "⇀": r"$\rightharpoonup$", "⊕": r"$\oplus$",
    "⇄": r"$\rightleftarrows$", "≤": r"$\le$", "≥": r"$\ge$", "≈": r"$\approx$", "≠": r"$\ne$", "∞": r"$\infty$",
    "√": r"$\surd$", "…": r"\dots{}", "–": "--", "—": "---", "Σ": r"$\Sigma$", "Ω": r"$\Omega$", "ℓ": r"$\ell$",
    "′": "$'$", "″": "$''$", "∑": r"$\Sigma$", "∏": r"$\Pi$", "∇": r"$\nabla$", "∥": r"$\parallel$", "⊥": r"$\perp$",
}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho",
    "σ": "sigma", "ς": "varsigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "ϕ": "phi", "χ": "chi", "ψ": "psi",
    "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Υ": "Upsilon",
    "Φ": "Phi", "Ψ": "Psi",
}  # fmt: skip
_LATIN = {"ß": r"\ss{}", "ø": r"\o{}", "Ø": r"\O{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}",
          "å": r"\aa{}", "Å": r"\AA{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}"}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0323": "d", "\u0327": "c", "\u0331": "b",
}  # fmt: skip
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_BOX = r"{\fboxsep=0pt\fbox{\rule{0pt}{1.2ex}\kern.5em}}"


def latex(words: str) -> str:
    """`words` as LaTeX text. Letters that the old engines have no font for are written for those that read Unicode and
    are an empty box in the others.

    >>> latex("m_1 = 5 kg·m²"), latex("Ω é")
    ('m\\\\_1 = 5 kg$\\\\cdot$m$^{2}$', "$\\\\Omega$ \\\\'{e}")
    """
    done = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+", lambda m: f"\x00^{m.group().translate(_RAISED)}\x01", words)
    done = re.sub("[₀₁₂₃₄₅₆₇₈₉]+", lambda m: f"\x00_{m.group().translate(_LOWERED)}\x01", done)
    pieces = []
    for part in re.split("(\x00.*?\x01)", done):
        if part.startswith("\x00") and part.endswith("\x01") and len(part) > 3:
            pieces.append(f"${part[1]}{{{part[2:-1]}}}$")
        else:
            pieces.append("".join(map(_letter, part)))
    return "".join(pieces)


def _letter(letter: str) -> str:
    if letter in _SPECIAL:
        return _SPECIAL[letter]
    if letter in _GREEK:
        return f"$\\{_GREEK[letter]}$"
    if letter in _LATIN:
        return _LATIN[letter]
    if " " <= letter <= "~":
        return letter
    if letter.isspace() or unicodedata.category(letter).startswith("C"):
        return " "
    base, *marks = tuple(unicodedata.normalize("NFD", letter))
    if marks and base.isascii() and all(mark in _ACCENTS for mark in marks):
        for mark in marks:
            base = f"\\{_ACCENTS[mark]}{{{base}}}"
        return base
    # primitives only: the picture must not ask for a package
    wide = rf"\ifx\directlua\undefined\ifx\XeTeXversion\undefined{_BOX}\else {letter}\fi\else {letter}\fi"
    return f"{{{wide}}}"


class _Styles:
    """Styles and colours, named as they are met: a role that looks different a second time gets a number."""

    def __init__(self) -> None:
        self.named: dict[tuple[str, str], str] = {}
        self.count: dict[str, int] = {}
        self.colors: dict[str, str] = {}

    def color(self, code: str) -> str:
        known = {INK: "ink", PAPER: "white", "#000000": "black"}
        if code not in self.colors:
            self.colors[code] = known.get(code, f"tone{len(self.colors)}")
        return self.colors[code]

    def name(self, role: str, look: str) -> str:
        role = re.sub("[^a-z]+", " ", role.lower()).strip() or "line"
        if (role, look) not in self.named:
            self.count[role] = self.count.get(role, 0) + 1
            number = self.count[role]
            self.named[role, look] = f"bg {role}{'' if number == 1 else f' {number}'}"
        return self.named[role, look]


def to_tikz(scene: Scene) -> str:
    """The scene as a LaTeX document with one page of its size."""
    box = scene.box()
    width, height = (_POINTS * side for side in (box.right - box.left, box.bottom - box.top))
    styles = _Styles()
    body = []
    for group in scene.groups:
        if group.title:
            body.append(f"  % {_comment(group.title)}")
        body += [f"  {_item(item, styles)}" for item in group.items]
    looks = [f"  {name}/.style={{{look}}}," for (_, look), name in styles.named.items()]
    colors = [
        f"  \\definecolor{{{name}}}{{HTML}}{{{code.lstrip('#').upper()}}}"
        for code, name in styles.colors.items()
        if name not in ("white", "black")
    ]
    corners = f"({_number(box.left)},{_number(box.top)}) rectangle ({_number(box.right)},{_number(box.bottom)})"
    return "\n".join([
        f"% {_comment(scene.title)}",
        "% A page of its own for pdflatex, lualatex, xelatex. In a paper: \\usepackage{tikz}, and this tikzpicture.",
        r"\documentclass{article}",
        r"\usepackage{tikz}",
        rf"\usepackage[paperwidth={_number(width)}bp,paperheight={_number(height)}bp,margin=0pt]{{geometry}}",
        r"\pagestyle{empty}\parindent=0pt\topskip=0pt\parskip=0pt\lineskip=0pt\baselineskip=0pt",
        r"\begin{document}\enlargethispage{1bp}",
        r"\begin{tikzpicture}[x=0.75bp, y=-0.75bp, line cap=round, line join=round,",
        rf"  every node/.style={{inner sep=0pt, outer sep=0pt, anchor=base, font={_FONT}}},",
        *looks,
        "  ]",
        *colors,
        f"  \\useasboundingbox {corners};",
        *body,
        r"\end{tikzpicture}%",
        r"\end{document}",
        "",
    ])  # fmt: skip


def _item(item: Item, styles: _Styles) -> str:
    if isinstance(item, Text):
        return _text(item, styles)
    color = f"draw={styles.color(item.color)}" if item.width else "draw=none"
    look = [color, f"line width={_number(_POINTS * item.width)}bp"] if item.width else [color]
    if item.fill:
        look.append(f"fill={styles.color(item.fill)}")
    if isinstance(item, Frame):
        return _frame(item, look, styles)
    if item.dash:
        on, off = (_number(_POINTS * float(part)) for part in item.dash.split())
        look += [f"dash pattern=on {on}bp off {off}bp", "line cap=butt"]
    points = " -- ".join(f"({_number(x)},{_number(y)})" for x, y in item.points)
    closed = " -- cycle" if item.closed else ""
    return f"\\path[{styles.name(item.role, ', '.join(look))}] {points}{closed};"


def _frame(item: Frame, look: list[str], styles: _Styles) -> str:
    r = item.rectangle
    width, height = r.right - r.left, r.bottom - r.top
    if item.radius and 2 * item.radius >= max(width, height):
        middle = f"({_number((r.left + r.right) / 2)},{_number((r.top + r.bottom) / 2)})"
        size = f"[x radius={_number(width / 2)}, y radius={_number(height / 2)}]"
        return f"\\path[{styles.name(item.role, ', '.join(look))}] {middle} circle {size};"
    if item.radius:
        look = [*look, f"rounded corners={_number(_POINTS * min(item.radius, width / 2, height / 2))}bp"]
    corners = f"({_number(r.left)},{_number(r.top)}) rectangle ({_number(r.right)},{_number(r.bottom)})"
    return f"\\path[{styles.name(item.role, ', '.join(look))}] {corners};"


def _text(item: Text, styles: _Styles) -> str:
    look = [f"text={styles.color(item.color)}", f"scale={_number(_POINTS * item.size / 10, 4)}"]
    faces = (r"\bfseries" if item.bold else "") + (r"\slshape" if item.italic else "")
    if faces:
        look.append(f"font={_FONT}{faces}")
    style = styles.name(item.role, ", ".join(look))
    patch = ""
    if item.halo:
        b = item.box.grown(1.5)
        corners = f"({_number(b.left)},{_number(b.top)}) rectangle ({_number(b.right)},{_number(b.bottom)})"
        patch = f"\\path[fill={styles.color(PAPER)}] {corners}; "
    # blanks within a node are glue, which has its own width and none at the ends
    return f"{patch}\\node[{style}] at ({_number(item.x)},{_number(item.baseline)}) {{{latex(item.words)}}};"


def _comment(words: str) -> str:
    """One line that every editor reads."""
    plain = words.replace("⇀", "->").replace("→", "->").encode("ascii", "replace").decode()
    return " ".join(plain.split())


def _number(value: float, digits: int = 2) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if round(value, digits) else "0"


__all__ = ["latex", "to_tikz"]
