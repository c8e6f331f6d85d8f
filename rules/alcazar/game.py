"""Alcazar as a registered game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules.alcazar.bots import Greedy
from rules.alcazar.bridges import empty_grid
from rules.alcazar.features import NAMES
from rules.alcazar.grid import Grid
from rules.alcazar.learned import DATA as WEIGHTS
from rules.alcazar.learned import HOARD, PLAYING, PLENTY, Learned
from rules.alcazar.state import AlcazarState
from rules.bots.uniform import Uniform, plain
from rules.contract import Level, Option, State, named_options
from rules.loop.board import DATA, read_spots
from rules.loop.cards import full_box
from rules.loop.common import LoopGame
from rules.loop.learned import read_weights
from rules.loop.nobles import all_at_home
from rules.loop.terms import ALCAZAR, Setup
from rules.message import Message, message
from rules.reading import Reading
from rules.registry import register
from rules.search.divided import Divided
from rules.search.search import Judge
from rules.written import text_of


@register
class Alcazar(LoopGame):
    """Alcazar, for two to five."""

    id: ClassVar[str] = "alcazar"
    title: ClassVar[Message] = message("alcazar.title")
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)
    options: ClassVar[tuple[Option, ...]] = (
        Option("straight_founding", ("off", "on"), "off", named=True),
        Option("hidden_money", ("off", "on"), "off", named=True),
    )
    version: ClassVar[int] = 1
    ends: ClassVar[tuple[str, ...]] = ("blocks", "bridges", "passed")
    data: ClassVar[tuple[str, ...]] = (DATA,)
    bots: ClassVar[Mapping[str, Level]] = {
        "random": Level(plain(Uniform), offered=False),
        "page": Level(lambda data: Greedy({2: 55, 3: 55, 4: 55, 5: 65})),
        "squire": Level(lambda data: Greedy({2: 35, 3: 35, 4: 35, 5: 45})),
        "greedy": Level(lambda data: Greedy({5: 18})),
        "castellan": Level(lambda data: Learned(playing(data), {4: 22, 5: 34}, PLENTY)),
        "treasurer": Level(lambda data: Learned(playing(data), plenty=HOARD)),
    }
    bot_data: ClassVar[tuple[str, ...]] = (WEIGHTS, PLAYING)

    @classmethod
    def start(cls, seats: int, options: Mapping[str, str], data: Mapping[str, object], version: int | None = None) -> State:
        """The position before the first deal.

        Raises :class:`~rules.contract.RulesError`, with the damaged entry, if ``data`` is damaged.
        """
        board = _grid(data)
        terms = ALCAZAR._replace(straight=options["straight_founding"] == "on")
        named = tuple(named_options(cls, options).items())
        setup = Setup(terms, seats, options["hidden_money"] == "on", named, text_of(dict(named)))
        state = AlcazarState(setup, board, empty_grid(terms, board), full_box(seats), all_at_home(seats, board))
        state.begin()
        return state

    @classmethod
    def judge(cls, data: Mapping[str, object]) -> Judge:
        """The judge of the analysis: it considers the turns of the treasurer, and values positions by weights of its own.

        In games to the end it plays as thriftily as people do, and as the castellan does.
        """
        weights = playing(data)
        teller = Learned(read_weights(data[WEIGHTS], NAMES))
        return Divided(Learned(weights, plenty=HOARD), teller, Learned(weights, plenty=PLENTY))


def playing(data: Mapping[str, object]) -> dict[int, list[int]]:
    """The weights by which the levels play: those for five seats win most games at a table of two as well."""
    own = read_weights(data[PLAYING], NAMES)
    return {seats: own.get(seats, own[max(own)]) for seats in Alcazar.seats}


def _read_grid(data: object) -> Grid:
    spots = read_spots(data)
    return Grid(spots, max(x for x, _ in spots), max(y for _, y in spots))


_grid = Reading(_read_grid)
