"""The bank's models once more, written by hand as ordinary differential equations and solved by SciPy.

Nothing here uses multibond. Every function gives the outputs at the model's stop time, from the default data.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from scipy.optimize import brentq, fsolve

from nonsmooth.exact import Pulses, Wave
from nonsmooth.exact_circuit import Branch, Circuit
from nonsmooth.exact_friction import Contact, Masses


def solved(slope, x0, stop, breaks=(), method="DOP853"):
    """The state at `stop`, with a fresh start at each of `breaks`, where `slope` jumps or bends."""
    times = [0.0, *[b for b in breaks if 0 < b < stop], stop]
    x = np.asarray(x0, float)
    for begin, end in zip(times, times[1:]):
        x = solve_ivp(slope, (begin, end), x, method=method, rtol=1e-12, atol=1e-14, args=((begin + end) / 2,)).y[:, -1]
    return x


def linear(A, b, x0, stop):
    """The state of x' = A x + b at `stop`."""
    n = len(b)
    whole = np.zeros((n + 1, n + 1))
    whole[:n, :n], whole[:n, n] = A, b
    return (expm(whole * stop) @ [*x0, 1.0])[:n]


def electric_circuit():
    C = np.array([[0.045, -0.025], [-0.025, 0.075]])
    A = np.linalg.solve(C, np.diag([-1 / 30, -1 / 75]))
    left, right = linear(A, np.linalg.solve(C, [0.5, 0.0]), [0.0, 0.0], 10.0)
    return {"v_left": left, "v_right": right}


def rlc():
    """Under-damped: U − v decays with R/2L and turns with sqrt(1/LC − (R/2L)²)."""
    U, R, L, C, t = 10.0, 2.0, 0.5, 0.1, 5.0
    d = R / (2 * L)
    w = np.sqrt(1 / (L * C) - d**2)
    v = U * (1 - np.exp(-d * t) * (np.cos(w * t) + d / w * np.sin(w * t)))
    return {"voltage": v, "current": U / (L * w) * np.exp(-d * t) * np.sin(w * t)}


def cauer_low_pass():
    L1, L2, C1, C3, C5 = 1.304, 0.8586, 1.072, 1.682, 0.7262
    C2, C4 = 1 / (1.704992**2 * L1), 1 / (1.179945**2 * L2)
    M = np.diag([C1 + C2, C2 + C3 + C4, C4 + C5, L1, L2])  # node voltages v1, v2, v3 and inductor currents
    M[0, 1] = M[1, 0] = -C2
    M[1, 2] = M[2, 1] = -C4
    K = np.array([[-1, 0, 0, -1, 0], [0, 0, 0, 1, -1], [0, 0, -1, 0, 1], [1, -1, 0, 0, 0], [0, 1, -1, 0, 0]], float)
    v = linear(np.linalg.solve(M, K), np.linalg.solve(M, [1.0, 0, 0, 0, 0]), np.zeros(5), 59.0)
    return {"v_in": 1.0, "v_out": v[2]}


def modin_three_mass():
    m, k, c = [1.0, 2.0, 3.0], [100.0, 200.0, 300.0], [1.0, 2.0, 3.0]
    A = np.zeros((6, 6))  # extensions, then velocities; spring i lies between mass i − 1 (or the wall) and mass i
    for i in range(3):
        A[i, 3 + i] += 1
        if i:
            A[i, 2 + i] -= 1
    for i in range(3):
        force = -k[i] * np.eye(6)[i] - c[i] * A[i]
        A[3 + i] += force / m[i]
        if i:
            A[2 + i] -= force / m[i - 1]
    x = linear(A, [0, 0, 0, 0, 0, 10.0 / 3.0], np.zeros(6), 10.0)
    return {f"x{i + 1}": x[i] for i in range(3)} | {f"v{i + 1}": x[3 + i] for i in range(3)}


def dc_motor():
    def voltage(t, inside):
        t, inside = t - 3 * np.floor(inside / 3), inside % 3
        falling = (2.05 - t) / 0.05 if inside < 2.05 else 0.0
        return 24 * (t / 0.05 if inside < 0.05 else 1.0 if inside < 2.0 else falling)

    def torque(inside):
        return -0.4 if (inside - 1.1) % 3 < 0.7 and inside > 1.1 else 0.0

    def slope(t, x, inside):
        i, w, twist, load, T, H = x
        shaft = 4.0 * twist + 2e-3 * (w - load / 0.2)
        R = 1.2 * (1 + 0.0039 * (T - 293.15))
        return [(voltage(t, inside) - R * i - 0.06 * w) / 2e-3, (0.06 * i - 2e-5 * w - shaft) / 8e-5, w - load / 0.2,
                (shaft / 0.2 + torque(inside) - 5e-3 * load) / 0.01, (R * i**2 - 1.5 * (T - H)) / 4.0,
                (1.5 * (T - H) - 0.4 * (H - 293.15)) / 60.0]  # fmt: skip

    breaks = [0.05, 1.1, 1.8, 2.0, 2.05, 3.0, 3.05, 4.1, 4.8, 5.0, 5.05]
    i, w, twist, load, T, H = solved(slope, [0, 0, 0, 0, 293.15, 293.15], 6.0, breaks)
    shaft = 4.0 * twist + 2e-3 * (w - load / 0.2)
    return {"voltage": 0.0, "current": i, "motor_speed": w, "load_speed": load, "shaft_torque": shaft,
            "winding_temperature": T, "housing_temperature": H}  # fmt: skip


def quarter_car():
    def forces(t, x, inside):
        body, v_body, wheel, v_wheel, road = x
        rising = 0.08 * np.pi * 5 * np.sin(10 * np.pi * (t - 0.5)) if 0.5 < inside < 0.7 else 0.0
        suspension = 18e3 * (wheel - body) + 1500 * (v_wheel - v_body)
        return suspension, 180e3 * (road - wheel) + 150 * (rising - v_wheel), rising

    def slope(t, x, inside):
        suspension, tyre, rising = forces(t, x, inside)
        return [x[1], suspension / 300, x[3], (tyre - suspension) / 40, rising]

    x = solved(slope, np.zeros(5), 3.0, [0.5, 0.7])
    suspension, tyre, _ = forces(3.0, x, 3.0)
    return {"body_height": x[0], "body_acceleration": suspension / 300, "suspension_travel": x[2] - x[0],
            "tyre_force": tyre + 340 * 9.81}  # fmt: skip


def hydraulic_servo():
    def edge(opening, drop):
        return 0.62 * 4e-6 * np.clip(opening, 0.002, 1.0) * np.sqrt(2 / 870) * drop / (drop**2 + 1e6) ** 0.25

    def pressures(x):
        return 8e6 * (1e-3 / (1e-3 - x[0])) ** 1.4, 1.4e9 / 2e-4 * x[1], 1.4e9 / 2e-4 * x[2]

    def reference(t, inside):
        return 0.1 * float(np.interp(t, [0.2, 0.7, 3.2, 3.7], [0, 1, 1, 0]))

    def slope(t, x, inside):
        supply, a, b = pressures(x)
        spool, v, position = x[3:]
        into_a, out_of_a = edge(spool, supply - a), edge(-spool, a - 1e5)
        into_b, out_of_b = edge(-spool, supply - b), edge(spool, b - 1e5)
        relief = 1e-9 * max(supply - 12e6, 0.0)
        command = np.clip(20 * (reference(t, inside) - position), -1, 1)
        force = 1e-3 * (a - b) - 2000 * v - (2000 if inside > 2 else 0)
        return [150 * 2e-6 - relief - into_a - into_b, into_a - out_of_a - 1e-3 * v, into_b - out_of_b + 1e-3 * v,
                (command - spool) / 0.005, force / 200, v]  # fmt: skip

    start = [2e-4, 5e6 * 2e-4 / 1.4e9, 5e6 * 2e-4 / 1.4e9, 0, 0, 0]
    breaks = np.union1d(np.linspace(0, 4, 21), [0.2, 0.7, 2.0, 3.2, 3.7])[1:-1]
    times = [0.0, *breaks, 4.0]
    x = np.array(start)
    for begin, end in zip(times, times[1:]):  # short pieces: the limits of the valve bend the slope
        x = solve_ivp(slope, (begin, end), x, "LSODA", rtol=1e-10, atol=1e-10 * np.array([1e-4, 1e-6, 1e-6, 1, 1, 0.1]),
                      args=((begin + end) / 2,)).y[:, -1]  # fmt: skip
    supply, a, b = pressures(x)
    return {"reference_position": 0.0, "piston_position": x[5], "valve": x[3], "supply_pressure": supply,
            "pressure_a": a, "pressure_b": b}  # fmt: skip


def heat_conduction():
    n, G, C = 10, 4.0, 12.0
    A = (np.diag(-2 * np.ones(n)) + np.diag(np.ones(n - 1), 1) + np.diag(np.ones(n - 1), -1)) * G / C
    A[0, 0], A[-1, -1] = -3 * G / C, -G / C
    b = np.zeros(n)
    b[0] = 2 * G / C * 373.15
    T = linear(A, b, np.full(n, 293.15), 600.0)
    return {"T1": T[0], "T5": T[4], "T10": T[9], "heat": 8.0 * (373.15 - T[0])}


def two_heat_masses():
    part = 50 * np.exp(-4 / 3 * 3.0)
    T1, T2 = 323.15 + part, 323.15 - part
    return {"T1": T1, "T2": T2, "entropy": 15 * np.log(T1 / 373.15) + 15 * np.log(T2 / 273.15)}


def heated_resistor():
    rise = 12.0**2 / 10 / 0.5
    return {"temperature_of_body": 293.15 + rise * (1 - np.exp(-0.5 / 25 * 300)), "power": 14.4}


def reaction_abc():
    """x_A' = −(x_A² + 2 x_A − 4) by mass action and conservation: a Riccati equation between its roots ±√5 − 1."""
    low, high = -1 - np.sqrt(5), -1 + np.sqrt(5)
    z = (1 - high) / (1 - low) * np.exp(-(high - low) * 3.0)
    x = (high - z * low) / (1 - z)
    return {"x_A": x, "x_B": x + 1, "x_C": 4 - x}


def rectifier_events(stop=0.1):
    """(time, voltage of the capacitor) of every change of the diode, from the closed forms of both positions."""
    w, a, k = 100 * np.pi, (1 + 0.01) / 1e-3, 10 / 1e-3

    def forced(t):
        return k * (a * np.sin(w * t) - w * np.cos(w * t)) / (a**2 + w**2)

    t, v, conducting, found = 0.0, 0.0, True, []
    while t < stop:
        if conducting:

            def voltage(s, t=t, v=v):
                return forced(s) + (v - forced(t)) * np.exp(-a * (s - t))
        else:

            def voltage(s, t=t, v=v):
                return v * np.exp(-10 * (s - t))

        def gap(s, voltage=voltage, sign=1 if conducting else -1):
            return sign * (10 * np.sin(w * s) - voltage(s))

        grid = np.linspace(t + 1e-6, t + 0.025, 5001)
        first = np.flatnonzero((gap(grid[:-1]) > 0) & (gap(grid[1:]) <= 0))[0]
        t = brentq(gap, grid[first], grid[first + 1], xtol=1e-15)
        v, conducting = float(voltage(t)), not conducting
        found.append((t, v))
    return found


def half_wave_rectifier():
    t, v = [event for event in rectifier_events() if event[0] < 0.1][-1]
    return {"v_source": 0.0, "v_load": v * np.exp(-10 * (0.1 - t)), "i_diode": 0.0}


def transistor_amplifier():
    Is, Vt = 1e-14, 0.02585

    def currents(base, collector, emitter):
        forward, reverse = (np.exp(min((base - other) / Vt, 40.0)) for other in (emitter, collector))
        return Is * ((forward - 1) / 200 + (reverse - 1) / 2), Is * (forward - reverse - (reverse - 1) / 2)

    def nodes(t, x):
        """Base, collector and output voltage for the voltages x of bypass, input and output capacitor."""
        v_in = 0.01 * np.sin(2000 * np.pi * t)

        def balance(u):
            base, collector = u
            i_b, i_c = currents(base, collector, x[0])
            return [1e3 * ((v_in - x[1] - base) / 600 + (12 - base) / 47e3 - base / 10e3 - i_b),
                    1e3 * ((12 - collector) / 4.7e3 - (collector - x[2]) / 47e3 - i_c)]  # fmt: skip

        base, collector = fsolve(balance, [x[0] + 0.66, 5.5], xtol=1e-10)
        return base, collector, v_in

    def slope(t, x, inside):
        base, collector, v_in = nodes(t, x)
        i_b, i_c = currents(base, collector, x[0])
        return [(i_b + i_c - x[0] / 1e3) / 1e-4, (v_in - x[1] - base) / 600 / 1e-6, (collector - x[2]) / 47e3 / 1e-6]

    x = solve_ivp(slope, (0, 5e-3), [1.385, -2.048, 5.521], "DOP853", rtol=1e-9, atol=1e-10, first_step=1e-6,
                  args=(0,)).y[:, -1]  # fmt: skip
    base, collector, v_in = nodes(5e-3, x)
    return {"v_in": v_in, "v_out": collector - x[2], "i_collector": currents(base, collector, x[0])[1],
            "v_emitter": x[0]}  # fmt: skip


def van_der_pol():
    v, i = solved(lambda t, x, _: [-x[1] - (x[0] ** 3 / 3 - x[0]), x[0]], [0.5, 0.0], 20.0)
    return {"v": v, "i": i}


def two_tanks():
    A = [[-0.5, 0.5], [0.25, -0.375]]  # rho g / R_pipe = 1/2, rho g / R_outlet = 1/4; surfaces 1 and 2 m²
    h = linear(A, [0.2, 0.0], [2.0, 0.5], 20.0)
    return {"h1": h[0], "h2": h[1], "outflow": h[1] / 4}


def impacts(stop=3.0):
    """Times of the impacts of a mass from 1 m: the first fall, then hops that each take 0.8 of the one before."""
    fall = np.sqrt(2 / 9.81)
    hops = fall + 2 * fall * np.cumsum(0.8 ** np.arange(1, 40))
    return [t for t in (fall, *hops) if t < stop]


def bouncing_mass():
    times = impacts()
    up = 0.8 ** len(times) * np.sqrt(2 * 9.81)
    since = 3.0 - times[-1]
    return {"h": up * since - 9.81 / 2 * since**2, "v": up - 9.81 * since}


def cartesian_pendulum():
    angle, w = solved(lambda t, x, _: [x[1], -9.81 * np.cos(x[0])], [0.0, 0.0], 10.0)
    return {"x": np.cos(angle), "y": np.sin(angle), "tension": w**2 - 9.81 * np.sin(angle)}


def bridge_rectifier():
    times = np.array([0.0, 0.1])
    mains = Wave(amplitude=24.0, frequency=100 * np.pi)
    diodes = (("D1", "b", "p"), ("D2", "0", "p"), ("D3", "m", "b"), ("D4", "m", "0"))
    circuit = [Branch("V", "V", "s", "0", mains), Branch("R", "Rs", "s", "a", 0.5), Branch("L", "Ls", "a", "b", 1e-3),
               *(Branch("D", *diode) for diode in diodes), Branch("C", "C", "p", "m", 1e-3),
               Branch("R", "R", "p", "m", 20.0)]  # fmt: skip
    found = Circuit(circuit, 2e-4).run(times)
    return {"v_source": 0.0, "i_source": found["i(Ls)"][-1], "v_load": found["u(R)"][-1]}


def three_phase_rectifier():
    circuit = []
    for k, phase in enumerate("abc"):
        source = Wave(amplitude=230 * np.sqrt(2), frequency=100 * np.pi, phase=(0, -2, 2)[k] * np.pi / 3)
        ends = [f"{letter}{phase}" for letter in "srn"]
        circuit += [Branch("V", f"V{phase}", ends[0], "0", source), Branch("R", f"R{phase}", *ends[:2], 0.1),
                    Branch("L", f"L{phase}", *ends[1:], 1e-3), Branch("D", f"U{phase}", ends[2], "p"),
                    Branch("D", f"D{phase}", "m", ends[2])]  # fmt: skip
    circuit += [Branch("R", "R", "p", "x", 10.0), Branch("L", "L", "x", "m", 0.01)]
    found = Circuit(circuit, 2e-4).run(np.array([0.0, 0.1]))
    voltage = found["u(R)"][-1] + found["u(L)"][-1]
    return {"i_load": found["i(L)"][-1], "v_load": voltage, "i_a": found["i(La)"][-1]}


def buck_converter():
    circuit = [Branch("V", "V", "a", "0", Wave(24.0)), Branch("S", "S", "a", "b", Pulses(1e-5, 5e-6)),
               Branch("D", "D", "0", "b"), Branch("L", "L", "b", "c", 1e-4), Branch("C", "C", "c", "0", 1e-4),
               Branch("R", "R", "c", "0", 5.0)]  # fmt: skip
    found = Circuit(circuit, 1e-6).run(np.array([0.0, 1e-3]))
    return {"v_load": found["u(C)"][-1], "i_coil": found["i(L)"][-1]}


def coupled_clutches():
    fading = Wave(amplitude=10.0, frequency=0.4 * np.pi, phase=np.pi / 2)
    clutches = [Contact("first", [1.0, -1.0, 0.0, 0.0], fading, 1.1),
                Contact("second", [0.0, 1.0, -1.0, 0.0], Wave(10.0), 1.1, engaged=Pulses(100.0, 99.0, 0.4)),
                Contact("third", [0.0, 0.0, 1.0, -1.0], Wave(10.0), 1.1, engaged=Pulses(100.0, 99.0, 0.9))]  # fmt: skip
    drive = [Wave(amplitude=10.0, frequency=10 * np.pi), Wave(), Wave(), Wave()]
    free = np.zeros((4, 4))
    masses = Masses([1.0] * 4, free, free, drive, clutches, [0.0] * 4, [10.0, 0.0, 0.0, 0.0], 2e-3)
    found = masses.run(np.array([0.0, 1.2]))
    return {f"w{k + 1}": found[f"v{k}"][-1] for k in range(4)}


def stick_slip():
    belt = Contact("belt", [1.0], Wave(6.0), 1.5, Wave(0.1))
    found = Masses([1.0], [[100.0]], 0.0, [Wave()], [belt], [0.0], [0.0], 5e-3).run(np.array([0.0, 10.0]))
    return {"x": found["q0"][-1], "v": found["v0"][-1], "force": -found["f(belt)"][-1]}


def anti_lock_brake():
    """Speed, rim's angular velocity, pressure and distance between the changes of the valve; the wheel never stands."""

    def slip(x):
        return (x[0] - 0.3 * x[1]) / max(x[0], 1.0)

    def slope(t, x, valve):
        force = 0.9 * 400 * 9.81 * np.sin(1.65 * np.arctan(10 * slip(x)))
        return [-force / 400, (0.3 * force - 2000 * max(x[2], 0.0)) / 1.2, (valve - x[2]) / 0.03, x[0]]

    t, x, valve = 0.0, np.array([30.0, 100.0, 0.0, 0.0]), 1.0
    while t < 2.5:

        def reached(t, x, valve):
            return slip(x) - (0.25 if valve else 0.1)

        reached.terminal, reached.direction = True, 1.0 if valve else -1.0
        done = solve_ivp(
            slope, (t, 2.5), x, "DOP853", rtol=1e-12, atol=1e-12, max_step=5e-3, events=reached, args=(valve,)
        )
        t, x, valve = done.t[-1], done.y[:, -1], 1.0 - valve
    return {"v": x[0], "rim_speed": 0.3 * x[1], "slip": slip(x), "braking_distance": x[3]}


REFERENCES = {
    "electric_circuit": electric_circuit, "electric_circuit_multibond": electric_circuit, "rlc": rlc,
    "cauer_low_pass": cauer_low_pass, "modin_three_mass": modin_three_mass, "dc_motor": dc_motor,
    "quarter_car": quarter_car, "hydraulic_servo": hydraulic_servo, "heat_conduction": heat_conduction,
    "two_heat_masses": two_heat_masses, "heated_resistor": heated_resistor, "reaction_abc": reaction_abc,
    "half_wave_rectifier": half_wave_rectifier, "transistor_amplifier": transistor_amplifier,
    "van_der_pol": van_der_pol, "two_tanks": two_tanks, "bouncing_mass": bouncing_mass,
    "cartesian_pendulum": cartesian_pendulum, "bridge_rectifier": bridge_rectifier,
    "three_phase_rectifier": three_phase_rectifier, "buck_converter": buck_converter,
    "coupled_clutches": coupled_clutches, "stick_slip": stick_slip, "anti_lock_brake": anti_lock_brake,
}  # fmt: skip
