"""Earlier games keep their meaning when a game gets an option, a new version or a corrected board."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from net import rulebook
from net.corrections import correct, drop_correction, take_correction
from net.first_charters import first_hash
from net.gamefile import GameFileError, load, replay
from net.offline import record
from net.rulebook import data_hash, data_hashes, shipped_file
from net.session.format import manners
from net.session.format.charter import CharterPeer, CharterSeat, draw_up, playable
from net.verify import verify
from rules.contract import Option, RulesError, complete_options, meant_options, named_options, options_of, versions_of
from rules.registry import game, games
from tests.ages import FOLDER as AGES
from tests.ages import found
from tests.golden import FOLDER as GOLDEN
from tests.golden import told
from tests.net.session.network import IDENTITIES

SHORT = {
    "alcazar": "alcazar/2-passed",
    "big-boss": "big-boss/2-passed",
    "burgenland": "burgenland/2-last-piece",
    "torres": "torres/2-square",
}
"""A short golden game of each game's first version."""

ALONE = {name: f"alone-{name}" for name in SHORT}


def expected(file: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((AGES / "455729d" / "expected.json").read_text("utf-8"))["games"][file]
    return content


@pytest.mark.parametrize(
    "option",
    [
        Option("fresh", ("off", "on"), "off"),
        Option("fresh", ("off", "on"), "on", before="off", since=9),
    ],
    ids=["usually off", "usually on"],
)
@pytest.mark.parametrize("name", SHORT)
def test_a_new_option_and_a_raised_version_leave_earlier_games_as_they_were(
    name: str, option: Option, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game(name)
    first = versions_of(rules)[0]
    monkeypatch.setattr(rules, "version", 9)
    monkeypatch.setattr(rules, "options", (option, *rules.options))
    golden = (GOLDEN / f"{SHORT[name]}.trace").read_text("utf-8").splitlines()
    assert list(told(GOLDEN / f"{SHORT[name]}.alarife")) == [json.loads(line) for line in golden]
    for every in sorted((GOLDEN / name).rglob("*.alarife")):  # what the charter means is seen in the first position
        with every.with_suffix(".trace").open(encoding="utf-8") as lines:
            assert next(told(every)) == json.loads(next(lines)), every
    file = f"games/{ALONE[name]}/0.alarife"
    assert found(AGES / "455729d" / file) == expected(file)
    assert versions_of(rules)[0] == first


def charter(name: str, options: dict[str, str], version: int | None = None) -> Any:
    key = IDENTITIES[0].key
    seats = [CharterSeat("person", "Anna", key), CharterSeat("person", "Ben", key)]
    return draw_up(b"t" * 16, name, options, seats, [CharterPeer(key, "Anna")], version=version)


def test_a_charter_that_does_not_name_an_option_means_the_game_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game("big-boss")
    before = charter("big-boss", {})
    first = [option for option in rules.options if option.named]
    monkeypatch.setattr(rules, "version", 2)
    monkeypatch.setattr(rules, "options", (*first, Option("parade", ("off", "on", "long"), "on", before="off", since=2)))
    playable(before)
    assert before.house_rules == {"hidden_money": "off", "parade": "off"}
    now = charter("big-boss", {})
    assert (now.version, now.options) == (2, (("hidden_money", "off"), ("parade", "on")))
    assert charter("big-boss", {"parade": "off"}).options == (("hidden_money", "off"),)
    assert charter("big-boss", {}, version=1).house_rules["parade"] == "off"
    assert [option.name for option in options_of(rules, 1)] == ["hidden_money"]
    with pytest.raises(RulesError) as caught:
        complete_options(rules, {"parade": "long"}, 1)
    assert caught.value.reason.key == "rules.error.option"
    with pytest.raises(RulesError):
        meant_options(rules, {"parade": "off"}, 1)
    assert named_options(rules, meant_options(rules, {})) == {"hidden_money": "off"}


def test_a_new_manner_leaves_earlier_tables_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    before = charter("big-boss", {})
    pause = Option("pause", ("off", "on"), "on", before="off")
    monkeypatch.setattr(manners, "MANNERS", (*manners.MANNERS, pause))
    playable(before)
    assert before.manner("pause") == "off"
    now = charter("big-boss", {})
    assert (now.manners, now.manner("pause")) == ((("pause", "on"),), "on")


@pytest.mark.parametrize("name", games())
def test_every_option_of_the_first_versions_is_named_for_good(name: str) -> None:
    """Otherwise the positions of earlier games would have different digests."""
    first = {"alcazar": 2, "big-boss": 1, "burgenland": 2, "torres": 8}
    assert sum(option.named for option in games()[name].options) == first.get(name, 0)


# -- boards ------------------------------------------------------------------------------------------------------------


def test_a_board_that_is_no_longer_shipped_is_found_by_its_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game("burgenland")
    before = data_hash(rules)
    content: Any = json.loads(json.dumps(shipped_file("burgenland")))
    shutil.copytree(str(rulebook.SHIPPED), tmp_path / "games")
    (tmp_path / "games" / "earlier").mkdir()
    (tmp_path / "games" / "burgenland.json").rename(tmp_path / "games" / "earlier" / "burgenland-1.json")
    content["ours"]["jokers_for_wall"] = [1, 2, 3, 4]
    (tmp_path / "games" / "burgenland.json").write_text(json.dumps(content), "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(rulebook, "SHIPPED", tmp_path / "games")
        _read_again()
        assert data_hash(rules) != before
        assert data_hashes(rules) == (data_hash(rules), before), "others may have the earlier one alone"
        file = "games/alone-burgenland/0.alarife"
        assert found(AGES / "455729d" / file) == expected(file)
        (tmp_path / "games" / "earlier" / "burgenland-1.json").unlink()
        _read_again()
        with pytest.raises(GameFileError) as caught:
            list(replay(load(AGES / "455729d" / file)))
        assert caught.value.reason.key == "session.charter.rules"
    _read_again()


def _read_again() -> None:
    rulebook.shipped_file.cache_clear()
    correct(None)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of corrections."""
    kept = tmp_path / "corrections"
    kept.mkdir()
    assert correct(kept) == []
    yield kept
    correct(None)


def test_games_are_read_with_the_board_on_which_they_were_played(folder: Path, tmp_path: Path) -> None:
    def corrected(jokers: list[int]) -> Path:
        content: Any = json.loads(json.dumps(shipped_file("burgenland")))
        content["ours"]["jokers_for_wall"] = jokers
        file = tmp_path / "mine.json"
        file.write_text(json.dumps(content), "utf-8")
        return file

    def played(name: str) -> Path:
        record(tmp_path / name, "burgenland", {}, 2, name.encode().ljust(32), [])
        return tmp_path / name

    files = [played("shipped.alarife")]
    for place, jokers in enumerate(([1, 2, 3, 4], [2, 2, 2, 2])):
        take_correction("burgenland", corrected(jokers))
        files.append(played(f"{place}.alarife"))
    assert len({load(file).charter.charter.rules for file in files}) == 3
    assert all(verify(file).holds for file in files)
    drop_correction("burgenland")
    assert all(verify(file).holds for file in files)
    assert [file.name for file in sorted(folder.iterdir())] == ["burgenland.json.old", "burgenland.json.old-2"]


def test_a_correction_too_large_for_a_charter_is_named_by_its_hash_alone(folder: Path, tmp_path: Path) -> None:
    """Before charters carried boards, friends needed the same file."""
    rules = game("torres")
    content: Any = json.loads(json.dumps(shipped_file("torres")))
    content["looked_at"], content["notes"] = 2, ["x" * 9000]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(content), "utf-8")
    take_correction("torres", file)
    assert rulebook.board_in_use(rules) == b""
    assert data_hashes(rules) == (data_hash(rules),)
    record(tmp_path / "large.alarife", "torres", {}, 2, bytes(32), [])
    charter = load(tmp_path / "large.alarife").charter.charter
    assert (charter.board, charter.rules.hex()) == (b"", data_hash(rules))
    assert verify(tmp_path / "large.alarife").holds


def test_a_person_who_corrected_a_board_can_still_join_tables_on_the_shipped_one(folder: Path, tmp_path: Path) -> None:
    rules = game("burgenland")
    shipped = data_hash(rules)
    content: Any = json.loads(json.dumps(shipped_file("burgenland")))
    content["ours"]["jokers_for_wall"] = [1, 2, 3, 4]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(content), "utf-8")
    take_correction("burgenland", file)
    assert data_hashes(rules) == (shipped,)
    assert data_hash(rules) != shipped
    first = first_hash("burgenland", {"burgenland": content})
    assert rulebook.data_of_hash(rules, first) == {"burgenland": content}, "as the first programs hashed it"
