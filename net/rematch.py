"""Another game of the same people: who of them would like one, and the way to the table that one of them has opened for it.

It is agreed over the links of the finished game, by one frame. That frame is of the lobby's stage: a program that does not know
it takes it for a late frame of the lobby and ignores it. The new table is an ordinary one. Its host keeps the port on which the
finished game was played, and the others join it by an invite, so nothing of the old table has to be trusted at the new one.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from net.api import PROGRAM, Plan, RematchChanged, Seat
from net.deal import LOCAL
from net.invite import Invite, InviteError, read
from net.session.format.charter import Charter
from net.session.format.manners import meant_manners
from net.session.format.wire import WORD, Codec, Frame, TableId, WireError
from net.session.output import Output
from rules.registry import game as game_called

LIMIT = 1 << 10
"""Bytes of the frame at most."""


class Again(Frame, tag="lobby.again", frozen=True):
    """The people here would like another game, or no longer; ``code`` is the invite to the table they have opened for it."""

    table: TableId
    wants: bool
    code: Annotated[str, Meta(max_length=400, pattern=WORD)]


again_frames: Codec[Again] = Codec("lobby", Again, LIMIT)
"""Reads and writes it."""


def tells_rematch(payload: bytes) -> bool:
    """Whether a frame is this one; only its beginning is looked at."""
    return payload[2:13] == b"lobby.again"  # after the heads of the array and of its first text


class Rematch:
    """What is known of another game, at one table.

    Attributes:
        mine: whether the people here would like one.
        offer: the invite to the table that somebody has opened; empty while nobody has.
    """

    def __init__(self, charter: Charter, me: bytes) -> None:
        self.mine = False
        self.offer = ""
        self._charter = charter
        self._me = me
        self._from = b""
        self._wishes: dict[bytes, bool] = {}

    def wish(self, on: bool, linked: list[bytes], code: str = "") -> Output:
        """Tell all who are linked what the people here would like; ``code`` leads to the table that was opened here."""
        self.mine = on
        payload = again_frames.encode(Again(self._charter.table, on, code))
        return Output(frames=[(key, payload) for key in linked if key in self._charter.keys], events=[self.event])

    def greet(self, key: bytes) -> Output:
        """A link stands again: its other side may not have heard what is wished here."""
        if not self.mine:
            return Output()
        return Output(frames=[(key, again_frames.encode(Again(self._charter.table, True, "")))])

    def hear(self, key: bytes, payload: bytes) -> Output:
        """The frame came from a peer of the table; raises :class:`~net.session.format.wire.WireError` for what is none.

        An invite counts only if it leads to the very peer that sent it. Of several offers that of the first peer counts.
        """
        frame = again_frames.decode(payload)
        if frame is None or frame.table != self._charter.table:
            return Output()
        if frame.code:
            _check(frame.code, key)
        before = self.event
        self._wishes[key] = frame.wants
        if frame.code:
            keys = self._charter.keys
            if not self.offer or keys.index(key) <= keys.index(self._from):
                self.offer, self._from = frame.code, key
        return Output(events=[self.event] if self.event != before else [])

    def lost(self, key: bytes) -> Output:
        """A link is gone. The peer that has opened a table has hung up on purpose; of the others nothing is known now."""
        if key == self._from or not self._wishes.pop(key, False):
            return Output()
        return Output(events=[self.event])

    @property
    def event(self) -> RematchChanged:
        """How it stands."""
        names = tuple(self._charter.name(key) for key in self._charter.keys if self._wishes.get(key))
        return RematchChanged(self.mine, names, self._charter.name(self._from) if self.offer else "")


def _check(code: str, key: bytes) -> None:
    """Whether a code is an invite to this peer; raises :class:`~net.session.format.wire.WireError` for anything else."""
    try:
        found = read(code)
    except InviteError as error:
        raise WireError("not an invite") from error
    if not isinstance(found, Invite) or found.key != key:
        raise WireError("an invite to somebody else")


def plan_of(charter: Charter, me: bytes) -> tuple[Plan, dict[bytes, tuple[tuple[int, str], ...]]]:
    """The plan of another game on the same terms, and the seats that are kept for the others, by peer, with their names.

    The first seat becomes the last: the next player is the first to choose. A seat that a bot has taken over belongs to its
    person again.

    Raises :class:`~rules.contract.RulesError` when this program lacks the game or one of its house rules.
    """
    seats = [*charter.seats[1:], *charter.seats[:1]]
    levels = [PROGRAM, *game_called(charter.game).bots]
    plan: list[Seat] = []
    kept: dict[bytes, tuple[tuple[int, str], ...]] = {}
    for place, seat in enumerate(seats):
        if seat.kind == "bot":
            plan.append(Seat("bot", seat.name, level=seat.level if seat.level in levels else levels[-1]))
        elif seat.peer == me or charter.dealer == LOCAL:
            plan.append(Seat("person", seat.name))
        else:
            plan.append(Seat("open"))
            kept[seat.peer] = (*kept.get(seat.peer, ()), (place, seat.name))
    manners = meant_manners(dict(charter.manners))
    options, name = charter.house_rules, charter.name(me)
    return Plan(charter.game, tuple(plan), options, name, manners=manners, board=charter.board), kept
