"""The learned evaluation of Alcazar: a weighted sum of features, with weights from self-play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.alcazar.bots import POINT, Greedy
from rules.alcazar.features import WHOLE, features, left
from rules.alcazar.state import AlcazarState
from rules.contract import Move, State
from rules.loop.learned import evaluation, final_lead
from rules.loop.terms import BARON, GRANDE, TOWER_CARDS
from rules.loop.turn import LoopState
from rules.search.search import Judge

DATA: Final = "alcazar"
"""Name of the file of the weights by which the analysis judges."""

PLAYING: Final = "alcazar-playing"
"""Name of the file of the weights by which the levels play, learned by an evolution strategy."""

PLENTY: Final = (5, 2)
"""With this many construction cards, or tower cards, in the hand a thrifty player buys no more of them."""

HOARD: Final = (12, TOWER_CARDS)
"""The same for a player who hoards: every tower card, but not every construction card."""

BUILDING: Final = ("play", "play-tower", "bridge")
"""Main actions after which a noble may be placed."""


class Learned(Greedy):
    """Looks one turn ahead, and judges positions by the learned evaluation.

    Attributes:
        plenty: with how many construction cards, and tower cards, in the hand it stops buying them, as human players do,
            although hoarding leaves fewer cards to the others; None: it never has enough.
    """

    def __init__(
        self,
        weights: Mapping[int, Sequence[int]],
        overlooks: Mapping[int, int] | None = None,
        plenty: tuple[int, int] | None = None,
    ) -> None:
        """Use weights of :data:`rules.alcazar.features.NAMES` by number of seats, see :mod:`rules.loop.learned`."""
        super().__init__(overlooks)
        self.plenty = plenty
        self._weights = {seats: list(numbers) for seats, numbers in weights.items()}

    def promising(self, state: LoopState) -> list[Move]:
        """Like the greedy bot. If no noble of a rank is left, the lowest may be withdrawn and placed higher in the turn."""
        if state.withdrawn and state.step == "main":
            moves = state.moves()
            return [move for move in moves if move.kind in BUILDING] or moves
        thought = super().promising(state)
        if state.step != "main":
            placed = [move for move in thought if move.kind in ("baron", "grande")] if state.withdrawn else []
            return placed or thought
        if self.plenty is not None:
            thought = _without_hoarding(state, thought, self.plenty)
        there = {move.args[0] for move in thought if move.kind == "withdraw"}
        extra = [move for move in self._homes(state) if move.args[0] not in there]
        return [*extra, *thought]

    def worth(self, state: State, seat: int) -> int:
        """The seat's expected lead over the average of the others, in hundredths of a victory point."""
        assert isinstance(state, AlcazarState)
        if state.end:
            return final_lead(state, seat, POINT)
        return evaluation(self._weights[state.seats], features(state, seat), left(state), WHOLE)

    def left(self, state: State) -> int:
        """The part of the game that is left, in thousandths: of blocks or of bridges, whichever is less."""
        assert isinstance(state, AlcazarState)
        return 1000 * left(state) // WHOLE

    def hasty(self) -> Judge:
        """Itself: its turns cost little."""
        return self

    @staticmethod
    def _homes(state: LoopState) -> list[Move]:
        """The withdrawals of the lowest noble of each rank that is used up."""
        level, on, seat = state.buildings.level, state.nobles.on, state.seat
        own = state.nobles.own[seat]
        lowest: dict[int, int] = {}
        for rank in (BARON, GRANDE):
            if not state.nobles.left(seat, rank):
                cells = [cell for cell in own if on[cell] & 3 == rank]
                if cells:
                    lowest[min(cells, key=level.__getitem__)] = rank
        return [move for move in state.moves() if move.kind == "withdraw" and move.args[0] in lowest]


def _without_hoarding(state: LoopState, moves: list[Move], plenty: tuple[int, int]) -> list[Move]:
    """The moves without purchases of cards that the seat has plenty of; all moves if nothing else can be done."""
    full = []
    cards, towers = plenty
    if len(state.cards.hands[state.seat]) >= cards:
        full += ["buy-card", "buy-pile"]
    if state.cards.towers[state.seat] >= towers:
        full.append("buy-tower")
    if not full:
        return moves
    return [move for move in moves if move.kind not in full] or moves
