"""Words on the screen are words: labels and tips that never take them for HTML.

Qt's own labels and tips guess whether a text is HTML. A player who is called ``<img src="//host/x">`` could so make them open a
path. Every label and every tip of the program comes from here instead.
"""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

PLAIN = 0
"""``Qt.TextFormat.PlainText``. To name one of Qt's enumerations makes all of them, and the first frame would wait for that."""


class Label(QLabel):
    """A label that shows its text as it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("textFormat", PLAIN)
        self.setText(text)


def tip(text: str) -> str:
    """A text as a tip shows it word for word."""
    if "<" not in text:
        return text  # Qt takes nothing for HTML that has no tag
    from PySide6.QtGui import Qt

    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text


def give_tip(widget: QWidget, text: str) -> None:
    """Let a widget show this when the pointer rests on it."""
    widget.setToolTip(tip(text))
