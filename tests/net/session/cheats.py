"""Every known kind of cheating by a modified program, on the stage of a simulated game or of a simulated evening.

A stage has the place ``cheat`` of the changed program among its ``desks``, what has come to it (``seen``), the frames that it
keeps back (``mute``), its ``running`` session, and ways to ``lie``, ``show``, ``tell`` and ``leave``.
"""

from __future__ import annotations

from net.deal.fair.contribution import Contribution
from net.session.format.entry import Ballot, DealBody, DropBody, LeavingBody, MoveBody, sign_vote
from net.session.format.wire import Entries, Have, Leaving, Staying, Vote, game_frames, pack, unpack
from tests.net.session.earlier import leave_entry


def frames(stage, kind):
    """The frames of one kind that have reached the cheat."""
    return [frame for frame in map(game_frames.decode, stage.seen) if isinstance(frame, kind)]


def an_illegal_move(stage):
    stage.show(stage.lie(MoveBody(0, "take", (99,))))


def a_move_for_another_seat(stage):
    """If it has the pen for the dealing, this is its entry all the same."""
    session = stage.running.get(stage.cheat)
    if session is not None and (turn := session.position.turn) is not None and session.course.owner(turn) != session.me:
        stage.show(stage.lie(MoveBody(turn, "stop", ())))


def a_move_on_another_position(stage):
    stage.show(stage.lie(MoveBody(0, "stop", ()), digest=bytes(32)))


def two_entries_for_one_place(stage):
    first, *rest = (place for place in range(len(stage.desks)) if place != stage.cheat)
    stage.show(stage.lie(MoveBody(stage.cheat, "stop", ())), targets=(first,))
    stage.show(stage.lie(MoveBody(stage.cheat, "draw", ())), targets=tuple(rest))


def a_kept_wish(stage):
    for wish in frames(stage, Leaving)[-1:]:
        stage.show(stage.lie(LeavingBody(wish.peer, wish.round, wish.signature)))


def a_forged_wish(stage):
    session = stage.running.get(stage.cheat)
    if session is not None:
        key = stage.rng.choice(stage.charter.charter.keys)
        for kind in (Leaving, Staying):
            frame = kind(stage.charter.charter.table, key, session.course.index, session.course.head, 3, bytes(64))
            stage.tell(game_frames.encode(frame))
        stage.show(stage.lie(LeavingBody(key, 3, bytes(64))))


def a_leaving_of_earlier_versions(stage):
    stage.show(stage.lie(leave_entry(stage.desks[stage.cheat].identity, stage.charter.hash, (b"",) * len(stage.desks))))


def kept_votes(stage):
    """Later use of the votes against a peer, with its own: the entry is correct except for votes that no longer count."""
    votes, session = frames(stage, Vote), stage.running.get(stage.cheat)
    if not votes or session is None:
        return
    last, log, own = votes[-1], session.log, stage.desks[stage.cheat].identity
    given = {vote.voter: vote for vote in votes if (vote.n, vote.head, vote.peer) == (last.n, last.head, last.peer)}
    rows = {key: Ballot(key, vote.level, vote.round, vote.signature) for key, vote in given.items()}
    if own.key not in rows and own.key != last.peer:
        signature = sign_vote(own, session.charter.hash, last.n, last.head, last.peer, "", last.round)
        rows[own.key] = Ballot(own.key, "", last.round, signature)
    body = DropBody(last.peer, tuple(rows[key] for key in session.charter.charter.keys if key in rows))
    there = last.n <= len(log) and log.head(last.n) == last.head
    stage.show(stage.lie(body, n=last.n, previous=last.head, digest=log.digest(last.n) if there else session.course.digest))


def frames_from_before(stage):
    for payload in stage.rng.sample(stage.seen, min(20, len(stage.seen))):
        stage.tell(payload)


def a_false_position(stage):
    session = stage.running.get(stage.cheat)
    if session is not None:
        stage.tell(
            game_frames.encode(Have(stage.charter.charter.table, session.course.index, session.course.head, bytes(32), []))
        )


def garbage(stage):
    stage.tell(b"\xc1")


def no_confirmation(stage):
    stage.mute = lambda frame: isinstance(frame, Have)


def no_entries(stage):
    stage.mute = lambda frame: isinstance(frame, Entries)


def no_contribution(stage):
    session = stage.running.get(stage.cheat)
    if session is not None:
        session.contribution = lambda out: None


def false_contributions(stage):
    """One part of each contribution of its program to the dealing is changed; its own copy does not check."""
    session = stage.running.get(stage.cheat)
    if session is None:
        return
    if session.course.pen == session.me and (honest := session.course.contribution() if session.position.deals else None):
        given = unpack(honest.payload, Contribution)
        parts = [*given.parts]
        if parts:
            at = stage.rng.randrange(len(parts))
            parts[at] = parts[at][:-1] + bytes([parts[at][-1] ^ 1]) if parts[at] else b"x"
        stage.show(stage.lie(DealBody(pack(Contribution(given.word, given.peer, tuple(parts))))))


def a_false_bequest(stage):
    """It leaves, and hands over false secrets."""
    session = stage.running.get(stage.cheat)
    if session is None:
        return
    honest = session.contribution

    def spoilt(out):
        body = honest(out)
        if body is not None and (given := unpack(body.payload, Contribution)).word == "bequest":
            key, proof, sealed = given.parts
            junk = stage.rng.randbytes(len(sealed))  # its heir opens them to everybody: the cheat itself has nothing to lose
            body = DealBody(pack(Contribution(given.word, given.peer, (key, proof, junk))))
        return body

    session.contribution = spoilt
    stage.leave(stage.cheat)


CHEATS = (
    an_illegal_move,
    a_move_for_another_seat,
    a_move_on_another_position,
    two_entries_for_one_place,
    a_kept_wish,
    a_forged_wish,
    a_leaving_of_earlier_versions,
    kept_votes,
    frames_from_before,
    a_false_position,
    garbage,
    no_confirmation,
    no_entries,
    no_contribution,
    false_contributions,
    a_false_bequest,
)
