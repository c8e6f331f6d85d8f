"""The library's page with real clicks, in the main window."""

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest

import client.library.library as library_module
from client.library.reader import Reader
from client.pages.library.details import EXPORTS
from client.system.settings import load
from net.api import LobbyChanged, Opened
from tests.client.clicking import click_entry, double_click, second_click
from tests.client.library.made import NOW, claimed, finished, unfinished
from tests.client.library.test_records import FAIR
from tests.client.person import wait


@pytest.fixture
def visit(person, home):
    """Opens the library of a person who already has these games."""

    def open_library(*, process: bool = False):
        anna = person("Anna")
        anna.window.pages.library.reader.alone = not process
        anna.click("start-library")
        anna.page_of = anna.window.pages.library_page
        return anna

    return open_library


@pytest.fixture
def games(home):
    return home / "Anna" / "games"


def rows(anna):
    return [row.file.stem for row in anna.page_of.games.model.rows]


def choose(anna, name):
    """Click on a row."""
    wait(lambda: name in rows(anna))
    tab = anna.page_of.games
    place = tab.list.visualRect(tab.model.index(rows(anna).index(name)))
    QTest.mouseClick(tab.list.viewport(), Qt.MouseButton.LeftButton, pos=place.topLeft() + QPoint(150, 10))
    wait(lambda: tab.details.row is not None and tab.details.row.file.stem == name)


def read(anna):
    wait(lambda: anna.page_of.games.model.rows and all(row.record.studied for row in anna.page_of.games.model.rows))


def test_a_finished_game_that_was_copied_here_shows_its_winner_and_its_scores(visit, games):
    finished(games, "copied")
    anna = visit()
    read(anna)
    choose(anna, "copied")
    record = anna.page_of.games.details.row.record
    assert anna.see("library-resume") is None
    assert anna.text(f"library-score-{[place.rank for place in record.places].index(1)}") == str(
        max(place.score for place in record.places)
    )
    assert "finished after" in anna.text("library-about")
    anna.click("library-page-back")
    said = wait(lambda: "wins" in anna.text("saved-0-players") and anna.text("saved-0-players"))
    assert all(str(place.score) in said for place in record.places)
    assert anna.see("saved-0-resume") is None
    assert load(anna.home)[0].finished == []


def test_a_file_that_is_not_read_yet_is_not_called_a_game_in_play(visit, games, monkeypatch):
    monkeypatch.setattr(Reader, "ask", lambda *_: None)
    finished(games, "copied")
    anna = visit()
    wait(lambda: rows(anna) == ["copied"])
    model = anna.page_of.games.model
    assert model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole).endswith(". saved")
    choose(anna, "copied")
    assert anna.text("library-about").endswith(" · saved")
    assert anna.page_of.games.details.rules.text() == "", "its house rules are not known either"
    anna.click("library-page-back")
    assert wait(lambda: anna.see("saved-0-state") and anna.text("saved-0-state")).endswith(" · saved")


def test_the_list_is_searched_filtered_and_sorted(visit, games):
    claimed(games, "one", ("Anna", "Ben"), "torres", NOW + 2)
    claimed(games, "two", ("Anna", "Carla"), "alcazar", NOW + 1)
    finished(games, "three", NOW)
    anna = visit()
    wait(lambda: rows(anna) == ["one", "two", "three"])
    anna.type("library-search", "carla")
    wait(lambda: rows(anna) == ["two"])
    anna.type("library-search", "big boss")
    wait(lambda: rows(anna) == ["three"])
    anna.type("library-search", "nobody of that name")
    wait(lambda: rows(anna) == [])
    assert "No game matches" in anna.text("library-status")
    assert not anna.find("library-watch").isEnabled()
    anna.type("library-search", "")
    anna.choose("library-game", "Alcazar")
    wait(lambda: rows(anna) == ["two"])
    anna.choose("library-game", "All games")
    anna.choose("library-sort", "Oldest first")
    wait(lambda: rows(anna) == ["three", "two", "one"])
    read(anna)
    anna.choose("library-state", "Finished")
    wait(lambda: rows(anna) == ["three"])


def test_continuing_and_watching_a_game_lead_back_to_the_list(visit, games):
    unfinished(games, "half")
    anna = visit()
    choose(anna, "half")
    anna.click("library-watch")
    assert anna.page == "replay-window"
    wait(lambda: anna.see("leave"))
    anna.click("leave")
    assert anna.page == "library-page"
    choose(anna, "half")
    anna.click("library-resume")
    wait(lambda: anna.page == "table-window")
    anna.click("leave")
    wait(lambda: anna.see("leave-leave") or anna.page == "library-page")
    if anna.see("leave-leave"):
        anna.click("leave-leave")
    wait(lambda: anna.page == "library-page")


def test_a_game_is_played_again_with_the_next_player_first(visit, games):
    finished(games, "bots")
    anna = visit()
    read(anna)
    choose(anna, "bots")
    anna.click("library-again")
    opened = anna.heard(Opened)
    assert [seat.name for seat in opened.seats] == ["Ben", "Anna"]


def test_a_game_with_friends_is_played_again_at_a_new_table(visit, games):
    games.mkdir(parents=True)
    (games / "friends.alarife").write_bytes(FAIR.read_bytes())
    anna = visit()
    read(anna)
    choose(anna, "friends")
    anna.click("library-again")
    lobby = anna.heard(LobbyChanged).lobby
    assert lobby.game == "big-boss"
    assert any(seat.kind == "open" for seat in lobby.seats)


def test_a_file_is_renamed_in_its_field(visit, games):
    finished(games, "before")
    anna = visit()
    read(anna)
    choose(anna, "before")
    anna.type("library-name", "The long evening")
    wait(lambda: rows(anna) == ["The long evening"])
    assert anna.text("library-name") == "The long evening"


def test_deleting_an_unfinished_game_takes_a_second_click(visit, games, monkeypatch):
    monkeypatch.setattr(library_module, "to_trash", lambda file: file.unlink() is None)
    unfinished(games, "half")
    finished(games, "whole", NOW - 5)
    anna = visit()
    read(anna)
    choose(anna, "half")
    anna.click("library-delete")
    assert anna.text("library-delete") == "Delete the unfinished game"
    choose(anna, "whole")
    assert anna.text("library-delete") == "Move to trash"
    anna.click("library-delete")
    wait(lambda: rows(anna) == ["half"])
    assert "trash" in anna.text("notice-text")
    anna.click("library-delete")
    anna.click("library-delete")
    wait(lambda: rows(anna) == [])


def test_the_game_below_a_deleted_one_is_chosen_next(visit, games, monkeypatch):
    """The latest game was chosen once: a person who cleared out old games put it into the trash with the next click."""
    monkeypatch.setattr(library_module, "to_trash", lambda file: file.unlink() is None)
    for number in range(4):
        finished(games, f"game {number}", NOW - number)
    anna = visit()
    read(anna)
    choose(anna, "game 2")
    for deleted, chosen in (("game 2", "game 3"), ("game 3", "game 1")):
        anna.click("library-delete")
        wait(lambda deleted=deleted: deleted not in rows(anna))
        assert anna.page_of.games.details.row.file.stem == chosen


def test_a_double_click_asks_and_does_not_answer(visit, games, monkeypatch):
    """The second click came when the button had become the answer, or had passed to the game below."""
    monkeypatch.setattr(library_module, "to_trash", lambda file: file.unlink() is None)
    unfinished(games, "one")
    for number in (2, 3):
        finished(games, f"game {number}")
    anna = visit()
    read(anna)
    choose(anna, "one")
    double_click(anna.find("library-delete"))
    assert anna.text("library-delete") == "Delete the unfinished game"
    choose(anna, "game 2")
    anna.click("library-delete")
    wait(lambda: anna.page_of.games.details.row.file.stem == "game 3")
    second_click(anna.find("library-delete"))
    anna.click("library-watch")
    wait(lambda: anna.page == "replay-window")
    assert sorted(file.stem for file in games.glob("*.alarife")) == ["game 3", "one"]


def test_a_game_that_is_gone_already_leaves_the_list_without_a_complaint(visit, games, monkeypatch):
    monkeypatch.setattr(library_module, "to_trash", lambda file: file.unlink() is None)
    for name in ("one", "two", "three"):
        finished(games, name)
    anna = visit()
    read(anna)
    choose(anna, "one")
    anna.click("library-delete")
    anna.click("library-delete")  # a double click
    wait(lambda: "one" not in rows(anna))
    assert "one.alarife" in anna.text("notice-text")
    assert "trash" in anna.text("notice-text")
    choose(anna, "two")
    (games / "two.alarife").unlink()
    anna.click("library-delete")
    wait(lambda: rows(anna) == ["three"])
    assert "one.alarife" in anna.text("notice-text"), "nothing more was said"


def test_a_file_that_is_no_game_says_so_and_can_only_be_deleted(visit, games):
    games.mkdir(parents=True)
    (games / "letter.alarife").write_text("Dear Ben")
    anna = visit()
    choose(anna, "letter")
    assert "not an Alarife game" in anna.text("library-problem")
    assert [anna.find(f"library-{name}").isEnabled() for name in ("watch", "again", "export", "delete")] == [False] * 3 + [True]


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu and Qt's own dialog, where there is no screen
@pytest.mark.parametrize("kind", ["file", "picture", "text"])
def test_the_chosen_game_is_exported(visit, games, tmp_path, kind):
    file = finished(games)
    anna = visit(process=True)
    read(anna)
    choose(anna, "finished")
    details = anna.page_of.games.details
    out = tmp_path / f"out{EXPORTS[kind][1]}"
    click_entry(anna.find("library-export"), details.export_button.menu(), details.exports[kind].text())
    dialog = anna.find("library-dialog")
    dialog.fileSelected.emit(str(out))
    dialog.reject()
    wait(lambda: out.exists() and anna.see("notice-text"))
    assert "Exported to" in anna.text("notice-text")
    if kind == "file":
        assert out.read_bytes() == file.read_bytes()
    elif kind == "picture":
        assert QImage(str(out)).width() > 300
    else:
        assert all(place.name in out.read_text("utf-8") for place in details.row.record.places)


def test_thousands_of_games_are_listed_without_reading_their_files(visit, games, monkeypatch):
    monkeypatch.setattr(Reader, "ask", lambda *_: None)  # reading would reveal that these are no games
    for number in range(300):
        claimed(games, f"{number:03}", ("Anna", f"Ben {number}"), when=NOW + number)
    anna = visit()
    wait(lambda: len(rows(anna)) == 300)
    model = anna.page_of.games.model
    assert rows(anna)[0] == "299"
    assert sum("record" in vars(row) for row in model.rows if hasattr(row, "__dict__")) < 60
    assert "Ben 299" in model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole)


def test_a_damaged_index_does_not_keep_the_start_page_from_its_list(person, home, games):
    claimed(games, "one", ("Anna", "Ben"))
    (home / "Anna" / "library.sqlite").write_text(json.dumps("no database"))
    anna = person("Anna")
    assert anna.text("saved-0-players") == "Anna, Ben"


def visit_ninety(visit, games):
    """The library of somebody with ninety games, all of them read."""
    for number in range(90):
        claimed(games, f"game {number:02}", ("Anna", "Ben"), when=NOW + number)
    anna = visit()
    wait(lambda: len(anna.page_of.games.model.rows) == 90)
    read(anna)
    return anna


def one_more(anna, games):
    """Another game comes, and the library has found it."""
    claimed(games, "new", ("Anna", "Ben"), when=NOW + 100)
    anna.window.pages.look_through()
    wait(lambda: len(anna.page_of.games.model.rows) == 91)


def test_a_new_game_leaves_the_chosen_one_and_the_place_in_a_long_list(visit, games):
    anna = visit_ninety(visit, games)
    tab = anna.page_of.games
    tab.list.setCurrentIndex(tab.model.index(rows(anna).index("game 05")))
    top = tab.list.verticalScrollBar().value()
    one_more(anna, games)
    assert tab.details.row.file.stem == "game 05"
    assert tab.list.currentIndex().row() == rows(anna).index("game 05")
    assert tab.list.verticalScrollBar().value() >= top > 0


def test_a_new_game_does_not_bring_back_the_chosen_one_from_which_the_person_has_scrolled_away(visit, games):
    anna = visit_ninety(visit, games)
    tab = anna.page_of.games
    choose(anna, "game 89")
    tab.list.verticalScrollBar().setValue(4000)
    one_more(anna, games)
    assert tab.details.row.file.stem == "game 89"
    assert tab.list.verticalScrollBar().value() == 4000


@pytest.mark.parametrize("typed", ["two", "one?"])
def test_a_game_that_cannot_have_the_typed_name_is_shown_with_the_one_it_has(visit, games, typed):
    claimed(games, "one", ("Anna", "Ben"))
    claimed(games, "two", ("Anna", "Ben"), when=NOW - 9)
    anna = visit()
    read(anna)
    choose(anna, "one")
    anna.type("library-name", typed)
    wait(lambda: anna.text("library-name") == "one")
    assert sorted(rows(anna)) == ["one", "two"]


def test_a_name_that_is_being_typed_stays_when_the_game_has_been_read(visit, games, monkeypatch):
    claimed(games, "one", ("Anna", "Ben"))
    anna = visit()
    read(anna)
    choose(anna, "one")
    field = anna.find("library-name")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "Our fir")
    claimed(games, "one", ("Anna", "Ben", "Carla"), when=NOW + 9)
    anna.window.pages.look_through()
    wait(lambda: anna.page_of.games.details.row.changed == NOW + 9)
    assert field.text() == "Our fir"
    QTest.keyClicks(field, "st")
    QTest.keyClick(field, Qt.Key.Key_Return)
    wait(lambda: rows(anna) == ["Our first"])
    assert anna.text("library-name") == "Our first"


def test_a_text_pasted_into_the_search_by_mistake_finds_nothing_and_harms_nothing(visit, games):
    """A query of a thousand words failed, which counted as damage of the index: all files were read again."""
    claimed(games, "one", ("Anna", "Ben"))
    anna = visit()
    read(anna)
    QGuiApplication.clipboard().setText("not in any name " * 400)
    anna.find("library-search").setFocus()
    anna.find("library-search").paste()
    wait(lambda: rows(anna) == [])
    QTest.keyClick(anna.find("library-search"), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(anna.find("library-search"), Qt.Key.Key_Delete)
    wait(lambda: rows(anna) == ["one"])
    assert anna.page_of.games.model.rows[0].record.studied
