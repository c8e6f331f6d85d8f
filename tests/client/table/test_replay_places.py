"""The replay's graph, marks, jumps and copies, and playing on from it, driven by its widgets."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from client.messages import catalogue
from client.table.recording import watch
from client.table.replay import ReplayWindow
from client.table.replaybar import SPECTATOR
from tests.client.clicking import choose_by_keys, click_entry
from tests.client.person import wait
from tests.client.table.tables import Settings

ROOT = Path(__file__).parent.parent.parent
BIG_BOSS = ROOT / "golden" / "big-boss" / "3-blocks.alarife"
TORRES = ROOT / "golden" / "torres" / "2-third-year.alarife"
ALCAZAR = ROOT / "golden" / "alcazar" / "2-bridges.alarife"

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # menus, on a platform without a screen


def opened(qtbot, file) -> ReplayWindow:
    window = ReplayWindow(file, catalogue(), Settings())
    qtbot.addWidget(window)
    window.setMinimumSize(960, 600)
    window.resize(1280, 720)
    window.show()
    wait(lambda: hasattr(window, "watched"))
    return window


def more(window: ReplayWindow, name: str) -> None:
    """Click an entry of the menu of jumps and copies."""
    bar = window.bar
    click_entry(bar.more, bar.more.menu(), bar.actions_by_name[name].text())


def what_if(window: ReplayWindow, seat: int) -> None:
    """Click the offer to play on in a seat."""
    bar = window.bar
    click_entry(bar.branch, bar.branch.menu(), bar.actions_by_name[f"what-if-{seat}"].text())


@pytest.fixture
def replay(styled, qtbot):
    return opened(qtbot, BIG_BOSS)


def kinds(file):
    return {moment.kind for moment in watch(file).moments}


def test_captures_mergers_bridges_and_years_are_marked():
    assert kinds(BIG_BOSS) == {"capture", "merger"}
    assert kinds(ALCAZAR) == {"capture", "merger", "bridge"}
    assert kinds(TORRES) == {"year"}
    assert [dict(moment.event.values)["phase"] for moment in watch(TORRES).moments] == [1, 2, 3]


def test_a_click_on_the_graph_goes_to_the_turn_and_on_a_mark_to_the_mark(replay):
    graph = replay.bar.graph
    wait(lambda: graph.width() > 300)
    last = len(replay.watched.steps)
    QTest.mouseClick(graph, Qt.MouseButton.LeftButton, pos=QPoint(graph.width() - 1, 20))
    assert replay.index == last
    moment = replay.watched.moments[0]
    QTest.mouseClick(graph, Qt.MouseButton.LeftButton, pos=QPoint(round(graph.x_of(moment.index)), 20))
    assert replay.index in {moment.index for moment in replay.watched.moments}
    free = next(
        mark
        for mark in replay.watched.marks
        if all(abs(graph.x_of(m.index) - graph.x_of(mark.index)) > 9 for m in replay.watched.moments)
    )
    QTest.mouseClick(graph, Qt.MouseButton.LeftButton, pos=QPoint(round(graph.x_of(free.index)) + 1, 20))
    assert replay.index in {mark.index for mark in replay.watched.marks}
    assert abs(graph.x_of(replay.index) - graph.x_of(free.index)) <= 2


def test_the_graph_shows_turn_event_and_scores(replay):
    graph = replay.bar.graph
    moment = next(moment for moment in replay.watched.moments if moment.kind == "capture")
    said = graph.about(graph.x_of(moment.index))
    assert "Turn " in said
    assert "captured" in said or "takes over" in said
    assert all(name in said for name in replay.watched.names)
    assert graph.accessibleDescription() == ", ".join(
        f"{name} {score}"
        for name, score in zip(replay.watched.names, replay.watched.position(len(replay.watched.steps)).scores(), strict=True)
    )


def test_every_line_of_the_graph_is_painted_in_the_colour_of_its_seat(replay):
    from client.look import theme

    wait(lambda: replay.bar.graph.width() > 300)
    image = replay.bar.graph.grab().toImage()
    seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert {theme.seat_colour(seat).name() for seat in range(3)} <= seen


def test_the_player_can_jump_to_marks_and_own_turns(replay):
    moments = [moment.index for moment in replay.watched.moments]
    more(replay, "mark-next")
    assert replay.index == moments[0]
    more(replay, "mark-next")
    assert replay.index == next(place for place in moments if place > moments[0])
    more(replay, "mark-previous")
    assert replay.index == moments[0]
    QTest.keyClick(replay, Qt.Key.Key_Home)
    more(replay, "mark-previous")
    assert replay.index == 0
    choose_by_keys(replay.bar.chooser, replay.bar.chooser.findData(1))
    own = [mark.index for mark in replay.watched.marks if mark.seat == 1]
    for place in own[:3]:
        QTest.keyClick(replay, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
        assert replay.index == place
    QTest.keyClick(replay, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert replay.index == own[1]


def test_own_turns_are_those_of_the_people_whose_file_it_is(styled, qtbot):
    file = ROOT / "ages" / "455729d" / "games" / "two-big-boss" / "1.alarife"
    window = opened(qtbot, file)
    assert window.own == window.watched.mine
    assert len(window.own) == 1
    more(window, "own-next")
    assert window.watched.position(window.index).turn in window.own


def test_the_position_is_copied_as_text_and_as_a_picture(replay):
    clipboard = QGuiApplication.clipboard()
    replay.go(60)
    more(replay, "copy-text")
    said = clipboard.text()
    assert said.startswith("Das neue Big Boss\nTurn ")
    assert all(name in said for name in replay.watched.names)
    assert "blocks left" in said
    more(replay, "copy-picture")
    picture = clipboard.pixmap()
    assert (picture.width(), picture.height()) == (replay.view.board.width(), replay.view.board.height())
    assert "clipboard" in replay.frame.prompt.text


def test_a_copied_text_contains_no_more_than_the_screen_shows(replay):
    replay.go(60)
    chooser = replay.bar.chooser
    choose_by_keys(chooser, chooser.findData(SPECTATOR))
    more(replay, "copy-text")
    hidden = QGuiApplication.clipboard().text()
    choose_by_keys(chooser, 0)
    more(replay, "copy-text")
    assert QGuiApplication.clipboard().text() != hidden


@pytest.mark.parametrize("file", [BIG_BOSS, TORRES, ALCAZAR], ids=lambda file: file.parent.name)
def test_what_if_plays_on_against_bots_and_comes_back(styled, qtbot, file):
    window = opened(qtbot, file)
    mark = window.watched.marks[len(window.watched.marks) // 3]
    window.go(mark.index)
    what_if(window, mark.seat)
    table = wait(lambda: window.table)
    assert table.position.digest() == window.watched.position(mark.index).digest()
    assert [seat.kind for seat in table.seats].count("person") == 1
    assert "Nothing of this is saved" in "".join(table.frame.talk.log.lines())
    wait(lambda: table.turn is not None)
    while table.turn is not None and not table.turn.complete:
        table.want(table.turn.state.moves()[0])
    QTest.mouseClick(table.turn_bar.confirm_button, Qt.MouseButton.LeftButton)
    wait(lambda: table.index > 0)
    wait(lambda: table.position.turn != mark.seat or table.turn is not None)
    QTest.mouseClick(table.frame.top.buttons["leave"], Qt.MouseButton.LeftButton)
    assert window.table is None
    assert window.index == mark.index
    assert window.frame.isVisible()


def test_what_if_at_the_end_says_why_not(replay):
    replay.go(len(replay.watched.steps))
    what_if(replay, 0)
    wait(lambda: "The game is over here" in replay.frame.prompt.text)
    assert replay.table is None
