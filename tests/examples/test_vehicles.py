"""The half car against its textbook matrices, the cart against its equations of motion written by hand."""

import numpy as np
from scipy.integrate import solve_ivp

from examples.running import run


def half_car():
    """Mass, damping and stiffness of (heave, pitch, front wheel, rear wheel), and the stiffness to the road."""
    levers = np.array([[1, 1.3, -1, 0], [1, -1.5, 0, -1]])  # travel of the struts
    M = np.diag([690, 1222, 40.5, 45.4])
    D = levers.T @ np.diag([1.5e3, 1.6e3]) @ levers
    tyres = np.array([[0, 0, 190e3, 0], [0, 0, 0, 190e3]]).T
    K = levers.T @ np.diag([17e3, 22e3]) @ levers + np.diag([0, 0, 190e3, 190e3])
    return M, D, K, tyres


def test_modes_of_the_half_car():
    M, D, K, _ = half_car()
    system = np.block([[np.zeros((4, 4)), np.eye(4)], [-np.linalg.solve(M, K), -np.linalg.solve(M, D)]])
    found = run("half_car").car.linearize().eigenvalues
    moving = found[np.abs(found) > 1e-6]  # two more are those of the sensors of heave and pitch
    assert np.allclose(np.sort_complex(moving), np.sort_complex(np.linalg.eigvals(system)), rtol=1e-8)


def test_the_half_car_follows_the_waves_as_its_frequency_response_says():
    M, D, K, tyres = half_car()
    example = run("half_car")
    for wave, result in example.runs.items():
        w = 2 * np.pi * 10.0 / wave
        road = 0.01 * np.array([1, np.exp(-2j * np.pi * 2.8 / wave)])
        heave, pitch, *_ = np.linalg.solve(K + 1j * w * D - w * w * M, tyres @ road)
        settled = result.between(5.0, 6.0)
        for name, phasor in (("heave", heave), ("pitch", pitch)):
            expected = np.imag(phasor * np.exp(1j * w * settled.time))
            assert np.abs(settled[name] - expected).max() < 2e-3 * np.abs([heave, pitch]).max()
        assert result.stats.energy_residual < 1e-6
    assert "half_car.svg" in example.files


def cart_rates(law):
    """The rates of (x, a, b, x', a', b') with the absolute angles a and b of the rods, from Lagrange's equations."""
    m1, l1, m2, l2, cart, g = 0.3, 0.6, 0.4, 0.8, 2.0, 9.81
    s1, s2 = m1 * l1 / 2 + m2 * l1, m2 * l2 / 2
    text = law
    for k, name in enumerate(["rail.s", "lower.phi", "upper.phi", "rail.v", "lower.w", "upper.w"]):
        text = text.replace(name, f"y[{k}]")
    code = compile(text, "law", "eval")

    def rates(t, z):
        x, a, b, v, wa, wb = z
        wanted = eval(code, {"y": [x, a, b - a, v, wa, wb - wa]})
        current = (np.clip(wanted, -24, 24) - 0.1 * v / 0.02) / 0.5
        M = np.array([
            [cart + m1 + m2, -s1 * np.cos(a), -s2 * np.cos(b)],
            [-s1 * np.cos(a), m1 * l1**2 / 3 + m2 * l1**2, s2 * l1 * np.cos(a - b)],
            [-s2 * np.cos(b), s2 * l1 * np.cos(a - b), m2 * l2**2 / 3],
        ])  # fmt: skip
        Q = np.array([
            0.1 * current / 0.02 - s1 * np.sin(a) * wa**2 - s2 * np.sin(b) * wb**2,
            g * s1 * np.sin(a) - s2 * l1 * np.sin(a - b) * wb**2,
            g * s2 * np.sin(b) + s2 * l1 * np.sin(a - b) * wa**2,
        ])  # fmt: skip
        return np.concatenate([[v, wa, wb], np.linalg.solve(M, Q)])

    return rates


def test_the_cart_moves_as_lagrange_says():
    example = run("cart_lqr")
    rates, lean = cart_rates(example.regulator()), np.radians(2)
    mine = solve_ivp(rates, (0, 8), [0, lean, lean, 0, 0, 0], t_eval=example.result.time, rtol=1e-10, atol=1e-12).y
    assert np.abs(example.result["position"] - mine[0]).max() < 1e-5
    assert np.abs(example.result["lower"] - mine[1]).max() < 1e-5
    assert np.abs(example.result["lower + upper"] - mine[2]).max() < 1e-5
    assert np.abs(mine[:, -1]).max() < 1e-4 < np.abs(mine[0]).max()  # it is upright again


def test_the_regulator_puts_the_poles_where_the_cheapest_ones_are():
    example = run("cart_lqr")
    rates, step = cart_rates(example.regulator()), 1e-6
    slopes = np.array([(rates(0, step * e) - rates(0, -step * e)) / (2 * step) for e in np.eye(6)]).T
    closed = example.Cart(lean=0.0, voltage=example.regulator()).linearize()
    assert np.allclose(np.sort_complex(closed.eigenvalues), np.sort_complex(np.linalg.eigvals(slopes)), rtol=1e-5)
    assert closed.stable and not example.Cart(lean=0.0).linearize().stable


def test_rods_that_lean_far_fall():
    table = run("cart_lqr").study.run().table
    assert (table["rest"][:5] < 1e-3).all() and table["rest"].iloc[-1] > 1
