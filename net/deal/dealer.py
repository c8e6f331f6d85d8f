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
    """A peer's secrets for the fair dealer: one for its part of every seal, and one for lots."""

    cards: int
    lots: int

    def __repr__(self) -> str:
        return "<Secrets>"


def pack_secrets(secrets: Secrets) -> bytes:
    """The sixty-four bytes of a peer's secrets."""
    return secrets.cards.to_bytes(32, "big") + secrets.lots.to_bytes(32, "big")


def unpack_secrets(content: bytes) -> Secrets:
    """Read what :func:`pack_secrets` wrote. Any bytes will do; :meth:`Dealer.fits` tells whether they are a peer's secrets.

    Bytes of another length are nobody's: a number has one form.
    """
    if len(content) != 64:
        return Secrets(0, 0)
    return Secrets(int.from_bytes(content[:32], "big"), int.from_bytes(content[32:], "big"))


class Dealer(Protocol):
    """A dealer answers deals at one table.

    ``deals`` are always those that are pending, in order: a dealer may work on several of them with one entry.
    """

    def writer(self, deals: Sequence[Deal]) -> bytes | None:
        """The peer that has to write the next entry before the first deal can be answered; None when no entry is needed.

        Without pending deals: the peer that owes an entry before the game can go on.
        """

    def write(self, deals: Sequence[Deal]) -> bytes:
        """The payload of the entry that this peer, as the writer, has to write."""

    def prepare(self, deals: Sequence[Deal]) -> bool:
        """Do a small portion of later work while another peer is to write; False if there is none now.

        It changes nothing but the time that later steps take.
        """

    def read(self, deals: Sequence[Deal], author: bytes, payload: bytes) -> None:
        """Take what the writer wrote; raises :class:`DealError` and changes nothing if it is not valid."""

    def answer(self, deal: Deal, knows: Container[int]) -> tuple[int, ...] | None:
        """The answer for a copy that may know what the seats ``knows`` know; None when it is too early.

        To be called once for each pending deal, in order. Raises :class:`DealError` if no answer is possible: a card has to be
        shown that is not among the slots of the deal.
        """

    @property
    def steady(self) -> bool:
        """Whether no secrets are on their way between peers; until then, nobody can leave or return."""

    def leaves(self, peer: bytes, heir: bytes) -> bool:
        """A peer wants to leave the table, and its heir is to act for it. Returns whether the peer has left at once.

        If not, the peer first hands its secrets over. As the writer it writes either a bequest (:meth:`write`), which only its
        heir can read, or that it stays (:meth:`write_stay`). The heir then takes the bequest or proves that it is false. The
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
        """A peer has left in the form of earlier versions: its heir acts for it from now on.

        Raises :class:`DealError` if it may not leave in this way.
        """

    def can_spare(self, peer: bytes) -> bool:
        """Whether the others together can act for a peer that has vanished."""

    def dropped(self, peer: bytes, heir: bytes) -> None:
        """A peer has vanished: its heir acts for it, with the parts of its secrets that all others hold.

        Raises :class:`DealError` if they do not hold them.
        """

    @property
    def liar(self) -> bytes:
        """The peer that the last contribution has proven to have given something false; empty if there is none.

        It gave a false part of a vanished peer's secrets, or a false bequest. It owes that contribution again.
        """

    def can_return(self, peer: bytes) -> bool:
        """Whether a departed peer can act for itself again."""

    def returned(self, peer: bytes, seed: bytes) -> None:
        """A departed peer acts for itself again; ``seed`` is unique to this return, however the log goes on."""

    def lineage(self, peer: bytes, secrets: Secrets) -> tuple[Secrets, ...]:
        """All secrets that a holder has had, first to last, derived from its latest; empty if those do not fit."""

    @property
    def estate(self) -> Mapping[bytes, Sequence[Secrets | None]]:
        """By peer, all secrets of the departed peers that have left theirs to this one."""

    @property
    def holders(self) -> Sequence[bytes]:
        """The peers whose secrets are needed to open the hidden cards; empty if the log alone opens them."""

    @property
    def secrets(self) -> Mapping[bytes, Secrets]:
        """By peer, the secrets that this copy holds: its own and those left to it."""

    def fits(self, peer: bytes, secrets: Secrets) -> bool:
        """Whether these are a holder's secrets, checked against its public keys in the log."""

    def copy(self) -> Dealer:
        """An independent copy."""
