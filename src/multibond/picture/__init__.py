"""Pictures: drawings, reports and animations of models and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import CausalityError

if TYPE_CHECKING:
    from ..model.composite import Composite
    from .drawing import Drawing


def draw(model: Composite, path: str = "", causal: bool = True, **options: Any) -> Drawing:
    """Draw the bond graph of `model`, or the inside of the component at `path`, with causal strokes if `causal`.

    A graph without a causal assignment is drawn without strokes.
    """
    from ..graph.causality import causality
    from ..graph.flat import graph_of
    from .drawing import draw as drawn

    strokes = None
    graph = graph_of(model)
    if causal:
        try:
            strokes = dict(enumerate(causality(graph).strokes))
        except CausalityError:
            strokes = None
    return drawn(model, path, strokes, graph=graph, **options)
