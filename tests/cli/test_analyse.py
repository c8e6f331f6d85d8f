"""``alarife analyse``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from client.analysis import mind, subject
from client.table.recording import watch
from net.deal.seeded import seed_of
from net.offline import record
from rules.contract import parse_move
from tests.ages import FOLDER
from tests.cli.conftest import Run
from tests.rules.test_analysis import Playing


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    playing = Playing("alcazar")
    for turn in range(14):
        playing.turn(worst=turn == 12)
    file = tmp_path_factory.mktemp("games") / "short.alarife"
    moves = [(one.state.turn or 0, one.move) for one in playing.played]
    record(file, "alcazar", {}, 2, seed_of("analysis alcazar"), moves, ["Anna", "Ben"])
    return file


def test_output_lists_each_turn_and_then_the_most_costly_ones(alarife: Run, short: Path) -> None:
    said = alarife("analyse", short, "--quick")
    assert said.status == 0
    turns = [record for record in said.records if "turn" in record]
    costly = [record for record in said.records if "costly" in record]
    assert said.records == turns + costly
    assert [record["turn"] for record in turns] == list(range(1, len(turns) + 1))
    assert {record["name"] for record in turns} == {"Anna", "Ben"}
    assert all(sum(record["before"]) == sum(record["after"]) == 1000 for record in turns)
    assert costly
    assert [record["cost"] for record in costly] == sorted((record["cost"] for record in costly), reverse=True)
    for found in costly:
        assert turns[found["costly"] - 1]["cost"] == found["cost"]
        assert [str(parse_move(move)) for move in found["moves"]] == found["moves"]


def test_turns_have_the_numbers_of_the_replay_where_one_was_taken_back(alarife: Run) -> None:
    file = FOLDER / "fcc57da" / "games" / "left-and-laid-open" / "0.alarife"
    marks = watch(file).marks
    begun = {mark.index: number for number, mark in enumerate(marks, 1)}
    turns = [record for record in alarife("analyse", file).records if "turn" in record]
    assert [record["turn"] for record in turns] == [begun[record["index"]] for record in turns]
    assert turns[-1]["turn"] > len(turns), "a turn that does not count"


def test_as_text_and_with_all_cards(alarife: Run, short: Path) -> None:
    said = alarife("analyse", short, "--text", "--all-cards")
    assert said.status == 0
    assert "Anna" in said.out
    assert "The turns that cost most" in said.out


@pytest.mark.parametrize("knows", [(0,), ()])
def test_players_whose_hands_the_file_does_not_know_are_named(
    alarife: Run, short: Path, monkeypatch: pytest.MonkeyPatch, knows: tuple[int, ...]
) -> None:
    read = subject.read_subject
    monkeypatch.setattr(subject, "read_subject", lambda path: replace(read(path), knows=frozenset(knows)))
    lines = alarife("analyse", short, "--text").out.splitlines()
    others = "Ben" if knows else "Anna and Ben"
    assert lines[-1] == f"The turns of {others} were not judged: this file does not contain their cards."
    assert any(line.startswith(("The turns that cost", "No turn")) for line in lines) == bool(knows)


def test_where_costs_are_not_real_it_says_so(alarife: Run, short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judge, fit = mind.mind_of("alcazar", 2)
    for module in (mind, subject):
        monkeypatch.setattr(module, "mind_of", lambda *_asked: (judge, fit._replace(real=0)))
    lines = alarife("analyse", short, "--text").out.splitlines()
    assert lines[-1].endswith("In this game, the analysis cannot tell what a single turn costs.")


def test_an_incomplete_last_line_is_mentioned(alarife: Run, short: Path, tmp_path: Path) -> None:
    file = tmp_path / "shorter.alarife"
    file.write_bytes(b"".join(short.read_bytes().splitlines(keepends=True)[:6])[:-20])
    said = alarife("analyse", file, "--quick")
    assert said.status == 0
    assert "is incomplete and was left out" in said.err
    assert said.records


def test_quick_and_deep_exclude_each_other(alarife: Run, short: Path) -> None:
    assert alarife("analyse", short, "--quick", "--deep").status == 2


def test_a_file_without_moves_gets_a_sentence(alarife: Run, tmp_path: Path) -> None:
    file = tmp_path / "empty.alarife"
    record(file, "torres", {}, 2, seed_of("empty"), [])
    said = alarife("analyse", file)
    assert said.status == 1
    assert "nobody has made a move" in said.err
