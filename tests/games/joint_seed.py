"""Dealing between peers from a joint seed: everybody commits to a secret, then everybody reveals it.

Nobody can choose the seed, since every secret is bound before the first is seen. **Everybody can compute every hidden card**
once the seed is there: this dealer is for players who trust each other's programs not to look. And the last to reveal knows the
seed before the others do, and may leave instead: the game is then dealt without its secret, its seats played by a bot.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Mapping, Sequence

from net.deal import DEALERS, DealError, Kind, Place
from net.deal.dealer import Secrets
from net.deal.seeded import SeededDeals, contribution, read_contribution, words
from rules.contract import Deal
from rules.message import message


class JointSeedDealer:
    """The dealer ``joint-seed``: one entry ``commit`` and one entry ``reveal`` of each peer, in the charter's order.

    Attributes:
        agreement: the charter's hash; commitments and seed are bound to it.
    """

    def __init__(self, agreement: bytes, peers: Sequence[bytes], me: bytes, private: bytes) -> None:
        self.agreement = agreement
        self._waiting = tuple(peers)
        self._me = me
        self._private = private
        self._commitments: dict[bytes, bytes] = {}
        self._secrets: dict[bytes, bytes] = {}
        self._deals: SeededDeals | None = None

    def writer(self, deals: Sequence[Deal]) -> bytes | None:
        """The first peer who has not committed, then the first who has not revealed."""
        if self._deals is not None or not deals:
            return None
        for done in (self._commitments, self._secrets):
            for peer in self._waiting:
                if peer not in done:
                    return peer
        return None

    def write(self, deals: Sequence[Deal]) -> bytes:
        """The commitment to the own secret, or the secret."""
        if self._me not in self._commitments:
            return contribution("commit", self._commitment(self._me, self._private))
        return contribution("reveal", self._private)

    def read(self, deals: Sequence[Deal], author: bytes, payload: bytes) -> None:
        """Take a commitment, or a secret that must be the one committed to."""
        given = read_contribution(payload)
        if self._deals is not None or given.word != ("reveal" if author in self._commitments else "commit"):
            raise DealError(message("session.deal.unasked"))
        if given.word == "commit":
            self._commitments[author] = given.content
        elif self._commitments[author] != self._commitment(author, given.content):
            raise DealError(message("session.deal.other-secret"))
        else:
            self._secrets[author] = given.content
            self._mix()

    def answer(self, deal: Deal, knows: Container[int]) -> tuple[int, ...] | None:
        """See :meth:`net.deal.dealer.Dealer.answer`."""
        return None if self._deals is None else self._deals.answer(deal, knows)

    @property
    def steady(self) -> bool:
        """Nothing has to be kept."""
        return True

    def leaves(self, peer: bytes, heir: bytes) -> bool:
        """At once: nobody else needs anything from a peer that leaves."""
        self.left(peer, heir, ())
        return True

    @property
    def leaver(self) -> bytes:
        """Nobody: leaving takes no time."""
        return b""

    @property
    def exposed(self) -> bool:
        """There is nothing to hand over."""
        return False

    def write_stay(self) -> bytes:
        """Nothing: nobody is on the way out."""
        raise DealError(message("session.deal.unasked"))

    @property
    def departed(self) -> bytes:
        """Nobody, see :meth:`leaves`."""
        return b""

    def can_spare(self, peer: bytes) -> bool:
        """Nobody else needs anything from a peer."""
        return True

    def dropped(self, peer: bytes, heir: bytes) -> None:
        """As if it had left."""
        self.left(peer, heir, ())

    @property
    def liar(self) -> bytes:
        """Nobody."""
        return b""

    def can_return(self, peer: bytes) -> bool:
        """Nothing keeps it from playing again."""
        return True

    def returned(self, peer: bytes, seed: bytes) -> None:
        """Nothing changes."""

    def lineage(self, peer: bytes, secrets: Secrets) -> tuple[Secrets, ...]:
        """Nobody has any."""
        return ()

    @property
    def estate(self) -> Mapping[bytes, Sequence[Secrets]]:
        return {}

    def left(self, peer: bytes, heir: bytes, legacies: Sequence[bytes]) -> None:
        """Wait no longer for a peer; what it revealed counts, what it only committed to does not."""
        self._waiting = tuple(other for other in self._waiting if other != peer)
        self._mix()

    @property
    def holders(self) -> Sequence[bytes]:
        """Nobody: the seed is in the log."""
        return ()

    @property
    def secrets(self) -> Mapping[bytes, Secrets]:
        """Nothing."""
        return {}

    def fits(self, peer: bytes, secrets: Secrets) -> bool:
        """Nobody has secrets here."""
        return False

    def copy(self) -> JointSeedDealer:
        """An independent copy."""
        other = JointSeedDealer(self.agreement, self._waiting, self._me, self._private)
        other._commitments = dict(self._commitments)
        other._secrets = dict(self._secrets)
        other._deals = self._deals and self._deals.copy()
        return other

    def _mix(self) -> None:
        if self._deals is None and self._waiting and all(peer in self._secrets for peer in self._waiting):
            # In the order of revealing, which the log fixes; every copy of the log has the same.
            secrets = b"".join(self._secrets.values())
            self._deals = SeededDeals(hashlib.sha256(b"alarife joint seed\0" + self.agreement + secrets).digest())

    def _commitment(self, peer: bytes, secret: bytes) -> bytes:
        return hashlib.sha256(b"alarife commitment\0" + self.agreement + peer + secret).digest()


def _joint_seed(place: Place) -> JointSeedDealer:
    return JointSeedDealer(place.agreement, place.peers, place.me, place.private)


DEALERS["joint-seed"] = Kind(_joint_seed, words)
