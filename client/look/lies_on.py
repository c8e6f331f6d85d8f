"""The widget under a floating part: a hint, a menu or a caption over the board."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def lies_on(part: QWidget) -> QWidget:
    """The widget on which a floating part was made; there is always one."""
    found = part.parentWidget()
    assert found is not None, f"{part.objectName() or type(part).__name__} lies on nothing"
    return found
