"""Cards as ElGamal ciphertexts under a key that nobody holds alone.

The secret of the joint key is the sum of the peers' secrets. A ciphertext of a card's point ``m`` is ``(m + r*K, r*G)``; every
peer can re-encrypt it, and it opens only when every peer has given its share ``x_j * (r*G)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from net.deal.fair.group import GENERATOR, POINT_LENGTH, GroupError, Point, base, hashed_point, minus, point, times, total

CARDS = "card"
"""Purpose of the hashed points that stand for cards."""


class Ciphertext(NamedTuple):
    """One sealed card.

    Attributes:
        masked: the card's point plus ``r`` times the joint key.
        hint: ``r`` times the generator.
    """

    masked: Point
    hint: Point

    def pack(self) -> bytes:
        """Sixty-six bytes: both points, compressed."""
        return self.masked.format() + self.hint.format()


def unpack(content: bytes) -> Ciphertext:
    """Read what :meth:`Ciphertext.pack` wrote; raises :class:`~net.deal.fair.group.GroupError`."""
    if len(content) != 2 * POINT_LENGTH:
        raise GroupError("not a ciphertext")
    return Ciphertext(point(content[:POINT_LENGTH]), point(content[POINT_LENGTH:]))


def lay_open(card: int, key: Point) -> Ciphertext:
    """The ciphertext of a card that everybody can see (``r`` is 1): where every shuffle starts."""
    return Ciphertext(total([hashed_point(CARDS, card), key]), GENERATOR)


def reencrypt(sealed: Ciphertext, key: Point, randomness: int) -> Ciphertext:
    """Another ciphertext of the same card; without ``randomness`` nobody can tell which ciphertext it came from."""
    return Ciphertext(
        total([sealed.masked, times(randomness, key)]),
        total([sealed.hint, base(randomness)]),
    )


def share(sealed: Ciphertext, secret: int) -> Point:
    """One peer's decryption share."""
    return times(secret, sealed.hint)


def opened(sealed: Ciphertext, shares: Sequence[Point]) -> Point:
    """The card's point, from the shares of every peer; with only some of the shares, it is still masked by the others.

    The shares are not added up by themselves: two peers can choose opposite keys, and then their shares are opposite, too.
    """
    return total([sealed.masked, *map(minus, shares)])
