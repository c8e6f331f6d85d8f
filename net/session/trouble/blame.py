"""Blame: a peer did what Alarife never does. A notice tells the people here once, and a verdict is kept beside the game file.

Most such faults do no harm: a forged entry is refused and the game goes on. But that peer's program is changed or broken, and
the other players should know it, now and when they look at the game later.
"""

from __future__ import annotations

from net.api import Notice
from net.session.format.charter import Charter
from net.session.format.wire import Signed
from net.session.history.store import Store
from net.session.output import Output
from rules.message import Message, message

FORGED = frozenset({"session.entry.signature", "session.entry.damaged", "session.entry.stranger"})
"""The faults that no honest peer passes on, since it checks each entry first."""

MOST_FORGED = 20
"""After more of these from one peer, its link is closed: most have cost the check of a signature."""

FAULTS = {
    "oversize": "session.notice.oversize",
    "clogged": "session.notice.clogged",
    "flood": "session.notice.flood",
    "garbled": "session.notice.garbled",
}
"""The faults that are found in what came over a link, before it reaches the game."""


class Blame:
    """The findings about the peers of one game."""

    def __init__(self, charter: Charter, file: Store | None) -> None:
        self._charter = charter
        self._file = file
        self._told: set[tuple[bytes, str]] = set()
        self._forged: dict[bytes, int] = {}

    def link(self, peer: bytes, what: str, length: int, out: Output) -> None:
        """The link to a peer reports one of FAULTS."""
        self.note(peer, message(FAULTS[what], name=self._charter.name(peer)), length, out)

    def note(self, peer: bytes, reason: Message, length: int, out: Output, *evidence: Signed) -> None:
        """Report a fault of a peer, unless the same has been reported before.

        Args:
            peer: the peer over whose link it came.
            reason: the fault, as a sentence.
            length: the length of the log at that moment.
            out: takes the notice.
            evidence: the signed bytes that came in.
        """
        if (peer, reason.key) not in self._told:
            self._told.add((peer, reason.key))
            out.events.append(Notice(reason))
            self.record(peer, reason, length, *evidence)

    def stranger(self, key: bytes, reason: Message, length: int, out: Output) -> None:
        """Report a fault of somebody who is not at the table; ``key`` is empty if none was shown."""
        out.events.append(Notice(reason))
        self._keep("", key, reason, length)

    def record(self, peer: bytes | None, reason: Message, length: int, *evidence: Signed) -> None:
        """Keep a verdict beside the game file; ``peer`` is None if it concerns no single link."""
        self._keep("" if peer is None else self._charter.name(peer), peer or b"", reason, length, *evidence)

    def _keep(self, name: str, key: bytes, reason: Message, length: int, *evidence: Signed) -> None:
        if self._file is None:
            return
        self._file.verdict(
            {
                "entries": length,
                "from": name,
                "key": key.hex(),
                "verdict": reason.key,
                "values": {name: str(value) for name, value in reason.values},
                "evidence": [{"raw": signed.raw.hex(), "signature": signed.signature.hex()} for signed in evidence],
            }
        )

    def enough(self, peer: bytes, reason: Message) -> bool:
        """Count an entry from a peer that was ignored for this reason. Returns whether to close its link now."""
        if reason.key in FORGED:
            self._forged[peer] = self._forged.get(peer, 0) + 1
        if self._forged.get(peer, 0) <= MOST_FORGED:
            return False
        self._forged[peer] = 0
        return True
