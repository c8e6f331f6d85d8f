"""Whether there is a screen for a window."""

from __future__ import annotations

import os
import re
import sys

PATIENCE_SECONDS = 2.0

INVISIBLE = ("offscreen", "minimal", "vnc", "linuxfb")
"""Qt platforms that show nothing on a desktop."""


def has_display() -> bool:
    """Whether a window system answers. Without one, Qt would end the program without a word."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if chosen in INVISIBLE:
        return False
    if not sys.platform.startswith("linux"):
        return True
    return _wayland() or _x11()


def _wayland() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY", "")
    return bool(name) and _answers(os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), name))


def _x11() -> bool:
    found = re.fullmatch(r"(?:unix|([^:/]*)/?)?:(\d+)(?:\.\d+)?", os.environ.get("DISPLAY", ""))
    if found is None:
        return False
    host, number = found.group(1), int(found.group(2))
    if host:
        return _answers((host, 6000 + number))
    path = f"/tmp/.X11-unix/X{number}"
    return _answers(path) or _answers(f"\0{path}")


def _answers(address: str | tuple[str, int]) -> bool:
    """Whether a server listens at a path of this computer, or at a host and port."""
    import _socket  # what "socket" stands on, without its enumerations, for which the first page would wait

    knock = _socket.socket(_socket.AF_UNIX if isinstance(address, str) else _socket.AF_INET, _socket.SOCK_STREAM)
    try:
        knock.settimeout(PATIENCE_SECONDS)
        knock.connect(address)
    except OSError:
        return False
    finally:
        knock.close()
    return True
