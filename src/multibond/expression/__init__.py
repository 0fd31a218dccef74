"""One expression graph for everything: laws, equations, conditions, derivatives."""

from .algebra import (
    FALSE,
    MINUS_ONE,
    ONE,
    TIME,
    TRUE,
    ZERO,
    Node,
    add,
    added,
    both,
    choose,
    const,
    der,
    div,
    either,
    function,
    function_2,
    is_added,
    mul,
    name_of,
    neg,
    negate,
    node,
    nodes,
    power,
    relation,
    sub,
    symbol,
    table,
    unsigned,
)
from .derivative import directional, gradient, time_derivative
from .interned import forget_unused
from .parse import names, parse, undifferentiated
from .show import brief, latex, text, to_sympy
from .walk import begun, evaluate, leaves, operands, rename, substitute, topological, tree_size

__all__ = [
    "FALSE", "MINUS_ONE", "ONE", "TIME", "TRUE", "ZERO", "Node", "add", "added", "begun", "both", "brief", "choose",
    "const", "der", "directional", "div", "either", "evaluate", "forget_unused", "function", "function_2", "gradient",
    "is_added", "latex", "leaves", "mul", "name_of", "names", "neg", "negate", "node", "nodes", "operands", "parse",
    "power", "relation", "rename", "sub", "substitute", "symbol", "table", "text", "time_derivative", "to_sympy",
    "topological", "tree_size", "undifferentiated", "unsigned",
]  # fmt: skip
