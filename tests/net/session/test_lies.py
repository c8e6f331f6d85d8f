"""Peers that lie: each lie is refused with a sentence that names its author, and stops the game only as a last resort."""

import json

import pytest

from net.api import Notice, OutOfStep
from net.deal import FAIR
from net.session.format.entry import DealBody, LeaveBody, LeavingBody, MoveBody, SignedEntry, read_entry, sign_wish
from net.session.format.wire import Halt, Have, Signed, game_frames
from rules.contract import Move
from tests.net.session.earlier import leave_entry
from tests.net.session.network import IDENTITIES
from tests.net.session.straight import Straight


def body(seat, text):
    word, *args = text.split()
    return MoveBody(seat, word, tuple(map(int, args)))


@pytest.fixture
def table():
    """Three players who have agreed that nobody is replaced, so a lie can only stop the game."""
    return Straight(3, manners={"replace": "off"})


def others(table, place):
    return [other for other in range(3) if other != place]


def test_a_move_that_the_rules_refuse_stops_the_game_and_names_the_seat(table):
    liar = table.at_turn()
    seat = table.turn
    victim, third = others(table, liar)
    table.send(liar, victim, table.lie(liar, body(seat, "take 99")))
    table.wait(5000)
    for place in (victim, third):
        [stop] = table.told(place, OutOfStep)
        assert stop.reason.key == "session.entry.illegal"
        assert stop.reason.number("seat") == seat
        assert stop.reason.value("move") == "take 99"
        assert "orchard.refusal.not-now" in table.notices(place)
        assert len(table.sessions[place].log) == 6


def test_a_card_that_is_not_in_the_hand_cannot_be_played_although_the_copy_cannot_see_the_hand(table):
    liar = table.at_turn()
    session = table.sessions[liar]
    victim = others(table, liar)[0]
    hand = {session.position.faces[slot] for slot in session.position.hands[table.turn]}
    possible = {move.args[0] for move in table.sessions[victim].position.moves() if move.kind == "play"}
    assert hand < possible
    table.send(liar, victim, table.lie(liar, MoveBody(table.turn, "play", (min(possible - hand),))))
    table.wait(5000)
    assert table.stops()[victim] == "session.entry.dealing"
    assert "session.deal.not-there" in table.notices(victim)


def test_an_entry_out_of_turn_is_ignored_and_named(table):
    liar = others(table, table.at_turn())[0]
    victim = table.at_turn()
    seat = table.sessions[victim].course.seats_of(table.keys[liar])[0]
    table.send(liar, victim, table.lie(liar, body(seat, "stop")))
    assert table.notices(victim) == ["session.entry.turn"]
    assert table.told(victim, Notice)[0].text.value("name") in ("Anna", "Ben", "Carla")
    table.play(4)
    assert table.stops() == [None] * 3
    assert len({session.log.head(10) for session in table.sessions}) == 1


def test_the_seat_of_somebody_else_cannot_be_moved_even_in_turn(table):
    liar = table.at_turn()
    victim = others(table, liar)[0]
    table.send(liar, victim, table.lie(liar, body((table.turn + 1) % 3, "stop")))
    table.wait(5000)
    assert table.stops()[victim] == "session.entry.seat"
    assert table.told(victim, OutOfStep)[0].reason.value("name") == table.charter.charter.name(table.keys[liar])


def test_an_entry_in_the_name_of_somebody_else_is_ignored(table):
    liar = others(table, table.at_turn())[0]
    victim = others(table, liar)[1]
    forged = table.lie(liar, body(table.turn, "stop"), author=table.keys[table.at_turn()])
    table.send(liar, victim, forged)
    assert table.notices(victim) == ["session.entry.signature"]
    table.play(2)
    assert table.stops() == [None] * 3


@pytest.mark.parametrize(
    ("false", "notice"),
    [({"table": b"another table!!!"}, "session.entry.table"), ({"author": b"x" * 32}, "session.entry.stranger")],
)
def test_entries_of_other_tables_and_strangers_are_ignored(table, false, notice):
    liar = table.at_turn()
    victim = others(table, liar)[0]
    table.send(liar, victim, table.lie(liar, body(table.turn, "stop"), **false))
    assert table.notices(victim) == [notice]
    table.play(2)
    assert table.stops() == [None] * 3


def test_an_entry_far_ahead_is_not_kept(table):
    liar = table.at_turn()
    victim = others(table, liar)[0]
    for n in range(len(table.sessions[0].log) + 256, len(table.sessions[0].log) + 300):
        table.send(liar, victim, table.lie(liar, body(table.turn, "stop"), n=n))
    assert table.notices(victim) == ["session.entry.far"]
    assert not table.sessions[victim].log.early


def test_an_entry_far_ahead_is_the_fault_of_its_sender_and_not_of_its_author(table):
    """A true entry may lie far ahead of a peer that has just come back; an honest peer sends those before it first."""
    author = table.at_turn()
    liar, victim = others(table, author)
    table.send(liar, victim, table.lie(author, body(table.turn, "stop"), n=len(table.sessions[0].log) + 256))
    [notice] = table.told(victim, Notice)
    assert notice.text.key == "session.entry.far"
    assert notice.text.value("name") == table.charter.charter.name(table.keys[liar])


def test_a_broken_chain_stops_the_game(table):
    liar = table.at_turn()
    victim = others(table, liar)[0]
    table.send(liar, victim, table.lie(liar, body(table.turn, "stop"), previous=b"0" * 32))
    table.wait(5000)
    assert table.stops()[victim] == "session.entry.link"


def test_two_entries_for_one_place_are_proof_and_everybody_gets_it(table):
    liar = table.at_turn()
    first, second = others(table, liar)
    one = table.lie(liar, body(table.turn, "stop"))
    other = table.lie(liar, body(table.turn, "draw"))
    table.send(liar, first, one)
    table.send(liar, second, other)
    table.settle()
    table.wait(5000)
    for place in (first, second):
        [stop] = table.told(place, OutOfStep)
        assert stop.reason.key == "session.stop.two-entries"
        assert stop.reason.value("name") == ("Anna", "Ben", "Carla")[liar]
        assert stop.reason.value("number") == 7


def test_a_deceived_peer_is_not_blamed(table):
    """One peer plays on after a false entry. For another peer that move fits nowhere, but the proof is against the liar."""
    while table.at_turn() != 0:
        table.move(lambda moves: Move("draw"))
    liar, deceived, victim = 0, 1, 2
    one = table.lie(liar, body(table.turn, "stop"))
    other = table.lie(liar, body(table.turn, "draw"))
    table.send(liar, deceived, one)
    table.queue.clear()
    table.send(liar, victim, other)
    table.queue.clear()
    table.act(deceived, (Move("stop"),), seat=table.sessions[deceived].position.turn)
    table.settle()
    table.wait(6000)
    [stop] = table.told(victim, OutOfStep)
    assert (stop.reason.key, stop.reason.value("name")) == ("session.stop.two-entries", "Anna")
    assert table.notices(victim) == []


def test_a_peer_that_was_told_another_story_is_not_blamed_for_its_entry():
    """In the other story it was its turn. Here somebody else has written at that place, to deal a card."""
    table = Straight(3, dealer=FAIR, manners={"replace": "off"})
    victim, liar, deceived = range(3)
    while table.at_turn() != liar:
        table.move(lambda moves: Move("draw"))
    one, other = (table.lie(liar, body(table.turn, word)) for word in ("stop", "draw"))
    table.send(liar, deceived, one)
    table.act(deceived, (Move("stop"),), seat=table.sessions[deceived].position.turn)
    entry = table.sessions[deceived].log.entries[-1]
    assert entry.entry.author == table.keys[deceived]
    table.queue.clear()
    table.send(liar, victim, other)
    assert table.sessions[victim].log.entries[entry.entry.n].entry.author == table.keys[victim]
    table.send(deceived, victim, entry)
    assert table.notices(victim) == []
    table.settle()
    table.wait(6000)
    [stop] = table.told(victim, OutOfStep)
    assert (stop.reason.key, stop.reason.value("name")) == ("session.stop.two-entries", "Ben")


def test_two_peers_that_were_told_different_stories_find_the_liar():
    table = Straight(3, cut=[(1, 2)])
    while table.at_turn() != 0:
        table.move(lambda moves: Move("draw"))
    one, other = (table.lie(0, body(table.turn, word)) for word in ("stop", "draw"))
    table.cut.update([(0, 1), (0, 2)])
    table.send(0, 1, one)
    table.send(0, 2, other)
    for place in (1, 2):
        table.take(place, table.sessions[place].lost(table.keys[0], table.now))
    table.queue.clear()
    table.cut.discard((1, 2))
    table.join(1, 2)
    table.settle()
    table.wait(6000)
    for place in (1, 2):
        [stop] = table.told(place, OutOfStep)
        assert (stop.reason.key, stop.reason.value("name")) == ("session.stop.two-entries", "Anna")


def test_two_entries_are_found_even_where_both_come_too_early(table):
    liar = table.at_turn()
    victim = others(table, liar)[0]
    n = len(table.sessions[0].log) + 3
    table.send(liar, victim, table.lie(liar, body(0, "stop"), n=n), table.lie(liar, body(0, "draw"), n=n))
    table.wait(5000)
    assert table.stops()[victim] == "session.stop.two-entries"


def test_two_entries_are_found_when_the_second_comes_late(table):
    liar = table.at_turn()
    victim = others(table, liar)[0]
    second = table.lie(liar, body(table.turn, "stop"))
    table.move(lambda moves: Move("draw"))
    table.play(3)
    table.send(liar, victim, second)
    table.wait(5000)
    assert table.stops()[victim] == "session.stop.two-entries"


def test_a_wrong_digest_in_an_entry_stops_the_game(table):
    liar = table.at_turn()
    victim = others(table, liar)[0]
    table.send(liar, victim, table.lie(liar, body(table.turn, "stop"), digest=b"0" * 32))
    table.wait(5000)
    assert table.stops()[victim] == "session.entry.digest"


def test_a_wrong_digest_in_an_acknowledgement_stops_the_game(table):
    table.play(3)
    session = table.sessions[0]
    have = Have(table.charter.charter.table, 9, session.log.head(9), b"0" * 32, [1, 2])
    table.frame(0, 1, have)
    table.wait(5000)
    assert table.stops()[1] == "session.stop.digest"
    assert table.told(1, OutOfStep)[0].reason.value("name") == "Anna"


def test_another_history_without_proof_stops_the_game():
    table = Straight(3, manners={"replace": "off"})
    table.play(3)
    table.frame(0, 1, Have(table.charter.charter.table, 4, b"0" * 32, b"0" * 32, []))
    table.wait(5000)
    assert table.stops()[1] == "session.stop.history"


def test_copies_that_really_differ_name_the_first_differing_field_and_write_a_report(tmp_path):
    table = Straight(3, folder=tmp_path)
    table.play(4)
    broken = table.sessions[1]
    state = broken.course.state.copy()
    state.plays, state.stops = 7, 2
    broken.course.state = broken.log.positions[-1] = state
    broken.course.digest = broken.log.digests[-1] = bytes.fromhex(state.digest())
    table.wait(6000)
    for place, here, there in ((0, "Anna", "Ben"), (1, "Ben", "Anna"), (2, "Carla", "Ben")):
        [stop] = table.told(place, OutOfStep)
        assert stop.reason.key == "session.stop.differs"
        assert stop.reason.value("field") == "plays"
        assert (stop.reason.value("here"), stop.reason.value("there")) in ((here, there), ("Anna", "Ben"), ("Ben", "Carla"))
        report = json.loads(stop.report.read_text())
        assert stop.report == tmp_path / f"{place}.out-of-step.json"
        plays = {peer["name"]: peer["facts"]["plays"] for peer in report["peers"]}
        assert plays == {"Anna": plays["Carla"], "Ben": 7, "Carla": plays["Anna"]}
    refused = table.act(table.at_turn(), (Move("stop"),))
    assert refused.events[0].reason.key == "session.refused.stopped"


def test_a_peer_that_comes_later_learns_that_the_game_has_stopped():
    table = Straight(3, cut=[(0, 2), (1, 2)], manners={"replace": "off"})
    table.frame(0, 1, Have(table.charter.charter.table, 0, b"0" * 32, b"0" * 32, []))
    table.wait(5000)
    assert table.stops()[2] is None
    table.cut.clear()
    table.join(1, 2)
    table.settle()
    table.wait(5000)
    assert table.stops()[2] == "session.stop.said"


def test_a_peer_that_hears_of_a_stop_waits_for_the_reason():
    """The peer that passes the stop on may learn the reason a moment later. It tells it, and is not named itself."""
    table = Straight(3, cut=[(1, 2)], manners={"replace": "off"})
    while table.at_turn() != 1:
        table.move(lambda moves: Move("draw"))
    one, other = (table.lie(1, body(table.turn, word)) for word in ("stop", "draw"))
    log = table.sessions[1].log
    facts = json.dumps(table.sessions[1].position.view(None).facts()).encode()
    table.frame(1, 0, Halt(table.charter.charter.table, len(log), facts, log.heads, []))
    table.settle()
    table.send(1, 0, one, other)
    table.wait(1000)
    for place in (0, 2):
        [stop] = table.told(place, OutOfStep)
        assert (stop.reason.key, stop.reason.value("name")) == ("session.stop.two-entries", "Ben")


def test_a_peer_that_stops_the_game_without_a_reason_is_named(table):
    facts = json.dumps(table.sessions[0].log.positions[3].view(None).facts()).encode()
    table.frame(2, 0, Halt(table.charter.charter.table, 3, facts, table.sessions[0].log.heads[: 3 * 32], []))
    table.wait(5000)
    [stop] = table.told(0, OutOfStep)
    assert (stop.reason.key, stop.reason.value("name")) == ("session.stop.said", "Carla")


@pytest.mark.parametrize(
    "facts", [b"", b"no json", b"[" * 200_000, b'{"turn": NaN}', b'{"game": "\\ud800\\u202e"}', b"9" * 10_000]
)
def test_nonsense_in_a_dispute_does_no_harm(tmp_path, facts):
    table = Straight(2, folder=tmp_path)
    table.frame(1, 0, Halt(table.charter.charter.table, 0, facts, b"12345" * 13, [Signed(b"junk", b"0" * 64)]))
    table.wait(5000)
    [stop] = table.told(0, OutOfStep)
    assert json.loads(stop.report.read_text())["reason"]


@pytest.mark.parametrize("false", ["signer", "place", "head", "round", "earlier form"])
def test_an_unsigned_leaving_does_not_count(table, false):
    liar = table.at_turn()
    victim, third = others(table, liar)
    course = table.sessions[victim].course
    signer = IDENTITIES[liar if false in ("signer", "earlier form") else third]
    n, head = course.index - (false == "place"), b"h" * 32 if false == "head" else course.head
    forged = LeavingBody(table.keys[third], int(false == "round"), sign_wish(signer, table.charter.hash, n, head, 0))
    if false == "earlier form":
        forged = LeaveBody(table.keys[third], (), leave_entry(signer, table.charter.hash, ()).signature)
    table.send(liar, victim, table.lie(liar, forged))
    table.wait(5000)
    assert table.stops()[victim] == "session.entry.leave"
    assert table.told(victim, OutOfStep)[0].reason.value("name") == ("Anna", "Ben", "Carla")[liar], "not who is said to leave"


def test_an_uncalled_for_contribution_stops_the_game(table):
    liar = table.at_turn()
    victim = others(table, liar)[0]
    table.send(liar, victim, table.lie(liar, DealBody(b"junk")))
    table.wait(5000)
    assert table.stops()[victim] == "session.entry.deal"


def test_another_secret_than_promised_stops_the_game():
    table = Straight(2, cut=[(0, 1)])
    host, guest = table.sessions
    # Both commit honestly, then the host reveals something else.
    table.cut.clear()
    table.take(1, guest.connected(table.keys[0], table.now))
    table.take(0, host.connected(table.keys[1], table.now))
    while len(guest.log) < 2:
        source, target, payload = table.queue.popleft()
        table.take(target, table.sessions[target].receive(table.keys[source], payload, table.now))
    table.queue.clear()
    from net.deal.seeded import contribution

    lie = SignedEntry(*_as_entry(table, guest, DealBody(contribution("reveal", b"s" * 32))))
    table.send(0, 1, lie)
    table.wait(5000)
    assert table.stops()[1] == "session.entry.dealing"
    assert "session.deal.other-secret" in table.notices(1)


def _as_entry(table, session, body):
    entry = table.lie(0, body, n=len(session.log), previous=session.course.head, digest=session.course.digest)
    return entry.entry, entry.signed, entry.hash


def test_junk_drops_the_link_and_says_so(table):
    for junk in (
        b"",
        b"\x93",
        b"\xc1",
        b"\x81\xa1a\x01",
        game_frames.encode(Have(b"t" * 16, 0, b"h" * 32, b"d" * 32, []))[:-1],
    ):
        fresh = Straight(2)
        fresh.frame(1, 0, junk)
        assert fresh.notices(0) == ["session.notice.garbled"]
        assert fresh.dropped == [(0, 1)]
        assert not fresh.sessions[0].peers(fresh.now)[1].linked


def test_a_signed_entry_is_checked_as_received_never_re_encoded(table):
    liar = table.at_turn()
    victim = others(table, liar)[0]
    entry = table.lie(liar, body(table.turn, "stop"))
    # The same values in a longer encoding (the seat as two bytes) are other bytes: another entry, not the one signed.
    raw = entry.signed.raw.replace(b"\xa4move" + bytes([table.turn]), b"\xa4move\xcc" + bytes([table.turn]))
    assert read_entry(Signed(raw, entry.signed.signature)).entry == entry.entry
    assert raw != entry.signed.raw
    table.send(liar, victim, read_entry(Signed(raw, entry.signed.signature)))
    assert table.notices(victim) == ["session.entry.signature"]
