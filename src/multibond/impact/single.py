"""One contact that strikes, followed along its normal impulse as Routh and Keller do.

While the impulse p along the normal grows, the relative velocities change by ``du/dp = G (1, friction)``, where G (the
inverse mass that the contact feels) is constant because nothing moves during an impact. Friction is the coefficient mu
against the direction of slip; where slip has ended, it is what keeps it at zero, if mu allows that, and otherwise slip
begins again in the one direction that grows by itself. Compression ends where the velocity along the normal is zero;
the law of restitution says where the impact ends.
"""

# mypy: ignore-errors
# (the annotations of kernels are machine types, not types of Python)

from __future__ import annotations

from math import cos, fabs, sin, sqrt

from ..program.kernel import Bound, integer, kernel, nothing, real, reals
from .laws import POISSON, STRONGE

STOPPED = Bound(1e-13)  # part of the velocities before, below which slip has ended
STRAIGHT = Bound(1e-13)  # part of its rate by which the direction of slip may turn and still be called straight
TURN = 0.02  # part of the slip that one step of a curved path takes at most
MOST = 20_000  # steps
ANGLES = 90  # directions that are looked at for slip that begins


@kernel
def sliding(d: integer, g: reals, mu: real, along: reals, rates: reals) -> nothing:
    """du/dp while the contact slides along the unit vector `along` of d components; g is 3 × 3, the normal first."""
    for i in range(d + 1):
        rate = g[3 * i]
        for j in range(d):
            rate -= mu * g[3 * i + 1 + j] * along[j]
        rates[i] = rate


@kernel
def sticking(d: integer, g: reals, force: reals) -> integer:
    """The friction for each unit of normal impulse that keeps slip at zero; 0 where none can."""
    if d == 1:
        if not g[4] > 0.0:
            return 0
        force[0] = -g[3] / g[4]
        return 1
    determinant = g[4] * g[8] - g[5] * g[7]
    if not determinant > 1e-14 * g[4] * g[8]:
        return 0
    force[0] = -(g[8] * g[3] - g[5] * g[6]) / determinant
    force[1] = -(g[4] * g[6] - g[7] * g[3]) / determinant
    return 1


@kernel
def turning(g: reals, mu: real, angle: real) -> real:
    """How far slip that begins in a direction is turned away from it, to the left."""
    c = cos(angle)
    s = sin(angle)
    first = g[3] - mu * (g[4] * c + g[5] * s)
    second = g[6] - mu * (g[7] * c + g[8] * s)
    return c * second - s * first


@kernel
def beginning(d: integer, g: reals, mu: real, along: reals) -> nothing:
    """The direction in which slip begins when friction cannot hold it: the one that grows by itself."""
    if d == 1:
        along[0] = 1.0
        if g[3] < 0.0:
            along[0] = -1.0
        return
    best = -1e300
    width = 6.283185307179586 / ANGLES
    along[0] = 1.0
    along[1] = 0.0
    for k in range(ANGLES):
        low = k * width
        high = low + width
        at_low = turning(g, mu, low)
        at_high = turning(g, mu, high)
        if at_low >= 0.0 and at_high < 0.0:  # turned back to this direction from both sides
            for _ in range(60):
                middle = 0.5 * (low + high)
                if turning(g, mu, middle) >= 0.0:
                    low = middle
                else:
                    high = middle
            c = cos(low)
            s = sin(low)
            growth = (g[3] - mu * (g[4] * c + g[5] * s)) * c + (g[6] - mu * (g[7] * c + g[8] * s)) * s
            if growth > best:
                best = growth
                along[0] = c
                along[1] = s


@kernel
def norm(d: integer, v: reals) -> real:
    total = 0.0
    for i in range(d):
        total += v[i] * v[i]
    return sqrt(total)


@kernel
def curved(d: integer, g: reals, mu: real, u: reals, dp: real, rates: reals, work: reals) -> nothing:
    """The mean of du/dp over a step dp on which the direction of slip turns (the classical Runge–Kutta rule).

    `rates` holds du/dp at the beginning; `work` has room for 10 numbers.
    """
    total = work
    trial = work + 3
    along = work + 6
    now = work + 8  # runs over into the place of the caller's next array: 3 numbers
    for i in range(d + 1):
        total[i] = rates[i]
        now[i] = rates[i]
    for stage in range(3):
        part = 0.5
        weight = 2.0
        if stage == 2:
            part = 1.0
            weight = 1.0
        for i in range(d):
            trial[i] = u[1 + i] + part * dp * now[1 + i]
        size = norm(d, trial)
        for i in range(d):
            along[i] = trial[i] / size
        sliding(d, g, mu, along, now)
        for i in range(d + 1):
            total[i] += weight * now[i]
    for i in range(d + 1):
        rates[i] = total[i] / 6.0


@kernel
def to_work(u: real, rate: real, missing: real) -> real:
    """The impulse after which the normal velocity has done the work `missing` >= 0; negative where it never does."""
    if fabs(rate) * missing <= 1e-12 * u * u:
        if u > 0.0:
            return missing / u
        return -1.0
    under = u * u + 2.0 * rate * missing
    if under < 0.0:
        return -1.0
    return 2.0 * missing / (u + sqrt(under))


@kernel
def to_end(phase: integer, law: integer, u: real, rate: real, missing: real) -> real:
    """The impulse that is left of a phase: of compression, or of restitution by `law`; negative where it never ends.

    `missing` is the impulse (Poisson), the work (Stronge) or the velocity (Newton) at which restitution ends.
    """
    if phase == 0:
        if rate > 0.0:
            return -u / rate
        return -1.0
    if law == POISSON:
        return missing
    if law == STRONGE:
        return to_work(u, rate, missing)
    if rate > 0.0:
        return (missing - u) / rate
    return -1.0


@kernel
def regime(d: integer, g: reals, mu: real, u: reals, tiny: real, along: reals, rates: reals, force: reals) -> integer:
    """How the contact moves now: du/dp and the friction for each unit of normal impulse. 0: free of friction or
    sticking, 1: sliding, 2: sliding on a curve."""
    for i in range(d + 1):
        rates[i] = g[3 * i]
    for i in range(d):
        force[i] = 0.0
    if d == 0 or not mu > 0.0:
        return 0
    slip = norm(d, u + 1)
    if slip > tiny:
        for i in range(d):
            along[i] = u[1 + i] / slip
    else:
        for i in range(d):
            u[1 + i] = 0.0
        if sticking(d, g, force) == 1 and norm(d, force) <= mu * (1.0 + 1e-12):
            for i in range(d):
                rates[0] += g[1 + i] * force[i]
                rates[1 + i] = 0.0
            return 0
        beginning(d, g, mu, along)
    sliding(d, g, mu, along, rates)
    for i in range(d):
        force[i] = -mu * along[i]
    if d == 2 and slip > tiny:
        across = along[0] * rates[2] - along[1] * rates[1]
        if fabs(across) > STRAIGHT * norm(2, rates + 1):
            return 2
    return 1


@kernel
def slip_left(d: integer, u: reals, along: reals, rates: reals, tiny: real) -> real:
    """The impulse after which slip along `along` has ended; negative where it does not slow down."""
    slowing = 0.0
    for i in range(d):
        slowing -= along[i] * rates[1 + i]
    slip = norm(d, u + 1)
    if slip > tiny and slowing > 0.0:
        return slip / slowing
    return -1.0


@kernel
def bending(g: reals, step: real, rates: reals, force: reals) -> nothing:
    """The friction, for each unit of normal impulse, that gives the change of slip of a `step` on a curve."""
    force[0] = 0.0
    force[1] = 0.0
    determinant = g[4] * g[8] - g[5] * g[7]
    if step > 0.0 and fabs(determinant) > 0.0:
        first = step * rates[1] - g[3] * step
        second = step * rates[2] - g[6] * step
        force[0] = (g[8] * first - g[5] * second) / (determinant * step)
        force[1] = (g[4] * second - g[7] * first) / (determinant * step)


@kernel
def pushed(d: integer, step: real, last: integer, rates: reals, force: reals, u: reals, p: reals) -> real:
    """Let the normal impulse grow by `step`; `last` 2: slip ends with it. The work that the normal velocity does."""
    taken = step * (u[0] + 0.5 * rates[0] * step)
    for i in range(d + 1):
        u[i] += rates[i] * step
    p[0] += step
    for i in range(d):
        p[1 + i] += force[i] * step
        if last == 2:
            u[1 + i] = 0.0
    return taken


@kernel
def to_give(law: integer, e: real, impulse: real, energy: real, before: real) -> real:
    """What restitution has to give after compression: `missing` of `to_end`."""
    if law == POISSON:
        return e * impulse
    if law == STRONGE:
        return e * e * energy
    return -e * before


@kernel
def given(law: integer, step: real, taken: real) -> real:
    """What a step of restitution, with the work `taken`, gives of it."""
    if law == POISSON:
        return step
    if law == STRONGE:
        return taken
    return 0.0


@kernel
def single(d: integer, g: reals, e: real, mu: real, law: integer, u: reals, p: reals, work: reals) -> integer:
    """Let one contact strike: u (normal, then d of slip) goes from before to after, p is the impulse. 0: it ended.

    `g` is 3 × 3 by rows, `work` has room for 30 numbers.
    """
    rates = work
    along = work + 4
    force = work + 6
    room = work + 10
    tiny = STOPPED * (norm(d, u + 1) + fabs(u[0]))
    before = u[0]
    impulse = 0.0
    energy = 0.0  # that compression takes, then what restitution has still to give
    missing = 0.0
    phase = 0
    for i in range(3):
        p[i] = 0.0
    for _ in range(MOST):
        kind = regime(d, g, mu, u, tiny, along, rates, force)
        step = to_end(phase, law, u[0], rates[0], missing)
        last = 1
        if kind > 0:
            stop = slip_left(d, u, along, rates, tiny)
            if stop >= 0.0 and (step < 0.0 or stop < step):
                step = stop
                last = 2
        if kind == 2:
            short = TURN * norm(d, u + 1) / norm(d, rates + 1)
            if step < 0.0 or short < step:
                step = short
                last = 0
            curved(d, g, mu, u, step, rates, room)
            if last == 1:
                step = to_end(phase, law, u[0], rates[0], missing)
            bending(g, step, rates, force)
        if phase == 1 and rates[0] < 0.0 and (step < 0.0 or u[0] + rates[0] * step < 0.0):
            step = -u[0] / rates[0]  # pressed together again: restitution cannot separate the bodies
            last = 3
        if step < 0.0:
            return 1
        taken = pushed(d, step, last, rates, force, u, p)
        impulse += step
        if phase == 0:
            energy -= taken
            if last == 1:
                u[0] = 0.0
                phase = 1
                missing = to_give(law, e, impulse, energy, before)
                if not missing > 0.0:
                    return 0
        else:
            if last == 1 or last == 3:
                if last == 3:
                    u[0] = 0.0
                return 0
            missing -= given(law, step, taken)
            if not (missing > 0.0):
                return 0
    return 1
