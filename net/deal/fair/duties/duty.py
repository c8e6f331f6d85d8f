"""A duty: a contribution that a peer may owe, and how to write and to check it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple, Protocol

from net.deal.fair.contribution import Contribution
from net.deal.fair.elgamal import Ciphertext
from net.deal.fair.standing import Standing
from rules.contract import Deal


class Written(NamedTuple):
    """A contribution to be written.

    Attributes:
        word: see :class:`~net.deal.fair.contribution.Contribution`.
        parts: its parts.
        after: the cards after the shuffle, if it is one.
    """

    word: str
    parts: Sequence[bytes]
    after: tuple[Ciphertext, ...] = ()


class Duty(Protocol):
    """One kind of contribution. Every other module of this package is one; ``deals`` are the pending ones."""

    def owing(self, at: Standing, deals: Sequence[Deal]) -> bytes | None:
        """The peer whose contribution is missing, None if nobody owes one."""

    def write(self, at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
        """The contribution of the peer that owes one; this copy holds its secrets."""

    def take(self, at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
        """Check the contribution of the peer that owes one. Returns the state after it.

        Raises :class:`~net.deal.DealError` or :class:`~net.deal.fair.group.GroupError` if it is not valid.
        """


class Answering(Duty, Protocol):
    """A duty that answers a kind of deal."""

    def answer(self, at: Standing, deal: Deal, knows: Container[int]) -> tuple[tuple[int, ...] | None, Standing]:
        """The answer (None when it is too early) and the state after it; see :meth:`net.deal.Dealer.answer`."""
