"""Where the kernels for set-valued laws keep things: pointers `q` in the place PAIRS of a context, counts `k`.

Matrices are stored by columns. Every vector of all pairs is scaled by the square roots of their ratios R, so that
efforts e/√R, inputs u/√R and flows f√R have one unit, √W.
"""

from __future__ import annotations

# Pointers
RHS = 0  # function: the derivatives of the states, with given inputs
VALUES = 1  # function: flows, then bounds of each kind, of all pairs
TANGENT = 2  # function: rates of own states, flows and bounds along a direction of states, inputs and time
ROOTS = 3  # function: event indicators other than those of pairs
COUNTS = 4  # integers
MODE = 5  # integers: what each pair does
RATIO = 6  # R of each pair
ROOT = 7  # its square root
V = 8  # results of VALUES
TANGENTS = 9  # results of TANGENT
FLOW_BY_INPUT = 10  # n × n
STATE_BY_INPUT = 11  # own states × n: rates
FLOW_BY_STATE = 12  # n × n: rates of flows, by inputs through the states
BOUND_BY_INPUT = 13  # 4 n × n
BOUND_BY_STATE = 14  # 4 n × n
SOLUTION = 15  # n × 2 n: inputs from the residuals of laws and of their derivatives
HIDDEN = 16  # n × n: combinations of laws that no input enters, in rows
RESIDUAL = 17  # 2 n
RATE = 18  # all states
WORK = 19
NUMBERS = 20  # integers
OLD = 21  # integers: what each pair did before the last decision
# integers: CROSSED where an indicator was seen to, TAKEN where the position is new at this instant, STAYS where it is
# new and what others held at rest until now holds
RAISED = 22
SAVED = 23  # direction of states, for tangents of the whole
# the largest scaled flow or input so far; the largest leak in a decision; the part of the first that is nothing; the
# rate [1/s] by which nothing changes over the whole run; the largest, with what was seen ahead at this instant; the
# fastest flow of a contact so far [m/s]
LARGEST = 24
LEAKS = 25  # of each pair in a decision: conductance while it holds, resistance while it passes
OFFSET = 26  # of each gap: what it was when its contact opened, below which it must not fall
FILLED = 27  # integers: where each column of SOLUTION begins among its places other than zero, then these places
BY_STATE = 28  # for each own state: rates, flows and bounds by it, then flows and bounds by its rates
WANTED = 29  # integers: open contacts that touch, whose columns are wanted at this instant
EMPTY = 30  # integers: 1 where nothing depends on an input, as far as the matrices know
MARKS = 31  # integers: who was seen to cross at this instant, then room for 2 n marks
FADING = 32  # integers: 1 for open contacts that opened too slowly to be seen, and rest where they stop
FROM_STATES = 33  # integers: 1 for pairs of contacts whose flows depend on no input, but on the states alone
HIDDEN_FILLED = 34  # integers: the same of the rows of HIDDEN as FILLED of the columns of SOLUTION
REACHED = 35  # integers: what each input reaches, see `reached`
TOGETHER = 36  # integers: room for 4 n and a mark of each own state, to find inputs that reach nothing in common
AT_REST = 37  # integers: 1 for pairs that pass, but whose flow others hold at zero, see `shared_load`
SHARE = 38  # of what nothing determines, how much each input takes beside the others: 1, or what its friction can hold
# integers: of pairs whose law in their mode nothing leads them to, neither at once nor through the states, the row of
# HIDDEN that binds them, counted from 1; 0 of others
FORCED = 39
POINTERS = 40

# Counts
COUNT = 0  # pairs n
OWN = 1  # own states
STATES = 2  # all states
DERIVED = 3  # rows of HIDDEN
CONSTANT = 4  # whether all matrices stay what they are between events
AFFINE = 5  # whether flows, bounds and rates are affine in the inputs
INDICATORS = 6  # others than those of pairs
INPUTS_AT = 7  # place of the first input among the discrete values; ratios lie between
STATED = 8  # whether no flow depends on an input, but on the states alone
SWITCHED = 9  # whether coefficients depend on conditions, so that events may change them
KNOWN = 10  # whether BY_STATE is there
MOVING = 11  # whether a bound depends on an input
SOLVED = 12  # whether SOLUTION is there, for these modes and about these states
ALONE = 13  # how many there are FROM_STATES
LOOSE = 14  # whether nothing determines the flow of an open contact, in the modes of SOLUTION
COLUMNS = 15  # of SOLUTION that FILLED knows
LOOKS = 16  # how often it was looked how everything depends on the inputs
COUNTS_SIZE = 17

# Modes
HOLD, UP, LOW, CLOSED, FREE = 0, 1, 2, 3, 4
CROSSED, TAKEN, STAYS = 1, 2, 3

# Blocks of n in V, and behind the flows in TANGENTS
FLOW, LOWER, UPPER, SLIDING_LOWER, SLIDING_UPPER, COMMAND, GAP, FIRES = 0, 1, 2, 3, 4, 5, 6, 7
KINDS = 8

# Values of COMMAND: from 0 on what is commanded, open or closed; below, what decides the position by itself
DECIDED = -1.0  # each pair by itself
VECTOR = -1.125  # with those behind it that are NEXT, as the components of one vector whose direction is free
NEXT = -1.25
ELSEWHERE = -1.5  # below this: the positions of contacts are not decided with the others
