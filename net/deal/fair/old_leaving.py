"""Leaving in the form of earlier versions: one log entry with the leaver's secrets, sealed for every peer.

Alarife keeps reading logs with such entries. Every holder of a key for letters could open them, so it writes none any more.
"""

from __future__ import annotations

from collections.abc import Sequence

from net.deal.dealer import DealError
from net.deal.fair.group import GroupError
from net.deal.fair.legacy import open_seal, seal_length
from net.deal.fair.lineage import lineage
from net.deal.fair.standing import Standing
from rules.message import message


def left(at: Standing, peer: bytes, heir: bytes, legacies: Sequence[bytes]) -> Standing:
    """A peer has left: from now on its heir acts for it.

    Before all keys are known nothing is sealed: then the dealing goes on without the peer. Raises
    :class:`~net.deal.DealError` if the legacy is not valid (in the heir's copy: if it does not hold the secrets).
    """
    if at.joint is None:
        return at.without(peer, heir)
    if not at.steady:
        raise _refused()
    ending = at.acted_for(peer)
    sealed = legacies[at.number(heir)] if len(legacies) == len(at.charter) else b""
    if len(sealed) != seal_length(2 * len(ending)):
        raise _refused()
    if heir == at.me and at.letters:
        try:
            found = at.as_secrets(ending, open_seal(sealed, at.letters, at.keys[peer].letters, at.agreement))
        except GroupError as error:
            raise _refused() from error
        if not lineage(at, peer, found[peer]):
            raise _refused()
        at = at.inheriting(found)
    return at.handed_over(ending, heir)


def _refused() -> DealError:
    return DealError(message("session.deal.no-legacy"))
