"""Game files for the tests of the library: copies of real games, and small ones that were never played."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from client.library.record import Place, Record
from tests.client.test_instance import GOLDEN

NOW = 1_760_000_000


def dated(file: Path, when: float) -> Path:
    """Set the time at which a file was last written."""
    os.utime(file, (when, when))
    return file


def finished(folder: Path, name: str = "finished", when: float = NOW) -> Path:
    """A game of Big Boss that Anna and Ben, two bots, have played to its end."""
    folder.mkdir(parents=True, exist_ok=True)
    return dated(Path(shutil.copy(GOLDEN, folder / f"{name}.alarife")), when)


def unfinished(folder: Path, name: str = "unfinished", when: float = NOW, lines: int = 40) -> Path:
    """The same game, unfinished."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.alarife"
    file.write_bytes(b"".join(GOLDEN.read_bytes().splitlines(keepends=True)[:lines]))
    return dated(file, when)


def claimed(folder: Path, name: str, players: tuple[str, ...], game: str = "torres", when: float = NOW) -> Path:
    """A file of which only the first line looks like a game."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.alarife"
    seats = [{"kind": "person", "name": player} for player in players]
    file.write_text(json.dumps({"alarife": 1, "game": game, "seats": seats}) + "\n", "utf-8")
    return dated(file, when)


def record(game: str, *players: tuple[str, int, int], bots: tuple[str, ...] = (), head: str = "") -> Record:
    """A finished game: name, score and rank of each person, and the levels of the bots, who come last."""
    places = [Place("person", name, score=score, rank=rank) for name, score, rank in players]
    places += [Place("bot", f"Bot {number}", level=level, score=0, rank=9) for number, level in enumerate(bots)]
    head = head or f"{game}{players}"
    return Record(game, 1, places=tuple(places), end="over", head=head, table=head, studied=True)
