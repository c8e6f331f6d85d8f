"""A position of a saved game from which one can play on: every card has a face, known or guessed.

A file may not know every card: a game between computers leaves only the hands of its own computer in the file. The game is then
replayed from its beginning with a deal that fits everything the file knows. Cards that nobody saw are dealt at random, so a
"what if" shows what might have been.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from client.table.recording import Watched
from net.rulebook import start_by
from net.session.history.step import Step
from rules.contract import SEALED, Deal, Event, State
from rules.message import Message, message

ATTEMPTS = 30
"""How many deals are tried. A deal can give a player a card that rules out a move which that player made."""


class NoBranch(Exception):
    """The game cannot be played on from there.

    Attributes:
        reason: why, as a sentence.
    """

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass
class Cards:
    """The faces of all cards dealt so far; it answers every deal.

    Attributes:
        faces: by slot.
    """

    rng: Random
    faces: dict[int, int] = field(default_factory=dict)

    def answer(self, state: State, deal: Deal) -> tuple[int, ...]:
        """The answer to the first deal of a position that knows every card."""
        known = state.known(deal)
        if known is not None:
            return known
        if deal.kind == "lot":
            return (self.rng.randrange(deal.faces[0]),)
        if deal.kind == "shuffle":
            mixed = list(deal.faces)
            self.rng.shuffle(mixed)
            self.faces.update(zip(deal.slots, mixed, strict=True))
            return ()
        if deal.kind == "show":
            return (next(slot for slot in deal.slots if self.faces[slot] == deal.faces[0]),)
        return tuple(self.faces[slot] for slot in deal.slots)

    def settle(self, state: State) -> list[Event]:
        """Answer every pending deal; returns the events."""
        events: list[Event] = []
        while state.deals:
            deal = state.deals[0]
            events += state.learn(deal, self.answer(state, deal))
        return events


def branch(watched: Watched, index: int, rng: Random) -> tuple[State, Cards]:
    """The position after so many entries in which every card is known, and the cards that are still to be dealt.

    Raises :class:`NoBranch` if no fitting deal is found, or the game is over at that place.
    """
    while index < len(watched.steps) and watched.position(index).turn is None:
        index += 1  # a deal is pending: the turn comes after it
    public = watched.position(index)
    if public.turn is None:
        raise NoBranch(message("table.what-if.over"))
    steps = _path(watched, index)
    seen = _seen(_path(watched, len(watched.steps)))
    for _ in range(ATTEMPTS):
        cards = Cards(rng)
        try:
            state = _played(watched, steps, seen, cards)
        except (ValueError, KeyError, IndexError, StopIteration):
            continue
        if state is not None and state.digest() == public.digest():
            return state, cards
    raise NoBranch(message("table.what-if.no-deal"))


def _path(watched: Watched, index: int) -> list[Step]:
    """The steps that led to a position, without those that were taken back or did not count."""
    path: list[Step] = []
    for step in watched.steps[:index]:
        to = watched.taken_back.get(step.index)
        if to is not None:
            path = [earlier for earlier in path if earlier.index <= to]
            continue
        if step.void:
            last = max(place for place, earlier in enumerate(path) if earlier.move is not None)
            del path[last:]
        path.append(step)
    return path


def _deals(steps: list[Step]) -> Iterator[tuple[Deal, tuple[int, ...]]]:
    for step in steps:
        yield from step.dealt


def _seen(steps: list[Step]) -> list[dict[int, int]]:
    """For every shuffle, in order, the faces that the file knows, by slot, including those seen later."""
    found: list[dict[int, int]] = []
    shuffled: dict[int, int] = {}
    for deal, answer in _deals(steps):
        if deal.kind == "shuffle":
            shuffled.update(dict.fromkeys(deal.slots, len(found)))
            found.append({})
        elif deal.kind == "show":
            found[shuffled[answer[0]]][answer[0]] = deal.faces[0]
        elif deal.kind != "lot":
            for slot, face in zip(deal.slots, answer, strict=True):
                if face != SEALED:
                    found[shuffled[slot]][slot] = face
    return found


def _shuffled(deal: Deal, known: dict[int, int], rng: Random) -> dict[int, int]:
    """A random deal of these faces that puts the known ones where the file knows them."""
    left = Counter(deal.faces)
    left.subtract(known.values())
    rest = list(left.elements())
    rng.shuffle(rest)
    return {slot: known[slot] if slot in known else rest.pop() for slot in deal.slots}


def _played(watched: Watched, steps: list[Step], seen: list[dict[int, int]], cards: Cards) -> State | None:
    """Replay the steps with a deal that fits what was seen; None if a move turns out to be impossible."""
    charter = watched.charter
    seats = len(charter.seats)
    options = dict(charter.options)
    state = start_by(charter.game, charter.version, charter.rules.hex(), seats, options, charter.board)
    shuffles = 0
    for step in steps:
        if step.move is not None:
            if state.turn != step.seat or state.why_not(step.move) is not None:
                return None
            state.play_silently(step.move)
        for deal, answer in step.dealt:
            if not state.deals or state.deals[0] != deal:
                return None
            if deal.kind == "shuffle":
                cards.faces.update(_shuffled(deal, seen[shuffles], cards.rng))
                shuffles += 1
            elif deal.kind == "draw":
                answer = tuple(cards.faces[slot] for slot in deal.slots)
            state.learn_silently(deal, answer)
    return state
