"""Hints at the table: requested by button and key, followed on the board, and gone when anything else happens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.boards.sceneview import SceneView
from client.boards.torres.view import TorresView
from client.bots import Advice, Clock, advise
from client.look import theme
from client.messages import catalogue, languages
from client.table.window import TableWindow
from net import api
from net.session.format.text import Saying
from rules.contract import Move
from rules.message import message
from rules.registry import games
from rules.search.turns import Looks
from tests.client.table.sitting import Sitting, sit_down, whole
from tests.client.table.tables import FakeBridge, Settings, begun, opened, seats_of
from tests.client.table.test_window import click

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton
TABLES = [*((name, {}) for name in sorted(games())), ("torres", {"mode": "master"}), ("torres", {"mode": "variant"})]


def answer(sitting: Sitting, looks: int = 300) -> Advice:
    """Let the strongest bot answer the last question."""
    game, view, _ = sitting.bridge.questions[-1]
    advice = advise(game, view, 1, Looks(looks))
    sitting.bridge.answer(advice)
    return advice


def settle() -> None:
    """Process queued events: the answer of the bot, and the marks after it."""
    for _ in range(4):
        QApplication.processEvents()


def hidden(sitting: Sitting, place: str) -> bool:
    """Whether a square of Torres lies behind towers, so that a click finds something else."""
    view = sitting.window.view
    found = view.locate(place)
    if not isinstance(view, TorresView) or found is None:
        return False
    board, square = view.active, int(place) if place.isdecimal() else None
    return isinstance(board, SceneView) and board.place_at(board.mapToScene(found[1].center())) != square


def press(sitting: Sitting, name: str) -> None:
    """Click what the arrow points at, as a person does."""
    kind, _, place = name.partition(" ")
    if kind == "place":
        for _ in range(3):
            if hidden(sitting, place):
                click(sitting, "turn-right")
        found = sitting.window.view.locate(place)
        assert found is not None, name
        widget, room = found
        QTest.mouseMove(widget, room.center())
        QTest.mouseClick(widget, LEFT, pos=room.center())
    else:
        widget = next(found for found in sitting.window.findChildren(QWidget, name) if found.isVisible())
        QTest.mouseClick(widget, LEFT, pos=QPoint(widget.width() // 2, widget.height() // 2))


@pytest.mark.parametrize(
    ("game", "options"),
    [*((name, {}) for name in sorted(games())), ("torres", {"mode": "master"}), ("torres", {"mode": "variant"})],
)
def test_a_player_who_clicks_what_the_arrow_points_at_plays_the_turn_of_the_bot(
    styled, qtbot, game: str, options: dict[str, str]
) -> None:
    sitting = Sitting(*sit_down(qtbot, game, begun(2, options=options, start=0, name=game), "hh"))
    window, hinting = sitting.window, sitting.window.hinting
    for _ in range(6):
        if window.curtain.isVisible():
            QTest.mouseClick(window.curtain.button, LEFT)
        seat = window.turn.seat
        click(sitting, "ask-hint")
        assert hinting.thinking
        assert window.frame.hint.isVisible()
        advice = answer(sitting)
        qtbot.waitUntil(lambda: hinting.advice is not None)
        assert window.frame.hint.why.text()
        for step in range(len(advice.moves)):
            for _ in range(3):  # some moves take several clicks: a card, a field, a word in a list
                settle()
                if len(window.turn.tried) > step:
                    break
                press(sitting, hinting.next_clicks()[0])
            assert window.turn.tried == advice.moves[: step + 1]
        assert window.turn.complete
        settle()
        assert hinting.next_clicks() == ["confirm"]
        click(sitting, "confirm")
        settle()
        assert hinting.advice is None
        assert not window.frame.hint.isVisible()
        assert sitting.node.acted[-1][:2] == (seat, advice.moves)
        if window.turn is None and window.turn_bar.confirm_button.isEnabled():
            click(sitting, "confirm")  # hand over


def test_the_key_asks_and_a_second_press_plays_nothing(table, qtbot) -> None:
    sitting = table("hb")
    window = sitting.window
    QTest.keyClick(window, KEY.Key_F2)
    assert window.hinting.thinking
    QTest.keyClick(window, KEY.Key_F2)
    assert not window.hinting.thinking
    assert sitting.bridge.taken_back == 1
    answer(sitting)
    settle()
    assert window.hinting.advice is None, "the answer to a question that was taken back"
    QTest.keyClick(window, KEY.Key_F2)
    answer(sitting)
    qtbot.waitUntil(lambda: window.hinting.advice is not None)
    QTest.keyClick(window, KEY.Key_F2)
    assert window.hinting.advice is None
    assert (sitting.tried, sitting.node.acted) == ([], [])


def test_a_bot_that_fails_is_told_and_can_be_asked_again(table, qtbot) -> None:
    sitting = table("hb")
    window, panel = sitting.window, sitting.window.frame.hint
    click(sitting, "ask-hint")
    sitting.bridge.answer(None)
    qtbot.waitUntil(lambda: not window.hinting.thinking)
    assert panel.isVisible()
    assert panel.why.text() == "No hint came, because the bot failed. Ask again."
    click(sitting, "ask-hint")
    answer(sitting)
    qtbot.waitUntil(lambda: window.hinting.advice is not None)
    click(sitting, "ask-hint")
    assert not panel.isVisible()
    click(sitting, "ask-hint")
    sitting.bridge.answer(None)
    qtbot.waitUntil(lambda: not window.hinting.thinking)
    window.want(sitting.moves[0])
    assert not panel.isVisible(), "the sentence goes as soon as the player does something"


def test_a_click_on_the_board_cancels_the_question(table) -> None:
    sitting = table("hb")
    window = sitting.window
    click(sitting, "ask-hint")
    board = window.view.board
    QTest.mouseClick(board.viewport(), LEFT, pos=board.top(40))
    assert not window.hinting.thinking
    assert sitting.bridge.taken_back == 1


def test_undo_another_move_and_a_changed_position_end_a_hint(table, qtbot) -> None:
    sitting = table("hb")
    window, hinting = sitting.window, sitting.window.hinting

    def hinted() -> Advice:
        click(sitting, "ask-hint")
        advice = answer(sitting)
        qtbot.waitUntil(lambda: hinting.advice is not None)
        return advice

    advice = hinted()
    window.want(advice.moves[0])
    assert hinting.advice is not None
    window.undo()
    assert hinting.advice is None
    advice = hinted()
    window.want(next(move for move in sitting.moves if move != advice.moves[0]))
    assert hinting.advice is None
    window.reset()
    hinted()
    sitting.node.entry()
    assert hinting.advice is None
    assert not window.frame.hint.isVisible()


def test_the_bot_is_told_what_the_seat_may_see_and_no_more(table) -> None:
    sitting = table("hb")
    click(sitting, "ask-hint")
    game, view, _ = sitting.bridge.questions[-1]
    assert game == "big-boss"
    assert view.facts() == sitting.node.state.view(0).facts()
    assert view.facts() != sitting.node.state.facts()


def test_a_hint_in_the_middle_of_a_turn_continues_the_turn(table, qtbot) -> None:
    sitting = table("hb")
    window = sitting.window
    play = next(move for move in sitting.moves if move.kind == "play")
    window.want(play)
    click(sitting, "ask-hint")
    advice = answer(sitting)
    qtbot.waitUntil(lambda: window.hinting.advice is not None)
    for move in advice.moves:
        assert window.hinting.advice is not None
        window.want(move)
    assert window.turn.tried == (play, *advice.moves)


def test_when_somebody_else_is_to_move_a_sentence_says_when_to_ask(table) -> None:
    sitting = table("hb", start=1)
    click(sitting, "ask-hint")
    assert sitting.prompt == catalogue().text("table.hint.not-now")
    assert sitting.bridge.questions == []


# -- between people ----------------------------------------------------------------------------------------------------


def between_people(qtbot, hints: bool) -> Sitting:
    from dataclasses import replace

    state, dealer = begun(2, start=0)
    bridge = FakeBridge(state, dealer, seats_of("hr"))
    window = TableWindow(bridge, replace(opened(bridge), hints=hints), catalogue(), Settings())
    qtbot.addWidget(window)
    window.setMinimumSize(960, 600)  # as the main window has it: Qt then need not tell the platform of changing ones
    window.resize(1280, 720)
    window.show()
    return Sitting(window, bridge)


def test_between_people_there_are_no_hints_unless_the_table_has_agreed(styled, qtbot) -> None:
    sitting = between_people(qtbot, hints=False)
    button = sitting.window.frame.top.buttons["ask-hint"]
    assert not button.isEnabled()
    assert catalogue().text("table.hint.not-agreed") in button.toolTip()
    QTest.keyClick(sitting.window, KEY.Key_F2)
    sitting.window.frame.top.hinted.emit()
    assert sitting.bridge.questions == []


def test_if_the_table_has_agreed_everybody_is_told_first(styled, qtbot) -> None:
    sitting = between_people(qtbot, hints=True)
    click(sitting, "ask-hint")
    assert sitting.node.said == [catalogue().text("table.hint.said")]
    assert len(sitting.bridge.questions) == 1
    sitting.window.hinting.drop()
    sitting.bridge.node.say = lambda text: sitting.bridge.event.emit(api.Refused(message("session.refused.chat")))
    click(sitting, "ask-hint")
    assert len(sitting.bridge.questions) == 1, "nobody could be told, so nothing is asked"


# -- words and room ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", sorted(games()))
def test_the_words_of_a_hint_fit_their_column(styled, qtbot, game: str, language: str) -> None:
    state, dealer = begun(3, 4, start=0, name=game)
    bridge = FakeBridge(state, dealer, seats_of("hbb"[: state.seats]))
    window = TableWindow(bridge, opened(bridge, game), catalogue(language), Settings())
    qtbot.addWidget(window)
    window.setMinimumSize(960, 600)  # as the main window has it: Qt then need not tell the platform of changing ones
    window.resize(1280, 720)
    window.setUpdatesEnabled(False)  # still laid out
    window.show()
    click(Sitting(window, bridge), "ask-hint")
    _, view, _ = bridge.questions[-1]
    bridge.answer(advise(game, view, 1, Clock(50)))
    qtbot.waitUntil(lambda: window.hinting.advice is not None)
    settle()
    panel = window.frame.hint
    for part in (panel.why, panel.close_button):
        assert part.width() <= panel.width()
        assert part.height() >= (part.heightForWidth(part.width()) if part is panel.why else part.sizeHint().height())
    assert not panel.visibleRegion().isEmpty()


def test_the_text_of_a_hint_is_scrolled_into_sight(styled, qtbot) -> None:
    theme.apply(styled, "dark", 1.3)
    try:
        sitting = Sitting(*sit_down(qtbot, "burgenland", begun(4, start=0, name="burgenland"), "hbbb"))
        panel = sitting.window.frame.hint
        click(sitting, "ask-hint")
        qtbot.waitUntil(lambda: whole(panel.why) and whole(panel.close_button))
        answer(sitting)
        qtbot.waitUntil(lambda: sitting.window.hinting.advice is not None)
        qtbot.waitUntil(lambda: whole(panel.why) and whole(panel.close_button))
    finally:
        theme.apply(styled, "dark")


def test_a_turn_without_a_reason_gets_a_plain_sentence(table, qtbot) -> None:
    sitting = table("hb")
    click(sitting, "ask-hint")
    sitting.bridge.answer(Advice((Move("buy-pile"),), ((),), ()))
    qtbot.waitUntil(lambda: sitting.window.hinting.advice is not None)
    assert sitting.window.frame.hint.why.text() == catalogue().text("table.hint.plain")
    assert sitting.tried == []


@pytest.mark.parametrize("language", languages())
def test_the_chat_announces_a_hint_word_for_word(language: str) -> None:
    """The table waits for exactly these words before it asks the bot."""
    said = catalogue(language).text("table.hint.said")
    assert Saying.of(said) == said


def test_the_marks_do_not_lie_over_the_help(table, qtbot) -> None:
    sitting = table("hb")
    click(sitting, "ask-hint")
    answer(sitting)
    settle()
    marks = sitting.window.hinting.marks
    assert marks.isVisible()
    click(sitting, "help")
    assert sitting.window.frame.help.isVisible()
    assert not marks.isVisible()
    click(sitting, "help-close")
    assert not sitting.window.frame.help.isVisible()
    assert marks.isVisible()
    assert sitting.window.hinting.advice is not None
