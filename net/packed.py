"""Hostile msgpack, read without reserving more memory than its bytes can fill.

The header of an array takes five bytes and may announce four billion elements; a decoder that trusts it reserves memory for all
of them. So this module adds up the headers first, and refuses a message that announces more values than its bytes can hold.
"""

from __future__ import annotations

from typing import NamedTuple

import msgpack

MOST_VALUES = 1 << 13
"""The most values in one message, counting arrays and their elements. The largest honest message has fewer than a thousand."""


class PackedError(ValueError):
    """Bytes are not msgpack, or announce more than they hold."""


class _Head(NamedTuple):
    """The sizes that a first byte announces.

    Attributes:
        size: bytes that belong to the value in any case.
        digits: bytes of a big-endian number that comes next.
        holds: values for each one of that number; 0 if it counts bytes.
        few: the number itself, where the first byte includes it.
    """

    size: int = 0
    digits: int = 0
    holds: int = 0
    few: int = 0


def _heads() -> dict[int, _Head]:
    """All first bytes but 0xC1, which msgpack never uses."""
    plain = [*range(0x80), *range(0xE0, 0x100), 0xC0, 0xC2, 0xC3]
    heads = dict.fromkeys(plain, _Head())
    heads |= {0x80 + few: _Head(holds=2, few=few) for few in range(16)}  # maps
    heads |= {0x90 + few: _Head(holds=1, few=few) for few in range(16)}  # arrays
    heads |= {0xA0 + few: _Head(size=few) for few in range(32)}  # texts
    numbers = {0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
    heads |= {head: _Head(size=size) for head, size in numbers.items()}
    heads |= {0xC4 + step: _Head(digits=1 << step) for step in range(3)}  # bytes
    heads |= {0xD9 + step: _Head(digits=1 << step) for step in range(3)}  # texts
    heads |= {0xC7 + step: _Head(size=1, digits=1 << step) for step in range(3)}  # extensions: one byte for their kind
    heads |= {0xD4 + step: _Head(size=1 + (1 << step)) for step in range(5)}
    heads |= {0xDC + step: _Head(digits=2 << step, holds=1) for step in range(2)}  # arrays
    heads |= {0xDE + step: _Head(digits=2 << step, holds=2) for step in range(2)}  # maps
    return heads


_HEADS = _heads()


def covered(raw: bytes) -> bool:
    """Whether these bytes are exactly one msgpack value and hold every byte and element that their headers announce."""
    place, end = 0, len(raw)
    announced, seen = 1, 0
    while announced:
        if announced > end - place or seen == MOST_VALUES:  # a value has at least one byte
            return False
        head = _HEADS.get(raw[place])
        if head is None:
            return False
        size, digits, holds, number = head
        if digits:
            number = int.from_bytes(raw[place + 1 : place + 1 + digits], "big")
            if not holds:
                size += number
        place += 1 + digits + size
        announced += holds * number - 1
        seen += 1
    return place == end


def unpacked(raw: bytes) -> object:
    """The value in hostile bytes: numbers, texts, bytes and lists; raises :class:`PackedError`."""
    if not covered(raw):
        raise PackedError("no msgpack, or more announced than is there")
    try:
        return msgpack.unpackb(raw, max_map_len=0, max_ext_len=0)
    except (ValueError, MemoryError, msgpack.exceptions.UnpackException) as error:
        raise PackedError(str(error)) from error
