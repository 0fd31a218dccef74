"""Mobility as people read it."""

from __future__ import annotations

from typing import Any

MOST_STAGES = 16


def mobility_lines(found: dict[str, Any]) -> list[str]:
    """The counts, and the joints stage by stage where constraints are redundant."""
    data = found["mobility"]
    if data is None:
        return [f"{'mobility':<25}not known: {found['mobility_unknown']}"] if found["mobility_unknown"] else []
    beside = ""
    if data["generic_mobility"] not in (None, data["mobility"]):
        beside = f" here, {data['generic_mobility']} beside this singular position"
    lines = [
        f"{'mobility':<25}{data['mobility']}{beside}: {data['coordinates']} coordinates of {data['bodies']} "
        f"part{'s' * (data['bodies'] != 1)}, {data['constraints']} constraints (Grübler {data['gruebler']}), "
        f"{data['overconstraints'] or 'no'} over-constraint{'s' * (data['overconstraints'] != 1)}"
    ]
    if data["overconstraints"]:
        lines += _table(data["stages"])
    return lines


def _table(stages: list[dict[str, Any]]) -> list[str]:
    """One line for each joint, as it is put in: relative freedom before, constraints, relative freedom after."""
    rows = [("stage", "joint", "type", "between", "before", "constraints", "after", "redundant")]
    for number, stage in enumerate(stages[:MOST_STAGES], 1):
        rows.append((
            str(number), stage["joint"], stage["type"], " and ".join(stage["between"]), str(stage["relative_before"]),
            str(stage["constraints"]), str(stage["relative_after"]), str(stage["redundant"]),
        ))  # fmt: skip
    wide = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    shown = ["  ".join(cell.ljust(n) for cell, n in zip(row, wide, strict=True)).rstrip() for row in rows]
    if len(stages) > MOST_STAGES:
        shown.append(f"… and {len(stages) - MOST_STAGES} more, listed by --json")
    return [" " * 25 + line for line in shown]


__all__ = ["mobility_lines"]
