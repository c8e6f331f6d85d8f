"""A position of Torres, read for the screen: the possible moves on each cell, their effects, and the texts about them.

It uses no widget: boards, hand and panels all take their texts and marks from here. Cells are 0 to 63.
"""

from __future__ import annotations

from collections.abc import Sequence

from client.boards.cards import Card
from client.boards.contract import Choice, Shown
from client.boards.torres.facts import Card as Held
from client.boards.torres.facts import TorresFacts, read_facts
from client.boards.torres.panels import CastleLine, StackLine
from client.boards.torres.track import Marker
from client.messages import Catalogue
from rules.contract import Move, State
from rules.message import Message, Value, message
from rules.torres.explain import height, master_card, reach
from rules.torres.state import TorresState
from rules.trial import Trial

ON_CELL = ("found", "place", "king", "insert", "block", "lift", "drop")
"""Moves whose number is the cell where they happen."""

ACTIONS = ("block", "insert", "move")
"""The actions to choose from in a turn: add a block, bring a knight, move a knight."""

_BUTTONS = ("step", "buy", "end", "stack", "opened", "keep", "top", "bottom", "stacks", "stay")
"""Moves shown as buttons under the prompt."""

_LOOKED_AT = ("keep", "top", "bottom")
"""Moves about one of the cards being looked at."""

_MEANT = {"found": "found", "place": "place", "king": "king", "move-king": "king", "drop": "drop", "card": "lift"}
"""The move that a click on a square means, by step of the turn."""


def _starts(position: State) -> tuple[int, ...]:
    """The cells on which the castles of a game begin; empty in the master version, where the players found them."""
    assert isinstance(position, TorresState)
    return () if position.terms.master else tuple(position.terms.box.starts)


class TorresReading:
    """A position, read for the screen.

    Attributes:
        facts: the position.
        here: the moves on each cell; ``walks``: those of the knight on each cell.
    """

    def __init__(self, shown: Shown, catalogue: Catalogue) -> None:
        self.shown = shown
        self.facts: TorresFacts = read_facts(shown.position.facts(), _starts(shown.position))
        self.here: dict[int, list[Move]] = {}
        self.walks: dict[int, list[Move]] = {}
        self._catalogue = catalogue
        for move in shown.moves:
            if move.kind in ON_CELL:
                self.here.setdefault(move.args[0], []).append(move)
            elif move.kind == "move":
                self.walks.setdefault(move.args[0], []).append(move)

    # -- possible moves ----------------------------------------------------------------------------------------------

    @property
    def actions(self) -> list[str]:
        """Those of :data:`ACTIONS` that are possible."""
        kinds = {move.kind for moves in (*self.here.values(), *self.walks.values()) for move in moves}
        return [kind for kind in ACTIONS if kind in kinds]

    def moves_on(self, cell: int, chosen: int = -1, action: str = "") -> list[Move]:
        """The moves that a click on a cell can mean, if the knight on the cell ``chosen`` is taken up.

        ``action`` narrows them to one kind.
        """
        if chosen >= 0:
            return [move for move in self.walks.get(chosen, ()) if move.args[1] == cell]
        return [move for move in self.here.get(cell, ()) if action in ("", move.kind)]

    def walkers(self, action: str = "") -> dict[int, list[Move]]:
        """The moves of each knight that can be taken up."""
        return self.walks if action in ("", "move") else {}

    def marks(self, chosen: int = -1, action: str = "") -> set[int]:
        """The cells where something is possible."""
        if chosen >= 0:
            return {move.args[1] for move in self.walks.get(chosen, ())} | {chosen}
        return {*(cell for cell in self.here if self.moves_on(cell, -1, action)), *self.walkers(action)}

    def meant(self, cell: int, chosen: int = -1) -> Move:
        """The impossible move that a click on this cell probably meant."""
        if chosen >= 0:
            return Move("move", (chosen, cell))
        if self.facts.step in _MEANT:
            return Move(_MEANT[self.facts.step], (cell,))
        if cell in self.facts.knight_at:
            return Move("move", (cell, cell))
        return Move("block", (cell,))

    def after(self, move: Move) -> TorresFacts | None:
        """The position after a move that changes the board; None if it is impossible or changes nothing there."""
        if move not in self.shown.moves or move.kind not in (*ON_CELL, "move"):
            return None
        return self._tried(move)

    def cost(self, move: Move) -> int:
        """The action points that a move costs."""
        state = self.shown.position
        return state.cost(move) if isinstance(state, TorresState) and self.facts.step == "main" else 0

    def costs(self, move: Move) -> str:
        """The same in words; empty if the move costs none."""
        cost = self.cost(move)
        return self.said("table.torres.cost", ap=cost) if cost else ""

    def _tried(self, move: Move) -> TorresFacts:
        trial = Trial(self.shown.position)
        trial.play(move)
        return read_facts(trial.state.facts())

    def reach_of(self, cell: int) -> list[tuple[int, int]]:
        """The fields that the knight on a cell can reach with the remaining points: pairs of field and points spent."""
        facts, state = self.facts, self.shown.position
        if facts.step != "main" or facts.knight_at.get(cell) != facts.turn or not isinstance(state, TorresState):
            return []
        return [(target + 1, way.cost) for target, way in reach(state, cell, facts.action_points).items()]

    def way_of(self, move: Move) -> list[tuple[int, int]]:
        """The fields that a knight passes, each with 0 points."""
        state = self.shown.position
        if move.kind != "move" or not isinstance(state, TorresState):
            return []
        way = reach(state, move.args[0], 1).get(move.args[1])
        return [(cell + 1, 0) for route in way.routes for cell in route[1:-1]] if way is not None else []

    def choices(self) -> list[Choice]:
        """The moves without a place on the board."""
        return [Choice(move, self._choice(move), self._gain(move)) for move in self.shown.moves if move.kind in _BUTTONS]

    def _choice(self, move: Move) -> Message:
        if move.kind == "stacks":
            return message("table.torres.move.stacks", stacks=self._catalogue.listed(map(str, move.args), "row"))
        number = move.args[0] if move.args else 0
        if move.kind in _LOOKED_AT:
            held = next((held for held in self.facts.looking if held.slot == number), None)
            if held is not None and held.face:
                return message(f"table.torres.move.{move.kind}", card=held.face)
        return message(f"table.torres.move.{move.kind}", number=number)

    def _gain(self, move: Move) -> str:
        """What a step on the track brings, including skipped totals."""
        seat, cost = self.shown.position.turn, self.cost(move)
        price = self.said("table.torres.cost.short", ap=cost) if cost else ""
        if move.kind != "step" or seat is None:
            return price
        return f"+{self._tried(move).players[seat].points - self.facts.players[seat].points} · {price}".removesuffix(" · ")

    # -- texts ------------------------------------------------------------------------------------------------

    def said(self, key: str, **values: Value) -> str:
        """A sentence of the catalogue with the players' names."""
        return self._catalogue.text(message(key, **values), self.shown.names)

    def place(self, cell: int) -> str:
        """The name of a square."""
        return self.said("table.torres.square", cell=cell)

    def about(self, cell: int) -> list[str]:
        """The pieces on a square, line by line."""
        facts = self.facts
        castle = facts.castle_at.get(cell)
        if castle is None:
            lines = [self.said("table.torres.square.ground")]
        else:
            lines = [self.said("table.torres.square.tower", level=facts.levels[cell], area=castle.area)]
        if cell in facts.knight_at:
            lines.append(self.said("table.torres.square.knight", seat=facts.knight_at[cell]))
        if cell == facts.king:
            lines.append(self.said("table.torres.square.king"))
        return lines

    def height(self, cell: int, chosen: int = -1) -> list[str]:
        """How high the player may build there, if that matters: a block can go there, or a tower stands alone."""
        state = self.shown.position
        occupied = cell in self.facts.knight_at or cell == self.facts.king
        builds = any(move.kind in ("block", "drop") for move in self.moves_on(cell, chosen))
        if isinstance(state, TorresState) and (builds or (self.facts.levels[cell] and not occupied)):
            return [self._catalogue.text(height(state, cell).said, self.shown.names)]
        return []

    def sentence(self, cell: int) -> str:
        """A description of a square and the pieces on it."""
        return " ".join([self.place(cell), *self.about(cell)])

    def move(self, move: Move) -> str:
        """The name of a move."""
        number, second = (*move.args, 0, 0)[:2]
        if move.kind in _LOOKED_AT:
            number = next((place for place, held in enumerate(self.facts.looking, 1) if held.slot == number), number)
        if move.kind == "stacks":
            return self.said("table.torres.move.stacks", stacks=self._catalogue.listed(map(str, move.args), "row"))
        return self.said(f"torres.move.{move.kind}", number=number, second=second)

    def deeds(self, cell: int, chosen: int = -1, action: str = "") -> str:
        """The moves possible on a square, in sentences."""
        return " ".join(f"{self.priced(move)}." for move in self.moves_on(cell, chosen, action))

    def priced(self, move: Move) -> str:
        """A move's name with its price."""
        costs = self.costs(move)
        return f"{self.move(move)} · {costs}" if costs else self.move(move)

    # -- hand ----------------------------------------------------------------------------------------------------------

    def cards(self, seat: int) -> list[Card]:
        """The cards being looked at, then those in a seat's hand."""
        facts = self.facts
        mine = seat == facts.turn
        looked = [self._card(held, "top" if facts.step == "back" else "keep", held.slot, "look") for held in facts.looking]
        hand = [
            self._card(held, "card", held.face, "hand", held.slot in facts.fresh and mine) for held in facts.players[seat].hand
        ]
        return [*looked, *hand] if mine else hand

    def _card(self, held: Held, kind: str, number: int, where: str, fresh: bool = False) -> Card:
        """A card as it lies there. One bought this turn rests, although its twin in the variant may be playable."""
        move = Move(kind, (number,))
        can = move in self.shown.moves
        if not held.face:
            name = self.said("table.torres.card.sealed")
            return Card(move, can, drawing="pieces/cardback", label=" ", name=name, about=name, key=f"slot-{held.slot}")
        return Card(
            move,
            can and not fresh,
            drawing=f"torres/card-{held.face}",
            label=self.said(f"table.torres.short.{held.face}"),
            name=self.said(f"torres.card.{held.face}"),
            about=self.said(f"torres.card.{held.face}.about"),
            key=f"{where}-{held.slot}",
        )

    # -- panels --------------------------------------------------------------------------------------------------------

    def stacks(self) -> tuple[list[StackLine], str]:
        """Every player's stacks of blocks, and the same in sentences."""
        facts = self.facts
        lines = [
            StackLine(seat, player.stacks, facts.opened if seat == facts.turn else -1)
            for seat, player in enumerate(facts.players)
        ]
        said = [
            self.said("table.torres.stacks", seat=line.seat, stacks=self._catalogue.listed(map(str, line.stacks), "row") or "–")
            for line in lines
        ]
        return lines, " ".join(said)

    def markers(self, uncounted: Sequence[int] | None = None) -> tuple[list[Marker], str]:
        """Each player's current and projected place on the track, and the same in sentences.

        While a scoring is being counted, ``uncounted`` are the points still to be counted, by seat.
        """
        if uncounted is not None:
            markers = [
                Marker(seat, player.points - left, None, 0)
                for seat, (player, left) in enumerate(zip(self.facts.players, uncounted, strict=True))
            ]
        else:
            markers = [
                Marker(seat, player.points, player.outlook, player.jump) for seat, player in enumerate(self.facts.players)
            ]
        return markers, " ".join(self._marker(marker) for marker in markers)

    def _marker(self, marker: Marker) -> str:
        if marker.outlook is None:
            return self.said("table.torres.track.counted", seat=marker.seat, total=marker.total)
        key = "table.torres.track.jump" if marker.jump else "table.torres.track"
        return self.said(key, seat=marker.seat, total=marker.total, outlook=marker.outlook, points=marker.jump)

    def master(self) -> str:
        """The condition of the master card; empty in a game without one."""
        state = self.shown.position
        card = master_card(state) if isinstance(state, TorresState) else None
        return self._catalogue.text(card, self.shown.names) if card is not None else ""

    def castles(self) -> list[CastleLine]:
        """The castles, the largest first, and what each player would score in them."""
        lines = []
        for castle in self.facts.castles:
            shares = tuple(
                sorted(((seat, level * castle.area) for seat, level in castle.standing), key=lambda one: (-one[1], one[0]))
            )
            said = [self.said("table.torres.castle", cell=castle.cells[0], area=castle.area, level=castle.highest)]
            said += [self.said("table.torres.castle.share", seat=seat, points=points) for seat, points in shares]
            lines.append(CastleLine(castle.cells[0], castle.area, castle.highest, castle.king, shares, " ".join(said)))
        return sorted(lines, key=lambda line: (-line.area, line.cell))
