"""A position of Torres: its contents, the view of each seat, and its form as plain data."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Final

from msgspec import Raw

from rules.contract import NOBODY, SEALED, Deal, Facts, Move, Result, ScoreLine, State, Unseen, digest_of_facts, ranks_of
from rules.message import Message, message
from rules.native import mypyc_attr
from rules.torres.cards import Cards
from rules.torres.grid import ALL, BESIDE, CELLS, beside, cells_of, connected, grown, mask_of
from rules.torres.land import NO_CELL, Land
from rules.torres.scoring import highest, order_from, scored, scoring
from rules.torres.stacks import Sizes
from rules.torres.terms import PHASES, Terms
from rules.written import Written

FOUND: Final = "found"
PLACE: Final = "place"
KING: Final = "king"
MAIN: Final = "main"
STACK: Final = "stack"
KEEP: Final = "keep"
BACK: Final = "back"
CARD: Final = "card"
DROP: Final = "drop"
STACKS: Final = "stacks"
CARRY: Final = "carry"
MOVE_KING: Final = "move-king"
OVER: Final = "over"

STAGES: Final = (FOUND, PLACE, KING, MAIN, STACK, KEEP, BACK, CARD, DROP, STACKS, CARRY, MOVE_KING, OVER)
"""The choices that a seat on turn may have to make; the notation in :mod:`rules.torres` tells what each means."""

NONE_OPENED: Final = -1

END: Final = "third-year"

PLAYERS: Final = [Written() for _ in range(8)]
LEVELS: Final = Written()
CASTLES: Final = [Written() for _ in range(CELLS // 2)]
DECK: Final = Written()
SCORED: Final = Written()


@mypyc_attr(allow_interpreted_subclasses=True)
class TorresPosition(State):
    """The data of a position: what lies on the table. What may be done is in :mod:`rules.torres.legality`.

    Attributes:
        terms: the box and the house rules, shared by all copies.
        land: the board in play.
        cards: the action cards; replaced, never changed.
        stage: what is asked, one of STAGES.
        seat: the seat that has to choose, or that gets a deal.
        phase: 1 to 3.
        round: number of the round in the phase, from 1.
        starter: who starts, or started, this round.
        ended: how many turns of this round have ended.
        ap: action points left.
        opened: blocks left on the stack opened in this turn, NONE_OPENED for none.
        stacks: by seat the stacks not opened.
        carried: by seat the blocks left over from a scored phase and not yet put on the new stacks.
        supply: blocks in the general supply.
        card: the action card being played, 0 for none.
        card_used: whether a card has been played in this turn.
        lifted: the cell whose block is being moved, or -1.
        master: the master card lying open, 0 for none.
        points: by seat the total on the track.
        stepped: by seat the points gained on the track for action points since the last scoring.
        scored: the lines of all scorings so far, those for steps on the track included.
    """

    land: Land
    cards: Cards
    stage: str
    seat: int
    phase: int
    round: int
    starter: int
    ended: int
    ap: int
    opened: int
    stacks: list[Sizes]
    carried: list[int]
    supply: int
    card: int
    card_used: bool
    lifted: int
    master: int
    points: list[int]
    stepped: list[int]
    scored: tuple[ScoreLine, ...]
    _deals: tuple[Deal, ...]
    _choices: list[Move] | None

    def __init__(self, terms: Terms, like: TorresPosition | None = None) -> None:
        """The position before the first deal, or one like another."""
        self.terms = terms
        self.seats = terms.seats
        self._choices = None  # the legal moves, where they are known already
        if like is None:
            self._set_up()
            return
        self.undoable = like.undoable
        self.land = Land(0, terms.walking, like.land)
        self.cards = like.cards
        self.stage = like.stage
        self.seat = like.seat
        self.phase = like.phase
        self.round = like.round
        self.starter = like.starter
        self.ended = like.ended
        self.ap = like.ap
        self.opened = like.opened
        self.stacks = like.stacks[:]
        self.carried = like.carried[:]
        self.supply = like.supply
        self.card = like.card
        self.card_used = like.card_used
        self.lifted = like.lifted
        self.master = like.master
        self.points = like.points[:]
        self.stepped = like.stepped[:]
        self.scored = like.scored
        self._deals = like._deals

    def _set_up(self) -> None:
        terms, seats = self.terms, self.seats
        self.undoable = 0
        self.land = Land(seats, terms.walking)
        self.cards = Cards(terms)
        self.stage = FOUND if terms.master else PLACE
        self.seat = 0
        self.phase = 1
        self.round = 1
        self.starter = 0
        self.ended = 0
        self.ap = 0
        self.opened = NONE_OPENED
        self.stacks = [terms.stacks[0]] * seats
        self.carried = [0] * seats
        self.supply = terms.box.blocks - seats * sum(terms.stacks[0])
        self.card = 0
        self.card_used = False
        self.lifted = NO_CELL
        self.master = 0
        self.points = [0] * seats
        self.stepped = [0] * seats
        self.scored = ()
        self._deals = ()
        if not terms.master:
            self.supply -= len(terms.box.starts)
            for cell in terms.box.starts:
                self.land.build(cell)

    # -- copies --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def copy(self) -> TorresPosition:
        """An independent copy."""

    def view(self, seat: int | None) -> TorresPosition:
        """A copy without the cards that the seat, or a spectator, may not know."""
        twin = self.copy()
        twin.cards = self.cards.view(seat)
        twin.land.forget()
        return twin

    def unseen(self) -> tuple[Unseen, ...]:
        """What this copy does not know of the action cards, deck by deck."""
        if any(deal.kind == "shuffle" for deal in self._deals):
            return ()
        return self.cards.unseen(self.terms, [slot for deal in self._deals if deal.kind == "draw" for slot in deal.slots])

    def _suppose(self, faces: Mapping[int, int]) -> None:
        self.cards = self.cards.supposed(faces)
        self._choices = None

    # -- whose turn ----------------------------------------------------------------------------------------------------

    @property
    def turn_number(self) -> int:
        """The number of turns that have ended, with gaps for the choices before a year begins."""
        seats = self.seats
        pace = seats + 3
        done = (sum(self.terms.rounds[: self.phase - 1]) + self.round - 1) * seats + self.ended
        if self.stage == FOUND:
            return self.land.count()
        done += len(self.terms.box.starts)  # more than the turns in which castles are founded
        if self.stage == OVER:
            return (done + seats) * pace
        if self.stage in (PLACE, KING, CARRY):  # the king comes with the last knight
            return done * pace + 1 + (self.seat - self.starter) % seats
        return done * pace + seats + (1 if self.stage == MOVE_KING else 2)

    @property
    def turn(self) -> int | None:
        """The seat to move, or None when the game is over or something has to be dealt first."""
        return None if self._deals or self.stage == OVER else self.seat

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals to answer before play goes on."""
        return self._deals

    @property
    def ends_year(self) -> bool:
        """Whether the year ends with the turn of the seat on turn."""
        return self.ended + 1 == self.seats and self.round == self.terms.rounds[self.phase - 1]

    def prompt(self) -> Message:
        """The prompt for the seat on turn."""
        stage = "deal" if self._deals else self.stage
        return message(
            f"torres.prompt.{stage}",
            seat=self.seat,
            ap=self.ap,
            card=self.card,
            phase=self.phase,
            round=self.round,
            opened=max(self.opened, 0),
            blocks=self.carried[self.seat],
        )

    # -- plain data ----------------------------------------------------------------------------------------------------

    def facts(self) -> Facts:
        """The position as plain data; the keys are explained in :mod:`rules.torres`."""
        return self._told(False)

    def digest(self) -> str:
        """Sixty-four hex digits of the public facts, see :meth:`rules.contract.State.digest`."""
        return digest_of_facts(self._told(True))

    def _told(self, public: bool) -> Facts:
        """The facts; with ``public``, those that everybody may see, with some parts as text."""
        land, cards = self.land, self.cards
        lines, totals = self.outlook()
        return {
            "game": "torres",
            "options": dict(self.terms.options),
            "seats": self.seats,
            "turn": NOBODY if self.turn is None else self.turn,
            "step": "deal" if self._deals else self.stage,
            "card": self.card,
            "lifted": self.lifted,
            "phase": self.phase,
            "round": self.round,
            "rounds": list(self.terms.rounds),
            "starter": self.starter,
            "ap": self.ap,
            "opened": self.opened,
            "card_used": self.card_used,
            "levels": self._public_levels() if public else land.levels[:],
            "castles": self._castles(public),
            "knights": [[cell, seat] for cell, seat in self.standing()],
            "king": land.king,
            "supply": self.supply,
            "master": self.master,
            "deck": self._deck(public),
            "looking": self._lying(cards.looking, public),
            "fresh": list(cards.fresh),
            "players": [self._player(seat, totals[seat], public) for seat in range(self.seats)],
            "outlook": _plain(lines),
            "scored": self._public_scored() if public else _plain(list(self.scored)),
            "pending": [[deal.kind, list(deal.slots), deal.seat, list(deal.faces)] for deal in self._deals],
        }

    def _castles(self, public: bool) -> list[Facts | Raw]:
        """The castles by their lowest cell, with the highest level of every seat that stands there."""
        land = self.land
        levels = [highest(land, seat) for seat in range(self.seats)]
        kings = NO_CELL if land.king == NO_CELL else land.castle_at[land.king]
        found: list[Facts | Raw] = []
        for _, number in sorted([(cells & -cells, number) for number, cells in enumerate(land.castles) if cells]):
            cells = land.castles[number]
            top = 0
            while cells & land.above[top]:
                top += 1
            standing = [level.get(number, 0) for level in levels]
            memory = CASTLES[len(found)]
            lists = ([cells, top, int(number == kings)], standing)
            known = memory.known(lists) if public else None
            if known is None:
                facts: Facts = {
                    "cells": cells_of(cells),
                    "highest": top,
                    "king": number == kings,
                    "standing": [[seat, level] for seat, level in enumerate(standing) if level],
                }
                found.append(memory.write(lists, facts) if public else facts)
            else:
                found.append(known)
        return found

    def _player(self, seat: int, outlook: int, public: bool) -> Facts | Raw:
        """The facts of a seat; with ``public``, those that everybody may see, as text."""
        cards, stacks = self.cards, list(self.stacks[seat])
        left = self.terms.box.knights - len(self.land.knights[seat])
        lists = ([self.points[seat], self.stepped[seat], outlook, left, self.carried[seat]], stacks)
        known = PLAYERS[seat].known(lists, cards) if public else None
        if known is not None:
            return known
        facts: Facts = {
            "points": self.points[seat],
            "stepped": self.stepped[seat],
            "outlook": outlook,
            "knights": left,
            "stacks": stacks,
            "carried": self.carried[seat],
            "hand": self._lying(cards.hands[seat], public),
            "deck": [] if cards.common else self._lying(cards.decks[seat], public),
            "played": [cards.faces[slot] for slot in cards.played[seat]],
        }
        return PLAYERS[seat].write(lists, facts, cards) if public else facts

    def _deck(self, public: bool) -> list[list[int]] | Raw:
        """The deck that all seats draw from; empty if each has its own."""
        cards = self.cards
        if not cards.common:
            return []
        known = DECK.known((), cards) if public else None
        if known is not None:
            return known
        deck = self._lying(cards.decks[0], public)
        return DECK.write((), deck, cards) if public else deck

    def _public_levels(self) -> Raw:
        levels = self.land.levels
        return LEVELS.known((levels,)) or LEVELS.write((levels,), levels)

    def _public_scored(self) -> Raw:
        return SCORED.known((), self.scored) or SCORED.write((), _plain(list(self.scored)), self.scored)

    def _lying(self, slots: tuple[int, ...], public: bool) -> list[list[int]]:
        """Slots with their face and whether the owner has looked at them in the deck."""
        cards = self.cards
        sealed = public and not cards.open  # of these places nobody shows anything
        return [[slot, SEALED if sealed else cards.faces[slot], int(slot in cards.seen)] for slot in slots]

    def standing(self) -> list[tuple[int, int]]:
        """Every knight on the board as (cell, seat), by cell."""
        return sorted((cell, seat) for seat in range(self.seats) for cell in self.land.knights[seat])

    # -- scores --------------------------------------------------------------------------------------------------------

    def outlook(self) -> tuple[list[ScoreLine], list[int]]:
        """The lines and totals of a scoring held now; at the end nothing is left to score."""
        if self.stage == OVER:
            return [], self.points[:]
        return scoring(self.land, self.phase, self.starter, self.master, self.points, self.terms)

    def scores(self) -> tuple[int, ...]:
        """The total of each seat if the scoring of this phase were held now."""
        if self.stage == OVER:
            return tuple(self.points)
        return tuple(scored(self.land, self.phase, self.starter, self.master, self.points, self.terms, None))

    def score_trace(self) -> list[ScoreLine]:
        """All scorings so far, the steps on the track since, and the scoring held now."""
        return [*self.scored, *self.steps_taken(), *self.outlook()[0]]

    def steps_taken(self) -> list[ScoreLine]:
        """A line for everyone who has gained points for action points since the last scoring."""
        return [
            ScoreLine(seat, self.stepped[seat], message("torres.score.steps", phase=self.phase))
            for seat in order_from(self.starter, self.seats)
            if self.stepped[seat]
        ]

    @property
    def result(self) -> Result | None:
        """The winner has the highest total; ranks are shared at most at 0."""
        if self.stage != OVER:
            return None
        return Result(END, ranks_of([(total,) for total in self.points]))

    # -- reports -------------------------------------------------------------------------------------------------------

    def problems(self) -> list[str]:
        """The impossible facts of this position."""
        box = self.terms.box
        found = [*self._land_problems(), *self.cards.problems(box.cards)]
        lying = sum(self.land.levels) + self.supply + sum(map(sum, self.stacks)) + sum(self.carried) + max(self.opened, 0)
        lying -= self.stage == STACK  # the block is on the board, and still to be taken from a stack
        if lying != box.blocks:
            found.append(f"{lying} blocks of {box.blocks}")
        if self.supply < 0:
            found.append(f"{self.supply} blocks in the supply")
        if self.stage not in STAGES or not 1 <= self.phase <= PHASES:
            found.append(f"stage {self.stage} in phase {self.phase}")
        limit = self.terms.stack_limit
        if limit and any(size > limit for sizes in [*self.stacks, (self.opened,)] for size in sizes):
            found.append("a stack is too high")
        if any(list(sizes) != sorted(sizes, reverse=True) for sizes in self.stacks):
            found.append("stacks are out of order")
        if not 0 <= self.ap <= box.action_points + max(box.extra_points):
            found.append(f"{self.ap} action points")
        if any(total and self.points.count(total) > 1 for total in self.points):
            found.append("two markers on one total")
        sums = [0] * self.seats
        for line in [*self.scored, *self.steps_taken()]:
            sums[line.seat] += line.points
        if sums != self.points:
            found.append(f"lines for {sums}, totals {self.points}")
        return found

    def _land_problems(self) -> list[str]:
        land = self.land
        found = []
        cells = [cell for cells in land.knights for cell in cells] + [land.king] * (land.king != NO_CELL)
        if len(set(cells)) < len(cells) or mask_of(cells) != land.taken:
            found.append("pieces stand on each other, or not where they are said to stand")
        if land.king != NO_CELL and not land.levels[land.king]:
            found.append("the king stands on the ground")
        if any(len(knights) > self.terms.box.knights or list(knights) != sorted(knights) for knights in land.knights):
            found.append("too many knights, or out of order")
        heights = [mask_of([cell for cell in range(CELLS) if land.levels[cell] > level]) for level in range(len(land.above))]
        if heights != land.above or max(land.levels) + 2 >= len(heights):
            found.append("heights do not agree")
        raisable = 0
        for number, castle in enumerate(land.castles):
            if not castle:
                continue
            area = castle.bit_count()
            raisable |= mask_of([cell for cell in cells_of(castle) if land.levels[cell] < area])
            if not connected(castle) or grown(castle, land.above[0]) != castle:
                found.append("a castle is parted, or joined to another")
            said = (land.areas[number], land.skirts[number])
            if any(land.castle_at[cell] != number for cell in cells_of(castle)) or said != (area, beside(castle)):
                found.append("cells and castles do not agree")
            if any(land.levels[cell] > area for cell in cells_of(castle)):
                found.append("a tower is higher than its castle's area")
        if sum(land.castles) != land.above[0] or raisable != land.raisable:
            found.append("castles and blocks do not agree")
        joinable = mask_of(
            [
                cell
                for cell in cells_of(ALL & ~land.above[0])
                if len({land.castle_at[other] for other in cells_of(BESIDE[cell])} - {0}) == 1
            ]
        )
        if joinable != land.joinable():
            found.append("the cells beside one castle are wrong")
        if self.stage not in (FOUND,) and land.count() < self.terms.box.least_castles:
            found.append("too few castles")
        return found


def _plain(lines: list[ScoreLine]) -> list[list[object]]:
    return [[line.seat, line.points, line.reason.kind, *(value for _, value in line.reason.values)] for line in lines]
