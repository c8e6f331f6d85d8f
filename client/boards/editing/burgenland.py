"""Correcting the map of Burgenland: the rewards of squares, blocked squares, roads and crossings."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QComboBox, QGridLayout, QSpinBox, QWidget

from client.boards.burgenland.facts import PIECE_NAMES, Castle, Crossing, read_facts
from client.boards.burgenland.layout import Target
from client.boards.burgenland.mapview import MapView
from client.boards.burgenland.scene import MapScene
from client.boards.editing.draft import Content
from client.boards.editing.surface import Surface
from client.look.choice import Choice, Number
from client.messages import Catalogue
from client.pages.bricks import label
from rules.burgenland.board import CASTLES, CROSSINGS, SEATS, SQUARES
from rules.burgenland.flaws import BLOCKING, blocked, map_can_be_drawn, reward_word
from rules.contract import complete_options
from rules.message import Message, message
from rules.registry import game

REWARDS = ("?", "S", "J", *(f"M{coins}" for coins in range(1, 10)))
_WIDEST = 8
"""The numbers of columns and rows for crossings."""


class BurgenlandSurface(Surface):
    """See :class:`~.surface.Surface`. Places are ``square CASTLE NUMBER``, ``castle NUMBER`` and ``crossing NUMBER``."""

    view: MapView

    def __init__(self, catalogue: Catalogue, editable: bool) -> None:
        from net.rulebook import shipped_file

        super().__init__(catalogue, MapView(MapScene(catalogue.text("table.burgenland.large"))), editable)
        rules = game("burgenland")
        empty = rules.start(2, complete_options(rules, {}), {"burgenland": shipped_file("burgenland")})
        self._empty = read_facts(empty.facts())
        self.place = ""
        text = catalogue.text
        self.players = Choice()
        self.players.setObjectName("board-players")
        self.players.setAccessibleName(text("boards.editor.burgenland.players"))
        for seats in SEATS:
            self.players.addItem(text("boards.editor.burgenland.with", seats=seats), seats)
        self.players.currentIndexChanged.connect(lambda _: self.show_content())
        if editable:
            self.column.addWidget(label(text("boards.editor.burgenland.how"), "soft"))
        rows = QWidget()
        self._grid = QGridLayout(rows)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        shown = label(text("boards.editor.burgenland.players"))
        shown.setBuddy(self.players)
        self._grid.addWidget(shown, 0, 0)
        self._grid.addWidget(self.players, 0, 1)
        self.column.addWidget(rows)
        if not editable:
            return
        self.chosen = label("", "strong", "board-place")
        self._grid.addWidget(self.chosen, 1, 0, 1, 2)
        self._fields: dict[str, list[QWidget]] = {"square": [], "castle": [], "crossing": []}
        self.reward = self._combo("square", "reward", [(text(f"boards.reward.{reward_word(one)}"), one) for one in REWARDS])
        pieces = [(text(f"boards.piece.{piece}"), piece) for piece in ("free", *BLOCKING)]
        self.blocked = {seats: self._combo("square", f"blocked-{seats}", pieces, seats=seats) for seats in SEATS}
        self.ends = [self._combo("castle", name, [(one, one) for one in CROSSINGS]) for name in ("one-end", "other-end")]
        self.spot = [self._spin("crossing", name) for name in ("column", "row")]
        self._choose("")

    def _labelled(self, kind: str, name: str, widget: QWidget, **values: int) -> None:
        word = name.partition("-")[0] if values else name
        said = self.catalogue.text(f"boards.editor.burgenland.{word}", **values)
        widget.setObjectName(f"board-{name}")
        widget.setAccessibleName(said)
        before = label(said)
        before.setBuddy(widget)
        row = self._grid.rowCount()
        self._grid.addWidget(before, row, 0)
        self._grid.addWidget(widget, row, 1)
        self._fields[kind] += [before, widget]

    def _combo(self, kind: str, name: str, entries: list[tuple[str, str]], **values: int) -> QComboBox:
        made = Choice()
        for said, value in entries:
            made.addItem(said, value)
        made.activated.connect(lambda _: self._take())
        self._labelled(kind, name, made, **values)
        return made

    def _spin(self, kind: str, name: str) -> QSpinBox:
        made = Number()
        made.setRange(1, _WIDEST)
        made.valueChanged.connect(lambda _: self._take())
        self._labelled(kind, name, made)
        return made

    @staticmethod
    def can_show(content: Content) -> bool:
        """Whether the content is a map whose crossings can be drawn."""
        return map_can_be_drawn({"burgenland": content}, _WIDEST)

    # -- showing -------------------------------------------------------------------------------------------------------

    @property
    def _ours(self) -> Any:
        return self.content["ours"]

    def show_content(self) -> None:
        """Show the draft's map, with the squares blocked for the chosen number of players."""
        if not self.content:
            return
        ours, there = self._ours, blocked(self._ours, self.players.currentData())
        places = [ours["crossings"][name] for name in CROSSINGS]
        crossings = tuple(Crossing(x, y, number) for number, (x, y) in enumerate(places, 1))
        castles = []
        for number in range(1, CASTLES + 1):
            one, other = ours["castles"][str(number)]["between"]
            squares = tuple(
                (reward, PIECE_NAMES.index(there.get(f"{number}{letter}", "")))
                for letter, reward in zip(SQUARES, ours["castles"][str(number)]["squares"], strict=True)
            )
            castles.append(Castle((CROSSINGS.index(one) + 1, CROSSINGS.index(other) + 1), squares, well=False))
        around = tuple(CROSSINGS.index(name) + 1 for name in ours["large_castle"])
        before = self.view.map.layout
        facts = replace(self._empty, crossings=crossings, castles=tuple(castles), around=around, marker=0)
        self.view.map.show(facts, {}, {})
        if self.view.map.layout is not before:
            self.view.refit()
        if self.editable:
            self._choose(self.place)
        self.frames.update()

    def name(self, place: object) -> str:
        """The place's name: the squares of a castle with their number."""
        assert isinstance(place, tuple)
        what, number, part = place
        return f"{what} {number} {part}" if what == "square" and part <= len(SQUARES) else f"{what} {number}"

    def room(self, name: str) -> QRect | None:
        """The place's rectangle on the map."""
        target = _target(name)
        if target is None or self.view.map.layout is None:
            return None
        return self.view.room(target)

    def beside(self, name: str, right: int, down: int) -> str:
        """The nearest place in a direction."""
        here = self.room(name) if name else None
        if here is None:
            return "square 1 1"
        best, nearest = name, 1 << 30
        for other in _places():
            room = self.room(other)
            if other == name or room is None:
                continue
            way = room.center() - here.center()
            along, across = way.x() * right + way.y() * down, abs(way.x() * down) + abs(way.y() * right)
            if along > 0 and across <= 2 * along and along + 2 * across < nearest:
                best, nearest = other, along + 2 * across
        return best

    def say(self, name: str) -> Message:
        """What is on the place, according to the draft."""
        target = _target(name)
        if target is None:
            return message("boards.editor.burgenland.nothing")
        what, number, part = target
        if what == "crossing":
            column, row = self._ours["crossings"][CROSSINGS[number - 1]]
            return message("boards.editor.burgenland.crossing", crossing=CROSSINGS[number - 1], column=column, row=row)
        castle = self._ours["castles"][str(number)]
        if what == "castle":
            one, other = castle["between"]
            return message("boards.editor.burgenland.castle", castle=number, one=one, other=other)
        there = blocked(self._ours, self.players.currentData()).get(f"{number}{SQUARES[part - 1]}", "free")
        reward = reward_word(castle["squares"][part - 1])
        return message("boards.editor.burgenland.square", castle=number, square=SQUARES[part - 1], reward=reward, there=there)

    # -- changing ------------------------------------------------------------------------------------------------------

    def press(self, name: str) -> None:
        """Choose a place; the controls beside the map show what can be changed there."""
        self._choose(name if _target(name) is not None else "")

    def _choose(self, name: str) -> None:
        self.place = name
        self.frames.held = name
        self.frames.update()
        target = _target(name)
        self.chosen.setText(self.catalogue.text(self.say(name)))
        for kind, widgets in self._fields.items():
            for widget in widgets:
                widget.setVisible(target is not None and target[0] == kind)
        if target is None:
            return
        what, number, part = target
        if what == "square":
            castle, square = self._ours["castles"][str(number)], f"{number}{SQUARES[part - 1]}"
            self.reward.setCurrentIndex(self.reward.findData(castle["squares"][part - 1]))
            for seats, box in self.blocked.items():
                box.setCurrentIndex(box.findData(blocked(self._ours, seats).get(square, "free")))
        elif what == "castle":
            for box, end in zip(self.ends, self._ours["castles"][str(number)]["between"], strict=True):
                box.setCurrentIndex(box.findData(end))
        else:
            for spin, value in zip(self.spot, self._ours["crossings"][CROSSINGS[number - 1]], strict=True):
                spin.blockSignals(True)
                spin.setValue(value)
                spin.blockSignals(False)

    def _take(self) -> None:
        """Take a change made beside the map."""
        target = _target(self.place)
        if target is None:
            return
        content: Content = json.loads(json.dumps(self.content))
        ours = content["ours"]
        what, number, part = target
        if what == "square":
            ours["castles"][str(number)]["squares"][part - 1] = self.reward.currentData()
            for seats, box in self.blocked.items():
                _block(ours["blocked"][str(seats)], f"{number}{SQUARES[part - 1]}", box.currentData())
        elif what == "castle":
            before = ours["castles"][str(number)]["between"]
            after = [box.currentData() for box in self.ends]
            ours["castles"][str(number)]["between"] = before[::-1] if after[0] == after[1] else after
        else:
            name, spot = CROSSINGS[number - 1], [spin.value() for spin in self.spot]
            for other in CROSSINGS:  # a crossing that lies there gives way
                if ours["crossings"][other] == spot:
                    ours["crossings"][other] = ours["crossings"][name]
            ours["crossings"][name] = spot
        self.edited.emit(content)


def _block(there: dict[str, list[str]], square: str, piece: str) -> None:
    """Let a piece block a square, or ``free`` it; squares stay in the order of castles."""
    for kind in BLOCKING:
        squares = [other for other in there[kind] if other != square] + ([square] if kind == piece else [])
        if squares != there[kind] and set(squares) != set(there[kind]):
            there[kind] = sorted(squares, key=lambda name: (int(name[:-1]), name[-1]))


def _target(name: str) -> Target | None:
    what, *numbers = name.split(" ")
    if what not in ("square", "castle", "crossing") or not all(number.isdecimal() for number in numbers):
        return None
    number, part = (*map(int, numbers), 0)[:2]
    return what, number, part


def _places() -> list[str]:
    squares = [f"square {castle} {part}" for castle in range(1, CASTLES + 1) for part in range(1, len(SQUARES) + 1)]
    castles = [f"castle {castle}" for castle in range(1, CASTLES + 1)]
    return [*squares, *castles, *(f"crossing {number}" for number in range(1, len(CROSSINGS) + 1))]
