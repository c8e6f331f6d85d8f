"""A few bytes must not make others send many, whoever sends them."""

import hashlib
import os

import pytest

from net.deal import FAIR
from net.identity import Identity
from net.session.chat import REMEMBERED, Chatter
from net.session.core import PASSED_ON, PASSED_ON_IN_TIME
from net.session.format import entry
from net.session.format.entry import (
    Ballot,
    DropBody,
    Entry,
    MoveBody,
    SignedEntry,
    read_entry,
    sign_wish,
    sign_withdrawal,
)
from net.session.format.wire import Halt, Have, Leaving, Signed, Want, Withdrawn, game_frames, pack
from net.session.traffic.gossip import ASK_AGAIN, BATCH, CHECKS, CHECKS_IN_TIME, REPEATS
from net.session.trouble.blame import MOST_FORGED
from tests.net.session.network import IDENTITIES
from tests.net.session.straight import Straight
from tests.net.session.test_watching import Hall


def sent_to(out, key):
    return sum(len(payload) for peer, payload in out.frames if peer == key)


def test_repeated_requests_are_served_no_more_often_than_honest_programs_ask():
    table = Straight(2)
    table.play(6)
    at, (_, guest) = table.sessions[0], table.keys
    ask = game_frames.encode(Want(table.charter.charter.table, 0))
    answers = [sent_to(at.receive(guest, ask, table.now), guest) for _ in range(500)]
    assert sum(1 for size in answers if size > 1000) <= REPEATS
    assert sum(answers) < 30 * len(ask) * len(answers)
    table.now += 10 * ASK_AGAIN
    assert sent_to(at.receive(guest, ask, table.now), guest) > 1000, "who asks in good time is served"


def test_the_data_of_a_stopped_game_is_not_sent_again_with_every_frame():
    """It is longer than the frames that ask for it."""
    table = Straight(2, manners={"replace": "off"})
    table.play(6)
    at, (_, guest) = table.sessions[0], table.keys
    id_of_table, length = table.charter.charter.table, len(at.log)
    table.frame(1, 0, Have(id_of_table, length, at.log.head(length), bytes(32), []))
    table.settle()
    table.wait(6000)
    assert at.stopped
    have = game_frames.encode(Have(id_of_table, length, at.log.head(length), bytes(32), []))
    halt = game_frames.encode(Halt(id_of_table, length, b"", bytes(32), []))
    for ask in (have, halt):
        table.now += 10 * REPEATS * ASK_AGAIN
        answers = [sent_to(at.receive(guest, ask, table.now), guest) for _ in range(500)]
        assert 0 < sum(1 for size in answers if size > 200) <= REPEATS


def chatter(place, charter):
    return Chatter(IDENTITIES[place], charter)


def test_chat_from_before_a_restart_is_not_shown_again():
    charter = Straight(3).charter.charter
    anna, bert = chatter(0, charter), chatter(1, charter)
    said = [anna.say(f"line {number}", 1000 + number) for number in range(4)]
    assert [bert.hear(chat, 2000) for chat in said[:3]] == ["line 0", "line 1", "line 2"]
    again = chatter(1, charter)
    again.recall(bert.latest, 50_000)
    assert [again.hear(chat, 3000) for chat in said] == [None, None, None, "line 3"]


def test_chat_of_a_restarted_program_is_shown_whatever_its_clock_says():
    charter = Straight(3).charter.charter
    anna, bert = chatter(0, charter), chatter(1, charter)
    assert bert.hear(anna.say("before", 5_000_000), 0) == "before"
    for known, clock in ((anna.latest, 7), ({}, 1_790_000_000_000)):
        again = chatter(0, charter)
        again.recall(known, clock)
        assert bert.hear(again.say("after", 3), 60_000 + clock) == "after", "its clock begins anew with every start"


def test_old_chat_is_not_shown_again_after_many_other_lines():
    charter = Straight(2).charter.charter
    anna, bert = chatter(0, charter), chatter(1, charter)
    said = [anna.say("x", 1 + 20_000 * number) for number in range(3 * REMEMBERED)]
    assert all(bert.hear(chat, 20_000 * number) for number, chat in enumerate(said))
    assert not any(bert.hear(chat, 10**9 + 20_000 * number) for number, chat in enumerate(said))


@pytest.fixture
def checked(monkeypatch):
    """The contents whose signatures have been checked, in order."""
    found = []
    verify = entry.verify

    def counted(key, purpose, content, signature):
        found.append(content)
        return verify(key, purpose, content, signature)

    monkeypatch.setattr(entry, "verify", counted)
    return found


def forged_drops(table, authors):
    """A frame full of entries by which somebody would be replaced, none of them signed."""
    ballots = tuple(Ballot(author, "", 0, bytes(64)) for author in authors)
    previous, made = os.urandom(32), []
    for number in range(BATCH):
        author, body = authors[number % len(authors)], DropBody(table.keys[2], ballots)
        raw = pack(Entry(table.charter.charter.table, 5 + number, previous, author, body, bytes(32)))
        previous = hashlib.sha256(raw).digest()
        made.append(read_entry(Signed(raw, bytes(64))))
    return made


def test_entries_of_strangers_cost_no_check_and_end_the_link(checked):
    table = Straight(3)
    checked.clear()
    out = table.send(1, 0, *forged_drops(table, [Identity.fresh().key for _ in range(2)]))
    assert not checked
    assert out.drop == [table.keys[1]]
    assert table.notices(0) == ["session.entry.stranger", "session.notice.nonsense"]


def test_a_signature_is_checked_once_however_many_entries_it_could_confirm(checked):
    table = Straight(3)
    checked.clear()
    out = table.send(1, 0, *forged_drops(table, table.keys[:2]))
    assert len(checked) == len(set(checked)) <= BATCH
    assert out.drop == [table.keys[1]]


def junk(table, number) -> SignedEntry:
    """An entry ahead of the log that the second peer has really signed, and that follows nothing."""
    n = len(table.sessions[0].log) + 1 + number % 200
    return table.lie(1, MoveBody(1, "stop", ()), n=n, previous=os.urandom(32))


def test_signed_entries_that_lead_nowhere_are_checked_only_so_often(checked):
    table = Straight(3)
    checked.clear()
    for frame in range(CHECKS // BATCH + 2):
        table.send(1, 0, *(junk(table, BATCH * frame + number) for number in range(BATCH)))
    assert CHECKS < len(checked) <= CHECKS + BATCH
    assert table.dropped == [(0, 1)]
    assert table.notices(0) == ["session.notice.in-vain"]
    table.join(1, 0)
    table.now += 1000
    for number in range(int(1000 * CHECKS_IN_TIME) - BATCH):
        assert not table.send(1, 0, junk(table, number)).drop
    table.settle()
    table.play(3)
    assert len({session.course.head for session in table.sessions}) == 1


def test_a_watcher_hangs_up_on_a_player_whose_entries_cost_many_checks(checked):
    """Not only the players check signatures, and the host of a table that is watched may be the one that lies."""
    table = Hall(3)
    wanda = table.enter("Wanda")
    checked.clear()
    forged = [
        SignedEntry(one.entry, Signed(one.signed.raw, bytes(64)), one.hash) for one in (junk(table, n) for n in range(64))
    ]
    out = table.send(0, wanda, *forged)
    assert out.drop == [table.keys[0]]
    assert table.notices(wanda) == ["session.entry.signature", "session.notice.nonsense"]
    assert len(checked) == MOST_FORGED + 1
    table.join(0, wanda)
    table.settle()
    for frame in range(CHECKS // BATCH + 2):
        out = table.send(0, wanda, *(junk(table, BATCH * frame + number) for number in range(BATCH)))
        if out.drop:
            break
    assert out.drop == [table.keys[0]]
    assert table.notices(wanda)[-1] == "session.notice.in-vain"
    assert len(checked) <= CHECKS + 2 * BATCH
    table.join(0, wanda)
    table.wait(1000)
    table.play(3)
    table.in_step(wanda)


def wishes(table, round):
    n, head = len(table.sessions[0].log), table.sessions[0].course.head
    signature = sign_wish(IDENTITIES[1], table.charter.hash, n, head, round)
    return Leaving(table.charter.charter.table, table.keys[1], n, head, round, signature)


def withdrawals(table, round):
    n, head = len(table.sessions[0].log), table.sessions[0].course.head
    signature = sign_withdrawal(IDENTITIES[1], table.charter.hash, n, head, table.keys[2], round)
    return Withdrawn(table.charter.charter.table, table.keys[1], table.keys[2], n, head, round, signature)


@pytest.mark.parametrize("made", [wishes, withdrawals])
@pytest.mark.usefixtures("interpreted")
def test_frames_that_a_peer_renews_all_the_time_are_passed_on_only_so_often(made):
    """Else the third would see a flood from the peer that passes them on, and name it."""
    table = Straight(4, dealer=FAIR)
    table.sessions[0].contribution = lambda out: None
    passed = 0
    for round in range(2 * PASSED_ON):
        payload = game_frames.encode(made(table, round))
        passed += sum(to == table.keys[3] for to, _ in table.sessions[0].receive(table.keys[1], payload, table.now).frames)
    assert passed == PASSED_ON
    table.now += int(2 / PASSED_ON_IN_TIME)
    payload = game_frames.encode(made(table, 2 * PASSED_ON))
    assert any(to == table.keys[3] for to, _ in table.sessions[0].receive(table.keys[1], payload, table.now).frames)
