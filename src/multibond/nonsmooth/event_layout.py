"""Where the loop over events keeps things: pointers `e`, integers and real numbers."""

from __future__ import annotations

# Places in the pointers `e`
TIMED = 0  # function: slope and offset in time of each timed condition
STEPPED = 1  # function: what decides conditions that change by steps only
NUMBERS = 2  # integers, see below
TIMED_AT = 3  # integers: place of each timed condition among the discrete values
TIMED_KIND = 4  # integers: RELATION, SIGN or FLOOR
TIMED_RISING = 5  # integers: whether it holds above its crossing
STEPPED_AT = 6
STEPPED_KIND = 7
STEPPED_RISING = 8
STEPPED_EQUAL = 9  # integers: whether it holds at its crossing
LINES = 10  # slopes and offsets
STEPS = 11  # crossings of those that change by steps
TIMES = 12  # of events [s]
MODES = 13  # integers: what each pair does after each event
ORIGINS = 14  # integers: which timed conditions, and which others by their indicators, changed at each event
ROWS = 15  # discrete values at the grid points
KEPT = 16  # discrete values before an instant
OLD = 17  # integers: modes before an instant
REALS = 18  # see below
JUMP = 19  # room for a jump of the states, then for impulses
CONTACTS = 20  # what is kept of contacts, see `contact_layout`
IMPULSES = 21  # of all pairs at each event, where there are contacts
ENERGIES = 22  # J, by which the stores jumped at each event
STRUCK = 23  # integers: which contacts struck at each event
BESIDE = 24  # room: indicators other than those of pairs before an instant and after, then gaps and reals of contacts
STORED = 25  # function: the energy in all stores [J]
AFTER = 26  # J in all stores after each event
STATES = 27  # the states after each event at which contacts struck
DISCRETES = 28  # the discrete values then
TURN_AT = 29  # integers: place among the discrete values of the condition of each indicator that is no pair's, or −1
TURN_RISING = 30  # integers: whether the condition holds where the indicator is positive
TURN_LAST = 31  # s, when each turned last
TURN_SIDE = 32  # the sign that each should have
POINTERS = 33

# Places in NUMBERS
TIMED_COUNT, STEPPED_COUNT, ROOM, COUNT, WIDTH, CROWD = 0, 1, 2, 3, 4, 5
TOUCHES, STORES = 6, 7  # whether there are contacts, and stores with an energy
ROW = 8  # numbers in a row of ORIGINS: timed conditions, then indicators
TURNS = 9  # whether conditions that turn are gone over here
NOTED = 10  # grid points whose discrete values are noted
NUMBERS_SIZE = 11
# Places in REALS
END, SAME, LAST, TOLERANCE, NEAR = 0, 1, 2, 3, 4
REALS_SIZE = 8

RELATION, SIGN, FLOOR = 0, 1, 2
FULL, HANDED_OVER = 10, 11  # why the loop returned, beside the reasons of the integration
