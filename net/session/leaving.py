"""Leaving in good order: the signed wishes of peers that are on their way out, for whoever may write the next entry.

What a peer leaves for dealing on is sealed for its heir, so only the heir can tell whether it is right. It says so with a
receipt, and before that nobody else writes the wish down: a false legacy would stop the game at an honest peer's entry.
"""

from __future__ import annotations

import hashlib

from net.identity import Identity
from net.session.charter import SignedCharter
from net.session.course import Course
from net.session.entry import LeaveBody, leaving_signed, receipt_signed, sign_leaving, sign_receipt
from net.session.gossip import RESEND, Gossip
from net.session.wire import Leaving, Receipt, pack
from rules.message import Message, message


class Leavings:
    """The wishes that are known at one computer."""

    def __init__(self, identity: Identity, charter: SignedCharter) -> None:
        self._identity = identity
        self._charter = charter.charter
        self._agreement = charter.hash
        self._wishes: dict[bytes, LeaveBody] = {}
        self._receipts: dict[bytes, Receipt] = {}
        self._looked: dict[bytes, object] = {}
        self._due = 0

    @property
    def wanted(self) -> bool:
        """Whether the people here are on their way out."""
        return self._identity.key in self._wishes

    def wish(self, course: Course, now: int | None = None) -> Leaving:
        """Ask to be let go with what the own seats have to leave, or once more, when that has become more."""
        me = self._identity.key
        if now is not None:
            self._due = now + RESEND
        self._wishes[me] = sign_leaving(self._identity, self._agreement, course.legacies(), course.presence.returns)
        return self._frame(self._wishes[me])

    def hear(self, frame: Leaving, course: Course) -> bool:
        """Another peer wants to leave: whether that is new and counts. What it has to leave may have become more."""
        body = LeaveBody(frame.peer, frame.legacies, frame.signature)
        if body == self._wishes.get(body.peer) or body.peer not in course.there or body.peer == self._identity.key:
            return False
        if not leaving_signed(body, self._agreement, course.presence.returns):
            return False
        if body.peer in self._wishes and not course.lets_go(body):
            return False
        self._wishes[body.peer] = body
        return True

    def outdated(self, course: Course) -> bool:
        """Whether the people here are on their way out, and what they have to leave is sealed with keys that are no more."""
        return self.wanted and course.steady and not course.lets_go(self._wishes[self._identity.key])

    def judge(self, course: Course, gossip: Gossip) -> tuple[list[Receipt], dict[bytes, Message]]:
        """Look at what this peer is left: receipts to give, and a sentence for each peer that leaves what is false."""
        receipts: list[Receipt] = []
        false: dict[bytes, Message] = {}
        for peer, body in self._wishes.items() if course.steady else ():
            link = gossip.links.get(peer)
            abreast = link is not None and link.up and (link.have, link.head) == (course.index, course.head)
            looked = body, course.index, abreast
            if self._sealed(body, course) != self._identity.key or self._looked.get(peer) == looked:
                continue
            self._looked[peer] = looked
            if course.lets_go(body):
                content = _hash(body)
                signature = sign_receipt(self._identity, self._agreement, peer, content)
                receipt = Receipt(self._charter.table, peer, self._identity.key, content, signature)
                if receipt != self._receipts.get(peer):
                    self._receipts[peer] = receipt
                    receipts.append(receipt)
            elif abreast:  # else it may not know yet what it has to leave
                false[peer] = message("session.notice.legacy", name=self._charter.name(peer))
        return receipts, false

    def hear_receipt(self, frame: Receipt, course: Course) -> bool:
        """An heir has looked at what it is left: whether that is new and counts."""
        wish = self._wishes.get(frame.peer)
        if frame == self._receipts.get(frame.peer) or frame.heir != course.heir(frame.peer):
            return False
        if wish is None or frame.legacies != _hash(wish):
            return False
        if not receipt_signed(frame.heir, frame.signature, self._agreement, frame.peer, frame.legacies):
            return False
        self._receipts[frame.peer] = frame
        return True

    def again(self, now: int) -> list[Leaving | Receipt]:
        """The wishes and receipts to say again, because time has passed."""
        if not self._wishes or now < self._due:
            return []
        self._due = now + RESEND
        return self.known

    @property
    def known(self) -> list[Leaving | Receipt]:
        """All wishes and receipts."""
        return [*(self._frame(body) for body in self._wishes.values()), *self._receipts.values()]

    def due(self, course: Course) -> LeaveBody | None:
        """A wish to write down."""
        return next((body for body in self._wishes.values() if self._vouched(body, course) and course.lets_go(body)), None)

    def forget(self, peer: bytes) -> None:
        """A peer has gone or has come back."""
        self._wishes.pop(peer, None)
        self._receipts.pop(peer, None)
        self._looked.pop(peer, None)

    def went_back(self) -> None:
        """The log has become shorter: whoever still wants to leave says so again."""
        self._wishes.clear()
        self._receipts.clear()

    def _vouched(self, body: LeaveBody, course: Course) -> bool:
        """Whether an entry with this wish would be nobody's fault but the leaver's."""
        heir, receipt = self._sealed(body, course), self._receipts.get(body.peer)
        if heir in (None, self._identity.key) or body.peer == self._identity.key:
            return True
        return receipt is not None and (receipt.heir, receipt.legacies) == (heir, _hash(body))

    def _sealed(self, body: LeaveBody, course: Course) -> bytes | None:
        """The heir for whom there is something in a wish, None if there is nothing."""
        heir = course.heir(body.peer)
        if heir is None or len(body.legacies) != len(self._charter.keys):
            return None
        return heir if body.legacies[self._charter.keys.index(heir)] else None

    def _frame(self, body: LeaveBody) -> Leaving:
        return Leaving(self._charter.table, body.peer, body.legacies, body.signature)


def _hash(body: LeaveBody) -> bytes:
    return hashlib.sha256(pack(body.legacies)).digest()
