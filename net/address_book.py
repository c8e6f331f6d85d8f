"""What a saved game needs to find its peers again, and its watchers their host. Kept in ``addresses.json`` of the home."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from net.addresses import MOST, Address, is_host
from net.owner_only import MODE
from net.session.gallery import SETTINGS

_log = logging.getLogger("alarife.net")

MOST_PEERS = 200
"""Peers remembered; those not met for longest are forgotten first."""


Noted = TypeVar("Noted", int, str, tuple[str, str])


class _Pages(msgspec.Struct):
    peers: dict[str, list[tuple[str, int]]] = {}
    ports: dict[str, int] = {}
    files: dict[str, str] = {}
    audiences: dict[str, tuple[str, str]] = {}
    host_said: dict[str, str] = {}


class AddressBook:
    """Addresses by public key; for each table the port on which this computer played it, the file in which it was saved,
    whom this computer, as its host, let watch, and the host's last word on who may.

    A damaged or missing file is an empty book: only comfort is lost. Nothing in it is trusted, since whoever answers at an
    address has to show the right key.
    """

    def __init__(self, path: Path) -> None:
        """Open the book in this file."""
        self._path = path
        self._pages = _Pages()
        try:
            self._pages = msgspec.json.decode(path.read_bytes(), type=_Pages)
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            _log.warning("the address book %s cannot be read: %s", path, error)

    def addresses(self, key: bytes) -> tuple[Address, ...]:
        """Where to try a peer, the likeliest first."""
        told = self._pages.peers.get(key.hex(), [])
        return tuple(Address(host, port) for host, port in told if is_host(host) and 1 <= port <= 65535)

    def remember(self, key: bytes, addresses: Sequence[Address]) -> None:
        """Put these addresses first for a peer."""
        if not addresses:
            return
        known = list(dict.fromkeys([*addresses, *self.addresses(key)]))[: MOST + 2]
        peers = self._pages.peers
        fresh = [(address.host, address.port) for address in known]
        if peers.get(key.hex()) == fresh:
            return
        peers.pop(key.hex(), None)
        peers[key.hex()] = fresh
        while len(peers) > MOST_PEERS:
            peers.pop(next(iter(peers)))
        self._save()

    def port(self, table: bytes) -> int:
        """The port on which this computer played a table, 0 if it never did."""
        port = self._pages.ports.get(table.hex(), 0)
        return port if 0 <= port <= 65535 else 0

    def remember_port(self, table: bytes, port: int) -> None:
        """Keep the port of a table."""
        self._note(self._pages.ports, table.hex(), port)

    def file(self, table: bytes) -> Path | None:
        """The file in which this computer saved the game of a table, None if it is not known or not there any more."""
        named = self._pages.files.get(table.hex())
        try:
            return Path(named) if named is not None and Path(named).is_file() else None
        except (OSError, ValueError):
            return None

    def remember_file(self, table: bytes, file: Path) -> None:
        """Keep where the game of a table is saved."""
        self._note(self._pages.files, table.hex(), str(file.absolute()))

    def audience(self, table: bytes) -> tuple[str, bytes]:
        """Whom this computer let watch a table, and what they show who were invited; ``nobody`` if it never was the host."""
        setting, token = self._pages.audiences.get(table.hex(), ("nobody", ""))
        try:
            return (setting, bytes.fromhex(token)) if setting in SETTINGS else ("nobody", b"")
        except ValueError:
            return "nobody", b""

    def remember_audience(self, table: bytes, setting: str, token: bytes) -> None:
        """Keep whom to let watch a table when this program is started again."""
        self._note(self._pages.audiences, table.hex(), (setting, token.hex()))

    def host_said(self, table: bytes) -> bytes:
        """What the host of a table has signed last about who may watch, as a frame of the wire; empty if that is not known."""
        try:
            return bytes.fromhex(self._pages.host_said.get(table.hex(), ""))
        except ValueError:
            return b""

    def remember_host_said(self, table: bytes, frame: bytes) -> None:
        """Keep what the host has signed: watchers find their way by any peer, also by one that was started again."""
        self._note(self._pages.host_said, table.hex(), frame.hex())

    def _note(self, page: dict[str, Noted], table: str, value: Noted) -> None:
        if page.get(table) == value:
            return
        page.pop(table, None)
        page[table] = value
        while len(page) > MOST_PEERS:
            page.pop(next(iter(page)))
        self._save()

    def _save(self) -> None:
        draft = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            content = json.dumps(msgspec.to_builtins(self._pages), indent=1) + "\n"
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MODE), "w", encoding="utf-8") as stream:
                stream.write(content)
            os.replace(draft, self._path)
        except OSError as error:
            _log.warning("the address book %s cannot be written: %s", self._path, error)
