"""The result of every sans-IO call: frames to send and events to show."""

from __future__ import annotations

from dataclasses import dataclass, field

from net.api import NetEvent, Refused
from rules.message import Message


@dataclass(slots=True)
class Output:
    """The effects of one call, in order.

    Attributes:
        frames: pairs of peer key and frame payload (one msgpack message, without the length in front of it).
        events: for the program, in order.
        drop: peers whose link is to be closed after the frames have gone out: silent, hostile, or no longer at the table.
            The caller decides whether to link again; for a silent peer it should.
        urgent: whether the frames go out before the program gets the events: so they do, unless they only answer other frames.
    """

    frames: list[tuple[bytes, bytes]] = field(default_factory=list)
    events: list[NetEvent] = field(default_factory=list)
    drop: list[bytes] = field(default_factory=list)
    urgent: bool = True

    def extend(self, other: Output) -> None:
        """Add the effects of another call behind these."""
        self.frames += other.frames
        self.events += other.events
        self.drop += other.drop
        self.urgent |= other.urgent


def refused(reason: Message) -> Output:
    """The answer to a command that cannot be carried out: nothing has changed.

    Each part that can refuse a command has a method ``why_not``: it returns the reason, or None, before anything happens.
    """
    return Output(events=[Refused(reason)])
