"""A kind of move as one row of a table: when it may be made, its choices, what forbids it, what it does and what it costs.

``moves()``, ``why_not()`` and ``play()`` of a game look at its table, so that a new kind of move is one more row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from rules.contract import Event, Move

S = TypeVar("S", contravariant=True)

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
        price: what it costs now, in the money of the game.
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


def free(state: object, move: Move) -> int:
    """The ``price`` of a kind of move that costs nothing."""
    return 0


def allowed(state: object, move: Move) -> str:
    """The ``check`` of a kind of move that is always legal in its step."""
    return ""
