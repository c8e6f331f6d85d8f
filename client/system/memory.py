"""Whether an error means that the computer has too little memory: it has many names."""

from __future__ import annotations

import errno

_SAYINGS = ("failed to map segment", "cannot allocate memory", "can't start new thread", "paging file is too small")
"""Phrases in the errors of loaders and threads, in lower case."""


def too_little(error: BaseException | None) -> bool:
    """Whether memory ran out."""
    if isinstance(error, MemoryError):
        return True
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    return isinstance(error, ImportError | RuntimeError) and any(words in str(error).lower() for words in _SAYINGS)
