"""Going on without somebody who has vanished, and taking one's own seat back: a panel with what can be done about it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton

from client.messages import Catalogue
from client.table.panel import Panel
from net.api import Absence, AbsenceChanged
from rules.registry import game as game_called

TICK_MS = 1_000


class Absent(Panel):
    """Shown while the game waits for somebody who cannot be reached, or while somebody else plays the seats of here.

    Signals:
        wanted: the people here want a bot of this level to play for this peer, or no longer (key, bool, level).
        returned: they want their seats back.
    """

    wanted = Signal(str, bool, str)
    returned = Signal()

    def __init__(self, catalogue: Catalogue, game: str, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(catalogue.text("replace.panel"), "absence")
        self._catalogue = catalogue
        self._now = now
        self._since = 0.0
        self._known = AbsenceChanged(None, False, False, False)
        self.sentence = self._label("absence-sentence")
        self.level = QComboBox()
        self.level.setObjectName("absence-level")
        self.level.setAccessibleName(catalogue.text("replace.level"))
        self.level.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for level in reversed(list(game_called(game).bots)):
            key = f"{game}.bot.{level}"
            named = catalogue.text(key) if catalogue.has(key) else level
            self.level.addItem(catalogue.text("client.kind.bot", level=named), level)
        self.body.addWidget(self.level)
        self.replace = QPushButton(catalogue.text("replace.want"))
        self.replace.setObjectName("absence-replace")
        self.replace.clicked.connect(self._want)
        self.body.addWidget(self.replace)
        self.votes = self._label("absence-votes")
        self.back = QPushButton(catalogue.text("replace.take-back"))
        self.back.setObjectName("absence-back")
        self.back.setProperty("role", "primary")
        self.back.clicked.connect(self.returned)
        self.body.addWidget(self.back)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._refresh)
        self.hide()

    def _label(self, name: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        self.body.addWidget(label)
        return label

    def hear(self, event: AbsenceChanged) -> None:
        """It stands differently with who is awaited, or with the seats of here."""
        self._known = event
        self._since = self._now()
        away = event.absence is not None and event.absence.away is not None
        self._timer.start() if away else self._timer.stop()
        self._refresh()
        self.setVisible(event.gone or event.absence is not None)

    def _want(self) -> None:
        absence = self._known.absence
        if absence is not None:
            self.wanted.emit(absence.peer, not absence.wanted, str(self.level.currentData()))

    def _refresh(self) -> None:
        text, known = self._catalogue.text, self._known
        absence = known.absence
        askable = absence is not None and absence.refused is None
        self.level.setVisible(askable and absence is not None and not absence.wanted)
        self.replace.setVisible(askable)
        self.votes.setVisible(askable)
        self.back.setVisible(known.returnable)
        self.back.setEnabled(not known.returning)
        if absence is not None:
            self.sentence.setText(self._waiting(absence))
            self.replace.setText(text("replace.wait" if absence.wanted else "replace.want"))
            agreed, waiting = ", ".join(absence.agreed), ", ".join(absence.waiting)
            said = [text("replace.all")]
            said += [text("replace.agreed", names=agreed)] if agreed else []
            said += [text("replace.missing", names=waiting)] if agreed and waiting else []
            self.votes.setText(" ".join(said))
        elif known.gone:
            key = "replace.returning" if known.returning else "replace.yours" if known.returnable else "replace.lost"
            self.sentence.setText(text(key))

    def _waiting(self, absence: Absence) -> str:
        text = self._catalogue.text
        if absence.away is None:
            said = text("replace.time-up", name=absence.name)
        else:
            seconds = absence.away // 1000 + round(self._now() - self._since)
            said = text("replace.waiting", name=absence.name, time=f"{seconds // 60}:{seconds % 60:02}")
        return said if absence.refused is None else f"{said} {text(absence.refused)}"
