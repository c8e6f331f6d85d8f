"""The ledger of knowledge of a simulated game: everything that any coalition could compute, and whether it may."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations, count
from typing import NamedTuple

from msgspec import structs

from net.deal import FAIR
from net.deal.fair.duties.lot import question
from net.deal.fair.standing import Standing
from net.session.format.charter import SignedCharter
from net.session.format.entry import SignedEntry, read_entry, willing_signed
from net.session.format.wire import Entries, GameFrame, Have, Want, Willing, game_frames
from net.session.history.course import Course
from net.session.history.step import EntryError
from rules.contract import State
from tests.knowledge import rule
from tests.knowledge.coalition import Coalition, Seal
from tests.knowledge.found import Found, Lock, contribution_in, deposited, released, search, strings
from tests.knowledge.rule import Marks
from tests.knowledge.secrets import TrueSecrets
from tests.knowledge.seeing import branch, seeing, standing, told


class Leak(AssertionError):
    """A coalition could know something that it may not know."""


class Place(NamedTuple):
    """A point of the log: the copy that sees everything, what the rule remembers, and how often secrets went to a stand-in."""

    course: Course
    marks: Marks
    certain: int = 0

    @property
    def weight(self) -> tuple[int, int]:
        """Of two courses the log goes on with the one in which more peers have been replaced for certain, else the longer.

        A peer that was away may have played on by itself and come further; its course counts no more.
        """
        return self.certain, self.course.index


class Ledger:
    """Of one table.

    Every entry counts as sent to everybody as soon as it is sent to anybody: those who watch, and those who have gone, can get
    the whole log. Every other frame counts as sent to its receiver.

    The log may go on without a peer that was away and has played on by itself. The cards that it has shown from its hand
    meanwhile stay known: it has told them of its own accord.

    A peer that cheats can go on in two courses of the log at once, each with other honest peers. What it learns in either
    counts in both.

    A coalition is all peers but one, or all but two, with those who have gone and those who watch. (Where secrets are deposited
    with the others, all but one may see everything, so there it is the others that count.)
    """

    def __init__(self, charter: SignedCharter, privates: Mapping[bytes, bytes]) -> None:
        """``privates`` are the secret bytes of each peer, by key."""
        self.true = TrueSecrets(charter.hash, privates)
        self._name = charter.charter.name
        course = seeing(charter, self.true)
        self._places = {charter.hash: Place(course, Marks())}
        self._front = charter.hash
        self._waiting: dict[bytes, list[SignedEntry]] = {}
        self._written: dict[bytes, tuple[bytes, bytes]] = {}
        self._ends: dict[bytes, bytes] = {}
        self._known: set[bytes] = set()
        self._heard: set[tuple[bytes, bytes]] = set()
        self._public: set[bytes] = set()
        self._sizes: dict[bytes, int] = {}
        self._deposits: dict[bytes, bytes] = {}
        self._holders: dict[bytes, list[frozenset[bytes]]] = {}
        self._shares: dict[bytes, list[tuple[bytes, Seal]]] = {}
        self._numbers = count()
        self._views: tuple[State | None, list[frozenset[int]]] = (None, [])
        self._open = False
        self._cheats: set[bytes] = set()
        self._answered: set[tuple[bytes, bytes]] = set()
        self._shown: set[int] = set()
        self._willing: set[bytes] = set()
        peers = charter.charter.keys
        outside = [set(some) for size in (1, 2) for some in combinations(peers, size)]
        self._coalitions = [Coalition(frozenset(peers) - some, self.true) for some in outside]

    @property
    def front(self) -> Course:
        """The course of the log that counts, up to its last entry."""
        return self._places[self._front].course

    @property
    def index(self) -> int:
        """Entries on the course of the log that counts."""
        return self.front.index

    def excuse(self, peer: bytes) -> None:
        """A peer cheats in this game: it may tell everybody what it knows itself, so it belongs to every coalition."""
        self._cheats.add(peer)

    # -- what is sent --------------------------------------------------------------------------------------------------

    def sent(self, receiver: bytes, payload: bytes) -> None:
        """A peer, or somebody who watches, has been sent a frame; raises :class:`Leak`."""
        frame: GameFrame | None = game_frames.decode(payload)
        if self._open or frame is None or isinstance(frame, Have | Want):
            return
        if isinstance(frame, Entries):
            for signed in frame.entries:
                entry = read_entry(signed)
                if entry.hash not in self._known:
                    self._known.add(entry.hash)
                    self._take(entry)
            return
        if (receiver, payload) not in self._heard:
            self._heard.add((receiver, payload))
            course = self._places[self._front].course
            if isinstance(frame, Willing) and willing_signed(frame.peer, frame.signature, course.agreement, course.head):
                self._willing.add(frame.peer)
                self._open = course.state.result is not None and self._willing >= set(course.there)
            found = search(strings(frame), self.true, standing(course), self._deposits)
            for coalition in self._coalitions:
                if receiver in coalition.members or receiver not in self.true.latest:
                    coalition.points |= found.points
                    coalition.hear(found, self._public, self._sizes)
            self._check(self._places[self._front])

    def sent_beside(self, payload: bytes) -> None:
        """A frame outside of the game, such as one with addresses: it contains nothing of the dealing.

        Raises :class:`Leak`.
        """
        for number, owner in self.true.owners.items():
            if owner.peer not in self._cheats and number.to_bytes(32, "big") in payload:
                raise Leak(f"{self._name(owner.peer)} has its secret for {owner.kind} in a frame beside the game")
        for start in range(len(payload) - 32):
            for peer, seal in self._shares.get(payload[start : start + 33], ()):
                if peer not in self._cheats:
                    raise Leak(f"{self._name(peer)} has its share of slot {seal.slot} in a frame beside the game")

    def _take(self, entry: SignedEntry) -> None:
        """An entry was sent, whether or not it can follow the entries before."""
        before = self._places.get(entry.entry.previous)
        if before is None:
            self._waiting.setdefault(entry.entry.previous, []).append(entry)
            return
        course = branch(before.course)
        at = standing(before.course)
        self.look_at_shares(entry, before.course.state, at)
        try:
            course.apply(entry.entry, entry.hash)
        except EntryError:
            self._hear(search(strings(entry.entry.body), self.true, at, self._deposits))
            self._check(self._places[self._front])  # the log may have gone on long since from where this would follow
            return
        if course.published:
            self._open = True  # everybody has agreed to it
            return
        self._note_shown(entry, before, at)
        found, locks = self._found_in(entry, at, standing(course))
        given = contribution_in(entry.entry.body)
        handed_over = given is not None and given.word in ("part", "took")
        after = Place(course, self._marked(entry, before, course), before.certain + handed_over)
        self._places[entry.hash] = after
        self._written[entry.hash] = entry.entry.author, entry.entry.previous
        for peer, end in self._ends.items():
            if end == entry.entry.previous:  # it may have heard this
                self._ends[peer] = entry.hash
        if entry.entry.author not in self._cheats:
            self._ends[entry.entry.author] = entry.hash
        self._hear(found, locks)
        if after.weight >= self._places[self._front].weight:
            self._front = entry.hash
        self._check(after)
        for end in set(self._ends.values()) if self._cheats else ():
            if self._two_faced(entry.hash, end):
                self.check_at(self._places[end])
        for waiting in self._waiting.pop(entry.hash, ()):
            self._take(waiting)

    def _hear(self, found: Found, locks: Iterable[Lock] = ()) -> None:
        self._public |= found.points
        for coalition in self._coalitions:
            coalition.hear(found, self._public, self._sizes, locks)

    def _found_in(self, entry: SignedEntry, before: Standing, after: Standing) -> tuple[Found, list[Lock]]:
        """Note everything that everybody can learn from an entry that was played."""
        given = contribution_in(entry.entry.body)
        peer = before.charter[given.peer] if given is not None else b""
        if given is not None and given.word == "escrow":
            secrets = 2 * len(before.acted_for(peer))
            self._deposits[b"".join(given.parts[:secrets])] = entry.hash
            self._sizes[entry.hash] = len(given.parts) - secrets
            holders = frozenset(before.there) - {peer}
            for other in before.acted_for(peer):
                self._holders.setdefault(before.keys[other].cards.format(), []).append(holders)
            return Found(frozenset(), frozenset(), tuple(deposited(given, entry.hash, peer, self.true, before))), []
        if given is not None and given.word == "part":
            assert before.release is not None
            commitments = [b"".join(each.format() for each in some) for some in before.release.deposit.commitments]
            id = self._deposits[b"".join(commitments)]
            return Found(frozenset(), frozenset(), tuple(released(given, id, peer, self.true, before))), []
        found = search(strings(entry.entry.body), self.true, before, self._deposits)
        if given is not None and given.word == "lot":  # it is the same on every course of the log
            self._answered.add((peer, question(before).format()))
        if given is None or given.word != "renew":
            return found, []
        for coalition in self._coalitions:
            coalition.learn_own()
        keys, retired = after.keys[peer], after.retired[peer][-1]
        return found, [Lock(keys.cards.format(), keys.lots.format(), retired.locked, retired.context)]

    # -- what may be known ---------------------------------------------------------------------------------------------

    def _marked(self, entry: SignedEntry, before: Place, course: Course) -> Marks:
        """Note new seals, and what the rule has to remember."""
        given = contribution_in(entry.entry.body)
        old, at = standing(before.course), standing(course)
        cards = dict(before.marks.cards)
        fresh: set[int] = set()
        for slot, card in at.slots.items() if at.slots is not old.slots else ():
            if slot in old.slots and old.slots[slot].sealed is card.sealed:
                continue
            if given is None or given.word != "renew":  # new keys leave every card in its place, for all to see
                cards[slot] = next(self._numbers)
                fresh.add(slot)
            seal = Seal(
                cards[slot],
                slot,
                card,
                {peer: at.keys[peer].cards.format() for peer in (*card.shares, *card.missing)},
                self.true,
            )
            for peer, share in seal.shares.items():
                self._shares.setdefault(share, []).append((peer, seal))
            for coalition in self._coalitions:
                coalition.see(seal, self._public)
        marks = replace(before.marks, cards=cards)
        marks = replace(marks, stand_ins=rule.stand_ins(marks, at))
        members = [coalition.members for coalition in self._coalitions]
        control = {one: rule.controlled(one, marks, at, self._holders) for one in members}
        public, *views = self._views_of(course.state)
        seen = {}
        for coalition in self._coalitions:
            one = coalition.members
            kept = before.marks.seen.get(one, frozenset()) - fresh
            if rule.settled(at) and not rule.settled(old) and before.marks.controlled.get(one, one) >= set(at.peers):
                kept |= rule.unshuffled(at)
            seats = [seat for seat, owner in enumerate(course.presence.owners) if owner in control[one]]
            seen[one] = kept.union(public, *(views[seat] for seat in seats))
        return replace(marks, controlled=control, seen=seen)

    def _views_of(self, state: State) -> list[frozenset[int]]:
        """The knowledge allowed to everybody, then to each seat."""
        if self._views[0] is not state:
            self._views = state, [told(state.view(seat)) for seat in (None, *range(state.seats))]
        return self._views[1]

    def look_at_shares(self, entry: SignedEntry, state: State, at: Standing) -> None:
        """No share leaves a peer before the rules ask for it."""
        for content in strings(entry.entry.body):
            for peer, seal in self._shares.get(content, ()) if content not in self._public else ():
                if peer not in self._cheats and not rule.due(at, state.deals, peer, seal.slot):
                    raise Leak(f"{self._name(peer)} has given its share of slot {seal.slot} too early or to the wrong seat")

    def _note_shown(self, entry: SignedEntry, before: Place, at: Standing) -> None:
        """Note the card that a player has shown from its own hand, on any course of the log."""
        deals = before.course.state.deals
        if not deals or deals[0].kind != "show" or at.owners[deals[0].seat] != entry.entry.author:
            return
        for content in strings(entry.entry.body):
            for peer, seal in self._shares.get(content, ()):
                if peer == entry.entry.author and seal.slot in deals[0].slots:
                    self._shown.add(seal.card)

    def _check(self, place: Place) -> None:
        """Nobody knows more than the rule allows at this place, or at the present end of the log that counts.

        What somebody rightly knows there is no news from an entry of a course that was left, as when a peer that was replaced
        shows what it wrote before it heard of that.
        """
        try:
            self.check_at(place)
        except Leak:
            front = self._places[self._front]
            if place is front:
                raise
            self.check_at(front)

    def _two_faced(self, one: bytes, other: bytes) -> bool:
        """Whether a cheat has gone on in two courses of the log, each with an honest peer.

        Then both are played, and knowledge from one counts in the other. (Honest programs leave one of two courses.)
        """
        here, there = self._line(one), self._line(other)
        one_side = {here[hash] for hash in here.keys() - there.keys()}
        other_side = {there[hash] for hash in there.keys() - here.keys()}
        return bool(one_side - self._cheats and other_side - self._cheats and one_side & other_side & self._cheats)

    def _line(self, last: bytes) -> dict[bytes, bytes]:
        """The authors of the entries up to one, by hash."""
        line = {}
        while last in self._written:
            line[last], last = self._written[last]
        return line

    def check_at(self, place: Place) -> None:
        at = standing(place.course)
        if at.joint is None:
            return
        deals, views = place.course.state.deals, self._views_of(place.course.state)
        for coalition in self._coalitions:
            if not self._cheats <= coalition.members:
                continue
            control = place.marks.controlled.get(coalition.members, coalition.members)
            self._check_secrets(coalition, control, at)
            if control >= set(at.peers):
                continue
            self._check_lots(coalition, control, at)
            coming = {
                slot
                for deal in rule.in_hand(at, deals)
                if deal.kind == "open" or at.owners[deal.seat] in control
                for slot in deal.slots
            }
            allowed = place.marks.seen[coalition.members] | coming
            known = {slot for slot, card in place.marks.cards.items() if card in coalition.faces}
            allowed |= {slot for slot in known if place.marks.cards[slot] in self._shown}
            if known - allowed:
                raise Leak(f"{self._who(coalition)} can see the cards in the slots {sorted(known - allowed)}")
            owners = enumerate(place.course.presence.owners)
            own = frozenset().union(*(views[1 + seat] for seat, owner in owners if owner in coalition.members))
            blind = (own & place.marks.cards.keys()) - known
            assert not blind, f"the ledger does not see what {self._who(coalition)} can see: {sorted(blind)}"

    def _check_secrets(self, coalition: Coalition, control: frozenset[bytes], at: Standing) -> None:
        for peer in at.peers:
            keys = at.keys[peer]
            held = [
                self.true.owners[number].kind for key in keys if (number := self.true.by_key[key.format()]) in coalition.numbers
            ]
            if peer not in control and held:
                raise Leak(f"{self._who(coalition)} has the secrets of {self._name(peer)}: {held}")
            if peer not in coalition.members and "letters" in held:
                raise Leak(f"{self._who(coalition)} can read the letters to {self._name(peer)}")

    def _check_lots(self, coalition: Coalition, control: frozenset[bytes], at: Standing) -> None:
        """Only peers that control everybody who has not answered can know a lot before all have answered."""
        for ahead in (0, 1):
            asked = question(structs.replace(at, lots_drawn=at.lots_drawn + ahead)).format()
            silent = [peer for peer in at.peers if (peer, asked) not in self._answered]
            lacking = [peer for peer in silent if peer not in control]
            if lacking and all(self._answers(coalition, at, peer, asked) for peer in silent):
                raise Leak(f"{self._who(coalition)} can tell a lot before it is drawn")

    def _answers(self, coalition: Coalition, at: Standing, peer: bytes, asked: bytes) -> bool:
        number = self.true.by_key[at.keys[peer].lots.format()]
        if number in coalition.numbers:
            return True
        answer = self.true.product(number, asked)
        return answer in self._public or answer in coalition.points

    def _who(self, coalition: Coalition) -> str:
        return " and ".join([*map(self._name, sorted(coalition.members)), "a watcher"])


def ledger_of(charter: SignedCharter, privates: Mapping[bytes, bytes]) -> Ledger | None:
    """The ledger of a table, None for one at which everybody may know everything."""
    return Ledger(charter, privates) if charter.charter.dealer == FAIR else None
