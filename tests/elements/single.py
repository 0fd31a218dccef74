"""One element on a test stand: its equations evaluated at numbers computed by hand."""

import numpy as np

import multibond as mb
from multibond.equations.system import system
from multibond.expression import TIME as TIME_SYMBOL
from multibond.expression import der, evaluate, time_derivative
from multibond.graph.flat import flatten


class Stand:
    """`element` as ``x``, every port bonded to a source or a resistor, so that its own equations can be asked."""

    def __init__(self, element, n=1):
        model = mb.Model("stand", n=n)
        model.x = element
        for name, port in element.ports.items():
            partner = (mb.Se if port.inward else mb.R)(n=element.size(port.n))
            model.add(f"at_{name}", partner)
            if port.inward:
                model.bond(partner, getattr(element, name))
            else:
                model.bond(getattr(element, name), partner)
        self.element = element
        self.system = system(flatten(model))
        self.residuals = [e.residual for e in self.system.equations if e.origin == "x"]
        self.power = next(p for p in self.system.powers if p.path == "x")
        self.starts = [s for s in self.system.starts if s.origin == "x"]
        self.scope = self.system.scopes.locals["x"]

    def numbers(self, values, time=0.0):
        """Numbers for the symbols behind names such as ``a.e``, ``q`` or ``der(q)``, and for all parameters."""
        return numbers(self.system, {_named(k): v for k, v in values.items()}, time)

    def residual(self, values, time=0.0):
        """The residuals of the element's laws at `values`."""
        return np.array(evaluate(self.residuals, self.numbers(values, time)), dtype=float)

    def power_in(self, values):
        """Power into the element [W]."""
        return evaluate([self.power.power], self.numbers(values))[0]

    def stored_rate(self, values):
        """d(stored energy)/dt by the chain rule [W]."""
        return evaluate([time_derivative(self.power.stored, self.system.is_constant)], self.numbers(values))[0]

    def cells(self):
        """The causal demands."""
        return list(self.element.cells(self.scope, len(self.element.ports)))


def _named(name):
    return f"der(x.{name[4:-1]})" if name.startswith("der(") else f"x.{name}"


def numbers(whole, values, time=0.0):
    """Numbers for every symbol of a system: parameters, and `values` by dotted name."""
    known = {TIME_SYMBOL: time}
    for leaf_name, parameter in whole.parameters.items():
        known[whole.scopes.lookup(leaf_name)] = parameter.value
    for name, value in values.items():
        inner = name[4:-1] if name.startswith("der(") else name
        symbols = np.ravel(np.asarray(whole.scopes.lookup(inner), dtype=object))
        value = np.ravel(np.broadcast_to(np.asarray(value, dtype=float), np.shape(value) or symbols.shape))
        assert symbols.shape == value.shape, f"{name}: {symbols.shape} symbols, {value.shape} numbers"
        for x, v in zip(symbols, value):
            x, v = (x.args[0], -v) if x.op == "neg" else (x, v)
            known[der(x) if name.startswith("der(") else x] = float(v)
    return known


def check_law(element, values, n=1, scale=1.0, count=None):
    """The laws hold at `values`; there are `count` scalar ones. Returns the stand."""
    stand = Stand(element, n)
    residual = stand.residual(values)
    assert count is None or len(residual) == count
    size = scale * max(1.0, max(np.max(np.abs(v)) for v in values.values()))
    np.testing.assert_allclose(residual / size, 0.0, atol=1e-10)
    return stand


def check_sensitive(stand, values, names):
    """Changing any of `names` breaks the laws."""
    before = stand.residual(values)
    for name in names:
        changed = {**values, name: np.asarray(values[name]) * 1.3 + 0.7}
        assert not np.allclose(stand.residual(changed), before, rtol=1e-9, atol=1e-12), name
