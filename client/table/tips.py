"""The place of a tooltip: beside what it explains, never over it."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QToolTip, QWidget

_PUSHED = QPoint(2, 16)
"""How far Qt shows a tooltip from the given point, to the right and down, in pixels."""

_ROUND, _GAP = 16, 8
"""How much wider a tooltip is than its text, and its distance from what it explains, in pixels."""


def tell_beside(widget: QWidget, text: str) -> None:
    """Show a tooltip to the right of a widget, or to its left if the window ends there; an empty text hides it.

    ``text`` comes from :func:`client.look.plain.tip`.
    """
    if not text:
        QToolTip.hideText()
        return
    metrics = QFontMetrics(QToolTip.font())
    wide = max(metrics.horizontalAdvance(line) for line in text.split("\n")) + _ROUND
    window = widget.window()
    left = widget.mapTo(window, QPoint()).x()
    right = left + widget.width() + _GAP
    x = right if right + wide <= window.width() else left - _GAP - wide
    place = QPoint(x, widget.mapTo(window, QPoint()).y())
    QToolTip.showText(window.mapToGlobal(place) - _PUSHED, text, widget)
