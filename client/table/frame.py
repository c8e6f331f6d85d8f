"""The layout of a table: bar above, players and talk left, board in the middle, market and values right, hand below.

Running games and replays use it, and so do pictures painted without a window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from client.boards.contract import GameView, Shown
from client.boards.sceneview import REST_MS, SceneView
from client.look import theme
from client.messages import Catalogue
from client.table.away import Away
from client.table.caption import Caption
from client.table.density import Density, density_for
from client.table.help import HelpPanel
from client.table.hinting import HintPanel
from client.table.later import Later
from client.table.players import PlayerInfo, Players
from client.table.prompt import Prompt
from client.table.slices import Slices, finish, shown_in_turn
from client.table.standing import Standing
from client.table.summary import Summary, has_page
from client.table.takeback import TakeBack
from client.table.talk import Talk
from client.table.topbar import ZOOMS, TopBar
from client.table.topics import topic_for, topic_of_refusal
from client.table.way import Way
from rules.contract import State
from rules.message import Message

if TYPE_CHECKING:
    from client.look.dressing import Dressing

NARROW = 940
"""A table narrower than this (pixels at the usual size) has room for only one column beside the board."""


WIDE = ((212, 216), (272, 272))
"""Width of the columns beside the board, in a small window and in others."""

LESSON_WIDE = ((288, 216), (340, 272))
"""The same with a lesson in the left column, because sentences need space."""

BESIDE_SUMMARY = 330
"""The least width of the board beside the page about a turn, at the usual size; the left column is folded for that."""

LESSON_BOARD = 250
"""The least width of the board there, between both columns."""


class Centre(QWidget):
    """The board, as towers or flat, with the prompt over it."""

    def __init__(self, view: GameView, prompt: Prompt, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self._prompt = prompt
        self.pages = QStackedWidget(self)
        self.room = view.prompt_room
        self.least = 420

    def fill(self) -> None:
        """Take in the boards and the prompt."""
        self.pages.addWidget(self._view.board)
        self.pages.addWidget(self._view.flat)
        self._prompt.setParent(self)
        self._prompt.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the prompt centred over the board."""
        super().resizeEvent(event)
        self.arrange()

    def event(self, event: QEvent) -> bool:
        """The prompt has grown or shrunk: lay out again."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.arrange()
        return super().event(event)

    def arrange(self) -> None:
        """Lay out again."""
        self.pages.setGeometry(self.rect())
        side = max(8, self.width() // 40)
        high = max(self.room - 8, self._prompt.sizeHint().height())
        self._prompt.setGeometry(side, 8, self.width() - 2 * side, high)

    def minimumSizeHint(self) -> QSize:
        """A size that makes the board the largest part, and the last to shrink."""
        return QSize(round(self.least * min(1.0, theme.scale())), round(360 * min(1.0, theme.scale())))


FIT_MS = 16
"""Milliseconds from one part that takes other sizes to the next: one in each frame."""

_PASSES = 2
"""How often parts that have changed are laid out for a new size: once more because columns follow their parts."""


class TableFrame(QWidget):
    """The parts of a table in their places.

    Signals:
        density_changed: the available space has changed (the new :class:`~client.table.density.Density`).

    Attributes:
        view: the game's view.
        top, players, away, take_back, talk, prompt, standing: the parts that are the same for every game.
        left_column, right_column: the panels beside the board, each in a scroll area.
        dock: the area below the board: pages, the first of which holds the hand.
        hand_row: the layout of that first page, to which a window adds its own widgets.
        fitting: fits the parts to another density, one by one; None while all fit, or the size has not come to rest.
    """

    density_changed = Signal(object)

    _made = False
    """Whether all parts are there."""

    def __init__(
        self,
        view: GameView,
        catalogue: Catalogue,
        game: str,
        lesson: QWidget | None = None,
        parent: QWidget | None = None,
        sliced: bool = False,
    ) -> None:
        """Make the parts.

        Args:
            view: the game's view.
            catalogue: the words.
            game: id of the game.
            lesson: what stands above the players instead of the talk below them.
            parent: the widget in which the table lies.
            sliced: whether :meth:`made` is left to the caller, who needs it before anything else.
        """
        super().__init__(parent)
        self.setObjectName("table")
        self.setAccessibleName(catalogue.text(f"{game}.title"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # otherwise all that lies below would be painted, too
        self.view = view
        self.catalogue = catalogue
        self.density = Density()
        self._colours = theme.palette()
        self._topic = ""
        self._position: State | None = None
        self._lesson = lesson is not None
        self._narrow = False
        self._lent = False  # whether the left column took the place of the right one for a panel that asks something
        self._made_way = False  # whether the left column was folded for the page about a turn
        self._sought: tuple[Sequence[QWidget], int] = (), 0  # where the left column was scrolled to, and for which parts
        self._later = Later(self)
        self._rests = QTimer(self)  # until the size rests
        self._rests.setSingleShot(True)
        self._rests.setInterval(REST_MS)
        self._rests.timeout.connect(self._fit_in_slices)
        self.fitting: Slices | None = None
        if not sliced:
            finish(self.made(game, lesson, sliced=False))

    def made(self, game: str, lesson: QWidget | None = None, sliced: bool = True) -> Iterator[None]:
        """Make the parts in slices; ``sliced`` if the table has its room by then.

        The columns are there first, so that each part is put at once where it stays: a part that is moved takes up the look of
        its new place, with all that is in it.
        """
        view, catalogue = self.view, self.catalogue
        self._middle = QHBoxLayout()
        self._body = QVBoxLayout()
        self._body.addLayout(self._middle, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.top = TopBar(catalogue, catalogue.text(f"{game}.title"))
        column.addWidget(self.top)
        column.addLayout(self._body, 1)
        yield
        self._left = _Column()
        self.left_column = _Scrolled(self._left)
        self.left_column.verticalScrollBar().rangeChanged.connect(self._keep_in_sight)
        self._middle.addWidget(self.left_column)
        self.prompt = Prompt(catalogue)
        self.centre = Centre(view, self.prompt, self)
        if self._lesson:
            self.centre.least = LESSON_BOARD
        yield
        self.players = Players(catalogue)
        way = Way(catalogue, self.centre)
        self.away = Away(catalogue, game, way)
        self.away.came.connect(lambda: self._lend_left(self.away, self.away.sentence, self.away.replace, self.away.back))
        self.away.went.connect(self._take_left_back)
        yield
        self.talk = Talk(catalogue)
        yield
        self.hint = HintPanel(catalogue)
        self.hint.said.connect(lambda: self.reveal(self.hint, self.hint.steps, self.hint.why, self.hint.close_button))
        self.take_back = TakeBack(catalogue, self.top.buttons["take-back"])
        asked = self.take_back
        asked.came.connect(lambda: self._lend_left(asked, asked.question, asked.yes, asked.no))
        self.take_back.went.connect(self._take_left_back)
        yield
        if lesson is None:
            self._left.fill([self.players, self.hint, self.away, self.take_back, self.talk], stretched=self.talk)
        else:
            self._left.fill([lesson, self.players])
        yield
        theme.keep_sides(view.board, view.flat, view.hand, *view.panels)
        self.centre.fill()
        self._middle.addWidget(self.centre, 1)
        self.caption = Caption(self.centre)
        yield
        self.help = HelpPanel(game, catalogue, self.centre)
        yield
        self.summary = Summary(catalogue, game)
        self._middle.addWidget(self.summary)
        self.standing = Standing(catalogue)
        self._right = _Column()
        self.right_column = _Scrolled(self._right)
        self._middle.addWidget(self.right_column)
        self._right.fill([*view.panels, self.standing])
        yield
        self.dock = QStackedWidget()
        self.dock.setObjectName("dock")
        self._body.addWidget(self.dock)
        page = QFrame()
        page.setProperty("role", "panel")
        page.setObjectName("hand-panel")
        self.hand_row = QHBoxLayout(page)
        view.hand.setAccessibleName(catalogue.text("table.hand"))
        self.hand_row.addWidget(view.hand, 1)
        self.dock.addWidget(page)
        self._connect(game)
        yield
        self._made = True
        self._apply(density_for(self.size(), theme.scale()))
        if sliced:
            self._fold()  # its room is known already

    def _connect(self, game: str) -> None:
        view = self.view
        self.top.left_panel.connect(lambda on: self._show_column("left-panel", on))
        self.top.right_panel.connect(lambda on: self._show_column("right-panel", on))
        self.top.zoomed.connect(view.zoom)
        for name in ZOOMS:
            self.top.buttons[name].setVisible(view.zooms)
        self.top.flat.connect(self.set_flat)
        view.peeked.connect(self.set_flat)
        self.top.helped.connect(self.toggle_help)
        self.prompt.helped.connect(self.toggle_help)
        self.prompt.asked_why.connect(self.help.open)
        self.help.closed.connect(self.setFocus)
        self.help.summary.connect(self._open_summary)
        for button in (self.top.buttons["summary"], self.help.summary_button):
            button.setVisible(has_page(game))
        self.top.summary.connect(self._show_summary)
        self.summary.closed.connect(lambda: self.top.buttons["summary"].setChecked(False))

    def shown(self, page: QWidget) -> Iterator[None]:
        """Show a page with this table, which nobody sees where it lies: part by part, the board last, when it has its room."""
        parts = [
            part for part in (self.top, self.dock, self.left_column, self.right_column, self.centre) if not part.isHidden()
        ]
        for part in parts:
            part.hide()
        board = self.view.board
        if isinstance(board, SceneView):
            board.put_off()
        page.show()
        yield
        yield from shown_in_turn(iter(parts[:-1]))
        self.centre.show()
        yield
        if isinstance(board, SceneView):
            yield from board.fitted_in_slices()
            yield
        self.centre.grab()
        yield

    def dismantled(self) -> Iterator[None]:
        """Destroy a table that nobody sees any more in slices, part by part."""
        self._made = False  # nothing is fitted or laid out again
        for part in self.children():
            if isinstance(part, QWidget):
                part.deleteLater()
                yield

    def put_in_place_of_talk(self, panel: QWidget) -> None:
        """Put a panel into the left column. While it is shown, the talk is folded."""
        self._left.put_before(panel, self.talk)

    @property
    def is_flat(self) -> bool:
        """Whether the flat board is shown."""
        return self.centre.pages.currentWidget() is self.view.flat

    def set_flat(self, flat: bool) -> None:
        """Show the flat board, or the towers."""
        self.top.buttons["flat"].setChecked(flat)
        for name in ZOOMS:
            self.top.buttons[name].setEnabled(not flat)
        self.centre.pages.setCurrentWidget(self.view.flat if flat else self.view.board)
        self.view.set_flat(flat)

    def toggle_help(self) -> None:
        """Open the help at the topic of the current prompt, or close it."""
        if self.help.isVisible():
            self.help.close_help()
        else:
            self.help.open(self._topic)

    def refuse(self, why: Message, names: Sequence[str]) -> None:
        """Say why something is not possible, with a link to the rule."""
        self.prompt.explain(self.catalogue.text(why, names), topic=topic_of_refusal(why))

    def _open_summary(self) -> None:
        """Close the help, and show the page about a turn beside the board."""
        self.help.close_help()
        self.top.buttons["summary"].setChecked(True)

    def _show_summary(self, on: bool) -> None:
        """Show or hide the page about a turn. A narrow table folds both columns for it, and others the left one if need be."""
        if on:
            self.summary.show_for(self._position)
            if self._narrow:
                for name in ("left-panel", "right-panel"):
                    self.top.buttons[name].setChecked(False)
            elif not self._lesson and self._room_beside(self.summary) < self.density.px(BESIDE_SUMMARY):
                self._made_way = self.top.buttons["left-panel"].isChecked()
                self.top.buttons["left-panel"].setChecked(False)
        elif self.summary.isAncestorOf(self.focusWidget() or self):
            self.setFocus()
        self.summary.setVisible(on)
        if not on and self._made_way:
            self._made_way = False
            self.open_left()

    def _room_beside(self, page: QWidget) -> int:
        """The width that would be left for the board if this page stood beside it and the columns, in pixels."""
        beside = [page, *(column for column in (self.left_column, self.right_column) if not column.isHidden())]
        return self.width() - sum(part.width() + self._middle.spacing() for part in beside) - 2 * self._middle.spacing()

    def present(self, shown: Shown, players: Callable[[], Sequence[PlayerInfo]], spread: bool = False) -> None:
        """Show a position: board, hand, panels, players, standing and facts.

        ``players`` is called after the view has read the position, and need not read it again. With ``spread``, the panels
        beside the board follow in the next frames.
        """
        self._topic = topic_for(shown.position.prompt())
        self._position = shown.position
        self.view.show(shown)
        self.follow("view", self.view.show_beside, spread)
        self.follow("players", lambda: self.players.show_players(players()), spread)
        self.follow("standing", lambda: self._show_standing(shown), spread)

    def follow(self, name: str, work: Callable[[], None], spread: bool) -> None:
        """Do this work, in one of the next frames with ``spread``, instead of any that waits under the same name."""
        do = self._later.do if spread else self._later.now
        do(name, work)

    def settle(self) -> None:
        """Show at once what would follow in the next frames."""
        self._later.finish()

    def settled(self) -> Iterator[None]:
        """Show in slices what would follow in the next frames."""
        while self._later.waits:
            self._later.next()
            yield

    def _show_standing(self, shown: Shown) -> None:
        position = shown.position
        scores, trace = position.scores(), position.score_trace()
        missing = {seat: said for seat in range(len(scores)) if (said := self.view.uncounted(position, seat)) is not None}
        self.standing.show_scores(scores, shown.names, trace, position.result, missing)
        self.top.show_facts([self.catalogue.text(fact, shown.names) for fact in self.view.headline(position)])

    # -- room ----------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose sizes for the new space."""
        super().resizeEvent(event)
        if not self._made:
            return
        self._refit()
        self.caption.hide()  # its place may have changed
        self._lay_out()

    def _lay_out(self) -> None:
        """Lay out all parts that have changed before they are painted: otherwise they would be painted again afterwards."""
        if self.isVisible():  # what is not visible would drop the requests
            for _ in range(_PASSES):
                QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)

    def dressed(self, dressing: Dressing) -> Iterator[None]:
        """Adapt to another theme or text size, part by part."""
        if not self._made:
            return
        self._stop_fitting()
        density = density_for(self.size(), theme.scale())
        for _ in chain(self._fitted(density, dressing.dress), self._bars_shown()):
            yield
            if self.density is not density or not self._made:
                return  # the table has taken another size, or is being destroyed
        if self._colours is not theme.palette():
            self._colours = theme.palette()
            self.view.restyle()

    def _show_column(self, name: str, on: bool) -> None:
        """Show or fold a column. A narrow table shows one of the two at a time."""
        columns = {"left-panel": self.left_column, "right-panel": self.right_column}
        columns[name].setVisible(on)
        if on and self._narrow:
            self.top.buttons["summary"].setChecked(False)
        if on and name == "right-panel":
            self._lent = False
        if on and self._narrow and not self._lesson:
            self.top.buttons[next(other for other in columns if other != name)].setChecked(False)

    def is_at_the_right(self, name: str) -> bool:
        """Whether the widget of this name stands in the right column."""
        return self._right.findChild(QWidget, name) is not None

    def open_right(self, on: bool) -> None:
        """Show or fold the right column of a narrow table; a wide one shows both."""
        if self._narrow:
            self.top.buttons["right-panel"].setChecked(on)

    def open_left(self) -> None:
        """Show the left column if it is folded."""
        self.top.buttons["left-panel"].setChecked(True)

    def reveal(self, *parts: QWidget) -> None:
        """Scroll the left column to these parts in one of the next frames; if not all fit, to the last ones."""
        self._later.do("reveal", lambda: self._scroll_to(parts))

    def _scroll_to(self, parts: Sequence[QWidget]) -> None:
        if not self._made:
            return  # the table is being destroyed
        self._lay_out()
        shown = [part for part in parts if part.isVisibleTo(self)]
        for part in shown:
            self.left_column.ensureWidgetVisible(part, 0, 0)
        bar = self.left_column.verticalScrollBar()
        if not shown:
            bar.setValue(bar.minimum())  # they have gone again
        self._sought = parts if shown else (), bar.value()

    def _keep_in_sight(self) -> None:
        """The left column or its room has changed: show the parts sought last, unless the player has scrolled since."""
        parts, at = self._sought
        if parts and self.left_column.verticalScrollBar().value() == at:
            self.reveal(*parts)

    def _lend_left(self, *parts: QWidget) -> None:
        """Show the left column, and in it a panel that asks something. A narrow table folds what can be bought for that."""
        self._lent = self._lent or (self._narrow and not self.top.buttons["left-panel"].isChecked())
        self.open_left()
        self.reveal(*parts)

    def _take_left_back(self) -> None:
        """The panel has gone: show what can be bought again, unless the player has folded or opened columns since."""
        if self._lent and self._narrow and self.top.buttons["left-panel"].isChecked():
            self.top.buttons["right-panel"].setChecked(True)
        self._lent = False

    def _fold(self) -> None:
        """Fold the players and the talk when a table becomes narrow: the player first needs what can be bought or chosen."""
        narrow = self.width() < NARROW * theme.scale()
        if narrow == self._narrow:
            return
        if self._lesson:
            self._narrow = narrow
            self.top.buttons["right-panel"].setChecked(not narrow)
            return
        self._narrow = False
        for name, on in (("left-panel", not narrow), ("right-panel", True)):
            self.top.buttons[name].setChecked(on)
        self._narrow = narrow

    def _refit(self) -> None:
        """Fit the parts to the size: later, one by one, if the board takes its time for a new size, too."""
        self._fold()
        density = density_for(self.size(), theme.scale())
        if self._patient:
            for column in (self.left_column, self.right_column):
                column.hold_bar()
            self._rests.start()
        elif density != self.density:
            self._apply(density)

    @property
    def _patient(self) -> bool:
        """Whether parts keep their sizes while somebody draws the window's edge."""
        board = self.view.board
        return self.isVisible() and isinstance(board, SceneView) and board.swift

    def _fit_in_slices(self) -> None:
        """The size rests: fit the parts that need other sizes, one in each frame, and the columns that have become too long."""
        density = density_for(self.size(), theme.scale())
        if self.fitting is not None and density == self.density:
            return  # all parts will fit in the next frames
        if self.fitting is not None:
            self.fitting.stop()
        parts = self._fitted(density) if density != self.density else ()
        self.fitting = Slices(chain(parts, self._bars_shown()), self, FIT_MS)
        self.fitting.done.connect(self._fitted_all)

    def _fitted_all(self) -> None:
        self.fitting = None

    def _stop_fitting(self) -> None:
        self._rests.stop()
        if self.fitting is not None:
            self.fitting.stop()
            self.fitting = None

    def _apply(self, density: Density) -> None:
        """Fit all parts at once."""
        self._stop_fitting()
        finish(chain(self._fitted(density), self._bars_shown()))

    def _fitted(self, density: Density, dress: Callable[[QWidget], None] = lambda _: None) -> Iterator[None]:
        """Fit the parts one by one: they shrink before their columns do, and grow after them, so that nothing is cut off.

        ``dress`` gives a part another look before it is fitted.
        """
        shrink = density.scale < self.density.scale or (density.compact and not self.density.compact)
        self.density = density
        parts, room = self._parts_fitted(density, dress), self._room_fitted(density, dress)
        for _ in chain(parts, room) if shrink else chain(room, parts):
            self._lay_out()
            yield

    def _bars_shown(self) -> Iterator[None]:
        """Give those columns a scroll bar that need one now. It makes all parts of a column narrower, in a frame of its own."""
        for column in (self.left_column, self.right_column):
            column.let_bar_go()
            self._lay_out()
            yield

    def _room_fitted(self, density: Density, dress: Callable[[QWidget], None]) -> Iterator[None]:
        """Fit the gaps and columns, then what lies below the board."""
        px, compact = density.px, density.compact
        gap = px(7 if compact else 12)
        self._middle.setSpacing(gap)
        self._body.setContentsMargins(gap, gap, gap, gap)
        self._body.setSpacing(gap)
        yield
        widths = (LESSON_WIDE if self._lesson else WIDE)[0 if compact else 1]
        columns = (self.left_column, self._left), (self.right_column, self._right)
        for (scrolled, column), wide in zip(columns, widths, strict=True):
            scrolled.setFixedWidth(px(wide))
            column.set_gap(gap)
            yield
        dress(self.top)
        self.top.set_density(density)
        yield
        dress(self.dock)
        side = px(10 if compact else 16)
        self.hand_row.setContentsMargins(side, px(5 if compact else 10), side, px(6 if compact else 12))
        self.hand_row.setSpacing(px(12))
        around, least = self.hand_row.contentsMargins(), px(88 if compact else 122)
        if self.isVisible() and least > self.dock.height():  # in a frame of its own: it makes the board smaller
            self.dock.setFixedHeight(least)
            yield
        self.view.fit_hand(density)
        if self.isVisible() and least < self.dock.height():
            yield
        cards = self.view.hand.minimumHeight() + around.top() + around.bottom()
        self.dock.setFixedHeight(max(least, cards))
        self.density_changed.emit(density)
        yield

    def _parts_fitted(self, density: Density, dress: Callable[[QWidget], None]) -> Iterator[None]:
        """Fit the panels, and what lies over the board."""
        px = density.px
        for part in (
            self.players,
            self.away,
            self.take_back,
            self.talk,
            self.standing,
            self.hint,
            self.summary,
            self.help,
        ):
            if not part.isHidden():
                dress(part)
            part.set_density(density)
            if not part.isHidden():
                yield
        fitted = self.view.panels_fitted(density)
        for panel in self.view.panels:
            dress(panel)
            next(fitted, None)
            yield
        yield from fitted
        dress(self.prompt)
        dress(self.caption)
        self.prompt.set_density(density)
        self.caption.below = px(self.view.corner_room)
        self.caption.set_density(density)
        self.centre.room = px(self.view.prompt_room)
        self.centre.arrange()
        self.view.set_covered(px(self.view.prompt_room))
        yield

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The table."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.palette().table))
        painter.end()


def dismantled(page: QWidget) -> Iterator[None]:
    """Destroy a page that has been taken down in slices: first the parts of each table on it, one by one, then the rest."""
    yield  # the next page is painted first
    for table in page.findChildren(TableFrame):
        yield from table.dismantled()
    page.deleteLater()


class _Column(QWidget):
    """Parts below each other. If one is stretched, it gets the height that is left."""

    def __init__(self) -> None:
        super().__init__()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    def fill(self, widgets: list[QWidget], stretched: QWidget | None = None) -> None:
        for widget in widgets:
            self._layout.addWidget(widget, 1 if widget is stretched else 0)
        self._layout.addStretch(1 if stretched is None else 0)

    def set_gap(self, gap: int) -> None:
        self._layout.setSpacing(gap)

    def put_before(self, widget: QWidget, other: QWidget) -> None:
        self._layout.insertWidget(self._layout.indexOf(other), widget)


class _Scrolled(QScrollArea):
    """A column that may be longer than the window is high."""

    def __init__(self, column: QWidget) -> None:
        super().__init__()
        self.setWidget(column)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def hold_bar(self) -> None:
        """Neither show nor hide the scroll bar until :meth:`let_bar_go`."""
        if self.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded:
            shown = self.verticalScrollBar().isVisible()
            policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if shown else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            self.setVerticalScrollBarPolicy(policy)

    def let_bar_go(self) -> None:
        """Show the scroll bar if the column is longer than its room, and hide it otherwise."""
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
