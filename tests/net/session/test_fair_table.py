"""Whole tables with fair dealing: sessions, files, leaving and the fair dealer together, on Das neue Big Boss as well."""

import pytest

from net.deal import FAIR
from net.gamefile import load, replay
from net.session.format.entry import TakeBackBody
from net.verify import verify
from rules.contract import SEALED
from rules.registry import game as game_called
from tests.net.session.network import Network, Weather
from tests.net.session.straight import Straight

WEATHERS = {
    "reordered": Weather(delay=(1, 200), late=0.1, twice=0.1, loss=0.05),
    "leaving": Weather(delay=(1, 60), leaves=3, late=0.05),
    "taking-back": Weather(delay=(1, 60), backs=30, loss=0.05, flaps=2, apart=2),
    "vanishing": Weather(delay=(1, 60), vanishes=2, late=0.05),
    "restarting": Weather(delay=(1, 60), crashes=4, flaps=2, late=0.05),
}


@pytest.mark.parametrize("name", WEATHERS)
def test_fairly_dealt_games_end_alike_whatever_the_weather(name, request, tmp_path):
    taken_back = 0
    for seed in range(max(4, request.config.getoption("--soak") // 50)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        game = "torres" if name == "taking-back" else "orchard"  # few turns of the orchard pass without a shown card
        most = game_called(game).seats[-1]
        network = Network(2 + seed % 4, 2 + (seed // 4) % (most - 1), seed, WEATHERS[name], folder, game=game, dealer=FAIR)
        try:
            network.run()
            network.check()
        except Exception as error:
            raise AssertionError(f"schedule {name} {seed}: {error}") from error
        for desk in network.desks:
            if desk.session is not None:
                desk.session.close()
                taken_back += sum(isinstance(signed.entry.body, TakeBackBody) for signed in desk.session.log.entries)
            assert verify(desk.path).holds
    assert (taken_back > 0) == (name == "taking-back")


def hands(position, seat):
    return [face for _, face in position.facts()["players"][seat]["hand"]]


def test_each_computer_knows_the_hands_played_at_it_and_no_other(tmp_path):
    table = Straight(3, 3, game="big-boss", dealer=FAIR, bots=(), folder=tmp_path)
    for place, session in enumerate(table.sessions):
        for seat in range(3):
            faces = hands(session.position, seat)
            assert all(face != SEALED for face in faces) if seat == place else set(faces) == {SEALED}
    for place, session in enumerate(table.sessions):
        session.close()
        *_, last = replay(load(tmp_path / f"{place}.alarife"))
        assert last.position.facts() == session.position.facts()


def test_an_heir_sees_the_cards_of_the_peer_that_left_and_the_file_remembers(tmp_path):
    table = Straight(3, 3, game="big-boss", dealer=FAIR, bots=(), folder=tmp_path)
    seat = table.at_turn()
    leaver = (seat + 1) % 3
    mine = hands(table.sessions[leaver].position, leaver)
    table.take(leaver, table.sessions[leaver].leave(table.now))
    table.settle()
    heir = 0 if leaver else 1
    assert hands(table.sessions[heir].position, leaver) == mine
    third = 3 - leaver - heir
    assert set(hands(table.sessions[third].position, leaver)) == {SEALED}
    table.sessions[heir].close()
    *_, last = replay(load(tmp_path / f"{heir}.alarife"))
    assert hands(last.position, leaver) == mine


def test_a_peer_that_inherits_while_leaving_hands_on_more_even_without_a_seat():
    table = Straight(3, 2, dealer=FAIR)
    while table.at_turn() != 1:
        table.move(lambda moves: moves[-1])
    for leaver in (2, 0):  # Carla has no seat; Anna is her heir, and asks to leave before she knows that
        table.take(leaver, table.sessions[leaver].leave(table.now))
    table.settle()
    assert table.sessions[1].course.there == (table.keys[1],)
