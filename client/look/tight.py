"""Space on small screens: the gaps between the parts of a page shrink, as its text does."""

from __future__ import annotations

from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QLayout, QWidget


def tighten(page: QWidget, scale: float) -> None:
    """Reduce all gaps, margins and least widths in a page by this factor; they never grow."""
    scale = min(scale, 1.0)
    for layout in page.findChildren(QLayout):
        usual = layout.property("usual")
        if usual is None:
            if scale == 1.0:
                continue
            margins = layout.contentsMargins()
            usual = [margins.left(), margins.top(), margins.right(), margins.bottom(), layout.spacing()]
            layout.setProperty("usual", usual)
        *edges, gap = (round(pixels * scale) if pixels > 0 else pixels for pixels in usual)
        layout.setContentsMargins(QMargins(*edges))
        if gap >= 0:
            layout.setSpacing(gap)
    for widget in page.findChildren(QWidget):
        least = widget.property("usual-width")
        if least is None:
            least = widget.minimumWidth()
            if scale == 1.0 or not least or widget.minimumWidth() == widget.maximumWidth():
                continue
            widget.setProperty("usual-width", least)
        widget.setMinimumWidth(round(least * scale))
