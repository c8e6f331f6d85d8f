"""Secrets for an heir alone: a leaver's bequest (its secrets and those left to it), and parts of a vanished peer's secrets.

The author makes a key for this one letter and proves that it knows the key's secret. So if a letter is false, the heir can show
everybody the point that opens it, and that point opens nothing else that the two have ever sealed for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from net.deal.fair.group import GroupError, Point, base, point, random_scalar, times
from net.deal.fair.legacy import opened_with, seal, seal_length
from net.deal.fair.proofs import check_secret, check_share, prove_secret, prove_share, unpack_proof


class Bequest(NamedTuple):
    """A bequest as everybody knows it.

    Attributes:
        key: the public key that was made for it.
        sealed: the secrets, sealed with that key for the heir.
        context: bytes that name the table, the leaver, the heir and the place in the dealing.
    """

    key: Point
    sealed: bytes
    context: bytes

    def __repr__(self) -> str:
        return "<Bequest>"

    def opened(self, shared: Point) -> list[int]:
        """The contents, read with the point shared by its key and the heir's.

        Raises :class:`~net.deal.fair.group.GroupError` if these are no secrets.
        """
        return opened_with(self.sealed, shared, self.context)

    def shared(self, own: int) -> Point:
        """The point that opens it; ``own`` is the secret of the heir's key for letters."""
        return times(own, self.key)

    def shown(self, own: int) -> list[bytes]:
        """The heir's accusation: the point that opens the letter, and the proof that it is the right point."""
        shared, proof = prove_share(own, self.key, self.context)
        return [shared.format(), proof.pack()]

    def checked(self, shown: Sequence[bytes], heir: Point) -> Point | None:
        """The point in an accusation, None if it is not proven; ``heir`` is the heir's public key for letters.

        Raises :class:`~net.deal.fair.group.GroupError` for bytes that are no point or no proof.
        """
        shared, proof = point(shown[0]), unpack_proof(shown[1])
        return shared if check_share(heir, self.key, shared, proof, self.context) else None


def make(left: Sequence[int], heir: Point, context: bytes) -> list[bytes]:
    """A bequest to be written.

    Args:
        left: the secrets.
        heir: the heir's public key for letters.
        context: see :class:`Bequest`.
    """
    own = random_scalar()
    return [base(own).format(), prove_secret(own, context).pack(), seal(left, own, heir, context)]


def take(written: Sequence[bytes], numbers: int, context: bytes) -> Bequest:
    """Read and check what :func:`make` wrote; only the heir can tell whether it holds the right secrets.

    Raises :class:`~net.deal.fair.group.GroupError` if it is not a bequest of ``numbers`` scalars.
    """
    key, proof, sealed = written
    if len(sealed) != seal_length(numbers):
        raise GroupError("not a bequest of these secrets")
    made = Bequest(point(key), sealed, context)
    if not check_secret(made.key, unpack_proof(proof), context):
        raise GroupError("a key of somebody else")
    return made
