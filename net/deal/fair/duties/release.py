"""The secrets of a peer that has vanished: the others give the parts that they hold to its heir.

No peer gives its part before all have written that they have seen the replacement (the last one says so by giving its part):
from then on it cannot be undone. The heir takes the parts, or proves that one is false. Each part is a letter with a key of its
own (:mod:`net.deal.fair.bequest`), so an accusation opens that letter and nothing else.

Then the heir shuffles the rest of the piles again. The vanished peer may have gone on in a course of the game that not
everybody has heard of, and may have published shares there: who knows them could see a card that is dealt to its seat later.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from net.deal.dealer import DealError
from net.deal.fair import bequest as letters
from net.deal.fair import escrow
from net.deal.fair.bequest import Bequest
from net.deal.fair.contribution import Contribution, hold
from net.deal.fair.duties import farewell
from net.deal.fair.duties.duty import Written
from net.deal.fair.group import GroupError, Point, point
from net.deal.fair.legacy import seal_length
from net.deal.fair.parting import Part, Release
from net.deal.fair.proofs import check_share, prove_share, unpack_proof
from net.deal.fair.standing import Standing
from rules.contract import Deal
from rules.message import message


def begin(at: Standing, gone: bytes, heir: bytes) -> Standing:
    """A peer has vanished; raises :class:`~net.deal.DealError` if the others do not hold its secrets, or if their keys cancel
    each other out.
    """
    if at.joint is None:
        return at.without(gone, heir)
    if gone not in at.deposits:
        raise DealError(message("session.deal.no-escrow"))
    ending, given = at.acted_for(gone), at.deposits[gone]
    at = farewell.broken_off(at.handed_over(ending, heir), vanished=gone)
    if at.version >= 4:
        at = at.shuffled_again(heir)
    others = [other for other in at.there if other != heir]
    seen, parts = [(other, "seen") for other in others[:-1]], [(other, "part") for other in reversed(others)]
    return replace(at, release=Release(gone, heir, ending, given, (*seen, *parts, (heir, "took")), {}))


def owing(at: Standing, deals: Sequence[Deal]) -> bytes | None:
    """The next peer that has to write."""
    return None if at.release is None else at.release.owed[0][0]


def write(at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
    """A peer's word that it has seen the replacement, its parts, or the heir's receipt or accusation."""
    assert at.release is not None
    release, context = at.release, at.context(peer)
    word = release.owed[0][1]
    if word == "part":
        heir = release.heir
        return Written(word, letters.make(release.deposit.parts, at.keys[heir].letters, context + heir))
    if word == "took":
        for voter, part in release.parts.items():
            if _opened_part(at, release, voter, part.letter.shared(at.letters)) is None:
                bound = context if part.earlier else part.letter.context
                shared, proof = prove_share(at.letters, part.letter.key, bound)
                return Written("false", [bytes([at.number(voter)]), shared.format(), proof.pack()])
    return Written(word, [])


def take(at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
    """Go on to the next peer that has to write; after the last, the heir has the secrets."""
    assert at.release is not None
    release, word = at.release, at.release.owed[0][1]
    if word == "took" and given.word == "false":
        return _accused(at, release, peer, given)
    if word == "part":
        release = release._replace(parts={**release.parts, peer: _part(at, release, peer, given)})
    else:
        given.expect(word, 0)
    if release.owed[1:]:
        return replace(at, release=release._replace(owed=release.owed[1:]))
    if release.heir == at.me and at.letters:
        at = _rebuilt(at, release)
    return replace(at, release=None)


def _part(at: Standing, release: Release, voter: bytes, given: Contribution) -> Part:
    """The letter in a contribution; a game of an earlier version may have it in the earlier form."""
    numbers, context = len(release.deposit.commitments), at.context(voter)
    if at.version < 3 and len(given.parts) == 1:
        given.expect("part", 1)
        if len(given.parts[0]) != seal_length(numbers):
            raise DealError(message("session.deal.no-escrow"))
        return Part(Bequest(at.keys[voter].letters, given.parts[0], context), earlier=True)
    given.expect("part", 3)
    return Part(letters.take(given.parts, numbers, context + release.heir))


def _accused(at: Standing, release: Release, heir: bytes, given: Contribution) -> Standing:
    """The heir shows the point that opens a letter, so that everybody can see that the part in it is false."""
    given.expect("false", 3)
    accused = next((peer for peer in release.parts if bytes([at.number(peer)]) == given.parts[0]), b"")
    if not accused:
        raise DealError(message("session.deal.unasked"))
    shared, proof = point(given.parts[1]), unpack_proof(given.parts[2])
    part = release.parts[accused]
    bound = at.context(heir) if part.earlier else part.letter.context
    hold(check_share(at.keys[release.heir].letters, part.letter.key, shared, proof, bound))
    hold(_opened_part(at, release, accused, shared) is None)
    parts = {peer: part for peer, part in release.parts.items() if peer != accused}
    release = release._replace(owed=((accused, "part"), *release.owed), parts=parts)
    return replace(at, release=release, liar=accused)


def _opened_part(at: Standing, release: Release, voter: bytes, shared: Point) -> Sequence[int] | None:
    """The parts that a peer has given; None if they are not those that were deposited with it."""
    try:
        parts = release.parts[voter].letter.opened(shared)
    except GroupError:
        return None
    return parts if release.deposit.fits(parts, at.seat_at(voter)) else None


def _rebuilt(at: Standing, release: Release) -> Standing:
    """In the heir's copy: rebuild the secrets from the parts."""
    held: dict[int, Sequence[int]] = {at.seat_at(at.me): release.deposit.parts}
    for voter, part in release.parts.items():
        found = _opened_part(at, release, voter, part.letter.shared(at.letters))
        if found is None:
            raise DealError(message("session.deal.no-escrow"))
        held[at.seat_at(voter)] = found
    count = len(release.deposit.commitments)
    numbers = [escrow.rebuilt({place: parts[number] for place, parts in held.items()}) for number in range(count)]
    try:
        return at.inheriting(at.as_secrets(release.ending, numbers))
    except GroupError as error:
        raise DealError(message("session.deal.no-escrow")) from error
