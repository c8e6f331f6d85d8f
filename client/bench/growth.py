"""How costs grow: with seats, the length of the log, cards, spectators and saved files.

Each row is a cost at growing sizes, in processor time of this process. The exponent of a row is the slope of the line through
the logarithms of sizes and costs: 0 for a constant cost, 1 for one in proportion to size. Rows with an exponent above the limit
are listed.
"""

from __future__ import annotations

import math
import random
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from client.bench import Figure
from client.bench.deal import CONTEXT
from client.bench.engine import playout
from net.deal.fair import elgamal, shuffle
from net.deal.fair.group import base, random_scalar
from net.gamefile import GameFile, Recording, load, replay
from net.identity import Identity
from net.session.core import Session
from net.session.format.charter import CharterPeer, CharterSeat, SignedCharter, draw_up, sign_charter, signed_charter
from net.session.format.wire import Entries, Have, game_frames
from net.session.output import Output
from rules.contract import Game, complete_options

if TYPE_CHECKING:
    from client.library.index import Index

LIMIT = 1.25
"""The exponent above which a cost counts as worse than linear. Chance and other programs disturb the figures a little."""

CARDS = (18, 36, 72, 144)
SPECTATORS = (1, 2, 4, 8)
FILES = (10, 100, 1_000, 10_000)
PARTS = (0.25, 0.5, 1.0)
"""Of a game's log."""

PEERS = (2, 3, 4, 5)
ENTRIES = 160
"""The number of entries in games whose entries are timed."""


class Row(NamedTuple):
    """The cost of one thing.

    Attributes:
        what: the work.
        sizes: the sizes, increasing.
        costs: the nanoseconds at each size.
    """

    what: str
    sizes: Sequence[int]
    costs: Sequence[float]

    @property
    def exponent(self) -> float:
        """The slope of the logarithms (least squares)."""
        points = [(math.log(size), math.log(cost)) for size, cost in zip(self.sizes, self.costs, strict=True)]
        middle = [sum(axis) / len(points) for axis in zip(*points, strict=True)]
        above = sum((x - middle[0]) * (y - middle[1]) for x, y in points)
        return float(above / sum((x - middle[0]) ** 2 for x, _ in points))


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """All rows, with the least cost of all runs, and the number of rows that grow worse than linearly."""
    worse = []
    for row in rows(rules, runs):
        for size, cost in zip(row.sizes, row.costs, strict=True):
            yield Figure("growth", f"{row.what}: {size:,}", "us", [cost / 1e3])
        yield Figure("growth", f"{row.what}: exponent", "x", [row.exponent])
        if row.exponent > LIMIT:
            worse.append(row.what)
    for what in worse:
        yield Figure("growth", f"WORSE THAN LINEAR: {what}", "rows", [1])
    yield Figure("growth", "rows that grow worse than linear", "rows", [len(worse)])


def rows(rules: type[Game], runs: int) -> Iterator[Row]:
    """All measured rows, one after the other."""
    yield from _seats(rules, runs)
    yield from _log(rules, runs)
    yield from _cards(runs)
    yield from _spectators(rules, runs)
    yield from _files(runs)


def _seats(rules: type[Game], runs: int) -> Iterator[Row]:
    seats = list(rules.seats)
    if len(seats) > 1:
        costs = []
        for count in seats:
            taken = []
            for run in range(runs):
                begun = time.process_time_ns()
                moves = sum(playout(rules, count, 10 * run + seed) for seed in range(5))
                taken.append((time.process_time_ns() - begun) / moves)
            costs.append(min(taken))
        yield Row(f"{rules.id}, a move, by seats", seats, costs)
    peers = [count for count in PEERS if count in rules.seats]
    if len(peers) > 1:
        yield Row(
            f"{rules.id}, an entry in one copy, by peers", peers, [_best(runs, partial(_entry, rules, n)) / n for n in peers]
        )


def _log(rules: type[Game], runs: int) -> Iterator[Row]:
    """A whole game at one computer: its entries early and late, and reading parts of its file."""
    halves = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.alarife"
        for _ in range(runs):
            file.unlink(missing_ok=True)
            hall = Hall(rules, 1, file=file)
            moments = [time.process_time_ns()]
            while hall.move():
                moments.append(time.process_time_ns())
            hall.close()
            steps = len(moments) - 1
            halves.append([moments[round(part * steps)] - moments[0] for part in PARTS])
            sizes = [round(part * steps) for part in PARTS]
        yield Row(f"{rules.id}, playing so many entries", sizes, [min(one) for one in zip(*halves, strict=True)])
        lines = file.read_bytes().splitlines(keepends=True)
        parts = []
        for size in sizes:
            part = Path(folder) / f"{size}.alarife"
            part.write_bytes(b"".join(lines[: 1 + size]))
            parts.append(part)
        yield Row(
            f"{rules.id}, reading so many entries",
            sizes,
            [_best(runs, partial(_timed, load, part)) for part in parts],
        )
        read = [load(part) for part in parts]
        costs = [_best(runs, partial(_timed, _play_again, one)) for one in read]
        yield Row(f"{rules.id}, playing so many entries again", sizes, costs)


def _cards(runs: int) -> Iterator[Row]:
    key = base(random_scalar())
    made: list[list[int]] = []
    for cards in CARDS:
        pile = tuple(elgamal.lay_open(card, key) for card in range(cards))
        shuffle.check(pile, pile, shuffle.prove(pile, shuffle.mix(pile, key), key, CONTEXT), key, CONTEXT)  # the hashed points
        taken = []
        for _ in range(runs):
            moments = [time.process_time_ns()]
            mixed = shuffle.mix(pile, key)
            proof = shuffle.prove(pile, mixed, key, CONTEXT)
            moments.append(time.process_time_ns())
            assert shuffle.check(pile, mixed.after, proof, key, CONTEXT)
            moments.append(time.process_time_ns())
            taken.append([moments[1] - moments[0], moments[2] - moments[1]])
        made.append([min(one) for one in zip(*taken, strict=True)])
    for what, costs in zip(("shuffling", "checking a shuffle of"), zip(*made, strict=True), strict=True):
        yield Row(f"{what} so many cards", CARDS, costs)


def _spectators(rules: type[Game], runs: int) -> Iterator[Row]:
    alone = _best(runs, partial(_entry, rules, 2))
    costs = [_best(runs, partial(_entry, rules, 2, count)) for count in SPECTATORS]
    yield Row(f"{rules.id}, an entry in both copies, by spectators (0: {alone / 1e3:.0f} us)", SPECTATORS, costs)


def _files(runs: int) -> Iterator[Row]:
    from client.bench.library import fill
    from client.library.index import Index
    from client.system.home import GAMES, LIBRARY

    indexed, listed = [], []
    for files in FILES:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            games = home / GAMES
            fill(games, files)
            index = Index(home / LIBRARY)
            indexed.append(_timed(_sync, index, games))
            index.close()
            _list(home)  # the first time also loads modules
            listed.append(_best(runs, partial(_timed, _list, home)))
    yield Row("making the index of so many files", FILES, indexed)
    yield Row("the start page's list, by files", FILES, listed)


def _entry(rules: type[Game], peers: int, spectators: int = 0) -> float:
    """The mean cost of an entry after the start of the first turn, in all copies together. Spectators confirm entries."""
    hall = Hall(rules, peers, spectators)
    begun, first = time.process_time_ns(), len(hall.sessions[0].log)
    while len(hall.sessions[0].log) < ENTRIES and hall.move():
        pass
    taken = time.process_time_ns() - begun
    entries = len(hall.sessions[0].log) - first
    hall.close()
    return taken / max(1, entries)


def _best(runs: int, work: Callable[[], float]) -> float:
    return min(work() for _ in range(runs))


def _timed(work: Callable[..., object], *given: object) -> float:
    begun = time.process_time_ns()
    work(*given)
    return time.process_time_ns() - begun


def _play_again(recording: Recording) -> None:
    for _ in replay(recording):
        pass


def _sync(index: Index, games: Path) -> None:
    from client.library.stamps import folder_stamps

    index.sync(folder_stamps(games, ".alarife"))


def _list(home: Path) -> None:
    from client.pages.saved import saved_games
    from client.system.home import GAMES, LIBRARY

    saved_games(home / GAMES, index=home / LIBRARY)


class Hall:
    """Peers in one process, all linked to each other, without delay.

    Attributes:
        sessions: the peers' sessions.
    """

    def __init__(self, rules: type[Game], peers: int, spectators: int = 0, file: Path | None = None) -> None:
        self._chance = random.Random(1)
        self._now = 0
        seats = max(rules.seats[0], peers)
        people = [Identity.fresh() for _ in range(peers)]
        charter = _agreed(rules, seats, people)
        stores = [GameFile.create(file, charter, people[0].key, bytes([1]) * 32) if file is not None else None]
        stores += [None] * (peers - 1)
        self.sessions = [
            Session(one, charter, bytes([place + 1]) * 32, store, spectators="anybody")
            for place, (one, store) in enumerate(zip(people, stores, strict=True))
        ]
        self._by_key = {one.key: session for one, session in zip(people, self.sessions, strict=True)}
        self._on_the_way: deque[tuple[bytes, Output]] = deque()
        for key, session in self._by_key.items():
            self._send(key, session.begin(0))
        for key, session in self._by_key.items():
            for other in self._by_key:
                if other != key:
                    self._send(key, session.connected(other, 0))
        self._deliver()
        self._watchers: dict[bytes, int] = {}
        for place in range(spectators):
            watcher = Identity.fresh().key
            self._watchers[watcher] = 0
            self._send(people[0].key, self.sessions[0].watched(watcher, f"Watcher {place}", 0))
            self._confirm(watcher)
        self._deliver()

    def move(self) -> bool:
        """Let the seat on turn make a random move and deliver it to everybody; False when the game is over."""
        turn = self.sessions[0].position.turn
        if turn is None:
            return False
        self._now += 10
        session = self._by_key[self.sessions[0].course.owner(turn)]
        moves = session.position.moves()
        self._send(session.me, session.act(turn, [self._chance.choice(moves)], len(session.log), self._now))
        self._deliver()
        return True

    def close(self) -> None:
        """Close the files."""
        for session in self.sessions:
            session.close()

    def _send(self, author: bytes, output: Output) -> None:
        self._on_the_way.append((author, output))

    def _deliver(self) -> None:
        while self._on_the_way:
            author, output = self._on_the_way.popleft()
            for key, payload in output.frames:
                if key in self._by_key:
                    self._send(key, self._by_key[key].receive(author, payload, self._now))
                elif key in self._watchers and isinstance(frame := game_frames.decode(payload), Entries):
                    self._watchers[key] += len(frame.entries)
                    self._confirm(key)

    def _confirm(self, watcher: bytes) -> None:
        """A watcher tells the host how far its log reaches."""
        host, length = self.sessions[0], self._watchers[watcher]
        have = Have(host.charter.charter.table, length, host.log.head(length), host.log.digest(length), [])
        self._send(host.me, host.receive(watcher, game_frames.encode(have), self._now))


def _agreed(rules: type[Game], seats: int, people: Sequence[Identity]) -> SignedCharter:
    """A charter signed by all; the people take the seats in turn."""
    at = [CharterSeat("person", f"Seat {seat}", people[seat % len(people)].key) for seat in range(seats)]
    peers = [CharterPeer(one.key, f"Peer {place}") for place, one in enumerate(people)]
    fresh = [bytes([place]) * 16 for place in range(len(people))] if len(people) > 1 else []
    charter = draw_up(bytes(16), rules.id, complete_options(rules, {}), at, peers, fresh=fresh)
    raw = charter.pack()
    return signed_charter(raw, [sign_charter(one, raw) for one in people])
