"""A game that ends its process: in a module of its own, because the process imports it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn


def dies(noted: Path, _fixture: object) -> NoReturn:
    """Note in a file that somebody tried, and die."""
    with noted.open("a") as file:
        file.write("x")
    os._exit(3)
