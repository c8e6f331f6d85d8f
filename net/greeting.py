"""The first frame in each direction of a link: which protocol each side speaks, and what the caller wants.

The caller sends a :class:`Hello` as soon as the handshake has shown that the right key answers; the other side sends a
:class:`Welcome` or a :class:`Refusal`. The first two parts of each, the word and the protocol number, will never change. From
protocol 3 on, greetings only grow at their ends, and a program skips fields there that it does not know. So programs of
different age understand each other's greetings and use the highest protocol that both speak.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from net.addresses import MOST, is_literal
from net.rulebook import MOST_DATA, data_hashes
from net.session.format.text import MaybeName
from net.session.format.wire import WORD, Hash, WireError, pack, unpack, unpack_loose
from rules.registry import games

PROTOCOL = 6
"""The newest protocol spoken here; raised with every change of a frame."""

BOARDS = 4
"""The first protocol in which a table may play on a board of its own."""

PORTRAITS = 5
"""The first protocol in which peers show portraits (:mod:`net.portraits`)."""

FOURTH_DEALER = 5
"""The first protocol in which a table may deal as ``fair-4`` does (:data:`net.deal.FAIR_4`)."""

FIFTH_DEALER = 6
"""The first protocol in which a table may deal as ``fair-5`` does (:data:`net.deal.FAIR`)."""

OLDEST_PROTOCOL = 3
"""The oldest protocol spoken here; raised when a program that speaks nothing newer could no longer take part."""

GREETING_LIMIT = 4096
"""Bytes of the largest greeting."""

JOIN = "join"
"""A guest wants to join the lobby."""

TABLE = "table"
"""A peer of a game that has begun links up."""

WATCH = "watch"
"""A person wants to watch a game that has begun."""

Host = Annotated[str, Meta(max_length=45)]
"""An IP address; checked by :func:`decode`."""

Word = Annotated[str, Meta(max_length=32, pattern=WORD)]
Code = Annotated[str, Meta(max_length=400, pattern=WORD)]


Version = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A version of a game."""


class Rules(Struct, frozen=True, array_like=True):
    """The versions and data of a game that one program can play, or all programs at a table.

    Attributes:
        game: its id.
        version: the newest version.
        oldest: the oldest.
        data: hashes of the data files that it can be played by, the preferred one first (:func:`net.rulebook.data_hashes`).
    """

    game: Word
    version: Version
    oldest: Version
    data: Annotated[tuple[Hash, ...], Meta(max_length=MOST_DATA)]


class Hello(Struct, frozen=True, array_like=True, tag="alarife.hello"):
    """The caller's greeting.

    Attributes:
        protocol: PROTOCOL of the caller.
        run: eight random bytes, new with every start of the program: another number means that older links are dead.
        purpose: JOIN, TABLE or WATCH.
        table: the table's id (16 bytes); empty for JOIN, and for WATCH the first time.
        token: the join token of an invite, or empty.
        name: the name of the caller's people.
        port: the port on which the caller listens, 0 if it does not.
        hosts: the caller's own addresses.
        games: every game the caller plays.
        oldest: OLDEST_PROTOCOL of the caller.
    """

    protocol: int
    run: Annotated[bytes, Meta(min_length=8, max_length=8)]
    purpose: Word
    table: Annotated[bytes, Meta(max_length=16)]
    token: Annotated[bytes, Meta(max_length=16)]
    name: MaybeName
    port: Annotated[int, Meta(ge=0, le=65535)]
    hosts: Annotated[list[Host], Meta(max_length=MOST)]
    games: Annotated[list[Rules], Meta(max_length=32)]
    oldest: int = OLDEST_PROTOCOL


class Welcome(Struct, frozen=True, array_like=True, tag="alarife.welcome"):
    """The call is accepted. ``protocol`` is the one to use on this link; the other fields are those of :class:`Hello`."""

    protocol: int
    run: Annotated[bytes, Meta(min_length=8, max_length=8)]
    name: MaybeName
    port: Annotated[int, Meta(ge=0, le=65535)]
    hosts: Annotated[list[Host], Meta(max_length=MOST)]


class Refusal(Struct, frozen=True, array_like=True, tag="alarife.refusal"):
    """The called program refuses. The caller's own program makes the sentence; no text travels.

    Attributes:
        protocol: PROTOCOL of the called program.
        code: ``protocol``, ``token``, ``uninvited``, ``full``, ``begun``, ``begun-watch`` (it may be watched), ``thrown-out``,
            ``rules``, ``rules-guest`` (a guest's program there differs, not the host's), ``busy``, ``elsewhere`` (at another
            table) or ``nothing``; for a program that wants to watch also ``watch-early``, ``watch-seated``, ``watch-banned``,
            ``watch-nobody``, ``watch-elsewhere``, ``watch-uninvited`` or ``watch-full``.
        rules: for ``rules`` and ``rules-guest``, the game as it can be played there.
        invite: for ``elsewhere``, the invite to that table if it keeps a seat for the caller, else empty.
    """

    protocol: int
    code: Word
    rules: Rules | None = None
    invite: Code = ""


Greeting = Hello | Welcome | Refusal


class OtherProtocol(WireError):
    """A greeting by a program that shares no protocol with this one; ``theirs`` is its newest."""

    def __init__(self, theirs: int) -> None:
        super().__init__(f"protocol {theirs}, here {PROTOCOL}")
        self.theirs = theirs


def encode(greeting: Greeting) -> bytes:
    """The payload of a greeting."""
    return pack(greeting)


def decode(payload: bytes) -> Greeting:
    """Read a greeting; raises :class:`OtherProtocol`, or :class:`WireError` for anything else."""
    first = unpack_loose(payload, GREETING_LIMIT)
    if not isinstance(first, list):
        raise WireError("no greeting")
    theirs = first[1] if len(first) >= 2 and first[0] in ("alarife.hello", "alarife.welcome", "alarife.refusal") else None
    if type(theirs) is not int:
        raise WireError("no greeting")
    if theirs < OLDEST_PROTOCOL or (theirs > PROTOCOL and first[2:3] == ["protocol"]):
        raise OtherProtocol(theirs)
    try:
        greeting: Greeting = unpack(payload, Greeting, GREETING_LIMIT)
    except WireError as error:
        if theirs > PROTOCOL:
            raise OtherProtocol(theirs) from error
        raise
    if isinstance(greeting, Hello) and greeting.oldest > PROTOCOL:
        raise OtherProtocol(theirs)
    if isinstance(greeting, Welcome) and theirs > PROTOCOL:
        raise OtherProtocol(theirs)
    if not isinstance(greeting, Refusal) and not all(is_literal(host) for host in greeting.hosts):
        raise WireError("an address that is none")
    return greeting


def spoken(greeting: Hello) -> int:
    """The protocol to use with the program that sends this."""
    return min(PROTOCOL, greeting.protocol)


def rules_here() -> list[Rules]:
    """The versions and data of every game that this program plays."""
    return [
        Rules(game.id, game.version, game.oldest, tuple(map(bytes.fromhex, data_hashes(game)))) for game in games().values()
    ]


def common(rules: Iterable[Rules]) -> Rules:
    """The versions of one game that several programs can play together; the preferences are those of the first."""
    first, *others = rules
    for other in others:
        data = tuple(one for one in first.data if one in other.data)
        first = Rules(first.game, min(first.version, other.version), max(first.oldest, other.oldest), data)
    return first


def difference(here: Rules | None, there: Rules) -> str | None:
    """Why this program and another cannot play a game together, None if they can.

    One of ``unknown`` (this program lacks the game), ``older-here``, ``older-there`` and ``data`` (they share no data files).
    """
    if here is None:
        return "unknown"
    if here.version < there.oldest:
        return "older-here"
    if there.version < here.oldest:
        return "older-there"
    return None if common((there, here)).data else "data"
