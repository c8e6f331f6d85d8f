"""What a dealer is to the session."""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol

from rules.contract import Deal
from rules.message import Message


class DealError(Exception):
    """A contribution, or the move that led to a deal, is not what it must be: whoever wrote it broke the agreement."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Dealer(Protocol):
    """What answers deals at one table.

    Later dealers may need several entries of several peers for one deal: each call names the deal it is about.
    """

    def writer(self, deal: Deal) -> bytes | None:
        """The peer who has to write the next entry before this deal can be answered; None when no entry is needed."""

    def write(self, deal: Deal) -> bytes:
        """What this peer, being the writer, has to write (the payload of its entry)."""

    def read(self, deal: Deal, author: bytes, payload: bytes) -> None:
        """Take what the writer wrote; raises :class:`DealError` and changes nothing when it cannot be."""

    def answer(self, deal: Deal, knows: Container[int]) -> tuple[int, ...] | None:
        """The answer for a copy of the position that may know what the seats ``knows`` may; None when it is too early.

        To be asked once for each pending deal, in order. Raises :class:`DealError` when no answer fits: a card is shown that
        is not among those it must be among.
        """

    def left(self, peer: bytes) -> None:
        """A peer has left the table and will write nothing any more."""

    def copy(self) -> Dealer:
        """An independent copy."""
