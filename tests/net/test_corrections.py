"""Corrected data files: checked, used, refused with a sentence that names the entry, and distinguished by the hash."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from net.corrections import correct, corrected, drop_correction, take_correction
from net.rulebook import data_file, data_hash, data_of_hash, shipped_file, start
from rules.contract import RulesError
from rules.registry import game


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of corrections, empty; afterwards no correction is in effect."""
    kept = tmp_path / "games"
    kept.mkdir()
    assert correct(kept) == []
    yield kept
    correct(None)


def copy_of(tmp_path: Path, change: str, value: object) -> Path:
    """A copy of the data file in which one entry (a path with slashes) is changed."""
    content: Any = json.loads(json.dumps(shipped_file("burgenland")))
    *path, last = change.split("/")
    there = content
    for step in path:
        there = there[step]
    there[last] = value
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(content), "utf-8")
    return file


def test_a_corrected_file_is_used_and_changes_the_hash(folder: Path, tmp_path: Path) -> None:
    rules = game("burgenland")
    before = data_hash(rules)
    kept = take_correction("burgenland", copy_of(tmp_path, "ours/castles/1/squares", ["J", "S", "M3"]))
    assert kept == folder / "burgenland.json" == corrected("burgenland")
    assert data_hash(rules) != before
    castles: Any = start("burgenland", 2, {}).facts()["castles"]
    assert castles[0]["squares"][0][0] == "J"
    assert correct(folder) == []
    assert data_hash(rules) != before
    drop_correction("burgenland")
    assert data_hash(rules) == before
    assert corrected("burgenland") is None
    assert (folder / "burgenland.json.old").is_file()


@pytest.mark.usefixtures("folder")
def test_a_folder_that_cannot_be_looked_at_has_no_corrections(tmp_path: Path) -> None:
    assert correct(tmp_path / ("x" * 300)) == []
    assert data_of_hash(game("burgenland"), data_hash(game("burgenland"))) is not None
    assert data_of_hash(game("burgenland"), "unknown") is None


def test_other_games_keep_their_hash(folder: Path, tmp_path: Path) -> None:
    before = data_hash(game("big-boss"))
    take_correction("burgenland", copy_of(tmp_path, "ours/jokers_for_wall", [1, 2, 3, 4]))
    assert data_hash(game("big-boss")) == before


def test_a_copy_with_equal_content_has_the_same_hash(folder: Path, tmp_path: Path) -> None:
    before = data_hash(game("burgenland"))
    take_correction("burgenland", copy_of(tmp_path, "ours/jokers_for_wall", [1, 1, 1, 1]))
    assert data_hash(game("burgenland")) == before


@pytest.mark.parametrize(
    ("change", "value", "key", "names"),
    [
        ("ours/builders", [1, 2, 3], "burgenland.data.list", "ours.builders"),
        ("ours/castles/4/squares", ["?", "X", "J"], "burgenland.data.reward", "X"),
        ("facts/box/joker", "many", "burgenland.data.number", "facts.box.joker"),
        ("ours/colour", 3, "burgenland.data.extra", "ours.colour"),
    ],
)
def test_a_wrong_entry_is_named_and_nothing_changes(
    folder: Path, tmp_path: Path, change: str, value: object, key: str, names: str
) -> None:
    before = data_hash(game("burgenland"))
    with pytest.raises(RulesError) as caught:
        take_correction("burgenland", copy_of(tmp_path, change, value))
    assert caught.value.reason.key == key
    assert names in {str(value).strip('"') for _, value in caught.value.reason.values}
    assert corrected("burgenland") is None
    assert data_hash(game("burgenland")) == before


@pytest.mark.parametrize("raw", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"ours": NaN}', b" " * (1 << 21)])
def test_a_file_that_is_no_data_file_is_refused(folder: Path, tmp_path: Path, raw: bytes) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(raw)
    with pytest.raises(RulesError) as caught:
        take_correction("burgenland", file)
    assert caught.value.reason.key == "rules.error.correction"
    assert corrected("burgenland") is None


def test_a_missing_file_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        take_correction("burgenland", tmp_path / "none.json")
    assert caught.value.reason.key == "rules.error.correction"


def test_a_broken_correction_is_reported_at_the_start_and_the_shipped_file_used(folder: Path) -> None:
    file = folder / "burgenland.json"
    file.write_text('{"ours": {}}', "utf-8")
    ((named, reason),) = correct(folder)
    assert named == file
    assert reason.key.startswith("burgenland.data.")
    assert data_file("burgenland") == shipped_file("burgenland")
