"""Fair dealing (section 9), with farewells, releases and new keys (section 11). Peers are their places in the charter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.contract import Deal
from tests.witness import renewal, shuffle
from tests.witness.charter import FAIR, Charter, Damaged, need
from tests.witness.curve import G, Point, Q, combination, point, times, total
from tests.witness.entries import Contribution, read_contribution
from tests.witness.group import (
    Ciphertext,
    card,
    challenge,
    ciphertext,
    common_point,
    derived,
    first_seal,
    hashed_point,
    secret_holds,
    sha256,
    share_holds,
    shares_hold,
    u64,
    unsealed,
    without,
)
from tests.witness.presence import Presence

SEALED = 0


class Keys(NamedTuple):
    """The public keys of a peer."""

    cards: Point
    lots: Point
    letters: Point


class Pile(NamedTuple):
    """The slots and faces of one ``shuffle``."""

    slots: tuple[int, ...]
    faces: tuple[int, ...]

    def face(self, opened: Point | None) -> int:
        """The face of the card with this point; raises :class:`~tests.witness.charter.Damaged` if there is none."""
        for number, face in enumerate(self.faces):
            if card(number) == opened:
                return face
        raise Damaged("a slot that opens to no card")


@dataclass
class Slot:
    """A sealed card, the peers whose shares it needs, and the shares that are published."""

    seal: Ciphertext
    pile: Pile
    needs: tuple[int, ...]
    shares: dict[int, Point] = field(default_factory=dict)

    @property
    def missing(self) -> tuple[int, ...]:
        """The peers whose shares are missing."""
        return tuple(peer for peer in self.needs if peer not in self.shares)

    @property
    def rest(self) -> Ciphertext:
        """The seal with the published shares taken off."""
        masked = without(self.seal.masked, list(self.shares.values()))
        if masked is None:
            raise Damaged("a slot at infinity")
        return Ciphertext(masked, self.seal.hint)


class Deposit(NamedTuple):
    """The deposit of a peer: commitments of each number, and a seal for each holder."""

    holders: list[int]
    commitments: list[list[Point]]
    seals: dict[int, bytes]
    context: bytes


@dataclass
class Release:
    """A vanished peer's deposit is given to its heir. ``steps`` are the contributions that are owed, in order."""

    vanished: int
    heir: int
    deposit: Deposit
    owners: list[int]
    letters: Keys
    steps: list[tuple[str, int]]
    given: dict[int, Letter] = field(default_factory=dict)


class Letter(NamedTuple):
    """One peer's values of a deposit, sealed for the heir. An accusation is bound to ``proof_context``, or where that is None,
    as in earlier versions, to the context of the accusation.
    """

    context: bytes
    key: Point
    seal: bytes
    proof_context: bytes | None


@dataclass
class Farewell:
    """A peer leaves. ``letter`` is the context, key and seal of a bequest that waits for its receipt."""

    leaver: int
    heir: int
    letter: tuple[bytes, Point, bytes] | None = None
    last: bytes = b""


class Duty(NamedTuple):
    """The contribution that is owed next: its word, and the peer that owes it."""

    words: tuple[str, ...]
    peer: int


class Known(NamedTuple):
    """The versions of the keys of some peers: how often each had taken new keys."""

    versions: dict[int, int]


class Mixed(NamedTuple):
    """For section 12: a shuffle."""

    before: list[Ciphertext]
    after: list[Ciphertext]
    under: Known


class Renewed(NamedTuple):
    """For section 12: new keys of a peer, the context and the locked old secrets, and each group's cards."""

    peer: int
    context: bytes
    locked: bytes
    keys: tuple[Point, Point]
    groups: list[tuple[list[Ciphertext], list[Ciphertext], Known, Known]]


class Shared(NamedTuple):
    """For section 12: a share of a card, or an answer to a lot."""

    peer: int
    version: int
    of_lot: bool
    hint: Point
    share: Point


class Told(NamedTuple):
    """For section 12: the cards that a ``draw`` told to its seat."""

    cards: list[tuple[Ciphertext, Known, Pile]]


Step = Mixed | Renewed | Shared | Told


class FairDealer:
    """The dealer ``fair``, as the copy of ``me`` knows it (None: a watcher or a file without secrets).

    Attributes:
        steps: what laying all cards open has to check.
        left: the peer that the last contribution let go, if any.
    """

    def __init__(self, charter: Charter, presence: Presence, me: bytes, private: bytes) -> None:
        self.agreement = charter.hash
        self.peers = charter.keys
        self.presence = presence
        self.replaces = charter.replaces
        self.kind = FAIR[charter.dealer]
        self.me = self.peers.index(me) if private else None
        self.private = private
        self.known: dict[int, tuple[int, int]] = {}
        self.place = 0
        self.begun = False
        self.joint = False
        self.keys: dict[int, Keys] = {}
        self.first_keys: dict[int, tuple[Point, Point]] = {}
        self.version = dict.fromkeys(range(len(self.peers)), 0)
        self.deposits: dict[int, Deposit] = {}
        self.exposed: set[int] = set()
        self.slots: dict[int, Slot] = {}
        self.mixed: list[int] = []
        self.mixing: list[Ciphertext] = []
        self.lots = 0
        self.answers: dict[int, Point] = {}
        self.release: Release | None = None
        self.farewell: Farewell | None = None
        self.renewing: dict[int, bytes] = {}
        self.newest: int | None = None
        self.remixes: list[tuple[int, list[int]]] = []
        self.steps: list[Step] = []
        self.left: int | None = None

    # -- what is owed --------------------------------------------------------------------------------------------------

    @property
    def steady(self) -> bool:
        """Whether no release, farewell, new keys or remix is owed."""
        return not (self.release or self.farewell or self.renewing or self.remixes)

    def owed_by(self, deals: Sequence[Deal]) -> bytes | None:
        """The key of the peer that acts for the one that owes the next contribution."""
        duty = self._duty(deals)
        return None if duty is None else self.peers[self.presence.acting[duty.peer]]

    def _duty(self, deals: Sequence[Deal]) -> Duty | None:
        self.begun = self.begun or bool(deals)
        if not self.begun:
            return None
        return next(self._duties(deals), None)

    def _duties(self, deals: Sequence[Deal]) -> Iterator[Duty]:
        """In the order of the page."""
        dealing = self.presence.dealing()
        if self.release is not None:
            word, peer = self.release.steps[0]
            yield Duty(("took", "false") if word == "took" else (word,), peer)
        if self.farewell is not None:
            waiting = self.farewell.letter is not None
            yield Duty(("took", "false"), self.farewell.heir) if waiting else Duty(("bequest", "stay"), self.farewell.leaver)
        yield from (Duty(("keys",), peer) for peer in dealing if peer not in self.keys)
        if not (self.renewing and self.answers):
            yield from (Duty(("renew",), peer) for peer in sorted(self.renewing))
            yield from (Duty(("escrow",), peer) for peer in self._without_deposit())
            if self.remixes:
                yield Duty(("remix",), self.remixes[0][0])
        if not deals or not self.joint:
            return
        match deals[0].kind:
            case "shuffle":
                yield from (Duty(("mix",), peer) for peer in dealing if peer not in self.mixed)
            case "lot":
                yield from (Duty(("lot",), peer) for peer in dealing if peer not in self.answers)
            case "show":
                if self._shown(deals[0]) is None:
                    yield Duty(("show",), self.presence.owner[deals[0].seat])
            case _:
                yield from (Duty(("shares",), peer) for peer in dealing if self._owed_shares(peer, deals))

    def _without_deposit(self) -> list[int]:
        if not self.replaces or len(self.presence.there) < 3:
            return []
        lacking = [peer for peer in self.presence.there if peer not in self.deposits]
        return sorted(lacking, key=lambda peer: (peer != self.newest, peer))

    def _owed_shares(self, peer: int, deals: Sequence[Deal]) -> list[int]:
        owed: list[int] = []
        for deal in deals:
            if deal.kind not in ("draw", "open"):
                break
            own = deal.kind == "draw" and self.presence.owner[deal.seat] == peer
            for slot in deal.slots:
                if not own and peer in self.slots[slot].missing and slot not in owed:
                    owed.append(slot)
        return owed

    # -- contributions -------------------------------------------------------------------------------------------------

    def contribute(self, payload: bytes, deals: Sequence[Deal]) -> None:
        """Take the next contribution; raises :class:`~tests.witness.charter.Damaged` if it cannot be."""
        self.left = None
        duty = self._duty(deals)
        given = read_contribution(payload)
        if duty is None:
            raise Damaged("nothing is owed")
        need(given.word in duty.words and given.peer == duty.peer, f"{duty.words} of {duty.peer} is owed")
        context = b"alarife fair\0" + self.agreement + self.peers[given.peer] + u64(self.place)
        try:
            self._take(given, context, deals)
        except Damaged:
            raise
        except ValueError as reason:
            raise Damaged(f"{given.word}: {reason}") from None
        self.place += 1
        self.settle()

    def settle(self) -> None:
        """The joint key is there as soon as all keys and deposits are."""
        dealing = self.presence.dealing()
        if self.begun and all(peer in self.keys for peer in dealing) and not self._without_deposit():
            self.joint = True

    def _take(self, given: Contribution, context: bytes, deals: Sequence[Deal]) -> None:
        peer, parts = given.peer, given.parts
        match given.word:
            case "keys":
                self._take_keys(peer, parts, context)
            case "escrow":
                self._take_deposit(peer, parts, context)
            case "mix":
                self._take_mix(peer, parts, context, deals[0])
            case "lot":
                self._take_lot(peer, parts, context)
            case "shares":
                self._take_shares(peer, parts, context, deals)
            case "show":
                self._take_show(peer, parts, context, deals[0])
            case "renew":
                self._take_renewal(peer, parts, context)
            case "remix":
                self._take_remix(parts, context)
            case _ if self.release is not None:
                self._take_release(self.release, given, context)
            case _ if self.farewell is not None:
                self._take_farewell(self.farewell, given, context)

    def _take_keys(self, peer: int, parts: list[bytes], context: bytes) -> None:
        need(len(parts) == 6, "keys have six parts")
        keys = Keys(*map(point, parts[::2]))
        for kind, key, proof in zip(Keys._fields, keys, parts[1::2], strict=True):
            need(secret_holds(key, proof, context + kind.encode()), f"the proof of the key for {kind}")
        self.keys[peer] = keys
        self.first_keys[peer] = keys.cards, keys.lots
        if peer == self.me:
            cards, lots, letters = (derived(kind, self.private, self.agreement) for kind in Keys._fields)
            need(keys == Keys(times(cards, G), times(lots, G), times(letters, G)), "keys that are not those of this file")
            self.known[peer] = cards, lots

    # .. deposits ......................................................................................................

    def _numbers(self, owners: list[int]) -> list[Point]:
        """The public keys of the numbers that a peer deposits or leaves: the secrets of these peers."""
        return [key for owner in owners for key in self.keys[owner][:2]]

    def _take_deposit(self, peer: int, parts: list[bytes], context: bytes) -> None:
        holders = [other for other in self.presence.there if other != peer]
        public = self._numbers(self.presence.acted_for(peer))
        count = len(public)
        need(len(parts) == count + len(holders), "a deposit with another number of parts")
        commitments = []
        for key, joined in zip(public, parts, strict=False):
            need(len(joined) == 33 * len(holders), "commitments of another length")
            commitments.append([point(joined[start : start + 33]) for start in range(0, len(joined), 33)])
            need(commitments[-1][0] == key, "a deposit of another number")
        seals = dict(zip(holders, parts[count:], strict=True))
        need(all(len(seal) == 16 + 32 * count for seal in seals.values()), "a seal of another length")
        deposit = Deposit(holders, commitments, seals, context)
        if self.me in seals:
            values = unsealed(seals[self.me], common_point(self._letters(), self.keys[peer].letters), context)
            need(values is not None and self._fits(deposit, self.me, values), "a deposit that does not fit")
        self.deposits[peer] = deposit
        if len(holders) + 1 < len(self.presence.dealing()):
            self.exposed.add(peer)

    def _letters(self) -> int:
        return derived("letters", self.private, self.agreement)

    @staticmethod
    def _fits(deposit: Deposit, holder: int, values: list[int]) -> bool:
        """Whether these values at the holder's place are on the polynomials."""
        for value, commitments in zip(values, deposit.commitments, strict=True):
            sum_ = combination(((holder + 1) ** power, each) for power, each in enumerate(commitments))
            if sum_ != combination([(value, G)]):
                return False
        return True

    # .. cards .........................................................................................................

    def joint_key(self) -> Point:
        """The sum of all peers' keys for cards."""
        return total(self.keys[peer].cards for peer in self.presence.dealing())

    def _versions(self, peers: Sequence[int]) -> Known:
        return Known({peer: self.version[peer] for peer in peers})

    def _shuffled(self, before: list[Ciphertext], parts: list[bytes], context: bytes) -> list[Ciphertext]:
        need(len(parts) == len(before) + 1, "another number of cards")
        after = [ciphertext(part) for part in parts[:-1]]
        need(shuffle.holds(before, after, parts[-1], self.joint_key(), context), "the shuffle proof")
        self.steps.append(Mixed(before, after, self._versions(self.presence.dealing())))
        return after

    def _take_mix(self, peer: int, parts: list[bytes], context: bytes, deal: Deal) -> None:
        if not self.mixed:
            key = self.joint_key()
            self.mixing = [first_seal(number, key) for number in range(len(deal.faces))]
        self.mixing = self._shuffled(self.mixing, parts, context)
        self.mixed.append(peer)

    def _take_remix(self, parts: list[bytes], context: bytes) -> None:
        _, numbers = self.remixes[0]
        after = self._shuffled([self.slots[number].seal for number in numbers], parts, context)
        for number, seal in zip(numbers, after, strict=True):
            self.slots[number].seal = seal
        self.remixes.pop(0)

    def _take_lot(self, peer: int, parts: list[bytes], context: bytes) -> None:
        need(len(parts) == 2, "an answer has two parts")
        question = hashed_point(f"lot {self.agreement.hex()}", self.lots)
        answer = point(parts[0])
        need(share_holds(self.keys[peer].lots, question, answer, parts[1], context), "the proof of an answer")
        self.answers[peer] = answer
        self.steps.append(Shared(peer, self.version[peer], True, question, answer))

    def _take_shares(self, peer: int, parts: list[bytes], context: bytes, deals: Sequence[Deal]) -> None:
        owed = self._owed_shares(peer, deals)
        need(len(parts) == len(owed) + 1, "another number of shares")
        shares = [point(part) for part in parts[:-1]]
        hints = [self.slots[slot].seal.hint for slot in owed]
        need(shares_hold(self.keys[peer].cards, hints, shares, parts[-1], context), "the proof of shares")
        for slot, hint, share in zip(owed, hints, shares, strict=True):
            self.slots[slot].shares[peer] = share
            self.steps.append(Shared(peer, self.version[peer], False, hint, share))

    def _take_show(self, peer: int, parts: list[bytes], context: bytes, deal: Deal) -> None:
        need(len(parts) == 3 and len(parts[0]) == 4, "a card is shown with three parts")
        number = int.from_bytes(parts[0], "big")
        need(number in deal.slots, "another slot")
        slot = self.slots[number]
        share = point(parts[1])
        need(share_holds(self.keys[peer].cards, slot.seal.hint, share, parts[2], context), "the proof of a share")
        slot.shares[peer] = share
        need(self._open_face(number) == deal.faces[0], "another card")
        self.steps.append(Shared(peer, self.version[peer], False, slot.seal.hint, share))

    def _open_face(self, number: int) -> int | None:
        """The face of a slot if everybody can open it."""
        slot = self.slots[number]
        return None if slot.missing else slot.pile.face(without(slot.seal.masked, list(slot.shares.values())))

    def _face_here(self, number: int) -> int:
        """The face of a slot if this copy can open it."""
        slot = self.slots[number]
        if any(peer not in self.known for peer in slot.missing):
            return SEALED
        own = [times(self.known[peer][0], slot.seal.hint) for peer in slot.missing]
        return slot.pile.face(without(slot.seal.masked, [*slot.shares.values(), *own]))

    def _shown(self, deal: Deal) -> int | None:
        return next((slot for slot in deal.slots if self._open_face(slot) == deal.faces[0]), None)

    def answer(self, deal: Deal) -> tuple[int, ...] | None:
        """The answer to the first pending deal, or None while it has to wait."""
        if not self.joint:
            return None
        dealing = self.presence.dealing()
        match deal.kind:
            case "shuffle":
                if self.mixed != dealing:
                    return None
                pile = Pile(deal.slots, deal.faces)
                self.slots |= {
                    slot: Slot(seal, pile, tuple(dealing)) for slot, seal in zip(deal.slots, self.mixing, strict=True)
                }
                self.mixed, self.mixing = [], []
                return ()
            case "lot":
                if len(self.answers) < len(dealing):
                    return None
                number = challenge("lot", self.agreement, *(self.answers[peer] for peer in dealing)) % deal.faces[0]
                self.lots, self.answers = self.lots + 1, {}
                return (number,)
            case "show":
                shown = self._shown(deal)
                return None if shown is None else (shown,)
        if any(self._owed_shares(peer, [deal]) for peer in dealing):
            return None
        if deal.kind == "draw":
            slots = [self.slots[slot] for slot in deal.slots]
            self.steps.append(Told([(slot.rest, self._versions(slot.missing), slot.pile) for slot in slots]))
            return tuple(map(self._face_here, deal.slots))
        return tuple(self._open_face(slot) or SEALED for slot in deal.slots)

    def forget_pending(self) -> None:
        """The pending deals are void."""
        self.mixed, self.mixing, self.answers = [], [], {}

    # -- leaving and vanishing (section 11) ----------------------------------------------------------------------------

    def went(self, owners: list[int]) -> None:
        """The peer that acted for these has gone: all deposits are void, and it no longer owes new keys or remixes."""
        self.renewing = {peer: seed for peer, seed in self.renewing.items() if peer not in owners}
        self.deposits = {}
        self.remixes = [owed for owed in self.remixes if owed[0] not in owners] if self.kind >= 4 else []
        self.settle()

    def begin_farewell(self, leaver: int) -> None:
        """A peer wants to leave."""
        self.farewell = Farewell(leaver, self.presence.heir(leaver))

    def _take_farewell(self, farewell: Farewell, given: Contribution, context: bytes) -> None:
        leaver, heir, parts = farewell.leaver, farewell.heir, given.parts
        if given.word == "bequest":
            need(len(parts) == 3, "a bequest has three parts")
            to_heir = context + self.peers[heir]
            key = point(parts[0])
            need(secret_holds(key, parts[1], to_heir), "the proof of the key of a bequest")
            need(len(parts[2]) == 16 + 64 * len(self.presence.acted_for(leaver)), "a bequest of another length")
            farewell.letter = to_heir, key, parts[2]
            farewell.last = sha256(context + b"".join(parts))
            return
        if given.word == "false" and farewell.letter is not None:
            need(len(parts) == 2, "an accusation has two parts")
            to_heir, key, seal = farewell.letter
            common = point(parts[0])
            need(share_holds(self.keys[heir].letters, key, common, parts[1], to_heir), "the proof of an accusation")
            need(not self._are_secrets(unsealed(seal, common, to_heir), leaver), "a false accusation")
            farewell.letter = None
            return
        need(not parts, "parts that do not belong here")
        if given.word == "stay":
            self.end_farewell()
            return
        if self.me == heir and farewell.letter is not None:
            to_heir, key, seal = farewell.letter
            self._inherit(unsealed(seal, common_point(self._letters(), key), to_heir), leaver)
        self.farewell = None
        self.left = leaver

    def end_farewell(self) -> None:
        """The leaver stays; if it has written a bequest it owes new keys."""
        if self.farewell is not None and self.farewell.last:
            seed = sha256(b"alarife stay\0" + self.farewell.last + u64(self.place))
            self.begin_renewal(self.farewell.leaver, seed)
        self.farewell = None

    def _are_secrets(self, numbers: list[int] | None, peer: int) -> bool:
        """Whether a leaver's bequest holds the secrets that it has to hand over, and its own ones open its earlier ones."""
        owners = self.presence.acted_for(peer)
        if numbers is None or [combination([(number, G)]) for number in numbers] != self._numbers(owners):
            return False
        own = 2 * owners.index(peer)
        return bool(self.lineage(peer, (numbers[own], numbers[own + 1])))

    def lineage(self, peer: int, secrets: tuple[int, int]) -> list[tuple[int, int]]:
        """All secrets that a peer has had, the first ones first, from its latest; empty if these are not its secrets."""
        renewals = [step for step in self.steps if isinstance(step, Renewed) and step.peer == peer]
        publics = [self.first_keys[peer], *(step.keys for step in renewals)]
        found = [secrets]
        for step in reversed(renewals):
            found.insert(0, renewal.unlocked(step.locked, found[0], step.context))
        right = all(
            0 < secret < Q and combination([(secret, G)]) == public
            for pair, keys in zip(found, publics, strict=True)
            for secret, public in zip(pair, keys, strict=True)
        )
        return found if right else []

    def _learn_secrets(self, numbers: list[int], owners: list[int]) -> None:
        """This copy holds what was left to it."""
        self.known |= dict(zip(owners, zip(numbers[::2], numbers[1::2], strict=True), strict=True))

    def _inherit(self, numbers: list[int] | None, leaver: int) -> None:
        """This copy is the heir's, and took what it was left."""
        if numbers is None or not self._are_secrets(numbers, leaver):
            raise Damaged("a legacy that does not hold the secrets")
        self._learn_secrets(numbers, self.presence.acted_for(leaver))

    def take_leave(self, leaver: int, legacies: list[bytes]) -> None:
        """A peer leaves in the form of earlier versions, with a joint key."""
        heir = self.presence.heir(leaver)
        need(len(legacies) == len(self.peers), "not one legacy for each peer")
        need(len(legacies[heir]) == 16 + 64 * len(self.presence.acted_for(leaver)), "a legacy of another length")
        if self.me == heir:
            common = common_point(self._letters(), self.keys[leaver].letters)
            self._inherit(unsealed(legacies[heir], common, self.agreement), leaver)

    def begin_release(self, vanished: int, heir: int, owners: list[int], deposit: Deposit) -> None:
        """A vanished peer, already gone, has a deposit: the others give it to the heir."""
        others = [peer for peer in self.presence.there if peer != heir]
        steps = [("seen", peer) for peer in others[:-1]]
        steps += [("part", peer) for peer in reversed(others)]
        self.release = Release(vanished, heir, deposit, owners, self.keys[vanished], [*steps, ("took", heir)])
        if self.kind >= 4:
            self._owe_remixes(heir)

    def _take_release(self, release: Release, given: Contribution, context: bytes) -> None:
        parts, count = given.parts, len(release.deposit.commitments)
        match given.word:
            case "part":
                release.given[given.peer] = self._part(release, given, context, 16 + 32 * count)
            case "false":
                accused = self._accused(release, parts, context)
                release.steps = [("part", accused), *release.steps]
                return
            case "took" if self.me == release.heir:
                need(not parts, "parts that do not belong here")
                self._rebuild(release)
            case _:
                need(not parts, "parts that do not belong here")
        release.steps.pop(0)
        if not release.steps:
            self.release = None

    def _part(self, release: Release, given: Contribution, context: bytes, length: int) -> Letter:
        """A letter with a key of its own, or in a game that an earlier version began one with the peer's key for letters."""
        parts = given.parts
        if self.kind < 3 and len(parts) == 1:
            need(len(parts[0]) == length, "a part of another length")
            return Letter(context, self.keys[given.peer].letters, parts[0], None)
        need(len(parts) == 3 and len(parts[2]) == length, "a part of another length")
        to_heir, key = context + self.peers[release.heir], point(parts[0])
        need(secret_holds(key, parts[1], to_heir), "the proof of the key of a part")
        return Letter(to_heir, key, parts[2], to_heir)

    def _accused(self, release: Release, parts: list[bytes], context: bytes) -> int:
        need(len(parts) == 3 and len(parts[0]) == 1, "an accusation has three parts")
        accused, common = parts[0][0], point(parts[1])
        need(accused in release.given, "an accusation of a peer that gave nothing")
        letter = release.given[accused]
        bound = context if letter.proof_context is None else letter.proof_context
        need(share_holds(self.keys[release.heir].letters, letter.key, common, parts[2], bound), "the proof of an accusation")
        values = unsealed(letter.seal, common, letter.context)
        need(values is None or not self._fits(release.deposit, accused, values), "a false accusation")
        return accused

    def _rebuild(self, release: Release) -> None:
        """The heir's copy puts the deposit together."""
        letters, deposit = self._letters(), release.deposit
        values = {
            release.heir: unsealed(deposit.seals[release.heir], common_point(letters, release.letters.letters), deposit.context)
        }
        for peer, letter in release.given.items():
            values[peer] = unsealed(letter.seal, common_point(letters, letter.key), letter.context)
        numbers = [0] * len(deposit.commitments)
        for holder, held in values.items():
            if held is None or not self._fits(deposit, holder, held):
                raise Damaged("a deposit that cannot be put together")
            weight = 1
            for other in values:
                if other != holder:
                    weight = weight * (other + 1) * pow(other - holder, -1, Q) % Q
            numbers = [(number + weight * value) % Q for number, value in zip(numbers, held, strict=True)]
        public = self._numbers(release.owners)
        need([combination([(number, G)]) for number in numbers] == public, "a deposit that cannot be put together")
        self._learn_secrets(numbers, release.owners)

    # -- new keys (section 11) -----------------------------------------------------------------------------------------

    def take_back(self, peer: int, seed: bytes) -> None:
        """A peer has returned and owes new keys. So does each that deposited its present secrets while somebody was away."""
        self.begin_renewal(peer, seed)
        if self.kind >= 5:
            for other in self.exposed & set(self.presence.there) - {peer}:
                self.begin_renewal(other, seed)

    def begin_renewal(self, peer: int, seed: bytes) -> None:
        """A peer that has returned, or stays, owes new keys: all deposits are void."""
        self.renewing[peer] = seed
        self.deposits = {}

    def _groups(self, peer: int) -> list[tuple[tuple[int, ...], list[int]]]:
        """The slots that still need the peer's share, by the peers whose shares are missing."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for number in sorted(self.slots):
            if peer in self.slots[number].missing:
                groups.setdefault(self.slots[number].missing, []).append(number)
        return list(groups.items())

    def _take_renewal(self, peer: int, parts: list[bytes], context: bytes) -> None:
        groups = self._groups(peer)
        count = sum(len(numbers) for _, numbers in groups)
        need(len(parts) == 5 + count + len(groups) and len(parts[4]) == 64, "new keys with another number of parts")
        cards, lots, locked = point(parts[0]), point(parts[2]), parts[4]
        need(secret_holds(cards, parts[1], context + b"new cards"), "the proof of the new key for cards")
        need(secret_holds(lots, parts[3], context + b"new lots" + locked), "the proof of the new key for lots")
        old = self.keys[peer]
        difference = renewal.key_difference(cards, old.cards)
        if difference is None:
            raise Damaged("the new key is the old one")
        before_versions = dict(self.version)
        self.keys[peer] = Keys(cards, lots, old.letters)
        self.version[peer] += 1
        after = iter([ciphertext(part) for part in parts[5 : 5 + count]])
        checked = []
        for (missing, numbers), proof in zip(groups, parts[5 + count :], strict=True):
            rests = [self.slots[number].rest for number in numbers]
            renewed = [next(after) for _ in numbers]
            key = total(self.keys[each].cards for each in missing)
            bound = renewal.group_context(context, old.cards, cards)
            need(renewal.holds(rests, renewed, key, difference, proof, bound), "the proof of a renewal")
            for number, seal in zip(numbers, renewed, strict=True):
                self.slots[number] = Slot(seal, self.slots[number].pile, missing)
            was = Known({each: before_versions[each] for each in missing})
            checked.append((rests, renewed, was, self._versions(missing)))
        self.steps.append(Renewed(peer, context, locked, (cards, lots), checked))
        self._know_new(peer)
        del self.renewing[peer]
        self.exposed.discard(peer)
        self.deposits, self.newest = {}, peer
        self.mixed, self.mixing = [], []
        if self.kind < 4:
            self.remixes = []
        self._owe_remixes(peer)

    def _owe_remixes(self, peer: int) -> None:
        """The peer shuffles the rest of every pile, the cards that need everybody's share; the duties of others stay."""
        everybody = tuple(self.presence.dealing())
        piles: dict[Pile, list[int]] = {}
        for number in sorted(self.slots):
            if self.slots[number].missing == everybody:
                piles.setdefault(self.slots[number].pile, []).append(number)
        self.remixes = [owed for owed in self.remixes if owed[0] != peer]
        fewest = 1 if self.kind >= 4 else 2
        self.remixes += [(peer, numbers) for numbers in piles.values() if len(numbers) >= fewest]

    def _know_new(self, peer: int) -> None:
        self.known.pop(peer, None)
        if peer == self.me:
            occasion = self.agreement + self.renewing[peer]
            cards, lots = derived("cards", self.private, occasion), derived("lots", self.private, occasion)
            need(self.keys[peer][:2] == (times(cards, G), times(lots, G)), "new keys that are not those of this file")
            self.known[peer] = cards, lots
