"""The bar at the top: the game, the links, and the controls of the view."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton

from client.look.plain import Label, give_tip
from client.messages import Catalogue
from client.table import art
from client.table.density import Density
from client.table.keys import give_key
from net.api import Confirmed

_BUTTONS = (
    ("zoom-out", "table.zoom-out", "Ctrl+-", False),
    ("fit", "table.fit", "Ctrl+0", False),
    ("zoom-in", "table.zoom-in", "Ctrl++", False),
    ("flat", "table.flat", "Ctrl+B", True),
    ("left-panel", "table.left-panel", "F9", True),
    ("right-panel", "table.right-panel", "F10", True),
    ("replay-round", "table.replay-round", "F8", False),
    ("take-back", "table.back", "Ctrl+Alt+Z", False),
    ("spectators", "table.audience", "Ctrl+Alt+W", False),
    ("find", "table.missing.find", "Ctrl+Alt+F", False),
    ("ask-hint", "table.hint.ask", "F2", False),
    ("summary", "table.summary", "F3", True),
    ("help", "table.help", "F1", False),
    ("leave", "table.leave", "Ctrl+W", False),
)


ZOOMS = {"zoom-out": -1, "fit": 0, "zoom-in": 1}
"""The buttons that zoom: farther, the whole board, nearer."""

_AT_TABLES = ("replay-round", "take-back", "spectators", "find", "ask-hint")
"""Buttons that only a running game has; its window shows them."""

_ICONS = {"ask-hint": "hint", "replay-round": "play", "take-back": "previous-turn", "spectators": "eye", "find": "join"}


_APART, _CLOSE = "   ·   ", " · "
"""What separates two facts, in a wide and in a narrow bar."""


class _Pill(Label):
    """A short status, green or red. If space is short, good news shrinks to a tick, which a tooltip explains.

    Attributes:
        fine: whether it is good news.
    """

    def __init__(self, name: str, tip: str = "") -> None:
        super().__init__()
        self._said, self._tip = "", tip
        self.fine = True
        self.setObjectName(name)
        self.setProperty("role", "links")
        self.hide()

    def say(self, said: str, fine: bool) -> None:
        """Show this text in full; it is never hidden."""
        self._said, self.fine = said, fine
        self.shorten(False)
        self.setAccessibleName(said)
        self.setVisible(bool(said))
        mood = "fine" if fine else "trouble"
        if self.property("mood") != mood:
            self.setProperty("mood", mood)
            self.style().polish(self)

    def shorten(self, short: bool) -> None:
        """Show good news as a tick only, or show the whole text."""
        short = short and self.fine
        self.setText("✓" if short else self._said)
        give_tip(self, "\n".join(filter(None, (self._said if short else "", self._tip))))

    def text(self) -> str:
        """The whole text."""
        return self._said


class TopBar(QFrame):
    """Title, facts, links and buttons. A text that does not fit is shortened, never cut off.

    Signals:
        zoomed: nearer (1), farther (-1), the whole board (0).
        flat, left_panel, right_panel: switched on or off.
        hinted: the person wants a hint.
        summary: the person opens or closes the page about a turn.
        helped: the person wants to read the rules.
        left: the person wants to leave the table.
    """

    zoomed = Signal(int)
    flat = Signal(bool)
    left_panel = Signal(bool)
    right_panel = Signal(bool)
    hinted = Signal()
    summary = Signal(bool)
    helped = Signal()
    left = Signal()

    def __init__(self, catalogue: Catalogue, title: str) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self.setObjectName("top-bar")
        self._catalogue = catalogue
        self.title = Label(title)
        self.title.setObjectName("table-title")
        self.title.setProperty("role", "bar-title")
        self.facts = Label()
        self.facts.setObjectName("table-facts")
        self.facts.setProperty("role", "soft")
        self.facts.setMinimumWidth(1)
        self._facts: tuple[str, ...] = ()
        self._fitted: tuple[object, ...] = ()
        self.links = _Pill("links")
        self.confirmed = _Pill("confirmed", catalogue.text("table.confirmed.about"))
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.title)
        self._row.addWidget(self.facts)
        self._row.addStretch(1)
        self._row.addWidget(self.confirmed, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addWidget(self.links, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addSpacing(10)
        self.buttons: dict[str, QToolButton] = {}
        for name, key, shortcut, checkable in _BUTTONS:
            button = QToolButton()
            button.setObjectName(name)
            text = catalogue.text(key)
            button.setText(text)
            button.setAccessibleName(text)
            give_tip(button, f"{text}  ({give_key(button, shortcut, repeats=name.startswith('zoom'))})")
            button.setCheckable(checkable)
            self.buttons[name] = button
            self._row.addWidget(button)
            button.setVisible(name not in _AT_TABLES)
        for name, direction in ZOOMS.items():
            self.buttons[name].clicked.connect(lambda _=False, direction=direction: self.zoomed.emit(direction))
        for name, signal in (("left-panel", self.left_panel), ("right-panel", self.right_panel)):
            self.buttons[name].setChecked(True)
            self.buttons[name].toggled.connect(signal)
        self.buttons["flat"].toggled.connect(self.flat)
        self.buttons["ask-hint"].clicked.connect(self.hinted)
        self.buttons["summary"].toggled.connect(self.summary)
        self.buttons["help"].clicked.connect(self.helped)
        self.buttons["leave"].clicked.connect(self.left)

    def show_facts(self, facts: Sequence[str]) -> None:
        """Short facts about the game."""
        self._facts = tuple(facts)
        give_tip(self.facts, _APART.join(facts))
        self._fit()

    def show_links(self, text: str, trouble: bool) -> None:
        """Show the state of the links; empty when nobody is elsewhere."""
        self.links.say(text, not trouble)
        self._fit()

    def show_confirmed(self, confirmed: Confirmed) -> None:
        """Show whether everybody has confirmed the latest entries, or who has not."""
        text = self._catalogue.text
        if confirmed.waiting:
            said = text("table.confirmed.waiting", names=self._catalogue.listed(confirmed.waiting))
        else:
            said = text("table.confirmed.all" if confirmed.index == confirmed.length else "table.confirmed.sent")
        self.confirmed.say(said, not confirmed.waiting)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the new width."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """A button was shown or hidden: fit again."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Show as much as fits: first move facts closer, then turn good news into ticks, then drop facts."""
        buttons = tuple(not button.isHidden() for button in self.buttons.values())
        font = self.facts.font().key()
        now = (self._facts, self.links.text(), self.confirmed.text(), self.width(), buttons, self._row.spacing(), font)
        if now == self._fitted:
            return
        self._fitted = now
        ways = [(_APART, False, False, 0), (_CLOSE, False, False, 0), (_CLOSE, True, False, 0)]
        ways += [(_CLOSE, True, True, left) for left in range(len(self._facts))]
        for between, links, confirmed, left in ways:
            self.links.shorten(links)
            self.confirmed.shorten(confirmed)
            self.facts.setText(between.join(self._facts[: len(self._facts) - left]))
            self._row.invalidate()
            if self._row.sizeHint().width() <= self.width():
                break
        self._row.activate()

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self.setFixedHeight(density.px(42 if density.compact else 48))
        self._row.setContentsMargins(density.px(14), 0, density.px(8), 0)
        self._row.setSpacing(density.px(4 if density.compact else 6))
        self.facts.setContentsMargins(density.px(14), 0, 0, 0)
        size = density.px(19)
        for name, button in self.buttons.items():
            button.setIcon(art.icon(_ICONS.get(name, name)))
            button.setIconSize(QSize(size, size))
        self._fit()
