"""A peer leaves: it hands its secrets to its heir, which takes them or proves that they are false."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from msgspec.structs import replace

from net.deal.dealer import DealError, Secrets
from net.deal.fair import bequest as letters
from net.deal.fair.bequest import Bequest
from net.deal.fair.contribution import Contribution, hold
from net.deal.fair.duties.duty import Written
from net.deal.fair.group import GroupError, Point
from net.deal.fair.lineage import lineage
from net.deal.fair.parting import Farewell
from net.deal.fair.standing import Standing
from rules.contract import Deal
from rules.message import message


def begin(at: Standing, leaver: bytes, heir: bytes) -> Standing:
    """A peer wants to leave; raises :class:`~net.deal.DealError` while secrets are on their way, or if the keys of the others
    cancel each other out.

    Before all keys are known nothing is sealed: then the peer leaves at once.
    """
    if at.joint is None:
        return at.without(leaver, heir)
    if not at.steady:
        raise DealError(message("session.deal.no-legacy"))
    return replace(at, farewell=Farewell(leaver, heir))


def owing(at: Standing, deals: Sequence[Deal]) -> bytes | None:
    """The leaver, then its heir."""
    if at.farewell is None:
        return None
    return at.farewell.leaver if at.farewell.bequest is None else at.farewell.heir


def write(at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
    """The leaver's bequest; then the heir's receipt, or its proof that the bequest is false."""
    assert at.farewell is not None
    leaver, heir, bequest, _ = at.farewell
    if bequest is None:
        return Written("bequest", letters.make(at.left_by(leaver), at.keys[heir].letters, at.context(leaver) + heir))
    if _bequeathed(at, leaver, bequest, bequest.shared(at.letters)) is None:
        return Written("false", bequest.shown(at.letters))
    return Written("took", [])


def stay(at: Standing) -> Written:
    """The leaver's entry instead of its bequest; raises :class:`~net.deal.DealError` if it does not owe one."""
    if at.farewell is None or at.farewell.bequest is not None:
        raise DealError(message("session.deal.unasked"))
    return Written("stay", [])


def take(at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
    """After the bequest the heir is next, after a false one the leaver again; with the receipt the leaver has left."""
    assert at.farewell is not None
    leaver, heir, bequest, sent = at.farewell
    if bequest is None and given.word == "stay":
        given.expect("stay", 0)
        return broken_off(at)
    if bequest is None:
        given.expect("bequest", 3)
        context = at.context(leaver)
        bequest = letters.take(given.parts, 2 * len(at.acted_for(leaver)), context + heir)
        sent = hashlib.sha256(context + b"".join(given.parts)).digest()
        return replace(at, farewell=Farewell(leaver, heir, bequest, sent))
    if given.word == "false":
        given.expect("false", 2)
        shared = bequest.checked(given.parts, at.keys[heir].letters)
        hold(shared is not None and _bequeathed(at, leaver, bequest, shared) is None)
        return replace(at, farewell=Farewell(leaver, heir, None, sent), liar=leaver)
    given.expect("took", 0)
    if heir == at.me and at.letters:
        found = _bequeathed(at, leaver, bequest, bequest.shared(at.letters))
        if found is None:
            raise DealError(message("session.deal.no-legacy"))
        at = at.inheriting(found)
    return replace(at.handed_over(at.acted_for(leaver), heir), farewell=None, departed=leaver)


def broken_off(at: Standing, vanished: bytes = b"") -> Standing:
    """The state after a leaver decides to stay, or after a peer has vanished meanwhile.

    A leaver that has written a bequest and stays at the table takes new keys, as if it had come back: the heir may have read
    the bequest.
    """
    farewell, at = at.farewell, replace(at, farewell=None)
    if farewell is None or not farewell.sent or farewell.leaver == vanished:
        return at
    seed = hashlib.sha256(b"alarife stay\0" + farewell.sent + at.place.to_bytes(8, "big")).digest()
    return at.owing_new_keys(farewell.leaver, seed)


def _bequeathed(at: Standing, leaver: bytes, bequest: Bequest, shared: Point) -> dict[bytes, Secrets] | None:
    """By peer, the secrets in a bequest; None if they are not those that the leaver has to hand over."""
    try:
        found = at.as_secrets(at.acted_for(leaver), bequest.opened(shared))
    except GroupError:
        return None
    return found if lineage(at, leaver, found[leaver]) else None
