"""Impulses of contacts that strike, beside closed forms, energy and the laws themselves."""

import itertools

import numpy as np
import pytest

from multibond.impact import CODES, LAWS, NEWTON, POISSON, STRONGE, strike
from multibond.impact.group import together
from multibond.program.lemke import solve_complementarity


def row_of_balls(velocities, restitution=1.0, masses=None, **options):
    """Balls that touch each other in a row; their velocities after an impact."""
    v = np.array(velocities, dtype=float)
    inverse = np.diag(1 / np.array(masses or [1.0] * len(v)))
    W = np.diff(np.eye(len(v)), axis=0)
    n = len(W)
    struck = strike(W @ inverse @ W.T, W @ v, [1] * n, [restitution] * n, [0.0] * n, [POISSON] * n, **options)
    return v + inverse @ W.T @ struck.impulses, struck


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([1, 0, 0, 0, 0], [0, 0, 0, 0, 1]),
        ([1, 1, 0, 0, 0], [0, 0, 0, 1, 1]),
        ([1, 1, 1, 0, 0], [0, 0, 1, 1, 1]),
        ([1, 0, 0, 0, -1], [-1, 0, 0, 0, 1]),
        ([2, 1, 0, 0, -1], [-1, 0, 0, 1, 2]),
    ],
)
def test_a_cradle_sends_away_as_many_as_come(before, after):
    assert row_of_balls(before)[0] == pytest.approx(after, abs=1e-14)


def test_all_at_once_share_the_impulse():
    # three equal balls, all contacts in one turn: what Poisson's law of simultaneous impacts gives
    assert row_of_balls([1, 0, 0], simultaneous=True)[0] == pytest.approx([-1 / 3, 2 / 3, 2 / 3], abs=1e-14)


def test_plastic_impacts_end_with_one_velocity():
    after, struck = row_of_balls([1, 0, 0], restitution=0.0, masses=[1, 2, 3])
    assert after == pytest.approx([1 / 6] * 3, abs=1e-12) and struck.settled


def ball(e, mu, approach, slip, law=POISSON):
    """A solid ball of mass 1 and radius 1 on a plane: velocities (normal, slip) after the impact, and impulses."""
    G = np.diag([1.0, 1 + 1 / 0.4])
    struck = strike(G, np.array([-approach, slip]), [2], [e], [mu], [law])
    return struck.velocities, struck.impulses


@pytest.mark.parametrize("law", LAWS)
def test_a_spinning_ball_slides_or_sticks(law):
    velocities, impulses = ball(0.8, 0.1, 2.0, 5.0, CODES[law])
    assert impulses == pytest.approx([3.6, -0.36], rel=1e-14)  # it slides on: friction is mu times the normal impulse
    assert velocities == pytest.approx([1.6, 5 - 3.5 * 0.36], rel=1e-14)
    velocities, impulses = ball(0.8, 0.9, 2.0, 5.0, CODES[law])
    assert velocities == pytest.approx([1.6, 0.0], abs=1e-14)
    assert impulses[1] == pytest.approx(-5 / 3.5, rel=1e-14)


# A rod that strikes with its end: normal and tangential motion are coupled, slip stops and begins backwards.
ROD = np.array([[1.9, 1.3], [1.3, 1.6]])


def test_slip_that_reverses():
    before = np.array([-1.0, 0.2])
    mu, e = 0.2, 0.6
    # by hand: sliding forward, then (1.3 > mu 1.6: friction cannot hold it) ... forward slip grows from the start
    struck = strike(ROD, before, [2], [e], [mu], [POISSON])
    rate = ROD[:, 0] - mu * ROD[:, 1]
    p = -before[0] / rate[0] * (1 + e)
    assert struck.velocities == pytest.approx(before + rate * p, rel=1e-13)
    # coming from the other side slip stops and goes on in the direction that grows by itself
    before = np.array([-1.0, -0.2])
    struck = strike(ROD, before, [2], [e], [mu], [POISSON])
    first = ROD[:, 0] + mu * ROD[:, 1]
    until = 0.2 / first[1]
    middle = before + first * until
    assert middle[0] < 0
    compression = until - middle[0] / rate[0]
    total = compression * (1 + e)
    assert struck.velocities == pytest.approx(middle + rate * (total - until), rel=1e-12)
    assert struck.impulses[0] == pytest.approx(total, rel=1e-13)


def test_the_laws_say_what_they_say():
    before, mu, e = np.array([-1.0, -0.2]), 0.2, 0.6
    after = {law: strike(ROD, before, [2], [e], [mu], [law]) for law in (POISSON, STRONGE, NEWTON)}
    assert after[NEWTON].velocities[0] == pytest.approx(e, rel=1e-13)
    # Stronge: the work of the normal impulse in restitution is e² times that of compression
    first, rate = ROD[:, 0] + mu * ROD[:, 1], ROD[:, 0] - mu * ROD[:, 1]
    until = 0.2 / first[1]
    middle = before[0] + first[0] * until
    taken = -(before[0] + middle) / 2 * until + middle**2 / (2 * rate[0])
    assert after[STRONGE].velocities[0] == pytest.approx(e * np.sqrt(2 * rate[0] * taken), rel=1e-12)
    assert len({round(float(s.velocities[0]), 9) for s in after.values()}) == 3


def test_newton_may_not_gain_energy():
    # Kane's paradox: strong coupling, friction and slip that reverses
    G = np.array([[0.9, -1.0], [-1.0, 1.5]])
    before = np.array([-1.0, 1.4])
    given = strike(G, before, [2], [1.0], [0.2], [NEWTON])
    assert given.capped.tolist() == [True] and given.taken[0] == pytest.approx(0, abs=1e-9)
    assert 0.8 < given.velocities[0] < 1.0
    stronge = strike(G, before, [2], [1.0], [0.2], [STRONGE])
    assert not stronge.capped[0] and stronge.taken[0] > 0.1


def box(velocity, e=0.5, mu=0.3, law=POISSON):
    """A box that falls on two corners; its velocities (x, y, turning) after the impact."""
    inverse, rows = np.diag([1.0, 1.0, 10.0]), []
    for x, y in ((-0.5, -0.3), (0.5, -0.3)):
        rows += [[0, 1, x], [1, 0, -y]]
    W, v = np.array(rows, dtype=float), np.array(velocity, dtype=float)
    struck = strike(W @ inverse @ W.T, W @ v, [2, 2], [e, e], [mu, mu], [law, law])
    return v + inverse @ W.T @ struck.impulses


@pytest.mark.parametrize("law", range(3))
def test_a_box_that_falls_flat_does_not_turn(law):
    assert box([0, -1, 0], law=law) == pytest.approx([0, 0.5, 0], abs=1e-13)
    assert box([2, -1, 0], law=law) == pytest.approx([2 - 0.3 * 1.5, 0.5, 0], abs=1e-13)
    assert box([0, -1, 0.5], e=0.0, law=law) == pytest.approx([0, 0, 0], abs=1e-13)


def test_slip_in_space_that_turns_obeys_its_law():
    G = np.array([[1.3, 0.4, 0.2], [0.4, 2.0, 0.3], [0.2, 0.3, 3.0]])
    mu, before = 0.05, np.array([-2.0, 0.3, 0.4])
    struck = strike(G, before, [3], [0.7], [mu], [POISSON])

    def follow(steps):  # the same path by many small steps of Heun's rule
        u, end = before.copy(), 2 * struck.impulses[0]
        h, p, compression = end / steps, 0.0, None
        while compression is None or p < 1.7 * compression:

            def rate(v):
                return G[:, 0] - mu * G[:, 1:] @ (v[1:] / np.linalg.norm(v[1:]))

            step = h if compression is None else min(h, 1.7 * compression - p)
            a = rate(u)
            b = rate(u + step * a)
            new = u + step * (a + b) / 2
            if compression is None and new[0] >= 0:
                part = -u[0] / (new[0] - u[0])
                u, p = u + part * (new - u), p + part * step
                compression = p
                continue
            u, p = new, p + step
            if compression is not None and p >= 1.7 * compression - 1e-15:
                break
        return u

    assert struck.velocities == pytest.approx(follow(40_000), abs=1e-7)


def random_contacts(seed, redundant):
    rng = np.random.default_rng(seed)
    count = int(rng.integers(1, 4))
    sizes = [int(rng.integers(1, 4)) for _ in range(count)]
    n = int(rng.integers(3, 8)) if redundant else sum(sizes) + int(rng.integers(0, 4))
    A = rng.normal(size=(n, n))
    inverse, W, v = A @ A.T + 0.1 * np.eye(n), rng.normal(size=(sum(sizes), n)), rng.normal(size=n)
    mu = rng.uniform(0, 1.5, count) * rng.integers(0, 2, count)
    return sizes, inverse, W, v, list(rng.uniform(0, 1, count)), list(mu), [int(rng.integers(0, 3))] * count


@pytest.mark.parametrize("redundant", [False, True])
def test_random_impacts_take_energy_push_and_separate(redundant):
    for seed in range(250):
        sizes, inverse, W, v, e, mu, law = random_contacts(seed, redundant)
        struck = strike(W @ inverse @ W.T, W @ v, sizes, e, mu, law)
        first = np.cumsum([0, *sizes[:-1]])
        after, mass = v + inverse @ W.T @ struck.impulses, np.linalg.inv(inverse)
        change, scale = (after @ mass @ after - v @ mass @ v) / 2, v @ mass @ v
        assert struck.settled and change <= 1e-9 * scale
        assert change == pytest.approx(-struck.taken.sum(), abs=1e-8 * (scale + np.abs(struck.taken).max()))
        assert struck.velocities == pytest.approx(W @ after, abs=1e-8 * max(1, np.abs(struck.impulses).max()))
        assert struck.velocities[first].min() > -1e-8 and struck.impulses[first].min() > -1e-12
        for k, start in enumerate(first):
            side = np.linalg.norm(struck.impulses[start + 1 : start + sizes[k]])
            assert side <= mu[k] * struck.impulses[start] + 1e-7 * max(1, side)


@pytest.mark.parametrize("simultaneous", [False, True])
def test_impacts_are_the_same_in_all_units(simultaneous):
    for seed in range(60):
        sizes, inverse, W, v, e, mu, law = random_contacts(seed, redundant=seed % 2 == 0)
        G, u = W @ inverse @ W.T, W @ v
        struck = strike(G, u, sizes, e, mu, law, simultaneous=simultaneous)
        for light, fast in ((2.0**-40, 1.0), (2.0**40, 1.0), (1.0, 2.0**-30), (1.0, 2.0**30), (2.0**40, 2.0**-30)):
            again = strike(light * G, fast * u, sizes, e, mu, law, simultaneous=simultaneous)
            assert np.array_equal(again.velocities, fast * struck.velocities)  # powers of two do not round
            assert np.array_equal(again.impulses, fast / light * struck.impulses)


def test_pivoting_and_turns_agree():
    # stools on three legs, pushed sideways: with a fourth leg the shares of the load would be open
    rng = np.random.default_rng(3)
    for _ in range(10):
        rows = []
        for x, z in ((-0.5, -0.4), (0.6, -0.3), (0.1, 0.5)):
            arm = np.array([x, -0.3, z])
            for axis in np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]]):
                rows.append(np.concatenate([axis, np.cross(arm, axis)]))
        W, inverse = np.array(rows), np.diag([1, 1, 1, 6.0, 5.0, 7.0])
        G, v = W @ inverse @ W.T, rng.normal(size=6) * [1, 0, 1, 0.1, 0.3, 0.1] - [0, 2, 0, 0, 0, 0]
        struck = strike(G, W @ v, [3] * 3, [0.0] * 3, [0.4] * 3, [POISSON] * 3, simultaneous=True)
        u, p, mark = W @ v, np.zeros(9), np.ones(3, dtype=np.int64)
        first, size, zeros, mu = np.arange(0, 9, 3), np.full(3, 3), np.zeros(3), np.full(3, 0.4)
        matrix, left, room = np.ascontiguousarray(G), np.array([1e9]), np.zeros(40)
        assert together(3, 9, first, size, mark, 1, 0, 0.0, matrix, mu, zeros, zeros, u, p, left, room) == 0
        assert struck.velocities == pytest.approx(u, abs=1e-9)


def box_that_tips(rng):
    """A box whose one edge rests while the other comes down, turned at random: rows of its four corners, its inverse
    masses and its velocities."""
    a, b, h, mass = *rng.uniform(0.05, 0.3, 3), rng.uniform(0.5, 4.0)
    angle, rows = rng.uniform(0.0, 3.1), []
    R = np.array([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]])
    for x, z in itertools.product((-a, a), (-b, b)):
        arm = R @ [x, -h, z]
        rows += [np.concatenate([axis, np.cross(arm, axis)]) for axis in np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]])]
    inverse = np.eye(6) / mass
    inverse[3:, 3:] = R @ np.diag(3 / mass / np.array([b * b + h * h, a * a + b * b, a * a + h * h])) @ R.T
    turning = R @ [0.0, 0.0, -1.0]
    v = rng.uniform(0.1, 3.0) * np.concatenate([np.cross(R @ [-a, -h, 0.0], turning), turning])
    return np.array(rows), inverse, v + 10.0 ** rng.integers(-12, -5) * rng.normal(size=6)


@pytest.mark.parametrize(("restitution", "mu"), [(0.0, 0.3), (0.0, 1.0), (0.5, 1.0), (0.8, 0.3)])
def test_a_box_that_tips_onto_its_four_corners_settles(restitution, mu):
    # the corners share their impulses in many ways; where one edge rests, what is left of its slip is rounding
    rng = np.random.default_rng(0)
    for _ in range(150):
        W, inverse, v = box_that_tips(rng)
        struck = strike(W @ inverse @ W.T, W @ v, [3] * 4, [restitution] * 4, [mu] * 4, [POISSON] * 4, tiny=3e-11)
        p, after = struck.impulses.reshape(4, 3), v + inverse @ W.T @ struck.impulses
        assert struck.settled and p[:, 0].min() >= 0.0 and (W @ after)[::3].min() > -4e-11
        assert struck.velocities == pytest.approx(W @ after, abs=1e-12 * np.abs(v).max())
        assert np.all(np.hypot(p[:, 1], p[:, 2]) <= mu * p[:, 0] * (1 + 1e-9) + 1e-12)
        energy = [x @ np.linalg.solve(inverse, x) / 2 for x in (v, after)]
        assert energy[1] <= energy[0] * (1 + 1e-12)


def test_impulses_of_a_group_end_with_the_work_they_may_take():
    G, first, size, mark = np.array([[1.0, 0.999], [0.999, 1.0]]), np.arange(2), np.ones(2, dtype=int), np.ones(2, int)
    zeros, room = np.zeros(2), np.zeros(40)
    for most, status in ((1e9, 0), (100.0, 1)):
        u, p, left = np.array([-1.0, -0.9995]), np.zeros(2), np.array([most])
        assert together(2, 2, first, size, mark, 1, 0, 0.0, G, zeros, zeros, zeros, u, p, left, room) == status
        assert most - left[0] < 200 or status == 0


def test_complementarity_by_pivoting_agrees_with_a_trial_of_all():
    rng = np.random.default_rng(0)
    for turn in range(400):
        n = int(rng.integers(1, 6))
        A, K = rng.normal(size=(n, n)), rng.normal(size=(n, n)) * (turn % 2)
        M, q = A @ A.T + 0.05 * np.eye(n) + K - K.T, rng.normal(size=n)
        z = solve_complementarity(M, q)
        found = []
        for active in itertools.product((False, True), repeat=n):
            on = np.flatnonzero(active)
            trial = np.zeros(n)
            trial[on] = np.linalg.solve(M[np.ix_(on, on)], -q[on])
            if trial.min() >= 0 and (M @ trial + q).min() > -1e-9:
                found.append(trial)
        assert len(found) == 1 and z == pytest.approx(found[0], abs=1e-8)


def test_what_has_no_solution_is_said_to_have_none():
    assert solve_complementarity(np.array([[-1.0]]), np.array([-1.0])) is None
