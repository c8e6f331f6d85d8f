"""The ways to the page of boards, and a table on a board that a guest accepts, in real windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from net.api import LobbyChanged, Opened
from net.boards import choose_board, save_board
from net.corrections import correct
from net.gamefile import load
from rules.boards import board_of, pack_board
from rules.registry import game
from tests.client.person import wait
from tests.contract.boards import corrected

BOARD = corrected("torres", 1)
RAW = pack_board(game("torres"), board_of(BOARD))


@pytest.fixture(autouse=True)
def folder(home: Path) -> Iterator[None]:
    """All windows have the same boards; none of them is chosen."""
    correct(home / "games")
    save_board("torres", "Old box", BOARD["torres"])
    yield
    correct(None)


def test_the_page_is_reached_from_the_set_up_and_leads_back(person) -> None:
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("game-torres")
    row = anna.window.pages.offline_page.board
    row.correct_button.click()
    wait(lambda: anna.page == "boards-page")
    save_board("torres", "Newer box", corrected("torres", 2)["torres"])
    anna.click("boards-page-back")
    wait(lambda: anna.page == "offline-page")
    assert [row.choice.itemText(place) for place in range(row.choice.count())] == ["Alarife’s own", "Newer box", "Old box"]


@pytest.mark.parametrize("name", ["big-boss", "torres", "burgenland"])
def test_the_page_is_reached_from_the_settings(person, name: str) -> None:
    anna = person("Anna")
    anna.window.pages.show_settings()
    anna.window.pages.settings_page.findChild(type(anna.window.pages.settings_page.back_button), f"boards-{name}").click()
    wait(lambda: anna.page == "boards-page")
    anna.click("boards-page-back")
    wait(lambda: anna.page == "settings-page")


def test_a_game_here_is_played_on_the_board_that_is_chosen_for_it(person) -> None:
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("game-torres")
    row = anna.window.pages.offline_page.board
    row.choice.setCurrentIndex(row.choice.findText("Old box"))
    anna.click("offline-page-start")
    opened = anna.heard(Opened)
    assert load(opened.file).charter.charter.board == RAW
    wait(lambda: anna.page == "table-window")


def test_the_board_for_new_games_is_the_first_choice(person) -> None:
    choose_board("torres", BOARD["torres"])
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("game-torres")
    assert anna.window.pages.offline_page.board.choice.currentText() == "Old box"
    anna.click("offline-page-start")
    assert load(anna.heard(Opened).file).charter.charter.board == RAW


def test_a_window_with_an_unsaved_board_does_not_close_unasked(person) -> None:
    anna = person("Anna")
    anna.window.pages.show_boards("torres", anna.window.pages.show_start)
    page = anna.window.pages.boards_page
    page.surface.press("0")
    assert page.unsaved
    anna.window.close()
    assert page.question is not None
    assert not anna.ended
    anna.click("board-stay-answer")
    assert not anna.ended
    anna.window.close()
    anna.click("board-discard-answer")
    wait(lambda: anna.ended)


def host_on_the_old_box(anna):
    """Open a table on a board of one's own, and copy its invite."""
    anna.click("start-host")
    anna.click("game-torres")
    row = anna.window.pages.host_page.board
    row.choice.setCurrentIndex(row.choice.findText("Old box"))
    anna.click("host-announce")
    anna.click("host-page-start")
    anna.find("invite-code")
    anna.click("invite-copy")


def test_a_guest_looks_at_the_board_accepts_it_and_both_play_on_it(person) -> None:
    anna, ben = person("Anna"), person("Ben")
    host_on_the_old_box(anna)
    ben.click("start-join")
    ben.click("join-paste")
    ben.click("join-go")
    wait(lambda: ben.page == "lobby-page")
    wait(lambda: ben.heard(LobbyChanged).lobby.board == RAW)
    ben.click("seat-1-action")
    wait(lambda: any(seat.here for seat in ben.heard(LobbyChanged).lobby.seats))
    assert not ben.find("lobby-ready").isEnabled()
    assert "a different board" in ben.text("lobby-blocked")
    ben.click("lobby-board")
    offer = wait(lambda: ben.window.pages.lobby_page.offer)
    differences = game("torres").differences({"torres": corrected_shipped()}, board_of(BOARD))
    assert offer.list.count() == len(differences) > 0
    assert set(offer.surface.frames.different) == {place for one in differences for place in one.places}
    QTest.keyClick(offer.surface.view, Qt.Key.Key_Space)
    assert offer.surface.content == board_of(BOARD)["torres"], "looking changes nothing"
    offer.list.setFocus()
    offer.list.setCurrentRow(0)
    QTest.keyClick(offer.list, Qt.Key.Key_Return)
    assert offer.isVisible(), "Enter goes to the difference"
    ben.click("board-offer-accept")
    wait(lambda: ben.find("lobby-ready").isEnabled())
    ben.click("lobby-ready")
    anna.click("lobby-start")
    for who in (anna, ben):
        opened = who.heard(Opened)
        assert load(opened.file).charter.charter.board == RAW
        wait(lambda who=who: who.page == "table-window")


def test_the_offered_board_goes_with_the_table(person) -> None:
    """Its window would block everything else, and nobody could accept the board any more."""
    anna, ben = person("Anna"), person("Ben")
    host_on_the_old_box(anna)
    for name in ("start-join", "join-paste", "join-go", "lobby-board"):
        ben.click(name)
    ben.find("board-offer")
    anna.click("lobby-page-back")
    anna.click("leave-leave")
    wait(lambda: ben.page == "start-page")
    assert ben.see("board-offer") is None


def corrected_shipped() -> dict[str, object]:
    from net.rulebook import shipped_file

    return shipped_file("torres")
