"""Leaving with a false legacy: only the heir can tell, so nobody writes such a wish down, and nobody honest is blamed."""

import json

import pytest

from net.deal import FAIR
from net.deal.fair import renewal
from net.gamefile import load
from net.session.core import Session
from net.session.entry import LeaveBody, sign_leaving, sign_receipt
from net.session.leaving import _hash
from net.session.wire import Leaving, Receipt
from tests.net.session.network import IDENTITIES, NAMES
from tests.net.session.straight import Straight
from tests.net.session.test_replace import come_home, others, replaced, vanish, want


@pytest.fixture
def fair(tmp_path):
    return Straight(3, dealer=FAIR, folder=tmp_path)


def falsified(table, liar):
    """A wish to leave in which every seal has one bit turned."""
    legacies = table.sessions[liar].course.legacies()
    false = tuple(sealed and sealed[:-1] + bytes([sealed[-1] ^ 1]) for sealed in legacies)
    body = sign_leaving(IDENTITIES[liar], table.charter.hash, false)
    return Leaving(table.charter.charter.table, body.peer, body.legacies, body.signature)


def wish(table, liar, frame):
    for place in range(3):
        if place != liar:
            table.frame(liar, place, frame)
    table.settle()
    table.wait(3000)


def heir_of(table, liar):
    return 0 if liar else 1


@pytest.mark.parametrize("liar", range(3))
def test_a_false_legacy_is_named_by_the_heir_and_harms_nobody(fair, liar, tmp_path):
    wish(fair, liar, falsified(fair, liar))
    fair.play(6)
    heir = heir_of(fair, liar)
    assert fair.notices(heir) == ["session.notice.legacy"]
    [line] = (tmp_path / f"{heir}.verdicts.jsonl").read_text().splitlines()
    assert json.loads(line)["from"] == NAMES[liar]
    assert fair.stops() == [None] * 3
    assert len({session.log.head(len(session.log)) for session in fair.sessions}) == 1
    assert fair.keys[liar] in fair.sessions[heir].course.there


def test_an_honest_wish_after_a_false_one_is_written_down(fair):
    liar = (fair.at_turn() + 1) % 3
    wish(fair, liar, falsified(fair, liar))
    fair.take(liar, fair.sessions[liar].leave(fair.now))
    fair.settle()
    for place in {0, 1, 2} - {liar}:
        assert fair.keys[liar] not in fair.sessions[place].course.there
    assert fair.stops() == [None] * 3


def test_a_receipt_travels_over_others(fair):
    """The heir and who may write have no link; the third brings wish and receipt to both."""
    writer = next(place for place in (fair.at_turn(), 1, 2) if place)
    while fair.at_turn() != writer:
        fair.move()
    leaver = 3 - writer
    fair.part(0, writer)
    fair.take(leaver, fair.sessions[leaver].leave(fair.now))
    fair.settle()
    assert all(fair.keys[leaver] not in session.course.there for session in fair.sessions)


@pytest.mark.parametrize("false", ["not the heir", "not signed", "another wish", "no wish"])
def test_a_receipt_that_the_heir_has_not_given_for_this_wish_counts_for_nothing(fair, false):
    while not fair.at_turn():
        fair.move()
    writer = fair.at_turn()
    leaver = 3 - writer
    table, key = fair.charter.charter.table, fair.keys[leaver]
    frame = falsified(fair, leaver)
    if false != "no wish":
        fair.frame(leaver, writer, frame)
    wanted = fair.sessions[writer]._leavings
    content = b"x" * 32 if false == "another wish" else _hash(LeaveBody(frame.peer, frame.legacies, frame.signature))
    signer = IDENTITIES[leaver if false in ("not the heir", "not signed") else 0]
    heir = fair.keys[leaver if false == "not the heir" else 0]
    receipt = Receipt(table, key, heir, content, sign_receipt(signer, fair.charter.hash, key, content))
    assert not wanted.hear_receipt(receipt, fair.sessions[writer].course)
    fair.frame(leaver, writer, receipt)
    assert key in fair.sessions[writer].course.there


def test_the_receipt_that_those_lies_start_from_counts(fair):
    while not fair.at_turn():
        fair.move()
    writer = fair.at_turn()
    leaver = 3 - writer
    frame = falsified(fair, leaver)
    fair.frame(leaver, writer, frame)
    key, content = fair.keys[leaver], _hash(LeaveBody(frame.peer, frame.legacies, frame.signature))
    signature = sign_receipt(IDENTITIES[0], fair.charter.hash, key, content)
    receipt = Receipt(fair.charter.charter.table, key, fair.keys[0], content, signature)
    assert fair.sessions[writer]._leavings.hear_receipt(receipt, fair.sessions[writer].course)
    assert not fair.sessions[writer]._leavings.hear_receipt(receipt, fair.sessions[writer].course)


def draw_on(table, moves):
    """Whoever has the turn draws, as long as there is a pile."""
    for _ in range(moves):
        table.wait(400)
        session = next(session for session in table.sessions if not session.closed)
        turn = session.position.turn
        if turn is None:
            return
        place = table.keys.index(session.course.owner(turn))
        wanted = [move for move in table.sessions[place].position.moves() if move.kind in ("draw", "stop")]
        table.act(place, wanted[:1], turn)
        table.settle()


def back_without_its_past(table, monkeypatch, folder):
    """Somebody vanishes, is replaced and comes back, and with the new keys locks away other secrets than it had."""
    while table.at_turn() == 0:
        table.move()
    gone = replaced(table)
    draw_on(table, 1)
    monkeypatch.setattr(renewal, "lock", lambda *_: b"x" * 64)
    come_home(table, gone, folder)
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.settle()
    draw_on(table, 2)
    return gone


def test_who_keeps_the_secrets_of_the_past_is_named_when_it_wants_to_leave(fair, monkeypatch, tmp_path):
    gone = back_without_its_past(fair, monkeypatch, tmp_path)
    while fair.at_turn() == gone:
        draw_on(fair, 1)
    fair.take(gone, fair.sessions[gone].leave(fair.now))
    fair.settle()
    fair.wait(1000)
    assert "session.notice.legacy" in fair.notices(0)
    assert all(fair.keys[gone] in session.course.there for session in fair.sessions)
    assert fair.stops() == [None] * 3


def test_who_keeps_the_secrets_of_the_past_can_be_replaced_all_the_same(fair, monkeypatch, tmp_path):
    gone = back_without_its_past(fair, monkeypatch, tmp_path)
    while fair.at_turn() != gone:
        draw_on(fair, 1)
    vanish(fair, gone)
    want(fair, gone, *others(fair, gone))
    fair.wait(500)
    assert all(fair.keys[gone] not in fair.sessions[other].course.there for other in others(fair, gone))
    draw_on(fair, 40)
    assert {fair.sessions[other].position.result is None for other in others(fair, gone)} == {False}


def test_a_file_without_its_secret_says_so_and_can_be_watched(fair, tmp_path):
    """Its owner took ``private`` out before giving it away, and opens that copy."""
    while fair.at_turn() == 1:
        fair.move()
    writer = fair.at_turn()
    vanish(fair, 1)
    recording = load(tmp_path / "1.alarife")
    fair.sessions[1] = session = Session(IDENTITIES[1], recording.charter, b"", None, recording.entries)
    fair.events[1].clear()
    fair.take(1, session.begin(fair.now))
    fair.cut.clear()
    for other in (0, 2):
        fair.join(1, other)
    fair.act(writer, [move for move in fair.sessions[writer].position.moves() if move.kind == "draw"])
    fair.settle()
    fair.wait(1000)
    assert fair.notices(1) == ["session.deal.no-secret"]
    assert [peer.status.key for peer in fair.sessions[writer].peers(fair.now)][1] == "session.status.awaited"
