"""Mutated files through other commands than plain runs: analysis, reports, pictures, animations, studies, studio."""

from __future__ import annotations

import io
import json
import os
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

from multibond.cli.main import main
from multibond.model.file import loads
from multibond.studio import checking

SCRIPT = "<script>alert(1)</script>"
NASTY = (SCRIPT, "]]></style><script>alert(1)</script>",
         "\\input{/etc/passwd} $x_1^{2}$ % & # _ ~", "a | b\n# c `d` [e](f)",
         "=cmd|' /C calc'!A0", "x" * 3000, "'\"--;/*", "%s%n{0}{__class__}")  # fmt: skip
REFUSED = "\u202egnp.exe\u0007\u0000"  # codes that terminals obey: the reader refuses the whole file


def dressed(data: Any, random: Random) -> Any:
    """A file with texts in its descriptions that other formats take for their own commands."""
    if isinstance(data, dict):
        data["description"] = random.choice(NASTY) if random.random() < 0.99 else REFUSED
        for section in ("parameters", "outputs"):
            for part in list(data[section].values()) if isinstance(data.get(section), dict) else []:
                if isinstance(part, dict):
                    part["description"] = random.choice(NASTY)
    return data


def _linear(text: str, folder: Path) -> None:
    model = loads(text, "json")
    found = model.linearize()
    _ = found.eigenvalues, str(found)


def _study(text: str, folder: Path) -> None:
    """Two runs with different values of the first number that the file gives."""
    components = json.loads(text).get("components")
    numbers = [
        f"{name}.{key}={value:g},{2 * value:g}"
        for name, part in (components.items() if isinstance(components, dict) else ())
        for key, value in (part.items() if isinstance(part, dict) else ())
        if isinstance(value, float)
    ]
    words = ("--stop", "0.1", "--points", "5", "--out", "FOLDER/s.csv")
    _command("study", "MODEL", "--vary", (numbers or ["x=1,2"])[0], *words)(text, folder)


def _studio(text: str, folder: Path) -> None:
    checking.check(text)
    checking.equations_messages(text)


def _command(*words: str) -> Any:
    """A command line with MODEL and FOLDER in it; --debug lets errors through."""

    def run(text: str, folder: Path) -> None:
        path = folder / "m.json"
        path.write_text(text)
        said = [word.replace("MODEL", str(path)).replace("FOLDER", str(folder)) for word in words]
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            main([*said, "--debug"])

    return run


COMMANDS = {
    "analyse": _command("analyse", "MODEL"),
    "analyse json": _command("analyse", "MODEL", "--json"),
    "report html": _command("report", "MODEL", "--format", "html", "-o", "FOLDER/r.html"),
    "report markdown": _command("report", "MODEL", "--format", "markdown", "-o", "FOLDER/r.md"),
    "report latex": _command("report", "MODEL", "--format", "latex", "--symbolic", "-o", "FOLDER/r.tex"),
    "report json": _command("report", "MODEL", "--format", "json", "-o", "FOLDER/r.json"),
    "equations": _command("equations", "MODEL"),
    "mechanics": _command("equations", "MODEL", "--form", "mechanics"),
    "draw svg": _command("draw", "MODEL", "-o", "FOLDER/d.svg"),
    "draw png": _command("draw", "MODEL", "-o", "FOLDER/d.png"),
    "draw pdf": _command("draw", "MODEL", "-o", "FOLDER/d.pdf"),
    "draw tex": _command("draw", "MODEL", "-o", "FOLDER/d.tex"),
    "animate": _command("animate", "MODEL", "--stop", "0.2", "-o", "FOLDER/a.html"),
    "picture": _command("animate", "MODEL", "--stop", "0.2", "--size", "64x48", "-o", "FOLDER/a.png"),
    "simulate": _command("simulate", "MODEL", "--stop", "0.2", "--points", "5", "--all", "--out", "FOLDER/r.csv"),
    "study": _study,
    "linearise": _linear,
    "studio": _studio,
}


def run(number: int, text: str) -> str:
    """Send a file through the command of this number; what it is called. Errors are the caller's to judge."""
    name = sorted(COMMANDS)[number % len(COMMANDS)]
    with tempfile.TemporaryDirectory() as folder:
        COMMANDS[name](text, Path(folder))
        for made in Path(folder).iterdir():
            if made.suffix in (".html", ".svg", ".md") and SCRIPT in made.read_text():
                raise AssertionError(f"{name}: a script of the model stands in {made.name}{os.linesep}")
    return name


__all__ = ["COMMANDS", "dressed", "run"]
