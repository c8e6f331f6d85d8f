"""What an entry does that no event of the game tells: a sentence for the log of a table, a spectator or a replay."""

from __future__ import annotations

from net.session.format.charter import Charter
from net.session.format.entry import CHANGES, Body, DropBody, ReturnBody, TakeBackBody
from net.session.history.course import Step
from rules.message import Message, message


def note_on(body: Body, step: Step, charter: Charter) -> Message | None:
    """The sentence, None for an entry that the events of the game tell completely; ``step`` is what the entry did."""
    if step.departed:
        return message("session.notice.left", name=charter.name(step.departed))
    match body:
        case TakeBackBody(proposer=proposer):
            return message("session.back.done", name=charter.name(proposer))
        case DropBody(peer=peer) | ReturnBody(peer=peer):
            return message(CHANGES[type(body)], name=charter.name(peer))
    return None
