"""Canonical msgpack (section 1): the shortest form of every value, no maps, no extension types."""

from __future__ import annotations

import struct
from typing import Any

Packed = Any
"""The values that msgpack holds here: int, bool, None, str, bytes, list."""


class NotCanonical(ValueError):
    """Bytes that are not the canonical msgpack of one value."""


def pack(value: Packed) -> bytes:
    """The canonical msgpack of a value."""
    match value:
        case None:
            return b"\xc0"
        case bool():
            return b"\xc3" if value else b"\xc2"
        case int():
            return _integer(value)
        case str():
            raw = value.encode()
            return _head(len(raw), (0xA0, 31), (0xD9, 0xDA, 0xDB)) + raw
        case bytes():
            return _head(len(value), None, (0xC4, 0xC5, 0xC6)) + value
        case list() | tuple():
            return _head(len(value), (0x90, 15), (None, 0xDC, 0xDD)) + b"".join(map(pack, value))
    raise TypeError(f"cannot be packed: {value!r}")


def _integer(value: int) -> bytes:
    if 0 <= value < 128:
        return bytes([value])
    if -32 <= value < 0:
        return struct.pack("b", value)
    forms = ((0xCC, ">B"), (0xCD, ">H"), (0xCE, ">I"), (0xCF, ">Q")) if value > 0 else (
        (0xD0, ">b"), (0xD1, ">h"), (0xD2, ">i"), (0xD3, ">q"),
    )  # fmt: skip
    for code, form in forms:
        try:
            return bytes([code]) + struct.pack(form, value)
        except struct.error:
            continue
    raise TypeError(f"cannot be packed: {value}")


def _head(length: int, short: tuple[int, int] | None, codes: tuple[int | None, int, int]) -> bytes:
    if short is not None and length <= short[1]:
        return bytes([short[0] | length])
    for code, form, limit in zip(codes, (">B", ">H", ">I"), (0xFF, 0xFFFF, 0xFFFFFFFF), strict=True):
        if code is not None and length <= limit:
            return bytes([code]) + struct.pack(form, length)
    raise TypeError("too long to be packed")


_INTEGERS = {0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
_TEXTS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
_BYTES = {0xC4: ">B", 0xC5: ">H", 0xC6: ">I"}
_LISTS = {0xDC: ">H", 0xDD: ">I"}
_DEPTH = 16
_MOST = 8192


class _Reader:
    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.at = 0
        self.count = 0

    def take(self, length: int) -> bytes:
        piece = self.raw[self.at : self.at + length]
        if len(piece) != length:
            raise NotCanonical("cut off")
        self.at += length
        return piece

    def number(self, form: str) -> int:
        value: int = struct.unpack(form, self.take(struct.calcsize(form)))[0]
        return value

    def value(self, depth: int = 0) -> Packed:
        self.count += 1
        if self.count > _MOST:
            raise NotCanonical("too many values")
        code = self.take(1)[0]
        if code < 0x80:
            return code
        if code >= 0xE0:
            return code - 256
        if code in _INTEGERS:
            return self.number(_INTEGERS[code])
        if code in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[code]
        if 0xA0 <= code < 0xC0:
            return self.text(code & 31)
        if code in _TEXTS:
            return self.text(self.number(_TEXTS[code]))
        if code in _BYTES:
            return self.take(self.number(_BYTES[code]))
        if 0x90 <= code < 0xA0 or code in _LISTS:
            if depth >= _DEPTH:
                raise NotCanonical("too deep")
            length = code & 15 if code < 0xA0 else self.number(_LISTS[code])
            return [self.value(depth + 1) for _ in range(min(length, len(self.raw) + 1))]
        raise NotCanonical(f"code {code:02x}")

    def text(self, length: int) -> str:
        try:
            return self.take(length).decode()
        except UnicodeDecodeError:
            raise NotCanonical("not UTF-8") from None


def read(raw: bytes) -> Packed:
    """Read msgpack in any form; raises :class:`NotCanonical` for maps, extensions, floats and anything left over."""
    reader = _Reader(raw)
    value = reader.value()
    if reader.at != len(raw):
        raise NotCanonical("something follows")
    return value


def unpack(raw: bytes) -> Packed:
    """Read canonical msgpack; raises :class:`NotCanonical` for any other bytes."""
    value = read(raw)
    if pack(value) != raw:
        raise NotCanonical("another spelling")
    return value
