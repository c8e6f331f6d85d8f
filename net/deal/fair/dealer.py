"""Dealing between peers so that nobody, the host included, can see or choose a hidden card or a lot.

Every card is sealed under a key whose parts the peers hold (:mod:`.elgamal`). All peers in turn shuffle a pile, and each proves
that it changed no card (:mod:`.shuffle`). A card is drawn privately when all other peers publish their shares of its seal, and
opened when the drawer publishes its share too. For a lot, each peer gives the only possible answer to a question, with a key
that was fixed before the question; the result is hashed from all answers, so that nobody can choose or guess it.

A letter for one peer alone is sealed with that peer's third key, whose secret the peer never gives away. A peer that acts for a
departed one holds its other secrets, but cannot read its letters, which contain its parts of everybody else's secrets.

Each peer deposits its secrets with the others (:mod:`.deposit`) before anything is sealed, and again whenever a peer has left
or returned; so the others together can act for a peer that has vanished. A peer that returns first takes new keys
(:mod:`.renewal`), since its stand-in holds the old ones. Then it shuffles the rest of the piles again, since all others
together could have looked into them meanwhile. So does a peer that begins to act for a vanished one
(:mod:`.duties.release`).

Each proof is bound to the table, its author, the operation and its place in the dealing. :mod:`.duties` defines which
contribution is owed when, how it is written and how it is checked.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Self

from msgspec.structs import replace

from net.deal.dealer import DealError, Secrets
from net.deal.fair import contribution, old_leaving
from net.deal.fair.contribution import Contribution
from net.deal.fair.duties import ANSWERS, farewell, mix, next_duty, release, renew
from net.deal.fair.duties.duty import Duty, Written
from net.deal.fair.group import GroupError
from net.deal.fair.lineage import lineage, opened_lineage
from net.deal.fair.standing import Own, Standing, beginning, no_secret
from net.session.format import wire
from net.session.format.wire import WireError
from rules.contract import Deal
from rules.message import message

_NOTHING = Own(None, ())


@contextmanager
def _valid() -> Iterator[None]:
    """Raise :class:`~net.deal.DealError` where bytes or points from others are not valid."""
    try:
        yield
    except (WireError, GroupError, IndexError) as error:
        raise DealError(message("session.deal.damaged")) from error


class FairDealer:
    """The dealer ``fair``. Its whole state is one value, :attr:`at`, which every step replaces.

    Attributes:
        at: the state of the dealing.
    """

    at: Standing

    def __init__(
        self,
        agreement: bytes,
        peers: Sequence[bytes],
        owners: Sequence[bytes],
        me: bytes,
        private: bytes,
        estate: Mapping[bytes, Sequence[Secrets | None]] | None = None,
        escrow: bool = False,
        version: int = 5,
    ) -> None:
        """The arguments are those of :class:`net.deal.Place`; ``version`` is in the name of the dealer, as 5 in ``fair-5``."""
        self.at = beginning(agreement, peers, owners, me, private, estate or {}, escrow, version)
        self._next: tuple[Standing | None, Sequence[Deal], tuple[Duty, bytes] | None] = (None, (), None)

    def copy(self) -> Self:
        """An independent copy; both can share the value, which never changes."""
        other = object.__new__(type(self))
        other.__dict__ = self.__dict__.copy()
        return other

    # -- contributions -------------------------------------------------------------------------------------------------

    def writer(self, deals: Sequence[Deal]) -> bytes | None:
        """The peer that acts for the one that owes the next contribution."""
        owed = self._owed(deals)
        return None if owed is None else self.at.acting[owed[1]]

    def write(self, deals: Sequence[Deal]) -> bytes:
        """The contribution that this peer owes, for itself or for a peer it acts for.

        Raises :class:`~net.deal.DealError` if this copy lacks the secret, or if others have led it to the point at infinity.
        """
        owed = self._owed(deals)
        if owed is None or owed[1] not in self.at.secrets:
            raise no_secret()
        duty, peer = owed
        with _valid():
            written = duty.write(self.at, deals, peer)
        given = self._given(written, peer)
        self.at = replace(self.at, fresh=Own(given, written.after))
        return wire.pack(given)

    def prepare(self, deals: Sequence[Deal]) -> bool:
        """See :meth:`net.deal.Dealer.prepare`."""
        return mix.prepare(self.at, deals)

    def write_stay(self) -> bytes:
        """See :meth:`net.deal.Dealer.write_stay`."""
        return wire.pack(self._given(farewell.stay(self.at), self.leaver))

    def read(self, deals: Sequence[Deal], author: bytes, payload: bytes) -> None:
        """Check a contribution and take it; raises :class:`~net.deal.DealError` and changes nothing if it is not valid."""
        owed = self._owed(deals)
        if owed is None or self.at.acting[owed[1]] != author:
            raise DealError(message("session.deal.unasked"))
        duty, peer = owed
        with _valid():
            given = contribution.read(payload)
            if given.peer != self.at.number(peer):
                raise DealError(message("session.deal.unasked"))
            before = replace(self.at, liar=b"", departed=b"") if self.at.liar or self.at.departed else self.at
            after = duty.take(before, deals, peer, given)
        self.at = replace(after, place=after.place + 1, fresh=_NOTHING)

    def answer(self, deal: Deal, knows: Container[int]) -> tuple[int, ...] | None:
        """See :meth:`net.deal.Dealer.answer`."""
        if self.at.joint is None:
            return None
        if deal.kind in ("draw", "open") and self._owed((deal,)) is not None:
            return None
        with _valid():
            answer, self.at = ANSWERS[deal.kind].answer(self.at, deal, knows)
        return answer

    def _owed(self, deals: Sequence[Deal]) -> tuple[Duty, bytes] | None:
        """The next duty and the peer that owes it, cached: it is asked several times in one position."""
        at, asked, owed = self._next
        if at is not self.at or asked != (deals := tuple(deals)):
            owed = next_duty(self.at, deals)
            self._next = self.at, deals, owed
        return owed

    def _given(self, written: Written, peer: bytes) -> Contribution:
        return Contribution(written.word, self.at.number(peer), tuple(written.parts))

    # -- peers that leave and return -----------------------------------------------------------------------------------

    @property
    def steady(self) -> bool:
        """See :attr:`net.deal.Dealer.steady`."""
        return self.at.steady

    def leaves(self, peer: bytes, heir: bytes) -> bool:
        """See :meth:`net.deal.Dealer.leaves`."""
        self.at = farewell.begin(self.at, peer, heir)
        return self.at.farewell is None

    @property
    def leaver(self) -> bytes:
        """See :attr:`net.deal.Dealer.leaver`."""
        return b"" if self.at.farewell is None else self.at.farewell.leaver

    @property
    def exposed(self) -> bool:
        """See :attr:`net.deal.Dealer.exposed`."""
        return self.at.farewell is not None and bool(self.at.farewell.sent)

    @property
    def departed(self) -> bytes:
        """See :attr:`net.deal.Dealer.departed`."""
        return self.at.departed

    def left(self, peer: bytes, heir: bytes, legacies: Sequence[bytes]) -> None:
        """See :meth:`net.deal.Dealer.left`."""
        self.at = old_leaving.left(self.at, peer, heir, legacies)

    def can_spare(self, peer: bytes) -> bool:
        """Whether the others together can act for a peer that has vanished."""
        return self.at.joint is None or peer in self.at.deposits

    def dropped(self, peer: bytes, heir: bytes) -> None:
        """A peer has vanished: its heir acts for it as soon as all others have given their parts of its secrets.

        Raises :class:`~net.deal.DealError` if they do not hold them.
        """
        self.at = release.begin(self.at, peer, heir)

    @property
    def liar(self) -> bytes:
        """See :attr:`net.deal.Dealer.liar`."""
        return self.at.liar

    def can_return(self, peer: bytes) -> bool:
        """Whether a departed peer has a part in the seals, so that it can play again."""
        return peer in self.at.peers

    def returned(self, peer: bytes, seed: bytes) -> None:
        """A departed peer acts for itself again, with new keys made from ``seed`` and its private bytes."""
        self.at = renew.begin(self.at, peer, seed)

    # -- secrets -------------------------------------------------------------------------------------------------------

    def lineage(self, peer: bytes, secrets: Secrets) -> tuple[Secrets, ...]:
        """All secrets that a peer has had for this game, first to last, derived from its latest; empty if these are not its
        latest, or if it has locked other secrets with them than it had.
        """
        return lineage(self.at, peer, secrets)

    def fits(self, peer: bytes, secrets: Secrets) -> bool:
        """Whether these are the secrets of a peer's public keys, and unlock its earlier secrets."""
        return bool(lineage(self.at, peer, secrets))

    @property
    def estate(self) -> Mapping[bytes, Sequence[Secrets | None]]:
        """The secrets that others have left to this peer."""
        return {peer: opened_lineage(self.at, peer, held) for peer, held in self.at.secrets.items() if peer != self.at.me}

    @property
    def holders(self) -> Sequence[bytes]:
        """Every peer with a part in the joint key."""
        return self.at.peers if self.at.joint is not None else ()

    @property
    def secrets(self) -> Mapping[bytes, Secrets]:
        """By peer, the secrets of this peer and those that others have left to it."""
        return dict(self.at.secrets)
