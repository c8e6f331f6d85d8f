"""The contract of all games, implemented for Burgenland."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.burgenland.account import problems
from rules.burgenland.cards import PALACE, PIECES, coins_of
from rules.burgenland.facts import facts, public_facts, step
from rules.burgenland.kinds import legal_moves, play, refusal
from rules.burgenland.legality import SMALL, without_cards
from rules.burgenland.payment import COINS, DIFFERENT, PERMISSION, SAME
from rules.burgenland.position import Bill, Position
from rules.burgenland.turn import learn
from rules.contract import (
    NOBODY,
    Deal,
    Event,
    Facts,
    Move,
    Result,
    ScoreLine,
    State,
    Unseen,
    digest_of_facts,
    ranks_of,
    slot_to_show,
)
from rules.kinds import Told
from rules.message import Message, message
from rules.native import mypyc_attr

LAST_PIECE: Final = "last-piece"
ALL_PASSED: Final = "all-passed"
ENDS: Final = (LAST_PIECE, ALL_PASSED)
"""The ways the game ends; the second one only with a corrected data file (:mod:`rules.burgenland.versions`)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BurgenlandState(State):
    """A position of Burgenland, as far as this copy may know it.

    Attributes:
        position: the data; screens and bots may read it, and only the rules change it.
    """

    def __init__(self, position: Position, undoable: int = 0) -> None:
        self.position = position
        self.seats = position.seats
        self.undoable = undoable

    # -- whose turn, and what may be done ------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat to move, or None."""
        if self.position.pending or self.position.over:
            return None
        return self.position.active

    def prompt(self) -> Message:
        """The prompt for the seat on turn."""
        position = self.position
        where = step(position)
        if where == "over":
            if position.all_passed:
                return message("burgenland.prompt.all-passed")
            return message("burgenland.prompt.over", seat=position.winner)
        if position.bill is not None and where == "pay":
            return _asked(position, position.bill)
        if where == "act" and not position.pile:
            return message(f"burgenland.prompt.{without_cards(position)}", seat=position.active)
        if position.active == NOBODY:
            return message("burgenland.prompt.set-up")
        return message(f"burgenland.prompt.{where}", seat=position.active)

    def moves(self) -> list[Move]:
        """Every legal move of the seat on turn."""
        return legal_moves(self.position)

    def why_not(self, move: Move) -> Message | None:
        """None if the move is legal now, else the reason."""
        return refusal(self.position, move)

    def play(self, move: Move) -> list[Event]:
        """Make a legal move and return what happened."""
        events: list[Event] = []
        self._play(move, events)
        return events

    def play_silently(self, move: Move) -> None:
        """Make a legal move as ``play`` does, but without events."""
        self._play(move, None)

    def _play(self, move: Move, told: Told) -> None:
        before = self.position.round
        play(self.position, move, told)
        self.undoable = 0 if self._past_undoing(before) else self.undoable + 1

    def _past_undoing(self, before: int) -> bool:
        """Whether the turn has ended, or the game, or something has to be dealt that tells more than a card shown."""
        position = self.position
        for deal in position.pending:
            if deal.kind != "show":
                return True
        return position.round != before or position.over

    # -- what has to be dealt ------------------------------------------------------------------------------------------

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals to answer before play goes on."""
        return tuple(self.position.pending)

    def learn(self, deal: Deal, answer: Sequence[int]) -> list[Event]:
        """Answer the first pending deal."""
        events: list[Event] = []
        self._learn(deal, answer, events)
        return events

    def learn_silently(self, deal: Deal, answer: Sequence[int]) -> None:
        """Answer the first pending deal as ``learn`` does, but without events."""
        self._learn(deal, answer, None)

    def _learn(self, deal: Deal, answer: Sequence[int], told: Told) -> None:
        before = self.position.round
        learn(self.position, deal, answer, told)
        if deal.kind != "show" or self._past_undoing(before):
            self.undoable = 0

    def known(self, deal: Deal) -> tuple[int, ...] | None:
        """The slot that a seat whose hand this copy knows can show; None for everything else."""
        return slot_to_show(deal, self.position.faces)

    # -- copies and what they know -------------------------------------------------------------------------------------

    def copy(self) -> BurgenlandState:
        """An independent copy."""
        return BurgenlandState(self.position.copy(), self.undoable)

    def view(self, seat: int | None) -> BurgenlandState:
        """A copy with only what that seat, or a spectator, may see."""
        return BurgenlandState(self.position.view(seat), self.undoable)

    def known_to_all(self) -> BurgenlandState:
        """The position as every copy knows it."""
        return BurgenlandState(self.position.known_to_all(), self.undoable)

    @property
    def turn_number(self) -> int:
        """The number of the turn, from 1; 0 before the first."""
        return self.position.round + self.position.over

    def unseen(self) -> tuple[Unseen, ...]:
        """What this copy does not know: cards and tiles in the piles and with other seats, by the shuffle they come from."""
        return self.position.unseen_decks()

    def _suppose(self, faces: Mapping[int, int]) -> None:
        for slot, face in faces.items():
            self.position.faces[slot] = face

    def facts(self) -> Facts:
        """The position as plain data; see :mod:`rules.burgenland`."""
        return facts(self.position)

    def digest(self) -> str:
        """Sixty-four hex digits of the public facts, see :meth:`rules.contract.State.digest`."""
        return digest_of_facts(public_facts(self.position))

    def problems(self) -> list[str]:
        """The impossible facts of this position."""
        return problems(self.position)

    # -- scores --------------------------------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        """The number of pieces each seat has built; 0 where this copy does not show it (option ``screens``)."""
        position = self.position
        points = []
        for seat in range(self.seats):
            left = position.shown_pieces(seat)
            points.append(0 if left is None else sum(position.table.pieces) - sum(left))
        return tuple(points)

    def score_trace(self) -> list[ScoreLine]:
        """One line for each kind of piece that a seat has built."""
        lines = []
        for seat in range(self.seats):
            left = self.position.shown_pieces(seat)
            if left is None:
                continue
            for piece in range(1, len(PIECES) + 1):
                built = self.position.table.pieces[piece - 1] - left[piece - 1]
                if built:
                    lines.append(ScoreLine(seat, built, message("burgenland.score.built", piece=piece, count=built)))
        return lines

    @property
    def result(self) -> Result | None:
        """Seats are ranked by the pieces left, fewest first; a player without any left has won."""
        if not self.position.over:
            return None
        end = ALL_PASSED if self.position.all_passed else LAST_PIECE
        return Result(end, ranks_of([(-self.position.pieces_left(seat),) for seat in range(self.seats)]))


def _asked(position: Position, bill: Bill) -> Message:
    price, paid = bill.prices[0], position.paid()
    left = price.amount - len(paid.faces) - paid.jokers
    if price.kind == PERMISSION:
        one, other = price.colours
        return message("burgenland.prompt.pay-permission", seat=position.active, left=left, one=one, other=other)
    if price.kind in (SAME, DIFFERENT):
        return message(f"burgenland.prompt.pay-{price.kind}", seat=position.active, left=left)
    assert price.kind == COINS
    builder = SMALL.get(bill.move.kind) == PALACE and len(bill.prices) == 1
    what = "joker" if bill.move.kind == "joker" else "builder" if builder else "minus-ten"
    left = price.amount - sum(map(coins_of, paid.faces))
    return message(f"burgenland.prompt.pay-{what}", seat=position.active, left=left)
