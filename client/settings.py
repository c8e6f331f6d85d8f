"""What a person has chosen for this computer: one JSON file in the data folder, tolerant of damage.

A file that cannot be read, or an entry that makes no sense, costs that entry alone: its default is used, the rest is kept,
and :func:`load` says so in a sentence.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

from rules.message import Message, message

NAME_LENGTH = 24
"""Characters a name may have, as in :class:`net.api.Seat`."""

FILE = "settings.json"
RECENT_FILES = 12
FINISHED_FILES = 200

THEMES = ("system", "dark", "light")
SPECTATORS = ("nobody", "code", "anybody")
TEXT_SIZES = (100, 125, 150)
"""How large text is, in per cent."""

SPEEDS = (50, 100, 200, 400)
"""How fast pieces move, in per cent."""


class Settings:
    """The choices, with their defaults. No dataclass: to make one takes time at every start, before the first frame.

    Attributes:
        name: what the others see; empty until the person has said.
        language: code of a catalogue, or empty for the system's language.
        theme: one of :data:`THEMES`.
        look: what the system last asked for, dark or light; empty if it was never asked.
        text_size: one of :data:`TEXT_SIZES`.
        reduced_motion: pieces appear where they belong and do not move there.
        animation_speed: one of :data:`SPEEDS`.
        flat_view: the board as numbered fields, without the towers.
        port: TCP port for tables hosted here; 0 lets the system choose.
        announce: whether tables hosted here are shown on the local network.
        router: whether the router is asked to open their port.
        strangers: whether they can be joined without an invite.
        spectators: whom they let watch, one of :data:`SPECTATORS`.
        recent: saved games opened from outside the games folder, the latest first.
        finished: saved games that were seen to be over, the latest first.
        window: place and size of the main window, as Qt writes them, in hex.
    """

    name: str = ""
    language: str = ""
    theme: str = "system"
    look: str = ""
    text_size: int = 100
    reduced_motion: bool = False
    animation_speed: int = 100
    flat_view: bool = False
    port: int = 0
    announce: bool = True
    router: bool = False
    strangers: bool = True
    spectators: str = "code"
    recent: list[str]
    finished: list[str]
    window: str = ""

    def __init__(self, path: Path | None = None, **chosen: object) -> None:
        """The defaults, but for what is ``chosen``; ``path`` is the file that :meth:`save` writes."""
        self.path = path
        self.recent = []
        self.finished = []
        for name, value in chosen.items():
            if name not in _SENSIBLE:
                raise TypeError(f"no setting is called {name}")
            setattr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self.choices() == other.choices()

    def choices(self) -> dict[str, object]:
        """Every setting by its name."""
        return {name: getattr(self, name) for name in _SENSIBLE}

    def save(self) -> Message | None:
        """Write the file in one step (a crash leaves the old one); the sentence why it could not be, or None."""
        if self.path is None:
            return None
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(json.dumps(self.choices(), indent=2, ensure_ascii=False) + "\n", "utf-8")
            os.replace(draft, self.path)
        except OSError as error:
            return message("client.settings.not-saved", file=str(self.path), why=error.strerror or str(error))
        return None

    def remember(self, file: Path) -> None:
        """Put a saved game first in the list of recent ones."""
        self.recent = _first(str(file), self.recent, RECENT_FILES)

    def mark_finished(self, file: Path) -> None:
        """Note that the game in a file is over."""
        self.finished = _first(str(file), self.finished, FINISHED_FILES)


def _first(name: str, others: list[str], most: int) -> list[str]:
    return [name, *(other for other in others if other != name)][:most]


def tidy_name(text: str) -> str:
    """A name as others may see it: printable, single spaces, at most :data:`NAME_LENGTH` characters."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(kept.split())[:NAME_LENGTH].rstrip()


def _is_name(value: object) -> bool:
    return isinstance(value, str) and value == tidy_name(value)


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


_SENSIBLE: dict[str, Callable[[object], bool]] = {
    "name": _is_name,
    "language": lambda value: isinstance(value, str) and len(value) <= 12,
    "theme": lambda value: value in THEMES,
    "look": lambda value: value in ("", *THEMES[1:]),
    "text_size": lambda value: type(value) is int and value in TEXT_SIZES,
    "reduced_motion": _is_switch,
    "animation_speed": lambda value: type(value) is int and value in SPEEDS,
    "flat_view": _is_switch,
    "port": lambda value: type(value) is int and 0 <= value <= 65535,
    "announce": _is_switch,
    "router": _is_switch,
    "strangers": _is_switch,
    "spectators": lambda value: value in SPECTATORS,
    "recent": _is_names,
    "finished": _is_names,
    "window": lambda value: isinstance(value, str) and re.fullmatch("[0-9a-f]*", value) is not None,
}


def load(folder: Path) -> tuple[Settings, Message | None]:
    """The settings kept in a data folder, and a sentence if something in the file had to be put back to its default."""
    path = folder / FILE
    defaults = Settings(path=path)
    try:
        content = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return defaults, None
    except (OSError, ValueError, RecursionError):
        return defaults, message("client.settings.damaged", file=str(path))
    if not isinstance(content, dict):
        return defaults, message("client.settings.damaged", file=str(path))
    good = {name: content[name] for name, sensible in _SENSIBLE.items() if name in content and sensible(content[name])}
    bad = [name for name in _SENSIBLE if name in content and name not in good]
    reset = message("client.settings.reset", entries=", ".join(bad), file=str(path)) if bad else None
    return Settings(path, **good), reset
