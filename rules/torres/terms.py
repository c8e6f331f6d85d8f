"""The contents of the box and the house rules of one game: read from the data file and checked entry by entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NoReturn

from rules.contract import RulesError
from rules.message import message
from rules.native import mypyc_attr
from rules.torres.grid import CELLS, NEAR_DIAMOND, NEAR_PLUS, SQUARES, SQUARES_UPRIGHT
from rules.torres.land import FREE, SINKING, STOREY

DATA: Final = "torres"
"""Name of the data file."""

SEATS: Final = (2, 3, 4)
COLOURS: Final = max(SEATS)
PHASES: Final = 3

MOST_STACKS: Final = 8
"""A move that names all stacks of a player has no room for more."""

CARDS: Final = (
    "climb-two", "block-under-knight", "extra-block", "gates", "diagonal",
    "six-ap", "seven-ap", "move-block", "relocate-knight", "leap",
)  # fmt: skip
"""The action cards; the face of each is its number here, counted from 1."""

CLIMB: Final = 1
UNDER: Final = 2
EXTRA: Final = 3
THROUGH_GATES: Final = 4
DIAGONAL: Final = 5
SIX: Final = 6
SEVEN: Final = 7
MOVE_BLOCK: Final = 8
RELOCATE: Final = 9
LEAP: Final = 10

MASTER_CARDS: Final = ("different-levels", "same-level", "row", "square", "edge", "castles", "diagonals", "neighbours")
"""The master cards, counted from 1 likewise."""

DIFFERENT: Final = 1
SAME: Final = 2
ROW: Final = 3
SQUARE: Final = 4
EDGE: Final = 5
CASTLES: Final = 6
DIAGONALS: Final = 7
NEIGHBOURS: Final = 8

COSTS: Final = ("insert", "move", "block", "buy", "step")


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Box:
    """The numbers of the game, which nothing changes; the entries of the same name in the data file explain each.

    Attributes:
        stacks: by number of players the stacks of each phase.
        cards: copies of each action card in one colour, by face (index 0 unused).
        extra_points: action points a card adds to a turn, by face.
        king_levels: the level of the king's bonus in each phase, and ``king_points`` what it brings.
        master: points of each master card in each phase, by card (index 0 unused).
        castles_wanted: how many castles the card *castles* asks for in each phase.
    """

    blocks: int
    starts: tuple[int, ...]
    least_castles: int
    knights: int
    action_points: int
    insert: int
    move: int
    block: int
    buy: int
    step: int
    purchases: int
    looked_at: int
    stack_limit: int
    stacks: Mapping[int, tuple[tuple[int, ...], ...]]
    cards: tuple[int, ...]
    extra_points: tuple[int, ...]
    king_levels: tuple[int, ...]
    king_points: tuple[int, ...]
    master: tuple[tuple[int, ...], ...]
    castles_wanted: tuple[int, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Terms:
    """A box, a number of players, and what the options mean for the rules. All positions of a game share them unchanged.

    Attributes:
        options: the house rules that the facts name, in the game's order.
        common: whether there is one deck for all (variant); ``master`` is the master version.
        lot: whether the start player is drawn by lot, else seat 0 starts.
        walking: FREE, SINKING or STOREY (U2).
        master_all: whether "all knights" are all of the box, else those on the board (U5).
        squares: the corners of what counts as a square (U6).
        castle_count: whether knights on level 0 do not spoil the card *castles* (U9).
        near: per cell the cells too near for another foundation (U10).
        stack_limit: the most blocks on a stack, 0 for no limit (U14).
        rounds: the number of rounds in each phase, and ``later`` the rounds after each phase, counted from 1 (0: all rounds).
    """

    box: Box
    seats: int
    options: tuple[tuple[str, str], ...]
    common: bool
    master: bool
    lot: bool
    walking: int
    master_all: bool
    squares: tuple[int, ...]
    castle_count: bool
    near: tuple[int, ...]
    stack_limit: int
    stacks: tuple[tuple[int, ...], ...]
    rounds: tuple[int, ...]
    later: tuple[int, ...]


def terms_of(box: Box, seats: int, options: Mapping[str, str], named: Mapping[str, str]) -> Terms:
    """The terms of a game by this box and these options, which are complete and valid; facts name those in ``named``."""
    limited = options["stack_limit"] == "always" or seats == 2
    rounds = tuple(map(len, box.stacks[seats]))
    return Terms(
        box=box,
        seats=seats,
        options=tuple(named.items()),
        common=options["mode"] == "variant",
        master=options["mode"] == "master",
        lot=options["first"] == "lot",
        walking={"free": FREE, "sinking": SINKING, "storey": STOREY}[options["gates"]],
        master_all=options["master_all"] == "six",
        squares=SQUARES if options["tilted_squares"] == "on" else SQUARES_UPRIGHT,
        castle_count=options["castle_card"] == "count",
        near=NEAR_PLUS if options["foundation_distance"] == "plus" else NEAR_DIAMOND,
        stack_limit=box.stack_limit if limited else 0,
        stacks=box.stacks[seats],
        rounds=rounds,
        later=tuple(sum(rounds[phase:]) for phase in range(PHASES + 1)),
    )


def _damaged(entry: str) -> NoReturn:
    raise RulesError(message("rules.error.data", file=DATA, entry=entry))


def _number(value: object, entry: str, least: int = 0, most: int = 999) -> int:
    if type(value) is not int or not least <= value <= most:
        _damaged(entry)
    return value


def _numbers(value: object, entry: str, length: int, least: int = 0, most: int = 999) -> tuple[int, ...]:
    if not isinstance(value, list) or (length and len(value) != length) or not value:
        _damaged(entry)
    return tuple(_number(one, f"{entry}.{index}", least, most) for index, one in enumerate(value))


def _named(value: object, entry: str, names: tuple[str, ...]) -> dict[str, object]:
    """An object with exactly these names; the first that is missing, or the first that nobody knows, is damaged."""
    if not isinstance(value, Mapping):
        _damaged(entry)
    for name in [*names, *value]:
        if name not in value or name not in names:
            _damaged(f"{entry}.{name}")
    return {name: value[name] for name in names}


def _stacks(value: object, limit: int) -> dict[int, tuple[tuple[int, ...], ...]]:
    tables = _named(value, "stacks", tuple(map(str, SEATS)))
    stacks = {}
    for seats, phases in tables.items():
        if not isinstance(phases, list) or len(phases) != PHASES:
            _damaged(f"stacks.{seats}")
        sizes = [_numbers(sizes, f"stacks.{seats}.{phase}", 0, 0, limit) for phase, sizes in enumerate(phases)]
        for phase, one in enumerate(sizes):
            if len(one) > MOST_STACKS:
                _damaged(f"stacks.{seats}.{phase}")
        stacks[int(seats)] = tuple(tuple(sorted(one, reverse=True)) for one in sizes)
    return stacks


def _starts(value: object, near: tuple[int, ...]) -> tuple[int, ...]:
    starts = _numbers(value, "starts", 0, 0, CELLS - 1)
    if len(starts) <= max(SEATS):
        _damaged("starts")
    for index, cell in enumerate(starts):
        if any(near[cell] >> other & 1 for other in starts[:index]):
            _damaged(f"starts.{index}")
    return starts


def read_box(data: object) -> Box:
    """The box as the data file has it; raises :class:`~rules.contract.RulesError` naming the damaged entry."""
    content = data.get(DATA) if isinstance(data, Mapping) else None
    if not isinstance(content, Mapping):
        _damaged("(all)")
    costs = _named(content.get("costs"), "costs", COSTS)
    cards = _named(content.get("cards"), "cards", CARDS)
    master = _named(content.get("master"), "master", MASTER_CARDS)
    points = _number(content.get("action_points"), "action_points", 1, 20)
    extra = [0] * (len(CARDS) + 1)
    for face, name in ((SIX, "six_ap"), (SEVEN, "seven_ap")):
        extra[face] = _number(content.get(name), name, points + 1, 40) - points
    limit = _number(content.get("stack_limit"), "stack_limit", 1, 20)
    starts = _starts(content.get("starts"), NEAR_PLUS)
    stacks = _stacks(content.get("stacks"), limit)
    copies = (0, *(_number(cards[name], f"cards.{name}", 0, 4) for name in CARDS))
    if not sum(copies):
        _damaged("cards")
    blocks = _number(content.get("blocks"), "blocks", 1)
    for seats, phases in stacks.items():  # so that an extra block can always be taken from the supply
        if blocks < len(starts) + seats * sum(map(sum, phases)) + COLOURS * copies[EXTRA]:
            _damaged("blocks")
    return Box(
        blocks=blocks,
        starts=starts,
        least_castles=_number(content.get("least_castles"), "least_castles", 1, len(starts)),
        knights=_number(content.get("knights"), "knights", 1, 8),
        action_points=points,
        insert=_number(costs["insert"], "costs.insert", 1, points),
        move=_number(costs["move"], "costs.move", 1, points),
        block=_number(costs["block"], "costs.block", 1, points),
        buy=_number(costs["buy"], "costs.buy", 1, points),
        step=_number(costs["step"], "costs.step", 1, points),
        purchases=_number(content.get("purchases"), "purchases", 1, 10),
        looked_at=_number(content.get("looked_at"), "looked_at", 1, 3),
        stack_limit=limit,
        stacks=stacks,
        cards=copies,
        extra_points=tuple(extra),
        king_levels=_numbers(content.get("king_levels"), "king_levels", PHASES, 0, 20),
        king_points=_numbers(content.get("king_points"), "king_points", PHASES),
        master=((), *(_numbers(master[name], f"master.{name}", PHASES) for name in MASTER_CARDS)),
        castles_wanted=_numbers(content.get("castles_wanted"), "castles_wanted", PHASES, 1, 20),
    )
