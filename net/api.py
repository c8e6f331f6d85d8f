"""The interface of a table to a program: commands go in, immutable events come out.

A :class:`Node` is one installation of Alarife at work. It lives in the reactor's background thread; every method may be
called from any thread, returns at once, and answers by events given to the listener (in the reactor's thread; a window
turns them into queued signals). At most one table is open per node: its lobby first, then its game.

Offline play is the same table with no links: one code path, one log, one file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Protocol

from rules.contract import Event, Move, State
from rules.message import Message

PROGRAM = "program"
"""The level of a bot that is a separate program on the computer that plays it. Which program that is stands in the settings or
the command line there. If none is set, or if another computer plays the seat, the strongest level plays."""

# -- who sits where ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a table, in the lobby and in the game.

    Attributes:
        kind: ``open`` (waits for somebody), ``person`` or ``bot``.
        name: what the others see, at most 24 characters; empty while open.
        peer: public key (64 hex digits) of the installation that plays it; empty while open.
        level: the bot's level; empty for people.
        here: whether it is played at this computer.
    """

    kind: str
    name: str = ""
    peer: str = ""
    level: str = ""
    here: bool = False


@dataclass(frozen=True, slots=True)
class Peer:
    """One installation at the table.

    Attributes:
        key: public key, 64 hex digits.
        name: the name of its people.
        ready: whether it agreed to start (lobby only).
        linked: whether a link to it stands now (always True for this peer).
        status: the state of the link as a sentence, for instance ``net.status.reconnecting``.
    """

    key: str
    name: str
    ready: bool
    linked: bool
    status: Message


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before its start.

    Attributes:
        game: id of the game.
        version: version of its rules: the newest that everybody's program plays.
        older: a sentence if some program plays a newer version, naming those that lack it; None if all have the same.
        options: every house rule with its value.
        manners: every manner (:mod:`net.session.format.manners`) with its value.
        seats: in turn order.
        peers: everybody who has joined, the host first.
        me: this computer's public key; ``host`` tells whether it is the host's.
        invite: the code to hand out (empty for guests).
        addresses: ``host:port`` by which this computer may be reached (empty for guests).
        words: the host's fingerprint as words to compare aloud.
        blocked: why the game cannot start yet, or None when the host may start it.
        board: the board that the table plays on (:func:`rules.boards.unpack_board`); empty for the shipped one.
        asks: whether the people here have to accept the board before they can be ready, since it differs from theirs.
    """

    game: str
    version: int
    older: Message | None
    options: Mapping[str, str]
    manners: Mapping[str, str]
    seats: tuple[Seat, ...]
    peers: tuple[Peer, ...]
    me: str
    host: bool
    invite: str
    addresses: tuple[str, ...]
    words: str
    blocked: Message | None
    board: bytes = b""
    asks: bool = False


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table seen on the local network.

    Attributes:
        code: what to give to :meth:`Node.join`.
        host: the host's name.
        game: id of the game.
        seats: number of seats, ``free`` of them open.
        words: the host's fingerprint words.
        running: whether the game has begun: it can be watched (:meth:`Node.watch`), no longer joined.
    """

    code: str
    host: str
    game: str
    seats: int
    free: int
    words: str
    running: bool = False


# -- events ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TablesFound:
    """The list of tables on the local network changed; this is all of it."""

    tables: tuple[FoundTable, ...]


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """The lobby of the open table, after any change."""

    lobby: Lobby


@dataclass(frozen=True, slots=True)
class Opened:
    """A game has begun, or a saved one goes on.

    Attributes:
        game: id of the game; ``options`` its house rules.
        seats: the owner of each seat.
        peers: all peers at the table.
        me: this computer's public key.
        dealer: how cards are dealt: ``local`` or ``fair``.
        file: where the game is saved, or None.
        position: the position as this computer knows it.
        index: number of log entries played so far.
        past: the steps so far, oldest first (empty for a new game).
        watching: whether this computer only watches.
        hints: whether the table agreed that people may ask a bot what it would do.
    """

    game: str
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    peers: tuple[Peer, ...]
    me: str
    dealer: str
    file: PurePath | None
    position: State
    index: int
    past: tuple[Advanced, ...] = ()
    watching: bool = False
    hints: bool = False


@dataclass(frozen=True, slots=True)
class PortraitsChanged:
    """The portraits of peers at the table, the own one included, by public key in hex: all that are known by now.

    A portrait is a few small numbers (:mod:`net.portraits`), chosen by that peer's people; an empty one follows from the key.
    """

    portraits: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Advanced:
    """One log entry was played, or the log has become shorter (a player who was replaced is back at the table).

    Attributes:
        index: number of log entries played so far, this one included.
        seat: the seat that moved, or NOBODY for an entry that is not a move.
        move: the move, or None.
        events: what happened, in order. An event with a value called ``only`` is for that seat's eyes alone.
        position: the position afterwards, as this computer knows it (use ``position.view(seat)`` to show it to a person).
        mine: whether the entry was made here.
        note: in the past of a game that is opened, a sentence about an entry without an event (the game was taken back, a peer
            left); while the game runs, a :class:`Notice` says it.
    """

    index: int
    seat: int
    move: Move | None
    events: tuple[Event, ...]
    position: State
    mine: bool
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class Confirmed:
    """How many log entries all other peers at the table have confirmed; told when the last entry is confirmed or no longer is.

    Attributes:
        index: the number of entries that all have confirmed, at most ``length``.
        length: the number of entries here.
        waiting: names of the peers that have not confirmed all entries within a second.
    """

    index: int
    length: int
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot seat of this computer has to move: answer with :meth:`Node.act` and this ``index``.

    ``view`` is that seat's view and may be played on freely.
    """

    seat: int
    level: str
    view: State
    index: int


@dataclass(frozen=True, slots=True)
class PeersChanged:
    """Links came or went, or a seat changed hands; these are all peers and seats now."""

    peers: tuple[Peer, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TakeBackAsked:
    """A peer has asked to take the game back; see :meth:`Node.propose_take_back`.

    Attributes:
        name: the peer that asked; ``mine`` says whether that was this one.
        index: the number of entries to go back to.
        seat: the seat that would then be to move.
        answered: whether the people here have answered.
        waiting: the names of the peers that have not.
    """

    name: str
    mine: bool
    index: int
    seat: int
    answered: bool
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeBackChanged:
    """How far the game can be taken back with everybody's consent, and whether a peer has asked for it.

    Attributes:
        turns: the turns that can be taken back, oldest first: the number of entries before the turn, and its seat. Empty
            when nothing can be taken back: a card was revealed in every turn, a peer came or left, or the game is over.
        asked: the open question, or None.
    """

    turns: tuple[tuple[int, int], ...]
    asked: TakeBackAsked | None


@dataclass(frozen=True, slots=True)
class Absence:
    """The game waits for a peer that cannot be reached, or whose time is up.

    Attributes:
        peer: public key of the awaited installation; ``name`` is the name of its people.
        away: milliseconds for which it has been out of reach, at the event; None if its time is up or it is shunned.
        refused: why it cannot be replaced, or None if :meth:`Node.replace` is possible.
        wanted: whether the people here want a bot to take over; ``level`` is the one they have chosen, or empty.
        agreed: names of the peers that want it.
        waiting: names of the peers that have yet to agree.
        lost: names of the peers among these that cannot be reached either: the game waits until one of them is back.
        shunned: whether its program is ignored because it wrote an impossible entry.
    """

    peer: str
    name: str
    away: int | None
    refused: Message | None
    wanted: bool
    level: str
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]
    lost: tuple[str, ...] = ()
    shunned: bool = False


@dataclass(frozen=True, slots=True)
class AbsenceChanged:
    """The game waits for an unreachable peer, or no longer does; or the state of this computer's seats has changed.

    Attributes:
        absence: the awaited peer, or None.
        gone: whether another computer plays this one's seats, because it has left or was replaced.
        returnable: whether :meth:`Node.take_seat_back` is possible then.
        returning: whether that has been asked for.
    """

    absence: Absence | None
    gone: bool
    returnable: bool
    returning: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one seat at the moment of its event.

    Attributes:
        seat: the seat it belongs to.
        left: milliseconds left, as judged at this computer; below 0 for an overrun clock.
        running: whether it runs; if not, it is another seat's turn or the game is paused.
    """

    seat: int
    left: int
    running: bool


@dataclass(frozen=True, slots=True)
class ClocksChanged:
    """A clock has been started or stopped; these are all clocks. There is no event while they only run."""

    clocks: tuple[Clock, ...]


@dataclass(frozen=True, slots=True)
class Reachable:
    """How peers that are missing from a game, or have left it and want to come back, can find this computer.

    Sent when a peer gets lost or leaves, and when addresses change.

    Attributes:
        invite: a code for them (:meth:`Node.reach`, or :meth:`Node.join` where the game is not open); empty without a network.
        addresses: ``host:port``, the likeliest first.
        words: this computer's fingerprint words.
        outside: whether the code holds a public address, so that it can help friends in other networks.
    """

    invite: str
    addresses: tuple[str, ...]
    words: str
    outside: bool = False


@dataclass(frozen=True, slots=True)
class PublishingChanged:
    """The game is over, and all its cards can be laid open with everybody's consent (:meth:`Node.publish_cards`).

    Attributes:
        agreed: the names of the peers that have agreed; ``waiting``, of those that have not.
        mine: whether this computer's people have agreed.
        open: whether it is done: the log holds every secret, and the file opens every card.
    """

    agreed: tuple[str, ...]
    waiting: tuple[str, ...]
    mine: bool
    open: bool


@dataclass(frozen=True, slots=True)
class RematchChanged:
    """After the end: who would like another game with the same people (:meth:`Node.rematch`).

    Attributes:
        mine: whether the people here would.
        names: the names of the other peers that would.
        offer: the name of the peer that has opened a table for it, or empty; :meth:`Node.rematch` joins it then.
    """

    mine: bool
    names: tuple[str, ...]
    offer: str


@dataclass(frozen=True, slots=True)
class Moved:
    """This computer has left the finished game for another one with the same people; its lobby or the game comes next."""


@dataclass(frozen=True, slots=True)
class AudienceChanged:
    """The watchers of this game, and the setting that admits them.

    Attributes:
        setting: the watchers that the host admits: ``nobody``, ``code`` (holders of the code) or ``anybody``.
        names: the current watchers.
        mine: whether this computer decides it (:meth:`Node.set_spectators`).
        code: the code for people who want to watch, if this computer decides it.
        keys: the watchers' public keys in hex, in the order of the names.
    """

    setting: str
    names: tuple[str, ...]
    mine: bool
    code: str = ""
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SavingChanged:
    """How much of the game is not in its file; before the first such event, everything is.

    Attributes:
        unsaved: entries of the log that would be lost if the program ended now; 0 when everything is saved.
        reason: why they cannot be saved, as a sentence; None when they are.
        file: where the game is kept, or is to be; another place than before after :meth:`Node.save_elsewhere`.
    """

    unsaved: int
    reason: Message | None
    file: PurePath | None


@dataclass(frozen=True, slots=True)
class Said:
    """A chat message (plain text, at most 500 characters)."""

    name: str
    text: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the people here: something happened at the table that they should know."""

    text: Message


@dataclass(frozen=True, slots=True)
class Refused:
    """A command could not be carried out; nothing has changed."""

    reason: Message


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """The copies of the game differ: the game stops. The report holds every peer's data.

    Attributes:
        reason: names the first differing field and the peers.
        report: where the report was written, or None if it could not be.
    """

    reason: Message
    report: PurePath | None


@dataclass(frozen=True, slots=True)
class Unreached:
    """The host of an invite does not answer; an answer code may help (:meth:`Node.make_answer`), or the table is left.

    Attributes:
        reason: why, as a sentence.
    """

    reason: Message


@dataclass(frozen=True, slots=True)
class AnswerReady:
    """The code to send back to the host. From now on this program tries to reach the host.

    Attributes:
        code: the code to copy.
        minutes: for how long it is of use.
        public: whether it holds a public address, so that it can help friends in other networks.
    """

    code: str
    minutes: int
    public: bool


@dataclass(frozen=True, slots=True)
class ConnectionFound:
    """One finding about this computer's connection.

    Attributes:
        text: the finding, as a sentence.
        last: whether it is the last one, which says what to do.
    """

    text: Message
    last: bool


@dataclass(frozen=True, slots=True)
class PublicChanged:
    """STUN servers or peers have said something new about this computer's public address.

    Attributes:
        text: the news, as a sentence.
        address: the address and port, empty if nobody knows it.
    """

    text: Message
    address: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The table is gone from this computer (left, finished and left, could not be reached, refused at joining).

    Attributes:
        reason: why, as a sentence.
        watch: the code for :meth:`Node.watch`, if the game has begun without this computer and may be watched; else empty.
    """

    reason: Message
    watch: str = ""


NetEvent = (
    TablesFound
    | LobbyChanged
    | Opened
    | Advanced
    | Confirmed
    | BotTurn
    | PeersChanged
    | PortraitsChanged
    | TakeBackChanged
    | ClocksChanged
    | Reachable
    | PublishingChanged
    | RematchChanged
    | Moved
    | AudienceChanged
    | AbsenceChanged
    | SavingChanged
    | Said
    | Notice
    | Refused
    | OutOfStep
    | Closed
    | Unreached
    | AnswerReady
    | PublicChanged
    | ConnectionFound
)


# -- commands ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """A table to open: a game, its house rules and a first seating.

    Attributes:
        game: id of a game.
        seats: in turn order; seats of kind ``person`` are people at this computer.
        options: chosen house rules; missing ones take their defaults.
        name: the name of this installation's people for others.
        file: where to save; None lets the node choose a file in its folder of games; an empty path saves nothing.
        manners: chosen manners (:mod:`net.session.format.manners`); missing ones take their defaults.
        board: the board to play on (:func:`rules.boards.pack_board`); empty for the shipped one, None for the one chosen here.
    """

    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    file: PurePath | None = None
    manners: Mapping[str, str] = field(default_factory=dict)
    board: bytes | None = None


class Listener(Protocol):
    """A listener that receives events; called in the reactor's thread, must return quickly."""

    def __call__(self, event: NetEvent, /) -> None:
        """Take one event."""


class Node(Protocol):
    """The commands. All are thread-safe and return at once; a command that fails ends in Refused or Closed."""

    def offline(self, plan: Plan) -> None:
        """Start a game with no links at once: every seat is a person here or a bot."""

    def host(
        self,
        plan: Plan,
        port: int = 0,
        announce: bool = True,
        strangers: bool = True,
        spectators: str = "code",
        *,
        ask_router: bool = False,
    ) -> None:
        """Open a lobby others can join, on this TCP port (0 picks one); ``announce`` shows it on the local network.

        ``strangers`` admits callers without an invite; ``spectators`` says who may watch once the game runs
        (:meth:`set_spectators`). ``ask_router`` has the router open the port for friends elsewhere; a :class:`Notice` tells
        the result.
        """

    def join(self, code: str, name: str = "", *, answers: bool = False) -> None:
        """Join by invite code, ``alarife:`` link, ``host:port`` or :attr:`FoundTable.code`.

        If the host of an invite cannot be reached, that ends in Closed, or with ``answers`` in :class:`Unreached`.

        After ``host:port`` the people compare the lobby's ``words``; an invite needs no comparison. If the game at the table
        has already begun with this key as a peer, it goes on from the file saved here, with the address just given.
        """

    def make_answer(self, servers: Sequence[str] = ()) -> None:
        """Guest, after :class:`Unreached`: make the code to send back to the host, and wait for the host for ten minutes.

        ``servers`` are STUN servers (``host:port``) to ask for this computer's public address; the player must have agreed to
        that. Ends in :class:`AnswerReady`, then in the lobby or in :class:`Unreached` again.
        """

    def take_answer(self, code: str) -> None:
        """Host, in the lobby: open the way for the guest that has sent this answer code; a bad code ends in Refused."""

    def learn_public(self, servers: Sequence[str]) -> None:
        """Ask these STUN servers (``host:port``) for this computer's public address.

        The host does so in the lobby, for the invite; every peer does so in a game in which somebody is not linked, for the
        code of :class:`Reachable`. The player must have agreed to that. :class:`PublicChanged` tells the result.
        """

    def check_connection(self, servers: Sequence[str] = ()) -> None:
        """Find out what this computer's connection can do, at a table or not; ends in a last :class:`ConnectionFound`.

        ``servers`` are STUN servers (``host:port``) that the player has agreed to ask.
        """

    def watch(self, code: str, name: str = "") -> None:
        """Watch a game that has begun, if its host lets one: by the same codes as :meth:`join`.

        Ends in :class:`Opened` without a seat here, or in Closed. Only :meth:`leave` and :meth:`save_elsewhere` are possible at
        such a table.
        """

    def resume(self, file: PurePath, port: int = 0) -> None:
        """Go on with a saved game: offline at once, between peers as soon as they are linked again."""

    def reach(self, code: str) -> None:
        """In a game: find a peer that is missing, or has left, by its :attr:`Reachable.invite` or ``host:port``.

        If the code holds a public address, the peer is called for ten minutes. Its people enter the code of this computer
        meanwhile, so that both open the way.
        """

    def portray(self, portrait: tuple[int, ...]) -> None:
        """Show others this portrait (:mod:`net.portraits`) from now on, at this table and at those to come."""

    def discover(self, on: bool) -> None:
        """Start or stop looking for tables on the local network (:class:`TablesFound`)."""

    def set_options(self, options: Mapping[str, str]) -> None:
        """Host, in the lobby: change house rules; everybody has to be ready again."""

    def set_manners(self, manners: Mapping[str, str]) -> None:
        """Host, in the lobby: change the manners of the table; everybody has to be ready again."""

    def set_seats(self, count: int) -> None:
        """Host, in the lobby: change the number of seats (guests who lose their seat may take another)."""

    def set_seat(self, seat: int, kind: str, name: str = "", level: str = "") -> None:
        """Host: make a seat ``open``, a ``bot`` of a level, or a ``person`` at the host's computer."""

    def sit(self, seat: int, name: str) -> None:
        """Guest: take an open seat for a person at this computer (a guest may take several)."""

    def stand(self, seat: int) -> None:
        """Guest: give a seat back."""

    def accept_board(self, board: bytes) -> None:
        """Guest: play on this board, for this game alone. Nothing happens if the lobby shows another board by now."""

    def ready(self, ready: bool) -> None:
        """Guest: agree to start, or not yet. The host agrees by starting."""

    def start(self) -> None:
        """Host: start the game when nothing blocks it."""

    def act(self, seat: int, moves: tuple[Move, ...], index: int) -> None:
        """Make moves for a seat of this computer, decided on the position with this index (else Refused)."""

    def propose_take_back(self, index: int) -> None:
        """Ask everybody to go back to the position after so many entries (see :class:`TakeBackChanged`); alone it is done."""

    def answer_take_back(self, yes: bool) -> None:
        """Agree to take the game back as another peer has asked, or decline."""

    def replace(self, peer: str, on: bool = True, level: str = "") -> None:
        """Want a bot (of the strongest level by default) to play for a vanished peer, or no longer want it.

        It happens as soon as all others want it; the wish stands until it is withdrawn. See :class:`Absence`.
        """

    def take_seat_back(self) -> None:
        """Play again for this computer's seats, after leaving or being replaced."""

    def say(self, text: str) -> None:
        """Say something in the chat."""

    def save_elsewhere(self, file: PurePath) -> None:
        """Keep the game in this file from now on, overwriting it (see :class:`SavingChanged`), or Refused."""

    def publish_cards(self) -> None:
        """After the end: agree to lay all cards open; it happens once everybody agrees (:class:`PublishingChanged`)."""

    def rematch(self, open_here: bool = False, announce: bool = True, strangers: bool = True, spectators: str = "code") -> None:
        """After the end: another game with the same people on the same terms, the next seat first.

        Offline it begins at once (:class:`Moved`, then :class:`Opened`). Between peers the host of the finished game opens a
        lobby; this computer opens it if that host cannot be reached, or with ``open_here``. :class:`Moved` and
        :class:`LobbyChanged` follow. Any other peer only tells its wish to the others (:class:`RematchChanged`). As soon as
        there is a table, all peers that want another game join it, and their seats are kept for them. The other arguments
        are those of :meth:`host`.
        """

    def set_spectators(self, setting: str) -> None:
        """Host, in the game: choose who may watch from now on (see :class:`AudienceChanged`)."""

    def throw_out(self, peer: str) -> None:
        """Host: send away a guest of the lobby (:attr:`Peer.key`) or a watcher of the game (:attr:`AudienceChanged.keys`),
        which then cannot come back to this table.
        """

    def pause(self) -> None:
        """In a game: tell the others that the people here pause. The program then closes its links."""

    def leave(self) -> None:
        """Leave the table in good order: tells the others, closes the file, ends in :class:`Closed`."""
