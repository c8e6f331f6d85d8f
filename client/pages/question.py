"""A question in its own window, with an answer on each button. It blocks nothing, since the network has its own thread."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from client.look import theme
from client.look.tight import tighten
from client.pages.bricks import button, label

WIDTH = 500
STAY = "stay"
"""The answer when the person closes the question."""


class Answer(NamedTuple):
    """One way to answer.

    Attributes:
        answer: the value that the signal carries.
        name: the button's name.         text: the button's text.         role: the button's role; empty for a plain one.
        help: what the answer means, if the text does not say it.
    """

    answer: str
    name: str
    text: str
    role: str = ""
    help: str = ""


class Question(QDialog):
    """Asks the person what to do.

    Signals:
        answered: one of the answers, or :data:`STAY`.
    """

    answered = Signal(str)

    def __init__(
        self, parent: QWidget, name: str, title: str, sentence: str, first: Sequence[Answer], last: Sequence[Answer]
    ) -> None:
        """Ask.

        Args:
            parent: the window that waits for the answer.
            name: the question's name, from which its sentence's name follows.
            title: the question in short.
            sentence: what follows from the answers.
            first: the answers on the side where reading begins.             last: the answers on the other side; Enter gives
            the last of them.
        """
        super().__init__(parent)
        self.setObjectName(f"{name}-question")
        self.setModal(True)
        self.setWindowTitle(title)
        self._answer = STAY
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(label(title, "title"))
        column.addWidget(label(sentence, name=f"{name}-sentence"))
        column.addSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(10)
        for side in (first, last):
            for one in side:
                made = button(one.text, one.name, partial(self._choose, one.answer), one.role, help=one.help)
                row.addWidget(made)
            if side is first:
                row.addStretch(1)
        made.setDefault(True)
        column.addLayout(row)
        made.setFocus()
        tighten(self, theme.scale())
        wide = min(WIDTH, parent.width())
        self.resize(wide, column.heightForWidth(wide))
        self.finished.connect(self._finish)

    def _choose(self, answer: str) -> None:
        self._answer = answer
        self.close()

    def _finish(self) -> None:
        self.answered.emit(self._answer)
        self.deleteLater()
