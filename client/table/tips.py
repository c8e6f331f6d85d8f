"""Where a tooltip appears: beside what it explains, never over it."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QToolTip, QWidget

_PUSHED = QPoint(2, 16)
"""How far from the point it is given Qt shows a tooltip, right and down."""

_ROUND, _GAP = 16, 8
"""Pixels that a tooltip is wider than its text, and that stay free between it and what it explains."""


def tell_beside(widget: QWidget, text: str) -> None:
    """Show a tooltip to the right of a widget, or to its left where the window ends there; an empty text hides it.

    ``text`` is as :func:`client.look.plain.tip` makes it.
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
