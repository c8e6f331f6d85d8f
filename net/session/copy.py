"""One copy of a running game: the part that players (:mod:`.core`) and watchers (:mod:`.audience.watching`) share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from net.api import Advanced, Opened, PeersChanged, Seat
from net.identity import Identity
from net.session.chat import Chatter
from net.session.clock import Clocks
from net.session.format.charter import SignedCharter
from net.session.format.manners import HINTS
from net.session.history.course import Course
from net.session.history.log import Log
from net.session.history.notes import note_on
from net.session.history.presence import Presence
from net.session.history.record import Record
from net.session.history.step import Step
from net.session.history.store import Store
from net.session.output import Output
from net.session.people import seats_now
from net.session.traffic.gossip import Gossip
from net.session.traffic.post import Post
from rules.contract import State
from rules.message import Message


class Copy:
    """One game as one computer has it.

    Attributes:
        charter: the agreement that the game is played under.
        me: this peer's key.
        closed: whether the table is closed on this computer; every call then does nothing.
    """

    def __init__(self, identity: Identity, charter: SignedCharter, record: Record) -> None:
        """``record`` holds the entries so far."""
        self.charter = charter
        self.me = identity.key
        self.closed = False
        self._record = record
        self._gossip = Gossip(charter.charter, self.me, 0)
        self._post = Post(self._gossip, self.log, self.me)
        self._clocks = Clocks(charter.charter, self.me)
        self._chatter = Chatter(identity, charter.charter)
        self._shown: PeersChanged | None = None
        self._seating: tuple[Presence | None, tuple[Seat, ...]] = (None, ())

    @property
    def log(self) -> Log:
        """The accepted entries."""
        return self._record.log

    @property
    def course(self) -> Course:
        """The course that the entries have led to."""
        return self._record.course

    @property
    def file(self) -> Store | None:
        """Where the entries are kept, or None."""
        return self._record.keeping.file

    @property
    def position(self) -> State:
        """The position as this computer knows it."""
        return self.course.state

    def seats(self) -> tuple[Seat, ...]:
        """The current seating."""
        if self._seating[0] is not self.course.presence:  # it follows from who is there
            self._seating = (self.course.presence, seats_now(self.course, self.me))
        return self._seating[1]

    def save_elsewhere(self, file: PurePath) -> Output:
        """Keep the game in this file from now on."""
        out = Output()
        self._record.keeping.move(file, out)
        return out

    def _opened(self, people: PeersChanged, past: Sequence[Step], watching: bool = False) -> Opened:
        """The table as it is shown first."""
        self._shown = people
        charter = self.charter.charter
        return Opened(
            game=charter.game,
            options=charter.house_rules,
            seats=people.seats,
            peers=people.peers,
            me=self.me.hex(),
            dealer=charter.dealer,
            file=self.file.path if self.file else None,
            position=self.position,
            index=len(self.log),
            past=tuple(self._advanced(step, self._note(step)) for step in past),
            watching=watching,
            hints=charter.manner(HINTS.name) == "on",
        )

    def _advanced(self, step: Step, note: Message | None = None) -> Advanced:
        mine = step.author == self.me
        return Advanced(step.index, step.seat, step.move, step.events, step.position, mine, note)

    def _note(self, step: Step) -> Message | None:
        return note_on(self.log.entries[step.index - 1].entry.body, step, self.charter.charter)
