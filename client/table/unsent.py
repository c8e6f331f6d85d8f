"""Chat messages that were typed here and that the table has not taken yet."""

from __future__ import annotations

from collections import deque

from PySide6.QtWidgets import QLineEdit


class Unsent:
    """Empties a chat field when a message is sent, and puts the message back if the table refuses it."""

    def __init__(self, field: QLineEdit) -> None:
        self._field = field
        self._waiting: deque[str] = deque()

    def send(self) -> str:
        """Take the message out of the field; empty if there is none."""
        text = self._field.text().strip()
        if text:
            self._waiting.append(text)
            self._field.clear()
        return text

    def taken(self) -> None:
        """The table has taken a message that was typed here."""
        if self._waiting:
            self._waiting.popleft()

    def refused(self) -> None:
        """The table has refused a message: put it back, unless something else stands in the field by now."""
        text = self._waiting.popleft() if self._waiting else ""
        if text and not self._field.text():
            self._field.setText(text)

    def forget(self) -> None:
        """Another table begins."""
        self._waiting.clear()
