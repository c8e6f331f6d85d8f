"""Dealing between peers so that nobody, the host included, can see or choose a hidden card or a lot.

Every card is sealed under a key whose parts the peers hold (:mod:`.elgamal`). A shuffle passes through every peer's hands,
each of whom proves that no card was changed (:mod:`.shuffle`). A card is drawn privately when all others publish their share of
its seal, and opened when the drawer publishes his as well. A lot is hashed from every peer's only possible answer to a
question, given with a key that was fixed before the question, so that it can be neither chosen nor guessed.

The secrets of all are deposited with the others (:mod:`.deposit`) before anything is sealed, and again whenever somebody has
gone or come back; so the others together can act for a peer that has vanished.

Each proof is bound to the table, its author, the operation and its place in the dealing.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from net.deal.dealer import DealError, Secrets
from net.deal.fair import deposit, elgamal, escrow, shuffle
from net.deal.fair.deposit import Deposit
from net.deal.fair.elgamal import CARDS, Ciphertext, lay_open, opened
from net.deal.fair.group import (
    ORDER,
    GroupError,
    Point,
    base,
    challenge,
    hashed_point,
    pack,
    point,
    times,
    total,
)
from net.deal.fair.legacy import fits, open_seal, seal, seal_length
from net.deal.fair.proofs import check_secret, check_share, prove_secret, prove_share, unpack_proof
from net.session import wire
from net.session.wire import WireError
from rules.contract import SEALED, Deal
from rules.message import message

Part = Annotated[bytes, Meta(max_length=1 << 15)]


class Contribution(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The payload of one entry of the dealing.

    Attributes:
        word: ``keys``, ``escrow``, ``mix``, ``lot``, ``shares`` or ``show``.
        peer: whose contribution it is, by place in the charter: the author's own, or that of one who left it to the author.
        parts: points, ciphertexts and proofs, as the word asks.
    """

    word: Annotated[str, Meta(max_length=8)]
    peer: Annotated[int, Meta(ge=0, lt=16)]
    parts: Annotated[tuple[Part, ...], Meta(max_length=512)]


@dataclass(slots=True)
class _Card:
    """One slot: its seal, the shares published so far, and which faces were in the pile it came from."""

    sealed: Ciphertext
    pile: tuple[int, ...]
    shares: dict[bytes, Point] = field(default_factory=dict)
    face: int = SEALED

    def copy(self) -> _Card:
        return _Card(self.sealed, self.pile, dict(self.shares), self.face)

    def with_share(self, peer: bytes, share: Point) -> _Card:
        """The same card with another share published; this one stays as it is, for copies of the dealer have it in common."""
        return _Card(self.sealed, self.pile, self.shares | {peer: share}, self.face)


class FairDealer:
    """The dealer ``fair``.

    Attributes:
        agreement: the charter's hash.
        peers: the peers' keys in the charter's order.
    """

    def __init__(
        self,
        agreement: bytes,
        peers: Sequence[bytes],
        owners: Sequence[bytes],
        me: bytes,
        private: bytes,
        estate: Mapping[bytes, Secrets] | None = None,
        escrow: bool = False,
    ) -> None:
        """``owners`` are the keys of the peers that play the seats by the charter, ``private`` thirty-two secret bytes that
        are the same whenever this game is opened here (empty for somebody who only reads the log), ``estate`` what has been
        inherited by the end of a log that is read again. ``escrow`` tells whether secrets are deposited with the others.
        """
        self.agreement = agreement
        self.peers = tuple(peers)
        self._places = {peer: place for place, peer in enumerate(peers)}
        self._owners = list(owners)
        self._me = me
        self._cards_keys: dict[bytes, Point] = {}
        self._lot_keys: dict[bytes, Point] = {}
        self._secrets: dict[bytes, Secrets] = dict(estate or {})
        if private and me in self.peers:
            self._secrets[me] = Secrets(_secret(b"cards", private, agreement), _secret(b"lots", private, agreement))
        self._lasting = frozenset(self._secrets) | {me}
        self._escrow = escrow
        self._deposits: dict[bytes, Deposit] = {}
        self._joint: Point | None = None
        self._acting: dict[bytes, bytes] = {peer: peer for peer in self.peers}
        self._slots: dict[int, _Card] = {}
        self._place = 0  # contributions read so far: part of every proof's context
        self._mixed: list[bytes] = []
        self._pile: tuple[Ciphertext, ...] = ()
        self._fresh: tuple[bytes, tuple[Ciphertext, ...]] = b"", ()  # the own shuffle just written: nobody checks his own proof
        self._lots: dict[bytes, Point] = {}
        self._lots_drawn = 0
        self._shown = 0

    # -- what the session asks -----------------------------------------------------------------------------------------

    def writer(self, deals: Sequence[Deal]) -> bytes | None:
        """Who acts for the first peer that still owes something for the pending deals."""
        owing = self._owing(deals)
        return None if owing is None else self._acting[owing]

    def write(self, deals: Sequence[Deal]) -> bytes:
        """The own contribution, or that of a peer which this one acts for."""
        peer = self._owing(deals)
        if peer is None or peer not in self._secrets:
            raise DealError(message("session.deal.no-secret"))
        cards_secret, lots_secret = self._secrets[peer]
        context = self._context(peer)
        if peer not in self._cards_keys:
            parts = [
                part
                for word, secret in ((b"cards", cards_secret), (b"lots", lots_secret))
                for part in (base(secret).format(), prove_secret(secret, context + word).pack())
            ]
            return self._contribution("keys", peer, parts)
        if self._owes_deposit(peer):
            left = [number for other in self._acted_for(peer) for number in self._secrets[other]]
            holders = {self._seat_at(other): self._cards_keys[other] for other in self._there if other != peer}
            return self._contribution("escrow", peer, deposit.make(left, cards_secret, holders, context))
        deal = deals[0]
        if deal.kind == "shuffle":
            before, key = self._before(deal), self._key()
            mixed = shuffle.mix(before, key)
            proof = shuffle.prove(before, mixed, key, context)
            payload = self._contribution("mix", peer, [*(card.pack() for card in mixed.after), proof.pack()])
            self._fresh = payload, mixed.after
            return payload
        if deal.kind == "lot":
            answer, proof_of_it = prove_share(lots_secret, self._question(), context)
            return self._contribution("lot", peer, [answer.format(), proof_of_it.pack()])
        if deal.kind == "show":
            slot = self._held(deal, peer)
            hints = [self._slots[slot].sealed.hint]
            made, batch = _prove_shares(cards_secret, hints, context)
            return self._contribution("show", peer, [slot.to_bytes(4, "big"), made[0].format(), batch])
        owed = self._owed(deals, peer)
        made, batch = _prove_shares(cards_secret, [self._slots[slot].sealed.hint for slot in owed], context)
        return self._contribution("shares", peer, [*(each.format() for each in made), batch])

    def read(self, deals: Sequence[Deal], author: bytes, payload: bytes) -> None:
        """Check a contribution and take it; raises :class:`~net.deal.DealError` and changes nothing when it is not right."""
        peer = self._owing(deals)
        if peer is None or self._acting[peer] != author:
            raise DealError(message("session.deal.unasked"))
        try:
            given: Contribution = wire.unpack(payload, Contribution, limit=1 << 17)
            if given.peer != self._places[peer]:
                raise DealError(message("session.deal.unasked"))
            self._take(deals, peer, given, self._fresh[1] if payload == self._fresh[0] else ())
        except (WireError, GroupError, IndexError) as error:
            raise DealError(message("session.deal.damaged")) from error
        self._place += 1
        self._fresh = b"", ()

    def answer(self, deal: Deal, knows: Container[int]) -> tuple[int, ...] | None:
        """See :meth:`net.deal.Dealer.answer`."""
        if self._joint is None:
            return None
        if deal.kind == "shuffle":
            if len(self._mixed) < len(self.peers):
                return None
            for slot, sealed in zip(deal.slots, self._pile, strict=True):
                self._slots[slot] = _Card(sealed, deal.faces)
            self._mixed, self._pile = [], ()
            return ()
        if deal.kind == "lot":
            if len(self._lots) < len(self.peers):
                return None
            bits = challenge(b"lot", self.agreement, *(self._lots[peer].format() for peer in self.peers))
            self._lots = {}
            self._lots_drawn += 1
            return (bits % deal.faces[0],)
        if deal.kind == "show":
            slot = self._shown or self._open_slot(deal)
            self._shown = 0
            return (slot,) if slot else None
        if self._owing((deal,)) is not None:
            return None
        if deal.kind == "draw" and deal.seat not in knows:
            return tuple(self._face(slot) for slot in deal.slots)
        return tuple(self._face(slot, self._owners[deal.seat] if deal.kind == "draw" else b"") for slot in deal.slots)

    def legacies(self) -> tuple[bytes, ...]:
        """What this peer leaves when it goes, for each peer who may be its heir: its secrets and those left to it, sealed."""
        mine = self._secrets.get(self._me)
        if mine is None or self._joint is None:
            return tuple(b"" for _ in self._places)
        left = [number for peer in self._acted_for(self._me) for number in self._secrets[peer]]
        return tuple(
            seal(left, mine.cards, self._cards_keys[heir], self.agreement)
            if heir != self._me and heir in self._cards_keys
            else b""
            for heir in self._places
        )

    def left(self, peer: bytes, heir: bytes, legacies: Sequence[bytes]) -> None:
        """A peer has left: from now on its heir acts for it, with the secrets it left to the heir.

        Before all keys are known nothing has been sealed: then the dealing goes on without the peer, and the heir takes over
        the seats only. Raises :class:`~net.deal.DealError` when the legacy cannot be what it must be (in the heir's copy: when
        it does not hold the secrets).
        """
        if self._joint is None:
            self._leave_out(peer, heir)
            return
        ending = self._acted_for(peer)
        sealed = legacies[self._places[heir]] if len(legacies) == len(self._places) else b""
        if len(sealed) != seal_length(2 * len(ending)):
            raise DealError(message("session.deal.no-legacy"))
        if heir == self._me and heir in self._secrets:
            try:
                own = self._secrets[heir].cards
                self._inherit(ending, open_seal(sealed, own, self._cards_keys[peer], self.agreement))
            except GroupError as error:
                raise DealError(message("session.deal.no-legacy")) from error
        self._hand_over(ending, heir)

    def can_spare(self, peer: bytes) -> bool:
        """Whether the others together can act for a peer that has vanished."""
        return self._joint is None or peer in self._deposits

    def part_for(self, peer: bytes, heir: bytes) -> bytes:
        """What this peer holds of the secrets of one that has vanished, sealed for the heir; empty where that needs nothing."""
        if self._joint is None or heir == self._me:
            return b""
        own = self._secrets[self._me].cards
        return seal(self._deposits[peer].parts, own, self._cards_keys[heir], self._vote_context(peer))

    def part_fits(self, peer: bytes, heir: bytes, voter: bytes, sealed: bytes) -> bool:
        """Whether what another peer gives for one that has vanished may be what it holds; the heir can tell for certain."""
        if self._joint is None or heir == voter:
            return sealed == b""
        if peer not in self._deposits or len(sealed) != seal_length(2 * len(self._acted_for(peer))):
            return False
        if heir != self._me or heir not in self._secrets:
            return True
        try:
            parts = open_seal(sealed, self._secrets[heir].cards, self._cards_keys[voter], self._vote_context(peer))
        except GroupError:
            return False
        return self._deposits[peer].fits(parts, self._seat_at(voter))

    def dropped(self, peer: bytes, heir: bytes, parts: Mapping[bytes, bytes]) -> None:
        """A peer has vanished, and all others have given the heir what they hold of its secrets: the heir acts for it.

        Raises :class:`~net.deal.DealError` when the parts cannot be what they must be.
        """
        if not self.can_spare(peer) or not all(self.part_fits(peer, heir, *part) for part in parts.items()):
            raise DealError(message("session.deal.no-escrow"))
        if self._joint is None:
            self._leave_out(peer, heir)
            return
        ending, given = self._acted_for(peer), self._deposits[peer]
        if heir == self._me and heir in self._secrets:
            own, context = self._secrets[heir].cards, self._vote_context(peer)
            opened_parts = {
                self._seat_at(voter): list(given.parts)
                if voter == heir
                else open_seal(sealed, own, self._cards_keys[voter], context)
                for voter, sealed in parts.items()
            }
            numbers = [
                escrow.rebuilt({place: held[number] for place, held in opened_parts.items()})
                for number in range(len(given.commitments))
            ]
            try:
                self._inherit(ending, numbers)
            except GroupError as error:
                raise DealError(message("session.deal.no-escrow")) from error
        self._hand_over(ending, heir)

    def can_return(self, peer: bytes) -> bool:
        """Whether a peer that has gone has a part in the seals, so that it can play again."""
        return peer in self.peers

    def returned(self, peer: bytes) -> None:
        """A peer that had gone is there again and acts for itself; whoever stood in for it forgets its secrets."""
        self._acting[peer] = peer
        self._deposits = {}
        if peer not in self._lasting:
            self._secrets.pop(peer, None)

    @property
    def estate(self) -> Mapping[bytes, Secrets]:
        """The secrets that others have left to this peer."""
        return {peer: secrets for peer, secrets in self._secrets.items() if peer != self._me}

    @property
    def holders(self) -> Sequence[bytes]:
        """Every peer with a part in the joint key."""
        return self.peers if self._joint is not None else ()

    @property
    def secrets(self) -> Mapping[bytes, Secrets]:
        """The own secrets and those that others have left to this peer."""
        return dict(self._secrets)

    def fits(self, peer: bytes, secrets: Secrets) -> bool:
        """Whether these are the secrets of the public keys that a peer has given."""
        cards, lots = self._cards_keys.get(peer), self._lot_keys.get(peer)
        valid = all(0 < number < ORDER for number in secrets)
        return valid and cards is not None and lots is not None and fits(secrets.cards, cards) and fits(secrets.lots, lots)

    def copy(self) -> FairDealer:
        """An independent copy."""
        other = type(self)(self.agreement, self.peers, self._owners, self._me, b"")
        other._places = self._places
        other._cards_keys = dict(self._cards_keys)
        other._lot_keys = dict(self._lot_keys)
        other._secrets = dict(self._secrets)
        other._lasting = self._lasting
        other._escrow = self._escrow
        other._deposits = dict(self._deposits)
        other._joint = self._joint
        other._acting = dict(self._acting)
        other._slots = dict(self._slots)  # a card is copied where it changes
        other._place = self._place
        other._mixed = list(self._mixed)
        other._pile = self._pile
        other._fresh = self._fresh
        other._lots = dict(self._lots)
        other._lots_drawn = self._lots_drawn
        other._shown = self._shown
        return other

    # -- who owes what -------------------------------------------------------------------------------------------------

    def _owing(self, deals: Sequence[Deal]) -> bytes | None:
        """The first peer, in the charter's order, whose contribution is missing."""
        if not deals and self._joint is None:
            return None  # nothing has been dealt, so nothing has to be kept
        for peer in self.peers:
            if peer not in self._cards_keys:
                return peer
        for peer in self.peers:
            if self._owes_deposit(peer):
                return peer
        if not deals:
            return None
        deal = deals[0]
        if deal.kind == "shuffle":
            return next((peer for peer in self.peers if peer not in self._mixed), None)
        if deal.kind == "lot":
            return next((peer for peer in self.peers if peer not in self._lots), None)
        if deal.kind == "show":
            return None if self._shown or self._open_slot(deal) else self._owners[deal.seat]
        return next((peer for peer in self.peers if self._owed(deals, peer)), None)

    def _owes_deposit(self, peer: bytes) -> bool:
        """Whether a peer has still to deposit its secrets with the others; among two there is nothing to deposit."""
        return self._escrow and len(self._there) > 2 and peer in self._there and peer not in self._deposits

    def _owed(self, deals: Sequence[Deal], peer: bytes) -> list[int]:
        """The slots whose share a peer owes for the draws and openings at the head of what is pending, each once.

        This is the only place that lets a share go out: the rules ask that this slot be told to that seat, or to everybody.
        """
        owed: dict[int, None] = {}
        for deal in deals:
            if deal.kind not in ("draw", "open"):
                break
            if deal.kind == "draw" and self._owners[deal.seat] == peer:
                continue
            owed.update((slot, None) for slot in deal.slots if peer not in self._slots[slot].shares)
        return list(owed)

    def _held(self, deal: Deal, peer: bytes) -> int:
        """The slot that a peer has to show."""
        for slot in deal.slots:
            if self._face(slot, peer) == deal.faces[0]:
                return slot
        raise DealError(message("session.deal.not-there", seat=deal.seat))

    def _open_slot(self, deal: Deal) -> int:
        """The slot of a ``show`` that everybody can see already; 0 if there is none."""
        for slot in deal.slots:
            if len(self._slots[slot].shares) == len(self.peers) and self._face(slot) == deal.faces[0]:
                return slot
        return 0

    # -- taking contributions ------------------------------------------------------------------------------------------

    def _take(self, deals: Sequence[Deal], peer: bytes, given: Contribution, fresh: tuple[Ciphertext, ...]) -> None:
        parts, context = given.parts, self._context(peer)
        if peer not in self._cards_keys:
            _expect(given, "keys", 4)
            cards, lots = point(parts[0]), point(parts[2])
            for word, key, proof in ((b"cards", cards, parts[1]), (b"lots", lots, parts[3])):
                _hold(check_secret(key, unpack_proof(proof), context + word))
            mine = self._secrets.get(peer)
            if mine is not None and not (fits(mine.cards, cards) and fits(mine.lots, lots)):
                raise DealError(message("session.deal.no-secret"))
            self._cards_keys[peer] = cards
            self._lot_keys[peer] = lots
            self._join_keys()
            return
        if self._owes_deposit(peer):
            self._take_deposit(peer, given)
            self._join_keys()
            return
        deal = deals[0]
        if deal.kind == "shuffle":
            _expect(given, "mix", len(deal.slots) + 1)
            after = fresh or tuple(map(elgamal.unpack, parts[:-1]))
            if not fresh:
                proof_of_it = shuffle.unpack_shuffle_proof(parts[-1], len(after))
                _hold(shuffle.check(self._before(deal), after, proof_of_it, self._key(), context))
            self._pile = after
            self._mixed.append(peer)
        elif deal.kind == "lot":
            _expect(given, "lot", 2)
            answer = point(parts[0])
            _hold(check_share(self._lot_keys[peer], self._question(), answer, unpack_proof(parts[1]), context))
            self._lots[peer] = answer
        elif deal.kind == "show":
            _expect(given, "show", 3)
            slot = int.from_bytes(parts[0], "big")
            if slot not in deal.slots:
                raise DealError(message("session.deal.not-there", seat=deal.seat))
            card, made = self._slots[slot], point(parts[1])
            _hold(_check_shares(self._cards_keys[peer], [card.sealed.hint], [made], parts[2], context))
            shown = card.copy()
            shown.shares[peer] = made
            if self._opened(shown) != deal.faces[0]:
                raise DealError(message("session.deal.not-there", seat=deal.seat))
            self._slots[slot] = shown
            self._shown = slot
        else:
            owed = self._owed(deals, peer)
            _expect(given, "shares", len(owed) + 1)
            shares = [point(part) for part in parts[:-1]]
            hints = [self._slots[slot].sealed.hint for slot in owed]
            _hold(_check_shares(self._cards_keys[peer], hints, shares, parts[-1], context))
            for slot, made in zip(owed, shares, strict=True):
                self._slots[slot] = self._slots[slot].with_share(peer, made)

    def _take_deposit(self, peer: bytes, given: Contribution) -> None:
        acted_for = self._acted_for(peer)
        places = [self._seat_at(other) for other in self._there if other != peer]
        _expect(given, "escrow", 2 * len(acted_for) + len(places))
        publics = [key for other in acted_for for key in (self._cards_keys[other], self._lot_keys[other])]
        me = self._seat_at(self._me) if self._me in self._places else 0
        own = self._secrets[self._me].cards if self._me in self._secrets else 0
        try:
            made = deposit.take(given.parts, publics, self._cards_keys[peer], places, me, own, self._context(peer))
        except GroupError as error:
            raise DealError(message("session.deal.bad-escrow")) from error
        self._deposits[peer] = made

    def _join_keys(self) -> None:
        """The joint key, as soon as every peer has given its part and deposited its secrets."""
        if self.peers and all(peer in self._cards_keys and not self._owes_deposit(peer) for peer in self.peers):
            self._joint = total(self._cards_keys[peer] for peer in self.peers)

    def _leave_out(self, peer: bytes, heir: bytes) -> None:
        """Before anything is sealed: do without a peer."""
        self.peers = tuple(other for other in self.peers if other != peer)
        self._owners = [heir if owner == peer else owner for owner in self._owners]
        self._deposits = {}
        self._join_keys()

    def _hand_over(self, ending: Sequence[bytes], heir: bytes) -> None:
        for other in ending:
            self._acting[other] = heir
        self._deposits = {}

    def _inherit(self, ending: Sequence[bytes], numbers: Sequence[int]) -> None:
        """Take the secrets of these peers; raises :class:`~net.deal.fair.group.GroupError` when they are not theirs."""
        left = {other: Secrets(*numbers[2 * place : 2 * place + 2]) for place, other in enumerate(ending)}
        for other, secrets in left.items():
            if not (fits(secrets.cards, self._cards_keys[other]) and fits(secrets.lots, self._lot_keys[other])):
                raise GroupError("other secrets")
        self._secrets.update(left)

    @property
    def _there(self) -> tuple[bytes, ...]:
        """The peers that act for themselves."""
        return tuple(peer for peer in self.peers if self._acting[peer] == peer)

    def _seat_at(self, peer: bytes) -> int:
        """Where a peer's parts of the secrets of others lie on their polynomials."""
        return 1 + self._places[peer]

    def _vote_context(self, peer: bytes) -> bytes:
        return b"alarife vote\0" + self.agreement + peer

    def _acted_for(self, peer: bytes) -> list[bytes]:
        """The peers whose part a peer plays now: its own, and that of everybody who left it to it."""
        return [other for other in self.peers if self._acting[other] == peer]

    # -- seals ---------------------------------------------------------------------------------------------------------

    def _key(self) -> Point:
        assert self._joint is not None, "keys come first"
        return self._joint

    def _before(self, deal: Deal) -> tuple[Ciphertext, ...]:
        """The pile as the next peer gets it: everybody can see how it begins."""
        return self._pile if self._mixed else tuple(lay_open(place, self._key()) for place in range(len(deal.faces)))

    def _face(self, slot: int, owner: bytes = b"") -> int:
        """The face of a slot for who knows all published shares and, if its secret is here, the owner's; else SEALED."""
        card = self._slots[slot]
        if card.face != SEALED:
            return card.face
        missing = [peer for peer in self.peers if peer not in card.shares]
        if not missing:
            card.face = self._opened(card)
            return card.face
        if missing == [owner] and owner in self._secrets:
            tried = card.copy()
            tried.shares[owner] = elgamal.share(card.sealed, self._secrets[owner][0])
            return self._opened(tried)
        return SEALED

    def _opened(self, card: _Card) -> int:
        found = _card_places(len(card.pile)).get(opened(card.sealed, [card.shares[peer] for peer in self.peers]).format())
        if found is None:
            raise DealError(message("session.deal.damaged"))
        return card.pile[found]

    def _question(self) -> Point:
        return hashed_point(f"lot {self.agreement.hex()}", self._lots_drawn)

    def _context(self, peer: bytes) -> bytes:
        return b"alarife fair\0" + self.agreement + peer + self._place.to_bytes(8, "big")

    def _contribution(self, word: str, peer: bytes, parts: Sequence[bytes]) -> bytes:
        return wire.pack(Contribution(word, self._places[peer], tuple(parts)))


def _expect(given: Contribution, word: str, parts: int) -> None:
    if given.word != word or len(given.parts) != parts:
        raise DealError(message("session.deal.unasked"))


def _hold(proven: bool) -> None:
    if not proven:
        raise DealError(message("session.deal.unproven"))


def _secret(word: bytes, private: bytes, agreement: bytes) -> int:
    return 1 + challenge(b"alarife secret", word, private, agreement) % (ORDER - 1)


@cache
def _card_places(cards: int) -> dict[bytes, int]:
    """The places of a pile's cards by their points."""
    return {hashed_point(CARDS, place).format(): place for place in range(cards)}


# One proof for many shares of one secret: they are weighted by numbers that depend on all of them, and proven as one sum.


def _prove_shares(secret: int, hints: Sequence[Point], context: bytes) -> tuple[list[Point], bytes]:
    made = [times(secret, hint) for hint in hints]
    combined, _ = _combined(hints, made, context)
    _, proof = prove_share(secret, combined, context)
    return made, proof.pack()


def _check_shares(public: Point, hints: Sequence[Point], made: Sequence[Point], proof: bytes, context: bytes) -> bool:
    combined, share = _combined(hints, made, context)
    return check_share(public, combined, share, unpack_proof(proof), context)


def _combined(hints: Sequence[Point], made: Sequence[Point], context: bytes) -> tuple[Point, Point]:
    if len(hints) == 1:
        return hints[0], made[0]
    statement = pack(challenge(b"shares", context, *(each.format() for each in (*hints, *made))))
    weights = [challenge(b"share weight", statement, index.to_bytes(4, "big")) for index in range(len(hints))]
    return total(map(times, weights, hints)), total(map(times, weights, made))


def words(payload: bytes) -> str:
    """A contribution as readable text: its word, whose it is, and how many parts it has.

    Raises :class:`~net.deal.DealError` for bytes that are no contribution.
    """
    try:
        given: Contribution = wire.unpack(payload, Contribution, limit=1 << 17)
    except WireError as error:
        raise DealError(message("session.deal.damaged")) from error
    return f"{given.word} {given.peer} {len(given.parts)}"
