"""Every kind of move in one table: when it is asked, what there is to choose, what forbids it, what it does and costs.

``moves()``, ``why_not()`` and ``play()`` all look here, so that a new kind of move is one more row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from rules.contract import Event, Move
from rules.loop.terms import BARON, CARD_PRICE, GRANDE, TOWER_PRICE

if TYPE_CHECKING:
    from rules.loop.turn import LoopState

S = TypeVar("S", bound="LoopState", contravariant=True)

Told = list[Event] | None
"""The list that events go to; None if nobody wants them."""


class Kind(Generic[S]):
    """One row of the table.

    Attributes:
        step: the step of a turn to which it belongs.
        arity: how many arguments it has.
        choices: every legal move of this kind now, in the order in which they are listed.
        check: why a move of this kind, in its step, is not legal, as the last word of the reason's key; empty if it is.
        do: makes a legal move.
        price: what it costs now in Real.
    """

    __slots__ = ("arity", "check", "choices", "do", "price", "step")

    def __init__(
        self,
        step: str,
        arity: int,
        choices: Callable[[S], list[Move]],
        check: Callable[[S, Move], str],
        do: Callable[[S, Move, Told], None],
        price: Callable[[S, Move], int],
    ) -> None:
        self.step = step
        self.arity = arity
        self.choices = choices
        self.check = check
        self.do = do
        self.price = price


class Kinds(Generic[S]):
    """The table of one game, in the order in which moves are listed.

    Attributes:
        rows: by the name of the kind.
        asked: the rows of each step.
    """

    def __init__(self, rows: dict[str, Kind[S]]) -> None:
        self.rows = rows
        self.asked: dict[str, list[Kind[S]]] = {}
        for row in rows.values():
            self.asked.setdefault(row.step, []).append(row)


class Fan(dict[int, Move]):
    """The moves of one kind with one number, by that number, each made once."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def __missing__(self, number: int) -> Move:
        """The move with a number asked for the first time."""
        move = self[number] = Move(self.kind, (number,))
        return move


WITHDRAW, PLAY, PLAY_TOWER, BUY_CARD = map(Fan, ("withdraw", "play", "play-tower", "buy-card"))
CASTLE, KEEP, CREST, BARON_TO, GRANDE_TO = map(Fan, ("castle", "keep", "crest", "baron", "grande"))
BUY_PILE, BUY_TOWER, PASS, VILLA, DONE = map(Move, ("buy-pile", "buy-tower", "pass", "villa", "done"))


def free(state: LoopState, move: Move) -> int:
    """The price of what costs nothing."""
    return 0


def allowed(state: LoopState, move: Move) -> str:
    """The reason that forbids a move which its step alone allows."""
    return ""


def _when(move: Move, reason: str) -> list[Move]:
    """A move without a number, if nothing forbids it."""
    return [] if reason else [move]


# fmt: off
LOOP_KINDS: dict[str, Kind[LoopState]] = {
    "withdraw": Kind(
        "main", 1,
        lambda state: [WITHDRAW[cell] for cell in state.withdrawable()],
        lambda state, move: state.why_no_withdrawal(move.args[0]),
        lambda state, move, told: state.withdraw(move.args[0], told),
        free,
    ),
    "play": Kind(
        "main", 1,
        lambda state: [PLAY[number] for number in state.cards.playable(state.seat)],
        lambda state, move: state.why_no_play(move.args[0]),
        lambda state, move, told: state.name_card(move.args[0], told),
        free,
    ),
    "play-tower": Kind(
        "main", 1,
        lambda state: [PLAY_TOWER[cell] for cell in state.tower_sites()],
        lambda state, move: state.why_no_tower(move.args[0]),
        lambda state, move, told: state.play_tower(move.args[0], told),
        free,
    ),
    "buy-card": Kind(
        "main", 1,
        lambda state: [BUY_CARD[number] for number in state.buyable()],
        lambda state, move: state.why_no_card(move.args[0]),
        lambda state, move, told: state.buy_card(move.args[0], told),
        lambda state, move: CARD_PRICE,
    ),
    "buy-pile": Kind(
        "main", 0,
        lambda state: _when(BUY_PILE, state.why_no_pile()),
        lambda state, move: state.why_no_pile(),
        lambda state, move, told: state.buy_from_pile(told),
        lambda state, move: CARD_PRICE,
    ),
    "buy-tower": Kind(
        "main", 0,
        lambda state: _when(BUY_TOWER, state.why_no_tower_card()),
        lambda state, move: state.why_no_tower_card(),
        lambda state, move, told: state.buy_tower(told),
        lambda state, move: TOWER_PRICE,
    ),
    "pass": Kind(
        "main", 0,
        lambda state: _when(PASS, state.why_no_pass()),
        lambda state, move: state.why_no_pass(),
        lambda state, move, told: state.pass_on(told),
        free,
    ),
    "villa": Kind(
        "found", 0,
        lambda state: [VILLA],
        allowed,
        lambda state, move, told: state.found_villa(told),
        free,
    ),
    "castle": Kind(
        "found", 1,
        lambda state: [CASTLE[first] for first in state.buildings.castle_sites(state.card)],
        lambda state, move: state.why_no_castle(move.args[0]),
        lambda state, move, told: state.found_castle(move.args[0], told),
        free,
    ),
    "keep": Kind(
        "keep", 1,
        lambda state: [KEEP[crest] for crest in sorted(state.merging_crests())],
        lambda state, move: state.why_not_kept(move.args[0]),
        lambda state, move, told: state.keep_castle(move.args[0], told),
        free,
    ),
    "crest": Kind(
        "crest", 1,
        lambda state: [CREST[state.buildings.cells(villa)[0]] for villa in state.buildings.waiting()],
        lambda state, move: state.why_no_crest(move.args[0]),
        lambda state, move, told: state.crest_villa(move.args[0], told),
        free,
    ),
    "baron": Kind(
        "noble", 1,
        lambda state: [BARON_TO[cell] for cell in state.noble_sites(BARON)],
        lambda state, move: state.why_no_noble(move.args[0], BARON),
        lambda state, move, told: state.place(move.args[0], BARON, told),
        lambda state, move: state.noble_price(BARON),
    ),
    "grande": Kind(
        "noble", 1,
        lambda state: [GRANDE_TO[cell] for cell in state.noble_sites(GRANDE)],
        lambda state, move: state.why_no_noble(move.args[0], GRANDE),
        lambda state, move, told: state.place(move.args[0], GRANDE, told),
        lambda state, move: state.noble_price(GRANDE),
    ),
    "done": Kind(
        "noble", 0,
        lambda state: [DONE],
        allowed,
        lambda state, move, told: state.end_turn(told),
        free,
    ),
}
# fmt: on
"""The kinds of moves of Das neue Big Boss, most of which Alcazar has too."""
