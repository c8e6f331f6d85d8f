"""Every picture paints, shows what it points at, and its numbers are those of the engine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from client.look import theme
from client.messages import languages
from client.pictures.gallery import Gallery
from client.pictures.painter import Painter
from client.pictures.painting import paint, paint_and_tell, painted
from client.pictures.picture import COVER, PICTURES, WIDE, LessonError, figures, height_of, load, names_of, sums
from client.pictures.request import Request
from client.system.errands import Errands
from rules.registry import games
from tests.client.person import wait
from tests.client.pictures.measures import number_of

GAMES = tuple(game for game in games() if (PICTURES / f"{game}.json").exists())
ALL = [(game, name) for game in GAMES for name in names_of(game)]
SUMS = [(game, name) for game in GAMES for name in dict.fromkeys(figure.partition(".")[0] for figure in sums(game))]


def asked_for(game: str, name: str, look: str = "dark", language: str = "en", scale: float = 1.0) -> Request:
    size = (round(WIDE * scale), round(height_of(game, name) * scale))
    return Request(game, name, look, language, size, scale)


@pytest.fixture
def easel(styled: QApplication) -> Iterator[QApplication]:
    """Painting changes the look of the program that paints: restore it afterwards."""
    yield styled
    if (theme.palette().name, theme.scale()) != ("dark", 1.0):
        theme.apply(styled, "dark")


def test_a_game_with_pictures_has_those_that_the_program_shows() -> None:
    assert {"alcazar", "big-boss", "burgenland", "torres"} <= {file.stem for file in PICTURES.glob("*.json")} == set(GAMES)
    assert all({COVER, "gold"} <= set(names_of(game)) for game in GAMES)


@pytest.mark.parametrize(("game", "name"), ALL, ids=[f"{game}/{name}" for game, name in ALL])
def test_a_picture_paints_and_shows_what_it_points_at(easel, game: str, name: str) -> None:
    request = asked_for(game, name)
    image, missing = paint_and_tell(request)
    assert (image.width(), image.height()) == request.size
    assert colours_in(image) > 40
    assert missing == []


@pytest.mark.parametrize(("game", "look"), list(zip(GAMES, cycle(["light", "contrast"]), strict=False)))
def test_a_picture_is_painted_in_the_theme_of_the_player(easel, game: str, look: str) -> None:
    assert paint(asked_for(game, "gold", look)) != paint(asked_for(game, "gold"))


@pytest.mark.parametrize("language", languages())
def test_words_in_a_picture_are_in_the_language_of_the_player(easel, language: str) -> None:
    image, english = (paint(asked_for("torres", "scoring", language=one)) for one in (language, "en"))
    assert (image == english) == (language == "en")


def test_a_picture_grows_with_the_text(easel) -> None:
    assert paint(asked_for("torres", "king", scale=1.4)).width() == round(WIDE * 1.4)


def test_a_picture_fills_its_room_on_a_scaled_screen(easel) -> None:
    """The board of a cover was drawn at two thirds of its size where QT_SCALE_FACTOR is 1.5."""
    request = asked_for("torres", COVER)
    program = "import sys; from client.pictures.painting import painted; from client.pictures.request import Request; "
    program += f"sys.stdout.buffer.write(painted({request!r}))"
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | {"QT_SCALE_FACTOR": "1.5"}, capture_output=True, check=True
    )
    plain = QImage.Format.Format_RGB32
    assert QImage.fromData(done.stdout).convertToFormat(plain) == paint(request).convertToFormat(plain)


@pytest.mark.parametrize(("game", "name"), SUMS, ids=[f"{game}/{name}" for game, name in SUMS])
def test_the_numbers_in_the_help_are_what_the_engine_computes(game: str, name: str) -> None:
    picture, told = load(game, name), figures(game)
    for figure, (number, how) in sums(game).items():
        if figure.partition(".")[0] == name:
            assert number == told[figure] == number_of(how, picture), figure


def test_the_discs_on_the_fields_of_a_castle_add_up_to_its_value() -> None:
    picture = load("big-boss", "values")
    assert sum(int(label) for label in picture.labels.values()) == figures("big-boss")["values.worth"]


def test_a_label_with_the_height_of_a_tower_is_right() -> None:
    assert load("torres", "looking").labels == {"place 37": str(figures("torres")["looking.height"])}


def test_the_free_fields_of_a_founding_are_free() -> None:
    for name in ("founding", "ours"):
        picture = load("big-boss", name)
        levels = picture.before.facts()["levels"]
        assert [levels[int(place.removeprefix("place ")) - 1] for place in picture.labels] == [0, 0, 0]


def test_a_picture_that_is_not_there_is_an_error_with_a_sentence() -> None:
    with pytest.raises(LessonError):
        load("torres", "nothing")


# -- the process and what it has painted --------------------------------------------------------------------------------


def test_the_process_paints_and_the_gallery_keeps_it(styled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "ask", Errands.ask)
    gallery, came = Gallery(), []
    gallery.painted.connect(came.append)
    request = asked_for("torres", "king")
    try:
        assert gallery.image(request) is None
        wait(lambda: came, "for a picture")
        assert came == [request]
        image = gallery.image(request, 2.0)
        assert image is not None
        assert (image.width(), image.height()) == request.size
        assert image.devicePixelRatio() == 2.0
    finally:
        gallery.close()


def test_without_a_process_no_picture_ever_comes(styled, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_painter: Painter) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(Painter, "ask", Errands.ask)
    monkeypatch.setattr(Painter, "ready", refuse)
    gallery, came = Gallery(), []
    gallery.painted.connect(came.append)
    request = asked_for("torres", "king")
    assert gallery.image(request) is None
    wait(lambda: came, "for an answer")
    image = gallery.image(request)
    assert image is not None
    assert image.isNull()
    gallery.close()


def test_pictures_asked_for_come_before_those_foreseen(asked_pictures: list[object]) -> None:
    gallery = Gallery()
    gallery.foresee([asked_for("torres", "king")])
    assert asked_pictures == [asked_for("torres", "king")]


def test_a_picture_is_a_png_file(easel) -> None:
    assert not QImage.fromData(painted(asked_for("burgenland", "paying"))).isNull()


def colours_in(image: QImage) -> int:
    """How many colours some hundred points of a picture have."""
    points = ((x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9))
    return len({image.pixel(x, y) for x, y in points})
