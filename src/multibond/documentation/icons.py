"""Pictures for docs/drawing.md: the icons of the mechanical parts, and a component opened."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from ..bank import bundled
from ..look.icon import Icon, Look
from ..look.item import Text
from ..look.usual import icon_of
from ..model.composite import Composite
from ..picture.drawing.frame_side import turned
from ..picture.drawing.multibody import is_outward
from ..picture.drawing.scene import Group, Scene
from ..picture.drawing.svg import to_svg

COLUMNS, WIDTH, HEIGHT = 6, 150.0, 100.0  # of the table of icons; a cell in the units of drawings
OPENED = (("double_pendulum", "hinge1"),)  # models of the bank and the components of them that are shown opened
TABLES = {
    "parts": ("world", "part", "body", "solid", "bar", "rotor", "point", "joint", "hinge", "slider", "ball", "pair",
              "gear", "rolling", "wheel", "wheel_set"),
    "contacts": ("contact", "injection"),
    "forces": ("force", "spring", "line", "gravity", "sensor"),
}  # fmt: skip


def parts(library: str, table: str) -> list[str]:
    """The names of the components of a library ("planar" or "spatial") in one of the `TABLES`, by family."""
    module = import_module(f"multibond.{library}")
    family = {name: getattr(module, name).__module__.rpartition(".")[2] for name in module.__all__}
    order = TABLES[table]
    return sorted((name for name in family if family[name] in order), key=lambda name: order.index(family[name]))


def icon_table(library: str, table: str) -> str:
    """The icons of components as SVG, each with the name of its class."""
    module = import_module(f"multibond.{library}")
    groups = []
    for k, name in enumerate(parts(library, table)):
        x, y = WIDTH * (k % COLUMNS), HEIGHT * (k // COLUMNS)
        icon = _icon(getattr(module, name)())
        caption = Text(x, y + 44.0, name, "name", 12)
        groups.append(Group("part", name, name, [*(item.moved(x, y) for item in icon.items), caption]))
    return to_svg(Scene(f"icons of {library} {table}", groups))


def _icon(part: Composite) -> Icon:
    icon = icon_of(Look(part, values=False))
    icon.outward.update(name for name in icon.frames if is_outward(part, name))
    return turned(icon, {}, []) if icon.frames else icon


def icon_pictures(folder: Path) -> Iterator[tuple[Path, str]]:
    """The pictures of the page: path and text."""
    for library in ("planar", "spatial"):
        for table in TABLES:
            yield folder / f"icons_{library}_{table}.svg", icon_table(library, table)
    for name, component in OPENED:
        yield folder / f"{name}_{component}.svg", bundled(name)().draw(component).svg


__all__ = ["TABLES", "icon_pictures", "icon_table", "parts"]
