"""``alarife puzzles``."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import NoReturn

import pytest

from client.commands.puzzles import PROGRESS
from client.puzzles.puzzle import read
from client.puzzles.shelf import SHIPPED
from net.deal.seeded import seed_of
from net.offline import record
from tests.cli.conftest import Run

GOOD = sorted((SHIPPED / "burgenland").glob("*.json"))[0]


def test_shipped_puzzles_are_sound(alarife: Run) -> None:
    said = alarife("puzzles", GOOD)
    assert said.status == 0
    (found,) = said.records
    assert found["name"] == GOOD.stem
    assert "log" not in found
    assert GOOD.stem in alarife("puzzles", GOOD, "--text").out


def test_a_damaged_puzzle_gets_a_sentence(alarife: Run, tmp_path: Path) -> None:
    file = tmp_path / "burgenland" / "one.json"
    file.parent.mkdir()
    file.write_text("{}", "utf-8")
    said = alarife("puzzles", file)
    assert said.status == 1
    assert "burgenland/one.json is damaged" in said.err


def test_a_file_that_is_no_puzzle_is_named_as_it_is(alarife: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.alarife"
    file.write_text("{}\n{}\n", "utf-8")
    said = alarife("puzzles", file)
    assert said.status == 1
    assert f"{tmp_path.name}/game.alarife is damaged" in said.err


def test_a_faulty_file_does_not_stop_the_check_of_the_others(alarife: Run, tmp_path: Path) -> None:
    said = alarife("puzzles", tmp_path / "one", GOOD, tmp_path / "two")
    assert said.status == 1
    assert [found["name"] for found in said.records] == [GOOD.stem]
    assert [line.rpartition("/")[2].split()[0] for line in said.err.splitlines()] == ["one", "two"]


def test_a_game_without_puzzles_does_not_stop_the_others(alarife: Run, tmp_path: Path) -> None:
    record(tmp_path / "empty.alarife", "torres", {}, 2, seed_of("empty"), [])
    said = alarife("puzzles", "--make", tmp_path / "gone.alarife", tmp_path / "empty.alarife", tmp_path / "lost.alarife")
    assert (said.status, said.out) == (1, "")
    first, _, third = said.err.splitlines()
    assert "gone.alarife" in first
    assert "lost.alarife" in third


def test_no_games_get_a_sentence(alarife: Run) -> None:
    said = alarife("puzzles", "--make", "--game", "torres", "--games", "0")
    assert (said.status, said.out) == (1, "")
    assert "at least one game" in said.err


def test_nothing_to_check_gets_a_sentence(alarife: Run) -> None:
    said = alarife("puzzles")
    assert (said.status, said.out) == (1, "")
    assert "--make" in said.err


def test_making_goes_on_where_it_stopped(alarife: Run, tmp_path: Path) -> None:
    """Ten of eleven games have been searched; only the last one is."""
    (tmp_path / PROGRESS).write_text(json.dumps({"burgenland 2": 10}), "utf-8")
    asked = ("puzzles", "--make", "--game", "burgenland", "--players", "2", "--games", "11", "--out", tmp_path)
    said = alarife(*asked, "--commit", "abc1234")
    assert said.status == 0
    files = sorted((tmp_path / "burgenland").glob("*.json"))
    assert [found["name"] for found in sorted(said.records, key=lambda found: str(found["name"]))] == [
        file.stem for file in files
    ]
    assert files
    assert {read(file).origin["seed"] for file in files} == {11}
    assert read(files[0]).origin["commit"] == "abc1234"
    assert json.loads((tmp_path / PROGRESS).read_text("utf-8")) == {"burgenland 2": 11}
    again = alarife(*asked)
    assert (again.status, again.out) == (0, "")


@pytest.mark.parametrize("content", ["[]", '{"burgenland 2": "1"}', "[" * 100_000])
def test_damaged_progress_and_no_game_get_a_sentence(alarife: Run, tmp_path: Path, content: str) -> None:
    (tmp_path / PROGRESS).write_text(content, "utf-8")
    said = alarife("puzzles", "--make", "--game", "burgenland", "--out", tmp_path)
    assert said.status == 1
    assert "Remove it" in said.err
    assert len(said.err.splitlines()) == 1
    assert alarife("puzzles", "--make").status == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_progress_that_is_no_file_is_not_waited_for(alarife: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / PROGRESS)
    said = alarife("puzzles", "--make", "--game", "burgenland", "--out", tmp_path)
    assert said.status == 1
    assert "Remove it" in said.err


def test_a_folder_that_cannot_be_gets_a_sentence_before_the_search(alarife: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    said = alarife("puzzles", "--make", "--game", "burgenland", "--out", tmp_path / "file")
    assert (said.status, said.out) == (1, "")
    assert "could not be written" in said.err


def test_a_full_disk_costs_no_progress(alarife: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / PROGRESS).write_text(json.dumps({"burgenland 2": 10}), "utf-8")
    monkeypatch.setattr("client.puzzles.making.puzzles_of", lambda *_: iter(()))
    monkeypatch.setattr(os, "fsync", full)
    said = alarife("puzzles", "--make", "--game", "burgenland", "--players", "2", "--games", "11", "--out", tmp_path)
    assert said.status == 1
    assert f"{PROGRESS} could not be written" in said.err
    assert json.loads((tmp_path / PROGRESS).read_text("utf-8")) == {"burgenland 2": 10}


def test_an_unfinished_game_gets_a_sentence(alarife: Run, tmp_path: Path) -> None:
    file = tmp_path / "empty.alarife"
    record(file, "torres", {}, 2, seed_of("empty"), [])
    said = alarife("puzzles", "--make", file)
    assert said.status == 1
    assert said.err
