"""Tables on the local network: announcing the own one and listing the others, by mDNS service discovery (zeroconf).

It has a thread of its own with its own event loop, made when first needed; sockets are open only while something is announced
or looked for. Everything in an announcement is hostile until :func:`found_table` has made a :class:`~net.api.FoundTable` of it;
and even then it is only a hint: whoever answers at the address has to show the key, and the words are there to be compared.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from zeroconf import Error as ZeroconfError
from zeroconf import InterfaceChoice, IPVersion, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net.addresses import MOST, Address, is_literal, own_hosts
from net.api import FoundTable
from net.invite import Invite
from net.session.text import NAME_LENGTH, plain
from net.words import fingerprint
from rules.message import Message, message
from rules.registry import games

_log = logging.getLogger("alarife.net.discovery")

SERVICE = "_alarife._tcp.local."
"""The service type."""

VERSION = "1"
"""What ``v`` says in the announcements written and read here."""

MOST_TABLES = 64
"""Tables listed, and announcements looked into at once."""

LIFETIME = 60
"""Seconds after which a table that is no longer announced disappears, its host having gone without a word."""

_LOOKING = 3000
_MOMENT = 0.3
_CLOSING = 5.0
_NUMBER = re.compile(r"[0-9]{1,2}", re.ASCII)
_HEX_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is announced: the host's key and name, its addresses and port, the game, the number of seats and of open ones."""

    key: bytes
    name: str
    hosts: tuple[str, ...]
    port: int
    game: str
    seats: int
    free: int

    def service(self) -> ServiceInfo:
        """The records to publish."""
        label = _label(self.key)
        return ServiceInfo(
            SERVICE,
            f"{label}.{SERVICE}",
            port=self.port,
            properties={
                "v": VERSION,
                "k": self.key.hex(),
                "n": self.name,
                "g": self.game,
                "s": str(self.seats),
                "f": str(self.free),
            },
            server=f"alarife-{label}.local.",
            parsed_addresses=list(self.hosts),
            host_ttl=LIFETIME,
            other_ttl=LIFETIME,
        )


def _label(key: bytes) -> str:
    """The name under which the owner of a key announces."""
    return key.hex()[:32]


def found_table(
    properties: Mapping[bytes, bytes | None], hosts: Iterable[str], port: int | None, own: bytes
) -> tuple[bytes, FoundTable] | None:
    """The host's key and its table as an announcement tells of it; None for the own one and for everything that cannot be.

    A table of a game that this program does not have is left out: it could not be joined.
    """
    texts = {}
    for letter, value in properties.items():
        if len(letter) == 1 and value is not None and len(value) <= 4 * NAME_LENGTH:
            texts[letter.decode("latin-1")] = value.decode("utf-8", "replace")
    key, seats, free = texts.get("k", ""), texts.get("s", ""), texts.get("f", "")
    if texts.get("v") != VERSION or not _HEX_KEY.fullmatch(key) or not _NUMBER.fullmatch(seats) or not _NUMBER.fullmatch(free):
        return None
    peer = bytes.fromhex(key)
    game = games().get(texts.get("g", ""))
    name = plain(texts.get("n", ""), NAME_LENGTH)
    places = [host.split("%")[0] for host in hosts]
    usable = tuple(dict.fromkeys(host for host in places if is_literal(host) and not host.startswith("fe80:")))[:MOST]
    if peer == own or game is None or not name or not usable or not port or not 1 <= port <= 65535:
        return None
    if int(seats) not in game.seats or int(free) > int(seats):
        return None
    invite = Invite(peer, b"", tuple(Address(host, port) for host in usable))
    return peer, FoundTable(str(invite), name, game.id, int(seats), int(free), fingerprint(peer))


class Discovery:
    """Announces and looks; every method may be called from any thread and returns at once."""

    def __init__(
        self,
        own: bytes,
        found: Callable[[tuple[FoundTable, ...]], None],
        trouble: Callable[[Message], None],
        loopback: bool = False,
    ) -> None:
        """Prepare, without touching the network.

        Args:
            own: own key, whose announcements are not listed.
            found: told all tables after every change; called in the discovery's thread.
            trouble: told why nothing can be announced or found; called in the discovery's thread.
            loopback: stay on this computer.
        """
        self._own = own
        self._found = found
        self._trouble = trouble
        self._loopback = loopback
        self._lock = threading.Lock()
        self._announcement: Announcement | None = None
        self._looking = False
        self._asked = False
        self._complained = False
        self._closed = False
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: asyncio.Event | None = None

    def announce(self, announcement: Announcement | None) -> None:
        """Announce this from now on, or nothing."""
        with self._lock:
            self._announcement = announcement
        self._wake()

    def look(self, on: bool) -> None:
        """Start or stop looking for tables; starting tells at once what is known."""
        with self._lock:
            self._looking = on
            self._asked |= on
        self._wake()

    def close(self) -> None:
        """Stop announcing and looking for good."""
        with self._lock:
            self._closed = True
            self._announcement, self._looking = None, False
        self._wake()

    def join(self) -> None:
        """Wait until the thread is gone; after :meth:`close`, and not in a thread it tells its news to."""
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(_CLOSING)

    def _wake(self) -> None:
        with self._lock:
            if self._thread is None:
                if self._closed or (self._announcement is None and not self._looking):
                    return
                self._loop = asyncio.new_event_loop()
                self._news = asyncio.Event()
                self._thread = threading.Thread(target=self._run, name="alarife-discovery", daemon=True)
                self._thread.start()
            loop, news = self._loop, self._news
            if loop is not None and news is not None and not loop.is_closed():
                loop.call_soon_threadsafe(news.set)

    # -- in the discovery's thread -------------------------------------------------------------------------------------

    def _run(self) -> None:
        loop = self._loop
        assert loop is not None
        asyncio.set_event_loop(loop)
        try:
            loop.run_until_complete(self._serve())
        except Exception:
            _log.exception("discovery failed")
            self._trouble(message("net.notice.no-discovery"))
        finally:
            with self._lock:
                loop.run_until_complete(loop.shutdown_asyncgens())
                loop.close()
                asyncio.set_event_loop(None)

    def _wanted(self) -> tuple[Announcement | None, bool, bool, bool]:
        with self._lock:
            asked, self._asked = self._asked, False
            return self._announcement, self._looking, asked, self._closed

    async def _serve(self) -> None:
        """Bring what is published and looked for into line with what is wanted, again and again."""
        assert self._news is not None
        desk: _Desk | None = None
        closed = False
        while not closed:
            self._news.clear()
            announcement, looking, asked, closed = self._wanted()
            if desk is None and (announcement is not None or looking):
                desk = self._open()
            if desk is not None:
                try:
                    await desk.look(looking, asked)
                    await desk.announce(announcement)
                except (ZeroconfError, OSError) as problem:
                    self._complain("net.notice.no-discovery", problem)
                if announcement is None and not looking:
                    await desk.close()
                    desk = None
            if not closed:
                await self._news.wait()

    def _open(self) -> _Desk | None:
        if not self._loopback and not own_hosts():
            self._complain("net.notice.no-network", None)
            return None
        problem: Exception | None = None
        for version in (IPVersion.V4Only,) if self._loopback else (IPVersion.All, IPVersion.V4Only):
            try:
                where: Any = ["127.0.0.1"] if self._loopback else InterfaceChoice.All
                desk = _Desk(AsyncZeroconf(interfaces=where, ip_version=version), self._own, self._found)
            except (ZeroconfError, OSError) as caught:
                problem = caught
            else:
                self._complained = False
                return desk
        self._complain("net.notice.no-discovery", problem)
        return None

    def _complain(self, key: str, problem: Exception | None) -> None:
        """Tell that it does not work: once, until it has worked again."""
        _log.warning("discovery: %s %s", key, problem or "")
        if not self._complained:
            self._complained = True
            self._trouble(message(key))


class _Desk:
    """Open sockets, what is published on them, and what was seen."""

    def __init__(self, zeroconf: AsyncZeroconf, own: bytes, found: Callable[[tuple[FoundTable, ...]], None]) -> None:
        self._zeroconf = zeroconf
        self._own = own
        self._found = found
        self._published: ServiceInfo | None = None
        self._said: Announcement | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._tables: dict[str, tuple[bytes, FoundTable]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    async def announce(self, announcement: Announcement | None) -> None:
        if announcement == self._said:
            return
        said, self._said = self._said, announcement
        published = self._published
        elsewhere = announcement is None or said is None or (said.hosts, said.port) != (announcement.hosts, announcement.port)
        if published is not None and elsewhere:
            await (await self._zeroconf.async_unregister_service(published))
            published = None
        self._published = None
        if announcement is None:
            return
        self._published = announcement.service()
        if published is None:
            # No other program can have a name made of this key, so there is nobody to ask whether it is taken.
            await (await self._zeroconf.async_register_service(self._published, cooperating_responders=True))
        else:
            await (await self._zeroconf.async_update_service(self._published))

    async def look(self, on: bool, asked: bool) -> None:
        if on and self._browser is None:
            self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._changed])
            self._tell()
        elif on and asked:
            self._tell()
        elif not on and self._browser is not None:
            browser, self._browser = self._browser, None
            await browser.async_cancel()
            tasks = list(self._tasks.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._tables.clear()

    async def close(self) -> None:
        await self._zeroconf.async_close()

    def _changed(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Removed:
            task = self._tasks.pop(name, None)
            if task is not None:
                task.cancel()
            if self._tables.pop(name, None) is not None:
                self._tell()
        elif name in self._tasks:
            self._again.add(name)
        elif len(self._tasks) < MOST_TABLES and (len(self._tables) < MOST_TABLES or name in self._tables):
            task = asyncio.get_running_loop().create_task(self._look_into(name))
            self._tasks[name] = task
            task.add_done_callback(lambda done: self._looked_into(name, done))

    async def _look_into(self, name: str) -> None:
        """Ask for the rest of an announcement, once more if it changed meanwhile."""
        self._again.add(name)
        while name in self._again:
            self._again.discard(name)
            info = AsyncServiceInfo(SERVICE, name)
            complete = await info.async_request(self._zeroconf.zeroconf, _LOOKING)
            self._note(name, info if complete else None)
            if complete:
                # That was complete with its first address; the others are often a moment behind.
                await asyncio.sleep(_MOMENT)
                latest = AsyncServiceInfo(SERVICE, name)
                if latest.load_from_cache(self._zeroconf.zeroconf):
                    self._note(name, latest)

    def _looked_into(self, name: str, done: asyncio.Task[None]) -> None:
        if self._tasks.get(name) is done:
            del self._tasks[name]

    def _note(self, name: str, info: AsyncServiceInfo | None) -> None:
        seen = None
        if info is not None:
            seen = found_table(info.properties, info.parsed_addresses(IPVersion.All), info.port, self._own)
        if seen is not None and name != f"{_label(seen[0])}.{SERVICE}":
            seen = None  # somebody else speaks for that key
        if self._browser is None or self._tables.get(name) == seen:
            return
        if seen is None:
            del self._tables[name]
        else:
            self._tables[name] = seen
        self._tell()

    def _tell(self) -> None:
        """All tables, one for each key."""
        tables = dict(self._tables[name] for name in sorted(self._tables))
        self._found(tuple(sorted(tables.values(), key=lambda table: (table.host.casefold(), table.code))))
