"""Keeps the text of the program out of memory.

PySide reads the source of every module that is imported, to find out whether the module chooses another spelling of Qt's names,
and Python keeps all those lines: some 19 MB in a program that runs from its source. Alarife chooses no other spelling.
"""

from __future__ import annotations

import linecache
import sys

_FEATURE = "shibokensupport.feature"
_READS = "_mod_uses_pyside"


def leave_unread() -> None:
    """Read no more sources, and forget those that were read. A version of PySide that reads them elsewhere keeps doing so."""
    feature = sys.modules.get(_FEATURE)
    if hasattr(feature, _READS):
        setattr(feature, _READS, lambda module: False)
    linecache.clearcache()
