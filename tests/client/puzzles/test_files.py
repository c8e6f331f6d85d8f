"""Puzzle files from elsewhere: each damaged one gets a sentence, and none stops the program."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from client.puzzles.puzzle import Ends, Puzzle, PuzzleError, read, write
from client.puzzles.shelf import OWN, SHIPPED, stock
from rules.message import message

GOOD = sorted((SHIPPED / "burgenland").glob("*.json"))[0]


def changed(folder: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    content = json.loads(GOOD.read_text("utf-8"))
    change(content)
    file = folder / "burgenland" / "one.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content), "utf-8")
    return file


def test_a_written_puzzle_is_read_back(tmp_path: Path) -> None:
    puzzle = read(GOOD)
    copy = read(write(puzzle, tmp_path))
    assert isinstance(copy, Puzzle)
    assert copy.record() == puzzle.record()


@pytest.mark.parametrize("ends", [None, Ends(400, 700, 450)])
def test_what_games_to_the_end_showed_is_read_back(ends: Ends | None, tmp_path: Path) -> None:
    assert read(write(replace(read(GOOD), ends=ends), tmp_path)).ends == ends


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.update(puzzle="1"),
        lambda content: content.update(game="torres"),
        lambda content: content.update(version=999),
        lambda content: content.update(seats=9),
        lambda content: content.update(seats=True),
        lambda content: content.update(seat=2),
        lambda content: content.update(options={"screens": 1}),
        lambda content: content.update(options={"none": "such"}),
        lambda content: content.update(log=[]),
        lambda content: content.update(log="draw"),
        lambda content: content["log"].append("draw"),
        lambda content: content["log"].append([1]),
        lambda content: content["log"].pop(0),
        lambda content: content["log"].__setitem__(0, [10**9]),
        lambda content: content["log"].__setitem__(0, {"a": 1}),
        lambda content: content["answer"].update(moves=[]),
        lambda content: content["answer"].update(moves=["house 99 99"]),
        lambda content: content["answer"].update(moves=["Ä"]),
        lambda content: content["answer"].update(moves=[1]),
        lambda content: content["answer"].update(chance=0),
        lambda content: content["answer"].update(chance=1.5),
        lambda content: content["second"].update(moves=content["answer"]["moves"]),
        lambda content: content.update(difficulty=4),
        lambda content: content.update(rating=-1),
        lambda content: content.update(origin=[]),
        lambda content: content.pop("log"),
        lambda content: content.update(ends=[400, 700]),
        lambda content: content.update(ends=[400, 700, 700]),
        lambda content: content.update(ends=[400, "700", 600]),
        lambda content: content.update(ends=[400, 700, 1001]),
        lambda content: content.update(ends={"games": 400}),
    ],
)
def test_a_damaged_puzzle_gets_a_sentence(tmp_path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(PuzzleError) as caught:
        read(changed(tmp_path, change))
    assert caught.value.reason.key == "puzzle.error.damaged"


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_no_puzzle_gets_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "burgenland" / "one.json"
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.raises(PuzzleError) as caught:
        read(file)
    assert caught.value.reason.key == "puzzle.error.damaged"


def test_a_file_that_is_not_there_is_named_as_it_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for asked, named in (("games/one.alarife", "games/one.alarife"), ("one", "one")):
        with pytest.raises(PuzzleError) as caught:
            read(Path(asked))
        assert caught.value.reason == message("puzzle.error.unreadable", file=named, why="No such file or directory")


def test_a_puzzle_is_sound_wherever_it_lies_but_is_offered_only_in_the_folder_of_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(GOOD.parent)
    assert read(Path(GOOD.name)).game == "burgenland"
    folder = tmp_path / OWN / "torres"
    folder.mkdir(parents=True)
    (folder / GOOD.name).write_bytes(GOOD.read_bytes())
    assert read(folder / GOOD.name).game == "burgenland"
    found = stock(tmp_path)
    assert not found.of("own")
    assert found.problems == (message("puzzle.error.damaged", file=f"torres/{GOOD.name}"),)


def test_a_puzzle_of_a_newer_program_says_so(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError) as caught:
        read(changed(tmp_path, lambda content: content.update(puzzle=2)))
    assert caught.value.reason.key == "puzzle.error.newer"


def test_damaged_files_among_the_players_puzzles_are_reported_and_the_others_stay(tmp_path: Path) -> None:
    before = stock(tmp_path)
    write(read(GOOD), tmp_path / OWN)
    changed(tmp_path / OWN, lambda content: content.pop("answer"))
    found = stock(tmp_path)
    assert len(found.puzzles) == len(before.puzzles) + 1
    assert [problem.key for problem in found.problems] == ["puzzle.error.damaged"]
    assert [puzzle.mine for puzzle in found.of("own")] == [True]


def test_of_too_many_own_puzzles_the_latest_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.puzzles.shelf.MOST_OWN", 2)
    for age, name in enumerate(("c", "a", "b")):
        file = write(replace(read(GOOD), name=name), tmp_path / OWN)
        os.utime(file, (1000 - age, 1000 - age))
    assert {puzzle.name for puzzle in stock(tmp_path).of("own")} == {"c", "a"}
    assert len(stock(tmp_path).of("burgenland")) == len(list(GOOD.parent.glob("*.json")))
