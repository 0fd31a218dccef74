"""A live view of a model in notebooks: sliders for parameters, and curves that follow them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ..errors import ModelError, MultibondError, NameNotFound, SimulationError, nearest
from ..frozen import frozen
from ..model.unit import pretty
from .explorer_page import MODULE

if TYPE_CHECKING:
    from ..model.composite import Composite
    from ..result import Trajectories

LOW, HIGH = 0.2, 3.0  # times the value of the model: where sliders end by themselves


@frozen
class Slider:
    """A parameter that is moved between `low` and `high`, in SI units; `value` is the model's own."""

    name: str
    unit: str
    low: float
    high: float
    value: float


def sliders_of(model: Composite, names: Sequence[str], ranges: Mapping[str, Any]) -> list[Slider]:
    """The sliders of parameters by name, with the ranges that are given."""
    from ..equations.formulation import formulation
    from ..result.curves import pair

    known = formulation(model).system().parameters
    for name in (*names, *ranges):
        if not isinstance(name, str):
            raise NameNotFound(
                f"the parameters to move are named by text, such as explore('motor.R'), not {name!r:.60}"
            )
    chosen = list(dict.fromkeys([*names, *ranges]))
    if not chosen:
        raise ModelError(f"name the parameters to move, as in explore('{next(iter(known), 'R')}')")
    found = []
    for name in chosen:
        if name not in known:
            raise NameNotFound(f"there is no parameter '{name}' to move" + nearest(str(name), known))
        value = float(known[name].value)
        low, high = pair(ranges[name], f"the slider '{name}'") if name in ranges else _usual(known[name], value)
        if low is None or high is None:
            raise ModelError(f"the slider '{name}' needs a lowest and a highest value, not {ranges[name]!r:.40}")
        found.append(Slider(name, pretty(known[name].unit), low, high, min(max(value, low), high)))
    return found


def _usual(known: Any, value: float) -> tuple[float, float]:
    """Ends around a value, within what is allowed."""
    low, high = sorted((LOW * value, HIGH * value)) if value else (-1.0, 1.0)
    least, most = getattr(known, "minimum", None), getattr(known, "maximum", None)
    if least is not None and not value:
        low = max(low, float(least))
    return (low if least is None else max(low, float(least))), (high if most is None else min(high, float(most)))


def explorer(
    sliders: Sequence[Slider], simulate: Callable[[dict[str, float]], Trajectories], draw: Callable[[Any], Any]
) -> Any:
    """The widget: `simulate` runs with values of parameters, `draw` makes a figure of the result."""
    view = _widget()(
        sliders=[{"name": s.name, "unit": s.unit, "low": s.low, "high": s.high} for s in sliders],
        values={s.name: s.value for s in sliders},
    )

    def repeat(change: Any = None) -> None:
        """Run with the values of the sliders; a run that fails leaves the curves as far as it came."""
        message = ""
        result: Any = None
        try:
            result = simulate(dict(view.values))
        except SimulationError as error:
            message, result = str(error), error.result
        except MultibondError as error:
            message = str(error)
        if result is not None:
            view.result = result
            view.picture = draw(result)._repr_html_()
        view.message = message
        view.answered += 1

    view.observe(repeat, names="values")
    repeat()
    return view


@cache
def _widget() -> Any:
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise MultibondError(
            "a live view needs anywidget; install it with: pip install 'multibond[notebook]'"
        ) from None

    class Explorer(anywidget.AnyWidget):
        """Sliders and curves; `values` are those of the sliders, `result` the last run."""

        _esm = MODULE
        sliders: Any = traitlets.List().tag(sync=True)
        values = traitlets.Dict().tag(sync=True)
        picture = traitlets.Unicode("").tag(sync=True)
        message = traitlets.Unicode("").tag(sync=True)
        answered = traitlets.Int(0).tag(sync=True)
        result: Any = None

    return Explorer


__all__ = ["Slider", "explorer", "sliders_of"]
