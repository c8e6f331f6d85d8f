"""The state of the dealing in one copy: plain immutable values, replaced as a whole by every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from net.deal.dealer import DealError, Secrets
from net.deal.fair.ahead import Mixer
from net.deal.fair.card import Card
from net.deal.fair.contribution import Contribution
from net.deal.fair.deposit import Deposit
from net.deal.fair.elgamal import Ciphertext
from net.deal.fair.group import ORDER, GroupError, Point, challenge, total
from net.deal.fair.legacy import fits
from net.deal.fair.parting import Farewell, Release
from net.deal.fair.shuffle import Examiner
from rules.message import message


class Keys(NamedTuple):
    """A peer's public keys: for its part of every seal, for its answers to lots, and for letters that only it can read."""

    cards: Point
    lots: Point
    letters: Point


class Retired(NamedTuple):
    """A peer's former public keys, and their secrets locked with the new ones."""

    cards: Point
    lots: Point
    locked: bytes
    context: bytes


class Own(NamedTuple):
    """A contribution that this copy has just written, and whose proofs it need not check.

    Attributes:
        given: the contribution.
        after: the cards after the shuffle, if it is one.
    """

    given: Contribution | None
    after: tuple[Ciphertext, ...]


class Standing(Struct, frozen=True):
    """One position of the dealing, as one copy knows it.

    Attributes:
        agreement: the charter's hash.
        charter: the peers' keys in the charter's order.
        me: this peer's key; empty for a reader of the log.
        private: thirty-two secret bytes from which all of this peer's secrets are derived; empty for a reader.
        letters: the secret that opens letters to this peer; 0 for a reader. The peer never gives it away.
        estate: the secrets that this copy has inherited by the end of a log that is replayed.
        escrow: whether secrets are deposited with the others.
        version: that of the dealer. Below 5, only a returning peer takes new keys; below 4, only such a peer shuffles again;
            below 3, the log may contain ``part`` in its earlier form.
        examiner: checks shuffles; its memory saves time and changes nothing.
        mixer: makes this peer's shuffles ahead; that changes nothing either.
        peers: the peers with a part in the seals, in the charter's order.
        owners: the peers that own the seats, by seat.
        acting: for each peer, the peer that acts for it: itself while it is at the table.
        keys: the public keys so far.
        secrets: the secrets that this copy holds.
        retired: the former keys of each peer, oldest first.
        stale: the peers that owe new keys, each with the seed of those.
        renewed: the peer that has taken new keys last.
        unmixed: the piles that have to be shuffled again, each as the peer that owes the shuffle, and the slots.
        release: the secrets of a vanished peer, on their way to its heir.
        farewell: a peer's leaving that is under way.
        liar: the peer that the last contribution has proven to have given something false.
        departed: the peer that has left with the last contribution.
        deposits: the peers' deposits.
        narrow: the peers that have deposited their present secrets while not all others were there; those who were there hold
            all parts.
        joint: the joint key, once all keys and deposits are known; None before.
        slots: the sealed cards.
        decks: the number of piles so far.
        mixed: the peers that have shuffled the pending pile.
        pile: that pile, as the last of them left it.
        lots: the answers to the pending lot.
        lots_drawn: the number of lots so far.
        shown: the slot that has been shown for the pending deal; 0 if none has.
        place: the number of contributions so far: part of every proof's context.
        fresh: the contribution that this copy has just written.
    """

    agreement: bytes
    charter: tuple[bytes, ...]
    me: bytes
    private: bytes
    letters: int
    estate: Mapping[bytes, tuple[Secrets | None, ...]]
    escrow: bool
    version: int
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
    unmixed: tuple[tuple[bytes, tuple[int, ...]], ...] = ()
    release: Release | None = None
    farewell: Farewell | None = None
    liar: bytes = b""
    departed: bytes = b""
    deposits: Mapping[bytes, Deposit] = field(default_factory=dict)
    narrow: tuple[bytes, ...] = ()
    joint: Point | None = None
    slots: Mapping[int, Card] = field(default_factory=dict)
    decks: int = 0
    mixed: tuple[bytes, ...] = ()
    pile: tuple[Ciphertext, ...] = ()
    lots: Mapping[bytes, Point] = field(default_factory=dict)
    lots_drawn: int = 0
    shown: int = 0
    place: int = 0
    fresh: Own = Own(None, ())

    def __repr__(self) -> str:
        return f"<Standing at {self.place}>"  # a struct would show its secrets

    # -- who acts for whom ---------------------------------------------------------------------------------------------

    @property
    def there(self) -> tuple[bytes, ...]:
        """The peers that act for themselves."""
        return tuple(peer for peer in self.peers if self.acting[peer] == peer)

    def acted_for(self, peer: bytes) -> tuple[bytes, ...]:
        """The peers that a peer acts for now: itself, and all that have left their part to it."""
        return tuple(other for other in self.peers if self.acting[other] == peer)

    def number(self, peer: bytes) -> int:
        """A peer's place in the charter."""
        return self.charter.index(peer)

    def seat_at(self, peer: bytes) -> int:
        """The place at which a peer's parts lie on the polynomials of the others' secrets."""
        return 1 + self.number(peer)

    @property
    def steady(self) -> bool:
        """See :attr:`net.deal.Dealer.steady`."""
        return not self.stale and not self.unmixed and self.release is None and self.farewell is None

    @property
    def settled(self) -> bool:
        """Whether, with a joint key, only answers to deals are owed: nothing has to be deposited, handed over or renewed."""
        deposited = not self.escrow or len(self.deposits) == len(self.peers) or len(self.peers) <= 2
        return deposited and not self.stale and not self.unmixed and self.release is None and self.farewell is None

    @property
    def lot_first(self) -> bool:
        """Whether new keys have to wait until a lot is answered: a lot with some answers is not asked again."""
        return bool(self.stale and self.lots)

    def wrote(self, given: Contribution) -> bool:
        """Whether this copy has just written this contribution itself, at this place of the dealing. All others check it."""
        return given == self.fresh.given

    # -- keys and secrets ----------------------------------------------------------------------------------------------

    @property
    def key(self) -> Point:
        """The joint key, which must be known."""
        assert self.joint is not None, "keys come first"
        return self.joint

    def context(self, peer: bytes) -> bytes:
        """The context that binds every proof of a peer at this place."""
        return b"alarife fair\0" + self.agreement + peer + self.place.to_bytes(8, "big")

    def own_secrets(self, seed: bytes = b"") -> Secrets:
        """This peer's secrets: its first ones, or those derived from the seed of a return."""
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
        """Whether a peer still has to deposit its secrets with the others; two peers deposit nothing."""
        return self.escrow and peer not in self.deposits and len(self.there) > 2 and peer in self.there

    def joined(self) -> Standing:
        """The state with the joint key, once every peer has published its keys and deposited its secrets; else unchanged.

        Raises :class:`~net.deal.DealError` if the keys cancel each other out.
        """
        if not self.peers or any(peer not in self.keys or self.owes_deposit(peer) for peer in self.peers):
            return self
        try:
            return replace(self, joint=total(self.keys[peer].cards for peer in self.peers))
        except GroupError as error:
            raise DealError(message("session.deal.damaged")) from error

    def without(self, peer: bytes, heir: bytes) -> Standing:
        """The state without a peer, before anything is sealed. Its heir owns its seats. Raises what :meth:`joined` raises."""
        peers = tuple(other for other in self.peers if other != peer)
        owners = tuple(heir if owner == peer else owner for owner in self.owners)
        return replace(self, peers=peers, owners=owners, deposits={}).joined()

    def handed_over(self, ending: Sequence[bytes], heir: bytes) -> Standing:
        """The state in which the heir acts for these peers. What others still have to shuffle stays owed."""
        return replace(
            self,
            acting={**self.acting, **dict.fromkeys(ending, heir)},
            stale={peer: seed for peer, seed in self.stale.items() if peer not in ending},
            unmixed=tuple(owed for owed in self.unmixed if owed[0] not in ending) if self.version >= 4 else (),
            deposits={},
        )

    def shuffled_again(self, peer: bytes) -> Standing:
        """The state in which a peer owes a new shuffle of every pile: of the cards of which no share is published yet.

        A single card stays where it is and gets another seal, which an earlier share does not open.
        """
        piles: dict[int, list[int]] = {}
        for slot in sorted(self.slots):
            if self.slots[slot].missing == self.peers:
                piles.setdefault(self.slots[slot].deck, []).append(slot)
        fewest = 1 if self.version >= 4 else 2
        owed = tuple((peer, tuple(slots)) for slots in piles.values() if len(slots) >= fewest)
        return replace(self, unmixed=tuple(one for one in self.unmixed if one[0] != peer) + owed)

    def inheriting(self, left: Mapping[bytes, Secrets]) -> Standing:
        """The state with secrets that others have left to this peer."""
        return replace(self, secrets={**self.secrets, **left})

    def owing_new_keys(self, peer: bytes, seed: bytes) -> Standing:
        """The state in which a peer owes new keys because another peer holds its old ones. All deposits are void."""
        return replace(self, stale={**self.stale, peer: seed}, deposits={})


def beginning(
    agreement: bytes,
    peers: Sequence[bytes],
    owners: Sequence[bytes],
    me: bytes,
    private: bytes,
    estate: Mapping[bytes, Sequence[Secrets | None]],
    escrow: bool,
    version: int,
) -> Standing:
    """The state before the first contribution; the arguments are those of :class:`~net.deal.fair.dealer.FairDealer`."""
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
        version=version,
        examiner=Examiner(),
        mixer=Mixer(),
        peers=tuple(peers),
        owners=tuple(owners),
        acting={peer: peer for peer in peers},
        secrets={peer: first for peer, (first, *_) in inherited.items() if first is not None},
    )
    return at.inheriting({me: at.own_secrets()}) if private else at


def derived(word: bytes, private: bytes, occasion: bytes) -> int:
    """One of this peer's secrets, the same whenever this game is opened here."""
    return 1 + challenge(b"alarife secret", word, private, occasion) % (ORDER - 1)


def no_secret() -> DealError:
    """The error that this copy lacks the secrets it needs to go on, or has other ones."""
    return DealError(message("session.deal.no-secret"))
