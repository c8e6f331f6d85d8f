"""One person at an evening has a modified program that tries every known kind of cheating."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import NamedTuple

from net.identity import Identity
from net.session.core import Session
from net.session.format.charter import SignedCharter
from net.session.format.entry import Body, SignedEntry
from net.session.format.wire import Entries, game_frames
from rules.registry import games
from tests.chaos.people import Person
from tests.net.session.cheats import CHEATS
from tests.net.session.stage import lie


class _Desk(NamedTuple):
    identity: Identity


class Cheat:
    """The interface of a table that the cheats of the simulated games need, at an evening.

    Attributes:
        person: whose program is changed.
        ways: everything that it can try, by name.
    """

    def __init__(self, people: Sequence[Person], place: int, rng: random.Random) -> None:
        self.person = people[place]
        self.cheat = place
        self.rng = rng
        self.mute = None
        self.ways = {way.__name__.replace("_", " "): way for way in CHEATS}
        self._people = people
        self.person.seen = self.person.table.kept = []

    def do(self, name: str) -> None:
        """Try this, if the program runs."""
        if self.person.here and self.person.table.session is not None and self.person.table.mesh is not None:
            self.ways[name](self)
            self.person.table.mesh.mute = self.mute

    def may_be_meant(self, blame: str) -> bool:
        """Whether a program may say this about the cheat.

        It names the cheat or its seat, or it says by what rule of the game an entry is refused, beside the sentence that names
        its author. Or it concerns something unsigned that the cheat told one peer.
        """
        sessions = (person.table.session for person in self._people)
        seats = {seat for session in sessions if session for seat in session.charter.charter.seats_of(self.person.key)}
        named = re.search(r"\bseat=(\d+)", blame)
        meant = self.person.name in blame or (named is not None and int(named[1]) in seats)
        return meant or blame.startswith(("session.stop.said", *(f"{game}." for game in games())))

    # -- what the cheats ask for ---------------------------------------------------------------------------------------

    @property
    def desks(self) -> list[_Desk]:
        return [_Desk(person.desk.identity) for person in self._people]

    @property
    def charter(self) -> SignedCharter:
        return self._session.charter

    @property
    def running(self) -> dict[int, Session]:
        session = self.person.table.session
        return {} if session is None or session.closed else {self.cheat: session}

    @property
    def seen(self) -> list[bytes]:
        return self.person.seen

    @property
    def _session(self) -> Session:
        session = self.person.table.session
        assert session is not None
        return session

    def leave(self, place: int) -> None:
        self.person.leave(True)

    def lie(self, body: Body, **false: object) -> SignedEntry | None:
        session = self.running.get(self.cheat)
        return None if session is None else lie(self.person.desk.identity, session, body, **false)

    def tell(self, payload: bytes, *targets: int) -> None:
        for target in targets or range(len(self._people)):
            if target != self.cheat:
                self.person.table.mesh.send(self._people[target].key, payload)

    def show(self, *lies: SignedEntry | None, targets: tuple[int, ...] = ()) -> None:
        signed = [one.signed for one in lies if one is not None]
        if signed:
            self.tell(game_frames.encode(Entries(signed)), *targets)
