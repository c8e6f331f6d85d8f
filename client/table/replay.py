"""The replay: a saved game on the same table, at any entry, seen with anybody's eyes."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from client.boards import board_view
from client.boards.contract import Shown
from client.look.plain import Label
from client.messages import Catalogue
from client.pages.bricks import Sheet, button, label
from client.table.frame import TableFrame
from client.table.players import player_infos
from client.table.recording import Watched, watch
from client.table.replaybar import EVERYTHING, ReplayBar
from client.table.window import TableSettings
from net.gamefile import GameFileError
from rules.contract import State

PLAY_MS = 650
"""How long each entry stays while the replay plays, at normal speed."""

AT_ONCE = 3
"""Sentences over the board at a time; with more, only the first stands there and the log tells all."""

SOON_MS = 250
"""A game that has been read by then needs no word about it."""


class _Reading(QObject):
    """Reads a file in a separate thread: every move is played, and every proof of the dealing checked.

    Signals:
        done: the :class:`~client.table.recording.Watched`, or the :class:`~net.gamefile.GameFileError` that stopped it.
    """

    done = Signal(object)

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file

    def begin(self) -> None:
        """Begin; ``done`` comes later, in any case."""
        threading.Thread(target=self._read, name="replay", daemon=True).start()

    def _read(self) -> None:
        try:
            read: Watched | GameFileError = watch(self._file)
        except GameFileError as error:
            read = error
        with suppress(RuntimeError):  # the program may have ended meanwhile, and Qt's half of this object with it
            self.done.emit(read)


class ReplayWindow(QWidget):
    """A saved game, or while it is being read a word about that.

    Signals:
        left: the person wants to go back.
        ready: the game has been read and is shown (with True if it was played to its end), or a sentence why it cannot be.

    Attributes:
        watched: the game, once it has been read.
        index: the number of entries whose effect is shown.
        eyes: a seat, or :data:`~client.table.replaybar.EVERYTHING` or :data:`~client.table.replaybar.SPECTATOR`.
    """

    left = Signal()
    ready = Signal(bool)

    watched: Watched

    def __init__(self, file: Path, catalogue: Catalogue, settings: TableSettings) -> None:
        super().__init__()
        self.setObjectName("replay-window")
        self.catalogue = catalogue
        self.settings = settings
        self.index = 0
        self.eyes = EVERYTHING
        self._told = 0
        self._clock = QTimer(self)
        self._clock.timeout.connect(lambda: self.go(self.index + 1))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._sheet = self._word(catalogue.text("table.replay.reading"), "replay-reading", "strong", busy=True)
        self._sheet.hide()
        self._column.addWidget(self._sheet)
        QTimer.singleShot(SOON_MS, self._sheet, self._sheet.show)
        self._reading = _Reading(file)
        self._reading.done.connect(self._show_read, Qt.ConnectionType.QueuedConnection)
        self._reading.begin()

    @Slot(object)
    def _show_read(self, read: Watched | GameFileError) -> None:
        self._column.removeWidget(self._sheet)
        self._sheet.hide()
        self._sheet.deleteLater()
        over = False
        if isinstance(read, Watched):
            self.watched = read
            self._build(read)
            self.go(0)
            over = read.position(len(read.steps)).result is not None
        else:
            text = self.catalogue.text
            said = text(read.reason) if read.detail is None else f"{text(read.reason)} {text(read.detail)}"
            self._column.addWidget(self._word(said, "replay-problem", "error", busy=False))
        if self.isVisible():
            self.setFocus()
        self.ready.emit(over)

    def _word(self, said: str, name: str, role: str, busy: bool) -> QWidget:
        """A page with a sentence in the middle, and the way back."""
        page = QWidget()
        back = button(self.catalogue.text("table.replay.back"), "replay-back", self.left.emit)
        back.setShortcut("Esc")
        Sheet(label(said, role, name), back, busy).put_into(QHBoxLayout(page))
        self.setFocusProxy(back)
        return page

    def _build(self, watched: Watched) -> None:
        text = self.catalogue.text
        self.view = board_view(watched.game)(self.catalogue)
        self.frame = TableFrame(self.view, self.catalogue, watched.game)
        self.bar = ReplayBar(self.catalogue, watched.names, len(watched.steps), watched.marks)
        self.bar.wanted.connect(self.go)
        self.bar.turned.connect(self.go_turn)
        self.bar.played.connect(self.play)
        self.bar.eyes.connect(self.look_with)
        self._hands = QStackedWidget()
        self._hands.addWidget(self.view.hand)
        self._nobody = Label(text("table.replay.no-hand"))
        self._nobody.setProperty("role", "soft")
        self._hands.addWidget(self._nobody)
        self.frame.hand_row.addWidget(self._hands, 3)
        self.frame.hand_row.addWidget(self.bar, 4)
        self.bar.set_density(self.frame.density)
        self.frame.density_changed.connect(self.bar.set_density)
        self.bar.setProperty("role", "")
        self.frame.talk.tabs.removeTab(1)
        self.frame.top.left.connect(self.left)
        self.frame.set_flat(self.settings.flat_view)
        self._column.addWidget(self.frame)
        self.setFocusProxy(self.bar.slider)
        if watched.notice is not None:
            self.frame.talk.log.note(text(watched.notice))

    # -- going through it ----------------------------------------------------------------------------------------------

    def go(self, index: int) -> None:
        """Show the position after so many entries."""
        index = max(0, min(len(self.watched.steps), index))
        forward = index == self.index + 1
        self.index = index
        if index == len(self.watched.steps):
            self._clock.stop()
        self._show()
        if forward and not self.settings.reduced_motion and self.isVisible():
            self.view.animate(list(self.watched.events(index)), self.settings.animation_speed / 100)

    def go_turn(self, direction: int) -> None:
        """To the beginning of the next turn (1), or of this or the one before (-1)."""
        places = [mark.index for mark in self.watched.marks]
        if direction > 0:
            self.go(next((place for place in places if place > self.index), len(self.watched.steps)))
        else:
            self.go(next((place for place in reversed(places) if place < self.index), 0))

    def play(self) -> None:
        """Go on entry by entry, or pause."""
        if self._clock.isActive():
            self._clock.stop()
        else:
            if self.index == len(self.watched.steps):
                self.index = 0
            self._clock.start(round(PLAY_MS * 100 / self.settings.animation_speed))
        self._show()

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._clock.isActive()

    def look_with(self, eyes: int) -> None:
        """Look with other eyes."""
        self.eyes = eyes
        self.frame.talk.log.show_for(self._viewer, eyes == EVERYTHING)
        self._show()

    # -- showing -------------------------------------------------------------------------------------------------------

    @property
    def _viewer(self) -> int | None:
        return self.eyes if self.eyes >= 0 else None

    def _seen(self) -> State:
        position = self.watched.position(self.index)
        if self.eyes == EVERYTHING:
            return position
        return position.view(self._viewer)

    def _show(self) -> None:
        names = self.watched.names
        state = self._seen()
        hand = state.turn if self.eyes == EVERYTHING else self._viewer
        self.view.set_speed(0.0 if self.settings.reduced_motion else self.settings.animation_speed / 100)
        shown = Shown(state, self._viewer, (), names, hand)
        self.frame.present(shown, player_infos(self.view, self.catalogue, state, names))
        self._hands.setCurrentIndex(0 if hand is not None else 1)
        self._tell()
        self.frame.prompt.ask(self._said(), False)
        self.bar.show_place(self.index, self.playing)

    def _said(self) -> str:
        if not self.index:
            return self.catalogue.text("table.replay.beginning")
        sentences = self.frame.talk.log.sentences(self.watched.told(self.index))
        if len(sentences) > AT_ONCE:
            position, said = self.watched.position(self.index), sentences[0]
            if position.result is not None:
                said = self.catalogue.text(position.prompt(), self.watched.names)
            return self.catalogue.text("table.replay.more", said=said, count=len(sentences) - 1)
        return " ".join(sentences) or self.catalogue.text("table.replay.nothing")

    def _tell(self) -> None:
        """The log up to here."""
        log = self.frame.talk.log
        if self.index < self._told:
            log.forget()
            self._told = 0
        events = [event for index in range(self._told + 1, self.index + 1) for event in self.watched.told(index)]
        log.add_events(events, self.watched.names, self._viewer, everything=self.eyes == EVERYTHING)
        self._told = self.index

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that nothing inside has taken go to the bar."""
        if not (hasattr(self, "bar") and self.bar.press(event.key())):
            super().keyPressEvent(event)
