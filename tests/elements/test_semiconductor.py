"""Exponential diode and transistors: laws against textbook formulas, never a gain of power."""

import numpy as np
import pytest

from elements.single import Stand, check_law, check_sensitive
from multibond.elements.semiconductor import BJT, MOSFET, ExponentialDiode
from multibond.errors import ModelError

rng = np.random.default_rng(8)


@pytest.mark.parametrize("n", [1, 3])
def test_exponential_diode(n):
    v = rng.uniform(-1, 0.7, size=n)
    values = {"e": v, "f": 1e-12 * (np.exp(v / (1.5 * 0.026)) - 1)}
    stand = check_law(ExponentialDiode(1e-12, 0.026, 1.5), values, n, count=n)
    check_sensitive(stand, values, ["f"])
    assert stand.power_in(values) > 0


def test_exponential_diode_does_not_overflow():
    slope = np.exp(40) * 1e-14 / 0.02585
    residual = Stand(ExponentialDiode()).residual({"e": 100.0, "f": 0.0})
    assert residual[0] == pytest.approx(-slope * (100 - 40 * 0.02585) - np.exp(40) * 1e-14, rel=1e-6)


@pytest.mark.parametrize("polarity", [1, -1])
@pytest.mark.parametrize(("v_be", "v_ce"), [(0.6, 5), (0.65, 0.1), (-1, 3), (0.3, -0.4)])
def test_bipolar_transistor(v_be, v_ce, polarity):
    i_s, forward, reverse, vt = 1e-14, 120.0, 2.0, 0.026
    f, r = np.exp(v_be / vt) - 1, np.exp((v_be - v_ce) / vt) - 1
    # injection form of Ebers and Moll
    alpha_f, alpha_r = forward / (1 + forward), reverse / (1 + reverse)
    i_f, i_r = i_s / alpha_f * f, i_s / alpha_r * r
    i_c, i_e = alpha_f * i_f - i_r, i_f - alpha_r * i_r
    values = {"b.e": polarity * v_be, "c.e": polarity * v_ce, "c.f": polarity * i_c, "b.f": polarity * (i_e - i_c)}
    element = BJT(i_s, forward, reverse, vt, polarity="npn" if polarity == 1 else "pnp")
    stand = check_law(element, values, count=2)
    check_sensitive(stand, values, ["b.f", "c.f"])
    assert stand.power_in(values) > 0


@pytest.mark.parametrize("polarity", [1, -1])
@pytest.mark.parametrize(("v_gs", "v_ds"), [(0.5, 3), (2, 0.3), (2, 3), (2, -0.3)])
def test_field_effect_transistor(v_gs, v_ds, polarity):
    k, vt, modulation = 2e-3, 0.8, 0.02

    def forward(v_gs, v_ds):
        over = v_gs - vt
        if over <= 0:
            return 0.0
        current = over * v_ds - v_ds**2 / 2 if v_ds < over else over**2 / 2
        return k * current * (1 + modulation * v_ds)

    i_d = forward(v_gs, v_ds) if v_ds >= 0 else -forward(v_gs - v_ds, -v_ds)
    values = {"g.e": polarity * v_gs, "g.f": 0, "d.e": polarity * v_ds, "d.f": polarity * i_d}
    stand = check_law(MOSFET(k, vt, modulation, polarity="n" if polarity == 1 else "p"), values, count=2)
    check_sensitive(stand, values, ["g.f", "d.f"])
    assert stand.power_in(values) >= 0


@pytest.mark.parametrize(("make", "message"), [
    (lambda: ExponentialDiode(Is=0), "must be greater than 0"),
    (lambda: ExponentialDiode(Vt="25 mA"), "must be compatible with V"),
    (lambda: BJT(polarity="nnn"), "'polarity' must be one of npn, pnp"),
    (lambda: MOSFET(K="1 A/V"), "must be compatible with"),
])  # fmt: skip
def test_wrong_semiconductors_are_refused(make, message):
    with pytest.raises(ModelError, match=message):
        Stand(make())
