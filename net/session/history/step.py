"""The effect of one entry on the course of a game, and the error if it cannot have any."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract import Deal, Event, Move, State
from rules.message import Message


class EntryError(Exception):
    """An entry cannot follow the entries before it.

    Attributes:
        reason: a sentence naming the author.
        detail: the reason that the rules or the dealer give, or None.
        differs: whether the author's position was another one than this copy's.
    """

    def __init__(self, reason: Message, detail: Message | None = None, differs: bool = False) -> None:
        super().__init__(str(reason) if detail is None else f"{reason} ({detail})")
        self.reason = reason
        self.detail = detail
        self.differs = differs


@dataclass(frozen=True, slots=True)
class Step:
    """The effect of one entry.

    Attributes:
        index: number of entries up to this one.
        author: key of the peer that wrote it.
        seat: the seat that moved, or NOBODY.
        move: the move, or None.
        events: what happened, including the deals that could be answered.
        position: the position afterwards; never changed again.
        digest: digest of its public facts, 32 bytes.
        void: whether an earlier move no longer counts, since the peer that made it has left without showing the card.
        departed: key of the peer that has left with this entry; empty if nobody has.
        dealt: the deals answered by this entry, each with the answer as this copy knows it.
        spares: what :attr:`Course.spares` is afterwards.
    """

    index: int
    author: bytes
    seat: int
    move: Move | None
    events: tuple[Event, ...]
    position: State
    digest: bytes
    void: bool = False
    departed: bytes = b""
    dealt: tuple[tuple[Deal, tuple[int, ...]], ...] = ()
    spares: tuple[bytes, ...] = ()
