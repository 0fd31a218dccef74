"""The accelerations that follow from the printed mechanics form, beside those of the compiled equations."""

from __future__ import annotations

import numpy as np

from multibond.elements.element import matrix
from multibond.equations.kane import GROUPS
from multibond.equations.opened import inertias
from multibond.expression import TIME, ZERO, const, der, directional, gradient, leaves, name_of, symbol, unsigned
from multibond.expression.walk import evaluate


class Printed:
    """The printed equations of a model with the values of one of its runs; nothing but what is printed is used."""

    def __init__(self, equations, result):
        self.m, self.result = equations, result
        mass, terms = equations.sums()
        left = [terms["coriolis"][i] + terms["gravity"][i] for i in range(len(equations.velocities))]
        right = [sum((terms[g][i] for g in GROUPS[2:]), ZERO) for i in range(len(equations.velocities))]
        self.rates = {q: equations.expression(rate) for q, rate in equations.kinematics}
        for q in equations.coordinates:
            self.rates.setdefault(q, symbol(name_of(q) + "'"))
        self.beside = {x: equations.expression(rate) for x, rate in equations.others}
        rows = [equations.expression(row) for row in equations.constraints]
        self.mass, self.right = mass, [r - e for r, e in zip(right, left, strict=True)]
        self.pulls, self.rows = equations.pulls(), rows
        self.biases = [self.along(row) for row in rows]
        self.slopes = [[gradient(row).get(u, ZERO) for u in equations.velocities] for row in rows]

    def along(self, x):
        """The rate of an expression where the velocities are constant."""
        return directional([x], lambda leaf: const(1) if leaf is TIME else self.rates.get(leaf, ZERO))[0]

    def values(self, k, roots):
        """Numbers for what stands in `roots` at the time with the index k."""
        piece, run = self.result.run.pieces[-1], self.result.run
        numbers = dict(zip(map(symbol, self.result.system.parameters), run.parameters, strict=True))
        behind = {shown: x for x, shown in self.m.shown.items() if shown.op == "symbol"}
        found = {TIME: float(self.result.time[k])}
        asked = [leaf for leaf in leaves(*roots) if leaf is not TIME]
        moving = [leaf for leaf in asked if behind.get(leaf, leaf) not in numbers]
        compiled = piece.machine.compiled
        rows = self.result.values([compiled.resolve(behind.get(leaf, leaf)) for leaf in moving])
        found |= dict(zip(moving, rows[k], strict=True))
        return found | {leaf: numbers[behind.get(leaf, leaf)] for leaf in asked if leaf not in moving}

    def accelerations(self, k):
        """The rates of the velocities and numbers for all symbols, from M, h, Q and the constraints."""
        n, c = len(self.m.velocities), len(self.rows)
        flat = [*np.ravel(self.mass), *self.right, *np.ravel(self.pulls), *np.ravel(self.slopes), *self.biases]
        numbers = self.values(k, [*flat, *self.rates.values(), *self.beside.values()])
        found = np.array(evaluate(flat, numbers), dtype=float)
        mass, right, pulls, slopes, biases = np.split(found, np.cumsum([n * n, n, n * c, n * c]))
        mass, pulls, slopes = mass.reshape(n, n), pulls.reshape(n, c), slopes.reshape(c, n)
        assert np.allclose(mass, mass.T, rtol=1e-12, atol=1e-12 * abs(mass).max())
        whole = np.block([[mass, -pulls], [slopes, np.zeros((c, c))]])
        solved = np.linalg.solve(whole, np.concatenate([right, -biases]))
        return dict(zip(self.m.velocities, solved[:n], strict=True)), numbers

    def error(self, k):
        """The largest relative difference from the compiled rates of the states, and which states are not printed."""
        changes, numbers = self.accelerations(k)
        compiled = self.result.run.pieces[-1].machine.compiled
        states = [x for x in compiled.schedule.states if x not in compiled.schedule.kinds]
        rates = dict(zip(compiled.schedule.states, compiled.schedule.derivatives, strict=True))
        wanted = self.result.values([rates[x] for x in states])[k]
        scale = max(1.0, np.abs(wanted).max())
        behind = {shown: unsigned(compiled.resolve(x)) for x, shown in self.m.shown.items() if shown in self.beside}
        worst, missing = 0.0, []
        for state, rate in zip(states, wanted, strict=True):
            mine = self.rate_of(state, compiled, changes, numbers)
            if mine is not None:
                # controllers multiply the rounding of small differences by their gains
                worst = max(worst, abs(mine - rate) / scale * (1e-2 if state in behind.values() else 1.0))
            elif rate != 0.0:
                missing.append(state)
        return worst, missing

    def rate_of(self, state, compiled, changes, numbers):
        """The rate of a state of the compiled equations, from the printed ones; None where they do not hold it."""
        for x, shown in self.m.shown.items():
            other = compiled.resolve(x) if x.op in ("symbol", "der") else x
            if unsigned(other) is not state:
                continue
            sign = 1.0 if other is state else -1.0
            if shown in changes:
                return sign * changes[shown]
            if shown in self.rates or shown in self.beside:
                return sign * evaluate([{**self.beside, **self.rates}[shown]], numbers)[0]
        for x, shown in self.m.shown.items():  # a velocity that is printed as the rate of a coordinate
            if shown in self.rates and x.op == "symbol" and state in (der(x), *self.velocity_of(x, compiled)):
                rate = self.rates[shown]
                slopes = gradient(rate)
                change = evaluate([self.along(rate)], numbers)[0]
                return change + sum(evaluate([slopes[u]], numbers)[0] * a for u, a in changes.items() if u in slopes)
        return self.rate_of_momentum(state, compiled, changes)

    def rate_of_momentum(self, state, compiled, changes):
        """The rate of a momentum p = I f, where the flows f are printed velocities."""
        system = self.result.system
        numbers = dict(zip(map(symbol, system.parameters), self.result.run.parameters, strict=True))
        shown = {compiled.resolve(x): y for x, y in self.m.shown.items() if y in changes}
        for path, element in inertias(system):
            scope = system.scopes.locals[path]
            for i, momentum in enumerate(scope.p):
                if compiled.resolve(momentum) is state:
                    row = evaluate(list(matrix(scope.I, element.n)[i]), numbers)
                    flows = map(compiled.resolve, scope.f)
                    return sum(x * changes[shown[f]] for x, f in zip(row, flows, strict=True) if x)
        return None

    def velocity_of(self, x, compiled):
        """The variable that is the rate of the coordinate x by an equation of the model."""
        for equation in compiled.aliased.equations:
            if equation.residual.op == "sub" and der(x) in equation.residual.args:
                yield from equation.residual.args
