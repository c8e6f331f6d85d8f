"""Another look for widgets that exist: each gets it once, and what is seen gets it first."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from client.look import theme
from client.table.slices import finish


class Page(QWidget):
    """A label within a few widgets, and one that nobody sees."""

    def __init__(self) -> None:
        super().__init__()
        inner: QWidget = self
        for _ in range(4):
            column = QVBoxLayout(inner)
            inner = QWidget()
            column.addWidget(inner)
        self.setMinimumSize(300, 200)  # Qt then need not tell the platform of changing ones
        self.label = QLabel("words", inner)
        self.hidden = QLabel("more words", self)
        self.hidden.ensurePolished()
        self.hidden.hide()


class Styled(QObject):
    """Notes which widgets get another style, in order."""

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.parts: list[QObject] = []
        for part in (page, *page.findChildren(QWidget)):
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange:
            self.parts.append(watched)
        return False


@pytest.fixture
def page(styled, qtbot) -> Page:
    made = Page()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_each_widget_is_styled_once(page: Page, styled: QApplication) -> None:
    seen = Styled(page)
    theme.apply(styled, "dark", 1.4)
    assert set(Counter(seen.parts).values()) == {1}
    assert {page, page.label, page.hidden} <= set(seen.parts)
    for label in (page.label, page.hidden):
        assert label.fontInfo().pixelSize() == round(13 * 1.4)


def test_what_is_seen_comes_first(page: Page, styled: QApplication, monkeypatch) -> None:
    monkeypatch.setattr("client.look.dressing.SLICE", 0)
    seen = Styled(page)
    work = theme.applied(styled, "dark", 1.4)
    for _ in work:
        if page.label in seen.parts:
            break
    assert page.hidden not in seen.parts
    finish(work)
    assert seen.parts[-1] is page.hidden


def test_what_is_made_meanwhile_has_the_new_look(page: Page, styled: QApplication) -> None:
    work = theme.applied(styled, "dark", 1.4)
    next(work)
    new = QLabel("new", page)
    new.show()
    assert new.fontInfo().pixelSize() == round(13 * 1.4)
    page.label.deleteLater()
    QApplication.sendPostedEvents(page.label, QEvent.Type.DeferredDelete.value)
    finish(work)


def test_a_part_may_go_once_it_has_its_look(page: Page, styled: QApplication, monkeypatch) -> None:
    monkeypatch.setattr("client.look.dressing.SLICE", 0)
    seen = Styled(page)
    work = theme.applied(styled, "dark", 1.4)
    for _ in work:
        if page.label in seen.parts:
            break
    page.label.deleteLater()
    page.hidden.deleteLater()
    for gone in (page.label, page.hidden):
        QApplication.sendPostedEvents(gone, QEvent.Type.DeferredDelete.value)
    finish(work)
    assert page.hidden not in seen.parts
