"""A note to the compiler, in a separate file that is never compiled.

``allow_interpreted_subclasses`` stands at classes that are not compiled and follow from others, and at every class of which
positions are made: only with it can a compiled class be made without arguments first and filled later, which is how Python
unpickles what another process sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_attributes):
        """Mark a class for mypyc, which knows this name; the interpreter passes over it."""
        return lambda marked: marked
