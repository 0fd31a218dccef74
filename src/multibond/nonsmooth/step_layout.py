"""Where time-stepping keeps things: pointers `w`, integers, real numbers.

A port is a pair with its input, an effort that is constant over a step. Rows are the laws that hold in a step, each a
combination of ports: of one port for a contact or friction between components, of several for two balls of a pool.
"""

from __future__ import annotations

# Pointers
TERMS = 0  # function: restitution of every port, friction of every port, restitution and friction of every pool
PLACES = 1  # function: x, y, z and radius of every ball
COUNTS = 2  # integers, see below
REALS = 3  # see below
KIND = 4  # integers, of every port: see below
WIDTH = 5  # integers, of every port that is a normal: how many ports its contact has
BLOCK = 6  # integers, of every port: the block of ports that feel each other
COLOUR = 7  # integers, of every port: its place in its block
BLOCK_AT = 8  # integers, of every block: where its matrix begins
BLOCK_START = 9  # integers, of every block and behind the last: where its ports begin in BLOCK_PORT
BLOCK_PORT = 10  # integers: the ports, block by block
MATRIX = 11  # flows by impulses, within blocks, by rows
NEEDED = 12  # integers, of every colour: whether a row wants it
BALL_PORT = 13  # integers, of every ball: its first port
POOL_START = 14  # integers, of every pool and behind the last: where its balls begin
ORDER = 15  # integers: balls, sorted within pools by where they begin along x
PLACE = 16  # results of PLACES at the end of a step without contact forces, then at its beginning
TERM = 17  # results of TERMS
FLOW = 18  # of every port: at the end of the step; then at its beginning
GAP = 19  # of every port at the beginning of the step; of friction whose direction is free the effort that it holds
IMPULSE = 20  # of every port
ROW_START = 21  # integers, of every row and behind the last: where its entries begin
ENTRY_PORT = 22  # integers
ENTRY = 23  # coefficients
LOWER = 24  # least impulse of each row
UPPER = 25  # largest
GOAL = 26  # flow that is wanted
PARENT = 27  # integers: the row of the normal, of rows of friction; −1 for others
MATE = 28  # integers: of the first row of friction whose direction is free the last one, of those the first; else −1
MU = 29  # coefficient of friction
OWN = 30  # flow of the row by its own impulse, negative
P = 31  # impulses of the rows
KEY = 32  # integers: by which a row is known again in the next step
OLD_KEY = 33  # integers: hash table of the last step
OLD_P = 34  # its impulses
RATES = 35  # four rates of the states, then states twice
BEFORE = 36  # other indicators where the step began, then where it ends
GRID_ROWS = 37  # discrete values at the grid points
SLID = 38  # integers, of every port: whether it passed in the last step
ANSWER_START = 39  # integers, of every row and behind the last: where the ports begin that feel it
ANSWER_PORT = 40  # integers: these ports
ANSWER = 41  # the change of their flows by a unit impulse of the row
ASKED = 42  # integers, of every port: 1 where a row has it, 2 while the answers of a row are written
SUM = 43  # of every port: room
HIT = 44  # integers: 1 for rows along normals that strike in this step
HIT_KEY = 45  # integers, of every impact noted: the key of its row
HIT_TIME = 46  # s, the middle of its step
HIT_IMPULSE = 47  # N s
HIT_TAKEN = 48  # J that it took
HIT_AFTER = 49  # J in all stores after its step
STORED = 50  # function: the energy in all stores [J]
POINTERS = 51

# Places in COUNTS
PORTS, BLOCKS, COLOURS, BALLS, POOLS, SPACE, ROWS, ENTRIES, MOST_ROWS, MOST_ENTRIES, SWEEPS, CONSTANT, READY, WIDE = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
)  # fmt: skip
TABLE = 14  # size of the hash table, a power of two
USED = 15  # sweeps that were made
MOST_ANSWERS = 16
HITS, MOST_HITS = 17, 18  # impacts noted, and room for them
DISSIPATED = 19  # place of the dissipated energy among the states; −1: there are no books
STORES = 20  # whether there are stores with an energy
COUNTS_SIZE = 22

# Places in REALS
STEP, SETTLED = 0, 1  # s; part of the largest impulse by which they may still change
ADDED = 2  # m/s, the largest speed that this step adds without set-valued efforts
REALS_SIZE = 4

# Kinds of ports
NORMAL, ACROSS, PLAIN, OF_BALL = 0, 1, 2, 3
