"""The state of the dealing in one copy: plain immutable values, replaced as a whole by every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from net.deal.dealer import DealError, Secrets
from net.deal.fair.ahead import Mixer
from net.deal.fair.card import Card
from net.deal.fair.deposit import Deposit
from net.deal.fair.elgamal import Ciphertext
from net.deal.fair.group import ORDER, GroupError, Point, challenge, total
from net.deal.fair.legacy import fits
from net.deal.fair.parting import Farewell, Release
from net.deal.fair.shuffle import Examiner
from rules.message import message


class Keys(NamedTuple):
    """A peer's public keys: for its part of every seal, for its answers to lots, and for letters to it alone."""

    cards: Point
    lots: Point
    letters: Point


class Retired(NamedTuple):
    """Keys that a peer has taken new ones for: the public ones, and the secrets locked with the new ones."""

    cards: Point
    lots: Point
    locked: bytes
    context: bytes


class Own(NamedTuple):
    """A shuffle that this copy has just made: nobody checks its own proof."""

    parts: tuple[bytes, ...]
    after: tuple[Ciphertext, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Standing:
    """One position of the dealing, as one copy knows it.

    Attributes:
        agreement: the charter's hash.
        charter: the peers' keys in the charter's order.
        me: own key; empty for a reader of the log.
        private: thirty-two secret bytes that all own secrets are made from; empty for a reader.
        letters: the secret for what is sealed for this peer alone; 0 for a reader. It is never given away.
        estate: what this copy has inherited by the end of a log that is read again.
        escrow: whether secrets are deposited with the others.
        earlier: whether an earlier version began the game, so that the log may contain its form of ``part``.
        examiner: checks shuffles; what it remembers saves work and changes nothing.
        mixer: makes own shuffles ahead; that, too, changes nothing.
        peers: the peers with a part in the seals, in the charter's order.
        owners: the peers that own the seats, by seat.
        acting: for each peer, the peer that acts for it: itself while it is at the table.
        keys: the public keys that have been given.
        secrets: the secrets that this copy holds.
        retired: the keys that a peer has had before, the first ones first.
        stale: the peers that owe new keys, and what those are made from.
        renewed: the peer that has taken new keys last.
        unmixed: the slots of the piles that this peer has still to shuffle again.
        release: the secrets of a vanished peer, on their way to its heir.
        farewell: a peer's leaving that is under way.
        liar: the peer that the last contribution has proven to have given something false.
        departed: the peer that has left with the last contribution.
        deposits: what the peers have deposited.
        joint: the joint key, once all keys and deposits are there.
        slots: the sealed cards.
        decks: the number of piles so far.
        mixed: the peers that have shuffled the pending pile.
        pile: that pile, as the last of them left it.
        lots: the answers to the pending lot.
        lots_drawn: the number of lots so far.
        shown: the slot that has been shown for the pending deal; 0 if none has.
        place: the number of contributions so far: part of every proof's context.
        fresh: the own shuffle just written.
    """

    agreement: bytes
    charter: tuple[bytes, ...]
    me: bytes
    private: bytes
    letters: int
    estate: Mapping[bytes, tuple[Secrets | None, ...]]
    escrow: bool
    earlier: bool
    examiner: Examiner
    mixer: Mixer
    peers: tuple[bytes, ...]
    owners: tuple[bytes, ...]
    acting: Mapping[bytes, bytes]
    secrets: Mapping[bytes, Secrets]
    keys: Mapping[bytes, Keys] = field(default_factory=dict)
    retired: Mapping[bytes, tuple[Retired, ...]] = field(default_factory=dict)
    stale: Mapping[bytes, bytes] = field(default_factory=dict)
    renewed: bytes = b""
    unmixed: tuple[tuple[int, ...], ...] = ()
    release: Release | None = None
    farewell: Farewell | None = None
    liar: bytes = b""
    departed: bytes = b""
    deposits: Mapping[bytes, Deposit] = field(default_factory=dict)
    joint: Point | None = None
    slots: Mapping[int, Card] = field(default_factory=dict)
    decks: int = 0
    mixed: tuple[bytes, ...] = ()
    pile: tuple[Ciphertext, ...] = ()
    lots: Mapping[bytes, Point] = field(default_factory=dict)
    lots_drawn: int = 0
    shown: int = 0
    place: int = 0
    fresh: Own = Own((), ())  # noqa: RUF009  - a value that never changes

    # -- who acts for whom ---------------------------------------------------------------------------------------------

    @property
    def there(self) -> tuple[bytes, ...]:
        """The peers that act for themselves."""
        return tuple(peer for peer in self.peers if self.acting[peer] == peer)

    def acted_for(self, peer: bytes) -> tuple[bytes, ...]:
        """The peers whose part a peer plays now: its own, and that of all who left it to it."""
        return tuple(other for other in self.peers if self.acting[other] == peer)

    def number(self, peer: bytes) -> int:
        """A peer's place in the charter."""
        return self.charter.index(peer)

    def seat_at(self, peer: bytes) -> int:
        """The place of a peer's parts on the polynomials of the others' secrets."""
        return 1 + self.number(peer)

    @property
    def steady(self) -> bool:
        """See :attr:`net.deal.Dealer.steady`."""
        return not self.stale and not self.unmixed and self.release is None and self.farewell is None

    @property
    def lot_first(self) -> bool:
        """Whether new keys have to wait: a lot that some have answered is not asked again, so it is answered first."""
        return bool(self.stale and self.lots)

    # -- keys and secrets ----------------------------------------------------------------------------------------------

    @property
    def key(self) -> Point:
        """The joint key, when there is one."""
        assert self.joint is not None, "keys come first"
        return self.joint

    def context(self, peer: bytes) -> bytes:
        """The context that binds every proof of a peer at this place."""
        return b"alarife fair\0" + self.agreement + peer + self.place.to_bytes(8, "big")

    def own_secrets(self, seed: bytes = b"") -> Secrets:
        """The own secrets: those of the beginning, or those made from the seed of a return."""
        return Secrets(*(derived(word, self.private, self.agreement + seed) for word in (b"cards", b"lots")))

    def left_by(self, peer: bytes) -> list[int]:
        """All secrets that a peer has to hand over or to deposit: its own, and those left to it."""
        return [number for other in self.acted_for(peer) for number in self.secrets[other]]

    def as_secrets(self, ending: Sequence[bytes], numbers: Sequence[int]) -> dict[bytes, Secrets]:
        """These numbers as the secrets of these peers; raises :class:`~net.deal.fair.group.GroupError` if they are not."""
        left = {other: Secrets(*numbers[2 * place : 2 * place + 2]) for place, other in enumerate(ending)}
        for other, secrets in left.items():
            if not (fits(secrets.cards, self.keys[other].cards) and fits(secrets.lots, self.keys[other].lots)):
                raise GroupError("other secrets")
        return left

    # -- steps that several duties share ---------------------------------------------------------------------------------

    def owes_deposit(self, peer: bytes) -> bool:
        """Whether a peer has still to deposit its secrets with the others; among two there is nothing to deposit."""
        return self.escrow and peer not in self.deposits and len(self.there) > 2 and peer in self.there

    def joined(self) -> Standing:
        """The joint key, as soon as every peer has given its part and deposited its secrets."""
        if not self.peers or any(peer not in self.keys or self.owes_deposit(peer) for peer in self.peers):
            return self
        return replace(self, joint=total(self.keys[peer].cards for peer in self.peers))

    def without(self, peer: bytes, heir: bytes) -> Standing:
        """Before anything is sealed: do without a peer. Its heir owns its seats."""
        peers = tuple(other for other in self.peers if other != peer)
        owners = tuple(heir if owner == peer else owner for owner in self.owners)
        return replace(self, peers=peers, owners=owners, deposits={}).joined()

    def handed_over(self, ending: Sequence[bytes], heir: bytes) -> Standing:
        """From now on the heir acts for these peers; it knows the piles no less than they did."""
        return replace(
            self,
            acting={**self.acting, **dict.fromkeys(ending, heir)},
            stale={peer: seed for peer, seed in self.stale.items() if peer not in ending},
            unmixed=(),
            deposits={},
        )

    def inheriting(self, left: Mapping[bytes, Secrets]) -> Standing:
        """With secrets that others have left to this peer."""
        return replace(self, secrets={**self.secrets, **left})

    def owing_new_keys(self, peer: bytes, seed: bytes) -> Standing:
        """A peer owes new keys because somebody else holds its old ones. The deposits of the others are void."""
        return replace(self, stale={**self.stale, peer: seed}, deposits={})


def beginning(
    agreement: bytes,
    peers: Sequence[bytes],
    owners: Sequence[bytes],
    me: bytes,
    private: bytes,
    estate: Mapping[bytes, Sequence[Secrets | None]],
    escrow: bool,
    earlier: bool,
) -> Standing:
    """Nothing has been said yet; the arguments are those of :class:`~net.deal.fair.dealer.FairDealer`."""
    inherited = {peer: tuple(secrets) for peer, secrets in estate.items()}
    private = private if me in peers else b""
    at = Standing(
        agreement=agreement,
        charter=tuple(peers),
        me=me,
        private=private,
        letters=derived(b"letters", private, agreement) if private else 0,
        estate=inherited,
        escrow=escrow,
        earlier=earlier,
        examiner=Examiner(),
        mixer=Mixer(),
        peers=tuple(peers),
        owners=tuple(owners),
        acting={peer: peer for peer in peers},
        secrets={peer: first for peer, (first, *_) in inherited.items() if first is not None},
    )
    return at.inheriting({me: at.own_secrets()}) if private else at


def derived(word: bytes, private: bytes, occasion: bytes) -> int:
    """A secret of this peer's own, the same whenever this game is opened here."""
    return 1 + challenge(b"alarife secret", word, private, occasion) % (ORDER - 1)


def no_secret() -> DealError:
    """This copy lacks, or has other secrets than, what it needs to go on."""
    return DealError(message("session.deal.no-secret"))
