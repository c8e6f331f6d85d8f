"""The help over the board: opened by key, button and prompt, at the topic that fits, and closed again."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.table.topics import TABLE_TOPICS
from rules.contract import Move
from tests.client.table.test_window import click, loop

KEY = Qt.Key


def test_f1_opens_the_help_at_the_topic_of_the_prompt(table) -> None:
    sitting = table("hb")
    window = sitting.window
    panel = window.frame.help
    assert not panel.isVisible()
    QTest.keyClick(window, KEY.Key_F1)
    assert panel.isVisible()
    assert panel.topic == "turn"
    assert "A turn" in panel.text.toPlainText()
    QTest.keyClick(window, KEY.Key_F1)
    assert not panel.isVisible()
    play = next(move for move in window.turn.state.moves() if move.kind == "play" and loop(sitting).outcome(move).options)
    window.want(play)
    click(sitting, "prompt-help")
    assert panel.topic == "founding"
    click(sitting, "help-close")
    window.want(Move("villa"))
    click(sitting, "help")
    assert panel.topic == "nobles"


def test_escape_closes_the_help_and_the_keys_go_back_to_the_table(table) -> None:
    sitting = table("hb")
    window = sitting.window
    click(sitting, "help")
    assert window.frame.help.list.hasFocus()
    QTest.keyClick(window.frame.help.list, KEY.Key_Escape)
    assert not window.frame.help.isVisible()
    assert window.frame.hasFocus()


def test_keys_in_the_help_do_not_reach_the_table(table) -> None:
    sitting = table("hb")
    window = sitting.window
    window.want(Move("buy-tower"))
    assert window.turn.complete
    click(sitting, "help")
    QTest.keyClick(window.frame.help.list, KEY.Key_Return)
    assert sitting.node.acted == []


def test_every_topic_can_be_read(table) -> None:
    sitting = table("hb")
    panel = sitting.window.frame.help
    click(sitting, "help")
    seen = []
    for row in range(panel.list.count()):
        panel.list.setCurrentRow(row)
        seen.append(panel.topic)
        assert panel.text.toPlainText().startswith(panel.pages[row].title)
        assert panel.text.verticalScrollBar().value() == 0
    assert seen[:2] == ["goal", "turn"]
    assert seen[-1 - len(TABLE_TOPICS) :] == ["house-rules", *TABLE_TOPICS]
    assert "Hidden money" in panel.pages[-1 - len(TABLE_TOPICS)].text


def test_the_help_stays_over_the_board_when_the_window_shrinks(table) -> None:
    sitting = table("hb", size=(1600, 900))
    window = sitting.window
    click(sitting, "help")
    window.resize(1000, 640)
    assert window.frame.centre.rect().contains(window.frame.help.geometry())
