"""Leaving in five steps, and abuse of each by dishonest programs: no secret goes out before the leaving counts."""

import pytest

from net.api import BotTurn, Closed, Refused
from net.deal import FAIR
from net.deal.fair import bequest, renewal
from net.deal.fair.dealer import Contribution
from net.gamefile import GameFile, load
from net.session.core import ALONE_NEWS, FAREWELL, Session
from net.session.format import charter as charters
from net.session.format.entry import (
    DealBody,
    DropBody,
    LeaveBody,
    LeavingBody,
    MoveBody,
    ReturnBody,
    sign_return,
    sign_stay,
    sign_wish,
)
from net.session.format.wire import Have, Leaving, Returning, Staying, game_frames, unpack
from net.session.history.course import MOST_STAYS
from net.session.traffic.gossip import RESEND
from net.verify import verify
from rules.contract import SEALED
from tests.net.session import earlier, insides, network
from tests.net.session.earlier import leave_entry
from tests.net.session.network import IDENTITIES, die
from tests.net.session.straight import Straight, half_dealt
from tests.net.session.test_replace import (
    come_home,
    cut_short,
    entries_of,
    hands,
    in_step,
    others,
    play_on,
    replaced,
    vanish,
    want,
)
from tests.net.session.test_watching import Hall


@pytest.fixture
def fair(tmp_path):
    return Straight(3, dealer=FAIR, folder=tmp_path)


@pytest.fixture
def two(tmp_path):
    return Straight(2, dealer=FAIR, folder=tmp_path)


def word(signed):
    """The effect of an entry: the word of a contribution, or the kind of the entry."""
    body = signed.entry.body
    return unpack(body.payload, Contribution).word if isinstance(body, DealBody) else type(body).__name__


def words(session):
    """The log since somebody first wanted to leave."""
    found = [word(signed) for signed in session.log.entries]
    return found[found.index("LeavingBody") :] if "LeavingBody" in found else []


def leave(table, place):
    return table.take(place, table.sessions[place].leave(table.now))


def draw(table):
    """The peer on turn draws a card."""
    table.move(lambda moves: next(move for move in moves if move.kind == "draw"))


def closed(table, place):
    return [event.reason.key for event in table.told(place, Closed)]


def deliver(table, refuse=lambda source, target, frame: False):
    """Everything arrives except refused frames; those are lost."""
    while table.queue:
        source, target, payload = table.queue.popleft()
        if tuple(sorted((source, target))) not in table.cut and not refuse(source, target, game_frames.decode(payload)):
            table.take(target, table.sessions[target].receive(table.keys[source], payload, table.now))


def step_until(table, holds):
    """Everything arrives in order until something holds; the rest waits."""
    while not holds():
        source, target, payload = table.queue.popleft()
        if tuple(sorted((source, target))) not in table.cut:
            table.take(target, table.sessions[target].receive(table.keys[source], payload, table.now))


def holds_secrets_of(table, place, other):
    """Whether a copy holds valid secrets of another peer."""
    course = table.sessions[place].course
    secrets = course.secrets.get(table.keys[other])
    return secrets is not None and course.fits(table.keys[other], secrets)


def reopen(table, place, folder, meets=None):
    """Start the program again after it has closed the table."""
    for other in range(len(table.sessions)):
        if other != place:
            table.part(place, other)
    come_home(table, place, folder, meets)


# -- five steps --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaver", range(3))
@pytest.mark.parametrize("on_turn", [True, False])
def test_a_peer_leaves_in_five_steps(fair, leaver, on_turn, tmp_path):
    while (fair.at_turn() == leaver) != on_turn:
        play_on(fair, 1)
    cards = hands(fair.sessions[leaver], leaver)
    leave(fair, leaver)
    fair.settle()
    fair.wait(400)
    heir, third = others(fair, leaver)
    assert words(fair.sessions[heir])[:3] == ["LeavingBody", "bequest", "took"]
    assert closed(fair, leaver) == ["session.closed.left"]
    assert [fair.notices(place) for place in (heir, third)] == [["session.notice.left"]] * 2
    assert hands(fair.sessions[heir], leaver) == cards
    assert set(hands(fair.sessions[third], leaver)) == {SEALED}
    assert not holds_secrets_of(fair, third, leaver)
    play_on(fair, 60)
    in_step(fair)
    assert fair.sessions[heir].position.result is not None
    for place in range(3):
        fair.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


def test_of_two_the_other_plays_on_alone(two):
    leave(two, 0)
    two.settle()
    two.wait(400)
    assert closed(two, 0) == ["session.closed.left"]
    assert two.sessions[1].course.there == (two.keys[1],)
    play_on(two, 60)
    assert two.sessions[1].position.result is not None
    assert two.told(1, BotTurn)


@pytest.mark.parametrize("entries", range(14))
def test_a_peer_leaves_while_the_cards_are_dealt(entries, tmp_path):
    table = half_dealt(3, tmp_path, 1, entries)
    leave(table, 1)
    table.settle()
    table.wait(400)
    assert closed(table, 1) == ["session.closed.left"]
    play_on(table, 60)
    in_step(table)
    assert table.sessions[0].position.result is not None
    for place in range(3):
        table.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


@pytest.mark.usefixtures("interpreted")
def test_a_card_that_the_leaver_has_played_and_not_shown_counts_as_not_played(fair, monkeypatch):
    """Its program breaks between the move and the showing, and comes back only to leave."""
    while fair.at_turn() != 2:
        play_on(fair, 1)
    session = fair.sessions[2]
    monkeypatch.setattr(session, "contribution", lambda out: None)
    played = next(move for move in session.position.moves() if move.kind == "play")
    fair.act(2, (played,))
    fair.settle()
    assert fair.sessions[0].position.deals[0].kind == "show"
    leave(fair, 2)
    fair.settle()
    assert words(fair.sessions[0]) == ["LeavingBody"]
    monkeypatch.undo()
    fair.wait(400)
    assert closed(fair, 2) == ["session.closed.left"]
    for place in (0, 1):
        assert fair.notices(place) == ["session.notice.left", "session.notice.unshown"]
    play_on(fair, 60)
    in_step(fair)
    assert fair.sessions[0].position.result is not None


def test_two_leave_at_once_one_after_the_other(tmp_path):
    table = Straight(4, dealer=FAIR, folder=tmp_path)
    for leaver in (0, 2):
        leave(table, leaver)
    table.wait(FAREWELL + 400)
    assert [closed(table, place) for place in range(4)] == [["session.closed.left"], [], ["session.closed.left"], []]
    assert table.sessions[1].course.there == (table.keys[1], table.keys[3])
    play_on(table, 60)
    in_step(table)
    assert table.sessions[1].position.result is not None


def test_the_clock_stands_while_somebody_else_leaves():
    table = Straight(3, dealer=FAIR, manners={"clock": "5"})
    place = table.at_turn()
    leaver, other = others(table, place)
    leave(table, leaver)
    deliver(table, lambda source, target, frame: (source, target) == (other, leaver) and isinstance(frame, Have))
    assert words(table.sessions[place]) == ["LeavingBody"]
    before = table.sessions[place].time_left(place, table.now)
    table.now += 2000
    assert table.sessions[place].time_left(place, table.now) == before


def test_a_watcher_hears_that_a_player_has_left_once_it_has(fair):
    table = Hall(3, dealer=FAIR)
    place = table.enter("Wanda")
    leave(table, 2)
    table.settle()
    table.wait(1000)
    assert table.notices(place) == ["session.notice.left"]
    assert table.sessions[place].course.head == table.sessions[0].course.head


# -- no secret goes out before it counts -------------------------------------------------------------------------------


def test_a_wish_contains_no_secret(two):
    writer = two.at_turn()
    leaver = 1 - writer
    out = leave(two, leaver)
    [wish] = [game_frames.decode(payload) for _, payload in out.frames if isinstance(game_frames.decode(payload), Leaving)]
    course = two.sessions[writer].course
    assert (wish.n, wish.head) == (course.index, course.head)
    known = {number.to_bytes(32, "big") for number in two.sessions[leaver].course.secrets[two.keys[leaver]]}
    assert not any(number in payload for _, payload in out.frames for number in known)
    assert max(len(payload) for _, payload in out.frames) < 250


@pytest.mark.parametrize("silent", [0, 1])
def test_the_secrets_wait_until_every_linked_peer_has_confirmed_the_entry(fair, silent, tmp_path):
    """The heir (0), or the third peer, does not confirm that the entry is in its log."""
    leaver = 2
    while fair.at_turn() == silent:  # else it would write the entry itself, which confirms it, too
        draw(fair)
    leave(fair, leaver)
    deaf = lambda source, target, frame: (source, target) == (silent, leaver) and isinstance(frame, Have)  # noqa: E731
    deliver(fair, deaf)
    assert words(fair.sessions[leaver]) == ["LeavingBody"]
    for _ in range(FAREWELL // 200 + 1):
        assert "bequest" not in words(fair.sessions[leaver])
        fair.now += 200
        for place in range(3):
            fair.take(place, fair.sessions[place].tick(fair.now))
        deliver(fair, deaf)
    assert closed(fair, leaver) == ["session.closed.unheard"]
    for place in range(3):
        assert words(fair.sessions[place]) == ["LeavingBody", "stay"]
        assert fair.keys[leaver] in fair.sessions[place].course.there
    reopen(fair, leaver, tmp_path)
    play_on(fair, 60)
    in_step(fair)
    assert fair.sessions[0].position.result is not None


def test_an_heir_that_writes_down_the_wish_only_for_itself_gets_nothing(two, tmp_path):
    """The original attack: the other program takes the wish, sends nothing, and waits for the leaver to give up."""
    writer = two.at_turn()
    leaver = 1 - writer
    leave(two, leaver)
    deliver(two, lambda source, target, frame: source == writer)  # its own copy has the entry
    assert words(two.sessions[writer]) == ["LeavingBody"]
    for _ in range(FAREWELL // 200 + 1):
        two.now += 200
        two.take(leaver, two.sessions[leaver].tick(two.now))
        deliver(two, lambda source, target, frame: source == writer)
    assert closed(two, leaver) == ["session.closed.unheard"]
    assert two.keys[leaver] not in two.sessions[writer].course.secrets
    reopen(two, leaver, tmp_path)
    two.wait(2 * RESEND)
    assert words(two.sessions[leaver]) == ["LeavingBody", "stay"]
    assert two.keys[leaver] not in two.sessions[writer].course.secrets
    play_on(two, 60)
    in_step(two)
    assert two.sessions[0].position.result is not None


@pytest.mark.usefixtures("interpreted")
def test_an_heir_that_sends_no_receipt_cannot_play_on_with_live_keys(two, monkeypatch, tmp_path):
    leaver, heir = 1 - two.at_turn(), two.at_turn()
    drawn = two.sessions[leaver].course.secrets[two.keys[leaver]]
    cheat = two.sessions[heir]
    honest = cheat.contribution
    monkeypatch.setattr(cheat, "contribution", lambda out: None if cheat.course.leaver else honest(out))
    leave(two, leaver)
    two.wait(FAREWELL + 400)
    assert closed(two, leaver) == ["session.closed.sent"]
    assert words(cheat) == ["LeavingBody", "bequest"]
    reopen(two, leaver, tmp_path)
    two.wait(2000)
    session = two.sessions[leaver]
    assert session.course.pen == two.keys[heir], "the game waits for the receipt"
    stop = two.act(heir, (cheat.position.view(heir).moves()[-1],), heir)
    assert [event.reason.key for event in stop.events] == ["replace.refused.keys-first"]
    forged = MoveBody(heir, "stop", ())
    two.send(heir, leaver, two.lie(heir, forged))
    two.wait(5000)
    assert two.stops()[leaver] == "session.entry.turn"
    assert len(session.log) == len(cheat.log)
    assert session.course.fits(two.keys[leaver], drawn)


def test_a_leaver_whose_receipt_came_late_takes_new_keys_when_it_returns(two, monkeypatch, tmp_path):
    leaver, heir = 1 - two.at_turn(), two.at_turn()
    old = two.sessions[leaver].course.secrets[two.keys[leaver]]
    leave(two, leaver)
    step_until(two, lambda: "bequest" in words(two.sessions[heir]))
    two.queue.clear()  # the receipt is in the heir's file, and nobody has seen it
    two.part(leaver, heir)
    two.wait(FAREWELL + 400)
    assert closed(two, leaver) == ["session.closed.sent"]
    reopen(two, leaver, tmp_path)
    two.wait(1000)
    assert words(two.sessions[leaver]) == ["LeavingBody", "bequest", "took"]
    assert "replace.notice.here" in two.notices(leaver) or two.keys[leaver] not in two.sessions[leaver].course.there
    two.take(leaver, two.sessions[leaver].take_seat_back(two.now))
    two.wait(1000)
    assert entries_of(two.sessions[heir], ReturnBody)
    assert {"renew", "remix"} <= set(words(two.sessions[heir]))
    for session in two.sessions:
        assert two.keys[leaver] in session.course.there
        assert not session.course.fits(two.keys[leaver], old)
    play_on(two, 60)
    in_step(two)
    assert two.sessions[0].position.result is not None


def draws(table, moves):
    """The player on turn draws a card, this many times: nobody ends the game."""
    for _ in range(moves):
        session = next(session for session in table.sessions if not session.closed)
        place = table.keys.index(session.course.owner(session.position.turn))
        move = next(move for move in table.sessions[place].position.moves() if move.kind == "draw")
        table.act(place, (move,), session.position.turn)
        table.wait(400)


def stays_alone(table):
    """One of two leaves and the other plays on alone. Returns both, and the length of the log while one was alone."""
    stayer, leaver = 1, 0
    leave(table, leaver)
    table.settle()
    table.wait(400)
    draws(table, 2)
    alone = len(table.sessions[stayer].log)
    assert table.sessions[stayer].course.there == (table.keys[stayer],)
    assert table.sessions[stayer].position.turn is not None
    return stayer, leaver, alone


@pytest.mark.parametrize("linked_after", [0, ALONE_NEWS - 1000])
def test_a_peer_that_was_alone_writes_nothing_before_it_has_heard_returned_peers(two, linked_after, tmp_path):
    stayer, leaver, alone = stays_alone(two)
    reopen(two, leaver, tmp_path)
    two.take(leaver, two.sessions[leaver].take_seat_back(two.now))
    two.wait(1000)
    draws(two, 2)
    in_step(two)
    length = len(two.sessions[leaver].log)
    assert two.keys[leaver] in two.sessions[stayer].course.there
    vanish(two, stayer)
    cut_short(tmp_path / f"{stayer}.alarife", alone)
    come_home(two, stayer, tmp_path, meets=())
    two.wait(linked_after)
    session = two.sessions[stayer]
    assert len(session.log) == alone
    assert str(session.why_not_write()) == "session.refused.waiting"
    two.cut.clear()
    two.join(stayer, leaver)
    two.wait(2000)
    in_step(two)
    assert len(session.log) >= length
    play_on(two, 60)
    in_step(two)
    assert session.position.result is not None


def test_a_peer_that_was_alone_continues_alone_if_nobody_comes(two, tmp_path):
    stayer, _, alone = stays_alone(two)
    vanish(two, stayer)
    come_home(two, stayer, tmp_path, meets=())
    assert str(two.sessions[stayer].why_not_write()) == "session.refused.waiting"
    two.wait(ALONE_NEWS)
    assert two.sessions[stayer].why_not_write() is None
    play_on(two, 60)
    assert len(two.sessions[stayer].log) > alone
    assert two.sessions[stayer].position.result is not None


def test_a_peer_that_was_alone_does_not_wait_for_departed_peers_that_know_no_more(two, tmp_path):
    stayer, leaver, _alone = stays_alone(two)
    vanish(two, stayer)
    come_home(two, stayer, tmp_path, meets=())
    reopen(two, leaver, tmp_path)
    two.settle()
    assert two.sessions[stayer].why_not_write() is None
    assert not any(two.stops())


def test_a_resumed_leaver_that_has_sent_nothing_stays(fair, tmp_path):
    """Its program died after the entry, before it sent anything."""
    leaver = 2
    leave(fair, leaver)
    step_until(fair, lambda: len(words(fair.sessions[leaver])) == 1)
    fair.queue.clear()
    vanish(fair, leaver)
    fair.wait(1000)
    assert fair.sessions[0].course.pen == fair.keys[leaver]
    come_home(fair, leaver, tmp_path)
    fair.wait(1000)
    for place in range(3):
        assert words(fair.sessions[place])[:2] == ["LeavingBody", "stay"]
        assert fair.keys[leaver] in fair.sessions[place].course.there
    assert not any(fair.keys[leaver] in fair.sessions[place].course.secrets for place in (0, 1))
    play_on(fair, 60)
    in_step(fair)
    assert fair.sessions[0].position.result is not None


def test_a_leaver_that_vanishes_before_its_secrets_are_sent_is_replaced_by_votes(fair):
    leave(fair, 2)
    step_until(fair, lambda: len(words(fair.sessions[2])) == 1)
    fair.queue.clear()
    vanish(fair, 2)
    fair.wait(1000)
    want(fair, 2, 0, 1)
    fair.wait(1000)
    assert all(entries_of(fair.sessions[place], DropBody) for place in (0, 1))
    play_on(fair, 60)
    in_step(fair)
    assert fair.sessions[0].position.result is not None


def test_an_heir_that_is_silent_is_replaced_and_the_leaver_takes_new_keys(tmp_path):
    table = Straight(4, dealer=FAIR, folder=tmp_path)
    leaver, heir = 2, 0
    old = table.sessions[leaver].course.secrets[table.keys[leaver]]
    leave(table, leaver)
    step_until(table, lambda: "bequest" in words(table.sessions[leaver]))
    deliver(table, lambda source, target, frame: source == heir)  # it has the secrets, and answers nothing
    vanish(table, heir)
    table.wait(FAREWELL + 400)
    assert closed(table, leaver) == ["session.closed.sent"]
    reopen(table, leaver, tmp_path)
    want(table, heir, 1, 2, 3)
    table.wait(1000)
    assert words(table.sessions[1])[:3] == ["LeavingBody", "bequest", "DropBody"]
    assert "renew" in words(table.sessions[1])
    assert not table.sessions[1].course.fits(table.keys[leaver], old)
    assert table.keys[leaver] in table.sessions[1].course.there
    play_on(table, 80)
    in_step(table)
    assert table.sessions[1].position.result is not None
    for place in (1, 2, 3):
        table.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


# -- a wish holds at one place, and while its peer can be reached ------------------------------------------------------


def wish_of(table, place):
    """The wish to leave that a peer would sign now."""
    course = table.sessions[place].course
    signature = sign_wish(IDENTITIES[place], table.charter.hash, course.index, course.head, 0)
    return Leaving(table.charter.charter.table, table.keys[place], course.index, course.head, 0, signature)


def test_a_kept_wish_is_worthless_once_the_log_has_gone_on(fair):
    """A dishonest program keeps the wish, and chooses the moment."""
    cheat = 0
    leaver, third = others(fair, cheat)
    frame = wish_of(fair, leaver)
    draw(fair)
    while fair.at_turn() != cheat:
        draw(fair)
    lie = fair.lie(cheat, LeavingBody(frame.peer, frame.round, frame.signature))
    for place in (leaver, third):
        fair.send(cheat, place, lie)
    fair.settle()
    fair.wait(1000)
    for place in (leaver, third):
        assert "session.entry.leave" in fair.notices(place)
        assert fair.sessions[place].shuns(fair.keys[cheat])
        assert fair.keys[leaver] in fair.sessions[place].course.there
        assert not words(fair.sessions[place])


def test_a_wish_used_against_the_will_of_its_author_reveals_nothing(fair):
    """The peer has changed its mind meanwhile, but a dishonest program writes down the wish."""
    while fair.at_turn() != 0:
        play_on(fair, 1)
    frame = wish_of(fair, 2)
    lie = fair.lie(0, LeavingBody(frame.peer, frame.round, frame.signature))
    for place in (1, 2):
        fair.send(0, place, lie)
    fair.settle()
    fair.wait(1000)
    for place in (1, 2):
        assert words(fair.sessions[place])[:2] == ["LeavingBody", "stay"]
        assert fair.notices(place) == []
        assert fair.keys[2] in fair.sessions[place].course.there
        assert fair.keys[2] not in fair.sessions[place].course.secrets or place == 2


@pytest.mark.parametrize("noticed", [True, False])
def test_an_old_wish_does_not_throw_out_a_peer_that_has_resumed(fair, noticed, tmp_path):
    """One is briefly unlinked, another leaves unheard and resumes, and then the first is linked again."""
    holder = fair.at_turn()
    leaver, witness = others(fair, holder)
    fair.part(holder, leaver)
    fair.part(holder, witness)
    leave(fair, leaver)
    deliver(fair)
    if noticed:
        fair.wait(FAREWELL + 200)
        assert closed(fair, leaver) == ["session.closed.unheard"]
        reopen(fair, leaver, tmp_path, meets=(witness,))
    else:  # it is killed and restarted before anybody notices that the link is gone
        die(fair.sessions[leaver].file)
        file, recording = GameFile.resume(tmp_path / f"{leaver}.alarife")
        session = Session(IDENTITIES[leaver], recording.charter, recording.private, file, recording.entries)
        fair.sessions[leaver] = session
        fair.take(leaver, session.begin(fair.now))
        fair.join(leaver, witness)
        fair.settle()
    fair.cut.clear()
    fair.join(holder, witness)
    fair.join(holder, leaver)
    fair.settle()
    fair.wait(2 * RESEND)
    for place in range(3):
        assert not words(fair.sessions[place])
        assert fair.keys[leaver] in fair.sessions[place].course.there
    play_on(fair, 60)
    in_step(fair)
    assert fair.sessions[0].position.result is not None


def test_a_wish_of_an_earlier_run_is_taken_back_when_it_is_heard_and_a_new_one_counts(fair):
    holder = fair.at_turn()
    leaver, witness = others(fair, holder)
    old = wish_of(fair, leaver)
    fair.part(holder, witness)
    fair.part(holder, leaver)
    fair.frame(leaver, witness, old)
    assert old in insides.leavings(fair.sessions[witness]).known
    out = fair.frame(witness, leaver, old)
    said = [game_frames.decode(payload) for _, payload in out.frames]
    [stay] = [frame for frame in said if isinstance(frame, Staying)]
    fair.settle()
    assert insides.leavings(fair.sessions[witness]).known == [stay]
    assert fair.frame(leaver, witness, old).frames, "it is answered with the signed word that the peer stays"
    assert insides.leavings(fair.sessions[witness]).known == [stay]
    fair.queue.clear()
    leave(fair, leaver)
    fair.settle()
    [new] = [frame for frame in insides.leavings(fair.sessions[witness]).known if isinstance(frame, Leaving)]
    assert new.round == old.round + 1
    fair.cut.clear()
    fair.join(holder, witness)
    fair.join(holder, leaver)
    fair.settle()
    fair.wait(400)
    assert closed(fair, leaver) == ["session.closed.left"]


@pytest.mark.parametrize("false", ["peer", "n", "head", "round", "signature", "table"])
@pytest.mark.parametrize("kind", [Leaving, Staying])
def test_a_false_wish_counts_for_nothing(fair, kind, false):
    fair.part(0, 1)
    fair.part(0, 2)
    session, course = fair.sessions[1], fair.sessions[1].course
    sign = sign_wish if kind is Leaving else sign_stay
    right = {
        "table": fair.charter.charter.table,
        "peer": fair.keys[2],
        "n": course.index,
        "head": course.head,
        "round": 0,
        "signature": sign(IDENTITIES[2], fair.charter.hash, course.index, course.head, 0),
    }
    wrong = {"peer": fair.keys[0], "n": course.index + 1, "head": b"h" * 32, "round": 1, "signature": bytes(64)}
    fair.frame(2, 1, kind(**{**right, false: {**wrong, "table": b"t" * 16}[false]}))
    assert insides.leavings(session).known == []
    fair.frame(2, 1, kind(**right))
    assert insides.leavings(session).known == [kind(**right)]


def test_a_wish_that_is_ahead_of_the_log_waits_for_its_place(fair):
    while fair.at_turn() != 0:
        play_on(fair, 1)
    fair.act(0, (fair.sessions[0].position.moves()[-1],))
    step_until(fair, lambda: fair.sessions[1].course.index == fair.sessions[0].course.index)
    behind = fair.sessions[2].course.index
    fair.queue = type(fair.queue)(one for one in fair.queue if one[1] != 2)
    leave(fair, 1)
    step_until(fair, lambda: insides.leavings(fair.sessions[2]).known)
    assert fair.sessions[2].course.index == behind
    fair.settle()
    fair.wait(2000)
    assert closed(fair, 1) == ["session.closed.left"]


def test_an_unreachable_peer_is_not_let_go(fair):
    """It cannot hand anything over: the game would only wait for it."""
    holder = fair.at_turn()
    leaver, witness = others(fair, holder)
    fair.part(holder, leaver)
    fair.part(holder, witness)
    leave(fair, leaver)
    fair.settle()
    vanish(fair, leaver)
    assert insides.leavings(fair.sessions[witness]).known == []


# -- false secrets -----------------------------------------------------------------------------------------------------


def test_false_secrets_are_proven_to_everybody_and_their_program_stays(fair, monkeypatch):
    honest = bequest.make
    monkeypatch.setattr(bequest, "make", lambda left, *rest: honest([left[0] + 1, *left[1:]], *rest))
    leaver = 1
    fair.ledger.excuse(fair.keys[leaver])
    leave(fair, leaver)
    fair.wait(FAREWELL + 400)
    for place in (0, 2):
        assert words(fair.sessions[place])[:5] == ["LeavingBody", "bequest", "false", "stay", "renew"]
        assert fair.notices(place) == ["session.notice.legacy"]
        assert fair.keys[leaver] in fair.sessions[place].course.there
    assert closed(fair, leaver) == ["session.closed.sent"]
    assert fair.stops() == [None] * 3


@pytest.mark.usefixtures("interpreted")
def test_honest_secrets_after_false_ones_are_taken(fair, monkeypatch):
    """A changed program does not stay, but tries again."""
    honest, tries = bequest.make, []

    def once_false(left, *rest):
        tries.append(left)
        return honest([left[0] + 1, *left[1:]] if len(tries) == 1 else left, *rest)

    monkeypatch.setattr(bequest, "make", once_false)
    fair.ledger.excuse(fair.keys[1])
    session = fair.sessions[1]
    monkeypatch.setattr(insides.leavings(session), "give_up", lambda course: None)  # an honest program would stay
    leave(fair, 1)
    fair.settle()
    fair.wait(400)
    for place in (0, 2):
        assert words(fair.sessions[place])[:5] == ["LeavingBody", "bequest", "false", "bequest", "took"]
        assert fair.notices(place) == ["session.notice.legacy", "session.notice.left"]
    assert holds_secrets_of(fair, 0, 1)


def back_without_its_past(table, monkeypatch, folder):
    """A peer vanishes, is replaced and comes back, and with the new keys locks away false secrets."""
    while table.at_turn() == 0:
        table.move()
    gone = replaced(table)
    play_on(table, 1)
    monkeypatch.setattr(renewal, "lock", lambda *_: b"x" * 64)
    table.ledger.excuse(table.keys[gone])
    come_home(table, gone, folder)
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.settle()
    return gone


def test_a_leaver_that_withholds_earlier_secrets_is_named(fair, monkeypatch, tmp_path):
    gone = back_without_its_past(fair, monkeypatch, tmp_path)
    leave(fair, gone)
    fair.wait(1000)
    assert "session.notice.legacy" in fair.notices(0)
    assert all(fair.keys[gone] in session.course.there for session in fair.sessions)
    assert fair.stops() == [None] * 3


def test_a_peer_that_withholds_earlier_secrets_can_still_be_replaced(fair, monkeypatch, tmp_path):
    gone = back_without_its_past(fair, monkeypatch, tmp_path)
    while fair.at_turn() != gone:
        draw(fair)
    vanish(fair, gone)
    want(fair, gone, *others(fair, gone))
    fair.wait(500)
    assert all(fair.keys[gone] not in fair.sessions[other].course.there for other in others(fair, gone))
    play_on(fair, 60)
    in_step(fair)


# -- files -------------------------------------------------------------------------------------------------------------


def leave_as_before(table, leaver):
    """An entry in the form of earlier versions, with the secrets sealed for each peer."""
    table.ledger = None  # that form reveals too much to the others
    session = table.sessions[leaver]
    course = session.course
    assert course.pen == table.keys[leaver]
    body = leave_entry(
        IDENTITIES[leaver], table.charter.hash, earlier.legacies(insides.dealer(course)), course.presence.returns
    )
    entry = table.lie(leaver, body)
    for other in others(table, leaver):
        table.send(leaver, other, entry)
    table.send(others(table, leaver)[0], leaver, entry)
    table.settle()


def test_games_with_an_entry_of_earlier_versions_can_continue(tmp_path):
    table = Straight(4, dealer=FAIR, folder=tmp_path)
    gone = guest = table.at_turn() or 1
    while table.at_turn() != guest:
        play_on(table, 1)
    cards = hands(table.sessions[gone], gone)
    table.ledger = None  # it would find the secrets that this form of leaving gave away
    leave_as_before(table, gone)
    assert all(entries_of(session, LeaveBody) for session in table.sessions)
    assert hands(table.sessions[0], gone) == cards
    for place in range(4):
        vanish(table, place)
    for place in range(4):
        table.cut.clear()
        table.cut |= {tuple(sorted((place, other))) for other in range(4) if other != place and table.sessions[other].closed}
        come_home(table, place, tmp_path)
    table.wait(1000)
    in_step(table)
    assert hands(table.sessions[0], gone) == cards
    assert "replace.notice.away" in table.notices(gone)
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.wait(1000)
    leaver = next(place for place in range(1, 4) if place != gone)
    leave(table, leaver)
    table.wait(1000)
    assert closed(table, leaver) == ["session.closed.left"]
    play_on(table, 80)
    in_step(table)
    assert table.sessions[0].position.result is not None
    for place in range(4):
        table.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


def test_a_game_that_begins_today_takes_no_entry_of_earlier_versions(monkeypatch):
    """That entry would give away the secrets before anybody has confirmed it."""
    fresh = tuple(bytes([place]) * 16 for place in range(3))
    monkeypatch.setattr(network, "draw_up", lambda *about: charters.draw_up(*about, fresh=fresh))
    table = Straight(3, dealer=FAIR)
    writer = table.at_turn()
    victim, third = others(table, writer)
    table.ledger = None
    legacies = earlier.legacies(insides.dealer(table.sessions[writer].course))
    body = leave_entry(IDENTITIES[writer], table.charter.hash, legacies)
    table.send(writer, victim, table.lie(writer, body))
    table.settle()
    for place in (victim, third):
        assert "session.entry.leave" in table.notices(place)
        assert table.keys[writer] in table.sessions[place].course.there


def test_a_file_without_its_secret_says_so_and_can_be_replayed(fair, tmp_path):
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


# -- wishes without end ------------------------------------------------------------------------------------------------


def wish_and_stay(table, place):
    """A changed program says that it leaves, and stays as soon as the wish is in the log."""
    leavings, course = insides.leavings(table.sessions[place]), table.sessions[place].course
    leavings.wanted = True
    wishes = leavings.wish(course)
    leavings.wanted = False
    for frame in wishes:
        for other in others(table, place):
            table.frame(place, other, frame)
    table.settle()


def test_whoever_stays_again_and_again_is_named_and_cannot_fill_the_log(fair):
    while fair.at_turn() != 0:
        play_on(fair, 1)
    for _ in range(2 * MOST_STAYS):
        wish_and_stay(fair, 1)
    for place in range(3):
        assert words(fair.sessions[place]) == ["LeavingBody", "stay"] * MOST_STAYS
        assert fair.notices(place) == ["session.notice.stays"]
    leave(fair, 2)
    fair.settle()
    fair.wait(400)
    assert closed(fair, 2) == ["session.closed.left"], "the others can leave as before"
    out = leave(fair, 1)
    assert not [frame for _, frame in out.frames if isinstance(game_frames.decode(frame), Leaving)]
    assert closed(fair, 1) == ["session.closed.kept"]


def test_whoever_comes_back_again_and_again_is_named_and_cannot_fill_the_log(two, monkeypatch, tmp_path):
    monkeypatch.setattr("net.session.history.course.MOST_RETURNS", 2)
    monkeypatch.setattr("net.session.core.MOST_RETURNS", 2)
    leaver, heir = 1 - two.at_turn(), two.at_turn()
    for _ in range(3):
        leave(two, leaver)
        two.settle()
        assert closed(two, leaver) == ["session.closed.left"]
        reopen(two, leaver, tmp_path)
        out = two.take(leaver, two.sessions[leaver].take_seat_back(two.now))
        two.wait(1000)
    assert [event.reason.key for event in out.events if isinstance(event, Refused)] == ["replace.refused.too-often"]
    assert len(entries_of(two.sessions[heir], ReturnBody)) == 2
    assert "session.notice.returns" in two.notices(heir)
    lie = sign_return(IDENTITIES[leaver], two.charter.hash, two.sessions[heir].course.presence.gone[two.keys[leaver]][0])
    two.frame(leaver, heir, Returning(two.charter.charter.table, lie.peer, lie.gone, lie.signature))
    two.wait(1000)
    assert len(entries_of(two.sessions[heir], ReturnBody)) == 2


def test_nobody_writes_more_entries_than_a_file_may_have(fair, monkeypatch, tmp_path):
    most = len(fair.sessions[0].log) + 3
    for module in ("core", "history.log"):
        monkeypatch.setattr(f"net.session.{module}.MOST_ENTRIES", most)
    while len(fair.sessions[0].log) < most:
        play_on(fair, 1)
    fair.wait(5000)
    for place, session in enumerate(fair.sessions):
        assert len(session.log) == most
        assert fair.notices(place) == ["session.notice.full"]
        if session.course.pen == session.me and session.position.turn is not None:
            out = fair.act(place, session.position.moves()[:1])
            assert [event.reason.key for event in out.events] == ["session.notice.full"]
    leave(fair, 1)
    fair.wait(5000)
    for place in range(3):
        fair.take(place, fair.sessions[place].close())
        assert len(load(tmp_path / f"{place}.alarife").entries) == most
