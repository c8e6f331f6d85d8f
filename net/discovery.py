"""Tables on the local network: announcing ours and listing the others, by mDNS service discovery (zeroconf).

It has its own thread with its own event loop, started when first needed; sockets are open only while something is announced
or looked for. An announcement is hostile until :func:`found_table` has turned it into a :class:`~net.api.FoundTable`. Even then
it is only a hint: the program that answers at the address has to show the key, and people can compare the words.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from zeroconf import Error as ZeroconfError
from zeroconf import InterfaceChoice, IPVersion, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net.addresses import MOST, Address, is_literal
from net.api import FoundTable
from net.interfaces import own_hosts
from net.invite import Invite
from net.session.format.text import NAME_LENGTH, MaybeName
from net.words import fingerprint
from rules.message import Message, message
from rules.registry import games

_log = logging.getLogger("alarife.net.discovery")
# Nearly every computer has an interface without multicast. If nothing can be sent at all, this module reports it.
logging.getLogger("zeroconf").setLevel(logging.ERROR)

SERVICE = "_alarife._tcp.local."
"""The service type."""

VERSION = "1"
"""The value of ``v`` in the announcements written and read here."""

MOST_TABLES = 64
"""The most tables listed, and the most announcements looked into at once."""

LIFETIME = 60
"""Seconds after which a table that is no longer announced disappears, if its host has vanished."""

CHECK = 10.0
"""Seconds between two looks at the addresses of this computer, while anything is announced or looked for."""

_LOOKING = 3000
_MOMENT = 0.3
_CLOSING = 5.0
_NUMBER = re.compile(r"[0-9]{1,2}", re.ASCII)
_TAG = re.compile(r"[0-9a-f]{32}", re.ASCII)
_INSTANCE = re.compile(rf"[0-9a-f]{{32}}\.{re.escape(SERVICE)}", re.ASCII)
_HEX_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement: the host's key and name, its addresses and port, the game, the number of seats and of open ones.

    ``running`` tells that the game has begun and may be watched.
    """

    key: bytes
    name: str
    hosts: tuple[str, ...]
    port: int
    game: str
    seats: int
    free: int
    running: bool = False

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
                **({"w": "1"} if self.running else {}),
            },
            server=f"alarife-{label}.local.",
            parsed_addresses=list(self.hosts),
            host_ttl=LIFETIME,
            other_ttl=LIFETIME,
        )


@dataclass(frozen=True, slots=True)
class Beacon:
    """The beacon of a game that waits for peers: it shows a key and a tag of the table that only its peers recognise."""

    key: bytes
    table: bytes
    hosts: tuple[str, ...]
    port: int

    def service(self) -> ServiceInfo:
        """The records to publish."""
        label = tag_of(self.table, self.key)
        return ServiceInfo(
            SERVICE,
            f"{label}.{SERVICE}",
            port=self.port,
            properties={"v": VERSION, "k": self.key.hex(), "t": label},
            server=f"alarife-{label}.local.",
            parsed_addresses=list(self.hosts),
            host_ttl=LIFETIME,
            other_ttl=LIFETIME,
        )


@dataclass(frozen=True, slots=True)
class Sighting:
    """A beacon that was seen: a peer's key, the tag of its table, and its addresses."""

    key: bytes
    tag: str
    addresses: tuple[Address, ...]


def tag_of(table: bytes, key: bytes) -> str:
    """The tag of a table in a peer's beacon: nobody outside the table can tell which beacons belong together."""
    return hashlib.sha256(b"alarife beacon\0" + table + key).hexdigest()[:32]


def _label(key: bytes) -> str:
    """The service name of the owner of a key."""
    return key.hex()[:32]


def found_table(
    properties: Mapping[bytes, bytes | None], hosts: Iterable[str], port: int | None, own: bytes
) -> tuple[bytes, FoundTable] | None:
    """The host's key and its table, from an announcement; None for our own one and for anything invalid.

    A table of a game that this program does not have is left out, since it could not be joined.
    """
    texts = _texts(properties)
    key, seats, free = texts.get("k", ""), texts.get("s", ""), texts.get("f", "")
    if texts.get("v") != VERSION or not _HEX_KEY.fullmatch(key) or not _NUMBER.fullmatch(seats) or not _NUMBER.fullmatch(free):
        return None
    peer = bytes.fromhex(key)
    game = games().get(texts.get("g", ""))
    name = MaybeName(texts.get("n", ""))
    usable = _usable(hosts)
    if peer == own or game is None or not name or not usable or not port or not 1 <= port <= 65535:
        return None
    if int(seats) not in game.seats or int(free) > int(seats):
        return None
    invite = Invite(peer, b"", tuple(Address(host, port) for host in usable))
    return peer, FoundTable(str(invite), name, game.id, int(seats), int(free), fingerprint(peer), texts.get("w") == "1")


def sighting(properties: Mapping[bytes, bytes | None], hosts: Iterable[str], port: int | None, own: bytes) -> Sighting | None:
    """The beacon in an announcement; None for our own one and for anything else."""
    texts = _texts(properties)
    key, tag = texts.get("k", ""), texts.get("t", "")
    if texts.get("v") != VERSION or not _HEX_KEY.fullmatch(key) or not _TAG.fullmatch(tag) or key == own.hex():
        return None
    usable = _usable(hosts)
    if not usable or not port or not 1 <= port <= 65535:
        return None
    return Sighting(bytes.fromhex(key), tag, tuple(Address(host, port) for host in usable))


def _texts(properties: Mapping[bytes, bytes | None]) -> dict[str, str]:
    texts = {}
    for letter, value in properties.items():
        if len(letter) == 1 and value is not None and len(value) <= 4 * NAME_LENGTH:
            texts[letter.decode("latin-1")] = value.decode("utf-8", "replace")
    return texts


def _usable(hosts: Iterable[str]) -> tuple[str, ...]:
    places = [host.split("%")[0] for host in hosts]
    return tuple(dict.fromkeys(host for host in places if is_literal(host) and not host.startswith("fe80:")))[:MOST]


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
            own: this computer's key, whose announcements are not listed.
            found: called with all tables after every change, in the discovery's thread.
            trouble: called with the reason if nothing can be announced or found, in the discovery's thread.
            loopback: stay on this computer.
        """
        self._own = own
        self._found = found
        self._trouble = trouble
        self._loopback = loopback
        self._lock = threading.Lock()
        self._announcement: Announcement | None = None
        self._beacon: Beacon | None = None
        self._met: Callable[[Sighting], None] | None = None
        self._looking = False
        self._asked = False
        self._complained = False
        self._closed = False
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news: asyncio.Event | None = None

    def announce(self, announcement: Announcement | None) -> None:
        """Announce this from now on; None for nothing."""
        with self._lock:
            self._announcement = announcement
        self._wake()

    def seek(self, beacon: Beacon | None, met: Callable[[Sighting], None] | None) -> None:
        """Show this beacon from now on, and report the beacons of others, including those already known; None ends either.

        ``met`` is called in the discovery's thread.
        """
        with self._lock:
            self._beacon, self._met = beacon, met
        self._wake()

    def look(self, on: bool) -> None:
        """Start or stop looking for tables; starting reports the known ones at once."""
        with self._lock:
            self._looking = on
            self._asked |= on
        self._wake()

    def close(self) -> None:
        """Stop announcing and looking for good."""
        with self._lock:
            self._closed = True
            self._announcement, self._looking, self._beacon, self._met = None, False, None, None
        self._wake()

    def join(self) -> None:
        """Wait until the thread has ended; to be called after :meth:`close`, and not in the discovery's thread."""
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(_CLOSING)

    def _wake(self) -> None:
        with self._lock:
            if self._thread is None:
                idle = self._announcement is None and self._beacon is None and self._met is None and not self._looking
                if self._closed or idle:
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

    def _wanted(self) -> tuple[_Wish, bool]:
        with self._lock:
            asked, self._asked = self._asked, False
            return _Wish(self._announcement, self._beacon, self._looking, asked, self._met), self._closed

    async def _serve(self) -> None:
        """Publish and look for what is wanted, after every change.

        Sockets belong to the interfaces that there were when they were opened. So they are opened anew if this computer's
        addresses have changed, and also if there was no network before.
        """
        assert self._news is not None
        desk: _Desk | None = None
        closed = False
        before: list[str] = []
        while not closed:
            self._news.clear()
            wish, closed = self._wanted()
            hosts = own_hosts(self._loopback)
            if desk is not None and hosts != before:
                await desk.close()
                desk = None
            before = hosts
            if desk is None and not wish.idle:
                desk = self._open(hosts)
            if desk is not None:
                try:
                    await desk.look(wish)
                    await desk.publish("table", wish.announcement)
                    await desk.publish("beacon", wish.beacon)
                except (ZeroconfError, OSError) as problem:
                    self._complain("net.notice.no-discovery", problem)
                if wish.idle:
                    await desk.close()
                    desk = None
            if not closed:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), None if wish.idle else CHECK)

    def _open(self, hosts: list[str]) -> _Desk | None:
        if not hosts:
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
        """Report that it does not work, once until it works again."""
        if not self._complained:
            _log.warning("discovery: %s %s", key, problem or "")
            self._complained = True
            self._trouble(message(key))


@dataclass(frozen=True, slots=True)
class _Wish:
    """The tables to publish and look for now; ``asked`` sends the list even when it has not changed."""

    announcement: Announcement | None
    beacon: Beacon | None
    looking: bool
    asked: bool
    met: Callable[[Sighting], None] | None

    @property
    def idle(self) -> bool:
        """Whether no socket is needed."""
        return self.announcement is None and self.beacon is None and self.met is None and not self.looking


class _Desk:
    """Open sockets, what is published on them, and what was seen."""

    def __init__(self, zeroconf: AsyncZeroconf, own: bytes, found: Callable[[tuple[FoundTable, ...]], None]) -> None:
        self._zeroconf = zeroconf
        self._own = own
        self._found = found
        self._published: dict[str, tuple[Announcement | Beacon, ServiceInfo]] = {}
        self._browser: AsyncServiceBrowser | None = None
        self._listing = False
        self._met: Callable[[Sighting], None] | None = None
        self._tables: dict[str, tuple[bytes, FoundTable]] = {}
        self._sightings: dict[str, Sighting] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    async def publish(self, slot: str, announcement: Announcement | Beacon | None) -> None:
        """Publish this in a slot, in place of what was there."""
        before = self._published.get(slot)
        if announcement == (before[0] if before is not None else None):
            return
        service = announcement.service() if announcement is not None else None
        if before is not None:
            said, published = before
            same = announcement is not None and (said.hosts, said.port) == (announcement.hosts, announcement.port)
            if service is None or not same or service.name != published.name:
                del self._published[slot]
                await (await self._zeroconf.async_unregister_service(published))
                before = None
        if announcement is None or service is None:
            return
        self._published[slot] = (announcement, service)
        if before is None:
            # No other program can have a name made of this key, so there is nobody to ask whether it is taken.
            await (await self._zeroconf.async_register_service(service, cooperating_responders=True))
        else:
            await (await self._zeroconf.async_update_service(service))

    async def look(self, wish: _Wish) -> None:
        """Look for tables, for beacons, for both or for nothing."""
        on = wish.looking or wish.met is not None
        listed, self._listing = self._listing, wish.looking
        told, self._met = self._met, wish.met
        if on and self._browser is None:
            self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE, handlers=[self._changed])
        if wish.looking and (wish.asked or not listed):
            self._tell()
        if wish.met is not None and wish.met != told:
            for seen in self._sightings.values():
                wish.met(seen)
        if not on and self._browser is not None:
            browser, self._browser = self._browser, None
            await browser.async_cancel()
            tasks = list(self._tasks.values())
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._again.clear()
            self._tables.clear()
            self._sightings.clear()

    async def close(self) -> None:
        await self._zeroconf.async_close()

    def _changed(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if not _INSTANCE.fullmatch(name):
            return  # the name of no table and no beacon, and perhaps none at all
        if state_change is ServiceStateChange.Removed:
            self._again.discard(name)
            task = self._tasks.pop(name, None)
            if task is not None:
                task.cancel()
            self._sightings.pop(name, None)
            if self._tables.pop(name, None) is not None:
                self._tell()
        elif name in self._tasks:
            self._again.add(name)
        elif len(self._tasks) < MOST_TABLES and self._has_room(name):
            task = asyncio.get_running_loop().create_task(self._look_into(name))
            self._tasks[name] = task
            task.add_done_callback(lambda done: self._looked_into(name, done))

    def _has_room(self, name: str) -> bool:
        seen = (self._tables, self._sightings)
        return any(name in known for known in seen) or all(len(known) < MOST_TABLES for known in seen)

    async def _look_into(self, name: str) -> None:
        """Ask for the rest of an announcement, and ask again if it changed meanwhile."""
        self._again.add(name)
        while name in self._again:
            self._again.discard(name)
            info = AsyncServiceInfo(SERVICE, name)
            complete = await info.async_request(self._zeroconf.zeroconf, _LOOKING)
            self._note(name, info if complete else None)
            if complete:
                # The request is complete with the first address; the others often come a moment later.
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
            hosts = info.parsed_addresses(IPVersion.All)
            self._note_beacon(name, sighting(info.properties, hosts, info.port, self._own))
            seen = found_table(info.properties, hosts, info.port, self._own)
        if seen is not None and name != f"{_label(seen[0])}.{SERVICE}":
            seen = None  # another computer announces that key
        if self._browser is None or self._tables.get(name) == seen:
            return
        if seen is None:
            del self._tables[name]
        else:
            self._tables[name] = seen
        self._tell()

    def _note_beacon(self, name: str, seen: Sighting | None) -> None:
        if seen is None or name != f"{seen.tag}.{SERVICE}" or self._browser is None or self._sightings.get(name) == seen:
            return
        self._sightings[name] = seen
        if self._met is not None:
            self._met(seen)

    def _tell(self) -> None:
        """Report all tables, one for each key."""
        if not self._listing:
            return
        tables = dict(self._tables[name] for name in sorted(self._tables))
        self._found(tuple(sorted(tables.values(), key=lambda table: (table.host.casefold(), table.code))))
