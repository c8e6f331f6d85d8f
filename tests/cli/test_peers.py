"""Peers without a window, each a process of its own, play whole games over the loopback."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.bench import between
from client.soak.house import House, Unfit
from net.gamefile import load, replay
from net.verify import verify
from rules.registry import game, games
from tests.cli.conftest import A_THIRD, Run, start
from tests.contract.settings import Setting

SHORT = Setting("torres", 2)
"""A game with a third of the entries of others and few deals, for tests that play any whole game."""

SECONDS = 600
"""Nothing takes this long, even on a busy machine."""


@pytest.fixture
def peers() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for peer in started:
        peer.kill()
        peer.communicate()


def host(peers: list[subprocess.Popen[str]], setting: Setting, *more: object) -> str:
    """Start a host; returns its invite."""
    arguments = ["--game", setting.game, "--players", setting.seats, "--loopback", *more]
    peers.append(start("peer", "--host", *arguments))
    assert peers[0].stdout is not None
    first = json.loads(peers[0].stdout.readline())
    assert first["invite"].startswith("alarife:")
    return str(first["invite"])


def last(peer: subprocess.Popen[str]) -> dict[str, Any]:
    """Wait for a peer to end well; returns the last record that it printed."""
    out, err = peer.communicate(timeout=SECONDS)
    assert peer.returncode == 0, err
    assert err == ""
    record: dict[str, Any] = json.loads(out.splitlines()[-1])
    return record


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), [("alcazar", 3), pytest.param("torres", 2, marks=pytest.mark.thorough)])
def test_a_host_and_joiners_finish_a_game(game: str, seats: int, peers: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    """One game with cards that are shown and one with turns of many moves; ``tests/net/session`` plays every game."""
    setting = Setting(game, seats)
    files = [tmp_path / f"{place}.alarife" for place in range(seats)]
    invite = host(peers, setting, "--bot", "random", "--save", files[0])
    peers += [start("peer", "--join", invite, "--loopback", "--save", file) for file in files[1:]]
    ends = [last(peer) for peer in peers]
    assert all(end == ends[0] for end in ends)
    assert len(ends[0]["head"]) == len(ends[0]["digest"]) == 64
    for file in files:
        assert verify(file).holds
        recording = load(file)
        position = list(replay(recording))[-1].position
        assert list(position.scores()) == ends[0]["scores"]
        assert position.result is not None
        assert list(position.result.ranks) == ends[0]["ranks"]
        assert position.digest() == ends[0]["digest"]
        assert recording.entries[-1].hash.hex() == ends[0]["head"]


def test_a_watcher_ends_where_the_players_end(peers: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    file = tmp_path / "watched.alarife"
    invite = host(peers, SHORT, "--stay", SECONDS)  # the game may have ended by the time the watcher is let in
    peers.append(start("peer", "--join", invite, "--loopback"))
    while True:  # until the game has begun there is nothing to watch
        peers.append(start("peer", "--watch", invite, "--loopback", "--save", file))
        out, err = peers[-1].communicate(timeout=SECONDS)
        if peers[-1].returncode == 0:
            break
        assert "has not begun" in err
    end = last(peers[1])
    assert json.loads(out.splitlines()[-1]) == end
    peers[0].send_signal(signal.SIGTERM)
    assert end in [json.loads(line) for line in peers[0].communicate(timeout=SECONDS)[0].splitlines()]
    assert verify(file).holds
    assert load(file).entries[-1].hash.hex() == end["head"]


def test_with_clocks_every_move_states_its_time(peers: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    files = [tmp_path / f"{place}.alarife" for place in range(2)]
    manners = ["--manner", "clock=30", "--manner", "per-turn=5"]
    invite = host(peers, SHORT, "--bot", "random", "--save", files[0], *manners)
    peers.append(start("peer", "--join", invite, "--loopback", "--bot", "random", "--save", files[1]))
    ends = [last(peer) for peer in peers]
    assert ends[0] == ends[1]
    for file in files:
        assert verify(file).holds
        lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        assert lines[0]["manners"] == {"clock": "30", "per-turn": "5"}
        spent = {seat: [line["spent"] for line in lines if line.get("seat") == seat] for seat in (0, 1)}
        assert not any(spent[0])  # a bot's
        assert 0 < sum(spent[1]) < 1_000 * SECONDS  # a person's, as far as the table knows


def test_turns_are_taken_back_by_consent(peers: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    files = [tmp_path / f"{place}.alarife" for place in range(2)]
    invite = host(peers, SHORT, "--bot", "random", "--save", files[0])
    peers.append(start("peer", "--join", invite, "--loopback", "--bot", "random", "--save", files[1], "--take-back", 0.1))
    ends = [last(peer) for peer in peers]
    assert ends[0] == ends[1]
    for file in files:
        assert verify(file).holds
    backs = [json.loads(line) for line in files[0].read_text("utf-8").splitlines() if '"kind": "take-back"' in line]
    assert backs
    assert all(len(back["agreed"]) == 2 for back in backs)


def test_a_host_may_let_nobody_watch(peers: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    invite = host(
        peers, SHORT, "--bot", "random", "--watchers", "nobody", "--save", tmp_path / "game.alarife", "--stay", SECONDS
    )
    peers.append(start("peer", "--join", invite, "--loopback", "--bot", "random"))
    deadline = time.monotonic() + SECONDS
    while True:
        assert time.monotonic() < deadline
        peers.append(start("peer", "--watch", invite, "--loopback"))
        out, err = peers[-1].communicate(timeout=SECONDS)
        assert (peers[-1].returncode, out) == (1, "")
        if "has not begun" not in err:
            break
    assert "watch" in err
    peers[0].send_signal(signal.SIGTERM)


def test_when_all_publish_every_file_opens_every_card(peers: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    files = [tmp_path / f"{place}.alarife" for place in range(2)]
    setting = Setting("torres", 2)
    invite = host(peers, setting, "--bot", "random", "--publish", "--save", files[0])
    peers.append(start("peer", "--join", invite, "--loopback", "--bot", "random", "--publish", "--save", files[1]))
    ends = [last(peer) for peer in peers]
    assert ends[0] == ends[1]
    for file in files:
        verdict = verify(file)
        assert verdict.holds
        assert "session.verify.open" in [finding.key for finding in verdict.findings]


def test_a_killed_peer_goes_on_from_its_file(setting: Setting, peers: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    file, home = tmp_path / "guest.alarife", tmp_path / "home"
    kept = ["--home", home, "--links", "--loopback"]
    invite = host(peers, setting, "--save", tmp_path / "host.alarife", "--stay", SECONDS)
    peers.append(start("peer", "--join", invite, "--save", file, *kept))
    deadline = time.monotonic() + SECONDS
    while not file.exists() or file.read_bytes().count(b"\n") < 30:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    peers[1].kill()
    peers[1].communicate()
    known = file.read_bytes().split(b"\n")[:-1]
    peers[1] = start("peer", "--resume", file, *kept, "--bot", "gredy")
    _, err = peers[1].communicate(timeout=SECONDS)
    assert (peers[1].returncode, err.count("\n")) == (1, 1)
    assert "has no bot “gredy”" in err
    peers[1] = start("peer", "--resume", file, *kept)
    out, err = peers[1].communicate(timeout=SECONDS)
    assert (peers[1].returncode, err) == (0, "")
    end = json.loads(out.splitlines()[-1])
    peers[0].send_signal(signal.SIGTERM)
    told = [json.loads(line) for line in peers[0].communicate(timeout=SECONDS)[0].splitlines()]
    assert end in told
    assert file.read_bytes().split(b"\n")[: len(known)] == known
    assert verify(file).holds


def test_resuming_needs_the_folder_of_the_key(alarife: Run, tmp_path: Path) -> None:
    said = alarife("peer", "--resume", tmp_path / "game.alarife")
    assert said.status == 1
    assert "--home" in said.err


def test_one_peer_may_take_several_seats_and_play_by_house_rules(peers: list[subprocess.Popen[str]]) -> None:
    rules = games()[SHORT.game]
    setting = Setting(SHORT.game, rules.seats[-1])
    options = [word for option in rules.options for word in ("--option", f"{option.name}={option.choices[-1]}")]
    invite = host(peers, setting, "--seats", setting.seats - 2, "--name", "Anna", *options)
    peers.append(start("peer", "--join", invite, "--loopback", "--seats", 2, "--name", "Ben"))
    ends = [last(peer) for peer in peers]
    assert ends[0] == ends[1]
    assert len(ends[0]["scores"]) == setting.seats
    assert ends[0]["names"][-2:] == ["Ben 1", "Ben 2"]


def test_a_peer_told_to_stop_leaves_and_the_others_continue(
    setting: Setting, peers: list[subprocess.Popen[str]], tmp_path: Path
) -> None:
    """A guest gets SIGTERM in the middle of the game: a bot of the host plays the seat on, and the game ends."""
    setting = Setting(setting.game, 3)
    file = tmp_path / "host.alarife"
    invite = host(peers, setting, "--save", file)
    peers += [start("peer", "--join", invite, "--loopback", "--text", "--leave-on-signal", room=room) for room in (-1, A_THIRD)]
    stdout = peers[2].stdout
    assert stdout is not None
    for _ in range(30):
        assert stdout.readline()
    peers[2].send_signal(signal.SIGTERM)
    ends = [last(peers[0]), peers[1].communicate(timeout=SECONDS)]
    assert peers[1].returncode == 0
    peers[2].communicate(timeout=SECONDS)
    assert peers[2].returncode == 130
    kinds = [json.loads(line)["kind"] for line in file.read_text("utf-8").splitlines()[1:]]
    assert kinds.count("leaving") == 1
    assert verify(file).holds
    assert ends[0]["scores"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_peer_that_is_told_to_stop_keeps_its_seat(
    setting: Setting, peers: list[subprocess.Popen[str]], tmp_path: Path, number: int
) -> None:
    """A guest is stopped in the middle of the game: nobody takes its place, and it resumes from its file."""
    files = [tmp_path / "host.alarife", tmp_path / "guest.alarife"]
    invite = host(peers, Setting(setting.game, 2), "--save", files[0], "--stay", SECONDS)
    guest = ["--loopback", "--home", tmp_path / "guest"]
    peers.append(start("peer", "--join", invite, "--text", "--save", files[1], *guest, room=A_THIRD))
    stdout = peers[1].stdout
    assert stdout is not None
    for _ in range(30):
        assert stdout.readline()
    peers[1].send_signal(number)
    peers[1].communicate(timeout=SECONDS)
    assert peers[1].returncode == 130
    peers.append(start("peer", "--resume", files[1], *guest))
    last(peers[2])
    kinds = [json.loads(line)["kind"] for line in files[1].read_text("utf-8").splitlines()[1:]]
    assert not {"leave", "leaving"} & set(kinds)
    assert verify(files[1]).holds


def test_a_guest_without_a_table_says_so(peers: list[subprocess.Popen[str]], setting: Setting) -> None:
    """The host leaves while a guest waits for the game to begin."""
    invite = host(peers, Setting(setting.game, games()[setting.game].seats[-1]))
    peers.append(start("peer", "--join", invite, "--loopback"))
    assert peers[0].stdout is not None
    assert "joined" in peers[0].stdout.readline()
    peers[0].send_signal(signal.SIGTERM)
    _, err = peers[1].communicate(timeout=SECONDS)
    assert peers[1].returncode == 1
    assert err.startswith("alarife: ")
    assert err.count("\n") == 1


def test_bench_commit_measures_moves_between_peers(alarife: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.bench.commit.PEERS", (2,))
    monkeypatch.setattr("client.bench.between.measure", lambda rules, runs: iter(()))
    said = alarife("bench", "commit", "--runs", 1, "--game", SHORT.game)
    assert (said.status, said.err) == (0, "")
    assert [record["unit"] for record in said.records[:2]] == ["ms", "ms"]
    *parts, round_trip = (record["value"] for record in said.records if record["unit"] == "us")
    assert parts
    assert min(parts) >= 0
    played, known = (record["value"] for record in said.records[:2])
    assert 0 < played < known < 600_000, "the author knows it once the last peer has played it and said so"
    assert 0 < round_trip < 60_000_000


def test_bench_commit_compares_transports_between_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The peers link up over the transport that the network lets through; no process is left over."""
    try:
        House(1, random.Random(0)).close()
    except Unfit as problem:
        pytest.skip(f"no network namespaces here: {problem}")
    monkeypatch.setattr(between, "DELAYS", (0.04,))
    monkeypatch.setattr(between, "LOSSES", (0.02,))
    monkeypatch.setattr(between, "TRANSPORTS", between.TRANSPORTS[1:])
    monkeypatch.setattr(between, "ENTRIES", 20)
    played, known, slowest = between.measure(game("big-boss"), 1)
    assert played.what == "QUIC, 40 ms, 2 % lost, played by all"
    assert 40 < played.value < known.value, "a frame takes so long one way, and its confirmation as long again"
    assert 80 < known.value <= slowest.value


def test_play_without_a_display_is_a_game_between_peers(peers: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    home = tmp_path / "home"
    peers.append(start("play", SHORT.game, "--players", 3, "--bots", "random", ALARIFE_HOME=str(home)))
    out, err = peers[0].communicate(timeout=SECONDS)
    assert (peers[0].returncode, err) == (0, "")
    file = next((home / "games").iterdir())
    picture = next((home / "pictures").iterdir())
    assert str(file) in out
    assert str(picture) in out
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert verify(file).holds
    recording = load(file)
    assert len(recording.charter.charter.peers) == 3
    assert recording.entries[-1].hash.hex() in out
    assert list(replay(recording))[-1].position.result is not None
