"""A verdict on a peer is reported once, and kept beside the game file with the signed evidence."""

import json

import pytest

from net.api import Notice
from net.session.format.entry import MoveBody, read_entry, well_signed
from net.session.format.wire import Have, Signed
from net.session.trouble.blame import MOST_FORGED
from tests.net.session.network import NAMES
from tests.net.session.straight import Straight
from tests.net.session.test_lies import body, others


@pytest.fixture
def table(tmp_path):
    return Straight(3, folder=tmp_path, manners={"replace": "off"})


def verdicts(folder, place):
    file = folder / f"{place}.verdicts.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def lies(table):
    """The lie of each kind of liar, and the verdict that must be written about it."""
    liar = table.at_turn()
    idle = others(table, liar)[0]
    seat = table.sessions[idle].course.seats_of(table.keys[idle])[0]
    have = table.sessions[0].log
    one, two = (table.lie(liar, body(table.turn, word)) for word in ("stop", "draw"))
    return {
        "session.entry.turn": (idle, [table.lie(idle, body(seat, "stop"))]),
        "session.entry.signature": (idle, [table.lie(idle, body(table.turn, "stop"), author=table.keys[liar])]),
        "session.entry.far": (liar, [table.lie(liar, body(table.turn, "stop"), n=len(have) + 300)]),
        "session.entry.stranger": (liar, [table.lie(liar, body(table.turn, "stop"), author=b"x" * 32)]),
        "session.entry.table": (liar, [table.lie(liar, body(table.turn, "stop"), table=b"another table!!!")]),
        "session.notice.garbled": (liar, b"\x93"),
        "session.entry.illegal": (liar, [table.lie(liar, body(table.turn, "take 99"))]),
        "session.entry.seat": (liar, [table.lie(liar, body((table.turn + 1) % 3, "stop"))]),
        "session.entry.link": (liar, [table.lie(liar, body(table.turn, "stop"), previous=b"0" * 32)]),
        "session.entry.digest": (liar, [table.lie(liar, body(table.turn, "stop"), digest=b"0" * 32)]),
        "session.stop.digest": (liar, Have(have.charter.charter.table, 6, have.head(6), b"0" * 32, [])),
        "session.stop.two-entries": (liar, [one, two]),
    }


STOPS = {f"session.entry.{name}" for name in ("illegal", "seat", "link", "digest")} | {
    "session.stop.digest",
    "session.stop.two-entries",
}


IGNORED = {f"session.entry.{name}" for name in ("turn", "signature", "far", "stranger", "table")} | {"session.notice.garbled"}


@pytest.mark.parametrize("verdict", sorted(STOPS | IGNORED))
def test_every_lie_has_its_verdict_beside_the_file(table, tmp_path, verdict):
    liar, lie = lies(table)[verdict]
    victim = next(place for place in range(3) if place != liar)
    for _ in range(2):
        table.frame(liar, victim, lie) if not isinstance(lie, list) else table.send(liar, victim, *lie)
    table.settle()
    table.wait(6000)
    [written] = verdicts(tmp_path, victim)
    assert written["verdict"] == verdict
    if verdict in STOPS:
        assert table.stops()[victim] == verdict
        assert (tmp_path / f"{victim}.out-of-step.json").exists()
    else:
        assert table.stops()[victim] is None
        assert written["from"] == NAMES[liar]
        assert written["key"] == table.keys[liar].hex()
        assert [event.text.key for event in table.told(victim, Notice)] == [verdict]
        if verdict != "session.notice.garbled":
            table.play(2)
            assert len({session.log.head(8) for session in table.sessions}) == 1
    if isinstance(lie, list):
        assert [bytes.fromhex(one["raw"]) for one in written["evidence"]] == [entry.signed.raw for entry in lie]


def test_the_evidence_in_a_verdict_can_be_checked_by_anybody(table, tmp_path):
    liar, lie = lies(table)["session.stop.two-entries"]
    victim = others(table, liar)[0]
    table.send(liar, victim, *lie)
    table.wait(6000)
    [written] = verdicts(tmp_path, victim)
    entries = [read_entry(Signed(bytes.fromhex(one["raw"]), bytes.fromhex(one["signature"]))) for one in written["evidence"]]
    assert all(map(well_signed, entries))
    assert entries[0].entry.author == entries[1].entry.author == table.keys[liar]
    assert entries[0].entry.n == entries[1].entry.n
    assert entries[0].hash != entries[1].hash


def test_a_peer_that_keeps_sending_forgeries_is_hung_up_on(table, tmp_path):
    liar = others(table, table.at_turn())[0]
    victim = others(table, liar)[0]
    forged = table.lie(liar, MoveBody(table.turn, "stop", ()), author=table.keys[table.at_turn()])
    for _ in range(MOST_FORGED):
        table.send(liar, victim, forged)
    assert not table.dropped
    table.send(liar, victim, forged)
    assert table.dropped == [(victim, liar)]
    assert [one["verdict"] for one in verdicts(tmp_path, victim)] == ["session.entry.signature", "session.notice.nonsense"]


def test_a_fault_found_by_a_link_is_reported_once(table, tmp_path):
    for what in ("oversize", "flood", "clogged", "flood"):
        table.take(0, table.sessions[0].fault(table.keys[1], what))
    told = [f"session.notice.{what}" for what in ("oversize", "flood", "clogged")]
    assert table.notices(0) == told
    assert [one["verdict"] for one in verdicts(tmp_path, 0)] == told
    assert not table.sessions[0].fault(b"x" * 32, "flood").events
