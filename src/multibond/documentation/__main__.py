"""Write docs/elements.md, docs/gallery.md and the pictures; the folder may be given."""

from __future__ import annotations

import sys
from pathlib import Path

from . import elements_page, gallery_page, write_pictures


def main(folder: str = "docs") -> None:
    """Write all generated documents into `folder`."""
    docs = Path(folder)
    (docs / "pictures").mkdir(parents=True, exist_ok=True)
    (docs / "elements.md").write_text(elements_page(), encoding="utf-8")
    (docs / "gallery.md").write_text(gallery_page(), encoding="utf-8")
    for path in write_pictures(docs / "pictures"):
        print(path)


if __name__ == "__main__":
    main(*sys.argv[1:2])
