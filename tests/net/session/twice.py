"""A peer that runs its program twice, so that each copy shows another peer another course of the game.

The two honest peers reach each other only through it. That takes no forged frame and no false proof.
"""

from __future__ import annotations

from collections import deque

from net.api import OutOfStep
from net.deal import FAIR
from net.session.core import Session
from net.session.output import Output
from net.session.traffic import gossip
from rules.message import Message
from tests.knowledge.ledger import ledger_of
from tests.net.session.network import IDENTITIES, NAMES, charter_of
from tests.net.session.straight import private_of


class Twice:
    """Sessions by name; each runs for the peer whose name it begins with, as in ``Ben`` and ``Ben again``."""

    def __init__(self, cheat: str, peers: int = 3, manners: dict[str, str] | None = None) -> None:
        self.cheat = cheat
        self.charter = charter_of(peers, peers, dealer=FAIR, manners=manners)
        self.keys = {name: one.key for name, one in zip(NAMES, IDENTITIES[:peers], strict=False)}
        self.ledger = ledger_of(self.charter, {key: private_of(place) for place, key in enumerate(self.keys.values())})
        self.ledger.excuse(self.keys[cheat])
        self.now = 1_000
        self.sessions: dict[str, Session] = {}
        self.events: dict[str, list] = {}
        self.links: set[frozenset[str]] = set()
        self.queue: deque[tuple[str, str, bytes]] = deque()
        for name in self.keys:
            self._start(name)
        for name in self.honest:
            self.join(cheat, name)
        self.settle()

    @property
    def honest(self) -> list[str]:
        """The peers with honest programs."""
        return [name for name in self.keys if name != self.cheat]

    def _start(self, name: str, past: Session | None = None) -> None:
        place = NAMES.index(name.split()[0])
        entries = None if past is None else list(past.log.entries)
        session = self.sessions[name] = Session(IDENTITIES[place], self.charter, private_of(place), past=entries)
        self.events[name] = []
        self.take(name, session.begin(self.now))

    def run_twice(self, *others: str) -> str:
        """From now on, a second copy of the cheat's program talks to these peers in place of the first.

        Returns its name.
        """
        again = f"{self.cheat} again"
        for other in others:
            self.part(self.cheat, other)
        self._start(again, self.sessions[self.cheat])
        for other in others:
            self.join(again, other)
        self.settle()
        return again

    # -- links ---------------------------------------------------------------------------------------------------------

    def key(self, name: str) -> bytes:
        return self.keys[name.split()[0]]

    def join(self, one: str, other: str) -> None:
        self.links.add(frozenset((one, other)))
        for name, far in ((one, other), (other, one)):
            self.take(name, self.sessions[name].connected(self.key(far), self.now))

    def part(self, one: str, other: str) -> None:
        self.links.discard(frozenset((one, other)))
        for name, far in ((one, other), (other, one)):
            self.take(name, self.sessions[name].lost(self.key(far), self.now))

    def take(self, name: str, out: Output) -> Output:
        self.events[name] += out.events
        for key, payload in out.frames:
            self.ledger.sent(key, payload)
            for other in self.sessions:
                if self.key(other) == key and frozenset((name, other)) in self.links:
                    self.queue.append((name, other, payload))
        return out

    def settle(self) -> None:
        while self.queue:
            source, target, payload = self.queue.popleft()
            if frozenset((source, target)) in self.links:
                self.take(target, self.sessions[target].receive(self.key(source), payload, self.now))

    def wait(self, milliseconds: int, step: int = 200) -> None:
        for _ in range(0, milliseconds, step):
            self.now += step
            for name, session in self.sessions.items():
                self.take(name, session.tick(self.now))
            self.settle()

    # -- playing -------------------------------------------------------------------------------------------------------

    def act(self, name: str, kind: str) -> None:
        """A move of this kind by the seat on turn, which the people (or the bot) at this program play."""
        session = self.sessions[name]
        seat = session.position.turn
        wanted = [move for move in session.position.moves() if move.kind == kind]
        self.take(name, session.act(seat, wanted[:1], len(session.log), self.now))
        self.settle()

    def at_turn(self, name: str) -> str:
        """The peer that plays the seat on turn, as this program knows it."""
        course = self.sessions[name].course
        owner = course.owner(course.state.turn)
        return next(other for other, key in self.keys.items() if key == owner)

    def at_turn_of(self, name: str) -> bool:
        """Whether this program is to move for a person of its own."""
        session = self.sessions[name]
        turn = session.position.turn
        return turn is not None and session.course.owner(turn) == session.me and not session.stopped

    def stopped(self, name: str) -> Message | None:
        """The reason why the game has stopped here."""
        return next((event.reason for event in self.events[name] if isinstance(event, OutOfStep)), None)

    def until(self, wanted: str) -> None:
        """Play until it is this peer's turn."""
        while self.at_turn(self.cheat) != wanted:
            self.act(self.at_turn(self.cheat), "draw")
            self.wait(400)

    def go_on_without(self, gone: str, *programs: str) -> None:
        """The people at these programs want a bot in the place of somebody who has gone."""
        for name in programs:
            self.take(name, self.sessions[name].replace(self.keys[gone], True, "random", self.now))
        self.settle()
        self.wait(gossip.RESEND)
