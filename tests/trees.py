"""Syntax trees of the sources."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def uncollected() -> Iterator[None]:
    """Parse many sources here: the collector would look through millions of nodes again and again, and none is garbage."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    with uncollected():
        return ast.parse(path.read_text("utf-8"))
