"""The engine's position in a log, with the ways back (section 5)."""

from __future__ import annotations

from collections.abc import Sequence

from rules import contract
from rules.contract import Deal, State
from tests.witness.charter import need
from tests.witness.entries import Move


class Board:
    """The position after each entry.

    Attributes:
        run: the number of entries before the present quiet run.
        trace: what was done, so that it can be done again with all cards open.
    """

    def __init__(self, start: State) -> None:
        self.position = start
        self.run = 0
        self.kept: dict[int, State] = {}
        self.unshown: State | None = None
        self.trace: list[tuple[str, object, object]] = []

    def keep(self, n: int) -> None:
        """Entry ``n`` begins."""
        self.trace.append(("keep", n, None))
        self.kept[n] = self.position.copy()

    def play(self, move: Move) -> None:
        """The engine plays a move."""
        self.trace.append(("play", move, None))
        before = self.position.copy()
        self.position.play(contract.Move(move.word, move.args))
        if any(deal.kind == "show" for deal in self.position.deals):
            self.unshown = before

    def learn(self, deal: Deal, answer: Sequence[int]) -> None:
        """The engine learns the answer to the first pending deal; raises :class:`ValueError` if it cannot be."""
        self.trace.append(("learn", deal, tuple(answer)))
        self.position.learn(deal, tuple(answer))
        if not any(each.kind == "show" for each in self.position.deals):
            self.unshown = None

    def end_run(self, n: int) -> None:
        """The quiet run ends before entry ``n``."""
        self.trace.append(("end", n, None))
        self.run, self.kept = n, {}

    def back(self, to: int) -> None:
        """The position is again the one after ``to`` entries."""
        need(to in self.kept, "no way back there")
        self.trace.append(("back", to, None))
        self.position = self.kept[to].copy()

    def unplay(self) -> None:
        """The position is again the one before the move whose card was not shown."""
        self.trace.append(("unplay", None, None))
        if self.unshown is not None:
            self.position, self.unshown = self.unshown, None

    @property
    def owes_show(self) -> int | None:
        """The seat that owes a card for the last move."""
        first = next(iter(self.position.deals), None)
        return first.seat if first is not None and first.kind == "show" and self.unshown is not None else None
