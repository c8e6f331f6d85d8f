"""A table before its game: what the host's side (:mod:`.host`) and a guest's side (:mod:`.guest`) share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from net.addresses import Address
from net.api import Lobby, Notice, Peer, Seat
from net.session.format.charter import SignedCharter
from net.session.format.manners import meant_manners
from net.session.format.text import Name
from net.session.lobby.wire import Table
from net.words import fingerprint
from rules.contract import meant_options
from rules.message import Message, message
from rules.registry import game as game_called

NAME_WORDS = 2
"""Words of the fingerprint that stand for the name of a peer without one."""


class Phase(Enum):
    """How far a lobby has come."""

    CALLING = "calling"
    SEATING = "seating"
    SIGNING = "signing"
    BEGUN = "begun"
    OVER = "over"


ENDED = (Phase.BEGUN, Phase.OVER)
"""The phases in which a lobby does nothing any more."""

HOST: Mapping[Phase, frozenset[Phase]] = {
    Phase.SEATING: frozenset({Phase.SIGNING, Phase.OVER}),
    Phase.SIGNING: frozenset({Phase.SEATING, Phase.BEGUN, Phase.OVER}),
    Phase.BEGUN: frozenset(),
    Phase.OVER: frozenset(),
}
"""The phases of the host's lobby, and which may follow each."""

GUEST: Mapping[Phase, frozenset[Phase]] = {
    Phase.CALLING: frozenset({Phase.SEATING, Phase.OVER}),
    Phase.SEATING: frozenset({Phase.SIGNING, Phase.OVER}),
    Phase.SIGNING: frozenset({Phase.SEATING, Phase.BEGUN, Phase.OVER}),
    Phase.BEGUN: frozenset(),
    Phase.OVER: frozenset(),
}
"""The same for a guest's lobby, which calls until the host has answered and shown its table."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """The result of a lobby when all peers have signed.

    Attributes:
        charter: with all signatures.
        places: where the other peers may be reached, by key.
    """

    charter: SignedCharter
    places: Mapping[bytes, tuple[Address, ...]]


def called(name: str, key: bytes) -> Name:
    """A name cleaned for display; a peer that gives none is called by words of its fingerprint."""
    return Name.of(name) or Name(" ".join(fingerprint(key).split()[:NAME_WORDS]))


def blocked(table: Table) -> Message | None:
    """Why a game cannot start from this table yet, or None."""
    free = sum(seat.kind == "open" for seat in table.seats)
    if free:
        return message("net.blocked.open", n=free)
    seated = {seat.peer for seat in table.seats}
    guests = [peer for peer in table.peers[1:] if peer.key in seated]
    lost = [peer.name for peer in guests if not peer.linked]
    if lost:
        return message("net.blocked.lost", names=", ".join(lost))
    waiting = [peer.name for peer in guests if not peer.ready]
    if waiting:
        return message("net.blocked.ready", names=", ".join(waiting))
    return None


def older(table: Table) -> Message | None:
    """A sentence that the table plays by an earlier version of the rules, and because of whom; None if it plays the newest."""
    names = [row.name for row in table.peers if row.newest == table.version]
    newest = max(row.newest for row in table.peers)
    if newest == table.version or not names:
        return None
    return message("net.lobby.older", version=table.version, newest=newest, names=", ".join(names))


def seats_of(table: Table, me: bytes) -> tuple[Seat, ...]:
    """The seats as the program shows them."""
    return tuple(
        Seat(seat.kind, seat.name, seat.peer.hex(), seat.level, here=bool(seat.peer) and seat.peer == me)
        for seat in table.seats
    )


def peers_of(table: Table, me: bytes, host_linked: bool = True) -> tuple[Peer, ...]:
    """The peers as the program shows them; ``host_linked`` is for guests, whose link to the host may be lost."""
    peers = []
    for row in table.peers:
        mine = row.key == me
        linked = mine or (host_linked if row.key == table.peers[0].key else row.linked)
        status = message("net.status.here" if mine else "net.status.linked" if linked else "net.status.reconnecting")
        if linked and not row.invited:
            status = message("net.status.own-words" if mine else "net.status.uninvited", words=fingerprint(row.key))
        peers.append(Peer(row.key.hex(), row.name, row.ready, linked, status))
    return tuple(peers)


def shown(
    table: Table,
    me: bytes,
    invite: str = "",
    addresses: tuple[str, ...] = (),
    host_linked: bool = True,
    obstacle: Message | None = None,
    board: bytes = b"",
    asks: bool = False,
) -> Lobby:
    """The lobby as the program shows it.

    ``obstacle`` takes precedence over what the table itself lacks; ``board`` and ``asks`` are as in :class:`~net.api.Lobby`.
    """
    host = table.peers[0].key
    rules = game_called(table.game)
    return Lobby(
        game=table.game,
        version=table.version,
        older=older(table),
        options=meant_options(rules, dict(table.options), table.version),
        manners=meant_manners(dict(table.manners)),
        seats=seats_of(table, me),
        peers=peers_of(table, me, host_linked),
        me=me.hex(),
        host=me == host,
        invite=invite,
        addresses=addresses,
        words=fingerprint(host),
        blocked=obstacle or blocked(table),
        board=board,
        asks=asks,
    )


def notice(key: str, **values: int | str) -> Notice:
    """A sentence for the people here."""
    return Notice(message(key, **values))
