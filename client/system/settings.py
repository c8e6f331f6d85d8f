"""A person's settings on this computer: one JSON file in the data folder, tolerant of damage.

An unreadable file loses all entries, an invalid entry only itself: :func:`load` uses the defaults, keeps the rest, and says so
in a sentence. What was there stays in a file of another name, in case somebody wants to look something up.

The file states the version of its entries. Entries of another version that are unknown here stay in the file. So does an
unknown value in a newer file, until the person chooses another one: it is not damage, and the default applies meanwhile. The
version rises when the meaning of an entry changes; :func:`load` then translates older files.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

from net.disk import free_beside, read_whole, write_whole
from rules.message import Message, message

FILE = "settings.json"
VERSION = 1
"""The version of the entries. Files without a number come from programs before versions existed, and have version 1."""

NAME_LENGTH = 24
"""The longest name in characters, as :data:`net.session.format.text.NAME_LENGTH`, which the first frame need not load."""

COMMAND_LENGTH = 400
"""The longest command, in characters."""

LARGEST = 1 << 20
"""The largest file that is read, in bytes."""

MOST_COPIES = 9
RECENT_FILES = 12
FINISHED = -1
"""Stands in place of the next step for a lesson that was finished."""

FINISHED_FILES = 200

THEMES = ("system", "dark", "light", "contrast")
LOOKS = ("dark", "light", "contrast")
"""The looks that a system can ask for."""

SURFACES = ("plain", "wood", "felt", "night")
"""The surfaces of the table."""

SPECTATORS = ("nobody", "code", "anybody")
TEXT_SIZES = (100, 125, 150)
"""The text sizes, in per cent."""

SPEEDS = (50, 100, 200, 400)
"""The speeds of animations, in per cent."""


STUN_SERVERS = ("stun.nextcloud.com:443", "stun.sipgate.net:3478", "stun.cloudflare.com:3478")
"""Public STUN servers that may be asked, if the person agrees, until the list is changed."""

MOST_SERVERS = 3
"""The largest number of servers asked."""


class Settings:
    """The settings with their defaults. This is no dataclass, since making one delays the first frame of every start.

    Attributes:
        name: the name that others see; empty until the person has entered one.
        portrait: the choice for each part of the person's portrait (:mod:`client.look.portrait`); empty if the key decides.
        language: the code of a catalogue, or empty for the system's language.
        theme: one of :data:`THEMES`.
        surface: the surface of the table under the boards, one of :data:`SURFACES`.
        look: what the system last asked for, one of :data:`LOOKS`; empty if it was never asked.
        text_size: one of :data:`TEXT_SIZES`.
        reduced_motion: whether pieces appear in place, without moving there.
        animation_speed: one of :data:`SPEEDS`.
        flat_view: whether boards are shown as numbered fields, without towers.
        volume: the volume of all sounds, 0 to 100 per cent; 0 is silence.
        silent: the sounds switched off, by their names in :data:`client.sound.cues.CUES`.
        notices: whether desktop notifications announce a turn while the window is not in front.
        port: the TCP port for tables hosted here; 0 lets the system choose.
        announce: whether tables hosted here are announced on the local network.
        router: whether Alarife asks the router to open their port.
        stun: whether the person lets Alarife ask servers for this computer's public address.
        stun_servers: these servers, each as ``host:port``.
        bot_program: the command that starts the person's own bot; empty for none.
        strangers: whether people can join tables hosted here without an invite.
        spectators: who may watch tables hosted here, one of :data:`SPECTATORS`.
        recent: saved games opened from outside the games folder, latest first.
        finished: saved games known to be over, latest first.
        window: the place and size of the main window, as Qt encodes them, in hex.
        lessons: by lesson (``game/name``), the next step, from 0, or :data:`FINISHED`.
        lessons_offered: whether the person has been asked about lessons.
        levels: by game, the bots' level last chosen for a game at this computer.
        tips_seen: the names of the explanations seen at the table (:mod:`client.table.firsttime`).
        key: the public key of this installation, in hex; not a setting, and empty until the node has started.
    """

    name: str = ""
    portrait: list[int]
    language: str = ""
    theme: str = "system"
    surface: str = "plain"
    look: str = ""
    text_size: int = 100
    reduced_motion: bool = False
    animation_speed: int = 100
    flat_view: bool = False
    volume: int = 60
    silent: list[str]
    notices: bool = False
    port: int = 0
    announce: bool = True
    router: bool = False
    stun: bool = False
    stun_servers: list[str]
    bot_program: str = ""
    strangers: bool = True
    spectators: str = "code"
    recent: list[str]
    finished: list[str]
    window: str = ""
    lessons: dict[str, int]
    lessons_offered: bool = False
    levels: dict[str, str]
    tips_seen: list[str]
    key: str = ""

    def __init__(self, path: Path | None = None, **chosen: object) -> None:
        """The defaults, except for the ``chosen`` values; ``path`` is the file that :meth:`save` writes."""
        self.path = path
        self._version = VERSION
        self._kept: dict[str, object] = {}
        self.portrait = []
        self.silent = []
        self.stun_servers = list(STUN_SERVERS)
        self.recent = []
        self.finished = []
        self.lessons = {}
        self.levels = {}
        self.tips_seen = []
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
        """Write the file in one step (a crash leaves the old one); returns a sentence why it failed, or None."""
        if self.path is None:
            return None
        content = json.dumps(self._content(), indent=2) + "\n"  # in ASCII, which can hold the name of any file
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, content.encode("ascii"), sync=False)
        except OSError as error:
            return message("client.settings.not-saved", file=str(self.path), why=error.strerror or str(error))
        return None

    def keep(self, version: int, entries: dict[str, object]) -> None:
        """Keep these entries, which a program of another version wrote, in the file."""
        self._version = max(VERSION, version)
        self._kept = entries

    def _content(self) -> dict[str, object]:
        choices, usual = self.choices(), Settings().choices()
        kept = {name: value for name, value in self._kept.items() if name not in choices or choices[name] == usual[name]}
        return {"version": self._version, **choices, **kept}

    def remember(self, file: Path) -> None:
        """Put a saved game first in the list of recent ones."""
        self.recent = _first(str(file), self.recent, RECENT_FILES)

    def mark_finished(self, file: Path) -> None:
        """Note that the game in a file is over."""
        self.finished = _first(str(file), self.finished, FINISHED_FILES)


def _first(name: str, others: list[str], most: int) -> list[str]:
    return [name, *(other for other in others if other != name)][:most]


def tidy_name(text: str) -> str:
    """A name as others will see it; may be empty."""
    from net.session.format.text import MaybeName  # delays the first frame only for people with a name

    return str(MaybeName(text))


def _is_name(value: object) -> bool:
    return isinstance(value, str) and (not value or value == tidy_name(value))


def _is_portrait(value: object) -> bool:
    return isinstance(value, list) and len(value) <= 16 and all(type(part) is int and 0 <= part < 64 for part in value)


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _is_steps(value: object) -> bool:
    return isinstance(value, dict) and all(type(step) is int and FINISHED <= step < 1000 for step in value.values())


def _is_levels(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(level, str) and len(level) <= 32 for level in value.values())


def _is_servers(value: object) -> bool:
    return _is_names(value) and isinstance(value, list) and len(value) <= MOST_SERVERS and all(map(is_server, value))


def is_server(text: str) -> bool:
    """Whether a text is a ``host:port`` with a port from 1 to 65535."""
    found = re.fullmatch(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):([0-9]{1,5})", text)
    return found is not None and 1 <= int(found[1]) <= 65535


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


_SENSIBLE: dict[str, Callable[[object], bool]] = {
    "name": _is_name,
    "portrait": _is_portrait,
    "language": lambda value: isinstance(value, str) and len(value) <= 12,
    "theme": lambda value: value in THEMES,
    "surface": lambda value: value in SURFACES,
    "look": lambda value: value in ("", *LOOKS),
    "text_size": lambda value: type(value) is int and value in TEXT_SIZES,
    "reduced_motion": _is_switch,
    "animation_speed": lambda value: type(value) is int and value in SPEEDS,
    "flat_view": _is_switch,
    "volume": lambda value: type(value) is int and 0 <= value <= 100,
    "silent": _is_names,
    "notices": _is_switch,
    "port": lambda value: type(value) is int and 0 <= value <= 65535,
    "announce": _is_switch,
    "router": _is_switch,
    "stun": _is_switch,
    "stun_servers": _is_servers,
    "bot_program": lambda value: isinstance(value, str) and len(value) <= COMMAND_LENGTH and value.isprintable(),
    "strangers": _is_switch,
    "spectators": lambda value: value in SPECTATORS,
    "recent": _is_names,
    "finished": _is_names,
    "lessons": _is_steps,
    "lessons_offered": _is_switch,
    "levels": _is_levels,
    "tips_seen": _is_names,
    "window": lambda value: isinstance(value, str) and re.fullmatch("[0-9a-f]*", value) is not None,
}


def load(folder: Path) -> tuple[Settings, Message | None]:
    """The settings in a data folder, and a sentence if something in the file had to be reset to its default."""
    path = folder / FILE
    defaults = Settings(path=path)
    try:
        raw = read_whole(path, LARGEST)
    except FileNotFoundError:
        return defaults, None
    except OSError:
        return defaults, _move_aside(path, message("client.settings.damaged", file=str(path)))
    try:
        content = json.loads(raw.decode())
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        return defaults, _set_aside(path, raw, message("client.settings.damaged", file=str(path)))
    good = {name: content[name] for name, sensible in _SENSIBLE.items() if name in content and sensible(content[name])}
    bad = [name for name in _SENSIBLE if name in content and name not in good]
    version = content.get("version")
    age = version if type(version) is int else VERSION
    newer = age > VERSION
    settings = Settings(path, **good)
    known = {"version", *good} if newer else {"version", *_SENSIBLE}
    settings.keep(max(age, VERSION), {name: value for name, value in content.items() if name not in known})
    if not bad or newer:
        return settings, None
    reset = message("client.settings.reset", entries=", ".join(bad), file=str(path))
    return settings, _set_aside(path, raw, reset)


def _set_aside(path: Path, content: bytes, said: Message) -> Message:
    """Copy a file that is about to be replaced; returns the sentence about it, with the place of the copy."""
    for number in range(1, MOST_COPIES + 1):
        copy = path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
        try:
            if copy.exists() and read_whole(copy, LARGEST) != content and number < MOST_COPIES:
                continue  # a copy of an earlier fault
            write_whole(copy, content, sync=False)
        except OSError:
            return said
        return message(f"{said.key}-kept", **dict(said.values), copy=copy.name)
    return said


def _move_aside(path: Path, said: Message) -> Message:
    """Rename a file that cannot even be read; returns the sentence about it, with its new name."""
    copy = free_beside(path, "damaged")
    try:
        os.rename(path, copy)
    except OSError:
        return said
    return message(f"{said.key}-kept", **dict(said.values), copy=copy.name)
