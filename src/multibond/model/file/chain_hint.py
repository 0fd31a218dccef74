"""What the writer of a bond may have meant who did not write it as files have it."""

from __future__ import annotations

import re

from .place import short

LONGEST = 500  # characters of a text that is looked at
FORMAT = "write 'a >> b' (directed) or 'a - b', ends as 'name' or 'name.port'"
_ARROWS = re.compile(r"\s*(?:-+>+|=+>+|—>|–>|[→⇀⟶⇒➔»]|(?<!>)>(?!>)|>{3,}|\bto\b)\s*")
_BACK = re.compile(r"\s*(?:<+-+|<+=+|<<+|[←↼⟵⇐«]|(?<!<)<(?!<))\s*")
_LINES = re.compile(r"\s*(?:-{2,}|[—–−])\s*")
_NAME = r"[^\W\d]\w*(?:\[\d+\])?(?:\.[^\W\d]\w*)?"
_FAN = re.compile(rf"\s*({_NAME}(?:\s*>>\s*{_NAME})*)\s*>>\s*\[?\s*({_NAME}(?:\s*[,&]\s*{_NAME})+)\s*\]?\s*")
_CHAIN = re.compile(rf"\s*{_NAME}(?:\s*(?:>>|-)\s*{_NAME})+\s*")


def bond_meant(text: str) -> str:
    """The remedy for a text that is no bond: what it would be here, where that is plain.

    >>> bond_meant("a -> b")
    "a directed bond is written 'a >> b'"
    >>> bond_meant("j >> r; j >> c")
    "several bonds are a list: write 'j >> r' and 'j >> c', each as an entry of its own"
    >>> bond_meant("j >> [r, c]")
    "several bonds are a list: write 'j >> r' and 'j >> c', each as an entry of its own"
    >>> bond_meant("a <- b")
    "arrows go to the right: 'b >> a'"
    """
    if len(text) > LONGEST:
        return FORMAT
    here = _LINES.sub(" - ", _ARROWS.sub(" >> ", text)).strip()
    parts = [part.strip() for part in re.split(r"[;,&\n]|\band\b", here) if part.strip()]
    fan = _FAN.fullmatch(here)
    if len(parts) > 1 and all(map(_CHAIN.fullmatch, parts)):
        return _several(parts)
    if fan:
        before, _, tail = fan[1].rpartition(">>")
        heads = [f"{tail.strip()} >> {head.strip()}" for head in re.split("[,&]", fan[2])]
        return _several([f"{before.strip()} >> {tail.strip()}", *heads] if before else heads)
    if here != text.strip() and _CHAIN.fullmatch(here):
        return f"a{' directed' if '>>' in here else 'n undirected'} bond is written '{short(here)}'"
    turned = " >> ".join(end.strip() for end in reversed(_BACK.split(text)))
    return f"arrows go to the right: '{short(turned)}'" if _CHAIN.fullmatch(turned) else FORMAT


def _several(bonds: list[str]) -> str:
    shown = [f"'{short(bond)}'" for bond in bonds[:4]]
    listed = ", ".join(shown[:-1]) + f" and {shown[-1]}" if len(bonds) <= 4 else ", ".join(shown) + ", …"
    return f"several bonds are a list: write {listed}, each as an entry of its own"


__all__ = ["FORMAT", "bond_meant"]
