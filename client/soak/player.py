"""One program of the soak over all its lives: a peer that plays, or one that watches."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NAMES = ("Anna", "Ben", "Carla", "Dario", "Eva")
WATCHER = "Zoe"


@dataclass
class Player:
    """A program and what is known of it.

    Attributes:
        name: what the others see.
        folder: its home.
        file: where it saves.
        pid: its process, 0 while none runs.
        life: how often it was started.
        end: what it printed about the end, or None.
        missing: whom it last said to be missing.
        absence: what it last said of whom the game waits for.
        away: whether it is not to come back.
        leaving: whether it has been asked to leave, since it was started.
        known: the lines of its file when it ended before the game did, one list for each time.
    """

    name: str
    folder: Path
    file: Path
    pid: int = 0
    life: int = 0
    end: dict[str, Any] | None = None
    missing: dict[str, str] = field(default_factory=dict)
    absence: dict[str, Any] = field(default_factory=dict)
    away: bool = False
    leaving: bool = False
    known: list[list[bytes]] = field(default_factory=list)

    def lines(self) -> list[bytes]:
        """The whole lines in its file that hold entries."""
        try:
            return self.file.read_bytes().split(b"\n")[1:-1]
        except FileNotFoundError:
            return []

    @property
    def size(self) -> int:
        """Bytes of its file."""
        try:
            return self.file.stat().st_size
        except FileNotFoundError:
            return 0

    @property
    def errors(self) -> str:
        """The standard error of all its lives."""
        try:
            return (self.folder / "errors.txt").read_text("utf-8", "replace").strip()
        except FileNotFoundError:
            return ""
