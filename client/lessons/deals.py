"""The dealing of a lesson: first the cards and lots that its file names, in order, then those that follow from a seed."""

from __future__ import annotations

from collections.abc import Sequence

from net.deal.seeded import SeededDeals, seed_of
from rules.contract import Deal, Event, State


class NotInTheBox(ValueError):
    """A lesson names a card that its game lacks or has already dealt."""


class StackedDeals:
    """Answers deals in order. It chooses a card when somebody first sees it, not when the cards are shuffled."""

    def __init__(self, seed: str, cards: Sequence[Sequence[int]] = (), lots: Sequence[int] = ()) -> None:
        """``cards`` has a list of faces for each shuffle, in the order in which they are revealed; ``lots`` likewise."""
        self._chance = SeededDeals(seed_of(seed))
        self._cards = [list(faces) for faces in cards]
        self._lots = list(lots)
        self._piles: list[tuple[frozenset[int], list[int]]] = []
        self._wanted: list[list[int]] = []
        self._faces: dict[int, int] = {}

    def settle(self, state: State) -> list[Event]:
        """Answer every pending deal of a position that may know everything; returns the events."""
        events: list[Event] = []
        while state.deals:
            deal = state.deals[0]
            events += state.learn(deal, self._answer(deal))
        return events

    def copy(self) -> StackedDeals:
        """An independent copy."""
        other = StackedDeals("")
        other._chance = self._chance.copy()
        other._cards = [faces[:] for faces in self._cards]
        other._lots = self._lots[:]
        other._piles = [(slots, faces[:]) for slots, faces in self._piles]
        other._wanted = [faces[:] for faces in self._wanted]
        other._faces = dict(self._faces)
        return other

    def _answer(self, deal: Deal) -> tuple[int, ...]:
        if deal.kind == "shuffle":
            self._chance.answer(deal, ())
            order = self._chance.answer(Deal("open", deal.slots), ())
            for slot in deal.slots:
                self._faces.pop(slot, None)
            self._piles.append((frozenset(deal.slots), list(order)))
            self._wanted.append(self._cards.pop(0) if self._cards else [])
            return ()
        if deal.kind == "lot":
            if not self._lots:
                return self._chance.answer(deal, ())
            lot = self._lots.pop(0)
            if not 0 <= lot < deal.faces[0]:
                raise NotInTheBox(f"lot {lot}")
            return (lot,)
        if deal.kind == "show":
            return (next(slot for slot in deal.slots if self._face(slot) == deal.faces[0]),)
        return tuple(self._face(slot) for slot in deal.slots)

    def _face(self, slot: int) -> int:
        if slot not in self._faces:
            number = next(number for number in reversed(range(len(self._piles))) if slot in self._piles[number][0])
            left, wanted = self._piles[number][1], self._wanted[number]
            face = wanted.pop(0) if wanted else left[0]
            if face not in left:
                raise NotInTheBox(f"card {face}")
            left.remove(face)
            self._faces[slot] = face
        return self._faces[slot]
