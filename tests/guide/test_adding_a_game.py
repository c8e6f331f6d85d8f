"""The game that ``docs/adding-a-game.md`` builds keeps the contract, can be recorded, shown and played."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guide import ROOT, copy_of_the_sources, follow, steps

GUIDE = ROOT / "docs" / "adding-a-game.md"
WANTED = "donjon or test_catalogue or test_every_game_is_listed"
"""The tests that are parametrized by game, and those that check all texts."""

LEAST = {
    "contract/test_contract": 60,
    "contract/test_saving": 3,
    "contract/test_soak": 3,
    "golden/test_golden": 9,
    "cli/test_commands": 4,
    "net/session/test_games": 1,
    "net/test_versions": 1,
    "client/test_bots": 2,
    "rules/donjon/test_donjon": 5,
    "resources/test_catalogue": 10,
    "resources/test_help": 5,
    "client/boards/test_every_board": 4,
    "test_readme": 1,
}
"""The least number of them, by file."""

PLACES = [f"tests/{file}.py" for file in LEAST]

LEAST_AT_TABLES = {
    "contract/test_unknowns": 2,
    "rules/test_reasons": 1,
    "client/library/test_opponents": 1,
    "client/test_contrast": 3,
    "client/test_plain_text": 1,
    "client/test_pseudo": 4,
    "client/test_read_aloud": 2,
    "client/test_text_size": 1,
    "client/table/test_help_at_hand": 8,
    "client/table/test_help_pages": 5,
    "client/table/test_hinting": 6,
}
"""The same for the parts of a table, and for those that games may leave out: pictures, lessons, a turn at a glance."""


class Clone:
    """The sources with the game added.

    Attributes:
        folder: its root.
        created: the files that the guide creates, by their paths from the root.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = copy_of_the_sources(folder)
        self.created = follow(GUIDE, folder)

    def run(self, command: str) -> str:
        """Run Python with these arguments; returns its output."""
        here = os.environ | {"PYTHONPATH": str(self.folder), "ALARIFE_HOME": str(self.folder / "home")}
        words = [sys.executable, *shlex.split(command)]
        done = subprocess.run(words, cwd=self.folder, env=here, capture_output=True, text=True, check=False, timeout=1200)
        assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    return Clone(tmp_path_factory.mktemp("guide") / "alarife")


def test_the_code_is_formatted_and_typed(clone: Clone) -> None:
    code = " ".join(path for path in clone.created if path.endswith(".py"))
    clone.run(f"-m ruff check {code}")
    clone.run(f"-m ruff format --check {code}")
    clone.run("-m mypy --cache-dir .mypy_cache -p rules.donjon -p client.boards.donjon")


@pytest.mark.long
def test_every_test_that_finds_the_game_passes(clone: Clone) -> None:
    """The contract suite, the catalogue of texts, the examples of its rules, its golden games, its board."""
    clone.run("-m tests.golden.make donjon")
    said = clone.run(f"-m pytest -v -p no:cacheprovider -p no:xdist --soak 2 -k '{WANTED}' {' '.join(PLACES)}")
    assert too_few(said, LEAST) == {}


@pytest.mark.long
def test_every_table_of_the_game_passes(clone: Clone) -> None:
    """Its hints, its help, its colours, its names; and worlds that its bots imagine."""
    places = " ".join(f"tests/{file}.py" for file in LEAST_AT_TABLES)
    assert too_few(clone.run(f"-m pytest -v -p no:cacheprovider -p no:xdist -k donjon {places}"), LEAST_AT_TABLES) == {}


def too_few(said: str, least: dict[str, int]) -> dict[str, int]:
    """The files with fewer passed tests than expected, with their numbers."""
    passed = re.findall(r"^tests/(\S+)\.py::.* PASSED", said, re.MULTILINE)
    return {file: passed.count(file) for file in least if passed.count(file) < least[file]}


def test_its_bots_play_and_its_board_is_painted(clone: Clone) -> None:
    said = clone.run("-m client.cli selfplay --game donjon --players 3 --save build/donjon")
    assert json.loads(said)["end"] in ("roofed", "winter")
    clone.run("-m client.cli verify build/donjon/donjon-3-1.alarife")
    clone.run("-m client.cli show build/donjon/donjon-3-1.alarife --at 20 --png build/donjon.png")
    assert (clone.folder / "build" / "donjon.png").stat().st_size > 10_000


def test_the_mason_beats_the_random_bot(clone: Clone) -> None:
    said = clone.run("-m client.cli selfplay --game donjon --bots random,mason --players 2 --games 12")
    games = [json.loads(line) for line in said.splitlines()]
    won = [winner for game in games for winner, rank in zip(game["bots"], game["ranks"], strict=True) if rank == 1]
    assert won.count("mason") > 2 * won.count("random")


def test_a_fifth_game_needs_two_lines_outside_its_own_files() -> None:
    changed = [step for step in steps(GUIDE) if step.after]
    assert [(step.path, step.text.count("\n")) for step in changed] == [("client/boards/__init__.py", 1), ("README.md", 1)]
