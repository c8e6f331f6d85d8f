"""Every text on a screen, in a tip or for a screen reader comes from the catalogue: in a made-up language, no other letters
appear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from client.lessons.lesson import file_of, games_with_lessons, load
from client.look import theme
from client.messages import catalogue, fields, languages
from client.table.replay import ReplayWindow
from rules.registry import games
from tests.client.lessons.learner import Learner
from tests.client.person import wait
from tests.client.pseudo import FROM_RIGHT, LONGER, Painted, plain_words, pseudo, shown, spoken
from tests.client.table.sitting import sit_down
from tests.client.table.tables import NAMES, Settings, advanced, begun
from tests.client.test_start_page import PAGES

GOLDEN = Path(__file__).parents[1] / "golden"

KEYS = (
    "Ctrl",
    "Shift",
    "Alt",
    "Esc",
    "Space",
    "Del",
    "Home",
    "End",
    "PgUp",
    "PgDown",
    "Return",
    "Enter",
    "Left",
    "Right",
    "F1",
)
"""Qt's names of keys, which have no translation here."""

FREE = {
    "settings-language": "each language is called what its speakers call it",
    "key-words": "the words of a key are the same everywhere",
    "credits": "names of libraries, licences and addresses",
    "help-text": "pages of the help are files of their own, in each language",
    "summary-text": "so are the summaries of a turn",
    "invite-code": "a code",
    "invite-words": "its words are the same everywhere",
}
"""Widgets whose text does not belong to the program, and why."""


@pytest.fixture
def painted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Painted]:
    """Offer the made-up languages, and note every painted text."""
    with spoken(tmp_path):
        yield Painted(monkeypatch)


def foreign(window: QWidget, painted: Painted, *names: str) -> dict[str, list[str]]:
    """The texts in a window with words that are not from the catalogue, and those words."""
    for _ in range(3):
        QApplication.processEvents()
    window.grab()
    free = {
        widget
        for name in FREE
        for found in window.findChildren(QWidget, name)
        for widget in (found, *found.findChildren(QWidget))
    }
    known = frozenset(word for name in (*names, *KEYS) for word in re.findall(r"[A-Za-z]+", name))
    found = {}
    for where, text in shown(window, free):
        words = plain_words(text, known)
        if words:
            found[f"{where}: {text}"] = words
    for text in painted.texts:
        if words := plain_words(text, known):
            found[f"painted: {text}"] = words
    painted.texts.clear()
    return found


def test_the_made_up_language_is_longer_and_keeps_the_fields() -> None:
    said = pseudo("{seat:seat} pays {coins:plural one coin|{} coins} for a wall.")
    assert said.startswith("[{seat:seat} ƥȧẏş {coins:plural 1=ǿƞḗ ƈǿīƞ|other={} ƈǿīƞş} ƒǿř ȧ ẇȧŀŀ.")
    assert said.endswith("ẋ]")
    assert fields(said) == ["coins", "seat"]
    assert len(pseudo("Play against the bots")) >= 1.35 * len("Play against the bots")
    assert pseudo("Games (*.alarife)").startswith("[Ɠȧḿḗş (*.alarife)")


def test_a_text_from_elsewhere_is_found(painted: Painted, styled, qtbot) -> None:
    from PySide6.QtWidgets import QPushButton

    window = QWidget()
    qtbot.addWidget(window)
    button = QPushButton(catalogue(LONGER).text("client.cancel"), window)
    window.show()
    assert foreign(window, painted) == {}
    button.setToolTip("Undo")
    assert foreign(window, painted) == {"QPushButton ?: Undo": ["Undo"]}
    assert {LONGER, FROM_RIGHT} <= set(languages())


@pytest.mark.parametrize("page", [*PAGES, "start", "lessons", "library", "lobby"])
def test_every_text_of_a_page_is_in_the_catalogue(person, painted: Painted, page: str) -> None:
    anna = person("Anna")
    anna.window.resize(1280, 720)
    anna.settings.language = LONGER
    anna.window.restyle()
    if page in PAGES:
        anna.click(page)
    elif page == "lessons":
        anna.window.pages.show_lessons()
    elif page == "library":
        anna.window.pages.show_library()
    elif page == "lobby":
        anna.click("start-host")
        anna.click("host-page-start")
        anna.find("lobby-start")
    assert foreign(anna.window, painted, "Anna") == {}


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("flat", [False, True], ids=["towers", "flat"])
def test_every_text_of_a_table_is_in_the_catalogue(styled, qtbot, painted: Painted, game: str, flat: bool) -> None:
    state, dealer = begun(3, 1, start=0, name=game)
    advanced(state, dealer, 6)
    settings = Settings(flat_view=flat, tips_seen=[])
    window, _ = sit_down(qtbot, game, (state, dealer), "hbr", settings, language=LONGER)
    assert foreign(window, painted, *NAMES) == {}


@pytest.mark.parametrize("game", games_with_lessons())
def test_every_text_of_a_lesson_is_in_the_catalogue(styled, qtbot, painted: Painted, game: str) -> None:
    learner = Learner(qtbot, load(file_of(f"{game}/first")), LONGER)
    told = {}
    for place in range(0, len(learner.course.lesson.steps), 4):
        learner.window.go(place)
        learner.look()
        names = [*learner.course.stand.names] if hasattr(learner.course, "stand") else []
        told |= foreign(learner.window, painted, "Maximiliane", *names)
    assert told == {}


@pytest.mark.parametrize("file", ["big-boss/3-passed", "torres/3-edge", "burgenland/2-last-piece", "alcazar/5-blocks"])
def test_every_text_of_a_replay_is_in_the_catalogue(styled, qtbot, painted: Painted, file: str) -> None:
    window = ReplayWindow(GOLDEN / f"{file}.alarife", catalogue(LONGER), Settings())
    qtbot.addWidget(window)
    window.setMinimumSize(960, 600)  # as the main window has it: Qt then need not tell the platform of changing ones
    window.resize(1280, 720)
    window.show()
    wait(lambda: window.findChild(QWidget, "board") is not None, "for the game to be read")
    assert foreign(window, painted, "Anna", "Ben", "Cleo", "Dario", "Emma") == {}


def x_of(window: QWidget, name: str) -> int:
    """The distance of a widget from the left edge of its window."""
    widget = next(found for found in window.findChildren(QWidget, name) if found.isVisible())
    return widget.mapTo(window, widget.rect().center()).x()


def test_pages_are_mirrored_for_a_right_to_left_language(person, painted: Painted) -> None:
    anna = person("Anna")
    anna.window.resize(1280, 720)
    places = {}
    for language in ("en", FROM_RIGHT, "en"):
        anna.settings.language = language
        anna.window.restyle()
        anna.find("start-title")
        places[language] = [x_of(anna.window, name) for name in ("start-title", "start-settings", "start-join", "saved")]
    width = anna.window.width()
    for left, right in zip(places["en"], places[FROM_RIGHT], strict=True):
        assert (left < width / 2) == (right > width / 2)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("flat", [False, True], ids=["towers", "flat"])
def test_a_table_is_mirrored_but_its_board_is_not(styled, qtbot, painted: Painted, game: str, flat: bool) -> None:
    state, dealer = begun(3, 1, start=0, name=game)
    advanced(state, dealer, 6)
    window, _ = sit_down(qtbot, game, (state, dealer), "hbr", Settings(flat_view=flat), language=FROM_RIGHT)
    theme.turn(window, from_the_right=True)
    QApplication.processEvents()
    frame = window.frame
    assert x_of(window, "players") > window.width() / 2 > x_of(window, "standing-lines")
    assert x_of(window, "leave") < window.width() / 2
    assert not (frame.view.flat if flat else frame.view.board).isRightToLeft()
    assert not any(panel.isRightToLeft() for panel in (frame.view.hand, *frame.view.panels))
    assert not QApplication.isRightToLeft(), "what is painted by hand goes by that, and would be turned in part"
