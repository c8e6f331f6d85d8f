"""One game of the soak: starts peers, and makes everything in its plan happen, until the game has ended.

:mod:`client.soak.verdict` defines how it must end. All limits are in seconds of :class:`client.soak.patience.Patience`.
"""

from __future__ import annotations

import heapq
import json
import os
import random
import resource
import selectors
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import combinations
from pathlib import Path

from client.soak.house import House
from client.soak.lan import Weather
from client.soak.patience import Patience
from client.soak.plan import Happening, plan
from client.soak.player import NAMES, WATCHER, Player
from client.soak.verdict import fault

LOBBY_SECONDS = 60
"""The time limit for everybody to start."""
STILL_SECONDS = 60
"""A game has paused when nothing has happened for so long."""
GONE_SECONDS = 20
"""The same if a peer stays away and nobody can be replaced."""
REPLACED_SECONDS = 40
"""The same if the others may go on without it, since they have to notice and agree."""
GAME_SECONDS = 300
"""A game that is still running after so long is too slow."""
STAY_SECONDS = 3600
LOOK_SECONDS = 0.25
"""The time between two checks of the game's progress."""
AGAIN_SECONDS = 3.0
"""The time after which a refused watcher tries again."""


class Game:
    """A game in a house with a room for each peer, and one more."""

    def __init__(self, house: House, game: str, peers: int, seed: int, folder: Path) -> None:
        """Prepare the game; ``folder`` is for this game alone, and leftovers of an earlier soak are deleted."""
        shutil.rmtree(folder, ignore_errors=True)
        self.seed = seed
        self.game = game
        self._house = house
        self.plan = plan(random.Random(f"soak {seed}"), peers)
        self._folder = folder
        self.players = [
            Player(name, folder / str(place), folder / str(place) / "game.alarife") for place, name in enumerate(NAMES[:peers])
        ]
        self._visits = 0
        self._watcher = self._new_watcher()
        self._watch_again: float | None = None
        self._invite = self._watch_code = ""
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._selector = selectors.DefaultSelector()
        self._held: dict[int, bytes] = {}
        self._cuts: list[set[tuple[int, int]]] = []
        self._rng = random.Random(f"soak happens {seed}")
        self.happened: list[str] = []
        self._patience = Patience(self._processes)

    def play(self) -> dict[str, object]:
        """Play it; returns the record to print, in which ``end`` is ``over``, ``paused`` or ``fault``."""
        began = time.monotonic()
        lan = self._house.lan
        carried, lost = lan.carried, lan.lost
        for place, room in enumerate(self._house.rooms):
            self._selector.register(room.tap, selectors.EVENT_READ, place)
        try:
            end, why = self._go()
        finally:
            for player in (*self.players, self._watcher):
                self._kill(player)
            for key in list(self._selector.get_map().values()):
                if not isinstance(key.data, int):
                    os.close(key.fd)
            self._selector.close()
            lan.cut, lan.weather = set(), Weather()
        seconds = time.monotonic() - began
        watched = self._watcher if self._watcher.size else None
        why = why or fault(end, self.players, watched, self.plan)
        longest = max((player.lines() for player in self.players), key=len)
        record: dict[str, object] = {
            "seed": self.seed,
            "game": self.game,
            "peers": len(self.players),
            "end": "fault" if why else end,
            "entries": dict(Counter(json.loads(line)["kind"] for line in longest)),
            "watched": watched is not None,
            "not_let_in": "" if watched is not None else self._watcher.errors,
            "manners": self.plan.manners,
            "replaces": self.plan.replace_after is not None,
            "happened": self.happened,
            "kinds": dict(Counter(line.split()[1] for line in self.happened)),
            "frames": lan.carried - carried,
            "lost": lan.lost - lost,
            "seconds": round(seconds, 1),
        }
        return record | ({"why": why} if why else {})

    def clear(self) -> None:
        """Delete its folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    # -- the course of it ----------------------------------------------------------------------------------------------

    def _go(self) -> tuple[str, str]:
        """Play; returns how it ended, and why that is a fault (else empty)."""
        host, *guests = self.players
        manners = [word for name, value in self.plan.manners.items() for word in ("--manner", f"{name}={value}")]
        table = ["--host", "--game", self.game, "--players", str(len(self.players)), *manners]
        self._start(host, [*table, "--save", str(host.file)])
        if not self._wait(LOBBY_SECONDS, lambda: bool(self._invite)):
            return "fault", "the host did not open a table in time"
        for player in guests:
            self._start(player, ["--join", self._invite, "--save", str(player.file)])
        if not self._wait(LOBBY_SECONDS, lambda: all(player.size for player in self.players)):
            return "fault", "the game did not begin in time"
        self._house.lan.weather = self.plan.weather
        for event in self.plan.happenings:
            self._later(event.at, lambda event=event: self._happen(event))  # type: ignore[misc]
        sizes, since = self._sizes(), self._patience.seconds()
        limit = since + GAME_SECONDS
        while not self._ended():
            now = self._patience.seconds()
            if now > limit:
                return "fault", f"takes too long: {self._standstill()}"
            if (news := self._sizes()) != sizes or self._agenda:
                sizes, since = news, now
            away = any(player.away for player in self.players)
            patience = STILL_SECONDS if not away else GONE_SECONDS if self.plan.replace_after is None else REPLACED_SECONDS
            if now - since > patience:
                return ("paused", "") if away else ("fault", self._standstill())
            for player in self.players:
                if not player.pid and not player.away and not player.leaving and not self._agenda:
                    return "fault", f"{player.name} ended by itself: {player.errors[-600:]}"
            if self._watch_again is not None and not self._watcher.pid and time.monotonic() > self._watch_again:
                if self._watcher.size:
                    return "fault", f"who watches ended by itself: {self._watcher.errors[-600:]}"
                self._watch()
            self._run(time.monotonic() + LOOK_SECONDS, lambda: False)
        return "over", ""

    def _wait(self, seconds: float, done: Callable[[], bool]) -> bool:
        """Keep everything running until ``done`` or for so many seconds that count; returns whether it is done."""
        limit = self._patience.seconds() + seconds
        while not self._run(time.monotonic() + LOOK_SECONDS, done):
            if self._patience.seconds() > limit:
                return False
        return True

    def _processes(self) -> list[int]:
        return [os.getpid(), *(player.pid for player in (*self.players, self._watcher) if player.pid)]

    def _ended(self) -> bool:
        """Whether all present peers and admitted watchers report the same end."""
        there = [player for player in self.players if not player.away]
        if self._watcher.pid and self._watcher.size:
            there.append(self._watcher)
        if any(player.end is None for player in there):
            return False
        return len({player.end["head"] for player in there if player.end is not None}) == 1

    def _sizes(self) -> list[int]:
        return [player.size for player in (*self.players, self._watcher)]

    def _later(self, wait: float, do: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._agenda, (time.monotonic() + wait, self._count, do))

    def _run(self, until: float, done: Callable[[], bool]) -> bool:
        """Handle packets, output and happenings until a time, or until ``done``; returns whether it is done."""
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
                if player.leaving:
                    player.known.append(player.lines())
            return
        *lines, self._held[handle] = (self._held.get(handle, b"") + data).split(b"\n")
        for line in lines:
            told = json.loads(line)
            if "invite" in told:
                self._invite = self._watch_code = told["invite"]
            elif "watch" in told:
                self._watch_code = told["watch"]
            elif "missing" in told:
                player.missing = told["missing"]
            elif "absence" in told:
                player.absence = told["absence"]
            elif "head" in told:
                player.end = told

    # -- programs ------------------------------------------------------------------------------------------------------

    def _start(self, player: Player, part: list[str]) -> None:
        player.folder.mkdir(parents=True, exist_ok=True)
        reading, writing = os.pipe()
        errors = os.open(player.folder / "errors.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        arguments = ["peer", *part, "--home", str(player.folder), "--name", player.name, "--links", "--stay", str(STAY_SECONDS)]
        arguments.append("--leave-on-signal")
        place = len(self._house.rooms) - 1
        if player is not self._watcher:
            place = self.players.index(player)
            arguments += ["--take-back", str(self.plan.take_back)]
            arguments += ["--return"] if self.plan.returns[place] else []
            if self.plan.replace_after is not None:
                arguments += ["--replace-after", str(self.plan.replace_after)]
        player.life += 1
        player.leaving = False
        player.end = None
        player.missing, player.absence = {}, {}
        player.pid = self._house.rooms[place].run(arguments, writing, errors)
        os.close(writing)
        os.close(errors)
        self._selector.register(reading, selectors.EVENT_READ, (player, player.life))

    def _kill(self, player: Player) -> None:
        if player.pid:
            _signal(player, signal.SIGKILL)
            player.pid = 0

    def _back(self, player: Player) -> None:
        if player.away:
            return
        if not player.pid:
            self.happened.append(f"{self._moment()} back {player.name}")
            self._start(player, ["--resume", str(player.file)])
        elif player.leaving:
            self._later(0.5, lambda: self._back(player))

    def _new_watcher(self) -> Player:
        self._visits += 1
        folder = self._folder / f"watcher-{self._visits}"
        return Player(WATCHER, folder, folder / "game.alarife")

    def _watch(self) -> None:
        """Start a watcher, without earlier files."""
        self._kill(self._watcher)
        self._watcher = self._new_watcher()
        self._watch_again = time.monotonic() + AGAIN_SECONDS
        self._start(self._watcher, ["--watch", self._watch_code, "--save", str(self._watcher.file)])

    # -- happenings ----------------------------------------------------------------------------------------------------

    def _moment(self) -> str:
        return f"{max(len(player.lines()) for player in self.players)}:"

    def _happen(self, event: Happening) -> None:
        names = " and ".join(NAMES[place] for place in event.places)
        self.happened.append(f"{self._moment()} {event.what} {names} {event.seconds:.1f}")
        lan = self._house.lan
        match event.what:
            case "night":
                self._watch_again = None  # in the morning nobody may watch until the host allows it again
                self._kill(self._watcher)
                self._watcher = self._new_watcher()
                for place in event.places:
                    self._house.rooms[place].move()
                    self._end(self.players[place], event)
            case "kill" | "gone":
                for place in event.places:
                    self._end(self.players[place], event)
            case "leave" | "sleep" | "full":
                if self.players[event.places[0]].pid:
                    self._trouble(self.players[event.places[0]], event)
            case "storm":
                lan.weather = Weather(0.01, 0.05, 0.2, 0.05, 0.05)
                self._later(event.seconds, self._calm)
            case "move":
                self._house.rooms[event.places[0]].move()
            case "watch":
                self._watch()
            case _:
                pairs = combinations(range(len(self._house.rooms)), 2)
                cut = {pair for pair in pairs if (pair[0] in event.places) != (pair[1] in event.places)}
                self._cuts.append(cut)
                self._recut()
                self._later(event.seconds, lambda: self._mend(cut))

    def _end(self, player: Player, event: Happening) -> None:
        """End a program as by a power cut."""
        if player.pid:
            self._kill(player)
            player.known.append(player.lines())
            player.end = None
            self._later(event.seconds, lambda: self._back(player))
        player.away |= event.what == "gone"

    def _trouble(self, player: Player, event: Happening) -> None:
        """Cause trouble for a running program."""
        life = player.life
        if event.what == "sleep":
            _signal(player, signal.SIGSTOP)
            self._later(event.seconds, lambda: self._wake(player, life))
        elif event.what == "full":
            _limit(player, player.size + self._rng.randrange(2000))
            self._later(event.seconds, lambda: self._empty(player, life))
        else:
            _signal(player, signal.SIGCONT)  # a stopped program cannot leave
            _signal(player, signal.SIGTERM)
            player.leaving, player.end, player.away = True, None, player.away or not event.seconds
            self._later(event.seconds, lambda: self._back(player))

    @staticmethod
    def _wake(player: Player, life: int) -> None:
        if player.pid and player.life == life:
            _signal(player, signal.SIGCONT)

    @staticmethod
    def _empty(player: Player, life: int) -> None:
        if player.pid and player.life == life:
            _limit(player, resource.RLIM_INFINITY)

    def _calm(self) -> None:
        self._house.lan.weather = self.plan.weather

    def _mend(self, cut: set[tuple[int, int]]) -> None:
        self._cuts.remove(cut)
        self._recut()

    def _recut(self) -> None:
        self._house.lan.cut = set().union(*self._cuts)

    def _standstill(self) -> str:
        told = {player.name: player.missing for player in self.players}
        waits = {player.name: player.absence for player in self.players}
        ended = [player.name for player in (*self.players, self._watcher) if player.end]
        lengths = [len(player.lines()) for player in (*self.players, self._watcher)]
        return f"stands still at {lengths}; ended {ended}; missing {told}; waits {waits}"


def _signal(player: Player, which: signal.Signals) -> None:
    with suppress(ProcessLookupError):  # it has just ended
        os.kill(player.pid, which)


def _limit(player: Player, most: int) -> None:
    """Limit the size of the files that a program writes, in bytes."""
    with suppress(ProcessLookupError):
        resource.prlimit(player.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
