"""The course of a log: the position, the peers still there, and the peer that may write the next entry.

A position is only ever reached by playing a log, and only here: in a running game, when it is resumed, replayed or verified.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from net.deal import Dealer, DealError, Estate, Place, dealer_called
from net.deal.dealer import Secrets, unpack_secrets
from net.rulebook import start_by
from net.session.format.charter import Charter, SignedCharter
from net.session.format.entry import (
    DealBody,
    DropBody,
    Entry,
    LeaveBody,
    LeavingBody,
    MoveBody,
    PublishBody,
    ReturnBody,
    SignedEntry,
    TakeBackBody,
    TimedMoveBody,
    agreed_by_all,
    leave_signed,
    return_signed,
    voted_by_all,
    willing_signed,
    wish_signed,
)
from net.session.format.manners import CLOCK, REPLACE
from net.session.history.presence import Presence
from net.session.history.quiet import Quiet
from net.session.history.step import EntryError, Step
from net.session.history.tally import Tally
from rules.contract import NOBODY, Deal, Event, Move, State
from rules.message import Message, message
from rules.native import mypyc_attr
from rules.registry import game

MOST_STAYS = 8
"""Honest peers write down no more wishes to leave of a peer that has stayed so often instead: it could fill the log."""

MOST_RETURNS = 20
"""Honest peers do not write down more often that the same peer takes its seat back: each time its heir plays the whole log."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Course:
    """The position that entries have led to, as one copy knows it.

    Attributes:
        charter: what is played.
        state: the position; never changed. An entry that changes it puts another one in its place.
        digest: digest of its public facts, 32 bytes.
        index: number of entries so far.
        head: hash of the last one, or of the charter.
        presence: the peers at the table.
        replaces: whether vanished peers may be replaced at this table.
        inherits: the peers whose secrets this copy knows from the beginning, since they left them to it later.
        published: whether all cards have been laid open after the end.
        tally: the time that the seats have taken, at a table with clocks; without them it stays as it was at first.
        changed: the index at which the position last changed (entries about leaving do not change it).
        stays: how often each peer has broken off its leaving.
        returns: how often each peer has taken its seat back.
        quiet: the positions that the table may go back to with everybody's consent.
    """

    def __init__(
        self,
        charter: SignedCharter,
        me: bytes,
        private: bytes,
        knows: frozenset[int],
        estate: Estate | None = None,
        dealer: Callable[[Place], Dealer] | None = None,
    ) -> None:
        """Start at the first position.

        Args:
            charter: what is played.
            me: this peer's key; empty for a reader.
            private: see :class:`net.deal.Place`.
            knows: the seats whose hidden cards this copy may know.
            estate: see :class:`net.deal.Place`.
            dealer: makes the dealer; None for the one that the charter names.
        """
        self.charter: Charter = charter.charter
        self.agreement = charter.hash
        self.knows = knows
        self._me = me
        played, seats = self.charter, len(self.charter.seats)
        options = dict(played.options)
        self.state = start_by(played.game, played.version, played.rules.hex(), seats, options, played.board)
        self.digest = bytes.fromhex(self.state.digest())
        self.index = 0
        self.changed = 0
        self.stays: Counter[bytes] = Counter()
        self.returns: Counter[bytes] = Counter()
        self.quiet = Quiet()
        self._mover = self.state.turn  # the seat whose turn it is, or was before the present deals
        self._began = 0  # the index at which that turn began
        self._unshown: State | None = None  # the position before a move whose card has not been shown yet
        self.head = charter.hash
        self.replaces = self.charter.manner(REPLACE.name) == "on"
        self.inherits = frozenset(estate or {})
        self.published = False
        self._timed = self.charter.manner(CLOCK.name) != CLOCK.default
        self.tally = Tally.fresh(len(self.charter.seats)).to_move(self.state.turn)
        owners = [seat.peer for seat in self.charter.seats]
        self.presence = Presence.full(self.charter.keys, owners)
        place = Place(charter.hash, self.there, owners, me, private, estate or {}, self.replaces)
        self._dealer: Dealer = dealer(place) if dealer else dealer_called(self.charter.dealer, place)
        self._pen: tuple[int, bytes | None] = (-1, None)  # an index, and who may write the next entry there
        self._idle: Dealer | None = None  # a dealer that owes nothing as long as nothing has to be dealt
        self._strongest = list(game(self.charter.game).bots)[-1]

    # -- who does what -------------------------------------------------------------------------------------------------

    @property
    def there(self) -> tuple[bytes, ...]:
        """Keys of the peers that are at the table, in the charter's order."""
        return self.presence.there

    def owner(self, seat: int) -> bytes:
        """The peer that plays a seat: the one in the charter, or its heir after it has left."""
        return self.presence.owner(seat)

    def seats_of(self, peer: bytes) -> tuple[int, ...]:
        """The seats a peer plays now."""
        return tuple(seat for seat in range(len(self.charter.seats)) if self.owner(seat) == peer)

    def level(self, seat: int) -> str:
        """The level of the bot on a seat, empty for a person. The strongest bot follows a departed player, unless agreed
        otherwise.
        """
        agreed = self.charter.seats[seat]
        if agreed.kind == "person" and agreed.peer in self.presence.gone:
            return self.presence.gone[agreed.peer][1] or self._strongest
        return agreed.level

    @property
    def pen(self) -> bytes | None:
        """The peer that may write the next entry; None when the game is over."""
        index, pen = self._pen
        if index != self.index:
            pen = self._whose()
            self._pen = (self.index, pen)
        return pen

    def _whose(self) -> bytes | None:
        deals = self.state.deals
        if deals:
            return self._dealer.writer(deals)
        turn = self.state.turn
        if turn is None:
            return None
        if self._idle is not self._dealer:  # a dealer is not changed after its entry
            writer = self._dealer.writer(())
            if writer is not None:
                return writer
            self._idle = self._dealer
        return self.presence.owner(turn)

    @property
    def scribe(self) -> bytes | None:
        """The peer that may write the next entry of any kind; after the end, the first peer, which may lay the cards open."""
        if self.state.result is None or self.published or not self._dealer.holders or not self.there:
            return self.pen
        return self.there[0]

    @property
    def holders(self) -> Sequence[bytes]:
        """See :attr:`net.deal.Dealer.holders`."""
        return self._dealer.holders

    @property
    def secrets(self) -> Mapping[bytes, Secrets]:
        """See :attr:`net.deal.Dealer.secrets`."""
        return self._dealer.secrets

    def fits(self, peer: bytes, secrets: Secrets) -> bool:
        """See :meth:`net.deal.Dealer.fits`."""
        return self._dealer.fits(peer, secrets)

    def why_not(self, seat: int, moves: Sequence[Move]) -> Message | None:
        """Why a seat cannot make these moves in a row, as far as one can know before the first; None if it can."""
        trial = self.state
        for number, move in enumerate(moves):
            if trial.turn != seat:
                return message("session.refused.too-many")
            reason = trial.why_not(move)
            if reason is not None:
                return reason
            if number == len(moves) - 1:
                break  # no move follows it, so it need not be tried
            if not number:
                trial = trial.copy()
            trial.play_silently(move)
            while trial.deals:
                answer = trial.known(trial.deals[0])
                if answer is None:
                    break
                trial.learn_silently(trial.deals[0], answer)
        return None

    def lineage(self, peer: bytes, secrets: Secrets) -> tuple[Secrets, ...]:
        """See :meth:`net.deal.Dealer.lineage`."""
        return self._dealer.lineage(peer, secrets)

    def contribution(self) -> DealBody | None:
        """The dealing entry that the next writer owes; None when it is a seat's turn."""
        if not self.state.deals and self._dealer.writer(()) is None:
            return None
        return DealBody(self._dealer.write(self.state.deals))

    def prepare(self) -> bool:
        """See :meth:`net.deal.Dealer.prepare`."""
        return self._dealer.prepare(self.state.deals)

    @property
    def estate(self) -> Estate:
        """The secrets that others have left to this peer."""
        return self._dealer.estate

    @property
    def steady(self) -> bool:
        """See :attr:`net.deal.Dealer.steady`."""
        return self._dealer.steady

    # -- peers that leave ----------------------------------------------------------------------------------------------

    @property
    def leaver(self) -> bytes:
        """See :attr:`net.deal.Dealer.leaver`."""
        return self._dealer.leaver

    @property
    def exposed(self) -> bool:
        """See :attr:`net.deal.Dealer.exposed`."""
        return self._dealer.exposed

    def owes_bequest(self, peer: bytes) -> bool:
        """Whether a peer has said in the log that it leaves and now has to hand its secrets over or to say that it stays."""
        return bool(peer) and peer == self._dealer.leaver == self.pen

    def stay(self) -> DealBody:
        """The entry of a peer that :meth:`owes_bequest` but stays."""
        return DealBody(self._dealer.write_stay())

    def may_leave(self, peer: bytes) -> bool:
        """Whether honest peers still write down that a peer wants to leave."""
        return self.stays[peer] < MOST_STAYS

    def lets_go(self, body: LeavingBody) -> bool:
        """Whether a wish to leave can be written down here and now."""
        try:
            self._check_wish(body, body.peer)
            self._dealer.copy().leaves(body.peer, self.presence.heir(body.peer))
        except (DealError, EntryError):
            return False
        return True

    def _check_wish(self, body: LeavingBody, author: bytes) -> None:
        signed = wish_signed(body.peer, body.signature, self.agreement, self.index, self.head, body.round)
        if body.peer not in self.there or len(self.there) == 1 or not signed:
            raise EntryError(message("session.entry.leave", name=self._name(author), number=self.index + 1))

    def _left_as_before(self, body: LeaveBody, author: bytes, dealer: Dealer) -> None:
        """A peer leaves in the form of earlier versions, whose charters contain no fresh bytes."""
        possible = body.peer in self.there and len(self.there) > 1 and not self.charter.fresh
        if not possible or not leave_signed(body, self.agreement, self.presence.returns):
            raise EntryError(message("session.entry.leave", name=self._name(author), number=self.index + 1))
        dealer.left(body.peer, self.presence.heir(body.peer), body.legacies)

    # -- peers that vanish or return -----------------------------------------------------------------------------------

    def can_spare(self, peer: bytes) -> bool:
        """Whether the others together could act for a peer: it needs at least three peers, and this one's deposit."""
        return self.replaces and len(self.there) > 2 and self._dealer.can_spare(peer)

    def heir(self, peer: bytes) -> bytes | None:
        """The peer that would play for a present peer, None when there is no other."""
        return self.presence.heir(peer) if peer in self.there and len(self.there) > 1 else None

    @property
    def liar(self) -> bytes:
        """See :attr:`net.deal.Dealer.liar`."""
        return self._dealer.liar

    @property
    def spares(self) -> tuple[bytes, ...]:
        """The peer that the game waits for, and those that have to vote for going on without it, its heir first. Empty if they
        cannot go on without it.
        """
        pen = self.pen
        if pen is None or not self.can_spare(pen):
            return ()
        return pen, *[peer for peer in self.there if peer != pen]

    def drop_holds(self, entry: Entry) -> bool:
        """Whether an entry is a :class:`~net.session.format.entry.DropBody` that is valid here."""
        here = (entry.n, entry.previous) == (self.index, self.head)
        return here and drop_fits(entry, self.spares, self.charter.game, self.agreement)

    def _dropped(self, entry: Entry, body: DropBody, dealer: Dealer) -> Presence:
        if not self.drop_holds(entry):
            raise self._error("drop", entry)
        heir = self.presence.heir(body.peer)
        dealer.dropped(body.peer, heir)
        return self.presence.without(body.peer, self.index, body.level(heir), dealer.can_return(body.peer))

    def can_return(self, peer: bytes) -> bool:
        """Whether a peer has gone and can take its seat back."""
        gone = peer in self.presence.gone and self.pen is not None
        return gone and self._dealer.steady and self._dealer.can_return(peer)

    def may_return(self, peer: bytes) -> bool:
        """Whether a peer has gone and honest peers write down that it takes its seat back."""
        return self.returns[peer] < MOST_RETURNS and self.can_return(peer)

    @property
    def returnable(self) -> tuple[bytes, ...]:
        """The peers that have gone and can take their seats back."""
        return tuple(peer for peer in self.charter.keys if self.can_return(peer))

    def return_holds(self, body: ReturnBody) -> bool:
        """Whether a wish to take a seat back can be written down."""
        gone = self.presence.gone.get(body.peer, (-1, ""))[0]
        return body.gone == gone and self.can_return(body.peer) and return_signed(body, self.agreement)

    def _returned(self, entry: Entry, body: ReturnBody, dealer: Dealer, hash: bytes) -> Presence:
        if not self.return_holds(body):
            raise self._error("return", entry)
        dealer.returned(body.peer, hash)
        return self.presence.returned(body.peer)

    # -- going on ------------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry, hash: bytes) -> Step:
        """Play the next entry; raises :class:`EntryError` and changes nothing if it is not valid."""
        events: list[Event] = []
        void, departed, dealt = self._play(entry, hash, events)
        body = entry.body
        seat, move = (body.seat, body.move) if isinstance(body, MoveBody) else (NOBODY, None)
        return Step(
            self.index,
            entry.author,
            seat,
            move,
            tuple(events),
            self.state,
            self.digest,
            void,
            departed,
            tuple(dealt),
            self.spares,
        )

    def advance(self, entry: Entry, hash: bytes) -> None:
        """Play the next entry as :meth:`apply` does, with the same checks, for a caller that asks only where it leads."""
        self._play(entry, hash, None)

    def _play(
        self, entry: Entry, hash: bytes, events: list[Event] | None
    ) -> tuple[bool, bytes, list[tuple[Deal, tuple[int, ...]]]]:
        """Play the next entry, and add what happens to ``events``. Returns ``void``, ``departed`` and ``dealt`` of the step."""
        body = entry.body
        moves = isinstance(body, MoveBody)
        if entry.table != self.charter.table or entry.n != self.index or entry.previous != self.head:
            raise self._error("link", entry)
        state, presence, pen = self.state, self.presence, self.pen
        scribe = pen if state.result is None else self.scribe
        by_turn = entry.author == scribe and (pen is None) == (type(body) is PublishBody)
        early = moves and bool(self._dealer.leaver)  # first the leaver hands its secrets over, or stays
        if early or (not by_turn and not isinstance(body, DropBody)):
            raise self._error("turn", entry)
        if entry.digest != self.digest:
            raise self._error("digest", entry, differs=True)
        dealer = self._dealer if moves else self._dealer.copy()
        void = answered = whole = False
        departed = b""
        dealt: list[tuple[Deal, tuple[int, ...]]] = []
        tally = self.tally
        changed = quiet = moves or isinstance(body, TakeBackBody)
        try:
            match body:
                case MoveBody(seat=seat):
                    if isinstance(body, TimedMoveBody) != self._timed:
                        raise self._error("clock", entry)
                    if isinstance(body, TimedMoveBody):
                        tally = tally.stated(seat, body.spent)
                    state = self._moved(entry.author, body, events)
                    if state.deals:
                        dealer = dealer.copy()  # it is asked for answers, and each changes it
                case DealBody(payload=payload):
                    if not state.deals and dealer.writer(()) is None:
                        raise self._error("deal", entry)
                    dealer.read(state.deals, entry.author, payload)
                    departed = dealer.departed
                case LeaveBody(peer=peer):
                    self._left_as_before(body, entry.author, dealer)
                    departed = peer
                case LeavingBody(peer=peer):
                    self._check_wish(body, entry.author)
                    departed = peer if dealer.leaves(peer, presence.heir(peer)) else b""
                    state = state.copy()
                case DropBody():
                    presence = self._dropped(entry, body, dealer)
                    void = self._leaves_unshown(body.peer)
                    state = (self._unshown if void and self._unshown else state).copy()
                case ReturnBody():
                    presence = self._returned(entry, body, dealer, hash)
                    state = state.copy()
                case TakeBackBody(to=to):
                    state = self._restored(entry)
                    whole = to in dict(self.quiet.turns)
                case PublishBody():
                    self._check_published(body, entry)
                    state = state.copy()
            if departed:
                presence = presence.without(departed, self.index, "", dealer.can_return(departed))
                void = self._leaves_unshown(departed)
                state = (self._unshown if void and self._unshown else state).copy()
            while deals := state.deals:
                answer = dealer.answer(deals[0], self.knows)
                quiet = False
                if answer is None:
                    break
                if state is self.state:
                    state = state.copy()
                dealt.append((deals[0], answer))
                if events is None:
                    state.learn_silently(deals[0], answer)
                else:
                    events += state.learn(deals[0], answer)
                changed = answered = True
        except DealError as error:
            raise self._error("dealing", entry, error.reason) from error
        if quiet:
            self.quiet.add(self.index, self.state, begins=self._began == self.index)
        elif self.quiet:
            self.quiet = Quiet()
        if moves:
            self._unshown = None if answered else self.state
        elif answered or void:
            self._unshown = None
        if isinstance(body, DealBody) and self._dealer.leaver and not (dealer.leaver or departed):
            self.stays[self._dealer.leaver] += 1
        if isinstance(body, ReturnBody):
            self.returns[body.peer] += 1
        self.state, self._dealer, self.presence = state, dealer, presence
        if self._timed:
            self.tally = tally.to_move(state.turn)
        self.published = isinstance(body, PublishBody)
        self.index += 1
        if isinstance(body, TakeBackBody):
            self._mover, self._began = state.turn, self.index if whole else -1
        elif state.turn is not None and state.turn != self._mover:
            self._mover, self._began = state.turn, self.index
        elif self._began == self.index - 1 and not moves:
            self._began = self.index  # a peer came or left before the first move
        self.head = hash
        if changed or void:
            self.changed = self.index
            self.digest = bytes.fromhex(state.digest())
        return void, departed, dealt

    def _error(self, what: str, entry: Entry, detail: Message | None = None, differs: bool = False) -> EntryError:
        """The error that an entry is not valid; ``what`` ends the key of the reason."""
        reason = message(f"session.entry.{what}", name=self._name(entry.author), number=entry.n + 1)
        return EntryError(reason, detail, differs)

    def _leaves_unshown(self, peer: bytes) -> bool:
        """Whether a departing peer still has to show a card it has played. Perhaps it cannot: the card counts as not played."""
        shown = next(iter(self.state.deals), None)
        waits = shown is not None and shown.kind == "show" and self.owner(shown.seat) == peer
        return waits and self._unshown is not None

    def _moved(self, author: bytes, body: MoveBody, events: list[Event] | None) -> State:
        """The position after a move.

        A move by another peer is judged by what every copy knows, screened amounts included. A copy that holds the card itself,
        or has inherited that hand since, knows more than the others; they notice that the card is missing when it has to be
        shown.
        """
        if body.seat != self.state.turn:
            raise EntryError(message("session.entry.seat", name=self._name(author), seat=body.seat))
        if self.owner(body.seat) != author:  # it has the pen because it owes something to the dealing
            raise EntryError(message("session.entry.other-seat", name=self._name(author), seat=body.seat))
        move = body.move
        reason = self.state.why_not(move)
        if reason is not None and (author == self._me or self.state.known_to_all().why_not(move) is not None):
            raise EntryError(message("session.entry.illegal", seat=body.seat, move=str(move)), reason)
        state = self.state.copy()
        if events is None:
            state.play_silently(move)
        else:
            events += state.play(move)
        return state

    def _restored(self, entry: Entry) -> State:
        """The position to which everybody has agreed to go back."""
        assert isinstance(entry.body, TakeBackBody)
        state = self.quiet.position(entry.body.to)
        agreed = agreed_by_all(entry.body, self.there, self.agreement, entry.n, entry.previous)
        if state is None or not agreed or entry.body.proposer not in self.there:
            raise self._error("take-back", entry)
        return state

    def _check_published(self, body: PublishBody, entry: Entry) -> None:
        """Raise :class:`EntryError` unless everybody has agreed to lay the cards open and these are everybody's secrets."""
        agreed = len(body.consents) == len(self.there) and all(
            willing_signed(peer, signature, self.agreement, self.head)
            for peer, signature in zip(self.there, body.consents, strict=True)
        )
        complete = len(body.secrets) == len(self.charter.keys) and all(
            self.fits(peer, unpack_secrets(secrets)) if peer in self.holders else not secrets
            for peer, secrets in zip(self.charter.keys, body.secrets, strict=True)
        )
        if not agreed or not complete:
            raise self._error("publish", entry)

    def _name(self, key: bytes) -> str:
        try:
            return self.charter.name(key)
        except KeyError:
            return key.hex()[:8]


def drop_fits(entry: Entry, spares: Sequence[bytes], game_id: str, agreement: bytes) -> bool:
    """Whether an entry is a :class:`~net.session.format.entry.DropBody` by the heir with the votes of all that have to vote.

    Args:
        entry: any entry.
        spares: see :attr:`Course.spares`, at the place of the entry.
        game_id: what is played.
        agreement: the charter's hash.
    """
    body = entry.body
    if not isinstance(body, DropBody) or not spares:
        return False
    gone, *voters = spares
    level = body.level(voters[0])
    return (
        (body.peer, entry.author) == (gone, voters[0])
        and (not level or level in game(game_id).bots)
        and voted_by_all(body, voters, agreement, entry.n, entry.previous)
    )


def follow(
    charter: SignedCharter, me: bytes, private: bytes, entries: Sequence[SignedEntry]
) -> tuple[Course, tuple[Step, ...]]:
    """Play a log from the beginning, with the knowledge of all seats that this peer plays at its end.

    Raises :class:`EntryError` at the first entry that is not valid.
    """
    knows = frozenset(charter.charter.seats_of(me))
    estate: Estate = {}
    while True:
        course = Course(charter, me, private, knows, estate)
        steps = tuple(course.apply(signed.entry, signed.hash) for signed in entries)
        if knows.issuperset(course.seats_of(me)) and course.inherits == course.secrets.keys() - {me}:
            return course, steps
        # This peer has inherited seats or secrets on the way: replay, now seeing what was dealt to them before.
        knows, estate = knows.union(course.seats_of(me)), course.estate
