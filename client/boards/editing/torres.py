"""Correcting the start squares of Torres: a click makes a square a start square, or an ordinary one."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect

from client.boards.editing.draft import Content
from client.boards.editing.surface import Surface, step_on_grid
from client.boards.torres.facts import SIDE, Castle, read_facts
from client.boards.torres.scene import torres_spots
from client.boards.torres.view import TorresBoard
from client.messages import Catalogue
from client.pages.bricks import label
from rules.contract import complete_options
from rules.message import Message, message
from rules.registry import game
from rules.torres.flaws import starts_of


class TorresSurface(Surface):
    """See :class:`~.surface.Surface`. Places are cells, 0 to 63."""

    view: TorresBoard

    def __init__(self, catalogue: Catalogue, editable: bool) -> None:
        from net.rulebook import shipped_file

        super().__init__(catalogue, TorresBoard(torres_spots()), editable)
        rules = game("torres")
        empty = rules.start(2, complete_options(rules, {}), {"torres": shipped_file("torres")})
        self._empty = read_facts(empty.facts())
        if editable:
            self.column.addWidget(label(catalogue.text("boards.editor.torres.how"), "soft"))

    @staticmethod
    def can_show(content: Content) -> bool:
        """Whether the content names start squares."""
        return starts_of({"torres": content}) is not None

    @property
    def _starts(self) -> list[int]:
        return starts_of({"torres": self.content}) or []

    def show_content(self) -> None:
        """Show a block on each start square."""
        starts = sorted(set(self._starts))
        castles = tuple(Castle((cell,), 1, False, ()) for cell in starts)
        levels = tuple(int(cell in starts) for cell in range(SIDE * SIDE))
        at = dict(zip(starts, castles, strict=True))
        self.view.show_facts(replace(self._empty, levels=levels, castles=castles, castle_at=at))

    def name(self, place: object) -> str:
        """The number of the cell."""
        assert isinstance(place, int)
        return str(place - 1)

    def room(self, name: str) -> QRect | None:
        """The square's rectangle on the board."""
        return self.view.room(int(name) + 1) if name.isdecimal() and int(name) < SIDE * SIDE else None

    def beside(self, name: str, right: int, down: int) -> str:
        """The next square."""
        cell = int(name) if name else 0
        column, row = step_on_grid((cell % SIDE + 1, cell // SIDE + 1), right, down, SIDE, SIDE)
        return str(SIDE * (row - 1) + column - 1)

    def say(self, name: str) -> Message:
        """Whether the cell is a start square."""
        there = int(name) in self._starts
        return message("boards.editor.torres.start" if there else "boards.editor.torres.free", cell=int(name))

    def press(self, name: str) -> None:
        """Make the cell a start square, or an ordinary one."""
        cell, starts = int(name), self._starts
        starts = [other for other in starts if other != cell] if cell in starts else [*starts, cell]
        self.edited.emit({**self.content, "starts": sorted(starts)})
