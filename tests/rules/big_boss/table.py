"""A table set up for an example of the rule book: chosen cards, chosen buildings, and moves in their notation."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files

from rules.big_boss.game import BigBoss
from rules.big_boss.state import BigBossState
from rules.contract import Deal, Event, complete_options, parse_move
from rules.loop.terms import BLOCKS, CAP, FIELDS, HAND, ROW

DATA = {"loop-board": json.loads(files("resources").joinpath("games/loop-board.json").read_text("utf-8"))}

BARON, GRANDE = 1, 2

FIFTY = (5, 5, 5, 3)
"""Levels of four neighbouring fields that are worth 51: a castle at the cap."""


def begin(seats: int = 2, **options: str) -> BigBossState:
    """The position before the first deal."""
    state = BigBoss.start(seats, complete_options(BigBoss, options), DATA)
    assert isinstance(state, BigBossState)
    return state


class Table:
    """A game after the deal, seat 0 on turn.

    Other cards are dealt in ascending order: first to the hands, then to the row, then to the pile.
    """

    state: BigBossState

    def _begin(self, seats: int, **options: str) -> BigBossState:
        return begin(seats, **options)

    def __init__(
        self,
        seats: int = 2,
        hands: Mapping[int, Sequence[int]] | None = None,
        row: Sequence[int] = (),
        pile: Sequence[int] = (),
        first: int = 0,
        **options: str,
    ) -> None:
        chosen = dict(hands or {})
        asked = {number for hand in [*chosen.values(), row, pile] for number in hand}
        rest = [number for number in range(1, FIELDS + 1) if number not in asked]
        order: list[int] = []
        for wanted, count in [*((chosen.get(seat, ()), HAND) for seat in range(seats)), (row, ROW)]:
            missing = count - len(wanted)
            order += [*wanted, *rest[:missing]]
            rest = rest[missing:]
        self.face = dict(enumerate([*order, *pile, *rest], start=1))
        self.state = self._begin(seats, **options)
        self._answer(lambda deal: (first,) if deal.kind == "lot" else None)

    # -- setting up ----------------------------------------------------------------------------------------------------

    def castle(self, first: int, levels: Sequence[int], stone: int = 0) -> int:
        """A castle from a field onward along the loop; ``stone`` is the first field of a founding stone. Returns its crest."""
        name = self._building(first, levels)
        assert self.state.buildings.value[name] >= 5
        if stone:
            self.state.buildings.stones.append(stone)
            self.state.buildings.blocks += 3
        return self.state.buildings.give_crest(name)

    def villa(self, first: int, levels: Sequence[int] = (1,)) -> None:
        self._building(first, levels)

    def _building(self, first: int, levels: Sequence[int]) -> int:
        buildings, cell = self.state.buildings, first
        for level in levels:
            assert not buildings.level[cell]
            buildings.level[cell] = level
            buildings.of[cell] = first
            buildings.value[first] = min(CAP, buildings.value[first] + sum(map(buildings.terms.worth, range(1, level + 1))))
            buildings.blocks -= level
            cell = buildings.board.after[cell]
        return first

    def noble(self, cell: int, seat: int, rank: int = BARON) -> None:
        self.state.nobles.place(cell, seat, rank)

    def money(self, *real: int) -> None:
        """Everybody's money, by seat."""
        self.state.money = list(real)

    def blocks(self, count: int) -> None:
        """Leave this many blocks; the others have left the game."""
        self.state.buildings.lost += self.state.buildings.blocks - count
        self.state.buildings.blocks = count

    def stones_gone(self) -> None:
        """All founding stones are used up; where they lie does not matter, only their number."""
        buildings = self.state.buildings
        buildings.terms = buildings.terms._replace(founding_stones=len(buildings.stones))

    def towers(self, seat: int, count: int) -> None:
        cards = self.state.cards
        cards.stack -= count
        cards.towers[seat] += count

    def hand(self, seat: int, *numbers: int) -> None:
        """The seat has played all its other construction cards."""
        cards = self.state.cards
        for slot in list(cards.hands[seat]):
            if cards.faces[slot] not in numbers:
                cards.discard(seat, slot, cards.faces[slot])
        assert len(cards.hands[seat]) == len(numbers)

    def nothing_for_sale(self, towers: bool = False) -> None:
        """Row and pile are empty, and the tower cards too, unless they are to stay."""
        cards = self.state.cards
        for slot in [*cards.row, *range(cards.top, FIELDS + 1)]:
            cards.faces[slot] = self.face[slot]
            cards.discards.append(self.face[slot])
        cards.row, cards.top = [], FIELDS + 1
        if not towers:
            cards.spent += cards.stack
            cards.stack = 0

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, *moves: str) -> list[Event]:
        """Make moves for the seat on turn and answer the deals; returns the events of all of them."""
        events: list[Event] = []
        for text in moves:
            self.sound()
            move = parse_move(text)
            refusal = self.state.why_not(move)
            assert refusal is None, refusal
            assert move in self.state.moves()
            events += self.state.play(move)
            events += self._answer(lambda deal: None)
            self.sound()
        return events

    def _answer(self, chosen: Callable[[Deal], tuple[int, ...] | None]) -> list[Event]:
        events: list[Event] = []
        while self.state.deals:
            deal = self.state.deals[0]
            answer = chosen(deal)
            if answer is None:
                if deal.kind == "show":
                    answer = self.state.known(deal)
                    assert answer is not None
                else:
                    answer = () if deal.kind == "shuffle" else tuple(self.face[slot] for slot in deal.slots)
            events += self.state.learn(deal, answer)
        return events

    def sound(self) -> None:
        """Nothing about the position is impossible."""
        assert self.state.problems() == []

    # -- looking -------------------------------------------------------------------------------------------------------

    def moves(self, *kinds: str) -> list[str]:
        """The legal moves of some kinds, or all."""
        return [str(move) for move in self.state.moves() if not kinds or move.kind in kinds]

    def why_not(self, move: str) -> str:
        """The last part of the reason why a move is refused; checks that the move is not listed either."""
        refusal = self.state.why_not(parse_move(move))
        assert refusal is not None, f"{move} is legal"
        assert parse_move(move) not in self.state.moves()
        assert refusal.key.startswith(f"{self.state.setup.terms.game}.refusal.")
        return refusal.kind

    def value(self, cell: int) -> int:
        return self.state.buildings.value_at(cell)

    def crest(self, cell: int) -> int:
        return self.state.buildings.crest_at(cell)

    def level(self, cell: int) -> int:
        return self.state.buildings.level[cell]

    def built(self) -> int:
        """Blocks that are no longer in the supply."""
        return BLOCKS - self.state.buildings.blocks
