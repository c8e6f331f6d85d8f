"""A tiny but real card game for two to five seats, with every kind of deal: fast enough for hundreds of whole games.

The trees of an orchard bear fruit of the kinds 1 to 7. In a turn a seat may ``play K`` up to two cards of its hand (a fruit
counts its kind), then it must ``draw`` from the pile, ``take S`` a face-up card, or ``stop``. The game ends when everybody
stopped in a row, or with the pile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.contract import (
    NOBODY,
    SEALED,
    Budget,
    Deal,
    Event,
    Facts,
    Game,
    Level,
    Move,
    Option,
    Result,
    Rng,
    ScoreLine,
    State,
    Unseen,
    ranks_of,
)
from rules.message import Message, message

KINDS = 7


class OrchardState(State):
    def __init__(self, seats: int, row: int) -> None:
        self.seats = seats
        self.undoable = 0
        self.row = row
        cards = 6 * seats + row
        self.kinds = tuple(slot % KINDS + 1 for slot in range(cards))
        self.faces: dict[int, int] = {}
        self.public: list[int] = []
        self.pile = list(range(1, cards + 1))
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.market: list[int] = []
        self.played: list[list[int]] = [[] for _ in range(seats)]
        self.seat = NOBODY
        self.plays = 0
        self.stops = 0
        self.turns = 0
        self.end = ""
        self.pending = [Deal("lot", faces=(seats,)), Deal("shuffle", tuple(self.pile), faces=self.kinds)]
        for seat in range(seats):
            self.hands[seat] = self.pile[3 * seat : 3 * seat + 3]
            self.pending.append(Deal("draw", tuple(self.hands[seat]), seat))
        del self.pile[: 3 * seats]
        self.pending.append(Deal("open", tuple(self.pile[:row])))
        del self.pile[:row]

    @property
    def turn(self) -> int | None:
        return None if self.pending or self.end else self.seat

    @property
    def deals(self) -> tuple[Deal, ...]:
        return tuple(self.pending)

    @property
    def turn_number(self) -> int:
        return self.turns + bool(self.end)

    def unseen(self) -> tuple[Unseen, ...]:
        if any(deal.kind == "shuffle" for deal in self.pending):
            return ()
        slots = tuple(slot for slot in range(1, len(self.kinds) + 1) if slot not in self.faces)
        left = sorted(self.kinds)
        for kind in self.faces.values():
            left.remove(kind)
        waiting = [slot for deal in self.pending if deal.kind == "draw" for slot in deal.slots]
        held = tuple(slot for slot in slots if any(slot in hand for hand in self.hands) and slot not in waiting)
        return (Unseen(slots, tuple(left), held),) if slots else ()

    def _suppose(self, faces: Mapping[int, int]) -> None:
        self.faces.update(faces)

    def prompt(self) -> Message:
        return message("orchard.prompt.turn", seat=self.seat)

    def moves(self) -> list[Move]:
        if self.turn is None:
            return []
        found = [Move("play", (kind,)) for kind in range(1, KINDS + 1) if self.may_play(kind)]
        if self.pile:
            found.append(Move("draw"))
        return [*found, *(Move("take", (slot,)) for slot in self.market), Move("stop")]

    def may_play(self, kind: int) -> bool:
        if self.plays == 2:
            return False
        hand = self.hands[self.seat]
        if any(self.faces.get(slot) == kind for slot in hand):
            return True
        sealed = any(slot not in self.faces for slot in hand)
        seen = list(self.faces.values()).count(kind)
        return sealed and seen < self.kinds.count(kind)

    def why_not(self, move: Move) -> Message | None:
        if self.turn is None:
            return message("orchard.refusal.nobody")
        return None if move in self.moves() else message("orchard.refusal.not-now", move=str(move))

    def play(self, move: Move) -> list[Event]:
        seat = self.seat
        if move.kind == "play":
            kind = move.args[0]
            slots = tuple(slot for slot in self.hands[seat] if slot not in self.public or self.faces[slot] == kind)
            self.pending.append(Deal("show", slots, seat, (kind,)))
            return []
        if move.kind == "draw":
            slot = self.pile.pop(0)
            self.hands[seat].append(slot)
            self.pending.append(Deal("draw", (slot,), seat))
        elif move.kind == "take":
            self.market.remove(move.args[0])
            self.hands[seat].append(move.args[0])
            if self.pile:
                self.pending.append(Deal("open", (self.pile.pop(0),)))
        self.stops = self.stops + 1 if move.kind == "stop" else 0
        self.plays = self.undoable = 0
        self.seat = (seat + 1) % self.seats
        self.turns += 1
        if self.stops == self.seats:
            self.end = "stopped"
        elif not self.pile and not self.pending:
            self.end = "picked"
        return [message(f"orchard.event.{move.kind}", seat=seat)]

    def learn(self, deal: Deal, answer: Sequence[int]) -> list[Event]:
        if not self.pending or deal != self.pending[0]:
            raise ValueError("another deal is pending")
        if deal.kind == "show" and answer[0] not in deal.slots:
            raise ValueError("not one of these")
        self.pending.pop(0)
        events: list[Event] = []
        if deal.kind == "lot":
            self.seat = answer[0]
            events = [message("orchard.event.begins", seat=self.seat)]
        elif deal.kind == "open":
            self.faces.update(zip(deal.slots, answer, strict=True))
            self.public += deal.slots
            self.market += deal.slots
        elif deal.kind == "draw":
            for slot, face in zip(deal.slots, answer, strict=True):
                if face != SEALED:
                    self.faces[slot] = face
                    events.append(message("orchard.event.drew", only=deal.seat, card=face))
        elif deal.kind == "show":
            slot, kind = answer[0], deal.faces[0]
            self.hands[deal.seat].remove(slot)
            self.faces[slot] = kind
            self.public.append(slot)
            self.played[deal.seat].append(slot)
            self.plays += 1
            self.undoable += 1
            events = [message("orchard.event.play", seat=deal.seat, card=kind)]
        if not self.pending and not self.pile and not self.end and deal.kind in ("draw", "open"):
            self.end = "picked"
        return events

    def known(self, deal: Deal) -> tuple[int, ...] | None:
        if deal.kind == "show":
            for slot in deal.slots:
                if self.faces.get(slot) == deal.faces[0]:
                    return (slot,)
        return None

    def copy(self) -> OrchardState:
        other = OrchardState.__new__(OrchardState)
        for name in ("seats", "row", "undoable", "kinds", "seat", "plays", "stops", "turns", "end"):
            setattr(other, name, getattr(self, name))  # a subclass of a compiled class has no __dict__
        other.faces = dict(self.faces)
        for name in ("public", "pile", "market", "pending"):
            setattr(other, name, list(getattr(self, name)))
        other.hands = [list(hand) for hand in self.hands]
        other.played = [list(cards) for cards in self.played]
        return other

    def view(self, seat: int | None) -> OrchardState:
        other = self.copy()
        own = [] if seat is None else self.hands[seat]
        other.faces = {slot: face for slot, face in sorted(self.faces.items()) if slot in self.public or slot in own}
        return other

    def facts(self) -> Facts:
        return {
            "game": "orchard",
            "seats": self.seats,
            "row": self.row,
            "turn": self.seat,
            "end": self.end,
            "plays": self.plays,
            "stops": self.stops,
            "market": self.market,
            "pile": len(self.pile),
            "players": [
                {"hand": [[slot, self.faces.get(slot, SEALED)] for slot in hand], "played": cards}
                for hand, cards in zip(self.hands, self.played, strict=True)
            ],
            "faces": [[slot, self.faces[slot]] for slot in sorted(self.faces)],
            "pending": [[deal.kind, list(deal.slots), deal.seat, list(deal.faces)] for deal in self.pending],
        }

    def problems(self) -> list[str]:
        lying = sum(map(len, self.hands)) + sum(map(len, self.played)) + len(self.pile) + len(self.market)
        return [] if lying == len(self.kinds) or self.pending else [f"{lying} cards of {len(self.kinds)}"]

    def scores(self) -> tuple[int, ...]:
        return tuple(sum(self.faces[slot] for slot in cards) for cards in self.played)

    def score_trace(self) -> list[ScoreLine]:
        return [
            ScoreLine(seat, self.faces[slot], message("orchard.score.fruit", kind=self.faces[slot]))
            for seat, cards in enumerate(self.played)
            for slot in cards
        ]

    @property
    def result(self) -> Result | None:
        return Result(self.end, ranks_of([(score,) for score in self.scores()])) if self.end else None


class AnyMove:
    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        moves = view.moves()
        return moves[rng.below(len(moves))]


class Best:
    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        plays = [move for move in view.moves() if move.kind == "play"]
        return plays[-1] if plays else view.moves()[-2]


class Orchard(Game):
    id = "orchard"
    title = message("orchard.title")
    seats = (2, 3, 4, 5)
    options = (Option("row", ("two", "four"), "two", named=True),)
    version = 3
    oldest = 2
    ends = ("stopped", "picked")
    bots = {"random": Level(lambda data: AnyMove()), "best": Level(lambda data: Best())}  # noqa: RUF012

    @classmethod
    def start(
        cls, seats: int, options: Mapping[str, str], data: Mapping[str, object], version: int | None = None
    ) -> OrchardState:
        return OrchardState(seats, 2 if options["row"] == "two" else 4)
