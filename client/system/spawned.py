"""Child processes of an installed program: PyInstaller's preparation for them, done only where there are any."""

from __future__ import annotations

import importlib
import sys


def prepare() -> None:
    """Make :mod:`multiprocessing` ready for an installed program; from source it is so by itself."""
    if getattr(sys, "frozen", False):
        importlib.import_module("pyi_rth_multiprocessing")  # it would come before every start, and take a tenth of it


def serve() -> None:
    """If this process was started to be one of them: be one, and end with it."""
    if getattr(sys, "frozen", False) and len(sys.argv) > 1:
        prepare()
        importlib.import_module("multiprocessing").freeze_support()
