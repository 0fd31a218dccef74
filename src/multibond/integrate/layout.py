"""Where the Runge-Kutta kernels keep things: real numbers `s`, counts `k`, pointers `q`. A run can pause and go on."""

from __future__ import annotations

# Reals
TIME = 0  # where the run stands, s
STEP = 1  # the next step to try, s
LAST_ERROR = 2  # of the last accepted step, for the controller
RELATIVE = 3  # relative tolerance
LARGEST = 4  # largest step, s
END = 5  # s
FIRST = 6  # first step given by the user, or 0
CONTROLLED = 7  # number of states under error control
FIXED = 8  # step of the fixed-step method, s
FACTORED = 9  # the step for which the factors of a linear system are there, or 0
CONVERGENCE = 10  # of Newton's method: what is left of a change, in parts of it
REALS = 16

# Counts
STATES = 0
INDICATORS = 1
GRID_COUNT = 2
GRID_AT = 3  # first grid point not yet passed
PATIENCE = 4  # steps until the kernel returns to Python
STEPS = 5  # accepted
REJECTED = 6
EVALUATIONS = 7
STIFF_SIGNS = 8
MILD_SIGNS = 9
AFTER_REJECTION = 10
DETECT = 11  # look for stiffness
METHOD = 12  # EIGHTH, FOURTH, LINEAR or IMPLICIT
FRESH = 13  # the run has just been set up
NO_VALUE = 14  # the last rejection was for want of a finite value
WITH_OUTPUT = 15
NONLINEAR = 16  # number of nonlinear blocks
KEEP_GUESSES = 17  # write the nonlinear unknowns at the grid points
OWN = 18  # states that others depend on, which come first
STEADY_SOURCES = 19  # whether rates do not depend on time itself
JACOBIANS = 20  # how often a matrix was computed
AGE = 21  # steps since the matrix was computed
WHOLE = 22  # whether the program computes the matrix itself
LOOK_AT = 23  # number of steps, tried ones too, at which the noise of the rates is looked at
GIVEN = 24  # number of parameters
LOOKED_AT = 25  # how often the noise was looked at since the piece began
COUNTS = 26
EIGHTH, FOURTH, LINEAR, IMPLICIT = 0, 1, 2, 3
LASTING = -2
BELOW = -3
PASSES = -4

# Pointers
RHS = 0
ROOTS = 1
CONTEXT = 2
X = 3  # states
STAGES = 4  # 16 derivatives of each state, side by side
NEW = 5  # states at the end of the step
TRIAL = 6  # states at a stage
DENSE = 7  # 7 rows of the interpolation
ABSOLUTE = 8  # absolute tolerance of each state, by the largest value it has had
GRID = 9
OUT = 10  # states at the grid points
SIDES = 11  # signs of the indicators where the step began
INDICATOR = 12  # room for the indicators
DIRECTIONS = 13  # integers: -1 falling, 1 rising, 0 both, LASTING: falling for longer than between two looks,
# BELOW: falling, or begun below zero and sinking over a whole step; PASSES: as BELOW, and it is looked at between
# places with every method
FOUND = 14  # integers: -1 fell, 1 rose, 0 did not cross
SLOPE = 15  # one right-hand side
LEAST = 16  # absolute tolerances to begin with
MOST = 17  # absolute tolerances that are never exceeded
BLOCKS = 18  # integers: place in the workspace and size of each nonlinear block
RATES = 19  # time of the last solutions of nonlinear blocks, then how fast each unknown changes
GUESSES = 20  # nonlinear unknowns at the grid points
LOOKED = 21  # indicators at the places of the step where they are looked at, and what is known of them between
KIN = 22  # integers: the first of the states that are of one size with each
SIZES = 23  # the largest value that each state, and those that follow it as first, has had
MATRIX_OF = 24  # function: the matrix of a linear system, or the derivatives of the rates
MATRIX = 25  # by rows
FACTORS = 26
NUMBERS = 27  # integers: what the factors note
ROOM = 28
TANGENT_OF = 29  # function: the derivative of the rates along a direction, where there is none of the matrix
ATTEMPT = 30  # function: one step of the methods LINEAR and IMPLICIT, compiled where they are used
FOLLOW = 31  # function: the interpolation of IMPLICIT
UNITS = 32  # of each state beside the first of its size
BESIDE = 33  # room for parameters that lie beside those given
NOISE = 34  # what rounding makes of each state in a step, as it was seen lately
POINTERS = 35
LOOKS = 4  # places in a step at which signs are compared, beside its beginning

# Why a kernel returned
PAUSED, REACHED_END, REACHED_ROOT, STIFF, COLLAPSED = 0, 1, 2, 3, 4
