"""Games that end their process or last long: in a module of their own, because the process imports it."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import NoReturn


def dies(noted: Path, _fixture: object) -> NoReturn:
    """Note in a file that somebody tried, and die."""
    with noted.open("a") as file:
        file.write("x")
    os._exit(3)


def lasts(noted: Path, _fixture: object) -> None:
    """Note in a file that a game has begun, and after a minute that it has ended."""
    noted.write_text("begun")
    threading.Event().wait(60)
    noted.write_text("ended")
