"""Chat: signed, so that peers can pass it on where two have no link, and bounded.

Each message of a peer has a higher stamp than the one before. No message is shown twice, not even after the program has
restarted: it keeps the highest stamp of each peer (:attr:`Chatter.latest`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from net.identity import Identity, verify
from net.session.format.charter import Charter
from net.session.format.text import Saying
from net.session.format.wire import Chat, pack
from rules.message import Message, message

MOST = 6
"""The messages that one peer may send within :data:`SPELL`."""

SPELL = 10_000
"""The milliseconds over which :data:`MOST` is counted."""

REMEMBERED = 64
"""The messages of each peer that are remembered, so that a repeated one is recognised."""


class Chatter:
    """The chat of one table.

    Attributes:
        latest: by peer, the highest stamp received or sent; -1 for none.
    """

    def __init__(self, identity: Identity, charter: Charter) -> None:
        self._identity = identity
        self._table = charter.table
        self._times: dict[bytes, deque[int]] = {key: deque(maxlen=MOST) for key in charter.keys}
        self._heard: dict[bytes, deque[int]] = {key: deque(maxlen=REMEMBERED) for key in charter.keys}
        self._floor = dict.fromkeys(charter.keys, -1)
        self.latest = dict.fromkeys(charter.keys, -1)

    def recall(self, latest: Mapping[bytes, int], clock: int) -> None:
        """Ignore chat from before this program restarted.

        Args:
            latest: :attr:`latest` as it was then, as far as it is known.
            clock: calendar time in milliseconds, so that this peer's messages count as new even if nothing is known.
        """
        for key in self.latest:
            self.latest[key] = self._floor[key] = max(self.latest[key], latest.get(key, -1))
        me = self._identity.key
        self.latest[me] = max(self.latest[me], clock)

    def why_not(self, text: str, now: int) -> Message | None:
        """Why a message typed here cannot be sent: it is empty after cleaning, or too many were sent; None if it can be."""
        may = Saying.of(text) is not None and self._has_room(self._identity.key, now)
        return None if may else message("session.refused.chat")

    def say(self, text: str, now: int) -> Chat:
        """The frame for a message typed here, which :meth:`why_not` allows."""
        line = Saying.of(text)
        assert line is not None
        me = self._identity.key
        self._times[me].append(now)
        self.latest[me] = stamp = max(self.latest[me] + 1, now)
        return Chat(self._table, me, stamp, line, self._identity.sign("chat", _content(self._table, me, stamp, line)))

    def hear(self, chat: Chat, now: int) -> Saying | None:
        """The text of a message; None if it is a repetition, its signature is wrong, or its author sends too many."""
        if chat.table != self._table or chat.peer not in self._heard or chat.peer == self._identity.key:
            return None
        heard = self._heard[chat.peer]
        if chat.stamp in heard or chat.stamp <= self._floor[chat.peer]:
            return None
        if not verify(chat.peer, "chat", _content(chat.table, chat.peer, chat.stamp, chat.text), chat.signature):
            return None
        if len(heard) == REMEMBERED:
            self._floor[chat.peer] = max(self._floor[chat.peer], heard[0])
        heard.append(chat.stamp)
        self.latest[chat.peer] = max(self.latest[chat.peer], chat.stamp)
        line = Saying.of(chat.text)
        if line is None or not self._has_room(chat.peer, now):
            return None
        self._times[chat.peer].append(now)
        return line

    def _has_room(self, peer: bytes, now: int) -> bool:
        times = self._times[peer]
        return len(times) < MOST or now - times[0] >= SPELL


def _content(table: bytes, peer: bytes, stamp: int, text: str) -> bytes:
    return pack([table, peer, stamp, text])
