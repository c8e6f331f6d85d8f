"""The flaws of a map of Burgenland, square by square, and the differences between two maps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.burgenland.board import CASTLES, CROSSINGS, SEATS, SQUARES, is_reward, split_square
from rules.burgenland.cards import PIECES, WELL
from rules.flaws import Difference, Flaw, differing, without_about
from rules.message import message

DATA: Final = "burgenland"
BLOCKING: Final = PIECES[: WELL - 1]
"""The pieces that may block a square at set-up."""

_TILES: Final = {"?": "tile", "S": "swap"}


def burgenland_flaws(data: Mapping[str, object]) -> list[Flaw]:
    """Too few tiles for the rewards, roads that lead nowhere, squares blocked twice, and pieces left over.

    Empty where the data do not have the form of a map at all: the reader says why.
    """
    ours = _ours(data)
    if ours is None:
        return []
    found = _roads(ours) + _rewards(data, ours)
    for seats in SEATS:
        found += _blocks(data, ours, seats)
    return found


def _roads(ours: Mapping[str, object]) -> list[Flaw]:
    found = []
    for castle in range(1, CASTLES + 1):
        one, other = ends_of(ours, castle)
        if one == other:
            found.append(Flaw(message("burgenland.data.road", castle=castle, found=one), (f"castle {castle}",)))
    places = [spot_of(ours, crossing) for crossing in CROSSINGS]
    for number, place in enumerate(places, 1):
        if place in places[: number - 1]:
            first = places.index(place) + 1
            said = message("boards.burgenland.same", one=CROSSINGS[first - 1], other=CROSSINGS[number - 1])
            found.append(Flaw(said, (f"crossing {first}", f"crossing {number}")))
    return found


def _rewards(data: Mapping[str, object], ours: Mapping[str, object]) -> list[Flaw]:
    there = {
        "?": sum(_number(ours, "tiles", kind) for kind in _keys(ours, "tiles")),
        "S": _number(data[DATA], "facts", "box", "swap"),
    }
    found = []
    for reward, most in there.items():
        squares = [
            (castle, place)
            for castle in range(1, CASTLES + 1)
            for place, printed in enumerate(rewards_of(ours, castle), 1)
            if printed == reward
        ]
        if len(squares) > most:
            said = message("boards.burgenland.rewards", reward=_TILES[reward], found=len(squares), needed=most)
            found.append(Flaw(said, tuple(f"square {castle} {place}" for castle, place in squares)))
    return found


def _blocks(data: Mapping[str, object], ours: Mapping[str, object], seats: int) -> list[Flaw]:
    found = []
    squares: dict[str, str] = {}
    for piece in BLOCKING:
        for square in blocked_by(ours, seats, piece):
            if square in squares:
                castle, letter = split_square(square)
                said = message("burgenland.data.twice", seats=seats, castle=castle, square=letter)
                found.append(Flaw(said, (place_of(square),)))
            squares[square] = piece
    for piece in BLOCKING:
        each = _number(data[DATA], "facts", "pieces", str(seats), piece)
        box = _number(data[DATA], "facts", "box", piece)
        there = len(blocked_by(ours, seats, piece))
        if there != box - seats * each:
            said = message("boards.burgenland.pieces", seats=seats, piece=piece, found=there, needed=box - seats * each)
            found.append(Flaw(said, tuple(place_of(square) for square in blocked_by(ours, seats, piece))))
    return found


def burgenland_differences(old: Mapping[str, object], new: Mapping[str, object]) -> list[Difference]:
    """Crossings, roads, rewards and blocked squares, then all other entries."""
    before, after = _ours(old), _ours(new)
    if before is None or after is None:
        return differing(old, new)
    found = []
    for number, crossing in enumerate(CROSSINGS, 1):
        one, other = spot_of(before, crossing), spot_of(after, crossing)
        if one != other:
            said = message("boards.burgenland.moved", crossing=crossing, x=one[0], y=one[1], column=other[0], row=other[1])
            found.append(Difference(f"{DATA}.ours.crossings.{crossing}", list(one), list(other), said, (f"crossing {number}",)))
    for castle in range(1, CASTLES + 1):
        ends = (ends_of(before, castle), ends_of(after, castle))
        if ends[0] != ends[1]:
            (first, second), (one_end, other_end) = ends
            said = message("boards.burgenland.road", castle=castle, one=one_end, other=other_end, first=first, second=second)
            entry = f"{DATA}.ours.castles.{castle}.between"
            found.append(Difference(entry, list(ends[0]), list(ends[1]), said, (f"castle {castle}",)))
        rewards = zip(rewards_of(before, castle), rewards_of(after, castle), strict=True)
        for place, (printed, now) in enumerate(rewards, 1):
            if printed != now:
                said = message(
                    "boards.burgenland.reward",
                    castle=castle,
                    square=SQUARES[place - 1],
                    old=reward_word(printed),
                    new=reward_word(now),
                )
                entry = f"{DATA}.ours.castles.{castle}.squares.{place - 1}"
                found.append(Difference(entry, printed, now, said, (f"square {castle} {place}",)))
    for seats in SEATS:
        found += _blocked_otherwise(before, after, seats)
    return found + differing(_rest(old), _rest(new), DATA)


def _blocked_otherwise(before: Mapping[str, object], after: Mapping[str, object], seats: int) -> list[Difference]:
    one, other = blocked(before, seats), blocked(after, seats)
    found = []
    for castle in range(1, CASTLES + 1):
        for letter in SQUARES:
            square = f"{castle}{letter}"
            if one.get(square) != other.get(square):
                old, new = one.get(square, "free"), other.get(square, "free")
                values: dict[str, int | str] = {"castle": castle, "square": letter, "old": old, "new": new}
                said = message("boards.burgenland.blocked", seats=seats, **values)
                entry = f"{DATA}.ours.blocked.{seats}.{square}"
                found.append(Difference(entry, one.get(square), other.get(square), said, (place_of(square),)))
    return found


def map_can_be_drawn(data: Mapping[str, object], widest: int) -> bool:
    """Whether the data have the form of a map, its crossings apart from each other on a grid of so many columns and rows."""
    ours = _ours(data)
    if ours is None:
        return False
    around = ours.get("large_castle")
    return (
        not _roads(ours)
        and isinstance(around, list)
        and all(name in tuple(CROSSINGS) for name in around)
        and all(1 <= side <= widest for name in CROSSINGS for side in spot_of(ours, name))
        and all(end in tuple(CROSSINGS) for castle in range(1, CASTLES + 1) for end in ends_of(ours, castle))
        and all(is_reward(reward) for castle in range(1, CASTLES + 1) for reward in rewards_of(ours, castle))
    )


# -- what the data say ---------------------------------------------------------------------------------------------------


def place_of(square: str) -> str:
    """The place of a square such as ``11b``, as lessons name it."""
    castle, letter = split_square(square)
    return f"square {castle} {SQUARES.index(letter) + 1}"


def reward_word(reward: str) -> str:
    """The last part of the key that names a reward (``boards.reward.*``)."""
    return _TILES.get(reward) or ("joker" if reward == "J" else f"coins-{reward[1:]}")


def blocked(ours: Mapping[str, object], seats: int) -> dict[str, str]:
    """The blocked squares with the piece on each, for a number of players."""
    return {square: piece for piece in BLOCKING for square in blocked_by(ours, seats, piece)}


def blocked_by(ours: Mapping[str, object], seats: int, piece: str) -> list[str]:
    """The squares that these pieces block for a number of players."""
    there = _inside(ours, "blocked", str(seats), piece)
    assert isinstance(there, list)
    return there


def ends_of(ours: Mapping[str, object], castle: int) -> tuple[str, str]:
    """The crossings that a castle lies between."""
    ends = _inside(ours, "castles", str(castle), "between")
    assert isinstance(ends, list)
    return ends[0], ends[1]


def rewards_of(ours: Mapping[str, object], castle: int) -> list[str]:
    """What the squares of a castle bring."""
    rewards = _inside(ours, "castles", str(castle), "squares")
    assert isinstance(rewards, list)
    return rewards


def spot_of(ours: Mapping[str, object], crossing: str) -> tuple[int, int]:
    """Column and row of a crossing."""
    spot = _inside(ours, "crossings", crossing)
    assert isinstance(spot, list)
    return spot[0], spot[1]


def _ours(data: Mapping[str, object]) -> Mapping[str, object] | None:
    """The part of the data that the board shows; None where it does not have that form."""
    content = data.get(DATA)
    if not isinstance(content, Mapping) or not isinstance(content.get("ours"), Mapping):
        return None
    ours: Mapping[str, object] = content["ours"]
    formed = [
        *(_formed(ours, ("crossings", name), 2, int) for name in CROSSINGS),
        *(_formed(ours, ("castles", str(number), "between"), 2, str) for number in range(1, CASTLES + 1)),
        *(_formed(ours, ("castles", str(number), "squares"), len(SQUARES), str) for number in range(1, CASTLES + 1)),
        *(_formed(ours, ("blocked", str(seats), piece), None, str) for seats in SEATS for piece in BLOCKING),
        *(type(_inside(content, "facts", "box", name)) is int for name in (*BLOCKING, "swap")),
        *(type(_inside(content, "facts", "pieces", str(seats), piece)) is int for seats in SEATS for piece in BLOCKING),
        all(type(_inside(ours, "tiles", kind)) is int for kind in _keys(ours, "tiles")),
    ]
    if not all(formed):
        return None
    squares = [square for seats in SEATS for piece in BLOCKING for square in blocked_by(ours, seats, piece)]
    return ours if all(split_square(square) != (0, "") for square in squares) else None


def _formed(ours: Mapping[str, object], path: tuple[str, ...], length: int | None, kind: type) -> bool:
    value = _inside(ours, *path)
    return isinstance(value, list) and length in (None, len(value)) and all(type(item) is kind for item in value)


def _inside(value: object, *path: str) -> object:
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _keys(ours: Mapping[str, object], name: str) -> list[str]:
    group = ours.get(name)
    return [key for key in group if key != "about"] if isinstance(group, Mapping) else []


def _number(value: object, *path: str) -> int:
    number = _inside(value, *path)
    return number if isinstance(number, int) else 0


def _rest(data: Mapping[str, object]) -> object:
    """The entries that the differences have not named yet."""
    content = without_about(data[DATA])
    assert isinstance(content, dict)
    ours = {key: value for key, value in content["ours"].items() if key not in ("crossings", "castles", "blocked")}
    return {**content, "ours": ours}
