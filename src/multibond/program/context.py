"""The context that every model function receives: an array of pointers. Here are the meanings of its places."""

from __future__ import annotations

PARAMETERS = 0  # reals: run-time inputs p
DISCRETE = 1  # reals: m, frozen between events
WORKSPACE = 2  # reals: warm starts, matrices, values that cross functions
DIRECTION = 3  # reals: the tangent of the states, input of jvp
STATUS = 4  # integers: what the last failing solver had to say, see below
FAILURE = 5  # reals: time and states of the last evaluation without a finite value
RHS = 6  # function
JVP = 7  # function
ROOTS = 8  # function
LAYOUT = 9  # integers: counts and sparsity pattern, for the adapters to SUNDIALS
SCRATCH = 10  # reals: room of the adapters: a column, when rates were last computed and noise was looked at, four rows,
# how fast each state may move [1/s], what rounding makes of it in a step, and parameters beside those given
TOLERANCES = 11  # reals: the relative tolerance, then of each state: the absolute one, its most, the size of its kin,
# its unit beside that of the first of them, and the part of that size that is no error
OUTER = 12  # the context of the program whose event indicators are watched, for those that solve inside
UNKNOWNS = 13  # integers: number of blocks of algebraic unknowns, then the size of each
KIN = 14  # integers: the first of the states that are of one size with each
PAIRS = 15  # pointers: set-valued laws, where there are any
SIZE = 16

# Places in STATUS
STATUS_BLOCK = 0  # number of the block (index of the step in the schedule) + 1; 0: none
STATUS_KIND = 1  # SINGULAR, NEWTON_DIVERGED or NEWTON_NOT_FINITE
STATUS_ROW = 2  # row with the largest residual, or column without a pivot
STATUS_SIZE = 4
SINGULAR, NEWTON_DIVERGED, NEWTON_NOT_FINITE = 1, 2, 3

# Places in LAYOUT
LAYOUT_STATES = 0  # number of states
LAYOUT_ROOTS = 1
LAYOUT_COLOURS = 2  # number of directions that the sparse Jacobian needs
LAYOUT_EVALUATIONS = 3  # counter of right-hand sides
LAYOUT_JACOBIANS = 4  # counter of Jacobians
LAYOUT_DIFFERENTIAL = 5  # number of states with derivatives; those behind them are algebraic unknowns
LAYOUT_LOOK = 6  # steps until the noise of the rates is looked at
LAYOUT_PARAMETERS = 7  # number of parameters
LAYOUT_PATTERN = 8  # from here: column starts (n + 1), rows (non-zeros), colour of each column (n)
