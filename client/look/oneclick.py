"""Buttons that take one click where people may click twice: the button means something else by the second click."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractButton


class _Second(QObject):
    """Takes the second click of a double click away from its button."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let everything else through."""
        return event.type() == QEvent.Type.MouseButtonDblClick


def take_one_click(pressed: QAbstractButton) -> None:
    """Let a double click on this button count as one click."""
    pressed.installEventFilter(_Second(pressed))
