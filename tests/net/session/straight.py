"""A table whose links deliver everything at once and in order, with places to insert a lie."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from net.api import Notice, OutOfStep
from net.deal import FAIR
from net.gamefile import GameFile
from net.session.core import Session
from net.session.format.entry import Body, Entry, SignedEntry, write_entry
from net.session.format.wire import Entries, game_frames
from net.session.history.store import Store
from net.session.output import Output
from tests.knowledge.ledger import Ledger, ledger_of
from tests.net.session.network import IDENTITIES, charter_of


def private_of(place: int) -> bytes:
    return hashlib.sha256(b"private" + bytes([place])).digest()


class Straight:
    """Sessions by place; ``now`` is their clock. Everything is linked to everything unless it is cut."""

    ledger: Ledger | None = None

    def __init__(
        self,
        peers: int,
        seats: int | None = None,
        bots: tuple[int, ...] = (),
        folder: Path | None = None,
        game: str = "orchard",
        dealer: str = "joint-seed",
        cut: Sequence[tuple[int, int]] = (),
        manners: dict[str, str] | None = None,
        options: dict[str, str] | None = None,
    ) -> None:
        self.charter = charter_of(
            peers, seats or max(2, peers), bots=bots, game=game, dealer=dealer, manners=manners, options=options
        )
        self.now = 1_000
        self.keys = [one.key for one in IDENTITIES[:peers]]
        self.ledger = ledger_of(self.charter, {key: private_of(place) for place, key in enumerate(self.keys)})
        self.events: list[list] = [[] for _ in range(peers)]
        self.queue: deque = deque()
        self.cut = {tuple(sorted(pair)) for pair in cut}
        self.dropped: list[tuple[int, int]] = []
        self.sessions = [
            Session(IDENTITIES[place], self.charter, private_of(place), self.store(place, folder)) for place in range(peers)
        ]
        self.meet()

    def store(self, place: int, folder: Path | None) -> Store | None:
        """The store of a peer's entries."""
        if folder is None:
            return None
        return GameFile.create(folder / f"{place}.alarife", self.charter, IDENTITIES[place].key, private_of(place))

    @classmethod
    def resumed(cls, *paths: Path) -> Straight:
        """The table of these game files, one for each peer in the charter's order, opened again."""
        table = cls.__new__(cls)
        opened = [GameFile.resume(path) for path in paths]
        table.charter = opened[0][1].charter
        table.now = 1_000
        table.keys = [recording.me for _, recording in opened]
        table.ledger = None  # it would have to know the earlier frames
        table.events = [[] for _ in paths]
        table.queue = deque()
        table.cut = set()
        table.dropped = []
        by_key = {one.key: one for one in IDENTITIES}
        table.sessions = [
            Session(by_key[recording.me], recording.charter, recording.private, file, recording.entries)
            for file, recording in opened
        ]
        table.meet()
        return table

    def meet(self) -> None:
        for place, session in enumerate(self.sessions):
            self.take(place, session.begin(self.now))
        for one in range(len(self.sessions)):
            for other in range(one):
                if (other, one) not in self.cut:
                    self.join(one, other)
        self.settle()

    def join(self, one: int, other: int) -> None:
        for place, far in ((one, other), (other, one)):
            self.take(place, self.sessions[place].connected(self.keys[far], self.now))

    def part(self, one: int, other: int) -> None:
        self.cut.add(tuple(sorted((one, other))))
        for place, far in ((one, other), (other, one)):
            self.take(place, self.sessions[place].lost(self.keys[far], self.now))

    def take(self, place: int, out: Output) -> Output:
        self.events[place] += out.events
        self.queue += [(place, self.keys.index(key), payload) for key, payload in out.frames]
        for key, payload in out.frames if self.ledger is not None else ():
            self.ledger.sent(key, payload)
        self.dropped += [(place, self.keys.index(key)) for key in out.drop]
        return out

    def settle(self) -> None:
        while self.queue:
            source, target, payload = self.queue.popleft()
            if tuple(sorted((source, target))) not in self.cut:
                self.take(target, self.sessions[target].receive(self.keys[source], payload, self.now))

    def wait(self, milliseconds: int, step: int = 200) -> None:
        for _ in range(0, milliseconds, step):
            self.now += step
            for place, session in enumerate(self.sessions):
                self.take(place, session.tick(self.now))
            self.settle()

    def told(self, place: int, kind):
        return [event for event in self.events[place] if isinstance(event, kind)]

    def notices(self, place: int) -> list[str]:
        return [event.text.key for event in self.told(place, Notice)]

    def stops(self) -> list[str | None]:
        """Why each session stopped."""
        found = []
        for place in range(len(self.sessions)):
            stops = self.told(place, OutOfStep)
            assert len(stops) <= 1
            found.append(stops[0].reason.key if stops else None)
        return found

    # -- playing -------------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        seat = self.sessions[0].position.turn
        assert seat is not None
        return seat

    def at_turn(self) -> int:
        """The place of the peer whose seat is on turn."""
        return self.keys.index(self.sessions[0].course.owner(self.turn))

    def act(self, place: int, moves, seat: int | None = None, index: int | None = None) -> Output:
        session = self.sessions[place]
        seat = self.turn if seat is None else seat
        out = session.act(seat, moves, len(session.log) if index is None else index, self.now)
        return self.take(place, out)

    def move(self, choose=lambda moves: moves[0]) -> None:
        """The seat on turn makes one move."""
        place = self.at_turn()
        session = self.sessions[place]
        self.act(place, (choose(session.position.moves()),))
        self.settle()

    def play(self, moves: int) -> None:
        for _ in range(moves):
            self.move()

    # -- lying ---------------------------------------------------------------------------------------------------------

    def lie(self, place: int, body: Body, **false: object) -> SignedEntry:
        """The next entry of this peer's program, except for its false parts."""
        session = self.sessions[place]
        honest = {
            "table": self.charter.charter.table,
            "n": len(session.log),
            "previous": session.course.head,
            "author": self.keys[place],
            "body": body,
            "digest": session.course.digest,
        }
        return write_entry(IDENTITIES[place], Entry(**{**honest, **false}))

    def send(self, source: int, target: int, *entries: SignedEntry) -> Output:
        return self.frame(source, target, Entries([entry.signed for entry in entries]))

    def frame(self, source: int, target: int, frame) -> Output:
        payload = frame if isinstance(frame, bytes) else game_frames.encode(frame)
        return self.take(target, self.sessions[target].receive(self.keys[source], payload, self.now))


def half_dealt(peers: int, folder: Path, place: int, entries: int) -> Straight:
    """A fair table in the middle of its first deal: a peer's log has so many entries, and other frames still wait."""
    table = Straight(peers, dealer=FAIR, cut=[(one, other) for other in range(peers) for one in range(other)], folder=folder)
    table.cut.clear()
    for one in range(peers):
        for other in range(one):
            table.join(one, other)
    while table.queue and len(table.sessions[place].log) < entries:
        source, target, payload = table.queue.popleft()
        table.take(target, table.sessions[target].receive(table.keys[source], payload, table.now))
    return table
