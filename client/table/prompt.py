"""The prompt over the board: one sentence that says what to do now, and answers that have no place on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from client.boards.contract import Choice
from client.look.plain import Label, give_tip
from client.look.seen import Seen
from client.messages import Catalogue
from client.table import art
from client.table.density import Density
from client.table.movebutton import MoveButton

USUAL = 6
"""As many answers as most questions have."""

STAYS_MS = 5000
"""How long a refusal or a notice stays before the prompt returns."""


class Prompt(QWidget):
    """A pill with a sentence, and a row of buttons under it.

    Signals:
        chosen: an answer was clicked (its move).
        pointed: the pointer or the focus is on an answer (its move), or has left (None).
        helped: the person wants help with the current question.
        asked_why: the person wants to read the rule behind a refusal (the topic of the help).
    """

    chosen = Signal(object)
    pointed = Signal(object)
    helped = Signal()
    asked_why = Signal(str)

    def __init__(self, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("prompt")
        self._catalogue = catalogue
        self._said = ""
        self._mood = "wait"
        self.label = Label()
        self.label.setObjectName("prompt-sentence")
        self.label.setProperty("role", "prompt")
        self.help_button = QToolButton()
        self.help_button.setObjectName("prompt-help")
        self.help_button.setProperty("role", "quiet")
        self.help_button.setAccessibleName(catalogue.text("table.help.prompt"))
        give_tip(self.help_button, catalogue.text("table.help.prompt"))
        self.help_button.clicked.connect(self.helped)
        self._topic = ""
        self.why_button = QPushButton(catalogue.text("table.why"))
        self.why_button.setObjectName("prompt-why")
        self.why_button.setProperty("role", "link")
        give_tip(self.why_button, catalogue.text("table.why.about"))
        self.why_button.setAccessibleDescription(catalogue.text("table.why.about"))
        self.why_button.clicked.connect(lambda: self.asked_why.emit(self._topic))
        self._back = QTimer(self)
        self._back.setSingleShot(True)
        self._back.setInterval(STAYS_MS)
        self._back.timeout.connect(self._restore)
        self.buttons: list[MoveButton] = []
        self._spare: list[MoveButton] = []
        self._offered, self._fitted, self._arranged, self._ordered = Seen(), Seen(), Seen(), Seen()
        self._answers = QWidget()
        self._answers.setObjectName("prompt-answers")
        self._rows = [QHBoxLayout(), QHBoxLayout()]
        lines = QVBoxLayout(self._answers)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(4)
        for row in self._rows:
            lines.addLayout(row)
        self._first = QHBoxLayout()
        self._first.addStretch(1)
        self._first.addWidget(self.label)
        self._first.addWidget(self.why_button)
        self._first.addWidget(self.help_button)
        self._first.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._first)
        self._column.addWidget(self._answers)
        self._column.addStretch(1)
        self._answers.hide()
        self.why_button.hide()
        self.set_density(Density())

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._column.setSpacing(density.px(6))
        size = density.px(18)
        self.help_button.setIcon(art.icon("help"))
        self.help_button.setIconSize(QSize(size, size))
        for row in self._rows:
            row.setSpacing(density.px(6))

    @property
    def text(self) -> str:
        """The current sentence."""
        return self.label.text()

    @property
    def mood(self) -> str:
        """The sentence's kind: ``can`` (something can be done now), ``wait``, ``refused`` or ``notice``."""
        return str(self.label.property("mood"))

    def ask(self, text: str, can: bool) -> None:
        """Show the current question; ``can`` if the person in front of the screen is to answer."""
        self._said, self._mood = text, "can" if can else "wait"
        self._back.stop()
        self._restore()

    def explain(self, text: str, mood: str = "refused", topic: str = "") -> None:
        """Say for a while why something is not possible, or what happened; ``topic`` of the help states the rule."""
        self._topic = topic
        self._show(text, mood, bool(topic))
        self._back.start()

    def drop_refusal(self) -> None:
        """The person does something else now: remove a refusal that is still shown."""
        if self.mood == "refused" and self._back.isActive():
            self._back.stop()
            self._restore()

    def insist(self, text: str) -> None:
        """Show a problem that persists."""
        self._said, self._mood = text, "refused"
        self._back.stop()
        self._restore()

    def _restore(self) -> None:
        button = self.why_button
        if self.sender() is self._back and button.isVisible() and (button.underMouse() or button.hasFocus()):
            self._back.start()  # the person is about to press it
            return
        self._show(self._said, self._mood)

    def _show(self, text: str, mood: str, why: bool = False) -> None:
        self.why_button.setVisible(why)
        self.label.setText(text)
        self.label.setAccessibleName(text)
        if mood != self.label.property("mood"):
            self.label.setProperty("mood", mood)
            self.label.style().polish(self.label)
        self._fit()
        self.say()

    def say(self) -> None:
        """Let screen readers speak the current sentence at once."""
        QAccessible.updateAccessibility(QAccessibleEvent(self.label, QAccessible.Event.NameChanged))

    def offer(self, choices: Sequence[Choice], names: Sequence[str]) -> None:
        """Show these answers."""
        answers = [(choice, self._catalogue.text(choice.said, names)) for choice in choices]
        if not self._offered.differs(answers):
            return
        focused = any(button.hasFocus() for button in self.buttons)
        kept, count = [*self.buttons, *self._spare], len(answers)
        while len(kept) < count:
            kept.append(self._button())
        self.buttons, self._spare = kept[:count], kept[count:]
        for button in self._spare:
            button.hide()
            button.show_move(None, "", "")
        for button, (choice, said) in zip(self.buttons, answers, strict=True):
            button.show_move(choice.move, f"{said}  {choice.detail}" if choice.detail else said, f"answer-{choice.move}")
        self._arrange()
        if self._ordered.differs(count):
            for before, after in pairwise([self.why_button, self.help_button, *self.buttons]):
                QWidget.setTabOrder(before, after)
        self._answers.setVisible(bool(answers))
        self._fit()
        if focused and self.buttons:
            self.buttons[0].setFocus()
            self.pointed.emit(answers[0][0].move)

    def made_later(self) -> Iterator[None]:
        """Make the buttons that most questions need, one by one: otherwise the first of them makes them all at once."""
        while len(self.buttons) + len(self._spare) < USUAL:
            button = self._button()
            button.hide()
            button.ensurePolished()
            self._spare.append(button)
            yield

    def _button(self) -> MoveButton:
        button = MoveButton()
        button.setParent(self._answers)
        button.chosen.connect(self.chosen)
        button.pointed.connect(self.pointed)
        return button

    def _arrange(self) -> None:
        """Put the answers into one row, or into two if they do not fit."""
        gap = self._rows[0].spacing()
        wide = sum(button.sizeHint().width() + gap for button in self.buttons)
        first = len(self.buttons) if wide <= self.width() else (len(self.buttons) + 1) // 2
        if not self._arranged.differs(len(self.buttons), first):
            return
        for row in self._rows:
            while row.count():
                row.takeAt(0)
        for row, buttons in zip(self._rows, (self.buttons[:first], self.buttons[first:]), strict=True):
            row.addStretch(1)
            for button in buttons:
                row.addWidget(button)
                button.show()
            row.addStretch(1)
        self.updateGeometry()

    def _fit(self) -> None:
        """Wrap a sentence that is too long for one line beside the button, into lines of similar length."""
        room = self.width() - self.help_button.sizeHint().width() - self._first.spacing()
        if not self.why_button.isHidden():
            room -= self.why_button.sizeHint().width() + self._first.spacing()
        if not self._fitted.differs(self.label.text(), self.label.font(), room):
            return
        self.label.setMinimumWidth(0)
        self.label.setMaximumWidth(16_777_215)
        self.label.setWordWrap(False)
        if room > 0 and self.label.sizeHint().width() > room:
            self.label.setWordWrap(True)
            high = self.label.heightForWidth(room)
            widths = range(room // 2, room, 8)
            self.label.setFixedWidth(next((wide for wide in widths if self.label.heightForWidth(wide) <= high), room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap anew for the new width."""
        super().resizeEvent(event)
        self._arrange()
        self._fit()
