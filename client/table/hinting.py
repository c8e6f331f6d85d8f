"""Hints: a whole turn of the strongest bot, shown on the board with its reasons. The player acts, not the bot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QPushButton, QWidget

from client.boards.contract import GameView
from client.lessons.marks import Marks
from client.look.plain import Label
from client.messages import Catalogue
from client.table.density import Density
from client.table.panel import Panel, wrapped
from client.table.turn import Turn
from rules.contract import Event, Move, State
from rules.message import Message

if TYPE_CHECKING:
    from client.bots import Advice, Advised

MOST_REASONS = 3
"""The largest number of reasons for a turn."""

MOST_STEPS = 7
"""The largest number of lines about what happens in the turn."""

Ask = Callable[[str, State, "Advised"], Callable[[], None]]
"""Asks the bots about a view of a game; returns a function that cancels the question."""


class HintPanel(Panel):
    """The text of a hint, beside the board.

    Signals:
        closed: the person has seen enough.
        said: the panel says something else.
    """

    closed = Signal()
    said = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue.text("table.hint"), "hint-panel")
        self._catalogue = catalogue
        self.why = self._line("hint-why", "")
        self.close_button = QPushButton(catalogue.text("table.hint.close"))
        self.close_button.setObjectName("hint-close")
        self.close_button.clicked.connect(self.closed)
        self.body.addWidget(self.close_button)
        self.steps = self._line("hint-steps", "small")
        self.hide()

    def _line(self, name: str, role: str) -> Label:
        label = wrapped(name, role)
        self.body.addWidget(label)
        return label

    def show_thinking(self) -> None:
        """Show that the bot is thinking."""
        text = self._catalogue.text
        self._show(text("table.hint.thinking"), "", text("table.hint.cancel"))

    def show_hint(self, reasons: Sequence[str], steps: Sequence[str]) -> None:
        """Show what the bot would do: the reasons, and the steps."""
        self._show(" ".join(reasons), "\n".join(steps), self._catalogue.text("table.hint.close"))

    def show_failure(self) -> None:
        """Say that there is no hint, because the bot failed."""
        self._show(self._catalogue.text("table.hint.none"), "", self._catalogue.text("table.hint.close"))

    def _show(self, why: str, steps: str, close: str) -> None:
        self.why.setText(why)
        self.why.setAccessibleName(why)
        self.steps.setText(steps)
        self.steps.setVisible(bool(steps))
        self.close_button.setText(close)
        self.show()
        self.said.emit()
        # Screen readers speak the new sentence at once.
        QAccessible.updateAccessibility(QAccessibleEvent(self.why, QAccessible.Event.NameChanged))

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        super().set_density(density)
        if hasattr(self, "why"):
            self.why.setContentsMargins(0, density.px(2), 0, density.px(2))


class Hinting(QObject):
    """One hint after the other: requested, shown, followed move by move, or dropped.

    A hint belongs to a turn, with the moves tried in it so far. It stays while the player follows it, and disappears when
    anything else happens.

    Attributes:
        panel: its text.
        marks: its frames and its arrow on the table.
        advice: the current hint, or None.
        thinking: whether the bot has been asked and has not answered.
    """

    _came = Signal(int, object)

    def __init__(self, table: QWidget, game: str, view: GameView, panel: HintPanel, catalogue: Catalogue, ask: Ask) -> None:
        """``table`` is the window over which the marks lie."""
        super().__init__(table)
        self._game = game
        self._view = view
        self._catalogue = catalogue
        self._ask = ask
        self.panel = panel
        self.marks = Marks(table, self._find)
        self.advice: Advice | None = None
        self._question = 0
        self._cancel: Callable[[], None] | None = None
        self._turn: Turn | None = None
        self._index = 0
        self._tried: tuple[Move, ...] = ()
        self._followed = 0
        self._names: Sequence[str] = ()
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)
        panel.closed.connect(self.drop)
        view.touched.connect(self._touched)

    @property
    def _table(self) -> QWidget:
        """The window, looked up each time, because a stored reference would outlive it."""
        table = self.parent()
        assert isinstance(table, QWidget)
        return table

    @property
    def thinking(self) -> bool:
        """Whether the bot has been asked and has not answered."""
        return self._cancel is not None

    def begin(self, turn: Turn, names: Sequence[str]) -> None:
        """Ask about a turn in which something is still open; ``names`` are the players' names by seat."""
        self.drop()
        self._turn, self._index, self._tried, self._names = turn, turn.index, turn.tried, tuple(names)
        self._followed = 0
        number = self._question
        self.panel.show_thinking()
        # The turn's state is already its seat's view. The bots get a copy, since the player may continue meanwhile.
        self._cancel = self._ask(self._game, turn.state.copy(), lambda advice: self._came.emit(number, advice))

    def drop(self) -> None:
        """Cancel the question, or hide the hint."""
        self._question += 1
        cancel, self._cancel = self._cancel, None
        if cancel is not None:
            cancel()
        self.advice = None
        self._turn = None
        self.marks.point((), ())
        if self.panel.isAncestorOf(self._table.focusWidget() or self._table):
            self._view.take_focus()
        self.panel.hide()

    def follow(self, turn: Turn | None) -> None:
        """The turn has changed: move the hint on to the next move, or end it."""
        if self._turn is None:
            return
        if turn is not self._turn or turn is None or turn.index != self._index or turn.awaited:
            self.drop()
            return
        done = turn.tried[len(self._tried) :]
        planned = self.advice.moves if self.advice is not None else ()
        if turn.tried[: len(self._tried)] != self._tried or len(done) < self._followed or done != planned[: len(done)]:
            self.drop()
            return
        self._followed = len(done)
        self._point_soon()

    @Slot(int, object)
    def _take(self, question: int, advice: Advice | None) -> None:
        """Take the bot's answer."""
        if question != self._question or self._turn is None:
            return
        self._cancel = None
        if advice is None or not advice.moves:
            self.panel.show_failure()
            return
        self.advice = advice
        text, names = self._catalogue.text, self._names
        reasons = [text(reason, names) for reason in different(advice.reasons)] or [text("table.hint.plain")]
        steps = [text(event, names) for told in advice.events for event in told if is_step(event)]
        if len(steps) > MOST_STEPS:
            steps = [*steps[: MOST_STEPS - 1], text("table.hint.more", count=len(steps) - MOST_STEPS + 1)]
        self.panel.show_hint(reasons, steps)
        self._point_soon()

    # -- on the board --------------------------------------------------------------------------------------------------

    def _touched(self) -> None:
        """The person clicked on the board or a card. This cancels a question; it may be part of the hint's next move."""
        if self.thinking:
            self.drop()
        else:
            self._point_soon()

    def _point_soon(self) -> None:
        """Point a little later: a click may have opened a list, and a new position first lays out its buttons."""
        QTimer.singleShot(0, self, self._point)

    def _point(self) -> None:
        if self.advice is not None:
            clicks = self.next_clicks()
            places = [self._view.grip(move) for move in self.advice.moves[self._followed + 1 :]]
            later = [place for place in dict.fromkeys(places) if place.startswith("place ") and place not in clicks]
            self.marks.point(later, clicks)

    def next_clicks(self) -> list[str]:
        """The names of the things of which one is to be clicked next."""
        if self.advice is None:
            return []
        if self._followed == len(self.advice.moves):
            return ["confirm"]
        move = self.advice.moves[self._followed]
        listed = f"menu-{move}"
        return [listed if self._find(listed) is not None else self._view.grip(move)]

    def _find(self, name: str) -> tuple[QWidget, QRect] | None:
        return find_at(self._table, self._view, name)


def find_at(table: QWidget, view: GameView, name: str) -> tuple[QWidget, QRect] | None:
    """Where the table shows the thing that :meth:`~client.boards.contract.GameView.grip` has named."""
    kind, _, place = name.partition(" ")
    if kind == "place":
        return view.locate(place)
    widget = next((found for found in table.findChildren(QWidget, name) if found.isVisible()), None)
    return None if widget is None else (widget, widget.rect())


def different(reasons: Iterable[Message]) -> list[Message]:
    """The first reason of each kind, up to the number shown."""
    kinds: dict[str, Message] = {}
    for reason in reasons:
        kinds.setdefault(reason.kind, reason)
    return list(kinds.values())[:MOST_REASONS]


def is_step(event: Event) -> bool:
    """Whether an event is part of the turn; the change of turn and a scoring after it are not."""
    return event.kind not in ("turn", "started", "scoring") and not event.kind.startswith("scored")
