"""The window for a puzzle: the table of a game in the puzzle's position, with the puzzle's text beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client.boards import board_view
from client.boards.contract import Shown
from client.lessons.marks import Marks
from client.look.avatar import avatar_of
from client.look.likeness import own_portrait
from client.messages import Catalogue
from client.puzzles.panel import PuzzlePanel
from client.puzzles.puzzle import Puzzle, loses_little
from client.puzzles.rating import MISSED, NEARLY, SOLVED
from client.puzzles.record import Record
from client.puzzles.work import judging
from client.sound.cues import cues_of
from client.table import trying
from client.table.analysing import Working
from client.table.frame import TableFrame
from client.table.hinting import different, find_at
from client.table.keys import pressed
from client.table.players import player_infos
from client.table.stepping import Stepping
from client.table.turn import Turn, confirm_sentence
from client.table.turnbar import TurnBar
from client.table.window import TableSettings
from rules.contract import Event, Move, State
from rules.message import Message, message
from rules.registry import game as game_called
from rules.search.analysis import position_after

if TYPE_CHECKING:
    from client.bots import Cancel
    from rules.search.puzzles import Weighed

PERCENT = 10


def result_of(puzzle: Puzzle, found: Weighed) -> int:
    """The result of a turn with this value in a puzzle."""
    loss = found.best - found.own
    if loses_little(found, puzzle.gap):
        return SOLVED
    return NEARLY if loss < puzzle.gap * 3 // 4 else MISSED


class PuzzleWindow(QWidget):
    """A puzzle being solved. The person tries and takes back moves as at any table; the confirmed turn is judged.

    Signals:
        left: the person wants to go back.
        next: the person wants another puzzle.
        sounded: cues to play (:data:`client.sound.cues.CUES`), in order.
        told: a sentence to show across the window.

    Attributes:
        puzzle: the puzzle.
        turn: the turn being tried.
        result: the result of the last try, or None before.
        step: how many moves of the solution are shown, or -1.
    """

    left = Signal()
    next = Signal()
    sounded = Signal(tuple)
    told = Signal(object)
    _came = Signal(int, object)

    def __init__(
        self,
        puzzle: Puzzle,
        catalogue: Catalogue,
        settings: TableSettings,
        record: Record,
        work: Working,
        name: str = "",
    ) -> None:
        """``work`` judges turns in another process; ``name`` is the player's name."""
        super().__init__()
        self.setObjectName("puzzle-window")
        self.puzzle = puzzle
        self.catalogue = catalogue
        self.settings = settings
        self._record = record
        self._work = work
        self._base = puzzle.view()
        self._answer = Stepping(self._base, puzzle.answer)
        self.turn = Turn(self._base.copy(), 0)
        self.result: int | None = None
        self.step = -1
        self._asked = 0
        self._cancel: Cancel | None = None
        text = catalogue.text
        self._names = trying.names_at(catalogue, name, puzzle.seat, puzzle.seats)
        self._pictures = tuple(
            own_portrait(settings) if seat == puzzle.seat else avatar_of(name) for seat, name in enumerate(self._names)
        )
        about = text(
            "puzzle.about",
            game=text(f"{puzzle.game}.title"),
            level=text(f"puzzle.level.{puzzle.difficulty}"),
            rating=puzzle.rating,
        )
        self.view = board_view(puzzle.game)(catalogue)
        self.panel = PuzzlePanel(catalogue, about)
        self.frame = TableFrame(self.view, catalogue, puzzle.game, self.panel)
        self.frame.set_flat(settings.flat_view)
        self.turn_bar = TurnBar(catalogue)
        self.frame.hand_row.addWidget(self.turn_bar)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.frame)
        self.setFocusProxy(self.frame)
        self.marks = Marks(self, lambda name: find_at(self, self.view, name))
        self.marks.show()
        for part in (self.panel, self.turn_bar):
            part.set_density(self.frame.density)
            self.frame.density_changed.connect(part.set_density)
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self.view.touched.connect(self.frame.prompt.drop_refusal)
        trying.connect(self, self.undo, self.reset)
        self.panel.again.connect(self.again)
        self.panel.next.connect(self.next)
        self.panel.shown.connect(self.show_solution)
        self.panel.stepped.connect(lambda by: self.show_step(self.step + by))
        self._show()

    @property
    def speed(self) -> float:
        """The speed of animations; 0 for none."""
        return 0.0 if self.settings.reduced_motion or not self.isVisible() else self.settings.animation_speed / 100

    @property
    def open(self) -> bool:
        """Whether the person can try a turn now."""
        return self.result is None and self._cancel is None and self.step < 0

    @property
    def _closed(self) -> Message:
        """Why the person cannot try a turn now."""
        return message("puzzle.over" if self.result is not None else "puzzle.judging")

    # -- the turn ------------------------------------------------------------------------------------------------------

    def want(self, move: Move) -> None:
        """The person asks for a move: try it, or say why the rules do not allow it."""
        if not self.open or not self.turn.open:
            why = confirm_sentence(self.turn) if self.open else self._closed
            self.frame.refuse(why, self._names)
            return
        why_not = self.turn.state.why_not(move)
        if why_not is not None:
            self.frame.refuse(why_not, self._names)
            return
        events = self.turn.play(move)
        self._show()
        self._animate(events)
        if self.turn.complete:
            self.turn_bar.confirm_button.setFocus()

    def _animate(self, events: list[Event]) -> None:
        self.sounded.emit(cues_of(events))
        if self.speed:
            self.view.animate(events, self.speed)

    def undo(self) -> None:
        """Take back the last move."""
        if self.open:
            self.turn.undo()
            self._show()

    def reset(self) -> None:
        """Take back the whole turn."""
        if self.open:
            self.turn.reset()
            self._show()

    def confirm(self) -> None:
        """Decide the turn. If it leads to the same position as the answer, it solves the puzzle; otherwise it is judged."""
        if not self.open or not self.turn.complete:
            return
        moves, puzzle = self.turn.tried, self.puzzle
        if position_after(self._base, moves) == position_after(self._base, puzzle.answer):
            self._decide(SOLVED, self._said("puzzle.solved", puzzle.wins(0), puzzle.wins(puzzle.gap)))
            return
        self._asked += 1
        number = self._asked

        def told(found: Weighed | None) -> None:
            with suppress(RuntimeError):  # the window may be gone by now, and Qt's half of this object with it
                self._came.emit(number, found)

        self._cancel = lambda: None  # a placeholder: the answer may come before there is anything to cancel
        self.panel.show_thinking()
        self._show()
        cancel = self._work(judging(puzzle.game, self._base.copy(), moves, puzzle.answer), told, lambda _: None)
        self._cancel = cancel

    @Slot(int, object)
    def _take(self, asked: int, found: Weighed | None) -> None:
        """Take the judgement of the turn."""
        if asked != self._asked or self._cancel is None:
            return
        self._cancel = None
        if found is None:
            self.panel.show_task()
            self._show()
            self.frame.prompt.explain(self.catalogue.text("puzzle.error.judging"))
            return
        result, wins = result_of(self.puzzle, found), self.puzzle.wins
        key = ("puzzle.missed", "puzzle.nearly", "puzzle.as-good")[result]
        self._decide(result, self._said(key, wins(found.best - found.own), wins(0)))

    def _said(self, key: str, own: int, best: int) -> str:
        return self.catalogue.text(key, own=_percent(own), best=_percent(best))

    def _decide(self, result: int, said: str) -> None:
        """End a try."""
        self.result = result
        own = self._reasons(Stepping(self._base, self.turn.tried))
        why = self.catalogue.text("puzzle.why.own", why=own) if own else ""
        self.panel.show_verdict(result == SOLVED, said, why, self._note(result))
        self._show()
        (self.panel.next_button if result == SOLVED else self.panel.again_button).setFocus()

    def _note(self, result: int) -> str:
        """Record a try; returns the rating in words."""
        first = self.puzzle.id not in self._record.tried
        change = self._record.note(self.puzzle, result)
        if self._record.unsaved is not None:
            self.told.emit(self._record.unsaved)
        text = self.catalogue.text
        if not first:
            return text("puzzle.rating.same", rating=self._record.rating)
        change_said = f"+{change}" if change >= 0 else f"−{-change}"
        return text("puzzle.rating", rating=self._record.rating, change=change_said)

    def _reasons(self, way: Stepping) -> str:
        """Why a turn is good, in the game's words; empty if the game names no reason."""
        reasons = game_called(self.puzzle.game).reasons(self._base, way.after, way.events, self.puzzle.seat)
        return " ".join(self.catalogue.text(reason, self._names) for reason in different(reasons))

    # -- the solution --------------------------------------------------------------------------------------------------

    def again(self) -> None:
        """Try once more. The rating depends on the first try only."""
        self._drop()
        self.result, self.step = None, -1
        self.turn.reset()
        self.marks.point((), ())
        self.panel.show_task()
        self._show()
        self.view.take_focus()

    def show_solution(self) -> None:
        """Show the answer, step by step. Before the first try, this counts as missed."""
        if self._cancel is not None:
            return
        if self.result is None:
            self.result = MISSED
            said = self._said("puzzle.given-up", self.puzzle.wins(0), self.puzzle.wins(self.puzzle.gap))
            self.panel.show_verdict(False, said, "", self._note(MISSED))
        self.show_step(0)
        self.panel.on_button.setFocus()

    def show_step(self, step: int) -> None:
        """Show the board after so many moves of the answer, with the next move marked."""
        moves = self._answer.moves
        self.step = max(0, min(len(moves), step))
        state, events = self._answer.at(self.step)
        self._present(state, ())
        text = self.catalogue.text
        if self.step:
            said = " ".join(text(event, self._names) for event in events)
            self.frame.prompt.ask(text("puzzle.step", number=self.step, all=len(moves), said=said), False)
        else:
            self.frame.prompt.ask(text("puzzle.begin"), False)
        self.turn_bar.show_state(tried=False, complete=False)
        best = text("puzzle.why.best", why=self._reasons(self._answer) or text("table.hint.plain"))
        self.panel.show_step(self.step, len(moves), f"{best} {self._ends()}".rstrip())
        later, following = self._answer.marks(self.view, self.step)
        self.marks.point(later, following)

    def _ends(self) -> str:
        """Where the chances of the best turns come from; empty if only the judge knows them."""
        ends = self.puzzle.ends
        return self.catalogue.text("puzzle.ends", games=ends.games) if ends is not None else ""

    def _drop(self) -> None:
        self._asked += 1
        cancel, self._cancel = self._cancel, None
        if cancel is not None:
            cancel()

    def hideEvent(self, event: QHideEvent) -> None:
        """Leaving the puzzle cancels the judgement."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._drop()

    # -- what is shown -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        turn, text = self.turn, self.catalogue.text
        moves = tuple(turn.state.moves()) if self.open and turn.open else ()
        shown = self._present(turn.state, moves)
        self.turn_bar.show_state(tried=self.open and bool(turn.tried), complete=self.open and turn.complete)
        if not self.open:
            self.frame.prompt.ask(text(self._closed), False)
        elif turn.complete:
            self.frame.prompt.ask(text(confirm_sentence(turn), self._names), True)
        else:
            you = tuple(text("table.you") if seat == self.puzzle.seat else name for seat, name in enumerate(self._names))
            self.frame.prompt.ask(text(self.view.asks(shown), you), True)

    def _present(self, state: State, moves: Sequence[Move]) -> Shown:
        names, seat = self._names, self.puzzle.seat
        shown = Shown(state, seat, tuple(moves), names, seat)
        self.view.set_speed(self.speed)
        self.frame.present(shown, lambda: player_infos(self.view, self.catalogue, state, names, self._pictures))
        self.frame.prompt.offer(self.view.choices(shown), names)
        return shown

    # -- keys ----------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the focused button, else confirms; Page Up and Page Down step through the solution."""
        key, focused = event.key(), self.focusWidget()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not pressed(focused):
                self.confirm()
        elif key == Qt.Key.Key_Space:
            self.view.skip()
        elif key == Qt.Key.Key_Escape:
            self.view.put_away()
        elif key == Qt.Key.Key_PageUp and self.step >= 0:
            self.show_step(self.step - 1)
        elif key == Qt.Key.Key_PageDown and self.step >= 0:
            self.show_step(self.step + 1)
        else:
            super().keyPressEvent(event)


def _percent(thousandths: int) -> int:
    """A share in thousandths as whole per cent, halves rounded up."""
    return (thousandths + PERCENT // 2) // PERCENT
