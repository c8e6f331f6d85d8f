"""Every kind of move of the loop games in one table; :mod:`rules.kinds` says what a row holds. Prices are in Real."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from rules.contract import Move
from rules.kinds import Kind, allowed, free
from rules.loop.terms import BARON, CARD_PRICE, FIELDS, GRANDE, TOWER_PRICE

if TYPE_CHECKING:
    from rules.loop.turn import LoopState

S = TypeVar("S", bound="LoopState", contravariant=True)


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
        """Make the move with this number when it is first asked for."""
        move = self[number] = Move(self.kind, (number,))
        return move


PLAY: Final = tuple(Move("play", (number,)) for number in range(FIELDS + 1))
BUY_CARD: Final = tuple(Move("buy-card", (number,)) for number in range(FIELDS + 1))
WITHDRAW: Final = Fan("withdraw")
PLAY_TOWER: Final = Fan("play-tower")
CASTLE: Final = Fan("castle")
KEEP: Final = Fan("keep")
CREST: Final = Fan("crest")
BARON_TO: Final = Fan("baron")
GRANDE_TO: Final = Fan("grande")
BUY_PILE: Final = Move("buy-pile")
BUY_TOWER: Final = Move("buy-tower")
PASS: Final = Move("pass")
VILLA: Final = Move("villa")
DONE: Final = Move("done")


def _actions(kind: str) -> Callable[[LoopState], list[Move]]:
    """The choices of one kind in the main step, which are listed together."""
    return lambda state: [move for move in state.actions() if move.kind == kind]


# fmt: off
LOOP_KINDS: Final[dict[str, Kind[LoopState]]] = {
    "withdraw": Kind(
        "main", 1,
        _actions("withdraw"),
        lambda state, move: state.why_no_withdrawal(move.args[0]),
        lambda state, move, told: state.withdraw(move.args[0], told),
        free,
    ),
    "play": Kind(
        "main", 1,
        _actions("play"),
        lambda state, move: state.why_no_play(move.args[0]),
        lambda state, move, told: state.name_card(move.args[0], told),
        free,
    ),
    "play-tower": Kind(
        "main", 1,
        _actions("play-tower"),
        lambda state, move: state.why_no_tower(move.args[0]),
        lambda state, move, told: state.play_tower(move.args[0], told),
        free,
    ),
    "buy-card": Kind(
        "main", 1,
        _actions("buy-card"),
        lambda state, move: state.why_no_card(move.args[0]),
        lambda state, move, told: state.buy_card(move.args[0], told),
        lambda state, move: CARD_PRICE,
    ),
    "buy-pile": Kind(
        "main", 0,
        _actions("buy-pile"),
        lambda state, move: state.why_no_pile(),
        lambda state, move, told: state.buy_from_pile(told),
        lambda state, move: CARD_PRICE,
    ),
    "buy-tower": Kind(
        "main", 0,
        _actions("buy-tower"),
        lambda state, move: state.why_no_tower_card(),
        lambda state, move, told: state.buy_tower(told),
        lambda state, move: TOWER_PRICE,
    ),
    "pass": Kind(
        "main", 0,
        _actions("pass"),
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
