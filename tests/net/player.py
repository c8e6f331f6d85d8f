"""A node with a player who follows the test: takes a seat, is ready, and plays random legal moves."""

import random
import threading
import time

from net.api import Advanced, BotTurn, Closed, LobbyChanged, Notice, Opened, OutOfStep, PeersChanged, Plan, Refused, Seat
from net.node import TableNode
from tests.net.rim import DEADLINE, LIVELY, USUAL

OPEN = Seat("open")

LOOK_AGAIN = 0.1
"""Seconds between two looks at things without an event, such as a file."""


class Player:
    """A node on the loopback interface, with all its events.

    Attributes:
        plays: moves only as long as the log is shorter than this.
    """

    def __init__(self, home, name, seed=0, limits=USUAL, pace=LIVELY, **node):
        self.home = home
        self.name = name
        self.events = []
        self.changed = threading.Condition()
        self.plays = 0
        self.random = random.Random(f"{name} {seed}")
        self.opened = None
        self.seats = ()
        self.latest = None
        self.lobby = None
        self.bot = None
        self.peers = ()
        self.node = TableNode(home, self.hear, loopback=True, name=name, limits=limits, pace=pace, **node)

    @property
    def key(self):
        return self.node.identity.key

    def hear(self, event):
        with self.changed:
            self.events.append(event)
            match event:
                case LobbyChanged():
                    self.lobby = event.lobby
                case Opened():
                    self.opened = self.latest = event
                    self.seats, self.peers = event.seats, event.peers
                case PeersChanged():
                    self.seats, self.peers = event.seats, event.peers
                case Advanced():
                    self.latest = event
                case Closed():
                    self.lobby = self.opened = None
                case BotTurn():
                    self.bot = event
            self.changed.notify_all()
        if isinstance(event, (Opened, Advanced, BotTurn)):
            self.move()

    def move(self):
        """If a person or a bot here is on turn, play something."""
        latest = self.latest
        turn = latest.position.turn
        if turn is None or latest.index >= self.plays or not self.seats[turn].here:
            return
        if self.seats[turn].kind == "person":
            self.node.act(turn, (self.random.choice(latest.position.view(turn).moves()),), latest.index)
        elif self.bot is not None and self.bot.index <= latest.index and self.bot.seat == turn:
            bot, self.bot = self.bot, None
            self.node.act(turn, (self.random.choice(bot.view.moves()),), bot.index)

    def go_on(self, plays):
        """Play until the log has this many entries."""
        self.plays = plays
        if self.opened is not None:
            self.move()

    def until(self, found, what="it", deadline=DEADLINE):
        """Wait until ``found()`` is true, and return it: looks after every event, and now and then where none comes."""
        end = time.monotonic() + deadline
        with self.changed:
            while not (answer := found()):
                if time.monotonic() >= end:
                    raise AssertionError(
                        f"{self.name}: {what} did not happen; told {[str(event)[:300] for event in self.events[-8:]]}"
                    )
                self.changed.wait(min(LOOK_AGAIN, max(0.0, end - time.monotonic())))
            return answer

    def all(self, kind):
        return [event for event in list(self.events) if isinstance(event, kind)]

    def wait(self, kind, fits=lambda event: True, deadline=DEADLINE):
        """The newest event of a kind that fits, waited for."""
        self.until(lambda: any(fits(event) for event in self.all(kind)), f"{kind.__name__}", deadline)
        return [event for event in self.all(kind) if fits(event)][-1]

    def refused(self):
        return self.wait(Refused).reason

    def closed(self):
        return self.wait(Closed).reason

    def noticed(self, key):
        return self.wait(Notice, lambda event: event.text.key == key).text

    def wait_lobby(self, fits, what="a lobby"):
        self.until(lambda: self.lobby is not None and fits(self.lobby), what)
        return self.lobby

    def linked_with_all(self):
        self.until(lambda: self.peers and all(peer.linked for peer in self.peers), "links with everybody")

    def in_step(self):
        assert not self.all(OutOfStep), self.all(OutOfStep)

    def host(
        self, *seats, options=None, port=0, announce=False, strangers=True, file=None, spectators="code", ask_router=False
    ):
        plan = Plan("big-boss", seats, options or {}, self.name, file)
        self.node.host(plan, port, announce, strangers, spectators, ask_router=ask_router)
        return self.wait_lobby(lambda lobby: lobby.invite).invite

    def take_seat(self, seat):
        self.node.sit(seat, self.name)
        self.wait_lobby(lambda lobby: lobby.seats[seat].here, "a seat")
        self.node.ready(True)
        me = self.key.hex()
        self.wait_lobby(lambda lobby: any(peer.key == me and peer.ready for peer in lobby.peers), "being ready")

    def join(self, code, seat, **named):
        self.node.join(code, self.name, **named)
        self.wait_lobby(lambda lobby: True)
        self.take_seat(seat)

    def start(self):
        self.wait_lobby(lambda lobby: lobby.blocked is None, "a table that can start")
        self.node.start()


def play_to(index, *players, deadline=DEADLINE):
    """Let everybody play until all logs have this many entries."""
    for player in players:
        player.go_on(index)
    end = time.monotonic() + deadline
    for player in players:
        while player.opened is None or player.latest.index < index:
            if time.monotonic() > end:
                player.until(lambda: False, f"{index} entries", 0)
            with player.changed:
                player.changed.wait(0.3)
            # After a return, moves are refused until a peer says that there is nothing newer: try again.
            for other in players:
                other.go_on(index)


def table_of(players, **named):
    """Have the first host and the others join; start; wait until everybody plays."""
    host, *guests = players
    code = host.host(Seat("person", host.name), *[OPEN] * len(guests), **named)
    for seat, guest in enumerate(guests, start=1):
        guest.join(code, seat)
    host.start()
    for player in players:
        player.wait(Opened)
