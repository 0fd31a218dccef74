"""The cache of kernels on disk: only what the user alone can have written is ever loaded."""

from __future__ import annotations

import os
import warnings

import pytest

from multibond.program import cache

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="about owners and modes as Unix has them")


@pytest.fixture
def kept(tmp_path):
    folder = tmp_path / "kernels"
    folder.mkdir(mode=0o700)
    file = folder / "newton-0123.o"
    cache.write(file, b"code")
    return file


def asked_folder(monkeypatch, path):
    monkeypatch.setenv("MULTIBOND_CACHE", str(path))
    cache.folder.cache_clear()
    try:
        return cache.folder()
    finally:
        cache.folder.cache_clear()


def test_what_was_written_is_read(kept):
    assert cache.read(kept) == b"code"
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_is_not_loaded(kept, mode):
    kept.chmod(mode)
    assert cache.read(kept) is None


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777])
def test_a_folder_that_others_may_write_is_not_used_and_says_so_once(kept, monkeypatch, mode):
    kept.parent.chmod(mode)
    assert cache.read(kept) is None
    with pytest.warns(RuntimeWarning, match="others may write it; make it yours alone"):
        assert asked_folder(monkeypatch, kept.parent) is None
    monkeypatch.setenv("MULTIBOND_CACHE", str(kept.parent))
    cache.folder.cache_clear()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert cache.folder() is None and cache.folder() is None
    cache.folder.cache_clear()
    assert len(said) == 1


def test_links_are_not_followed(kept, tmp_path, monkeypatch):
    link = kept.parent / "newton-4567.o"
    link.symlink_to(kept)
    assert cache.read(link) is None
    folder = tmp_path / "link"
    folder.symlink_to(kept.parent)
    assert cache.read(folder / kept.name) is None
    with pytest.warns(RuntimeWarning, match="it is a link or no folder"):
        assert asked_folder(monkeypatch, folder) is None


def test_what_belongs_to_another_user_is_not_loaded(kept, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: kept.stat().st_uid + 1)
    assert cache.read(kept) is None
    with pytest.warns(RuntimeWarning, match="it belongs to another user"):
        assert asked_folder(monkeypatch, kept.parent) is None


def test_the_code_of_one_kernel_is_not_taken_for_that_of_another(kept):
    other = kept.parent / "factor-0123.o"
    other.write_bytes(kept.read_bytes())
    other.chmod(0o600)
    assert cache.read(other) is None


def test_a_pipe_in_the_place_of_a_file_does_not_block(kept):
    kept.unlink()
    os.mkfifo(kept, 0o600)
    assert cache.read(kept) is None


def test_a_private_folder_is_used_without_a_word(kept, monkeypatch):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert asked_folder(monkeypatch, kept.parent) == kept.parent
        assert asked_folder(monkeypatch, kept.parent / "new") == kept.parent / "new"
    assert (kept.parent / "new").stat().st_mode & 0o777 == 0o700


def test_a_full_disk_leaves_no_half_file_and_says_so_once(kept, monkeypatch):
    def full(*given):
        raise OSError(28, "No space left on device")

    cache._say_unused.cache_clear()
    monkeypatch.setattr(os, "replace", full)
    with pytest.warns(RuntimeWarning, match=r"cannot be written \(No space left.*make room.*MULTIBOND_CACHE") as said:
        cache.write(kept, b"other")
        cache.write(kept, b"more")
    cache._say_unused.cache_clear()
    assert len(said) == 1
    assert list(kept.parent.iterdir()) == [kept] and cache.read(kept) == b"code"


def test_what_a_killed_process_left_half_written_is_thrown_away(kept):
    wreck, fresh = kept.parent / f"a{cache.HALF}", kept.parent / f"b{cache.HALF}"
    for half in (wreck, fresh):
        half.write_bytes(b"half")
    os.utime(wreck, (1.0, 1.0))
    cache.write(kept, b"code")
    assert sorted(kept.parent.iterdir()) == [fresh, kept]


def test_a_folder_that_cannot_be_made_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    with pytest.warns(RuntimeWarning, match=r"cannot be made \(Not a directory\).*name another folder"):
        assert asked_folder(monkeypatch, tmp_path / "file" / "kernels") is None


@pytest.mark.parametrize("change", [lambda x: x[:-1], lambda x: x[:20], lambda x: b"", lambda x: x[:-1] + b"\0"])
def test_code_that_was_cut_or_changed_is_not_loaded(kept, change):
    kept.write_bytes(change(kept.read_bytes()))
    assert cache.read(kept) is None
