"""Whole games on a simulated internet: computers behind all kinds of routers, in bad weather, that sleep and move.

The programs are real from their tables down to their datagrams, and so are their files. Only sockets and time are simulated. An
evening of five peers takes only as long as its cryptography, and includes what nobody could wait for: routers that restart,
mappings that expire, computers that move from one home to another.
"""

from __future__ import annotations

import random
import secrets
import shutil
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path

from client.soak.internet import KINDS, Computer, Dependence, Firewall, Internet, Network, Server, Translator
from net.address_book import AddressBook
from net.api import (
    Advanced,
    AnswerReady,
    Closed,
    Lobby,
    LobbyChanged,
    NetEvent,
    Notice,
    Opened,
    OutOfStep,
    PeersChanged,
    Plan,
    Reachable,
    Refused,
    Unreached,
)
from net.api import Seat as Place
from net.desk import Desk
from net.identity import Identity
from net.link import Limits
from net.mesh import Pace
from net.surroundings import Surroundings
from net.table import Table
from net.verify import verify
from rules.contract import State

STUN = "8.8.8.8"
SERVERS = (f"{STUN}:3478",)
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elsa")

THINKING = 4.0
"""The longest time before a move, in seconds."""

PASTING = 5.0
"""How long people take to send an answer code to the host and paste it there, in seconds."""

GATHERING = 300.0
"""The time limit for everybody to sit at the table, in seconds."""

LASTING = 4 * 3600.0
"""The time limit for the game, in seconds."""

LOST = 60.0
"""How long people who have lost each other wait before they exchange codes (again), in seconds."""


class EveningFault(Exception):
    """An evening did not end as it must."""


@dataclass(frozen=True, slots=True)
class Router:
    """How a home is connected to the internet.

    Attributes:
        mapping, filtering: those of its translator; see :mod:`client.soak.internet`.
        timeout: the seconds after which it forgets a mapping.
        double: whether the provider translates once more, for many homes.
        ipv6: whether its computers have IPv6 addresses as well, behind a firewall that lets in only answers.
        udp: whether it lets UDP pass.
        none: whether there is no router at all, and the computers are directly on the internet.
    """

    mapping: Dependence = "any"
    filtering: Dependence = "port"
    timeout: float = 120.0
    double: bool = False
    ipv6: bool = False
    udp: bool = True
    none: bool = False

    def __str__(self) -> str:
        said = "none" if self.none else f"{self.mapping}/{self.filtering}, {self.timeout:.0f} s"
        marks = {"translated twice": self.double, "IPv6": self.ipv6, "no UDP": not self.udp}
        return ", ".join([said, *(mark for mark, holds in marks.items() if holds)])


@dataclass(frozen=True, slots=True)
class Home:
    """A network and its connection to the internet."""

    network: Network
    kind: Router
    router: Translator | None = None
    provider: Translator | None = None
    firewall: Firewall | None = None


class Guest:
    """A program on a simulated computer, and a person who plays at random.

    Attributes:
        computer: its computer.
        table: its table.
        make_table: makes it a new table.
        code: the last answer code that it made, or empty.
        way: the code by which others can find it, while somebody is missing.
        desk: what its tables share.
        index: entries played so far.
        over: whether the game has ended for it.
        trouble: why it has given up, or empty.
        noticed: the keys of the notices that it received.
    """

    def __init__(
        self, computer: Computer, name: str, folder: Path, seed: int, tables: Callable[[Desk, str], Table] = Table
    ) -> None:
        """``tables`` makes its table."""
        self.computer = computer
        self.name = name
        self.code = self.way = ""
        self.index = 0
        self.over = False
        self.trouble = ""
        self.noticed: list[str] = []
        self.file: Path | None = None
        self.invite = ""
        self._rng = random.Random(f"guest {seed} {name}")
        self._events: deque[NetEvent] = deque()
        self._seats: tuple[Place, ...] = ()
        self._position: State | None = None
        self._lobby: Lobby | None = None
        self._asked = -1
        self._thinking = False
        around = Surroundings(computer, lambda: int(1000 * computer.seconds()), lambda: list(computer.hosts))
        self.desk = desk = Desk(
            identity=Identity.fresh(),
            run=secrets.token_bytes(8),
            games=folder,
            book=AddressBook(folder / "addresses.json"),
            loopback=False,
            around=around,
            limits=Limits(),
            pace=Pace(),
            ways=tuple,
            emit=self._hear,
            announce=lambda announcement: None,
            seek=lambda beacon, met: None,
            keep_key=lambda: None,
        )
        self.make_table = partial(tables, desk, name)
        self.table = self.make_table()

    def host(self, game: str, seats: int, manners: Mapping[str, str], spectators: str) -> None:
        """Open a table, and ask a server for the public address."""
        places = (Place("person", self.name), *[Place("open")] * (seats - 1))
        plan = Plan(game, places, {}, self.name, manners=manners)
        self.table.host(plan, 0, announce=False, strangers=True, spectators=spectators, ask_router=False)
        self.table.findable.learn_public(SERVERS)

    def join(self, invite: str) -> None:
        """Call the host of an invite; if nobody answers, make an answer code."""
        self.table.join(invite, None, answers=True)

    def find(self, other: Guest) -> None:
        """Take the code that another table shows, and paste it here."""
        self.computer.callLater(self._rng.uniform(1, 4 * PASTING), lambda: self.table.reach(other.way))

    def linked_with(self, other: Guest) -> bool:
        """Whether there is a link to another guest."""
        return self.table.mesh is not None and self.table.mesh.is_linked(other.key)

    @property
    def key(self) -> bytes:
        """Its public key."""
        return self.desk.identity.key

    def links(self) -> Counter[str]:
        """Its links, counted by transport."""
        mesh = self.table.mesh
        assert mesh is not None
        return Counter("udp" if mesh.place(key) is not None else "tcp" for key in mesh.linked)

    def _hear(self, event: NetEvent) -> None:
        """Take an event once the table is done with its cause."""
        self._events.append(event)
        self.computer.callLater(0, lambda: self._take(self._events.popleft()))

    def _take(self, event: NetEvent) -> None:
        match event:
            case LobbyChanged(lobby=lobby):
                self._lobby = lobby
                self._settle(lobby)
            case Opened():
                assert event.file is not None
                self.file, self._seats = Path(event.file), event.seats
                self._go_on(event.position, event.index)
            case Advanced():
                self._go_on(event.position, event.index)
            case PeersChanged(seats=seats):
                self._seats = seats
                self._think()  # a seat that was taken back may be on turn
            case Unreached(reason=reason) if reason.key == "answer.closed.nobody":
                self.trouble = reason.key
            case Unreached():
                self.table.make_answer(SERVERS)
            case AnswerReady(code=code):
                self.code = code
            case Reachable(invite=way):
                self.way = way
            case Notice(text=text):
                self.noticed.append(text.key)
            case Refused(reason=reason) if self._position is None:
                if reason.key == "net.refused.taken" and reason.value("seat") != self._asked + 1:
                    return  # the list came first, and another seat is asked for already
                self._asked = -1
                if self._lobby is not None:
                    self._settle(self._lobby)
            case Refused():  # others were faster, or the link is just returning
                self._think()
            case OutOfStep(reason=reason) | Closed(reason=reason):
                self.trouble = self.trouble or reason.key

    def _settle(self, lobby: Lobby) -> None:
        """Take a seat and agree. The host begins as soon as nothing prevents it."""
        self.invite = lobby.invite
        seated = [place for place, seat in enumerate(lobby.seats) if seat.here]
        free = [place for place, seat in enumerate(lobby.seats) if seat.kind == "open"]
        if lobby.host:
            if lobby.blocked is None:
                now = int(1000 * self.computer.seconds())
                self.table.in_lobby(lambda lobby: lobby.start(now))
        elif not seated and free and self._asked not in free:  # otherwise the answer is still on its way
            self._asked = chosen = self._rng.choice(free)
            self.table.in_lobby(lambda lobby: lobby.sit(chosen, self.name))
        elif seated and not any(peer.ready for peer in lobby.peers if peer.key == lobby.me):
            self.table.in_lobby(lambda lobby: lobby.ready(True))

    def _go_on(self, position: State, index: int) -> None:
        self._position, self.index = position, index
        self.over = position.result is not None
        self._think()

    def _think(self) -> None:
        """Decide after a while, if a person of this computer is on turn."""
        if self._on_turn() is not None and not self._thinking:
            self._thinking = True
            self.computer.callLater(self._rng.random() * THINKING, self._move)

    def _move(self) -> None:
        """Make a random move, if a person of this computer is still on turn."""
        self._thinking = False
        seat = self._on_turn()
        if seat is None or self._position is None or self.table.over:
            return
        moves = self._position.view(seat).moves()
        if moves:
            self.table.act(seat, (self._rng.choice(moves),), self.index)

    def _on_turn(self) -> int | None:
        """The seat on turn, if a person of this computer plays it."""
        seat = self._position.turn if self._position is not None else None
        return seat if seat is not None and self._seats[seat].here and self._seats[seat].kind == "person" else None


class Evening:
    """A game among friends, each behind their own kind of router or in one home with another.

    Attributes:
        happened: what has happened, in order.
        exchanged: how often two people have exchanged the codes of their tables.
        manners: what the table agrees on.
        spectators: who may watch.
        most_happenings: the largest number of happenings.
    """

    manners: Mapping[str, str] = {}
    spectators = "nobody"
    most_happenings = 8

    def __init__(self, game: str, peers: int, seed: int, folder: Path, routers: Sequence[Router] = ()) -> None:
        """Set the table; ``folder`` is for this evening alone; ``routers``, if given, are those of the homes."""
        self._rng = rng = random.Random(f"evening {seed}")
        self.internet = Internet(seed, delay=rng.choice((0.005, 0.02, 0.04)), loss=rng.choice((0.0, 0.01, 0.03)))
        self.internet.disorder = rng.choice((0.0, 0.02))
        self.internet.clock.advance(1000)
        self.internet.tcp = True
        Server(self.internet, STUN)
        self.game = game
        self.happened: list[str] = []
        self.exchanged = 0
        self._lost: set[tuple[str, str]] = set()
        self._count = 10
        self._reachable = rng.random() < 0.4
        first = Router(none=True) if self._reachable else self._kind(friendly=True)  # all need some way to reach the host
        kinds = list(routers) or [first, *[self._kind() for _ in range(peers - 2)]]
        self._reachable = kinds[0].none
        homes = [self._home(kind) for kind in kinds]
        self.guests: list[Guest] = []
        for place, name in enumerate(NAMES[:peers]):
            home = homes[place] if place < len(homes) else rng.choice(homes)
            (folder / name).mkdir(parents=True)
            computer = Computer(home.network, *self._inside(home))
            self.guests.append(self._guest(computer, name, folder / name, seed))
        self._homes = homes
        self._planned: list[str] | None = None

    def _guest(self, computer: Computer, name: str, folder: Path, seed: int) -> Guest:
        return Guest(computer, name, folder, seed)

    def _kind(self, friendly: bool = False) -> Router:
        """A random router. A ``friendly`` one lets in all UDP. It may block UDP if there is another way to the host."""
        rng = self._rng
        mapping = "any" if friendly else rng.choice(KINDS)
        return Router(
            mapping,
            "any" if friendly else rng.choice(KINDS),
            rng.choice((20.0, 30.0, 120.0)),
            double=not friendly and rng.random() < 0.2,
            ipv6=rng.random() < 0.3,
            udp=friendly or rng.random() > 0.2 or not (self._reachable or mapping == "any"),
        )

    def _home(self, kind: Router) -> Home:
        if kind.none:
            return Home(self.internet, kind)
        outside: Network = self.internet
        host, provider = self._new_host(), None
        if kind.double:
            provider = Translator(self.internet, host, kind.mapping, kind.filtering, kind.timeout)
            outside, host = provider.network, "100.64.0.2"
        router = Translator(outside, host, kind.mapping, kind.filtering, kind.timeout, udp=kind.udp)
        router.network.tcp = True
        firewall = Firewall(self.internet, kind.timeout, router.network, kind.udp) if kind.ipv6 else None
        return Home(router.network, kind, router, provider, firewall)

    def _new_host(self) -> str:
        self._count += 1
        return f"{self._count}.{self._count}.{self._count}.{self._count}"

    def _inside(self, home: Home) -> list[str]:
        """Addresses for one more computer."""
        if home.kind.none:
            return [self._new_host()]
        self._count += 1
        ours = [f"192.168.{self._count}.2"]
        return [*ours, f"2a00:db8::{self._count:x}"] if home.firewall is not None else ours

    def play(self) -> dict[str, object]:
        """Play to the end; returns the record to print. Raises :class:`EveningFault` if it does not end as it must."""
        try:
            self.gather()
            begun = self.internet.clock.seconds()
            self._begin_happenings()
            self._exchange()
            self._wait(LASTING, self.ended, "the end of the game")
            took = self.internet.clock.seconds() - begun
            self._wait(600, self._same, "equal logs")
            links = sum((guest.links() for guest in self.guests), Counter[str]())
            self._verify()
        finally:
            self.stop()
            self.internet.run(60)
        return {
            "game": self.game,
            "peers": len(self.guests),
            "links": {kind: count // 2 for kind, count in sorted(links.items())},
            "routers": [str(home.kind) for home in self._homes],
            "loss": self.internet.loss,
            "delay": self.internet.delay,
            "entries": max(guest.index for guest in self.guests),
            "seconds": round(took),
            "datagrams": self.internet.carried,
            "happened": self.happened,
            "exchanged": self.exchanged,
        }

    def gather(self) -> None:
        """Bring host and guests together, with two codes where one is not enough."""
        host, *others = self.guests
        host.host(self.game, len(self.guests), self.manners, self.spectators)
        self._wait(30, lambda: host.invite, "the invite")
        self.internet.run(5)
        for guest in others:
            guest.join(host.invite)
        pasted: dict[str, float] = {}

        def begun() -> bool:
            now = self.internet.clock.seconds()
            for guest in others:
                if guest.code and guest.file is None and now - pasted.get(guest.name, now - 60) >= 40:
                    pasted[guest.name] = now
                    self.internet.clock.callLater(PASTING, host.table.findable.take_answer, guest.code)
            return all(guest.file is not None for guest in self.guests)

        self._wait(GATHERING, begun, "the beginning of the game")

    def _wait(self, seconds: float, until: Callable[[], object], what: str) -> None:
        done = self.internet.run(seconds, lambda: until() or self._troubles())
        troubles = self._troubles()
        if troubles or not done:
            stand = {guest.name: (guest.index, dict(guest.links()) if guest.table.mesh else None) for guest in self.guests}
            raise EveningFault(f"no {what}: {troubles or stand}; happened: {self.happened}")

    def _exchange(self) -> None:
        """Let people who have been separated for a while exchange the codes that their tables show."""
        for one, other in self._apart():
            if (one.name, other.name) in self._lost and not one.computer.asleep and not other.computer.asleep:
                self.exchanged += 1
                for seeker, sought in ((one, other), (other, one)):
                    seeker.table.findable.learn_public(SERVERS)
                    self.internet.clock.callLater(PASTING, seeker.find, sought)
        self._lost = {(one.name, other.name) for one, other in self._apart()}
        self.internet.clock.callLater(LOST, self._exchange_again)

    def _exchange_again(self) -> None:
        """Again, until all have seen the same end: a person who ended the game out of touch still has to meet the others."""
        if not self.ended() or not self._same():
            self._exchange()

    def _apart(self) -> list[tuple[Guest, Guest]]:
        """Pairs without a link, even through others."""
        known: dict[str, set[str]] = {guest.name: {guest.name} for guest in self.guests}
        for one, other in combinations(self.guests, 2):
            if one.linked_with(other) and other.linked_with(one):
                joined = known[one.name] | known[other.name]
                known.update(dict.fromkeys(joined, joined))
        return [pair for pair in combinations(self.guests, 2) if pair[1].name not in known[pair[0].name]]

    def _troubles(self) -> dict[str, str]:
        """Why each guest that has given up did so, by name."""
        return {guest.name: guest.trouble for guest in self.guests if guest.trouble}

    def _staying(self) -> Sequence[Guest]:
        """The guests who play to the end."""
        return self.guests

    def ended(self) -> bool:
        """Whether everybody who stays to the end has seen it."""
        return all(guest.over for guest in self._staying())

    def _same(self) -> bool:
        """Whether all files have the same entries; some may still be on their way."""
        heads = set()
        for guest in self._staying():
            assert guest.file is not None
            _, *entries = guest.file.read_bytes().splitlines()
            heads.add((len(entries), entries[-1]))
        return len(heads) == 1

    def _to_verify(self) -> Sequence[Guest]:
        """The guests whose files are verified at the end."""
        return self._staying()

    def _verify(self) -> None:
        for guest in self._to_verify():
            assert guest.file is not None
            verdict = verify(guest.file)
            if not verdict.holds:
                raise EveningFault(f"the file of {guest.name} does not hold: {verdict.findings[-1]}")

    def stop(self) -> None:
        """Close every table."""
        for guest in self.guests:
            guest.table.stop()

    # -- happenings --------------------------------------------------------------------------------------------------

    def plan(self, happenings: Sequence[str]) -> None:
        """Let exactly these things happen, up to a minute and a half apart; call this before :meth:`play`."""
        self._planned = list(happenings)

    def _begin_happenings(self) -> None:
        possible = dict(self._happenings())
        if self._planned is None:
            self._planned = self._rng.choices(list(possible), k=self._rng.randrange(self.most_happenings + 1))
        at = 0.0
        for what in self._planned:
            at += self._rng.uniform(5, 90)
            self.internet.clock.callLater(at, self._happen, what, possible[what])

    def _happen(self, what: str, happen: Callable[[], None]) -> None:
        if not self.ended():
            self.happened.append(what)
            happen()

    def _happenings(self) -> Iterator[tuple[str, Callable[[], None]]]:
        for home in self._homes:
            if home.router is not None:
                who = self._who(home)
                yield f"the router of {who} restarts", partial(self._restart, home)
                yield f"the router of {who} restarts with other ports", partial(self._restart, home, False)
                yield f"the router of {who} gets another address", partial(self._renumber, home.provider or home.router)
                yield f"the router of {who} blocks UDP", partial(self._block, home)
        for guest in self.guests:
            yield f"{guest.name} sleeps", partial(self._sleep, guest.computer)
            if guest is not self.guests[0]:
                yield f"{guest.name} moves", partial(self._move, guest.computer)

    @staticmethod
    def _restart(home: Home, preserve: bool = True) -> None:
        if home.router is not None:
            home.router.forget(preserve)
        if home.firewall is not None:
            home.firewall.forget()

    def who(self, home: int) -> str:
        """The people at one of the first homes."""
        return self._who(self._homes[home])

    def _who(self, home: Home) -> str:
        return " and ".join(guest.name for guest in self.guests if guest.computer.network is home.network) or "nobody"

    def _renumber(self, router: Translator) -> None:
        router.renumber(self._new_host())

    def _block(self, home: Home) -> None:
        """Block UDP for a while. In a home that never lets UDP pass, this changes nothing."""
        if home.router is not None and home.router.udp:
            seconds = self._rng.uniform(20, 200)
            for one in (home.router, home.firewall):
                if one is not None:
                    one.udp = False
                    self.internet.clock.callLater(seconds, setattr, one, "udp", True)

    def _sleep(self, computer: Computer) -> None:
        computer.asleep = True
        self.internet.clock.callLater(self._rng.uniform(5, 90), setattr, computer, "asleep", False)

    def _move(self, computer: Computer) -> None:
        """Move a computer to its own home, with another kind of router."""
        home = self._home(self._kind())
        computer.move(home.network, *self._inside(home))


def evenings(games: Sequence[tuple[str, int]], seeds: Sequence[int], folder: Path) -> Iterator[dict[str, object]]:
    """Play an evening for each seed, with the games (id and peers) in turn; ``end`` is ``over`` or ``fault``, with ``why``."""
    for seed in seeds:
        game, peers = games[seed % len(games)]
        own = folder / f"evening-{seed}"
        shutil.rmtree(own, ignore_errors=True)
        try:
            told = Evening(game, peers, seed, own).play()
        except EveningFault as fault:
            yield {"evening": seed, "game": game, "peers": peers, "end": "fault", "why": str(fault)}
        else:
            shutil.rmtree(own, ignore_errors=True)
            yield {"evening": seed} | told | {"end": "over"}
