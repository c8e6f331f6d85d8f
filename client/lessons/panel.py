"""The text of a lesson beside the board: explanation, task, outcome, and the way on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout

from client.messages import Catalogue
from client.pages.bricks import button, label, restyled, say
from client.table.density import Density

ROOMY = 700
"""In a window of at least this height (pixels at the usual size), the panel never shrinks within a lesson."""


class LessonPanel(QFrame):
    """The panel. Its buttons stay in place unless a step's text is longer than all before it.

    Signals:
        back, repeat, next: the button was pressed.
        shown: the person wants to be shown what to do.
    """

    back = Signal()
    repeat = Signal()
    next = Signal()
    shown = Signal()

    def __init__(self, catalogue: Catalogue, title: str, steps: int) -> None:
        super().__init__()
        self.setObjectName("lesson")
        self.setProperty("role", "panel")
        self._catalogue = catalogue
        self._steps = steps
        text = catalogue.text
        self._column = QVBoxLayout(self)
        self.title = label(title.upper(), "heading", "lesson-title")
        self.title.setAccessibleName(title)
        self._column.addWidget(self.title)
        self.bar = QProgressBar()
        self.bar.setObjectName("lesson-progress")
        self.bar.setRange(0, steps)
        self.bar.setTextVisible(False)
        self._column.addWidget(self.bar)
        self.said = label("", "lesson", "lesson-text")
        self._column.addWidget(self.said)
        self.task = label("", "lesson-task", "lesson-task")
        self._column.addWidget(self.task)
        self.answer = label("", "good", "lesson-answer")
        self._column.addWidget(self.answer)
        self.hint = label("", "lesson", "lesson-hint")
        self._column.addWidget(self.hint)
        self.show_button = button(text("lesson.show"), "lesson-show", self.shown.emit, "link")
        helped = QHBoxLayout()
        helped.addWidget(self.show_button)
        helped.addStretch(1)
        self._column.addLayout(helped)
        self._column.addStretch(1)
        row = QHBoxLayout()
        self.back_button = button(text("lesson.back"), "lesson-back", self.back.emit)
        self.repeat_button = button(text("lesson.repeat"), "lesson-repeat", self.repeat.emit)
        self.next_button = button(text("lesson.next"), "lesson-next", self.next.emit, "primary")
        row.addWidget(self.back_button)
        row.addWidget(self.repeat_button)
        row.addStretch(1)
        row.addWidget(self.next_button)
        self._row = row
        self._column.addLayout(row)
        self.set_density(Density())

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._density = density
        self.setMinimumHeight(0)
        side = density.px(12)
        self._column.setContentsMargins(side, density.px(10), side, density.px(12))
        self._column.setSpacing(density.px(8))
        self._row.setSpacing(density.px(6))
        self.bar.setFixedHeight(density.px(6))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the height of the longest step so far, if there is space."""
        super().resizeEvent(event)
        roomy = self.window().height() >= self._density.px(ROOMY)
        same = event.oldSize().width() == event.size().width()
        self.setMinimumHeight(max(self.minimumHeight(), event.size().height()) if roomy and same else 0)

    def show_step(self, number: int, said: str, task: str) -> None:
        """Begin a step: ``number`` from 0, the explanation, and the task (or nothing)."""
        self.bar.setValue(number + 1)
        self.bar.setAccessibleName(self._catalogue.text("lesson.step", number=number + 1, steps=self._steps))
        say(self.said, said)
        say(self.task, task)
        say(self.answer, "")
        say(self.hint, "")

    def show_way(self, back: bool, repeat: bool, onward: bool, task: bool, last: str = "") -> None:
        """Enable the ways back, again, on, and to be shown how; ``last`` is the text of the way on after the last step."""
        self.back_button.setEnabled(back)
        self.repeat_button.setEnabled(repeat)
        self.next_button.setEnabled(onward)
        self.next_button.setText(last or self._catalogue.text("lesson.next"))
        self.show_button.setVisible(task)

    def praise(self, said: str) -> None:
        """The player has done the task."""
        restyled(self.answer, "good")
        say(self.answer, said)
        say(self.hint, "")

    def refuse(self, why: str, hint: str) -> None:
        """The player tried something else: say why that is wrong, and give a hint."""
        restyled(self.answer, "error")
        say(self.answer, why)
        say(self.hint, hint)
