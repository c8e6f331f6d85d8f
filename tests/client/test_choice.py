"""Lists to choose from: a choice that does not fit ends in an ellipsis, and its tooltip has the full text."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QSize
from PySide6.QtGui import QHelpEvent, QIcon, QPixmap
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

import client
from client.lobby.options import OptionRows
from client.look.choice import Choice
from client.look.plain import give_tip
from client.messages import catalogue, languages
from rules.registry import game

LONG = "a choice that is much longer than the field it is shown in"


@pytest.fixture
def choice(styled, qtbot) -> Choice:
    made = Choice()
    qtbot.addWidget(made)
    made.addItems([LONG, "short"])
    give_tip(made, "What it is about.")
    made.resize(160, made.sizeHint().height())
    return made


def test_a_long_choice_ends_in_an_ellipsis(choice: Choice) -> None:
    assert choice.shown().endswith("…")
    assert LONG.startswith(choice.shown()[:-1])
    assert choice.told() == f"{LONG}\nWhat it is about."


def test_a_choice_that_fits_is_shown_whole(choice: Choice) -> None:
    choice.setCurrentIndex(1)
    assert choice.shown() == "short"
    assert choice.told() == "What it is about."


def test_an_icon_takes_room_from_its_choice(choice: Choice) -> None:
    without = choice.shown()
    choice.setIconSize(QSize(40, 20))
    choice.setItemIcon(0, QIcon(QPixmap(40, 20)))
    assert len(choice.shown()) < len(without)


def test_every_list_of_the_program_is_one_of_these() -> None:
    folder = Path(client.__file__).parent
    assert [file.name for file in folder.rglob("*.py") if "= QComboBox(" in file.read_text("utf-8")] == []


def test_the_tooltip_has_the_whole_choice(choice: Choice, monkeypatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda where, text, widget: said.append(text))
    QApplication.sendEvent(choice, QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), QPoint(5, 5)))
    assert said == [f"{LONG}\nWhat it is about."]


def test_the_open_list_shows_every_choice_whole(styled, qtbot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(700, 300)
    narrow = Choice()
    narrow.setParent(page)
    narrow.addItems([LONG, "short"])
    narrow.resize(160, 30)
    narrow.widen()
    assert narrow.view().minimumWidth() >= narrow.fontMetrics().horizontalAdvance(LONG)


@pytest.mark.parametrize("language", languages())
def test_a_house_rule_that_is_cut_off_says_so(styled, qtbot, language: str) -> None:
    """In the narrow column of a window of 800x600."""
    column = QWidget()
    qtbot.addWidget(column)
    column.resize(240, 900)
    rows = OptionRows(catalogue(language))
    rows.setParent(column)
    torres = game("torres")
    rows.show_options("torres", torres.options, {"mode": "master", "stack_limit": "two_players"}, changeable=True)
    rows.resize(240, 900)
    column.show()
    QApplication.processEvents()
    for listed in rows.findChildren(Choice):
        whole = listed.currentText()
        assert listed.shown() == whole or (listed.shown().endswith("…") and whole in listed.told())
