"""Named boards in the data folder: kept, listed, chosen, put aside; damaged files are named and nothing in them is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from net import rulebook
from net.boards import LARGEST, boards_of, choose_board, chosen, delete_board, flaws_of, same, save_board
from net.corrections import correct, corrected, take_correction
from net.rulebook import data_file, shipped_file
from rules.contract import RulesError
from tests.contract.boards import corrected as other_board
from tests.contract.boards import shipped

FILES = {"loop-board": "big-boss", "torres": "torres", "burgenland": "burgenland"}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of corrections, empty; afterwards no correction is in effect."""
    kept = tmp_path / "games"
    assert correct(kept) == []
    yield kept
    correct(None)


def board(of: str, seed: int = 1) -> dict[str, object]:
    return other_board(FILES[of], seed)[of]


@pytest.mark.parametrize("of", FILES)
def test_boards_are_kept_by_name_in_files_that_people_can_read(folder: Path, of: str) -> None:
    assert boards_of(of) == []
    first = save_board(of, "  Omas  Kiste ", board(of, 1))
    save_board(of, "attic", board(of, 2))
    assert [one.name for one in boards_of(of)] == ["attic", "Omas Kiste"]
    assert first.file == folder / "boards" / of / "omas-kiste.json"
    assert first.content is not None
    assert same(of, first.content, board(of, 1))
    text = first.file.read_text("utf-8")
    assert max(map(len, text.splitlines())) <= 140
    assert "about" not in text
    assert json.loads(text)["name"] == "Omas Kiste"
    assert [one for other in FILES if other != of for one in boards_of(other)] == []


def test_a_board_is_saved_again_under_another_name(folder: Path) -> None:
    kept = save_board("torres", "One", board("torres", 1))
    again = save_board("torres", "Two", board("torres", 2), instead=kept.file)
    assert [one.name for one in boards_of("torres")] == ["Two"]
    assert not kept.file.exists()
    assert kept.file.with_name("one.json.old").is_file()
    third = save_board("torres", "two", board("torres", 3), instead=again.file)
    assert third.file == again.file
    assert again.file.with_name("two.json.old").is_file(), "what was there is kept"


@pytest.mark.parametrize("name", ["", "   ", "\u200b"])
def test_a_board_needs_a_name(folder: Path, name: str) -> None:
    with pytest.raises(RulesError) as caught:
        save_board("torres", name, board("torres"))
    assert caught.value.reason.key == "boards.file.no-name"
    assert boards_of("torres") == []


def test_two_boards_of_a_kind_have_two_names(folder: Path) -> None:
    save_board("torres", "Straße", board("torres"))
    save_board("loop-board", "Strasse", board("loop-board"))
    with pytest.raises(RulesError) as caught:
        save_board("torres", "STRASSE", board("torres"))
    assert caught.value.reason.key == "boards.file.same-name"


@pytest.mark.parametrize("name", ["../../x", "con", "日本", "a/b\\c:d", "." * 40, "x" * 400])
def test_no_name_leads_out_of_the_folder(folder: Path, name: str) -> None:
    kept = save_board("torres", name, board("torres"))
    assert kept.file.parent == folder / "boards" / "torres"
    assert kept.file.stem.replace("-", "").isalnum()
    assert kept.file.stem != "con"
    save_board("torres", f"{name[:20]}!", board("torres"))
    assert len(boards_of("torres")) == 2


@pytest.mark.parametrize("of", FILES)
def test_the_chosen_board_is_played_and_the_shipped_one_comes_back(folder: Path, of: str) -> None:
    kept = save_board(of, "Mine", board(of))
    assert chosen(of) is None
    choose_board(of, kept.content)
    assert chosen(of) == kept.content == data_file(of)
    assert corrected(of) == folder / f"{of}.json"
    assert correct(folder) == []
    assert chosen(of) == kept.content
    choose_board(of, None)
    assert chosen(of) is None
    assert data_file(of) == shipped_file(of)
    choose_board(of, shipped(FILES[of])[of])
    assert corrected(of) is None, "the same as the shipped one"


def test_a_correction_of_the_older_kind_is_the_chosen_board(folder: Path, tmp_path: Path) -> None:
    content = shipped("burgenland")["burgenland"]
    content["ours"]["jokers_for_wall"] = [1, 2, 3, 4]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(content), "utf-8")
    take_correction("burgenland", file)
    assert chosen("burgenland") == content
    choose_board("burgenland", None)
    assert (folder / "burgenland.json.old").is_file()


def test_a_board_with_flaws_is_kept_but_not_chosen(folder: Path) -> None:
    content = shipped("torres")["torres"]
    content["starts"] = [0, 1]
    kept = save_board("torres", "Half", content)
    assert kept.content is not None
    flaws = flaws_of("torres", kept.content)
    assert len(flaws) > 1
    with pytest.raises(RulesError) as caught:
        choose_board("torres", kept.content)
    assert caught.value.reason == flaws[0].said
    assert chosen("torres") is None


def test_a_loop_is_checked_by_both_games_and_each_flaw_named_once(folder: Path) -> None:
    content = shipped("big-boss")["loop-board"]
    content["fields"][20] = content["fields"][50]
    flaws = flaws_of("loop-board", content)
    assert len(flaws) == len(set(flaws)) > 1


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"{",
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"alarife-board": 1}',
        b'{"alarife-board": 1, "name": 5, "of": "torres", "content": {}}',
        b'{"alarife-board": 1, "name": "x", "of": "burgenland", "content": {}}',
        b'{"alarife-board": 1, "name": "x", "of": "torres", "content": {"blocks": NaN}}',
        b'{"alarife-board": 7, "name": "x", "of": "torres", "content": {}}',
        b" " * (LARGEST + 1),
    ],
)
def test_a_damaged_file_is_named_and_stays(folder: Path, raw: bytes) -> None:
    save_board("torres", "Good", board("torres"))
    bad = folder / "boards" / "torres" / "bad.json"
    bad.write_bytes(raw)
    listed = boards_of("torres")
    assert [(one.name, one.content is None) for one in listed] == [("bad", True), ("Good", False)]
    assert listed[0].trouble is not None
    assert listed[0].trouble.key.startswith("boards.file.")
    assert bad.read_bytes() == raw
    save_board("torres", "Bad one", board("torres"))
    assert bad.read_bytes() == raw


def test_a_deleted_board_keeps_its_content(folder: Path) -> None:
    for seed in (1, 2):
        delete_board(save_board("torres", "Gone", board("torres", seed)))
    assert boards_of("torres") == []
    assert len(list((folder / "boards" / "torres").glob("gone.json.old*"))) == 2


def test_a_board_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be", "utf-8")
    correct(tmp_path / "games")
    try:
        with pytest.raises(RulesError) as caught:
            save_board("torres", "Mine", board("torres"))
        assert caught.value.reason.key == "rules.error.correction-kept"
    finally:
        correct(None)
        rulebook.shipped_file("torres")
