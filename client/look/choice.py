"""Lists, number fields and sliders that leave the mouse wheel to their page.

Qt's own widgets change their value with the wheel: people who scroll through house rules would change them unawares.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSlider, QSpinBox, QStyle, QStyleOptionComboBox, QStylePainter, QToolTip

from client.look.plain import tip

BESIDE = 48
"""Pixels beside a choice in an open list: its frame, its margins and the bar that scrolls it."""

ICON_GAP = 4
"""Pixels that Qt leaves between a choice's icon and its text."""


class Choice(QComboBox):
    """A list to choose from.

    A choice that is wider than the field ends in an ellipsis, and the tip begins with the whole of it. The open list is as wide
    as its longest choice.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def shown(self) -> str:
        """The choice as the field shows it."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        edit = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, edit, self).width()
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + ICON_GAP
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    def told(self) -> str:
        """What the tip says: the choice if the field cuts it, and what the list is about."""
        about = self.toolTip()
        if self.shown() == self.currentText():
            return about
        return "\n".join(filter(None, (tip(self.currentText()), about)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the field with its choice, which Qt would cut in the middle of a letter."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def event(self, event: QEvent) -> bool:
        """Show the tip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.told(), self)
            return True
        return super().event(event)

    def widen(self) -> None:
        """Make the open list wide enough for its longest choice, if the window is."""
        words = [self.itemText(row) for row in range(self.count())]
        wide = max(map(self.fontMetrics().horizontalAdvance, words), default=0) + BESIDE
        self.view().setMinimumWidth(min(max(wide, self.width()), self.window().width()))

    def showPopup(self) -> None:
        """Open the list."""
        self.widen()
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()


class Number(QSpinBox):
    """A field for a number."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()


class Level(QSlider):
    """A slider."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()
