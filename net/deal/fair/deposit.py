"""A peer's deposit: its secrets in parts (:mod:`.escrow`), with which the others can go on if it vanishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from net.deal.fair.escrow import part_fits, split
from net.deal.fair.group import POINT_LENGTH, GroupError, Point, point
from net.deal.fair.legacy import open_seal, seal, seal_length


class Deposit(NamedTuple):
    """A deposit as one copy knows it.

    Attributes:
        commitments: the commitments of each secret, in order.
        parts: of each secret, the part given to this copy's peer; empty if it got none.
    """

    commitments: tuple[tuple[Point, ...], ...]
    parts: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Deposit of {len(self.commitments)}>"

    def fits(self, parts: Sequence[int], place: int) -> bool:
        """Whether these are the parts for the holder at this place."""
        return len(parts) == len(self.commitments) and all(
            part_fits(part, place, each) for part, each in zip(parts, self.commitments, strict=True)
        )


def make(left: Sequence[int], own: int, holders: Mapping[int, Point], context: bytes) -> list[bytes]:
    """A deposit to be written: the commitments of each secret, then a seal for each holder.

    Args:
        left: the secrets.
        own: the secret of the author's key for letters.
        holders: the keys for letters of the others by place, in order.
        context: bytes that name the table and the place in the dealing.
    """
    shares = [split(secret, list(holders)) for secret in left]
    written = [b"".join(each.format() for each in commitments) for _, commitments in shares]
    for number, key in enumerate(holders.values()):
        written.append(seal([parts[number] for parts, _ in shares], own, key, context))
    return written


def take(
    written: Sequence[bytes], publics: Sequence[Point], author: Point, places: Sequence[int], me: int, own: int, context: bytes
) -> Deposit:
    """Read and check a deposit; raises :class:`~net.deal.fair.group.GroupError` if it is not valid.

    Args:
        written: what :func:`make` made.
        publics: the public keys of the secrets.
        author: the author's key for letters.
        places: the places of the holders, in order.
        me: the place of this copy's peer.
        own: the secret of its key for letters; 0 for a reader, which cannot open anything.
        context: see :func:`make`.
    """
    if len(written) != len(publics) + len(places):
        raise GroupError("not a deposit")
    commitments = tuple(_points(content, len(places)) for content in written[: len(publics)])
    seals = written[len(publics) :]
    if any(each[0] != public for each, public in zip(commitments, publics, strict=True)):
        raise GroupError("a deposit of other secrets")
    if any(len(sealed) != seal_length(len(publics)) for sealed in seals):
        raise GroupError("not a deposit")
    if me not in places or not own:
        return Deposit(commitments, ())
    deposit = Deposit(commitments, tuple(open_seal(seals[list(places).index(me)], own, author, context)))
    if not deposit.fits(deposit.parts, me):
        raise GroupError("a part that does not fit")
    return deposit


def _points(content: bytes, count: int) -> tuple[Point, ...]:
    if len(content) != count * POINT_LENGTH:
        raise GroupError("not commitments")
    return tuple(point(content[at : at + POINT_LENGTH]) for at in range(0, len(content), POINT_LENGTH))
