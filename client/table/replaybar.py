"""The controls of a replay: a slider that marks turns in their players' colours, steps, play, and the choice of viewer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSlider, QStyle, QToolButton, QVBoxLayout, QWidget

from client.look import theme
from client.look.choice import Choice
from client.look.painted import Painted
from client.look.plain import Label, give_tip
from client.messages import Catalogue
from client.table import art
from client.table.density import Density
from client.table.keys import give_key
from client.table.recording import Mark, Moment
from client.table.scoregraph import HIGH, ScoreGraph

EVERYTHING, SPECTATOR = -2, -1
"""Viewers that are not seats: one who sees all that the file knows, and a spectator."""

NARROW = 600
"""A bar narrower than this (pixels at the usual size) has two rows."""

TALLER = 40
"""How much taller the graph of chances is than that of scores, in pixels at the usual size."""

_BUTTONS = (
    ("first", "table.replay.first", Qt.Key.Key_Home),
    ("previous-turn", "table.replay.previous-turn", Qt.Key.Key_PageUp),
    ("previous", "table.replay.previous", Qt.Key.Key_Left),
    ("play", "table.replay.play", Qt.Key.Key_Space),
    ("next", "table.replay.next", Qt.Key.Key_Right),
    ("next-turn", "table.replay.next-turn", Qt.Key.Key_PageDown),
    ("last", "table.replay.last", Qt.Key.Key_End),
)


_JUMPS = (
    ("own-next", "table.replay.own-next", "Ctrl+PgDown"),
    ("own-previous", "table.replay.own-previous", "Ctrl+PgUp"),
    ("mark-next", "table.replay.mark-next", "Ctrl+Right"),
    ("mark-previous", "table.replay.mark-previous", "Ctrl+Left"),
)
_COPIES = (
    ("copy-picture", "table.replay.copy-picture", "Ctrl+Shift+C"),
    ("copy-text", "table.replay.copy-text", "Ctrl+C"),
)


class _Marks(Painted, QWidget):
    """A tick under the slider, which is as wide, for every turn."""

    def __init__(self, slider: QSlider) -> None:
        super().__init__()
        self._slider = slider
        self._marks: Sequence[Mark] = ()
        self.setFixedHeight(9)
        slider.rangeChanged.connect(lambda *_: self.update())

    def show_marks(self, marks: Sequence[Mark]) -> None:
        self._marks = marks
        self.update()

    def paint(self, painter: QPainter) -> None:
        slider = self._slider
        handle = slider.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, None, slider)
        room = slider.width() - handle
        wide = max(2.0, min(5.0, room / max(1, len(self._marks)) - 1.5))
        painter.setPen(Qt.PenStyle.NoPen)
        for mark in self._marks:
            x = handle / 2 + room * mark.index / max(1, slider.maximum())
            painter.setBrush(theme.seat_colour(mark.seat))
            painter.drawRect(round(x - wide / 2), 0, round(wide), 8)


class ReplayBar(QFrame):
    """The controls.

    Signals:
        wanted: show the position after so many entries.
        played: play or pause was pressed.
        turned: go to the next turn (1) or the previous one (-1).
        eyes: show this viewer's view: a seat, or :data:`EVERYTHING` or :data:`SPECTATOR`.
        jumped: go to the next or previous own turn or mark (``own-next``, ``own-previous``, ``mark-next``, ``mark-previous``).
        copied: copy the position (``copy-picture`` or ``copy-text``).
        analysed: whether the person wants the analysis.
        what_if: the person wants to play on from here in this seat.
        refitted: the number of rows has changed (:attr:`narrow`).

    Attributes:
        graph: the graph of the scores, with marks at notable moments.
        narrow: whether it has two rows above the graph.
        tall: whether the graph has more height than usual.
    """

    wanted = Signal(int)
    played = Signal()
    turned = Signal(int)
    eyes = Signal(int)
    jumped = Signal(str)
    copied = Signal(str)
    analysed = Signal(bool)
    what_if = Signal(int)
    refitted = Signal()

    def __init__(
        self, catalogue: Catalogue, names: Sequence[str], entries: int, marks: Sequence[Mark], moments: Sequence[Moment] = ()
    ) -> None:
        super().__init__()
        self.setObjectName("replay-bar")
        self.setProperty("role", "panel")
        self._catalogue = catalogue
        self._density = Density()
        text = catalogue.text
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setObjectName("replay-slider")
        self.slider.setAccessibleName(text("table.replay.slider"))
        self.slider.setRange(0, entries)
        self.slider.valueChanged.connect(self.wanted)
        self.buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout()
        row.setSpacing(4)
        for name, key, keys in _BUTTONS:
            button = QToolButton()
            button.setObjectName(f"replay-{name}")
            button.setText(text(key))
            button.setAccessibleName(text(key))
            written = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
            give_tip(button, f"{text(key)}  ({written})")
            button.setAutoRepeat(name in ("previous", "next"))
            self.buttons[name] = button
            row.addWidget(button)
        self.buttons["first"].clicked.connect(lambda: self.wanted.emit(0))
        self.buttons["last"].clicked.connect(lambda: self.wanted.emit(self.slider.maximum()))
        self.buttons["previous"].clicked.connect(lambda: self.wanted.emit(max(0, self.slider.value() - 1)))
        self.buttons["next"].clicked.connect(lambda: self.wanted.emit(min(self.slider.maximum(), self.slider.value() + 1)))
        self.buttons["previous-turn"].clicked.connect(lambda: self.turned.emit(-1))
        self.buttons["next-turn"].clicked.connect(lambda: self.turned.emit(1))
        self.buttons["play"].clicked.connect(self.played)
        self.place = Label()
        self.place.setObjectName("replay-place")
        self.place.setProperty("role", "soft")
        self.chooser = Choice()
        self.chooser.setObjectName("replay-eyes")
        self.chooser.setAccessibleName(text("table.replay.eyes"))
        give_tip(self.chooser, text("table.replay.eyes"))
        self.chooser.addItem(text("table.replay.eyes.all"), EVERYTHING)
        self.chooser.addItem(text("table.replay.eyes.nobody"), SPECTATOR)
        for seat, name in enumerate(names):
            self.chooser.addItem(name, seat)
        self.chooser.currentIndexChanged.connect(lambda _: self.eyes.emit(self.chooser.currentData()))
        self.more = self._menu("replay-more", text("table.replay.jump"))
        self.actions_by_name: dict[str, QAction] = {}
        for entries_of, signal in ((_JUMPS, self.jumped), (_COPIES, self.copied)):
            for name, key, shortcut in entries_of:
                action = self.more.menu().addAction(text(key))
                action.setShortcut(QKeySequence(shortcut))
                action.triggered.connect(lambda _=False, name=name, signal=signal: signal.emit(name))
                self.addAction(action)  # so that its key works while the menu is closed
                self.actions_by_name[name] = action
            self.more.menu().addSeparator()
        self.branch = self._menu("replay-what-if", text("table.replay.what-if"))
        self.branch.setText(text("table.replay.what-if"))
        give_tip(self.branch, text("table.replay.what-if.help"))
        for seat, name in enumerate(names):
            action = self.branch.menu().addAction(text("table.replay.what-if.as", name=name))
            action.triggered.connect(lambda _=False, seat=seat: self.what_if.emit(seat))
            self.actions_by_name[f"what-if-{seat}"] = action
        self.analysis = QToolButton()
        self.analysis.setObjectName("replay-analysis")
        self.analysis.setText(text("analysis.open"))
        self.analysis.setCheckable(True)
        self.analysis.toggled.connect(self.analysed)
        give_tip(self.analysis, f"{text('analysis.open.about')}  ({give_key(self.analysis, 'F2')})")
        row.addWidget(self.more)
        row.addSpacing(6)
        self._rows = row, QHBoxLayout()
        self.narrow = False
        self.tall = False
        self._fill_row(row)
        self.graph = ScoreGraph(self.slider, catalogue, names)
        self.graph.show_game(marks, moments)
        self.graph.wanted.connect(self.wanted)
        self._begins = tuple(marks)
        self._marks = _Marks(self.slider)
        self._marks.show_marks(marks)
        self._column = QVBoxLayout(self)
        self._column.addStretch(1)
        self._column.addLayout(row)
        self._column.addLayout(self._rows[1])
        self._column.addWidget(self.graph)
        self._column.addWidget(self.slider)
        self._column.addWidget(self._marks)
        self._column.addStretch(1)

    def _fill_row(self, row: QHBoxLayout) -> None:
        """Add the controls that are not buttons of the replay itself to a row."""
        row.addWidget(self.place)
        row.addStretch(1)
        row.addWidget(self.analysis)
        row.addWidget(self.branch)
        row.addWidget(self.chooser)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use two rows if the bar is narrow."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW * theme.scale()
        if narrow == self.narrow:
            return
        self.narrow = narrow
        first, second = self._rows
        for widget in (self.place, self.analysis, self.branch, self.chooser):
            first.removeWidget(widget)
            second.removeWidget(widget)
        for row in (first, second):
            last = row.itemAt(row.count() - 1) if row.count() else None
            if last is not None and last.widget() is None:
                row.removeItem(last)  # the stretch between the rows' parts
        if narrow:
            first.addStretch(1)
        self._fill_row(second if narrow else first)
        self._fit_graph()
        self.refitted.emit()

    def _fit_graph(self) -> None:
        high = 24 if self.narrow else 40 if self._density.compact else HIGH
        self.graph.set_height(self._density.px(high + (TALLER if self.tall else 0)))

    def set_tall(self, tall: bool) -> None:
        """Give the graph more height for chances of winning, or the usual height."""
        self.tall = tall
        self._fit_graph()
        self.refitted.emit()

    def _menu(self, name: str, title: str) -> QToolButton:
        """A button that opens a menu."""
        made = QToolButton()
        made.setObjectName(name)
        made.setAccessibleName(title)
        give_tip(made, title)
        made.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        made.setMenu(QMenu(made))
        return made

    def press(self, key: int) -> bool:
        """Press the button that belongs to a key; returns whether there is one."""
        for name, _, own in _BUTTONS:
            if key == own:
                self.buttons[name].click()
                return True
        return False

    def show_place(self, index: int, playing: bool) -> None:
        """Show the current place, and whether the replay runs by itself."""
        self.slider.blockSignals(True)
        self.slider.setValue(index)
        self.slider.blockSignals(False)
        text = self._catalogue.text
        begun = sum(mark.index <= index for mark in self._begins)
        self.place.setText(text("table.replay.place", number=begun, all=len(self._begins)))
        play = self.buttons["play"]
        play.setIcon(art.icon("pause" if playing else "play"))
        play.setAccessibleName(text("table.replay.pause" if playing else "table.replay.play"))

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        side = density.px(14)
        self._column.setContentsMargins(side, density.px(4), side, density.px(4))
        self._column.setSpacing(density.px(3 if density.compact else 7))
        size = density.px(18)
        for name, button in self.buttons.items():
            if name != "play":
                button.setIcon(art.icon(name))
            button.setIconSize(QSize(size, size))
        self.more.setIcon(art.icon("menu"))
        self.more.setIconSize(QSize(size, size))
        self._density = density
        self._fit_graph()
