"""Filling in the strokes of a network: propagation by counting, choices in order, and going back where a choice fails.

The cost is linear: every literal is looked at when its variable is decided and once more when its rule is complete.
Only graphs with closed meshes of junctions can make a choice fail later. Then a rule is learned from the failure (the
first point that all conclusions of the latest choice pass through), and the choices are taken up again, in order,
where the rule first says something. So a storage is denied its wish only when the wishes before it leave no other way.
"""

from __future__ import annotations

from collections import deque

from ..frozen import frozen
from .network import Network, Rule, Wish

CHOICE, FORCED, PATTERN = -1, -2, -3
LEARNED = "learned"  # the kind of a rule "at least one of these is true"


@frozen
class Conflict:
    """A rule that cannot hold, and whether too many (or too few) of its literals are true."""

    rule: int
    too_many: bool


class Unassignable(Exception):
    """The fixed causalities contradict each other."""

    def __init__(self, conflict: Conflict):
        super().__init__()
        self.conflict = conflict


class Assignment:
    """The values of all variables of a network, why each has its value, and how much work it took."""

    def __init__(self, network: Network):
        self.network = network
        size, rules = len(network.bond_of), network.rules
        self.value = [-1] * size
        self.reason = [CHOICE] * size  # index of a rule, or one of the codes above
        self.because: dict[int, list[int]] = {}  # variables behind PATTERN values
        self.rules = list(rules)  # those of the network, then what is learned
        self.at = [list(places) for places in network.at]
        self.behind: dict[int, list[int]] = {}  # fixed variables that a learned rule rests on
        self.level = [0] * size
        self.trail: list[int] = []
        self.done = 0  # how much of the trail has been propagated
        self.true = [0] * len(rules)
        self.open = [len(rule.literals) for rule in rules]
        self.closed = [False] * len(rules)
        self.closings: list[tuple[int, int]] = []  # position in the trail and rule, to be undone
        self.levels: list[tuple[int, int]] = []  # length of the trail and place in the wishes at every choice
        self.operations = 0
        self.position: list[int] = [0] * size

    # ------------------------------------------------------------ deciding
    def decide(self, variable: int, value: int, reason: int) -> None:
        """Give an undecided variable its value."""
        self.value[variable], self.reason[variable] = value, reason
        self.level[variable], self.position[variable] = len(self.levels), len(self.trail)
        self.trail.append(variable)
        self.operations += 1

    def settle(self) -> Conflict | None:
        """Rules that hold without any choice: sources, junctions with one bond, zero rows of a transformer."""
        for index in range(len(self.network.rules)):
            conflict = self._check(index)
            if conflict:
                return conflict
        return self.propagate()

    def propagate(self) -> Conflict | None:
        """Draw all conclusions of what is decided; first in, first out, so that reasons are short."""
        while self.done < len(self.trail):
            variable = self.trail[self.done]
            self.done += 1
            conflict = None
            for index, want in self.at[variable]:
                self.operations += 1
                self.open[index] -= 1
                self.true[index] += self.value[variable] == want
                conflict = conflict or self._check(index)
            if conflict:
                return conflict
        return None

    def _check(self, index: int) -> Conflict | None:
        rule, true, undecided = self.rules[index], self.true[index], self.open[index]
        if true > rule.count and rule.kind != LEARNED:
            return Conflict(index, True)
        if true + undecided < rule.count:
            return Conflict(index, False)
        if rule.kind == LEARNED and true:
            return None
        if rule.pattern is not None and not self.closed[index]:
            conflict = self._check_pattern(index, rule)
            if conflict:
                return conflict
        if self.closed[index] or (true < rule.count and true + undecided > rule.count):
            return None
        self.closed[index] = True
        self.closings.append((self.done, index))
        value_of_rest = true != rule.count
        for variable, want in rule.literals:
            self.operations += 1
            if self.value[variable] < 0:
                self.decide(variable, want if value_of_rest else 1 - want, index)
        return None

    def _check_pattern(self, index: int, rule: Rule) -> Conflict | None:
        assert rule.pattern is not None
        truth = [None if self.value[v] < 0 else self.value[v] == want for v, want in rule.literals]
        self.operations += len(truth) ** 2
        forced = rule.pattern.forced(truth)
        if forced is None:
            return Conflict(index, True)
        decided = [v for v, _ in rule.literals if self.value[v] >= 0]
        for (variable, want), is_true in zip(rule.literals, forced, strict=True):
            if self.value[variable] < 0 and is_true is not None:
                self.because[variable] = decided
                self.decide(variable, want if is_true else 1 - want, PATTERN)
        return None

    # ------------------------------------------------------------ choosing
    def choose(self, wishes: list[Wish]) -> None:
        """Fulfil the wishes in order as far as they can be; raises Unassignable if nothing at all is possible."""
        place = 0
        while place < len(wishes):
            wish = wishes[place]
            if self.value[wish.variable] >= 0:
                place += 1
                continue
            self.levels.append((len(self.trail), place))
            self.decide(wish.variable, wish.value, CHOICE)
            conflict = self.propagate()
            while conflict:
                place = self._learn(conflict)
                conflict = self.propagate()

    def _learn(self, conflict: Conflict) -> int:
        """Learn a rule from a conflict, go back to where it first says something; returns the place in the wishes."""
        now = len(self.levels)
        reasons = self.antecedents_of_conflict(conflict)
        latest = max((self.level[v] for v in reasons), default=0)
        if latest == 0:
            raise Unassignable(conflict)
        if latest < now:  # the conflict needs none of the later choices
            self._undo(latest)
            now = latest
        seen, fixed, earlier = set(reasons), [], []
        pending = sum(self.level[v] == now for v in reasons)
        position = len(self.trail)
        while True:
            position -= 1
            variable = self.trail[position]
            if variable not in seen or self.level[variable] != now:
                continue
            pending -= 1
            if pending == 0:
                break
            for v in self.antecedents(variable):
                if v not in seen:
                    seen.add(v)
                    pending += self.level[v] == now
        for v in seen:
            if 0 < self.level[v] < now:
                earlier.append(v)
            elif self.level[v] == 0:
                fixed.append(v)
        back = max((self.level[v] for v in earlier), default=0)
        literals = tuple((v, 1 - self.value[v]) for v in [variable, *earlier])
        place = self.levels[back][1]
        self._undo(back)
        index = len(self.rules)
        self.rules.append(Rule("", LEARNED, literals, 1))
        self.behind[index] = fixed
        self.true.append(0)
        self.open.append(1)  # all others are decided and false
        self.closed.append(False)
        for v, want in literals:
            self.at[v].append((index, want))
        self.decide(variable, literals[0][1], index)
        return place

    def _undo(self, level: int) -> None:
        length = self.levels[level][0]
        del self.levels[level:]
        for position in range(len(self.trail) - 1, length - 1, -1):
            variable = self.trail[position]
            if position < self.done:
                for index, want in self.at[variable]:
                    self.open[index] += 1
                    self.true[index] -= self.value[variable] == want
            self.value[variable] = -1
            self.operations += 1
        del self.trail[length:]
        self.done = min(self.done, length)
        while self.closings and self.closings[-1][0] > length:
            self.closed[self.closings.pop()[1]] = False

    # ------------------------------------------------------------ reasons
    def antecedents_of_conflict(self, conflict: Conflict) -> list[int]:
        """The variables that break a rule, as few as there need be."""
        rule = self.rules[conflict.rule]
        decided = [(v, self.value[v] == want) for v, want in rule.literals if self.value[v] >= 0]
        true = sum(t for _, t in decided)
        if rule.kind == LEARNED:
            return [*self.behind[conflict.rule], *(v for v, _ in decided)]
        if conflict.too_many and true > rule.count:
            earliest = sorted((v for v, t in decided if t), key=lambda v: self.position[v])
            return earliest[: rule.count + 1]
        if rule.pattern is not None:
            return [v for v, _ in decided]
        return [v for v, t in decided if not t]

    def antecedents(self, variable: int) -> list[int]:
        """The variables from which the value of `variable` was concluded."""
        reason = self.reason[variable]
        if reason == PATTERN:
            return self.because[variable]
        if reason < 0:
            return []
        rule, own = self.rules[reason], self.position[variable]
        if rule.kind == LEARNED:
            return [*self.behind[reason], *(v for v, _ in rule.literals if v != variable)]
        earlier = [
            (v, self.value[v] == want) for v, want in rule.literals if self.value[v] >= 0 and self.position[v] < own
        ]
        is_true = any(self.value[v] == want for v, want in rule.literals if v == variable)
        return [v for v, t in earlier if t != is_true]

    def roots(self, variables: list[int]) -> list[int]:
        """What `variables` come from in the end: choices, forced strokes and fixed causalities, nearest first."""
        return [v for v, _ in self.ancestry(variables) if not self.antecedents(v)]

    def ancestry(self, variables: list[int]) -> list[tuple[int, int]]:
        """Breadth first backwards through the conclusions: (variable, the variable it was reached from or −1)."""
        found: dict[int, int] = dict.fromkeys(variables, -1)
        queue = deque(variables)
        while queue:
            variable = queue.popleft()
            for earlier in self.antecedents(variable):
                if earlier not in found:
                    found[earlier] = variable
                    queue.append(earlier)
        return list(found.items())
