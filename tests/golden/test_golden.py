"""Every golden game replays to the letter, and every seat count and end of every game has one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.registry import game, games
from rules.torres.terms import MASTER_CARDS
from tests.golden import FOLDER, INDEX, told
from tests.golden.unreachable import UNREACHABLE

GAMES: list[dict[str, Any]] = json.loads(INDEX.read_text("utf-8"))


@pytest.mark.parametrize("name", games())
def test_every_seat_count_and_end_has_a_golden_game(name: str) -> None:
    rules = games()[name]
    wanted = {(seats, end) for seats in rules.seats for end in rules.ends if (name, seats, end) not in UNREACHABLE}
    there = {(entry["seats"], entry["end"]) for entry in GAMES if entry["game"] == name}
    assert there == wanted, "python -m tests.golden.make"


@pytest.mark.parametrize("name", games())
def test_every_value_of_every_option_has_a_golden_game(name: str) -> None:
    wanted = {(option.name, choice) for option in games()[name].options for choice in option.choices}
    assert {pair for entry in GAMES if entry["game"] == name for pair in entry["options"].items()} == wanted


def test_every_golden_file_is_in_the_index() -> None:
    files = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.alarife")}
    assert files == {entry["file"] for entry in GAMES}
    assert {str(path.relative_to(FOLDER).with_suffix(".alarife")) for path in FOLDER.rglob("*.trace")} == files


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry["file"])
def test_a_golden_game_replays_to_the_letter(entry: dict[str, Any]) -> None:
    path = FOLDER / entry["file"]
    assert game(entry["game"]).version == entry["version"], "the version was raised: python -m tests.golden.make"
    golden = path.with_suffix(".trace").read_text("utf-8").splitlines()
    now = list(told(path))
    for line, step in zip(golden, now, strict=False):
        assert step == json.loads(line), f"{path.name}: the rules changed, but not the game's version"
    assert len(now) == len(golden)
    assert now[-1]["end"] == entry["end"]
    assert now[-1]["ranks"]


@pytest.mark.parametrize("card", MASTER_CARDS)
def test_every_master_card_of_torres_pays_in_a_golden_game(card: str) -> None:
    """Every time that it can: three times the cards that are scored each year."""
    (entry,) = [entry for entry in GAMES if entry["game"] == "torres" and entry["style"] == card]
    last = json.loads((FOLDER / entry["file"]).with_suffix(".trace").read_text("utf-8").splitlines()[-1])
    paid = [line for line in last["score_trace"] if line.startswith("0 ") and f"torres.score.{card} " in f"{line} "]
    assert len(paid) == (3 if card in ("edge", "castles", "diagonals") else 1)
