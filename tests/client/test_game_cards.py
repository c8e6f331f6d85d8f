"""The cards of the games on the start page."""

import re

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton

from client.boards import posters
from client.look import theme
from client.messages import catalogue, languages
from client.pages.gamecards import GameCard
from rules.registry import games
from tests.client.person import wait

GAMES = sorted(posters.POSTERS)


def test_a_card_states_the_facts_of_its_game():
    assert {"alcazar", "big-boss", "burgenland", "torres"} <= set(GAMES)
    for game in GAMES:
        seats = games()[game].seats
        assert (posters.POSTERS[game].few, posters.POSTERS[game].many) == (seats[0], seats[-1]), game


@pytest.mark.parametrize("language", languages())
def test_a_card_has_the_name_of_its_game(language):
    text = catalogue(language).text
    assert [text(f"poster.{game}.title") for game in GAMES] == [text(f"{game}.title") for game in GAMES]


@pytest.mark.parametrize("language", languages())
def test_a_card_names_a_single_number_of_players_once(language, styled, qtbot, monkeypatch):
    monkeypatch.setitem(posters.POSTERS, "torres", posters.POSTERS["torres"]._replace(few=2, many=2))
    card = GameCard(catalogue(language), "torres")
    qtbot.addWidget(card)
    players = card.accessibleDescription().partition("·")[0]
    assert re.findall(r"\d+", players) == ["2"], players


@pytest.mark.parametrize("game", GAMES)
def test_a_card_leads_to_its_game(person, game):
    anna = person("Anna")
    anna.click(f"start-game-{game}")
    assert anna.page == "offline-page"
    assert anna.find(f"game-{game}").isChecked()


@pytest.mark.parametrize(("mark", "page"), [("host", "host-page"), ("learn", "lessons-page")])
def test_the_small_buttons_host_and_teach(person, mark, page):
    anna = person("Anna")
    anna.click(f"start-{mark}-torres")
    assert anna.page == page
    if mark == "host":
        assert anna.find("game-torres").isChecked()


def test_the_picture_follows_the_first_frame(styled, qtbot):
    card = GameCard(catalogue("en"), "burgenland")
    qtbot.addWidget(card)
    card.resize(280, 300)
    sketch = card.grab().toImage()
    assert not card.findChildren(QPushButton), "the small buttons can wait, too"
    wait(lambda: card.findChildren(QPushButton) or None, "for the scene")
    whole = card.grab().toImage()
    assert colours(whole) > 4 * colours(sketch)


def colours(image: QImage) -> int:
    return len({image.pixel(x, y) for x in range(20, 260, 4) for y in range(50, 230, 4)})


@pytest.mark.parametrize("game", GAMES)
def test_a_scene_looks_different_at_dusk(styled, game):
    day, dusk = (posters.painted(game, QSize(180, 120), late).toImage() for late in (False, True))
    light = [
        sum(image.pixelColor(x, y).lightness() for x in range(0, 180, 6) for y in range(0, 120, 6)) for image in (day, dusk)
    ]
    assert light[0] > 1.5 * light[1]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_words_fit_the_smallest_card(styled, language, game):
    text, poster = catalogue(language).text, posters.POSTERS[game]
    about = text("poster.about", few=poster.few, many=poster.many, minutes=poster.minutes)
    card = GameCard(catalogue(language), game)
    room = 170 - 2 * 7 - 8
    from PySide6.QtGui import QFontMetrics

    assert QFontMetrics(theme.font(12)).horizontalAdvance(about) <= room
    assert about in card.accessibleDescription()
    card.deleteLater()
