"""What people say: signed, so that it can be passed on where two peers have no link, and bounded."""

from __future__ import annotations

from collections import deque

from net.identity import Identity, verify
from net.session.charter import Charter
from net.session.text import CHAT_LENGTH, plain
from net.session.wire import Chat, pack

MOST = 6
"""Sayings of one peer …"""

SPELL = 10_000
"""… in so many milliseconds."""

REMEMBERED = 64
"""Sayings of one peer that are recognised when they arrive again."""


class Chatter:
    """The chat of one table."""

    def __init__(self, identity: Identity, charter: Charter) -> None:
        self._identity = identity
        self._table = charter.table
        self._times: dict[bytes, deque[int]] = {key: deque(maxlen=MOST) for key in charter.keys}
        self._heard: dict[bytes, deque[int]] = {key: deque(maxlen=REMEMBERED) for key in charter.keys}
        self._stamp = 0

    def say(self, text: str, now: int) -> Chat | None:
        """What to send for something said here; None when nothing is left of the text, or too much is said."""
        text = plain(text, CHAT_LENGTH)
        if not text or not self._has_room(self._identity.key, now):
            return None
        self._stamp = max(self._stamp + 1, now)
        signature = self._identity.sign("chat", _content(self._table, self._identity.key, self._stamp, text))
        return Chat(self._table, self._identity.key, self._stamp, text, signature)

    def hear(self, chat: Chat, now: int) -> str | None:
        """The text of something heard; None when it was heard before, is not its author's, or too much is said."""
        if chat.table != self._table or chat.peer not in self._heard or chat.peer == self._identity.key:
            return None
        if chat.stamp in self._heard[chat.peer]:
            return None
        if not verify(chat.peer, "chat", _content(chat.table, chat.peer, chat.stamp, chat.text), chat.signature):
            return None
        self._heard[chat.peer].append(chat.stamp)
        text = plain(chat.text, CHAT_LENGTH)
        return text if text and self._has_room(chat.peer, now) else None

    def _has_room(self, peer: bytes, now: int) -> bool:
        times = self._times[peer]
        if len(times) == MOST and now - times[0] < SPELL:
            return False
        times.append(now)
        return True


def _content(table: bytes, peer: bytes, stamp: int, text: str) -> bytes:
    return pack([table, peer, stamp, text])
