"""Several people at one computer: nobody sees another person's hand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from rules.contract import Move
from tests.client.table.test_window import child, click, loop


def hand(sitting) -> set[int]:
    """The cards whose numbers are visible in the hand."""
    row = loop(sitting).hand
    return {card.card.number for card in row.cards if row.isVisible() and card.isVisible()}


def test_the_curtain_stays_down_until_the_person_confirms_being_there(table) -> None:
    sitting = table("hhb")
    window = sitting.window
    assert window.curtain.isVisible()
    assert child(sitting, "curtain-title").text() == "Hand over to Anna"
    assert hand(sitting) == set()
    assert window.viewer is None
    click(sitting, "curtain-lift")
    assert window.viewer == 0
    assert hand(sitting) == {face for _, face in sitting.node.state.facts()["players"][0]["hand"]}


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_the_tab_key_does_not_lead_behind_the_curtain(table, key: Qt.Key) -> None:
    button = child(table("hh"), "curtain-lift")
    QTest.keyClick(button, key)
    assert button.hasFocus()


def test_after_the_turn_the_next_person_gets_the_curtain(table) -> None:
    sitting = table("hhb")
    click(sitting, "curtain-lift")
    click(sitting, "market-buy-tower")
    click(sitting, "confirm")
    assert sitting.window.curtain.isVisible()
    assert child(sitting, "curtain-title").text() == "Hand over to Bruno"
    assert hand(sitting) == set()
    QTest.keyClick(child(sitting, "curtain-lift"), Qt.Key.Key_Space)
    assert sitting.window.viewer == 1
    assert hand(sitting) == {face for _, face in sitting.node.state.facts()["players"][1]["hand"]}


def test_a_player_sees_a_drawn_card_before_handing_over_and_nobody_else_does(table) -> None:
    sitting = table("hhb")
    click(sitting, "curtain-lift")
    click(sitting, "market-buy-pile")
    click(sitting, "confirm")
    window = sitting.window
    assert not window.curtain.isVisible()
    assert sitting.prompt == "Have a look, then hand over to Bruno."
    drawn = [line for line in window.frame.talk.log.lines() if "draws card" in line]
    assert len(drawn) == 1
    assert window.turn_bar.confirm_button.text() == "Hand over"
    click(sitting, "confirm")
    assert window.curtain.isVisible()
    click(sitting, "curtain-lift")
    assert window.viewer == 1
    assert not any("draws card" in line for line in window.frame.talk.log.lines())


def test_the_last_persons_hand_stays_during_bot_moves_until_the_next_person(table) -> None:
    sitting = table("hbh")
    click(sitting, "curtain-lift")
    click(sitting, "market-buy-tower")
    click(sitting, "confirm")
    window = sitting.window
    assert not window.curtain.isVisible()
    assert window.viewer == 0
    sitting.node.turn_of(1)
    assert window.curtain.isVisible()
    assert window.viewer is None


def test_one_person_at_the_computer_needs_no_curtain(table) -> None:
    sitting = table("hb")
    assert not sitting.window.curtain.isVisible()
    assert len(hand(sitting)) == 10


def test_a_table_of_bots_shows_no_hand(table) -> None:
    sitting = table("bb")
    window = sitting.window
    assert window.cover.isVisible()
    assert not loop(sitting).hand.isVisible()
    sitting.node.make(0, Move("buy-tower"))
    assert window.frame.talk.log.lines()[-1] == "Anna buys a tower card for 10 Real."
