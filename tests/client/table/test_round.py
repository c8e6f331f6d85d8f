"""The moves of the others glow and can be replayed; a tried move shows its result at once."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.boards.cards import Card, CardButton
from client.boards.loop.castles import CastleLine
from client.boards.loop.view import cells_of
from client.messages import catalogue
from client.table.window import TableWindow, _changes
from net import api
from rules.contract import NOBODY, Move
from rules.message import message
from tests.client.table.sitting import Sitting, sit_down
from tests.client.table.tables import Dealer, Settings, opened
from tests.client.table.test_window import child, click, click_field, loop
from tests.rules.big_boss.table import Table


def rings(sitting) -> dict[int, int]:
    return dict(loop(sitting).board.board._rings)


def ringed(flat) -> dict[int, tuple[int, ...]]:
    return {button.place: button.rings for button in flat.made_buttons if button.rings}


def glowing(sitting) -> dict[str, int]:
    return {button.card.key: button.glows for button in sitting.window.findChildren(CardButton) if button.glows >= 0}


def built(sitting, seat: int) -> int:
    """Let a seat play a card and decline everything after it; returns the field it builds on."""
    node = sitting.node
    play = next(move for move in node.state.moves() if move.kind == "play")
    node.make(seat, play)
    while node.state.turn == seat:
        moves = node.state.moves()
        node.make(seat, next((move for move in moves if move.kind == "done"), moves[0]))
    return play.args[0]


def test_pieces_built_by_others_glow_in_their_colour_until_the_player_acts(table) -> None:
    sitting = table("hbb", start=1)
    first, second = built(sitting, 1), built(sitting, 2)
    assert sitting.window.turn is not None
    assert rings(sitting)[first] == 1
    assert rings(sitting)[second] == 2
    click(sitting, "market-buy-tower")
    assert rings(sitting) == {}
    click(sitting, "undo")
    assert rings(sitting)[second] == 2, "nothing has been done after all"


def test_a_look_at_a_castle_ends_with_the_same_rings_on_the_flat_board(table) -> None:
    sitting = table("hbb", moves=40, seed=2, settings=Settings(flat_view=True))
    view = loop(sitting)
    view.glow([(1, message("big-boss.event.built", cell=30, level=1, crest=0, value=1))])
    around = {30: (1,)}
    assert ringed(view.flat) == around
    line = view.panels[1].findChild(CastleLine)
    line.pointed.emit(line.castle.cell)
    assert ringed(view.flat) == dict.fromkeys(view.facts.castles[line.castle.crest].cells, (-1,))
    line.pointed.emit(0)
    assert ringed(view.flat) == around


def test_the_board_shows_the_field_of_the_card_that_comes_to_lie_under_the_pointer(table) -> None:
    sitting = table()
    first, second, *_ = loop(sitting).hand.cards
    here, following = first.card.move, second.card.move
    told: list[Move | None] = []
    loop(sitting).hand.pointed.connect(told.append)
    QApplication.sendEvent(first, QEnterEvent(QPointF(), QPointF(), QPointF()))
    first.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    sitting.window.want(here)
    assert (first.card.move, told) == (following, [here, following])


TAKEN_BACK = message("session.back.done", name="Bruno")


def test_what_was_taken_back_neither_glows_nor_is_replayed(table) -> None:
    sitting = table("hrr", start=1)
    window, node = sitting.window, sitting.node
    first = built(sitting, 1)
    before = node.state.copy()
    built(sitting, 2)
    node.state = before
    node.entry()
    sitting.bridge.event.emit(api.Notice(TAKEN_BACK))
    assert not window.frame.caption.isVisible()
    assert rings(sitting) == {first: 1}
    assert {entry.seat for entry in window.round} == {1}


def test_nor_does_it_in_a_game_that_is_opened_again(table, qtbot) -> None:
    sitting = table("hr", start=1)
    heard: list[api.Advanced] = []
    sitting.bridge.event.connect(heard.append)
    before = sitting.node.state.copy()
    built(sitting, 1)
    sitting.node.state = before
    sitting.node.entry()
    heard[-1] = replace(heard[-1], note=TAKEN_BACK)
    again = TableWindow(sitting.bridge, replace(opened(sitting.bridge), past=tuple(heard)), catalogue(), Settings())
    qtbot.addWidget(again)
    assert again.round == []


def test_a_card_that_came_for_one_that_another_has_bought_glows(table) -> None:
    sitting = table("hb", start=1)
    node = sitting.node
    before = set(node.state.facts()["market"])
    node.make(1, next(move for move in node.state.moves() if move.kind == "buy-card"))
    (new,) = set(node.state.facts()["market"]) - before
    assert glowing(sitting) == {f"market-{new}": 1}
    click(sitting, "market-buy-tower")
    assert glowing(sitting) == {}


@pytest.mark.parametrize(("wide", "high"), [(26, 38), (80, 50), (108, 66)])
def test_the_mark_of_a_new_card_leaves_its_number_free(styled, qtbot, wide: int, high: int) -> None:
    """In each size that cards for sale have."""
    pictures = []
    for number, seat in ((25, -1), (0, -1), (0, 3)):
        card = CardButton(Card(None, False, number=number))
        qtbot.addWidget(card)
        card.resize(wide, high)
        card.glows = seat
        pictures.append(card.grab().toImage())
    plain, empty, mark = pictures
    spots = [(x, y) for x in range(wide) for y in range(high)]
    printed = {spot for spot in spots if plain.pixel(*spot) != empty.pixel(*spot)}
    marked = {spot for spot in spots if mark.pixel(*spot) != empty.pixel(*spot)}
    assert printed
    assert len(printed & marked) <= 0.02 * len(printed)


def test_cards_dealt_after_a_move_carry_its_seat(table) -> None:
    """Between computers a card is laid out by an entry of its own, which is nobody's move."""
    sitting = table("hb", start=1)
    laid = message("big-boss.event.refilled", card=5)
    bought = api.Advanced(1, 1, None, (), sitting.node.state, False)
    assert _changes([bought, replace(bought, index=2, seat=NOBODY, events=(laid,))]) == [(1, laid)]
    assert _changes([replace(bought, seat=NOBODY, events=(laid,))]) == []


def test_a_key_and_a_button_replay_the_round(table, qtbot) -> None:
    sitting = table("hbb", start=1, settings=Settings(reduced_motion=True, animation_speed=400))
    assert not child(sitting, "replay-round").isEnabled(), "nothing has happened yet"
    built(sitting, 1)
    built(sitting, 2)
    window = sitting.window
    shown = []
    window.pace.shows.connect(lambda entry: shown.append(entry.index))
    indices = [entry.index for entry in window.round]
    for press in (
        lambda: click(sitting, "replay-round"),
        lambda: QTest.keyClick(window, Qt.Key.Key_F8),
    ):
        shown.clear()
        press()
        assert window.pace.busy
        assert shown == indices[:1], "one entry at a time"
        qtbot.waitUntil(lambda: not window.pace.busy)
        assert shown == indices
        assert sitting.prompt.startswith("Your turn")


def test_a_click_ends_the_replay_at_once(table) -> None:
    sitting = table("hbb", start=1)
    built(sitting, 1)
    built(sitting, 2)
    click(sitting, "replay-round")
    assert sitting.window.pace.busy
    assert sitting.prompt == "This is the last round again. The space bar ends it.", "nobody is thinking"
    click_field(sitting, 37)
    assert not sitting.window.pace.busy
    assert sitting.prompt.startswith("Your turn")
    assert sitting.tried == []


@pytest.mark.parametrize("button", ["undo", "reset", "confirm"])
def test_undoing_and_confirming_end_the_replay_at_once(table, button: str) -> None:
    sitting = table("hbb", start=1, settings=Settings(animation_speed=1))
    built(sitting, 1)
    built(sitting, 2)
    before = len(sitting.state.facts()["players"][0]["hand"])
    card = next(move for move in sitting.moves if move.kind == "buy-card")
    click(sitting, f"market-{card.args[0]}")
    click(sitting, "replay-round")
    assert sitting.window.pace.busy
    sitting.node.silent = True
    click(sitting, button)
    assert not sitting.window.pace.busy
    assert sitting.tried == ([str(card)] if button == "confirm" else [])
    assert len(loop(sitting).facts.players[0].hand) == before + len(sitting.tried), "the latest position is on show"


def test_a_round_is_everything_since_the_players_last_move(table) -> None:
    sitting = table("hb", start=0)
    click(sitting, "market-buy-tower")
    click(sitting, "confirm")
    number = built(sitting, 1)
    assert {entry.seat for entry in sitting.window.round} == {1}
    assert number in rings(sitting)


def test_a_tried_move_appears_in_the_log_and_in_the_caption_at_once(table) -> None:
    sitting = table()
    log, caption = sitting.window.frame.talk.log, sitting.window.frame.caption
    before = log.lines()
    click(sitting, "market-buy-tower")
    said = "Anna buys a tower card for 10 Real."
    assert log.lines() == [*before, f"{said} (not confirmed yet)"]
    assert caption.isVisible()
    assert caption.text == said
    for back in ("undo", "reset"):
        click(sitting, back)
        assert log.lines() == before
        assert not caption.isVisible()
        click(sitting, "market-buy-tower")
    click(sitting, "confirm")
    assert caption.isVisible()
    assert [line for line in log.lines() if "tower card" in line] == [said]


def test_the_caption_has_two_lines_or_three_for_one_sentence_and_keeps_to_its_corner(table) -> None:
    sitting = table()
    caption = sitting.window.frame.caption
    caption.say(["Granada takes over Cádiz and is worth 25."] * 8, 0)
    assert len(caption.shown_lines()) == 2
    shown = " ".join(caption.shown_lines())
    assert caption.text.startswith(f"{shown} ")
    assert shown.endswith("worth 25."), "only whole sentences"
    caption.say(["Granada takes over Cádiz and Sevilla and Málaga " * 8], 0)
    assert len(caption.shown_lines()) == 3
    assert caption.shown_lines()[-1].endswith("…")
    towns = "Granada takes over Cádiz"
    caption.say([towns], 0)
    while len(caption.shown_lines()) < 3:
        towns += ", Cádiz"
        caption.say([f"{towns} and is worth 25."], 0)
    assert caption.shown_lines()[-1].endswith("25."), "a sentence that needs another line has one"
    board = sitting.window.frame.centre
    assert board.rect().contains(caption.geometry())
    assert caption.width() < board.width() / 2
    long = "The baron of Carmen de la Frontera on 11 is captured by Mei: 40 Real for Carmen de la Frontera."
    caption.say([long, "Mei gets 42 Real."], 0)
    assert " ".join(caption.shown_lines()) == long, "a sentence that is too long for the corner takes some more of the board"
    taken = "Granada takes over Cádiz and is worth 25."
    caption.say([long, taken], 0, [taken])
    assert caption.shown_lines()[0].startswith("Granada takes over"), "what does not fit is the less important"
    caption.say(["Anna plays card 5.", taken], 0, [taken])
    assert caption.shown_lines()[0].startswith("Anna plays card 5."), "what fits is told in its order"
    caption.say(["Short."], 0)
    assert caption.shown_lines() == ["Short."]


def test_cards_for_sale_are_not_places() -> None:
    assert cells_of(message("big-boss.event.refilled", card=7)) == []
    assert cells_of(message("big-boss.event.played", seat=0, card=7)) == [7]


def test_the_caption_names_what_a_merger_does(styled, qtbot) -> None:
    """A card is clicked that joins two castles: which one takes over, and what it is worth."""
    at = Table(hands={0: [13]})
    at.castle(10, (2, 1, 2))
    at.castle(14, (2, 1, 1))
    at.money(40, 40)
    sitting = Sitting(*sit_down(qtbot, "big-boss", (at.state, Dealer(random.Random(1), at.face)), "hb"))
    click(sitting, "hand-13")
    window = sitting.window
    (merged,) = [event for event in window.turn.events if event.kind == "merged"]
    said = window.catalogue.text(merged, window.names)
    assert "takes over" in said
    assert window.frame.caption.isVisible()
    assert said in " ".join(window.frame.caption.shown_lines()), "what the move brings is read first"
    assert not window.frame.caption.text.startswith(said), "and heard in its order"
    assert f"{said} (not confirmed yet)" in window.frame.talk.log.lines()
