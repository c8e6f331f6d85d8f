"""A program of the soak over all its lives: a peer that plays, or one that watches."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NAMES = ("Anna", "Ben", "Carla", "Dario", "Eva")
WATCHER = "Zoe"


@dataclass
class Player:
    """A program, and what is known about it.

    Attributes:
        name: the name that others see.
        folder: its home.
        file: its game file.
        pid: its process id, 0 if none runs.
        life: how often it was started.
        end: what it printed about the end, or None.
        missing: the peers that it last reported as missing.
        absence: its last report about the peer that the game waits for.
        away: whether it must not come back.
        leaving: whether it was asked to leave since its last start.
        known: the lines of its file each time it ended before the game did, one list for each time.
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
        """The complete lines of its file that contain entries."""
        try:
            return self.file.read_bytes().split(b"\n")[1:-1]
        except FileNotFoundError:
            return []

    @property
    def size(self) -> int:
        """The size of its file in bytes."""
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
