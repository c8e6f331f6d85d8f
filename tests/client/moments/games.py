"""A whole game among good bots, and the places in it that are worth a picture."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from client.bots import chance_of, new_bot
from client.table.turn import Turn
from rules.contract import Event, Move, State
from rules.search.turns import Looks
from tests.client.table.tables import Dealer, begun

LEVELS = {"alcazar": "castellan", "big-boss": "steward", "burgenland": "foreman", "torres": "planner"}
"""A bot of each game that plays sensibly and fast."""

SEEDS = {"big-boss": 8}
"""A game in which seat 0 captures somebody; any other game will do with seed 5."""

SEATS = 4
LOOKS = 60

TELLING = {
    "alcazar": ("merged", "bridge", "crest", "villa"),
    "big-boss": ("captured", "merged", "crest", "castle"),
    "burgenland": ("built-large", "built", "bought-joker"),
    "torres": ("king", "lifted", "built"),
}
"""The moves to show while a turn is tried, by game, the rarest and most important first."""

INTERIM = {"torres": "scoring"}
"""The event that begins a scoring within the game."""


class Played(NamedTuple):
    """One move of the game, with all that was before it.

    Attributes:
        before: the position in which it was made.
        dealer: knows the cards, as it stood before the move.
        seat, move: the seat that made the move, and the move.
        events: what came of it.
    """

    before: State
    dealer: Dealer
    seat: int
    move: Move
    events: tuple[Event, ...]


@dataclass
class Evening:
    """A game, from its first move to its end.

    Attributes:
        game: its id.
        steps: every move.
        turns: the places in ``steps`` at which a turn of seat 0 begins.
    """

    game: str
    steps: Sequence[Played]
    turns: Sequence[int]

    def turn_from(self, place: int) -> Sequence[Played]:
        """The moves of the turn that begins at a place."""
        end = place
        while end < len(self.steps) and self.steps[end].seat == self.steps[place].seat:
            end += 1
        return self.steps[place:end]

    def middle(self) -> int:
        """The beginning of a turn in the second third of the game."""
        return self.turns[len(self.turns) * 3 // 5]

    def telling(self) -> tuple[int, int]:
        """A late turn of seat 0 with something important in it, and how many of its moves lead there."""
        for kind in TELLING[self.game]:
            for place in reversed(self.turns):
                turn = Turn(self.steps[place].before.view(0), 0)
                for number, step in enumerate(self.turn_from(place), 1):
                    if not turn.open:
                        break  # a deal comes first
                    if any(event.kind == kind for event in turn.play(step.move)):
                        return place, number
        return self.middle(), 1

    def interim(self) -> int | None:
        """The place of the move after which there is a scoring within the game, the second one; None where there is none."""
        kind = INTERIM.get(self.game)
        found = [place for place, step in enumerate(self.steps) if any(event.kind == kind for event in step.events)]
        return found[min(1, len(found) - 1)] if found else None


def play(game: str, level: str = "") -> Evening:
    """Play a game among bots of this level (default: those of ``LEVELS``); the same game each time."""
    state, dealer = begun(SEATS, SEEDS.get(game, 5), start=0, name=game)
    bots = [new_bot(game, level or LEVELS[game]) for _ in range(SEATS)]
    steps: list[Played] = []
    turns: list[int] = []
    while state.turn is not None:
        seat = state.turn
        if seat == 0 and (not steps or steps[-1].seat != 0):
            turns.append(len(steps))
        move = bots[seat].choose(state.view(seat), Looks(LOOKS), chance_of(len(steps)))
        before, cards = state.copy(), copy.deepcopy(dealer)
        events = [*state.play(move), *dealer.settle(state)]
        steps.append(Played(before, cards, seat, move, tuple(events)))
    return Evening(game, steps, turns)
