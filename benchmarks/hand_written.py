"""The double pendulum by hand in C -O2: right-hand side, a loop over CVODE, DOP853 with every coefficient spelt out.

Two uniform rods, 1 m and 1 kg each, released from horizontal; states: both angles in the inertial frame, both angular
velocities.
"""

from __future__ import annotations

import ctypes as C
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np

from multibond.integrate.eighth_coefficients import DENSE, ERROR_3, ERROR_5, MATRIX, NODES
from multibond.integrate.sundials import library

GRID = np.linspace(0.0, 10.0, 501)


def _sum(row: tuple[float, ...], count: int) -> str:
    return " + ".join(f"({row[j]!r})*k[{j}][i]" for j in range(count) if row[j] != 0.0)


def c_source() -> str:
    """The right-hand side, a loop over CVODE, and DOP853 with every coefficient spelt out, as a careful hand does."""
    loop = "for (int i = 0; i < 4; i++) "
    stages = "\n".join(
        f"    {loop}y[i] = x[i] + h*({_sum(MATRIX[s], s)}); f(t + {NODES[s]!r}*h, y, k[{s}], g);" for s in range(1, 12)
    )
    extra = "\n".join(
        f"      {loop}y[i] = x[i] + h*({_sum(MATRIX[s], s)}); f(t + {NODES[s]!r}*h, y, k[{s}], g);"
        for s in (13, 14, 15)
    )
    rows = "\n".join(f"        d[{3 + r}][i] = h*({_sum(DENSE[r], 16)});" for r in range(4))
    return f"""
#include <math.h>
#include <stdint.h>
typedef struct {{int32_t n; int own; double *data;}} content;
typedef struct {{content *c; void *ops, *context;}} *vector;
static inline void f(double t, const double *u, double *d, double g) {{
  double a = u[0], b = u[1], p = u[2], q = u[3];
  double M11 = 1./12 + .25 + 1, M22 = 1./12 + .25, M12 = .5*cos(a - b), s = .5*sin(a - b);
  double h1 = -s*q*q - 1.5*g*cos(a), h2 = s*p*p - .5*g*cos(b), D = M11*M22 - M12*M12;
  d[0] = p; d[1] = q; d[2] = (M22*h1 - M12*h2)/D; d[3] = (M11*h2 - M12*h1)/D; }}
int rhs(double t, vector y, vector yd, void *user) {{ f(t, y->c->data, yd->c->data, *(double*)user); return 0; }}
void many(int n, double *x, double *out) {{ for (int i = 0; i < n; i++) {{ x[0] += 1e-9; f(0, x, out, 9.81); }} }}
typedef int (*step)(void *, double, void *, double *, int);
void drive(step go, void *memory, vector y, const double *grid, int count, double *out) {{
  double t;
  for (int k = 0; k < count; k++) {{
    go(memory, grid[k], y, &t, 1);
    for (int i = 0; i < 4; i++) out[4*k + i] = y->c->data[i]; }} }}
int dop853(double t, double end, double *x, double g, double tol, const double *grid, int count, double *out) {{
  double k[16][4], y[4], xn[4], d[7][4], last = 1e-4, h; int steps = 0, at = 0, rejected = 0;
  f(t, x, k[0], g);
  {{ double a = 0, b = 0, c = 0;
    {loop}{{ double s = tol + tol*fabs(x[i]); a += x[i]*x[i]/s/s; b += k[0][i]*k[0][i]/s/s; }}
    h = a > 1e-10 && b > 1e-10 ? 0.01*sqrt(a/b) : 1e-6;
    {loop}y[i] = x[i] + h*k[0][i];
    f(t + h, y, k[1], g);
    {loop}{{ double s = tol + tol*fabs(x[i]), e = (k[1][i] - k[0][i])/s; c += e*e; }}
    double m = fmax(sqrt(c)/h, sqrt(b));
    h = fmin(100*h, m > 1e-15 ? pow(0.01/m, 0.125) : fmax(1e-6, 1e-3*h)); }}
  while (t < end) {{
    if (t + 1.01*h >= end) h = end - t;
{stages}
    double e5 = 0, e3 = 0;
    {loop}{{
      xn[i] = x[i] + h*({_sum(MATRIX[12], 12)});
      double s = 1/(tol + tol*fmax(fabs(x[i]), fabs(xn[i])));
      double a = s*({_sum(ERROR_5, 12)}), b = s*({_sum(ERROR_3, 12)});
      e5 += a*a; e3 += b*b; }}
    double below = e5 + 0.01*e3, e = below > 0 ? h*e5/sqrt(4*below) : 0;
    if (!(e <= 1)) {{ h /= fmin(3, pow(e, 0.117)/0.9); rejected = 1; continue; }}
    double growth = fmin(3, fmax(1/6., pow(fmax(e, 1e-10), 0.117)/pow(last, 0.04)/0.9));
    if (rejected) growth = fmax(growth, 1);
    rejected = 0; last = fmax(e, 1e-4);
    f(t + h, xn, k[12], g);
    if (at < count && grid[at] <= t + h) {{
{extra}
      {loop}{{
        double c = xn[i] - x[i];
        d[0][i] = c; d[1][i] = h*k[0][i] - c; d[2][i] = 2*c - h*(k[12][i] + k[0][i]);
{rows} }}
      while (at < count && grid[at] <= t + h) {{
        double p = (grid[at] - t)/h, r = 1 - p;
        {loop}out[4*at + i] = x[i] + p*(d[0][i] + r*(d[1][i] + p*(d[2][i] + r*(d[3][i] + p*(d[4][i]
          + r*(d[5][i] + p*d[6][i]))))));
        at++; }} }}
    t += h; h /= growth; steps++;
    {loop}{{ x[i] = xn[i]; k[0][i] = k[12][i]; }} }}
  return steps; }}
void sweep(int runs, const double *g, double end, double tol, double *final) {{
  for (int r = 0; r < runs; r++) {{
    double x[4] = {{0, 0, 0, 0}};
    dop853(0, end, x, g[r], tol, 0, 0, 0);
    {loop}final[4*r + i] = x[i]; }} }}
"""


class HandWritten:
    """The C side, compiled into `folder`."""

    def __init__(self, folder: str, tolerance: float = 1e-8):
        self.tolerance = tolerance
        source, shared = Path(folder) / "pendulum.c", Path(folder) / "pendulum.so"
        source.write_text(c_source())
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", str(source), "-o", str(shared), "-lm"], check=True)
        self.code = C.CDLL(str(shared))
        real, pointer, integer = C.c_double, C.c_void_p, C.c_int
        self.code.dop853.argtypes = [real, real, pointer, real, real, pointer, integer, pointer]
        self.code.sweep.argtypes = [integer, pointer, real, real, pointer]
        self.code.drive.argtypes = [pointer, pointer, pointer, pointer, integer, pointer]
        self.code.many.argtypes = [integer, pointer, pointer]
        self.out = np.zeros((len(GRID), 4))

    def dop853(self) -> np.ndarray:
        x = np.zeros(4)
        self.code.dop853(
            0.0, 10.0, x.ctypes.data, 9.81, self.tolerance, GRID.ctypes.data, len(GRID), self.out.ctypes.data
        )
        return x

    def sweep(self, gravity: np.ndarray) -> np.ndarray:
        final = np.zeros((len(gravity), 4))
        self.code.sweep(len(gravity), gravity.ctypes.data, 10.0, self.tolerance, final.ctypes.data)
        return final

    def cvode(self, method: int) -> Callable[[], np.ndarray]:
        """As the prototype: dense, Jacobian by differences; started again for each run."""
        lib = library("CVode")
        context = lib.context()
        x, absolute, gravity = np.zeros(4), np.full(4, self.tolerance), np.array([9.81])
        vector, weights = lib.vector(x, context), lib.vector(absolute, context)
        memory = lib.CVodeCreate(method, context)
        lib.CVodeInit(memory, C.cast(self.code.rhs, C.c_void_p), 0.0, vector)
        lib.CVodeSVtolerances(memory, self.tolerance, weights)
        lib.CVodeSetUserData(memory, gravity.ctypes.data)
        matrix = lib.SUNDenseMatrix(4, 4, context)
        lib.CVodeSetLinearSolver(memory, lib.SUNLinSol_Dense(vector, matrix, context), matrix)
        lib.CVodeSetMaxNumSteps(memory, 1_000_000)
        go, rest, out = lib.address("CVode"), GRID[1:].copy(), self.out
        keep = (x, absolute, gravity)

        def run() -> np.ndarray:
            keep[0][:] = 0.0
            lib.CVodeReInit(memory, 0.0, vector)
            self.code.drive(go, memory, vector, rest.ctypes.data, len(rest), out[1:].ctypes.data)
            return keep[0].copy()

        return run
