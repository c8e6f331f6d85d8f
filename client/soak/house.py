"""The computers of a soak and the network between them."""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from client.soak.lan import Lan


class Unfit(Exception):
    """This computer cannot run a soak; the text says why."""


class Room:
    """One computer (see :mod:`client.soak.room`) and the peer that runs in it."""

    def __init__(self, place: int) -> None:
        """Set up the room; raises :class:`Unfit`."""
        self.place = place
        self._moves = 0
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "client.soak.room", str(theirs.fileno()), str(place), self.address]
        self.process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        theirs.close()
        self._control = ours
        message, handles, _, _ = socket.recv_fds(ours, 1 << 12, 1)
        if not message or not handles:
            assert self.process.stderr is not None
            said = self.process.stderr.read().decode("utf-8", "replace").strip().splitlines()
            self.close()
            raise Unfit(said[-1] if said else "no room")
        self.tap = handles[0]

    @property
    def address(self) -> str:
        """Its current address with the prefix length."""
        return f"10.77.{self._moves}.{self.place + 1}/16"

    def move(self) -> None:
        """Take another address."""
        self._moves = (self._moves + 1) % 256
        self._ask({"address": self.address})

    def run(self, arguments: list[str], out: int, err: int, program: str = "client.cli") -> int:
        """Start a peer, with arguments for the function ``main`` of the module; returns its process id."""
        return int(self._ask({"run": arguments, "program": program}, out, err)["pid"])

    def _ask(self, what: Mapping[str, object], *handles: int) -> dict[str, Any]:
        socket.send_fds(self._control, [json.dumps(what).encode()], list(handles))
        answer = self._control.recv(1 << 12)
        if not answer:
            raise Unfit(f"room {self.place} has ended")
        told: dict[str, Any] = json.loads(answer)
        return told

    def close(self) -> None:
        """Take down the room with everything in it."""
        self._control.close()
        self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()


class House:
    """All rooms and the network between them; a context manager."""

    def __init__(self, peers: int, rng: random.Random) -> None:
        """Set up the rooms; raises :class:`Unfit` if that is not permitted."""
        self.rooms: list[Room] = []
        try:
            for place in range(peers):
                self.rooms.append(Room(place))
        except (OSError, Unfit) as problem:
            self.close()
            raise problem if isinstance(problem, Unfit) else Unfit(str(problem)) from problem
        self.lan = Lan([room.tap for room in self.rooms], rng)

    def __enter__(self) -> House:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Take everything down."""
        for room in self.rooms:
            room.close()
            with suppress(OSError, AttributeError):
                os.close(room.tap)
