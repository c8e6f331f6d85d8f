"""The analysis in the replay: chances of winning over the turns, the turns that cost most, and the better turn on the board."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QListWidget, QListWidgetItem, QPushButton

from client.lessons.marks import Marks
from client.look import theme
from client.look.plain import give_tip
from client.messages import Catalogue
from client.table.density import Density
from client.table.hinting import different, find_at, is_step
from client.table.panel import Panel, wrapped
from rules.registry import game
from rules.search.analysis import Judged, dearest
from rules.trial import Trial

if TYPE_CHECKING:
    from client.analysis.worker import Progress, Told, Wanted
    from client.table.replay import ReplayWindow

DEAREST = 12
"""So many of the turns that cost most are listed."""

PERCENT = 10
"""Chances are thousandths."""


class Worker(Protocol):
    """What makes the analysis: :class:`~client.analysis.worker.AnalysisWorker`."""

    def begin(self, wanted: Wanted, told: Told) -> None:
        """Begin an analysis."""

    def stop(self) -> None:
        """End it."""

    def close(self) -> None:
        """End the process."""


def new_worker() -> Worker:
    """A worker with a process of its own."""
    from client.analysis.worker import AnalysisWorker

    return AnalysisWorker()


class AnalysisPanel(Panel):
    """What stands beside the board.

    Signals:
        chosen: look with this depth and these cards from now on.
        stopped: stop, or start again if it was stopped.
        picked: the turn of this row is to be seen; -1 for none.
        stepped: through the better turn: 1 or -1.
    """

    chosen = Signal()
    stopped = Signal()
    picked = Signal(int)
    stepped = Signal(int)

    def __init__(self, catalogue: Catalogue) -> None:
        text = catalogue.text
        super().__init__(text("analysis.title"), "analysis")
        self._catalogue = catalogue
        self.depth_box = QComboBox()
        self.depth_box.setObjectName("analysis-depth")
        self.depth_box.setAccessibleName(text("analysis.depth"))
        give_tip(self.depth_box, text("analysis.depth"))
        for deep in (False, True):
            self.depth_box.addItem(text("analysis.deep" if deep else "analysis.quick"), deep)
        self.depth_box.setMinimumContentsLength(6)
        self.depth_box.currentIndexChanged.connect(lambda _: self.chosen.emit())
        self.all_cards = QCheckBox(text("analysis.all-cards"))
        self.all_cards.setObjectName("analysis-all-cards")
        give_tip(self.all_cards, text("analysis.all-cards.about"))
        self.all_cards.toggled.connect(lambda _: self.chosen.emit())
        self.state = wrapped("analysis-state", "small")
        self.stop_button = QPushButton(text("analysis.stop"))
        self.stop_button.setObjectName("analysis-stop")
        self.stop_button.clicked.connect(self.stopped)
        self.list = QListWidget()
        self.list.setObjectName("analysis-list")
        self.list.setAccessibleName(text("analysis.list"))
        give_tip(self.list, text("analysis.list"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self.picked)
        self.said = wrapped("analysis-said")
        self.why = wrapped("analysis-why")
        self.back_button = QPushButton(text("analysis.back"))
        self.back_button.setObjectName("analysis-back")
        self.next_button = QPushButton(text("analysis.next"))
        self.next_button.setObjectName("analysis-next")
        self.back_button.clicked.connect(lambda: self.stepped.emit(-1))
        self.next_button.clicked.connect(lambda: self.stepped.emit(1))
        row = QHBoxLayout()
        row.addWidget(self.back_button)
        row.addWidget(self.next_button)
        for widget in (self.depth_box, self.all_cards, self.state, self.stop_button, self.list, self.said):
            self.body.addWidget(widget)
        self.body.addLayout(row)
        self.body.addWidget(self.why)
        self.show_turn("", "")
        self.hide()

    def show_state(self, said: str, button: str = "") -> None:
        """How far it is, and what the button does: a key of the catalogue, or nothing."""
        self.state.setText(said)
        self.state.setAccessibleName(said)
        self.stop_button.setVisible(bool(button))
        if button:
            self.stop_button.setText(self._catalogue.text(button))

    def show_list(self, rows: list[tuple[int, str]], current: int) -> None:
        """The turns that cost most: the seat and the words of each; the row that stays chosen."""
        self.list.blockSignals(True)
        self.list.clear()
        for seat, said in rows:
            item = QListWidgetItem(theme.seat_icon(seat, round(16 * theme.scale()), 2.0), said)
            self.list.addItem(item)
        self.list.setCurrentRow(current)
        self.list.blockSignals(False)
        self.list.setVisible(bool(rows))

    def show_turn(self, said: str, why: str) -> None:
        """What is wrong with a turn, and what the better one is good for."""
        for label, words in ((self.said, said), (self.why, why)):
            label.setText(words)
            label.setAccessibleName(words)
            label.setVisible(bool(words))
        for button in (self.back_button, self.next_button):
            button.setVisible(bool(said))
        if said:
            QAccessible.updateAccessibility(QAccessibleEvent(self.said, QAccessible.Event.NameChanged))

    def show_step(self, step: int, steps: int) -> None:
        """Which steps are still possible."""
        self.back_button.setEnabled(step > 0)
        self.next_button.setEnabled(step < steps)

    def set_density(self, density: Density) -> None:
        """Fit to the room there is."""
        super().set_density(density)
        if hasattr(self, "list"):
            self.list.setFixedHeight(density.px(88 if density.compact else 150))
            self.list.setIconSize(QSize(density.px(14), density.px(14)))


class Analysing(QObject):
    """The analysis of one replay: asked for, shown as it comes, and stepped through.

    Attributes:
        panel: its words.
        turns: what has been judged so far.
        better: the turn whose better turn is shown, or None.
        step: how many moves of that are shown.
    """

    _came = Signal(int, object)

    def __init__(self, replay: ReplayWindow, file: Path, home: Path | None, make: Callable[[], Worker] = new_worker) -> None:
        """``home`` is the data folder, where analyses are kept; None to keep none."""
        super().__init__(replay)
        self._replay = replay
        self._file, self._home, self._make = file, home, make
        self._catalogue = replay.catalogue
        self._worker: Worker | None = None
        self._asked = 0
        self._part = 0
        self._running = False
        self.turns: list[Judged] = []
        self._listed: list[Judged] = []
        self.better: Judged | None = None
        self.step = 0
        self._trial: Trial | None = None
        self.panel = AnalysisPanel(self._catalogue)
        self.marks = Marks(replay, lambda name: find_at(replay, replay.view, name))
        self.marks.show()
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self.panel.chosen.connect(self.begin)
        self.panel.stopped.connect(self._stop_or_start_again)
        self.panel.picked.connect(self._pick)
        self.panel.stepped.connect(lambda by: self.show_step(self.step + by))

    def open(self) -> None:
        """Show the panel; the first time, begin."""
        self.panel.show()
        if not self.turns and not self._running:
            self.begin()
        self._show_chances()
        self.panel.depth_box.setFocus()

    def close(self) -> None:
        """Put it away, and end what is being thought about."""
        self.forget()
        self.panel.hide()
        self._replay.bar.graph.show_chances(None)
        self._end()
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def begin(self) -> None:
        """Analyse the game anew, as closely as was chosen."""
        from client.analysis.worker import Wanted

        self.forget()
        self._end()
        self.turns, self._listed, self._part, self._running = [], [], 0, True
        self._show()
        number = self._asked
        if self._worker is None:
            self._worker = self._make()
        wanted = Wanted(self._file, self.panel.depth_box.currentData(), self.panel.all_cards.isChecked(), self._home)

        def told(progress: Progress) -> None:
            with suppress(RuntimeError):  # the window may have gone meanwhile, and Qt's half of this object with it
                self._came.emit(number, progress)

        self._worker.begin(wanted, told)

    def _end(self) -> None:
        self._asked += 1
        if self._running and self._worker is not None:
            self._worker.stop()
        self._running = False

    def _stop_or_start_again(self) -> None:
        if self._running:
            self._end()
            self._say_stopped()
        else:
            self.begin()

    def _say_stopped(self) -> None:
        self.panel.show_state(self._catalogue.text("analysis.stopped", part=self._part // PERCENT), "analysis.again")

    @Slot(int, object)
    def _take(self, asked: int, progress: Progress) -> None:
        """More has been judged."""
        if asked != self._asked:
            return
        self.turns += progress.turns
        self._part = progress.done
        self._running = not progress.over
        if progress.problem is not None:
            self._list()
            self.panel.show_state(self._catalogue.text(progress.problem))
            return
        self._show()

    # -- showing -------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        text = self._catalogue.text
        self._list()
        if self._running:
            self.panel.show_state(text("analysis.working", part=self._part // PERCENT), "analysis.stop")
        else:
            count = sum(turn.better is not None for turn in self.turns)
            self.panel.show_state(text("analysis.done", count=count) if count else text("analysis.done.none"))
        self._show_chances()

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
        self.panel.show_list(rows, chosen)

    def _number(self, turn: Judged) -> int:
        """The number of a turn, as the replay counts them."""
        return sum(mark.index <= turn.index for mark in self._replay.watched.marks)

    def _show_chances(self) -> None:
        if self.panel.isHidden():
            return
        turns = self.turns
        found = [(turns[0].index, turns[0].before)] if turns else []
        self._replay.bar.graph.show_chances([*found, *((turn.end, turn.after) for turn in turns)])

    # -- the better turn -----------------------------------------------------------------------------------------------

    def _pick(self, row: int) -> None:
        """Show the turn of a row, and the better one."""
        if not 0 <= row < len(self._listed):
            return
        turn = self._listed[row]
        better = turn.better
        assert better is not None
        everything = self.panel.all_cards.isChecked()
        watched = self._replay.watched
        position = watched.position(better.index)
        trial = Trial(position if everything else position.view(turn.seat))
        for move in better.moves:
            if trial.complete or trial.state.why_not(move) is not None:
                break
            trial.play(move)
        events = [event for told in trial.events for event in told]
        reasons = game(watched.game).reasons(trial.base, trial.state, events, turn.seat)
        text, names = self._catalogue.text, watched.names
        why = [text(reason, names) for reason in different(reasons)] or [text("table.hint.plain")]
        said = text(
            "analysis.said",
            name=names[turn.seat],
            after=_percent(turn.after[turn.seat]),
            before=_percent(min(1000, turn.after[turn.seat] + turn.cost)),
        )
        self.better, self._trial = turn, trial
        self.panel.show_turn(said, " ".join(why))
        self.show_step(0)

    def show_step(self, step: int) -> None:
        """Show the board after so many moves of the better turn, and point at the next one."""
        turn, trial = self.better, self._trial
        if turn is None or trial is None or turn.better is None:
            return
        moves = trial.moves
        self.step = max(0, min(len(moves), step))
        again = Trial(trial.base)
        said: list[str] = []
        text, names = self._catalogue.text, self._replay.watched.names
        for move in moves[: self.step]:
            said = [text(event, names) for event in again.play(move) if is_step(event)]
        if self.step:
            told = text("analysis.step", number=self.step, all=len(moves), said=" ".join(said))
        else:
            told = text("analysis.begin", number=self._number(turn), name=names[turn.seat])
        self._replay.show_instead(turn.better.index, again.state, turn.seat, told)
        self.panel.show_step(self.step, len(moves))
        view = self._replay.view
        next_ = [view.grip(move) for move in moves[self.step : self.step + 1]]
        places = [view.grip(move) for move in moves[self.step + 1 :]]
        later = [place for place in dict.fromkeys(places) if place.startswith("place ") and place not in next_]
        self.marks.point(later, next_)

    def forget(self) -> None:
        """The replay goes elsewhere: put the better turn away."""
        if self.better is None:
            return
        self.better, self._trial, self.step = None, None, 0
        self.marks.point((), ())
        self.panel.show_turn("", "")
        self.panel.list.blockSignals(True)
        self.panel.list.setCurrentRow(-1)
        self.panel.list.blockSignals(False)


def _percent(thousandths: int) -> int:
    """Whole percents, a half upwards."""
    return (thousandths + PERCENT // 2) // PERCENT
