"""The analysis in the replay: chances of winning turn by turn, the costliest turns, and better ones shown on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QListWidget, QListWidgetItem, QPushButton

from client.analysis.mind import tells_costs
from client.lessons.marks import Marks
from client.look import theme
from client.look.choice import Choice
from client.look.plain import give_tip
from client.messages import Catalogue
from client.table.density import Density
from client.table.hinting import different, find_at
from client.table.panel import Panel, wrapped
from client.table.recording import number_at
from client.table.slices import polished
from client.table.stepping import Stepping
from rules.message import message
from rules.registry import game
from rules.search.analysis import Judged, dearest, unjudged

if TYPE_CHECKING:
    from client.analysis.work import Progress
    from client.bots import Cancel, Done, Work
    from client.puzzles.work import Made
    from client.table.replay import ReplayWindow

DEAREST = 12
"""The number of costliest turns that are listed."""

PERCENT = 10
"""Chances are thousandths."""

ENDED = message("analysis.none.process")
"""Why there is no result if the process that worked on it is gone."""


Working = Callable[["Work", "Done", "Done"], "Cancel"]
"""Gives long work to the bot processes: :meth:`client.window.bridge.Bridge.work`."""


class AnalysisPanel(Panel):
    """The analysis panel beside the board.

    Signals:
        chosen: use this depth and these cards from now on.
        stopped: stop, or start again if it was stopped.
        picked: show the turn of this row; -1 for none.
        stepped: move through the better turn: 1 or -1.
        puzzled: make puzzles of the game, or stop making them.
    """

    chosen = Signal()
    stopped = Signal()
    picked = Signal(int)
    stepped = Signal(int)
    puzzled = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        """The caller makes the parts with :meth:`made`."""
        super().__init__(catalogue.text("analysis.title"), "analysis")
        self._catalogue = catalogue
        self.hide()

    def made(self) -> Iterator[None]:
        """Make the parts in slices."""
        text = self._catalogue.text
        self.depth_box = Choice()
        self.depth_box.setObjectName("analysis-depth")
        self.depth_box.setAccessibleName(text("analysis.depth"))
        give_tip(self.depth_box, text("analysis.depth"))
        for deep in (False, True):
            self.depth_box.addItem(text("analysis.deep" if deep else "analysis.quick"), deep)
        self.depth_box.setMinimumContentsLength(6)
        self.depth_box.currentIndexChanged.connect(lambda _: self.chosen.emit())
        yield
        self.all_cards = QCheckBox(text("analysis.all-cards"))
        self.all_cards.setObjectName("analysis-all-cards")
        give_tip(self.all_cards, text("analysis.all-cards.about"))
        self.all_cards.toggled.connect(lambda _: self.chosen.emit())
        self.state = wrapped("analysis-state", "small")
        self.stop_button = QPushButton(text("analysis.stop"))
        self.stop_button.setObjectName("analysis-stop")
        self.stop_button.clicked.connect(self.stopped)
        yield
        self.list = QListWidget()
        self.list.setObjectName("analysis-list")
        self.list.setAccessibleName(text("analysis.list"))
        give_tip(self.list, text("analysis.list"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self.picked)
        yield
        self.said = wrapped("analysis-said")
        self.why = wrapped("analysis-why")
        self.back_button = QPushButton(text("analysis.back"))
        self.back_button.setObjectName("analysis-back")
        self.next_button = QPushButton(text("analysis.next"))
        self.next_button.setObjectName("analysis-next")
        self.back_button.clicked.connect(lambda: self.stepped.emit(-1))
        self.next_button.clicked.connect(lambda: self.stepped.emit(1))
        yield
        row = QHBoxLayout()
        for widget in (self.depth_box, self.all_cards, self.state, self.stop_button, self.list, self.said):
            self.body.addWidget(widget)
            yield
        self.body.addLayout(row)
        row.addWidget(self.back_button)
        row.addWidget(self.next_button)
        self.body.addWidget(self.why)
        self.puzzle_button = QPushButton()
        self.puzzle_button.setObjectName("analysis-puzzles")
        give_tip(self.puzzle_button, text("puzzle.make.about"))
        self.puzzle_button.setAccessibleDescription(text("puzzle.make.about"))
        self.puzzle_button.clicked.connect(self.puzzled)
        self.puzzle_state = wrapped("analysis-puzzle-state", "small")
        self.body.addWidget(self.puzzle_button)
        self.body.addWidget(self.puzzle_state)
        self.show_making(False, "")
        self.show_turn("", "")

    def show_state(self, said: str, button: str = "") -> None:
        """Show how far the analysis is; ``button`` is the key of the button's text, or empty for no button."""
        self.state.setText(said)
        self.state.setAccessibleName(said)
        self.stop_button.setVisible(bool(button))
        if button:
            self.stop_button.setText(self._catalogue.text(button))

    def show_making(self, running: bool, said: str) -> None:
        """Show whether puzzles are being made, and how far that is."""
        self.puzzle_button.setText(self._catalogue.text("puzzle.make.stop" if running else "puzzle.make"))
        self.puzzle_state.setText(said)
        self.puzzle_state.setAccessibleName(said)
        self.puzzle_state.setVisible(bool(said))

    def show_list(self, rows: list[tuple[int, str]], current: int) -> None:
        """List the costliest turns: the seat and text of each, and the row that stays chosen."""
        self.list.blockSignals(True)
        self.list.clear()
        for seat, said in rows:
            item = QListWidgetItem(theme.seat_icon(seat, round(16 * theme.scale()), 2.0), said)
            self.list.addItem(item)
        self.list.setCurrentRow(current)
        self.list.blockSignals(False)
        self.list.setVisible(bool(rows))

    def show_turn(self, said: str, why: str) -> None:
        """Say what is wrong with a turn, and why the other one is better."""
        for label, words in ((self.said, said), (self.why, why)):
            label.setText(words)
            label.setAccessibleName(words)
            label.setVisible(bool(words))
        for button in (self.back_button, self.next_button):
            button.setVisible(bool(said))
        if said:
            QAccessible.updateAccessibility(QAccessibleEvent(self.said, QAccessible.Event.NameChanged))

    def show_step(self, step: int, steps: int) -> None:
        """Show ``step`` of ``steps``, and which ways are still possible."""
        self.back_button.setEnabled(step > 0)
        self.next_button.setEnabled(step < steps)

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        super().set_density(density)
        if hasattr(self, "list"):
            self.list.setFixedHeight(density.px(88 if density.compact else 150))
            self.list.setIconSize(QSize(density.px(14), density.px(14)))


class Analysing(QObject):
    """The analysis of one replay: requested, shown as it arrives, and stepped through.

    Attributes:
        panel: its panel.
        turns: the turns judged so far.
        better: the turn whose better turn is shown, or None.
        step: how many moves of the better turn are shown.
    """

    _came = Signal(int, object)
    _made = Signal(int, object, bool)

    def __init__(self, replay: ReplayWindow, file: Path, home: Path | None, work: Working) -> None:
        """The caller makes the panel with :meth:`made`. ``home`` is the data folder for analyses; None to store none."""
        super().__init__(replay)
        self._replay = replay
        self._file, self._home, self._work = file, home, work
        self._catalogue = replay.catalogue
        self._cancel: Cancel | None = None
        self._making: Cancel | None = None
        self._makings = 0
        self._puzzles = 0
        self._asked = 0
        self._part = 0
        self._running = False
        self.turns: list[Judged] = []
        self._listed: list[Judged] = []
        self.better: Judged | None = None
        self.step = 0
        self._way: Stepping | None = None
        self.panel = AnalysisPanel(self._catalogue)

    def made(self) -> Iterator[None]:
        """Make the panel in slices."""
        from client.analysis import work  # noqa: F401  loaded now, and not when somebody waits for it

        replay = self._replay
        yield
        yield from self.panel.made()
        yield
        replay.frame.put_in_place_of_talk(self.panel)
        yield
        yield from polished(self.panel)
        self.marks = Marks(replay, lambda name: find_at(replay, replay.view, name))
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._made.connect(self._take_made, Qt.ConnectionType.QueuedConnection)
        self.panel.puzzled.connect(self._make_or_stop)
        self.panel.puzzle_button.setVisible(self._home is not None)
        self.panel.chosen.connect(self.begin)
        self.panel.stopped.connect(self._stop_or_start_again)
        self.panel.picked.connect(self._pick)
        self.panel.stepped.connect(lambda by: self.show_step(self.step + by))

    def open(self) -> None:
        """Show the panel. The first time, also start the analysis."""
        self.marks.show()
        self.panel.show()
        if not self.turns and not self._running:
            self.begin()
        self._show_chances()
        self._reveal()
        self.panel.depth_box.setFocus()

    def close(self) -> None:
        """Hide the panel and stop everything that is being worked out."""
        self._leave_better()
        self.panel.hide()
        self._replay.bar.graph.show_chances(None)
        self.end()

    def end(self) -> None:
        """Stop everything that is being worked out."""
        if self._running:
            self._stop()
        self._stop_making()

    def begin(self) -> None:
        """Analyse the game anew, at the chosen depth."""
        from client.analysis.work import Progress, Wanted, analysis

        self._leave_better()
        self._end()
        self.turns, self._listed, self._part, self._running = [], [], 0, True
        self._show()
        number = self._asked
        wanted = Wanted(self._file, self.panel.depth_box.currentData(), self.panel.all_cards.isChecked(), self._home)

        def told(progress: Progress | None) -> None:
            if progress is None:
                progress = Progress((), 0, True, ENDED)
            with suppress(RuntimeError):  # the window may be gone by now, and Qt's half of this object with it
                self._came.emit(number, progress)

        self._cancel = self._work(analysis(wanted), told, told)

    def _end(self) -> None:
        self._asked += 1
        if self._running and self._cancel is not None:
            self._cancel()
        self._running, self._cancel = False, None

    def _stop_or_start_again(self) -> None:
        if self._running:
            self._stop()
        else:
            self.begin()

    def _stop(self) -> None:
        """Stop in the middle, and say so."""
        self._end()
        self.panel.show_state(self._catalogue.text("analysis.stopped", part=self._part // PERCENT), "analysis.again")

    @Slot(int, object)
    def _take(self, asked: int, progress: Progress) -> None:
        """Take a part of the result."""
        if asked != self._asked:
            return
        self.turns += progress.turns
        self._part = progress.done
        self._running = not progress.over
        if progress.problem is not None:
            self._list()
            self.panel.show_state(self._catalogue.text(progress.problem), "analysis.again" if progress.problem == ENDED else "")
            return
        self._show()

    # -- puzzles -------------------------------------------------------------------------------------------------------

    def _make_or_stop(self) -> None:
        if self._making is not None:
            self._stop_making()
            return
        assert self._home is not None
        from client.puzzles.shelf import OWN
        from client.puzzles.work import making

        self._makings += 1
        self._puzzles = 0
        number = self._makings

        def told(made: Made | None, over: bool) -> None:
            with suppress(RuntimeError):
                self._made.emit(number, made, over)

        self._making = lambda: None  # a placeholder: the answer may come before there is anything to cancel
        self._show_made(0, 0)
        work = making(self._file, self._home / OWN)
        self._making = self._work(work, lambda made: told(made, True), lambda made: told(made, False))

    def _stop_making(self) -> None:
        """Stop; puzzles already made stay."""
        cancel, self._making = self._making, None
        if cancel is not None:
            self._makings += 1
            cancel()
            self.panel.show_making(False, self._catalogue.text("puzzle.make.done", count=self._puzzles))

    def _show_made(self, count: int, part: int) -> None:
        said = self._catalogue.text("puzzle.make.working", part=part // PERCENT, count=count)
        self.panel.show_making(True, said)

    @Slot(int, object, bool)
    def _take_made(self, number: int, made: Made | None, over: bool) -> None:
        """Take a part of the puzzles, or the progress."""
        if number != self._makings:
            return
        text = self._catalogue.text
        if made is not None:
            self._puzzles = made.puzzles
        if not over and made is not None:
            self._show_made(made.puzzles, made.done)
            return
        self._making = None
        problem = ENDED if made is None else made.problem
        self.panel.show_making(False, text("puzzle.make.done", count=self._puzzles) if problem is None else text(problem))

    # -- showing -------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        text = self._catalogue.text
        self._list()
        if self._running:
            self.panel.show_state(text("analysis.working", part=self._part // PERCENT), "analysis.stop")
        else:
            self.panel.show_state(self._done())
        self._show_chances()

    def _done(self) -> str:
        """What the whole analysis has found, in sentences."""
        text, watched = self._catalogue.text, self._replay.watched
        count = sum(turn.better is not None for turn in self.turns)
        others = [watched.names[seat] for seat in unjudged(self.turns)]
        said = []
        if count:
            said.append(text("analysis.done", count=count))
        elif len(others) < len(watched.names):
            told = tells_costs(watched.game, len(watched.names))
            said.append(text("analysis.done.none" if told else "analysis.done.unsure"))
        if others:
            said.append(text("analysis.unjudged", names=self._catalogue.listed(others)))
        return " ".join(said)

    def _list(self) -> None:
        self._listed = dearest(self.turns, DEAREST)
        rows = [
            (
                turn.seat,
                self._catalogue.text(
                    "analysis.item",
                    number=self._number(turn),
                    name=self._replay.watched.names[turn.seat],
                    cost=_percent(turn.cost),
                ),
            )
            for turn in self._listed
        ]
        chosen = next((row for row, turn in enumerate(self._listed) if turn == self.better), -1)
        first = self.panel.list.isHidden()
        self.panel.show_list(rows, chosen)
        if first and rows:
            self._reveal()

    def _reveal(self) -> None:
        """Scroll to the panel: above all to the list and the buttons below it."""
        panel = self.panel
        self._replay.frame.reveal(panel, panel.why, panel.list, panel.next_button)

    def _number(self, turn: Judged) -> int:
        """The number of a turn, as the replay counts them."""
        return number_at(self._replay.watched.marks, turn.index)

    def _show_chances(self) -> None:
        if self.panel.isHidden():
            return
        turns = self.turns
        found = [(turns[0].index, turns[0].before)] if turns else []
        self._replay.bar.graph.show_chances([*found, *((turn.end, turn.after) for turn in turns)])

    # -- the better turn -----------------------------------------------------------------------------------------------

    def _pick(self, row: int) -> None:
        """Show the turn of a row and the better turn."""
        if not 0 <= row < len(self._listed):
            return
        turn = self._listed[row]
        better = turn.better
        assert better is not None
        everything = self.panel.all_cards.isChecked()
        watched = self._replay.watched
        position = watched.position(better.index)
        way = Stepping(position if everything else position.view(turn.seat), better.moves)
        reasons = game(watched.game).reasons(way.base, way.after, way.events, turn.seat)
        text, names = self._catalogue.text, watched.names
        why = [text(reason, names) for reason in different(reasons)] or [text("table.hint.plain")]
        said = text(
            "analysis.said",
            name=names[turn.seat],
            after=_percent(turn.after[turn.seat]),
            before=_percent(min(1000, turn.after[turn.seat] + turn.cost)),
        )
        self.better, self._way = turn, way
        self.panel.show_turn(said, " ".join(why))
        self.show_step(0)

    def show_step(self, step: int) -> None:
        """Show the board after so many moves of the better turn, with the next move marked."""
        turn, way = self.better, self._way
        if turn is None or way is None or turn.better is None:
            return
        moves = way.moves
        self.step = max(0, min(len(moves), step))
        state, events = way.at(self.step)
        text, names = self._catalogue.text, self._replay.watched.names
        said = [text(event, names) for event in events]
        if self.step:
            told = text("analysis.step", number=self.step, all=len(moves), said=" ".join(said))
        else:
            told = text("analysis.begin", number=self._number(turn), name=names[turn.seat])
        self._replay.show_instead(turn.better.index, state, turn.seat, told)
        self.panel.show_step(self.step, len(moves))
        self._reveal()
        self.marks.point(*way.marks(self._replay.view, self.step))

    def _leave_better(self) -> None:
        """If a better turn is shown, show the game again where it stands."""
        if self.better is not None:
            self._replay.go(self._replay.index)

    def forget(self) -> None:
        """The replay shows the game again: hide the better turn."""
        if self.better is None:
            return
        self.better, self._way, self.step = None, None, 0
        self.marks.point((), ())
        self.panel.show_turn("", "")
        self.panel.list.blockSignals(True)
        self.panel.list.setCurrentRow(-1)
        self.panel.list.blockSignals(False)


def _percent(thousandths: int) -> int:
    """A share in thousandths as whole per cent, halves rounded up."""
    return (thousandths + PERCENT // 2) // PERCENT
