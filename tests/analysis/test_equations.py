"""State equations of nonlinear graphs as SymPy objects: they agree with the linear matrices and stay fast."""

from __future__ import annotations

import sympy

import multibond as mb
from multibond.bank.modin_three_mass import ModinThreeMass
from multibond.picture.state_equations import state_equations


def test_sympy_equations_of_a_linear_graph_are_its_matrices():
    equations = state_equations(ModinThreeMass()).sympy()
    space = ModinThreeMass().state_space(symbolic=True)
    states = [sympy.Symbol(entry.variable.args[0], real=True) for entry in space.X_I]
    inputs = [sympy.Symbol(name, real=True) for name in ("V0", "F")]
    rates = {str(equation.lhs): equation.rhs for equation in equations}
    expected = space.A * sympy.Matrix(states) + space.B * sympy.Matrix(inputs)
    for state, rate in zip(states, expected, strict=True):
        assert sympy.simplify(rates[f"der({state})"] - rate) == 0


def test_sympy_equations_of_a_nonlinear_oscillator():
    m = mb.Model("oscillator")
    m.loop, m.l, m.c, m.odd = mb.J1(), mb.I(2.0), mb.C(3.0), mb.R(law="f**3 - f")
    m.loop >> [m.l, m.c, m.odd]
    found = {str(equation.lhs): equation.rhs for equation in state_equations(m).sympy()}
    p, q, inertia, compliance = (sympy.Symbol(name, real=True) for name in ("l.p", "c.q", "l.I", "c.C"))
    flow = p / inertia
    assert sympy.simplify(found["der(c.q)"] - flow) == 0
    assert sympy.simplify(found["der(l.p)"] - (flow - flow**3 - q / compliance)) == 0


def test_a_chain_of_twenty_masses_has_short_equations():
    """Every rate of a chain depends on its neighbours only, however long the chain."""
    m = mb.Model("chain")
    last = m.add("wall", mb.Sf(1.5))
    for i in range(20):
        node, extension, velocity = m.add(f"n{i}", mb.J0()), m.add(f"x{i}", mb.J1()), m.add(f"v{i}", mb.J1())
        last >> node >> extension >> [m.add(f"c{i}", mb.C(2.0)), m.add(f"r{i}", mb.R(law="f**3"))]
        node >> velocity >> m.add(f"m{i}", mb.I(3.0))
        last = velocity
    equations = state_equations(m).sympy()
    assert len(equations) >= 40
    assert max(len(equation.rhs.free_symbols) for equation in equations) <= 12
