"""Child processes end with their parent, however it ends: normally, by a signal, or in a crash."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable

_SECONDS = 5.0
"""How long a process may take to end in good order before it is killed, in seconds."""

_DIE_WITH_PARENT = 1
"""``PR_SET_PDEATHSIG`` of Linux."""


def end_with_standard_input() -> None:
    """End this process in good order (as by SIGTERM) when standard input closes.

    The parent holds the other end of the pipe and writes nothing: the system closes it when the parent ends.
    """
    _when(lambda: _until_closed(sys.stdin.fileno()), _SECONDS)


def end_with_parent() -> None:
    """End this process with its parent. For processes that :mod:`multiprocessing` started and that need no clean-up."""
    if sys.platform.startswith("linux"):
        import ctypes

        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)  # even if this process is busy in a library
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        _when(parent.join, 0.0)


def _when(gone: Callable[[], None], seconds: float) -> None:
    def watch() -> None:
        gone()
        if seconds and os.name == "posix":
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(seconds)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def _until_closed(handle: int) -> None:
    try:
        while os.read(handle, 1 << 12):
            pass
    except OSError:
        pass  # an error means that it is closed
