"""Pictures: drawings, reports and animations of models and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import CausalityError

if TYPE_CHECKING:
    from ..model.composite import Composite
    from .drawing import Drawing


def draw(model: Composite, path: str = "", causal: bool = True, paths: bool = False, **options: Any) -> Drawing:
    """Draw the bond graph of `model`, or the inside of the component at `path`, with causal strokes if `causal`, and
    with the zero-order causal paths if `paths`.

    A graph without a causal assignment is drawn without strokes; it has no causal paths that could be drawn.
    """
    from ..graph.causality import causality
    from ..graph.flat import graph_of
    from .drawing import draw as drawn
    from .drawing.path_mark import Marks

    strokes = marks = None
    graph = graph_of(model)
    if causal or paths:
        try:
            found = causality(graph)
        except CausalityError:
            if paths:
                raise
        else:
            strokes = dict(enumerate(found.strokes)) if causal else None
            marks = Marks.of(found.paths) if paths else None
    return drawn(model, path, strokes, graph=graph, marks=marks, **options)
