"""Why there is no causality: the shortest chains of conclusions from the elements that disagree to where they meet."""

from __future__ import annotations

from ..errors import CausalityError
from ..frozen import frozen
from .assignment import FORCED, LEARNED, PATTERN, Assignment, Conflict

_NUMBER = {2: "two", 3: "three", 4: "four"}


@frozen
class Cause:
    """Where a chain begins: an element that imposes `imposes`, or a stroke forced by the user; and the way it takes."""

    path: str
    imposes: str  # "effort", "flow" or "stroke"
    chain: tuple[str, ...]  # element paths on the way to the place of the conflict

    @property
    def name(self) -> str:
        """How the cause is called in a sentence."""
        return f"the forced stroke of {self.path}" if self.imposes == "stroke" else self.path


def explanation(assignment: Assignment, conflict: Conflict) -> CausalityError:
    """The error for a rule that cannot hold."""
    rule = assignment.rules[conflict.rule]
    first = assignment.antecedents_of_conflict(conflict)
    if not rule.path or not all(_is_said(assignment, v) for v, _ in assignment.ancestry(first)):
        return _mesh(assignment, first, rule.path)
    element = assignment.network.graph.elements[rule.path].element
    causes = _causes(assignment, first, rule.path)
    if rule.kind in ("effort", "flow"):
        own = Cause(rule.path, rule.kind, ())
        causes = [own, *(cause for cause in causes if cause.path != rule.path)]
    names = _list([cause.name for cause in causes])
    what = _what(rule.kind, conflict.too_many, causes, rule.path, names, type(element).__name__)
    ways = [" → ".join([cause.path, *cause.chain, rule.path]) for cause in causes if cause.chain]
    by = f" (by {'; '.join(ways)})" if ways else ""
    text = f"{what}{by}; {_remedy(rule.kind, conflict.too_many, causes)}"
    return CausalityError(text, rule.path, _involved(assignment, causes, rule.path))


def _is_said(assignment: Assignment, variable: int) -> bool:
    """Whether a conclusion was drawn from a law, and not from choices that failed."""
    reason = assignment.reason[variable]
    return reason < 0 or assignment.rules[reason].kind != LEARNED


def _mesh(assignment: Assignment, variables: list[int], meeting: str) -> CausalityError:
    """The error when every choice in a mesh of junctions fails: there is no single chain, but a closed one."""
    network = assignment.network
    causes = [cause.name for cause in _causes(assignment, variables, meeting)]
    around: dict[str, None] = {}
    for variable, _ in assignment.ancestry(variables):
        bond = network.graph.bonds[network.bond_of[variable][0]]
        around.update(dict.fromkeys(path for path, _ in (bond.tail, bond.head)))
    mesh = [path for path in around if len(network.graph.elements[path].attached) > 1][:8]
    fixed = f"with what {_list(causes[:6])} impose{'s' if len(causes) == 1 else ''}, " if causes else ""
    return CausalityError(
        f"{fixed}no causality fits the closed mesh through {_list(mesh)}; open the mesh, or put a resistance or a "
        "storage on one of its junctions",
        mesh[0] if mesh else None,
        [*(path for path in causes if path in network.graph.elements), *mesh],
    )


def forced_against(assignment: Assignment, bond: int, component: int, stroke: str) -> CausalityError:
    """The error for a stroke that the user forced against what follows from the fixed causalities."""
    network = assignment.network
    flat = network.graph.bonds[bond]
    variable = network.first[bond] + component
    here = flat.head[0] if stroke == "head" else flat.tail[0]
    causes = _causes(assignment, [variable], here)
    names = _list([cause.name for cause in causes])
    ways = [" → ".join([cause.path, *cause.chain, here]) for cause in causes if cause.chain]
    by = f" (by {'; '.join(ways)})" if ways else ""
    which = f"component {component} of bond {flat.label}" if flat.n > 1 else f"bond {flat.label}"
    other = "tail" if stroke == "head" else "head"
    return CausalityError(
        f"the stroke of {which} is forced to its {stroke} at {here}, but {names} put{'s' if len(causes) == 1 else ''} "
        f"it at the {other}{by}; remove the forced stroke or turn it round",
        here,
        _involved(assignment, causes, here),
    )


def _involved(assignment: Assignment, causes: list[Cause], meeting: str) -> list[str]:
    """The elements that disagree and those on the way between them."""
    found = [path for cause in causes for path in (cause.path, *cause.chain)]
    return [path for path in [*found, meeting] if path in assignment.network.graph.elements]


def _causes(assignment: Assignment, variables: list[int], meeting: str) -> list[Cause]:
    """The roots of `variables`, nearest first, each with the elements between it and the meeting place."""
    network = assignment.network
    reached_from = dict(assignment.ancestry(variables))
    found: dict[str, Cause] = {}
    for variable in reached_from:
        if assignment.antecedents(variable):
            continue
        chain: list[str] = []
        step = reached_from[variable]
        while step >= 0:
            reason = assignment.reason[step]
            path = assignment.rules[reason].path if reason >= 0 else ""
            if path and path != meeting and (not chain or chain[-1] != path):
                chain.append(path)
            step = reached_from[step]
        reason = assignment.reason[variable]
        if reason >= 0:
            rule = assignment.rules[reason]
            imposes = rule.kind if rule.kind in ("effort", "flow") else ""
            found.setdefault(rule.path, Cause(rule.path, imposes, tuple(chain)))
        elif reason == FORCED:
            label = f"bond {network.graph.bonds[network.bond_of[variable][0]].label}"
            found.setdefault(label, Cause(label, "stroke", tuple(chain)))
        elif reason == PATTERN:
            path = network.graph.bonds[network.bond_of[variable][0]].tail[0]
            found.setdefault(path, Cause(path, "", tuple(chain)))
    return list(found.values())


def _what(kind: str, too_many: bool, causes: list[Cause], path: str, names: str, type_name: str) -> str:
    verb = "determines" if len(causes) == 1 else "both determine" if len(causes) == 2 else "all determine"
    together = "determines" if len(causes) == 1 else "together determine"
    direct = len(causes) in _NUMBER and not any(cause.chain for cause in causes)
    if kind in ("0", "1"):
        quantity, opposite = ("effort", "flow") if kind == "0" else ("flow", "effort")
        if not too_many:
            impose = "imposes" if len(causes) == 1 else "impose"
            nothing = f"nothing determines the {quantity} of the {kind}-junction {path}"
            return f"{nothing}: {names} {impose} the {opposite}s of all its bonds"
        if direct and all(cause.imposes == quantity for cause in causes):
            return f"{_NUMBER[len(causes)]} {quantity} sources, {names}, meet on the {kind}-junction {path}"
        return f"{names} {verb} the {quantity} of the {kind}-junction {path}"
    if kind in ("effort", "flow"):
        others = _list([cause.name for cause in causes[1:]])
        return f"{path} imposes the {kind} of its bond, but so {'does' if len(causes) == 2 else 'do'} {others}"
    return f"{names} {together} more of the efforts or flows of the {type_name} {path} than its law leaves free"


def _remedy(kind: str, too_many: bool, causes: list[Cause]) -> str:
    forced = [cause for cause in causes if cause.imposes == "stroke"]
    if forced:
        return f"remove {forced[0].name}"
    imposed = {cause.imposes for cause in causes}
    if not too_many and kind in ("0", "1"):
        element = "a capacitance C or a resistance R" if kind == "0" else "an inertia I or a resistance R"
        source = "an effort source" if kind == "0" else "a flow source"
        return f"bond {element} to the junction, or exchange one of them for {source}"
    if imposed == {"effort"}:
        return "remove one of them, or put a resistance in series with one (a 1-junction with an R between)"
    if imposed == {"flow"}:
        return "remove one of them, or put a compliance or resistance beside one (a 0-junction with a C or R between)"
    return "remove one of them, or put a resistance between them"


def _list(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nothing"
