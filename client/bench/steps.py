"""Where the time of a move goes: the processor time of the network's thread, divided among its tasks.

The functions that do the work are watched during a game. Each is charged for its own time, without that of watched functions
that it calls. A separate thread waits for the disk: that is wall-clock time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial, wraps
from typing import Any

from client.bench import Figure

PARTS: dict[str, tuple[str, ...]] = {
    "signing": ("net.identity:Identity.sign",),
    "checking signatures": ("net.session.history.signatures:well_signed",),
    "decoding": ("net.session.format.wire:Codec.decode", "net.session.history.log:read_entry"),
    "encoding": ("net.session.format.wire:Codec.encode", "net.session.core:write_entry"),
    "rules and dealing": (
        "net.session.history.course:Course.apply",
        "net.deal.fair.dealer:FairDealer.write",
    ),
    "line of the file": ("net.lines:Lines.line",),
    "writing to the file": ("net.gamefile:GameFile._write", "net.gamefile:GameFile.sync_soon"),
    "looking after the file": ("net.session.history.keeping:Keeping.sync",),
    "session": (
        "net.session.core:Session.receive",
        "net.session.core:Session.act",
        "net.session.core:Session.tick",
        "net.session.core:Session.tell_news",
    ),
    "TLS and sockets, in": ("net.metered:MeteredTLS.dataReceived",),
    "TLS and sockets, out": ("net.mesh:Mesh.send",),
    "telling the program": ("net.node:TableNode._emit",),
    "passing on outputs": ("net.table:Table._do",),
}
"""The functions of each part, each as ``MODULE:NAME``. A call from compiled code to compiled code cannot be watched."""

WAITING = "disk (waited for elsewhere)"


class Steps:
    """The time that each part has taken so far, in nanoseconds.

    Attributes:
        taken: the time by part, without that of the parts within it.
        waited: the nanoseconds of waiting for the disk, and the number of writes.
    """

    def __init__(self, parts: Mapping[str, Sequence[str]] = PARTS, clock: Callable[[], int] = time.thread_time_ns) -> None:
        """``parts`` are the functions of each part; ``clock`` says how long this thread, or the program, has worked."""
        self._parts = parts
        self._clock = clock
        self.taken: Counter[str] = Counter()
        self.waited = [0, 0]
        self._inner = [0]
        self._over = False

    def clear(self) -> None:
        """Forget everything so far."""
        self.taken.clear()
        self.waited = [0, 0]

    def stop(self) -> None:
        """Stop charging."""
        self._over = True

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Charge the parts while this context lasts."""
        with ExitStack() as stack:
            for part, names in self._parts.items():
                for name in names:
                    stack.enter_context(replaced(name, partial(self._charged, part)))
            stack.enter_context(replaced("net.disk:os.fsync", self._timed))
            yield

    def _charged(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(work)
        def charged(*given: Any, **named: Any) -> Any:
            begun = self._clock()
            self._inner.append(0)
            try:
                return work(*given, **named)
            finally:
                took = self._clock() - begun
                within = self._inner.pop()
                if not self._over:
                    self.taken[part] += took - within
                self._inner[-1] += took

        return charged

    def _timed(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any) -> Any:
            begun = time.monotonic_ns()
            try:
                return work(*given)
            finally:
                self.waited[0] += time.monotonic_ns() - begun
                self.waited[1] += 1

        return timed

    def figures(self, what: str, entries: int, whole: int) -> Iterator[Figure]:
        """The microseconds of each part per entry; ``whole`` is the thread's total in nanoseconds."""
        rest = whole - sum(self.taken.values())
        for part, taken in [*self.taken.most_common(), ("reactor and thread switches", rest)]:
            yield Figure("commit", f"{what}: {part}", "us", [taken / entries / 1e3])
        if self.waited[1]:
            yield Figure("commit", f"{what}: {WAITING}", "us", [self.waited[0] / self.waited[1] / 1e3])


@contextmanager
def replaced(name: str, change: Callable[[Any], Any]) -> Iterator[None]:
    """Put a changed function or object in place of the one with this name (``MODULE:NAME``), for a while."""
    from pkgutil import resolve_name

    owner, _, function = name.rpartition(".") if "." in name.partition(":")[2] else name.rpartition(":")
    where = resolve_name(owner)
    own = function in vars(where)
    before = vars(where).get(function)  # the raw attribute: a static method is more than its function
    setattr(where, function, change(getattr(where, function)))
    try:
        yield
    finally:
        if own:
            setattr(where, function, before)
        else:
            delattr(where, function)  # the function is inherited
