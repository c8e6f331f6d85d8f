"""A display in memory for the tests of packages. Needs xvfb."""

from __future__ import annotations

import os
import subprocess


class NoDisplay(Exception):
    """Xvfb did not start."""


def start_display(size: str, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Start a display of a size in pixels (``1280x800``); returns its process, and its name for ``DISPLAY``.

    Raises :class:`NoDisplay` if none starts, and :class:`OSError` where Xvfb is not installed.
    """
    read, write = os.pipe()
    # with -noreset it does not refuse a program while it resets because another has left
    words = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset", *options]
    with os.fdopen(read) as told:
        try:
            process = subprocess.Popen(words, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
        finally:
            os.close(write)
        number = told.readline().strip()
    if not number:
        process.wait()
        raise NoDisplay("Xvfb did not start")
    return process, f":{number}"
