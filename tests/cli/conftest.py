"""Commands run in this process, or as a person runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from client.cli import main
from net.corrections import correct
from net.deal.seeded import seed_of
from net.offline import record
from rules.registry import games
from tests import forked
from tests.contract.settings import Setting
from tests.contract.table import Moved, Table


class Said(NamedTuple):
    """The output of a command, and its status."""

    status: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Said]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's data folder: boards that the person at this computer has corrected are not played on."""
    monkeypatch.setenv("ALARIFE_HOME", str(tmp_path / "nobody"))


@pytest.fixture
def alarife(capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """``alarife`` in this process."""

    def run(*arguments: object) -> Said:
        capsys.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        out, err = capsys.readouterr()
        return Said(status, out, err)

    yield run
    correct(None)  # the next test plays by the shipped files


A_THIRD = 4096
"""Bytes: about a third of what is said in a whole game. A program cannot reach its end before anybody reads the rest."""


def start(*arguments: object, room: int = -1, **variables: str) -> subprocess.Popen[str]:
    """``alarife`` in a process of its own (see :mod:`tests.forked`), with a desktop that has no display.

    With ``room`` it waits for its reader as soon as so many bytes of its output are unread.
    """
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return forked.start(
        [sys.executable, "-m", "client.cli", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        pipesize=room,
        env=kept | variables,
    )


@pytest.fixture(scope="session")
def setting() -> Setting:
    """A game, for its fewest players: enough where a command treats all alike."""
    name, rules = next(iter(games().items()))
    return Setting(name, rules.seats[0])


@pytest.fixture(scope="session", params=list(games()))
def each_game(request: pytest.FixtureRequest) -> Setting:
    """Every game, for its fewest players."""
    return Setting(request.param, games()[request.param].seats[0])


@pytest.fixture(scope="session")
def game_file(setting: Setting, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole random game."""
    return recorded(setting, tmp_path_factory)


@pytest.fixture(scope="session")
def each_file(each_game: Setting, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole random game of every game."""
    return recorded(each_game, tmp_path_factory)


def recorded(setting: Setting, folders: pytest.TempPathFactory) -> Path:
    table = Table(setting, 21)
    for _ in table.run():
        pass
    path = folders.mktemp(setting.game) / "game.alarife"
    moves = [step for step in table.steps if isinstance(step, Moved)]
    record(path, setting.game, setting.options, setting.seats, seed_of("21"), moves, ("Anna", "Ben", "Cleo", "Dario", "Emma"))
    return path
