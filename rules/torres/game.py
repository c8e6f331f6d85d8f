"""Torres as a registered game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rules.bots.uniform import Uniform, plain
from rules.contract import Event, Game, Level, Option, RulesError, State, named_options
from rules.flaws import Difference, Flaw
from rules.message import Message, message
from rules.reading import Reading
from rules.registry import register
from rules.search.search import Judge
from rules.torres.bots.greedy import Greedy
from rules.torres.bots.judge import TorresJudge
from rules.torres.bots.planner import (
    APPRENTICE,
    APPRENTICES,
    CAPTAIN,
    CAPTAINS,
    CHANCELLORS,
    MARSHAL,
    MARSHALS,
    MASON,
    MASONS,
    PLANNER,
    SETTLER,
    SETTLERS,
    WARDEN,
    WARDENS,
    Planner,
)
from rules.torres.bots.strategist import FEW, ONCE, Strategist, Strategy
from rules.torres.flaws import torres_differences, torres_flaws
from rules.torres.position import END
from rules.torres.reasons import torres_reasons
from rules.torres.state import TorresState
from rules.torres.terms import DATA, SEATS, read_box, terms_of


@register
class Torres(Game):
    """Torres, for two to four."""

    id: ClassVar[str] = "torres"
    title: ClassVar[Message] = message("torres.title")
    seats: ClassVar[tuple[int, ...]] = SEATS
    options: ClassVar[tuple[Option, ...]] = (
        Option("mode", ("base", "variant", "master"), "base", named=True),
        Option("first", ("lot", "seat"), "lot", named=True),
        Option("gates", ("free", "sinking", "storey"), "free", named=True),
        Option("stack_limit", ("always", "two_players"), "always", named=True),
        Option("foundation_distance", ("plus", "diamond"), "plus", named=True),
        Option("master_all", ("six", "placed"), "six", named=True),
        Option("tilted_squares", ("on", "off"), "on", named=True),
        Option("castle_card", ("all", "count"), "all", named=True),
    )
    version: ClassVar[int] = 1
    ends: ClassVar[tuple[str, ...]] = (END,)
    data: ClassVar[tuple[str, ...]] = (DATA,)
    bots: ClassVar[Mapping[str, Level]] = {
        "random": Level(plain(Uniform), offered=False),
        "greedy": Level(plain(Greedy), offered=False),
        "settler": Level(lambda data: Planner(SETTLER, SETTLERS)),
        "apprentice": Level(lambda data: Planner(APPRENTICE, APPRENTICES)),
        "mason": Level(lambda data: Planner(MASON, MASONS)),
        "warden": Level(lambda data: Planner(WARDEN, WARDENS)),
        "captain": Level(lambda data: Planner(CAPTAIN, CAPTAINS)),
        "planner": Level(lambda data: Planner(PLANNER), offered=False),
        "marshal": Level(lambda data: Planner(MARSHAL, MARSHALS)),
        "chancellor": Level(lambda data: Strategist(Strategy(effort=FEW), ONCE, CHANCELLORS)),
        "strategist": Level(plain(Strategist)),
    }

    @classmethod
    def start(cls, seats: int, options: Mapping[str, str], data: Mapping[str, object], version: int | None = None) -> State:
        """The position before the first deal.

        Raises :class:`~rules.contract.RulesError`, with the damaged entry, if ``data`` is damaged, and for a seat count that
        is not in ``seats``.
        """
        if seats not in cls.seats:
            raise RulesError(message("rules.error.seats", game=cls.id, seats=seats, choices=", ".join(map(str, cls.seats))))
        state = TorresState(terms_of(_box(data), seats, options, named_options(cls, options)))
        state.begin()
        return state

    @classmethod
    def flaws(cls, data: Mapping[str, object]) -> list[Flaw]:
        """See :mod:`rules.torres.flaws`."""
        return torres_flaws(data) or cls.start_flaws(data)

    @classmethod
    def differences(cls, old: Mapping[str, object], new: Mapping[str, object]) -> list[Difference]:
        """See :mod:`rules.torres.flaws`."""
        return torres_differences(old, new)

    @classmethod
    def reasons(cls, before: State, after: State, events: Sequence[Event], seat: int) -> list[Message]:
        """What a turn is good for; see :mod:`rules.torres.reasons`."""
        assert isinstance(before, TorresState)
        assert isinstance(after, TorresState)
        return torres_reasons(before, after, events, seat)

    @classmethod
    def judge(cls, data: Mapping[str, object]) -> Judge:
        """The judge of the analysis: the planner's evaluation."""
        return TorresJudge()


_box = Reading(read_box)
