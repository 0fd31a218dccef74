"""How values show themselves in notebooks: in a frame with the colours of the page, light or dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

# Lines and quiet text are parts of the page's own text colour, so that no theme has to be known.
STYLE = """
.multibond { max-width: 100%; font-size: 14px; line-height: 1.45; overflow-x: auto }
.multibond h4 { margin: 2px 0 8px; font-size: 16px }
.multibond h3, .multibond h5 { margin: 12px 0 4px; font-size: 13px; opacity: .75 }
.multibond .quiet { opacity: .7; margin: 4px 0; font-size: 13px }
.multibond .doubt { border-left: 3px solid #d98200; padding: 2px 10px; margin: 6px 0 }
.multibond .error { border-left: 3px solid #d2322d; padding: 4px 10px; margin: 6px 0; font-weight: 500 }
.multibond .paper { background: #fff; color: #111; border-radius: 8px; padding: 6px; display: inline-block;
  max-width: 100%; box-sizing: border-box }
.multibond .paper svg { max-width: 100%; height: auto; display: block }
.multibond .sides { display: flex; flex-wrap: wrap; gap: 4px 28px; align-items: flex-start }
.multibond table { border-collapse: collapse; font-size: 13px; margin: 2px 0 8px; color: inherit }
.multibond th, .multibond td { text-align: left !important; padding: 2px 12px 2px 0; background: none; color: inherit;
  border: 0; border-bottom: 1px solid rgba(128, 128, 128, .28); vertical-align: top }
.multibond th { opacity: .7; font-weight: 600 }
.multibond tr { background: none }
.multibond code { font-size: 12.5px; background: none !important; color: inherit; padding: 0 }
.multibond pre { font: 12.5px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; background: none; color: inherit;
  white-space: pre-wrap; margin: 4px 0 }
.multibond math { font-size: 16px }
.multibond .equation { margin: 5px 0; padding-left: 1.5em; text-indent: -1.5em; line-height: 2.1 }
.multibond .equation math { text-indent: 0 }
.multibond details > summary { cursor: pointer; opacity: .75 }
"""


def framed(*parts: str) -> str:
    """Pieces of HTML in the frame of multibond."""
    return f"<div class='multibond'><style>{STYLE}</style>{''.join(parts)}</div>"


def table_html(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of pieces of HTML.

    >>> table_html(["a"], [["1"]])
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'
    """
    top = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def folded(title: str, inside: str, open_: bool = False) -> str:
    """Pieces of HTML behind a title that opens them."""
    return f"<details{' open' if open_ else ''}><summary>{escape(title)}</summary>{inside}</details>"


__all__ = ["folded", "framed", "table_html"]
