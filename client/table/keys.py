"""Keys that press buttons at once (a button's own shortcut first shows it pressed for a tenth of a second)."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton, QWidget


def give_key(button: QAbstractButton, keys: str, repeats: bool = False) -> str:
    """Let these keys press the button while it is visible and enabled; returns them as people write them."""
    sequence = QKeySequence(keys)
    shortcut = QShortcut(sequence, button)
    shortcut.setAutoRepeat(repeats)
    shortcut.activated.connect(button.click)
    return sequence.toString(QKeySequence.SequenceFormat.NativeText)


def pressed(focused: QWidget | None) -> bool:
    """Press the button that has the focus, as Enter does; returns whether it is one."""
    if not isinstance(focused, QPushButton | QToolButton):
        return False
    focused.click()
    return True
