"""Take-backs beyond the turn: a menu of places to go back to, and a panel that asks the people here about a request."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton

from client.look.plain import Label
from client.messages import Catalogue
from client.table.panel import Panel
from net.api import TakeBackChanged
from rules.contract import NOBODY
from rules.message import Message, message

MOST = 6
"""How many beginnings of turns the menu offers."""


class TakeBack(Panel):
    """Shown while there is a question to answer, or an answer to wait for.

    Signals:
        proposed: the people here want to go back to the position after so many entries.
        answered: whether they agree to somebody else's request.
        came: the panel has something to ask or to say, and had nothing before.
        went: the panel has nothing more to ask or to say.

    Attributes:
        menu: the places to go back to.
    """

    proposed = Signal(int)
    answered = Signal(bool)
    came = Signal()
    went = Signal()

    def __init__(self, catalogue: Catalogue, opener: QToolButton) -> None:
        super().__init__(catalogue.text("table.back.heading"), "take-back-panel")
        self._catalogue = catalogue
        self._opener = opener
        self._names: Sequence[str] = ()
        self._people = 0
        self._now = 0
        self._wish: int | None = None
        self._known = TakeBackChanged((), None)
        self.menu = QMenu(opener)
        self.menu.setObjectName("take-back-menu")
        opener.clicked.connect(self._open)
        self.question = Label()
        self.question.setObjectName("take-back-question")
        self.question.setWordWrap(True)
        self.question.setTextFormat(Qt.TextFormat.PlainText)
        self.body.addWidget(self.question)
        self.yes = self._button("take-back-yes", True)
        self.yes.setProperty("role", "primary")
        self.no = self._button("take-back-no", False)
        self.body.addWidget(self.yes)
        self.body.addWidget(self.no)
        self.hide()

    def _button(self, name: str, yes: bool) -> QPushButton:
        button = QPushButton(self._catalogue.text("table.back.yes" if yes else "table.back.no"))
        button.setObjectName(name)
        button.clicked.connect(lambda: self._answer(yes))
        return button

    def show_table(self, names: Sequence[str], people: int, index: int) -> None:
        """Take the players' names by seat, the number of people at this computer, and of entries played."""
        if index != self._now:
            self._wish = None
        self._names, self._people, self._now = names, people, index
        self._refresh()

    def hear(self, known: TakeBackChanged) -> None:
        """The possible take-backs, or the request, have changed."""
        self._known = known
        if known.asked is not None:
            self._wish = None
        self._refresh()

    # -- how far -------------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        self.fill()
        self.menu.popup(self._opener.mapToGlobal(QPoint(0, self._opener.height())))

    def fill(self) -> None:
        """Fill the menu with what can be taken back now."""
        text = self._catalogue.text
        self.menu.clear()
        if self._known.asked is not None or not self._known.turns:
            why = "table.back.none" if self._known.asked is None else "table.back.asked"
            self.menu.addAction(text(why)).setEnabled(False)
            return
        for back, (index, seat) in enumerate(reversed(self._known.turns[-MOST:]), 1):
            said = text(message("table.back.turn", seat=seat, turns=back), self._names)
            self.menu.addAction(said).triggered.connect(lambda _=False, index=index: self._want(index))

    def _want(self, index: int) -> None:
        if self._people > 1:  # they share this computer, and agree among themselves
            self._wish = index
            self._refresh()
        else:
            self.proposed.emit(index)

    # -- who agrees ----------------------------------------------------------------------------------------------------

    def _answer(self, yes: bool) -> None:
        if self._wish is None:
            self.answered.emit(yes)
            return
        wish, self._wish = self._wish, None
        self._refresh()
        if yes:
            self.proposed.emit(wish)

    def _refresh(self) -> None:
        asked = self._known.asked
        said: Message | None = None
        if self._wish is not None:
            seat = next((seat for index, seat in self._known.turns if index == self._wish), NOBODY)
            said = message("table.back.here", seat=seat)
        elif asked is not None and not asked.answered:
            said = message("table.back.question", name=asked.name, seat=asked.seat)
        elif asked is not None:
            said = message("table.back.waiting", names=self._catalogue.listed(asked.waiting))
        self.question.setText(self._catalogue.text(said, self._names) if said is not None else "")
        answers = self._wish is not None or (asked is not None and not asked.answered)
        self.yes.setVisible(answers)
        self.no.setVisible(answers)
        before = not self.isHidden()
        self.setVisible(said is not None)
        if said is not None and not before:
            self.came.emit()
        if said is None and before:
            self.went.emit()
