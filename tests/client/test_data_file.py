"""The setup page of a game whose data file people may correct."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QFileDialog

from client.lobby.setup import SetupPage
from client.messages import catalogue
from client.system.settings import Settings
from net.boards import choose_board
from net.corrections import correct, corrected
from net.rulebook import shipped_file


@pytest.fixture
def page(home: Path, styled, qtbot) -> Iterator[SetupPage]:
    correct(home / "games")
    shown = SetupPage(catalogue(), Settings(name="Anna"), hosting=False)
    qtbot.addWidget(shown)
    shown.setMinimumSize(960, 600)
    shown.resize(1280, 720)
    shown.show()
    shown.begin()
    shown.choose_game("burgenland")
    QTest.mouseClick(shown.advanced.button, Qt.MouseButton.LeftButton)
    yield shown
    correct(None)


def load(page: SetupPage, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    QTest.mouseClick(page.data_file.load_button, Qt.MouseButton.LeftButton)


def test_only_games_with_a_correctable_file_offer_correction(page: SetupPage) -> None:
    assert page.data_file.isVisible()
    assert "own burgenland.json" in page.data_file.said.text()
    assert not page.data_file.back_button.isVisible()
    page.choose_game("big-boss")
    assert not page.advanced.isVisible()


def test_options_that_few_people_need_are_folded_away(page: SetupPage) -> None:
    page.choose_game("torres")
    page.choose_game("burgenland")
    assert page.advanced.isVisible()
    assert not page.data_file.isVisible()
    assert page.advanced.button.accessibleName() == "Advanced"
    QTest.keyClick(page.advanced.button, Qt.Key.Key_Space)
    assert page.data_file.isVisible()
    QTest.keyClick(page.advanced.button, Qt.Key.Key_Space)
    assert not page.data_file.isVisible()


def test_a_corrected_file_in_use_is_not_folded_away(page: SetupPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(shipped_file("burgenland")), "utf-8")
    load(page, monkeypatch, file)
    page.choose_game("torres")
    page.choose_game("burgenland")
    assert "your corrected burgenland.json" in page.data_file.said.text()
    assert page.data_file.isVisible()


def test_the_house_rules_are_shown_and_chosen(page: SetupPage) -> None:
    assert set(page.options.values()) == {"balanced_start", "screens"}
    box = page.options.findChild(QCheckBox, "option-balanced_start")
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert page.plan().options["balanced_start"] == "on"


def test_a_corrected_file_can_be_loaded_and_removed(
    page: SetupPage, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = json.loads(json.dumps(shipped_file("burgenland")))
    content["ours"]["jokers_for_wall"] = [1, 2, 3, 4]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(content), "utf-8")
    load(page, monkeypatch, file)
    assert corrected("burgenland") == home / "games" / "burgenland.json"
    assert "your corrected burgenland.json" in page.data_file.said.text()
    assert page.plan().board is None, "a game that begins now is played by the corrected file, and not on the shipped board"
    assert page.board.choice.currentText() == "Corrected"
    QTest.mouseClick(page.data_file.back_button, Qt.MouseButton.LeftButton)
    assert corrected("burgenland") is None
    assert [page.board.choice.itemText(row) for row in range(page.board.choice.count())] == ["Alarife’s own"]
    assert "own burgenland.json" in page.data_file.said.text()


def test_a_board_chosen_on_the_page_for_boards_is_named_here(page: SetupPage) -> None:
    """Both pages change the same file, and this one is kept while the person is at the other."""
    content = json.loads(json.dumps(shipped_file("burgenland")))
    content["ours"]["jokers_for_wall"] = [1, 2, 3, 4]
    choose_board("burgenland", content)
    page.begin()
    assert "your corrected burgenland.json" in page.data_file.said.text()
    assert page.data_file.back_button.isVisible()
    choose_board("burgenland", None)
    page.begin()
    assert "own burgenland.json" in page.data_file.said.text()
    assert not page.data_file.back_button.isVisible()


def test_a_broken_file_is_refused_with_its_sentence(page: SetupPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = json.loads(json.dumps(shipped_file("burgenland")))
    content["ours"]["castles"]["4"]["between"] = ["A", "Z"]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(content), "utf-8")
    load(page, monkeypatch, file)
    assert "castle 4: there is no crossing “Z”" in page.data_file.said.text()
    assert page.data_file.said.property("role") == "error"
    assert corrected("burgenland") is None


def test_a_copy_to_correct_is_saved_and_can_be_loaded(page: SetupPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "copy.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    QTest.mouseClick(page.data_file.copy_button, Qt.MouseButton.LeftButton)
    assert json.loads(file.read_text("utf-8")) == shipped_file("burgenland")
    load(page, monkeypatch, file)
    assert "your corrected burgenland.json" in page.data_file.said.text()


def test_a_copy_that_cannot_be_written_says_so(page: SetupPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "nowhere" / "copy.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    QTest.mouseClick(page.data_file.copy_button, Qt.MouseButton.LeftButton)
    assert str(file) in page.data_file.said.text()
    assert page.data_file.said.property("role") == "error"
