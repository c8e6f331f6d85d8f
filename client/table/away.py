"""A panel about missing players: what the others can do, and how a player takes a seat back."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QMenu, QPushButton

from client.look.plain import Label
from client.messages import Catalogue
from client.table.density import Density
from client.table.panel import Panel
from client.table.way import Way
from net.api import Absence, AbsenceChanged, Peer, Reachable
from rules.contract import offered_levels
from rules.registry import game as game_called

TICK_MS = 1_000

LEFT = "session.status.left"
"""The status of a player for whom nobody waits."""


class Away(Panel):
    """Shown while a player cannot be reached, the game waits for a player, or somebody else plays the seats of this computer.

    Signals:
        wanted: the people here want a bot of this level to play for this peer, or want it no longer (key, bool, level).
        returned: they want their own seats back.
        came: the game has begun to wait for somebody, or somebody else has begun to play the seats of this computer.
        went: the game waits for nobody any more, and the people here play their own seats.

    Attributes:
        way: the card that helps missing players and the others find each other.
        levels: the menu of bots that can take over.
    """

    wanted = Signal(str, bool, str)
    returned = Signal()
    came = Signal()
    went = Signal()

    def __init__(self, catalogue: Catalogue, game: str, way: Way, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(catalogue.text("replace.panel"), "away")
        self._catalogue = catalogue
        self.way = way
        self._now = now
        self._since = 0.0
        self._known = AbsenceChanged(None, False, False, False)
        self._missing: list[Peer] = []
        self._left: list[Peer] = []
        self._findable = False
        self.sentence = self._label("away-sentence")
        self.finder = self._button("away-find", "table.missing.find", way.toggle)
        self.votes = self._label("away-votes")
        self.replace = self._button("away-replace", "replace.want", self._want)
        self.back = self._button("away-back", "replace.take-back", self.returned.emit)
        self.back.setProperty("role", "primary")
        self.levels = QMenu(self.replace)
        self.levels.setObjectName("away-levels")
        self.levels.addAction(catalogue.text("replace.level")).setEnabled(False)
        for level in reversed(offered_levels(game_called(game))):
            key = f"{game}.bot.{level}"
            named = catalogue.text(key) if catalogue.has(key) else level
            action = self.levels.addAction(catalogue.text("client.kind.bot", level=named))
            action.triggered.connect(lambda _=False, level=level: self._ask(level))
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._refresh)
        self.hide()

    def _label(self, name: str) -> QLabel:
        label = Label()
        label.setObjectName(name)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        self.body.addWidget(label)
        return label

    def _button(self, name: str, key: str, pressed: Callable[[], object]) -> QPushButton:
        button = QPushButton(self._catalogue.text(key))
        button.setObjectName(name)
        button.clicked.connect(lambda: pressed())
        self.body.addWidget(button)
        return button

    def set_density(self, density: Density) -> None:
        """Fit the available space, also the card."""
        super().set_density(density)
        if hasattr(self, "way"):
            self.way.set_density(density)

    # -- what is told --------------------------------------------------------------------------------------------------

    def show_peers(self, peers: Sequence[Peer], me: str) -> None:
        """Show which of these peers cannot be reached."""
        away = [peer for peer in peers if not peer.linked and peer.key != me]
        self._missing = [peer for peer in away if peer.status.key != LEFT]
        self._left = [peer for peer in away if peer.status.key == LEFT]
        self._refresh()

    @property
    def seekable(self) -> bool:
        """Whether the game waits for nobody, but a player has left who may need a code to come back."""
        return self._findable and bool(self._left) and not self._missing

    def show_way(self, reachable: Reachable) -> None:
        """Show how this computer can be found."""
        self.way.show_way(reachable)
        self._findable = True
        self._refresh()

    def hear(self, event: AbsenceChanged) -> None:
        """Take news about the awaited peer, or about the seats of this computer."""
        before, after = (known.absence is not None or known.gone for known in (self._known, event))
        self._known = event
        self._since = self._now()
        counts = event.absence is not None and event.absence.away is not None
        self._timer.start() if counts else self._timer.stop()
        self._refresh()
        if after and not before:
            self.came.emit()
        if before and not after:
            self.went.emit()

    # -- what is wanted ------------------------------------------------------------------------------------------------

    def _want(self) -> None:
        absence = self._known.absence
        if absence is not None and absence.wanted:
            self.wanted.emit(absence.peer, False, absence.level)
        elif absence is not None:
            self.levels.popup(self.replace.mapToGlobal(QPoint(0, self.replace.height())))

    def _ask(self, level: str) -> None:
        if self._known.absence is not None:
            self.wanted.emit(self._known.absence.peer, True, level)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        text, known, absence = self._catalogue.text, self._known, self._known.absence
        askable = absence is not None and absence.refused is None
        findable = self._findable and bool(self._missing)
        self.finder.setVisible(findable)
        if findable:
            self.way.begin()
        elif not self.seekable:
            self.way.end()
        self.votes.setVisible(askable)
        self.replace.setVisible(askable)
        self.back.setVisible(known.returnable)
        self.back.setEnabled(not known.returning)
        said = [self._waiting(absence)] if absence is not None else [self._own()] if known.gone else []
        others = [peer.name for peer in self._missing if absence is None or peer.key != absence.peer]
        if others:
            said.append(
                text("replace.also" if absence is not None else "replace.unlinked", names=self._catalogue.listed(others))
            )
        self.sentence.setText(" ".join(said))
        if absence is not None:
            self.replace.setText(text("replace.wait" if absence.wanted else "replace.want"))
            self.votes.setText(self._votes(absence))
        self.setVisible(bool(said))

    def _own(self) -> str:
        """What to say about the seats of this computer while somebody else plays them."""
        known = self._known
        return self._catalogue.text(
            "replace.returning" if known.returning else "replace.yours" if known.returnable else "replace.lost"
        )

    def _votes(self, absence: Absence) -> str:
        text = self._catalogue.text
        agreed, waiting = self._catalogue.listed(absence.agreed), self._catalogue.listed(absence.waiting)
        said = [text("replace.all")]
        said += [text("replace.agreed", names=agreed)] if agreed else []
        said += [text("replace.missing", names=waiting)] if agreed and waiting else []
        said += [text("replace.both", names=self._catalogue.listed(absence.lost))] if absence.lost else []
        return " ".join(said)

    def _waiting(self, absence: Absence) -> str:
        text = self._catalogue.text
        if absence.shunned:
            said = text("session.status.shunned", name=absence.name)
        elif absence.away is None:
            said = text("replace.time-up", name=absence.name)
        else:
            seconds = absence.away // 1000 + round(self._now() - self._since)
            said = text("replace.waiting", name=absence.name, time=f"{seconds // 60}:{seconds % 60:02}")
        return said if absence.refused is None else f"{said} {text(absence.refused)}"
