"""What happens in one game of the soak, drawn from its seed, and whether the game ended as it must.

A game ends well in one of two ways. *Over:* every peer has the end, with the same log. *Paused:* a peer was to stay away for
good; then all others have the same log, the next entry is the missing peer's to write, and each of them says who is missing.
Either way no entry may be gone that was in the file of a peer when it was killed.
"""

from __future__ import annotations

import heapq
import json
import os
import random
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from client.soak.lan import Lan, Weather
from net.gamefile import GameFileError, beginning, load
from net.verify import verify

NAMES = ("Anna", "Ben", "Carla", "Dario", "Eva")
LOBBY_SECONDS = 60
"""How long until everybody has begun."""
STILL_SECONDS = 60
"""A game in which nothing happens for so long has paused."""
GONE_SECONDS = 15
"""The same, where a peer is to stay away."""
CHAOS_SECONDS = 14
"""The time from the beginning of a game in which things are made to happen."""
STAY_SECONDS = 3600
MOST_EVENTS = 6
_GONE = 0.08
"""Part of the games in which a peer is killed and does not come back."""


class Unfit(Exception):
    """This computer does not let a soak be run; the text says why."""


@dataclass(frozen=True)
class Happening:
    """One thing that is made to happen.

    Attributes:
        at: seconds after the beginning of the game.
        what: ``kill``, ``gone``, ``cable``, ``split``, ``storm``, ``move`` (another address), or ``night``: all programs end,
            and all computers have other addresses when they begin again.
        places: whom it concerns.
        seconds: how long it lasts.
    """

    at: float
    what: str
    places: tuple[int, ...]
    seconds: float


def plan(rng: random.Random, peers: int) -> tuple[Weather, list[Happening]]:
    """The weather of a game and what happens in it."""
    weather = Weather(
        delay=rng.choice((0.0, 0.001, 0.004)),
        spread=rng.choice((0.0, 0.004, 0.015)),
        loss=rng.choice((0.0, 0.002, 0.01)),
        twice=rng.choice((0.0, 0.01)),
        late=rng.choice((0.0, 0.005)),
    )
    events = []
    for _ in range(rng.randint(1, MOST_EVENTS)):
        what = rng.choices(("kill", "cable", "split", "storm", "move", "night"), (10, 4, 4, 2, 2, 1))[0]
        count = rng.randint(1, peers - 1) if what == "split" else rng.randint(1, 2) if what == "kill" else 1
        places = tuple(range(peers)) if what == "night" else tuple(rng.sample(range(peers), count))
        longest = {"kill": 3.0, "storm": 3.0, "night": 3.0}.get(what, 12.0)
        events.append(Happening(rng.uniform(0, CHAOS_SECONDS), what, places, rng.uniform(0.05, longest)))
    if rng.random() < _GONE:
        events.append(Happening(rng.uniform(0, CHAOS_SECONDS), "gone", (rng.randrange(peers),), 0.0))
    return weather, sorted(events, key=lambda event: event.at)


# -- the rooms ---------------------------------------------------------------------------------------------------------


class Room:
    """One computer (see :mod:`client.soak.room`) and the peer that runs in it."""

    def __init__(self, place: int) -> None:
        """Set it up; raises :class:`Unfit`."""
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
        """Its present address with the length of the network's part."""
        return f"10.77.{self._moves}.{self.place + 1}/16"

    def move(self) -> None:
        """Take another address."""
        self._moves += 1
        self._ask({"address": self.address})

    def run(self, arguments: list[str], out: int, err: int) -> int:
        """Start a peer; returns its process."""
        return int(self._ask({"run": arguments}, out, err)["pid"])

    def _ask(self, what: Mapping[str, object], *handles: int) -> dict[str, Any]:
        socket.send_fds(self._control, [json.dumps(what).encode()], list(handles))
        answer = self._control.recv(1 << 12)
        if not answer:
            raise Unfit(f"room {self.place} has ended")
        told: dict[str, Any] = json.loads(answer)
        return told

    def close(self) -> None:
        """Take it down with everything in it."""
        self._control.close()
        self.process.kill()
        self.process.wait()
        assert self.process.stderr is not None
        self.process.stderr.close()


class House:
    """All rooms and the network between them; a context manager."""

    def __init__(self, peers: int, rng: random.Random) -> None:
        """Set them up; raises :class:`Unfit` where that is not permitted."""
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


# -- a game ------------------------------------------------------------------------------------------------------------


@dataclass
class Player:
    """One peer over all its lives.

    Attributes:
        place: its room.
        folder: its home; the game's file is ``game.alarife`` in it.
        pid: its process, 0 while none runs.
        life: how often it was started.
        end: what it printed about the end, or None.
        missing: whom it last said to be missing.
        away: whether it is not to come back.
        said: everything it printed.
        known: the lines of its file when it was killed, one list for each time.
    """

    place: int
    folder: Path
    pid: int = 0
    life: int = 0
    end: dict[str, Any] | None = None
    missing: dict[str, str] = field(default_factory=dict)
    away: bool = False
    said: list[dict[str, Any]] = field(default_factory=list)
    known: list[list[bytes]] = field(default_factory=list)

    @property
    def file(self) -> Path:
        """Where it saves."""
        return self.folder / "game.alarife"

    def lines(self) -> list[bytes]:
        """The whole lines in its file that hold entries."""
        try:
            return self.file.read_bytes().split(b"\n")[1:-1]
        except FileNotFoundError:
            return []


class Game:
    """One game in a house."""

    def __init__(self, house: House, game: str, seed: int, folder: Path) -> None:
        """Prepare it; ``folder`` is new and is this game's alone."""
        self.seed = seed
        self.game = game
        self._house = house
        self._rng = random.Random(f"soak {seed}")
        self._weather, self._events = plan(self._rng, len(house.rooms))
        self.players = [Player(place, folder / str(place)) for place in range(len(house.rooms))]
        self._invite = ""
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._selector = selectors.DefaultSelector()
        self._held: dict[int, bytes] = {}
        self._cuts: list[set[tuple[int, int]]] = []
        self.happened: list[str] = []

    def play(self, deadline: float) -> dict[str, object]:
        """Play it and return what is to be printed about it; ``end`` is ``over``, ``paused``, ``time`` or ``fault``."""
        began = time.monotonic()
        lan = self._house.lan
        carried, lost = lan.carried, lan.lost
        for place, room in enumerate(self._house.rooms):
            self._selector.register(room.tap, selectors.EVENT_READ, place)
        try:
            end, why = self._go(deadline)
        finally:
            for player in self.players:
                self._kill(player)
            for key in list(self._selector.get_map().values()):
                if not isinstance(key.data, int):
                    os.close(key.fd)
            self._selector.close()
            lan.cut, lan.weather = set(), Weather()
        if end != "time":
            why = why or self._fault(end)
        record: dict[str, object] = {
            "seed": self.seed,
            "game": self.game,
            "end": "fault" if why else end,
            "entries": max(len(player.lines()) for player in self.players),
            "kills": sum(len(player.known) for player in self.players),
            "happened": self.happened,
            "frames": lan.carried - carried,
            "lost": lan.lost - lost,
            "seconds": round(time.monotonic() - began, 1),
        }
        return record | ({"why": why} if why else {})

    def clear(self) -> None:
        """Throw its folder away."""
        shutil.rmtree(self.players[0].folder.parent, ignore_errors=True)

    # -- the course of it ----------------------------------------------------------------------------------------------

    def _go(self, deadline: float) -> tuple[str, str]:
        """Play; returns how it ended, and why that is a fault (else empty)."""
        count = len(self.players)
        host = ["--host", "--game", self.game, "--players", str(count), "--save"]
        self._start(self.players[0], [*host, str(self.players[0].file)])
        limit = time.monotonic() + LOBBY_SECONDS
        self._run(limit, lambda: bool(self._invite))
        for player in self.players[1:]:
            self._start(player, ["--join", self._invite, "--save", str(player.file)])
        if not self._run(limit, lambda: all(player.file.exists() and player.file.stat().st_size for player in self.players)):
            return "fault", "the game did not begin in time"
        self._house.lan.weather = self._weather
        for event in self._events:
            self._later(event.at, lambda event=event: self._happen(event))  # type: ignore[misc]
        size, since = self._sizes(), time.monotonic()
        while not all(player.end or player.away for player in self.players):
            now = time.monotonic()
            if now > deadline:
                return "time", ""
            if (sizes := self._sizes()) != size or self._agenda:
                size, since = sizes, now
            away = any(player.away for player in self.players)
            if now - since > (GONE_SECONDS if away else STILL_SECONDS):
                return ("paused", "") if away else ("fault", self._standstill())
            dead = [player for player in self.players if not player.pid and not player.away and not self._agenda]
            if dead:
                return "fault", f"{NAMES[dead[0].place]} ended by itself: {self._errors(dead[0])[-600:]}"
            self._run(now + 0.25, lambda: False)
        return "over", ""

    def _sizes(self) -> list[int]:
        return [player.file.stat().st_size for player in self.players]

    def _later(self, wait: float, do: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._agenda, (time.monotonic() + wait, self._count, do))

    def _run(self, until: float, done: Callable[[], bool]) -> bool:
        """Let packets, prints and happenings go by until a moment, or until it is done; whether it is."""
        lan = self._house.lan
        while not done():
            now = time.monotonic()
            if now >= until:
                return False
            while self._agenda and self._agenda[0][0] <= now:
                heapq.heappop(self._agenda)[2]()
            due = lan.deliver(now)
            moments = [until, *([due] if due is not None else []), *(row[0] for row in self._agenda[:1])]
            for key, _ in self._selector.select(max(0.0, min(*moments, now + 0.25) - time.monotonic())):
                if isinstance(key.data, int):
                    lan.take(key.data, time.monotonic())
                else:
                    self._hear(key.fd, *key.data)
        return True

    def _hear(self, handle: int, player: Player, life: int) -> None:
        data = os.read(handle, 1 << 16)
        if not data:
            self._selector.unregister(handle)
            os.close(handle)
            self._held.pop(handle, None)
            if life == player.life:
                player.pid = 0
            return
        *lines, self._held[handle] = (self._held.get(handle, b"") + data).split(b"\n")
        for line in lines:
            told = json.loads(line)
            player.said.append(told)
            if "invite" in told:
                self._invite = told["invite"]
            elif "missing" in told:
                player.missing = told["missing"]
            elif "head" in told:
                player.end = told

    # -- peers ---------------------------------------------------------------------------------------------------------

    def _start(self, player: Player, part: list[str]) -> None:
        player.folder.mkdir(parents=True, exist_ok=True)
        reading, writing = os.pipe()
        errors = os.open(player.folder / "errors.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        name = NAMES[player.place]
        arguments = ["peer", *part, "--home", str(player.folder), "--name", name, "--links", "--stay", str(STAY_SECONDS)]
        player.life += 1
        player.pid = self._house.rooms[player.place].run(arguments, writing, errors)
        os.close(writing)
        os.close(errors)
        self._selector.register(reading, selectors.EVENT_READ, (player, player.life))

    def _kill(self, player: Player) -> None:
        if player.pid:
            with suppress(ProcessLookupError):
                os.kill(player.pid, signal.SIGKILL)
            player.pid = 0

    def _back(self, player: Player) -> None:
        if not player.pid and not player.away:
            self.happened.append(f"{self._moment()} {NAMES[player.place]} comes back")
            self._start(player, ["--resume", str(player.file)])

    # -- happenings ----------------------------------------------------------------------------------------------------

    def _moment(self) -> str:
        return f"{max(len(player.lines()) for player in self.players)}:"

    def _happen(self, event: Happening) -> None:
        names = " and ".join(NAMES[place] for place in event.places)
        self.happened.append(f"{self._moment()} {event.what} {names} {event.seconds:.1f}")
        lan = self._house.lan
        if event.what in ("kill", "gone", "night"):
            for place in event.places:
                player = self.players[place]
                if event.what == "night":
                    self._house.rooms[place].move()
                if not player.pid:
                    continue
                self._kill(player)
                player.known.append(player.lines())
                player.away |= event.what == "gone"
                player.end = None
                self._later(event.seconds, lambda player=player: self._back(player))  # type: ignore[misc]
        elif event.what == "storm":
            lan.weather = Weather(0.01, 0.05, 0.2, 0.05, 0.05)
            self._later(event.seconds, self._calm)
        elif event.what == "move":
            self._house.rooms[event.places[0]].move()
        else:
            pairs = combinations(range(len(self.players)), 2)
            cut = {pair for pair in pairs if (pair[0] in event.places) != (pair[1] in event.places)}
            self._cuts.append(cut)
            self._recut()
            self._later(event.seconds, lambda: self._mend(cut))

    def _calm(self) -> None:
        self._house.lan.weather = self._weather

    def _mend(self, cut: set[tuple[int, int]]) -> None:
        self._cuts.remove(cut)
        self._recut()

    def _recut(self) -> None:
        self._house.lan.cut = set().union(*self._cuts)

    # -- the verdict ---------------------------------------------------------------------------------------------------

    def _standstill(self) -> str:
        told = {NAMES[player.place]: player.missing for player in self.players}
        ended = [NAMES[player.place] for player in self.players if player.end]
        return f"stands still at {[len(player.lines()) for player in self.players]}; ended {ended}; missing {told}"

    def _errors(self, player: Player) -> str:
        try:
            return (player.folder / "errors.txt").read_text("utf-8", "replace").strip()
        except FileNotFoundError:
            return ""

    def _fault(self, end: str) -> str:
        """What is wrong about how it ended, or empty."""
        there = [player for player in self.players if not player.away]
        for player in self.players:
            said = self._errors(player)
            if said:
                return f"{NAMES[player.place]} complained: {said[-600:]}"
        logs = [player.lines() for player in there]
        if any(log != logs[0] for log in logs):
            return f"different logs: {[len(log) for log in logs]}"
        for player in self.players:
            for known in player.known:
                if logs[0][: len(known)] != known:
                    return f"{NAMES[player.place]} had {len(known)} entries when it was killed, and not all are left"
        if end == "over":
            ends = [player.end for player in there]
            if any(other != ends[0] for other in ends):
                return "different ends"
        try:
            verdict = verify(there[self.seed % len(there)].file)
        except GameFileError as error:  # pragma: no cover - verify tells damage as a verdict
            return str(error)
        if not verdict.holds:
            return f"the file does not hold: {verdict.findings[-1]}"
        return self._unexplained(there) if end == "paused" else ""

    def _unexplained(self, there: list[Player]) -> str:
        """What is wrong about a pause: it must be the missing peer's to write, and everybody must say so."""
        recording = load(there[0].file)
        course = beginning(recording)
        for signed in recording.entries:
            course.apply(signed.entry, signed.hash)
        gone = [player for player in self.players if player.away]
        pen = recording.charter.charter.name(course.pen) if course.pen is not None else ""
        if pen not in {NAMES[player.place] for player in gone}:
            return "paused although a peer who is there could write"
        for player in there:
            if not {NAMES[other.place] for other in gone} <= set(player.missing):
                return f"{NAMES[player.place]} does not say who is missing: {player.missing}"
        return ""
