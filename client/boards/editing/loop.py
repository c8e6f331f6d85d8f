"""Correcting a loop board: take up a field and put it on another square; a field that lies there changes places with it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSpinBox, QWidget

from client.boards.editing.draft import Content
from client.boards.editing.surface import Surface, step_on_grid
from client.boards.loop.boardview import BoardView
from client.boards.loop.scene import BoardScene
from client.boards.stacks.projection import Spots
from client.look.choice import Number
from client.messages import Catalogue
from client.pages.bricks import label
from rules.loop.flaws import spots_of
from rules.loop.terms import FIELDS
from rules.message import Message, message

_WIDEST = 20
"""The columns and rows of the largest board with readable numbers."""

_FILL = Qt.FillRule.OddEvenFill

Spot = tuple[int, int]


class _Ground(BoardScene):
    """The empty board: every field with its number, and clickable squares of lawn between them."""

    def fields_at(self, place: QPointF) -> int:
        """The square at a point of the scene, or 0."""
        ground = (cell for cell in self.spots.cells if self.at.silhouette(cell, 0, 0).containsPoint(place, _FILL))
        return next(ground, 0)


class _GroundView(BoardView):
    kind = _Ground


class LoopSurface(Surface):
    """See :class:`~.surface.Surface`. Places are field numbers, and ``gap COLUMN ROW`` for gaps.

    Attributes:
        held: the field taken up; 0 for none.
    """

    view: _GroundView

    def __init__(self, catalogue: Catalogue, editable: bool) -> None:
        self._spots = _spots_in({"columns": 11, "rows": 11, "fields": [[1, 1]]})
        super().__init__(catalogue, _GroundView(self._spots), editable)
        self.held = 0
        text = catalogue.text
        if not editable:
            return
        self.column.addWidget(label(text("boards.editor.loop.how"), "soft"))
        self.follow = QCheckBox(text("boards.editor.loop.follow"))
        self.follow.setObjectName("board-follow")
        self.follow.setAccessibleDescription(text("boards.editor.loop.follow.help"))
        self.column.addWidget(self.follow)
        size = QWidget()
        grid = QGridLayout(size)
        grid.setContentsMargins(0, 0, 0, 0)
        self.sides: dict[str, QSpinBox] = {}
        for row, side in enumerate(("columns", "rows")):
            box = Number()
            box.setObjectName(f"board-{side}")
            box.setRange(1, _WIDEST)
            box.setAccessibleName(text(f"boards.editor.loop.{side}"))
            box.valueChanged.connect(lambda value, side=side: self._resize(side, value))
            name = label(text(f"boards.editor.loop.{side}"), wrap=False)
            name.setBuddy(box)
            grid.addWidget(name, row, 0)
            grid.addWidget(box, row, 1)
            self.sides[side] = box
        grid.setColumnStretch(2, 1)
        self.column.addWidget(size)

    @staticmethod
    def can_show(content: Content) -> bool:
        """Whether the content has 72 fields on a grid that can be drawn."""
        fields = spots_of({"loop-board": content})
        sides = (content.get("columns"), content.get("rows"))
        return (
            fields is not None
            and all(1 <= x <= _WIDEST and 1 <= y <= _WIDEST for x, y in fields)
            and all(isinstance(side, int) and 1 <= side <= _WIDEST for side in sides)
        )

    # -- showing -------------------------------------------------------------------------------------------------------

    def show_content(self) -> None:
        """Show the fields where the draft puts them."""
        spots = _spots_in(self.content)
        if spots != self._spots:
            self._spots = spots
            self.view.lie(spots)
        self.view.board.mark(spots.numbered, quiet=True)
        if self.editable:
            for side, box in self.sides.items():
                box.blockSignals(True)
                box.setMinimum(max([1, *(spot[side == "rows"] for spot in _fields(self.content))]))
                box.setValue(self.content[side])
                box.blockSignals(False)

    def name(self, place: object) -> str:
        """A field's number, or the square of a gap."""
        assert isinstance(place, int)
        if place <= FIELDS:
            return str(place)
        column, row = self._spots.of(place)
        return f"gap {column} {row}"

    def room(self, name: str) -> QRect | None:
        """The square's rectangle on the board."""
        spot = self._spot(name)
        if spot is None or spot not in self._spots.at:
            return None
        return self.view.room(self._spots.at.index(spot) + 1)

    def beside(self, name: str, right: int, down: int) -> str:
        """The next square of the grid."""
        spot = self._spot(name) or self._spots.of(1)
        return self._named(step_on_grid(spot, right, down, self._spots.columns, self._spots.rows))

    def say(self, name: str) -> Message:
        """The name of the square, and what is taken up."""
        column, row = self._spot(name) or (0, 0)
        if self.held and name != str(self.held):
            return message("boards.editor.loop.put", field=self.held, column=column, row=row)
        if name.isdecimal():
            return message("boards.editor.loop.field", field=int(name), column=column, row=row)
        return message("boards.editor.loop.gap", column=column, row=row)

    # -- changing ------------------------------------------------------------------------------------------------------

    def press(self, name: str) -> None:
        """Take up a field, or put the one taken up here."""
        if not self.held:
            self._hold(int(name) if name.isdecimal() else 0)
            return
        held = self.held
        self._hold(0)
        spot = self._spot(name)
        if spot is None or name == str(held):
            return
        fields = [list(field) for field in self.content["fields"]]
        other = int(name) if name.isdecimal() else 0
        if other:
            fields[other - 1] = fields[held - 1]
        fields[held - 1] = list(spot)
        self.cursor = str(held)
        self.edited.emit({**self.content, "fields": fields})
        if self.follow.isChecked():
            self._hold(held % FIELDS + 1)

    def drop(self) -> bool:
        """Put the field back."""
        there = self.held
        self._hold(0)
        return there > 0

    def _hold(self, field: int) -> None:
        self.held = field
        self.frames.held = str(field) if field else ""
        self.frames.update()

    def _resize(self, side: str, value: int) -> None:
        self.edited.emit({**self.content, side: value})

    def _spot(self, name: str) -> Spot | None:
        if name.isdecimal():
            fields = _fields(self.content)
            return fields[int(name) - 1] if 0 < int(name) <= len(fields) else None
        words = name.split(" ")
        return (int(words[1]), int(words[2])) if words[0] == "gap" else None

    def _named(self, spot: Spot) -> str:
        fields = _fields(self.content)
        return str(fields.index(spot) + 1) if spot in fields else f"gap {spot[0]} {spot[1]}"


def _fields(content: dict[str, object]) -> list[Spot]:
    fields = content.get("fields")
    assert isinstance(fields, list)
    return [(x, y) for x, y in fields]


def _spots_in(content: dict[str, object]) -> Spots:
    """The squares of a draft: its fields, then every gap of the grid."""
    fields = _fields(content)
    columns, rows = content["columns"], content["rows"]
    assert isinstance(columns, int)
    assert isinstance(rows, int)
    columns = min(_WIDEST, max(columns, *(x for x, _ in fields)))
    rows = min(_WIDEST, max(rows, *(y for _, y in fields)))
    gaps = [(x, y) for y in range(1, rows + 1) for x in range(1, columns + 1) if (x, y) not in fields]
    return Spots(columns, rows, (*fields, *gaps), len(gaps))
