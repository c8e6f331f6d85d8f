"""Shared by the tests of several games' rules: a seeded dealer, a bot's chance and budget, and the values of events."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules.contract import Event, Move, State


def told(events: Sequence[Event], kind: str) -> list[tuple[int | str, ...]]:
    """The values of every event of a kind."""
    return [tuple(value for _, value in event.values) for event in events if event.kind == kind]


def kinds(events: Sequence[Event]) -> list[str]:
    """The events, in order."""
    return [event.kind for event in events]


class Dealer:
    """A seeded dealer that knows all cards, and the chance of bots."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.face: dict[int, int] = {}

    def deal(self, state: State) -> list[Event]:
        """Answer all pending deals."""
        events: list[Event] = []
        while state.deals:
            events += self.one(state)
        return events

    def one(self, state: State) -> list[Event]:
        """Answer the first pending deal."""
        deal = state.deals[0]
        if deal.kind == "lot":
            return state.learn(deal, (self.random.randrange(deal.faces[0]),))
        if deal.kind == "shuffle":
            mixed = self.random.sample(deal.faces, len(deal.faces))
            self.face.update(zip(deal.slots, mixed, strict=True))
            return state.learn(deal, ())
        if deal.kind == "show":
            known = state.known(deal)
            assert known is not None
            return state.learn(deal, known)
        return state.learn(deal, tuple(self.face[slot] for slot in deal.slots))

    def below(self, bound: int) -> int:
        """The chance of a bot."""
        return self.random.randrange(bound)

    def any_move(self, state: State) -> Move:
        """One of the legal moves."""
        return self.random.choice(state.moves())


class Always:
    """A budget that never ends."""

    def left(self) -> bool:
        return True
