"""The texts of the top bar are never cut off, in any language, at the widths of common small screens."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from client.messages import languages
from client.table.topbar import TopBar
from net.api import Confirmed
from rules.registry import games
from tests.client.table.sitting import sit_down
from tests.client.table.tables import begun


def uncut(bar: TopBar) -> None:
    shown = super(type(bar.links), bar.links)
    for part, said in ((bar.facts, bar.facts.text()), (bar.links, shown.text()), (bar.title, bar.title.text())):
        if not part.isHidden():
            assert QFontMetrics(part.font()).horizontalAdvance(said) <= part.contentsRect().width(), said
    right = max(button.geometry().right() for button in bar.buttons.values() if button.isVisible())
    assert right <= bar.width()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", list(games()))
def test_every_fact_is_shown_in_full(styled, qtbot, game, language):
    window, _ = sit_down(qtbot, game, begun(3, name=game), "hrb", language=language)
    bar = window.frame.top
    for width in (1366, 1280):
        window.resize(width, 768)
        bar.show_confirmed(Confirmed(3, 3, ()))
        window.layout().activate()
        QApplication.sendPostedEvents()
        uncut(bar)
        facts = [window.catalogue.text(fact, window.names) for fact in window.view.headline(window.position)]
        for fact in facts:
            assert fact in bar.facts.text()
    window.resize(1000, 700)
    bar.show_confirmed(Confirmed(2, 3, ("Bruno",)))
    assert "Bruno" in bar.confirmed.text()
    bar.show_links("", False)
    assert bar.links.isHidden()
