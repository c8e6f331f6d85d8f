"""Whether there is a screen for a window."""

from __future__ import annotations

import os
import re
import sys

PATIENCE_SECONDS = 2.0

INVISIBLE = ("offscreen", "minimal", "vnc", "linuxfb")
"""Qt platforms that show nothing on a desktop."""


def has_display() -> bool:
    """Whether a window system answers that shows windows on a desktop."""
    chosen = _chosen()
    if chosen and all(name in INVISIBLE for name in chosen):
        return False
    if not sys.platform.startswith("linux"):
        return True
    return any(map(_answers_to, chosen)) if chosen else _wayland() or _x11()


def can_open_windows() -> bool:
    """Whether Qt can open windows, on a desktop or elsewhere. If it cannot, it ends the program without a word."""
    return any(not _of_desktop(name) for name in _chosen()) or has_display()


def _chosen() -> list[str]:
    """The Qt platforms that the environment names; the first that works counts."""
    named = os.environ.get("QT_QPA_PLATFORM", "").split(";")
    return [name for one in named if (name := one.partition(":")[0].strip())]


def _of_desktop(platform: str) -> bool:
    return platform == "xcb" or platform.startswith("wayland")


def _answers_to(platform: str) -> bool:
    """Whether the window system of a Qt platform answers; for a platform of another kind, any window system."""
    if _of_desktop(platform):
        return _x11() if platform == "xcb" else _wayland("wayland-0")
    return platform not in INVISIBLE and (_wayland() or _x11())


def _wayland(usual: str = "") -> bool:
    """Whether a compositor answers, under the ``usual`` name if no variable names one."""
    if os.environ.get("WAYLAND_SOCKET"):
        return True
    name = os.environ.get("WAYLAND_DISPLAY", "") or usual
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
