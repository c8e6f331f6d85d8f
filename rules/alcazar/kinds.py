"""The kinds of moves of Alcazar: those of Das neue Big Boss, without the choice of a castle that stays, and three more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.alcazar.bridges import BRIDGE_PRICE
from rules.kinds import Kind, free
from rules.loop.kinds import LOOP_KINDS

if TYPE_CHECKING:
    from rules.alcazar.state import AlcazarState

# fmt: off
_BRIDGE: Final[Kind[AlcazarState]] = Kind(
    "main", 2,
    lambda state: state.bridge_moves(),
    lambda state, move: state.why_no_bridge(*move.args),
    lambda state, move, told: state.build_bridge(move.args[0], move.args[1], told),
    lambda state, move: BRIDGE_PRICE,
)
_MOVE: Final[Kind[AlcazarState]] = Kind(
    "noble", 2,
    lambda state: state.noble_moves(),
    lambda state, move: state.why_no_move(*move.args),
    lambda state, move, told: state.move_noble(move.args[0], move.args[1], told),
    free,
)
_SWAP: Final[Kind[AlcazarState]] = Kind(
    "noble", 2,
    lambda state: state.noble_swaps(),
    lambda state, move: state.why_no_swap(*move.args),
    lambda state, move, told: state.swap_nobles(move.args[0], move.args[1], told),
    free,
)
# fmt: on


def _alcazar_kinds() -> dict[str, Kind[AlcazarState]]:
    """Nothing depends on which castle stays in a merger (M1), so nobody is asked; ``done`` is always listed last."""
    shared: dict[str, Kind[AlcazarState]] = {name: kind for name, kind in LOOP_KINDS.items() if name not in ("keep", "done")}
    return {**shared, "bridge": _BRIDGE, "move": _MOVE, "swap": _SWAP, "done": LOOP_KINDS["done"]}


ALCAZAR_KINDS: Final[dict[str, Kind[AlcazarState]]] = _alcazar_kinds()
"""Every kind of move, in the order in which moves are listed."""
