"""The first frame in each direction of a link: who speaks which protocol, and what the caller wants.

The caller sends a :class:`Hello` as soon as the handshake has shown that the right key answers; who was called sends a
:class:`Welcome` or a :class:`Refusal`. The first two parts of each, the word and the protocol number, stay as they are in every
protocol to come, so that programs of different age can tell each other so.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from net.addresses import MOST, is_literal
from net.rulebook import rules_hash
from net.session.text import NAME_LENGTH
from net.session.wire import Hash, WireError, pack, unpack
from rules.registry import games

PROTOCOL = 2
"""Raised whenever two programs of different number could no longer play with each other."""

GREETING_LIMIT = 4096
"""Bytes of the largest greeting."""

JOIN = "join"
"""A guest wants into the lobby."""

TABLE = "table"
"""A peer of a game that has begun links up."""

WATCH = "watch"
"""Somebody wants to look at a game that has begun."""

Host = Annotated[str, Meta(max_length=45)]
"""An IP address; checked by :func:`decode`."""

Word = Annotated[str, Meta(max_length=32)]


class Rules(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One game as a program plays it: id, version, and the hash of what peers must share (:mod:`net.rulebook`)."""

    game: Word
    version: Annotated[int, Meta(ge=0, le=1_000_000)]
    hash: Hash


class Hello(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="alarife.hello"):
    """What the caller says.

    Attributes:
        protocol: PROTOCOL of the caller.
        run: eight random bytes, new with every start of the program: another number means that older links are dead.
        purpose: JOIN, TABLE or WATCH.
        table: which game (16 bytes), empty for JOIN, and for WATCH at the first time.
        token: the join token of an invite, or empty.
        name: what the people there are called.
        port: where the caller listens, 0 if it does not.
        hosts: the caller's own addresses.
        games: every game the caller plays.
    """

    protocol: int
    run: Annotated[bytes, Meta(min_length=8, max_length=8)]
    purpose: Word
    table: Annotated[bytes, Meta(max_length=16)]
    token: Annotated[bytes, Meta(max_length=16)]
    name: Annotated[str, Meta(max_length=NAME_LENGTH)]
    port: Annotated[int, Meta(ge=0, le=65535)]
    hosts: Annotated[list[Host], Meta(max_length=MOST)]
    games: Annotated[list[Rules], Meta(max_length=32)]


class Welcome(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="alarife.welcome"):
    """Who was called is glad of it; the fields are those of :class:`Hello`."""

    protocol: int
    run: Annotated[bytes, Meta(min_length=8, max_length=8)]
    name: Annotated[str, Meta(max_length=NAME_LENGTH)]
    port: Annotated[int, Meta(ge=0, le=65535)]
    hosts: Annotated[list[Host], Meta(max_length=MOST)]


class Refusal(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag="alarife.refusal"):
    """Who was called says no. The sentence is made by the caller's own program; no text travels.

    Attributes:
        protocol: PROTOCOL of who was called.
        code: ``protocol``, ``token``, ``uninvited``, ``full``, ``begun``, ``begun-watch`` (it may be watched), ``thrown-out``,
            ``rules``, ``busy`` or ``nothing``; for who wants to watch also ``watch-early``, ``watch-seated``,
            ``watch-banned``, ``watch-nobody``, ``watch-elsewhere``, ``watch-uninvited`` or ``watch-full``.
        rules: with ``rules``, the game as played there.
    """

    protocol: int
    code: Word
    rules: Rules | None = None


Greeting = Hello | Welcome | Refusal


class OtherProtocol(WireError):
    """A greeting in another protocol; ``theirs`` is its number."""

    def __init__(self, theirs: int) -> None:
        super().__init__(f"protocol {theirs}, here {PROTOCOL}")
        self.theirs = theirs


def encode(greeting: Greeting) -> bytes:
    """The payload of a greeting."""
    return pack(greeting)


def decode(payload: bytes) -> Greeting:
    """Read a greeting; raises :class:`OtherProtocol`, or :class:`WireError` for what is none."""
    first = unpack(payload, list[object], GREETING_LIMIT)
    if len(first) >= 2 and first[0] in ("alarife.hello", "alarife.welcome", "alarife.refusal"):
        theirs = first[1]
        if type(theirs) is int and theirs != PROTOCOL:
            raise OtherProtocol(theirs)
    greeting: Greeting = unpack(payload, Greeting, GREETING_LIMIT)
    if not isinstance(greeting, Refusal) and not all(is_literal(host) for host in greeting.hosts):
        raise WireError("an address that is none")
    return greeting


def rules_here() -> list[Rules]:
    """Every game as this program plays it."""
    return [Rules(game.id, game.version, bytes.fromhex(rules_hash(game))) for game in games().values()]


def difference(here: Rules | None, there: Rules) -> str | None:
    """How the rules of one game differ between this program and another, None if they do not.

    One of ``unknown`` (this program lacks the game), ``older-here``, ``older-there`` and ``data`` (same version, other data).
    """
    if here is None:
        return "unknown"
    if here.version != there.version:
        return "older-here" if here.version < there.version else "older-there"
    return None if here.hash == there.hash else "data"
