"""The text size chosen on the settings page is that of every text at a table, and nothing is cut for it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from client.look import theme
from client.messages import catalogue, languages
from client.pages.about import AboutPage
from client.table.window import TableWindow
from net.api import Opened
from rules.registry import games
from tests.client.clicking import settle
from tests.client.moments.tables import cut_in
from tests.client.person import Person, wait

NORMAL, VERY_LARGE = "Normal", "Very large"

LEAST_GROWTH = 1.3
"""A page has to fit into 1280x720, so text cannot grow by the half that a larger window allows."""


class Written:
    """The largest size, in pixels, at which each text was painted."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.sizes: dict[str, int] = {}
        draw = QPainter.drawText

        def noted(painter: QPainter, *given: object) -> object:
            for said in given:
                if isinstance(said, str):
                    self.sizes[said] = max(painter.fontInfo().pixelSize(), self.sizes.get(said, 0))
            return draw(painter, *given)

        patch.setattr(QPainter, "drawText", noted)


def sizes_in(part: QWidget) -> Iterator[tuple[str, int]]:
    """The texts of labels and buttons in a part of the window, with their sizes in pixels."""
    for widget in [*part.findChildren(QLabel), *part.findChildren(QAbstractButton)]:
        if widget.isVisible() and widget.text():
            yield f"{widget.objectName()}: {widget.text()}", widget.fontInfo().pixelSize()


def sit_down(anna: Person, game: str, size: str, written: Written) -> tuple[list[dict[str, int]], dict[str, int]]:
    """Choose a text size, open a table and leave it again: the sizes in its parts, and of what is painted."""
    anna.click("start-settings")
    anna.choose("settings-text_size", size)
    anna.click("settings-page-back")
    anna.click("start-offline")
    anna.click(f"game-{game}")
    written.sizes.clear()
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    table = anna.window.pages.currentWidget()
    assert isinstance(table, TableWindow)
    wait(lambda: table.up_to_date and table.turn is not None)
    settle()
    anna.window.grab()
    painted = dict(written.sizes)
    frame = table.frame
    parts = (frame.top, frame.prompt, frame.players, frame.talk, frame.standing, frame.dock, *frame.view.panels)
    found = [dict(sizes_in(part)) for part in parts]
    assert cut_in(anna.window) == []
    anna.click("leave")
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page")
    return found, painted


@pytest.mark.parametrize("game", games())
def test_very_large_text_is_larger_everywhere_at_a_table(person, monkeypatch, game: str) -> None:
    written = Written(monkeypatch)
    anna = person("Anna")
    anna.window.resize(1280, 720)
    before, small = sit_down(anna, game, NORMAL, written)
    after, large = sit_down(anna, game, VERY_LARGE, written)
    assert anna.window.size().toTuple() == (1280, 720)
    assert sum(map(bool, before)) >= (6 if before[6:] else 5), "a game may do without panels"
    for usual, larger in zip(before, after, strict=True):
        both = {said: (usual[said], larger[said]) for said in usual.keys() & larger.keys()}
        assert bool(both) == bool(usual)
        assert all(now >= LEAST_GROWTH * then for then, now in both.values()), both
    for name in ("Anna", *(seat.name for seat in anna.heard(Opened).seats)):
        assert large[name] >= LEAST_GROWTH * small[name], "painted in the panel of players"


def test_text_takes_another_size_once_the_edge_of_the_window_rests(person) -> None:
    """The parts of a table take another size one by one: nobody who draws the edge waits for that."""
    anna = person("Anna")
    anna.window.settings.reduced_motion = False
    anna.window.resize(1800, 980)
    for step in range(1, 12):
        anna.window.resize(1800 + 12 * step, 980 + 7 * step)
        assert theme.scale() == 1.0
    wait(lambda: theme.scale() == 1.2)
    anna.window.resize(1800, 980)
    wait(lambda: theme.scale() == 1.0)


@pytest.mark.parametrize("language", languages())
def test_the_sentences_about_the_program_are_whole_in_a_low_window(styled, qtbot, language: str) -> None:
    theme.apply(styled, "dark", 1.05)  # very large text in 1024x600
    page = AboutPage(catalogue(language))
    qtbot.addWidget(page)
    page.setMinimumSize(960, 600)  # as the main window has it: Qt then need not tell the platform of changing ones
    page.resize(1024, 600)
    page.show()
    settle()
    for said in page.findChildren(QLabel):
        assert said.height() >= said.heightForWidth(said.width()), said.text()
