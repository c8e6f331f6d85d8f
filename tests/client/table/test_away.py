"""A missing player: what the others see and can do, and how a seat is taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from client.boards.contract import Count, PlayerLine
from client.look import theme
from client.messages import catalogue
from client.table.density import Density
from client.table.players import PlayerInfo, PlayerRow
from net import api
from rules.contract import offered_levels
from rules.message import message
from rules.registry import game
from tests.client.table.sitting import Sitting, sit_down, whole
from tests.client.table.tables import begun, opened
from tests.client.table.test_window import child, click

AWAY = api.Absence("1" * 64, "Bruno", 130_000, None, False, "", ("Carmen",), ("Anna",))


def told(sitting, absence=None, **event) -> None:
    known = {"gone": False, "returnable": False, "returning": False, **event}
    sitting.bridge.event.emit(api.AbsenceChanged(absence, **known))


def noted(sitting):
    asked = []
    sitting.node.replace = lambda *given: asked.append(given)
    sitting.node.take_seat_back = lambda: asked.append("back")
    return asked


def test_the_table_names_the_missing_player_and_what_can_be_done(table) -> None:
    sitting = table("hrr")
    panel = sitting.window.frame.away
    asked = noted(sitting)
    assert not panel.isVisible()
    told(sitting, AWAY)
    assert panel.isVisible()
    assert panel.sentence.text() == "Waiting for Bruno, away for 2:10."
    assert panel.votes.text() == "All others must agree. Agreed: Carmen. Not yet: Anna."
    title, best, *_ = panel.levels.actions()
    assert not title.isEnabled()
    best.trigger()
    strongest = offered_levels(game("big-boss"))[-1]
    assert asked == [("1" * 64, True, strongest)]
    told(sitting, replace(AWAY, wanted=True, level=strongest))
    click(sitting, "away-replace")
    assert not panel.levels.isVisible()
    assert asked[1] == ("1" * 64, False, strongest)
    told(sitting)
    assert not panel.isVisible()


def test_with_two_players_lost_the_table_says_what_it_waits_for(table) -> None:
    sitting = table("hrr")
    panel = sitting.window.frame.away
    told(sitting, replace(AWAY, agreed=("Anna",), waiting=("Carmen",), lost=("Carmen",)))
    said = "Agreed: Anna. Not yet: Carmen. This also needs Carmen. "
    said += "The game goes on as soon as one of the missing players is back."
    assert panel.votes.text() == f"All others must agree. {said}"


def test_an_ignored_player_is_not_called_missing(table) -> None:
    sitting = table("hrr")
    told(sitting, replace(AWAY, away=None, shunned=True))
    assert sitting.window.frame.away.sentence.text() == "Nothing more is accepted from Bruno’s program."


def test_the_table_says_why_nobody_can_be_replaced(table) -> None:
    sitting = table("hr")
    told(sitting, replace(AWAY, refused=message("replace.refused.two", name="Bruno"), agreed=(), waiting=()))
    panel = sitting.window.frame.away
    assert "A two-player game cannot replace anyone" in panel.sentence.text()
    assert not panel.replace.isVisible()


def test_a_seat_is_taken_back(table) -> None:
    sitting = table("hrr")
    asked = noted(sitting)
    told(sitting, gone=True, returnable=True)
    click(sitting, "away-back")
    assert asked == ["back"]
    told(sitting, gone=True, returnable=True, returning=True)
    assert not child(sitting, "away-back").isEnabled()
    told(sitting)
    assert not sitting.window.frame.away.isVisible()


def test_the_awaited_player_is_named_once_with_others_who_are_away(table) -> None:
    sitting = table("hrr")
    now = opened(sitting.bridge)
    me, *others = now.peers
    gone = [replace(one, linked=False, status=message("session.status.gone", name=one.name)) for one in others]
    sitting.bridge.event.emit(api.PeersChanged((me, *gone), now.seats))
    panel = sitting.window.frame.away
    assert panel.sentence.text() == f"Not connected: Bruno and {others[1].name}."
    told(sitting, AWAY)
    assert panel.sentence.text() == f"Waiting for Bruno, away for 2:10. Not connected either: {others[1].name}."
    told(sitting)
    assert panel.isVisible()
    sitting.bridge.event.emit(api.PeersChanged(now.peers, now.seats))
    assert not panel.isVisible()


@pytest.mark.parametrize(("remark", "below"), [("bot", False), ("setzt bis zur Wertung aus", True), ("verbindet neu …", True)])
def test_a_players_state_gets_its_own_row_if_it_would_be_cut_off(styled, qtbot, remark, below) -> None:
    table = QWidget()
    qtbot.addWidget(table)
    counts = tuple(Count(name, 12, message("table.player.bot")) for name in ("pieces/crown", "pieces/baron", "pieces/tower"))
    line = PlayerLine(7, message("table.player.bot"), counts)
    rows = []
    for said in ("", remark):
        rows.append(PlayerRow(PlayerInfo(1, "Bruno", line, False, False, said, True), catalogue(), Density(1.0, True), table))
        rows[-1].resize(190, rows[-1].height())
    table.show()
    plain, told = rows
    assert (told.height() > plain.height()) == below
    told.resize(500, told.height())
    assert told.height() == plain.height(), "in a wide row there is room beside the counts"


@pytest.mark.parametrize("scale", [0.9, 1.0, 1.1, 1.35, 1.5])
def test_a_remark_beside_the_counts_is_never_cut(styled, qtbot, monkeypatch, scale: float) -> None:
    rooms: list[int] = []
    monkeypatch.setattr(PlayerRow, "_paint_remark", lambda _self, _painter, left, right, *_: rooms.append(int(right - left)))
    counts = tuple(Count(name, 12, message("table.player.bot")) for name in ("pieces/crown", "pieces/baron", "pieces/tower"))
    info = PlayerInfo(1, "Bruno", PlayerLine(7, message("table.player.bot"), counts), False, False, "bot", False)
    density = Density(scale, True)
    row = PlayerRow(info, catalogue(), density)
    qtbot.addWidget(row)
    for width in range(100, 320):
        row.resize(width, row.height())
        row.grab()
    needed = QFontMetrics(theme.font(density.px(12))).horizontalAdvance("bot")
    assert len(rooms) == 220
    assert min(rooms) >= needed


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_a_game_that_waits_says_so_where_the_column_is_folded(table, size) -> None:
    """A narrow table folds it by itself, and any player can."""
    sitting = table("hrr", size=size)
    asked = noted(sitting)
    frame = sitting.window.frame

    def fold() -> None:
        if frame.left_column.isVisible():
            click(sitting, "left-panel")

    fold()
    now = opened(sitting.bridge)
    me, *others = now.peers
    gone = [replace(one, linked=False, status=message("session.status.gone", name=one.name)) for one in others]
    sitting.bridge.event.emit(api.PeersChanged((me, *gone), now.seats))
    assert not frame.left_column.isVisible(), "the game goes on without them for now"
    told(sitting, AWAY)
    assert frame.left_column.isVisible()
    assert frame.away.replace.isVisible()
    fold()
    told(sitting, replace(AWAY, wanted=True))
    assert not frame.left_column.isVisible(), "the player has seen it, and folded it again"
    told(sitting)
    told(sitting, gone=True, returnable=True)
    assert frame.left_column.isVisible()
    click(sitting, "away-back")
    assert asked == ["back"]


def test_what_the_others_can_do_is_scrolled_into_sight(styled, qtbot) -> None:
    theme.apply(styled, "dark", 1.35)
    try:
        sitting = Sitting(*sit_down(qtbot, "burgenland", begun(4, start=0, name="burgenland"), "hrrr", language="de"))
        panel = sitting.window.frame.away
        told(sitting, AWAY)
        QCoreApplication.sendPostedEvents()  # the panel takes its room
        qtbot.waitUntil(lambda: all(map(whole, (panel.votes, panel.replace))))
        told(sitting)
        told(sitting, gone=True, returnable=True)
        QCoreApplication.sendPostedEvents()  # the panel takes its room
        qtbot.waitUntil(lambda: whole(panel.back))
    finally:
        theme.apply(styled, "dark")


@pytest.mark.parametrize("folded", [False, True])
def test_a_narrow_table_shows_the_market_again_when_the_game_goes_on(table, folded) -> None:
    sitting = table("hrr", size=(900, 600))
    frame = sitting.window.frame
    assert frame.right_column.isVisible()
    told(sitting, AWAY)
    assert frame.left_column.isVisible()
    assert not frame.right_column.isVisible()
    if folded:
        click(sitting, "left-panel")
    told(sitting)
    assert not frame.left_column.isVisible()
    assert frame.right_column.isVisible() is not folded, "the player wants neither"


def test_a_player_who_has_looked_at_the_market_and_come_back_keeps_the_players_in_view(table) -> None:
    sitting = table("hrr", size=(900, 600))
    frame = sitting.window.frame
    told(sitting, AWAY)
    click(sitting, "right-panel")
    click(sitting, "left-panel")
    told(sitting)
    assert frame.left_column.isVisible()
