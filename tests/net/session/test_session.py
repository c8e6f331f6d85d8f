"""A table in fair weather: commands, bots, leaving, chat, links and files."""

import errno
import os
import threading
import time
from itertools import pairwise

import pytest

from net.api import AbsenceChanged, Advanced, BotTurn, Closed, Confirmed, Notice, Opened, PeersChanged, Refused, Said
from net.deal import FAIR
from net.gamefile import GameFile, load
from net.session.chat import Chatter
from net.session.core import FAREWELL, Session
from net.session.format.wire import Chat, Entries, Have, game_frames
from net.session.traffic.gossip import BEAT, GONE, SILENCE
from rules.contract import SEALED, Move
from tests.net.session import insides
from tests.net.session.network import IDENTITIES, die
from tests.net.session.straight import Straight, private_of


def reasons(out):
    return [event.reason.key for event in out.events if isinstance(event, Refused)]


# -- playing -----------------------------------------------------------------------------------------------------------


def test_a_table_deals_itself_and_is_the_same_for_everybody():
    table = Straight(3)
    for place, session in enumerate(table.sessions):
        assert len(session.log) == 6  # three commit, three reveal
        [opened] = table.told(place, Opened)
        assert (opened.dealer, opened.me, opened.index, opened.past) == ("joint-seed", table.keys[place].hex(), 0, ())
        assert [seat.here for seat in opened.seats] == [seat == place for seat in range(3)]
        assert [step.index for step in table.told(place, Advanced)] == [1, 2, 3, 4, 5, 6]
    assert len({session.position.digest() for session in table.sessions}) == 1


def test_each_copy_knows_only_the_cards_of_its_own_seats():
    table = Straight(2, 4, bots=(2,))
    for place, session in enumerate(table.sessions):
        own = {seat for seat in range(4) if session.course.owner(seat) == table.keys[place]}
        assert own == ({0, 2}, {1, 3})[place]
        for seat, hand in enumerate(session.position.facts()["players"]):
            assert (SEALED in [face for _, face in hand["hand"]]) == (seat not in own)


def test_the_start_and_the_cards_depend_on_everybody():
    decks = set()
    for changed in (None, 0, 1):
        table = Straight(2, cut=[(0, 1)])
        for place in range(2):
            if place == changed:
                table.sessions[place] = Session(IDENTITIES[place], table.charter, b"another secret".ljust(32))
                table.take(place, table.sessions[place].begin(table.now))
        table.cut.clear()
        table.join(0, 1)
        table.settle()
        decks.add(str(table.sessions[0].position.facts()))
    assert len(decks) == 3


def test_moves_reach_everybody_with_their_events():
    table = Straight(2)
    place = table.at_turn()
    slot = table.sessions[0].position.market[0]
    table.act(place, (Move("take", (slot,)),))
    table.settle()
    for other in range(2):
        step = table.told(other, Advanced)[-1]
        assert (step.index, step.move, step.mine) == (5, Move("take", (slot,)), other == place)
        assert [event.kind for event in step.events] == ["take"]


def test_a_turn_is_made_whole_or_not_at_all():
    table = Straight(2)
    place, session = table.at_turn(), table.sessions[table.at_turn()]
    plays = [move for move in session.position.moves() if move.kind == "play"]
    out = table.act(place, (plays[0], Move("take", (99,))))
    assert reasons(out) == ["orchard.refusal.not-now"]
    assert len(session.log) == 4
    out = table.act(place, (plays[0], Move("stop")))
    assert reasons(out) == []
    assert [event.move.kind for event in out.events if isinstance(event, Advanced)] == ["play", "stop"]


def test_impossible_commands_are_refused():
    table = Straight(2, bots=())
    place, seat = table.at_turn(), table.turn
    mine, theirs = table.sessions[place], table.sessions[1 - place]
    now = table.now
    length = len(mine.log)
    assert reasons(mine.act(1 - seat, (Move("stop"),), length, now)) == ["session.refused.seat"]
    assert reasons(mine.act(-1, (Move("stop"),), length, now)) == ["session.refused.seat"]
    assert reasons(mine.act(7, (Move("stop"),), length, now)) == ["session.refused.seat"]
    assert reasons(theirs.act(1 - seat, (Move("stop"),), length, now)) == ["session.refused.turn"]
    assert reasons(mine.act(seat, (Move("stop"),), length - 1, now)) == ["session.refused.late"]
    assert reasons(mine.act(seat, (Move("stop"),), length + 1, now)) == ["session.refused.late"]
    assert reasons(mine.act(seat, (), length, now)) == ["session.refused.nothing"]
    assert reasons(mine.act(seat, (Move("stop"), Move("stop")), length, now)) == ["session.refused.too-many"]
    assert len(mine.log) == length
    alone = Session(IDENTITIES[0], table.charter, private_of(0))
    alone.begin(now)
    assert reasons(alone.act(0, (Move("stop"),), 1, now)) == ["session.refused.dealing"]
    for _ in range(2):
        table.move(lambda moves: moves[-1])
    assert reasons(mine.act(seat, (Move("stop"),), len(mine.log), now)) == ["session.refused.over"]


def test_bots_are_asked_once_on_the_computer_that_has_them():
    table = Straight(2, 3, bots=(0, 2))
    while table.sessions[0].position.result is None:
        if table.turn == 1:
            assert len(table.told(0, BotTurn)) == len({turn.index for turn in table.told(0, BotTurn)})
            table.move(lambda moves: moves[-1])
            continue
        turn = table.told(0, BotTurn)[-1]
        assert (turn.seat, turn.level, turn.index) == (table.turn, "random", len(table.sessions[0].log))
        assert turn.view.facts() == table.sessions[0].position.view(turn.seat).facts()
        table.wait(600)
        assert table.told(0, BotTurn)[-1] is turn
        table.act(0, (turn.view.moves()[-1],), turn.seat, turn.index)
        table.settle()
    assert not table.told(1, BotTurn)


def test_a_published_position_never_changes():
    table = Straight(2)
    table.play(3)
    before = [(step.position, step.position.digest()) for step in table.told(0, Advanced)]
    table.play(3)
    assert all(position.digest() == digest for position, digest in before)


def test_offline_is_the_same_table_with_a_single_peer(tmp_path):
    table = Straight(1, 2, bots=(1,), folder=tmp_path)
    assert len(table.sessions[0].log) == 1
    assert table.told(0, Opened)[0].dealer == "local"
    table.play(3)
    [closed] = [event for event in table.sessions[0].leave(table.now).events if isinstance(event, Closed)]
    assert closed.reason.key == "session.closed.kept"
    assert len(load(tmp_path / "0.alarife").entries) == 4
    assert table.sessions[0].tick(table.now).events == []


# -- who is there ------------------------------------------------------------------------------------------------------


def status(table, place, other):
    return table.sessions[place].peers(table.now)[other].status.key.removeprefix("session.status.")


def test_the_state_of_every_link_is_a_sentence():
    table = Straight(3, cut=[(1, 2)])
    table.cut.clear()
    while table.at_turn() != 0:
        table.move()
    assert [status(table, 1, other) for other in range(3)] == ["awaited", "here", "relayed"]
    assert [status(table, 0, other) for other in range(3)] == ["here", "linked", "linked"]
    table.part(0, 1)
    assert [status(table, 1, other) for other in range(3)] == ["reconnecting", "here", "connecting"]
    table.wait(GONE, step=5000)
    assert [status(table, 1, other) for other in range(3)] == ["gone", "here", "gone"]
    changes = table.told(1, PeersChanged)
    assert all(one != other for one, other in pairwise(changes))


def test_a_silent_peer_counts_as_lost_and_its_link_is_dropped():
    table = Straight(2)
    table.cut.add((0, 1))  # nothing comes through, and nobody is informed
    table.wait(SILENCE - 1000)
    assert table.dropped == []
    table.wait(2000)
    assert sorted(set(table.dropped)) == [(0, 1), (1, 0)]
    assert status(table, 0, 1) in ("reconnecting", "awaited")
    assert not table.told(0, PeersChanged)[-1].peers[1].linked


def test_heartbeats_keep_a_quiet_link_alive():
    table = Straight(2)
    table.wait(3 * SILENCE)
    assert table.dropped == []
    beats = [session.tick(table.now + BEAT) for session in table.sessions]
    assert all(isinstance(game_frames.decode(out.frames[0][1]), Have) for out in beats)


def test_entries_go_over_others_where_two_have_no_link():
    table = Straight(4, cut=[(2, 3), (1, 2), (1, 3)])
    table.play(8)  # without waiting: a peer that sees two without a link passes entries on at once
    assert len({session.log.head(16) for session in table.sessions}) == 1


def test_frames_lost_by_a_link_are_sent_again():
    table = Straight(2)
    place = table.at_turn()
    table.act(place, (Move("stop"),))
    table.queue.clear()
    assert len(table.sessions[1 - place].log) == 4
    table.wait(1500)
    assert len(table.sessions[1 - place].log) == 5


def test_early_entries_wait_and_the_missing_ones_are_requested():
    table = Straight(2)
    place = table.at_turn()
    session = table.sessions[place]
    plays = [move for move in session.position.moves() if move.kind == "play"]
    table.act(place, (plays[0], Move("stop")))
    table.queue.clear()
    other = 1 - place
    out = table.send(place, other, session.log.entries[-1])
    assert len(table.sessions[other].log) == 4
    assert "Want" in [type(game_frames.decode(payload)).__name__ for _, payload in out.frames]
    table.settle()
    assert len(table.sessions[other].log) == 6


def test_catching_up_goes_in_bounded_batches():
    table = Straight(2, 5, bots=(0, 2, 3, 4))
    session = table.sessions[0]
    long = [session.log.entries[0]] * 500
    insides.gossip(session).wants(table.keys[1], 0, table.now)
    sizes = [len(insides.gossip(session).batch(table.keys[1], long, table.now)) for _ in range(4)]
    assert sizes == [64, 64, 0, 0]


def test_a_peer_that_sends_known_entries_is_told_so():
    table = Straight(2)
    table.wait(400)
    out = table.send(0, 1, *table.sessions[0].log.entries[1:3])
    [(peer, payload)] = out.frames
    assert peer == table.keys[0]
    assert game_frames.decode(payload).length == 4


def test_a_program_that_opens_the_game_later_learns_its_length_at_once():
    """The host's first frames came while the guest was still in the lobby; it gets them again before the next heartbeat."""
    table = Straight(2, cut=[(0, 1)])
    table.take(0, table.sessions[0].connected(table.keys[1], table.now))
    table.queue.clear()
    table.cut.clear()
    table.take(1, table.sessions[1].connected(table.keys[0], table.now))
    table.settle()
    assert {len(session.log) for session in table.sessions} == {4}


def test_a_late_comer_gets_the_whole_game():
    table = Straight(3, cut=[(0, 2), (1, 2)])
    assert len(table.sessions[0].log) == 2  # the third has to commit
    table.cut.clear()
    table.join(0, 2)
    table.settle()
    assert {len(session.log) for session in table.sessions} == {6}


# -- chat --------------------------------------------------------------------------------------------------------------


def test_chat_reaches_everybody_once_also_over_others():
    table = Straight(4, cut=[(2, 3), (1, 3)])
    table.take(3, table.sessions[3].say("  ¿Quién\tempieza?\n ", table.now))
    table.settle()
    assert [[(said.name, said.text, said.mine) for said in table.told(place, Said)] for place in range(4)] == [
        [("Dario", "¿Quién empieza?", place == 3)] for place in range(4)
    ]


def test_chat_is_bounded_here_and_from_there():
    table = Straight(2)
    session = table.sessions[0]
    for number in range(6):
        assert not reasons(table.take(0, session.say(f"word {number}", table.now)))
    assert reasons(session.say("one more", table.now)) == ["session.refused.chat"]
    assert reasons(session.say(" \n\u202e ", table.now + 20_000)) == ["session.refused.chat"]
    chatterbox = Chatter(IDENTITIES[0], table.charter.charter)  # a program that does not count what it says
    table.settle()
    table.frame(0, 1, chatterbox.say("over the limit there", table.now + 100))
    table.settle()
    assert len(table.told(1, Said)) == 6
    table.wait(11_000)
    table.take(0, session.say("x" * 900, table.now))
    table.settle()
    assert [len(said.text) for said in table.told(1, Said)][6:] == [500]


def test_chat_that_nobody_can_receive_says_so():
    table = Straight(2)
    table.take(0, table.sessions[0].say("hello", table.now))
    assert not table.notices(0)
    table.part(0, 1)
    table.take(0, table.sessions[0].say("are you there?", table.now))
    assert table.notices(0) == ["session.notice.unheard"]


def test_chat_in_the_name_of_somebody_else_is_not_heard():
    table = Straight(3)
    [(_, payload), *_] = table.sessions[0].say("hello", table.now).frames
    chat = game_frames.decode(payload)
    assert isinstance(chat, Chat)
    forged = Chat(chat.table, chat.peer, chat.stamp, "I give up", chat.signature)
    table.frame(1, 2, forged)
    assert not table.told(2, Said)
    table.frame(1, 2, chat)
    table.frame(0, 2, chat)
    assert [said.name for said in table.told(2, Said)] == ["Anna"]


# -- leaving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("holds_the_pen", [True, False])
def test_leaving_is_an_entry_and_the_seat_goes_to_the_heirs_bot(holds_the_pen):
    table = Straight(3)
    leaver = 2
    while (table.at_turn() == leaver) != holds_the_pen:
        table.move(lambda moves: Move("draw"))
    hand = dict(table.sessions[leaver].position.view(2).faces)
    table.take(leaver, table.sessions[leaver].leave(table.now))
    table.settle()
    assert [event.reason.key for event in table.told(leaver, Closed)] == ["session.closed.left"]
    for place in (0, 1):
        assert [event.text.value("name") for event in table.told(place, Notice)] == ["Carla"]
        seat = table.told(place, PeersChanged)[-1].seats[2]
        assert (seat.kind, seat.level, seat.peer, seat.here) == ("bot", "best", table.keys[0].hex(), place == 0)
        assert status(table, place, 2) == "left"
    # The heir's copy now knows the seat's cards; the other's does not.
    assert hand.items() <= table.sessions[0].position.faces.items()
    assert not hand.items() <= table.sessions[1].position.faces.items()
    while table.turn != 2:
        table.move(lambda moves: Move("draw"))
    assert table.told(0, BotTurn)[-1].seat == 2
    assert table.told(0, BotTurn)[-1].view.facts() == table.sessions[0].position.view(2).facts()


def test_a_leaving_does_not_undo_a_turn_being_tried():
    table = Straight(3, bots=())
    place = table.at_turn()
    index = len(table.sessions[place].log)
    leaver = (place + 1) % 3
    table.take(leaver, table.sessions[leaver].leave(table.now))
    table.settle()
    assert len(table.sessions[place].log) == index + 1
    assert not reasons(table.act(place, (Move("stop"),), index=index))


def test_the_host_may_leave_and_the_first_remaining_peer_inherits_everything():
    table = Straight(3, 4, bots=(3,))
    table.take(0, table.sessions[0].leave(table.now))
    table.settle()
    seats = table.told(1, PeersChanged)[-1].seats
    assert [seat.here for seat in seats] == [True, True, False, True]
    assert [seat.level for seat in seats] == ["best", "", "", "random"]
    table.take(1, table.sessions[1].leave(table.now))
    table.settle()
    assert all(seat.here for seat in table.told(2, PeersChanged)[-1].seats)
    while table.sessions[2].position.result is None:
        seat = table.sessions[2].position.turn
        table.take(2, table.sessions[2].act(seat, (table.sessions[2].position.moves()[-1],), len(table.sessions[2].log), 0))
    assert all(face for player in table.sessions[2].position.facts()["players"] for _, face in player["hand"])


def test_leaving_before_the_cards_are_dealt():
    table = Straight(3, cut=[(0, 2), (1, 2)])
    table.cut.clear()
    table.take(1, table.sessions[1].leave(table.now))
    table.join(0, 2)
    table.join(1, 2)
    table.settle()
    assert table.told(1, Closed)
    assert table.sessions[0].position.turn is not None
    assert table.sessions[0].position.digest() == table.sessions[2].position.digest()


def test_a_peer_that_leaves_with_nobody_linked_can_come_back(tmp_path):
    table = Straight(2, folder=tmp_path)
    table.part(0, 1)
    table.take(1, table.sessions[1].leave(table.now))
    assert [event.reason.key for event in table.told(1, Closed)] == ["session.closed.kept"]
    assert len(load(tmp_path / "1.alarife").entries) == len(table.sessions[0].log)


def test_leaving_gives_up_waiting_after_a_while():
    table = Straight(2)
    table.cut.add((0, 1))
    leaver = 1 - table.at_turn()
    table.take(leaver, table.sessions[leaver].leave(table.now))
    table.settle()
    assert not table.told(leaver, Closed)
    assert reasons(table.act(leaver, (Move("stop"),))) == ["session.refused.left"]
    table.wait(FAREWELL + 200)
    assert [event.reason.key for event in table.told(leaver, Closed)] == ["session.closed.unheard"]


def test_a_peer_that_left_and_was_not_heard_hands_the_entry_over_when_it_comes_back(tmp_path):
    table = Straight(2, folder=tmp_path)
    leaver = table.at_turn()
    table.cut.add((0, 1))
    table.take(leaver, table.sessions[leaver].leave(table.now))
    table.wait(FAREWELL + 200)
    assert [event.reason.key for event in table.told(leaver, Closed)] == ["session.closed.untold"]
    assert len(table.sessions[1 - leaver].log) == 4
    table.sessions[1 - leaver].lost(table.keys[leaver], table.now)
    come_back(table, leaver, tmp_path)
    assert "replace.notice.away" in table.notices(leaver)
    table.cut.clear()
    table.join(0, 1)
    table.settle()
    assert len(table.sessions[1 - leaver].log) == 5
    assert not table.sessions[leaver].closed  # it may watch, and take its seat back
    assert table.told(leaver, AbsenceChanged)[-1] == AbsenceChanged(None, gone=True, returnable=True, returning=False)


def test_a_wish_to_leave_that_got_lost_is_sent_again():
    table = Straight(2)
    leaver = 1 - table.at_turn()
    table.take(leaver, table.sessions[leaver].leave(table.now))
    table.queue.clear()
    table.wait(2000)
    assert [event.reason.key for event in table.told(leaver, Closed)] == ["session.closed.left"]


def test_a_wish_to_leave_goes_over_others():
    table = Straight(3, cut=[(1, 2)])
    while table.at_turn() != 1:
        table.move(lambda moves: Move("draw"))
    table.take(2, table.sessions[2].leave(table.now))
    table.settle()
    assert [event.reason.key for event in table.told(2, Closed)] == ["session.closed.left"]


def test_a_wish_to_leave_ends_with_the_program_that_has_it(tmp_path):
    """The peer that may write hears the wish too late: the leaver has paused meanwhile, and keeps its seat."""
    table = Straight(3, folder=tmp_path)
    holder = table.at_turn()
    leaver, witness = [place for place in range(3) if place != holder]
    table.part(holder, leaver)
    table.part(holder, witness)
    table.take(leaver, table.sessions[leaver].leave(table.now))
    table.wait(FAREWELL + 200)
    assert [event.reason.key for event in table.told(leaver, Closed)] == ["session.closed.unheard"]
    table.cut.discard(tuple(sorted((holder, witness))))
    table.join(holder, witness)
    table.settle()
    assert status(table, witness, leaver) == "linked"
    table.part(leaver, witness)
    come_back(table, leaver, tmp_path)
    table.cut.clear()
    for place in (holder, witness):
        table.join(leaver, place)
    table.settle()
    table.play(3)
    assert {session.course.there for session in table.sessions} == {tuple(table.keys)}
    assert len({session.log.heads for session in table.sessions}) == 1


def test_a_stopped_game_can_be_left_at_once():
    table = Straight(2)
    table.frame(1, 0, Have(table.charter.charter.table, 0, b"0" * 32, b"0" * 32, []))
    table.wait(5000)
    table.take(0, table.sessions[0].leave(table.now))
    assert [event.reason.key for event in table.told(0, Closed)] == ["session.closed.left"]


def test_at_the_end_leaving_waits_until_the_last_entry_is_with_everybody():
    table = Straight(2)
    table.move(lambda moves: Move("stop"))
    place = table.at_turn()
    table.act(place, (Move("stop"),))
    out = table.take(place, table.sessions[place].leave(table.now))
    assert not [event for event in out.events if isinstance(event, Closed)]
    table.settle()
    assert table.told(place, Closed)
    assert table.sessions[1 - place].position.result is not None


def haves(frames):
    decoded = [(place, target, game_frames.decode(payload)) for place, target, payload in frames]
    return [(place, target) for place, target, frame in decoded if isinstance(frame, Have)]


def test_the_author_of_a_move_hears_at_once_that_it_was_played_and_the_others_within_a_tick():
    table = Straight(4)
    table.wait(400)
    place = table.at_turn()
    table.act(place, (Move("stop"),))
    others = [other for other in range(4) if other != place]
    said = []
    while table.queue:
        said += haves([table.queue[0]])
        source, target, payload = table.queue.popleft()
        table.take(target, table.sessions[target].receive(table.keys[source], payload, table.now))
    assert sorted(said) == [(other, place) for other in others]
    assert table.sessions[place].acknowledged == len(table.sessions[place].log)
    assert {session.has_news for session in table.sessions} == {True}
    now = [table.sessions[other].acknowledged for other in others]
    assert max(now) < len(table.sessions[place].log), "they know of its author alone"
    for other in range(4):
        table.take(other, table.sessions[other].tell_news())
        assert not table.sessions[other].has_news
    told = haves(table.queue)
    assert len(told) == 3 + 3 * 2, "the author has heard it from all others"
    assert not [target for source, target in told if source != place and target == place]
    table.settle()
    assert {session.acknowledged for session in table.sessions} == {len(table.sessions[place].log)}


def test_during_the_deal_peers_acknowledge_only_awaited_entries():
    pairs = [(0, 1), (0, 2), (1, 2)]
    table = Straight(3, dealer=FAIR, cut=pairs)
    table.cut.clear()
    for pair in pairs:
        table.join(*pair)
    said = []
    while table.queue:
        said += haves([table.queue[0]])
        source, target, payload = table.queue.popleft()
        table.take(target, table.sessions[target].receive(table.keys[source], payload, table.now))
    assert table.sessions[0].position.turn is not None
    entries = len(table.sessions[0].log)
    assert entries >= 12
    assert len(said) < 2 * entries, "where all told all it were six for each entry"
    last = table.keys.index(table.sessions[0].log.entries[-1].entry.author)
    assert table.sessions[last].acknowledged < entries, "the author of the last contribution does not wait, either"
    table.wait(200)
    assert {session.acknowledged for session in table.sessions} == {entries}


# -- files -------------------------------------------------------------------------------------------------------------


def come_back(table, place, folder):
    die(table.sessions[place].file)
    file, recording = GameFile.resume(folder / f"{place}.alarife")
    table.sessions[place] = Session(IDENTITIES[place], recording.charter, recording.private, file, recording.entries)
    table.take(place, table.sessions[place].begin(table.now))


def test_a_game_continues_from_its_file_after_the_program_died_before_sending(tmp_path):
    table = Straight(2, folder=tmp_path)
    table.play(2)
    place = table.at_turn()
    table.act(place, (Move("draw"),))
    table.queue.clear()  # it died between writing and sending
    table.part(0, 1)
    table.cut.clear()
    facts = table.sessions[place].position.facts()
    come_back(table, place, tmp_path)
    opened = table.told(place, Opened)[-1]
    assert (opened.index, len(opened.past)) == (7, 7)
    assert opened.position.facts() == facts == opened.past[-1].position.facts()
    assert reasons(table.act(place, (Move("stop"),), seat=place)) == ["session.refused.waiting"]
    table.join(0, 1)
    table.settle()
    assert len(table.sessions[1 - place].log) == 7
    table.play(2)
    assert table.sessions[0].log.heads == table.sessions[1].log.heads


def test_a_returning_peer_writes_nothing_before_it_knows_the_news(tmp_path):
    """The file is older than the game (its disk failed): the peer's own entries come back from the others."""
    table = Straight(2, folder=tmp_path)
    path = tmp_path / "0.alarife"
    short = path.read_bytes()
    while table.at_turn() != 0:
        table.move(lambda moves: Move("draw"))
    table.play(1)
    table.part(0, 1)
    table.cut.clear()
    die(table.sessions[0].file)
    path.write_bytes(short)
    come_back(table, 0, tmp_path)
    assert len(table.sessions[0].log) == 4
    assert reasons(table.act(0, (Move("stop"),), seat=0)) == ["session.refused.waiting"]
    table.join(0, 1)
    table.settle()
    assert table.sessions[0].log.heads == table.sessions[1].log.heads
    assert table.stops() == [None, None]
    table.play(3)
    assert table.sessions[0].log.heads == table.sessions[1].log.heads


def test_a_bot_asked_before_the_news_was_known_is_asked_again(tmp_path):
    """Between the question and the answer another peer links up, and might know more than the file."""
    table = Straight(3, bots=(0,), folder=tmp_path)
    while table.turn != 0:
        table.move(lambda moves: Move("draw"))
    for other in (1, 2):
        table.part(0, other)
    table.events[0].clear()
    come_back(table, 0, tmp_path)
    table.cut.clear()
    table.join(0, 1)
    table.settle()
    [turn] = table.told(0, BotTurn)
    table.join(0, 2)
    out = table.act(0, (turn.view.moves()[-1],), turn.seat, turn.index)
    assert reasons(out) == ["session.refused.waiting"]
    table.settle()
    assert len(table.told(0, BotTurn)) == 2
    assert not reasons(table.act(0, (turn.view.moves()[-1],), turn.seat, turn.index))


def test_the_secret_of_the_dealing_survives_a_restart(tmp_path):
    table = Straight(2, folder=tmp_path, cut=[(0, 1)])
    assert len(table.sessions[0].log) == 1  # has committed
    come_back(table, 0, tmp_path)
    table.cut.clear()
    table.join(0, 1)
    table.settle()
    assert table.stops() == [None, None]
    assert len(table.sessions[0].log) == 4


def test_a_full_disk_is_reported_once_and_nothing_is_lost(tmp_path, monkeypatch):
    table = Straight(1, 2, folder=tmp_path)
    real = os.write
    calls = []

    def full(handle, data):
        calls.append(len(data))
        if len(calls) % 2:
            return real(handle, data[:10])  # some of it fits
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    table.play(3)
    assert table.notices(0) == ["session.file.unwritten"]
    assert table.told(0, Notice)[0].text.value("why") == "No space left on device"
    assert len(table.sessions[0].log) == 4
    monkeypatch.setattr(os, "write", real)
    saved = load(tmp_path / "0.alarife")
    assert (len(saved.entries), saved.notice, saved.ended) == (1, None, False)
    table.play(1)
    assert table.notices(0) == ["session.file.unwritten", "session.file.written"]
    saved = load(tmp_path / "0.alarife")
    assert (len(saved.entries), saved.notice, saved.ended) == (5, None, True)
    table.sessions[0].close()


def test_entries_that_did_not_fit_are_written_later_even_if_nothing_happens(tmp_path, monkeypatch):
    table = Straight(2, folder=tmp_path)
    table.play(2)
    real = os.write

    def full(handle, data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", full)
    table.play(2)
    table.wait(1000)
    length = len(table.sessions[0].log)
    assert len(load(tmp_path / "0.alarife").entries) < length
    assert table.notices(0) == ["session.file.unwritten"]
    monkeypatch.setattr(os, "write", real)
    table.wait(400)
    assert len(load(tmp_path / "0.alarife").entries) == length
    assert table.notices(0) == ["session.file.unwritten", "session.file.written"]


def eventually(holds):
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def at_rest(table):
    """Everything that was dealt is on the disks."""
    for session in table.sessions:
        session.file.flushing.wait()


def test_own_entries_go_to_the_disk_while_they_are_sent(tmp_path, monkeypatch):
    table = Straight(2, folder=tmp_path)
    at_rest(table)
    synced, slow = [], threading.Event()

    def fsync(handle):
        assert slow.wait(60)
        synced.append(os.fstat(handle).st_size)

    monkeypatch.setattr(os, "fsync", fsync)
    place = table.at_turn()
    out = table.act(place, (Move("draw"),))
    assert any(isinstance(game_frames.decode(payload), Entries) for _, payload in out.frames)
    path = tmp_path / f"{place}.alarife"
    assert load(path).entries[-1].entry.author == table.keys[place], "a program that dies now has lost nothing"
    assert synced == []
    slow.set()
    eventually(lambda: path.stat().st_size in synced)


def test_a_failing_disk_is_reported_a_tick_later(tmp_path, monkeypatch):
    table = Straight(2, folder=tmp_path)
    at_rest(table)
    tried = []

    def fsync(handle):
        tried.append(handle)
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, "fsync", fsync)
    place = table.at_turn()
    table.act(place, (Move("draw"),))
    eventually(lambda: tried and table.sessions[place].file.unsynced)
    assert table.notices(place) == []
    table.wait(200)
    assert table.notices(place) == ["session.file.unwritten"]


def test_entries_of_others_are_on_the_disk_a_tick_after_the_turn(tmp_path, monkeypatch):
    table = Straight(2, folder=tmp_path)
    table.wait(200)
    at_rest(table)
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    place, before = table.at_turn(), table.turn
    while table.turn == before:
        table.move(lambda moves: Move("stop") if Move("stop") in moves else moves[0])
    reader = (tmp_path / f"{1 - place}.alarife").stat().st_ino
    assert reader not in synced, "the move is acknowledged without waiting for the disk"
    table.wait(200)
    eventually(lambda: synced.count(reader) == 1)
    table.wait(1000)
    table.sessions[1 - place].file.close()
    assert synced.count(reader) == 2, "once after the turn, and once in closing"


def test_a_deliberate_pause_is_no_lost_link():
    table = Straight(2)
    table.take(1, table.sessions[1].pause())
    table.settle()
    assert status(table, 0, 1) != "paused", "the link still stands"
    table.part(0, 1)
    assert status(table, 0, 1) == "paused"
    table.join(0, 1)
    table.settle()
    table.part(0, 1)
    assert status(table, 0, 1) == "reconnecting", "a pause holds for one link"


def confirmed(table, place):
    return table.told(place, Confirmed)[-1]


def test_peers_confirm_a_move_or_are_named_after_a_second():
    table = Straight(3)
    place = table.at_turn()
    length = len(table.sessions[place].log)
    table.wait(500)
    assert confirmed(table, place) == Confirmed(length, length, ())
    table.take(place, table.sessions[place].act(place, (Move("stop"),), length, table.now))
    assert confirmed(table, place) == Confirmed(length, length + 1, ())
    table.settle()
    table.wait(500)
    assert confirmed(table, place) == Confirmed(length + 1, length + 1, ())
    silent = (place + 1) % 3
    table.part(place, silent)
    table.part((place + 2) % 3, silent)
    length += 1
    table.take(silent, table.sessions[silent].act(silent, (Move("stop"),), length, table.now))
    assert confirmed(table, silent).waiting == ()
    table.wait(1500)
    names = {table.charter.charter.name(table.keys[one]) for one in range(3) if one != silent}
    assert set(confirmed(table, silent).waiting) == names


def test_of_several_unconfirmed_moves_only_the_first_is_told_as_such():
    table = Straight(3)
    table.wait(500)
    place = table.at_turn()
    session, before = table.sessions[place], len(table.told(place, Confirmed))
    length, seat = len(session.log), table.turn
    for _ in range(2):  # nothing arrives meanwhile
        table.take(place, session.act(seat, (session.position.moves()[0],), len(session.log), table.now))
    assert len(session.log) == length + 2
    assert table.told(place, Confirmed)[before:] == [Confirmed(length, length + 1, ())]


def test_frames_with_own_entries_go_out_before_the_program_is_told_and_mere_answers_after_it():
    table = Straight(3)
    table.wait(400)
    place = table.at_turn()
    session = table.sessions[place]
    assert table.act(place, (session.position.moves()[0],)).urgent
    source, target, payload = table.queue.popleft()
    answer = table.sessions[target].receive(table.keys[source], payload, table.now)
    assert [event for event in answer.events if isinstance(event, Advanced)]
    assert answer.frames
    assert not answer.urgent
