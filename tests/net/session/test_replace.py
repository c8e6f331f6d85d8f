"""The votes of all others replace a vanished peer, the game survives a second loss, and players take back their seats."""

import errno
import json
import os

import msgspec
import pytest

from net.api import AbsenceChanged, Advanced, Notice, Refused
from net.deal import FAIR
from net.deal.fair import bequest as letters
from net.deal.fair.contribution import Contribution
from net.gamefile import GameFile, load
from net.session.core import LOST_NEWS, NEWS, Session
from net.session.format import wire
from net.session.format.entry import (
    Ballot,
    DropBody,
    LeavingBody,
    MoveBody,
    ReturnBody,
    sign_return,
    sign_vote,
    sign_withdrawal,
)
from net.session.format.wire import Entries, Have, Leaving, Returning, Vote, Withdrawn, game_frames
from net.session.history import record
from net.session.traffic import gossip
from net.verify import verify
from rules.contract import SEALED, Move
from tests.net.session import insides
from tests.net.session.network import IDENTITIES, die
from tests.net.session.straight import Straight, half_dealt


def vanish(table, place):
    """The computer vanishes: no link to it stands, and its program is dead."""
    session = table.sessions[place]
    if session.file is not None:
        die(session.file)
    for other in range(len(table.sessions)):
        if other != place:
            table.part(place, other)
    session.closed = True
    table.settle()


def come_home(table, place, folder, meets=None):
    """The program is started again and finds everybody, or only some."""
    file, recording = GameFile.resume(folder / f"{place}.alarife")
    lacking = not recording.ended
    session = Session(IDENTITIES[place], recording.charter, recording.private, file, recording.entries, lacking=lacking)
    table.sessions[place] = session
    table.events[place].clear()
    table.take(place, session.begin(table.now))
    for other in range(len(table.sessions)):
        if other != place and not table.sessions[other].closed and (meets is None or other in meets):
            table.cut.discard(tuple(sorted((place, other))))
            table.join(place, other)
    table.settle()


def want(table, place, *voters, level="", on=True):
    for voter in voters:
        table.take(voter, table.sessions[voter].replace(table.keys[place], on, level, table.now))
    table.settle()


def others(table, place):
    return [other for other in range(len(table.sessions)) if other != place and not table.sessions[other].closed]


def entries_of(session, kind):
    return [signed.entry for signed in session.log.entries if isinstance(signed.entry.body, kind)]


def play_on(table, moves):
    """Play on with everybody who is there, people and bots."""
    for _ in range(moves):
        table.wait(400)
        session = next(session for session in table.sessions if not session.closed)
        turn = session.position.turn
        if turn is None:
            return
        place = table.keys.index(session.course.owner(turn))
        table.act(place, (table.sessions[place].position.view(turn).moves()[-1],), turn)
        table.settle()


def guest_on_turn(table):
    """Play until it is not the host's turn, since the host is to replace a guest. Returns the guest's place."""
    while table.at_turn() == 0:
        play_on(table, 1)
    return table.at_turn()


def in_step(table):
    heads = {session.course.head for session in table.sessions if not session.closed}
    assert len(heads) == 1
    assert not any(table.stops())


@pytest.fixture
def fair(tmp_path):
    """Three people at three computers, cards dealt fairly; it is Ben's or somebody's turn."""
    return Straight(3, dealer=FAIR, folder=tmp_path)


def hands(session, seat):
    return [face for _, face in session.position.facts()["players"][seat]["hand"]]


# -- going on without somebody -----------------------------------------------------------------------------------------


def test_all_others_together_replace_a_vanished_peer_with_a_bot(fair, tmp_path):
    gone = fair.at_turn()
    cards = hands(fair.sessions[gone], fair.turn)
    vanish(fair, gone)
    first, second = others(fair, gone)
    want(fair, gone, first, level="random")
    fair.wait(3000)
    assert not entries_of(fair.sessions[first], DropBody)
    want(fair, gone, second)
    for place in (first, second):
        [drop] = entries_of(fair.sessions[place], DropBody)
        assert drop.author == fair.keys[first]
        assert "replace.notice.replaced" in fair.notices(place)
        assert fair.sessions[place].course.level(gone) == "random"
    assert hands(fair.sessions[first], gone) == cards  # the heir's bot plays with these
    assert set(hands(fair.sessions[second], gone)) == {SEALED}
    play_on(fair, 40)
    in_step(fair)
    assert fair.sessions[first].position.result is not None
    for place in (first, second):
        fair.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds
    drops = [line for line in (tmp_path / f"{first}.alarife").read_text().splitlines() if '"kind": "drop"' in line]
    assert len(drops) == 1


def test_a_reachable_peer_is_not_replaced(fair):
    place = fair.at_turn()
    want(fair, place, *others(fair, place))
    fair.wait(5000)
    assert not entries_of(fair.sessions[place], DropBody)
    assert not any(insides.replacing(fair.sessions[other]).known for other in range(3))


def test_a_peer_reachable_over_another_is_not_replaced(fair):
    place = fair.at_turn()
    first, second = others(fair, place)
    fair.part(place, first)
    want(fair, place, first, second)
    fair.wait(5000)
    assert not entries_of(fair.sessions[first], DropBody)


@pytest.mark.parametrize("heir_changes_its_mind", [True, False])
def test_a_withdrawn_vote_no_longer_counts(fair, heir_changes_its_mind):
    gone = fair.at_turn()
    vanish(fair, gone)
    heir, other = others(fair, gone)
    fickle, firm = (heir, other) if heir_changes_its_mind else (other, heir)
    want(fair, gone, fickle)
    want(fair, gone, fickle, on=False)
    want(fair, gone, firm)
    fair.wait(3000)
    assert not entries_of(fair.sessions[heir], DropBody)
    want(fair, gone, fickle)
    assert entries_of(fair.sessions[heir], DropBody)


def test_the_people_see_the_state_of_a_missing_player(fair):
    gone = fair.at_turn()
    vanish(fair, gone)
    first, second = others(fair, gone)
    want(fair, gone, first)
    names = [peer.name for peer in fair.charter.charter.peers]
    for place in (first, second):
        absence = fair.told(place, AbsenceChanged)[-1].absence
        assert (absence.name, absence.refused, absence.wanted) == (names[gone], None, place == first)
        assert (absence.agreed, absence.waiting) == ((names[first],), (names[second],))
    seen = len(fair.told(first, AbsenceChanged))
    fair.wait(4000)
    assert len(fair.told(first, AbsenceChanged)) == seen  # time alone is no news
    want(fair, gone, second)
    assert fair.told(first, AbsenceChanged)[-1].absence is None


@pytest.mark.parametrize("entries", range(12))
def test_a_peer_that_vanishes_during_the_deal_is_replaced_too(tmp_path, entries):
    table = half_dealt(4, tmp_path, 3, entries)
    vanish(table, 3)
    for _ in range(3):
        want(table, 3, 0, 1, 2)
        table.wait(2000)
    course = table.sessions[0].course
    if len(course.there) == 4:  # everything it owed was sent, and it is not its turn yet
        play_on(table, 8)
    in_step(table)
    assert len(table.sessions[0].course.there) == 3
    play_on(table, 60)
    in_step(table)
    assert table.sessions[0].position.result is not None


def test_the_game_survives_a_second_loss_but_two_players_replace_nobody(tmp_path):
    table = Straight(4, dealer=FAIR, folder=tmp_path)
    for _ in range(2):
        gone = guest_on_turn(table)
        vanish(table, gone)
        want(table, gone, *others(table, gone))
        table.wait(1000)
        in_step(table)
    assert len(table.sessions[0].course.there) == 2
    last = others(table, 0)[0]
    while table.at_turn() != last:
        play_on(table, 1)
    vanish(table, last)
    table.wait(1000)
    out = table.take(0, table.sessions[0].replace(table.keys[last], True, "", table.now))
    assert [event.reason.key for event in out.events if isinstance(event, Refused)] == ["replace.refused.two"]
    assert table.told(0, AbsenceChanged)[-1].absence.refused.key == "replace.refused.two"
    come_home(table, last, tmp_path)
    play_on(table, 60)
    in_step(table)
    assert table.sessions[0].position.result is not None
    for place in (0, last):
        table.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


def test_the_game_waits_for_a_peer_that_vanishes_before_its_new_deposit(fair, tmp_path):
    gone = fair.at_turn()
    vanish(fair, gone)
    first, second = others(fair, gone)
    want(fair, gone, first, second)
    fair.queue.clear()
    come_home(fair, gone, tmp_path)
    fair.queue.clear()
    fair.take(gone, fair.sessions[gone].take_seat_back(fair.now))
    while fair.sessions[first].course.pen != fair.keys[second] or len(fair.sessions[first].course.there) < 3:
        source, target, payload = fair.queue.popleft()
        fair.take(target, fair.sessions[target].receive(fair.keys[source], payload, fair.now))
    vanish(fair, second)
    fair.wait(1000)
    absence = fair.told(first, AbsenceChanged)[-1].absence
    assert absence is not None
    assert absence.refused.key == "replace.refused.keys"
    come_home(fair, second, tmp_path)
    play_on(fair, 40)
    in_step(fair)
    assert fair.sessions[first].position.result is not None


def test_a_table_may_agree_that_nobody_is_replaced(tmp_path):
    table = Straight(3, dealer=FAIR, manners={"replace": "off"})
    assert not any(b"escrow" in signed.signed.raw for signed in table.sessions[0].log.entries)
    gone = table.at_turn()
    vanish(table, gone)
    first = others(table, gone)[0]
    out = table.sessions[first].replace(table.keys[gone], True, "", table.now)
    assert [event.reason.key for event in out.events if isinstance(event, Refused)] == ["replace.refused.agreed"]


@pytest.mark.parametrize(("place", "level", "reason"), [(0, "", "nobody"), (1, "mighty", "level")])
def test_impossible_votes_are_refused(fair, place, level, reason):
    out = fair.sessions[0].replace(fair.keys[place], True, level, fair.now)
    assert [event.reason.key for event in out.events if isinstance(event, Refused)] == [f"replace.refused.{reason}"]


# -- two entries for one place -----------------------------------------------------------------------------------------


def unseen(table, place):
    """A peer writes a move, tells nobody and dies."""
    table.act(place, (table.sessions[place].position.moves()[-1],))
    table.queue.clear()
    vanish(table, place)


def test_a_peer_that_returns_with_an_unseen_entry_goes_back(fair, tmp_path):
    gone = fair.at_turn()
    unseen(fair, gone)
    length = len(fair.sessions[gone].log)
    first, second = others(fair, gone)
    want(fair, gone, first, second)
    play_on(fair, 2)
    come_home(fair, gone, tmp_path)
    fair.wait(1000)
    in_step(fair)
    assert "replace.notice.back" in fair.notices(gone)
    assert "replace.notice.here" in fair.notices(gone)
    assert not entries_of(fair.sessions[first], LeavingBody)
    assert fair.told(gone, AbsenceChanged)[-1].returnable
    fair.sessions[gone].close()
    kept = load(tmp_path / f"{gone}.alarife")
    assert isinstance(kept.entries[length - 1].entry.body, DropBody)
    assert verify(tmp_path / f"{gone}.alarife").holds
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize("second", [False, True])
def test_a_returning_peer_goes_back_to_its_own_replacement_even_if_two_were_replaced(tmp_path, monkeypatch, second):
    """Its replacement came long after the other, or long before."""
    monkeypatch.setattr(gossip, "BATCH", 2)  # the past comes in parts
    table = Straight(5, dealer=FAIR, folder=tmp_path, game="big-boss")
    gone = []
    for _ in range(2):
        play_on(table, 3)
        gone.append(guest_on_turn(table))
        unseen(table, gone[-1])
        want(table, gone[-1], *others(table, gone[-1]))
        table.wait(2000)
    play_on(table, 3)
    assert len(table.sessions[0].log.drops) == 2
    come_home(table, gone[second], tmp_path)
    table.wait(5000)
    in_step(table)
    assert table.stops() == [None] * 5


def test_a_peer_with_a_longer_log_reports_no_entry_out_of_turn(fair, tmp_path):
    gone = fair.at_turn()
    unseen(fair, gone)
    first, second = others(fair, gone)
    want(fair, gone, second)
    fair.part(first, second)
    come_home(
        fair, gone, tmp_path, meets=(second,)
    )  # it has said how far its log reaches, and the others have voted against it
    want(fair, gone, first)
    assert entries_of(fair.sessions[first], DropBody)
    fair.cut.discard(tuple(sorted((first, second))))
    fair.join(first, second)  # and entries after the replacement are handed on
    fair.settle()
    fair.wait(1000)
    in_step(fair)
    assert not any("session.entry.turn" in fair.notices(place) for place in range(3))
    assert "replace.notice.undone" in fair.notices(first)


def test_an_entry_of_the_vanished_peer_withdraws_a_vote(fair, tmp_path):
    gone = fair.at_turn()
    unseen(fair, gone)
    first, second = others(fair, gone)
    length = len(fair.sessions[first].log)
    want(fair, gone, second)
    [collected] = [vote for vote in insides.replacing(fair.sessions[first]).known if vote.voter == fair.keys[second]]
    fair.part(first, second)
    come_home(fair, gone, tmp_path, meets=(second,))
    assert len(fair.sessions[second].log) > length
    fair.part(gone, second)
    fair.cut.discard(tuple(sorted((first, second))))
    fair.join(first, second)
    fair.settle()
    assert len(fair.sessions[first].log) > length
    assert collected not in insides.replacing(fair.sessions[first]).known
    in_step(fair)


def test_a_vote_is_withdrawn_when_the_vanished_peer_can_be_reached_again(fair, tmp_path):
    gone = fair.at_turn()
    vanish(fair, gone)
    first, second = others(fair, gone)
    want(fair, gone, second)
    [vote] = insides.replacing(fair.sessions[first]).known
    come_home(fair, gone, tmp_path, meets=(second,))
    for place in (first, second):
        [frame] = insides.replacing(fair.sessions[place]).known
        assert isinstance(frame, Withdrawn)
        assert (frame.voter, frame.round) == (vote.voter, vote.round)
    fair.frame(second, first, vote)
    assert insides.replacing(fair.sessions[first]).known == [frame]
    want(fair, gone, first)
    fair.part(gone, second)
    fair.part(gone, first)
    fair.wait(1000)
    for place in (first, second):
        [drop] = entries_of(fair.sessions[place], DropBody)
        assert {ballot.voter: ballot.round for ballot in drop.body.votes} == {fair.keys[first]: 0, fair.keys[second]: 1}


def test_a_voter_that_has_forgotten_its_vote_withdraws_it_and_the_heir_goes_back(fair, tmp_path):
    gone = fair.at_turn()
    unseen(fair, gone)
    first, second = others(fair, gone)
    length = len(fair.sessions[first].log)
    want(fair, gone, second)
    assert len(insides.replacing(fair.sessions[first]).known) == 1
    vanish(fair, second)  # its vote is forgotten with it, but the first has heard it
    come_home(fair, gone, tmp_path, meets=())
    come_home(fair, second, tmp_path, meets=(gone,))
    fair.wait(1000)
    assert len(fair.sessions[second].log) > length  # it has taken the entry
    fair.part(gone, second)
    want(fair, gone, first)
    assert entries_of(fair.sessions[first], DropBody)
    fair.cut.clear()
    fair.join(first, second)
    fair.join(gone, second)
    fair.join(gone, first)
    fair.wait(5000)
    in_step(fair)
    assert "replace.notice.undone" in fair.notices(first)
    play_on(fair, 40)
    in_step(fair)
    for place in range(3):
        assert not entries_of(fair.sessions[place], DropBody)
        fair.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


def cut_short(path, entries):
    """Leave a program's file as after a power cut: without its end."""
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[: 1 + entries]))


def test_a_peer_that_forgot_its_vote_and_more_follows_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr(gossip, "BATCH", 4)  # the past comes in parts
    table = Straight(4, dealer=FAIR, folder=tmp_path)
    gone = guest_on_turn(table)
    vanish(table, gone)
    voters = others(table, gone)
    want(table, gone, *voters)
    table.wait(1000)
    come_home(table, gone, tmp_path)
    play_on(table, 12)
    forgetful, file = voters[1], tmp_path / f"{voters[1]}.alarife"
    log = table.sessions[0].log
    assert len(log.drops) == 1
    for entries in range(len(log)):
        vanish(table, forgetful)
        cut_short(file, entries)
        come_home(table, forgetful, tmp_path)
        table.wait(2000)
        in_step(table)
        assert table.stops() == [None] * 4
    play_on(table, 60)
    in_step(table)
    assert table.sessions[0].position.result is not None
    table.sessions[forgetful].close()
    assert verify(file).holds


def test_a_peer_that_forgot_its_own_entries_asks_everybody_before_it_writes(fair, tmp_path):
    """The peer on turn and one of the others have lost the move that the third one knows."""
    mover = fair.at_turn()
    length = len(fair.sessions[mover].log)
    play_on(fair, 1)
    lacking, knowing = others(fair, mover)
    for place in (mover, lacking):
        vanish(fair, place)
        cut_short(tmp_path / f"{place}.alarife", length)
    come_home(fair, lacking, tmp_path, meets=())
    come_home(fair, mover, tmp_path, meets=(lacking,))
    session = fair.sessions[mover]
    fair.cut.clear()
    fair.join(mover, knowing)
    fair.queue.popleft()  # its frames come late
    assert str(session.why_not_write()) == "session.refused.waiting"
    fair.wait(2000)
    fair.join(lacking, knowing)
    fair.wait(2000)
    in_step(fair)
    assert fair.stops() == [None] * 3


def full_disk(table, place, monkeypatch):
    """Nothing more fits on the disk of one."""
    write, handle = os.write, table.sessions[place].file.handle

    def full(here, data):
        if here == handle:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(here, data)

    monkeypatch.setattr(os, "write", full)


@pytest.mark.parametrize("closed", [False, True])
def test_a_peer_that_knows_of_lost_entries_waits_for_everybody(fair, tmp_path, monkeypatch, closed):
    """The disk of the peer on turn was full, another peer has lost the same in a power cut, and the third comes late."""
    mover = fair.at_turn()
    length = len(fair.sessions[mover].log)
    with monkeypatch.context() as disk:
        full_disk(fair, mover, disk)
        play_on(fair, 1)
        lacking, knowing = others(fair, mover)
        for place in range(3):
            vanish(fair, place)
    cut_short(tmp_path / f"{lacking}.alarife", length)
    if closed:  # the file was opened in between, and nobody else was there
        come_home(fair, mover, tmp_path, meets=())
        fair.sessions[mover].close()
    come_home(fair, lacking, tmp_path, meets=())
    come_home(fair, mover, tmp_path, meets=(lacking,))
    fair.wait(60_000, step=1000)
    assert len(fair.sessions[mover].log) == length
    assert str(fair.sessions[mover].why_not_write()) == "session.refused.waiting"
    come_home(fair, knowing, tmp_path)
    fair.wait(2000)
    in_step(fair)
    assert len(fair.sessions[mover].log) > length
    assert fair.stops() == [None] * 3
    play_on(fair, 40)
    assert fair.sessions[mover].position.result is not None
    fair.sessions[mover].close()
    assert load(tmp_path / f"{mover}.alarife").ended


def test_a_peer_that_lost_entries_does_not_wait_forever(fair, tmp_path, monkeypatch):
    mover = fair.at_turn()
    with monkeypatch.context() as disk:
        full_disk(fair, mover, disk)
        play_on(fair, 1)
        lacking, _ = others(fair, mover)
        for place in range(3):
            vanish(fair, place)
    come_home(fair, lacking, tmp_path, meets=())
    come_home(fair, mover, tmp_path, meets=(lacking,))
    fair.wait(2000)
    length = len(fair.sessions[lacking].log)
    assert len(fair.sessions[mover].log) == length
    assert str(fair.sessions[mover].why_not_write()) == "session.refused.waiting"
    fair.wait(LOST_NEWS, step=1000)
    assert fair.sessions[mover].why_not_write() is None


def test_a_peer_that_claims_more_entries_cannot_hold_up_writing_for_long(fair, tmp_path):
    mover = fair.at_turn()
    _, liar = others(fair, mover)
    vanish(fair, mover)
    come_home(fair, mover, tmp_path)
    session, back = fair.sessions[mover], fair.now
    lie = Have(fair.charter.charter.table, 9999, bytes(32), bytes(32), [])
    while fair.now - back < NEWS:
        fair.frame(liar, mover, lie)
        assert str(session.why_not_write()) == "session.refused.waiting"
        fair.wait(1000)
    fair.frame(liar, mover, lie)
    assert session.why_not_write() is None
    assert fair.stops() == [None] * 3


def test_an_entry_refused_for_a_forgotten_vote_counts_once_all_have_gone_on(fair, tmp_path):
    gone = fair.at_turn()
    vanish(fair, gone)
    heir, voter = others(fair, gone)
    want(fair, gone, heir, voter)
    play_on(fair, 1)
    log = fair.sessions[heir].log
    [drop] = log.drops
    rest = [signed.signed for signed in log.entries[drop.entry.n :]]
    vanish(fair, voter)
    cut_short(tmp_path / f"{voter}.alarife", drop.entry.n)
    come_home(fair, voter, tmp_path, meets=())
    fair.cut.clear()
    fair.join(heir, voter)
    fair.queue.clear()
    for batch in (rest[:1], rest[1:]):  # neither of the two shows it alone
        fair.frame(heir, voter, Entries(batch))
        assert len(fair.sessions[voter].log) == drop.entry.n
    fair.frame(heir, voter, Entries(rest))
    assert fair.sessions[voter].log.entries[drop.entry.n] == drop
    fair.wait(2000)
    in_step(fair)
    assert fair.stops() == [None] * 3


def test_kept_votes_are_worthless_later(fair, tmp_path):
    """A changed program votes with the others, keeps their votes, and writes the entry after the game has gone on."""
    gone = guest_on_turn(fair)
    vanish(fair, gone)
    heir, voter = others(fair, gone)
    want(fair, gone, voter)
    late = fair.lie(heir, drop_of(fair, gone, [heir, voter]))
    come_home(fair, gone, tmp_path)
    play_on(fair, 1)
    length = len(fair.sessions[voter].log)
    assert length > late.entry.n
    for place in (voter, gone):
        fair.send(heir, place, late)
    fair.settle()
    fair.wait(5000)
    in_step(fair)
    for place in range(3):
        assert not entries_of(fair.sessions[place], DropBody)
        assert len(fair.sessions[place].log) >= length
    play_on(fair, 40)
    in_step(fair)
    assert fair.sessions[voter].position.result is not None


def test_a_forged_vote_in_a_peers_name_withdraws_nothing(fair):
    """A modified heir wants a voter to sign that none of its votes for this place counts, whatever their round."""
    gone = guest_on_turn(fair)
    vanish(fair, gone)
    heir, voter = others(fair, gone)
    place = len(fair.sessions[voter].log)
    want(fair, gone, heir, voter)
    session = fair.sessions[voter]
    [entry] = entries_of(session, DropBody)
    assert entry.n == place
    forged = [
        msgspec.structs.replace(ballot, round=ballot.round + (ballot.voter == fair.keys[voter])) for ballot in entry.body.votes
    ]
    body = DropBody(entry.body.peer, tuple(forged))
    about = {"n": entry.n, "previous": entry.previous, "digest": entry.digest}
    length = len(session.log)
    fair.send(heir, voter, fair.lie(heir, body, **about))
    fair.settle()
    fair.wait(1000)
    assert insides.replacing(session).known == []
    assert len(session.log) >= length
    in_step(fair)


@pytest.mark.parametrize("heard", range(9))
@pytest.mark.parametrize("fresh", [False, True])
def test_a_peer_that_returns_in_the_middle_finds_a_game_that_continues(heard, fresh, tmp_path):
    """It returns at any stage of its replacement, with or without an entry that nobody else has seen."""
    table = Straight(4, dealer="fair", folder=tmp_path)
    gone = guest_on_turn(table)
    if fresh:
        unseen(table, gone)
    else:
        vanish(table, gone)
    rest = others(table, gone)
    for voter in rest:
        table.take(voter, table.sessions[voter].replace(table.keys[gone], True, "", table.now))
    for _ in range(3 * heard):
        if table.queue:
            source, target, payload = table.queue.popleft()
            table.take(target, table.sessions[target].receive(table.keys[source], payload, table.now))
    table.queue.clear()  # the rest is lost
    come_home(table, gone, tmp_path)
    table.wait(6000)
    in_step(table)
    if table.keys[gone] not in table.sessions[0].course.there:
        table.take(gone, table.sessions[gone].take_seat_back(table.now))
        table.wait(1000)
    assert len(table.sessions[0].course.there) == 4
    to_the_end = heard % 4 == 0  # the new keys are used at once: otherwise some moves are enough
    play_on(table, 60 if to_the_end else 4)
    in_step(table)
    assert table.sessions[0].position.result is not None or not to_the_end
    for place in range(4):
        table.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


def test_no_peer_gives_a_part_before_all_have_confirmed_the_replacement(tmp_path):
    table = Straight(4, dealer="fair")
    gone = guest_on_turn(table)
    vanish(table, gone)
    heir, one, other = others(table, gone)
    want(table, gone, *others(table, gone))
    entries = [signed.entry for signed in table.sessions[heir].log.entries]
    at = next(n for n, entry in enumerate(entries) if isinstance(entry.body, DropBody))
    deals = [(entry.author, wire.unpack(entry.body.payload, Contribution).word) for entry in entries[at + 1 : at + 5]]
    keys = table.keys
    assert deals == [(keys[one], "seen"), (keys[other], "part"), (keys[one], "part"), (keys[heir], "took")]
    assert all(not hasattr(vote, "part") for vote in entries[at].body.votes)
    held = table.sessions[heir].course.secrets[keys[gone]]
    assert not any(
        number.to_bytes(32, "big") in signed.signed.raw for signed in table.sessions[0].log.entries for number in held
    )


def test_a_replacement_is_certain_when_everybody_has_gone_on_from_it(tmp_path):
    """Only then do watchers see it."""
    table = Straight(4, dealer="fair")
    gone = guest_on_turn(table)
    vanish(table, gone)
    heir, *rest = others(table, gone)
    want(table, gone, *rest)
    for other in rest:
        table.part(heir, other)
    length = len(table.sessions[heir].log)
    want(table, gone, heir)
    log = table.sessions[heir].log
    assert len(log) == length + 1
    assert log.certain == length
    for other in rest:
        table.cut.discard(tuple(sorted((heir, other))))
        table.join(heir, other)
    table.settle()
    table.wait(1000)
    in_step(table)
    assert entries_of(table.sessions[heir], DropBody)
    assert log.certain == len(log) > length + 4


@pytest.mark.usefixtures("interpreted")
def test_a_peer_that_has_deposited_without_somebody_does_not_go_back_to_a_game_with_that_player(tmp_path):
    """Two of the four would have all parts of its secrets, although the fourth is there again and honest.

    The third keeps back what it writes after the replacement, and then withdraws its vote.
    """
    table = half_dealt(4, tmp_path, 1, 7)  # the last one owes its deposit
    vanish(table, 3)
    table.sessions[2].contribution = lambda out: None
    want(table, 3, 0, 1, 2)
    table.wait(2000)
    [drop] = entries_of(table.sessions[1], DropBody)
    assert [signed.entry.author for signed in table.sessions[1].log.entries[drop.n + 1 :]] == table.keys[:2]
    [vote] = [vote for vote in drop.body.votes if vote.voter == table.keys[2]]
    signature = sign_withdrawal(IDENTITIES[2], table.charter.hash, drop.n, drop.previous, table.keys[3], vote.round)
    frame = Withdrawn(drop.table, table.keys[2], table.keys[3], drop.n, drop.previous, vote.round, signature)
    for place in range(2):
        table.frame(2, place, frame)
    come_home(table, 3, tmp_path)
    table.wait(8000)
    for place in range(2):
        assert entries_of(table.sessions[place], DropBody)
        assert table.sessions[place].stopped
        assert table.stops()[place] == "session.stop.deposited"
    assert not any(session.course.holders for session in table.sessions)


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.usefixtures("interpreted")
def test_a_voter_that_has_gone_itself_cannot_undo_the_game_later(leaves, tmp_path):
    """It goes before it has written anything after its vote; both are lost before the first card is dealt."""
    table = half_dealt(4, tmp_path, 0, 3)
    host = table.sessions[0]
    vanish(table, 3)
    table.sessions[2].contribution = lambda out: None
    if leaves:
        host.contribution = lambda out: None
    want(table, 3, 0, 1, 2)
    table.wait(2000)
    [first] = entries_of(host, DropBody)
    if leaves:
        table.take(2, table.sessions[2].leave(table.now))
        table.settle()
        del host.contribution
        assert entries_of(host, LeavingBody)
    vanish(table, 2)
    if not leaves:
        want(table, 2, 0, 1)
    table.wait(2000)
    assert host.course.there == tuple(table.keys[:2])
    play_on(table, 6)
    length = len(host.log)
    assert host.log.certain == length > first.n + 6
    [vote] = [vote for vote in first.body.votes if vote.voter == table.keys[2]]
    signature = sign_withdrawal(IDENTITIES[2], table.charter.hash, first.n, first.previous, table.keys[3], vote.round)
    frame = Withdrawn(first.table, table.keys[2], table.keys[3], first.n, first.previous, vote.round, signature)
    table.take(0, host.connected(table.keys[2], table.now))
    table.frame(2, 0, frame)
    table.settle()
    assert len(host.log) == length
    in_step(table)


@pytest.mark.parametrize("field", ["voter", "peer", "n", "head", "round", "signature", "table"])
def test_a_false_withdrawal_counts_for_nothing(fair, field):
    gone = fair.at_turn()
    vanish(fair, gone)
    first, second = others(fair, gone)
    want(fair, gone, second)
    session = fair.sessions[first]
    known = insides.replacing(session).known
    n, head, peer = len(session.log), session.course.head, fair.keys[gone]
    signature = sign_withdrawal(IDENTITIES[second], fair.charter.hash, n, head, peer, 0)
    right = Withdrawn(fair.charter.charter.table, fair.keys[second], peer, n, head, 0, signature)
    false = {
        "voter": fair.keys[first],
        "peer": fair.keys[second],
        "n": n - 1,
        "head": b"h" * 32,
        "round": 1,
        "signature": bytes(64),
        "table": b"t" * 16,
    }
    fair.frame(second, first, msgspec.structs.replace(right, **{field: false[field]}))
    assert insides.replacing(session).known == known
    fair.frame(second, first, right)
    assert insides.replacing(session).known == [right]


def test_the_log_of_an_absent_peer_stops_nobody(fair):
    gone = fair.at_turn()
    vanish(fair, gone)
    first, second = others(fair, gone)
    want(fair, gone, first, second)
    fair.cut.clear()
    fair.sessions[gone].closed = False
    fair.take(first, fair.sessions[first].connected(fair.keys[gone], fair.now))
    length = len(fair.sessions[first].log)
    for _ in range(4):
        have = Have(fair.charter.charter.table, length, b"0" * 32, b"0" * 32, [])
        out = fair.sessions[first].receive(fair.keys[gone], game_frames.encode(have), fair.now)
        fair.now += 2000
        assert not fair.sessions[first].stopped
    assert any(isinstance(event, Notice) for event in out.events) is False


# -- false votes -------------------------------------------------------------------------------------------------------


def ballot(table, voter, gone, **false):
    session = table.sessions[voter]
    n, head = len(session.log), session.course.head
    about = {"n": n, "head": head, "peer": table.keys[gone], "level": "", "round": 0, **false}
    return about, sign_vote(IDENTITIES[voter], table.charter.hash, **about)


def drop_of(table, gone, voters, **false):
    rows = []
    for voter in voters:
        about, signature = ballot(table, voter, gone, **false)
        rows.append(Ballot(table.keys[voter], about["level"], about["round"], signature))
    return DropBody(table.keys[gone], tuple(rows))


@pytest.mark.parametrize(
    "what", ["short", "duplicate", "stale", "other head", "forged", "level", "of a third", "of a voter", "by another"]
)
def test_an_entry_without_good_votes_of_all_others_does_not_count(what, tmp_path):
    table = Straight(4, dealer=FAIR)
    gone = guest_on_turn(table)
    heir, *rest = others(table, gone)
    voters = [heir, *rest]
    table.part(gone, heir)
    body = drop_of(table, gone, voters)
    author = heir
    if what == "short":
        body = drop_of(table, gone, voters[:-1])
    elif what == "duplicate":
        body = drop_of(table, gone, [*voters[:-1], voters[0]])
    elif what == "stale":
        body = drop_of(table, gone, voters, n=len(table.sessions[0].log) - 1)
    elif what == "other head":
        body = drop_of(table, gone, voters, head=b"0" * 32)
    elif what == "forged":
        last = body.votes[-1]
        body = DropBody(body.peer, (*body.votes[:-1], Ballot(last.voter, last.level, last.round, bytes(64))))
    elif what == "level":
        body = drop_of(table, gone, voters, level="mighty")
    elif what == "of a third":
        body = drop_of(table, rest[-1], [heir, *rest[:-1], gone])
    elif what == "of a voter":
        body = drop_of(table, rest[-1], voters)
    else:
        author = rest[-1]
    listener = rest[0]
    length = len(table.sessions[listener].log)
    table.send(author, listener, table.lie(author, body))
    table.settle()
    assert len(table.sessions[listener].log) == length
    assert not any(table.stops())
    assert "session.entry.turn" in table.notices(listener)


def test_everybody_sees_a_false_part_and_the_name_of_its_author(fair, monkeypatch):
    gone = guest_on_turn(fair)
    vanish(fair, gone)
    heir, liar = others(fair, gone)
    honest, lies = letters.make, []

    def make(left, key, context):
        if not lies:
            lies.append(key)
            left = [left[0] + 1, *left[1:]]
        return honest(left, key, context)

    monkeypatch.setattr(letters, "make", make)
    want(fair, gone, heir, liar)
    name = fair.charter.charter.name(fair.keys[liar])
    for place in (heir, liar):
        [told] = [event.text for event in fair.told(place, Notice) if event.text.key == "replace.notice.part"]
        assert told.value("name") == name
    play_on(fair, 40)
    in_step(fair)
    assert fair.sessions[heir].position.result is not None


def test_votes_that_do_not_count_are_not_passed_on(fair):
    gone = fair.at_turn()
    vanish(fair, gone)
    first, second = others(fair, gone)
    about, signature = ballot(fair, second, gone)
    frame = Vote(fair.charter.charter.table, fair.keys[second], fair.keys[gone], about["n"], about["head"], "", 0, signature)
    session = fair.sessions[first]
    for false in (
        Vote(frame.table, frame.voter, frame.peer, frame.n + 1, frame.head, "", 0, signature),
        Vote(frame.table, frame.voter, frame.peer, frame.n, frame.head, "random", 0, signature),
        Vote(frame.table, frame.peer, frame.peer, frame.n, frame.head, "", 0, signature),
        Vote(frame.table, frame.voter, frame.voter, frame.n, frame.head, "", 0, signature),
        Vote(frame.table, b"x" * 32, frame.peer, frame.n, frame.head, "", 0, signature),
    ):
        fair.frame(second, first, false)
        assert insides.replacing(session).known == []
    fair.frame(second, first, frame)
    assert insides.replacing(session).known == [frame]


# -- coming back -------------------------------------------------------------------------------------------------------


def replaced(table):
    """A peer other than the host is replaced; returns its place."""
    gone = guest_on_turn(table)
    vanish(table, gone)
    want(table, gone, *others(table, gone))
    table.wait(500)
    return gone


def test_a_replaced_player_takes_the_seat_back_and_can_vanish_again(fair, tmp_path):
    gone = replaced(fair)
    play_on(fair, 1)
    come_home(fair, gone, tmp_path)
    session = fair.sessions[gone]
    assert "replace.notice.here" in fair.notices(gone) or "replace.notice.away" in fair.notices(gone)
    out = session.act(session.position.turn or 0, (Move("stop"),), len(session.log), fair.now)
    assert [event.reason.key for event in out.events if isinstance(event, Refused)] == ["replace.refused.away"]
    assert SEALED not in hands(fair.sessions[0], gone)
    fair.take(gone, session.take_seat_back(fair.now))
    fair.settle()
    for place in range(3):
        assert fair.sessions[place].course.owner(gone) == fair.keys[gone]
        assert entries_of(fair.sessions[place], ReturnBody)
        assert not fair.sessions[place].course.level(gone)
    assert "replace.notice.back-here" in fair.notices(gone)
    assert "replace.notice.returned" in fair.notices(0)
    assert SEALED not in hands(session, gone)
    assert set(hands(fair.sessions[0], gone)) <= {SEALED}  # an honest program forgets
    play_on(fair, 3)
    in_step(fair)
    if fair.sessions[0].position.result is None:
        again = replaced(fair)
        play_on(fair, 40)
        in_step(fair)
        assert fair.sessions[0].position.result is not None
        assert again
    for place in range(3):
        fair.sessions[place].close()
        assert verify(tmp_path / f"{place}.alarife").holds


@pytest.mark.parametrize("legal", [True, False])
@pytest.mark.usefixtures("interpreted")
def test_a_player_who_owes_new_keys_cannot_move_for_others_meanwhile(legal, fair, tmp_path):
    gone = replaced(fair)
    play_on(fair, 1)
    come_home(fair, gone, tmp_path)
    fair.sessions[gone].contribution = lambda out: None
    fair.take(gone, fair.sessions[gone].take_seat_back(fair.now))
    fair.settle()
    victim = fair.at_turn()
    session = fair.sessions[victim]
    assert victim != gone
    assert session.course.pen == fair.keys[gone]
    before = session.course.head
    move = session.position.known_to_all().moves()[0] if legal else Move("take", (99,))
    lie = fair.lie(gone, MoveBody(fair.turn, move.kind, move.args))
    for other in others(fair, gone):
        fair.send(gone, other, lie)
    fair.settle()
    fair.wait(6000)
    for other in others(fair, gone):
        assert fair.sessions[other].course.head == before
        [verdict] = [json.loads(line) for line in (tmp_path / f"{other}.verdicts.jsonl").read_text("utf-8").splitlines()]
        assert verdict["verdict"] == "session.entry.other-seat"
        assert verdict["values"]["name"] == fair.charter.charter.name(fair.keys[gone])


def test_a_player_whose_replacement_is_undone_moves_again(fair, tmp_path):
    """The entry of the replacement reaches the player before its withdrawal does, and nobody has gone on from it."""
    gone = guest_on_turn(fair)
    vanish(fair, gone)
    heir, voter = others(fair, gone)
    want(fair, gone, voter)
    fair.part(heir, voter)
    want(fair, gone, heir)
    [drop] = entries_of(fair.sessions[heir], DropBody)
    come_home(fair, gone, tmp_path, meets=(heir,))
    assert fair.told(gone, Advanced)[-1].index == drop.n + 1
    fair.cut.clear()
    fair.join(gone, voter)
    fair.join(heir, voter)
    fair.wait(2000)
    assert not entries_of(fair.sessions[gone], DropBody)
    for place in range(3):
        known = fair.told(place, Advanced)[-1]
        assert known.index == len(fair.sessions[place].log) == drop.n
        assert known.position.facts() == fair.sessions[place].position.facts()
    turn = fair.sessions[gone].position.turn
    move = fair.sessions[gone].position.view(turn).moves()[-1]
    out = fair.sessions[gone].act(turn, (move,), fair.told(gone, Advanced)[-1].index, fair.now)
    assert not [event for event in out.events if isinstance(event, Refused)]
    fair.take(gone, out)
    play_on(fair, 40)
    in_step(fair)


def test_a_player_who_asks_for_the_seat_and_goes_again_is_not_waited_for(fair, tmp_path):
    gone = replaced(fair)
    play_on(fair, 1)
    come_home(fair, gone, tmp_path)
    pen = fair.keys.index(fair.sessions[0].course.pen)
    [other] = [place for place in others(fair, gone) if place != pen]
    fair.queue.clear()
    fair.take(gone, fair.sessions[gone].take_seat_back(fair.now))
    wishes = [payload for source, target, payload in fair.queue if (source, target) == (gone, other)]
    fair.queue.clear()
    for payload in wishes:  # only the one that is not to write has heard it
        fair.take(other, fair.sessions[other].receive(fair.keys[gone], payload, fair.now))
    passed_on = [payload for source, target, payload in fair.queue if (source, target) == (other, pen)]
    assert any(isinstance(game_frames.decode(payload), Returning) for payload in passed_on)
    fair.queue.clear()
    vanish(fair, gone)
    fair.wait(1000)
    for payload in passed_on:
        fair.take(pen, fair.sessions[pen].receive(fair.keys[other], payload, fair.now))
    fair.wait(6000)
    assert not entries_of(fair.sessions[pen], ReturnBody)
    play_on(fair, 40)
    assert fair.sessions[pen].position.result is not None


def test_whoever_uses_a_kept_wish_of_somebody_out_of_reach_is_named(fair, tmp_path):
    gone = replaced(fair)
    writer = fair.at_turn()
    [other] = [place for place in others(fair, gone) if place != writer]
    since = fair.sessions[writer].course.presence.gone[fair.keys[gone]][0]
    lie = fair.lie(writer, sign_return(IDENTITIES[gone], fair.charter.hash, since))
    fair.send(writer, other, lie)
    fair.settle()
    assert fair.keys[gone] in fair.sessions[other].course.there
    assert fair.notices(other)[-1] == "replace.notice.unreached"
    fair.wait(20_000)
    assert not fair.sessions[other].course.can_spare(fair.keys[gone])
    come_home(fair, gone, tmp_path)
    fair.wait(1000)
    play_on(fair, 40)
    in_step(fair)
    assert fair.sessions[other].position.result is not None


def test_a_player_who_left_in_good_order_can_come_back(fair, tmp_path):
    gone = guest_on_turn(fair)
    fair.take(gone, fair.sessions[gone].leave(fair.now))
    fair.wait(1000)
    assert fair.sessions[gone].closed
    for other in (other for other in range(3) if other != gone):
        fair.part(gone, other)
    [entry] = entries_of(fair.sessions[0], LeavingBody)
    come_home(fair, gone, tmp_path)
    fair.take(gone, fair.sessions[gone].take_seat_back(fair.now))
    fair.settle()
    assert len(fair.sessions[0].course.there) == 3
    old = Leaving(entry.table, entry.body.peer, entry.n, entry.previous, entry.body.round, entry.body.signature)
    other = next(place for place in range(1, 3) if place != gone)
    fair.frame(other, 0, old)  # the earlier wish is worthless now
    fair.wait(3000)
    assert len(fair.sessions[0].course.there) == 3
    play_on(fair, 40)
    in_step(fair)
    assert fair.sessions[0].position.result is not None


def test_a_false_or_repeated_return_is_refused(fair):
    gone = replaced(fair)
    place = fair.sessions[0].course.presence.gone[fair.keys[gone]][0]
    course = fair.sessions[0].course
    assert course.return_holds(sign_return(IDENTITIES[gone], fair.charter.hash, place))
    assert not course.return_holds(sign_return(IDENTITIES[gone], fair.charter.hash, place - 1))
    stranger = sign_return(IDENTITIES[0], fair.charter.hash, place)
    assert not course.return_holds(ReturnBody(fair.keys[gone], place, stranger.signature))
    assert not course.return_holds(sign_return(IDENTITIES[0], fair.charter.hash, place))
    out = fair.sessions[0].take_seat_back(fair.now)
    assert [event.reason.key for event in out.events if isinstance(event, Refused)] == ["replace.refused.return"]


def test_a_player_who_left_before_the_keys_were_known_cannot_come_back():
    table = Straight(3, dealer=FAIR, cut=[(0, 1), (0, 2), (1, 2)])
    table.cut.clear()
    for one, other in ((0, 1), (0, 2), (1, 2)):
        table.join(one, other)
    table.take(2, table.sessions[2].leave(table.now))
    table.settle()
    assert len(table.sessions[0].course.there) == 2
    assert not table.sessions[0].course.can_return(table.keys[2])


def test_a_linked_player_whose_time_is_up_may_be_replaced():
    table = Straight(3, dealer=FAIR, manners={"clock": "5"})
    place = table.at_turn()
    table.wait(5 * 60_000 + 2000, step=2000)
    first, second = others(table, place)
    absence = table.told(first, AbsenceChanged)[-1].absence
    assert absence is not None
    assert absence.away is None
    want(table, place, first, second)
    table.wait(1000)
    in_step(table)
    assert entries_of(table.sessions[place], DropBody)
    assert "replace.notice.here" in table.notices(place)
    table.take(place, table.sessions[place].take_seat_back(table.now))
    table.settle()
    assert len(table.sessions[0].course.there) == 3


def test_no_entry_is_reported_twice_or_omitted(fair):
    gone = replaced(fair)
    play_on(fair, 5)
    for place in others(fair, gone):
        indexes = [step.index for step in fair.told(place, Advanced)]
        assert indexes == list(range(1, len(fair.sessions[place].log) + 1))
        assert entries_of(fair.sessions[place], MoveBody)


def test_with_two_lost_peers_the_game_continues_when_one_comes_back(tmp_path):
    table = Straight(4, dealer="fair", folder=tmp_path)
    gone = table.at_turn()
    away, *there = others(table, gone)
    vanish(table, away)
    unseen(table, gone)
    length = len(table.sessions[gone].log)
    want(table, gone, *there)  # the vote of the absent peer is missing, and stays so
    come_home(table, gone, tmp_path)
    table.wait(2000)
    for place in there:
        assert len(table.sessions[place].log) >= length
        assert not entries_of(table.sessions[place], DropBody)
    assert table.sessions[there[0]].course.head == table.sessions[gone].course.head


@pytest.mark.parametrize("first", ["awaited", "voter"])
def test_a_sentence_says_that_the_game_waits_for_two_lost_peers_until_one_is_back(first, tmp_path):
    table = Straight(4, dealer=FAIR, folder=tmp_path)
    awaited = guest_on_turn(table)
    voter, *there = [place for place in others(table, awaited) if place != 0] + [0]
    vanish(table, awaited)
    vanish(table, voter)
    want(table, awaited, *there)
    table.wait(1000)
    names = [peer.name for peer in table.charter.charter.peers]
    for place in there:
        absence = table.told(place, AbsenceChanged)[-1].absence
        assert (absence.name, absence.refused, absence.lost) == (names[awaited], None, (names[voter],))
    come_home(table, awaited if first == "awaited" else voter, tmp_path)
    if first == "voter":
        want(table, awaited, voter)
    table.wait(1000)
    in_step(table)
    missing = voter if first == "awaited" else awaited
    for _ in range(60):
        if table.sessions[0].position.result is None:
            want(table, missing, *others(table, missing)) if table.keys[missing] in table.sessions[0].course.there else None
            play_on(table, 1)
    in_step(table)
    assert table.sessions[0].position.result is not None


@pytest.mark.parametrize("said", range(4))
def test_a_sentence_names_a_peer_lost_while_parts_are_given(said, tmp_path):
    """The next author is lost: a voter, before or after it confirms the replacement, or the heir."""
    table = Straight(4, dealer=FAIR, folder=tmp_path)
    gone = guest_on_turn(table)
    vanish(table, gone)
    rest = others(table, gone)
    heir = table.sessions[rest[0]]
    for voter in rest:
        table.take(voter, table.sessions[voter].replace(table.keys[gone], True, "", table.now))
    while not entries_of(heir, DropBody) or len(heir.log) <= entries_of(heir, DropBody)[0].n + said:
        source, target, payload = table.queue.popleft()
        table.take(target, table.sessions[target].receive(table.keys[source], payload, table.now))
    lost = table.keys.index(heir.course.pen)
    vanish(table, lost)
    table.wait(3000)
    others_there = [place for place in rest if place != lost]
    for place in others_there:
        absence = table.told(place, AbsenceChanged)[-1].absence
        assert absence is not None
        assert absence.peer == table.keys[lost].hex()
        assert absence.refused.key == "replace.refused.keys"
    come_home(table, lost, tmp_path)
    table.wait(2000)
    in_step(table)
    come_home(table, gone, tmp_path)
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.wait(1000)
    assert len(table.sessions[0].course.there) == 4
    play_on(table, 60)
    in_step(table)
    assert table.sessions[0].position.result is not None


@pytest.mark.parametrize("votes", ["none", "its own", "its own and false ones", "its own and a true one"])
def test_a_forged_replacement_does_not_make_a_program_play_the_log_again(votes, monkeypatch):
    """That takes seconds in a long game, and a few frames would keep a program busy for ever.

    The vote of another peer may be true: it was withdrawn when the peer that seemed to have gone came back.
    """
    table = Straight(4, dealer=FAIR, manners={"replace": "on"})
    table.play(6)
    here = table.sessions[0].log.entries[-1].entry  # none of the others has written anything after it
    liar, victim, voter = (place for place in range(4) if table.keys[place] != here.author)
    played = []
    monkeypatch.setattr("net.session.history.record.follow", lambda *_: played.append(1))
    own, true = (
        sign_vote(IDENTITIES[place], table.charter.hash, here.n, here.previous, here.author, "", 0) for place in (liar, voter)
    )
    ballots = {
        "none": (),
        "its own": (Ballot(table.keys[liar], "", 0, own),),
        "its own and false ones": (Ballot(table.keys[liar], "", 0, own), Ballot(table.keys[victim], "", 0, own)),
        "its own and a true one": (Ballot(table.keys[liar], "", 0, own), Ballot(table.keys[voter], "", 0, true)),
    }
    forged = table.lie(liar, DropBody(here.author, ballots[votes]), n=here.n, previous=here.previous, digest=here.digest)
    after = table.lie(liar, MoveBody(liar, "stop", ()), n=here.n + 1, previous=forged.hash)
    as_voter = table.lie(
        liar, forged.entry.body, n=here.n, previous=here.previous, digest=here.digest, author=table.keys[voter]
    )
    settling = table.lie(liar, MoveBody(liar, "stop", ()), n=here.n + 1, previous=as_voter.hash)
    table.send(liar, victim, forged)
    table.send(liar, victim, forged, after)
    table.send(liar, victim, as_voter, settling)
    assert not played
    assert not table.sessions[victim].stopped
    assert "session.entry.turn" in table.notices(victim) or votes == "its own and a true one", "it is named"


def test_a_replacement_that_is_undone_again_and_again_does_not_keep_a_program_busy_for_ever(fair, tmp_path, monkeypatch):
    """A changed program has kept a vote that was withdrawn long ago. Its entry is void as soon as the voter hears of it."""
    gone = guest_on_turn(fair)
    vanish(fair, gone)
    heir, voter = others(fair, gone)
    about = {"n": len(fair.sessions[voter].log), "head": fair.sessions[voter].course.head}
    digest = fair.sessions[voter].course.digest
    want(fair, gone, voter)
    come_home(fair, gone, tmp_path)
    fair.act(gone, (Move("stop"),))
    fair.settle()
    session = fair.sessions[gone]
    assert len(session.log) == about["n"] + 1
    played = []
    honest = record.follow
    monkeypatch.setattr(record, "follow", lambda *asked: played.append(asked[1]) or honest(*asked))
    for round in range(record.MOST_BACK + 4):
        own, kept = (drop_of(fair, gone, [place], round=given, **about).votes for place, given in ((heir, round), (voter, 0)))
        late = fair.lie(heir, DropBody(fair.keys[gone], own + kept), n=about["n"], previous=about["head"], digest=digest)
        fair.send(heir, gone, late)
        assert (session.log.entries[-1] == late) == (round < record.MOST_BACK)
        fair.wait(2000)
        assert not entries_of(session, DropBody)
        assert len(session.log) == about["n"] + 1
    assert played.count(fair.keys[gone]) == 2 * record.MOST_BACK, "there and back again"
    in_step(fair)
    play_on(fair, 40)
    in_step(fair)
    assert session.position.result is not None
