"""The outcome of a move, tried on a copy: pay, cost, and the position afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from client.boards.loop.facts import LoopFacts, read_facts
from rules.contract import Event, Move, State
from rules.trial import Trial

_COSTS = ("bought", "bought-tower", "bridge", "placed")
_STAYS_ASKED = ("found", "keep", "crest")


@dataclass(frozen=True)
class Outcome:
    """The outcome of a move tried on a copy.

    Attributes:
        move: the move.
        events: its events.         before, position: the positions before and after it.         pays: the Real that the player
        gets; ``costs``: the Real that the player pays.
        options: the outcome of each answer, if the move only opens a choice (what to found, which castle stays).
    """

    move: Move
    events: tuple[Event, ...]
    before: LoopFacts
    position: State
    pays: int
    costs: int
    options: tuple[Outcome, ...] = ()

    @cached_property
    def after(self) -> LoopFacts:
        """The position afterwards."""
        return read_facts(self.position.facts())

    @property
    def net(self) -> str:
        """The money of the move, such as ``+14``; for a choice the range ``+1/+5``; empty if no money flows."""
        if self.options:
            amounts = sorted({option.pays - option.costs for option in self.options})
            return "/".join(_signed(amount) for amount in amounts)
        amount = self.pays - self.costs
        return _signed(amount) if self.pays or self.costs else ""

    @property
    def crests(self) -> tuple[int, ...]:
        """The crests of the castles on which the move builds or which it joins, the one that stays first."""
        found: dict[int, None] = {}
        for event in self.events:
            if event.kind in ("built", "spanned"):
                found[event.number("crest")] = None
            elif event.kind == "merged":
                found = {event.number("stays"): None, event.number("goes"): None, **found}
        for option in self.options:
            found.update(dict.fromkeys(option.crests))
        return tuple(crest for crest in found if crest)

    @property
    def founds(self) -> bool:
        """Whether the move founds something, or may do so."""
        return any(event.kind in ("villa", "castle") for event in self.events) or any(option.founds for option in self.options)

    @property
    def told(self) -> list[Event]:
        """The events that say what changes on the board, apart from money."""
        return [event for event in self.events if event.kind in ("merged", "captured", "crest", "lost-block", "rises")]


def _signed(amount: int) -> str:
    return f"{amount:+d}".replace("-", "−")


def outcome(position: State, move: Move, facts: LoopFacts | None = None) -> Outcome:
    """Try a legal move of the seat on turn on a copy; ``facts`` are the position's, if they are already read."""
    trial = Trial(position)
    events = tuple(trial.play(move))
    before = facts if facts is not None else read_facts(position.facts())
    seat = before.turn
    pays = sum(event.number("real") for event in events if event.kind in ("paid", "withdrew") and event.number("seat") == seat)
    costs = sum(event.number("real") for event in events if event.kind in _COSTS)
    options: tuple[Outcome, ...] = ()
    after = trial.state
    if after.turn == seat:
        asked = after.prompt().kind
        if asked in _STAYS_ASKED and asked != before.step:
            read = read_facts(after.facts())
            options = tuple(outcome(after, answer, read) for answer in after.moves())
    return Outcome(move, events, before, after, pays, costs, options)
