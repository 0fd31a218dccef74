"""A state machine."""

from __future__ import annotations

from ..errors import ModelError, nearest
from ..expression import TIME, choose, relation, symbol
from ..look.drawn import part_icon
from ..model.composite import Composite
from ..model.declare import Discrete, Input, Option


class StateMachine(Composite):
    """A state machine: one of several named states holds, and a transition leads to another when its condition becomes
    true, or is true when its state is entered.

    `states` are their names, the first one holds at the start; `transitions` are pairs "from to", one for each of the
    conditions in `fires`, in the same order (a signal counts from 0.5 on)::

        StateMachine("off on", "off on, on off", fires=["1 if room.T < 291 else 0", "1 if room.T > 293 else 0"])

    `state` is the number of the state that holds, from 0; `active` is 1 for it and 0 for the others; `elapsed` [s] is
    the time since it was entered. Where several conditions hold, the first one written leads on.
    """

    library = "sampled"
    icon = part_icon("state_machine")
    states = Option("off on", description="names of the states, apart by spaces")
    transitions = Option("off on, on off", description="pairs of names 'from to', apart by commas")
    fires = Input("", "pairs", description="conditions of the transitions, in their order")

    def size(self, of: int | str) -> int:
        """As for every component; "pairs" is the number of transitions."""
        return len(self._pairs()) if of == "pairs" else super().size(of)

    def build(self) -> None:
        """The state is a discrete value; every transition is an event."""
        names = self._names()
        self.present, self.since, self.begin = (
            Discrete(start=-1.0),
            Discrete("s", start=TIME),
            Discrete("s", start=TIME),
        )
        present, begun = symbol("present"), relation("ge", symbol("present"), 0)
        pairs = self._pairs()
        self.when("time > begin and present < 0", {"present": 0.0, "since": TIME})
        for k, (origin, target) in reversed(list(enumerate(pairs))):  # the event written last has the last word
            fires = "fires" if len(pairs) == 1 else f"fires[{k}]"
            condition = f"{fires} > 0.5 and present > {origin} - 0.5 and present < {origin} + 0.5"
            self.when(condition, {"present": float(target), "since": TIME})
        holds = [choose(relation("le", present, 0.5), 1.0, 0.0)]
        for k in range(1, len(names)):
            inside = choose(relation("lt", present, k + 0.5), 1.0, 0.0)
            holds.append(choose(relation("gt", present, k - 0.5), inside, 0.0))
        self.output("state", choose(begun, present, 0.0), "", "number of the state that holds, from 0")
        self.output("active", holds, "", "1 for the state that holds, 0 for the others")
        self.output("elapsed", TIME - symbol("since"), "s", "time since the state was entered")

    def _names(self) -> list[str]:
        names = self._text("states", "off on").split()
        if len(names) < 2 or len(set(names)) < len(names):
            raise ModelError(f"a state machine has two or more different states, not {names}", f"{self.name}.states")
        return names

    def _text(self, option: str, such_as: str) -> str:
        given = self.option(option)
        if not isinstance(given, str):
            raise ModelError(f"the {option} are one text, such as '{such_as}', not {given}", f"{self.name}.{option}")
        return given

    def _pairs(self) -> list[tuple[int, int]]:
        names, found = self._names(), []
        for text in self._text("transitions", "off on, on off").split(","):
            words = text.split()
            if len(words) != 2:
                raise ModelError(
                    f"a transition is a pair of states such as '{names[0]} {names[1]}', not '{text.strip()}'; its "
                    "condition stands in `fires`, in the same order",
                    f"{self.name}.transitions",
                )
            for word in words:
                if word not in names:
                    raise ModelError(f"there is no state '{word}'" + nearest(word, names), f"{self.name}.transitions")
            found.append((names.index(words[0]), names.index(words[1])))
        return found
