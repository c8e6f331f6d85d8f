"""Burgenland as a registered game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rules.bots.uniform import Uniform, plain
from rules.burgenland.board import SEATS, read_board
from rules.burgenland.features import NAMES
from rules.burgenland.flaws import burgenland_differences, burgenland_flaws
from rules.burgenland.foresight import Burgrave
from rules.burgenland.learned import COUNTED, JUDGING, Learned, read_weights
from rules.burgenland.learned import DATA as WEIGHTS
from rules.burgenland.planner import Planner
from rules.burgenland.position import first_position
from rules.burgenland.reasons import burgenland_reasons
from rules.burgenland.state import ENDS, BurgenlandState
from rules.burgenland.turn import begin
from rules.burgenland.versions import ALL_PASSED_TWICE_ENDS, OLDEST
from rules.contract import Event, Game, Level, Option, State, named_options
from rules.flaws import Difference, Flaw
from rules.message import Message, message
from rules.reading import Reading
from rules.registry import register
from rules.search.divided import Divided
from rules.search.search import Judge


@register
class Burgenland(Game):
    """Burgenland, for two to four."""

    id: ClassVar[str] = "burgenland"
    title: ClassVar[Message] = message("burgenland.title")
    seats: ClassVar[tuple[int, ...]] = SEATS
    options: ClassVar[tuple[Option, ...]] = (
        Option("balanced_start", ("off", "on"), "off", named=True),
        Option("screens", ("off", "on"), "off", named=True),
    )
    version: ClassVar[int] = ALL_PASSED_TWICE_ENDS
    oldest: ClassVar[int] = OLDEST
    ends: ClassVar[tuple[str, ...]] = ENDS
    data: ClassVar[tuple[str, ...]] = ("burgenland",)
    bots: ClassVar[Mapping[str, Level]] = {
        "random": Level(plain(Uniform), offered=False),
        "planner": Level(plain(Planner), offered=False),
        "carter": Level(
            lambda data: Learned(weights_of(data), overlooks={2: 84, 3: 88, 4: 96}, tricks=False, short_sighted=True)
        ),
        "apprentice": Level(lambda data: Learned(weights_of(data), overlooks={2: 10, 3: 30, 4: 55}, short_sighted=True)),
        "carpenter": Level(
            lambda data: Learned(
                _seeing(weights_of(data), {2: 63, 3: 80, 4: 80}), overlooks={2: 80, 3: 30, 4: 20}, tricks=False
            )
        ),
        "foreman": Level(
            lambda data: Learned(_seeing(weights_of(data), {2: 80, 3: 90, 4: 92}), overlooks={2: 90, 3: 70, 4: 60})
        ),
        "master": Level(lambda data: Learned(weights_of(data)), offered=False, successor="burgrave"),
        "burgrave": Level(lambda data: Burgrave(Learned(weights_of(data)))),
    }
    bot_data: ClassVar[tuple[str, ...]] = (WEIGHTS, JUDGING)

    @classmethod
    def start(cls, seats: int, options: Mapping[str, str], data: Mapping[str, object], version: int | None = None) -> State:
        """The position before the first deal.

        Raises :class:`~rules.contract.RulesError`, with the damaged entry, if ``data`` is damaged.
        """
        position = first_position(
            _board(data["burgenland"]), seats, dict(options), named_options(cls, options), version or cls.version
        )
        begin(position)
        return BurgenlandState(position)

    @classmethod
    def flaws(cls, data: Mapping[str, object]) -> list[Flaw]:
        """See :mod:`rules.burgenland.flaws`."""
        return burgenland_flaws(data) or cls.start_flaws(data)

    @classmethod
    def differences(cls, old: Mapping[str, object], new: Mapping[str, object]) -> list[Difference]:
        """See :mod:`rules.burgenland.flaws`."""
        return burgenland_differences(old, new)

    @classmethod
    def reasons(cls, before: State, after: State, events: Sequence[Event], seat: int) -> list[Message]:
        """What a turn is good for; see :mod:`rules.burgenland.reasons`."""
        assert isinstance(before, BurgenlandState)
        assert isinstance(after, BurgenlandState)
        return burgenland_reasons(before, after, events, seat)

    @classmethod
    def judge(cls, data: Mapping[str, object]) -> Judge:
        """The judge of the analysis: it considers the turns of the master mason.

        It values positions of two by weights that were fitted to who wins, and those of more as the master mason does.
        """
        weights = weights_of(data)
        return Divided(Learned(weights), Learned(weights | read_weights(data[JUDGING])))


def weights_of(data: Mapping[str, object]) -> dict[int, list[int]]:
    """The weights by which the levels play, by the number of seats."""
    return read_weights(data[WEIGHTS])


def _seeing(weights: Mapping[int, Sequence[int]], parts: Mapping[int, int]) -> dict[int, list[int]]:
    """Weights with a part, in percent, of what self-play has taught. The rest is what short-sighted players count."""
    counted = [COUNTED.get(name, 0) for name in NAMES] + [0 for _ in NAMES]
    found = {}
    for seats, numbers in weights.items():
        part = parts[seats]
        both = zip(numbers, counted, strict=True)
        found[seats] = [(learned * part + other * (100 - part)) // 100 for learned, other in both]
    return found


def check(data: object) -> None:
    """Check the parsed content of a data file, perhaps a corrected one.

    Raises :class:`~rules.contract.RulesError` with a sentence about the first entry that is wrong.
    """
    read_board(data)


_board = Reading(read_board)
