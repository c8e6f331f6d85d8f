"""Every golden game of every version replays exactly, and the newest version of every game has all that it needs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from net.gamefile import load
from rules.contract import versions_of
from rules.registry import game, games
from rules.torres.terms import MASTER_CARDS
from tests.contract.settings import Setting
from tests.golden import FOLDER, INDEX, make, told, torres_aims
from tests.golden.unreachable import UNREACHABLE

GAMES: list[dict[str, Any]] = json.loads(INDEX.read_text("utf-8"))


@pytest.mark.parametrize("name", games())
def test_every_seat_count_and_end_has_a_golden_game(name: str) -> None:
    rules = games()[name]
    wanted = {(seats, end) for seats in rules.seats for end in rules.ends if (name, seats, end) not in UNREACHABLE}
    there = {(entry["seats"], entry["end"]) for entry in GAMES if (entry["game"], entry["version"]) == (name, rules.version)}
    assert there == wanted, "the newest version lacks golden games: make golden"


@pytest.mark.parametrize("name", games())
def test_every_version_that_can_be_played_has_a_golden_game(name: str) -> None:
    assert {entry["version"] for entry in GAMES if entry["game"] == name} == set(versions_of(games()[name]))


@pytest.mark.parametrize("name", games())
def test_every_value_of_every_option_has_a_golden_game(name: str) -> None:
    wanted = {(option.name, choice) for option in games()[name].options for choice in option.choices}
    assert {pair for entry in GAMES if entry["game"] == name for pair in entry["options"].items()} == wanted


def test_every_golden_file_is_in_the_index() -> None:
    files = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.alarife")}
    assert files == {entry["file"] for entry in GAMES}
    assert {path.relative_to(FOLDER).with_suffix(".alarife").as_posix() for path in FOLDER.rglob("*.trace")} == files


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry["file"])
def test_a_golden_game_replays_exactly(entry: dict[str, Any]) -> None:
    path = FOLDER / entry["file"]
    assert entry["version"] in versions_of(game(entry["game"])), "a version that was played once is played for good"
    assert load(path).charter.charter.version == entry["version"]
    golden = path.with_suffix(".trace").read_text("utf-8").splitlines()
    now = list(told(path))
    for line, step in zip(golden, now, strict=False):
        assert step == json.loads(line), f"{path.name}: the rules changed, but not the game's version"
    assert len(now) == len(golden)
    assert now[-1]["end"] == entry["end"]
    assert now[-1]["ranks"]


@pytest.mark.parametrize("card", MASTER_CARDS)
def test_every_master_card_of_torres_pays_in_a_golden_game(card: str) -> None:
    """It pays every time that it can: cards scored each year pay three times."""
    entries = [entry for entry in GAMES if entry["game"] == "torres" and entry["style"] == card]
    assert entries
    for entry in entries:
        last = json.loads((FOLDER / entry["file"]).with_suffix(".trace").read_text("utf-8").splitlines()[-1])
        paid = [line for line in last["score_trace"] if line.startswith("0 ") and f"torres.score.{card} " in f"{line} "]
        assert len(paid) == (3 if card in ("edge", "castles", "diagonals") else 1)


def test_a_golden_game_is_never_remade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = FOLDER / "big-boss" / "2-passed.alarife"
    before = first.read_bytes()
    found = make.Found(Setting("big-boss", 2), "random", 0, [])
    with pytest.raises(FileExistsError):
        make.write(found, first)
    assert first.read_bytes() == before
    alone = tmp_path / "2-passed.alarife"
    alone.with_suffix(".trace").write_text("kept", "utf-8")
    with pytest.raises(FileExistsError):
        make.write(found, alone)
    for search in ("search", "aimed"):
        monkeypatch.setattr(make, search, lambda *_: pytest.fail("a golden game that is there is searched for again"))
    assert [entry for name in games() for entry in make.make(name)] == []


def test_games_can_still_be_played_to_an_aim() -> None:
    """The plans of ``torres_aims`` know the engine from inside and are needed again only with a new version."""
    wanted = dict(torres_aims.games_wanted())
    assert make.aimed("edge", wanted["edge"]).moves


def test_goldens_of_a_later_version_lie_beside_those_of_earlier_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game("big-boss"), "version", 1)
    assert make.folder_of("big-boss") == FOLDER / "big-boss"
    monkeypatch.setattr(game("big-boss"), "version", 2)
    assert make.folder_of("big-boss") == FOLDER / "big-boss" / "v2"
