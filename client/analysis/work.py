"""The analysis of a file as long work for the bot processes, which report each turn once judged."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from client.bots import Work
from net.gamefile import GameFileError
from rules.contract import Budget
from rules.message import Message, message
from rules.search.analysis import DEEP, QUICK, Judged, Stopped

HOUR_MS = 3_600_000
"""A time limit longer than any analysis takes, since unwanted ones are cancelled."""

_log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """A requested analysis.

    Attributes:
        file: the game.
        deep: whether to search deeper.
        everything: whether to use all hands that the file knows.
        home: the data folder, where analyses are stored; None to store none.
    """

    file: Path
    deep: bool
    everything: bool
    home: Path | None

    @property
    def what(self) -> str:
        """The way of the analysis, as a key for storage."""
        return f"{'deep' if self.deep else 'quick'} {'all' if self.everything else 'view'}"


class Progress(NamedTuple):
    """What an analysis has found so far.

    Attributes:
        turns: the turns judged since the last report.
        done: the share of the moves judged, in thousandths.
        over: whether it has ended.
        problem: why there is no analysis, or None.
    """

    turns: tuple[Judged, ...]
    done: int
    over: bool = False
    problem: Message | None = None


Told = Callable[[Progress], None]


def analysis(wanted: Wanted) -> Work:
    """An analysis as work for the bot processes. Each part is a :class:`Progress`, and so is the result."""
    return Work(analyse, (wanted,), HOUR_MS)


def analyse(tell: Told, budget: Budget, wanted: Wanted) -> Progress:
    """Make an analysis, or load a stored one; report it part by part, and return the last part."""
    from client.analysis.kept import Kept
    from client.analysis.mind import NoAnalysis
    from client.analysis.subject import knowledge_of, read_subject

    try:
        subject = read_subject(wanted.file)
        kept = None if wanted.home is None else Kept(wanted.home)
        knowledge = knowledge_of(subject.game)
        found = None if kept is None else kept.find(subject.head, wanted.what, knowledge, subject.last.seats)
        if found is not None and subject.fits(found):
            return Progress(tuple(found), 1000, over=True)
        turns = []
        for turn in subject.judged(DEEP if wanted.deep else QUICK, wanted.everything, budget):
            turns.append(turn)
            done = sum(one.index < turn.end for one in subject.played)
            tell(Progress((turn,), 1000 * done // len(subject.played)))
        if kept is not None:
            kept.keep(subject.head, wanted.what, knowledge, turns)
        return Progress((), 1000, over=True)
    except Stopped:
        return Progress((), 0, True)
    except (GameFileError, NoAnalysis) as error:
        return Progress((), 0, True, error.reason)
    except Exception:
        _log.exception("the analysis of %s failed", wanted.file)
        return Progress((), 0, True, message("analysis.none.failed"))
