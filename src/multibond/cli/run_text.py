"""A run in a few lines of text: what was done, where the energy went, and the last values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..result import Trajectories


def summary(result: Trajectories) -> str:
    """The summary and energy audit of `result`, as people read them."""
    stats, energy = result.stats, result.energy
    loops = [f"{kind} systems of sizes {', '.join(map(str, sizes))}" for kind, sizes in (
        ("linear", stats.linear_systems), ("nonlinear", stats.nonlinear_systems)) if sizes]  # fmt: skip
    rows = [
        ("model", f"{stats.model}, {len(stats.states)} state{'s' if len(stats.states) != 1 else ''}: "
                  + (", ".join(stats.states[:8]) + (", …" if len(stats.states) > 8 else "") or "none")),
        ("run", f"{result.time[0]:g} to {stats.stop:g} s, {len(result.time)} points, solver {stats.solver}, "
                f"tolerance {stats.tolerance:g}, method {stats.method}, {stats.bonds} bonds"),
        *_constraints(stats),
        ("work", f"{stats.steps} steps, {stats.rhs_evaluations} evaluations, {stats.jacobian_evaluations} Jacobians, "
                 f"{stats.events} event{'s' if stats.events != 1 else ''}" + "".join(f", {text}" for text in loops)),
        ("time", f"{_seconds(stats.compile_seconds)} to compile, {_seconds(stats.simulate_seconds)} to simulate"),
        ("energy", f"delivered {energy.delivered[-1]:.6g} J, dissipated {energy.dissipated[-1]:.6g} J, "
                   f"stored {energy.stored[0]:.6g} → {energy.stored[-1]:.6g} J"
                   + (f", events {energy.jumps[-1]:.6g} J" if energy.jumps[-1] else "")),
        ("closure", f"{stats.energy_residual:.2g} of the largest energy exchanged"
                    + (f"; constraints hold to {stats.constraint_residual:.2g}" if stats.constraint_residual else "")),
    ]  # fmt: skip
    lines = [f"{name:<9}{text}" for name, text in rows]
    lines += [f"{'doubt':<9}{text}" for text in stats.doubts]
    final = [(name, _value(value), result.unit(name)) for name, value in stats.final.items()]
    if final:
        width = max(len(name) for name, *_ in final)
        lines.append("at the end")
        lines += [f"  {name:<{width}}  {value}{' ' + unit if unit else ''}" for name, value, unit in final]
    return "\n".join(lines)


def _constraints(stats: Any) -> list[tuple[str, str]]:
    """What the method made of constraints, where there are any."""
    if not stats.constraints and not stats.multipliers and not stats.index:
        return []
    said = [f"{stats.constraints} constraints realised"]
    if stats.multipliers:
        said.append(f"{stats.multipliers} multipliers")
    if stats.redundant:
        said.append(f"redundant {_some(stats.redundant)}")
    said.append(f"index {stats.index}")
    if stats.break_variables:
        said.append(f"broken at {_some(stats.break_variables)}")
    return [("method", f"{stats.method}: {', '.join(said)}")]


def _some(names: list[str]) -> str:
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


def _value(value: Any) -> str:
    return f"[{', '.join(map(_value, value))}]" if isinstance(value, list) else f"{value:.6g}"


def _seconds(value: float) -> str:
    return f"{1e3 * value:.3g} ms" if value < 1 else f"{value:.3g} s"


__all__ = ["summary"]
