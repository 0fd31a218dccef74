"""Files stay inside the folder, are saved whole or not at all, and pages that share one notice each other."""

import os
import subprocess
import sys
import time

import pytest

from multibond.errors import FileError
from multibond.studio.folder import Folder, digest
from studio_client import RLC, Page, studio


@pytest.fixture
def inside(tmp_path):
    """A folder with a secret beside it."""
    (tmp_path / "secret.yaml").write_text("multibond: 1\nname: secret\n")
    (tmp_path / "in").mkdir()
    return Folder(tmp_path / "in")


@pytest.mark.parametrize(
    "path",
    ["../secret.yaml", "a/../../secret.yaml", "/etc/passwd", "/secret.yaml", "", None, 3, "x\0.yaml",
     "..\\secret.yaml", "C:\\x.yaml", "~/x.yaml/../../../secret.yaml"],
)  # fmt: skip
def test_paths_do_not_lead_out(inside, path):
    with pytest.raises(FileError):
        inside.read(path)
    with pytest.raises(FileError):
        inside.save(path, RLC, "")


def test_links_do_not_lead_out(inside):
    (inside.root / "link.yaml").symlink_to(inside.root.parent / "secret.yaml")
    (inside.root / "up").symlink_to(inside.root.parent)
    (inside.root / "new.yaml").symlink_to(inside.root.parent / "made.yaml")  # leads to what is not there yet
    for path in ("link.yaml", "up/secret.yaml", "new.yaml"):
        with pytest.raises(FileError, match="leads out"):
            inside.read(path)
        with pytest.raises(FileError, match="leads out"):
            inside.save(path, RLC, "", force=True)
    assert inside.files() == [] and not (inside.root.parent / "made.yaml").exists()


def test_a_link_within_the_folder_stays_a_link(inside):
    (inside.root / "real.yaml").write_text(RLC)
    (inside.root / "link.yaml").symlink_to("real.yaml")
    text, stamp = inside.read("link.yaml")
    inside.save("link.yaml", text + "# more\n", stamp)
    assert (inside.root / "link.yaml").is_symlink() and (inside.root / "real.yaml").read_text().endswith("# more\n")


@pytest.mark.parametrize("name", ["run.py", "notes.txt", "x", ".hidden.yaml", ".git/config.yaml"])
def test_only_model_files_are_written(inside, name):
    with pytest.raises(FileError):
        inside.save(name, RLC, "")
    assert not any(inside.root.rglob("*"))


def test_a_file_that_another_wrote_is_not_lost(inside):
    first, _ = inside.save("m.yaml", RLC, "")
    (inside.root / "m.yaml").write_text("multibond: 1\nname: other\n")
    stamp, there = inside.save("m.yaml", RLC + "# mine\n", first)
    assert there == "multibond: 1\nname: other\n" == (inside.root / "m.yaml").read_text()
    assert inside.save("m.yaml", RLC, stamp)[1] is None  # knowing it, one may write over it
    assert inside.save("m.yaml", RLC + "# new\n", "", force=True)[1] is None
    assert inside.read("m.yaml") == (RLC + "# new\n", digest((RLC + "# new\n").encode()))


def test_a_new_file_does_not_replace_one_that_is_there(inside):
    (inside.root / "m.yaml").write_text("multibond: 1\nname: other\n")
    assert inside.save("m.yaml", RLC, "")[1] is not None


KILLED = """
import os, sys
from pathlib import Path
from multibond.studio.folder import Folder
at = int(sys.argv[2])
real, count = os.{call}, 0
def dying(*given, **named):
    global count
    count += 1
    if count == at:
        os._exit(9)
    return real(*given, **named)
os.{call} = dying
folder = Folder(Path(sys.argv[1]))
text, stamp = folder.read("m.yaml")
folder.save("m.yaml", "new " * 100000, stamp)
"""


@pytest.mark.parametrize("call", ["fsync", "replace", "chmod"])
def test_a_server_that_is_killed_while_it_saves_leaves_the_old_file(inside, call):
    (inside.root / "m.yaml").write_text(RLC)
    done = subprocess.run([sys.executable, "-c", KILLED.format(call=call), str(inside.root), "1"])
    assert done.returncode == 9 and (inside.root / "m.yaml").read_text() == RLC
    assert [entry["path"] for entry in inside.files()] == ["m.yaml"]  # what is left of the try is not listed


def test_what_was_not_saved_comes_back_after_a_crash(inside):
    inside.save("m.yaml", RLC, "")
    assert inside.recovered("m.yaml", RLC) is None
    inside.keep("m.yaml", RLC + "# unsaved\n")
    assert inside.recovered("m.yaml", RLC)["text"] == RLC + "# unsaved\n"
    assert [entry["path"] for entry in inside.files()] == ["m.yaml"]
    inside.keep("m.yaml", None)
    assert inside.recovered("m.yaml", RLC) is None
    inside.keep("m.yaml", RLC + "# older\n")
    later = time.time_ns() + 10**9
    os.utime(inside.root / "m.yaml", ns=(later, later))
    assert inside.recovered("m.yaml", RLC) is None  # the file is newer


def test_pages_that_share_a_file_notice_each_other(page, server, folder):
    text = page.ask("open", path="rlc.yaml")
    with Page(server) as other:
        other.ask("open", path="rlc.yaml")
        page.event("pages", others=1)
        other.event("pages", others=1)
        saved = other.ask("save", path="rlc.yaml", text=RLC + "# other\n", digest=text["digest"])
        assert saved["saved"]
        changed = page.event("changed")
        assert changed["text"] == RLC + "# other\n" and changed["digest"] == saved["digest"]
        mine = page.ask("save", path="rlc.yaml", text=RLC + "# mine\n", digest=text["digest"])
        assert not mine["saved"] and mine["conflict"]["text"] == RLC + "# other\n"
        assert page.ask("save", path="rlc.yaml", text=RLC, digest=changed["digest"])["saved"]
    assert (folder / "rlc.yaml").read_text() == RLC
    page.event("pages", others=0)


def test_a_file_that_changes_on_disk_is_told_of(page, folder):
    (folder / "disk.yaml").write_text(RLC)
    page.ask("open", path="disk.yaml")
    (folder / "disk.yaml").write_text(RLC + "# by an editor\n")
    assert page.event("changed")["text"].endswith("# by an editor\n")
    (folder / "disk.yaml").unlink()
    assert page.event("changed") == {
        "event": "changed", "path": "disk.yaml", "digest": "", "text": None, "others": 0
    }  # fmt: skip


def test_nothing_outside_is_reached_through_the_page(page, folder):
    (folder.parent / "outside.yaml").write_text(RLC)
    for path in ("../outside.yaml", "/etc/passwd", str(folder.parent / "outside.yaml")):
        assert "folder" in page.ask("open", path=path)["error"]["text"]
        assert "error" in page.ask("save", path=path, text=RLC, digest="")
        assert "error" in page.ask("keep", path=path, text=RLC)
    assert "error" in page.ask("open", bank="../rlc") and "error" in page.ask("open", bank="os.path")


def test_python_is_never_loaded_from_the_page(page, folder):
    (folder / "evil.py").write_text("open('ran', 'w')\ndef model(): ...\n")
    for name in ("evil.py", "evil.py:model"):
        assert "error" in page.ask("open", path=name)
        assert "error" in page.ask("open", bank=name)
    assert not (folder / "ran").exists()


def test_a_python_model_of_the_command_line_is_opened_as_text(tmp_path):
    (tmp_path / "own.py").write_text(
        "import multibond as mb\n\n\ndef model():\n    m = mb.Model('own', domain='electrical')\n"
        "    m.source, m.loop, m.load = mb.Se(1), mb.J1(), mb.R(2)\n    m.source >> m.loop >> m.load\n    return m\n"
    )
    with studio("own.py:model", folder=tmp_path) as (address, _), Page(address) as made:
        opened = made.ask("hello")["open"]
        assert opened["path"] is None and "type: R" in opened["text"]
        assert made.ask("check", revision=1, text=opened["text"])["summary"]["bonds"] == 2
