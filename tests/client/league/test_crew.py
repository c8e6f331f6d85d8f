"""The crews of a league: one process, several, or the workers of a cluster. No result is lost when a worker dies."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from importlib.util import find_spec
from pathlib import Path

import pytest

from client.cli import main
from client.league.crew import TRIES, Alone, CrewLost, Processes, played
from client.league.games import FORFEIT, Results, StrangeFile, Terms, play_fixture
from client.league.schedule import Fixture, fixtures
from tests.client.league.dying import dies, lasts

TERMS = Terms("alcazar", 2, {}, 5, 0, 5)
PATIENCE = 240


def alike(lines):
    """The lines without their times, in the order of the schedule."""
    kept = [{name: value for name, value in line.items() if name != "ms"} for line in lines]
    return sorted(kept, key=lambda line: (line["one"], line["other"], line["deal"], line["seat"]))


@pytest.fixture(scope="module")
def wanted():
    return list(fixtures([("greedy", "random")], 2, 6))


@pytest.fixture(scope="module")
def expected(wanted):
    return alike(play_fixture(TERMS, fixture) for fixture in wanted)


def test_one_process_and_several_play_the_same_games(wanted, expected):
    assert alike(played(Alone(TERMS), iter(wanted))) == expected
    assert alike(played(Processes(TERMS, 2), iter(wanted))) == expected


def test_games_are_requested_only_when_somebody_can_play_them(wanted):
    asked = []

    def ask():
        for fixture in wanted:
            asked.append(fixture)
            yield fixture

    games = played(Alone(TERMS), ask())
    next(games)
    assert len(asked) < len(wanted)
    games.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only where a process can be killed outright")
def test_a_process_that_is_killed_costs_no_game(wanted, expected):
    before = set(multiprocessing.active_children())
    crew = Processes(TERMS, 2)
    found = []
    for line in played(crew, iter(wanted)):
        found.append(line)
        if len(found) == 1:
            [one, *_] = set(multiprocessing.active_children()) - before
            os.kill(one.pid, signal.SIGKILL)
    assert alike(found) == expected


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only where a process can be killed outright")
def test_the_league_gives_up_on_processes_that_keep_dying(monkeypatch, tmp_path):
    noted = tmp_path / "tries"
    monkeypatch.setattr("client.league.crew.play_fixture", dies)
    crew = Processes(noted, 1)  # type: ignore[arg-type]
    with pytest.raises(CrewLost):
        list(played(crew, iter([Fixture("greedy", "random", 0, 0)])))
    assert noted.read_text() == "x" * TRIES


def test_games_lost_with_a_process_are_all_begun_again_before_one_is_waited_for(monkeypatch, wanted):
    """Two games break with the pool. The first ends only after the second was begun again."""
    futures: list[Future[str]] = []

    def begun(fixture):
        futures.append(Future())
        if len(futures) in (1, 2):
            futures[-1].set_exception(BrokenProcessPool("killed"))
        elif len(futures) == 4:
            for number, future in enumerate(futures[2:]):
                future.set_result(f"game {number}")
        return futures[-1]

    crew = Processes(TERMS, 1)
    monkeypatch.setattr(crew, "_begun", begun)
    assert list(played(crew, iter(wanted[:2]))) == ["game 0", "game 1"]


def test_a_league_that_is_closed_waits_for_no_game(monkeypatch, tmp_path):
    noted = tmp_path / "game"
    monkeypatch.setattr("client.league.crew.play_fixture", lasts)
    crew = Processes(noted, 1)  # type: ignore[arg-type]
    crew.play(Fixture("greedy", "random", 0, 0), lambda *_: None)
    until(lambda: noted.exists() and noted.read_text(), "the beginning of the game")
    crew.close()
    assert noted.read_text() == "begun"


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C goes to a group of processes")
def test_ctrl_c_ends_a_league_without_a_word(tmp_path):
    out = tmp_path / "league"
    command = [sys.executable, "-m", "client.cli", "league", "--game", "alcazar", "--bots", "greedy,random", "--jobs", "2"]
    league = subprocess.Popen(
        [*command, "--games", "100000", "--out", str(out)], stdout=-1, stderr=-1, text=True, start_new_session=True
    )
    until(lambda: out.exists() and out.read_bytes().count(b"\n") > 4, "the first games")
    os.killpg(league.pid, signal.SIGINT)
    assert league.communicate(timeout=PATIENCE) == ("", "")
    assert league.returncode == 130


# -- programs ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="the bots of these tests are started as POSIX systems do")
def test_a_program_that_fails_loses_the_game_and_the_league_goes_on(tmp_path, capsys):
    bot = tmp_path / "quitter.py"
    bot.write_text("import sys\nsys.stdin.readline()\nsys.exit(5)\n")
    file = tmp_path / "league"
    level = f"exec:{sys.executable} {bot}"
    command = ["league", "--game", "alcazar", "--players", "3", "--bots", f"random,{level}", "--games", "3", "--jobs", "1"]
    assert main([*command, "--ladder", "--looks", "5", "--out", str(file)]) == 0
    out, err = capsys.readouterr()
    assert "3 games were lost by default" in err
    assert "exit status 5" in err
    assert json.loads(out.splitlines()[0])["part"] == 0
    for line in map(json.loads, file.read_text().splitlines()[1:]):
        assert line["end"] == FORFEIT
        assert line["ranks"] == [3 if seat == line["seat"] else 1 for seat in range(3)]


@pytest.mark.skipif(os.name != "posix", reason="the bot of this test is started as POSIX systems do")
def test_a_program_that_is_gone_during_a_league_loses_its_games(tmp_path, capsys):
    bot = tmp_path / "gone"
    bot.write_text(f"#!{sys.executable}\nimport os, sys\nsys.stdin.readline()\nos.chmod({str(bot)!r}, 0o600)\n")
    bot.chmod(0o700)
    command = ["league", "--game", "alcazar", "--bots", f"random,exec:{bot}", "--games", "4", "--jobs", "1", "--looks", "5"]
    assert main([*command, "--out", str(tmp_path / "league")]) == 0
    assert "4 games were lost by default" in capsys.readouterr().err
    lines = [json.loads(line) for line in (tmp_path / "league").read_text().splitlines()[1:]]
    assert [line["end"] for line in lines] == [FORFEIT] * 4
    assert "cannot be started" in lines[-1]["why"]


def test_a_missing_program_is_named_before_the_first_game(capsys):
    assert main(["league", "--game", "alcazar", "--bots", "random,exec:/no/such/bot", "--games", "2"]) == 1
    assert "no such program" in capsys.readouterr().err


def test_a_file_whose_last_line_was_cut_off_keeps_the_others(tmp_path, wanted):
    file = tmp_path / "league"
    results = Results(file, TERMS)
    for fixture in wanted[:3]:
        results.add(play_fixture(TERMS, fixture))
    whole = file.read_bytes()
    file.write_bytes(whole[:-10])
    again = Results(file, TERMS)
    assert again.lines == results.lines[:2]
    assert whole.startswith(file.read_bytes())
    again.add(results.lines[2])
    assert file.read_bytes() == whole


@pytest.mark.parametrize("kept", [0, 40, -1])
def test_a_file_whose_first_line_was_cut_off_begins_again(kept, tmp_path):
    file = tmp_path / "league"
    Results(file, TERMS)
    whole = file.read_bytes()
    file.write_bytes(whole[:kept])
    assert Results(file, TERMS).lines == []
    assert file.read_bytes() == whole


def test_a_first_line_of_another_league_is_left_alone(tmp_path):
    file = tmp_path / "league"
    Results(file, TERMS._replace(seed=6))
    other = file.read_bytes()[:-1]
    file.write_bytes(other)
    with pytest.raises(StrangeFile):
        Results(file, TERMS)
    assert file.read_bytes() == other


# -- a cluster ---------------------------------------------------------------------------------------------------------

on_cluster = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra cluster is not installed")


def begin(*arguments: str, folder: Path) -> subprocess.Popen[bytes]:
    """A process of the cluster, which reads nothing of this person's settings."""
    settings = os.environ | {"DASK_CONFIG": str(folder), "PYTHONPATH": str(Path(__file__).parents[3])}
    return subprocess.Popen([sys.executable, "-m", *arguments], cwd=folder, env=settings, stderr=subprocess.DEVNULL)


def until(true, what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.05)


@on_cluster
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only where a process can be killed outright")
def test_a_worker_that_is_killed_costs_no_result(tmp_path):
    """Two workers, one killed in the middle: every game is there once, and equals the game played alone."""
    place, out = tmp_path / "scheduler.json", tmp_path / "league"
    terms = Terms("alcazar", 2, {}, 5, 0, 40)
    scheduler = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    worker = ("distributed.cli.dask_worker", "--scheduler-file", str(place), "--nthreads", "1", "--no-nanny", "--no-dashboard")
    processes = [begin(*scheduler, "--scheduler-file", str(place), folder=tmp_path)]
    try:
        until(place.exists, "the scheduler")
        processes += [begin(*worker, folder=tmp_path) for _ in range(2)]
        address = json.loads(place.read_text())["address"]
        command = ("client.cli", "league", "--game", "alcazar", "--bots", "random,greedy", "--games", "24", "--looks", "40")
        league = begin(*command, "--seed", "5", "--scheduler", address, "--out", str(out), folder=tmp_path)
        processes.append(league)
        until(lambda: out.exists() and out.read_bytes().count(b"\n") > 5, "the first games")
        os.kill(processes[1].pid, signal.SIGKILL)
        assert league.wait(PATIENCE) == 0
    finally:
        for process in processes:
            process.kill()
            process.wait()
    lines = list(map(json.loads, out.read_text().splitlines()[1:]))
    everything = fixtures([("greedy", "random")], 2, 24)
    assert alike(lines) == alike(play_fixture(terms, fixture) for fixture in everything)


@on_cluster
def test_a_scheduler_that_is_killed_gets_a_sentence_and_nothing_else(tmp_path):
    place, out = tmp_path / "scheduler.json", tmp_path / "league"
    scheduler = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    worker = ("distributed.cli.dask_worker", "--scheduler-file", str(place), "--nthreads", "1", "--no-nanny", "--no-dashboard")
    processes = [begin(*scheduler, "--scheduler-file", str(place), folder=tmp_path)]
    try:
        until(place.exists, "the scheduler")
        processes.append(begin(*worker, folder=tmp_path))
        address = json.loads(place.read_text())["address"]
        command = ("league", "--game", "alcazar", "--bots", "random,greedy", "--games", "1000", "--looks", "40")
        settings = os.environ | {"DASK_CONFIG": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[3]), "LANG": "C"}
        league = subprocess.Popen(
            [sys.executable, "-m", "client.cli", *command, "--scheduler", address, "--out", str(out)],
            env=settings,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(league)
        until(lambda: out.exists() and out.read_bytes().count(b"\n") > 2, "the first games")
        processes[0].kill()
        _, said = league.communicate(timeout=PATIENCE)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert league.returncode == 1
    (sentence,) = said.splitlines()
    assert sentence.startswith("alarife: The league has stopped: nobody is left to play its games (")


def test_the_reason_why_a_league_has_stopped_is_a_single_line(monkeypatch, capsys):
    def crew(*_):
        raise CrewLost("the scheduler is gone.\nPlease check  your connection.\n")

    monkeypatch.setattr("client.league.crew.Asked.crew", crew)
    assert main(["league", "--game", "alcazar", "--bots", "random,greedy"]) == 1
    assert "(the scheduler is gone. Please check your connection). If the command has --out" in capsys.readouterr().err


@on_cluster
def test_a_missing_scheduler_gets_a_sentence(monkeypatch, capsys):
    monkeypatch.setattr("client.league.crew.CLUSTER_SECONDS", 0.2)
    assert main(["league", "--game", "alcazar", "--bots", "random,greedy", "--scheduler", "tcp://127.0.0.1:1"]) == 1
    assert "nobody is left to play" in capsys.readouterr().err


def test_without_dask_the_command_says_what_is_missing(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["league", "--game", "alcazar", "--bots", "random,greedy", "--scheduler", "tcp://127.0.0.1:1"]) == 1
    assert "'.[cluster]'" in capsys.readouterr().err
