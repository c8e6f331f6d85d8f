"""The person's portrait as a button that opens the portrait editor. It stands beside every field for the person's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QToolButton

from client.look.plain import give_tip
from client.messages import Catalogue
from client.system.settings import Settings

if TYPE_CHECKING:
    from client.pages.portrait import PortraitEditor


class PortraitButton(QToolButton):
    """Shows the portrait; a press opens the editor.

    Signals:
        changed: the portrait in the settings has changed.
    """

    changed = Signal()

    def __init__(self, catalogue: Catalogue, settings: Settings, name: str, size: int) -> None:
        """``size`` is the picture's, in pixels. Only :meth:`refresh` paints it, so that the start need not wait."""
        super().__init__()
        self._catalogue = catalogue
        self._settings = settings
        self._size = size
        self.editor: PortraitEditor | None = None
        self.setObjectName(name)
        self.setProperty("role", "portrait")
        self.setIconSize(QSize(size, size))
        self.setFixedSize(size + 8, size + 8)
        self.setAccessibleName(catalogue.text("portrait.change"))
        give_tip(self, catalogue.text("portrait.change"))
        self.clicked.connect(self._edit)

    def refresh(self) -> None:
        """Show the current portrait."""
        from PySide6.QtGui import QIcon

        from client.look.avatar import pixmap
        from client.look.likeness import own_portrait

        self.setIcon(QIcon(pixmap(own_portrait(self._settings), self._size, self.devicePixelRatioF())))

    def _edit(self) -> None:
        from client.pages.portrait import PortraitEditor

        self.editor = editor = PortraitEditor(self._catalogue, self._settings, self.window())
        editor.accepted.connect(self._taken)
        editor.finished.connect(self._close)
        editor.open()

    def _taken(self) -> None:
        if self.editor is not None and self.editor.chosen != self._settings.portrait:
            self._settings.portrait = self.editor.chosen
            self.refresh()
            self.changed.emit()

    def _close(self) -> None:
        editor, self.editor = self.editor, None
        if editor is not None:
            editor.deleteLater()
        self.setFocus()
