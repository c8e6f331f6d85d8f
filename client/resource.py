"""The folder of the program's data files, the same from source and installed.

Not by :mod:`importlib.resources`, which brings archives, temporary files and chance along before a window can open.
"""

from __future__ import annotations

from pathlib import Path

import resources

FOLDER = Path(resources.__file__).parent
