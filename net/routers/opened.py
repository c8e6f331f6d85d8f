"""A table's port, kept open in the router. Nothing waits for the router: the table works without it, and a sentence tells the
result.

All ways look for their router at the same time. The first that finds one asks for the port; if it is refused, the next one
asks. So no port is requested twice, and a slow way does not delay a quick one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import CancelledError, Deferred, DeferredQueue

from net import reactor as rim
from net.addresses import Address
from net.routers.mapper import Mapper
from net.routers.upnp import UPnP
from net.routers.way import Carrier, Opened, RouterError, Way, none_here, private
from rules.message import Message, message

SOONEST, LATEST = 60.0, 1500.0
"""Seconds between two requests for a port that is open: half of what the router grants, within these limits."""

AGAIN = 300.0
"""Seconds after which a router that did not answer, or refused, is asked again."""

_log = logging.getLogger("alarife.net.routers")


def all_ways(described: str = "", gateway: tuple[str, int] | None = None) -> list[Way]:
    """Every way to ask a router.

    In tests, ``described`` is the address of the description of a UPnP router, and ``gateway`` the address of a PCP or NAT-PMP
    router; if one of them is given, only that router is asked.
    """
    if described:
        return [UPnP(described)]
    return [Mapper(gateway)] if gateway is not None else [Mapper(), UPnP()]


class OpenedPort:
    """A port that is kept open in the router until :meth:`close`; everything here happens in the reactor's thread.

    Attributes:
        asking: the question to the router that has not been answered; None between two of them.
    """

    def __init__(
        self,
        port: int,
        ways: Sequence[Way],
        told: Callable[[Address | Message], None],
        carriers: Sequence[Carrier] = ("TCP",),
    ) -> None:
        """Begin to ask.

        Args:
            port: the port of this computer.
            ways: the ways to ask the router.
            told: called with the public address, or with a sentence why there is none, and again after each change.
            carriers: the protocols to open the port for. The first must succeed, the others may fail.
        """
        self._port = port
        self._ways = list(ways)
        self._told = told
        self._carriers = carriers
        self._way: Way | None = None
        self._said: Address | Message | None = None
        self._closed = False
        self._timer: Any = None
        self._anew = False
        self.asking: Deferred[None] | None = None
        self._begin()

    @property
    def way(self) -> str:
        """The name of the way by which the port is open, empty if it is not."""
        return self._way.name if self._way is not None else ""

    def ask_again(self) -> None:
        """Ask the router now, for instance because this computer may be in another network."""
        if self._timer is not None and self._timer.active():
            self._timer.reset(0)
        else:
            self._anew = True  # once the present question is over

    def close(self) -> Deferred[Any]:
        """Have the port closed again, after the present question; fires when that is done."""
        self._closed = True
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        return rim.watched(Deferred.fromCoroutine(self._close()), "closing a port in the router")

    async def _close(self) -> None:
        if self.asking is not None:
            finished: Deferred[None] = Deferred()
            self.asking.addBoth(lambda _: finished.callback(None))
            if self._way is None:
                self.asking.cancel()  # nothing has been opened yet
            await finished
        if self._way is not None:
            for carrier in self._carriers:
                await self._way.close(carrier, self._port)
        for way in self._ways:
            way.end()

    def _begin(self) -> None:
        self._timer = None
        asking = Deferred.fromCoroutine(self._ask())
        self.asking = asking

        def over(result: Any) -> Any:
            self.asking = None
            return None if getattr(result, "check", lambda _: None)(CancelledError) else result

        asking.addBoth(over)
        rim.watched(asking, "opening a port in the router")

    async def _ask(self) -> None:
        try:
            opened = await self._renew() or await self._search()
        except RouterError as error:
            self._again(AGAIN)
            self._tell(error.reason)
            return
        self._again(max(SOONEST, min(LATEST, opened.lease / 2)))
        try:
            hidden = private(opened.outside.host)
        except ValueError:
            hidden = True
        if hidden:
            self._tell(message("net.notice.router-private", port=self._port, address=opened.outside.host))
        else:
            self._tell(opened.outside)

    async def _renew(self) -> Opened | None:
        """Ask again by the way that has worked; None if there is none, or if it no longer works."""
        if self._way is None:
            return None
        try:
            return await self._open_by(self._way)
        except RouterError:
            return None

    async def _search(self) -> Opened:
        """Look for routers by all ways at once, and take the first that opens the port."""
        found: DeferredQueue[tuple[Way, RouterError | None]] = DeferredQueue()
        looking = [
            rim.watched(Deferred.fromCoroutine(self._find(way, found)), f"looking for a router by {way.name}")
            for way in self._ways
        ]
        worst = none_here()
        try:
            for _ in self._ways:
                way, missed = await found.get()
                if missed is None:
                    try:
                        return await self._open_by(way)
                    except RouterError as error:
                        missed = error
                if missed.rank >= worst.rank:
                    worst = missed
        finally:
            for one in looking:
                one.cancel()
        raise worst

    @staticmethod
    async def _find(way: Way, found: DeferredQueue[tuple[Way, RouterError | None]]) -> None:
        try:
            await way.find()
        except RouterError as error:
            found.put((way, error))
        except CancelledError:
            pass  # another was quicker
        else:
            found.put((way, None))

    async def _open_by(self, way: Way) -> Opened:
        self._way = way
        try:
            first = await way.open(self._carriers[0], self._port)
        except BaseException:
            self._way = None
            raise
        for carrier in self._carriers[1:]:
            try:
                await way.open(carrier, self._port)
            except RouterError as error:
                _log.info("the router does not open the port for %s: %s", carrier, error)
        _log.info("%s has opened %s for %s seconds", way.name, first.outside, first.lease)
        return first

    def _again(self, delay: float) -> None:
        if not self._closed:
            self._timer = rim.reactor().callLater(0 if self._anew else delay, self._begin)
            self._anew = False

    def _tell(self, said: Address | Message) -> None:
        if not self._closed and said != self._said:
            self._said = said
            self._told(said)
