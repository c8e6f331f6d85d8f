"""The process in which games are analysed: it reads the file, judges turn after turn, and tells each as it comes.

It has a low priority, and one game at a time. An analysis that is no longer wanted ends with its process.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from client.bots import stand_back
from client.system.oneprocess import NoProcess, OneProcess
from client.system.parent import end_with_parent
from net.gamefile import GameFileError
from rules.message import Message, message
from rules.search.analysis import DEEP, QUICK, Judged

_log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """An analysis to be made.

    Attributes:
        file: the game.
        deep: whether to look at more.
        everything: whether all hands lie open that the file knows.
        home: the data folder, where analyses are kept; None to keep none.
    """

    file: Path
    deep: bool
    everything: bool
    home: Path | None

    @property
    def what(self) -> str:
        """How the game is looked at."""
        return f"{'deep' if self.deep else 'quick'} {'all' if self.everything else 'view'}"


class Progress(NamedTuple):
    """What an analysis has found so far.

    Attributes:
        turns: what it has judged since the last time.
        done: how many of the moves have been judged, in thousandths.
        over: whether it has ended.
        problem: why there is none, or None.
    """

    turns: tuple[Judged, ...]
    done: int
    over: bool = False
    problem: Message | None = None


Told = Callable[[Progress], None]


class AnalysisWorker(OneProcess):
    """Makes one analysis after the other in a process, which is started by the first one."""

    def __init__(self) -> None:
        super().__init__("alarife-analysis", serve)
        self._number = 0

    def begin(self, wanted: Wanted, told: Told) -> None:
        """Begin; an analysis that is being made ends. ``told`` is called in a thread of the worker's own."""
        self.stop()
        with self._lock:
            number = self._number
        thread = threading.Thread(target=self._run, args=(wanted, told, number), name="analysis", daemon=True)
        thread.start()

    def stop(self) -> None:
        """End what is being made. Nothing more is told about it."""
        with self._lock:
            self._number += 1
            process = self._process
        if process is not None:
            process.terminate()

    def close(self) -> None:
        """End the process for good."""
        with self._lock:
            self._closed = True
        self.stop()

    def _run(self, wanted: Wanted, told: Told, number: int) -> None:
        ours = _Answers(self, told, number)
        try:
            self._drop_if(number)
            pipe = self._ready()
            pipe.send(wanted)
            while True:
                progress = pipe.recv()
                ours.tell(progress)
                if progress.over:
                    return
        except NoProcess as error:
            _log.warning("no process for the analysis: %r", error.__cause__)
            ours.tell(Progress((), 0, True, message("analysis.none.process")))
        except (EOFError, OSError) as error:
            if ours.tell(Progress((), 0, True, message("analysis.none.process"))):
                _log.error("the process of the analysis was lost: %r", error)

    def _drop_if(self, number: int) -> None:
        """A process that was told to end may look alive for a moment longer."""
        if number > 1:
            self._drop()

    def is_wanted(self, number: int) -> bool:
        """Whether somebody still waits for the analysis of this number."""
        with self._lock:
            return number == self._number and not self._closed


class _Answers:
    """Passes on what is still wanted."""

    def __init__(self, worker: AnalysisWorker, told: Told, number: int) -> None:
        self._worker, self._told, self._number = worker, told, number

    def tell(self, progress: Progress) -> bool:
        """Whether anybody wanted it."""
        if not self._worker.is_wanted(self._number):
            return False
        self._told(progress)
        return True


def serve(pipe: Connection) -> None:
    """The process: analyse what is asked for until the other end is gone."""
    end_with_parent()
    stand_back()
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            wanted: Wanted = pipe.recv()
            analyse(wanted, pipe.send)


def analyse(wanted: Wanted, tell: Told) -> None:
    """Make an analysis, or find it where it was kept, and tell it part by part."""
    from client.analysis.kept import Kept
    from client.analysis.subject import NoAnalysis, knowledge_of, read_subject

    try:
        subject = read_subject(wanted.file)
        kept = None if wanted.home is None else Kept(wanted.home)
        knowledge = knowledge_of(subject.game)
        found = None if kept is None else kept.find(subject.head, wanted.what, knowledge, subject.last.seats)
        if found is not None and subject.fits(found):
            tell(Progress(tuple(found), 1000, over=True))
            return
        turns = []
        for turn in subject.judged(DEEP if wanted.deep else QUICK, wanted.everything):
            turns.append(turn)
            done = sum(one.index < turn.end for one in subject.played)
            tell(Progress((turn,), 1000 * done // len(subject.played)))
        if kept is not None:
            kept.keep(subject.head, wanted.what, knowledge, turns)
        tell(Progress((), 1000, over=True))
    except (GameFileError, NoAnalysis) as error:
        tell(Progress((), 0, True, error.reason))
    except Exception:
        _log.exception("the analysis of %s failed", wanted.file)
        tell(Progress((), 0, True, message("analysis.none.failed")))
