"""Dealing alone (section 7): everything follows from one seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Deal
from tests.witness.charter import Charter, need
from tests.witness.entries import read_seed
from tests.witness.group import sha256, u64


def words(seed: bytes, use: int) -> Iterator[int]:
    """The endless sequence of 64-bit words of one use of the seed."""
    k = sha256(b"alarife chance\0" + seed + u64(use))
    block = 0
    while True:
        drawn = sha256(k + u64(block))
        yield from (int.from_bytes(drawn[start : start + 8], "big") for start in range(0, 32, 8))
        block += 1


def below(sequence: Iterator[int], bound: int) -> int:
    """A number below the bound, each as likely as any other."""
    limit = 2**64 - 2**64 % bound
    return next(word for word in sequence if word < limit) % bound


def order(seed: bytes, use: int, faces: Sequence[int]) -> list[int]:
    """The faces as one use of the seed shuffles them."""
    sequence, shuffled = words(seed, use), list(faces)
    for last in range(len(shuffled) - 1, 0, -1):
        other = below(sequence, last + 1)
        shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
    return shuffled


class LocalDealer:
    """The dealer ``local``. There is nothing it does not know."""

    def __init__(self, charter: Charter, me: bytes, private: bytes) -> None:
        self.peer = charter.keys[0]
        self.private = private
        self.seed = b""
        self.uses = 0
        self.faces: dict[int, int] = {}

    def owed_by(self, deals: Sequence[Deal]) -> bytes | None:
        """The peer that owes the next contribution."""
        return self.peer if deals and not self.seed else None

    def contribute(self, payload: bytes, deals: Sequence[Deal]) -> None:
        """Take the seed."""
        need(deals and not self.seed, "nothing is owed")
        self.seed = read_seed(payload)
        need(self.private in (b"", self.seed), "a seed that is not the one of this file")

    def answer(self, deal: Deal) -> tuple[int, ...] | None:
        """The answer to the first pending deal, or None while it has to wait."""
        if not self.seed:
            return None
        if deal.kind in ("shuffle", "lot"):
            self.uses += 1
        match deal.kind:
            case "shuffle":
                self.faces.update(zip(deal.slots, order(self.seed, self.uses, deal.faces), strict=True))
                return ()
            case "lot":
                return (below(words(self.seed, self.uses), deal.faces[0]),)
            case "show":
                shown = next((slot for slot in deal.slots if self.faces[slot] == deal.faces[0]), None)
                need(shown is not None, "a card that was not there")
                return (shown or 0,)
            case _:
                return tuple(self.faces[slot] for slot in deal.slots)
