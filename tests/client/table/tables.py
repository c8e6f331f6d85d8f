"""Tables for tests: the real engine behind a node that plays offline in the same thread, with a small dealer."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from PySide6.QtCore import QObject, Signal

from client.bots import Advice, Advised
from client.table.firsttime import tips_of
from net import api
from rules.contract import NOBODY, Deal, Event, Move, State, complete_options
from rules.message import message
from rules.registry import game, games


@dataclass
class Settings:
    reduced_motion: bool = True
    animation_speed: int = 100
    flat_view: bool = False
    tips_seen: list[str] = field(default_factory=lambda: [f"{area}.{name}" for game in games() for area, name in tips_of(game)])
    """The first explanations at a table: none are left."""
    stun: bool = False
    stun_servers: list[str] = field(default_factory=lambda: ["stun.example:3478"])
    name: str = "Anna"
    portrait: list[int] = field(default_factory=list)
    key: str = ""


@dataclass
class Dealer:
    """Answers deals as a fair dealer would; knows every card."""

    rng: random.Random
    faces: dict[int, int] = field(default_factory=dict)

    def answer(self, state: State, deal: Deal) -> tuple[int, ...]:
        known = state.known(deal)
        if known is not None:
            return known
        if deal.kind == "lot":
            return (self.rng.randrange(deal.faces[0]),)
        if deal.kind == "shuffle":
            faces = list(deal.faces)
            self.rng.shuffle(faces)
            self.faces.update(zip(deal.slots, faces, strict=True))
            return ()
        return tuple(self.faces[slot] for slot in deal.slots)

    def settle(self, state: State) -> list[Event]:
        events: list[Event] = []
        while state.deals:
            events += state.learn(state.deals[0], self.answer(state, state.deals[0]))
        return events


def begun(
    seats: int, seed: int = 1, options: Mapping[str, str] | None = None, start: int | None = None, name: str = "big-boss"
) -> tuple[State, Dealer]:
    """A game with its cards dealt, by default Das neue Big Boss; ``start`` chooses who begins.

    It has fewer seats if the game allows no more.
    """
    rules = game(name)
    seats = min(seats, max(rules.seats))
    data = {file: json.loads(files("resources").joinpath("games", f"{file}.json").read_text("utf-8")) for file in rules.data}
    state = rules.start(seats, complete_options(rules, options or {}), data)
    dealer = Dealer(random.Random(seed))
    while state.deals:
        deal = state.deals[0]
        state.learn(deal, (start,) if deal.kind == "lot" and start is not None else dealer.answer(state, deal))
    return state, dealer


def advanced(state: State, dealer: Dealer, turns: int, seed: int = 1) -> State:
    """Play a number of random moves that build rather than buy."""
    rng = random.Random(seed)
    for _ in range(turns):
        moves = state.moves()
        if not moves:
            break
        builds = [move for move in moves if move.kind in ("play", "play-tower", "castle", "grande", "baron")]
        state.play(rng.choice(builds or moves))
        dealer.settle(state)
    return state


class FakeNode:
    """Plays what it is told, at once; commands are noted in ``acted`` and ``said``."""

    def __init__(self, bridge: FakeBridge, state: State, dealer: Dealer, seats: Sequence[api.Seat]) -> None:
        self.bridge, self.state, self.dealer, self.seats = bridge, state, dealer, tuple(seats)
        self.index = 0
        self.acted: list[tuple[int, tuple[Move, ...], int]] = []
        self.said: list[str] = []
        self.asked: list[int | bool | str] = []
        self.reached: list[str] = []
        self.asked_servers: list[list[str]] = []
        self.refuse = False
        self.silent = False

    def act(self, seat: int, moves: tuple[Move, ...], index: int) -> None:
        self.acted.append((seat, moves, index))
        if self.silent:
            return
        if self.refuse or index != self.index:
            self.bridge.event.emit(api.Refused(message("table.not-your-turn", seat=seat)))
            return
        for move in moves:
            self.make(seat, move, mine=True)

    def make(self, seat: int, move: Move, mine: bool = False) -> None:
        """Make a move of the seat on turn and tell about it."""
        assert self.state.turn == seat
        assert self.state.why_not(move) is None
        events = self.state.play(move)
        events += self.dealer.settle(self.state)
        self.index += 1
        self.bridge.event.emit(api.Advanced(self.index, seat, move, tuple(events), self.state.copy(), mine))

    def turn_of(self, seat: int, seed: int = 0) -> None:
        """Let another seat make a whole turn at random."""
        rng = random.Random(seed)
        while self.state.turn == seat:
            self.make(seat, rng.choice(self.state.moves()))

    def entry(self) -> None:
        """An entry that is no move, such as a share or a peer's leaving."""
        self.index += 1
        self.bridge.event.emit(api.Advanced(self.index, NOBODY, None, (), self.state.copy(), False))

    def propose_take_back(self, index: int) -> None:
        self.asked.append(index)

    def answer_take_back(self, yes: bool) -> None:
        self.asked.append(yes)

    def set_spectators(self, setting: str) -> None:
        self.asked.append(setting)

    def throw_out(self, peer: str) -> None:
        self.asked.append(peer)

    def say(self, text: str) -> None:
        self.said.append(text)
        self.bridge.event.emit(api.Said("Anna", text, True))

    def reach(self, code: str) -> None:
        self.reached.append(code)

    def learn_public(self, servers: list[str]) -> None:
        self.asked_servers.append(servers)

    def leave(self) -> None:
        self.bridge.event.emit(api.Closed(message("table.leave")))


class FakeBridge(QObject):
    event = Signal(object)

    def __init__(self, state: State, dealer: Dealer, seats: Sequence[api.Seat]) -> None:
        super().__init__()
        self.node = FakeNode(self, state, dealer, seats)
        self.questions: list[tuple[str, State, Advised]] = []
        self.taken_back = 0

    def advise(self, game: str, view: State, answer: Advised) -> Callable[[], None]:
        """Note the question; :meth:`answer` answers it."""
        self.questions.append((game, view, answer))

        def take_back() -> None:
            self.taken_back += 1

        return take_back

    def answer(self, advice: Advice | None) -> None:
        """Answer the last question."""
        self.questions[-1][2](advice)


NAMES = ("Anna", "Bruno", "Carmen de la Frontera y Ríos", "Mei", "Zahra (greedy)")


def seats_of(kinds: str) -> tuple[api.Seat, ...]:
    """Seats by letters: ``h`` a person here, ``r`` a person elsewhere, ``b`` a bot."""
    made = []
    for number, kind in enumerate(kinds):
        here = kind in "hb"
        made.append(
            api.Seat(
                kind="bot" if kind == "b" else "person",
                name=NAMES[number],
                peer="a" * 64 if here else f"{number}" * 64,
                level="random" if kind == "b" else "",
                here=here,
            )
        )
    return tuple(made)


def opened(bridge: FakeBridge, game: str = "big-boss") -> api.Opened:
    node = bridge.node
    me = api.Peer("a" * 64, "Anna", True, True, message("net.status.linked"))
    others = [api.Peer(seat.peer, seat.name, True, True, message("net.status.linked")) for seat in node.seats if not seat.here]
    return api.Opened(
        game=game,
        options={},
        seats=node.seats,
        peers=(me, *others),
        me=me.key,
        dealer="local",
        file=None,
        position=node.state.copy(),
        index=node.index,
    )
