"""The page that sets up a table introduces the chosen game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from client.lessons import lesson
from client.lobby.setup import SetupPage
from client.look import theme
from client.messages import catalogue, languages
from client.pictures import picture
from client.pictures.gallery import gallery
from client.pictures.painting import painted
from client.system.settings import Settings
from client.table.topics import measure_of
from rules.registry import games

GAMES = tuple(games())
MEASURED = tuple(game for game in GAMES if measure_of(game) is not None)


@pytest.fixture
def page(styled, qtbot) -> Iterator:
    kept = []

    def come(language: str = "en", hosting: bool = False) -> SetupPage:
        shown = SetupPage(catalogue(language), Settings(name="Anna"), hosting)
        kept.append(shown)
        qtbot.addWidget(shown)
        shown.setMinimumSize(960, 600)
        shown.resize(1280, 720)
        shown.show()
        shown.begin()
        return shown

    return come


@pytest.mark.parametrize("hosting", [False, True], ids=["here", "hosting"])
@pytest.mark.parametrize("language", languages())
def test_every_game_is_introduced_and_nothing_is_cut(page, language: str, hosting: bool) -> None:
    shown = page(language, hosting)
    for game in GAMES:
        shown.choose_game(game)
        for _ in range(3):
            QApplication.processEvents()
        intro = shown.intro
        few, many = games()[game].seats[0], games()[game].seats[-1]
        assert re.match(rf"{few} \w+ {many} \w" if few < many else rf"{few} \w", intro.measure.text())
        assert game not in MEASURED or intro.about.text().count(". ") == 2, f"{game} in {language}: three sentences"
        assert intro.picture.accessibleName()
        for line in (intro.measure, intro.about):
            assert line.heightForWidth(line.width()) <= line.height(), line.text()
        for button in intro.findChildren(QPushButton):
            assert button.sizeHint().width() <= button.width()
        assert "json" not in " ".join((intro.measure.text(), intro.about.text()))


def test_the_stated_length_makes_sense() -> None:
    assert {"alcazar", "big-boss", "burgenland", "torres"} <= set(MEASURED)
    for game in MEASURED:
        measure = measure_of(game)
        assert measure is not None
        assert measure.turns[0] >= measure.turns[1]
        assert measure.level in ("easy", "middle", "hard")


def test_the_picture_comes_when_it_is_painted(page, asked_pictures, styled) -> None:
    shown = page()
    shown.choose_game("torres")
    QApplication.processEvents()
    picture = shown.intro.picture
    before = picture.grab().toImage()
    request = picture.request
    assert request in asked_pictures
    content = painted(request)
    theme.apply(styled, "dark")
    gallery().take(request, content)
    QApplication.processEvents()
    assert picture.grab().toImage() != before


def test_another_theme_has_another_picture(page, styled) -> None:
    shown = page()
    dark = shown.intro.picture.request
    theme.apply(styled, "light")
    assert shown.intro.picture.request != dark
    theme.apply(styled, "dark")


def test_the_page_to_host_opens_with_the_game_that_was_chosen_and_back(person) -> None:
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("game-torres")
    anna.click("offline-page-elsewhere")
    assert anna.page == "host-page"
    assert anna.find("game-torres").isChecked()
    anna.click("game-alcazar")
    anna.click("host-page-elsewhere")
    assert anna.page == "offline-page"
    assert anna.find("game-alcazar").isChecked()


def test_learning_is_one_click_away(page, qtbot) -> None:
    shown = page()
    shown.choose_game("burgenland")
    with qtbot.waitSignal(shown.learn) as asked:
        QTest.mouseClick(shown.findChild(QPushButton, "offline-page-learn"), Qt.MouseButton.LeftButton)
    assert asked.args == ["burgenland"]


def test_a_game_without_pictures_and_lessons_has_no_frame_and_no_button_for_them(page, monkeypatch, tmp_path) -> None:
    shown = page()
    shown.choose_game("torres")
    assert shown.intro.picture.isVisible()
    assert shown.intro.lessons.isVisible()
    monkeypatch.setattr(picture, "PICTURES", tmp_path)
    monkeypatch.setattr(lesson, "LESSONS", tmp_path)
    shown.choose_game("alcazar")
    shown.resize(1400, 800)
    assert not shown.intro.picture.isVisible()
    assert not shown.intro.lessons.isVisible()


def test_an_only_bot_is_not_called_the_easiest(page, monkeypatch) -> None:
    torres = games()["torres"]
    monkeypatch.setattr(torres, "bots", {"random": torres.bots["random"]._replace(offered=True)})
    shown = page()
    shown.choose_game("torres")
    assert not shown.advice.isVisible()


@pytest.mark.parametrize("language", languages())
def test_a_game_with_one_number_of_players_names_it_once(page, language: str, monkeypatch) -> None:
    torres = games()["torres"]
    monkeypatch.setattr(torres, "seats", (2,))
    shown = page(language)
    shown.choose_game("torres")
    words = (shown.intro.measure.text(), shown.findChild(QPushButton, "game-torres").accessibleDescription())
    for said in words:
        assert re.findall(r"\b2\b", said) == ["2"], said
    assert str(measure_of("torres").turns[0]) in words[0]
