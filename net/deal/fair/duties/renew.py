"""A peer whose secrets others hold takes new keys, and its cards get new seals (:mod:`net.deal.fair.renewal`).

An heir holds those of a peer that was away. Those who stayed hold all parts of each other's secrets among them, and must not
when that peer is back.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from net.deal.dealer import Secrets
from net.deal.fair import elgamal, renewal
from net.deal.fair.card import Card
from net.deal.fair.contribution import Contribution, hold
from net.deal.fair.duties.duty import Written
from net.deal.fair.group import ORDER, GroupError, base, minus, point, total
from net.deal.fair.legacy import fits
from net.deal.fair.proofs import check_secret, prove_secret, unpack_proof
from net.deal.fair.standing import Retired, Standing, no_secret
from rules.contract import Deal


def begin(at: Standing, peer: bytes, seed: bytes) -> Standing:
    """A peer has come back and acts for itself again; its stand-in forgets its secrets."""
    kept = peer in at.estate or peer == at.me
    secrets = {other: held for other, held in at.secrets.items() if kept or other != peer}
    back = replace(at, acting={**at.acting, peer: peer}, secrets=secrets).owing_new_keys(peer, seed)
    if at.version >= 5:
        for other in at.there:
            if other in at.narrow:
                back = back.owing_new_keys(other, seed)
    return back


def owing(at: Standing, deals: Sequence[Deal]) -> bytes | None:
    """The first peer that owes new keys."""
    if not at.stale or at.lot_first:
        return None
    return next((peer for peer in at.peers if peer in at.stale), None)


def write(at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
    """New public keys with proofs, the old secrets locked, the new seals of all cards, and a proof for each joint key."""
    context, given = at.context(peer), at.keys[peer]
    old, new = at.secrets[peer], at.own_secrets(at.stale[peer])
    cards, lots, locked = base(new.cards), base(new.lots), renewal.lock(old, new, context)
    parts = [cards.format(), prove_secret(new.cards, context + b"new cards").pack()]
    parts += [lots.format(), prove_secret(new.lots, context + b"new lots" + locked).pack(), locked]
    difference = (new.cards - old.cards) % ORDER
    proofs = []
    binding = context + given.cards.format() + cards.format()
    for missing, slots in still_sealed(at, peer).items():
        key = total(cards if other == peer else at.keys[other].cards for other in missing)
        before = [at.slots[slot].rest for slot in slots]
        after, randomness = renewal.change(before, key, difference)
        proofs.append(renewal.prove(before, after, key, difference, randomness, binding))
        parts += [card.pack() for card in after]
    return Written("renew", parts + proofs)


def take(at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
    """Check and take the new keys and seals. The peer then deposits anew and shuffles the rest of the piles."""
    sealed = still_sealed(at, peer)
    count = sum(map(len, sealed.values()))
    given.expect("renew", 5 + count + len(sealed))
    parts, old, context = given.parts, at.keys[peer], at.context(peer)
    new = old._replace(cards=point(parts[0]), lots=point(parts[2]))
    hold(check_secret(new.cards, unpack_proof(parts[1]), context + b"new cards"))
    hold(check_secret(new.lots, unpack_proof(parts[3]), context + b"new lots" + parts[4]))
    if len(parts[4]) != 64:
        raise GroupError("not locked secrets")
    keys = {**at.keys, peer: new}
    fresh: dict[int, Card] = {}
    seals, proofs = iter(parts[5 : 5 + count]), iter(parts[5 + count :])
    for missing, slots in sealed.items():
        key = total(keys[other].cards for other in missing)
        before, after = [at.slots[slot].rest for slot in slots], [elgamal.unpack(next(seals)) for _ in slots]
        binding = context + old.cards.format() + new.cards.format()
        hold(renewal.check(before, after, key, total([new.cards, minus(old.cards)]), next(proofs), binding))
        for slot, card in zip(slots, after, strict=True):
            fresh[slot] = at.slots[slot]._replace(sealed=card, missing=missing, shares={})
    secrets = {other: held for other, held in at.secrets.items() if other != peer}
    later = _later_secrets(at, peer)
    if later is not None:
        if not (fits(later.cards, new.cards) and fits(later.lots, new.lots)):
            raise no_secret()
        secrets[peer] = later
    retired = (*at.retired.get(peer, ()), Retired(old.cards, old.lots, parts[4], context))
    renewed = replace(
        at,
        keys=keys,
        retired={**at.retired, peer: retired},
        secrets=secrets,
        slots={**at.slots, **fresh},
        mixed=(),  # a shuffle under way starts again, under the new joint key
        pile=(),
        stale={other: seed for other, seed in at.stale.items() if other != peer},
        narrow=tuple(other for other in at.narrow if other != peer),
        renewed=peer,
        joint=total(keys[other].cards for other in at.peers),
        unmixed=at.unmixed if at.version >= 4 else (),
    )
    return renewed.shuffled_again(peer)


def still_sealed(at: Standing, peer: bytes) -> dict[tuple[bytes, ...], list[int]]:
    """By the peers whose shares are missing, the slots whose seals still need a share of ``peer``."""
    found: dict[tuple[bytes, ...], list[int]] = {}
    for slot in sorted(at.slots):
        missing = at.slots[slot].missing
        if peer in missing:
            found.setdefault(missing, []).append(slot)
    return found


def _later_secrets(at: Standing, peer: bytes) -> Secrets | None:
    """The new secrets of a peer, if they are known here."""
    if peer == at.me and at.private:
        return at.own_secrets(at.stale[peer])
    known, taken = at.estate.get(peer, ()), len(at.retired.get(peer, ())) + 1
    return known[taken] if taken < len(known) else None
