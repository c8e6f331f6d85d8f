"""The signatures of entries from outside: each is checked once, however often the entry comes in."""

from __future__ import annotations

from net.session.format.entry import SignedEntry, well_signed

KEPT = 2048
"""How many results are remembered. What peers send again for want of an answer is far less."""


class Signatures:
    """The checks so far.

    Attributes:
        made: how many signatures have been checked, of entries and of the votes in them.
    """

    def __init__(self) -> None:
        self.made = 0
        self._known: dict[tuple[bytes, bytes], bool] = {}

    def hold(self, signed: SignedEntry) -> bool:
        """Whether the signature of an entry is its author's."""
        what = signed.hash, signed.signed.signature
        known = self._known.get(what)
        if known is None:
            self.made += 1
            known = self._known[what] = well_signed(signed)
            if len(self._known) > KEPT:
                del self._known[next(iter(self._known))]
        return known
