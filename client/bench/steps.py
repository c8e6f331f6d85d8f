"""Where the time of a move goes: the processor's time of the network's thread, divided among what is done in it.

The functions that do the work are watched while a game is played. Each is charged for the time that it takes without those that
it calls, if they are watched, too. Bringing the file to the disk is waited for in a thread of its own: time by the clock.
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
    "checking signatures": ("net.session.history.log:well_signed",),
    "decoding": ("net.session.format.wire:Codec.decode", "net.session.history.log:read_entry"),
    "encoding": ("net.session.format.wire:Codec.encode", "net.session.core:write_entry"),
    "rules and dealing": (
        "net.session.history.course:Course.apply",
        "net.session.history.course:Course.why_not",
        "net.session.history.course:Course.contribution",
    ),
    "line of the file": ("net.gamefile:_entry_fields", "net.gamefile:_line"),
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
"""The functions of each part, each as ``MODULE:NAME``."""

WAITING = "disk (waited for elsewhere)"


class Steps:
    """The time that each part has taken so far, in nanoseconds.

    Attributes:
        taken: by part, without the parts within it.
        waited: nanoseconds that the disk has taken, and how often it was asked.
    """

    def __init__(self, parts: Mapping[str, Sequence[str]] = PARTS) -> None:
        """``parts`` are the functions of each part."""
        self._parts = parts
        self.taken: Counter[str] = Counter()
        self.waited = [0, 0]
        self._inner = [0]
        self._over = False

    def clear(self) -> None:
        """Forget what was before now."""
        self.taken.clear()
        self.waited = [0, 0]

    def stop(self) -> None:
        """Charge nothing from now on."""
        self._over = True

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Charge the parts while this lasts."""
        with ExitStack() as stack:
            for part, names in self._parts.items():
                for name in names:
                    stack.enter_context(replaced(name, partial(self._charged, part)))
            stack.enter_context(replaced("net.disk:os.fsync", self._timed))
            yield

    def _charged(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(work)
        def charged(*given: Any, **named: Any) -> Any:
            begun = time.thread_time_ns()
            self._inner.append(0)
            try:
                return work(*given, **named)
            finally:
                took = time.thread_time_ns() - begun
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
        """The microseconds of each part for each of so many entries; ``whole`` are the nanoseconds of the thread."""
        rest = whole - sum(self.taken.values())
        for part, taken in [*self.taken.most_common(), ("reactor and thread switches", rest)]:
            yield Figure("commit", f"{what}: {part}", "us", [taken / entries / 1e3])
        if self.waited[1]:
            yield Figure("commit", f"{what}: {WAITING}", "us", [self.waited[0] / self.waited[1] / 1e3])


@contextmanager
def replaced(name: str, change: Callable[[Any], Any]) -> Iterator[None]:
    """The changed function or object in the place of the one with this name (``MODULE:NAME``), for a while."""
    from pkgutil import resolve_name

    owner, _, function = name.rpartition(".") if "." in name.partition(":")[2] else name.rpartition(":")
    where = resolve_name(owner)
    own = function in vars(where)
    before = vars(where).get(function)  # as it is kept there: a static method is more than the function in it
    setattr(where, function, change(getattr(where, function)))
    try:
        yield
    finally:
        if own:
            setattr(where, function, before)
        else:
            delattr(where, function)  # it is inherited
