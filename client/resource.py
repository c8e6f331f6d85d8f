"""The folder of the program's data files, the same from source and installed.

It does not use :mod:`importlib.resources`, which loads modules for archives, temporary files and random numbers before a window
can open.
"""

from __future__ import annotations

from pathlib import Path

import resources

FOLDER = Path(resources.__file__).parent
