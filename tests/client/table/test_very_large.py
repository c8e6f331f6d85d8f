"""Very large text in a window of 1280x720: the parts of a table share what room there is, and cut nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from client.boards.contract import ScoringStep
from client.look import theme
from client.look.scale import scale_for
from client.messages import catalogue
from client.table.density import density_for
from client.table.scoring import ResultCard, Scoring
from rules.contract import Result, ScoreLine
from rules.message import message
from tests.client.clicking import settle
from tests.client.table.test_window import click

WINDOW = QSize(1280, 720)
NAMES = ("Anna", "Carmen de la Frontera y Ríos", "Bruno", "Mei", "Zahra")


@pytest.fixture
def scale(styled):
    found = scale_for(WINDOW, 150)
    theme.apply(styled, "dark", found)
    return found


def test_the_result_may_be_wider_than_the_board(scale, qtbot) -> None:
    table = QWidget()
    qtbot.addWidget(table)
    table.resize(WINDOW)
    board = QWidget(table)
    board.setGeometry(300, 70, 680, 500)
    card = ResultCard(catalogue("de"), table, board)
    table.show()
    card.show_result(Result("blocks", (2, 1, 3, 4, 5)), (62, 70, 50, 40, 30), NAMES, "alcazar")
    assert table.rect().contains(card.geometry())
    assert card.width() > board.width()
    for part in [*card.findChildren(QLabel), *card.findChildren(QPushButton)]:
        if part.isVisible() and part.text():
            assert part.width() >= part.sizeHint().width(), part.text()
            assert card.rect().contains(QRect(part.mapTo(card, QPoint(0, 0)), part.size())), part.text()


@pytest.mark.parametrize("players", [2, 5])
def test_a_line_of_the_count_is_not_cut(scale, qtbot, players: int) -> None:
    table = QWidget()
    qtbot.addWidget(table)
    table.resize(WINDOW)
    scoring = Scoring(catalogue("de"))
    scoring.setParent(table)
    density = density_for(WINDOW, scale)
    scoring.set_density(density)
    scoring.setGeometry(density.px(7), 500, WINDOW.width() - 2 * density.px(7), density.px(88))
    table.show()
    line = ScoreLine(0, 9, message("alcazar.score.money", seat=0, real=455))
    scoring.begin([ScoringStep((line,))], NAMES[:players], final=True)
    scoring.go(1)
    settle()
    said = scoring.line
    assert "455" in said.text()
    assert said.heightForWidth(said.width()) <= said.height()
    assert scoring.rect().contains(QRect(scoring.next_button.mapTo(scoring, QPoint(0, 0)), scoring.next_button.size()))


def test_the_page_about_a_turn_takes_the_place_of_the_left_column(scale, table) -> None:
    sitting = table("hbb", size=WINDOW.toTuple())
    frame = sitting.window.frame
    assert frame.left_column.isVisible()
    click(sitting, "summary")
    assert frame.summary.isVisible()
    assert not frame.left_column.isVisible()
    assert frame.centre.width() > 0.35 * WINDOW.width()
    click(sitting, "summary")
    assert frame.left_column.isVisible()
    click(sitting, "left-panel")
    click(sitting, "summary")
    click(sitting, "summary")
    assert not frame.left_column.isVisible(), "the player has folded it"
