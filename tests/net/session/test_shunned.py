"""All peers stop listening to a peer that writes an impossible entry; the others play on, with a bot if they like."""

import json

import pytest
from msgspec.structs import replace

from net.api import AbsenceChanged, OutOfStep
from net.deal.fair.duties import shares
from net.session.format.entry import DealBody, MoveBody
from net.session.format.wire import Entries, Have
from net.session.traffic.intake import MOST_STRANGE
from net.verify import verify
from rules.contract import Move
from tests.net.session import insides
from tests.net.session.network import NAMES
from tests.net.session.straight import Straight
from tests.net.session.test_lies import body, others
from tests.net.session.test_replace import play_on, want


@pytest.fixture
def fair(tmp_path):
    return Straight(3, dealer="fair", folder=tmp_path)


def lie_to(table, *, victims=1):
    """The player on turn makes a move that the rules do not have; its victim tells the others."""
    liar = table.at_turn()
    lie = table.lie(liar, body(table.turn, "take 99"))
    for victim in others(table, liar)[:victims]:
        table.send(liar, victim, lie)
    table.settle()
    return liar, lie


def in_step(table, liar):
    assert len({table.sessions[place].course.head for place in others(table, liar)}) == 1
    assert not any(table.stops()[place] for place in others(table, liar))


def test_the_others_find_the_same_and_report_it(fair, tmp_path):
    liar, lie = lie_to(fair)
    for place in others(fair, liar):
        assert fair.notices(place) == ["orchard.refusal.not-now", "session.entry.illegal", "session.notice.shunned"]
        [line] = map(json.loads, (tmp_path / f"{place}.verdicts.jsonl").read_text().splitlines())
        assert (line["verdict"], line["from"]) == ("session.entry.illegal", NAMES[liar])
        assert [bytes.fromhex(one["raw"]) for one in line["evidence"]] == [lie.signed.raw]
        status = [peer.status.key for peer in fair.sessions[place].peers(fair.now)]
        assert status[liar] == "session.status.shunned"
        fair.wait(1000)
        absence = fair.told(place, AbsenceChanged)[-1].absence
        assert (absence.refused, absence.shunned, absence.away) == (None, True, None)
        assert absence.peer == fair.keys[liar].hex()
        assert (place, liar) in fair.dropped
    in_step(fair, liar)


def test_the_others_play_to_the_end_with_a_bot(fair, tmp_path):
    liar, _ = lie_to(fair)
    fair.sessions[liar].closed = True
    want(fair, liar, *others(fair, liar), level="random")
    fair.wait(1000)
    play_on(fair, 60)
    in_step(fair, liar)
    for place in others(fair, liar):
        assert fair.sessions[place].position.result is not None
        fair.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


def test_a_shunned_peer_is_not_heard_again(fair):
    liar, _ = lie_to(fair)
    victim = others(fair, liar)[0]
    honest = fair.lie(liar, MoveBody(fair.turn, "stop", ()))
    before = len(fair.sessions[victim].log)
    fair.take(victim, fair.sessions[victim].connected(fair.keys[liar], fair.now))
    fair.send(liar, victim, honest)
    assert fair.dropped[-1] == (victim, liar)
    assert len(fair.sessions[victim].log) == before
    assert fair.sessions[victim].shuns(fair.keys[liar])


def test_a_second_entry_for_the_same_place_is_still_proof(fair):
    """It comes over a peer that took it for the only one."""
    liar, _ = lie_to(fair)
    victim, third = others(fair, liar)
    fair.send(third, victim, fair.lie(liar, MoveBody(fair.turn, "stop", ())))
    fair.wait(5000)
    for place in (victim, third):
        [stop] = fair.told(place, OutOfStep)
        assert (stop.reason.key, stop.reason.value("name")) == ("session.stop.two-entries", NAMES[liar])


@pytest.mark.parametrize("how", ["says so", "goes on"])
def test_copies_that_disagree_on_legality_stop_the_game(fair, how):
    """The third accepts a move that the victim refuses."""
    liar, lie = lie_to(fair)
    victim, third = others(fair, liar)
    if how == "says so":
        frame = Have(fair.charter.charter.table, lie.entry.n + 1, lie.hash, b"d" * 32, [])
    else:
        after = fair.lie(third, MoveBody(0, "stop", ()), n=lie.entry.n + 1, previous=lie.hash)
        frame = Entries([after.signed])
    fair.frame(third, victim, frame)
    fair.wait(5000)
    assert fair.stops()[victim] == "session.entry.illegal"


def test_between_two_a_lie_stops_the_game():
    table = Straight(2, dealer="fair")
    liar, _ = lie_to(table)
    table.wait(5000)
    assert table.stops()[1 - liar] == "session.entry.illegal"


def test_a_peer_that_was_told_another_story_is_not_shunned():
    """Its entry follows one that only it was shown."""
    table = Straight(3)
    while table.at_turn() != 0:
        table.move(lambda moves: Move("draw"))
    liar, deceived, victim = 0, 1, 2
    one, other = (table.lie(liar, body(table.turn, word)) for word in ("stop", "draw"))
    table.send(liar, deceived, one)
    table.queue.clear()
    table.send(liar, victim, other)
    table.queue.clear()
    table.act(deceived, (Move("stop"),), seat=table.sessions[deceived].position.turn)
    table.settle()
    table.wait(6000)
    assert not any(session.shuns(table.keys[deceived]) for session in table.sessions)


@pytest.mark.parametrize("game", ["big-boss", "alcazar"])
def test_a_peer_that_plays_another_players_card_is_named_by_all(game, tmp_path):
    """Only the holder knows that the other cannot have it, but everybody sees that the other cannot show it."""
    table = Straight(3, dealer="fair", folder=tmp_path, game=game)
    liar = table.at_turn()
    victim, third = others(table, liar)
    seat = table.turn
    everybody, holder = (table.sessions[victim].position.view(eyes).moves() for eyes in (None, victim))
    move = next(move for move in everybody if move not in holder)
    assert move in table.sessions[third].position.moves()
    table.send(liar, victim, table.lie(liar, MoveBody(seat, move.kind, move.args)))
    table.sessions[liar].closed = True
    table.settle()
    table.wait(1000)
    for place in (victim, third):
        status = [peer.status.key for peer in table.sessions[place].peers(table.now)]
        assert (status[liar], table.notices(place)) == ("session.status.awaited", [])
    assert table.sessions[victim].course.head == table.sessions[third].course.head
    session = table.sessions[victim]
    show, key = session.course.state.deals[0], table.keys[liar]
    cheat = insides.dealer(session.course).copy()
    table.ledger.excuse(key)
    cheat.at = replace(cheat.at, me=key, secrets=insides.dealer(table.sessions[liar].course).secrets)
    card = shares.face(cheat.at, show.slots[0], key)
    payload = cheat.write((show._replace(faces=(card,)),))
    false = {"n": len(session.log), "previous": session.course.head, "digest": session.course.digest}
    table.send(liar, victim, table.lie(liar, DealBody(payload), **false))
    table.settle()
    for place in (victim, third):
        assert table.sessions[place].shuns(table.keys[liar])
        assert table.notices(place) == ["session.deal.not-there", "session.entry.dealing", "session.notice.shunned"]
    want(table, liar, victim, third, level="random")
    table.wait(1000)
    for place in (victim, third):
        assert table.notices(place)[-1] == "session.notice.unshown"
        assert table.sessions[place].position.turn == seat
    play_on(table, 12)
    in_step(table, liar)
    for place in (victim, third):
        assert not table.sessions[place].position.problems()
        table.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


def test_an_unshown_card_returns_to_the_hand_when_its_player_goes(fair, tmp_path):
    """It was there: the link broke between the move and the showing. The bot may play it anew."""
    while fair.at_turn() == 0:
        fair.move()
    gone, seat = fair.at_turn(), fair.turn
    heir, third = others(fair, gone)
    session = fair.sessions[gone]
    played = next(move for move in session.position.moves() if move.kind == "play")
    fair.send(gone, heir, fair.lie(gone, MoveBody(seat, played.kind, played.args)))
    session.closed = True
    fair.part(gone, heir)
    fair.part(gone, third)
    fair.wait(1500)
    assert fair.sessions[heir].position.deals[0].kind == "show"
    want(fair, gone, heir, third, level="random")
    fair.wait(1000)
    for place in (heir, third):
        assert fair.notices(place)[-1] == "session.notice.unshown"
        assert fair.sessions[place].position.turn == seat
    play_on(fair, 40)
    in_step(fair, gone)
    for place in (heir, third):
        assert fair.sessions[place].position.result is not None
        fair.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


def test_entries_that_follow_nothing_are_not_put_off_forever(fair):
    """Such an entry may belong to another course of the game; a stream of new ones would mean waiting without end."""
    liar = fair.at_turn()
    victim = others(fair, liar)[0]
    for number in range(MOST_STRANGE):
        fair.send(liar, victim, fair.lie(liar, body(fair.turn, "stop"), previous=bytes([number]) * 32))
    assert not fair.sessions[victim].stopped
    fair.send(liar, victim, fair.lie(liar, body(fair.turn, "stop"), previous=b"\xff" * 32))
    fair.wait(5000)
    assert fair.stops()[victim] == "session.entry.link"
