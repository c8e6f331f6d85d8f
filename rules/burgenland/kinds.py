"""Every kind of move of Burgenland in one table: when it may be made, its choices, what forbids it, what it does and costs.

``moves()``, ``why_not()`` and ``play()`` all look here, so that a new kind of move is one more row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rules.burgenland import legality as may
from rules.burgenland import turn
from rules.burgenland.cards import FIVE, LAW_BREAK, MINUS_TEN, PLOT
from rules.burgenland.legality import Means
from rules.burgenland.payment import Price
from rules.burgenland.position import Position
from rules.burgenland.versions import PASSES_COUNT_TURNS
from rules.contract import Move
from rules.kinds import Told
from rules.message import Message, message

ACT: Final = "act"
FREE: Final = "free"
PAY: Final = "pay"
AFTER: Final = "after"


class Kind(NamedTuple):
    """One row of the table.

    Attributes:
        step: ACT for the action of a turn or what replaces it, FREE for moves before and after the action, PAY for the parts
            of a payment, AFTER for moves that must come after the action.
        arity: how many arguments it has.
        choices: every legal move of this kind now, in the order in which they are listed.
        check: why a move of this kind, in its step, is not legal; None if it is.
        do: makes a legal move; its consequences come afterwards.
        price: what it costs now, in order of paying: cards, coins. Moves that cost something begin a payment.
    """

    step: str
    arity: int
    choices: Callable[[Means], list[Move]]
    check: Callable[[Means, Move], Message | None]
    do: Callable[[Position, Move, Told], None]
    price: Callable[[Position, Move], tuple[Price, ...]]


def _free(position: Position, move: Move) -> tuple[Price, ...]:
    return ()


def _allowed(means: Means, move: Move) -> Message | None:
    return None


def _begin(position: Position, move: Move, told: Told) -> None:
    turn.begin_payment(position, move, prices_of(position, move), told)


def _lay(face: int) -> Callable[[Position, Move, Told], None]:
    """A ``do`` that lays down a ?-tile; a lawless build begins its payment when everybody has seen the tile."""
    return lambda position, move, told: turn.use_tile(position, move, face, told)


# fmt: off
KINDS: Final[dict[str, Kind]] = {
    "draw": Kind(ACT, 0, may.draw_moves, may.why_no_draw, turn.draw, _free),
    "wall": Kind(ACT, 2, lambda means: may.small_moves(means, "wall"), may.why_no_small_build, _begin, may.small_price),
    "house": Kind(ACT, 2, lambda means: may.small_moves(means, "house"), may.why_no_small_build, _begin, may.small_price),
    "palace": Kind(ACT, 2, lambda means: may.small_moves(means, "palace"), may.why_no_small_build, _begin, may.small_price),
    "lawless-house": Kind(
        ACT, 2, lambda means: may.small_moves(means, "lawless-house"), may.why_no_small_build, _lay(LAW_BREAK), may.small_price
    ),
    "lawless-palace": Kind(
        ACT, 2, lambda means: may.small_moves(means, "lawless-palace"), may.why_no_small_build, _lay(LAW_BREAK), may.small_price
    ),
    "well": Kind(ACT, 1, may.well_moves, may.why_no_small_build, _begin, may.small_price),
    "large-same": Kind(
        ACT, 1, lambda means: may.large_moves(means, "large-same"), may.why_no_large_build, _begin, may.large_price
    ),
    "large-different": Kind(
        ACT, 1, lambda means: may.large_moves(means, "large-different"), may.why_no_large_build, _begin, may.large_price
    ),
    "joker": Kind(FREE, 0, may.joker_moves, may.why_no_joker, _begin, may.joker_price),
    "five": Kind(FREE, 0, may.five_moves, may.why_no_five, _lay(FIVE), _free),
    "plot": Kind(FREE, 1, may.plot_moves, may.why_no_plot, _lay(PLOT), _free),
    "swap": Kind(FREE, 2, may.swap_moves, may.why_no_swap, turn.swap, _free),
    "pay": Kind(PAY, 2, may.card_moves, may.why_no_card, turn.pay_card, _free),
    "pay-joker": Kind(PAY, 0, may.paid_joker_moves, may.why_no_joker_paid, turn.pay_joker, _free),
    "minus-ten": Kind(PAY, 0, may.minus_ten_moves, may.why_no_minus_ten, _lay(MINUS_TEN), _free),
    "end": Kind(AFTER, 0, lambda means: [may.END], _allowed, turn.end_turn, _free),
    "pass": Kind(ACT, 0, may.pass_moves, may.why_no_pass, turn.end_turn, _free),
}
# fmt: on
"""Every kind of move, in the order in which moves are listed."""

_PAYING, _ACTED, _TO_ACT = [
    tuple([row for row in KINDS.values() if row.step in steps]) for steps in ((PAY,), (FREE, AFTER), (ACT, FREE))
]
"""The rows that are asked while a price is being paid, after the action of a turn, and before it."""


def prices_of(position: Position, move: Move) -> tuple[Price, ...]:
    """The cost of a well-formed move that begins a payment, in order of paying; empty for any other."""
    return KINDS[move.kind].price(position, move)


def legal_moves(position: Position) -> list[Move]:
    """Every legal move, in the order of the table and of the numbers."""
    if position.pending or position.over:
        return []
    rows = _PAYING if position.bill is not None else _ACTED if position.acted else _TO_ACT
    means = Means(position)
    found: list[Move] = []
    for row in rows:
        found += row.choices(means)
    return found


def refusal(position: Position, move: Move, means: Means | None = None) -> Message | None:
    """None if the move is legal, else the reason. Pass ``means`` to check several moves without working them out each time."""
    reason = _out_of_step(position, move)
    if reason:
        return message(f"burgenland.refusal.{reason}")
    return KINDS[move.kind].check(means or Means(position), move)


def _out_of_step(position: Position, move: Move) -> str:
    """Why this kind of move is not asked now, as the last word of the reason's key; empty if it is."""
    if position.over:
        return "over"
    if position.pending:
        return "dealing"
    row = KINDS.get(move.kind)
    if row is None or row.arity != len(move.args):
        return "unknown"
    if row.step == PAY:
        return "nothing-to-pay" if position.bill is None else ""
    if position.bill is not None:
        return "pay-first"
    if row.step == ACT and position.acted:
        return "acted"
    return "not-acted" if row.step == AFTER and not position.acted else ""


def play(position: Position, move: Move, told: Told) -> None:
    """Make a legal move."""
    if move.kind in ("pass", "end") or position.version < PASSES_COUNT_TURNS:
        position.passes = position.passes + 1 if move.kind == "pass" else 0
    KINDS[move.kind].do(position, move, told)
    turn.go_on(position, told)
