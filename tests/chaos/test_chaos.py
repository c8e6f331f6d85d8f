"""Real tables in a simulated internet: whatever people and programs do, nobody learns a thing they may not know."""

from __future__ import annotations

import random
import time

import pytest
from msgspec.structs import replace

from client.soak.evening import EveningFault
from net.deal.fair.standing import Standing
from net.session.format.wire import Entries, game_frames
from rules.registry import games
from tests.chaos.evening import ChaosEvening
from tests.chaos.people import Person
from tests.net.session import insides
from tests.net.session.earlier import leave_entry, legacies
from tests.net.session.stage import lie
from tests.net.session.test_knowledge import generous, next_of_the_pile

GAMES = ("alcazar", "torres", "big-boss", "burgenland")
PEERS = {2: 3, 3: 5, 4: 3, 5: 1}
"""Numbers of peers, with their weights: the more there are, the longer it takes."""


@pytest.mark.timeout(3600)
def test_nobody_knows_more_than_the_rules_allow(evening_seed, tmp_path, record_property):
    game = GAMES[evening_seed % len(GAMES)]
    fit = [peers for peers in PEERS if peers in games()[game].seats]
    peers = random.Random(f"chaos peers {evening_seed}").choices(fit, [PEERS[peers] for peers in fit])[0]
    begun = time.process_time()
    evening = ChaosEvening(game, peers, evening_seed, tmp_path, cheats=evening_seed % 3 == 1)
    told = evening.play()
    record_property("evening", told | {"processor": time.process_time() - begun})


def test_people_who_have_moved_meet_again_after_the_host_has_left(tmp_path):
    made = ChaosEvening("alcazar", 3, 8, tmp_path, cheats=False)
    made.manners = {"replace": "off"}
    made.plan(["Bruno moves", "Carla moves", "Anna leaves"])
    assert made.play()["happened"] == ["Bruno moves", "Carla moves", "Anna leaves"]


# -- the faults, put back ----------------------------------------------------------------------------------------------


def evening(peers, folder, *happenings):
    made = ChaosEvening("alcazar", peers, 4, folder, cheats=False)
    made.plan(happenings)
    return made


def leave_as_before(person, returns):
    """Send secrets before the log has the leaving, sealed for everybody."""
    session = person.table.session
    body = leave_entry(person.desk.identity, session.charter.hash, legacies(insides.dealer(session.course)))
    early = game_frames.encode(Entries([lie(person.desk.identity, session, body).signed]))
    for key in person.table.mesh.linked:
        person.table.mesh.send(key, early)


def test_secrets_sent_before_the_log_allows_it_are_found(monkeypatch, tmp_path):
    monkeypatch.setattr(Person, "leave", leave_as_before)
    with pytest.raises(EveningFault, match=r"the ledger: .* has the secrets of Bruno"):
        evening(3, tmp_path, "Bruno leaves and comes back").play()


def test_keys_that_a_returning_player_keeps_are_found(monkeypatch, tmp_path):
    monkeypatch.setattr(Standing, "owing_new_keys", lambda at, *_: replace(at, deposits={}))
    with pytest.raises(EveningFault, match=r"the ledger: .* has the secrets of Bruno"):
        evening(3, tmp_path, "Bruno leaves and comes back").play()


def test_piles_that_are_not_reshuffled_are_found(monkeypatch, tmp_path):
    monkeypatch.setattr(Standing, "shuffled_again", lambda at, _: at)
    with pytest.raises(EveningFault, match=r"the ledger: .* can see the cards in the slots"):
        evening(2, tmp_path, "Bruno leaves and comes back").play()


def test_shares_that_are_given_too_early_are_found(monkeypatch, tmp_path):
    generous(monkeypatch, next_of_the_pile)
    with pytest.raises(EveningFault, match=r"the ledger: .* too early or to the wrong seat"):
        evening(3, tmp_path).play()
