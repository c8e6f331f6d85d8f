"""The castles in the right column: every name is complete, however many players have nobles there."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from client.boards.loop.castles import Castle, CastleLine
from client.table.density import Density


def line(shares: tuple[tuple[int, int], ...], width: int) -> CastleLine:
    castle = Castle(3, "Granada", 50, 1, shares, "Granada, worth 50.")
    shown = CastleLine(castle, Density())
    shown.resize(width, shown.height())
    shown.grab()
    return shown


def test_shares_stand_beside_the_name_where_there_is_room_else_below(styled: QApplication) -> None:
    few, many = ((0, 5),), tuple((seat, 10) for seat in range(5))
    beside = line(few, 195).height()
    assert line((), 195).height() == beside
    assert line(many, 195).height() > beside
    assert line(many, 400).height() == beside


def test_the_line_under_the_pointer_tells_which_castle_it_shows_now(styled: QApplication) -> None:
    shown = line((), 195)
    told: list[int] = []
    shown.pointed.connect(told.append)
    shown.set_castle(Castle(3, "Granada", 50, 2, (), "Granada, worth 50."), Density(), 0, None)
    assert told == []
    shown.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    shown.set_castle(Castle(4, "Ronda", 20, 7, (), "Ronda, worth 20."), Density(), 0, None)
    assert told == [7]


def test_a_castle_that_loses_its_nobles_needs_one_line_again(styled: QApplication) -> None:
    shown = line(tuple((seat, 10) for seat in range(5)), 195)
    high = shown.height()
    shown.set_castle(Castle(3, "Granada", 50, 1, (), "Granada, worth 50."), Density(), 0, None)
    assert shown.height() < high


def test_the_shares_of_five_players_are_complete_on_a_narrow_panel(styled: QApplication) -> None:
    pictures = [line(tuple(enumerate((28, 25, 24, 22, last))), 180).grab().toImage() for last in (21, 27)]
    assert pictures[0] != pictures[1], "the last figure can be read"
