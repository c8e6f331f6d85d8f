"""The view of a game on the loop board: board, flat board, hand, market and castles, and what a click on them means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from client.boards.cards import Card
from client.boards.contract import Choice, Count, PlayerLine, ScoringStep, Shown
from client.boards.handrow import HandRow
from client.boards.loop.boardview import BoardView
from client.boards.loop.castles import MOVE_MS, Castles
from client.boards.loop.choreography import Choreography
from client.boards.loop.facts import Building, LoopFacts, read_facts
from client.boards.loop.flat import FlatBoard
from client.boards.loop.market import Market
from client.boards.loop.offers import HAND_TOWER, TOWER_CARD, hand_cards, pile_cards, row_cards
from client.boards.loop.outcome import Outcome
from client.boards.loop.reading import Reading
from client.boards.loop.spots import loop_spots, spots_on
from client.boards.motion import Tween
from client.boards.stacks.gameview import StackGameView
from client.boards.stacks.projection import Spots
from client.messages import Catalogue
from rules.contract import Event, Move, ScoreLine, State
from rules.loop.position import LoopPosition
from rules.loop.terms import CARD_PRICE
from rules.message import Message, message

_PLACES = ("cell", "first", "last", "to", "other", "card")
"""The values of events that are cells; a played card builds on the field of its number."""

_ELSEWHERE = ("bought", "drew", "refilled", "started")
"""Events whose card is on no field."""


def cells_of(event: Event) -> list[int]:
    """The cells that an event has changed."""
    if event.kind in _ELSEWHERE or ".score." in event.key:
        return []
    found = [value for name, value in event.values if name in _PLACES]
    return [cell for cell in found if isinstance(cell, int) and cell > 0]


class LoopView(StackGameView):
    """See :class:`~client.boards.contract.GameView`. Its places are field numbers.

    Attributes:
        game: the game's id, which begins its messages.
        reading: the current position, or None before the first.
        lens: the kind of move to which the marks on the board are narrowed, after a click on a tower card; or empty.
    """

    game: str
    spots: Spots = loop_spots()
    """The places of the cells; before the first position, those of the shipped board."""

    reads: type[Reading] = Reading
    """The class that reads this game's positions."""

    moves_by: type[Choreography] = Choreography
    """The class that animates this game's events."""

    cards_for: Mapping[str, Move] = {HAND_TOWER: TOWER_CARD}
    """By name, the cards that narrow the marks to one kind of move when clicked, with a move of that kind."""

    consequences: ClassVar[frozenset[str]] = frozenset({"merged", "captured", "last-block", "last-bridge"})

    window: type[BoardView] = BoardView
    """The class of this game's board view."""

    _view: BoardView
    _flat: FlatBoard

    def __init__(self, catalogue: Catalogue) -> None:
        text = catalogue.text
        super().__init__(
            catalogue,
            self.window(self.spots),
            FlatBoard(self.spots, text("table.loop.flat")),
            text("table.loop.board"),
            text("table.loop.board.about"),
        )
        self._in_turn: int | None = None  # the seat that is in the middle of its turn at this computer
        self.reading: Reading | None = None
        self.lens = ""
        self._speed = 0.0
        self._glowing: list[tuple[int, int]] = []
        self._counting = False
        self.hand = self._hand = HandRow("")
        self._market = Market(text("table.loop.market"))
        self._castles = Castles(text("table.loop.castles"), text("table.loop.no-castles"))
        self.panels = (self._market, self._castles)
        for cards in (self._hand, self._market):
            cards.wanted.connect(self._card_clicked)
            cards.pointed.connect(self._card_pointed)
        self._castles.pointed.connect(self._castle_pointed)

    # -- showing -------------------------------------------------------------------------------------------------------

    def show(self, shown: Shown) -> None:
        """Show a position and its possible moves."""
        self._calm()
        if self.lens:
            self._lift("")
        self._lie(spots_on(shown.position))
        self.reading = reading = self.reads(shown, self.game, self.catalogue, self.spots)
        turn = shown.position.turn if shown.moves else None
        self._view.steady = self._in_turn is not None and turn in (self._in_turn, None)
        self._in_turn = turn
        self._view.show_facts(reading.facts)
        self._flat.show_facts(reading.facts, reading.field)
        self._mark()
        self._ring([])
        self._tell_again()

    def foresee(self, position: State) -> None:
        """Paint in advance what the picture needs for this position, which is shown soon."""
        if spots_on(position) == self.spots:
            self._view.foresee(self._foreseen(position))

    def _foreseen(self, position: State) -> Iterator[None]:
        facts = read_facts(position.facts())
        yield
        yield from self._view.board.foresee(facts)

    def _lie(self, spots: Spots) -> None:
        """Arrange the fields as on the position's board, since a table may use its own."""
        if spots != self.spots:
            self.spots = spots
            self._view.board.lie(spots)
            self._flat.lie(spots)
            self._view.refit()

    def show_beside(self) -> None:
        """Show the hand, the market and the castles."""
        reading = self.reading
        if reading is None:
            return
        shown = reading.shown
        if shown.hand is None:
            self._hand.show_cards([], self.catalogue.text("table.loop.hand.hidden"))
        else:
            self._hand.show_cards(hand_cards(reading, shown.hand), self.catalogue.text("table.loop.hand.empty"))
        self._market.remark.setText(self.catalogue.text("table.loop.price", real=CARD_PRICE))
        self._market.show_cards(row_cards(reading), self.piles(reading))
        self._castles.show_castles(reading.castles(), round(MOVE_MS / self._speed) if self._speed else 0)

    def piles(self, reading: Reading) -> list[Card]:
        """The cards for sale besides the face-up row."""
        return pile_cards(reading)

    def _mark(self) -> None:
        cells = self.reading.marks(self.lens) if self.reading is not None else []
        self._view.board.mark(cells)
        self._flat.mark(cells, self._deeds)

    def _deeds(self, cell: int) -> str:
        """The moves possible on a field, in sentences."""
        if self.reading is None:
            return ""
        return " ".join(self.reading.deed_sentence(move) for move in self.reading.moves_on(cell, self.lens))

    @property
    def facts(self) -> LoopFacts | None:
        """The facts of the current position."""
        return self.reading.facts if self.reading is not None else None

    def facts_of(self, position: State) -> LoopFacts:
        """The facts of a position; those of the current one are cached."""
        reading = self.reading
        return reading.facts if reading is not None and reading.shown.position is position else read_facts(position.facts())

    def outcome(self, move: Move) -> Outcome:
        """The outcome of a move that is possible now."""
        assert self.reading is not None
        return self.reading.outcome(move)

    # -- clicks --------------------------------------------------------------------------------------------------------

    def _clicked(self, place: int) -> None:
        reading = self.reading
        if reading is None:
            return
        moves = reading.moves_on(place, self.lens)
        if len(moves) == 1:
            self.wanted.emit(moves[0])
        elif moves:
            deeds = [(move, *reading.deed(move)[:2]) for move in moves]
            self._ask(place, [(move, f"{name}   {net}" if net else name) for move, name, net in deeds])
        else:
            self.wanted.emit(reading.meant(place, self.lens))

    def _card_clicked(self, move: Move | None) -> None:
        if move is None:
            return
        self._touch()
        if move in self.cards_for.values():
            self._look_through("" if self.lens == move.kind else move.kind)
        else:
            self.wanted.emit(move)

    def _look_through(self, lens: str) -> None:
        """Narrow the marks to one kind of move (that of a card in the hand), or end that."""
        if lens and self.reading is not None and not self.reading.marks(lens):
            built = next(iter(self.reading.facts.building_at), 1)
            self.wanted.emit(self.reading.meant(built, lens))
            return
        self._lift(lens)
        self._mark()

    def _lift(self, lens: str) -> None:
        """Lift the card that narrows the marks to this kind of move, and put the other one back."""
        self.lens = lens
        chosen = next((key for key, move in self.cards_for.items() if move.kind == lens), "")
        self._hand.select(chosen)
        self._market.select(chosen)

    # -- pointing ------------------------------------------------------------------------------------------------------

    def _tell_about(self, place: int) -> None:
        reading = self.reading
        if reading is None:
            return
        moves = reading.moves_on(place, self.lens)
        deeds = [reading.deed(move) for move in moves]
        self.hint.tell(reading.place(place), reading.about(place), deeds, self.active.room(place))
        self.preview(moves[0] if len(moves) == 1 else None)
        self._view.board.outline(self._fields_of(place))

    def _tell_nothing(self) -> None:
        super()._tell_nothing()
        self._view.board.outline(())

    def _card_pointed(self, move: Move | None) -> None:
        self._view.board.point(move.args[0] if move is not None and move.args else 0)
        self.preview(move)

    def _castle_pointed(self, cell: int) -> None:
        self._view.board.outline(self._fields_of(cell))
        self._flat.ring([(field, -1) for field in self._fields_of(cell)] or self._own_rings)

    def _fields_of(self, cell: int) -> tuple[int, ...]:
        """The fields of the castle or villa on a cell."""
        building = self.facts.building_at.get(cell) if self.facts and cell else None
        return building.cells if building else ()

    def glow(self, changes: Sequence[tuple[int, Event]]) -> None:
        """Ring the fields on which something was built, placed or captured, and the cards that were laid out."""
        self._glowing = [(cell, seat) for seat, event in changes for cell in cells_of(event)]
        self._ring([])
        self._market.glow({event.number("card"): seat for seat, event in changes if event.kind == "refilled"})

    def _ring(self, rings: list[tuple[int, int]]) -> None:
        rings = rings or self._own_rings
        self._view.board.ring(rings)
        self._flat.ring(rings)

    @property
    def _own_rings(self) -> list[tuple[int, int]]:
        """The rings as long as nobody asks for others: around what the others did."""
        return list(dict(self._glowing).items())

    def preview(self, move: Move | None) -> None:
        """Show faintly what a move would do, and paint in advance what it needs; None ends that."""
        if move is not None and self.reading is not None and self.reading.can(move):
            after = self.reading.outcome(move).after
            self._view.board.ghost(after)
            self._view.foresee(self._view.board.foresee(after))
        else:
            self._view.board.ghost(None)

    def choices(self, shown: Shown) -> list[Choice]:
        """The answers to a question, and passing."""
        return self.reading.choices() if self.reading is not None and self.reading.shown is shown else []

    def grip(self, move: Move) -> str:
        """What to click next to make a move."""
        if move.kind == "play":
            return f"hand-{move.args[0]}"
        if move.kind == "buy-card":
            return f"market-{move.args[0]}"
        if move.kind in ("buy-pile", "buy-tower"):
            return f"market-{move.kind}"
        if move.kind == "play-tower" and self.lens != move.kind:
            return HAND_TOWER
        cells = self.reading.fields_of(move) if self.reading is not None else []
        return f"place {cells[-1]}" if cells else super().grip(move)

    # -- motion --------------------------------------------------------------------------------------------------------

    def _tweens(self, events: Sequence[Event]) -> list[Tween]:
        return self.moves_by(self._view.board, self._fly).tweens(events)

    def set_speed(self, speed: float) -> None:
        """Set the speed of crests along their scale; 0 for none."""
        super().set_speed(speed)
        self._speed = speed

    def _fly(self, real: int, cell: int, seat: int) -> None:
        picture = self._view.board.pictures.coins(real).pixmap
        self.landed.emit(picture, self._view.viewport().mapToGlobal(self._view.top(cell)), seat)

    def put_away(self) -> None:
        """Close the list of moves, and put the tower card back."""
        super().put_away()
        if self.lens:
            self._look_through("")

    # -- facts for the window ------------------------------------------------------------------------------------------

    def headline(self, position: State) -> list[Message]:
        """The turn and the supplies."""
        facts = self.facts_of(position)
        return [
            message("table.loop.turn", turn=max(1, facts.round)),
            message("table.loop.blocks", count=facts.blocks),
            message("table.loop.stones", count=facts.founding_stones),
        ]

    def player(self, position: State, seat: int) -> PlayerLine:
        """The player's money, nobles in supply, and cards."""
        player = self.facts_of(position).players[seat]
        hidden = player.money < 0 or (self._counting and isinstance(position, LoopPosition) and position.screened[seat])
        note = "out" if player.out else "passed" if player.passed else ""
        return PlayerLine(
            main=None if hidden else player.money,
            main_said=message("table.loop.player.hidden") if hidden else message("table.loop.player.money", real=player.money),
            counts=(
                Count("pieces/crown", player.grandes, message("table.loop.player.grandes", count=player.grandes)),
                Count("pieces/baron", player.barons, message("table.loop.player.barons", count=player.barons)),
                Count("pieces/cardback", len(player.hand), message("table.loop.player.cards", count=len(player.hand))),
                Count("pieces/tower", player.towers, message("table.loop.player.towers", count=player.towers)),
            ),
            note=message(f"table.loop.player.{note}") if note else None,
        )

    def uncounted(self, position: State, seat: int) -> Message | None:
        """Hidden money counts for nothing until the end."""
        hidden = isinstance(position, LoopPosition) and position.shown_money(seat) is None
        return message("table.loop.standing.hidden") if hidden else None

    def hold_back(self, points: Sequence[int] | None) -> None:
        """Keep hidden money hidden until it is counted."""
        self._counting = points is not None

    def scoring_steps(self, lines: Sequence[ScoreLine]) -> list[ScoringStep]:
        """A step for each building, the least valuable first: all nobles in it are counted together."""
        reading, nobles = self.reading, [line for line in lines if line.reason.kind == "noble"]
        if reading is None or not nobles:
            return super().scoring_steps(lines)
        houses: dict[Building, list[ScoreLine]] = {}
        for line in nobles:
            houses.setdefault(reading.facts.building_at[line.reason.number("cell")], []).append(line)
        counted = [
            ScoringStep(tuple(houses[house]), reading.house(house))
            for house in sorted(houses, key=lambda house: (house.value, house.cells))
        ]
        place = lines.index(nobles[0])
        before = [line for line in lines[:place] if line not in nobles]
        after = [line for line in lines[place:] if line not in nobles]
        return [*super().scoring_steps(before), *counted, *super().scoring_steps(after)]

    def point_out(self, reasons: Sequence[Message]) -> None:
        """Ring the nobles that lines of the scoring are about, and outline their building."""
        nobles = [(reason.number("cell"), reason.number("seat")) for reason in reasons if reason.kind == "noble"]
        self._view.board.outline(self._fields_of(nobles[0][0]) if nobles else ())
        self._ring(nobles)
