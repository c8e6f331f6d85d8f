"""Two builds of different age, each a process of its own from its own sources, play a game to its end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from net.gamefile import load
from net.verify import verify
from tests.copies import PARTS, take_bytecode

HERE = Path(__file__).parents[2]
SECONDS = 240
ADDED = 'Option("market_day", ("off", "on"), "on", before="off", since=2)'
NEWER = (
    ("version: ClassVar[int] = 1", "version: ClassVar[int] = 2"),
    ("    options: ClassVar[tuple[Option, ...]] = (\n", f"    options: ClassVar[tuple[Option, ...]] = (\n        {ADDED},\n"),
)
"""The changes of a newer program in ``rules/torres/game.py``: another version, and an option that new tables use."""

FAR = ("version: ClassVar[int] = 1", "version: ClassVar[int] = 7\n    oldest: ClassVar[int] = 5")
"""A program that plays no version as old as ours."""


def build(folder: Path, *changes: tuple[str, str]) -> Path:
    """A copy of the program with these changes to Torres."""
    for part in PARTS:
        shutil.copytree(HERE / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    take_bytecode(HERE, folder)
    source = folder / "rules" / "torres" / "game.py"
    text = source.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is not in {source} once"
        text = text.replace(old, new)
    source.write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A newer program. Nobody changes it; what it writes goes to folders of the test."""
    return build(tmp_path_factory.mktemp("newer") / "alarife", *NEWER)


def start(program: Path, *arguments: object) -> subprocess.Popen[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.Popen(
        [sys.executable, "-m", "client.cli", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=program,
        env=kept | {"PYTHONPATH": str(program), "PYTHONSAFEPATH": "1"},
    )


@pytest.fixture
def peers() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for peer in started:
        peer.kill()
        peer.communicate()


def sit_down(peers: list[subprocess.Popen[str]], programs: list[Path], files: list[Path]) -> None:
    """The first program hosts, the others join."""
    words = ["--loopback", "--bot", "random"]
    first = ["--host", "--game", "torres", "--players", len(programs), *words, "--save", files[0]]
    peers.append(start(programs[0], "peer", *first))
    assert peers[0].stdout is not None
    invite = json.loads(peers[0].stdout.readline())["invite"]
    for program, file in zip(programs[1:], files[1:], strict=True):
        peers.append(start(program, "peer", "--join", invite, *words, "--save", file))


def ends(peers: list[subprocess.Popen[str]]) -> list[dict[str, Any]]:
    found = []
    for peer in peers:
        out, err = peer.communicate(timeout=SECONDS)
        assert (peer.returncode, err) == (0, "")
        found.append(json.loads(out.splitlines()[-1]))
    return found


@pytest.mark.parametrize("newer_hosts", [True, False])
def test_builds_of_different_age_play_a_game_to_its_end(
    newer_hosts: bool, newer: Path, peers: list[subprocess.Popen[str]], tmp_path: Path
) -> None:
    programs = [newer, HERE] if newer_hosts else [HERE, newer]
    files = [tmp_path / "0.alarife", tmp_path / "1.alarife"]
    sit_down(peers, programs, files)
    one, other = ends(peers)
    assert one == other
    for file in files:
        charter = load(file).charter.charter
        assert (charter.version, "market_day" in dict(charter.options)) == (1, False)
        assert verify(file).holds
        with start(newer, "verify", file) as check:
            assert check.wait(SECONDS) == 0, "each build reads what the other wrote"


def test_builds_of_one_age_use_their_newest_version_which_an_older_one_cannot_open(
    newer: Path, peers: list[subprocess.Popen[str]], tmp_path: Path
) -> None:
    files = [tmp_path / "0.alarife", tmp_path / "1.alarife"]
    sit_down(peers, [newer, newer], files)
    one, other = ends(peers)
    assert one == other
    charter = load(files[0]).charter.charter
    assert (charter.version, dict(charter.options)["market_day"]) == (2, "on")
    findings = verify(files[0]).findings
    assert findings[-1].key == "session.charter.older-here"


def test_a_build_without_a_common_version_is_told_who_has_to_update(peers: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    far = build(tmp_path / "far", FAR)
    sit_down(peers, [HERE, far], [tmp_path / "0.alarife", tmp_path / "1.alarife"])
    _, err = peers[1].communicate(timeout=SECONDS)
    assert peers[1].returncode == 1
    assert "The host’s Alarife is too old" in err
    assert "up to version 1" in err
    assert "version 5 and later" in err
