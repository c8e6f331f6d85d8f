"""Long rows of products or of checks in two threads: libsecp256k1 and OpenSSL let other threads run while they compute.

A shuffle of 72 cards takes hundreds of products, and a game file has hundreds of signatures; somebody waits for most of them.
The results are those of one thread.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from net.deal.fair import rows

Made = TypeVar("Made")

NAME = "alarife-products"
"""The name of the other thread."""

_lock = Lock()
_thread: Thread | None = None
_asked: SimpleQueue[tuple[Future[None], Callable[[], None]]] = SimpleQueue()


def use() -> None:
    """From now on make long rows in two threads."""
    rows.use(in_two_threads)


def in_two_threads(make: Callable[[int], Made], count: int) -> list[Made]:
    """``make(0)`` to ``make(count - 1)``.

    ``make`` has to bear that, and should do little beside its call of the library: the threads take turns for all else. If it
    raises an error, so does this function.
    """
    made: list[Any] = [None] * count
    places = itertools.count()

    def work() -> None:
        while (place := next(places)) < count:  # each thread takes the next place that none has taken
            made[place] = make(place)

    helping = _ask(work)
    try:
        work()
    finally:
        if not helping.cancel():  # on a busy computer it may not have begun: then nobody waits for it
            helping.result()
    return made


def _ask(work: Callable[[], None]) -> Future[None]:
    """Let the other thread do some work, unless it is cancelled before; the first call starts the thread."""
    global _thread, _asked
    asked: Future[None] = Future()
    with _lock:
        if _thread is None or not _thread.is_alive():  # a forked program has no other thread
            _asked = SimpleQueue()
            _thread = Thread(target=_work, args=(_asked,), name=NAME, daemon=True)
            _thread.start()
        _asked.put((asked, work))
    return asked


def _work(asked: SimpleQueue[tuple[Future[None], Callable[[], None]]]) -> None:
    while True:
        future, work = asked.get()
        if not future.set_running_or_notify_cancel():
            continue
        try:
            work()
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(None)
        del future, work  # else they would be kept until the next ones come
