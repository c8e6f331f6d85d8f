"""A simulated network of peers on one clock: one seed decides everything that happens, so every failure can be repeated."""

from __future__ import annotations

import hashlib
import heapq
import os
import random
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import tests.games.joint_seed  # noqa: F401  - registers the dealer
from net.api import Advanced, BotTurn, Closed, Notice, Opened, OutOfStep, Refused, TakeBackChanged
from net.deal import FAIR
from net.gamefile import GameFile
from net.identity import Identity
from net.session.core import Session
from net.session.format.charter import (
    CharterPeer,
    CharterSeat,
    SignedCharter,
    draw_up,
    sign_charter,
    signed_charter,
)
from net.session.output import Output
from rules.trial import Trial
from tests.knowledge.ledger import ledger_of
from tests.net.session import insides

NAMES = ("Anna", "Ben", "Carla", "Dario", "Eva")


def identity(name: str) -> Identity:
    return Identity(Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest()))


IDENTITIES = tuple(identity(name) for name in NAMES)


def charter_of(
    peers: int,
    seats: int,
    table: bytes = b"T" * 16,
    game: str = "orchard",
    bots: tuple[int, ...] = (),
    dealer: str = "joint-seed",
    manners: dict[str, str] | None = None,
    options: dict[str, str] | None = None,
) -> SignedCharter:
    """A table of ``peers`` installations; the seats go round among them, those in ``bots`` to the host's bots."""
    people = [CharterPeer(one.key, name) for one, name in zip(IDENTITIES[:peers], NAMES, strict=False)]
    places = [
        CharterSeat("bot", f"Bot {seat + 1}", people[0].key, "random")
        if seat in bots
        else CharterSeat("person", f"{people[seat % peers].name} {seat + 1}", people[seat % peers].key)
        for seat in range(seats)
    ]
    dealer = {"fair": FAIR}.get(dealer, dealer)  # whatever the number is
    raw = draw_up(table, game, options or {}, places, people, dealer if peers > 1 else "", manners).pack()
    return signed_charter(raw, [sign_charter(one, raw) for one in IDENTITIES[:peers]])


def die(file: GameFile) -> None:
    """Leave a game file as a killed program leaves it: closed, with nothing more written."""
    file.flushing.wait()  # the system, too, ends what it is doing first
    if file.handle >= 0:
        os.close(file.handle)
        file.handle = -1


WENT_BACK = ("replace.notice.back", "replace.notice.undone")
"""The message for a log that has become shorter."""


@dataclass(slots=True)
class Weather:
    """The quality of the network: milliseconds and probabilities."""

    delay: tuple[int, int] = (1, 30)
    late: float = 0.0
    loss: float = 0.0
    twice: float = 0.0
    flaps: int = 0
    crashes: int = 0
    leaves: int = 0
    apart: int = 0
    chat: int = 0
    backs: int = 0
    vanishes: int = 0


@dataclass(slots=True)
class Desk:
    """One computer: its session (None while its program is not running) and its events."""

    identity: Identity
    path: Path | None
    session: Session | None = None
    events: list = field(default_factory=list)
    doomed: bool = False
    vanished: bool = False
    life: int = 0

    def told(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def left(self) -> bool:
        """Whether the people have closed the table, and do not open the game again."""
        if self.session is None or not self.session.closed:
            return False
        return self.path is None or self.told(Closed)[-1].reason.key == "session.closed.left"


class Network:
    def __init__(
        self,
        peers: int,
        seats: int,
        seed: int,
        weather: Weather,
        folder: Path | None = None,
        bots: tuple[int, ...] = (0,),
        game: str = "orchard",
        dealer: str = "joint-seed",
        manners: dict[str, str] | None = None,
    ) -> None:
        self.rng = random.Random(f"{seed}/{peers}/{seats}")
        self.weather = weather
        self.charter = charter_of(peers, seats, self.rng.randbytes(16), game, bots, dealer, manners)
        self.ledger = ledger_of(self.charter, {one.key: self.private(one) for one in IDENTITIES[:peers]})
        self.now = 0
        self.queue: list = []
        self.count = 0
        self.desks = [
            Desk(one, folder / f"{name}.alarife" if folder else None)
            for one, name in zip(IDENTITIES[:peers], NAMES, strict=False)
        ]
        pairs = [(one, other) for other in range(peers) for one in range(other)]
        # The host is linked to everybody; any of the other pairs may never find each other.
        self.apart = self.rng.sample([pair for pair in pairs if pair[0]], min(weather.apart, max(0, len(pairs) - peers + 1)))
        self.up: set[tuple[int, int]] = set()
        self.frames = 0
        for place, desk in enumerate(self.desks):
            self.start(place, desk)
        for pair in pairs:
            self.later(self.rng.randint(0, 50), self.link, pair)
        for _ in range(weather.flaps):
            pair = self.rng.choice(pairs)
            self.later(self.rng.randint(100, 2000), self.flap, pair)
        for _ in range(weather.crashes):
            self.later(self.rng.randint(100, 2000), self.doom, self.rng.randrange(peers))
        for place in self.rng.sample(range(peers), min(weather.leaves, peers - 1)):
            self.later(self.rng.randint(100, 1500), self.leave, place)
        for number in range(weather.chat):
            self.later(self.rng.randint(0, 1500), self.say, self.rng.randrange(peers), f"hello {number}")
        for place in self.rng.sample(range(peers), min(weather.vanishes, peers - 2)):
            self.later(self.rng.randint(10, 2500), self.vanish, place)
        for _ in range(weather.backs):
            self.later(self.rng.randint(100, 2000), self.propose, self.rng.randrange(peers))

    # -- the clock -----------------------------------------------------------------------------------------------------

    def later(self, wait: int, call, *args) -> None:
        self.count += 1
        heapq.heappush(self.queue, (self.now + wait, self.count, call, args))

    def run(self, until: int = 120_000, done=None) -> None:
        done = done or self.finished
        while self.queue and not done():
            self.now, _, call, args = heapq.heappop(self.queue)
            assert self.now < until, f"nothing ends: {self.describe()}"
            call(*args)

    def finished(self) -> bool:
        """Whether all peers that are still there have the end of the game."""
        alive = [desk.session for desk in self.desks if not desk.vanished and not desk.left]
        if any(session is None or session.closed or session.position.result is None for session in alive):
            return False
        return len({len(session.log) for session in alive}) <= 1

    def describe(self) -> str:
        return "; ".join(
            f"{desk.session and len(desk.session.log)} {[str(e.text) for e in desk.told(Notice)][-1:]}" for desk in self.desks
        )

    def private(self, one: Identity) -> bytes:
        """The secret bytes that a peer's secrets of the dealing are made from."""
        return hashlib.sha256(one.key + self.charter.raw).digest()

    # -- computers -----------------------------------------------------------------------------------------------------

    def start(self, place: int, desk: Desk) -> None:
        private = self.private(desk.identity)
        if desk.path is None:
            desk.session = Session(desk.identity, self.charter, private)
        elif desk.path.exists():
            file, recording = GameFile.resume(desk.path)
            desk.session = Session(desk.identity, recording.charter, recording.private, file, recording.entries)
        else:
            desk.session = Session(
                desk.identity, self.charter, private, GameFile.create(desk.path, self.charter, desk.identity.key, private)
            )
        desk.doomed = False
        desk.life += 1
        self.take(place, desk.session.begin(self.now))
        self.later(self.rng.randint(1, 200), self.tick, place, desk.life)

    def tick(self, place: int, life: int) -> None:
        desk = self.desks[place]
        if desk.session is not None and desk.life == life and not desk.session.closed:
            self.take(place, desk.session.tick(self.now))
            self.later(200, self.tick, place, life)

    def doom(self, place: int) -> None:
        """Let the program die at its next own entry: written, but sent to nobody."""
        self.desks[place].doomed = True
        self.later(1500, self.kill, place, self.desks[place].life)

    def kill(self, place: int, life: int) -> None:
        desk = self.desks[place]
        if desk.session is None or desk.life != life or desk.session.closed:
            return
        if desk.session.file is not None:
            die(desk.session.file)
        desk.session = None
        for pair in sorted(self.up):
            if place in pair:
                self.unlink(pair)
        if not desk.vanished:
            self.later(self.rng.randint(50, 3000), self.revive, place)

    def vanish(self, place: int) -> None:
        """Let the program die, perhaps with an unsent entry. The others want a bot; some dead programs come back later."""
        desk = self.desks[place]
        if desk.session is None:
            self.later(500, self.vanish, place)
            return
        if desk.session.closed or desk.vanished:
            return
        course, missing = desk.session.course, [other.identity.key for other in self.desks if other.vanished]
        if any(key in course.there for key in missing) or (missing and not course.can_spare(desk.session.me)):
            self.later(500, self.vanish, place)  # the others cannot do without two at once
            return
        desk.vanished = True
        if self.rng.random() < 0.5 and desk.session.course.pen == desk.session.me and desk.session.position.turn is not None:
            self.doom(place)
            self.person(place, desk.life)
        self.kill(place, desk.life)
        self.later(self.rng.randint(1000, 6000), self.miss, place)
        if self.rng.random() < 0.6:
            self.later(self.rng.randint(1000, 20_000), self.come_home, place)

    def miss(self, place: int) -> None:
        """Let everybody vote to continue without a peer."""
        if self.desks[place].vanished:
            for other, desk in enumerate(self.desks):
                if desk.session is not None and other != place and not desk.session.closed:
                    key = self.desks[place].identity.key
                    there = desk.session.course.there
                    if sum(other.vanished and other.identity.key in there for other in self.desks) > 1:
                        self.later(3000, self.come_home, place)  # a replacement was undone, and now two are missing
                        return
                    if desk.session.course.can_spare(key):
                        if not insides.replacing(desk.session).wishes(key):
                            self.take(other, desk.session.replace(key, True, "", self.now))
                    elif key in desk.session.course.there:
                        self.later(3000, self.come_home, place)
                        return
            self.later(1000, self.miss, place)

    def come_home(self, place: int) -> None:
        if not self.desks[place].vanished:
            return
        self.desks[place].vanished = False
        self.revive(place)
        self.later(500, self.sit_down, place)

    def sit_down(self, place: int) -> None:
        """Take the seat back, if somebody else has it."""
        session = self.desks[place].session
        if session is None or session.closed or session.position.result is not None:
            return
        for other, desk in enumerate(self.desks):
            if desk.session is not None and other != place and not desk.session.closed:
                self.take(other, desk.session.replace(session.me, False, "", self.now))
        if session.course.can_return(session.me):
            self.take(place, session.take_seat_back(self.now))
        self.later(1000, self.sit_down, place)

    def open_again(self, place: int, life: int) -> None:
        """If leaving took too long, the people open the game again, and play on or take their seat back."""
        if self.desks[place].life == life:
            self.revive(place)
            self.later(500, self.sit_down, place)

    def revive(self, place: int) -> None:
        self.start(place, self.desks[place])
        for pair in [(one, other) for other in range(len(self.desks)) for one in range(other)]:
            if place in pair:
                self.later(self.rng.randint(10, 300), self.link, pair)

    # -- links ---------------------------------------------------------------------------------------------------------

    def link(self, pair) -> None:
        ends = [self.desks[place].session for place in pair]
        if pair in self.apart or pair in self.up or any(end is None or end.closed for end in ends):
            return
        self.up.add(pair)
        for place, other in (pair, pair[::-1]):
            desk = self.desks[place]
            self.take(place, desk.session.connected(self.desks[other].identity.key, self.now))

    def unlink(self, pair) -> None:
        self.up.discard(pair)
        for place, other in (pair, pair[::-1]):
            self.later(self.rng.randint(0, 100), self.lose, place, other)

    def lose(self, place: int, other: int) -> None:
        session = self.desks[place].session
        if session is not None and tuple(sorted((place, other))) not in self.up:
            self.take(place, session.lost(self.desks[other].identity.key, self.now))

    def flap(self, pair) -> None:
        if pair in self.up:
            self.unlink(pair)
            self.later(self.rng.randint(150, 4000), self.link, pair)

    def arrive(self, source: int, target: int, payload: bytes) -> None:
        session = self.desks[target].session
        if session is not None and tuple(sorted((source, target))) in self.up:
            self.take(target, session.receive(self.desks[source].identity.key, payload, self.now))

    def take(self, place: int, out: Output) -> None:
        """Send an output's frames through the weather and handle its events."""
        keys = [desk.identity.key for desk in self.desks]
        for key, payload in out.frames:
            self.frames += 1
            if self.ledger is not None:
                self.ledger.sent(key, payload)
            for _ in range(2 if self.rng.random() < self.weather.twice else 1):
                if self.rng.random() >= self.weather.loss:
                    wait = self.rng.randint(*self.weather.delay)
                    if self.rng.random() < self.weather.late:
                        wait += self.rng.randint(100, 1500)
                    self.later(wait, self.arrive, place, keys.index(key), payload)
        for key in out.drop:
            pair = tuple(sorted((place, keys.index(key))))
            if pair in self.up:
                self.flap(pair)
        desk = self.desks[place]
        desk.events += out.events
        for event in out.events:
            if isinstance(event, BotTurn):
                self.later(self.rng.randint(0, 20), self.bot, place, desk.life, event)
            elif isinstance(event, TakeBackChanged) and event.asked is not None and not event.asked.answered:
                self.later(self.rng.randint(0, 300), self.answer, place, desk.life)
        if any(isinstance(event, Advanced | Opened) for event in out.events):
            self.later(self.rng.randint(0, 60), self.person, place, desk.life)
        closed = [event.reason.key for event in out.events if isinstance(event, Closed)]
        if closed:
            for pair in sorted(self.up):
                if place in pair:
                    self.later(100, self.unlink, pair)
            if closed != ["session.closed.left"] and desk.path is not None:
                self.later(self.rng.randint(1000, 5000), self.open_again, place, desk.life)

    # -- people --------------------------------------------------------------------------------------------------------

    def bot(self, place: int, life: int, turn: BotTurn) -> None:
        session = self.desks[place].session
        if (
            session is not None and session.course.owner(turn.seat) == session.me
        ):  # else the peer that it played for has come back
            self.act(place, life, turn.seat, (self.rng.choice(turn.view.moves()),), turn.index)

    def person(self, place: int, life: int) -> None:
        session = self.desks[place].session
        if session is None or self.desks[place].life != life or session.position.turn is None or session.closed:
            return
        seat = session.position.turn
        if session.course.owner(seat) != session.me or session.course.level(seat):
            return
        questions = self.desks[place].told(TakeBackChanged)
        if questions and questions[-1].asked is not None and self.rng.random() < 0.9:
            self.later(self.rng.randint(0, 400), self.person, place, life)  # most people wait for the answers
            return
        trial = Trial(session.position.view(seat))
        while not trial.complete:
            trial.play(self.rng.choice(trial.state.moves()))
        self.act(place, life, seat, tuple(trial.moves), len(session.log))
        if session.position.turn is not None and not session.closed:
            self.later(500, self.person, place, life)  # it may have been refused while the program was waiting for news

    def act(self, place: int, life: int, seat: int, moves, index: int) -> None:
        desk = self.desks[place]
        if desk.session is None or desk.life != life:
            return
        stale = index < desk.session.course.changed  # it was taken back meanwhile
        out = desk.session.act(seat, moves, index, self.now)
        refused = [str(event.reason) for event in out.events if isinstance(event, Refused)]
        allowed = ("session.refused.waiting", "session.refused.left", "session.refused.stopped", "replace.refused.")
        assert stale or all(reason.startswith(allowed) for reason in refused), refused
        if desk.doomed:
            self.kill(place, life)
        else:
            self.take(place, out)

    def leave(self, place: int) -> None:
        session = self.desks[place].session
        if session is not None:
            self.take(place, session.leave(self.now))

    def propose(self, place: int) -> None:
        """Ask to take a turn back, as soon as one can be, and do nothing until there is an answer."""
        session = self.desks[place].session
        if session is None or session.closed or session.position.result is not None:
            return
        turns = session.course.quiet.turns
        if not turns:
            self.later(50, self.propose, place)
            return
        out = session.propose_take_back(self.rng.choice(turns)[0], self.now)
        self.take(place, out)
        if any(isinstance(event, Refused) and event.reason.key == "session.back.asked" for event in out.events):
            self.later(500, self.propose, place)  # somebody else asked first

    def answer(self, place: int, life: int) -> None:
        session = self.desks[place].session
        if session is not None and self.desks[place].life == life:
            self.take(place, session.answer_take_back(self.rng.random() < 0.8, self.now))

    def say(self, place: int, text: str) -> None:
        session = self.desks[place].session
        if session is not None:
            self.take(place, session.say(text, self.now))

    # -- what must hold ------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """All peers that are still there have the same log and the same position, and nobody was accused of anything."""
        sessions = [desk.session for desk in self.desks if desk.session is not None and not desk.vanished]
        longest = max((session.log for session in sessions), key=len)
        for session in sessions:
            length = len(session.log)
            assert session.log.head(length) == longest.head(length)
            assert session.position.digest() == longest.positions[length].digest()
        assert longest.positions[-1].result is not None
        for desk in self.desks:
            assert not desk.told(OutOfStep)
            fine = ("session.notice.left", "session.notice.unheard", "session.back.", "replace.notice.")
            assert all(event.text.key.startswith(fine) for event in desk.told(Notice)), desk.told(Notice)
            for events in _lives(desk.events):
                indexes = [event.index for event in events if isinstance(event, Advanced)]
                if any(isinstance(event, Notice) and event.text.key in WENT_BACK for event in events):
                    continue  # its log has gone back
                assert indexes == sorted(set(indexes)), "an entry was told twice or out of order"
                asked: set[int] = set()
                for event in events:
                    if isinstance(event, Refused):
                        asked.clear()  # its move came while the program was waiting for news
                    elif isinstance(event, BotTurn):
                        assert event.index not in asked, "a bot was asked twice"
                        asked.add(event.index)


def _lives(events):
    """The events of each life of a program."""
    lives: list[list] = []
    for event in events:
        if isinstance(event, Opened):
            lives.append([])
        lives[-1].append(event)
    return lives
