"""Tooltips appear beside the things they explain."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip


@pytest.mark.qt_log_ignore("This plugin does not support")  # a tooltip, on a platform without a screen
@pytest.mark.parametrize("where", ["player", "standing"])
def test_a_tooltip_does_not_cover_the_thing_it_explains(table, where: str, qtbot) -> None:
    sitting = table("hbb", moves=20)
    frame = sitting.window.frame
    widget = frame.players.rows[1] if where == "player" else frame.standing.ranking
    spot = QPoint(20, 10)
    QApplication.sendEvent(widget, QHelpEvent(QHelpEvent.Type.ToolTip, spot, widget.mapToGlobal(spot)))
    qtbot.waitUntil(QToolTip.isVisible)
    tip = next(other for other in QApplication.topLevelWidgets() if other.inherits("QTipLabel") and other.isVisible())
    explained = QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())
    assert not tip.geometry().intersects(explained)
    assert QToolTip.text()
    QToolTip.hideText()
