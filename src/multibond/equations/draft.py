"""The draft: what the passes have made of a flat system so far. A pass takes one and returns the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..expression import Node
from ..frozen import frozen
from ..model.kind import Kind
from .alias import Aliased
from .blocks import Block
from .guards import Guard
from .index import Reduced
from .lengths import lengths_of
from .modes import LEAKS, Mode
from .nonzero import Nonzero
from .numbers import number_from, parameter_values
from .order import place_in, places
from .schedule import Schedule, Step
from .states import Selected
from .system import Equation, System, When

if TYPE_CHECKING:
    from .one_structure import InputPair
    from .semi_explicit import SemiExplicit
    from .transferred import Transferred

Numbers = Callable[[Node], float | None]


@frozen(repr=False)
class Draft:
    """The flat system, what is asked for, and what each pass has left.

    `wishes` are the user's wishes for or against variables as states, `numbers` known values of variables, `audit`
    asks for states of the energy balance, `leaky` for a picture of ideal switches, `paired` for one structure of all
    positions. What a pass has not reached yet is
    empty or None.
    """

    system: System
    wishes: Mapping[Node, float] = field(default_factory=dict)
    numbers: Numbers | None = None
    audit: bool | str = True
    leaky: bool = False  # whether switches and diodes leak a little instead of changing the structure
    stressed: bool = False  # whether redundant constraints have an effort that is given, instead of none
    paired: bool = False  # whether set-valued laws are inputs of one structure
    # modes and structure
    equations: tuple[Equation, ...] = ()  # with frozen conditions
    modes: tuple[Mode, ...] = ()
    whens: tuple[When, ...] = ()
    positions: Mapping[Node, bool] = field(default_factory=dict)  # of the structural modes
    fixed: tuple[Equation, ...] = ()  # the equations in these positions
    pairs: tuple[InputPair, ...] = ()  # set-valued laws as inputs
    vanishing: Mapping[Node, bool] = field(
        default_factory=dict
    )  # factors made of parameters, and whether they are zero
    # from equal variables to the choice of states
    aliased: Aliased = field(default_factory=lambda: Aliased((), {}))
    stresses: tuple[Node, ...] = ()  # the given efforts of redundant constraints
    rates: tuple[Equation, ...] = ()  # of variables that are wanted as states but differentiated nowhere
    reduced: Reduced = field(default_factory=lambda: Reduced((), {}))
    positioned: tuple[Equation, ...] = ()  # the equations between positions, if there are loops
    assembled: Mapping[Node, float] = field(default_factory=dict)  # a position in which the loops are closed
    selected: Selected | None = None
    # the order of computation
    blocks: tuple[Block, ...] = ()
    torn: tuple[tuple[Block, tuple[Step, ...]], ...] = ()
    guards: tuple[Guard, ...] = ()
    levels: Mapping[Node, Node] = field(default_factory=dict)
    schedule: Schedule | None = None
    implicit: SemiExplicit | None = None  # what a method leaves to the integrator
    transferred: tuple[Transferred, ...] = ()  # storage in minimal coordinates
    open: Schedule | None = None  # with efforts of constraints that come from outside
    # loops of passes
    again: str = ""  # why the passes of the innermost loop must be gone through once more
    rounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # why loops were gone through again, by name

    def __repr__(self) -> str:
        states = "" if self.selected is None else f", {len(self.selected.states)} states"
        steps = "" if self.schedule is None else f", {len(self.schedule.steps)} steps"
        return f"<draft of {self.system!r}{states}{steps}>"

    def but(self, **changes: Any) -> Draft:
        """The same with changes; what was computed from fields that stay is kept."""
        changed = replace(self, **changes)
        for name, sources in _COMPUTED.items():
            if name in vars(self) and changes.keys().isdisjoint(sources):
                vars(changed)[name] = vars(self)[name]
        return changed

    @cached_property
    def frozen(self) -> frozenset[Node]:
        """The values of modes, which do not change between events."""
        inputs = (x for pair in self.pairs for x in (pair.input, pair.ratio))
        leaks = LEAKS if self.leaky else ()
        return frozenset((*(mode.value for mode in self.modes), *leaks, *self.stresses, *inputs))

    @cached_property
    def constant(self) -> Callable[[Node], bool]:
        """Tells whether a leaf does not change between events; asked more often than anything else."""
        return (self.system.constants | self.frozen).__contains__

    @cached_property
    def is_length(self) -> Callable[[Node], bool | None]:
        """Tells whether a variable is a length, or changes one; None where that is not known."""
        return lengths_of(self.system)

    def is_momentum(self, variable: Node) -> bool:
        """Whether a variable is a momentum."""
        return self.system.kind(variable) is Kind.MOMENTUM

    @cached_property
    def places(self) -> dict[Node, int]:
        """The order of the variables: that of writing."""
        return places(self.system.graph, self.system.scopes)

    def place(self, variable: Node) -> tuple[int, int, str]:
        """Where a variable stands in the order of writing."""
        return place_in(self.places, variable)

    @cached_property
    def values(self) -> dict[Node, float]:
        """The numbers of all parameters."""
        return parameter_values(self.system)

    @property
    def ratios(self) -> dict[Node, float]:
        """Numbers for the ratios of pairs, which are never zero."""
        return {pair.ratio: 1.0 + 0.1 * 0.6180339887498949 ** (k + 1) for k, pair in enumerate(self.pairs)}

    @cached_property
    def nonzero(self) -> Nonzero:
        """Which coefficients never vanish."""
        return Nonzero(self.values | self.ratios)

    @cached_property
    def number(self) -> Callable[[Node], float]:
        """Values to judge by, of any variable."""
        return number_from(self.system, self.aliased, self.numbers)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all blocks."""
        return tuple(step for _, steps in self.torn for step in steps)


# what is computed once from these fields
_COMPUTED = {
    "frozen": ("modes", "stresses", "pairs"),
    "constant": ("system", "modes", "stresses", "pairs"),
    "is_length": ("system",),
    "values": ("system",),
    "nonzero": ("system", "pairs"),
    "number": ("system", "aliased", "numbers"),
}

__all__ = ["Draft", "Numbers"]
