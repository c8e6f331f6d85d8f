"""Another game with the same people: which peers would like one, and the invite to the table that one of them has opened.

The peers agree over the links of the finished game, by one kind of frame. It belongs to the lobby's stage: a program that does
not know it takes it for a late frame of the lobby and ignores it. The new table is an ordinary one. Its host keeps the port of
the finished game, and the others join by an invite, so the new table need not trust anything of the old one.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from net.allowance import Bucket
from net.api import PROGRAM, Plan, RematchChanged, Seat
from net.deal import LOCAL
from net.invite import Invite, InviteError, read
from net.session.format.charter import Charter
from net.session.format.manners import meant_manners
from net.session.format.wire import WORD, Codec, Frame, TableId, WireError
from net.session.output import Output
from rules.registry import game as game_called

LIMIT = 1 << 10
"""Bytes of the largest frame."""

CHANGES, CHANGES_EACH = 12, 2_000
"""A peer may send so many frames at once, and one more in so many milliseconds; others are not looked at."""


class Again(Frame, tag="lobby.again", frozen=True):
    """The sender's people would like another game, or no longer; ``code`` is the invite to the table they have opened."""

    table: TableId
    wants: bool
    code: Annotated[str, Meta(max_length=400, pattern=WORD)]


again_frames: Codec[Again] = Codec("lobby", Again, LIMIT)
"""Encodes and decodes it."""


def tells_rematch(payload: bytes) -> bool:
    """Whether a frame is an :class:`Again`; only its beginning is checked."""
    return payload[2:13] == b"lobby.again"  # after the heads of the array and of its first text


class Rematch:
    """The wishes for another game, at one table.

    Attributes:
        mine: whether the people here would like one.
        offer: the invite to the table that a peer has opened; empty if none has.
    """

    def __init__(self, charter: Charter, me: bytes) -> None:
        self.mine = False
        self.offer = ""
        self._charter = charter
        self._me = me
        self._from = b""
        self._wishes: dict[bytes, bool] = {}
        self._allowed = {key: Bucket(CHANGES, 1 / CHANGES_EACH) for key in charter.keys}

    def wish(self, on: bool, linked: list[bytes], code: str = "") -> Output:
        """Tell all linked peers what the people here would like; ``code`` leads to the table that was opened here."""
        self.mine = on
        payload = again_frames.encode(Again(self._charter.table, on, code))
        return Output(frames=[(key, payload) for key in linked if key in self._charter.keys], events=[self.event])

    def greet(self, key: bytes) -> Output:
        """A link stands again: repeat the wish, which its other side may have missed."""
        if not self.mine:
            return Output()
        return Output(frames=[(key, again_frames.encode(Again(self._charter.table, True, "")))])

    def hear(self, key: bytes, payload: bytes, now: int) -> Output:
        """Take the frame from a peer of the table; raises :class:`~net.session.format.wire.WireError` if it is not valid.

        ``now`` is in milliseconds.

        An invite counts only if it leads to the peer that sent it. Of several offers, that of the first peer counts.
        """
        if not self._allowed[key].take(now):
            return Output()
        frame = again_frames.decode(payload)
        if frame is None or frame.table != self._charter.table:
            return Output()
        if frame.code:
            _check(frame.code, key)
        return self._take(key, frame.wants, frame.code)

    def invited(self, key: bytes, code: str) -> Output:
        """Take the invite of a peer that is at its next table already, and so has no link any more.

        Raises :class:`~net.session.format.wire.WireError` if it leads to somebody else.
        """
        _check(code, key)
        return self._take(key, True, code)

    def _take(self, key: bytes, wants: bool, code: str) -> Output:
        before, keys = self.event, self._charter.keys
        self._wishes[key] = wants
        if code and (not self.offer or keys.index(key) <= keys.index(self._from)):
            self.offer, self._from = code, key
        return Output(events=[self.event] if self.event != before else [])

    def lost(self, key: bytes) -> Output:
        """A link is gone: forget the peer's wish, unless it has opened a table and closed the link on purpose."""
        if key == self._from or not self._wishes.pop(key, False):
            return Output()
        return Output(events=[self.event])

    @property
    def event(self) -> RematchChanged:
        """The present state."""
        names = tuple(self._charter.name(key) for key in self._charter.keys if self._wishes.get(key))
        return RematchChanged(self.mine, names, self._charter.name(self._from) if self.offer else "")


def _check(code: str, key: bytes) -> None:
    """Raise :class:`~net.session.format.wire.WireError` unless a code is an invite to this peer."""
    try:
        found = read(code)
    except InviteError as error:
        raise WireError("not an invite") from error
    if not isinstance(found, Invite) or found.key != key:
        raise WireError("an invite to somebody else")


def plan_of(charter: Charter, me: bytes) -> tuple[Plan, dict[bytes, tuple[tuple[int, str], ...]]]:
    """The plan of another game on the same terms, and by peer the seats kept for the others, with their names.

    The first seat becomes the last, so that the next player begins. A seat that a bot has taken over belongs to its person
    again.

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
