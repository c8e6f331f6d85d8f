"""A key's fingerprint as words that two people can read to each other."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

COUNT = 8
"""Words of a fingerprint, eight bits each: nobody can search for a second key with the same 64 bits in useful time."""


@cache
def word_list() -> tuple[str, ...]:
    """The 256 words, sorted; no two begin with the same four letters or differ in a single letter."""
    return tuple(files("resources").joinpath("words.txt").read_text("utf-8").split())


def fingerprint(key: bytes) -> str:
    """The words of a public key (32 bytes), separated by spaces, for instance ``otter garden marble …``."""
    digest = hashlib.sha256(b"alarife words\0" + key).digest()
    return " ".join(word_list()[byte] for byte in digest[:COUNT])
