"""A question in a window of its own, over the page that it is about: its title, a sentence, and a button for each answer."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QPushButton, QVBoxLayout, QWidget

from client.look import theme
from client.look.tight import tighten
from client.pages.bricks import button, label


class Question(QDialog):
    """Asks once. Closing the window in any other way than by a button gives the answer ``stay``.

    Signals:
        answered: the name of the answer.
    """

    answered = Signal(str)

    def __init__(self, name: str, title: str, sentence: str, parent: QWidget) -> None:
        """Begin a question; its window is called ``NAME-question`` and its sentence ``NAME-sentence``."""
        super().__init__(parent)
        self.setObjectName(f"{name}-question")
        self.setModal(True)
        self.setWindowTitle(title)
        self._answer = "stay"
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(24, 20, 24, 20)
        self._column.setSpacing(12)
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._column.addWidget(label(title, "title"))
        self._column.addWidget(label(sentence, name=f"{name}-sentence"))
        self._column.addSpacing(6)
        self._row = QHBoxLayout()
        self._row.setSpacing(10)

    def offer(self, answer: str, said: str, name: str, role: str = "", help: str = "") -> QPushButton:
        """Add a button for an answer to the row."""
        made = button(said, name, partial(self._choose, answer), role, help)
        self._row.addWidget(made)
        return made

    def part(self) -> None:
        """Leave the room of the row between the answer before and the one after."""
        self._row.addStretch(1)

    def ready(self, usual: QPushButton, width: int) -> None:
        """Finish the window, at most so many pixels wide; Enter gives the usual answer."""
        self._column.addLayout(self._row)
        usual.setDefault(True)
        usual.setFocus()
        tighten(self, theme.scale())
        parent = self.parentWidget()
        wide = min(width, parent.width()) if parent is not None else width
        self.resize(wide, self._column.heightForWidth(wide))
        self.finished.connect(self._finish)

    def _choose(self, answer: str) -> None:
        self._answer = answer
        self.close()

    def _finish(self) -> None:
        self.answered.emit(self._answer)
        self.deleteLater()
