"""The current addresses of the peers of a running game, learned over links, from the local network, or from a code.

A saved game may be opened again with other addresses, and addresses may change during a game. While a peer is missing, or has
gone and could come back, this computer shows a beacon on the local network, looks for the beacons of the others, and offers a
code that leads to it. Over every link it tells where it is and where it last saw the others. None of this is trusted: a program
that answers has to show its key. Until then, an address from others is tried after the known ones, replaces none of them, and
is not passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from ipaddress import ip_address
from typing import Annotated, Protocol

from msgspec import Meta

from net.address_book import BEACON, AddressBook
from net.addresses import Address, is_global, is_literal
from net.api import Reachable
from net.discovery import Beacon, Sighting, tag_of
from net.invite import Invite
from net.session.format.charter import MOST_PEERS, Charter
from net.session.format.wire import Codec, Frame, TableId
from net.session.lobby.wire import Places
from net.words import fingerprint

MOST_TOLD, TOLD_IN = 10, 10_000
"""The most reports of addresses taken from one peer, in so many milliseconds: each one writes to a file."""


class Told(Frame, tag="where.places", frozen=True):
    """The addresses at which peers of a table were last reached, including the sender's."""

    table: TableId
    places: Annotated[tuple[Places, ...], Meta(max_length=MOST_PEERS)]


place_frames: Codec[Told] = Codec("where", Told)
"""Encodes and decodes it."""


def tells_places(payload: bytes) -> bool:
    """Whether a frame is a :class:`Told` rather than a frame of the lobby or the game."""
    return payload[2:8] == b"where."  # after the heads of the array and of its first text


def for_watcher(places: Mapping[bytes, Sequence[Address]], host: str) -> dict[bytes, list[Address]]:
    """The addresses of the peers that a watcher linked from ``host`` needs: from the internet, none of home networks."""
    home = is_literal(host) and not is_global(host)
    return {key: [address for address in known if home or is_global(address.host)] for key, known in places.items()}


class Links(Protocol):
    """The part of the mesh that this module needs."""

    @property
    def port(self) -> int:
        """The port on which this program listens."""

    def is_linked(self, key: bytes) -> bool:
        """Whether a link to this peer stands."""

    def send(self, key: bytes, payload: bytes) -> None:
        """Send a frame."""

    def place(self, key: bytes) -> Address | None:
        """The address at which a peer linked over UDP is seen from here."""

    def nudge(self, key: bytes) -> None:
        """Call a wanted peer at once."""

    def let_go(self) -> None:
        """Close links from an address that this computer no longer has."""


class Whereabouts:
    """The addresses of all peers of one table, as far as this computer knows."""

    def __init__(
        self,
        charter: Charter,
        me: bytes,
        links: Links,
        book: AddressBook,
        hosts: Callable[[], list[str]],
        known: Mapping[bytes, Sequence[Address]],
        emit: Callable[[Reachable], None],
        seek: Callable[[Beacon | None, Callable[[Sighting], None] | None], None],
        public: Callable[[], Sequence[Address]] = tuple,
    ) -> None:
        """Begin with the addresses ``known`` from the lobby; ``hosts`` returns the addresses of this computer, ``public`` those
        at which others see it.
        """
        self._charter = charter
        self._me = me
        self._links = links
        self._book = book
        self._own_hosts = hosts
        self._places = {key: tuple(places) for key, places in known.items() if key in charter.keys and key != me}
        self._emit = emit
        self._seek = seek
        self._public = public
        self._tags = {tag_of(charter.table, key): key for key in charter.keys if key != me}
        self._missing: frozenset[bytes] = frozenset()
        self._strayed: frozenset[bytes] = frozenset()
        self._heard: dict[bytes, tuple[int, int]] = {}
        self._hosts = tuple(hosts())

    @property
    def places(self) -> Mapping[bytes, Sequence[Address]]:
        """The addresses at which the others were last reached."""
        return self._places

    @property
    def misses(self) -> bool:
        """Whether this computer has no link to a peer that is waited for, or that has gone and may want to come back."""
        return bool(self._missing or self._strayed)

    def look_around(self, there: Sequence[bytes]) -> None:
        """Check which peers at the table are missing, and whether this computer's addresses have changed.

        Nobody waits for departed peers, but they may come back, if only to see the end, and have to find this computer too.
        """
        hosts = tuple(self._own_hosts())
        moved, self._hosts = hosts != self._hosts, hosts
        if moved and hosts:
            self._links.let_go()
        missing = self._not_linked(there)
        strayed = self._not_linked(self._charter.keys) - missing
        if moved and hosts:
            self._tell([key for key in there if self._links.is_linked(key)], [self._me])
            for key in missing:
                self._links.nudge(key)
        changed = moved or missing | strayed != self._missing | self._strayed
        self._missing, self._strayed = missing, strayed
        if changed:
            beacon = Beacon(self._me, self._charter.table, hosts, self._links.port) if self.misses and hosts else None
            self._seek(beacon, self._saw if self.misses else None)
            self._emit(self.reachable())

    def _not_linked(self, keys: Sequence[bytes]) -> frozenset[bytes]:
        return frozenset(key for key in keys if key != self._me and not self._links.is_linked(key))

    def reachable(self) -> Reachable:
        """How a missing peer can find this computer."""
        addresses = tuple(Address(host, self._links.port) for host in self._hosts)
        punched = tuple(place for place in self._public() if place not in addresses)
        code = str(Invite(self._me, b"", addresses, punched)) if addresses else ""
        outside = any(ip_address(place.host).is_global for place in (*addresses, *punched))
        return Reachable(code, tuple(map(str, (*addresses, *punched))), fingerprint(self._me), outside)

    def seen_elsewhere(self) -> None:
        """Others see this computer at another address than before: update the code, and tell everybody."""
        if self.misses:
            self._emit(self.reachable())
        self._tell([key for key in self._charter.keys if key != self._me and self._links.is_linked(key)], [self._me])

    def close(self) -> None:
        """Stop looking."""
        self._seek(None, None)

    # -- news ----------------------------------------------------------------------------------------------------------

    def met(self, key: bytes, places: Sequence[Address], there: Sequence[bytes]) -> None:
        """A link to a peer stands: tell it where the others are, and tell the others where it is."""
        if places:
            self._places[key] = tuple(places)
        linked = [other for other in there if other not in (key, self._me) and self._links.is_linked(other)]
        self._tell([key], [self._me, *(other for other in there if other not in (key, self._me))])
        self._tell(linked, [key])

    def hear(self, key: bytes, payload: bytes, now: int) -> None:
        """A peer tells where others are; raises :class:`~net.session.format.wire.WireError` for a damaged frame."""
        told = place_frames.decode(payload)
        since, count = self._heard.get(key, (now, 0))
        since, count = (since, count) if now - since < TOLD_IN else (now, 0)
        self._heard[key] = (since, count + 1)
        if told is None or told.table != self._charter.table or count >= MOST_TOLD:
            return
        for row in told.places:
            if (
                row.peer == self._me
                or row.peer not in self._charter.keys
                or (row.peer != key and self._links.is_linked(row.peer))
            ):
                continue
            places = tuple(Address(host, port) for host, port in row.addresses if is_literal(host))
            if row.peer != key:
                self._try_at(row.peer, key, places)
            elif places:
                seen = self._links.place(key)
                places = tuple(dict.fromkeys(places if seen is None else (seen, *places)))
                self._places[key] = places
                self._book.said(key, places)

    def _try_at(self, key: bytes, source: bytes, places: Sequence[Address]) -> None:
        """A source says where a peer may be: if that peer is missing, call at once."""
        if self._book.hint(key, source, places) and not self._links.is_linked(key):
            self._links.nudge(key)

    def _saw(self, seen: Sighting) -> None:
        key = self._tags.get(seen.tag)
        if key is not None and key == seen.key and not self._links.is_linked(key):
            self._try_at(key, BEACON, seen.addresses)

    def _tell(self, to: Sequence[bytes], about: Sequence[bytes]) -> None:
        own = (*self._public(), *(Address(host, self._links.port) for host in self._hosts))
        known = {**self._places, self._me: own}
        rows = [Places(key, tuple((host, port) for host, port in known.get(key, ()) if is_literal(host))[:8]) for key in about]
        told = tuple(row for row in rows if row.addresses)
        if told and to:
            payload = place_frames.encode(Told(self._charter.table, told))
            for key in to:
                self._links.send(key, payload)
