"""A duty: a contribution that a peer may owe, with the ways to write and to take it."""

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
        after: the cards after the own shuffle, if it is one.
    """

    word: str
    parts: Sequence[bytes]
    after: tuple[Ciphertext, ...] = ()


class Duty(Protocol):
    """One kind of contribution. Every module of this package is one; ``deals`` are those that are pending."""

    def owing(self, at: Standing, deals: Sequence[Deal]) -> bytes | None:
        """The peer whose contribution is missing, None if nobody owes one."""

    def write(self, at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
        """The contribution of the peer that owes one; its secrets are in this copy."""

    def take(self, at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
        """Check a contribution of the peer that owes one, and go on.

        Raises :class:`~net.deal.DealError` or :class:`~net.deal.fair.group.GroupError` when it is not right.
        """


class Answering(Protocol):
    """A duty that is there to answer a kind of deal."""

    def answer(self, at: Standing, deal: Deal, knows: Container[int]) -> tuple[tuple[int, ...] | None, Standing]:
        """The answer, None when it is too early, and where the dealing goes on; see :meth:`net.deal.Dealer.answer`."""
