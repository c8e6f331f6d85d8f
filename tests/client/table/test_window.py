"""The table window with the real engine behind it, driven by clicks and keys on the real widgets."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from client.boards.contract import Choice, Shown
from client.boards.loop.flat import FieldButton
from client.boards.loop.view import LoopView
from client.look import theme
from client.table.movebutton import MoveButton
from client.table.slices import finish
from net import api
from rules.contract import Move, State
from rules.message import message
from tests.client.clicking import click_tab
from tests.client.table.tables import Settings, opened

LEFT = Qt.MouseButton.LeftButton


def loop(sitting) -> LoopView:
    view = sitting.window.view
    assert isinstance(view, LoopView)
    return view


def child(sitting, name: str) -> QWidget:
    found = sitting.window.findChild(QWidget, name)
    assert found is not None, name
    return found


def click(sitting, name: str) -> None:
    widget = child(sitting, name)
    assert widget.isVisible(), name
    assert widget.isEnabled(), name
    QTest.mouseClick(widget, LEFT)


def click_field(sitting, cell: int) -> None:
    board = loop(sitting).board
    spot = board.top(cell)
    assert board.board.fields_at(board.mapToScene(spot)) == cell, "hidden behind a tower"
    QTest.mouseMove(board.viewport(), spot)
    QTest.mouseClick(board.viewport(), LEFT, pos=spot)


def fields_of(moves: list[Move], card: int) -> set[int]:
    cells = set()
    for move in moves:
        if move.kind in ("withdraw", "play", "play-tower", "crest", "baron", "grande"):
            cells.add(move.args[0])
        elif move.kind == "castle":
            cells |= {(move.args[0] - 1 + step) % 72 + 1 for step in range(3)}
        elif move.kind == "villa":
            cells.add(card)
    return cells


def gold(sitting) -> tuple[set[int], set[int], set[str], set[str]]:
    """Everything that is gold: fields of both boards, cards, answers."""
    view = loop(sitting)
    cards = {card.objectName() for card in [*view.hand.cards, *view.panels[0].cards] if card.card.can}
    answers = {button.objectName() for button in sitting.window.frame.prompt.buttons}
    return set(view.board.board.marked), set(view.flat.marked), cards, answers


def should_be_gold(moves: list[Move], card: int) -> tuple[set[int], set[int], set[str], set[str]]:
    cards = {f"hand-{move.args[0]}" for move in moves if move.kind == "play"}
    cards |= {f"market-{move.args[0]}" for move in moves if move.kind == "buy-card"}
    cards |= {f"market-{move.kind}" for move in moves if move.kind in ("buy-pile", "buy-tower")}
    if any(move.kind == "play-tower" for move in moves):
        cards.add("hand-tower")
    buttons = ("villa", "castle", "keep", "crest", "baron", "grande", "done", "pass")
    answers = {f"answer-{move}" for move in moves if move.kind in buttons}
    fields = fields_of(moves, card)
    return fields, fields, cards, answers


@pytest.mark.parametrize("moves", [0, 40, 90])
def test_exactly_the_listed_moves_are_gold(table, moves: int) -> None:
    sitting = table("hb", moves=moves, seed=4)
    while sitting.node.state.turn == 1:
        sitting.node.turn_of(1)
    window = sitting.window
    for _ in range(3):
        if window.turn is None or not window.turn.open:
            break
        state = window.turn.state
        assert gold(sitting) == should_be_gold(state.moves(), state.facts()["card"])
        window.want(next((move for move in state.moves() if move.kind in ("play", "castle")), state.moves()[-1]))


def test_nothing_is_gold_when_it_is_not_my_turn(table) -> None:
    sitting = table("hb", start=1)
    assert gold(sitting) == (set(), set(), set(), set())
    assert "Bruno" in sitting.prompt
    assert sitting.window.frame.prompt.mood == "wait"


def test_a_click_on_a_card_tries_it_and_undo_takes_it_back(table) -> None:
    sitting = table()
    card = loop(sitting).hand.cards[0]
    before = sitting.node.state.facts()
    move = card.card.move
    QTest.mouseClick(card, LEFT)
    window = sitting.window
    assert window.turn.tried == (move,)
    assert sitting.node.state.facts() == before
    assert child(sitting, "undo").isEnabled()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.turn.tried == ()
    assert not child(sitting, "undo").isEnabled()


def test_a_whole_turn_by_clicks_is_sent_when_it_is_confirmed(table) -> None:
    sitting = table()
    window = sitting.window
    number = next(
        move.args[0] for move in window.turn.state.moves() if move.kind == "play" and loop(sitting).outcome(move).options
    )
    click_field(sitting, number)
    assert window.turn.state.facts()["step"] == "found"
    castle = next(button for button in window.frame.prompt.buttons if button.objectName().startswith("answer-castle"))
    QTest.mouseClick(castle, LEFT)
    assert not child(sitting, "confirm").isEnabled()
    click(sitting, f"answer-grande {number}")
    assert "second noble" in sitting.prompt, "why the turn cannot be confirmed yet"
    assert "“No noble”" in sitting.prompt
    assert child(sitting, "answer-done").text() == "No noble"
    click(sitting, "answer-done")
    assert sitting.node.acted == []
    click(sitting, "confirm")
    seat, moves, index = sitting.node.acted[0]
    assert (seat, index) == (0, 0)
    assert [move.kind for move in moves] == ["play", "castle", "grande", "done"]
    assert window.turn is None
    assert sitting.node.state.turn == 1
    assert "Bruno" in sitting.prompt


def test_a_field_with_several_possible_moves_asks_which(table) -> None:
    sitting = table()
    window = sitting.window
    number = next(
        move.args[0] for move in window.turn.state.moves() if move.kind == "play" and loop(sitting).outcome(move).options
    )
    click_field(sitting, number)
    click(sitting, "answer-villa")
    click_field(sitting, number)
    assert [entry.objectName() for entry in loop(sitting).menu.entries] == [
        f"menu-baron {number}",
        f"menu-grande {number}",
    ]
    QTest.keyClick(child(sitting, f"menu-baron {number}"), Qt.Key.Key_Down)
    assert child(sitting, f"menu-grande {number}").hasFocus()
    click(sitting, f"menu-baron {number}")
    assert window.turn.tried[-1] == Move("baron", (number,))
    assert window.turn.complete


def test_reset_takes_back_the_whole_turn(table) -> None:
    sitting = table()
    window = sitting.window
    number = next(
        move.args[0] for move in window.turn.state.moves() if move.kind == "play" and loop(sitting).outcome(move).options
    )
    click_field(sitting, number)
    click(sitting, "answer-villa")
    click(sitting, "reset")
    assert window.turn.tried == ()
    assert window.turn.state.facts() == sitting.node.state.view(0).facts()


def test_a_click_on_something_illegal_shows_the_engines_reason(table) -> None:
    sitting = table()
    hand = loop(sitting).facts.players[0].cards
    cell = next(cell for cell in range(37, 73) if cell not in hand)
    click_field(sitting, cell)
    assert sitting.prompt == f"Card {cell} is not in your hand."
    assert sitting.window.frame.prompt.mood == "refused"
    assert sitting.window.turn.tried == ()


def test_a_click_while_others_move_says_whose_turn_it_is(table) -> None:
    sitting = table("hb", start=1)
    click_field(sitting, 37)
    assert sitting.prompt == "It is not your turn: Bruno is to move."


def test_a_tower_card_is_chosen_and_then_its_field(table) -> None:
    sitting = table("hb")
    window = sitting.window
    click(sitting, "market-buy-tower")
    click(sitting, "confirm")
    sitting.node.turn_of(1, seed=3)
    while not any(move.kind == "play-tower" for move in window.turn.state.moves()):
        window.want(next(move for move in window.turn.state.moves() if move.kind == "play"))
        while not window.turn.complete:
            window.want(window.turn.state.moves()[-1])
        window.confirm()
        sitting.node.turn_of(1, seed=3)
    click(sitting, "hand-tower")
    towers = {move.args[0] for move in window.turn.state.moves() if move.kind == "play-tower"}
    assert set(loop(sitting).board.board.marked) == towers
    click_field(sitting, min(towers))
    assert window.turn.tried == (Move("play-tower", (min(towers),)),)


def test_buying_from_the_pile_has_to_be_confirmed_too(table) -> None:
    sitting = table()
    click(sitting, "market-buy-pile")
    assert sitting.node.acted == []
    assert sitting.window.turn.complete
    QTest.keyClick(sitting.window, Qt.Key.Key_Return)
    assert sitting.node.acted == [(0, (Move("buy-pile"),), 0)]
    assert len(loop(sitting).facts.players[0].cards) == 11
    assert any("draws card" in line for line in sitting.window.frame.talk.log.lines())


def test_enter_presses_a_button_of_the_bar_above_and_confirms_nothing(table) -> None:
    sitting = table()
    click(sitting, "market-buy-pile")
    button = sitting.window.frame.top.buttons["help"]
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert sitting.window.frame.help.isVisible()
    assert sitting.node.acted == []


def test_enter_in_the_chat_confirms_nothing(table) -> None:
    sitting = table()
    click(sitting, "market-buy-pile")
    window = sitting.window
    click_tab(window.frame.talk.tabs, 1)
    field = window.frame.talk.chat.field
    QTest.mouseClick(field, LEFT)
    QTest.keyClicks(field, "hello")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert sitting.node.said == ["hello"]
    assert sitting.node.acted == []
    assert window.frame.talk.chat.lines.lines() == ["Anna: hello"]


def test_a_message_that_is_refused_stands_in_the_field_again(table) -> None:
    sitting = table()
    window = sitting.window
    click_tab(window.frame.talk.tabs, 1)
    field = window.frame.talk.chat.field
    QTest.keyClicks(field, "hello")
    QTest.keyClick(field, Qt.Key.Key_Return)
    sitting.node.say = lambda text: sitting.bridge.event.emit(api.Refused(message("session.refused.chat")))
    QTest.keyClicks(field, "a long thought")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "a long thought"
    assert window.frame.talk.chat.lines.lines() == ["Anna: hello"]


def test_an_entry_that_arrives_during_a_tried_turn_keeps_the_turn(table) -> None:
    sitting = table()
    window = sitting.window
    click(sitting, "market-buy-tower")
    sitting.node.entry()
    assert window.turn.tried == (Move("buy-tower"),)
    click(sitting, "confirm")
    assert sitting.node.acted == [(0, (Move("buy-tower"),), 1)]
    assert sitting.node.state.turn == 1


def test_a_refused_turn_can_be_made_again(table) -> None:
    sitting = table()
    sitting.node.refuse = True
    click(sitting, "market-buy-tower")
    click(sitting, "confirm")
    assert sitting.window.frame.prompt.mood == "refused"
    assert sitting.window.turn.tried == (Move("buy-tower"),)
    sitting.node.refuse = False
    click(sitting, "confirm")
    assert sitting.node.state.turn == 1


def test_dealing_entries_between_the_moves_of_a_turn_change_nothing_on_the_screen(table) -> None:
    sitting = table()
    window, node = sitting.window, sitting.node
    number = next(
        move.args[0] for move in window.turn.state.moves() if move.kind == "play" and loop(sitting).outcome(move).options
    )
    click_field(sitting, number)
    click(sitting, "answer-villa")
    click(sitting, "answer-done")
    node.silent = True
    click(sitting, "confirm")
    shown = loop(sitting).facts
    for move in node.acted[0][1]:
        node.entry()
        assert loop(sitting).facts == shown
        node.make(0, move, mine=True)
    assert loop(sitting).facts.levels == shown.levels
    assert window.turn is None


def test_a_seat_that_is_no_longer_played_here_loses_its_tried_turn(table) -> None:
    sitting = table("hb")
    click(sitting, "market-buy-tower")
    now = opened(sitting.bridge)
    seats = (replace(now.seats[0], kind="bot", level="greedy", here=False), now.seats[1])
    sitting.bridge.event.emit(api.PeersChanged(now.peers, seats))
    assert sitting.window.turn is None
    assert gold(sitting) == (set(), set(), set(), set())


def test_while_a_turn_is_on_its_way_nothing_else_can_be_done(table) -> None:
    sitting = table()
    sitting.node.silent = True
    click(sitting, "market-buy-tower")
    click(sitting, "confirm")
    assert sitting.prompt == "Your turn is on its way."
    assert gold(sitting) == (set(), set(), set(), set())
    for name in ("undo", "reset", "confirm"):
        assert not child(sitting, name).isEnabled()
    click_field(sitting, 37)
    assert len(sitting.node.acted) == 1


def test_pointing_at_a_field_says_what_a_move_there_pays(table) -> None:
    sitting = table()
    view = loop(sitting)
    cell = view.facts.players[0].cards[0]
    QTest.mouseMove(view.board.viewport(), QPoint(2, 2))
    QTest.mouseMove(view.board.viewport(), view.board.top(cell))
    view.board.pointed.emit(cell)
    hint = view.hint
    assert hint.isVisible()
    assert f"Field {cell}" in hint.text
    assert f"Play card {cell}" in hint.text
    assert "+1" in hint.text


def test_hidden_money_is_not_shown(styled, qtbot) -> None:
    from client.messages import catalogue
    from client.table.window import TableWindow
    from tests.client.table.tables import FakeBridge, begun, opened, seats_of

    state, dealer = begun(2, options={"hidden_money": "on"}, start=0)
    bridge = FakeBridge(state, dealer, seats_of("hb"))
    window = TableWindow(bridge, opened(bridge), catalogue(), Settings())
    qtbot.addWidget(window)
    assert [row.info.line.main for row in window.frame.players.rows] == [30, None]


def test_panels_can_be_hidden_and_the_board_grows(table) -> None:
    sitting = table("hbbbb", size=(1600, 900))
    before = loop(sitting).board.width()
    for name in ("left-panel", "right-panel"):
        click(sitting, name)
    assert not sitting.window.frame.players.isVisible()
    assert not loop(sitting).panels[0].isVisible()
    sitting.window.frame.layout().activate()
    QTest.qWait(1)
    assert loop(sitting).board.width() > before


def test_zoom_and_fit(table) -> None:
    sitting = table()
    board = loop(sitting).board.board
    fitted = board.at.tile
    click(sitting, "zoom-in")
    assert board.at.tile > fitted
    click(sitting, "zoom-out")
    click(sitting, "zoom-out")
    assert board.at.tile < fitted
    click(sitting, "fit")
    assert board.at.tile == fitted


def test_one_zooms_only_into_a_board_that_can_be_zoomed(table, monkeypatch) -> None:
    sitting = table()
    buttons = [sitting.window.findChild(QWidget, name) for name in ("zoom-out", "fit", "zoom-in")]
    click(sitting, "flat")
    assert not any(button.isEnabled() for button in buttons)
    click(sitting, "flat")
    assert all(button.isVisible() and button.isEnabled() for button in buttons)
    monkeypatch.setattr(type(sitting.window.view), "zooms", False)
    other = table().window
    assert not any(other.findChild(QWidget, name).isVisible() for name in ("zoom-out", "fit", "zoom-in"))


def test_a_table_asks_its_window_to_leave(table, qtbot) -> None:
    sitting = table()
    with qtbot.waitSignal(sitting.window.left):
        QTest.mouseClick(sitting.window.findChild(QWidget, "leave"), LEFT)


def test_every_button_has_a_name_for_screen_readers(table) -> None:
    sitting = table("hbb", moves=30)
    sitting.window.frame.set_flat(True)
    for button in sitting.window.frame.findChildren(QPushButton):
        assert button.accessibleName() or button.text(), button.objectName()
        assert button.objectName() or button.parentWidget().objectName().startswith("qt_"), button.text()
    for field in loop(sitting).flat.findChildren(FieldButton):
        assert field.accessibleName().startswith(f"Field {field.cell}")


def test_the_tab_key_goes_from_the_board_to_the_answers_and_then_to_the_hand(table) -> None:
    sitting = table("hb", moves=8)
    frame = sitting.window.frame
    frame.prompt.offer([Choice(Move("pass"), message("table.you")), Choice(Move("done"), message("table.you"))], ())
    frame.view.board.setFocus(Qt.FocusReason.TabFocusReason)
    reached = []
    for _ in range(4):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget().objectName())
    assert reached[:3] == ["prompt-help", "answer-pass", "answer-done"]
    assert reached[3].startswith("hand-")


def test_usual_questions_find_their_buttons_made(table) -> None:
    prompt = table("hb", moves=8).window.frame.prompt
    finish(prompt.made_later())
    made = prompt.findChildren(MoveButton)
    for count in (2, 6, 1):
        prompt.offer([Choice(Move("play", (number,)), message("table.you")) for number in range(count)], ())
        assert prompt.findChildren(MoveButton) == made
        assert [button for button in made if button.isVisible()] == prompt.buttons
        assert len(prompt.buttons) == count


def test_a_frame_marks_keyboard_focus_on_the_board_but_not_after_a_click(table) -> None:
    board = table("hb").window.view.board

    def framed() -> bool:
        return board.viewport().grab().toImage().pixelColor(20, 1) == QColor(theme.palette().focus)

    board.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not framed()
    board.clearFocus()
    board.setFocus(Qt.FocusReason.TabFocusReason)
    assert framed()
    board.clearFocus()
    assert not framed()


def test_the_first_turn_is_turn_1(table) -> None:
    assert table().window.frame.top.facts.text().startswith("Turn 1 ")


def test_a_turn_is_complete_only_when_it_waits_for_no_card(table) -> None:
    sitting = table()
    click(sitting, "market-buy-tower")
    assert sitting.prompt == "Your turn is complete. Confirm it, or undo something."
    click(sitting, "undo")
    click(sitting, "market-buy-pile")
    assert sitting.prompt == "Confirm to see the card. This cannot be undone."
    assert child(sitting, "confirm").text() == "Confirm"
    click(sitting, "undo")
    market = next(card for card in loop(sitting).panels[0].cards if card.card.move and card.card.move.kind == "buy-card")
    QTest.mouseClick(market, LEFT)
    assert sitting.prompt == "Confirm to continue. Chance decides what comes next, so this cannot be undone."


def test_the_next_legal_click_clears_a_refusal(table) -> None:
    sitting = table()
    prompt = sitting.window.frame.prompt
    click(sitting, "market-buy-tower")
    click(sitting, "confirm")
    sitting.node.turn_of(1, seed=3)
    dead = next(cell for cell in range(1, 73) if not loop(sitting).reading.moves_on(cell))
    click_field(sitting, dead)
    assert prompt.mood == "refused"
    click(sitting, "hand-tower")  # picks it up; nothing is tried yet
    assert sitting.tried == []
    assert prompt.mood == "can"


def test_no_card_of_the_hand_looks_chosen_after_one_was_played(table) -> None:
    sitting = table()
    card = loop(sitting).hand.cards[0]
    card.setFocus()
    QTest.mouseClick(card, LEFT)
    assert sitting.tried
    assert not any(card.hasFocus() for card in loop(sitting).hand.cards)


@pytest.mark.parametrize(("key", "step"), [(Qt.Key.Key_Right, 0), (Qt.Key.Key_Left, -1)])
def test_the_keys_go_on_beside_a_card_that_was_played(table, key: Qt.Key, step: int) -> None:
    sitting = table()
    hand = loop(sitting).hand
    hand.cards[2].setFocus()
    QTest.keyClick(hand.cards[2], Qt.Key.Key_Space)
    assert sitting.tried
    assert QApplication.focusWidget() is hand
    assert hand.accessibleName() == "Hand"
    QTest.keyClick(hand, key)
    assert hand.cards[2 + step].hasFocus()


def test_the_help_has_a_name_for_a_screen_reader(table) -> None:
    sitting = table()
    click(sitting, "help")
    text = sitting.window.frame.help.text
    name = QAccessible.queryAccessibleInterface(text).text(QAccessible.Text.Name)
    assert name in [page.title for page in sitting.window.frame.help.pages]


def shown_positions(sitting, monkeypatch) -> list[State]:
    """The positions that the table shows from now on."""
    shown: list[State] = []
    show = sitting.window.view.show

    def note(what: Shown) -> None:
        shown.append(what.position)
        show(what)

    monkeypatch.setattr(sitting.window.view, "show", note)
    return shown


def test_a_table_behind_another_page_shows_many_entries_as_one_position(table, monkeypatch, qtbot) -> None:
    sitting = table("hbb", start=1)
    shown = shown_positions(sitting, monkeypatch)
    sitting.window.hide()
    for seat in (1, 2):
        sitting.node.turn_of(seat)
        sitting.bridge.event.emit(api.TakeBackChanged(((sitting.node.index, seat),), None))
    assert sitting.node.index > 1
    assert not shown
    qtbot.waitUntil(lambda: bool(shown))
    assert len(shown) == 1
    for _ in range(2):
        sitting.node.entry()
    sitting.window.show()
    assert len(shown) == 2
    assert sitting.moves
    assert shown[-1] is sitting.state


def test_a_table_that_is_left_shows_no_further_positions(table, monkeypatch, qtbot) -> None:
    sitting = table("hbb", start=1)
    shown = shown_positions(sitting, monkeypatch)
    sitting.window.hide()
    sitting.node.turn_of(1)
    sitting.window.leave_for_good()
    sitting.node.turn_of(2)
    qtbot.wait(50)
    assert not shown


def test_what_is_said_at_a_table_behind_another_page_is_there_when_it_comes_back(table) -> None:
    sitting = table("hbb", start=1)
    sitting.window.hide()
    sitting.node.turn_of(1)
    sitting.bridge.event.emit(api.Notice(message("table.halted")))
    sitting.window.show()
    assert sitting.prompt == sitting.window.catalogue.text(message("table.halted"))


def test_without_animations_an_entry_is_shown_once(table, monkeypatch) -> None:
    sitting = table("hbb", start=1, settings=Settings(reduced_motion=True))
    shown = shown_positions(sitting, monkeypatch)
    node = sitting.node
    node.make(1, node.state.moves()[0])
    assert len(shown) == 1


def test_an_entry_that_changes_nothing_is_shown_once(table, monkeypatch) -> None:
    sitting = table("hbb", start=1, settings=Settings(reduced_motion=False))
    shown = shown_positions(sitting, monkeypatch)
    sitting.node.entry()
    assert len(shown) == 1
