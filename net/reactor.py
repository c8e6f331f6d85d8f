"""The Twisted reactor in its background thread: started once per process, stopped when the process ends.

A window never runs in this thread, and this thread never touches a window. ``call`` hands work over; an exception in it is
logged and never stops the reactor.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

_log = logging.getLogger("alarife.net")
_lock = threading.Lock()
_thread: threading.Thread | None = None

_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))

STOPPING = 5.0
"""Seconds that the end of the process waits for the reactor."""


def reactor() -> Any:
    """The running reactor; the first call starts it and waits until it runs."""
    global _thread
    the_reactor = _the_reactor()
    with _lock:
        if _thread is None:
            _to_standard_log()
            the_reactor.seconds = steady
            running = threading.Event()
            the_reactor.callWhenRunning(running.set)
            # Names are looked up in the reactor's pool; a slow name server must not keep the program from ending.
            the_reactor.getThreadPool().threadFactory = _daemon
            _thread = _daemon(target=the_reactor.run, kwargs={"installSignalHandlers": False}, name="alarife-net")
            _thread.start()
            running.wait()
            atexit.register(stop)
    return the_reactor


def call(work: Callable[..., object], *args: object) -> None:
    """Do ``work(*args)`` in the reactor's thread, after everything handed over before; may be called from any thread."""
    reactor().callFromThread(_do, work, args)


def inside() -> bool:
    """Whether the caller is in the reactor's thread."""
    return _thread is threading.current_thread()


def watched(deferred: Deferred[Any], what: str) -> Deferred[Any]:
    """The same deferred; a failure is logged."""

    def failed(failure: Failure) -> None:
        _log.error("%s failed: %s", what, failure.getTraceback())

    return deferred.addErrback(failed)


def steady() -> float:
    """Seconds of a clock that goes on while the computer sleeps, and that nobody sets.

    Twisted's own clock is that of the wall: once that is set back by an hour, no timer fires for an hour.
    """
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


def now() -> int:
    """Milliseconds of a clock that only goes forward."""
    return time.monotonic_ns() // 1_000_000


def stop() -> None:
    """Stop the reactor for good (it cannot be started again in this process) and wait for its thread."""
    global _thread
    the_reactor = _the_reactor()
    if _thread is None or not _thread.is_alive() or inside():
        return
    the_reactor.callFromThread(the_reactor.stop)
    _thread.join(STOPPING)


def _do(work: Callable[..., object], args: tuple[object, ...]) -> None:
    try:
        work(*args)
    except Exception:
        _log.exception("%s failed", getattr(work, "__qualname__", work))


def _the_reactor() -> Any:
    """The reactor; importing it creates it, so it is imported only when needed."""
    from twisted.internet import reactor

    return reactor


def _daemon(*args: Any, **named: Any) -> threading.Thread:
    return threading.Thread(*args, daemon=True, **named)


def _to_standard_log() -> None:
    """Send Twisted's own warnings to Python's log, but not its messages about opened and closed ports."""
    from twisted.logger import FilteringLogObserver, LogLevel, LogLevelFilterPredicate, STDLibLogObserver, globalLogBeginner

    standard: Any = STDLibLogObserver("alarife.twisted")
    only: Any = LogLevelFilterPredicate(defaultLogLevel=LogLevel.warn)
    observer: Any = FilteringLogObserver(standard, [only])
    globalLogBeginner.beginLoggingTo([observer], redirectStandardIO=False, discardBuffer=True)
