"""Frames in a stream of bytes: four bytes of big-endian length, then that many bytes. An empty frame is a heartbeat."""

from __future__ import annotations

_HEAD = 4

ALIVE = bytes(_HEAD)
"""The empty frame."""


class FrameTooLong(Exception):
    """A length in the stream is beyond the limit."""


def framed(payload: bytes) -> bytes:
    """A payload with its length in front."""
    return len(payload).to_bytes(_HEAD, "big") + payload


class FrameReader:
    """Cuts a stream into frames; it never holds more than one unfinished frame and the bytes that were fed last.

    Attributes:
        limit: bytes of the largest frame it lets through; may be changed between frames.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._held = bytearray()
        self._place = 0

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the stream."""
        del self._held[: self._place]  # here and not in take(): the buffer may hold thousands of tiny frames
        self._place = 0
        self._held += data

    def take(self) -> bytes | None:
        """The next whole frame, perhaps an empty one, or None; raises :class:`FrameTooLong`."""
        start = self._place + _HEAD
        if len(self._held) < start:
            return None
        length = int.from_bytes(self._held[self._place : start], "big")
        if length > self.limit:
            raise FrameTooLong(f"{length} bytes, at most {self.limit} are allowed")
        if len(self._held) < start + length:
            return None
        self._place = start + length
        return bytes(self._held[start : self._place])
