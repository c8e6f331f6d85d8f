"""Paintings are kept: a widget is repainted only when its look changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from client.boards.cards import Card, CardButton
from client.boards.torres.panels import CastleLine, Castles, StackLine, _Castle, _Points, _Stacks
from client.boards.torres.track import Marker, Track
from client.lessons.marks import Marks
from client.look import theme
from client.table.density import Density


class Painting(CardButton):
    """A card that counts how often it is painted, and not only copied."""

    count = 0

    def paint(self, painter) -> None:
        self.count += 1
        super().paint(painter)


@pytest.fixture
def card(styled, qtbot) -> Iterator[Painting]:
    found = Painting(Card(None, False, 3, name="A card", key="one"))
    qtbot.addWidget(found)
    found.resize(60, 80)
    found.show()
    QApplication.processEvents()
    yield found
    theme.apply(styled, "dark")


def test_an_unchanged_card_is_copied(card: Painting) -> None:
    first = card.grab().toImage()
    painted = card.count
    for _ in range(3):
        QWidget.update(card)  # as Qt asks when something moves over it
        card.repaint()
    assert card.grab().toImage() == first
    assert card.count == painted


def test_a_changed_card_is_repainted(card: Painting, styled) -> None:
    seen = [card.grab().toImage()]

    def look() -> None:
        seen.append(card.grab().toImage())
        assert seen[-1] != seen[-2]

    card.set_card(Card(None, False, 4, name="A card", key="one"))
    look()
    card.selected = True
    card.update()
    card.set_card(Card(None, False, 5, name="A card", key="one"))
    look()
    card.resize(70, 90)
    look()
    had = card.hasFocus()
    card.clearFocus() if had else card.setFocus()
    QApplication.processEvents()
    if card.hasFocus() != had:
        look()
    theme.apply(styled, "light")
    look()


PANELS = (
    (_Points, lambda panel, points: panel.show_points(points, f"{points} left", "points")),
    (_Stacks, lambda panel, size: panel.show_lines([StackLine(0, (size,), -1)], Density(), f"stacks of {size}", "stacks")),
    (Track, lambda panel, total: panel.show_markers([Marker(0, total, total, 0)], f"at {total}", "totals", "points")),
    (Castles, lambda panel, area: panel.show_castles([CastleLine(1, area, 1, False, ((0, area),), f"of {area}")], {1: 0})),
)
"""The parts of the panels of Torres that are painted by hand, and how each shows a number."""


@pytest.mark.parametrize(("kind", "show"), PANELS, ids=[kind.__name__ for kind, _ in PANELS])
def test_a_panel_of_torres_that_shows_the_same_is_copied(styled, qtbot, monkeypatch, kind, show) -> None:
    panel = kind("Castles") if kind is Castles else kind()
    qtbot.addWidget(panel)
    panel.resize(240, 200)
    show(panel, 3)
    part = panel.findChild(_Castle) or panel
    painted: list[object] = []
    paint = type(part).paint
    monkeypatch.setattr(type(part), "paint", lambda self, painter: (painted.append(self), paint(self, painter))[1])
    first = panel.grab().toImage()
    show(panel, 3)
    assert panel.grab().toImage() == first
    assert len(painted) == 1
    show(panel, 4)
    assert panel.grab().toImage() != first
    assert len(painted) == 2


class Repaints(QObject):
    """The region of a widget that is painted."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__()
        self.rooms: list[QRect] = []
        watched.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.rooms.append(event.rect())
        return False


def test_moving_marks_repaint_only_their_surroundings(styled, qtbot) -> None:
    table = QWidget()
    qtbot.addWidget(table)
    table.resize(800, 600)
    thing = QWidget(table)
    thing.setGeometry(100, 100, 40, 30)
    marks = Marks(table, lambda name: (thing, thing.rect()) if name == "thing" else None)
    table.show()
    QApplication.processEvents()
    marks.point(("thing",), ())
    QApplication.processEvents()
    repaints = Repaints(table)
    for _ in range(3):
        marks.point(("thing",), ())
        QApplication.sendEvent(table, QEvent(QEvent.Type.LayoutRequest))
        QApplication.processEvents()
    assert not repaints.rooms, "nothing has moved"
    thing.move(300, 100)
    QApplication.processEvents()
    repaints.rooms.clear()
    marks.point(("thing",), ())
    QApplication.processEvents()
    assert repaints.rooms
    near = QRect(40, 40, 360, 160)
    assert all(near.contains(room) for room in repaints.rooms), repaints.rooms
    marks.point((), ())
    QApplication.processEvents()
    assert all(near.contains(room) for room in repaints.rooms), "they are taken away where they were"
