"""Keys for buttons that react at once (a button's own shortcut first shows it pressed for a tenth of a second)."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton


def give_key(button: QAbstractButton, keys: str, repeats: bool = False) -> str:
    """Let these keys press the button while it is visible and enabled; returns them as people write them."""
    sequence = QKeySequence(keys)
    shortcut = QShortcut(sequence, button)
    shortcut.setAutoRepeat(repeats)
    shortcut.activated.connect(button.click)
    return sequence.toString(QKeySequence.SequenceFormat.NativeText)
