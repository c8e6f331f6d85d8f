"""Peers on this computer that are killed again and again: whatever they showed as done must still exist afterwards.

Unlike :mod:`client.soak.chaos`, this needs no separate network and runs on every system. The links use the loopback interface;
programs only end as in a power cut, and continue from their files.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from client.soak.player import NAMES
from net.verify import verify

BEGIN_SECONDS = 120
"""The time limit for everybody to start, in seconds."""
STALL_SECONDS = 300
"""How long a game may stand still after the last kill, in seconds; a long game on a busy machine takes longer to end."""
WAIT_SECONDS = (0.2, 1.5)
"""How long a game runs between two kills, in seconds."""
_AWAKE = 0.8
"""The share of kills before which all programs are back in the game; otherwise some have only just started."""
KILLS_A_GAME = 12
STAY_SECONDS = 3600


class Peer:
    """A program over all its lives.

    Attributes:
        folder: its home.
        shown: the number of entries it has shown as done, in all its lives.
        awake: whether it has shown the game since its last start.
        end: what it printed about the end, or None.
    """

    def __init__(self, name: str, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.name = name
        self.file = folder / "game.alarife"
        self.shown = 0
        self.awake = False
        self.end: dict[str, object] | None = None
        self.invite = ""
        self.folder = folder
        self._known: list[list[bytes]] = []

    def start(self, *part: str) -> None:
        """Start or restart it."""
        self.end, self.awake = None, False
        environment = os.environ | {"PYTHONFAULTHANDLER": "1"}  # a crash of the interpreter or of Qt leaves its traceback
        with (self.folder / "errors.txt").open("ab") as errors:
            self._process = subprocess.Popen(
                self.command(*part), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment
            )
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()

    def command(self, *part: str) -> list[str]:
        """The command that starts it; ``part`` are the arguments of ``alarife peer`` that choose the game."""
        program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "client.cli"]
        more = ["--home", str(self.folder), "--name", self.name, "--links", "--loopback", "--tied"]
        return [*program, "peer", *part, *more, "--stay", str(STAY_SECONDS)]

    def kill(self) -> str:
        """Kill it without warning; returns a sentence about entries that it showed but its file lacks, or empty."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        lines = self.lines()
        self._known.append(lines)
        return f"{self.name} had shown {self.shown} entries, {len(lines)} are saved" if len(lines) < self.shown else ""

    @property
    def running(self) -> bool:
        """Whether its program is running."""
        return self._process.poll() is None

    @property
    def state(self) -> str:
        """Whether its program runs, or the status with which it ended by itself."""
        return "running" if self.running else f"ended with {self._process.returncode}"

    def lines(self) -> list[bytes]:
        """The complete lines of its file that contain entries."""
        return self.file.read_bytes().split(b"\n")[1:-1] if self.file.exists() else []

    def lost(self) -> str:
        """A sentence about entries that it knew when killed but the finished game lacks; empty if there are none."""
        log = self.lines()
        if any(known != log[: len(known)] for known in self._known):
            return f"{self.name} had entries that the finished game does not have"
        return "" if verify(self.file).holds else f"the file of {self.name} does not hold"

    @property
    def errors(self) -> str:
        """The standard error of all its lives."""
        return (self.folder / "errors.txt").read_text("utf-8", "replace").strip()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            try:
                told = json.loads(line)
            except ValueError:
                continue  # killed while writing the line
            if "shown" in told:
                self.shown = max(self.shown, told["shown"])
                self.awake = True
            self.invite = told.get("invite", self.invite)
            if "head" in told:
                self.end = told


def kills(
    game: str, peers: int, count: int, seed: int, folder: Path, programs: Sequence[Callable[[str, Path], Peer]] = ()
) -> Iterator[dict[str, object]]:
    """Play a game in which programs are killed so often; yields a record for each kill, and one for the game.

    ``programs`` make the peers, the host first; the other peers have no window. The last record has the key ``end``: ``over``,
    or ``fault`` with ``why``. A fault ends the run.
    """
    rng = random.Random(f"kills {seed}")
    made = [*programs, *[Peer] * (peers - len(programs))]
    players = [make(name, folder / name) for make, name in zip(made, NAMES, strict=False)]
    host, *guests = players
    why, done = "", 0
    try:
        host.start("--host", "--game", game, "--players", str(peers), "--save", str(host.file))
        _until(lambda: bool(host.invite), BEGIN_SECONDS)
        for player in guests:
            player.start("--join", host.invite, "--save", str(player.file))
        if not _until(lambda: all(player.shown for player in players), BEGIN_SECONDS):
            why = "the game did not begin"
        while not why and done < count and any(player.end is None for player in players):
            if rng.random() < _AWAKE:
                _until(lambda: all(player.awake for player in players), BEGIN_SECONDS)
            time.sleep(rng.uniform(*WAIT_SECONDS))
            for player in rng.sample(players, rng.randint(1, peers)):
                why = why or player.kill()
                done += 1
                yield {"killed": player.name, "shown": player.shown, "saved": len(player.lines())}
                player.start("--resume", str(player.file))
        if not why and not _end(players):
            why = f"the game did not end: {[(player.shown, player.state, player.errors[-2000:]) for player in players]}"
        heads = {str(player.end["head"]) for player in players if player.end is not None}
        why = why or ("" if len(heads) == 1 else "not everybody has the same end")
    finally:
        for player in players:
            player.kill()
    why = why or next(filter(None, (player.lost() for player in players)), "")
    yield {"game": game, "seed": seed, "kills": done, "end": "fault" if why else "over"} | ({"why": why} if why else {})


def _end(players: Sequence[Peer]) -> bool:
    """Wait until the game is over for everybody, as long as it goes on and all programs run."""
    over = False

    def settled() -> bool:
        nonlocal over
        over = all(player.end is not None for player in players)
        return over or any(player.end is None and not player.running for player in players)

    shown = -1
    while (now := sum(player.shown for player in players)) > shown:
        shown = now
        if _until(settled, STALL_SECONDS):
            break
    return over


def _until(holds: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
