"""The dealer as the session sees it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple, Protocol

from rules.contract import Deal
from rules.message import Message


class DealError(Exception):
    """A contribution, or the move that led to a deal, is impossible: its author broke the agreement."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Secrets(NamedTuple):
    """The secrets of a peer of the fair dealer: one for its part of every seal, and one for lots."""

    cards: int
    lots: int

    def __repr__(self) -> str:
        return "<Secrets>"


def pack_secrets(secrets: Secrets) -> bytes:
    """Sixty-four bytes."""
    return secrets.cards.to_bytes(32, "big") + secrets.lots.to_bytes(32, "big")


def unpack_secrets(content: bytes) -> Secrets:
    """Read what :func:`pack_secrets` wrote; whether they are anybody's secrets is for :meth:`Dealer.fits` to say."""
    return Secrets(int.from_bytes(content[:32], "big"), int.from_bytes(content[32:], "big"))


class Dealer(Protocol):
    """A dealer answers deals at one table.

    ``deals`` are always those that are pending, in order: a dealer may work on several of them with one entry.
    """

    def writer(self, deals: Sequence[Deal]) -> bytes | None:
        """The peer who has to write the next entry before the first deal can be answered; None when no entry is needed.

        Without pending deals: the peer who has to write something that has to be in order before the game goes on.
        """

    def write(self, deals: Sequence[Deal]) -> bytes:
        """The payload of the entry that this peer, as the writer, has to write."""

    def prepare(self, deals: Sequence[Deal]) -> bool:
        """Do a small portion of work that will be needed, while others are to write; False when there is none now.

        It changes nothing but the time that later steps take.
        """

    def read(self, deals: Sequence[Deal], author: bytes, payload: bytes) -> None:
        """Take what the writer wrote; raises :class:`DealError` and changes nothing when it cannot be."""

    def answer(self, deal: Deal, knows: Container[int]) -> tuple[int, ...] | None:
        """The answer for a copy of the position that may know what the seats ``knows`` may; None when it is too early.

        To be asked once for each pending deal, in order. Raises :class:`DealError` when no answer fits: a card is shown that
        is not among those it must be among.
        """

    @property
    def steady(self) -> bool:
        """Whether everybody's secrets are where they belong; else nobody can leave or come back before that is in order."""

    def leaves(self, peer: bytes, heir: bytes) -> bool:
        """A peer wants to leave the table, and its heir is to act for it. Returns whether the peer has left at once.

        If not, the peer first hands its secrets over. As the writer it writes either a bequest (:meth:`write`), which its heir
        alone can read, or that it stays (:meth:`write_stay`). The heir then takes the bequest or proves that it is false. The
        peer acts for itself until the heir has taken the bequest (:attr:`departed`).

        Raises :class:`DealError` when nobody can leave now.
        """

    @property
    def leaver(self) -> bytes:
        """The peer whose leaving is under way; empty if there is none."""

    @property
    def exposed(self) -> bool:
        """Whether the leaver has already written a bequest."""

    def write_stay(self) -> bytes:
        """The entry by which a leaver stays instead; raises :class:`DealError` when it does not owe a bequest."""

    @property
    def departed(self) -> bytes:
        """The peer that left with the last contribution; empty if none did."""

    def left(self, peer: bytes, heir: bytes, legacies: Sequence[bytes]) -> None:
        """A peer has left in the way of earlier versions: its heir acts for it from now on.

        Raises :class:`DealError` when it may not leave so.
        """

    def can_spare(self, peer: bytes) -> bool:
        """Whether the others together can act for a peer that has vanished."""

    def dropped(self, peer: bytes, heir: bytes) -> None:
        """A peer has vanished; with what all others hold of its secrets its heir acts for it from now on.

        Raises :class:`DealError` when they do not hold them.
        """

    @property
    def liar(self) -> bytes:
        """The peer that the last contribution has proven to have given something false; empty if there is none.

        That was a part of a vanished peer's secrets, or its own bequest. The peer owes it again.
        """

    def can_return(self, peer: bytes) -> bool:
        """Whether a peer that has gone can be acted for by itself again."""

    def returned(self, peer: bytes, seed: bytes) -> None:
        """A peer that had gone acts for itself again; ``seed`` is never the same again, in whatever way the log goes on."""

    def lineage(self, peer: bytes, secrets: Secrets) -> tuple[Secrets, ...]:
        """All secrets that a holder has had, those it began with first, from its latest; empty if they do not fit."""

    @property
    def estate(self) -> Mapping[bytes, Sequence[Secrets | None]]:
        """All secrets of the peers that have left theirs to this one when they went, by peer."""

    @property
    def holders(self) -> Sequence[bytes]:
        """The peers without whose secrets the hidden cards cannot be opened; empty where the log alone opens them."""

    @property
    def secrets(self) -> Mapping[bytes, Secrets]:
        """The secrets that this copy holds, its own and those left to it, by peer."""

    def fits(self, peer: bytes, secrets: Secrets) -> bool:
        """Whether these are the secrets of a holder, as the log proves."""

    def copy(self) -> Dealer:
        """An independent copy."""
