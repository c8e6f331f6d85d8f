"""An evening: people come and go, programs die, somebody watches, one may cheat, and the ledger listens."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from client.soak.evening import Evening, Guest, Router
from client.soak.internet import Computer
from net.gamefile import load
from tests.chaos.cheat import Cheat
from tests.chaos.overheard import Ear, HeardTable
from tests.chaos.people import Person

LONG_AWAY = (60.0, 240.0)
"""Seconds for which a player vanishes: long enough for the others to continue without."""

SHORT_AWAY = (1.0, 20.0)

STILL = 900.0
"""Seconds without an entry after which a game with a cheat counts as held up."""


class ChaosEvening(Evening):
    """See this module.

    Attributes:
        ear: what has been heard.
        cheat: the changed program, None where all are honest.
        watchers: those who have come to watch.
    """

    spectators = "anybody"
    most_happenings = 14
    guests: Sequence[Person]

    def __init__(self, game: str, peers: int, seed: int, folder: Path, cheats: bool) -> None:
        self.ear = Ear()
        self.watchers: list[Person] = []
        self._draw = random.Random(f"chaos {seed}")
        # Mostly one home for all, else homes that let everybody in: other tests cover how people find each other.
        homes = 1 if self._draw.random() < 0.7 else peers
        if self._draw.random() < 0.2:
            self.manners = {"replace": "off"}
        self._folder, self._seed = folder, seed
        self._last = (0.0, -1)
        super().__init__(game, peers, seed, folder, [Router("any", "any", timeout=86_400.0)] * homes)
        self.cheat = Cheat(self.guests, self._draw.randrange(peers), self._draw) if cheats else None

    def _guest(self, computer: Computer, name: str, folder: Path, seed: int) -> Person:
        return Person(computer, name, folder, seed, partial(HeardTable, self.ear))

    def _kind(self, friendly: bool = False) -> Router:
        """Every home lets everybody in, a new one too: when the host has left, no other home may be open."""
        return super()._kind(friendly=True)

    def _apart(self) -> list[tuple[Guest, Guest]]:
        """Only those exchange codes whose programs run."""
        return [pair for pair in super()._apart() if all(guest.here and not guest.gone for guest in pair)]

    def play(self) -> dict[str, object]:
        """As in any evening; also the frames heard, and the number of entries of each kind in the log."""
        told = super().play()
        longest = max((load(guest.file).entries for guest in self._staying() or self.guests), key=len)
        bodies = Counter(type(signed.entry.body).__name__.removesuffix("Body").lower() for signed in longest)
        return told | {
            "heard": self.ear.heard,
            "log": dict(sorted(bodies.items())),
            "cheat": self.cheat is not None,
            "watched": len(self.watchers),
        }

    def gather(self) -> None:
        """Bring everybody together; from here on the ear listens."""
        super().gather()
        saved = [load(guest.file) for guest in self.guests]
        privates = {guest.key: recording.private for guest, recording in zip(self.guests, saved, strict=True)}
        self.ear.begin(saved[0].charter, privates, [] if self.cheat is None else [self.cheat.person.key])

    # -- the end -------------------------------------------------------------------------------------------------------

    def _staying(self) -> list[Person]:
        """The honest ones who have not left for good: perhaps nobody, if only the cheat goes on."""
        return [guest for guest in self.guests if not guest.gone and (self.cheat is None or guest is not self.cheat.person)]

    def ended(self) -> bool:
        """Whether everybody who stays has seen the end, or a cheat holds the game up."""
        staying = self._staying()
        if all(guest.over and guest.here for guest in staying):
            return True
        if self.cheat is None:
            return False
        now, index = self.internet.clock.seconds(), self.ear.entries
        if index != self._last[1] or not all(guest.here for guest in staying):
            self._last = now, index
        return any(guest.stopped for guest in staying) or now - self._last[0] > STILL

    def _same(self) -> bool:
        """A game that was stopped or held up by a cheat may have ended before all had the same."""
        over = all(guest.over and not guest.stopped for guest in self._staying())
        return super()._same() if over and self._staying() else self.cheat is not None

    def _to_verify(self) -> list[Person]:
        """One of them, by lot, if all hold the same entries: the check takes as long as a fifth of the game."""
        staying = self._staying()
        return [self._draw.choice(staying)] if staying and super()._same() else staying

    def _troubles(self) -> dict[str, str]:
        """The ledger has found something, or an honest peer has given up or been blamed."""
        found = super()._troubles()
        if self.ear.finding:
            found["ledger"] = self.ear.finding
        if self.cheat is not None:
            found.pop(self.cheat.person.name, None)
        for guest in self._staying():
            for said in guest.blamed:
                if self.cheat is None or not self.cheat.may_be_meant(said):
                    found[guest.name] = said
        return found

    def stop(self) -> None:
        """Close every table, those of watchers too."""
        for person in [*self.guests, *self.watchers]:
            person.table.stop()

    # -- what happens --------------------------------------------------------------------------------------------------

    def _happenings(self) -> Iterator[tuple[str, Callable[[], None]]]:
        yield from super()._happenings()
        for guest in self.guests:
            for what, happen in (
                ("leaves", partial(self._leave, guest, False)),
                ("leaves and comes back", partial(self._leave, guest, True)),
                ("vanishes for a while", partial(self._die, guest, LONG_AWAY)),
                ("is killed", partial(self._die, guest, SHORT_AWAY)),
                ("goes on from an older file", partial(self._go_back, guest)),
                ("asks to take back", guest.take_back),
            ):
                yield f"{guest.name} {what}", happen
        yield "somebody watches", self._watch
        if self.cheat is not None:
            for name in self.cheat.ways:
                yield f"{self.cheat.person.name} cheats: {name}", partial(self.cheat.do, name)

    def _leave(self, guest: Person, returns: bool) -> None:
        rest = [other for other in self.guests if other is not guest and not other.gone]
        if guest.here and not guest.gone and rest:
            guest.leave(returns)

    def _die(self, guest: Person, seconds: tuple[float, float]) -> None:
        if guest.here and not guest.gone:
            guest.die(self._draw.uniform(*seconds))

    def _go_back(self, guest: Person) -> None:
        """Everybody else who is honest has what was in the file: nothing else is promised."""
        staying = [other for other in self.guests if self.cheat is None or other is not self.cheat.person]
        others = [other for other in staying if other is not guest and other.here and not other.computer.asleep]
        if guest in staying and guest.here and len(others) == len(staying) - 1 >= 1 and self._equal(staying):
            guest.die(self._draw.uniform(*SHORT_AWAY), lost=self._draw.randint(1, 8))

    def _equal(self, guests: list[Person]) -> bool:
        return len({load(guest.file).entries[-1].hash for guest in guests if guest.saved}) == 1

    def _watch(self) -> None:
        code = self.guests[0].watching
        if not code or len(self.watchers) == 3:
            return
        home = self._homes[0]
        folder = self._folder / f"watcher {len(self.watchers)}"
        folder.mkdir()
        computer = Computer(home.network, f"192.168.200.{2 + len(self.watchers)}")
        watcher = self._guest(computer, f"Wanda {len(self.watchers)}", folder, self._seed)
        self.watchers.append(watcher)
        watcher.table.watch(code, None)
