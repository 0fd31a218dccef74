"""Messages of the studio: sentences with the component and the line that they are about."""

from __future__ import annotations

from typing import Any

from ..frozen import frozen


@frozen
class Message:
    """A sentence for the modeller; `severity` is "error", "warning" or "info", `where` the path of a component.

    `paths` are further components that take part, `place` the keys in the file, `line` and `column` count from 1.
    """

    severity: str
    text: str
    where: str = ""
    paths: tuple[str, ...] = ()
    place: tuple[str | int, ...] = ()
    line: int | None = None
    column: int | None = None
    kind: str = "model"

    def plain(self) -> dict[str, Any]:
        """The message as the page gets it."""
        return {**vars(self), "paths": list(self.paths), "place": list(self.place)}
