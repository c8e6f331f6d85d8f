"""The way to a table from other networks: this computer's public address, and two codes that open a way without a port.

A host that cannot be reached gives away an invite with its public address. A guest sends back an answer code with its own. Then
both send datagrams to each other, until the routers on both sides let them in.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from net import reactor as rim
from net.addresses import Address
from net.api import AnswerReady, Notice, PublicChanged, Refused
from net.desk import Desk
from net.greeting import Hello
from net.invite import Invite, InviteError
from net.link import CallFailed
from net.mesh import Mesh
from net.session.lobby.guest import GuestLobby
from net.session.lobby.host import HostLobby
from net.udp.room import Room
from net.whereabouts import Whereabouts
from rules.message import Message, message

if TYPE_CHECKING:
    from net.udp.gate import Gate
    from net.udp.public import Public

ANSWER_SECONDS = 600
"""Seconds for which an answer code is of use: its guest waits that long for the host."""


class Site(Protocol):
    """The part of a table that this module needs.

    Attributes:
        over: whether the table has ended.
        mesh: its links, or None for a table without other computers.
        where: the addresses of the peers of a game, or None before the game.
        lobby: the lobby, or None before the host has answered and after the game has begun.
    """

    over: bool
    mesh: Mesh | None
    where: Whereabouts | None
    lobby: HostLobby | GuestLobby | None

    @property
    def begun(self) -> bool:
        """Whether the game has begun."""

    def hello(self, key: bytes) -> Hello:
        """The greeting for a peer that is called."""

    def point_here(self, punched: tuple[Address, ...]) -> None:
        """Put this computer's present addresses into the invite, and those at which only UDP reaches it."""

    def unreached(self, why: CallFailed) -> None:
        """The host of the invite does not answer; the table stays open."""

    def shut(self, why: CallFailed) -> None:
        """The host of the invite refuses; the table is closed."""


class Findable:
    """How others on the internet find one table."""

    def __init__(self, desk: Desk, me: bytes, site: Site) -> None:
        """``me`` is this computer's key."""
        self._desk = desk
        self._me = me
        self._site = site
        self._public: Public | None = None
        self._knocks: Any = None
        self._arrivals = self._knocked = 0

    @property
    def gate(self) -> Gate | None:
        """The UDP port, or None."""
        return self._site.mesh.gate if self._site.mesh is not None else None

    @property
    def places(self) -> tuple[Address, ...]:
        """The public addresses at which others can meet this computer, as far as they are known."""
        return self._public.places if self._public is not None else ()

    @property
    def surprised(self) -> bool:
        """Whether a computer on the internet has reached this one over UDP although nothing had been sent there."""
        here = {place.host for place in self.places}
        came = self.gate.surprises if self.gate is not None else ()
        return any(ipaddress.ip_address(host).is_global and ":" not in host and host not in here for host in came)

    def admit(self, room: Room) -> None:
        """Let peers that know this room call over UDP."""
        if self.gate is not None:
            self.gate.admit(room)

    def wait_for_guests(self, token: bytes) -> None:
        """Host: let guests with the invite call over UDP, too."""
        self.admit(Room.of(token, self._me))
        if self.gate is not None:
            self._public = self._watched_public(self.gate)

    def arrived(self) -> None:
        """A link stands: whoever knocks has not done so in vain."""
        self._arrivals += 1

    def seen(self, place: Address) -> None:
        """A peer has seen this computer's datagrams come from this address; others may use it."""
        if self._public is not None:
            self._public.seen(place)

    def pause(self) -> None:
        """Ask no more servers for the public address."""
        if self._public is not None:
            self._public.close()

    def close(self) -> None:
        """The table has ended."""
        self.pause()
        self._stop_knocking()

    # -- two codes instead of a port -------------------------------------------------------------------------------

    def make_answer(self, invite: Invite | None, servers: Sequence[str]) -> None:
        """Guest: make the code to send back to the host of the invite, and wait for the host."""
        gate = self.gate
        if gate is None or invite is None or not invite.token or self._site.lobby is not None or self._site.begun:
            self._desk.emit(Refused(message("answer.refused.not-now")))
            return
        from net.udp.public import Public

        public = self._public = Public(gate, lambda said, place: None, lambda: self._links().crossing)
        rim.watched(public.ask(servers).addBoth(lambda _: self._answer(gate, invite, public)), "making an answer code")

    def _answer(self, gate: Gate, invite: Invite, public: Public) -> None:
        if self._site.over or self._site.lobby is not None or public is not self._public:
            return
        from net.udp import answer

        # If both sides have UDP, crossing calls over TCP are not needed, and the code is shorter.
        both = public.udp is not None and len(invite.punched) > 1
        known = public.places[: 1 if both else None]
        own = [Address(host, gate.port) for host in self._desk.around.hosts()]
        places = list(dict.fromkeys([*own[: answer.MOST - len(known)], *known]))
        if not places:
            self._site.unreached(CallFailed(message("net.notice.no-network")))
            return
        code = answer.write(places, invite.token, invite.key)
        outside = any(ipaddress.ip_address(place.host).is_global for place in places)
        self._desk.emit(AnswerReady(code, ANSWER_SECONDS // 60, outside))
        hello = self._site.hello(invite.key)
        self._links().call(
            invite.addresses, invite.key, hello, self._answer_over, invite.punched, ANSWER_SECONDS, cross=not both
        )

    def _answer_over(self, why: CallFailed) -> None:
        if why.final:
            self._site.shut(why)
        else:
            self._site.unreached(CallFailed(message("answer.closed.nobody")))

    def take_answer(self, code: str) -> None:
        """Host: open the way for a guest."""
        lobby, gate = self._site.lobby, self.gate
        if not isinstance(lobby, HostLobby) or gate is None:
            self._desk.emit(Refused(message("answer.refused.not-now")))
            return
        from net.udp import answer
        from net.udp.gate import KNOCKING

        try:
            places = answer.read(code, lobby.token, self._me)
        except InviteError as error:
            self._desk.emit(Refused(error.reason))
            return
        gate.knock(Room.of(lobby.token, self._me), places)
        self._links().cross(places, KNOCKING)
        self._desk.emit(Notice(message("answer.notice.trying")))
        self._knocked = self._arrivals
        self._stop_knocking()
        self._knocks = self._desk.around.reactor.callLater(KNOCKING, self._knocked_in_vain)

    def _stop_knocking(self) -> None:
        if self._knocks is not None and self._knocks.active():
            self._knocks.cancel()

    def _knocked_in_vain(self) -> None:
        self._knocks = None
        if not self._site.over and self._arrivals == self._knocked:
            self._desk.emit(Notice(message("answer.notice.nobody" if self.places else "answer.notice.nobody-unknown")))

    # -- the public address ----------------------------------------------------------------------------------------

    def learn_public(self, servers: Sequence[str]) -> None:
        """Ask STUN servers for this computer's public address, and keep asking one of them: as the host of a lobby, or while a
        peer is missing from a game.
        """
        where = self._site.where
        if where is not None and not where.misses:
            return  # the peers have just found each other
        if self._public is None or (where is None and not isinstance(self._site.lobby, HostLobby)):
            self._desk.emit(Refused(message("answer.refused.not-now")))
            return
        rim.watched(self._public.ask(servers, keep=True), "asking for the public address")

    def use_in_game(self) -> None:
        """In a game, use the addresses at which the others see this computer; ask servers only while a peer is missing."""
        if self.gate is not None:
            known, self._public = self._public, self._watched_public(self.gate)
            if known is not None:
                self._public.udp, self._public.tcp = known.udp, known.tcp

    def stay(self, ask: bool) -> None:
        """In a game, while a peer is missing, ask the others (if ``ask``) where they see this computer, for the code that leads
        here.
        """
        if self._site.where is None or self._public is None:
            return
        if not self._site.where.misses:
            self._public.close()
        elif ask and self.gate is not None:
            self.gate.ask_around()

    def _watched_public(self, gate: Gate) -> Public:
        from net.udp.public import Public  # most tables do not need it

        return Public(gate, self._is_public, lambda: self._links().crossing)

    def _is_public(self, said: Message, place: Address | None) -> None:
        """The known public address has changed."""
        where = self._site.where
        if self._site.over:
            return
        if isinstance(self._site.lobby, HostLobby):
            self._desk.emit(PublicChanged(said, str(place) if place is not None else ""))
            self._site.point_here(self.places)
        elif where is not None and place is not None:
            if where.misses:
                changing = said.key == "answer.public.changing"
                said = message("answer.table.changing" if changing else "answer.table.known", address=str(place))
                self._desk.emit(PublicChanged(said, str(place)))
            where.seen_elsewhere()
        elif where is not None:
            self._desk.emit(PublicChanged(said, ""))

    def _links(self) -> Mesh:
        assert self._site.mesh is not None
        return self._site.mesh
