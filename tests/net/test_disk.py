"""Bringing files to the disk: at once for whoever asks, and never twice where once does."""

import os
import threading

from net.disk import Flushing


def test_asks_that_come_while_the_disk_is_busy_are_done_together(tmp_path, monkeypatch):
    begun, goes_on, done = threading.Semaphore(0), threading.Semaphore(0), []

    def fsync(handle):
        begun.release()
        assert goes_on.acquire(timeout=10)
        done.append(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    flushing = Flushing(7)
    flushing.begin()
    assert begun.acquire(timeout=10)
    for _ in range(5):
        flushing.begin()
    goes_on.release()
    assert begun.acquire(timeout=10), "what was asked for meanwhile is done afterwards"
    assert done == [7]
    goes_on.release()
    flushing.wait()
    assert done == [7, 7]
    assert flushing.trouble is None


def test_what_is_asked_for_is_done_when_it_was_waited_for(tmp_path):
    with (tmp_path / "file").open("wb") as file:
        flushing = Flushing(file.fileno())
        flushing.wait()
        flushing.begin()
        flushing.wait()
        assert flushing.trouble is None


def test_a_disk_that_fails_is_no_end_of_the_thread(tmp_path):
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
