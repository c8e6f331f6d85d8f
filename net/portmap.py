"""A table's port opened in the router, for those who want it: the router is asked by UPnP (miniupnpc), and may well refuse.

Every question to a router takes as long as it likes, so all of them are asked in a thread. Nothing waits for the answers: a
table stands without them, and says in a sentence what came of them.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred, DeferredLock
from twisted.internet.task import LoopingCall
from twisted.internet.threads import deferToThreadPool
from twisted.python.failure import Failure

from net import reactor as rim
from net.addresses import Address
from rules.message import Message, message

LOOKING_MS = 2000
"""How long routers may take to answer that they are there."""

LEASE = 3600
"""Seconds for which the port is asked for: a router forgets it by itself if this program comes to a sudden end."""

RENEWED = 1500
"""Seconds after which it is asked for again."""

_log = logging.getLogger("alarife.net.portmap")


class RouterError(Exception):
    """The router did not open the port; ``reason`` says why, and what to do."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Router:
    """The router of this network. Its methods block; no two may run at once."""

    def __init__(self, described: str = "") -> None:
        """``described`` is the address of its description; without one, the network is asked who it is."""
        self._described = described
        self._found: Any = None

    def open(self, port: int) -> str:
        """Open this TCP port towards this computer; the router's address in the internet. Raises :class:`RouterError`."""
        try:
            router = self._router()
            outside = str(router.externalipaddress())
            try:
                router.addportmapping(port, "TCP", router.lanaddr, port, "Alarife", "", LEASE)
            except Exception as problem:
                if "OnlyPermanentLeasesSupported" not in str(problem):
                    raise
                router.addportmapping(port, "TCP", router.lanaddr, port, "Alarife", "", 0)
        except RouterError:
            raise
        except Exception as problem:  # miniupnpc raises nothing more exact
            _log.info("the router refused: %s", problem)
            if "ConflictInMappingEntry" in str(problem):
                raise RouterError(message("net.notice.router-taken", port=port)) from problem
            raise RouterError(message("net.notice.router-refused", port=port)) from problem
        try:
            public = ipaddress.ip_address(outside).is_global
        except ValueError as problem:
            raise RouterError(message("net.notice.router-refused", port=port)) from problem
        if not public:
            raise RouterError(message("net.notice.router-private", port=port, address=outside))
        return outside

    def close(self, port: int) -> None:
        """Close it again, if there was a router to open it."""
        if self._found is None:
            return
        try:
            self._found.deleteportmapping(port, "TCP")
        except Exception as problem:
            _log.info("the router did not close port %s: %s", port, problem)

    def _router(self) -> Any:
        if self._found is not None:
            return self._found
        try:
            import miniupnpc
        except ImportError as problem:  # no build of it for this Python
            raise RouterError(message("net.notice.router-none")) from problem
        router = miniupnpc.UPnP(discoverdelay=LOOKING_MS)
        try:
            if self._described:
                router.selectigd(self._described)
            else:
                router.discover()
                router.selectigd()
        except Exception as problem:
            _log.info("no router: %s", problem)
            raise RouterError(message("net.notice.router-none")) from problem
        self._found = router
        return router


class OpenedPort:
    """A port that is kept open in the router until :meth:`close`; everything here happens in the reactor's thread."""

    def __init__(self, port: int, router: Router, told: Callable[[Address | Message], None]) -> None:
        """Begin to ask; ``told`` hears the address in the internet, or a sentence why there is none; later, what changes."""
        self._port = port
        self._router = router
        self._told = told
        self._said: Address | Message | None = None
        self._closed = False
        self._turn = DeferredLock()
        self._clock = LoopingCall(self._ask)
        self._clock.clock = rim.reactor()
        rim.watched(self._clock.start(RENEWED), "asking the router")

    def close(self) -> Deferred[Any]:
        """Have the port closed again, after whatever is being asked; fires when that is done."""
        self._closed = True
        if self._clock.running:
            self._clock.stop()
        return rim.watched(self._turn.run(self._in_thread, self._router.close), "closing a port in the router")

    def _ask(self) -> None:
        asked = self._turn.run(self._in_thread, self._router.open)
        rim.watched(asked.addCallbacks(self._opened, self._refused), "opening a port in the router")

    def _in_thread(self, question: Callable[[int], Any]) -> Deferred[Any]:
        reactor = rim.reactor()
        return deferToThreadPool(reactor, reactor.getThreadPool(), question, self._port)

    def _opened(self, outside: str) -> None:
        self._tell(Address(outside, self._port))

    def _refused(self, failure: Failure) -> Failure | None:
        if not isinstance(failure.value, RouterError):
            return failure
        self._tell(failure.value.reason)
        return None

    def _tell(self, said: Address | Message) -> None:
        if not self._closed and said != self._said:
            self._said = said
            self._told(said)
