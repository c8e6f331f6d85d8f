"""A table set up for a sentence of the rules: chosen cards, stones, tiles and pieces, and moves in their notation.

Unless asked otherwise red lies on A, orange on B, yellow on C, green on D, light blue on E, dark blue on F, purple on G and
brown on H; the open builder costs 3, the red marker stands at castle 4; hands are empty and nobody has a joker.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from rules.burgenland import Burgenland
from rules.burgenland.cards import CARD_FACES, COLOURS, PIECES, TILES, WELL, coins_of, colour_of, face_of
from rules.burgenland.position import Position
from rules.burgenland.state import BurgenlandState
from rules.contract import SEALED, Event, complete_options, parse_move

PRINTED = files("resources").joinpath("games/burgenland.json").read_text("utf-8")


def data() -> dict[str, Any]:
    """The shipped data file, as a copy that a test may change."""
    content: dict[str, Any] = json.loads(PRINTED)
    return content


def begin(seats: int = 2, content: object = None, **options: str) -> BurgenlandState:
    """The position before the first deal."""
    state = Burgenland.start(seats, complete_options(Burgenland, options), {"burgenland": content or data()})
    assert isinstance(state, BurgenlandState)
    return state


def faces(cards: str) -> list[int]:
    """Faces of cards written as colour and coins: ``red1 light-blue3``."""
    found = []
    for word in cards.split():
        match = re.fullmatch(r"([a-z-]+)([123])", word)
        assert match, word
        found.append(face_of(COLOURS.index(match[1]) + 1, int(match[2])))
    return found


def names(found: Sequence[int]) -> str:
    """The inverse of :func:`faces`."""
    return " ".join(f"{COLOURS[colour_of(face) - 1]}{coins_of(face)}" for face in found)


def pays(cards: str) -> list[str]:
    """The moves that pay these cards; ``joker`` is a joker."""
    return ["pay-joker" if word == "joker" else "pay {} {}".format(*_card(word)) for word in cards.split()]


def _card(word: str) -> tuple[int, int]:
    (face,) = faces(word)
    return colour_of(face), coins_of(face)


class Table:
    """A game after the deal, seat 0 on turn."""

    def __init__(
        self,
        seats: int = 2,
        hands: Mapping[int, str] | None = None,
        jokers: Mapping[int, int] | None = None,
        tiles: Mapping[int, str] | None = None,
        swaps: Mapping[int, int] | None = None,
        builder: int = 3,
        marker: int = 4,
        content: object = None,
        **options: str,
    ) -> None:
        self.state = begin(seats, content, **options)
        self.face: dict[int, int] = {}
        builders = list(self.state.position.board.builders)
        self.lots = [0, 0, builders.index(builder), marker - 1]
        self.answer()
        self.lots = []
        for seat in range(seats):
            self.hand(seat, "")
        for seat in range(seats):
            self.hand(seat, (hands or {}).get(seat, ""))
            self.jokers(seat, (jokers or {}).get(seat, 0))
            self.tiles(seat, (tiles or {}).get(seat, ""))
            self.position.players[seat].swaps = (swaps or {}).get(seat, 0)
            self.position.swaps -= (swaps or {}).get(seat, 0)
        self.sound()

    @property
    def position(self) -> Position:
        return self.state.position

    # -- setting up ----------------------------------------------------------------------------------------------------

    def hand(self, seat: int, cards: str) -> None:
        """The seat holds exactly these cards, and only it knows them."""
        position, player = self.position, self.position.players[seat]
        for slot in player.hand:
            position.faces[slot], position.bared[slot] = SEALED, False
        position.pile = sorted([*position.pile, *player.hand])
        player.hand = []
        for face in faces(cards):
            slot = next((slot for slot in position.pile if self.face[slot] == face), 0)
            assert slot, f"no {names([face])} is left in the pile"
            position.pile.remove(slot)
            position.faces[slot] = face
            player.hand = sorted([*player.hand, slot])

    def bare(self, seat: int, card: str) -> None:
        """Everybody has seen this card of the seat."""
        (face,) = faces(card)
        slot = next(slot for slot in self.position.players[seat].hand if self.position.faces[slot] == face)
        self.position.bared[slot] = True

    def jokers(self, seat: int, count: int) -> None:
        player = self.position.players[seat]
        self.position.jokers += player.jokers - count
        player.jokers = count

    def no_jokers_left(self) -> None:
        """The last seat has bought all the jokers there were."""
        self.jokers(self.state.seats - 1, self.position.jokers + self.position.players[-1].jokers)

    def tiles(self, seat: int, kinds: str) -> None:
        """The seat gets these ?-tiles, and only it knows them."""
        position = self.position
        for kind in kinds.split():
            face = CARD_FACES + 1 + TILES.index(kind)
            slot = next(slot for slot in position.tile_pile if self.face[slot] == face)
            position.tile_pile.remove(slot)
            position.faces[slot] = face
            position.players[seat].tiles = sorted([*position.players[seat].tiles, slot])

    def next_tile(self, kind: str) -> None:
        """The ?-tile that is drawn next."""
        face = CARD_FACES + 1 + TILES.index(kind)
        first = self.position.tile_pile[0]
        other = next(slot for slot in self.position.tile_pile if self.face[slot] == face)
        self.face[first], self.face[other] = self.face[other], self.face[first]

    def pile(self, cards: str) -> None:
        """The cards that are drawn next."""
        for place, face in enumerate(faces(cards)):
            here = self.position.pile[place]
            there = next(slot for slot in self.position.pile[place:] if self.face[slot] == face)
            self.face[here], self.face[there] = self.face[there], self.face[here]

    def pile_left(self, cards: str) -> None:
        """The pile holds only these cards; the last seat has drawn all the others."""
        wanted = faces(cards)
        keep: list[int] = []
        for face in wanted:
            keep.append(next(slot for slot in self.position.pile if self.face[slot] == face and slot not in keep))
        player = self.position.players[-1]
        for slot in self.position.pile:
            if slot not in keep:
                self.position.faces[slot] = self.face[slot]
                player.hand = sorted([*player.hand, slot])
        self.position.pile = sorted(keep)
        for slot, face in zip(self.position.pile, wanted, strict=True):
            self.face[slot] = face

    def discarded_from(self, seat: int, cards: str) -> None:
        """Cards of this seat lie on the discards now."""
        position, hand = self.position, self.position.players[seat].hand
        for face in faces(cards):
            slot = next(slot for slot in hand if position.faces[slot] == face)
            hand.remove(slot)
            position.discards.append(slot)
            position.bared[slot] = True

    def built(self, castle: int, square: int, piece: int, seat: int = 1) -> None:
        """A piece of a seat stands there already."""
        assert self.position.built[castle - 1][square - 1] == 0
        self.position.built[castle - 1][square - 1] = piece
        self.position.players[seat].pieces[piece - 1] -= 1

    def left(self, seat: int, **pieces: int) -> None:
        """Leave the seat these pieces (``wall=1``); the others stand in the large castle, its wells in 11, 10 ..."""
        position, held = self.position, self.position.players[seat].pieces
        for piece, name in enumerate(PIECES, 1):
            gone = held[piece - 1] - pieces.get(name, 0)
            assert gone >= 0
            held[piece - 1] -= gone
            if piece == WELL:
                for _ in range(gone):
                    castle = max(castle for castle in range(1, 12) if castle not in position.well_cards)
                    position.wells[castle - 1] = 1
                    position.well_cards.insert(0, castle)
                    position.covered += 1
            else:
                position.large[piece - 1] += gone

    def plot(self, castle: int) -> None:
        """An extra plot lies there already."""
        self.tiles(0, "plot")
        slot = self.position.players[0].tiles.pop()
        self.position.used_tiles.append(slot)
        self.position.bared[slot] = True
        self.position.built[castle - 1].append(0)

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, *moves: str) -> list[Event]:
        """Make moves for the seat on turn and answer the deals; returns the events of all of them."""
        events: list[Event] = []
        for text in moves:
            self.sound()
            move = parse_move(text)
            refusal = self.state.why_not(move)
            assert refusal is None, f"{move}: {refusal}"
            assert move in self.state.moves()
            events += self.state.play(move)
            events += self.answer()
            self.sound()
        return events

    def buy(self, move: str, cards: str) -> list[Event]:
        """Begin a payment and pay it to the end with these cards."""
        events = self.play(move, *pays(cards))
        assert self.position.bill is None, "there is more to pay"
        return events

    def answer(self) -> list[Event]:
        """Answer everything that is awaited: shuffles in ascending order, lots as told (else the lowest number)."""
        events: list[Event] = []
        while self.state.deals:
            deal = self.state.deals[0]
            if deal.kind == "lot":
                answer: tuple[int, ...] = (self.lots.pop(0) if self.lots else 0,)
            elif deal.kind == "shuffle":
                self.face.update(zip(deal.slots, deal.faces, strict=True))
                answer = ()
            elif deal.kind == "show":
                known = self.state.known(deal)
                assert known is not None
                answer = known
            else:
                answer = tuple(self.face[slot] for slot in deal.slots)
            events += self.state.learn(deal, answer)
        return events

    def sound(self) -> None:
        """Nothing about the position is impossible."""
        assert self.state.problems() == []

    # -- looking -------------------------------------------------------------------------------------------------------

    def moves(self, *wanted: str) -> list[str]:
        """The legal moves of some kinds, or all."""
        return [str(move) for move in self.state.moves() if not wanted or move.kind in wanted]

    def why_not(self, move: str) -> str:
        """The last part of the reason why a move is refused; a move that is refused is not listed either."""
        refusal = self.state.why_not(parse_move(move))
        assert refusal is not None, f"{move} is legal"
        assert parse_move(move) not in self.state.moves()
        assert refusal.key.startswith("burgenland.refusal.")
        return refusal.kind

    def cards(self, seat: int) -> str:
        """The hand of a seat."""
        position = self.position
        return names(sorted(position.faces[slot] for slot in position.players[seat].hand))

    def discards(self) -> str:
        return names([self.position.faces[slot] for slot in self.position.discards])
