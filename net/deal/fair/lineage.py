"""All secrets that a peer has had in one game, unlocked with its latest ones."""

from __future__ import annotations

from net.deal.dealer import Secrets
from net.deal.fair import renewal
from net.deal.fair.group import ORDER
from net.deal.fair.legacy import fits
from net.deal.fair.standing import Standing


def lineage(at: Standing, peer: bytes, secrets: Secrets) -> tuple[Secrets, ...]:
    """See :meth:`net.deal.Dealer.lineage`."""
    found = opened_lineage(at, peer, secrets)
    return () if None in found else tuple(each for each in found if each is not None)


def opened_lineage(at: Standing, peer: bytes, secrets: Secrets) -> tuple[Secrets | None, ...]:
    """The same, with None for secrets that cannot be unlocked with the next ones."""
    retired = at.retired.get(peer, ())
    keys = [(past.cards, past.lots) for past in retired]
    if peer in at.keys:
        keys.append((at.keys[peer].cards, at.keys[peer].lots))
    found: tuple[Secrets | None, ...] = ()
    for (cards, lots), past in zip(reversed(keys), [None, *reversed(retired)], strict=False):
        if past is not None:
            secrets = renewal.unlock(past.locked, secrets, past.context)
        valid = all(0 < number < ORDER for number in secrets)
        if not valid or not fits(secrets.cards, cards) or not fits(secrets.lots, lots):
            return (*(None for _ in range(len(keys) - len(found))), *found)
        found = (secrets, *found)
    return found
