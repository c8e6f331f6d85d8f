"""Whether an error means that the computer is out of memory, for which there are many messages."""

from __future__ import annotations

import errno

_SAYINGS = (
    "failed to map segment",
    "cannot allocate memory",
    "can't start new thread",
    "paging file is too small",
    "error return without exception set",
)
"""Phrases in the errors of loaders, threads and the interpreter (which can lose its own MemoryError), in lower case."""


def too_little(error: BaseException | None) -> bool:
    """Whether memory ran out."""
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    said = str(error).lower()
    return isinstance(error, ImportError | RuntimeError | SystemError) and any(words in said for words in _SAYINGS)
