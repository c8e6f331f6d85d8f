"""Files reach the disk at once where a caller asks for it, and no file is written twice without need."""

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from net.disk import Flushing, NoFile, read_whole, write_whole
from net.gamefile import GameFile, GameFileError
from net.key_file import load_or_create
from tests.net.session.network import IDENTITIES, charter_of
from tests.net.session.straight import private_of


def test_requests_during_a_busy_disk_are_done_together(tmp_path, monkeypatch):
    begun, goes_on, done = threading.Semaphore(0), threading.Semaphore(0), []

    def fsync(handle):
        begun.release()
        assert goes_on.acquire(timeout=60)
        done.append(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    flushing = Flushing(7)
    flushing.begin()
    assert begun.acquire(timeout=60)
    for _ in range(5):
        flushing.begin()
    goes_on.release()
    assert begun.acquire(timeout=60), "what was asked for meanwhile is done afterwards"
    assert done == [7]
    goes_on.release()
    flushing.wait()
    assert done == [7, 7]
    assert flushing.trouble is None


def test_a_request_is_done_once_it_was_waited_for(tmp_path):
    with (tmp_path / "file").open("wb") as file:
        flushing = Flushing(file.fileno())
        flushing.wait()
        flushing.begin()
        flushing.wait()
        assert flushing.trouble is None


def test_a_failing_disk_does_not_end_the_thread(tmp_path):
    with (tmp_path / "file").open("wb") as file:
        handle = file.fileno()
    gone = Flushing(handle)
    gone.begin()
    gone.wait()
    assert isinstance(gone.trouble, OSError)
    with (tmp_path / "other").open("wb") as file:
        fine = Flushing(file.fileno())
        fine.begin()
        fine.wait()
        assert fine.trouble is None


def test_new_and_replaced_files_are_found_again_after_a_power_cut(tmp_path, monkeypatch):
    """Their names reach the disk too: the folder is flushed after the file."""
    brought, honest = [], os.fsync

    def noted(handle):
        brought.append(stat.S_ISDIR(os.fstat(handle).st_mode))
        honest(handle)

    monkeypatch.setattr(os, "fsync", noted)
    load_or_create(tmp_path / "identity.pem")
    assert brought == [False, True]
    game = GameFile.create(tmp_path / "a.alarife", charter_of(2, 2, game="torres"), IDENTITIES[0].key, private_of(0))
    assert brought == [False, True] * 2
    game.rewrite(())
    assert brought == [False, True] * 3
    game.close()


def test_a_file_that_does_not_fit_leaves_no_draft_and_the_old_content(tmp_path, monkeypatch):
    file = tmp_path / "settings.json"
    write_whole(file, b"old")

    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]
    assert file.read_bytes() == b"old"


def test_a_file_replaced_while_it_is_opened_counts_as_in_use(tmp_path, monkeypatch):
    """Its writer puts a rewritten one in its place and lets go of the old one in just that moment."""
    file = tmp_path / "a.alarife"
    writer = GameFile.create(file, charter_of(2, 2, game="torres"), IDENTITIES[0].key, private_of(0))
    honest = os.open

    def slow(path, *rest):
        handle = honest(path, *rest)
        if path == file:
            monkeypatch.undo()
            writer.rewrite(())
        return handle

    monkeypatch.setattr(os, "open", slow)
    with pytest.raises(GameFileError) as caught:
        GameFile.resume(file)
    assert caught.value.reason.key == "session.file.in-use"
    writer.close()
    again, _ = GameFile.resume(file)
    again.close()


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="needs Linux")
def test_a_file_that_holds_more_than_its_size_is_read_whole():
    """For instance one to which a program writes during the reading."""
    assert read_whole(Path("/proc/self/status"), 1 << 16).startswith(b"Name:")
    with pytest.raises(NoFile):
        read_whole(Path("/proc/self/status"), 10)


def test_a_file_within_its_limit_is_read_whole_and_a_larger_one_is_not(tmp_path):
    path = tmp_path / "ten"
    path.write_bytes(b"0123456789")
    assert read_whole(path, 10) == b"0123456789"
    with pytest.raises(NoFile):
        read_whole(path, 9)
