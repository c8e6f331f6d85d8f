"""A turn at this computer, from the first tried move to the last entry in the log. Depends on no window and no game."""

from __future__ import annotations

from rules.contract import Deal, Event, Move, State
from rules.message import Message, message
from rules.trial import Trial


class Turn:
    """One seat's turn: tried on a copy, taken back, confirmed, and then followed entry by entry.

    Attributes:
        seat: whose turn it is.
        index: the number of log entries before the position on which it is played.
        awaited: moves that were sent but are not entries of the log yet.
    """

    def __init__(self, view: State, index: int) -> None:
        """``view`` is the position as the seat on turn sees it."""
        self._trial = Trial(view)
        assert self._trial.seat is not None
        self.seat = self._trial.seat
        self.index = index
        self.awaited: list[Move] = []
        self._seen: list[list[Event]] = []

    @property
    def state(self) -> State:
        """The position after the moves tried so far."""
        return self._trial.state

    @property
    def tried(self) -> tuple[Move, ...]:
        """The moves tried so far."""
        return tuple(self._trial.moves)

    @property
    def events(self) -> list[Event]:
        """The events of the moves tried so far, and of those sent that are not entries yet."""
        tried = self._seen if self.awaited else self._trial.events
        return [event for events in tried for event in events]

    @property
    def open(self) -> bool:
        """Whether something can still be chosen."""
        return not self.awaited and self._trial.state.turn == self.seat and not self.complete

    @property
    def complete(self) -> bool:
        """Whether the turn can be confirmed, and has not been."""
        return not self.awaited and self._trial.complete

    @property
    def awaits(self) -> tuple[Deal, ...]:
        """The deals that follow once the moves tried so far are confirmed. The turn may continue after them."""
        return self._trial.state.deals

    def play(self, move: Move) -> list[Event]:
        """Try a legal move."""
        return self._trial.play(move)

    def undo(self) -> None:
        """Take back the last move tried."""
        if not self.awaited:
            self._trial.undo()

    def reset(self) -> None:
        """Take back all moves tried."""
        if not self.awaited:
            self._trial.reset()

    def confirm(self) -> tuple[Move, ...]:
        """Decide the turn; returns the moves to send. From now on they are awaited."""
        self.awaited = list(self._trial.moves)
        self._seen = [list(events) for events in self._trial.events]
        return tuple(self.awaited)

    def came(self, move: Move | None) -> list[Event] | None:
        """An entry of this seat has arrived. Returns its events if the entry was awaited (the person saw them), else None."""
        if not self.awaited or move != self.awaited[0]:
            return None
        self.awaited.pop(0)
        return self._seen.pop(0)

    def refused(self) -> None:
        """The moves sent did not enter the log: they count as tried again."""
        self.awaited = []
        self._seen = []

    def rebase(self, view: State, index: int) -> list[Move]:
        """The position below has changed: try the same moves there, and return those that are no longer possible."""
        moves = list(self._trial.moves)
        self._trial = Trial(view)
        self.index = index
        while moves and self._trial.state.why_not(moves[0]) is None and not self._trial.complete:
            self._trial.play(moves.pop(0))
        return moves


def confirm_sentence(turn: Turn) -> Message:
    """What confirming would do now. Only a turn that waits for no deal is sure to be complete."""
    drawn = sum(len(deal.slots) for deal in turn.awaits if deal.kind == "draw" and deal.seat == turn.seat)
    if drawn:
        return message("table.prompt.confirm.draw", count=drawn)
    return message("table.prompt.confirm.chance" if turn.awaits else "table.prompt.confirm")
