"""Dry friction as a smooth function of the sliding velocity."""

from __future__ import annotations

from typing import Any

from ..expression.functions import maximum, minimum


def smooth_step(u: Any) -> Any:
    """The cubic S from −1 at u = −1 to 1 at u = 1, constant beyond."""
    u = maximum(minimum(u, 1.0), -1.0)
    return 1.5 * u - 0.5 * u**3


def friction(v: Any, v_adhesion: Any, v_slide: Any, mu_adhesion: Any, mu_slide: Any) -> Any:
    """The coefficient of friction at the sliding velocity v: the triple S, an odd function.

    It rises to mu_adhesion at v_adhesion, changes to mu_slide at v_slide, and stays there; each part is a cubic S.

    >>> float(friction(0.1, 0.1, 0.3, 0.8, 0.4).args[0]), float(friction(-1.0, 0.1, 0.3, 0.8, 0.4).args[0])
    (0.8, -0.4)
    """
    size = maximum(v, 0.0 - v)
    beyond = smooth_step((2.0 * size - v_adhesion - v_slide) / (v_slide - v_adhesion))
    return smooth_step(v / v_adhesion) * (mu_adhesion + (mu_slide - mu_adhesion) * (1.0 + beyond) / 2.0)
