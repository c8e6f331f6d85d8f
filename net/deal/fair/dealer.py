"""Dealing between peers so that nobody, the host included, can see or choose a hidden card or a lot.

Every card is sealed under a key whose parts the peers hold (:mod:`.elgamal`). A shuffle passes through every peer's hands,
each of whom proves that no card was changed (:mod:`.shuffle`). A card is drawn privately when all others publish their share of
its seal, and opened when the drawer publishes his as well. A lot is hashed from every peer's only possible answer to a
question, given with a key that was fixed before the question, so that it can be neither chosen nor guessed.

What is sealed for one peer alone is sealed with a third key, whose secret nobody ever gives away: whoever acts for a peer that
has gone holds its other secrets, but reads none of its letters, in which are its parts of everybody else's.

The secrets of all are deposited with the others (:mod:`.deposit`) before anything is sealed, and again whenever somebody has
gone or come back; so the others together can act for a peer that has vanished. Who comes back takes new keys first
(:mod:`.renewal`), for whoever stood in for it holds the old ones, and shuffles what is left of the piles again, for all others
together could have looked into them meanwhile.

Each proof is bound to the table, its author, the operation and its place in the dealing.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from net.deal.dealer import DealError, Secrets
from net.deal.fair import deposit, elgamal, escrow, renewal, shuffle
from net.deal.fair.deposit import Deposit
from net.deal.fair.elgamal import CARDS, Ciphertext, lay_open, opened
from net.deal.fair.group import (
    ORDER,
    GroupError,
    Point,
    base,
    challenge,
    hashed_point,
    minus,
    point,
    times,
    total,
    weights,
)
from net.deal.fair.legacy import fits, open_seal, opened_with, seal, seal_length
from net.deal.fair.proofs import check_secret, check_share, prove_secret, prove_share, unpack_proof
from net.session import wire
from net.session.wire import WireError
from rules.contract import SEALED, Deal
from rules.message import message

Part = Annotated[bytes, Meta(max_length=1 << 15)]


class Contribution(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The payload of one entry of the dealing.

    Attributes:
        word: ``keys``, ``escrow``, ``seen``, ``part``, ``took``, ``false``, ``renew``, ``remix``, ``mix``, ``lot``, ``shares``
            or ``show``.
        peer: whose contribution it is, by place in the charter: the author's own, or that of one who left it to the author.
        parts: points, ciphertexts and proofs, as the word asks.
    """

    word: Annotated[str, Meta(max_length=8)]
    peer: Annotated[int, Meta(ge=0, lt=16)]
    parts: Annotated[tuple[Part, ...], Meta(max_length=512)]


@dataclass(slots=True)
class _Card:
    """One slot: its seal, whose shares open it, those published so far, the faces in the pile it came from, and which pile.

    A card stays as it is once it lies in a slot, for copies of the dealer have it in common; only its face may be found out.
    """

    sealed: Ciphertext
    pile: tuple[int, ...]
    needs: tuple[bytes, ...]
    deck: int
    shares: dict[bytes, Point] = field(default_factory=dict)
    face: int = SEALED

    @property
    def missing(self) -> tuple[bytes, ...]:
        """The peers whose share has still to be published."""
        return tuple(peer for peer in self.needs if peer not in self.shares)

    def with_share(self, peer: bytes, share: Point) -> _Card:
        """The same card with another share published."""
        return replace(self, shares=self.shares | {peer: share})

    @property
    def rest(self) -> Ciphertext:
        """The seal as it is for those who know the published shares: only the missing ones are needed to open it."""
        return Ciphertext(opened(self.sealed, list(self.shares.values())), self.sealed.hint)


class _Given(NamedTuple):
    """Keys that a peer has taken new ones for: the public ones, and the secrets locked with the new ones."""

    cards: Point
    lots: Point
    locked: bytes
    context: bytes


class _Release(NamedTuple):
    """What the others hold of the secrets of a peer that has vanished, on its way to the heir.

    Attributes:
        gone: who has vanished.
        heir: who is to act for it.
        ending: for whom it acted itself.
        deposit: what it had deposited.
        owed: who has still to write what: first all say that they have seen it go, then they give their parts, and at the end
            the heir takes them, or proves that one is false; then that one is owed again.
        parts: those that have come, sealed for the heir, and the contexts they were sealed in.
    """

    gone: bytes
    heir: bytes
    ending: tuple[bytes, ...]
    deposit: Deposit
    owed: tuple[tuple[bytes, str], ...]
    parts: Mapping[bytes, tuple[bytes, bytes]]


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
        estate: Mapping[bytes, Sequence[Secrets | None]] | None = None,
        escrow: bool = False,
    ) -> None:
        """``owners`` are the keys of the peers that play the seats by the charter, ``private`` thirty-two secret bytes that
        are the same whenever this game is opened here (empty for somebody who only reads the log), ``estate`` what has been
        inherited by the end of a log that is read again, as :meth:`lineage` has it. ``escrow`` tells whether secrets are
        deposited with the others.
        """
        self.agreement = agreement
        self.peers = tuple(peers)
        self._places = {peer: place for place, peer in enumerate(peers)}
        self._owners = list(owners)
        self._me = me
        self._cards_keys: dict[bytes, Point] = {}
        self._lot_keys: dict[bytes, Point] = {}
        self._estate = {peer: tuple(secrets) for peer, secrets in (estate or {}).items()}
        self._private = private if me in self.peers else b""
        self._secrets: dict[bytes, Secrets] = {peer: first for peer, (first, *_) in self._estate.items() if first is not None}
        if self._private:
            self._secrets[me] = self._own(b"")
        self._letters = _secret(b"letters", private, agreement) if self._private else 0  # what is sealed for this peer alone
        self._letter_keys: dict[bytes, Point] = {}
        self._past: dict[bytes, tuple[_Given, ...]] = {}
        self._stale: dict[bytes, bytes] = {}  # who has come back and owes new keys, and what they are made from
        self._renewed = b""
        self._unmixed: tuple[tuple[int, ...], ...] = ()  # the slots of piles that who has come back shuffles again
        self._decks = 0
        self._release: _Release | None = None
        self._liar = b"", 0
        self._escrow = escrow
        self._deposits: dict[bytes, Deposit] = {}
        self._joint: Point | None = None
        self._acting: dict[bytes, bytes] = {peer: peer for peer in self.peers}
        self._slots: dict[int, _Card] = {}
        self._place = 0  # contributions read so far: part of every proof's context
        self._mixed: list[bytes] = []
        self._pile: tuple[Ciphertext, ...] = ()
        self._fresh: tuple[bytes, tuple[Ciphertext, ...]] = b"", ()  # the own shuffle just written: nobody checks his own proof
        self._examiner = shuffle.Examiner()
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
        if self._release is not None:
            return self._handed_over(self._release, context)
        if peer not in self._cards_keys:
            parts = [
                part
                for word, secret in ((b"cards", cards_secret), (b"lots", lots_secret), (b"letters", self._letters))
                for part in (base(secret).format(), prove_secret(secret, context + word).pack())
            ]
            return self._contribution("keys", peer, parts)
        if peer in self._stale and not self._lots:
            return self._contribution("renew", peer, self._new_keys(peer, context))
        if self._owes_deposit(peer):
            left = [number for other in self._acted_for(peer) for number in self._secrets[other]]
            holders = {self._seat_at(other): self._letter_keys[other] for other in self._there if other != peer}
            return self._contribution("escrow", peer, deposit.make(left, self._letters, holders, context))
        if self._unmixed:
            return self._shuffled("remix", peer, [self._slots[slot].sealed for slot in self._unmixed[0]], context)
        deal = deals[0]
        if deal.kind == "shuffle":
            return self._shuffled("mix", peer, self._before(deal), context)
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
                self._slots[slot] = _Card(sealed, deal.faces, self.peers, self._decks)
            self._decks += 1
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

    @property
    def steady(self) -> bool:
        """See :attr:`net.deal.Dealer.steady`."""
        return not self._stale and not self._unmixed and self._release is None

    def legacies(self) -> tuple[bytes, ...]:
        """What this peer leaves when it goes, for each peer who may be its heir: its secrets and those left to it, sealed.

        Nothing while it would be sealed with a key that others have held, or what it holds of another's secrets is needed.
        """
        mine = self._secrets.get(self._me)
        if mine is None or self._joint is None or not self.steady:
            return tuple(b"" for _ in self._places)
        left = [number for peer in self._acted_for(self._me) for number in self._secrets[peer]]
        return tuple(
            seal(left, self._letters, self._letter_keys[heir], self.agreement)
            if heir != self._me and heir in self._letter_keys
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
        if not self.steady:
            raise DealError(message("session.deal.no-legacy"))
        ending = self._acted_for(peer)
        sealed = legacies[self._places[heir]] if len(legacies) == len(self._places) else b""
        if len(sealed) != seal_length(2 * len(ending)):
            raise DealError(message("session.deal.no-legacy"))
        if heir == self._me and self._letters:
            try:
                self._inherit(ending, open_seal(sealed, self._letters, self._letter_keys[peer], self.agreement))
                if not self.lineage(peer, self._secrets[peer]):
                    raise GroupError("not the secrets from before")
            except GroupError as error:
                raise DealError(message("session.deal.no-legacy")) from error
        self._hand_over(ending, heir)

    def can_spare(self, peer: bytes) -> bool:
        """Whether the others together can act for a peer that has vanished."""
        return self._joint is None or peer in self._deposits

    def dropped(self, peer: bytes, heir: bytes) -> None:
        """A peer has vanished: its heir acts for it, as soon as all others have given it what they hold of its secrets.

        Nobody gives that before all have said that they have seen it go (the last says so by giving it): from then on it
        cannot be undone. Raises :class:`~net.deal.DealError` when they do not hold it.
        """
        if not self.can_spare(peer):
            raise DealError(message("session.deal.no-escrow"))
        if self._joint is None:
            self._leave_out(peer, heir)
            return
        ending, given = tuple(self._acted_for(peer)), self._deposits[peer]
        self._hand_over(ending, heir)
        others = [other for other in self._there if other != heir]
        seen, parts = [(other, "seen") for other in others[:-1]], [(other, "part") for other in reversed(others)]
        self._release = _Release(peer, heir, ending, given, (*seen, *parts, (heir, "took")), {})

    def can_return(self, peer: bytes) -> bool:
        """Whether a peer that has gone has a part in the seals, so that it can play again."""
        return peer in self.peers

    def returned(self, peer: bytes, seed: bytes) -> None:
        """A peer that had gone is there again and acts for itself, with new keys made from ``seed`` and its private bytes;
        whoever stood in for it forgets its secrets.
        """
        self._acting[peer] = peer
        self._deposits = {}
        self._stale[peer] = seed
        if peer not in self._estate and peer != self._me:
            self._secrets.pop(peer, None)

    def lineage(self, peer: bytes, secrets: Secrets) -> tuple[Secrets, ...]:
        """All secrets that a peer has had for this game, those it began with first, from its latest; empty if these are not
        its latest, or it has locked other ones with them than it had.
        """
        found = self._opened_lineage(peer, secrets)
        return () if None in found else tuple(each for each in found if each is not None)

    def _opened_lineage(self, peer: bytes, secrets: Secrets) -> tuple[Secrets | None, ...]:
        """The same, with None for those that were not locked with the next ones."""
        keys = [(past.cards, past.lots) for past in self._past.get(peer, ())]
        if peer in self._cards_keys:
            keys.append((self._cards_keys[peer], self._lot_keys[peer]))
        found: tuple[Secrets | None, ...] = ()
        for (cards, lots), past in zip(reversed(keys), [None, *reversed(self._past.get(peer, ()))], strict=False):
            if past is not None:
                secrets = renewal.unlock(past.locked, secrets, past.context)
            valid = all(0 < number < ORDER for number in secrets)
            if not valid or not fits(secrets.cards, cards) or not fits(secrets.lots, lots):
                return (*(None for _ in range(len(keys) - len(found))), *found)
            found = (secrets, *found)
        return found

    @property
    def liar(self) -> bytes:
        """See :attr:`net.deal.Dealer.liar`."""
        return self._liar[0] if self._liar[1] == self._place else b""

    @property
    def estate(self) -> Mapping[bytes, Sequence[Secrets | None]]:
        """The secrets that others have left to this peer."""
        return {peer: self._opened_lineage(peer, secrets) for peer, secrets in self._secrets.items() if peer != self._me}

    @property
    def holders(self) -> Sequence[bytes]:
        """Every peer with a part in the joint key."""
        return self.peers if self._joint is not None else ()

    @property
    def secrets(self) -> Mapping[bytes, Secrets]:
        """The own secrets and those that others have left to this peer."""
        return dict(self._secrets)

    def fits(self, peer: bytes, secrets: Secrets) -> bool:
        """Whether these are the secrets of the public keys that a peer has given, and open those it had before."""
        return bool(self.lineage(peer, secrets))

    def copy(self) -> FairDealer:
        """An independent copy."""
        other = type(self)(self.agreement, self.peers, self._owners, self._me, b"")
        other._places = self._places
        other._cards_keys = dict(self._cards_keys)
        other._lot_keys = dict(self._lot_keys)
        other._secrets = dict(self._secrets)
        other._estate = self._estate
        other._private = self._private
        other._letters = self._letters
        other._letter_keys = dict(self._letter_keys)
        other._past = dict(self._past)
        other._stale = dict(self._stale)
        other._renewed = self._renewed
        other._unmixed = self._unmixed
        other._decks = self._decks
        other._release = self._release
        other._liar = self._liar
        other._escrow = self._escrow
        other._deposits = dict(self._deposits)
        other._joint = self._joint
        other._acting = dict(self._acting)
        other._slots = dict(self._slots)  # a card is copied where it changes
        other._place = self._place
        other._mixed = list(self._mixed)
        other._pile = self._pile
        other._fresh = self._fresh
        other._examiner = self._examiner
        other._lots = dict(self._lots)
        other._lots_drawn = self._lots_drawn
        other._shown = self._shown
        return other

    # -- who owes what -------------------------------------------------------------------------------------------------

    def _owing(self, deals: Sequence[Deal]) -> bytes | None:
        """The first peer, in the charter's order, whose contribution is missing."""
        if not deals and self._joint is None:
            return None  # nothing has been dealt, so nothing has to be kept
        if self._release is not None:
            return self._release.owed[0][0]
        for peer in self.peers:
            if peer not in self._cards_keys:
                return peer
        if not (self._stale and self._lots):  # a lot that some have answered is not asked again, so it is answered first
            for peer in self.peers:
                if peer in self._stale:
                    return peer
            for peer in sorted(self.peers, key=lambda peer: peer != self._renewed):
                if self._owes_deposit(peer):
                    return peer
            if self._unmixed:
                return self._renewed
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
        if not self._escrow or peer in self._deposits:
            return False
        return len(self._there) > 2 and peer in self._there

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
            owed.update((slot, None) for slot in deal.slots if peer in self._slots[slot].missing)
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
            if not self._slots[slot].missing and self._face(slot) == deal.faces[0]:
                return slot
        return 0

    # -- taking contributions ------------------------------------------------------------------------------------------

    def _take(self, deals: Sequence[Deal], peer: bytes, given: Contribution, fresh: tuple[Ciphertext, ...]) -> None:
        parts, context = given.parts, self._context(peer)
        if self._release is not None:
            self._take_over(self._release, given, context)
            return
        if peer not in self._cards_keys:
            _expect(given, "keys", 6)
            cards, lots, letters = point(parts[0]), point(parts[2]), point(parts[4])
            for word, key, proof in ((b"cards", cards, parts[1]), (b"lots", lots, parts[3]), (b"letters", letters, parts[5])):
                _hold(check_secret(key, unpack_proof(proof), context + word))
            mine = self._secrets.get(peer)
            if mine is not None and not (fits(mine.cards, cards) and fits(mine.lots, lots)):
                raise DealError(message("session.deal.no-secret"))
            self._cards_keys[peer] = cards
            self._lot_keys[peer] = lots
            self._letter_keys[peer] = letters
            self._join_keys()
            return
        if peer in self._stale and not self._lots:
            self._take_new_keys(peer, given, context)
            return
        if self._owes_deposit(peer):
            self._take_deposit(peer, given)
            self._join_keys()
            return
        if self._unmixed:
            slots = self._unmixed[0]
            _expect(given, "remix", len(slots) + 1)
            after = fresh or self._proven_shuffle([self._slots[slot].sealed for slot in slots], parts, context)
            self._slots |= {slot: replace(self._slots[slot], sealed=card) for slot, card in zip(slots, after, strict=True)}
            self._unmixed = self._unmixed[1:]
            return
        deal = deals[0]
        if deal.kind == "shuffle":
            _expect(given, "mix", len(deal.slots) + 1)
            self._pile = fresh or self._proven_shuffle(self._before(deal), parts, context)
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
            shown = card.with_share(peer, made)
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
        author, context = self._letter_keys[peer], self._context(peer)
        try:
            made = deposit.take(given.parts, publics, author, places, me, self._letters, context)
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
            self._stale.pop(other, None)
        self._unmixed = ()  # whoever acts for them knows the piles no less than before
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

    def _acted_for(self, peer: bytes) -> list[bytes]:
        """The peers whose part a peer plays now: its own, and that of everybody who left it to it."""
        return [other for other in self.peers if self._acting[other] == peer]

    # -- acting for who has vanished -----------------------------------------------------------------------------------

    def _handed_over(self, release: _Release, context: bytes) -> bytes:
        author, word = release.owed[0]
        if word == "seen":
            return self._contribution(word, author, [])
        if word == "part":
            sealed = seal(release.deposit.parts, self._letters, self._letter_keys[release.heir], context)
            return self._contribution(word, author, [sealed])
        for voter in release.parts:
            shared, proof = prove_share(self._letters, self._letter_keys[voter], context)
            if self._opened_part(release, voter, shared) is None:
                return self._contribution("false", author, [bytes([self._places[voter]]), shared.format(), proof.pack()])
        return self._contribution(word, author, [])

    def _take_over(self, release: _Release, given: Contribution, context: bytes) -> None:
        """The next of those who are to be heard has seen the peer go, gives its part, takes the parts, or accuses one."""
        author, word = release.owed[0]
        if word == "took" and given.word == "false":
            self._take_accusation(release, given, context)
            return
        _expect(given, word, 1 if word == "part" else 0)
        if word == "part":
            sealed = given.parts[0]
            if len(sealed) != seal_length(len(release.deposit.commitments)):
                raise DealError(message("session.deal.no-escrow"))
            release = release._replace(parts={**release.parts, author: (sealed, context)})
        if release.owed[1:]:
            self._release = release._replace(owed=release.owed[1:])
            return
        if release.heir == self._me and self._letters:
            self._rebuild(release)
        self._release = None

    def _take_accusation(self, release: _Release, given: Contribution, context: bytes) -> None:
        """The heir shows what its seals with another peer are made with: everybody can see now that the part is false.

        That tells nobody anything but what the accused has sealed for the heir, and what it can tell itself.
        """
        _expect(given, "false", 3)
        accused = next((peer for peer in release.parts if bytes([self._places[peer]]) == given.parts[0]), b"")
        if not accused:
            raise DealError(message("session.deal.unasked"))
        shared = point(given.parts[1])
        hint, heir = self._letter_keys[accused], self._letter_keys[release.heir]
        _hold(check_share(heir, hint, shared, unpack_proof(given.parts[2]), context))
        _hold(self._opened_part(release, accused, shared) is None)
        parts = {peer: part for peer, part in release.parts.items() if peer != accused}
        self._release = release._replace(owed=((accused, "part"), *release.owed), parts=parts)
        self._liar = accused, self._place + 1

    def _opened_part(self, release: _Release, voter: bytes, shared: Point) -> Sequence[int] | None:
        """What a peer has given, None if it is not what it had been given itself."""
        sealed, context = release.parts[voter]
        try:
            parts = opened_with(sealed, shared, context)
        except GroupError:
            return None
        return parts if release.deposit.fits(parts, self._seat_at(voter)) else None

    def _rebuild(self, release: _Release) -> None:
        """In the heir's copy: the secrets out of the parts."""
        held: dict[int, Sequence[int]] = {self._seat_at(self._me): release.deposit.parts}
        for voter in release.parts:
            found = self._opened_part(release, voter, times(self._letters, self._letter_keys[voter]))
            if found is None:
                raise DealError(message("session.deal.no-escrow"))
            held[self._seat_at(voter)] = found
        count = len(release.deposit.commitments)
        numbers = [escrow.rebuilt({place: parts[number] for place, parts in held.items()}) for number in range(count)]
        try:
            self._inherit(release.ending, numbers)
        except GroupError as error:
            raise DealError(message("session.deal.no-escrow")) from error

    # -- new keys for who has come back --------------------------------------------------------------------------------

    def _own(self, seed: bytes) -> Secrets:
        """The own secrets, those of the beginning or those made from the seed of a return."""
        return Secrets(*(_secret(word, self._private, self.agreement + seed) for word in (b"cards", b"lots")))

    def _still_sealed(self, peer: bytes) -> dict[tuple[bytes, ...], list[int]]:
        """The slots whose seals need a share that a peer has not given, by the peers whose shares are missing."""
        found: dict[tuple[bytes, ...], list[int]] = {}
        for slot in sorted(self._slots):
            missing = self._slots[slot].missing
            if peer in missing:
                found.setdefault(missing, []).append(slot)
        return found

    def _new_keys(self, peer: bytes, context: bytes) -> list[bytes]:
        """New public keys with proofs, the old secrets locked, the new seals of all cards, and a proof for each joint key."""
        old, new = self._secrets[peer], self._own(self._stale[peer])
        keys = {word: base(secret) for word, secret in ((b"cards", new.cards), (b"lots", new.lots))}
        locked = renewal.lock(old, new, context)
        parts = [keys[b"cards"].format(), prove_secret(new.cards, context + b"new cards").pack()]
        parts += [keys[b"lots"].format(), prove_secret(new.lots, context + b"new lots" + locked).pack(), locked]
        difference = (new.cards - old.cards) % ORDER
        proofs = []
        binding = context + self._cards_keys[peer].format() + keys[b"cards"].format()
        for missing, slots in self._still_sealed(peer).items():
            key = total(keys[b"cards"] if other == peer else self._cards_keys[other] for other in missing)
            before = [self._slots[slot].rest for slot in slots]
            after, randomness = renewal.change(before, key, difference)
            proofs.append(renewal.prove(before, after, key, difference, randomness, binding))
            parts += [card.pack() for card in after]
        return parts + proofs

    def _take_new_keys(self, peer: bytes, given: Contribution, context: bytes) -> None:
        still_sealed = self._still_sealed(peer)
        cards = sum(map(len, still_sealed.values()))
        _expect(given, "renew", 5 + cards + len(still_sealed))
        parts = given.parts
        new, lots, old = point(parts[0]), point(parts[2]), self._cards_keys[peer]
        _hold(check_secret(new, unpack_proof(parts[1]), context + b"new cards"))
        _hold(check_secret(lots, unpack_proof(parts[3]), context + b"new lots" + parts[4]))
        if len(parts[4]) != 64:
            raise GroupError("not locked secrets")
        fresh: dict[int, _Card] = {}
        seals, proofs = iter(parts[5 : 5 + cards]), iter(parts[5 + cards :])
        for missing, slots in still_sealed.items():
            key = total(new if other == peer else self._cards_keys[other] for other in missing)
            before, after = [self._slots[slot].rest for slot in slots], [elgamal.unpack(next(seals)) for _ in slots]
            difference = total([new, minus(old)])
            _hold(renewal.check(before, after, key, difference, next(proofs), context + old.format() + new.format()))
            fresh |= {
                slot: replace(self._slots[slot], sealed=sealed, needs=missing, shares={})
                for slot, sealed in zip(slots, after, strict=True)
            }
        secrets = self._later_secrets(peer)
        if secrets is not None and not (fits(secrets.cards, new) and fits(secrets.lots, lots)):
            raise DealError(message("session.deal.no-secret"))
        self._past[peer] = (*self._past.get(peer, ()), _Given(old, self._lot_keys[peer], parts[4], context))
        self._cards_keys[peer], self._lot_keys[peer] = new, lots
        self._secrets.pop(peer, None)
        if secrets is not None:
            self._secrets[peer] = secrets
        self._slots |= fresh
        self._mixed, self._pile = [], ()  # a shuffle under way begins again: it is sealed under another joint key now
        del self._stale[peer]
        self._renewed = peer
        self._joint = total(self._cards_keys[other] for other in self.peers)
        self._unmixed = self._untouched()

    def _untouched(self) -> tuple[tuple[int, ...], ...]:
        """For each pile the slots of the cards that nobody has helped open yet: one may be put in another's place."""
        decks: dict[int, list[int]] = {}
        for slot in sorted(self._slots):
            card = self._slots[slot]
            if card.missing == self.peers:
                decks.setdefault(card.deck, []).append(slot)
        return tuple(tuple(slots) for slots in decks.values() if len(slots) > 1)

    def _later_secrets(self, peer: bytes) -> Secrets | None:
        """The secrets that a peer takes now, if they are known here."""
        if peer == self._me and self._private:
            return self._own(self._stale[peer])
        lineage, taken = self._estate.get(peer, ()), len(self._past.get(peer, ())) + 1
        return lineage[taken] if taken < len(lineage) else None

    # -- seals ---------------------------------------------------------------------------------------------------------

    def _shuffled(self, word: str, peer: bytes, before: Sequence[Ciphertext], context: bytes) -> bytes:
        key = self._key()
        mixed = shuffle.mix(before, key)
        proof = shuffle.prove(before, mixed, key, context)
        payload = self._contribution(word, peer, [*(card.pack() for card in mixed.after), proof.pack()])
        self._fresh = payload, mixed.after
        return payload

    def _proven_shuffle(self, before: Sequence[Ciphertext], parts: Sequence[bytes], context: bytes) -> tuple[Ciphertext, ...]:
        after = tuple(map(elgamal.unpack, parts[:-1]))
        _hold(self._examiner.holds(before, after, shuffle.unpack_shuffle_proof(parts[-1], len(after)), self._key(), context))
        return after

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
        missing = card.missing
        if not missing:
            card.face = self._opened(card)
            return card.face
        if missing == (owner,) and owner in self._secrets:
            return self._opened(card.with_share(owner, elgamal.share(card.sealed, self._secrets[owner][0])))
        return SEALED

    def _opened(self, card: _Card) -> int:
        found = card_places(len(card.pile)).get(opened(card.sealed, list(card.shares.values())).format())
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


def _secret(word: bytes, private: bytes, occasion: bytes) -> int:
    return 1 + challenge(b"alarife secret", word, private, occasion) % (ORDER - 1)


@cache
def card_places(cards: int) -> dict[bytes, int]:
    """The places of a pile's cards by their points."""
    return {hashed_point(CARDS, place).format(): place for place in range(cards)}


# One proof for many shares of one secret: they are weighted by numbers that depend on all of them, and proven as one sum. A
# false share among them passes with probability 2**-128.


def _prove_shares(secret: int, hints: Sequence[Point], context: bytes) -> tuple[list[Point], bytes]:
    made = [times(secret, hint) for hint in hints]
    combined = hints[0] if len(hints) == 1 else _weighted(_share_weights(hints, made, context), hints)
    _, proof = prove_share(secret, combined, context)
    return made, proof.pack()


def _check_shares(public: Point, hints: Sequence[Point], made: Sequence[Point], proof: bytes, context: bytes) -> bool:
    if len(hints) == 1:
        return check_share(public, hints[0], made[0], unpack_proof(proof), context)
    chosen = _share_weights(hints, made, context)
    return check_share(public, _weighted(chosen, hints), _weighted(chosen, made), unpack_proof(proof), context)


def _share_weights(hints: Sequence[Point], made: Sequence[Point], context: bytes) -> list[int]:
    return weights(len(hints), b"shares", context, *(each.format() for each in (*hints, *made)))


def _weighted(chosen: Sequence[int], points: Sequence[Point]) -> Point:
    return total(map(times, chosen, points))


def words(payload: bytes) -> str:
    """A contribution as readable text: its word, whose it is, and how many parts it has.

    Raises :class:`~net.deal.DealError` for bytes that are no contribution.
    """
    try:
        given: Contribution = wire.unpack(payload, Contribution, limit=1 << 17)
    except WireError as error:
        raise DealError(message("session.deal.damaged")) from error
    return f"{given.word} {given.peer} {len(given.parts)}"
