"""Programs of different age at one table: it plays by the newest version that all of them know, and says so."""

import msgspec
import pytest

from net.api import LobbyChanged, Seat
from net.deal import FAIR, FAIR_3, FAIR_4
from net.greeting import FIFTH_DEALER, FOURTH_DEALER, PROTOCOL, Rules, rules_here
from net.session.format.charter import playable
from rules.contract import Option
from rules.registry import game
from tests.net.session.test_lobby import OPEN, Hall

BIG_BOSS = game("big-boss")
ANNA, PERSON = "Anna", "person"


@pytest.fixture(autouse=True)
def newer(monkeypatch):
    """This program plays versions 1 to 3; version 3 has brought an option that new tables use."""
    monkeypatch.setattr(BIG_BOSS, "version", 3)
    first = [option for option in BIG_BOSS.options if not option.since]  # whichever house rules the game has by now
    monkeypatch.setattr(BIG_BOSS, "options", (*first, Option("parade", ("off", "on"), "on", before="off", since=3)))


def plays(version, oldest=1, **changes):
    [here] = [rules for rules in rules_here() if rules.game == "big-boss"]
    return [msgspec.structs.replace(here, version=version, oldest=oldest, **changes)]


def hall():
    return Hall(Seat(PERSON, ANNA), OPEN, OPEN)


def seat(hall, name, place):
    hall.run(name, hall.guests[name].sit(place, name))
    hall.run(name, hall.guests[name].ready(True))


def lobby(hall, who="host"):
    return hall.last(who, LobbyChanged).lobby


def test_programs_of_one_age_play_the_newest_version_without_mentioning_it():
    table = hall()
    table.enter("Ben", games=plays(3))
    assert (lobby(table).version, lobby(table).older, lobby(table).options["parade"]) == (3, None, "on")
    assert lobby(table, "Ben").older is None


def test_the_table_plays_the_newest_common_version_and_shows_who_lacks_a_newer_one():
    table = hall()
    table.enter("Ben", games=plays(3))
    seat(table, "Ben", 1)
    table.enter("Carla", games=plays(2))
    for who in ("host", "Ben", "Carla"):
        shown = lobby(table, who)
        assert shown.version == 2
        assert shown.older is not None
        assert shown.older.key == "net.lobby.older"
        assert (shown.older.value("version"), shown.older.value("newest"), shown.older.value("names")) == (2, 3, "Carla")
    assert not next(peer for peer in lobby(table).peers if peer.name == "Ben").ready, "the terms are new"


def test_an_option_that_an_older_program_lacks_disappears_and_comes_back():
    table = hall()
    table.enter("Carla", games=plays(2))
    assert lobby(table).options["parade"] == "off", "as the game was before it had the option"
    assert table.host.set_options({"parade": "on"}).events[0].reason.key == "rules.error.option"
    table.run("host", table.host.throw_out(table.keys["Carla"].key.hex()))
    assert (lobby(table).version, lobby(table).options["parade"]) == (3, "on")


def test_the_charter_names_the_agreed_version_and_nothing_that_it_lacks():
    table = hall()
    for place, (name, version) in enumerate({"Ben": 3, "Carla": 2}.items(), start=1):
        table.enter(name, games=plays(version))
        table.run(name, table.guests[name].sit(place, name))
    for name in table.guests:
        table.run(name, table.guests[name].ready(True))
    table.run("host", table.host.start(table.now))
    charter = table.host.beginning.charter.charter
    assert all(guest.beginning.charter.charter == charter for guest in table.guests.values())
    assert (charter.version, dict(charter.options)) == (2, {"hidden_money": "off"})
    assert charter.house_rules == {"hidden_money": "off", "parade": "off"}
    playable(charter)


@pytest.mark.parametrize(("protocol", "dealer"), [(FIFTH_DEALER, FAIR), (FOURTH_DEALER, FAIR_4), (FOURTH_DEALER - 1, FAIR_3)])
def test_the_table_deals_in_a_way_that_all_its_programs_know(protocol, dealer):
    table = hall()
    for place, name in enumerate(("Ben", "Carla"), start=1):
        table.enter(name, protocol=PROTOCOL if name == "Ben" else protocol)
        table.run(name, table.guests[name].sit(place, name))
    for name in table.guests:
        table.run(name, table.guests[name].ready(True))
    table.run("host", table.host.start(table.now))
    assert {lobby.beginning.charter.charter.dealer for lobby in (table.host, *table.guests.values())} == {dealer}


def test_new_tables_name_what_differs_from_the_game_before_the_option():
    table = hall()
    table.run("host", table.host.set_seats(2))
    table.enter("Ben", games=plays(3))
    seat(table, "Ben", 1)
    table.run("host", table.host.start(table.now))
    charter = table.host.beginning.charter.charter
    assert (charter.version, dict(charter.options)) == (3, {"hidden_money": "off", "parade": "on"})


@pytest.mark.parametrize(
    ("here", "theirs", "differs"),
    [
        ([], (3, 1), None),
        ([], (9, 3), None),
        ([], (9, 4), ("older-there", ())),
        ([(2, 1)], (9, 3), ("older-there", ("Ben",))),
        ([(3, 1), (2, 1)], (9, 3), ("older-there", ("Carla",))),
        ([(9, 3)], (2, 1), ("older-here", ("Ben",))),
    ],
)
def test_without_a_common_version_the_programs_that_lack_it_are_named(here, theirs, differs):
    table = hall()
    for name, (version, oldest) in zip(("Ben", "Carla"), here, strict=False):
        table.enter(name, games=plays(version, oldest))
    assert table.host.cannot_play(bytes(32), plays(*theirs)[0]) == differs


def test_a_program_without_a_shared_data_file_cannot_play():
    table = hall()
    own = plays(3)[0].data
    table.enter("Ben", games=plays(3, data=(b"e" * 32, *own)))
    assert table.host.cannot_play(bytes(32), plays(3, data=(b"e" * 32,))[0]) == ("data", ())
    assert table.host.cannot_play(bytes(32), None) == ("unknown", ())
    assert table.host.rules == Rules("big-boss", 3, 1, own)
