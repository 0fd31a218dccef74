"""Modes of a linear system: eigenvalues with natural frequency and damping ratio."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..frozen import frozen


@frozen
class Mode:
    """One eigenvalue λ [1/s], or a pair λ, λ* (the one with positive imaginary part is shown).

    `frequency`: natural angular frequency |λ| [rad/s]; `damping`: ratio −Re λ / |λ| (1 for a decaying real mode,
    negative for one that grows); `vector`: the eigenvector, largest entry 1.
    """

    eigenvalue: complex
    vector: np.ndarray

    @property
    def oscillates(self) -> bool:
        """Whether the mode is a conjugate pair."""
        return self.eigenvalue.imag != 0

    @property
    def frequency(self) -> float:
        """Natural angular frequency [rad/s]."""
        return abs(self.eigenvalue)

    @property
    def damping(self) -> float:
        """Damping ratio; 0 for a mode that neither decays nor grows."""
        return -self.eigenvalue.real / self.frequency + 0.0 if self.frequency else 0.0

    @property
    def time_constant(self) -> float:
        """−1 / Re λ [s]; infinite for a mode that does not decay or grow."""
        return -1 / self.eigenvalue.real if self.eigenvalue.real else float("inf")

    @property
    def stable(self) -> bool:
        """Whether the mode decays."""
        return self.eigenvalue.real < 0

    def __str__(self) -> str:
        value = self.eigenvalue
        shown = f"{value.real:.6g} ± {value.imag:.6g} i" if self.oscillates else f"{value.real:.6g}"
        return f"{shown:<32} frequency {f'{self.frequency:.6g} rad/s':<18} damping {self.damping:.6g}"


def modes(A: Any) -> list[Mode]:
    """The modes of x' = A x, slowest first.

    >>> import numpy
    >>> [round(mode.damping, 3) for mode in modes(numpy.array([[0, 1], [-4, -0.4]]))]
    [0.1]
    """
    values, vectors = np.linalg.eig(np.asarray(A, dtype=float)) if np.size(A) else (np.zeros(0), np.zeros((0, 0)))
    found = []
    for k, value in enumerate(values):
        if value.imag < 0:
            continue  # its conjugate stands for it
        vector = vectors[:, k]
        found.append(Mode(complex(value), vector / vector[np.argmax(np.abs(vector))]))
    return sorted(found, key=lambda mode: (mode.frequency, mode.eigenvalue.real))
