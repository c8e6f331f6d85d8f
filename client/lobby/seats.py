"""The seats of a table as rows: who sits there, the kind of player, and what the person may change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QMargins, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from client.lobby.levels import character, key_of, level_text, strength_text
from client.look import avatar
from client.look.choice import Choice
from client.look.oneclick import take_one_click
from client.look.plain import Label, give_tip, tip
from client.look.theme import seat_icon
from client.messages import Catalogue
from client.pages.bricks import button, label, restyled
from client.pages.portraitbutton import PortraitButton
from client.system.settings import NAME_LENGTH, Settings, tidy_name
from client.table.slices import finish
from net.api import PROGRAM
from rules.contract import Game, offered_levels
from rules.message import Message

ICON = 30
"""The size of a seat's mark, in pixels."""

GAP = 12
"""The gap between the parts of a row, in pixels."""

Kind = tuple[str, str]
"""A kind of seat and, for a bot, its level."""


@dataclass(frozen=True)
class SeatView:
    """The contents of a row.

    Attributes:
        kind: ``open``, ``person`` or ``bot``; ``level`` for bots.
        name: the player's name, empty for an open seat.
        changeable: whether this person may change the kind.
        nameable: whether this person may change the name.
        action: what the row's button does: ``sit``, ``stand``, ``free``, or empty for no button.
        note: a short remark, for instance that this player is ready.
        good: whether the remark is good news.
        here: whether the player is at this computer.
        picture: the player's portrait; None for the tower that follows from the name.
        mine: whether the portrait is this person's, and can be changed.
    """

    kind: str
    name: str = ""
    level: str = ""
    changeable: bool = False
    nameable: bool = False
    action: str = ""
    note: Message | None = None
    good: bool = False
    here: bool = True
    picture: avatar.Picture | None = None
    mine: bool = False


def kind_text(catalogue: Catalogue, game: str, kind: str, level: str) -> str:
    """The name of a kind of seat."""
    if kind != "bot":
        return catalogue.text(f"client.kind.{kind}")
    return catalogue.text("client.kind.bot", level=level_text(catalogue, game, level))


def kinds_of(game: type[Game], elsewhere: bool, program: bool = False) -> list[Kind]:
    """The kinds of seat to choose from; ``elsewhere`` if others can join, ``program`` if the person has a bot program."""
    levels = [*offered_levels(game), *([PROGRAM] if program else [])]
    return [("person", ""), *([("open", "")] if elsewhere else []), *(("bot", level) for level in levels)]


def _width(widgets: Iterable[QWidget]) -> int:
    """The least width of these widgets side by side; hidden ones take none."""
    wide = [max(widget.minimumSizeHint().width(), widget.minimumWidth()) for widget in widgets if not widget.isHidden()]
    return sum(wide) + GAP * max(0, len(wide) - 1)


class SeatRow(QFrame):
    """One seat.

    Signals:
        chosen: kind and level were chosen.
        named: the name was changed (tidied).
        pressed: the row's button was pressed (its action, the name in the field).
        portrayed: the person's portrait was changed here.
    """

    chosen = Signal(str, str)
    named = Signal(str)
    pressed = Signal(str, str)
    portrayed = Signal()

    def __init__(self, catalogue: Catalogue, settings: Settings, game: str, seat: int, kinds: Sequence[Kind]) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._game = game
        self._view: SeatView | None = None
        self.setObjectName(f"seat-{seat}")
        self.setProperty("role", "inset")
        self.setAccessibleName(catalogue.text("client.seat", number=seat + 1))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(12, 8, 12, 8)
        whole.setSpacing(4)
        self._row = row = QHBoxLayout()
        row.setSpacing(GAP)
        whole.addLayout(row)
        self._below = QHBoxLayout()
        self._below.setSpacing(GAP)
        whole.addLayout(self._below)
        mark = Label()
        mark.setPixmap(seat_icon(seat, ICON))
        mark.setFixedSize(ICON, ICON)
        row.addWidget(mark)
        self.avatar = Label()
        self.avatar.setObjectName(f"seat-{seat}-avatar")
        self.avatar.setFixedSize(ICON, ICON)
        row.addWidget(self.avatar)
        self.portrait = PortraitButton(catalogue, settings, f"seat-{seat}-portrait", ICON)
        self.portrait.changed.connect(self.portrayed)
        self.portrait.hide()
        row.addWidget(self.portrait)
        self.name = QLineEdit()
        self.name.setObjectName(f"seat-{seat}-name")
        self.name.setMaxLength(NAME_LENGTH)
        self.name.setMinimumWidth(96)
        self.name.setAccessibleName(catalogue.text("client.seats.name", number=seat + 1))
        self.name.editingFinished.connect(self._renamed)
        row.addWidget(self.name, 3)
        self.character = Label()
        self.character.setObjectName(f"seat-{seat}-character")
        self.character.setFixedSize(ICON, ICON)
        row.addWidget(self.character)
        self.kind = Choice()
        self.kind.setObjectName(f"seat-{seat}-kind")
        self.kind.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.kind.setAccessibleName(catalogue.text("client.seats.kind", number=seat + 1))
        for place, kind in enumerate(kinds):
            self.kind.addItem(kind_text(catalogue, game, *kind), kind)
            if kind[0] == "bot":
                said = (catalogue.text(f"{key_of(game, kind[1])}.about"), strength_text(catalogue, game, kind[1]))
                self.kind.setItemData(place, tip(" ".join(filter(None, said))), Qt.ItemDataRole.ToolTipRole)
        self.kind.activated.connect(self._picked)
        row.addWidget(self.kind, 2)
        self.kind_text = label("", "soft", f"seat-{seat}-kind-text", wrap=False)
        self.kind_text.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.kind_text, 2)
        self.note = label("", "soft", f"seat-{seat}-note", wrap=False)
        row.addWidget(self.note)
        self.action: QPushButton = button("", f"seat-{seat}-action", self._act)
        take_one_click(self.action)  # by the second one it may offer to stand up again
        row.addWidget(self.action)
        self.about = label("", "soft", f"seat-{seat}-about")
        whole.addWidget(self.about)
        self._first = (mark, self.avatar, self.portrait, self.name)
        self._second = ((self.character, 0), (self.kind, 2), (self.kind_text, 2), (self.note, 0), (self.action, 0))

    def minimumSizeHint(self) -> QSize:
        """The size in two lines, which a narrow row has."""
        margins = self.contentsMargins() + self._whole_margins
        wide = max(_width(self._first), _width(widget for widget, _ in self._second))
        return QSize(wide + margins.left() + margins.right(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange in one line or two."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Move what does not fit beside the name below it."""
        margins = self._whole_margins
        needed = _width([*self._first, *(widget for widget, _ in self._second)]) + margins.left() + margins.right()
        wanted = self._below if self.width() < needed else self._row
        if wanted.indexOf(self.kind) >= 0:
            return
        for widget, stretch in self._second:
            (self._row if wanted is self._below else self._below).removeWidget(widget)
            wanted.addWidget(widget, stretch)

    @property
    def _whole_margins(self) -> QMargins:
        whole = self.layout()
        return whole.contentsMargins() if whole is not None else QMargins()

    def show_view(self, view: SeatView) -> None:
        """Show a seat. A name being typed stays unless the seat has changed hands."""
        before, self._view = self._view, view
        same_hands = before is not None and (before.kind, before.level, before.nameable) == (
            view.kind,
            view.level,
            view.nameable,
        )
        if not (self.name.hasFocus() and view.nameable and same_hands):
            self.name.setText(view.name)
        if view.mine:
            self.portrait.refresh()
        away = view.kind == "person" and not view.here
        words = kind_text(self._catalogue, self._game, "elsewhere" if away else view.kind, view.level)
        with QSignalBlocker(self.kind):
            self.kind.setCurrentIndex(self.kind.findText(words))
        if view != before:
            self._show_rest(view, words)

    def _show_rest(self, view: SeatView, words: str) -> None:
        """Show all that nobody changes here but the table; ``words`` name the kind of seat."""
        self.portrait.setVisible(view.mine)
        self.avatar.setVisible(not view.mine)
        if view.name and view.kind != "open" and not view.mine:
            picture = view.picture or avatar.avatar_of(view.name)
            self.avatar.setPixmap(avatar.pixmap(picture, ICON, self.devicePixelRatioF()))
        else:
            self.avatar.clear()
        self.name.setReadOnly(not view.nameable)
        self.name.setFocusPolicy(Qt.FocusPolicy.StrongFocus if view.nameable else Qt.FocusPolicy.NoFocus)
        self.name.setPlaceholderText(self._catalogue.text("client.seats.waiting") if view.kind == "open" else "")
        self.kind.setVisible(view.changeable)
        self.kind_text.setVisible(not view.changeable and view.note is None)
        restyled(self.name, "" if view.nameable or view.kind == "open" else "plain")
        self.kind_text.setText("" if view.kind == "open" else words)
        about = f"{key_of(self._game, view.level)}.about"
        told = view.kind == "bot" and self._catalogue.has(about)
        self.about.setText(self._catalogue.text(about) if told else "")
        self.about.setVisible(told)
        drawn = character(self._game, view.level) if told else None
        self.character.setVisible(drawn is not None)
        if drawn is not None:
            self.character.setPixmap(avatar.pixmap(drawn, ICON, self.devicePixelRatioF()))
        strength = strength_text(self._catalogue, self._game, view.level) if told else ""
        give_tip(self.about, strength)
        self.note.setVisible(view.note is not None)
        self.note.setText(self._catalogue.text(view.note) if view.note else "")
        restyled(self.note, "good" if view.good else "soft")
        self.action.setVisible(bool(view.action))
        if view.action:
            self.action.setText(self._catalogue.text(f"client.seats.{view.action}"))
        self._arrange()
        self.updateGeometry()
        self.setAccessibleDescription(
            " · ".join(filter(None, (view.name, words, self.about.text(), strength, self.note.text())))
        )

    def _picked(self, index: int) -> None:
        kind, level = self.kind.itemData(index)
        if self._view is None or (kind, level) != (self._view.kind, self._view.level):
            self.chosen.emit(kind, level)

    def _renamed(self) -> None:
        name = tidy_name(self.name.text())
        if self._view is not None and self._view.nameable and name != self._view.name:
            self.named.emit(name)

    def _act(self) -> None:
        if self._view is not None and self._view.action:
            self.pressed.emit(self._view.action, tidy_name(self.name.text()))


class SeatRows(QWidget):
    """All seats of a table, and the choice of their number.

    Signals:
        counted: another number of seats was chosen.
        chosen: seat, kind and level.
        named: seat and name.
        pressed: seat, action and the name in its field.
        portrayed: the person's portrait was changed.
    """

    counted = Signal(int)
    chosen = Signal(int, str, str)
    named = Signal(int, str)
    pressed = Signal(int, str, str)
    portrayed = Signal()

    def __init__(self, catalogue: Catalogue, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._catalogue = catalogue
        self._game = ""
        self._kinds: list[Kind] = []
        self.rows: list[SeatRow] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self._counts = QHBoxLayout()
        self._counts.setSpacing(6)
        self._count_label = label(catalogue.text("client.seats.count"), wrap=False)
        self._counts.addWidget(self._count_label)
        self._counts.addSpacing(8)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.counted.emit)
        self._counts.addStretch(1)
        column.addLayout(self._counts)
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        column.addLayout(self._column)
        column.addStretch(1)

    def set_game(self, game: type[Game], elsewhere: bool, program: bool = False) -> None:
        """Offer the seat counts and bots of a game; see :func:`kinds_of`."""
        self._game = game.id
        self._kinds = kinds_of(game, elsewhere, program)
        for old in self._group.buttons():
            self._group.removeButton(old)
            old.hide()
            old.deleteLater()
        for place, count in enumerate(game.seats):
            choice = button(str(count), f"seats-{count}", lambda: None, "choice")
            choice.setCheckable(True)
            choice.setAccessibleName(self._catalogue.text("client.seats.count-of", number=count))
            self._group.addButton(choice, count)
            self._counts.insertWidget(2 + place, choice)
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = []

    def made(self, count: int) -> Iterator[None]:
        """Make the rows that ``count`` seats need and that are not there yet, in slices."""
        while len(self.rows) < count:
            seat = len(self.rows)
            row = SeatRow(self._catalogue, self._settings, self._game, seat, self._kinds)
            row.portrayed.connect(self.portrayed)
            row.chosen.connect(lambda kind, level, seat=seat: self.chosen.emit(seat, kind, level))
            row.named.connect(lambda name, seat=seat: self.named.emit(seat, name))
            row.pressed.connect(lambda action, name, seat=seat: self.pressed.emit(seat, action, name))
            self._column.addWidget(row)
            self.rows.append(row)
            yield

    def show_seats(self, views: Sequence[SeatView], countable: bool) -> None:
        """Show these seats; ``countable`` if their number may be changed here."""
        while len(self.rows) > len(views):
            row = self.rows.pop()
            row.hide()
            row.deleteLater()
        finish(self.made(len(views)))
        for row, view in zip(self.rows, views, strict=True):
            row.show_view(view)
        self._count_label.setVisible(countable)
        for choice in self._group.buttons():
            choice.setVisible(countable)
            choice.setChecked(self._group.id(choice) == len(views))
