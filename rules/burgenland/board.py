"""The board, cards and numbers of Burgenland, read from the data file and checked entry by entry."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.burgenland.cards import CARD_FACES, COLOURS, LAW_BREAK, PIECES, TILES, TOP_COIN, WELL, face_of
from rules.contract import RulesError
from rules.message import Value, message
from rules.native import mypyc_attr

SEATS: Final = (2, 3, 4)
CROSSINGS: Final = "ABCDEFGH"
CASTLES: Final = 11
SQUARES: Final = "abc"
PLOT_SQUARE: Final = len(SQUARES) + 1
"""The number of the square that an extra plot adds to a castle."""

_SQUARE: Final = re.compile(r"([1-9]|1[01])([abc])")
_REWARD: Final = re.compile(r"[?SJ]|M[1-9]")
_COUNTED: Final = 99


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Castle:
    """A small castle as printed.

    Attributes:
        ends: the two crossings (1..8) it lies between.
        squares: what its squares a, b and c bring: ``?``, ``S``, ``J`` or ``M`` and a number of coins.
    """

    ends: tuple[int, int]
    squares: tuple[str, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Table:
    """The values that depend on the number of players.

    Attributes:
        pieces: walls, houses, palaces and wells of each player.
        blocked: (castle, square, piece) put on the board at set-up.
        marks: what the wells bring, first to last.
    """

    pieces: tuple[int, ...]
    blocked: tuple[tuple[int, int, int], ...]
    marks: tuple[int, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Board:
    """The content of the data file, which explains the entries of the same names. All positions share it unchanged.

    Attributes:
        crossings: (column, row) of each crossing.
        castles: the small castles, castle 1 first.
        large_castle: the crossings round the large castle.
        tables: by number of players.
        cards: the faces of the heraldic cards, ascending.
        tiles: the faces of the ?-tiles, ascending.
        counts: how many cards or tiles there are of each face.
        builders: the costs of the builder cards, ascending.
        large_prices: for wall, house and palace: cards of the same colour, cards of different colours.
        jokers: how many there are; ``swaps`` likewise.
    """

    crossings: tuple[tuple[int, int], ...]
    castles: tuple[Castle, ...]
    large_castle: tuple[int, ...]
    tables: Mapping[int, Table]
    cards: tuple[int, ...]
    tiles: tuple[int, ...]
    counts: list[int]
    builders: tuple[int, ...]
    jokers_for_wall: tuple[int, ...]
    start_hands: tuple[int, ...]
    balanced_hands: tuple[int, ...]
    start_jokers: int
    draw: int
    permission: int
    joker_price: int
    five: int
    minus_ten: int
    large_prices: tuple[tuple[int, int], ...]
    jokers: int
    swaps: int


def split_square(name: str) -> tuple[int, str]:
    """The number of the castle and the letter of the square in a name such as ``11b``; (0, "") for no square."""
    match = _SQUARE.fullmatch(name)
    return (int(match[1]), match[2]) if match else (0, "")


def is_reward(name: str) -> bool:
    """Whether a square may have this reward."""
    return _REWARD.fullmatch(name) is not None


def read_board(content: object) -> Board:
    """The board that the parsed data file describes. Raises RulesError for the first entry that is wrong."""
    data = _group(content, "burgenland.json", ("ours", "facts"))
    ours = _group(
        data["ours"],
        "ours",
        (
            "crossings", "castles", "large_castle", "blocked", "coins", "builders",
            "well_marks", "tiles", "jokers_for_wall", "balanced_hands",
        ),
    )  # fmt: skip
    facts = _group(
        data["facts"],
        "facts",
        (
            "box", "pieces", "start_hands", "start_jokers", "draw", "permission",
            "joker_price", "five", "minus_ten", "large_prices",
        ),
    )  # fmt: skip
    places = _group(ours["crossings"], "ours.crossings", CROSSINGS)
    tiles = _group(ours["tiles"], "ours.tiles", TILES)
    counts = [_number(tiles[kind], f"ours.tiles.{kind}", 0, 13) for kind in TILES]
    if sum(counts) != 13:
        raise _error("tiles", found=sum(counts), needed=13)
    box_entries = (*PIECES, "joker", "swap")
    box_group = _group(facts["box"], "facts.box", box_entries)
    box = [_number(box_group[name], f"facts.box.{name}", 1, _COUNTED) for name in box_entries]
    castles = _castles(ours["castles"])
    printed = [reward for castle in castles for reward in castle.squares]
    for reward, there in (("?", sum(counts)), ("S", box[5])):
        if printed.count(reward) > there:
            raise _error("rewards", reward=reward, found=printed.count(reward), needed=there)
    start_jokers = _number(facts["start_jokers"], "facts.start_jokers", 0, box[4] // SEATS[-1])
    cards = _cards(ours["coins"])
    tile_faces = tuple(CARD_FACES + 1 + kind for kind, count in enumerate(counts) for _ in range(count))
    return Board(
        crossings=tuple(_pair(places[name], f"ours.crossings.{name}", 1, 20) for name in CROSSINGS),
        castles=castles,
        large_castle=_corners(ours["large_castle"]),
        tables=_tables(ours, facts, box),
        cards=cards,
        tiles=tile_faces,
        counts=[(*cards, *tile_faces).count(face) for face in range(LAW_BREAK + 1)],
        builders=tuple(sorted(_numbers(ours["builders"], "ours.builders", 12, 1, 9))),
        jokers_for_wall=_numbers(ours["jokers_for_wall"], "ours.jokers_for_wall", PLOT_SQUARE, 0, 9),
        start_hands=_numbers(facts["start_hands"], "facts.start_hands", SEATS[-1], 1, 9),
        balanced_hands=_numbers(ours["balanced_hands"], "ours.balanced_hands", SEATS[-1], 1, 9),
        start_jokers=start_jokers,
        draw=_number(facts["draw"], "facts.draw", 1, 9),
        permission=_number(facts["permission"], "facts.permission", 1, 9),
        joker_price=_number(facts["joker_price"], "facts.joker_price", 1, 12),
        five=_number(facts["five"], "facts.five", 1, 12),
        minus_ten=_number(facts["minus_ten"], "facts.minus_ten", 1, 12),
        large_prices=_large_prices(facts["large_prices"]),
        jokers=box[4],
        swaps=box[5],
    )


def _castles(entry: object) -> tuple[Castle, ...]:
    castles = []
    group = _group(entry, "ours.castles", [str(number) for number in range(1, CASTLES + 1)])
    for number in range(1, CASTLES + 1):
        path = f"ours.castles.{number}"
        castle = _group(group[str(number)], path, ("between", "squares"))
        ends = _list(castle["between"], f"{path}.between", 2)
        for name in ends:
            if name not in tuple(CROSSINGS):
                raise _error("crossing", castle=number, found=_quoted(name))
        if ends[0] == ends[1]:
            raise _error("road", castle=number, found=_quoted(ends[0]))
        rewards = []
        for square, reward in zip(SQUARES, _list(castle["squares"], f"{path}.squares", len(SQUARES)), strict=True):
            if not isinstance(reward, str) or not _REWARD.fullmatch(reward):
                raise _error("reward", castle=number, square=square, found=_quoted(reward))
            rewards.append(reward)
        castles.append(Castle((CROSSINGS.index(str(ends[0])) + 1, CROSSINGS.index(str(ends[1])) + 1), tuple(rewards)))
    return tuple(castles)


def _corners(entry: object) -> tuple[int, ...]:
    corners = []
    for name in _list(entry, "ours.large_castle", 4):
        if name not in tuple(CROSSINGS):
            raise _error("large-crossing", found=_quoted(name))
        corners.append(CROSSINGS.index(str(name)) + 1)
    return tuple(corners)


def _tables(ours: Mapping[str, object], facts: Mapping[str, object], box: Sequence[int]) -> dict[int, Table]:
    counts = [str(seats) for seats in SEATS]
    pieces = _group(facts["pieces"], "facts.pieces", counts)
    blocked = _group(ours["blocked"], "ours.blocked", counts)
    marks = _group(ours["well_marks"], "ours.well_marks", counts)
    tables = {}
    for seats in SEATS:
        each_group = _group(pieces[str(seats)], f"facts.pieces.{seats}", PIECES)
        each = tuple(_number(each_group[piece], f"facts.pieces.{seats}.{piece}", 0, 20) for piece in PIECES)
        there = _blocked(blocked[str(seats)], seats)
        for piece, name in enumerate(PIECES, 1):
            needed = seats * each[piece - 1] + sum(block[2] == piece for block in there)
            if needed != box[piece - 1] and (piece != WELL or needed > box[piece - 1]):
                raise _error("pieces", seats=seats, piece=name, found=needed, needed=box[piece - 1])
        wells = seats * each[WELL - 1]
        if wells > CASTLES:
            raise _error("wells", seats=seats, found=wells, needed=CASTLES)
        if sum(each) == 0:
            raise _error("nothing-to-build", seats=seats)
        tables[seats] = Table(each, there, _numbers(marks[str(seats)], f"ours.well_marks.{seats}", wells, 1, 9))
    return tables


def _blocked(entry: object, seats: int) -> tuple[tuple[int, int, int], ...]:
    group = _group(entry, f"ours.blocked.{seats}", PIECES[: WELL - 1])
    there: list[tuple[int, int, int]] = []
    for piece, name in enumerate(PIECES[: WELL - 1], 1):
        squares = group[name]
        if not isinstance(squares, list):
            raise _error("squares", entry=f"ours.blocked.{seats}.{name}")
        for square in squares:
            match = _SQUARE.fullmatch(square) if isinstance(square, str) else None
            if match is None:
                raise _error("square", seats=seats, piece=name, found=_quoted(square))
            place = (int(match[1]), SQUARES.index(match[2]) + 1)
            if any(block[:2] == place for block in there):
                raise _error("twice", seats=seats, castle=place[0], square=match[2])
            there.append((*place, piece))
    return tuple(sorted(there))


def _cards(entry: object) -> tuple[int, ...]:
    coins = _group(entry, "ours.coins", COLOURS)
    faces = []
    for colour, name in enumerate(COLOURS, 1):
        faces += [face_of(colour, value) for value in _numbers(coins[name], f"ours.coins.{name}", 10, 1, TOP_COIN)]
    return tuple(sorted(faces))


def _large_prices(entry: object) -> tuple[tuple[int, int], ...]:
    pieces = PIECES[: WELL - 1]
    group = _group(entry, "facts.large_prices", pieces)
    prices = []
    for name in pieces:
        path = f"facts.large_prices.{name}"
        price = _group(group[name], path, ("same", "different"))
        same = _number(price["same"], f"{path}.same", 1, 10)
        prices.append((same, _number(price["different"], f"{path}.different", 1, len(COLOURS))))
    return tuple(prices)


# -- entries -----------------------------------------------------------------------------------------------------------


def _error(problem: str, **values: Value) -> RulesError:
    return RulesError(message(f"burgenland.data.{problem}", **values))


def _quoted(value: object) -> str:
    return str(value)[:40]


def _group(value: object, path: str, keys: Sequence[str]) -> Mapping[str, object]:
    """An object with exactly these keys, and perhaps an explanation called ``about``."""
    if not isinstance(value, Mapping):
        raise _error("group", entry=path)
    for key in keys:
        if key not in value:
            raise _error("missing", entry=f"{path}.{key}")
    for key in value:
        if key != "about" and key not in tuple(keys):
            raise _error("extra", entry=f"{path}.{_quoted(key)}")
    return value


def _list(value: object, path: str, count: int) -> Sequence[object]:
    if not isinstance(value, list) or len(value) != count:
        raise _error("list", entry=path, count=count)
    return value


def _number(value: object, path: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise _error("number", entry=path, least=least, most=most, found=_quoted(value))
    return value


def _numbers(value: object, path: str, count: int, least: int, most: int) -> tuple[int, ...]:
    entries = enumerate(_list(value, path, count), 1)
    return tuple(_number(entry, f"{path}.{place}", least, most) for place, entry in entries)


def _pair(value: object, path: str, least: int, most: int) -> tuple[int, int]:
    one, other = _numbers(value, path, 2, least, most)
    return one, other
