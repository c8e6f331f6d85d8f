"""Peers that leave or vanish: the state until an heir has their secrets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from net.deal.fair.bequest import Bequest
from net.deal.fair.deposit import Deposit


class Part(NamedTuple):
    """One peer's part of a vanished peer's secrets, in a letter to the heir.

    Attributes:
        letter: the letter.
        earlier: whether it has the form of earlier versions, sealed with the peers' own keys for letters: then an
            accusation reveals everything that the two have sealed for each other.
    """

    letter: Bequest
    earlier: bool = False


class Release(NamedTuple):
    """The parts of a vanished peer's secrets that the others hold, on their way to the heir.

    Attributes:
        gone: the peer that has vanished.
        heir: the peer that is to act for it.
        ending: the peers for which it acted.
        deposit: its deposit.
        owed: what each peer still has to write: first all say that they have seen the replacement, then they give their
            parts, and at the end the heir takes them or proves that one is false; then that part is owed again.
        parts: by peer, the parts so far, each a letter to the heir.
    """

    gone: bytes
    heir: bytes
    ending: tuple[bytes, ...]
    deposit: Deposit
    owed: tuple[tuple[bytes, str], ...]
    parts: Mapping[bytes, Part]


class Farewell(NamedTuple):
    """A peer's leaving that is under way.

    Attributes:
        leaver: the peer that leaves.
        heir: the peer that is to act for it.
        bequest: the leaver's bequest, None while it owes one.
        sent: a hash of the last bequest that it has written, even a false one; empty if it has written none.
    """

    leaver: bytes
    heir: bytes
    bequest: Bequest | None = None
    sent: bytes = b""
