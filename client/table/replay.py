"""The replay: a saved game on the same table, at any entry, as any player saw it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from client.analysis.mind import can_be_analysed
from client.boards import board_view
from client.boards.contract import Shown
from client.look.avatar import Picture
from client.look.likeness import Likenesses
from client.look.plain import Label
from client.messages import Catalogue
from client.pages.bricks import Sheet, button, label
from client.system.garbage import spare
from client.table.analysing import Analysing, Working
from client.table.branching import Cards, NoBranch, branch
from client.table.density import Density
from client.table.frame import TableFrame
from client.table.later import EVERY_MS
from client.table.players import player_infos
from client.table.positiontext import position_text
from client.table.recording import Watched, watch
from client.table.replaybar import EVERYTHING, TALLER, ReplayBar
from client.table.slices import Slices, finish, put_aside
from client.table.window import TableBridge, TableSettings, TableWindow
from net.api import Seat
from net.gamefile import GameFileError
from rules.contract import State
from rules.message import message

if TYPE_CHECKING:
    from client.table.whatif import WhatIf

PLAY_MS = 650
"""How long each entry stays while the replay runs at normal speed."""

AT_ONCE = 3
"""The largest number of sentences over the board. If there are more, only the first is shown, and the log has all."""

SOON_MS = 250
"""A message about reading appears only after this delay."""


class _Reading(QObject):
    """Reads a file in a separate thread: plays every move, and checks every proof of the dealing.

    Signals:
        done: the :class:`~client.table.recording.Watched`, or the :class:`~net.gamefile.GameFileError` that stopped it.

    Attributes:
        scores: the scores of the game that was read.
    """

    done = Signal(object)

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self.scores: list[tuple[int, tuple[int, ...]]] = []

    def begin(self) -> None:
        """Start; ``done`` follows in any case."""
        threading.Thread(target=self._read, name="replay", daemon=True).start()

    def _read(self) -> None:
        read: Watched | GameFileError
        try:
            read = watched = watch(self._file)
            self.scores = watched.scores()
        except GameFileError as error:
            read = error
        except Exception as error:
            read = GameFileError(message("session.file.unreadable", file=self._file.name, why=type(error).__name__))
            raise  # into the log of errors
        finally:
            with suppress(RuntimeError):  # the program may have ended by now, and Qt's half of this object with it
                self.done.emit(read)


class Branched(NamedTuple):
    """A position to play on from, with the cards still to be dealt and the person's seat."""

    state: State
    cards: Cards
    seat: int


class _Branching(QObject):
    """Prepares a position to play on from, in a separate thread, since this replays the whole game.

    Signals:
        done: the :class:`Branched` position, or the :class:`~client.table.branching.NoBranch` why there is none.
    """

    done = Signal(object)

    def __init__(self, watched: Watched, index: int, seat: int) -> None:
        super().__init__()
        self._asked = watched, index, seat

    def begin(self) -> None:
        """Start; ``done`` follows in any case."""
        threading.Thread(target=self._work, name="what if", daemon=True).start()

    def _work(self) -> None:
        watched, index, seat = self._asked
        try:
            found: Branched | NoBranch = Branched(*branch(watched, index, Random(os.urandom(16))), seat)
        except NoBranch as error:
            found = error
        with suppress(RuntimeError):
            self.done.emit(found)


class _Counting(QObject):
    """Counts the scores as another viewer sees them, in a separate thread.

    Signals:
        done: the viewer and the scores.
    """

    done = Signal(int, object)

    def __init__(self, watched: Watched, eyes: int, viewer: int | None) -> None:
        super().__init__()
        self._asked = watched, eyes, viewer

    def begin(self) -> None:
        """Start; ``done`` follows."""
        threading.Thread(target=self._work, name="scores", daemon=True).start()

    def _work(self) -> None:
        watched, eyes, viewer = self._asked
        scores = watched.scores(viewer, everything=eyes == EVERYTHING)
        with suppress(RuntimeError):
            self.done.emit(eyes, scores)


class ReplayWindow(QWidget):
    """A saved game, or a message while it is being read.

    Signals:
        left: the person wants to go back.
        ready: the game is read and shown (with True if it was played to its end), or a sentence says why it cannot be.

    Attributes:
        watched: the game, once it has been read.
        index: the number of entries whose effect is shown.
        eyes: whose view is shown: a seat, or :data:`~client.table.replaybar.EVERYTHING` or
        :data:`~client.table.replaybar.SPECTATOR`.
        table: the table for playing on, or None.
        coming: the parts of the table while they are made beside this page, else None.
        analysing: the analysis, once requested.
    """

    left = Signal()
    ready = Signal(bool)

    watched: Watched
    _game: Watched
    """The same, once its table is on its way."""

    analysing: Analysing | None = None

    _prepared_analysis: Analysing

    def __init__(
        self,
        file: Path,
        catalogue: Catalogue,
        settings: TableSettings,
        home: Path | None = None,
        analysed: bool = False,
        work: Working | None = None,
        likenesses: Likenesses | None = None,
    ) -> None:
        """Read a file.

        Args:
            file: the game.             catalogue: the texts.             settings: the table's settings.
            home: the data folder, where analyses are stored; None to store none.
            analysed: whether to analyse it at once.
            likenesses: the known portraits.
            work: gives the analysis to a process; without it, and for a game that cannot be analysed, there is none.
        """
        super().__init__()
        self.setObjectName("replay-window")
        self.catalogue = catalogue
        self.settings = settings
        self._likenesses = likenesses or Likenesses(settings)
        self._pictures: tuple[Picture | None, ...] = ()
        self._file, self._home, self._analysed, self._work = file, home, analysed, work
        self.index = 0
        self.eyes = EVERYTHING
        self._told = 0
        self._branching: _Branching | None = None
        self._what_if: WhatIf | None = None
        self.table: TableWindow | None = None
        self.coming: TableFrame | None = None
        self._counting: _Counting | None = None
        self._preparing = self._prepared()
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
        spare()  # hundreds of positions, which stay as long as this window
        if isinstance(read, Watched):
            self._slices = Slices(self._made(read), self)
            self._slices.done.connect(lambda: self._show_made(read))
            return
        self._put_sheet_away()
        text = self.catalogue.text
        said = text(read.reason) if read.detail is None else f"{text(read.reason)} {text(read.detail)}"
        self._column.addWidget(self._word(said, "replay-problem", "error", busy=False))
        self._be_ready(False)

    def _put_sheet_away(self) -> None:
        self._column.removeWidget(self._sheet)
        self._sheet.hide()
        self._sheet.deleteLater()

    def _made(self, read: Watched) -> Iterator[None]:
        """Make the table and show the beginning of the game, in slices and out of sight."""
        if not can_be_analysed(read.game, len(read.names)):
            self._work = None
        yield from self._build(read)
        self._game = read
        self.go(0)
        yield
        yield from self.frame.settled()
        if self.isVisible():
            yield from self.frame.shown(self.frame)

    def _show_made(self, read: Watched) -> None:
        """All is there: the table comes up."""
        self.watched = read
        self.coming = None
        self._put_sheet_away()
        self._column.addWidget(self.frame)
        self.frame.show()
        self.setFocusProxy(self.bar.slider)
        Slices(self._made_later(), self, EVERY_MS)
        self._be_ready(read.position(len(read.steps)).result is not None)

    def _made_later(self) -> Iterator[None]:
        """Make what is not needed at first in slices: the analysis, and what the view can do without."""
        if self._work is not None:
            yield from self._preparing
        # A narrow table folds its columns when it is laid out, and then unfolds the one for this.
        if self._analysed and self._work is not None:
            self.bar.analysis.setChecked(True)
            yield
        yield from self.view.made_later()

    def _prepared(self) -> Iterator[None]:
        """Make the analysis, in slices, for when it is requested."""
        assert self._work is not None
        self._prepared_analysis = made = Analysing(self, self._file, self._home, self._work)
        yield from made.made()
        self.frame.density_changed.connect(made.panel.set_density)
        made.panel.set_density(self.frame.density)

    def _be_ready(self, over: bool) -> None:
        if self.isVisible():
            self.setFocus()
        self.ready.emit(over)

    def _word(self, said: str, name: str, role: str, busy: bool) -> QWidget:
        """A page with a sentence in the middle, and a button to go back."""
        page = QWidget()
        back = button(self.catalogue.text("table.replay.back"), "replay-back", self.left.emit)
        back.setShortcut("Esc")
        Sheet(label(said, role, name), back, busy).put_into(QHBoxLayout(page))
        self.setFocusProxy(back)
        return page

    def _build(self, watched: Watched) -> Iterator[None]:
        text = self.catalogue.text
        self.view = board_view(watched.game)(self.catalogue)
        yield
        charter = watched.charter
        seats = [Seat(seat.kind, seat.name, seat.peer.hex()) for seat in charter.seats]
        self._pictures = self._likenesses.of_seats(seats, {peer.key.hex(): peer.name for peer in charter.peers})
        self.frame = TableFrame(self.view, self.catalogue, watched.game, parent=self, sliced=True)
        self.frame.hide()
        put_aside(self.frame)
        self.coming = self.frame
        yield from self.frame.made(watched.game)
        yield
        self.bar = ReplayBar(self.catalogue, watched.names, len(watched.steps), watched.marks, watched.moments)
        yield
        self.bar.graph.show_scores(self._reading.scores)
        self.bar.jumped.connect(self.jump)
        self.bar.copied.connect(self.copy)
        self.bar.what_if.connect(self.play_on)
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
        yield
        self.bar.set_density(self.frame.density)
        self.frame.density_changed.connect(self.bar.set_density)
        self.frame.density_changed.connect(self._make_room)
        self.bar.refitted.connect(lambda: self._make_room(self.frame.density))
        self._make_room(self.frame.density)
        self.bar.setProperty("role", "")
        self.frame.talk.tabs.removeTab(1)
        self.frame.top.left.connect(self.left)
        self.frame.set_flat(self.settings.flat_view)
        self.bar.analysed.connect(self.analyse)
        self.bar.analysis.setVisible(self._work is not None)
        if watched.notice is not None:
            self.frame.talk.log.note(text(watched.notice))

    def _make_room(self, density: Density) -> None:
        """Make room for the bar, which is higher than a hand because of the graph."""
        more = (22 if self.bar.narrow else 0) + (TALLER if self.bar.tall else 0)
        self.frame.dock.setFixedHeight(density.px((128 if density.compact else 164) + more))

    # -- going through it ----------------------------------------------------------------------------------------------

    def go(self, index: int) -> None:
        """Show the position after so many entries."""
        index = max(0, min(len(self._game.steps), index))
        forward = index == self.index + 1
        self.index = index
        if index == len(self._game.steps):
            self._clock.stop()
        self._show()
        if forward and not self.settings.reduced_motion and self.isVisible():
            self.view.animate(list(self._game.events(index)), self.settings.animation_speed / 100)

    def go_turn(self, direction: int) -> None:
        """Go to the beginning of the next turn (1), or of this or the previous turn (-1)."""
        places = [mark.index for mark in self._game.marks]
        if direction > 0:
            self.go(next((place for place in places if place > self.index), len(self._game.steps)))
        else:
            self.go(next((place for place in reversed(places) if place < self.index), 0))

    @property
    def own(self) -> tuple[int, ...]:
        """The seats that count as one's own: that of the chosen view, else those of the people whose file it is."""
        return (self.eyes,) if self.eyes >= 0 else self._game.mine or (0,)

    def jump(self, where: str) -> None:
        """Go to the next or previous own turn or mark, if there is one."""
        if where.startswith("own"):
            places = [mark.index for mark in self._game.marks if mark.seat in self.own]
        else:
            places = [moment.index for moment in self._game.moments]
        if where.endswith("next"):
            found = next((place for place in places if place > self.index), None)
        else:
            found = next((place for place in reversed(places) if place < self.index), None)
        if found is not None:
            self.go(found)

    def copy(self, what: str) -> None:
        """Copy the position as the current viewer sees it: the board as a picture, or all of it as text."""
        clipboard = QGuiApplication.clipboard()
        if what == "copy-picture":
            clipboard.setPixmap(self._picture())
        else:
            place = self.bar.place.text()
            names, seen = self._game.names, self._seen()
            clipboard.setText(position_text(self.catalogue, self.view, self._game.game, seen, names, place))
        self.frame.prompt.explain(self.catalogue.text(f"table.replay.{what}.done"), "notice")

    def _picture(self) -> QPixmap:
        board = self.view.flat if self.frame.is_flat else self.view.board
        shown = [tool for tool in board.findChildren(QToolButton) if tool.isVisible()]
        for tool in shown:
            tool.hide()
        picture = board.grab()
        for tool in shown:
            tool.show()
        return picture

    # -- the analysis --------------------------------------------------------------------------------------------------

    def analyse(self, on: bool) -> None:
        """Show the analysis in place of the talk, or hide it."""
        if on and self._work is not None:
            finish(self._preparing)
            self.analysing = self._prepared_analysis
            self._clock.stop()
            self.frame.open_left()
            self.frame.talk.hide()
            self.frame.follow("graph", lambda: self.bar.set_tall(True), spread=not self.settings.reduced_motion)
            self.analysing.open()
        elif self.analysing is not None:
            self.analysing.close()
            self.frame.follow("graph", lambda: self.bar.set_tall(False), spread=False)
            self.frame.talk.show()
            self.setFocus()

    def show_instead(self, index: int, state: State, seat: int, said: str) -> None:
        """Show a position that was not played, after so many entries of the game, from a seat's point of view."""
        self._clock.stop()
        self.index = index
        self._present(state, seat)
        self._tell()
        self.frame.prompt.ask(said, False)
        self.bar.show_place(index, False)

    # -- what if -------------------------------------------------------------------------------------------------------

    def play_on(self, seat: int) -> None:
        """Play on from here against bots, in this seat. A separate thread prepares the position."""
        if self._branching is not None or self.table is not None:
            return
        self._clock.stop()
        self._branching = _Branching(self._game, self.index, seat)
        self._branching.done.connect(self._show_branch, Qt.ConnectionType.QueuedConnection)
        self._branching.begin()

    @Slot(object)
    def _show_branch(self, found: Branched | NoBranch) -> None:
        self._branching = None
        if isinstance(found, NoBranch):
            self.frame.prompt.explain(self.catalogue.text(found.reason))
            return
        from client.bots import BotWorker
        from client.table.whatif import WhatIf

        watched = self._game
        options = dict(watched.charter.options)
        self._what_if = WhatIf(watched.game, options, watched.names, found.state, found.cards, found.seat, BotWorker())
        bridge = cast(TableBridge, self._what_if)  # it accepts every command that this table can give; the rest are hidden
        self.table = TableWindow(bridge, self._what_if.opened, self.catalogue, self.settings, self._likenesses)
        self.table.left.connect(self.end_what_if)
        self._what_if.fit(self.table)
        number = sum(mark.index <= self.index for mark in self._game.marks)
        self.table.frame.talk.log.note(self.catalogue.text("table.what-if.note", number=number))
        self.frame.hide()
        self._column.addWidget(self.table)
        self.setFocusProxy(self.table)
        self.table.setFocus()
        self._what_if.begin()

    def end_what_if(self) -> None:
        """Return to the replay, where it was left."""
        if self._what_if is not None:
            self._what_if.close()
        if self.table is not None:
            self._column.removeWidget(self.table)
            self.table.hide()
            self.table.deleteLater()
            self.frame.show()
            self.setFocusProxy(self.bar.slider)
            self.setFocus()
        self._what_if = self.table = None

    def hideEvent(self, event: QHideEvent) -> None:
        """Leaving the replay ends its bots and its analysis."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.end_what_if()
            if self.analysing is not None:
                self.analysing.end()

    def showEvent(self, event: QShowEvent) -> None:
        """A replay that comes back shows no analysis: leaving has ended it."""
        super().showEvent(event)
        if not event.spontaneous() and self.analysing is not None:
            self.bar.analysis.setChecked(False)

    def play(self) -> None:
        """Run entry by entry, or pause."""
        if self._clock.isActive():
            self._clock.stop()
        else:
            if self.index == len(self._game.steps):
                self.index = 0
            self._clock.start(round(PLAY_MS * 100 / self.settings.animation_speed))
        self._show()

    @property
    def playing(self) -> bool:
        """Whether the replay runs by itself."""
        return self._clock.isActive()

    def look_with(self, eyes: int) -> None:
        """Change the viewer."""
        self.eyes = eyes
        self.frame.talk.log.show_for(self._viewer, eyes == EVERYTHING)
        counting = _Counting(self._game, eyes, self._viewer)
        counting.done.connect(self._show_scores, Qt.ConnectionType.QueuedConnection)
        self._counting = counting
        counting.begin()
        self._show()

    @Slot(int, object)
    def _show_scores(self, eyes: int, scores: list[tuple[int, tuple[int, ...]]]) -> None:
        if eyes == self.eyes:
            self.bar.graph.show_scores(scores)

    # -- showing -------------------------------------------------------------------------------------------------------

    @property
    def _viewer(self) -> int | None:
        return self.eyes if self.eyes >= 0 else None

    def _seen(self) -> State:
        position = self._game.position(self.index)
        if self.eyes == EVERYTHING:
            return position
        return position.view(self._viewer)

    def _show(self) -> None:
        """Show the game as it was played, in place of a better turn."""
        if self.analysing is not None:
            self.analysing.forget()
        state = self._seen()
        self._present(state, state.turn if self.eyes == EVERYTHING else self._viewer)
        self._tell()
        self.frame.prompt.ask(self._said(), False)
        self.bar.show_place(self.index, self.playing)

    def _present(self, state: State, hand: int | None) -> None:
        """Show a position with a seat's hand, or with no hand."""
        names = self._game.names
        moves = not self.settings.reduced_motion
        self.view.set_speed(self.settings.animation_speed / 100 if moves else 0.0)
        shown = Shown(state, self._viewer, (), names, hand)
        self.frame.present(shown, lambda: player_infos(self.view, self.catalogue, state, names, self._pictures), spread=moves)
        self._hands.setCurrentIndex(0 if hand is not None else 1)

    def _said(self) -> str:
        if not self.index:
            return self.catalogue.text("table.replay.beginning")
        sentences = self.frame.talk.log.sentences(self._game.told(self.index))
        if len(sentences) > AT_ONCE:
            position, said = self._game.position(self.index), sentences[0]
            if position.result is not None:
                said = self.catalogue.text(position.prompt(), self._game.names)
            return self.catalogue.text("table.replay.more", said=said, count=len(sentences) - 1)
        return " ".join(sentences) or self.catalogue.text("table.replay.nothing")

    def _tell(self) -> None:
        """Show the log up to here."""
        log = self.frame.talk.log
        if self.index < self._told:
            log.forget()
            self._told = 0
        events = [event for index in range(self._told + 1, self.index + 1) for event in self._game.told(index)]
        log.add_events(events, self._game.names, self._viewer, everything=self.eyes == EVERYTHING)
        self._told = self.index

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass keys that no child has handled to the bar."""
        if not (hasattr(self, "watched") and self.bar.press(event.key())):
            super().keyPressEvent(event)
