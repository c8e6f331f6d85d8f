"""Tables at which every outgoing frame is overheard, and the ledger of their knowledge.

Heard are the frames of the game, and in all others what of the dealing they may hold. Nobody listens to what can be told from
the times and sizes of frames, or from how long a program thinks; to files, the log and the screen; or to the games of
``alarife soak``, whose programs are processes of their own that keep their secrets and talk over encrypted links.
"""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable, Mapping

from net.desk import Desk
from net.mesh import Mesh
from net.session.format.charter import SignedCharter
from net.session.format.wire import GameFrame, WireError, game_frames
from net.table import Table
from tests.knowledge.ledger import Ledger


def game_frame(payload: bytes) -> GameFrame | None:
    """A frame of the game, None for one of the lobby and for what no honest program sends."""
    with contextlib.suppress(WireError):
        return game_frames.decode(payload)
    return None


class Ear:
    """Hears what each peer, and everybody who watches, is sent.

    Attributes:
        finding: the first thing that the ledger has found, as a sentence; empty if nothing.
        heard: frames heard.
    """

    def __init__(self) -> None:
        self.finding = ""
        self.heard = 0
        self._ledger: Ledger | None = None
        self._before: list[tuple[bytes, bytes]] = []

    def begin(self, charter: SignedCharter, privates: Mapping[bytes, bytes], cheats: list[bytes]) -> None:
        """The secrets of all peers are known now; first, examine the frames sent so far."""
        self._ledger = Ledger(charter, privates)
        for cheat in cheats:
            self._ledger.excuse(cheat)
        for receiver, payload in self._before:
            self(receiver, payload)
        self._before.clear()

    @property
    def entries(self) -> int:
        """Entries that the ledger has played so far."""
        return 0 if self._ledger is None else self._ledger.index

    def __call__(self, receiver: bytes, payload: bytes) -> None:
        """A frame is sent."""
        if self.finding:
            return
        if self._ledger is None:
            self._before.append((receiver, payload))
            return
        try:
            if game_frame(payload) is None:
                self._ledger.sent_beside(payload)
                return
            self.heard += 1
            self._ledger.sent(receiver, payload)
        except Exception as found:  # the table that sends would only write it to its log
            self.finding = f"the ledger: {found or traceback.format_exc()}"


class HeardMesh(Mesh):
    """The links of one table."""

    ear: Ear
    mute: Callable[[GameFrame], bool] | None = None

    def send(self, key: bytes, payload: bytes) -> None:
        if self.is_linked(key):
            if self.mute is not None and (frame := game_frame(payload)) is not None and self.mute(frame):
                return
            self.ear(key, payload)
        super().send(key, payload)


class HeardTable(Table):
    """A table that the ear listens to.

    Attributes:
        kept: the frames of the game that have come, if they are kept; else None.
    """

    def __init__(self, ear: Ear, desk: Desk, name: str) -> None:
        super().__init__(desk, name)
        self.kept: list[bytes] | None = None
        self._ear = ear

    def _new_mesh(self) -> Mesh:
        around = self._desk.around
        mesh = HeardMesh(around.reactor, self._desk.identity, self, self._desk.limits, self._desk.pace)
        mesh.ear = self._ear
        return mesh

    def received(self, key: bytes, payload: bytes) -> None:
        if self.kept is not None and game_frame(payload) is not None:
            self.kept.append(payload)
        super().received(key, payload)
