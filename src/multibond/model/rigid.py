"""Why the geometry and the masses of rigid parts do not change in a run, and what does it instead: texts for
`Parameter(constant=…)`.

A position that is moved by a parameter would move without a velocity, and its forces would do no work.
"""

_MOVES = "the velocity and the power of this motion would be missing; "
_DRIVEN = "with a prescribed `motion`"

PLACE = f"{_MOVES}for a frame that moves use PrescribedMotion, or a Prismatic {_DRIVEN} behind a Fixed"
LENGTH = f"{_MOVES}for a rod that grows use a Prismatic {_DRIVEN}"
ANGLE = f"{_MOVES}for a part that is turned use a Revolute {_DRIVEN}"
DIRECTION = f"{_MOVES}to turn it put a Revolute {_DRIVEN} before this part"
OFFSET = f"{_MOVES}to move the joint prescribe its `motion`, or drive it by a source at its port (actuated=True)"
RATIO = (
    f"{_MOVES}for a ratio that varies couple the ports `drive` of two Revolute joints (actuated=True) by a "
    "transformer TF, whose modulus may be any expression"
)
PITCH = (
    f"{_MOVES}use a Cylindrical joint (actuated=True) and couple its ports `drive_s` and `drive_phi` by a transformer "
    "TF, whose modulus may be any expression"
)
RADIUS = f"{_MOVES}no wheel here has a rim that grows; give a number, and compare several by a sweep"
PLANE = f"{_MOVES}the ground of a rolling part stands still; give numbers, and let what rolls on it be driven instead"
GROUND = f"{_MOVES}to shift the ground put a Prismatic {_DRIVEN} before frame a"
MASS = (
    "mass that comes or goes carries momentum and energy of its own, which a rigid body does not know; take on and "
    "let go of bodies by joints, or use an element I and bring the momentum of the mass flow by a source Se"
)
INERTIA = (
    "inertia changes only by parts that move, and their velocity and power would be missing; use a body for each "
    f"part, on a Prismatic or Revolute {_DRIVEN}"
)
CENTRE = (
    "the velocity and the power of what moves inside would be missing; give the moving load a body of its own, on a "
    f"Prismatic {_DRIVEN}"
)
