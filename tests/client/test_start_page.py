import json
import os
import sys
from shutil import copyfile

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from client.messages import catalogue
from client.system.settings import load
from net.api import Closed, Opened
from rules.registry import game
from tests.client.library.made import finished
from tests.client.person import wait
from tests.client.test_instance import GOLDEN

PAGES = {
    "start-offline": "offline-page",
    "start-host": "host-page",
    "start-join": "join-page",
    "start-settings": "settings-page",
    "start-about": "about-page",
}


@pytest.mark.parametrize(("entry", "page"), PAGES.items())
def test_every_entry_leads_to_its_page_and_back(person, entry, page):
    anna = person("Anna")
    assert anna.page == "start-page"
    anna.click(entry)
    assert anna.page == page
    anna.click(f"{page}-back")
    assert anna.page == "start-page"


def test_a_click_on_the_words_of_an_entry_is_a_click_on_it(person):
    anna = person("Anna")
    entry = anna.find("start-join")
    for words in entry.findChildren(QLabel):
        QTest.mouseClick(words, Qt.MouseButton.LeftButton)
        assert anna.page == "join-page"
        anna.click("join-page-back")
    assert len(entry.findChildren(QLabel)) == 3


def test_the_name_is_kept(person):
    anna = person("Anna")
    assert anna.text("start-name") == "Anna"
    anna.type("start-name", "  Ana   María ")
    assert anna.text("start-name") == "Ana María"
    assert load(anna.home)[0].name == "Ana María"


def saved(folder, name, content, age):
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.alarife"
    file.write_text(content, "utf-8")
    os.utime(file, (1_700_000_000 - age, 1_700_000_000 - age))
    return file


def test_saved_games_are_listed_the_latest_first_and_damage_is_named(person, home):
    games = home / "Anna" / "games"
    charter = {"game": "big-boss", "seats": [{"name": "Anna"}, {"name": "Ben"}], "more": 1}
    saved(games, "old", json.dumps(charter) + "\n{}\n{}\n", 100)
    saved(games, "broken", "{", 0)
    saved(games, "foreign", json.dumps(charter | {"game": "of-tomorrow"}) + "\n", 50)
    anna = person("Anna")
    assert "damaged" in anna.text("saved-0-problem")
    assert "of-tomorrow" in anna.text("saved-1-problem")
    assert anna.text("saved-2-title") == "Das neue Big Boss"
    assert anna.text("saved-2-players") == "Anna, Ben"
    assert anna.see("saved-0-resume") is None
    assert anna.see("saved-2-resume") is not None


def test_continuing_an_invalid_file_says_so_and_comes_back(person, home):
    charter = {"game": "big-boss", "seats": [{"name": "Anna"}, {"name": "Ben"}]}
    saved(home / "Anna" / "games", "half", json.dumps(charter) + "\n", 0)
    anna = person("Anna")
    anna.click("saved-0-resume")
    anna.find("notice-text")
    assert anna.page == "start-page"
    assert anna.text("notice-text")
    anna.click("notice-close")
    assert anna.see("notice-text") is None


def test_without_saved_games_a_sentence_says_what_will_appear_there(person):
    assert "saved" in person("Anna").text("saved-none")


def test_about_names_the_owners_and_every_library(person):
    anna = person("Anna")
    anna.click("start-about")
    assert "belong to their owners" in anna.text("about-owners")
    assert "not affiliated" in anna.text("about-owners")


class _Opened(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[QUrl] = []

    @Slot(QUrl)
    def open(self, address: QUrl) -> None:
        self.addresses.append(address)


def test_about_shows_the_licence_texts_of_an_installed_program(person, monkeypatch, tmp_path):
    """From source there is no folder of libraries. When installed, the page names the folder and opens its licences."""
    assert person("Anna").see("about-licences") is None
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    opened = _Opened()
    QDesktopServices.setUrlHandler("file", opened, "open")
    try:
        berta = person("Berta")
        berta.click("start-about")
        assert berta.text("about-folder") == str(tmp_path)
        berta.click("about-licences")
    finally:
        QDesktopServices.unsetUrlHandler("file")
    assert [address.toLocalFile() for address in opened.addresses] == [str(tmp_path / "licences")]


def test_settings_take_effect_and_are_kept(person):
    anna = person("Anna")
    anna.click("start-settings")
    anna.type("settings-name", "Ana")
    anna.choose("settings-theme", "Light")
    assert anna.page == "settings-page"
    anna.click("settings-flat_view")
    anna.click("settings-reduced_motion")
    kept = load(anna.home)[0]
    assert (kept.name, kept.theme, kept.flat_view, kept.reduced_motion) == ("Ana", "light", True, False)
    anna.choose("settings-theme", "Dark")
    anna.click("settings-page-back")
    assert anna.text("start-name") == "Ana"


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_game_reached_by_a_link_is_listed_once(person, home, tmp_path):
    """A data folder behind a link has two paths: the game was listed under both, and deleted from both."""
    finished(home / "Anna" / "games")
    (tmp_path / "link").symlink_to(home / "Anna")
    anna = person("Anna")
    anna.window.watch(tmp_path / "link" / "games" / "finished.alarife")
    wait(lambda: anna.settings.finished, "the replay")
    assert anna.settings.recent == []


def test_a_file_from_elsewhere_is_watched_and_listed_from_then_on(person, tmp_path):
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("offline-page-start")
    opened = anna.heard(Opened)
    file = opened.file
    assert file is not None
    anna.click("leave")
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page")
    anna.heard(Closed)  # until then the file is the table's
    elsewhere = file.rename(tmp_path / "elsewhere.alarife")
    anna.window.watch(elsewhere)
    assert anna.page == "replay-window"
    wait(lambda: anna.see("leave"))
    anna.click("leave")
    assert anna.text("saved-0-title") == catalogue().text(game(opened.game).title)
    anna.click("saved-0-watch")
    assert anna.page == "replay-window"


def test_a_finished_game_from_elsewhere_is_known_as_one_once_it_was_watched(person, home):
    games = home / "Anna" / "games"
    games.mkdir(parents=True)
    copyfile(GOLDEN, games / "copied.alarife")
    anna = person("Anna")
    anna.find("saved-0-resume")
    anna.click("saved-0-watch")
    wait(lambda: anna.see("leave"))
    anna.click("leave")
    wait(lambda: anna.see("saved-0-watch") and not anna.see("saved-0-resume"))
    assert load(anna.home)[0].finished == [str(games / "copied.alarife")]


def test_a_file_that_is_no_game_is_explained_and_not_listed(person, tmp_path):
    file = tmp_path / "letter.alarife"
    file.write_text("Dear Ben,\n")
    anna = person("Anna")
    anna.window.watch(file)
    wait(lambda: anna.see("replay-problem"))
    assert "letter.alarife" in anna.text("replay-problem")
    anna.click("replay-back")
    assert anna.see("saved-0") is None


def test_the_entries_return_to_two_columns_when_a_large_window_shrinks(person):
    anna = person("Anna")
    for size in ((2560, 1440), (1280, 720)):
        anna.window.resize(*size)
        wait(
            lambda: anna.see("start-learn") is not None and anna.find("start-learn").x() > anna.find("start-offline").x(),
            str(size),
        )
    assert anna.window.size().width() == 1280
