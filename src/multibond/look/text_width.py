"""How wide a text is in Helvetica and the fonts made to its measure (Arial, Liberation Sans, Nimbus Sans)."""

from __future__ import annotations

import re
from functools import lru_cache

# widths in thousandths of the font size
_WIDTHS = {
    191: "'", 222: "ijl", 260: "|", 278: " \xa0!,./:;I[\\]ft·", 333: "()-`r²³¹⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉", 334: "{}", 355: '"°',
    389: "*", 469: "^", 500: "Jckszvxy", 556: "#$0123456789?L_abdeghnopquµμ§", 584: "+<=>~−×÷±∂", 611: "FTZβ",
    667: "&ABEKPSVXY", 722: "CDHNRUw", 768: "Ω", 778: "GOQ", 833: "Mm", 889: "%", 944: "W", 1000: "…→⇄⊕—", 1015: "@",
}  # fmt: skip
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_BOLD = 1.06
_BREAKS = re.compile(r"(?<=[,;·*/_)=\u00a0])(?=[^\s,;)_])|(?<=[a-z\d\]])(?=\.[A-Za-z_])|(?<=[a-z])(?=[A-Z])")
_LONGEST = 40  # letters without any place to break


@lru_cache(maxsize=8192)
def text_width(words: str, size: float, bold: bool = False) -> float:
    """The width in pixels of `words` at font `size`.

    >>> round(text_width("R : damper", 10), 1)
    49.5
    """
    total = sum(_WIDTH.get(letter, 600 if ord(letter) < 0x2E80 else 1000) for letter in words)
    return total * size / 1000 * (_BOLD if bold else 1.0)


def wrapped(words: str, widest: float, size: float, bold: bool = False) -> list[str]:
    """`words` in lines that are no wider than `widest` pixels where that can be, as even as possible.

    Lines break at blanks, but not at those that hold together (``\u00a0``); pieces that are too long alone break after
    commas, raised dots, slashes and underscores and before the names of a path.

    >>> wrapped("amplitude·sin(2·pi·frequency·time)", 110, 11)
    ['amplitude·sin(2·pi·', 'frequency·time)']
    >>> wrapped("a short text", 110, 11)
    ['a short text']
    """
    pieces = [
        small
        for piece in re.findall(r"[^ ]+ *", words)
        for small in (_BREAKS.split(piece) if text_width(piece.rstrip(), size, bold) > widest else [piece])
    ]
    pieces = [piece[i : i + _LONGEST] for piece in pieces for i in range(0, len(piece), _LONGEST)]
    lines = _filled(pieces, widest, size, bold)
    for part in range(1, 12 if len(lines) > 1 else 0):  # as narrow as so many lines allow
        narrow = widest * 0.95**part
        tried = _filled(pieces, narrow, size, bold)
        if len(tried) > len(lines) or max(text_width(line, size, bold) for line in tried) > widest:
            break
        lines = tried
    return [line.replace("\u00a0", " ") for line in lines] or [words]


def _filled(pieces: list[str], widest: float, size: float, bold: bool) -> list[str]:
    lines: list[str] = []
    for piece in pieces:
        if lines and text_width((lines[-1] + piece).rstrip(), size, bold) <= widest:
            lines[-1] += piece
        else:
            lines.append(piece)
    return [line.rstrip() for line in lines]
