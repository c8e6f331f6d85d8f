"""Laying all cards open after the end: every peer agrees, then every peer tells its secrets, then an entry records them.

Peers repeat and pass on consents and secrets until the entry is there, so links may come and go meanwhile. No peer
tells a secret before it holds the signed consent of every peer that is still at the table.
"""

from __future__ import annotations

from net.api import PublishingChanged
from net.deal.dealer import pack_secrets, unpack_secrets
from net.identity import Identity
from net.session.format.charter import SignedCharter
from net.session.format.entry import PublishBody, sign_willing, willing_signed
from net.session.format.wire import Secrets, Willing
from net.session.history.course import Course
from net.session.traffic.gossip import BEAT
from rules.message import Message, message


class Publishing:
    """The peers that have agreed, and the secrets known here."""

    def __init__(self, identity: Identity, charter: SignedCharter) -> None:
        self._identity = identity
        self._charter = charter
        self._willing: dict[bytes, bytes] = {}
        self._secrets: dict[bytes, bytes] = {}
        self._end = b""  # the hash of the entry that ended the game, when these were given
        self._news = False
        self._due = 0
        self._shown: PublishingChanged | None = None

    def why_not(self, course: Course) -> Message | None:
        """Why the people here cannot agree now, or None."""
        if course.state.result is None:
            return message("session.refused.not-over")
        if course.published or not course.holders:
            return message("session.refused.open-already")
        if self._identity.key not in course.there:
            return message("session.refused.left")
        return None

    def agree(self, course: Course) -> None:
        """The people here agree."""
        self._look_at_the_end(course)
        signature = sign_willing(self._identity, self._charter.hash, course.head)
        self._take_consent(self._identity.key, signature)

    def hear(self, frame: Willing | Secrets, course: Course) -> None:
        """Take consents or secrets that a peer reports. False or early ones are ignored."""
        if self.why_not(course) is not None:
            return
        self._look_at_the_end(course)
        if isinstance(frame, Willing):
            known = frame.peer in self._willing or frame.peer not in course.there
            if not known and willing_signed(frame.peer, frame.signature, self._charter.hash, course.head):
                self._take_consent(frame.peer, frame.signature)
            return
        for peer, secrets in zip(self._charter.charter.keys, frame.secrets, strict=False):
            if secrets and peer not in self._secrets and course.fits(peer, unpack_secrets(secrets)):
                self._secrets[peer] = secrets
                self._news = True

    def _look_at_the_end(self, course: Course) -> None:
        """Forget what was said about another end: the log went back since, and the game has ended anew.

        People have to be asked again then, and peers may have new keys.
        """
        if not course.published and course.head != self._end:
            self._end = course.head
            self._willing.clear()
            self._secrets.clear()

    def _take_consent(self, peer: bytes, signature: bytes) -> None:
        if peer not in self._willing:
            self._willing[peer] = signature
            self._news = True

    def to_say(self, course: Course, now: int) -> list[Willing | Secrets]:
        """The frames for all linked peers now: everything known here, at once when there is news and then from time to time."""
        self._look_at_the_end(course)
        if not self._willing or self.why_not(course) is not None or (not self._news and now < self._due):
            return []
        self._news = False
        self._due = now + BEAT
        table = self._charter.charter.table
        said: list[Willing | Secrets] = [Willing(table, peer, signature) for peer, signature in self._willing.items()]
        if self._agreed(course):
            for peer, secrets in course.secrets.items():
                self._secrets.setdefault(peer, pack_secrets(secrets))
        if self._secrets:
            said.append(Secrets(table, tuple(self._secrets.get(peer, b"") for peer in self._charter.charter.keys)))
        return said

    def due(self, course: Course) -> PublishBody | None:
        """The entry to write, once this peer has to write it and nothing is missing."""
        self._look_at_the_end(course)
        if self.why_not(course) is not None or course.scribe != self._identity.key or not self._agreed(course):
            return None
        if any(peer not in self._secrets for peer in course.holders):
            return None
        secrets = (self._secrets[peer] if peer in course.holders else b"" for peer in self._charter.charter.keys)
        return PublishBody(tuple(self._willing[peer] for peer in course.there), tuple(secrets))

    def shown(self, course: Course) -> PublishingChanged | None:
        """The event for the program, if the state has changed."""
        if course.state.result is None or not course.holders:
            return None
        self._look_at_the_end(course)
        name = self._charter.charter.name
        state = PublishingChanged(
            tuple(name(peer) for peer in course.there if peer in self._willing or course.published),
            tuple(name(peer) for peer in course.there if peer not in self._willing and not course.published),
            self._identity.key in self._willing,
            course.published,
        )
        if state == self._shown:
            return None
        self._shown = state
        return state

    def _agreed(self, course: Course) -> bool:
        return all(peer in self._willing for peer in course.there)
