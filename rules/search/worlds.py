"""Worlds: one possible order of the hidden cards, and one course of chance, that agree with what a seat knows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rules.contract import Deal, Rng, State, Unseen
from rules.search.chance import Chance
from rules.search.turns import show_known

TRIES: Final = 100_000
"""How many orders of the cards are tried until one has the card that is being shown and covers a payment already begun."""


class World:
    """One possible arrangement of everything hidden. It answers the deals of a position.

    A copy gives the same answers again, so that several turns can be tried in the same world.

    Attributes:
        faces: the face of each slot that nobody has seen.
    """

    __slots__ = ("_chance", "faces")

    def __init__(self, faces: dict[int, int], chance: Chance) -> None:
        """``chance`` is used for shuffles and lots."""
        self.faces = faces
        self._chance = chance

    def copy(self) -> World:
        """An independent copy."""
        return World(dict(self.faces), self._chance.copy())

    def answer(self, deal: Deal) -> tuple[int, ...]:
        """The answer to a deal in a position where everything is known. A shuffle changes what this world has in its slots."""
        if deal.kind == "shuffle":
            self.faces.update(zip(deal.slots, self._chance.order(deal.faces), strict=True))
            return ()
        if deal.kind == "lot":
            return (self._chance.below(deal.faces[0]),)
        return tuple([self.faces[slot] for slot in deal.slots])

    def settle(self, state: State) -> None:
        """Answer all deals of a position."""
        while state.deals:
            deal = state.deals[0]
            known = state.known(deal)
            state.learn_silently(deal, self.answer(deal) if known is None else known)


def imagine(view: State, rng: Rng, at_once: Collection[int] = ()) -> tuple[State, World]:
    """A possible position, each equally likely, and the world that answers its later deals.

    The position knows every card that some seat knows. It depends only on the view, ``rng`` and ``at_once``.

    Args:
        view: what a seat knows.
        rng: all chance comes from it.
        at_once: faces that every player uses at once. The other seats hold none of them, as far as that is possible.

    Raises :class:`ValueError` for a view of an impossible position.
    """
    decks = view.unseen()
    for _ in range(TRIES):
        chance = Chance(rng.below(1 << 62))
        faces: dict[int, int] = {}
        for deck in decks:
            faces.update(zip(deck.slots, _order(deck, chance, at_once), strict=True))
        held = {slot: faces.pop(slot) for deck in decks for slot in deck.held}
        if all(_can_be_shown(view, deal, held) for deal in view.deals):
            state = view.suppose(held)
            if _goes_on(state):
                return state, World(faces, chance)
    raise ValueError("the cards cannot lie in any way")


def _order(deck: Unseen, chance: Chance, at_once: Collection[int]) -> list[int]:
    """A random order of a deck's faces. What is used at once lies with a seat only if there is nothing else."""
    if not any(face in at_once for face in deck.faces):
        return chance.order(deck.faces)
    used = [face for face in deck.faces if face in at_once]
    faces = chance.order([face for face in deck.faces if face not in at_once]) + used
    number = len(deck.held)
    held, piled = iter(chance.order(faces[:number])), iter(chance.order(faces[number:]))
    return [next(held) if slot in deck.held else next(piled) for slot in deck.slots]


def _goes_on(state: State) -> bool:
    """Whether the seat on turn can continue: if it has begun to pay, it needs the cards for it."""
    if state.deals and state.known(state.deals[0]) is not None:
        state = state.copy()
        show_known(state)
    return state.turn is None or bool(state.moves())


def _can_be_shown(view: State, deal: Deal, held: dict[int, int]) -> bool:
    """Whether the card that a deal asks to show is in one of the deal's slots, known or imagined."""
    if deal.kind != "show":
        return True
    known = view.known(deal)  # a hand of one hidden card has it, whatever was imagined
    if known is not None and known[0] not in held:
        return True
    return any(held.get(slot) == deal.faces[0] for slot in deal.slots)
