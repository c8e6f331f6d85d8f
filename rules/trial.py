"""A turn tried out before it is confirmed."""

from __future__ import annotations

from rules.contract import Event, Move, State


class Trial:
    """Moves of one seat on a copy of a position. They can be taken back one by one or all at once, or confirmed.

    Attributes:
        base: the position it started from; never changed.
        state: the position after the moves tried so far.
        moves: those moves.
        events: what each of them made happen, one list per move.
    """

    def __init__(self, base: State) -> None:
        self.base = base
        self.seat = base.turn
        self.state = base.copy()
        self.moves: list[Move] = []
        self.events: list[list[Event]] = []
        self._before: list[State] = []

    @property
    def complete(self) -> bool:
        """Whether nothing is left to choose: the turn has ended, or goes on only after a deal that must be confirmed."""
        return bool(self.moves) and (self.state.turn != self.seat or self.state.undoable == 0)

    def play(self, move: Move) -> list[Event]:
        """Try a legal move, and answer at once the deals that the copy can answer by itself (showing a card of its own)."""
        before = self.state.copy()
        events = self.state.play(move)
        while self.state.deals:
            answer = self.state.known(self.state.deals[0])
            if answer is None:
                break
            events += self.state.learn(self.state.deals[0], answer)
        self._before.append(before)
        self.moves.append(move)
        self.events.append(events)
        return events

    def undo(self) -> None:
        """Take back the last tried move; does nothing when there is none."""
        if self.moves:
            self.state = self._before.pop()
            self.moves.pop()
            self.events.pop()

    def reset(self) -> None:
        """Take back the whole trial."""
        while self.moves:
            self.undo()
