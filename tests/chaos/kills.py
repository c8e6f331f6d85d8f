"""Kills windows and peers while they play with each other: everything that a window has shown is in its file afterwards.

``python -m tests.chaos.kills COUNT`` prints a record for each kill and each game. Two windows play with each other, and a
window with a peer that has none, in turn; a window is moved by clicks alone.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from client.soak.kills import KILLS_A_GAME, Peer, kills
from client.system.home import GAMES

GAMES_PLAYED = ("alcazar", "big-boss", "torres", "burgenland")


class Window(Peer):
    """A program with a window; it chooses itself where to save."""

    @property
    def file(self) -> Path:
        return next(iter(sorted((self.folder / GAMES).glob("*.alarife"))), self.folder / "none.alarife")

    @file.setter
    def file(self, file: Path) -> None:
        pass

    def command(self, *part: str) -> list[str]:
        given = dict(pairwise(part))
        for how, name in (("host", "--game"), ("join", "--join"), ("resume", "--resume")):
            if name in given:
                return [sys.executable, "-m", "tests.chaos.windowed", str(self.folder), self.name, how, given[name]]
        raise AssertionError(part)


def windows(count: int, seed: int = 1) -> Iterator[dict[str, object]]:
    """Kill this often, in as many games as that takes."""
    done = 0
    while done < count:
        programs = [Window, Window] if seed % 2 else [Window, Peer]
        game = GAMES_PLAYED[seed // 2 % len(GAMES_PLAYED)]
        with tempfile.TemporaryDirectory(prefix="alarife-kills-") as passing:
            for record in kills(game, 2, min(KILLS_A_GAME, count - done), seed, Path(passing), programs):
                yield record | {"windows": programs.count(Window)}
                done += "killed" in record
                if record.get("end") == "fault":
                    return
        seed += 1


if __name__ == "__main__":
    faults = False
    for record in windows(int(sys.argv[1]), *map(int, sys.argv[2:])):
        print(json.dumps(record), flush=True)
        faults |= record.get("end") == "fault"
    sys.exit(faults)
