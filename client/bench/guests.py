"""The other players' programs of a benchmark. A program of its own starts them and ends them.

Python keeps its lock while it starts a program. No player's window starts the programs of the others, so a benchmark's window
must not either.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress

APART = "apart"
LOWEST: int = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)  # on Windows


class Guests:
    """Starts programs when it is told to; :func:`guests` makes one, and ends them all."""

    def __init__(self, starter: subprocess.Popen[str]) -> None:
        self._starter = starter

    def start(self, commands: Sequence[Sequence[str]]) -> None:
        """Let these programs start, one after the other. Can be called once."""
        assert self._starter.stdin is not None
        self._starter.stdin.write(json.dumps(commands) + "\n")
        self._starter.stdin.flush()


@contextmanager
def guests(apart: bool = False) -> Iterator[Guests]:
    """A starter of programs that waits for its command. With ``apart`` they share a processor that nobody else wants, and never
    hold this program up, as if they ran on other computers.
    """
    words = [sys.executable, "-m", "client.bench.guests", *([APART] if apart else ())]
    with subprocess.Popen(words, stdin=subprocess.PIPE, text=True, creationflags=LOWEST if apart else 0) as starter:
        try:
            with _undisturbed() if apart else nullcontext():
                yield Guests(starter)
        finally:
            assert starter.stdin is not None
            with suppress(BrokenPipeError):
                starter.stdin.close()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Give all threads of this program real-time priority for a while, where Linux allows that: mostly to root alone.

    Without it, a thread that wakes where a program of the lowest class computes may wait for the kernel's next tick.
    """
    if sys.platform != "linux":
        yield
        return

    def schedule(policy: int, rank: os.sched_param) -> None:
        for thread in os.listdir("/proc/self/task"):
            with suppress(PermissionError, ProcessLookupError):
                os.sched_setscheduler(int(thread), policy, rank)

    before = os.sched_getscheduler(0), os.sched_getparam(0)
    schedule(os.SCHED_RR, os.sched_param(1))
    try:
        yield
    finally:
        schedule(*before)


def _step_back() -> None:
    """Let this program, and those that it starts, have a single processor, and only when nobody else wants it.

    On Linux a nice value is not enough: with the highest one a program still gets a part of a processor that others want. With
    a single processor they leave the others to a program that gets no real-time priority.
    """
    if sys.platform == "linux":
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "nice"):
        os.nice(19)


def _serve() -> None:
    """Start the programs of the first line of the standard input, and kill them when there is no more of it."""
    line = sys.stdin.readline()
    started: list[subprocess.Popen[bytes]] = []
    nothing = subprocess.DEVNULL
    try:
        for words in json.loads(line) if line else ():
            started.append(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=nothing, stderr=nothing))
        sys.stdin.read()
    finally:
        for guest in started:
            with suppress(ProcessLookupError):
                guest.kill()
            guest.communicate()


if __name__ == "__main__":
    if APART in sys.argv[1:]:
        _step_back()
    _serve()
