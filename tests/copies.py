"""Copies of the program that tests change and run."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

PARTS = "rules", "net", "client", "resources"
"""The folders of the program."""


def take_bytecode(source: Path, copy: Path, parts: Iterable[str] = PARTS) -> None:
    """Give a copy of these folders the bytecode of the original, so that not every program from it compiles Alarife again.

    It counts for each file that has kept its time and size, as :func:`shutil.copytree` keeps them. Python compiles the others.
    """
    for part in parts:
        pairs = [(folder, copy / folder.relative_to(source)) for folder in (source / part).rglob("__pycache__")]
        if sys.pycache_prefix:
            pairs = [(_kept(source / part), _kept(copy / part))]
        for original, other in pairs:
            if original.is_dir():  # files of other names are being written
                shutil.copytree(original, other, ignore=shutil.ignore_patterns("*.pyc.*"), dirs_exist_ok=True)


def _kept(folder: Path) -> Path:
    """The folder of the bytecode of a folder that has none beside its sources."""
    return Path(str(sys.pycache_prefix), *folder.parts[1:])
