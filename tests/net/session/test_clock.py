"""Clocks: measured by everybody, stated in the log, added up alike, and stopped while the game waits for somebody else."""

import json

import pytest

from net.api import ClocksChanged, Notice
from net.deal import FAIR
from net.gamefile import GameFile, load, replay
from net.session.clock import GRACE, LENIENCE
from net.session.core import Session
from net.session.format.entry import MoveBody, TimedMoveBody
from net.verify import verify
from tests.net.session.network import IDENTITIES, Network, Weather
from tests.net.session.straight import Straight

CLOCK = {"clock": "5", "per-turn": "10"}
WHOLE, PER_TURN = 300_000, 10_000


def table(peers=3, **given):
    given.setdefault("manners", CLOCK)
    return Straight(peers, **given)


def left(table, seat, place=0):
    return table.sessions[place].time_left(seat, table.now)


def spent(table):
    return [
        (entry.entry.body.seat, entry.entry.body.spent)
        for entry in table.sessions[0].log.entries
        if isinstance(entry.entry.body, MoveBody)
    ]


@pytest.mark.parametrize("dealer", ["joint-seed", FAIR])
def test_all_peers_measure_alike_and_the_log_states_the_time(dealer):
    game = table(dealer=dealer)
    assert [left(game, seat) for seat in range(3)] == [WHOLE + PER_TURN * (seat == game.turn) for seat in range(3)]
    taken = [0, 0, 0]
    turns = [int(seat == game.turn) for seat in range(3)]
    for pause in (3_000, 700, 0, 12_400, 5_000, 200):
        seat = game.turn
        game.wait(pause, 100)
        game.move()
        taken[seat] += pause
        if game.turn != seat:
            turns[game.turn] += 1
        assert spent(game)[-1] == (seat, pause)
        for place in range(3):
            assert [left(game, seat, place) for seat in range(3)] == [
                WHOLE + PER_TURN * turns[seat] - taken[seat] for seat in range(3)
            ]
            assert game.sessions[place].course.tally.used == tuple(taken)


def test_the_program_is_told_when_clocks_start_and_stop_and_not_while_they_run():
    game = table()
    told = game.told(1, ClocksChanged)
    game.wait(20_000)
    assert game.told(1, ClocksChanged) == told
    seat = game.turn
    game.move()
    latest = game.told(1, ClocksChanged)[-1].clocks
    assert [clock.running for clock in latest] == [other == game.turn for other in range(3)]
    assert latest[seat].left == WHOLE + PER_TURN - 20_000


def test_a_table_without_clocks_does_not_mention_time():
    game = table(manners={})
    game.move()
    assert not game.told(0, ClocksChanged)
    assert left(game, 0) is None
    assert not isinstance(game.sessions[0].log.entries[-1].entry.body, TimedMoveBody)


def test_bots_have_no_clock():
    game = table(3, bots=(2,), seats=3)
    assert [left(game, seat) is None for seat in range(3)] == [False, False, True]


def test_the_clock_of_an_unreachable_player_stands():
    game = table()
    place, seat = game.at_turn(), game.turn
    game.wait(4_000)
    for other in range(3):
        if other != place:
            game.part(place, other)
    watcher = (place + 1) % 3
    game.wait(200)
    before = [left(game, seat, place), left(game, seat, watcher)]
    assert all(WHOLE + PER_TURN - 4_000 <= one <= WHOLE + PER_TURN for one in before)
    game.wait(60_000)
    assert [left(game, seat, place), left(game, seat, watcher)] == before
    assert not any(clock.running for clock in game.told(watcher, ClocksChanged)[-1].clocks)
    game.cut.clear()
    for other in range(3):
        if other != place:
            game.join(place, other)
    game.settle()
    game.wait(2_000)
    game.move()
    assert not any(game.notices(watcher))
    assert left(game, seat, watcher) == left(game, seat, place)


def test_a_seat_reached_over_others_has_its_clock_running():
    game = table()
    place, seat = game.at_turn(), game.turn
    game.part(place, (place + 1) % 3)
    game.wait(30_000)
    for watcher in range(3):
        assert left(game, seat, watcher) == WHOLE + PER_TURN - 30_000


def test_no_clock_runs_while_another_peer_has_to_deal():
    game = table(3, dealer=FAIR, game="big-boss")
    for _ in range(200):
        place = game.at_turn()
        absent = (place + 1) % 3
        state = game.sessions[place].position
        drawing = next((move for move in state.moves() if _deals(state, move)), None)
        if drawing is not None:
            break
        game.move(lambda moves: moves[-1])
    assert drawing is not None
    for other in range(3):
        if other != absent:
            game.part(absent, other)
    game.act(place, (drawing,))
    game.settle()
    assert game.sessions[place].course.pen == game.keys[absent]
    before = [left(game, seat) for seat in range(3)]
    game.wait(40_000)
    assert [left(game, seat) for seat in range(3)] == before


def _deals(state, move):
    trial = state.copy()
    trial.play(move)
    return any(trial.known(deal) is None for deal in trial.deals)


# -- time is up --------------------------------------------------------------------------------------------------------


def test_when_the_time_is_up_everybody_is_told_once_and_the_seat_may_still_move():
    game = table()
    place, seat = game.at_turn(), game.turn
    game.wait(WHOLE + PER_TURN - 1_000, 1_000)
    assert not any(session.out_of_time(key, game.now) for session in game.sessions for key in game.keys)
    game.wait(5_000, 1_000)
    for watcher, session in enumerate(game.sessions):
        assert game.notices(watcher) == [f"session.notice.{'own-' if watcher == place else ''}time-up"]
        assert [key for key in game.keys if session.out_of_time(key, game.now)] == [game.keys[place]]
        assert left(game, seat, watcher) == -4_000
    while game.turn == seat:
        game.move()
    assert not any(session.out_of_time(key, game.now) for session in game.sessions for key in game.keys)


@pytest.mark.parametrize(("peers", "manners"), [(2, {}), (3, {"replace": "off"})], ids=["two players", "as agreed"])
def test_where_nobody_can_be_replaced_nobody_is_told_otherwise(peers, manners):
    game = table(peers, manners=CLOCK | manners)
    place = game.at_turn()
    game.wait(WHOLE + PER_TURN + 2_000, 1_000)
    assert game.notices(place) == ["session.notice.own-time-up-kept"]


def test_alone_a_clock_only_shows(tmp_path):
    game = table(1, seats=2, folder=tmp_path)
    game.wait(WHOLE + PER_TURN + 2_000, 1_000)
    assert game.notices(0) == ["session.notice.time-up"]
    game.move()
    game.sessions[0].close()
    assert verify(tmp_path / "0.alarife").holds


# -- false statements --------------------------------------------------------------------------------------------------


def test_a_program_that_states_too_little_is_named_and_the_longer_time_counts():
    game = table()
    place, seat = game.at_turn(), game.turn
    watcher = (place + 1) % 3
    pause = 40_000
    game.wait(pause, 1_000)
    honest = game.sessions[place].position.moves()[0]
    lie = game.lie(place, TimedMoveBody(seat, honest.kind, honest.args, 0))
    game.send(place, watcher, lie)
    [notice] = game.told(watcher, Notice)
    assert notice.text.key == "session.notice.clock"
    assert notice.text.value("seconds") == (pause - GRACE) // 1000
    session = game.sessions[watcher]
    assert session.course.tally.used[seat] == 0
    assert session.time_left(seat, game.now) <= WHOLE + PER_TURN - (pause - GRACE)


def test_a_relay_that_holds_moves_back_takes_no_time_from_their_author():
    game = table()
    place, seat = game.at_turn(), game.turn
    watcher, relay = (place + 1) % 3, (place + 2) % 3
    session = game.sessions[watcher]
    game.cut.add(tuple(sorted((place, watcher))))
    for one, other in ((watcher, place), (place, watcher)):
        game.take(one, game.sessions[one].lost(game.keys[other], game.now))
    game.wait(40_000, 1_000)
    honest = game.sessions[place].position.moves()[0]
    held = game.lie(place, TimedMoveBody(seat, honest.kind, honest.args, 1_000))
    game.send(relay, watcher, held)
    [notice] = [said for said in game.told(watcher, Notice) if said.text.key.startswith("session.notice.clock")]
    assert notice.text.key == "session.notice.clock-relayed"
    assert session.time_left(seat, game.now) >= WHOLE + PER_TURN - 1_000 - GRACE


def test_small_differences_blame_nobody():
    game = table()
    place, seat = game.at_turn(), game.turn
    watcher = (place + 1) % 3
    game.wait(GRACE + LENIENCE, 1_000)
    honest = game.sessions[place].position.moves()[0]
    game.send(place, watcher, game.lie(place, TimedMoveBody(seat, honest.kind, honest.args, 0)))
    assert game.notices(watcher) == []


@pytest.mark.parametrize(("manners", "body"), [(CLOCK, MoveBody), ({}, TimedMoveBody)])
def test_a_move_states_its_time_only_at_tables_with_clocks(manners, body):
    game = table(2, manners=manners)
    place, seat = game.at_turn(), game.turn
    honest = game.sessions[place].position.moves()[0]
    more = (5,) if body is TimedMoveBody else ()
    game.send(place, 1 - place, game.lie(place, body(seat, honest.kind, honest.args, *more)))
    game.settle()
    game.wait(10_000)
    assert "session.entry.clock" in game.stops()


# -- files and weather -------------------------------------------------------------------------------------------------


def test_the_sums_survive_in_the_file(tmp_path):
    game = table(folder=tmp_path)
    for _ in range(6):
        game.wait(1_400)
        game.move()
    expected = [left(game, seat) for seat in range(3)]
    game.sessions[0].close()
    lines = [json.loads(line) for line in (tmp_path / "0.alarife").read_text("utf-8").splitlines()]
    assert lines[0]["manners"] == CLOCK
    assert [line["spent"] for line in lines if line.get("kind") == "move"] == [1_400] * 6
    file, recording = GameFile.resume(tmp_path / "0.alarife")
    session = Session(IDENTITIES[0], recording.charter, recording.private, file, recording.entries)
    session.begin(0)
    assert [session.time_left(seat, 0) for seat in range(3)] == expected
    session.close()
    assert len(list(replay(load(tmp_path / "0.alarife")))) == len(recording.entries)
    assert verify(tmp_path / "0.alarife").holds


@pytest.mark.parametrize("seed", range(6))
def test_in_any_weather_the_sums_agree_and_nobody_is_accused(seed, tmp_path):
    weather = Weather(delay=(1, 200), late=0.1, twice=0.1, loss=0.05, crashes=seed % 3, flaps=2)
    network = Network(2 + seed % 3, 3, seed, weather, tmp_path, dealer=FAIR, manners=CLOCK)
    network.run()
    network.check()
    sums = {desk.session.course.tally for desk in network.desks if desk.session is not None}
    assert len(sums) == 1
    for desk in network.desks:
        desk.session.close()
        assert verify(desk.path).holds
