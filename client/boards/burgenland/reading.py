"""A position of Burgenland, read for the screen: what a click can mean, what the hand can buy, and the texts about both.

It uses no widget: map, flat map, hand, stock and purse all take their texts and marks from here.
"""

from __future__ import annotations

from collections.abc import Sequence

from client.boards.burgenland.facts import PIECES, BurgenlandFacts, colour_of, read_facts
from client.boards.burgenland.layout import Target
from client.boards.burgenland.picks import Picks
from client.boards.burgenland.stones import JOKER, LACKING
from client.boards.burgenland.words import Words
from client.boards.contract import Choice, Shown
from client.messages import Catalogue
from rules.burgenland import CastleOffer, LargeOffer, castle_offers, label, large_offers
from rules.burgenland.state import BurgenlandState
from rules.contract import Move

_BUTTONS = ("draw", "minus-ten", "end", "pass")
"""Moves shown as buttons under the prompt."""


def targets_of(move: Move) -> list[Target]:
    """The places on which a click can mean a move."""
    if move.kind in PIECES:
        return [("square", move.args[0], move.args[1])]
    if move.kind == "well":
        return [("well", move.args[0], 0)]
    if move.kind == "plot":
        return [("square", move.args[0], 4)]
    if move.kind == "swap":
        return [("crossing", crossing, 0) for crossing in move.args]
    if move.kind in ("large-same", "large-different"):
        return [("large", move.args[0], int(move.kind == "large-same"))]
    return []


class BurgenlandReading:
    """A position, read for the screen.

    Attributes:
        facts: the position.
        by_target: the moves that a click on each place can mean.
        castle_offers: by castle, what the viewer's hand has for it; empty if no hand is known.
        large_offers: by piece and 1 (one colour) or 0 (different ones), what it has for the large castle.
        say: gives a sentence of this table.
    """

    def __init__(self, shown: Shown, catalogue: Catalogue) -> None:
        self.shown = shown
        self.facts: BurgenlandFacts = read_facts(shown.position.facts())
        self.catalogue = catalogue
        self.words = Words(catalogue)
        self.say = self.words.say
        self.by_target: dict[Target, list[Move]] = {}
        for move in shown.moves:
            for target in targets_of(move):
                self.by_target.setdefault(target, []).append(move)
        self.castle_offers: dict[int, CastleOffer] = {}
        self.large_offers: dict[tuple[int, int], LargeOffer] = {}
        if shown.hand is not None and all(self.state.position.stones):
            self.castle_offers = {offer.castle: offer for offer in castle_offers(self.state, shown.hand)}
            self.large_offers = {(offer.piece, int(offer.same)): offer for offer in large_offers(self.state, shown.hand)}

    @property
    def state(self) -> BurgenlandState:
        """The position itself."""
        assert isinstance(self.shown.position, BurgenlandState)
        return self.shown.position

    # -- possible moves ----------------------------------------------------------------------------------------------

    def can(self, move: Move) -> bool:
        """Whether the move is possible now."""
        return move in self.shown.moves

    def offers(self, lens: str) -> bool:
        """Whether any move with this beginning is possible."""
        return any(move.kind.startswith(lens) for move in self.shown.moves)

    @property
    def picking(self) -> bool:
        """Whether cards can be picked now: the viewer is on turn and no payment is under way."""
        return bool(self.shown.moves) and self.facts.payment is None

    def moves_on(self, target: Target, picks: Picks) -> list[Move]:
        """The meaning of a click on a place, given the picked cards."""
        moves = self.by_target.get(target, [])
        if picks.rows:
            return [move for move in moves if picks.row_of(move) is not None]
        if picks.cards:
            return []
        if picks.crossing:
            return [] if target == ("crossing", picks.crossing, 0) else [move for move in moves if picks.crossing in move.args]
        return [move for move in moves if move.kind.startswith(picks.lens)]

    def marks(self, picks: Picks) -> list[Target]:
        """The places where something is possible."""
        return [target for target in self.by_target if self.moves_on(target, picks)]

    def in_castle(self, castle: int) -> list[Move]:
        """The pieces that can be built or laid in a small castle."""
        return [move for move in self.shown.moves if move.kind in (*PIECES, "well", "plot") and move.args[0] == castle]

    def meant(self, target: Target, lens: str) -> Move:
        """The impossible move that a click on this place probably meant."""
        what, number, part = target
        if what == "castle":
            squares = self.facts.castle(number).squares
            return self._build_meant(number, next((place for place, (_, piece) in enumerate(squares, 1) if not piece), 1), lens)
        if what == "square":
            plot = part > len(self.facts.castle(number).squares) and lens != "lawless"
            return Move("plot", (number,)) if plot else self._build_meant(number, part, lens)
        if what == "well":
            return Move("well", (number,))
        if what == "crossing":
            return Move("swap", (number, number + 1) if number < len(self.facts.crossings) else (number - 1, number))
        return Move("large-same" if part else "large-different", (number,))

    def _build_meant(self, castle: int, square: int, lens: str) -> Move:
        """An impossible build on a square, with a piece that the player still has."""
        if lens == "lawless":
            return Move("lawless-palace", (castle, square))
        pieces: tuple[int, ...] = (1, 1, 1)
        if self.shown.viewer is not None:
            pieces = self.facts.players[self.shown.viewer].pieces[:3]
        kind = next((kind for kind, left in zip(("wall", "house", "palace"), pieces, strict=True) if left), "wall")
        return Move(kind, (castle, square))

    def choices(self) -> list[Choice]:
        """Drawing, the end of the turn, and moves without their own place."""
        return [Choice(move, label(move)) for move in self.shown.moves if move.kind in _BUTTONS]

    # -- what the hand can buy -------------------------------------------------------------------------------------

    def faces(self, slots: Sequence[int]) -> list[int]:
        """The faces of these cards in the hand."""
        hand = dict(self.facts.players[self.shown.hand].hand) if self.shown.hand is not None else {}
        return [hand[slot] for slot in slots]

    def purses(self) -> dict[int, tuple[int, ...]]:
        """By castle, what the hand has for each card of its price: a colour, a joker, or nothing."""
        found = {}
        cost = self.state.position.board.permission
        for castle, offer in self.castle_offers.items():
            one, _ = self.facts.stones(castle)
            colours = sorted((colour_of(face) for face in self.faces(offer.slots)), key=lambda colour: colour != one)[:cost]
            jokers = cost - len(colours) - offer.lacking
            found[castle] = (*colours, *[JOKER] * jokers, *[LACKING] * offer.lacking)
        return found

    def prices(self) -> dict[tuple[int, int], tuple[int, int | None]]:
        """The prices of the large castle, and how many cards the hand lacks for each."""
        found: dict[tuple[int, int], tuple[int, int | None]] = {}
        for piece, prices in enumerate(self.state.position.board.large_prices, 1):
            for same, cards in zip((1, 0), prices, strict=True):
                offer = self.large_offers.get((piece, same))
                found[piece, same] = (cards, offer.lacking if offer else None)
        return found

    def offer_for(self, target: Target) -> CastleOffer | None:
        """The cards in hand for a place in a small castle that still has something to build."""
        what, number, part = target
        if what not in ("square", "well", "castle"):
            return None
        castle = self.facts.castle(number)
        free = what == "castle" or (
            not castle.well if what == "well" else part > len(castle.squares) or not castle.squares[part - 1][1]
        )
        return self.castle_offers.get(number) if free else None

    # -- texts ------------------------------------------------------------------------------------------------

    def named(self, move: Move) -> str:
        """The name of a move."""
        return self.catalogue.text(label(move), self.shown.names)

    def sentence(self, target: Target) -> str:
        """The description of a place for screen readers, with everything that the map shows around it."""
        about = [self.words.between(self.facts, target[1])] if target[0] in ("square", "well") else []
        return " ".join([self.words.place(self.facts, target), *about, *self._hand_lines(target)])

    def about(self, target: Target) -> list[str]:
        """The surroundings of a place, and the cards in hand for it, line by line."""
        about = [self.words.between(self.facts, target[1])] if target[0] in ("square", "well", "castle") else []
        return [*about, *self._hand_lines(target)]

    def _hand_lines(self, target: Target) -> list[str]:
        what, number, part = target
        if what == "large" and (number, part) in self.large_offers:
            return self.words.large(self.large_offers[number, part])
        offer = self.offer_for(target)
        return self.words.offer(self.facts, offer, self.faces(offer.slots)) if offer is not None else []

    def deeds(self, target: Target, picks: Picks) -> str:
        """The moves possible on a place, in sentences."""
        return " ".join(f"{self.named(move)}." for move in self.moves_on(target, picks))
