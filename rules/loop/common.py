"""The base class of both games on the loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.contract import Event, Game, State
from rules.flaws import Difference, Flaw
from rules.loop.flaws import loop_differences, loop_flaws
from rules.loop.reasons import loop_reasons
from rules.loop.turn import LoopState
from rules.message import Message


class LoopGame(Game):
    """A game on the loop board. See :class:`~rules.contract.Game`."""

    @classmethod
    def flaws(cls, data: Mapping[str, object]) -> list[Flaw]:
        """See :mod:`rules.loop.flaws`."""
        return loop_flaws(data) or cls.start_flaws(data)

    @classmethod
    def differences(cls, old: Mapping[str, object], new: Mapping[str, object]) -> list[Difference]:
        """See :mod:`rules.loop.flaws`."""
        return loop_differences(old, new)

    @classmethod
    def reasons(cls, before: State, after: State, events: Sequence[Event], seat: int) -> list[Message]:
        """What a turn is good for; see :mod:`rules.loop.reasons`."""
        assert isinstance(before, LoopState)
        assert isinstance(after, LoopState)
        return loop_reasons(before, after, events, seat)
