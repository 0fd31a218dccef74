"""Where the kernels for contacts keep things: pointers `d`, integers, and numbers that last from impact to impact."""

from __future__ import annotations

# Pointers
TERMS = 0  # function: of every contact restitution, then friction, magnitude of its flows, size of the terms of its gap
STORED = 1  # function: the energy in all stores
COUNTS = 2  # integers, see below
REALS = 3  # see below
NORMAL = 4  # integers: the pair of each contact along its normal; those of slip follow it
SIZE = 5  # integers: how many pairs each contact has
LAW = 6  # integers: its law of restitution
OWNED = 7  # integers: 1 for pairs of contacts
TERM = 8  # results of TERMS
FELT = 9  # n × n by rows: how unit impulses of all pairs change all flows, with the pairs that hold following
HELD = 10  # integers: pairs that hold their flow at zero by whatever impulse that takes
FOLLOW = 11  # what those pairs pass for unit impulses of all: rows of h + n
ROW_OF = 12  # integers: the row of each of them in FOLLOW, or −1
TOUCHING = 13  # integers: contacts that touch
FIRST = 14  # integers: the first row of each of these
LENGTH = 15  # integers: its rows
LAWS = 16  # integers: its law
GIVEN = 17  # restitution, friction and energy taken of these
G = 18  # how impulses change velocities, of these
U = 19  # velocities of these: of opening, then of slip
P = 20  # their impulses
ABOUT = 21  # integers: room for `strike_all`, then for `rest_forces`
WORK = 22  # room for both
PASSED = 23  # impulses of all pairs in one impact
IMPULSE = 24  # of all pairs at this instant, since it began
RATES = 25  # of all flows
SLIPS = 26  # directions of slip
FLAGS = 27  # integers: of each contact at this instant: 1 it has struck, 2 with less restitution than given
GROUP = 28  # integers: the group of each contact that touches, of those that feel each other
FADES = 29  # m/s, speeds below which each of these opens too slowly to be seen: where it strikes, where others move it
BEFORE = 30  # m/s, at which each of these opened before it struck; of all contacts, gaps [m] before they are moved
GEOMETRIC = 31  # integers: 1 for own states that are places and angles
POINTERS = 32

# Places in COUNTS
CONTACTS, SIMULTANEOUS, HOLDING, TOUCH, ROOM, WANTED, WRONG, CAPPED = 0, 1, 2, 3, 4, 5, 6, 7
COUNTS_SIZE = 8

# Places in REALS
FASTEST = 0  # m/s, of all approaches so far
SCALE = 1  # m/s, the largest flow so far, or what flows are made of where it cancels
SPAN = 2  # s, of the run
ENERGY = 3  # J, by which the stores have jumped at this instant
UNSURE = 4  # part of its terms by which a gap is off: rounding, or what the integration leaves
MOVED = 5  # m, by which taking the drift of closed contacts has moved what is seen to close at this instant
SLACK = 6  # part of the fastest flows that is left of slip where it ends: as finely as the integration knows it
REALS_SIZE = 7

# Behind them, of each contact
CROWD = 0  # its impacts that follow each other at once
LAST = 1  # s, time of its last impact
TIRED = 2  # its impacts of late, fewer the longer ago they were
NEW = 3  # 1: an impact that is not counted there yet
FINE = 4  # m, the rounding of its gap
SHUT = 5  # m, its gap when it closed
SEEN = 6  # s, when it last touched where something struck
WOKEN = 7  # impacts of late of all that it has touched together with, as TIRED
LIVELY = 8  # m/s, the fastest approach among these impacts, less the longer ago it was
YIELDS = 9  # 1: it stuck, and its friction was seen to reach what it can hold
LEAVES = 10  # 1: it held, and was seen to let go at this instant
EACH = 11

# What the kernels answer
NOTHING, STRUCK, NO_VALUE, RESTITUTION, UNSETTLED, JAMMED, TOO_MANY = 0, 1, -1, -2, -3, -4, -5
