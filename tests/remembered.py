"""Within a process of pytest, libsecp256k1 computes nothing twice.

All peers of a test play in one process. Each of them reads the points of every entry and multiplies most of them by the same
numbers, and so do the verifiers and loaders of their files: more than half of these calls repeat an earlier one. The functions
depend on nothing but their arguments, so no fault of the program stays hidden: other arguments are computed as ever.
"""

from __future__ import annotations

from typing import Any

from net.deal.fair import group

MANY = 1 << 17
"""Results of one function: about 40 MB. When there are more, all are forgotten."""


class Remembering:
    """The library with a memory; other functions are the library's own."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._parsed: dict[bytes, bytes] = {}
        self._created: dict[bytes, bytes] = {}
        self._multiplied: dict[bytes, bytes] = {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._library, name)
        setattr(self, name, found)
        return found

    def secp256k1_ec_pubkey_parse(self, context: Any, raw: Any, content: bytes, length: int) -> int:
        known = self._parsed.get(content)
        if known is None:
            done: int = self._library.secp256k1_ec_pubkey_parse(context, raw, content, length)
            return _kept(self._parsed, content, raw, done)
        return _told(raw, known)

    def secp256k1_ec_pubkey_create(self, context: Any, raw: Any, scalar: bytes) -> int:
        known = self._created.get(scalar)
        if known is None:
            done: int = self._library.secp256k1_ec_pubkey_create(context, raw, scalar)
            return _kept(self._created, scalar, raw, done)
        return _told(raw, known)

    def secp256k1_ec_pubkey_tweak_mul(self, context: Any, raw: Any, scalar: bytes) -> int:
        asked = group.ffi.buffer(raw)[:] + scalar
        known = self._multiplied.get(asked)
        if known is None:
            done: int = self._library.secp256k1_ec_pubkey_tweak_mul(context, raw, scalar)
            return _kept(self._multiplied, asked, raw, done)
        return _told(raw, known)


def _kept(known: dict[bytes, bytes], asked: bytes, raw: Any, done: int) -> int:
    if len(known) >= MANY:
        known.clear()
    known[asked] = group.ffi.buffer(raw)[:] if done else b""
    return done


def _told(raw: Any, known: bytes) -> int:
    if not known:
        return 0
    group.ffi.memmove(raw, known, len(known))
    return 1


def remember() -> None:
    """From now on the group of all dealing asks the library with a memory."""
    if not isinstance(group.lib, Remembering):
        group.lib = Remembering(group.lib)
