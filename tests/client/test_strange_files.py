"""The program does not hang on pipes, devices and endless files in the data folder."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from shutil import copyfile

import pytest

from client.pages import saved
from client.pages.saved import saved_games
from client.system import settings
from net.api import Refused
from net.gamefile import GameFile, GameFileError, load
from net.key_file import IdentityError, load_or_create
from tests.client.person import wait
from tests.client.test_instance import GOLDEN

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files as on Unix")

KINDS = ("fifo", "zero", "folder")


def strange(path, kind):
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "zero":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    return path


@pytest.fixture
def untouched(monkeypatch):
    """Nobody may change the rights of anything: that of a device would be changed for the whole computer."""
    changed = []
    monkeypatch.setattr(os, "chmod", lambda file, mode: changed.append(file))
    yield
    assert changed == []


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", KINDS)
def test_no_game_is_read_from_anything_but_a_file(tmp_path, kind, untouched):
    path = strange(tmp_path / "game.alarife", kind)
    with pytest.raises(GameFileError) as caught:
        load(path)
    assert caught.value.reason.key == "session.file.no-file"
    with pytest.raises(GameFileError):
        GameFile.resume(path)
    [listed] = saved_games(tmp_path)
    assert listed.problem.key == "client.saved.no-file"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", KINDS)
def test_no_key_is_read_from_anything_but_a_file(tmp_path, kind, untouched):
    with pytest.raises(IdentityError):
        load_or_create(strange(tmp_path / "identity.pem", kind))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", KINDS)
def test_no_settings_are_read_from_anything_but_a_file(home, kind):
    strange(home / settings.FILE, kind)
    chosen, said = settings.load(home)
    assert chosen == settings.Settings()
    assert said.key == "client.settings.damaged-kept"
    assert os.path.lexists(home / said.value("copy"))
    assert not os.path.lexists(home / settings.FILE)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", KINDS)
def test_the_start_page_lists_strange_files_and_works(person, home, kind):
    strange(home / "Anna" / "games" / "odd.alarife", kind)
    anna = person("Anna")
    assert "ordinary" in anna.text("saved-0-problem")
    anna.bridge.node.resume(home / "Anna" / "games" / "odd.alarife")
    assert anna.heard(Refused).reason.key in ("session.file.no-file", "session.file.unopened")
    anna.click("start-offline")
    assert anna.page == "offline-page"


@pytest.mark.timeout(300)
@pytest.mark.skipif(sys.platform == "darwin", reason="the disk takes only names that can be encoded")
def test_a_game_whose_name_cannot_be_encoded_is_watched_like_any_other(person, home):
    games = home / "Anna" / "games"
    games.mkdir(parents=True)
    file = Path(copyfile(GOLDEN, games / "odd\udcff.alarife"))
    anna = person("Anna")
    anna.click("start-library")
    listed = anna.window.pages.library_page.games.model
    assert wait(lambda: [row.file for row in listed.rows if row.record.studied]) == [file]
    anna.click("library-page-back")
    anna.click("saved-0-watch")
    wait(lambda: anna.page == "replay-window")
    wait(lambda: anna.settings.finished, "for the end of the game")
    anna.window.quit()
    assert anna.ended
    assert settings.load(anna.home)[0].finished == [str(file)]


@pytest.mark.timeout(300)
def test_a_disk_that_does_not_answer_delays_no_page(person, home, monkeypatch):
    """The list is read beside the window, and shown when it is there."""
    games = home / "Anna" / "games"
    games.mkdir(parents=True)
    (games / "a.alarife").write_text(json.dumps({"game": "torres", "seats": [{"name": "Anna"}, {"name": "Ben"}]}) + "\n")
    answers, readers = threading.Event(), []
    honest = saved.saved_games

    def slow(*asked):
        readers.append(threading.current_thread())
        assert answers.wait(240)
        return honest(*asked)

    monkeypatch.setattr(saved, "saved_games", slow)
    anna = person("Anna")
    wait(lambda: readers, "for the first look")
    anna.click("start-offline")
    anna.click("offline-page-back")
    assert anna.see("saved-0") is None
    assert anna.see("saved-none") is None, "nobody knows yet"
    answers.set()
    anna.find("saved-0")
    wait(lambda: len(readers) >= 2, "for the second look")
    assert threading.main_thread() not in readers
