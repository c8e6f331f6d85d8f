"""A position of Burgenland as plain data: where every card, tile and piece lies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rules.burgenland.board import CASTLES, CROSSINGS, Board, Castle, Table
from rules.burgenland.cards import CARD_FACES, HOUSE, PALACE, WALL
from rules.burgenland.payment import Paid, Price, Purse
from rules.burgenland.versions import ALL_PASSED_TWICE_ENDS
from rules.contract import NOBODY, SEALED, Deal, Move, Unseen
from rules.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, init=False)
class Player:
    """The possessions of one seat.

    Attributes:
        hand: the slots of its heraldic cards, ascending.
        tiles: the slots of its ?-tiles, ascending.
        pieces: walls, houses, palaces and wells still to build. Screens and bots ask :meth:`Position.shown_pieces` instead.
        screened: whether this copy does not show its pieces before the end (option ``screens``).
    """

    hand: list[int]
    tiles: list[int]
    jokers: int
    swaps: int
    pieces: list[int]
    screened: bool

    def __init__(
        self, hand: list[int], tiles: list[int], jokers: int, swaps: int, pieces: list[int], screened: bool = False
    ) -> None:
        self.hand = hand
        self.tiles = tiles
        self.jokers = jokers
        self.swaps = swaps
        self.pieces = pieces
        self.screened = screened

    def copy(self) -> Player:
        """An independent copy."""
        return Player(self.hand[:], self.tiles[:], self.jokers, self.swaps, self.pieces[:], self.screened)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Bill:
    """A payment under way.

    Attributes:
        move: what is being paid for.
        prices: what is still to be paid, the first of them now.
        cards: the slots paid towards the first price, in order of paying.
        jokers: jokers paid towards it.
        spent: the slots paid towards earlier prices, ``spent_jokers`` likewise.
    """

    move: Move
    prices: list[Price]
    cards: list[int] = field(default_factory=list)
    jokers: int = 0
    spent: list[int] = field(default_factory=list)
    spent_jokers: int = 0

    def copy(self) -> Bill:
        """An independent copy."""
        return Bill(self.move, self.prices[:], self.cards[:], self.jokers, self.spent[:], self.spent_jokers)


class Mixed(NamedTuple):
    """Slots that were shuffled together, and the faces in them; what was shuffled again since is left out.

    Attributes:
        slots: ascending.
        faces: ascending.
    """

    slots: tuple[int, ...]
    faces: tuple[int, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True, init=False)
class Position:
    """The place of every piece and card. Castles, crossings, colours and pieces are counted from 1, their lists from place 0.

    Attributes:
        board: what is printed on the board and the cards; ``table`` the part that depends on the number of seats.
        options: the house rules; ``named`` those that the facts name.
        version: of the game, see :mod:`rules.burgenland.versions`.
        start: the start player, or NOBODY before the lot; ``active`` whose turn it is; ``round`` counts the turns.
        acted: whether this turn's action has been taken.
        passes: how many turns in a row have ended by passing.
        winner: the seat that has placed its last piece, or NOBODY, also if the game ended because all have passed.
        stones: the colour of the border stone on each crossing, 0 before they lie there.
        built: for each castle the piece on each of its squares, 0 for a free one; a fourth square is an extra plot. Copies
            share the list of a castle: it is replaced, never changed, see :meth:`put`.
        wells: for each castle 1 if its well is built.
        large: walls, houses and palaces in the large castle.
        marker: the castle of the red well marker, 0 while the next well card is not known.
        well_cards: the castles of the well cards turned up so far, the open one last.
        covered: how many of the well marks are covered.
        builders: the costs of the builder cards in the order of their pile, 0 for one never seen.
        faces: the face of each slot as far as this copy knows it; ``bared`` whether everybody knows it.
        pile, discards: slots of the heraldic cards there; ``tile_pile``, ``used_tiles`` those of the ?-tiles.
        jokers, swaps: left in the stock; ``used_swaps`` out of the game.
        bill: the payment under way, if any.
        todo: what this turn still brings, as (what, how much), in order.
        mixed: what was shuffled together, in order of shuffling: every copy knows it, and shares the list.
        pending: what has to be dealt now; ``awaiting`` the move that a shown card or tile belongs to.
    """

    board: Board
    table: Table
    options: dict[str, str]
    named: dict[str, str]
    version: int
    players: list[Player]
    faces: list[int]
    bared: list[bool]
    built: list[list[int]]
    stones: list[int]
    builders: list[int]
    jokers: int
    swaps: int
    todo: list[tuple[str, int]]
    wells: list[int]
    large: list[int]
    well_cards: list[int]
    pile: list[int]
    discards: list[int]
    tile_pile: list[int]
    used_tiles: list[int]
    pending: list[Deal]
    mixed: list[Mixed]
    start: int
    active: int
    round: int
    acted: bool
    passes: int
    winner: int
    marker: int
    covered: int
    used_swaps: int
    bill: Bill | None
    awaiting: Move | None

    def __init__(
        self,
        board: Board,
        table: Table,
        options: dict[str, str],
        named: dict[str, str],
        version: int,
        players: list[Player],
        faces: list[int],
        bared: list[bool],
        built: list[list[int]],
        stones: list[int],
        builders: list[int],
        jokers: int,
        swaps: int,
        todo: list[tuple[str, int]],
        like: Position | None = None,
    ) -> None:
        """What is given, with nothing built and dealt, or the rest ``like`` another position."""
        self.board = board
        self.table = table
        self.options = options
        self.named = named
        self.version = version
        self.players = players
        self.faces = faces
        self.bared = bared
        self.built = built
        self.stones = stones
        self.builders = builders
        self.jokers = jokers
        self.swaps = swaps
        self.todo = todo
        if like is None:
            self._begin()
            return
        self.wells = like.wells[:]
        self.large = like.large[:]
        self.well_cards = like.well_cards[:]
        self.pile = like.pile[:]
        self.discards = like.discards[:]
        self.tile_pile = like.tile_pile[:]
        self.used_tiles = like.used_tiles[:]
        self.pending = like.pending[:]
        self.mixed = like.mixed
        self.start = like.start
        self.active = like.active
        self.round = like.round
        self.acted = like.acted
        self.passes = like.passes
        self.winner = like.winner
        self.marker = like.marker
        self.covered = like.covered
        self.used_swaps = like.used_swaps
        self.bill = like.bill.copy() if like.bill else None
        self.awaiting = like.awaiting

    def _begin(self) -> None:
        self.wells = [0] * CASTLES
        self.large = [0, 0, 0]
        self.well_cards = []
        self.pile = []
        self.discards = []
        self.tile_pile = []
        self.used_tiles = []
        self.pending = []
        self.mixed = []
        self.start = NOBODY
        self.active = NOBODY
        self.round = 0
        self.acted = False
        self.passes = 0
        self.winner = NOBODY
        self.marker = 0
        self.covered = 0
        self.used_swaps = 0
        self.bill = None
        self.awaiting = None

    def copy(self) -> Position:
        """An independent copy."""
        return Position(
            self.board,
            self.table,
            self.options,
            self.named,
            self.version,
            [player.copy() for player in self.players],
            self.faces[:],
            self.bared[:],
            self.built[:],
            self.stones[:],
            self.builders[:],
            self.jokers,
            self.swaps,
            self.todo[:],
            self,
        )

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.players)

    @property
    def all_passed(self) -> bool:
        """Whether every player has passed twice in a row (ours), which ends the game."""
        return self.version >= ALL_PASSED_TWICE_ENDS and self.passes >= 2 * self.seats

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winner != NOBODY or (self.passes > 0 and self.all_passed)

    @property
    def card_slots(self) -> range:
        """The slots of the heraldic cards."""
        return range(1, len(self.board.cards) + 1)

    @property
    def tile_slots(self) -> range:
        """The slots of the ?-tiles."""
        return range(len(self.board.cards) + 1, len(self.faces))

    def plan(self, castle: int) -> Castle:
        """The printed facts of this castle."""
        return self.board.castles[castle - 1]

    def colours(self, castle: int) -> tuple[int, int]:
        """The colours of the two stones this castle lies between."""
        one, other = self.plan(castle).ends
        return self.stones[one - 1], self.stones[other - 1]

    def count(self, castle: int, piece: int) -> int:
        """How many of these pieces stand on the castle's squares."""
        return self.built[castle - 1].count(piece)

    def put(self, castle: int, square: int, piece: int) -> None:
        """Put a piece on a square of a castle. Square 4 need not be there yet; piece 0 leaves it free."""
        squares = self.built[castle - 1]
        self.built[castle - 1] = [*squares[: square - 1], piece, *squares[square:]]

    def lawless(self) -> int:
        """How many second palaces and houses without a wall of their own there are."""
        return sum(
            max(0, squares.count(PALACE) - 1) + max(0, squares.count(HOUSE) - squares.count(WALL)) for squares in self.built
        )

    def pieces_left(self, seat: int) -> int:
        """How many pieces the seat still has to build."""
        return sum(self.players[seat].pieces)

    def shown_pieces(self, seat: int) -> list[int] | None:
        """The pieces that the seat still has to build; None if this copy does not show them. At the end all are shown."""
        player = self.players[seat]
        return None if player.screened and not self.over else player.pieces[:]

    def paid(self) -> Paid:
        """The payment so far towards the price that is due now."""
        if self.bill is None:
            return Paid()
        return Paid(tuple([self.faces[slot] for slot in self.bill.cards]), self.bill.jokers)

    def unseen(self) -> list[int]:
        """By face, the cards and tiles that this copy has not seen anywhere."""
        counts = self.board.counts[:]
        for face in self.faces:
            counts[face] -= 1
        counts[SEALED] = 0
        return counts

    def left_of(self, face: int) -> int:
        """How many cards or tiles with this face this copy has not seen anywhere."""
        return self.board.counts[face] - self.faces.count(face)

    def mix(self, slots: tuple[int, ...], faces: tuple[int, ...]) -> None:
        """Note that slots were shuffled, before their faces are forgotten: if they were in other decks, everybody knew them."""
        shuffled = [False] * len(self.faces)
        for slot in slots:
            shuffled[slot] = True
        earlier = []
        for mixed in self.mixed:
            stay, left = [], list(mixed.faces)
            for slot in mixed.slots:
                if shuffled[slot]:
                    left.remove(self.faces[slot])
                else:
                    stay.append(slot)
            if stay:
                earlier.append(Mixed(tuple(stay), tuple(left)))
        self.mixed = [*earlier, Mixed(slots, faces)]

    def unseen_decks(self) -> tuple[Unseen, ...]:
        """What this copy does not know, one entry for each shuffle that has left something unknown."""
        untold = [slot for deal in self.pending if deal.kind == "draw" for slot in deal.slots]
        found = []
        for mixed in self.mixed:
            slots, left = [], list(mixed.faces)
            for slot in mixed.slots:
                if self.faces[slot] == SEALED:
                    slots.append(slot)
                else:
                    left.remove(self.faces[slot])
            if slots:
                piles = (*self.pile, *self.tile_pile, *untold)
                held = tuple([slot for slot in slots if slot not in piles])
                found.append(Unseen(tuple(slots), tuple(left), held))
        return tuple(found)

    def purse(self, seat: int) -> Purse:
        """The seat's cards and jokers as far as this copy knows them."""
        cards, faces = [0] * (CARD_FACES + 1), self.faces
        for slot in self.players[seat].hand:
            cards[faces[slot]] += 1
        hidden, cards[SEALED] = cards[SEALED], 0
        unseen = self.unseen()[: CARD_FACES + 1] if hidden else [0] * (CARD_FACES + 1)
        return Purse(cards, self.players[seat].jokers, hidden, unseen)

    def known_to_all(self) -> Position:
        """The position as every copy knows it: everybody's pieces, which follow from the log, but no hidden card or tile."""
        return self._unsealed(None)

    def view(self, seat: int | None) -> Position:
        """A copy with only what the seat, or a spectator, may see."""
        seen = self._unsealed(seat)
        if self.options["screens"] == "on":
            for other, player in enumerate(seen.players):
                player.screened = player.screened or other != seat
        return seen

    def _unsealed(self, seat: int | None) -> Position:
        """A copy without the faces that the seat, or a spectator, may not know."""
        seen = self.copy()
        own = set() if seat is None else {*self.players[seat].hand, *self.players[seat].tiles}
        for slot in range(1, len(seen.faces)):
            if not seen.bared[slot] and slot not in own:
                seen.faces[slot] = SEALED
        return seen


def first_position(board: Board, seats: int, options: dict[str, str], named: dict[str, str], version: int) -> Position:
    """The position before the first deal: pieces given out, squares blocked, nothing shuffled."""
    table = board.tables[seats]
    built = [[0] * len(castle.squares) for castle in board.castles]
    for castle, square, piece in table.blocked:
        built[castle - 1][square - 1] = piece
    slots = len(board.cards) + len(board.tiles)
    return Position(
        board=board,
        table=table,
        options=options,
        named=named,
        version=version,
        players=[Player([], [], board.start_jokers, 0, list(table.pieces)) for _ in range(seats)],
        faces=[SEALED] * (slots + 1),
        bared=[False] * (slots + 1),
        built=built,
        stones=[0] * len(CROSSINGS),
        builders=[0] * len(board.builders),
        jokers=board.jokers - seats * board.start_jokers,
        swaps=board.swaps,
        todo=[
            ("start", 0),
            ("stones", 0),
            ("builder", 0),
            ("well", 0),
            ("shuffle-cards", 0),
            ("shuffle-tiles", 0),
            ("hands", 0),
        ],
    )
