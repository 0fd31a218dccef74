"""How wide a text is in Helvetica and the fonts made to its measure (Arial, Liberation Sans, Nimbus Sans)."""

from __future__ import annotations

from functools import lru_cache

# widths in thousandths of the font size
_WIDTHS = {
    191: "'", 222: "ijl", 260: "|", 278: " !,./:;I[\\]ft·", 333: "()-`r²³¹⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉", 334: "{}", 355: '"°',
    389: "*", 469: "^", 500: "Jckszvxy", 556: "#$0123456789?L_abdeghnopquµμ§", 584: "+<=>~−×÷±∂", 611: "FTZβ",
    667: "&ABEKPSVXY", 722: "CDHNRUw", 768: "Ω", 778: "GOQ", 833: "Mm", 889: "%", 944: "W", 1000: "…→⇄⊕—", 1015: "@",
}  # fmt: skip
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_BOLD = 1.06


@lru_cache(maxsize=8192)
def text_width(words: str, size: float, bold: bool = False) -> float:
    """The width in pixels of `words` at font `size`.

    >>> round(text_width("R : damper", 10), 1)
    49.5
    """
    total = sum(_WIDTH.get(letter, 600 if ord(letter) < 0x2E80 else 1000) for letter in words)
    return total * size / 1000 * (_BOLD if bold else 1.0)


def shortened(words: str, longest: int) -> str:
    """`words` cut to `longest` letters, with an ellipsis where something was left out.

    >>> shortened("a_very_long_name", 8)
    'a_very_…'
    """
    return words if len(words) <= longest else words[: longest - 1] + "…"
