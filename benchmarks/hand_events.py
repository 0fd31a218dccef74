"""Events by hand in C -O2: a buck converter by exact steps between switching instants, a ball by closed forms."""

from __future__ import annotations

import ctypes as C
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from scipy.linalg import expm

SOURCE = """
#include <math.h>
/* x := a x + b over half a period, with the switch closed and open in turn. Where the diode blocks before the next one,
   Newton's method finds when, and the capacitor discharges alone. The voltage after `look` periods is left in seen. */
static void later(double t, const double *x, double *y) {
  double w = sqrt(9.9e7), c = exp(-1e3*t)*cos(w*t), s = exp(-1e3*t)*sin(w*t)/w;
  y[0] = c*x[0] + s*(1e3*x[0] - 1e4*x[1]);
  y[1] = c*x[1] + s*(1e4*x[0] - 1e3*x[1]); }
int buck(int periods, int look, const double *a, const double *closed, const double *open, double *x, double *seen) {
  int events = 0;
  for (int k = 0; k < periods; k++) {
    for (int half = 0; half < 2; half++) {
      const double *b = half ? open : closed;
      double i = a[0]*x[0] + a[1]*x[1] + b[0], v = a[2]*x[0] + a[3]*x[1] + b[1];
      events++;
      if (half && i < 0) {
        double y[2] = {x[0], x[1]}, t = 0;
        if (x[0] > 0) { for (int turn = 0; turn < 6; turn++) { t += y[0]/(1e4*y[1]); later(t, x, y); } events++; }
        i = 0; v = y[1]*exp(-2e3*(5e-6 - t)); }
      x[0] = i; x[1] = v; }
    if (k + 1 == look) *seen = x[1]; }
  return events; }
int ball(double stop, double height, double g, double e, double *last) {
  double v = sqrt(2*g*height), t = v/g; int bounces = 0;
  while (t <= stop) { bounces++; v *= e; *last = t; t += 2*v/g; }
  return bounces; }
"""


class HandEvents:
    """The C side, compiled by gcc."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        source, shared = Path(self._folder.name) / "events.c", Path(self._folder.name) / "events.so"
        source.write_text(SOURCE)
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", str(source), "-o", str(shared), "-lm"], check=True)
        self.code = C.CDLL(str(shared))
        real, pointer, integer = C.c_double, C.c_void_p, C.c_int
        self.code.buck.argtypes = [integer, integer, *([pointer] * 5)]
        self.code.ball.argtypes = [real, real, real, real, pointer]

    @staticmethod
    def there() -> bool:
        """Whether it can be compiled."""
        return shutil.which("gcc") is not None

    def buck(self, periods: int, look: int) -> tuple[int, float]:
        """Events, and the voltage [V] after `look` periods, of 24 V, 100 kHz, duty 0.5, 100 µH, 100 µF, 5 Ω."""
        rates = np.array([[0.0, -1e4, 24e4], [1e4, -2e3, 0.0], [0.0, 0.0, 0.0]])  # coil, capacitor, switch
        over = expm(5e-6 * rates)
        a, closed, still = np.ascontiguousarray(over[:2, :2]), over[:2, 2].copy(), np.zeros(2)
        x, seen = np.zeros(2), np.zeros(1)
        at = [array.ctypes.data for array in (a, closed, still, x, seen)]
        return self.code.buck(periods, look, *at), float(seen[0])

    def ball(self, stop: float, height: float, gravity: float, restitution: float) -> int:
        """How often a ball bounces up to `stop` [s]."""
        return int(self.code.ball(stop, height, gravity, restitution, np.zeros(1).ctypes.data))


__all__ = ["HandEvents"]
