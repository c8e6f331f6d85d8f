"""Plain text on the screen: labels and tooltips that never interpret HTML.

Qt's own labels and tooltips guess whether a text is HTML. A player called ``<img src="//host/x">`` could make them open a path.
So every label and tooltip of the program comes from here.
"""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

PLAIN = 0
"""``Qt.TextFormat.PlainText``. Using one of Qt's enumerations makes all of them, which would delay the first frame."""


class Label(QLabel):
    """A label that shows its text as it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("textFormat", PLAIN)
        self.setText(text)


def tip(text: str) -> str:
    """A text as a tooltip shows it word for word."""
    if "<" not in text:
        return text  # without a tag, Qt takes nothing for HTML
    from PySide6.QtGui import Qt

    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text


def give_tip(widget: QWidget, text: str) -> None:
    """Give a widget this tooltip."""
    widget.setToolTip(tip(text))
