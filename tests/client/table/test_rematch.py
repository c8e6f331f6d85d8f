"""The button for a rematch on the result of a finished game."""

from dataclasses import replace

from client.messages import catalogue
from client.table.window import TableWindow
from net.api import RematchChanged
from tests.client.clicking import double_click
from tests.client.table.tables import FakeBridge, Settings, begun, opened, seats_of
from tests.client.table.test_scoring import child, click, nearly, over  # noqa: F401  - a table whose game is over


def test_the_button_says_what_it_does_at_the_moment(over):  # noqa: F811
    asked = []
    over.node.rematch = lambda *given: asked.append(given)
    over.window.rematch.connect(asked.append)
    click(over, "scoring-skip")
    assert child(over, "result-rematch").text() == "Rematch"
    over.bridge.event.emit(RematchChanged(False, ("Bruno", "Mei"), ""))
    assert child(over, "rematch-said").text() == "Bruno and Mei would like a rematch."
    click(over, "result-rematch")
    assert asked == [False]
    over.bridge.event.emit(RematchChanged(True, (), ""))
    assert child(over, "result-rematch").text() == "Open it here"
    click(over, "result-rematch")
    assert asked == [False, True]
    over.bridge.event.emit(RematchChanged(False, ("Bruno",), "Bruno"))
    assert child(over, "result-rematch").text() == "Join Bruno’s rematch"
    click(over, "result-rematch")
    assert asked == [False, True, False]
    card = over.window.result
    assert card.parentWidget().rect().contains(card.geometry())


def test_a_double_click_asks_for_a_rematch_and_opens_no_table(over):  # noqa: F811
    """The answer of the network comes between the two clicks."""
    asked = []

    def rematch(here):
        asked.append(here)
        over.bridge.event.emit(RematchChanged(True, (), ""))

    over.window.rematch.connect(rematch)
    click(over, "scoring-skip")
    double_click(child(over, "result-rematch"))
    assert asked == [False]


def test_a_player_looking_at_the_board_is_told_about_the_wish(over):  # noqa: F811
    click(over, "scoring-skip")
    click(over, "result-board")
    over.bridge.event.emit(RematchChanged(False, ("Bruno",), ""))
    assert over.window.frame.prompt.text == "Bruno would like a rematch."


def test_a_watcher_is_not_asked(styled, qtbot):
    state, dealer = begun(2)
    bridge = FakeBridge(state, dealer, seats_of("rr"))
    window = TableWindow(bridge, replace(opened(bridge), watching=True), catalogue(), Settings())
    qtbot.addWidget(window)
    assert window.result.rematch_box.button.isHidden()
