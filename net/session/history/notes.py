"""Notes: sentences about entries that cause no event of the game, for the log of a table, a watcher or a replay."""

from __future__ import annotations

from net.session.format.charter import Charter
from net.session.format.entry import CHANGES, Body, DropBody, ReturnBody, TakeBackBody
from net.session.history.step import Step
from rules.message import Message, message


def note_on(body: Body, step: Step, charter: Charter) -> Message | None:
    """The sentence about an entry, or None if the events of the game tell everything; ``step`` is the entry's effect."""
    if step.departed:
        return message("session.notice.left", name=charter.name(step.departed))
    match body:
        case TakeBackBody(proposer=proposer):
            return message("session.back.done", name=charter.name(proposer))
        case DropBody(peer=peer) | ReturnBody(peer=peer):
            return message(CHANGES[type(body)], name=charter.name(peer))
    return None
