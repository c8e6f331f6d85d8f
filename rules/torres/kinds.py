"""Every kind of move of Torres in one table; :mod:`rules.kinds` says what a row holds. Prices are in action points.

The step of a row is the stage of the turn (:data:`rules.torres.position.STAGES`). A kind that is asked in two stages has two
rows: a knight moves for action points or by a card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rules.contract import Move
from rules.kinds import Kind, allowed, free
from rules.torres.fans import FOUND_ON, KING_TO, OPENED, PLACE_ON, STAY
from rules.torres.position import (
    BACK,
    CARD,
    CARRY,
    DROP,
    FOUND,
    KEEP,
    KING,
    MAIN,
    MOVE_KING,
    PLACE,
    STACK,
    STACKS,
    STAGES,
)  # fmt: skip

if TYPE_CHECKING:
    from rules.torres.state import TorresState

ANY: Final = -1
"""In place of the number of arguments: ``stacks`` has one for each stack."""


def _actions(kind: str) -> Callable[[TorresState], list[Move]]:
    """The choices of one kind in the main stage, which are listed together."""
    return lambda state: [move for move in state.actions() if move.kind == kind]


# fmt: off
_ROWS: Final[tuple[tuple[str, Kind[TorresState]], ...]] = (
    ("found", Kind(
        FOUND, 1,
        lambda state: FOUND_ON.to(state.foundations()),
        lambda state, move: state.why_no_foundation(move.args[0]),
        lambda state, move, told: state.lay_foundation(move.args[0], told),
        free,
    )),
    ("place", Kind(
        PLACE, 1,
        lambda state: PLACE_ON.to(state.land.free_blocks()),
        lambda state, move: state.why_no_place(move.args[0]),
        lambda state, move, told: state.place_knight(move.args[0], told),
        free,
    )),
    ("king", Kind(
        KING, 1,
        lambda state: KING_TO.to(state.land.free_blocks()),
        lambda state, move: state.why_no_king(move.args[0]),
        lambda state, move, told: state.place_king(move.args[0], told),
        free,
    )),
    ("insert", Kind(
        MAIN, 1,
        _actions("insert"),
        lambda state, move: state.why_no_insertion(move.args[0]),
        lambda state, move, told: state.insert(move.args[0], told),
        lambda state, move: state.terms.box.insert,
    )),
    ("move", Kind(
        MAIN, 2,
        _actions("move"),
        lambda state, move: state.why_no_move(move.args[0], move.args[1]),
        lambda state, move, told: state.move_for_points(move.args[0], move.args[1], told),
        lambda state, move: state.terms.box.move,
    )),
    ("block", Kind(
        MAIN, 1,
        _actions("block"),
        lambda state, move: state.why_no_block(move.args[0]),
        lambda state, move, told: state.place_block(move.args[0], told),
        lambda state, move: state.terms.box.block,
    )),
    ("buy", Kind(
        MAIN, 0,
        _actions("buy"),
        lambda state, move: state.why_no_purchase(),
        lambda state, move, told: state.buy(told),
        lambda state, move: state.terms.box.buy,
    )),
    ("card", Kind(
        MAIN, 1,
        _actions("card"),
        lambda state, move: state.why_no_card(move.args[0]),
        lambda state, move, told: state.play_card(move.args[0], told),
        free,
    )),
    ("step", Kind(
        MAIN, 0,
        _actions("step"),
        allowed,
        lambda state, move, told: state.step_on_track(told),
        lambda state, move: state.terms.box.step,
    )),
    ("end", Kind(
        MAIN, 0,
        _actions("end"),
        allowed,
        lambda state, move, told: state.end_actions(),
        free,
    )),
    ("stack", Kind(
        STACK, 1,
        lambda state: [Move("stack", (size,)) for size in state.sizes()],
        lambda state, move: "" if move.args[0] in state.sizes() else "no-such-stack",
        lambda state, move, told: state.take_from(move.args[0], told),
        free,
    )),
    ("opened", Kind(
        STACK, 0,
        lambda state: [OPENED] if state.card and state.opened > 0 else [],
        lambda state, move: "" if state.card and state.opened > 0 else "no-such-stack",
        lambda state, move, told: state.take_from_opened(),
        free,
    )),
    ("keep", Kind(
        KEEP, 1,
        lambda state: [Move("keep", (slot,)) for slot in state.cards.looking],
        lambda state, move: state.why_not_looked_at(move.args[0]),
        lambda state, move, told: state.keep_card(move.args[0], told),
        free,
    )),
    ("top", Kind(
        BACK, 1,
        lambda state: [Move("top", (slot,)) for slot in state.cards.looking],
        lambda state, move: state.why_not_looked_at(move.args[0]),
        lambda state, move, told: state.put_back(move.args[0], True, told),
        free,
    )),
    ("bottom", Kind(
        BACK, 1,
        lambda state: [Move("bottom", (slot,)) for slot in state.cards.looking] if state.bottom_differs() else [],
        lambda state, move: state.why_not_below(move.args[0]),
        lambda state, move, told: state.put_back(move.args[0], False, told),
        free,
    )),
    ("move", Kind(
        CARD, 2,
        lambda state: state.card_moves(),
        lambda state, move: state.why_no_card_move(move.args[0], move.args[1]),
        lambda state, move, told: state.move_by_card(move.args[0], move.args[1], told),
        free,
    )),
    ("block", Kind(
        CARD, 1,
        lambda state: state.card_block_moves(),
        lambda state, move: state.why_no_card_block(move.args[0]),
        lambda state, move, told: state.place_card_block(move.args[0], told),
        free,
    )),
    ("lift", Kind(
        CARD, 1,
        lambda state: state.lifts(),
        lambda state, move: state.why_no_lift(move.args[0]),
        lambda state, move, told: state.lift(move.args[0], told),
        free,
    )),
    ("drop", Kind(
        DROP, 1,
        lambda state: state.drops(),
        lambda state, move: state.why_no_drop(move.args[0]),
        lambda state, move, told: state.drop(move.args[0], told),
        free,
    )),
    ("stacks", Kind(
        STACKS, ANY,
        lambda state: state.stackings(),
        lambda state, move: state.why_not_stacked(move.args),
        lambda state, move, told: state.arrange(move.args, told),
        free,
    )),
    ("stacks", Kind(
        CARRY, ANY,
        lambda state: state.stackings(),
        lambda state, move: state.why_not_stacked(move.args),
        lambda state, move, told: state.arrange(move.args, told),
        free,
    )),
    ("king", Kind(
        MOVE_KING, 1,
        lambda state: KING_TO.to(state.land.free_blocks()),
        lambda state, move: state.why_no_king(move.args[0]),
        lambda state, move, told: state.move_king(move.args[0], told),
        free,
    )),
    ("stay", Kind(
        MOVE_KING, 0,
        lambda state: [STAY],
        allowed,
        lambda state, move, told: state.leave_king(told),
        free,
    )),
)
# fmt: on

KINDS: Final[dict[str, dict[str, Kind[TorresState]]]] = {
    stage: {name: row for name, row in _ROWS if row.step == stage} for stage in STAGES
}
"""By stage the kinds of moves that are asked there, in the order in which they are listed."""

ARITY: Final[dict[str, int]] = {name: row.arity for name, row in _ROWS}
"""The number of arguments of each kind, or ANY."""

ON_CELLS: Final = ("found", "place", "king", "insert", "move", "block", "lift", "drop")
"""The kinds whose arguments are cells."""
