"""The window never claims that a game is saved when it is not."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from client.window.stage import Stage
from net.api import Advanced, Opened, SavingChanged
from net.gamefile import load
from tests.client.person import wait
from tests.client.test_closing import play


@pytest.fixture
def anna(person):
    """At a table of her own, which is saved so far."""
    anna = person("Anna")
    anna.settings.flat_view = True
    anna.click("start-offline")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    play(anna, entries=2)
    return anna


def full_disk(monkeypatch, folder: Path):
    """Make the files of a folder full: nothing more fits into them."""
    write = os.write

    def full(handle, data):
        if os.readlink(f"/proc/self/fd/{handle}").startswith(str(folder)):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(handle, data)

    monkeypatch.setattr(os, "write", full)


def test_a_bar_stays_while_anything_is_unsaved_and_goes_when_all_is(anna, monkeypatch):
    assert anna.see("saving") is None
    with monkeypatch.context() as disk:
        full_disk(disk, anna.home)
        play(anna, entries=4)
        wait(lambda: anna.see("saving") and anna.heard(SavingChanged).unsaved >= 4)
        assert anna.text("saving-text").startswith("The last part of this game is not saved.")
        assert "No space left on device" in anna.text("saving-text")
    wait(lambda: not anna.see("saving"), "for the bar to go")


def test_the_question_on_leaving_says_what_would_be_lost(anna, monkeypatch):
    anna.click("leave")
    assert "saved" in anna.text("leave-sentence")
    assert "lost" not in anna.text("leave-sentence")
    assert anna.see("leave-elsewhere") is None
    anna.click("leave-stay")
    full_disk(monkeypatch, anna.home)
    wait(lambda: anna.see("saving") or play(anna, entries=2))
    anna.click("leave")
    assert "not saved" in anna.text("leave-sentence")
    assert "lost" in anna.text("leave-sentence")
    anna.click("leave-stay")
    anna.window.closing.expect_logout()
    anna.window.close()
    assert "lost" in anna.text("leave-sentence"), "even when the person logs out"
    anna.click("leave-stay")


def test_leaving_an_unsaved_finished_game_asks_first(anna, monkeypatch):
    full_disk(monkeypatch, anna.home)
    wait(lambda: anna.see("saving") or play(anna, entries=1))  # what is heard first may have been saved before
    anna.window.progress.stage = Stage.OVER  # to play to the end takes minutes
    anna.click("leave")
    assert anna.text("leave-leave") == "Leave anyway"
    assert "not saved" in anna.text("leave-sentence")
    anna.click("leave-stay")
    assert anna.page == "table-window"


@pytest.mark.qt_log_ignore("propagateSizeHints")  # of Qt's own dialog, where there is no screen
def test_the_game_can_be_saved_in_another_place(anna, monkeypatch, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    with monkeypatch.context() as disk:
        full_disk(disk, anna.home)
        wait(lambda: anna.see("saving") or play(anna, entries=2))
        anna.click("leave")
        anna.click("leave-elsewhere")
        dialog = wait(lambda: anna.window.findChild(object, "saving-dialog"))
        dialog.fileSelected.emit(str(stick / "game.alarife"))
        dialog.reject()
        wait(lambda: not anna.see("saving"), "for everything to be saved")
        play(anna, entries=2)
    wait(lambda: len(load(stick / "game.alarife").entries) == anna.heard(Advanced).index)
    anna.click("leave")
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page")
    assert str(stick / "game.alarife") in anna.settings.recent


@pytest.mark.parametrize("gone", ["file", "home"])
def test_a_file_deleted_during_the_game_is_written_again(anna, gone):
    file = anna.heard(Opened).file
    key = (anna.home / "identity.pem").read_bytes()
    if gone == "file":
        file.unlink()
    else:
        shutil.rmtree(anna.home)
    play(anna, entries=2)
    wait(lambda: file.exists() and (anna.home / "identity.pem").exists())
    wait(lambda: len(load(file).entries) == anna.heard(Advanced).index)
    assert (anna.home / "identity.pem").read_bytes() == key
