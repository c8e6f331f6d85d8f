"""The numbers in the help, computed with the engine: how the data of a picture says where a number comes from.

``value 8`` measures the position after the picture's moves, ``before value 8`` the one before them, and ``gain money 0`` is the
difference between the two, ``spent money 0`` the same when it grows less. ``added 7 17`` is what the building on
field 7 is worth after the moves beyond what those on the two fields were worth before.
"""

from __future__ import annotations

from collections.abc import Callable

from client.pictures.picture import Picture
from rules.contract import State


def number_of(how: str, picture: Picture) -> int:
    """The number that these words describe."""
    first, _, rest = how.partition(" ")
    if first == "gain":
        return _measured(rest, picture.after) - _measured(rest, picture.before)
    if first == "spent":
        return -number_of(f"gain {rest}", picture)
    if first == "added":
        one, other = (_measured(f"value {cell}", picture.before) for cell in rest.split(" "))
        return _measured(f"value {rest.split(' ')[0]}", picture.after) - one - other
    if first == "before":
        return _measured(rest, picture.before)
    return _measured(how, picture.after)


def _measured(how: str, state: State) -> int:
    name, *words = how.split(" ")
    return MEASURES[name](state, *words)


def _player(state: State, seat: str) -> dict:
    return state.facts()["players"][int(seat)]


def _building(state: State, cell: str) -> dict:
    return next(one for one in state.facts()["buildings"] if int(cell) in one["cells"])


def _castle(state: State, cell: str) -> dict:
    return next(one for one in state.facts()["castles"] if int(cell) in one["cells"])


def _part(state: State, kind: str, seat: str) -> int:
    """The points of a seat in the lines of this kind."""
    return sum(line.points for line in state.score_trace() if line.reason.kind == kind and line.seat == int(seat))


def _now(state: State, kind: str, seat: str) -> int:
    """The points that a seat would get for this if the year of Torres ended now."""
    return sum(line[1] for line in state.facts()["outlook"] if line[2] == kind and line[0] == int(seat))


def _in_castle(state: State, cell: str, seat: str) -> int:
    """The points that a seat would get for one castle of Torres."""
    cells = _castle(state, cell)["cells"]
    lines = [line for line in state.facts()["outlook"] if line[2] == "castle" and line[0] == int(seat)]
    return sum(line[1] for line in lines if line[3] in cells)


def _pay(state: State, seat: str) -> int:
    """The cards of a seat of Burgenland, jokers included."""
    player = _player(state, seat)
    return len(player["hand"]) + player["jokers"]


MEASURES: dict[str, Callable[..., int]] = {
    "money": lambda state, seat: _player(state, seat)["money"],
    "score": lambda state, seat: state.scores()[int(seat)],
    "part": _part,
    "value": lambda state, cell: _building(state, cell)["value"],
    "level": lambda state, cell: state.facts()["levels"][int(cell) - 1],
    "nobles": lambda state: len(state.facts()["nobles"]),
    "blocks": lambda state: state.facts()["blocks"],
    "area": lambda state, cell: len(_castle(state, cell)["cells"]),
    "height": lambda state, cell: state.facts()["levels"][int(cell)],
    "castle": _in_castle,
    "now": _now,
    "points": lambda state, seat: _player(state, seat)["points"],
    "ap": lambda state: state.facts()["ap"],
    "hand": lambda state, seat: len(_player(state, seat)["hand"]),
    "jokers": lambda state, seat: _player(state, seat)["jokers"],
    "paying": _pay,
    "mark": lambda state: state.facts()["marks"][state.facts()["covered"] - 1],
    "all": lambda state, seat: sum(_player(state, seat)["pieces"]) + state.scores()[int(seat)],
    "left": lambda state, seat: sum(_player(state, seat)["pieces"]),
}
