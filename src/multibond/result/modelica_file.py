"""Results in the layout of Dymola's result files, which Modelica tools, scipy.io and DyMat read (MATLAB level 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..model.file.whole import replacing

if TYPE_CHECKING:
    from .trajectories import Trajectories

PLAIN = {"·": ".", "²": "2", "³": "3", "⁴": "4", "Ω": "Ohm", "°": "deg", "µ": "u", "−": "-", "–": "-", "⁻": "-"}


def to_mat(result: Trajectories, path: Any, names: Sequence[str] | None) -> None:
    """Write trajectories as Dymola does: Aclass, name, description, dataInfo, data_1 (start and end), data_2.

    Names are those of multibond, with indices from 0; descriptions end with the unit in brackets.
    """
    from scipy.io import savemat

    from .export import columns, description_of, unit_of

    table = columns(result, names)
    about = ["Time in [s]"]
    for name in table:
        stem = name if name in result.system.outputs else name.rsplit("[", 1)[0] if name.endswith("]") else name
        unit = unit_of(result, stem)
        about.append((description_of(result, stem) + (f" [{unit}]" if unit else "")).strip() or " ")
    data = np.vstack([result.time, *table.values()]) if table else result.time[None, :]
    places = np.arange(1, len(data) + 1)
    info = np.vstack([np.full(len(data), 2), places, np.zeros(len(data)), np.full(len(data), -1)]).astype(np.int32)
    info[0, 0] = 0  # time belongs to both tables
    contents = {
        "Aclass": _rows(["Atrajectory", "1.1", "", "binTrans"]),
        "name": _columns(["time", *table]),
        "description": _columns(about),
        "dataInfo": info,
        "data_1": np.array([[result.time[0], result.time[-1]]]),
        "data_2": data,
    }
    with replacing(path, "the result") as part:
        savemat(part, contents, appendmat=False, format="4")


def _plain(text: str) -> str:
    for letter, other in PLAIN.items():
        text = text.replace(letter, other)
    return text.encode("ascii", "backslashreplace").decode("ascii")


def _rows(texts: Sequence[str]) -> np.ndarray:
    """Texts as rows of letters, all of one length."""
    longest = max(map(len, texts))
    return np.array([text.ljust(longest) for text in texts], dtype=f"<U{longest}")


def _columns(texts: Sequence[str]) -> np.ndarray:
    """Texts as columns of letters, all of one length."""
    plain = [_plain(text) for text in texts]
    longest = max(map(len, plain))
    return _rows(["".join(letters) for letters in zip(*(text.ljust(longest) for text in plain), strict=True)])


__all__ = ["to_mat"]
