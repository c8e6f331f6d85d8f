"""The decorator ``mypyc_attr``, in a separate file that is never compiled.

``allow_interpreted_subclasses`` marks every compiled class that interpreted classes derive from, and every class that a
position consists of. Only with it can Python create an object without arguments and fill it later, and that is how it
unpickles what another process sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_attributes):
        """Do nothing: mypyc recognises the name in the source."""
        return lambda marked: marked
