"""Das neue Big Boss as a registered game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.big_boss.architect import Architect
from rules.big_boss.bots import Greedy
from rules.big_boss.features import NAMES
from rules.big_boss.learned import DATA as WEIGHTS
from rules.big_boss.learned import JUDGING, Learned
from rules.big_boss.state import BigBossState
from rules.bots.uniform import Uniform, plain
from rules.contract import Level, Option, State, named_options
from rules.loop.board import DATA, LoopBoard, read_spots
from rules.loop.buildings import empty_loop
from rules.loop.cards import full_box
from rules.loop.common import LoopGame
from rules.loop.learned import read_weights
from rules.loop.nobles import all_at_home
from rules.loop.terms import BIG_BOSS, Setup
from rules.message import Message, message
from rules.reading import Reading
from rules.registry import register
from rules.search.divided import Divided
from rules.search.search import Judge
from rules.written import text_of

CARDS: Final = ("cards", "towers")
"""The features that count the cards in a hand."""

LEADING: Final = 2
"""The number of seats whose weights the levels use at every table."""


@register
class BigBoss(LoopGame):
    """Das neue Big Boss, for two to five."""

    id: ClassVar[str] = "big-boss"
    title: ClassVar[Message] = message("big-boss.title")
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)
    options: ClassVar[tuple[Option, ...]] = (Option("hidden_money", ("off", "on"), "off", named=True),)
    version: ClassVar[int] = 1
    ends: ClassVar[tuple[str, ...]] = ("blocks", "passed")
    data: ClassVar[tuple[str, ...]] = (DATA,)
    bots: ClassVar[Mapping[str, Level]] = {
        "random": Level(plain(Uniform), offered=False),
        "page": Level(lambda data: Greedy(overlooks={2: 20, 3: 30, 4: 40, 5: 55}, sensible=True)),
        "greedy": Level(lambda data: Greedy(overlooks={4: 10, 5: 20}, sensible=True)),
        "innkeeper": Level(lambda data: Learned(_valuing_cards(_playing(data), {2: 47, 3: 54, 4: 58, 5: 63}), sensible=True)),
        "cellarer": Level(lambda data: Learned(cellarer(data), sensible=True)),
        "mason": Level(
            lambda data: Learned(
                _valuing_cards(_playing(data), {2: 100, 3: 100, 4: 87, 5: 87}), overlooks={2: 33, 3: 37}, sensible=True
            )
        ),
        "steward": Level(lambda data: Learned(steward(data), overlooks={3: 14, 4: 17}, sensible=True)),
        "architect": Level(lambda data: Architect(Learned(steward(data), sensible=True))),
    }
    bot_data: ClassVar[tuple[str, ...]] = (WEIGHTS, JUDGING)

    @classmethod
    def start(cls, seats: int, options: Mapping[str, str], data: Mapping[str, object], version: int | None = None) -> State:
        """The position before the first deal.

        Raises :class:`~rules.contract.RulesError`, with the damaged entry, if ``data`` is damaged.
        """
        board = _board(data)
        named = tuple(named_options(cls, options).items())
        setup = Setup(BIG_BOSS, seats, options["hidden_money"] == "on", named, text_of(dict(named)))
        state = BigBossState(setup, empty_loop(BIG_BOSS, board), full_box(seats), all_at_home(seats, board))
        state.begin()
        return state

    @classmethod
    def judge(cls, data: Mapping[str, object]) -> Judge:
        """The judge of the analysis: it considers the turns of the steward.

        It values positions of two as the steward does, and those of more by weights that were fitted to who wins.
        """
        playing = steward(data)
        return Divided(Learned(playing, sensible=True), Learned(playing | read_weights(data[JUDGING], NAMES)))


def _playing(data: Mapping[str, object]) -> dict[int, list[int]]:
    """The weights by which the levels play: those learned for two seats win most games at larger tables as well."""
    return dict.fromkeys(BigBoss.seats, read_weights(data[WEIGHTS], NAMES)[LEADING])


def cellarer(data: Mapping[str, object]) -> dict[int, list[int]]:
    """The weights of a level to whom cards are worth less than to the strongest."""
    return _valuing_cards(_playing(data), {2: 78, 3: 78, 4: 77, 5: 76})


def steward(data: Mapping[str, object]) -> dict[int, list[int]]:
    """The weights of the strongest levels: those for two seats, but at a table of five cards are worth more to them."""
    return _valuing_cards(_playing(data), {2: 100, 3: 100, 4: 100, 5: 115})


def _valuing_cards(weights: Mapping[int, Sequence[int]], parts: Mapping[int, int]) -> dict[int, list[int]]:
    """The weights of somebody to whom cards in the hand are worth so many percent of what these weights say."""
    return {
        seats: [weight * parts[seats] // 100 if name in CARDS else weight for name, weight in zip(NAMES * 2, own, strict=True)]
        for seats, own in weights.items()
    }


_board = Reading(lambda data: LoopBoard(read_spots(data)))
