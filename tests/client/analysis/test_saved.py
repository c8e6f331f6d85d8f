"""An analysis of a saved game is kept, and made again only when the kept one cannot be used."""

from __future__ import annotations

import json
import os
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from client.analysis import kept as kept_module
from client.analysis.kept import FOLDER, Kept, read_turn, turn_record
from client.analysis.mind import NoAnalysis, mind_of
from client.analysis.subject import knowledge_of, read_subject
from client.analysis.work import Progress, Wanted, analyse, analysis
from client.bots import BotPool
from net.deal import FAIR
from net.deal.seeded import seed_of
from net.offline import record
from rules.contract import Move
from rules.search.analysis import QUICK, Better, Judged
from rules.search.turns import Looks, Patience
from tests.net.session.straight import Straight
from tests.rules.test_analysis import Playing

TURN = Judged(3, 5, 1, (400, 600), (450, 550), 50, Better(3, (Move("buy-tower"),), 50))


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few turns of a game at one computer, which is not over."""
    playing = Playing("burgenland")
    for turn in range(14):
        playing.turn(worst=turn == 11)
    file = tmp_path_factory.mktemp("games") / "short.alarife"
    moves = [(one.state.turn or 0, one.move) for one in playing.played]
    record(file, "burgenland", {}, 2, seed_of("analysis burgenland"), moves)
    return file


@pytest.fixture(scope="module")
def analysed(short: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Progress]]:
    """A folder that keeps the analysis of that game, and what was told while it was made. Tests change a copy."""
    home = tmp_path_factory.mktemp("analysed")
    return home, told_of(short, home)


def told_of(file: Path, home: Path | None) -> list[Progress]:
    told: list[Progress] = []
    told.append(analyse(told.append, Patience(), Wanted(file, deep=False, everything=False, home=home)))
    return told


def test_turns_are_reported_one_by_one_and_the_end_last(short: Path) -> None:
    told = told_of(short, None)
    assert [progress.over for progress in told] == [False] * (len(told) - 1) + [True]
    done = [progress.done for progress in told]
    assert done == sorted(done)
    assert done[-1] == 1000
    turns = [turn for progress in told for turn in progress.turns]
    assert turns == list(read_subject(short).judged(QUICK, everything=False))
    assert len(turns) == 14


def test_a_kept_analysis_is_found_at_once_and_is_the_same(short: Path, tmp_path: Path) -> None:
    first = told_of(short, tmp_path)
    second = told_of(short, tmp_path)
    assert len(second) == 1
    assert second[0].turns == tuple(turn for progress in first for turn in progress.turns)
    assert not list(tmp_path.rglob("*.alarife")), "the library would take it for a game"
    assert [path.parent.name for path in tmp_path.rglob("*.json")] == [FOLDER]


@pytest.mark.parametrize("damage", ["nothing", "cut", "other", "old", "illegal", "moved", "chances", "deep"])
def test_an_unusable_analysis_is_made_again(
    short: Path, analysed: tuple[Path, list[Progress]], tmp_path: Path, damage: str
) -> None:
    home, good = analysed
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    path = next(tmp_path.rglob("*.json"))
    content = json.loads(path.read_text())
    costly = next(turn for turn in content["turns"] if turn["better"] is not None)
    match damage:
        case "nothing":
            path.write_bytes(b"")
        case "cut":
            path.write_bytes(path.read_bytes()[:-20])
        case "other":
            content["head"] = "00" * 32
        case "old":
            content["knowledge"] = "00" * 32
        case "illegal":
            costly["better"]["moves"] = ["plot 1", "plot 1"]
        case "moved":
            content["turns"] = content["turns"][1:]
        case "chances":
            content["turns"][0]["before"] = [900, 900]
        case "deep":
            path.write_text("[" * 100_000)
    if damage not in ("nothing", "cut", "deep"):
        path.write_text(json.dumps(content))
    again = told_of(short, tmp_path)
    assert [progress.turns for progress in again] == [progress.turns for progress in good]
    assert len(told_of(short, tmp_path)) == 1, "the file is good again"


def test_a_turn_is_read_back_as_it_was_written() -> None:
    assert read_turn(turn_record(TURN), 2) == TURN
    assert read_turn(turn_record(replace(TURN, better=None, sure=False)), 2) == replace(TURN, better=None, sure=False)
    good = turn_record(TURN)
    for bad in (
        None,
        {},
        {**good, "seat": 2},
        {**good, "seat": True},
        {**good, "index": 5},
        {**good, "cost": 1001},
        {**good, "before": [1000]},
        {**good, "after": [500, "500"]},
        {**good, "better": {"index": 9, "moves": ["buy-tower"], "gain": 1}},
        {**good, "better": {"index": 3, "moves": [], "gain": 1}},
        {**good, "better": {"index": 3, "moves": ["<script>"], "gain": 1}},
        {**good, "better": []},
    ):
        with pytest.raises(ValueError):
            read_turn(bad, 2)


def test_the_number_of_kept_analyses_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_module, "MOST_FILES", 3)
    kept = Kept(tmp_path)
    for number in range(5):
        kept.keep(f"{number:064}", "quick view", "x", [TURN])
        newest = max((tmp_path / FOLDER).glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
        os.utime(newest, ns=(number * 10**9, number * 10**9))
    assert len(list((tmp_path / FOLDER).glob("*.json"))) == 3
    assert kept.find(f"{4:064}", "quick view", "x", 2) == [TURN]
    assert kept.find(f"{0:064}", "quick view", "x", 2) is None


def test_a_game_between_computers_is_not_analysed_before_its_end(tmp_path: Path) -> None:
    Straight(2, folder=tmp_path, game="big-boss", dealer=FAIR)
    file = next(tmp_path.glob("*.alarife"))
    with pytest.raises(NoAnalysis) as caught:
        read_subject(file)
    assert caught.value.reason.key == "analysis.none.running"
    assert [(progress.turns, progress.over, progress.problem) for progress in told_of(file, tmp_path)] == [
        ((), True, caught.value.reason)
    ]
    assert not list(tmp_path.rglob("*.json"))


def test_a_game_without_a_judge_and_a_damaged_file_get_a_sentence(short: Path, tmp_path: Path) -> None:
    with pytest.raises(NoAnalysis):
        mind_of("burgenland", 9)
    broken = tmp_path / "broken.alarife"
    broken.write_bytes(short.read_bytes()[:40] + b"\n")
    (progress,) = told_of(broken, None)
    assert progress.over
    assert progress.problem is not None


def test_the_fingerprint_of_the_judges_is_stable() -> None:
    assert knowledge_of("torres") == knowledge_of("torres") != knowledge_of("alcazar")


def test_an_analysis_that_runs_out_of_time_ends_and_keeps_nothing(short: Path, tmp_path: Path) -> None:
    told: list[Progress] = []
    last = analyse(told.append, Looks(300), Wanted(short, deep=False, everything=False, home=tmp_path))
    assert last == Progress((), 0, over=True)
    assert not (tmp_path / FOLDER).exists()


def test_the_bot_processes_report_turn_by_turn_and_stop_unwanted_work(short: Path) -> None:
    pool = BotPool(size=2)
    told: list[Progress] = []
    unwanted: list[object] = []
    over = threading.Event()

    def done(progress: Progress | None) -> None:
        if progress is not None:
            told.append(progress)
        over.set()

    try:
        first = pool.work(analysis(Wanted(short, deep=True, everything=False, home=None)), unwanted.append)
        first()
        pool.work(analysis(Wanted(short, deep=False, everything=False, home=None)), done, told.append)
        assert over.wait(300)
        assert told[-1].over
        assert told[-1].problem is None
        assert sum(len(progress.turns) for progress in told if progress.done) >= 14
        assert unwanted == []
    finally:
        pool.close()
