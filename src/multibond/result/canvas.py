"""Figures that show themselves exactly once: in notebooks by themselves, in scripts by ``show()``.

They belong to nobody but their owner: pyplot, which shows all of its figures at the end of a cell, does not know them.
"""

from __future__ import annotations

import re
import warnings
from base64 import b64encode
from io import BytesIO, StringIO
from os import PathLike
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text

from ..errors import FileError, ModelError
from ..model.file.whole import replacing

INK = "#010203"  # stands for the colour of text, which in pages is that of the page
FEW = ("#1b6ac9", "#d9541e", "#2a9d55", "#8a4fd0", "#b8860b", "#c2187a", "#0e9aa7", "#8c564b", "#7f7f7f", "#5b8c00")
UNSEEN = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # and what XML does not allow
MANY_POINTS = 20_000  # of one curve: beyond that it is painted, not written as a line


class Plot(Figure):
    """A matplotlib figure that shows itself in notebooks, in the colours of the page, and by ``show()`` in scripts.

    ``save("run.pdf")`` writes it, ``savefig`` too, with all options of matplotlib; ``axes`` has its axes, for whatever
    matplotlib can add.
    """

    def show(self, warn: bool = True) -> None:
        """Show the figure: in a notebook below the cell, in a script in a window, and wait until that is closed."""
        shell = _notebook()
        if shell is not None:
            shell(self)
            return
        import matplotlib.pyplot as pyplot

        if pyplot.get_backend().lower() in ("agg", "svg", "pdf", "ps", "cairo", "template"):
            if warn:
                warnings.warn(
                    "there is no screen to show a figure on; write it with .savefig('plot.png')", stacklevel=2
                )
            return
        from matplotlib._pylab_helpers import Gcf

        number = max([*pyplot.get_fignums(), 0]) + 1
        manager = pyplot._get_backend_mod().new_figure_manager_given_figure(number, self)
        Gcf._set_new_active_manager(manager)
        pyplot.show(block=True)

    def savefig(self, fname: Any, *, transparent: bool | None = None, **options: Any) -> None:
        """Write the figure as matplotlib does, but to a file whole or not at all, and never over a model."""
        if not isinstance(fname, (str, PathLike)):
            super().savefig(fname, transparent=transparent, **options)
            return
        path, form = Path(fname), options.pop("format", None)
        form = str(form or path.suffix[1:] or matplotlib.rcParams["savefig.format"]).lower()
        known = self.canvas.get_supported_filetypes()
        if form not in known:
            raise FileError(f"a plot is written as one of {', '.join(sorted(known))}, not as '{form}'")
        content = BytesIO()  # matplotlib does not say what is wrong with a disk in the middle of a PDF
        super().savefig(content, transparent=transparent, format=form, **options)
        with replacing(path if path.suffix else f"{path}.{form}", "the plot") as part:
            part.write_bytes(content.getvalue())

    def draw(self, renderer: Any) -> None:
        """Draw it, whatever its texts are; who draws needs not call this."""
        for words in self.findobj(Text):
            _make_readable(words)
        super().draw(renderer)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the figure to a file, as drawings and animations are; the ending says the format."""
        self.savefig(path)

    def _repr_html_(self) -> str:
        """The figure as SVG in the colour of the page's text, so that it is seen on light and on dark pages."""
        if any(np.size(line.get_xdata()) > MANY_POINTS for axis in self.axes for line in axis.get_lines()):
            return f'<img style="max-width:100%" src="data:image/png;base64,{b64encode(self._repr_png_()).decode()}">'
        return f'<div class="multibond-plot" style="max-width:100%">{svg_text(self, "plot", page=True)}</div>'

    def _repr_png_(self) -> bytes:
        text = BytesIO()
        self.savefig(text, format="png", dpi=120)
        return text.getvalue()


def _make_readable(words: Text) -> None:
    """Take out of a text what no font has and no SVG file may hold, and leave dollars that enclose no mathematics."""
    text = words.get_text()
    clean = UNSEEN.sub("\ufffd", re.sub("\r\n?|\t", " ", text))
    if clean != text:
        words.set_text(clean)
    if clean.count("$") > 1 and not clean.startswith(r"$\mathdefault"):  # as the numbers along axes do
        try:
            MathTextParser("path").parse(clean)
        except ValueError:
            words.set_parse_math(False)


def _notebook() -> Any:
    """What shows a value in the notebook that runs this; None where there is none."""
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        return None
    shell = get_ipython()
    return display if shell is not None and getattr(shell, "kernel", None) is not None else None


def new_figure(width: float, height: float) -> Plot:
    """An empty figure of this size in inches."""
    if not 0.1 <= width <= 200 or not 0.1 <= height <= 200:
        raise ModelError(f"a figure is 0.1 to 200 inches wide and high, not {width} and {height}")
    figure = Plot(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)  # so that savefig works without a display
    return figure


def colours(count: int) -> list[str]:
    """So many colours of which no two are the same, to be seen on light and on dark.

    >>> len(set(colours(40)))
    40
    """
    if count <= len(FEW):
        return list(FEW[:count])
    import colorsys

    found = []
    for k in range(count):  # hues that follow each other lie far apart
        red, green, blue = colorsys.hls_to_rgb(
            k * 0.61803398875 % 1, (0.38, 0.58, 0.48)[k % 3], (0.8, 0.7, 0.95)[k % 3]
        )
        found.append(f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}")
    return found


def svg_text(figure: Figure, salt: str, page: bool = False) -> str:
    """The figure as an SVG element; `salt` keeps its inner names apart from those of other plots in the page. `page`:
    without a ground, with text and axes in the colour of the page's text, and no wider than its column."""
    text = StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": salt}):
        if page:
            _in_ink(figure)
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None}, transparent=page)
    svg = text.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r'(?<= d=")[^"]*', lambda path: re.sub(r"\d+\.\d{2,}", _rounded, path[0]), svg)
    svg = re.sub(r"(font(?:-family)?:[^;\"]*?)'DejaVu Sans'[^;\"]*", r"\1sans-serif", svg)
    used = set(re.findall(r"#([\w-]+)", svg))
    svg = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", svg)
    if page:
        svg = re.sub(rf"{INK}|#000000|(?<=fill: )black", "currentColor", svg)
        svg = re.sub(r"<text\b", '<text fill="currentColor"', svg)  # powers of ten have no attributes
        svg = svg.replace("<svg", '<svg style="max-width:100%;height:auto"', 1)
    return re.sub(r">\s+<", ">\n<", svg).rstrip()


def _in_ink(figure: Figure) -> None:
    """Legends without a ground of their own, which would cover a dark page."""
    for axis in figure.axes:
        legend = axis.get_legend()
        if legend is not None:
            legend.get_frame().set_alpha(0.0)


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.1f}"  # a tenth of a point is finer than a screen shows


__all__ = ["Plot", "colours", "new_figure", "svg_text"]
