"""Write docs/elements.md, docs/gallery.md and the pictures, those of the README by running its example.

`python -m multibond.documentation [FOLDER] [--new]`; with --new, pictures that are there already are kept.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from pathlib import Path

from . import (
    elements_page,
    gallery_page,
    icon_pictures,
    law_pictures,
    picture_of_folders,
    scalar_pictures,
    write_pictures,
    write_study_pictures,
)


def main(folder: str = "docs", new: bool = False) -> None:
    """Write all generated documents into `folder`; `new`: only the pictures that are missing."""
    docs = Path(folder)
    (docs / "pictures").mkdir(parents=True, exist_ok=True)
    (docs / "elements.md").write_text(elements_page(), encoding="utf-8")
    (docs / "gallery.md").write_text(gallery_page(), encoding="utf-8")
    for path in (*write_pictures(docs / "pictures", new), *write_study_pictures(docs / "pictures", new)):
        print(path)
    for make in (icon_pictures, scalar_pictures, law_pictures):
        for path, text in make(docs / "pictures"):
            path.write_text(text, encoding="utf-8")
    (docs / "pictures" / "folders.svg").write_text(picture_of_folders(), encoding="utf-8")
    run_example(docs.parent / "README.md", docs / "pictures")


def run_example(readme: Path, folder: Path) -> None:
    """Run the example of the README, which writes its pictures where it stands."""
    code = re.search(r"^```python\n(.*?)^```", readme.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert code is not None, f"{readme} has no example"
    import matplotlib

    os.environ["SOURCE_DATE_EPOCH"] = "0"  # and names of parts that do not change: the same run, the same file
    names = matplotlib.rc_context({"svg.hashsalt": "multibond"})
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()), names:
        exec(code[1], {})


if __name__ == "__main__":
    folders = [word for word in sys.argv[1:] if word != "--new"]
    main(folders[0] if folders else "docs", "--new" in sys.argv)
