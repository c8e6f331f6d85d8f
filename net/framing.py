"""Frames in a stream of bytes: four bytes of big-endian length, then that many bytes. An empty frame is a sign of life."""

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
    """Cuts a stream into frames and never holds more than one unfinished frame.

    Attributes:
        limit: bytes of the largest frame it lets through; may be changed between frames.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._held = bytearray()

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the stream."""
        self._held += data

    def take(self) -> bytes | None:
        """The next whole frame that is not empty, or None; raises :class:`FrameTooLong`."""
        while len(self._held) >= _HEAD:
            length = int.from_bytes(self._held[:_HEAD], "big")
            if length > self.limit:
                raise FrameTooLong(f"{length} bytes, at most {self.limit} are allowed")
            if len(self._held) < _HEAD + length:
                return None
            payload = bytes(self._held[_HEAD : _HEAD + length])
            del self._held[: _HEAD + length]
            if payload:
                return payload
        return None
