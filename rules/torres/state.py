"""The course of the game: what each move does, what follows by itself, and what is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.contract import NOBODY, SEALED, Deal, Event, Move, slot_to_show
from rules.kinds import Kind, Told
from rules.message import Message, message
from rules.native import mypyc_attr
from rules.torres.kinds import KINDS
from rules.torres.land import NO_CELL
from rules.torres.legality import TorresLegality
from rules.torres.position import (
    BACK,
    CARD,
    CARRY,
    DROP,
    END,
    KEEP,
    KING,
    MAIN,
    MOVE_KING,
    NONE_OPENED,
    OVER,
    PLACE,
    STACK,
    STACKS,
)  # fmt: skip
from rules.torres.scoring import advance, order_from, scoring
from rules.torres.stacks import with_less, without
from rules.torres.terms import EXTRA, MASTER_CARDS, PHASES


@mypyc_attr(allow_interpreted_subclasses=True)
class TorresState(TorresLegality):
    """A position of Torres."""

    kinds: ClassVar[dict[str, dict[str, Kind[Any]]]] = KINDS

    def begin(self) -> None:
        """State what has to be dealt before the first move; without a lot the first seat starts (ruling U22)."""
        deals = list(self.cards.shuffles(self.terms))
        if self.terms.master:
            deals.append(Deal("lot", (), NOBODY, (len(MASTER_CARDS),)))
        if self.terms.lot:
            deals.append(Deal("lot", (), NOBODY, (self.seats,)))
        self._deals = tuple(deals)

    def copy(self) -> TorresState:
        """An independent copy."""
        return TorresState(self.terms, self)

    # -- moves ---------------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> list[Event]:
        """Make a legal move and return what happened."""
        events: list[Event] = []
        self._play(move, events)
        return events

    def play_silently(self, move: Move) -> None:
        """Make a legal move as ``play`` does, but without events."""
        self._play(move, None)

    def _play(self, move: Move, told: Told) -> None:
        self.undoable += 1
        self._choices = None
        self._do(move, told)
        if self.stage != MAIN or self.ap == 0:
            self._go_on(told)

    def _do(self, move: Move, told: Told) -> None:
        KINDS[self.stage][move.kind].do(self, move, told)

    def _go_on(self, told: Told) -> None:
        """Carry out everything that can be done in one way only (ruling U21)."""
        while not self._deals:
            stage = self.stage
            if stage == MAIN:
                if self.ap or self._card_thinkable():
                    return
                self.end_actions()
            elif stage in (STACKS, CARRY):
                ways = self.arrangements()
                if len(ways) > 1:
                    return
                self.arrange(ways[0], told)
            elif stage == OVER:
                return
            else:
                choices = self.moves()
                if len(choices) > 1:
                    self._choices = choices  # moves() is asked next
                    return
                self._do(choices[0], told)

    def _card_thinkable(self) -> bool:
        """Whether, as far as everybody knows, the seat on turn may still play a card: all copies have to agree on it."""
        if self.card_used or not self.cards.hands[self.seat]:
            return False
        return any(self.doable(face) for face in self.playable(public=True))

    def _tell(self, told: Told, kind: str, **values: int | str) -> None:
        """Add an event of the seat on turn to ``told``, if there is such a list."""
        if told is not None:
            told.append(message(f"torres.event.{kind}", seat=self.seat, **values))

    # -- before the first turn -----------------------------------------------------------------------------------------

    def lay_foundation(self, cell: int, told: Told) -> None:
        """Master version: a foundation is laid (ruling U10)."""
        self.land.build(cell)
        self.supply -= 1
        self._tell(told, "founded", cell=cell)
        if self.land.count() < len(self.terms.box.starts):
            self._next_seat()
        else:
            self.stage = PLACE
            self._give_turn(self.starter)

    def place_knight(self, cell: int, told: Told) -> None:
        """A seat's first knight comes on the board."""
        self.land.put_knight(self.seat, cell)
        self._tell(told, "placed", cell=cell, level=self.land.levels[cell])
        if all(self.land.knights):
            self.stage = KING
        else:
            self._next_seat()

    def _next_seat(self) -> None:
        self._give_turn((self.seat + 1) % self.seats)

    def _give_turn(self, seat: int) -> None:
        if seat != self.seat:
            self.undoable = 0
        self.seat = seat

    def place_king(self, cell: int, told: Told) -> None:
        """The king comes on the board, and the first turn begins."""
        self._put_king(cell, told)
        self._give_turn(self.starter)
        self._start_turn(told)

    def move_king(self, cell: int, told: Told) -> None:
        """The king is moved after a scoring (ruling U13)."""
        self._put_king(cell, told)
        self._king_has_moved(told)

    def leave_king(self, told: Told) -> None:
        """The king stays where he is after a scoring (ruling U13)."""
        self._tell(told, "king-stays", cell=self.land.king)
        self._king_has_moved(told)

    def _put_king(self, cell: int, told: Told) -> None:
        self._tell(told, "king", cell=cell, source=self.land.king, level=self.land.levels[cell])
        self.land.put_king(cell)

    def _king_has_moved(self, told: Told) -> None:
        self.starter = self._leader() if self.terms.master else self.seat
        self._give_turn(self.starter)
        self._start_turn(told)

    # -- actions -------------------------------------------------------------------------------------------------------

    def move_for_points(self, cell: int, target: int, told: Told) -> None:
        """A knight moves for action points."""
        self.land.move_knight(self.seat, cell, target)
        self.ap -= self.terms.box.move
        if told is not None:
            self._tell(told, "moved", source=cell, cell=target, level=self.land.levels[target], card=0)

    def insert(self, cell: int, told: Told) -> None:
        """A new knight comes in."""
        self.land.put_knight(self.seat, cell)
        self.ap -= self.terms.box.insert
        if told is not None:
            self._tell(told, "inserted", cell=cell, level=self.land.levels[cell])

    def place_block(self, cell: int, told: Told) -> None:
        """A block from a stack, for action points."""
        self._build(cell, told)
        self.ap -= self.terms.box.block
        if self.opened >= 0:
            self.opened -= 1
            return
        sizes = self.sizes()
        if len(sizes) == 1:  # the commonest of all choices that are none, so it takes the short way
            self.take_from(sizes[0], told)
        else:
            self.stage = STACK

    def _build(self, cell: int, told: Told) -> None:
        land = self.land
        founded = land.build(cell)
        if told is not None:
            self._tell(told, "castle" if founded else "built", cell=cell, level=land.levels[cell], area=land.area(cell))

    def take_from(self, size: int, told: Told) -> None:
        """The block just placed came from this stack: the block action opens it, the card does not (ruling U14)."""
        seat = self.seat
        if self.card:
            self.stacks[seat] = with_less(self.stacks[seat], size)
            self._card_done()
        else:
            self.stacks[seat] = without(self.stacks[seat], size)
            self.opened = size - 1
            self.stage = MAIN
            if told is not None:
                self._tell(told, "opened", size=size)

    def take_from_opened(self) -> None:
        """The block just placed by a card came from the opened stack."""
        self.opened -= 1
        self._card_done()

    def step_on_track(self, told: Told) -> None:
        """A point for an action point."""
        gain = 1 + advance(self.points, self.seat, 1)
        self.stepped[self.seat] += gain
        self.ap -= self.terms.box.step
        if told is not None:
            self._tell(told, "stepped", points=gain, total=self.points[self.seat])

    # -- action cards --------------------------------------------------------------------------------------------------

    def buy(self, told: Told) -> None:
        """Look at the top cards of the deck, to keep one (ruling U17)."""
        self.ap -= self.terms.box.buy
        self.cards = self.cards.looked(self.seat, 1 if self.cards.common else self.terms.box.looked_at)
        self.stage = KEEP
        if told is not None:
            self._tell(told, "bought", cards=len(self.cards.looking))
        unknown = self.cards.unknown()
        if unknown:
            self._deals = (Deal("draw", unknown, self.seat),)

    def keep_card(self, slot: int, told: Told) -> None:
        """Keep one of the cards looked at."""
        self.cards = self.cards.kept(self.seat, slot)
        if told is not None:
            self._tell(told, "kept", slot=slot)
        self.stage = BACK if self.cards.looking else MAIN

    def put_back(self, slot: int, on_top: bool, told: Told) -> None:
        """Put the other cards back, this one uppermost."""
        count = len(self.cards.looking)
        self.cards = self.cards.returned(self.seat, slot, on_top)
        if told is not None:
            self._tell(told, "on-top" if on_top else "at-bottom", cards=count)
        self.stage = MAIN

    def play_card(self, face: int, told: Told) -> None:
        """Name an action card. If cards are hidden, the player must first show which slot of the hand it is."""
        self.card = face
        self.card_used = True
        self.stage = CARD
        if told is not None:
            self._tell(told, "played", card=face)
        cards = self.cards
        if cards.open:
            slot = next(slot for slot in cards.ready(self.seat) if cards.faces[slot] == face)
            self.cards = cards.gone(self.seat, slot, face)
            self._act_on_card(told)
        else:
            self._deals = (Deal("show", cards.ready(self.seat), self.seat, (face,)),)

    def _act_on_card(self, told: Told) -> None:
        """Carry out a card that needs no choice (six or seven action points), or ask for the choice."""
        extra = self.terms.box.extra_points[self.card]
        if extra:
            self.ap += extra
            self._tell(told, "more-points", ap=self.ap)
            self._card_done()

    def _card_done(self) -> None:
        self.card = 0
        self.stage = MAIN

    def move_by_card(self, cell: int, target: int, told: Told) -> None:
        """A knight moves by the card being played."""
        self.land.move_knight(self.seat, cell, target)
        card = self.card
        self._card_done()
        self._tell(told, "moved", source=cell, cell=target, level=self.land.levels[target], card=card)

    def place_card_block(self, cell: int, told: Told) -> None:
        """An extra block by the one card, or a block of a stack under a knight by the other."""
        self._build(cell, told)
        if self.card == EXTRA:
            self.supply -= 1
            self._card_done()
        else:
            self.stage = STACK

    def lift(self, cell: int, told: Told) -> None:
        """The card being played lifts a block."""
        self.lifted = cell
        self.stage = DROP
        self._tell(told, "lifted", cell=cell)

    def drop(self, cell: int, told: Told) -> None:
        """The lifted block comes down."""
        source, self.lifted = self.lifted, NO_CELL
        self.land.shift(source, cell)
        self._tell(
            told,
            "dropped",
            source=source,
            cell=cell,
            level=self.land.levels[cell],
            area=self.land.area(cell),
        )
        self._card_done()

    # -- the end of a turn, a round, a phase ---------------------------------------------------------------------------

    def end_actions(self) -> None:
        """No more actions: the stacks are still to be arranged."""
        self.ap = 0
        self.stage = STACKS

    def arrange(self, sizes: tuple[int, ...], told: Told) -> None:
        """The rest of a stack, or what a phase left over, is spread; what finds no room goes to the supply (U14, U15)."""
        seat = self.seat
        lying = sum(self.stacks[seat]) + max(self.opened, 0) + self.carried[seat]
        last = self.stage == STACKS and not sizes
        surplus = 0 if last else lying - sum(sizes)
        if surplus:
            self.supply += surplus
            if told is not None:
                self._tell(told, "surplus", blocks=surplus)
        self.opened = NONE_OPENED
        self.carried[seat] = lying if last else 0
        self.stacks[seat] = sizes
        if self.stage == CARRY:
            self._carry_over(told)
        else:
            self._turn_ended(told)

    def _turn_ended(self, told: Told) -> None:
        self.cards = self.cards.rested()
        self.card_used = False
        self.undoable = 0
        self.ended += 1
        if self.ended < self.seats:
            self._next_seat()
            self._start_turn(told)
            return
        self.ended = 0
        if self.round == self.terms.rounds[self.phase - 1]:
            self._score(told)
            return
        self.round += 1
        if self.terms.master:
            self.starter = self._leader()
        self.seat = self.starter
        self._start_turn(told)

    def _start_turn(self, told: Told) -> None:
        self.stage = MAIN
        self.ap = self.terms.box.action_points
        if told is not None:
            self._tell(told, "turn", phase=self.phase, round=self.round)

    def _leader(self) -> int:
        """The seat with the most points; while all are at 0, who started (ruling U13)."""
        most = max(self.points)
        return self.points.index(most) if most else self.starter

    def _last(self) -> int:
        """The seat with the fewest points; of those sharing 0 the one later in turn order (ruling U13)."""
        order = order_from(self.starter, self.seats)
        return min(reversed(order), key=self.points.__getitem__)

    def _score(self, told: Told) -> None:
        """The scoring at the end of a phase, then the new stacks or the end of the game."""
        lines, totals = scoring(self.land, self.phase, self.starter, self.master, self.points, self.terms)
        self.scored = (*self.scored, *self.steps_taken(), *lines)
        if told is not None:
            told.append(message("torres.event.scoring", phase=self.phase))
            for seat, points, reason in lines:
                values = (("seat", seat), ("points", points), *reason.values)
                told.append(Message(f"torres.event.scored-{reason.kind}", values))
        self.points = totals
        self.stepped = [0] * self.seats
        if self.phase == PHASES:
            self.stage = OVER
            if told is not None:
                told.append(message("torres.event.over", end=END))
            return
        stacks = self.terms.stacks[self.phase]
        self.phase += 1
        self.round = 1
        self.supply -= self.seats * sum(stacks)
        self.stacks = [stacks] * self.seats
        self._carry_over(told)

    def _carry_over(self, told: Told) -> None:
        """Seats with leftover blocks put them on the new stacks, one after the other; then the last may move the king."""
        for seat in order_from(self.starter, self.seats):
            if self.carried[seat]:
                self.stage = CARRY
                self._give_turn(seat)
                return
        self.stage = MOVE_KING
        self._give_turn(self._last())

    # -- what is dealt -------------------------------------------------------------------------------------------------

    def learn(self, deal: Deal, answer: Sequence[int]) -> list[Event]:
        """Answer the first pending deal; raises :class:`ValueError` for another deal, or an answer that cannot be."""
        events: list[Event] = []
        self._learn(deal, tuple(answer), events)
        return events

    def learn_silently(self, deal: Deal, answer: Sequence[int]) -> None:
        """Answer the first pending deal as ``learn`` does, but without events."""
        self._learn(deal, tuple(answer), None)

    def _learn(self, deal: Deal, answer: tuple[int, ...], told: Told) -> None:
        if not self._deals or deal != self._deals[0]:
            raise ValueError(f"not awaited: {deal}")
        self._choices = None
        if deal.kind == "shuffle":
            self._learn_shuffle(answer)
        elif deal.kind == "lot":
            self._learn_lot(deal, answer, told)
        elif deal.kind == "draw":
            self._learn_draw(deal, answer, told)
        else:
            self._learn_show(deal, answer, told)
        self._go_on(told)

    def known(self, deal: Deal) -> tuple[int, ...] | None:
        """The slot of a card being shown, where this copy knows its face; of equal cards the first."""
        return slot_to_show(deal, self.cards.faces)

    def _answered(self) -> None:
        self._deals = self._deals[1:]

    def _learn_shuffle(self, answer: tuple[int, ...]) -> None:
        if answer:
            raise ValueError(f"a shuffle tells nothing: {answer}")
        self._answered()

    def _learn_lot(self, deal: Deal, answer: tuple[int, ...], told: Told) -> None:
        if len(answer) != 1 or not 0 <= answer[0] < deal.faces[0]:
            raise ValueError(f"not a number below {deal.faces[0]}: {answer}")
        self._answered()
        if self.terms.master and not self.master:
            self.master = answer[0] + 1
            if told is not None:
                told.append(message("torres.event.master", card=self.master))
            return
        self.seat = self.starter = answer[0]
        self._tell(told, "started")

    def _learn_draw(self, deal: Deal, answer: tuple[int, ...], told: Told) -> None:
        if len(answer) != len(deal.slots):
            raise ValueError(f"not a face for each of {deal.slots}: {answer}")
        cards = self.cards
        for slot, face in zip(deal.slots, answer, strict=True):
            if face != SEALED and not cards.may_be(slot, face, self.terms.box.cards):
                raise ValueError(f"slot {slot} cannot be {face}")
            cards = cards.drawn((slot,), (face,))
        self.cards = cards
        self._answered()
        self.undoable = 0
        if told is not None:
            for slot, face in zip(deal.slots, answer, strict=True):
                if face != SEALED:
                    told.append(message("torres.event.drew", only=deal.seat, slot=slot, card=face))

    def _learn_show(self, deal: Deal, answer: tuple[int, ...], told: Told) -> None:
        if (
            len(answer) != 1
            or answer[0] not in deal.slots
            or not self.cards.may_be(answer[0], deal.faces[0], self.terms.box.cards)
        ):
            raise ValueError(f"{answer} cannot be the card {deal.faces[0]} of {deal.slots}")
        self.cards = self.cards.gone(self.seat, answer[0], deal.faces[0])
        self._answered()
        self._act_on_card(told)
