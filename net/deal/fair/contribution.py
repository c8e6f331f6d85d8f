"""One contribution to the dealing: the payload of a log entry, and the errors if it is not valid."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from net.deal.dealer import DealError
from net.session.format import wire
from net.session.format.wire import WireError
from rules.message import message

LIMIT = 1 << 17
"""Bytes of the largest contribution."""

Part = Annotated[bytes, Meta(max_length=1 << 15)]


class Contribution(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The payload of one entry of the dealing.

    Attributes:
        word: ``keys``, ``escrow``, ``seen``, ``part``, ``bequest``, ``stay``, ``took``, ``false``, ``renew``, ``remix``,
            ``mix``, ``lot``, ``shares`` or ``show``.
        peer: the place in the charter of the peer it counts for: the author, or a peer that the author acts for.
        parts: points, ciphertexts and proofs, as the word requires.
    """

    word: Annotated[str, Meta(max_length=8)]
    peer: Annotated[int, Meta(ge=0, lt=16)]
    parts: Annotated[tuple[Part, ...], Meta(max_length=512)]

    def expect(self, word: str, parts: int) -> None:
        """Raise :class:`~net.deal.DealError` unless it has this word and this number of parts."""
        if self.word != word or len(self.parts) != parts:
            raise DealError(message("session.deal.unasked"))


def read(payload: bytes) -> Contribution:
    """The contribution in a payload; raises :class:`~net.session.format.wire.WireError`."""
    given: Contribution = wire.unpack(payload, Contribution, limit=LIMIT)
    return given


def words(payload: bytes) -> str:
    """A contribution as readable text: its word, the place of its peer, and the number of its parts.

    Raises :class:`~net.deal.DealError` for bytes that are no contribution.
    """
    try:
        given = read(payload)
    except WireError as error:
        raise DealError(message("session.deal.damaged")) from error
    return f"{given.word} {given.peer} {len(given.parts)}"


def hold(proven: bool) -> None:
    """Raise :class:`~net.deal.DealError` unless ``proven``."""
    if not proven:
        raise DealError(message("session.deal.unproven"))
