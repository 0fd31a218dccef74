"""Laws that turn without a jump, but with a slope that has no end: sign(e)*sqrt(abs(e)), or its two roots by an if."""

from __future__ import annotations

from ..expression import ZERO, Node, sub, substitute, topological
from ..expression.algebra import RELATIONS


def vanishes_with(sign: Node, residual: Node) -> bool:
    """Whether `sign`, wherever it stands in `residual`, is a factor of a product that is zero where it turns.

    Such a law is continuous, and left to the error control of the solver, as other corners are: at the instant of its
    turn a frozen sign would be one of two laws, of which rounding takes the wrong one.
    """
    users: dict[Node, list[Node]] = {}
    for x in topological([residual]):
        for part in x.args if x.op in ("mul", "neg", "div") else ():
            users.setdefault(part, []).append(x)
    others = {
        part for x in topological([residual]) if x.op not in ("mul", "neg", "div")
        for part in x.args if isinstance(part, Node)
    }  # fmt: skip
    at_turn = {sign.args[0]: ZERO}

    def fades(x: Node) -> bool:
        """Whether every product of which x is a factor is zero at the turn."""
        if x is residual or x in others:
            return False
        for user in users[x]:
            if user.op == "mul" and user.args[0] is not user.args[1]:
                other = user.args[1] if user.args[0] is x else user.args[0]
                if substitute([other], at_turn)[0] is ZERO:
                    continue
            elif user.op != "neg" and not (user.op == "div" and user.args[0] is x and user.args[1] is not x):
                return False
            if not fades(user):
                return False
        return True

    return fades(sign)


def joins_steeply(condition: Node, residual: Node) -> bool:
    """Whether `condition` does no more in `residual` than to choose between laws that meet where it turns, one of which
    has a root that vanishes there: it may be left to the error control for the same reason."""
    if condition.op not in RELATIONS:
        return False
    a, b = condition.args
    turning = a if b is ZERO else b if a is ZERO else None
    if turning is None or turning.op == "const":
        return False
    users = [x for x in topological([residual]) if any(part is condition for part in x.args)]
    at_turn = {turning: ZERO}
    for user in users:
        if user.op != "if" or user.args[0] is not condition:
            return False
        first, second = substitute(list(user.args[1:]), at_turn)
        if first is not second and sub(first, second) is not ZERO:
            return False
        roots = [x for x in topological(user.args[1:]) if x.op == "sqrt" or (x.op == "pow" and _below_one(x.args[1]))]
        if not any(substitute([x.args[0]], at_turn)[0] is ZERO for x in roots):
            return False
    return bool(users)


def _below_one(power: Node) -> bool:
    return power.op == "const" and 0.0 < float(power.args[0]) < 1.0


__all__ = ["joins_steeply", "vanishes_with"]
