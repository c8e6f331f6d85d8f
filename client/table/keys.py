"""Keys for buttons that work at once (a button's own shortcut waits a tenth of a second to show itself pressed)."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton


def give_key(button: QAbstractButton, keys: str, repeats: bool = False) -> str:
    """Let these keys press the button while it can be seen and pressed; returns them as people write them."""
    sequence = QKeySequence(keys)
    shortcut = QShortcut(sequence, button)
    shortcut.setAutoRepeat(repeats)
    shortcut.activated.connect(button.click)
    return sequence.toString(QKeySequence.SequenceFormat.NativeText)
