"""A copy of the game that knows every card. Its views show what the rules let a seat know."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy

from msgspec.structs import replace

from net.deal import Place
from net.deal.dealer import Secrets
from net.deal.fair.dealer import FairDealer
from net.deal.fair.shuffle import Examiner
from net.deal.fair.standing import Standing
from net.session.format.charter import SignedCharter
from net.session.history.course import Course
from rules.contract import SEALED, Deal, State
from tests.knowledge.secrets import TrueSecrets
from tests.net.session import insides


class Believing(Examiner):
    """Checks no proof: the peers of the simulation do that."""

    def holds(self, *_: object) -> bool:
        return True


class SeeingDealer(FairDealer):
    """A fair dealer that holds the secrets of all."""

    true: TrueSecrets

    def read(self, deals: Sequence[Deal], author: bytes, payload: bytes) -> None:
        for peer, seed in self.at.stale.items():
            self.true.renewed(peer, seed)
        super().read(deals, author, payload)

    def answer(self, deal, knows):
        held = {}
        for peer, keys in self.at.keys.items():
            cards, lots = (self.true.by_key.get(key.format()) for key in keys[:2])
            if cards is not None and lots is not None:
                held[peer] = Secrets(cards, lots)
        self.at = replace(self.at, secrets=held)
        return super().answer(deal, knows)


def seeing(charter: SignedCharter, true: TrueSecrets) -> Course:
    """The beginning of a game, for a copy that sees everything."""

    def made(place: Place) -> SeeingDealer:
        dealer = SeeingDealer(*place)
        dealer.true = true
        dealer.at = replace(dealer.at, examiner=Believing())
        return dealer

    return Course(charter, b"", b"", frozenset(range(len(charter.charter.seats))), None, made)


def branch(course: Course) -> Course:
    """An independent copy."""
    other = copy(course)
    other.quiet = deepcopy(course.quiet, {id(state): state for state in course.quiet.positions})
    return other


def standing(course: Course) -> Standing:
    """The state of the dealing."""
    dealer = insides.dealer(course)
    assert isinstance(dealer, SeeingDealer)
    return dealer.at


def told(state: State) -> frozenset[int]:
    """The slots whose faces a position, or a view of it, knows."""
    for holder in (state, getattr(state, "cards", None), getattr(state, "position", None)):
        faces = getattr(holder, "faces", None)
        if faces is not None:
            pairs = faces.items() if isinstance(faces, dict) else enumerate(faces)
            return frozenset(slot for slot, face in pairs if slot and face != SEALED)
    raise AssertionError(f"{type(state).__name__} keeps its faces somewhere else")
