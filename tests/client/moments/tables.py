"""The moments of a game at a real table window: each arises from what the person does, as it would in a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QEventLoop, QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from client.bots import advise
from client.messages import catalogue
from client.table.window import TableWindow
from net import api
from rules.contract import Move, State
from rules.search.turns import Looks
from tests.client.clicking import settle
from tests.client.moments.games import Evening, Played
from tests.client.table.tables import FakeBridge, Settings, opened, seats_of

PATIENCE = 120.0
AMONG_FRIENDS, ALONE = "hrbb", "hbbb"
"""A person here, one elsewhere, and two bots; and against bots alone, where hints need no agreement."""

HINT_LOOKS = 300


class Moment(NamedTuple):
    """Something to look at.

    Attributes:
        name: what it is, in English.
        picture: the whole window.
        cut: texts that do not fit their place.
    """

    name: str
    picture: QPixmap
    cut: list[str]


class Table:
    """A table window on one position of an evening."""

    def __init__(
        self,
        evening: Evening,
        place: int,
        size: QSize,
        language: str,
        *,
        kinds: str = AMONG_FRIENDS,
        new: bool = False,
        flat: bool = False,
        painted: bool = True,
    ) -> None:
        """``painted``: its pictures are to be looked at."""
        step = evening.steps[place]
        settings = Settings(flat_view=flat)
        if new:
            settings.tips_seen = []
        self._painted = painted
        self.bridge = FakeBridge(step.before.copy(), step.dealer, seats_of(kinds))
        self.window = TableWindow(self.bridge, opened(self.bridge, evening.game), catalogue(language), settings)
        self.window.setMinimumSize(960, 600)
        self.window.resize(size)
        self.window.show()
        self.window.activateWindow()
        self.settle()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.window.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def play(self, steps: Sequence[Played]) -> None:
        """The person makes these moves, and confirms where needed."""
        for step in steps:
            self.window.want(step.move)
            if self.window.turn is not None and self.window.turn.complete:
                self.window.confirm()
                self.until(lambda: not self.window.pace.busy, "what the turn shows")

    def let(self, steps: Sequence[Played]) -> None:
        """The others make these moves."""
        for step in steps:
            self.bridge.node.make(step.seat, step.move)
            self.settle()
        self.until(lambda: not self.window.pace.busy, "the others")

    def until(self, done: Callable[[], object], what: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > deadline:
                raise TimeoutError(f"waited in vain for {what}")
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            time.sleep(0.002)

    def shoot(self, name: str) -> Moment:
        self.settle()
        return Moment(name, self.window.grab(), cut_in(self.window))

    def settle(self) -> None:
        """Lay out everything that follows at once; for a picture, let moving things come to rest."""
        settle()
        if self._painted:
            QTest.qWait(250)


def moments(evening: Evening, size: QSize, language: str, *, painted: bool = True) -> Iterator[Moment]:
    """Everything to look at in a game, in order; ``painted``: the help has its pictures."""
    here = (size, language)
    table_on = partial(Table, painted=painted)
    with table_on(evening, evening.turns[0], *here, kinds=ALONE, new=True) as table:
        table.until(lambda: table.window.first_time.shown, "the first explanation")
        yield table.shoot("first turn, explained")
    middle = evening.middle()
    with table_on(evening, middle, *here) as table:
        yield table.shoot("own turn")
        why = _refused(evening, table.window.turn.state if table.window.turn is not None else evening.steps[middle].before)
        if why is not None:
            table.window.want(why)
            yield table.shoot("refused, with a reason")
    with table_on(evening, middle, *here, kinds=ALONE) as table:
        QTest.keyClick(table.window, Qt.Key.Key_F2)
        game, view, answer = table.bridge.questions[-1]
        answer(advise(game, view, 1, Looks(HINT_LOOKS)))
        yield table.shoot("hint")
    place, number = evening.telling()
    with table_on(evening, place, *here) as table:
        for step in evening.turn_from(place)[:number]:
            table.window.want(step.move)
        yield table.shoot("tried, and told")
    with table_on(evening, middle, *here) as table:
        turn = evening.turn_from(middle)
        table.play(turn)
        following = evening.turns[evening.turns.index(middle) + 1]
        table.let(evening.steps[middle + len(turn) : following])
        table.bridge.event.emit(api.Confirmed(table.bridge.node.index - 2, table.bridge.node.index, (table.window.names[1],)))
        yield table.shoot("what the others did")
        QTest.keyClick(table.window, Qt.Key.Key_F3)
        yield table.shoot("a turn at a glance")
        QTest.keyClick(table.window, Qt.Key.Key_F3)
        QTest.keyClick(table.window, Qt.Key.Key_F1)
        help_text = table.window.frame.help.text
        table.until(lambda: not painted or not help_text.waiting, "the pictures of the help")
        yield table.shoot("help")
    with table_on(evening, middle, *here, flat=True) as table:
        yield table.shoot("as numbered fields")
    scored = evening.interim()
    if scored is not None:
        with table_on(evening, scored, *here) as table:
            table.window.settings.reduced_motion = False
            table.let([evening.steps[scored]])
            table.until(lambda: table.window.frame.dock.currentWidget() is table.window.scoring, "the scoring")
            table.window.scoring.next_button.click()
            yield table.shoot("scored within the game")
    last = len(evening.steps) - 1
    with table_on(evening, last, *here) as table:
        _end(table, evening.steps[last])
        scoring = table.window.scoring
        table.until(lambda: table.window.frame.dock.currentWidget() is scoring, "the final scoring")
        for _ in range(max(1, len(scoring.steps) * 2 // 3)):
            scoring.next_button.click()
        yield table.shoot("final scoring")
        scoring.skip_button.click()
        table.until(lambda: table.window.result.isVisible(), "the result")
        table.bridge.event.emit(api.RematchChanged(False, (table.window.names[1],), ""))
        yield table.shoot("result")


def _end(table: Table, step: Played) -> None:
    """The last move of the game, whoever makes it."""
    if step.seat == 0:
        table.play([step])
    else:
        table.let([step])


def _refused(evening: Evening, state: State) -> Move | None:
    """The last listed move of this game that is illegal here for a reason that the prompt does not give."""
    reasons: dict[str, Move] = {}
    for step in evening.steps:
        why = state.why_not(step.move)
        if why is not None:
            reasons.setdefault(why.key, step.move)
    return reasons[max(reasons, key=lambda key: (len(key), key))] if reasons else None


def cut_in(window: QWidget) -> list[str]:
    """The texts of a window that have less room than they need."""
    told = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QAbstractButton) and widget.text() and widget.width() < widget.minimumSizeHint().width():
            told.append(
                f"{widget.objectName()} needs {widget.minimumSizeHint().width()} and has {widget.width()}: {widget.text()}"
            )
        elif isinstance(widget, QLabel) and widget.text():
            wide, high = widget.width(), widget.height()
            wraps = widget.wordWrap()
            short = widget.heightForWidth(wide) > high + 1 if wraps else widget.sizeHint().width() > wide + 1
            if short:
                told.append(f"{widget.objectName()} is cut at {wide}x{high}: {widget.text()[:70]}")
    return told
