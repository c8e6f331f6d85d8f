"""A short soak: peers in network namespaces, killed and cut off. Skipped, with a reason, where none are allowed."""

import json
import os
import random
import socket

import pytest

from client.soak.house import House, Unfit
from client.soak.lan import Lan, Weather
from client.soak.patience import Patience, waited
from client.soak.plan import CHAOS_SECONDS, KINDS, plan
from tests.cli.conftest import start

LONGEST = 1200
"""Seconds after which the soak counts as stuck, however busy the machine is."""

SEED = 6694
"""A seed with which everybody is killed in the first second, a disk is full for a while, and a watcher comes."""


@pytest.mark.timeout(LONGEST + 60)
def test_games_with_kills_and_cuts_end_well():
    try:
        House(1, random.Random(0)).close()
    except Unfit as problem:
        pytest.skip(f"no network namespaces here: {problem}")
    soak = start("soak", "--games", 1, "--peers", 3, "--game", "big-boss", "--seed", SEED, "--minutes", 3)
    try:
        out, err = soak.communicate(timeout=LONGEST)
    finally:
        soak.kill()
    assert (soak.returncode, err) == (0, ""), out + err
    game, evening, total = map(json.loads, out.splitlines())
    assert game["end"] in ("over", "paused"), game
    assert game["kinds"]["kill"] >= 1
    assert game["frames"] > 500
    assert total["games"] == 1
    assert total["ends"] == {game["end"]: 1}
    assert (evening["evening"], evening["end"], evening["peers"]) == (SEED, "over", 3)
    assert total["evenings"] == {"over": 1}


def test_a_folder_that_cannot_be_gets_a_sentence(alarife, tmp_path):
    (tmp_path / "file").write_text("no folder")
    said = alarife("soak", "--evenings", 1, "--keep", tmp_path / "file")
    assert (said.status, said.out) == (1, "")
    assert "could not be written" in said.err


def test_time_spent_waiting_for_a_processor_does_not_count():
    told = {"now": 100.0, 1: {"1/1": 5_000_000_000}, 2: {}}
    running = [1]
    patience = Patience(lambda: running, lambda: told["now"], lambda process: dict(told[process]))
    assert patience.seconds() == 0
    told["now"], told[1]["1/1"] = 110.0, 9_000_000_000
    assert patience.seconds() == pytest.approx(6)
    running, told[2]["2/1"] = [1, 2], 1_000_000_000  # it has started since then, and has waited
    told["now"], told[1]["1/1"] = 112.0, 9_500_000_000
    assert patience.seconds() == pytest.approx(6.5)
    told["now"], told[1]["1/1"] = 122.0, 99_000_000_000
    assert patience.seconds() == pytest.approx(6.7), "a wait always ends"
    running = [2]  # the other has ended
    told["now"] = 123.0
    assert patience.seconds() == pytest.approx(7.7)


def test_the_system_reports_how_long_this_process_has_waited():
    found = waited(os.getpid())
    assert all(figure >= 0 for figure in found.values())
    assert waited(2**30) == {}


def test_a_seed_reproduces_the_same_chaos():
    plans = [plan(random.Random(f"soak {seed}"), 5) for seed in (1, 1, 2)]
    assert plans[0] == plans[1] != plans[2]
    seen = set()
    for seed in range(300):
        peers = 2 + seed % 4
        drawn = plan(random.Random(seed), peers)
        assert len(drawn.returns) == peers
        gone = set()
        for event in drawn.happenings:
            seen.add(event.what)
            assert 0 <= event.at <= CHAOS_SECONDS
            assert set(event.places) <= set(range(peers))
            assert (event.what == "watch") == (not event.places)
            if event.what in ("gone", "leave") and not event.seconds:
                gone.update(event.places)
        assert len(gone) < peers
    assert seen == {*KINDS, "watch"}


@pytest.fixture
def wires():
    """The ends of three rooms, and those of the switch."""
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(3)]
    for pair in pairs:
        for end in pair:
            end.setblocking(False)
    yield [pair[0] for pair in pairs], [pair[1].fileno() for pair in pairs]
    for pair in pairs:
        for end in pair:
            end.close()


def frame(target, text):
    return b"\x02\0\0\0\0" + bytes([target + 1]) + b"......" + text


def come(room):
    found = []
    while True:
        try:
            found.append(room.recv(100)[12:])
        except BlockingIOError:
            return found


def test_the_switch_delivers_to_the_addressee(wires):
    rooms, taps = wires
    lan = Lan(taps, random.Random(1))
    rooms[0].send(frame(1, b"one"))
    rooms[0].send(b"\xff" * 6 + b"......" + b"all")
    lan.take(0, 5.0)
    assert lan.deliver(5.0) is None
    assert [come(room) for room in rooms] == [[], [b"one", b"all"], [b"all"]]


def test_the_switch_delays_reorders_duplicates_and_loses_frames(wires):
    rooms, taps = wires
    lan = Lan(taps, random.Random(1))
    lan.weather = Weather(delay=0.01, spread=0.02, loss=0.2, twice=0.2)
    sent = [b"%03d" % number for number in range(60)]
    for text in sent:
        rooms[0].send(frame(1, text))
        lan.take(0, 5.0)
    assert lan.deliver(5.0099) == pytest.approx(5.0100, abs=0.002)
    assert come(rooms[1]) == []
    lan.deliver(5.03)
    came = come(rooms[1])
    assert set(came) < set(sent)
    assert lan.lost == len(set(sent) - set(came)) > 3
    assert len(came) > len(set(came))
    assert came != sorted(came)


def test_a_cut_cable_carries_nothing(wires):
    rooms, taps = wires
    lan = Lan(taps, random.Random(1))
    lan.cut = {(0, 1)}
    for source, target in ((0, 1), (1, 0), (0, 2)):
        rooms[source].send(frame(target, b"x"))
        lan.take(source, 5.0)
    lan.deliver(9.0)
    assert [len(come(room)) for room in rooms] == [0, 0, 1]
