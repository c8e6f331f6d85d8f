"""The evaluation that the analysis of a game uses, and whether there is one."""

from __future__ import annotations

from client.bots import learned
from rules.message import Message, message
from rules.registry import game
from rules.search.chances import DATA, Fit, read_fit
from rules.search.search import Judge

TELLING = 300
"""From this part on, in thousandths, what the analysis says that turns cost is real enough to speak of it."""


class NoAnalysis(Exception):
    """The game cannot or must not be analysed; the reason is a sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def mind_of(game_id: str, seats: int) -> tuple[Judge, Fit]:
    """The evaluation for a game's analysis; raises :class:`NoAnalysis` for a game without one."""
    rules = game(game_id)
    judge = rules.judge({name: learned(name) for name in rules.bot_data})
    if judge is None:
        raise NoAnalysis(message("analysis.none.game"))
    try:
        return judge, read_fit(learned(DATA), game_id, seats)
    except ValueError as error:
        raise NoAnalysis(message("analysis.none.game")) from error


def can_be_analysed(game_id: str, seats: int) -> bool:
    """Whether a game with this many seats has an evaluation. A table offers no analysis without one."""
    try:
        mind_of(game_id, seats)
    except NoAnalysis:
        return False
    return True


def tells_costs(game_id: str, seats: int) -> bool:
    """Whether the analysis can say what single turns cost, and not only who is ahead. The game must have an analysis."""
    return mind_of(game_id, seats)[1].real >= TELLING
