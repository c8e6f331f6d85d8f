"""A peer runs its program twice and shows two others, which reach each other only through it, two courses of the game.

That reveals no card as long as nobody is replaced: each honest peer continues in one course only, and every card needs them
both. When the two meet, the game stops. But each may be told that the other has vanished; THREATS.md says what that costs.
"""

from itertools import permutations

import pytest

from net.api import OutOfStep
from net.deal import FAIR
from net.session.format.entry import Ballot, DealBody, DropBody, MoveBody, sign_vote
from rules.contract import Move
from tests.knowledge.ledger import Leak
from tests.net.session.network import IDENTITIES, NAMES
from tests.net.session.stage import lie
from tests.net.session.straight import Straight
from tests.net.session.test_knowledge import replaced_long_ago
from tests.net.session.test_replace import come_home, entries_of, vanish, want
from tests.net.session.twice import Twice

ORDERS = tuple(permutations(NAMES[:3]))
"""The cheat and the two others, in every order."""

AFTER_IT = tuple(order for order in ORDERS if NAMES.index(order[0]) == (NAMES.index(order[1]) + 1) % 3)
"""The orders in which the cheat has its turn after the first of the others."""

MOVES = ("draw", "take", "stop")


@pytest.mark.parametrize("moves", [(one, other) for one in MOVES for other in MOVES if one != other])
@pytest.mark.parametrize("order", AFTER_IT)
def test_two_entries_for_one_place_open_no_card_of_somebody_else(order, moves):
    """A card is drawn or opened in one course, and not or differently in the other: the ledger counts both."""
    cheat, one, other = order
    table = Twice(cheat)
    table.until(cheat)
    again = table.run_twice(other)
    before = len(table.sessions[one].log)
    for name, kind in ((cheat, moves[0]), (again, moves[1])):
        table.act(name, kind)
    for _ in range(3):
        table.wait(1000)
        for name in table.sessions:
            if table.at_turn_of(name):
                table.act(name, "draw")
    entries = [table.sessions[name].log.entries[before] for name in (one, other)]
    assert entries[0].hash != entries[1].hash
    assert {signed.entry.author for signed in entries} == {table.keys[cheat]}
    table.join(one, other)
    table.settle()
    table.wait(6000)
    for name in (one, other):
        reason = table.stopped(name)
        assert reason.key == "session.stop.two-entries"
        assert dict(reason.values)["name"] == cheat


def test_both_courses_ask_for_cards():
    """The test above does what it says: shares are given in either course."""
    table = Twice("Anna")
    table.until("Anna")
    again = table.run_twice("Carla")
    before = len(table.sessions["Anna"].log)
    table.act("Anna", "draw")
    table.act(again, "take")
    table.wait(1000)
    for name in ("Ben", "Carla"):
        new = table.sessions[name].log.entries[before:]
        assert any(isinstance(signed.entry.body, DealBody) for signed in new)
    assert any(signed.entry.author == table.keys["Ben"] for signed in table.sessions["Ben"].log.entries[before:])


def replaced_in_both(cheat, one, other):
    """Each of two peers believes that the other one has vanished, and agrees to go on without it."""
    table = Twice(cheat)
    table.until(one)
    again = table.run_twice(other)
    table.act(one, "stop")  # the other one never hears that
    while table.at_turn(cheat) == cheat:
        table.act(cheat, "stop")
    assert table.at_turn(cheat) == other
    table.wait(1000)
    table.go_on_without(other, one, cheat)
    table.wait(2000)
    table.go_on_without(one, other, again)
    table.wait(2000)
    for _ in range(6):
        for name in table.sessions:
            if table.at_turn_of(name):
                table.act(name, "draw")
        table.wait(600)
    return table


@pytest.mark.parametrize("order", [order for order in ORDERS if order[0] != NAMES[2]])
def test_the_ledger_counts_secrets_told_after_a_pretended_vanishing(order):
    """An heir between two others gets the secrets of one or both, and plays on with them: see THREATS.md."""
    with pytest.raises(Leak):
        replaced_in_both(*order)


@pytest.mark.parametrize("order", [order for order in ORDERS if order[0] == NAMES[2]])
def test_one_between_two_others_that_inherits_nothing_learns_nothing(order):
    """The last peer of the charter is nobody's heir here, and the heirs have shuffled the piles."""
    replaced_in_both(*order)


def unwatched(monkeypatch):
    """The ledger holds its tongue: what it finds is the point of another test."""
    monkeypatch.setattr("tests.knowledge.ledger.Ledger.check_at", lambda *_: None)


def stopped_in_both(table, cheat, one, other):
    """The two meet at last: each program sees that the third has played with both."""
    table.join(one, other)
    table.settle()
    table.wait(12_000)
    for name in (one, other):
        reason = table.stopped(name)
        assert reason is not None
        assert reason.key == "session.stop.both"
        assert dict(reason.values)["name"] == cheat


@pytest.mark.parametrize("order", ORDERS)
def test_two_that_have_replaced_each_other_stop_when_they_meet(order, monkeypatch):
    """A departed peer stops nobody, but the two logs show which peer has played with both."""
    unwatched(monkeypatch)
    table = replaced_in_both(*order)
    assert all(entries_of(table.sessions[name], DropBody) for name in order[1:])
    stopped_in_both(table, *order)


def replaced_while_it_plays(cheat, one, other, rounds=0):
    """The first of the others is hidden from the second, which agrees to go on without it, and plays so many rounds."""
    table = Twice(cheat)
    table.until(one)
    again = table.run_twice(other)
    table.act(one, "stop")
    table.act(cheat, "stop")
    table.wait(1000)
    table.go_on_without(one, other, again)
    table.wait(2000)
    for _ in range(rounds):
        for name in (other, again):
            if table.at_turn_of(name):
                table.act(name, "stop")
        table.wait(600)
    assert entries_of(table.sessions[other], DropBody)
    return table


@pytest.mark.parametrize("rounds", [0, 12])
@pytest.mark.parametrize("order", AFTER_IT)
def test_one_that_was_replaced_while_it_played_stops_the_game_when_it_meets_the_others(order, rounds, monkeypatch):
    """It was hidden from them and knew nothing of it. The result does not depend on which course is longer."""
    unwatched(monkeypatch)
    stopped_in_both(replaced_while_it_plays(*order, rounds), *order)


@pytest.mark.parametrize("order", [order for order in AFTER_IT if order[0] == next(name for name in NAMES if name != order[1])])
def test_the_ledger_counts_the_secrets_of_one_that_plays_on_in_another_course(order):
    """The cheat is the heir. It may have the secrets in the course that makes it the heir, but not in the other."""
    with pytest.raises(Leak, match=f"has the secrets of {order[1]}"):
        replaced_while_it_plays(*order)


def test_a_departed_peer_stops_nobody_with_a_replacement_of_its_own_making(tmp_path):
    """It signs an entry that replaces somebody else, with its own vote alone."""
    table, _ = replaced_long_ago(tmp_path)
    log = table.sessions[0].log
    own = [signed for signed in log.entries if signed.entry.author == table.keys[1]]
    here = next(signed for signed in log.entries if signed.entry.author == table.keys[0] and signed.entry.n < own[-1].entry.n)
    n, previous = here.entry.n, here.entry.previous
    ballot = Ballot(table.keys[1], "", 0, sign_vote(IDENTITIES[1], table.charter.hash, n, previous, table.keys[0], "", 0))
    forged = lie(IDENTITIES[1], table.sessions[1], DropBody(table.keys[0], (ballot,)), n=n, previous=previous)
    after = lie(IDENTITIES[1], table.sessions[1], MoveBody(1, "stop", ()), n=n + 1, previous=forged.hash)
    table.cut.discard((0, 1))
    table.take(0, table.sessions[0].connected(table.keys[1], table.now))
    table.send(1, 0, forged, after)
    assert not table.sessions[0].stopped


def withdrawn_and_used(tmp_path):
    """Carla seems to have vanished, and Anna replaces her with Ben's vote. Ben withdraws it, and Anna goes back.

    Later Ben signs that he has gone on from the replacement all the same. Returns the table, the replacement and Ben's entry.
    """
    table = Straight(3, dealer=FAIR, folder=tmp_path)
    while table.at_turn() != 2:
        table.move(lambda moves: next(move for move in moves if move.kind == "draw"))
    vanish(table, 2)
    want(table, 2, 1)
    table.part(0, 1)
    want(table, 2, 0)
    [drop] = [signed for signed in table.sessions[0].log.entries if isinstance(signed.entry.body, DropBody)]
    come_home(table, 2, tmp_path, meets=(1,))
    table.cut.clear()
    table.join(0, 1)
    table.join(0, 2)
    table.wait(2000)
    assert not entries_of(table.sessions[0], DropBody)
    after = lie(IDENTITIES[1], table.sessions[1], MoveBody(1, "stop", ()), n=drop.entry.n + 1, previous=drop.hash)
    return table, drop, after


@pytest.mark.parametrize("again", [False, True])
def test_a_vote_that_was_withdrawn_and_used_all_the_same_puts_nobody_else_in_the_wrong(again, tmp_path):
    table, drop, after = withdrawn_and_used(tmp_path)
    for place in (2, 0, 1)[: 3 if again else 2]:
        table.act(place, [Move("stop" if place != 1 else "draw")], place)
        table.wait(1500)
    table.send(1, 2, drop, after)
    table.settle()
    table.wait(12_000)
    [stop] = table.told(2, OutOfStep)
    values = dict(stop.reason.values)
    if again:  # Ben has played in both courses, after everybody else had gone on
        assert stop.reason.key == "session.stop.both"
        assert (values["gone"], values["name"]) == ("Carla", "Ben")
    else:
        assert stop.reason.key == "session.stop.both-or"
        assert (values["gone"], values["name"], values["others"]) == ("Carla", "Anna", "Ben")
