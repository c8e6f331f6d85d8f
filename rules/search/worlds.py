"""Worlds: ways in which the hidden cards may lie, and chance may fall, for all that a seat knows."""

from __future__ import annotations

from typing import Final

from rules.contract import Deal, Rng, State
from rules.search.chance import Chance
from rules.search.turns import show_known

TRIES: Final = 100_000
"""How many orders of the cards are tried until one has the card that is just being shown, and pays for what has begun."""


class World:
    """One way in which everything hidden may lie: it deals what a position asks for.

    A copy deals the same again, so that several turns can be tried in the same world.
    """

    __slots__ = ("_chance", "_faces")

    def __init__(self, faces: dict[int, int], chance: Chance) -> None:
        """``faces`` lie in the slots that nobody has seen; ``chance`` shuffles and draws lots."""
        self._faces = faces
        self._chance = chance

    def copy(self) -> World:
        """An independent copy."""
        return World(dict(self._faces), self._chance.copy())

    def answer(self, deal: Deal) -> tuple[int, ...]:
        """The answer to a deal, for a position that knows everything. A shuffle mixes its slots anew."""
        if deal.kind == "shuffle":
            self._faces.update(zip(deal.slots, self._chance.order(deal.faces), strict=True))
            return ()
        if deal.kind == "lot":
            return (self._chance.below(deal.faces[0]),)
        return tuple([self._faces[slot] for slot in deal.slots])

    def settle(self, state: State) -> None:
        """Answer everything that a position waits for."""
        while state.deals:
            deal = state.deals[0]
            known = state.known(deal)
            state.learn_silently(deal, self.answer(deal) if known is None else known)


def imagine(view: State, rng: Rng) -> tuple[State, World]:
    """A position as it may be, each way as likely, and the world that deals on.

    In the position every card is known that some seat knows. It follows from the view and the chance alone.

    Raises :class:`ValueError` for a view of a position that cannot be.
    """
    decks = view.unseen()
    for _ in range(TRIES):
        chance = Chance(rng.below(1 << 62))
        faces: dict[int, int] = {}
        for deck in decks:
            faces.update(zip(deck.slots, chance.order(deck.faces), strict=True))
        held = {slot: faces.pop(slot) for deck in decks for slot in deck.held}
        if all(_can_be_shown(view, deal, held) for deal in view.deals):
            state = view.suppose(held)
            if _goes_on(state):
                return state, World(faces, chance)
    raise ValueError("the cards cannot lie in any way")


def _goes_on(state: State) -> bool:
    """Whether the seat on turn can go on: one that has begun to pay has the cards for it."""
    if state.deals and state.known(state.deals[0]) is not None:
        state = state.copy()
        show_known(state)
    return state.turn is None or bool(state.moves())


def _can_be_shown(view: State, deal: Deal, held: dict[int, int]) -> bool:
    """Whether a card that a deal wants shown is in one of its slots: known to be there, or imagined there."""
    if deal.kind != "show":
        return True
    known = view.known(deal)  # a hand of one hidden card has it, whatever was imagined
    if known is not None and known[0] not in held:
        return True
    return any(held.get(slot) == deal.faces[0] for slot in deal.slots)
