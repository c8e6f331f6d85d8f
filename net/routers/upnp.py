"""UPnP: miniupnpc asks the router. A question may take any time, so all of them are asked in a thread."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from twisted.internet.defer import Deferred, DeferredLock
from twisted.internet.threads import deferToThreadPool

from net import reactor as rim
from net.addresses import Address
from net.routers.way import LEASE, Carrier, Opened, none_here, refused, taken

LOOKING_MS = 2000
"""Milliseconds for routers to answer the search."""

PATIENCE = 30.0
"""Seconds to wait for an answer. The library would wait as long as a device sends a byte now and then."""

_log = logging.getLogger("alarife.net.routers")
_Answer = TypeVar("_Answer")


class Router:
    """The router of this network. Its methods block; no two may run at once."""

    def __init__(self, described: str = "") -> None:
        """``described`` is the address of its description; without one, the network is searched."""
        self._described = described
        self._found: Any = None

    def find(self) -> None:
        """Look for the router, even if one was found before: it may have gone; raises :class:`RouterError`."""
        self._found = None
        self._router()

    def open(self, carrier: Carrier, port: int) -> str:
        """Open this port to this computer. Returns the router's public address; raises :class:`RouterError`."""
        router = self._router()
        try:
            outside = str(router.externalipaddress())
            try:
                router.addportmapping(port, carrier, router.lanaddr, port, "Alarife", "", LEASE)
            except Exception as problem:
                if "OnlyPermanentLeasesSupported" not in str(problem):
                    raise
                router.addportmapping(port, carrier, router.lanaddr, port, "Alarife", "", 0)
        except Exception as problem:  # miniupnpc raises nothing more exact
            _log.info("the router refused: %s", problem)
            raise (taken(port) if "ConflictInMappingEntry" in str(problem) else refused(port)) from problem
        try:
            ipaddress.ip_address(outside)
        except ValueError as problem:
            raise refused(port) from problem
        return outside

    def close(self, carrier: Carrier, port: int) -> None:
        """Close the port again, if a router has been found."""
        if self._found is None:
            return
        try:
            self._found.deleteportmapping(port, carrier)
        except Exception as problem:
            _log.info("the router did not close port %s: %s", port, problem)

    def _router(self) -> Any:
        if self._found is not None:
            return self._found
        try:
            import miniupnpc
        except ImportError as problem:  # no build of it for this Python
            raise none_here() from problem
        router = miniupnpc.UPnP(discoverdelay=LOOKING_MS)
        try:
            if self._described:
                router.selectigd(self._described)
            else:
                router.discover()
                router.selectigd()
        except Exception as problem:
            _log.info("no router: %s", problem)
            raise none_here() from problem
        self._found = router
        return router


class UPnP:
    """The way by UPnP."""

    name = "UPnP"
    _turn = DeferredLock()
    """Held while a thread asks. All objects share it: so a device that never comes to an end holds up one thread, not more."""

    def __init__(self, described: str = "") -> None:
        """``described`` is as for :class:`Router`."""
        self._router = Router(described)

    async def find(self) -> None:
        """Find the router; raises :class:`~net.routers.way.RouterError`."""
        await self._in_thread(self._router.find)

    async def open(self, carrier: Carrier, port: int) -> Opened:
        """Open the port; raises :class:`~net.routers.way.RouterError`."""
        return Opened(Address(await self._in_thread(lambda: self._router.open(carrier, port)), port), LEASE)

    async def close(self, carrier: Carrier, port: int) -> None:
        """Close the port, after the present question."""
        await self._in_thread(lambda: self._router.close(carrier, port))

    def end(self) -> None:
        """Do nothing: no resource is held."""

    def _in_thread(self, question: Callable[[], _Answer]) -> Deferred[_Answer]:
        """Ask in a thread, in turn; fails with :class:`~net.routers.way.RouterError` after :data:`PATIENCE`."""
        reactor = rim.reactor()
        answer: Deferred[Any] = Deferred()

        def ask() -> Any:
            return None if answer.called else deferToThreadPool(reactor, reactor.getThreadPool(), question)

        def asked(result: Any) -> None:
            if not answer.called:
                answer.callback(result)

        def silent(_result: Any, _seconds: float) -> Any:
            raise none_here()

        self._turn.run(ask).addBoth(asked)
        return answer.addTimeout(PATIENCE, reactor, silent)
