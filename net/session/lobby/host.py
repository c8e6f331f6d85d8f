"""The host's side of a lobby: it owns the table, checks every request, and has the charter signed by everybody."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from net.addresses import Address
from net.api import PROGRAM, Closed, LobbyChanged, Plan, Said
from net.deal import FAIR_3, FAIR_4
from net.greeting import BOARDS, FIFTH_DEALER, FOURTH_DEALER, PROTOCOL, Rules, common, difference, rules_here
from net.identity import Identity
from net.rulebook import board_in_use
from net.session.format.charter import (
    FRESH_LENGTH,
    MOST_PEERS,
    Charter,
    CharterPeer,
    CharterSeat,
    draw_up,
    sign_charter,
    signed_by,
    signed_charter,
)
from net.session.format.charter import charter_hash as hash_of
from net.session.format.manners import complete_manners, unusual
from net.session.format.text import Name, Saying, distinct, name_key
from net.session.format.wire import WireError
from net.session.lobby.common import ENDED, Beginning, Phase, blocked, called, notice, shown
from net.session.lobby.wire import (
    Agree,
    Away,
    Begin,
    Board,
    Decline,
    LobbyFrame,
    Over,
    PeerRow,
    Places,
    Propose,
    Ready,
    SaidBy,
    Say,
    SeatRow,
    Sit,
    Stand,
    Table,
    lobby_frames,
)
from net.session.output import Output, refused
from net.words import fingerprint
from rules.boards import unpack_board
from rules.contract import RulesError, complete_options, named_options, options_of
from rules.message import message
from rules.registry import game as game_called

ABSENCE = 30_000
"""Milliseconds for which a guest whose link is lost keeps its seats."""

SIGNING = 15_000
"""Milliseconds within which everybody has to sign."""

ARRIVALS = 8
"""Newcomers without an invite that may come in at once; one more every five seconds."""

REQUESTS = 40
"""Requests a guest may make at once; ten more every second."""


@dataclass(slots=True)
class _Guest:
    name: Name
    rules: Rules
    invited: bool
    places: tuple[Address, ...]
    ready: bool = False
    fresh: bytes = b""
    lost: int | None = None
    allowance: float = REQUESTS
    counted: int = 0
    protocol: int = PROTOCOL
    told: bytes | None = None


@dataclass(slots=True)
class _Signing:
    charter: Charter
    raw: bytes
    deadline: int
    signatures: dict[bytes, bytes] = field(default_factory=dict)


class HostLobby:
    """A lobby on the host's computer.

    Attributes:
        invite: the code to hand out; like ``addresses``, it is set by the caller, which knows them.
        token: the secret of the invite, which a guest shows to prove that it was invited.
        beginning: set once everybody has signed.
        over: whether the lobby has ended without a game.
        board: the board that the table plays on, in its canonical bytes; empty for the shipped one.
        before: the id of the table whose people this game is for, if it is another game with the same ones; else empty.
        kept: by key, the open seats and names that a guest gets as soon as it comes, if nobody else has sat there before.
    """

    def __init__(self, identity: Identity, plan: Plan, now: int) -> None:
        """Set the table; raises :class:`~rules.contract.RulesError` for an impossible plan."""
        self.before = b""
        self.kept: dict[bytes, tuple[tuple[int, str], ...]] = {}
        self.invite = ""
        self.addresses: tuple[str, ...] = ()
        self.token = secrets.token_bytes(16)
        self.beginning: Beginning | None = None
        self.over = False
        self._identity = identity
        self._rules = game_called(plan.game)
        self._here = next(rules for rules in rules_here() if rules.game == plan.game)
        self._version = self._rules.version
        self._wanted = complete_options(self._rules, plan.options)
        self._manners = complete_manners(plan.manners)
        self.board = board_in_use(self._rules) if plan.board is None else plan.board
        if self.board:
            unpack_board(self._rules, self.board)
        self._name = called(plan.name, identity.key)
        self._terms = 0
        self._guests: dict[bytes, _Guest] = {}
        self._banned: set[bytes] = set()
        self._signing: _Signing | None = None
        self._arrivals = float(ARRIVALS)
        self._counted = now
        self._check_count(len(plan.seats))
        self._seats: list[SeatRow] = []
        for place, seat in enumerate(plan.seats):
            self._seats.append(self._own_seat(place, seat.kind, seat.name, seat.level))
        self._name = self._name_of(identity.key) or self._name

    @property
    def phase(self) -> Phase:
        """How far the lobby has come, see :data:`~net.session.lobby.common.HOST`."""
        if self.over:
            return Phase.OVER
        if self.beginning is not None:
            return Phase.BEGUN
        return Phase.SEATING if self._signing is None else Phase.SIGNING

    # -- what the table looks like ---------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table as all peers see it."""
        key = self._identity.key
        rows = [PeerRow(key, self._name, True, True, True, self._here.version)]
        rows += [
            PeerRow(guest_key, guest.name, guest.ready, guest.lost is None, guest.invited, guest.rules.version)
            for guest_key, guest in self._guests.items()
        ]
        options, manners = tuple(named_options(self._rules, self._options).items()), unusual(self._manners.items())
        return Table(self._terms, self._rules.id, self._version, options, tuple(self._seats), tuple(rows), manners)

    @property
    def rules(self) -> Rules:
        """The versions and data of the game that everybody at the table can play."""
        return common([self._here, *(guest.rules for guest in self._guests.values())])

    @property
    def _options(self) -> dict[str, str]:
        """The house rules that the host wants, as far as the present version has them."""
        there = {option.name for option in options_of(self._rules, self._version)}
        wanted = {name: value for name, value in self._wanted.items() if name in there}
        return complete_options(self._rules, wanted, self._version)

    @property
    def free(self) -> int:
        """Number of open seats."""
        return sum(seat.kind == "open" for seat in self._seats)

    @property
    def name(self) -> str:
        """The name of the people at the host's computer."""
        return self._name

    def show(self) -> Output:
        """Show the present table to the people here."""
        obstacle = message("net.blocked.signing") if self._signing is not None else None
        me = self._identity.key
        seen = shown(self.table, me, self.invite, self.addresses, obstacle=obstacle, board=self.board)
        return Output(events=[LobbyChanged(seen)])

    def announce(self) -> Output:
        """Send the present table to everybody; guests then forget a charter that was proposed to them."""
        payload, board = lobby_frames.encode(self.table), lobby_frames.encode(Board(self._rules.id, self.board))
        output = self.show()
        for key, guest in self._guests.items():
            if guest.lost is None:
                if guest.told != self.board and guest.protocol >= BOARDS:
                    guest.told = self.board
                    output.frames.append((key, board))
                output.frames.append((key, payload))
        return output

    def _changed(self) -> Output:
        """Something has changed: withdraw a proposed charter."""
        self._signing = None
        version = self.rules.version
        if version != self._version:
            self._version = version
            self._unready()
        return self.announce()

    # -- guests come and go ----------------------------------------------------------------------------------------

    def invited(self, token: bytes) -> bool:
        """Whether a guest's token is that of the invite."""
        return hmac.compare_digest(token, self.token)

    def cannot_play(self, key: bytes, theirs: Rules | None) -> tuple[str, tuple[str, ...]] | None:
        """Why a newcomer's program cannot play at this table, None if it can.

        Returns the difference from what the others can play (:func:`net.greeting.difference`), as the newcomer sees it, and
        the names of the guests that cause it; no names if the host's own program differs.
        """
        if theirs is not None and self.board:  # the host sends the data
            theirs = Rules(theirs.game, theirs.version, theirs.oldest, self._here.data)
        differs = difference(theirs, self._here)
        if differs is not None or theirs is None:
            return differs or "unknown", ()
        others = [guest for other, guest in self._guests.items() if other != key]
        differs = difference(theirs, common([self._here, *(guest.rules for guest in others)]))
        if differs is None:
            return None
        return differs, tuple(guest.name for guest in others if difference(theirs, common([self._here, guest.rules])))

    def refuses(self, key: bytes, invited: bool, now: int) -> str:
        """The code of :class:`~net.greeting.Refusal` why this key cannot come in, or an empty text."""
        if self.phase in ENDED:
            return "begun"
        if key in self._banned:
            return "thrown-out"
        if key in self._guests:
            return ""
        if self._signing is not None:
            return "begun"
        if not self.free or len(self._guests) >= MOST_PEERS - 1:
            return "full"
        if not invited:
            self._arrivals = min(ARRIVALS, self._arrivals + (now - self._counted) / 5000)
            self._counted = now
            if self._arrivals < 1:
                return "busy"
            self._arrivals -= 1
        return ""

    def connected(
        self,
        key: bytes,
        name: str,
        invited: bool,
        places: tuple[Address, ...],
        now: int,
        games: Sequence[Rules] = (),
        protocol: int = PROTOCOL,
    ) -> Output:
        """An admitted guest has come, or has come back.

        ``games`` lists what its program plays (empty: the same as here); ``protocol`` is the newest that it speaks.
        """
        rules = next((rules for rules in games if rules.game == self._here.game), self._here)
        if self.board:
            rules = Rules(rules.game, rules.version, rules.oldest, self._here.data)
        known = self._guests.get(key)
        if known is not None:
            known.rules = rules
            known.protocol, known.told = protocol, None
            known.lost = None
            known.places = places
            known.invited |= invited
            return self._changed()
        taken = {name_key(other) for other in (self._name, *(guest.name for guest in self._guests.values()))}
        guest = _Guest(distinct(called(name, key), taken), rules, invited, places, counted=now, protocol=protocol)
        guest.told = b""  # every program starts with the shipped board
        self._guests[key] = guest
        self._seat_again(key, guest)
        output = self._changed()
        if invited:
            output.events.append(notice("net.notice.joined", name=guest.name))
        else:
            output.events.append(notice("net.notice.joined-uninvited", name=guest.name, words=fingerprint(key)))
        return output

    def _seat_again(self, key: bytes, guest: _Guest) -> None:
        """Give a guest the seats that were kept for it, as far as they are still free."""
        for seat, name in self.kept.pop(key, ()):
            if seat < len(self._seats) and self._seats[seat].kind == "open":
                self._seats[seat] = SeatRow("person", self._seated_as(seat, Name.of(name) or guest.name, key), key)
        guest.name = self._name_of(key) or guest.name

    def lost(self, key: bytes, now: int) -> Output:
        """The link to a guest is gone; its seats wait for a while."""
        guest = self._guests.get(key)
        if guest is None or self.beginning is not None:
            return Output()
        guest.lost, guest.ready = now, False
        return self._changed()

    def receive(self, key: bytes, payload: bytes, now: int) -> Output:
        """A frame came from a guest."""
        guest = self._guests.get(key)
        if guest is None or self.phase in ENDED:
            return Output()
        guest.allowance = min(REQUESTS, guest.allowance + (now - guest.counted) / 100)
        guest.counted = now
        guest.allowance -= 1
        try:
            if guest.allowance < 0:
                raise WireError("too many requests")
            frame = lobby_frames.decode(payload)
        except WireError:
            output = self._remove(key, "net.notice.thrown-out")
            output.drop.append(key)
            return output
        return self._request(key, guest, frame)

    def _request(self, key: bytes, guest: _Guest, frame: LobbyFrame | None) -> Output:
        match frame:
            case Sit(seat, name):
                return self._sit(key, guest, seat, name)
            case Stand(seat):
                if seat < len(self._seats) and self._seats[seat].peer == key:
                    self._seats[seat] = SeatRow("open")
                    return self._changed()
            case Ready(terms, ready, fresh):
                if terms == self._terms and guest.ready != ready:
                    guest.fresh = fresh
                    guest.ready = ready
                    return self._changed()
            case Say(text):
                return self._told(key, guest.name, text)
            case Agree(charter, signature):
                return self._signed(key, charter, signature)
            case Decline(charter):
                if self._signing is not None and hash_of(self._signing.raw) == charter:
                    guest.ready = False
                    output = self._changed()
                    output.events.append(notice("net.notice.declined", name=guest.name))
                    return output
            case Away():
                output = self._remove(key, "net.notice.left")
                output.drop.append(key)
                return output
            case _:
                pass
        return Output()

    def _sit(self, key: bytes, guest: _Guest, seat: int, name: str) -> Output:
        if seat >= len(self._seats) or self._signing is not None:
            return self._answer(key)
        if self._seats[seat].kind != "open" and self._seats[seat].peer != key:
            return self._answer(key)
        self._seats[seat] = SeatRow("person", self._seated_as(seat, Name.of(name) or guest.name, key), key)
        guest.name = self._name_of(key) or guest.name
        return self._changed()

    def _name_of(self, key: bytes) -> Name | None:
        """The name of a peer's only person, which then is the peer's name too; None for no person or several."""
        names = [row.name for row in self._seats if row.kind == "person" and row.peer == key]
        return Name.of(names[0]) if len(names) == 1 else None

    def _answer(self, key: bytes) -> Output:
        """Send one guest the table again: it asked for something that is no longer available."""
        return Output(frames=[(key, lobby_frames.encode(self.table))])

    def _remove(self, key: bytes, why: str) -> Output:
        """A guest is gone for good."""
        guest = self._guests.pop(key)
        self._seats = [SeatRow("open") if seat.peer == key else seat for seat in self._seats]
        output = self._changed()
        output.events.append(notice(why, name=guest.name))
        return output

    def tick(self, now: int) -> Output:
        """Time has passed: guests that stay away lose their seats, and a charter not signed in time is withdrawn."""
        output = Output()
        if self.phase in ENDED:
            return output
        for key in [key for key, guest in self._guests.items() if guest.lost is not None and now - guest.lost > ABSENCE]:
            output.extend(self._remove(key, "net.notice.stayed-away"))
        if self._signing is not None and now > self._signing.deadline:
            late = [self._guests[key].name for key in self._signing.charter.keys[1:] if key not in self._signing.signatures]
            for key in self._signing.charter.keys[1:]:
                if key not in self._signing.signatures:
                    self._guests[key].ready = False
            output.extend(self._changed())
            output.events.append(notice("net.notice.not-signed", names=", ".join(late)))
        return output

    # -- the host's commands ---------------------------------------------------------------------------------------

    def set_options(self, options: Mapping[str, str]) -> Output:
        """Change house rules; everybody has to be ready again."""
        try:
            complete = complete_options(self._rules, {**self._options, **options}, self._version)
        except RulesError as error:
            return refused(error.reason)
        if complete == self._options:
            return Output()
        self._wanted |= options
        return self._new_terms()

    def set_manners(self, manners: Mapping[str, str]) -> Output:
        """Change the manners; everybody has to be ready again."""
        try:
            complete = complete_manners({**self._manners, **manners})
        except RulesError as error:
            return refused(error.reason)
        if complete == self._manners:
            return Output()
        self._manners = complete
        return self._new_terms()

    def accept_board(self, board: bytes) -> Output:
        """Nothing to do: the host accepts its own board."""
        return Output()

    def set_seats(self, count: int) -> Output:
        """Change the number of seats."""
        try:
            self._check_count(count)
        except RulesError as error:
            return refused(error.reason)
        if count == len(self._seats):
            return Output()
        self._seats = self._seats[:count] + [SeatRow("open")] * (count - len(self._seats))
        return self._new_terms()

    def set_seat(self, seat: int, kind: str, name: str, level: str) -> Output:
        """Make a seat open, a bot's or that of a person here; a guest on it loses it."""
        if not 0 <= seat < len(self._seats):
            return refused(message("net.refused.seat", seat=seat + 1))
        try:
            row = self._own_seat(seat, kind, name, level)
        except RulesError as error:
            return refused(error.reason)
        if row == self._seats[seat]:
            return Output()
        self._seats[seat] = row
        self._name = self._name_of(self._identity.key) or self._name
        return self._changed()

    def sit(self, seat: int, name: str) -> Output:
        """A person at the host's computer takes a seat."""
        if 0 <= seat < len(self._seats) and self._seats[seat].kind != "open" and self._seats[seat].peer != self._identity.key:
            return refused(message("net.refused.taken", seat=seat + 1))
        return self.set_seat(seat, "person", name, "")

    def stand(self, seat: int) -> Output:
        """Free a seat of the host's computer."""
        if not 0 <= seat < len(self._seats) or self._seats[seat].peer != self._identity.key:
            return refused(message("net.refused.not-yours", seat=seat + 1))
        return self.set_seat(seat, "open", "", "")

    def throw_out(self, peer: str) -> Output:
        """Send a guest away for good, by its key in hex."""
        key = next((key for key in self._guests if key.hex() == peer), None)
        if key is None:
            return refused(message("net.refused.no-guest"))
        self._banned.add(key)
        output = Output([(key, lobby_frames.encode(Over("thrown-out")))])
        output.extend(self._remove(key, "net.notice.sent-away"))
        output.drop.append(key)
        return output

    def ready(self, ready: bool) -> Output:
        """Nothing to do: the host agrees by starting."""
        return Output()

    def say(self, text: str) -> Output:
        """Say something to everybody."""
        return self._told(self._identity.key, self._name, text)

    def start(self, now: int) -> Output:
        """Draw up the charter and ask everybody to sign it."""
        if self._signing is not None:
            return Output()
        obstacle = blocked(self.table)
        if obstacle is not None:
            return refused(obstacle)
        seated = {seat.peer for seat in self._seats}
        peers = [CharterPeer(self._identity.key, self._name)]
        peers += [CharterPeer(key, guest.name) for key, guest in self._guests.items() if key in seated]
        seats = [CharterSeat(seat.kind, seat.name, seat.peer, seat.level) for seat in self._seats]
        charter = draw_up(
            secrets.token_bytes(16),
            self._rules.id,
            {option.name: self._options[option.name] for option in options_of(self._rules, self._version)},
            seats,
            peers,
            dealer=_dealer_for(self._guests[peer.key].protocol for peer in peers[1:]),
            manners=self._manners,
            version=self._version,
            data=b"" if self.board else self.rules.data[0],
            board=self.board,
            fresh=[secrets.token_bytes(FRESH_LENGTH), *(self._guests[peer.key].fresh for peer in peers[1:])],
        )
        raw = charter.pack()
        self._signing = _Signing(charter, raw, now + SIGNING, {self._identity.key: sign_charter(self._identity, raw)})
        output = self.announce()
        # The table goes out before the proposal, so that every guest compares the charter with the table it was made from.
        proposal = lobby_frames.encode(Propose(raw))
        output.frames += [(key, proposal) for key in charter.keys[1:]]
        output.extend(self._begin_if_signed())
        return output

    def leave(self) -> Output:
        """Close the lobby and tell everybody."""
        self.over = True
        over = lobby_frames.encode(Over("closed"))
        keys = [key for key, guest in self._guests.items() if guest.lost is None]
        return Output([(key, over) for key in keys], [Closed(message("net.closed.left"))], keys)

    # -- inside ----------------------------------------------------------------------------------------------------

    def _check_count(self, count: int) -> None:
        if count not in self._rules.seats:
            allowed = ", ".join(map(str, self._rules.seats))
            raise RulesError(message("rules.error.seats", game=self._rules.id, seats=allowed))

    def _seated_as(self, seat: int, name: Name, key: bytes) -> Name:
        """The name of a peer's person on a seat, distinct from all other seats and peers."""
        names = [row.name for index, row in enumerate(self._seats) if index != seat]
        names += [guest.name for other, guest in self._guests.items() if other != key]
        if key != self._identity.key:
            names.append(self._name)
        return distinct(name, {name_key(other) for other in names})

    def _own_seat(self, seat: int, kind: str, name: str, level: str) -> SeatRow:
        """A seat as the host may set it; raises :class:`~rules.contract.RulesError`."""
        key = self._identity.key
        if kind == "open":
            return SeatRow("open")
        if kind == "person":
            return SeatRow("person", self._seated_as(seat, Name.of(name) or self._name, key), key)
        if kind != "bot":
            raise RulesError(message("net.refused.kind", kind=kind))
        if level not in self._rules.bots and level != PROGRAM:
            raise RulesError(message("net.refused.level", level=level, levels=", ".join(self._rules.bots)))
        return SeatRow("bot", self._seated_as(seat, Name.of(name) or Name(f"Bot {level}"), key), key, level)

    def _new_terms(self) -> Output:
        self._unready()
        return self._changed()

    def _unready(self) -> None:
        """Everybody has to agree to the terms anew."""
        self._terms += 1
        for guest in self._guests.values():
            guest.ready = False

    def _told(self, key: bytes, name: str, text: str) -> Output:
        line = Saying.of(text)
        if line is None:
            return Output()
        payload = lobby_frames.encode(SaidBy(key, line))
        others = [other for other, guest in self._guests.items() if guest.lost is None and other != key]
        return Output([(other, payload) for other in others], [Said(name, line, key == self._identity.key)])

    def _signed(self, key: bytes, charter: bytes, signature: bytes) -> Output:
        signing = self._signing
        if signing is None or hash_of(signing.raw) != charter or key not in signing.charter.keys:
            return Output()
        if not signed_by(signing.raw, key, signature):
            output = self._remove(key, "net.notice.thrown-out")
            output.drop.append(key)
            return output
        signing.signatures[key] = signature
        return self._begin_if_signed()

    def _begin_if_signed(self) -> Output:
        """Begin with the last signature; guests without a seat hear that the game began without them."""
        signing = self._signing
        assert signing is not None
        keys = signing.charter.keys
        if any(key not in signing.signatures for key in keys):
            return Output()
        charter = signed_charter(signing.raw, [signing.signatures[key] for key in keys])
        self.beginning = Beginning(charter, {key: self._guests[key].places for key in keys[1:]})
        output = Output()
        for key in self._guests:
            if key not in keys:
                output.frames.append((key, lobby_frames.encode(Over("unseated"))))
                output.drop.append(key)
                continue
            places = tuple(
                Places(other, tuple((address.host, address.port) for address in self._guests[other].places))
                for other in keys[1:]
                if other != key
            )
            output.frames.append((key, lobby_frames.encode(Begin(signing.raw, charter.signatures, places))))
        return output


def _dealer_for(protocols: Iterable[int]) -> str:
    """The newest dealer that programs with these protocols know; empty for the newest of all."""
    least = min(protocols, default=PROTOCOL)
    return "" if least >= FIFTH_DEALER else FAIR_4 if least >= FOURTH_DEALER else FAIR_3
