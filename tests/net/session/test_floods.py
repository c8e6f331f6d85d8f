"""A few bytes must not make others send many, whoever sends them."""

from net.session.chat import REMEMBERED, Chatter
from net.session.format.wire import Want, game_frames
from net.session.traffic.gossip import ASK_AGAIN, REPEATS
from tests.net.session.network import IDENTITIES
from tests.net.session.straight import Straight


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
