"""Addresses by which a saved game finds its peers, and its watchers their host; kept in ``addresses.json`` in the home folder.

Three sources tell where a peer is, best first, and none can displace what a better one has told: a call from this computer that
the right key answered; the peer itself, over its own link; other peers, which may lie. Addresses from others are tried last and
never written to the file.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

import msgspec

from net.addresses import MOST, Address, is_host
from net.disk import read_whole, write_whole
from net.owner_only import MODE
from net.session.audience.gallery import SETTINGS

_log = logging.getLogger("alarife.net")

LARGEST = 1 << 22
"""Bytes of the largest file that is read."""

MOST_PEERS = 200
"""The most peers remembered; the ones not met for longest are forgotten first."""

MOST_ANSWERED = 4
"""The most addresses remembered at which one peer has answered; the latest are kept."""

MOST_SOURCES = 16
"""The most sources of hints about one peer; the latest are kept."""

MOST_TRIED = 12
"""The largest number of addresses from others that are tried for one peer: the latest of each source first."""

CODE = b"code"
"""The source of addresses from an invite or a code that a person has pasted here."""

BEACON = b"beacon"
"""The source of addresses that were seen on the local network."""


Noted = TypeVar("Noted", int, str, tuple[str, str], list[tuple[str, int]], dict[str, int])


class _Pages(msgspec.Struct):
    peers: dict[str, list[tuple[str, int]]] = {}
    said: dict[str, list[tuple[str, int]]] = {}
    ports: dict[str, int] = {}
    files: dict[str, str] = {}
    audiences: dict[str, tuple[str, str]] = {}
    host_said: dict[str, str] = {}
    chat_heard: dict[str, dict[str, int]] = {}


class AddressBook:
    """Addresses by public key; for each table the port on which this computer played it, the file in which it was saved,
    the setting for watchers if this computer was the host, and the host's last list of admitted watchers.

    A damaged or missing file is an empty book: only convenience is lost. Nothing in it is trusted: a program that answers at
    an address has to show the right key.
    """

    def __init__(self, path: Path) -> None:
        """Open the book in this file."""
        self._path = path
        self._pages = _Pages()
        self._hints: dict[bytes, dict[bytes, tuple[Address, ...]]] = {}
        try:
            self._pages = msgspec.json.decode(read_whole(path, LARGEST), type=_Pages)
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            _log.warning("the address book %s cannot be read: %s", path, error)

    def addresses(self, key: bytes) -> tuple[Address, ...]:
        """The addresses to try for a peer, the likeliest first."""
        known = [Address(*pair) for pages in (self._pages.peers, self._pages.said) for pair in pages.get(key.hex(), [])]
        told = [address for row in zip_longest(*reversed(self._hints.get(key, {}).values())) for address in row if address]
        return tuple(dict.fromkeys(one for one in [*known, *told[:MOST_TRIED]] if is_host(one.host) and 1 <= one.port <= 65535))

    def answered(self, key: bytes, address: Address) -> None:
        """This computer has called an address, and the peer's key has answered."""
        before = [Address(*pair) for pair in self._pages.peers.get(key.hex(), [])]
        latest = list(dict.fromkeys([address, *before]))[:MOST_ANSWERED]
        self._note(self._pages.peers, key.hex(), [(one.host, one.port) for one in latest])

    def said(self, key: bytes, addresses: Sequence[Address]) -> None:
        """The peer says over its own link where it is now, which replaces what it said before."""
        if addresses:
            self._note(self._pages.said, key.hex(), [(one.host, one.port) for one in addresses[: MOST + 2]])

    def hint(self, key: bytes, source: bytes, addresses: Sequence[Address]) -> bool:
        """A source says where a peer may be: another peer (by its key), :data:`CODE` or :data:`BEACON`.

        Returns whether that is news. It replaces only what the same source said before.
        """
        told = self._hints.setdefault(key, {})
        news = tuple(addresses[: MOST + 2])
        if not news or told.get(source) == news:
            return False
        fresh = not set(news) <= set(self.addresses(key))
        told.pop(source, None)
        told[source] = news
        while len(told) > MOST_SOURCES:
            told.pop(next(iter(told)))
        while len(self._hints) > MOST_PEERS:
            self._hints.pop(next(iter(self._hints)))
        return fresh

    def knows(self, table: bytes) -> bool:
        """Whether this computer has been at a table with this id."""
        return table.hex() in self._pages.ports or table.hex() in self._pages.files

    def port(self, table: bytes) -> int:
        """The port on which this computer played a table, 0 if it never did."""
        port = self._pages.ports.get(table.hex(), 0)
        return port if 0 <= port <= 65535 else 0

    def remember_port(self, table: bytes, port: int) -> None:
        """Remember the port of a table."""
        self._note(self._pages.ports, table.hex(), port)

    def file(self, table: bytes) -> Path | None:
        """The file in which this computer saved the game of a table; None if it is unknown or gone."""
        named = self._pages.files.get(table.hex())
        try:
            return Path(named) if named is not None and Path(named).is_file() else None
        except (OSError, ValueError):
            return None

    def remember_file(self, table: bytes, file: Path) -> None:
        """Remember where the game of a table is saved."""
        self._note(self._pages.files, table.hex(), str(file.absolute()))

    def audience(self, table: bytes) -> tuple[str, bytes]:
        """The setting for watchers, and the token that invited ones show; ``nobody`` if this computer never was the host."""
        setting, token = self._pages.audiences.get(table.hex(), ("nobody", ""))
        try:
            return (setting, bytes.fromhex(token)) if setting in SETTINGS else ("nobody", b"")
        except ValueError:
            return "nobody", b""

    def remember_audience(self, table: bytes, setting: str, token: bytes) -> None:
        """Remember who may watch a table, for the next start of the program."""
        self._note(self._pages.audiences, table.hex(), (setting, token.hex()))

    def host_said(self, table: bytes) -> bytes:
        """The host's last signed list of watchers, as a frame of the wire; empty if unknown."""
        try:
            return bytes.fromhex(self._pages.host_said.get(table.hex(), ""))
        except ValueError:
            return b""

    def remember_host_said(self, table: bytes, frame: bytes) -> None:
        """Remember what the host has signed, so that watchers can use a peer that has restarted."""
        self._note(self._pages.host_said, table.hex(), frame.hex())

    def chat_heard(self, table: bytes) -> dict[bytes, int]:
        """By peer, the stamp of its last chat message at a table."""
        try:
            return {bytes.fromhex(key): stamp for key, stamp in self._pages.chat_heard.get(table.hex(), {}).items()}
        except ValueError:
            return {}

    def remember_chat(self, table: bytes, heard: Mapping[bytes, int]) -> None:
        """Remember the stamps of the last chat messages, so that a restarted program does not show them again."""
        self._note(self._pages.chat_heard, table.hex(), {key.hex(): stamp for key, stamp in heard.items()})

    def _note(self, page: dict[str, Noted], about: str, value: Noted) -> None:
        if page.get(about) == value:
            return
        page.pop(about, None)
        page[about] = value
        while len(page) > MOST_PEERS:
            page.pop(next(iter(page)))
        self._save()

    def _save(self) -> None:
        content = json.dumps(msgspec.to_builtins(self._pages), indent=1) + "\n"
        try:
            write_whole(self._path, content.encode(), MODE, sync=False)
        except OSError as error:
            _log.warning("the address book %s cannot be written: %s", self._path, error)
