"""Child processes of an installed program: PyInstaller's preparation for them, done only where needed."""

from __future__ import annotations

import importlib
import sys


def prepare() -> None:
    """Prepare :mod:`multiprocessing` in an installed program; a run from source needs nothing."""
    if getattr(sys, "frozen", False):
        importlib.import_module("pyi_rth_multiprocessing")  # it would come before every start, and take a tenth of it


def serve() -> None:
    """If this process was started as such a child: do its work, and end with it."""
    if getattr(sys, "frozen", False) and len(sys.argv) > 1:
        prepare()
        importlib.import_module("multiprocessing").freeze_support()
