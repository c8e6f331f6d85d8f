"""The file of a running game: nothing is lost silently, whatever happens to it on its disk."""

from __future__ import annotations

import errno
import os
import shutil

import pytest

from net.api import Refused, SavingChanged
from net.gamefile import GameFile, load
from tests.net.session.network import IDENTITIES
from tests.net.session.straight import Straight


@pytest.fixture
def table(tmp_path):
    """A game at one computer, with its file in its own folder."""
    (tmp_path / "games").mkdir()
    table = Straight(1, 2, folder=tmp_path / "games")
    yield table
    table.sessions[0].close()


def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def saving(table):
    """The messages about saving: how many entries are missing, and whether there was a reason."""
    return [(event.unsaved, event.reason is not None) for event in table.told(0, SavingChanged)]


def file_of(table):
    return table.sessions[0].file.path


def test_unsaved_entries_are_reported_at_every_change_until_they_are_saved(table, monkeypatch):
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", full)
        table.play(3)
        assert saving(table) == [(1, True), (2, True), (3, True)]
    table.play(1)
    assert saving(table)[3:] == [(0, False)]
    assert len(load(file_of(table)).entries) == len(table.sessions[0].log)


@pytest.mark.parametrize("gone", ["file", "folder"])
def test_a_file_that_is_deleted_in_the_middle_of_the_game_is_written_again(table, gone):
    table.play(2)
    path = file_of(table)
    if gone == "file":
        path.unlink()
    else:
        shutil.rmtree(path.parent)
    table.wait(500)
    assert len(load(path).entries) == len(table.sessions[0].log), "though nothing happened in the game"
    table.play(2)
    assert len(load(path).entries) == len(table.sessions[0].log)
    assert saving(table) == []


def test_a_file_that_is_deleted_just_before_the_end_is_written_again(table):
    table.play(2)
    path = file_of(table)
    path.unlink()
    table.sessions[0].close()
    assert len(load(path).entries) == len(table.sessions[0].log)


def test_a_foreign_file_in_the_place_of_the_game_is_not_destroyed(table, tmp_path):
    table.play(2)
    path = file_of(table)
    path.unlink()
    path.write_text("a letter to Anna")
    table.wait(500)
    table.play(1)
    assert path.read_text() == "a letter to Anna"
    assert saving(table)[-1][0] == 1
    assert table.told(0, SavingChanged)[-1].reason.key == "session.file.replaced"
    table.take(0, table.sessions[0].save_elsewhere(tmp_path / "here.alarife"))
    assert saving(table)[-1] == (0, False)
    assert len(load(tmp_path / "here.alarife").entries) == len(table.sessions[0].log)


def test_an_older_copy_in_the_place_of_the_game_is_replaced(table, tmp_path):
    path = file_of(table)
    old = path.read_bytes()
    table.play(3)
    (tmp_path / "restored").write_bytes(old)
    os.replace(tmp_path / "restored", path)
    table.wait(500)
    assert len(load(path).entries) == len(table.sessions[0].log)


def test_a_moved_game_continues_in_its_new_file(table, tmp_path, monkeypatch):
    elsewhere = tmp_path / "stick" / "game.alarife"
    with monkeypatch.context() as disk:
        disk.setattr(os, "write", full)
        table.play(3)
        table.take(0, table.sessions[0].save_elsewhere(elsewhere))
        assert table.told(0, Refused)[-1].reason.key == "session.file.unwritten"
        assert not elsewhere.exists()
        assert saving(table)[-1] == (3, True)
        assert [path.name for path in elsewhere.parent.iterdir()] == [], "no draft is left"
    table.take(0, table.sessions[0].save_elsewhere(elsewhere))
    assert table.told(0, SavingChanged)[-1] == SavingChanged(0, None, elsewhere)
    table.play(2)
    assert len(load(elsewhere).entries) == len(table.sessions[0].log)


def test_a_game_whose_file_cannot_be_made_is_saved_as_soon_as_it_can(tmp_path):
    blocked = tmp_path / "games"
    blocked.write_text("in the way of the folder")
    made = Straight(1, 2)
    session = made.sessions[0]
    path = blocked / "game.alarife"
    again = type(session)(
        IDENTITIES[0], session.charter, b"p" * 32, GameFile.planned(path, session.charter, session.me, b"p" * 32)
    )
    out = again.begin(0)
    told = [event for event in out.events if isinstance(event, SavingChanged)]
    assert told[-1].unsaved == len(again.log)
    blocked.unlink()
    events = [event for moment in range(1, 20) for event in again.tick(moment * 250).events]
    assert [event.unsaved for event in events if isinstance(event, SavingChanged)] == [0]
    assert len(load(path).entries) == len(again.log)
    again.close()
    session.close()
