"""Filling in the strokes of a network: propagation by counting, choices in order, and going back where a choice fails.

The cost is linear: every literal is looked at when its variable is decided and once more when its rule is complete.
Only graphs with closed meshes of junctions can make a choice fail later; then the latest choice that took part in the
failure is turned round (going straight back to it), so the order of the choices keeps its meaning.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from .network import Network, Rule, Wish

CHOICE, FORCED, LEARNED, PATTERN = -1, -2, -3, -4


@dataclass(frozen=True)
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
        self.because: dict[int, list[int]] = {}  # variables behind LEARNED and PATTERN values
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
            for index, want in self.network.at[variable]:
                self.operations += 1
                self.open[index] -= 1
                self.true[index] += self.value[variable] == want
                conflict = conflict or self._check(index)
            if conflict:
                return conflict
        return None

    def _check(self, index: int) -> Conflict | None:
        rule, true, undecided = self.network.rules[index], self.true[index], self.open[index]
        if true > rule.count:
            return Conflict(index, True)
        if true + undecided < rule.count:
            return Conflict(index, False)
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
                place = self._turn_latest(conflict)
                conflict = self.propagate()

    def _turn_latest(self, conflict: Conflict) -> int:
        """Undo the latest choice that took part in the conflict and conclude its opposite."""
        variables = self.roots(self.antecedents_of_conflict(conflict))
        choices = sorted((v for v in variables if self.reason[v] == CHOICE), key=lambda v: self.level[v])
        if not choices:
            raise Unassignable(conflict)
        latest = choices[-1]
        back = self.level[choices[-2]] if len(choices) > 1 else 0
        value, others = self.value[latest], [v for v in variables if v != latest]
        place = self.levels[back][1]
        self._undo(back)
        self.because[latest] = others
        self.decide(latest, 1 - value, LEARNED)
        return place

    def _undo(self, level: int) -> None:
        length = self.levels[level][0]
        del self.levels[level:]
        for position in range(len(self.trail) - 1, length - 1, -1):
            variable = self.trail[position]
            if position < self.done:
                for index, want in self.network.at[variable]:
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
        rule = self.network.rules[conflict.rule]
        decided = [(v, self.value[v] == want) for v, want in rule.literals if self.value[v] >= 0]
        true = sum(t for _, t in decided)
        if conflict.too_many and true > rule.count:
            earliest = sorted((v for v, t in decided if t), key=lambda v: self.position[v])
            return earliest[: rule.count + 1]
        if rule.pattern is not None:
            return [v for v, _ in decided]
        return [v for v, t in decided if not t]

    def antecedents(self, variable: int) -> list[int]:
        """The variables from which the value of `variable` was concluded."""
        reason = self.reason[variable]
        if reason in (LEARNED, PATTERN):
            return self.because[variable]
        if reason < 0:
            return []
        rule, own = self.network.rules[reason], self.position[variable]
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
