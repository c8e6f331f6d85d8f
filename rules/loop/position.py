"""A position of a game on the loop: what it is made of, what has to be dealt, and what each copy knows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from rules.contract import (
    NOBODY,
    NOT_SHOWN,
    SEALED,
    Deal,
    Event,
    Facts,
    Result,
    State,
    Unseen,
    digest_of_text,
    ranks_of,
    slot_to_show,
)
from rules.loop.board import LoopBoard
from rules.loop.buildings import Buildings
from rules.loop.cards import Cards
from rules.loop.nobles import Nobles
from rules.loop.terms import BARON, FIELDS, GRANDE, HAND, ROW, Setup
from rules.message import Value, message
from rules.native import mypyc_attr
from rules.written import text_of

ANSWERS: Final = {"shuffle": 0, "lot": 1, "show": 1}
"""How many numbers answer a deal of this kind; every other kind takes one for each slot."""

NOT_OPEN: Final = -1
"""Stands, in a :class:`Player`, for the face of a card that not everybody has seen."""

TRUTH: Final = ("false", "true")


class Player:
    """The text of the public facts of a seat as they last were, and all that it follows from. It is never changed.

    Attributes:
        cards_text: the hand and the shown slots as text; they change less often than the rest.
        text: all public facts of the seat as text.
    """

    def __init__(
        self,
        money: int,
        barons: int,
        grandes: int,
        towers: int,
        passed: int,
        out: int,
        hand: list[int],
        faces: list[int],
        cards_text: tuple[str, str],
        text: str,
    ) -> None:
        self.money = money
        self.barons = barons
        self.grandes = grandes
        self.towers = towers
        self.passed = passed
        self.out = out
        self.hand = hand
        self.faces = faces
        self.cards_text = cards_text
        self.text = text


PLAYERS: Final[list[Player | None]] = [None] * 8
"""By seat, in whichever position; it only saves time."""


@mypyc_attr(allow_interpreted_subclasses=True)
class LoopPosition(State):
    """A position, and how it takes in what is dealt.

    Attributes:
        setup: the constants of the game.
        board: the fields.
        buildings, cards, nobles: everything on the table.
        money: Real by seat. Bots and screens ask :meth:`shown_money` instead.
        screened: by seat, whether this copy does not show its money before the end (option ``hidden_money``, T5).
        passed: by seat, 1 if its last turn was a pass and nothing has changed since (E1). Copies share this list and ``out``:
            both are replaced, never changed.
        out: by seat, 1 if it takes no more turns (E2).
        seat: whose turn it is, also while something is dealt; NOBODY before the start player is drawn and after the end.
        step: what is asked next: ``main``, ``found``, ``keep``, ``crest``, ``noble`` or ``over``.
        card: the construction card being played; 0 if there is none.
        round: the number of the turn, from 1; 0 until the first cards are dealt.
        withdrawn: whether the seat on turn has withdrawn a noble this turn (T1).
        places: the cells that were built this turn and may take a noble.
        places_left: how many nobles may still be placed this turn.
        end: how the game ended; empty while it goes on.
    """

    money: list[int]
    screened: tuple[bool, ...]
    passed: list[int]
    out: list[int]
    seat: int
    step: str
    card: int
    round: int
    withdrawn: bool
    places: tuple[int, ...]
    places_left: int
    end: str
    _deals: tuple[Deal, ...]

    def __init__(
        self, setup: Setup, buildings: Buildings, cards: Cards, nobles: Nobles, like: LoopPosition | None = None
    ) -> None:
        """A position before it begins, or with all but the table like another one."""
        self.setup = setup
        self.board: LoopBoard = buildings.board
        self.seats: int = setup.seats
        self.buildings: Buildings = buildings
        self.cards: Cards = cards
        self.nobles: Nobles = nobles
        if like is not None:
            self._be_like(like)
            return
        self.money = []
        self.screened = (False,) * setup.seats
        self.passed = []
        self.out = []
        self.seat = NOBODY
        self.step = "main"
        self.card = 0
        self.round = 0
        self.withdrawn = False
        self.places = ()
        self.places_left = 0
        self.end = ""
        self.undoable = 0
        self._deals = ()

    def _be_like(self, other: LoopPosition) -> None:
        self.money = other.money[:]
        self.screened = other.screened
        self.passed = other.passed
        self.out = other.out
        self.seat = other.seat
        self.step = other.step
        self.card = other.card
        self.round = other.round
        self.withdrawn = other.withdrawn
        self.places = other.places
        self.places_left = other.places_left
        self.end = other.end
        self.undoable = other.undoable
        self._deals = other._deals

    def begin(self) -> None:
        """Pay out the starting money and state the first deals: start player, shuffle, hands by seat, face-up row (T5)."""
        self.money = [self.setup.terms.money] * self.seats
        self.passed = [0] * self.seats
        self.out = [0] * self.seats
        deals = [
            Deal("lot", faces=(self.seats,)),
            Deal("shuffle", tuple(range(1, FIELDS + 1)), faces=tuple(range(1, FIELDS + 1))),
        ]
        for seat in range(self.seats):
            slots = self.cards.take(HAND)
            self.cards.hands[seat] = list(slots)
            deals.append(Deal("draw", slots, seat))
        self.cards.row = list(self.cards.take(ROW))
        deals.append(Deal("open", tuple(self.cards.row)))
        self._deals = tuple(deals)

    @abstractmethod
    def copy(self) -> LoopPosition:
        """An independent copy."""

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the game is over or something has to be dealt first."""
        return None if self._deals or self.seat == NOBODY else self.seat

    def tell(self, told: list[Event] | None, kind: str, **values: Value) -> None:
        """Add an event to ``told``, if there is such a list.

        In code that bots run very often, the caller checks ``told`` first, because collecting the values costs more.
        """
        if told is not None:
            told.append(message(f"{self.setup.terms.game}.event.{kind}", **values))

    # -- dealing -------------------------------------------------------------------------------------------------------

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deals to answer before play goes on, in order."""
        return self._deals

    def known(self, deal: Deal) -> tuple[int, ...] | None:
        """The slot of a card that is shown, if this copy can tell which it is; None for every other deal."""
        if deal.kind == "show" and len(deal.slots) == 1:
            return deal.slots
        return slot_to_show(deal, self.cards.faces)

    def learn(self, deal: Deal, answer: Sequence[int]) -> list[Event]:
        """Answer the first pending deal. Raises :class:`ValueError` for another deal, or for an impossible answer."""
        events: list[Event] = []
        self._learn(deal, answer, events)
        return events

    def learn_silently(self, deal: Deal, answer: Sequence[int]) -> None:
        """Answer the first pending deal as ``learn`` does, but without events."""
        self._learn(deal, answer, None)

    def _learn(self, deal: Deal, answer: Sequence[int], told: list[Event] | None) -> None:
        if not self._deals or deal != self._deals[0]:
            raise ValueError(f"{deal} is not awaited")
        given = tuple(answer)
        self._check_answer(deal, given)
        self._deals = self._deals[1:]
        if deal.kind == "lot":
            self.seat = given[0]
            self.tell(told, "started", seat=self.seat)
        elif deal.kind == "show":
            self._play_card(deal.seat, given[0], deal.faces[0], told)
        elif deal.kind != "shuffle":
            self.cards.learn(deal.slots, given)
            if deal.kind == "open":
                self.cards.show(deal.slots)
            if told is not None and self.round:
                for face in given:
                    if deal.kind == "open":
                        self.tell(told, "refilled", card=face)
                    elif face != SEALED:
                        self.tell(told, "drew", seat=deal.seat, card=face, only=deal.seat)
        if not self._deals and not self.round:
            self.round = 1

    @abstractmethod
    def _play_card(self, seat: int, slot: int, number: int, told: list[Event] | None) -> None:
        """Play a construction card once its slot is known."""

    def _check_answer(self, deal: Deal, given: tuple[int, ...]) -> None:
        if len(given) != ANSWERS.get(deal.kind, len(deal.slots)):
            raise ValueError(f"{given} does not answer {deal}")
        for number in given:
            if type(number) is not int:
                raise ValueError(f"{given} does not answer {deal}")
        if deal.kind == "lot":
            possible = 0 <= given[0] < deal.faces[0]
        elif deal.kind == "show":
            face, number = self.cards.faces[given[0]] if given[0] in deal.slots else SEALED, deal.faces[0]
            possible = given[0] in deal.slots and (face == number or (face == SEALED and number not in self.cards.faces))
        else:
            seen = self.cards.faces
            possible = True
            for place, face in enumerate(given):
                if face != SEALED or deal.kind == "open":
                    possible = possible and 1 <= face <= FIELDS and face not in seen and face not in given[:place]
        if not possible:
            raise ValueError(f"{given} cannot be the answer to {deal}")

    # -- what a copy knows ---------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> LoopPosition:
        """A copy with only what that seat, or a spectator (None), may see: its own cards and, with an option, its own money."""
        twin = self.copy()
        twin.cards.hide(seat)
        if self.setup.hidden_money:
            twin.screened = tuple([screened or owner != seat for owner, screened in enumerate(self.screened)])
        return twin

    def known_to_all(self) -> LoopPosition:
        """The position as every copy knows it: everybody's money, which follows from the log, but no hidden card."""
        twin = self.copy()
        twin.cards.hide(None)
        return twin

    @property
    def turn_number(self) -> int:
        """The number of the turn, from 1; 0 until the first cards are dealt."""
        return self.round + 1 if self.end else self.round

    def unseen(self) -> tuple[Unseen, ...]:
        """What this copy does not know: the construction cards in the draw pile and in the hands of others."""
        if any(deal.kind == "shuffle" for deal in self._deals):
            return ()
        return self.cards.unseen([slot for deal in self._deals if deal.kind == "draw" for slot in deal.slots])

    def _suppose(self, faces: Mapping[int, int]) -> None:
        self.cards.learn(list(faces), list(faces.values()))

    def shown_money(self, seat: int) -> int | None:
        """The money of a seat in Real; None if this copy does not show it. At the end everything is counted openly."""
        return None if self.screened[seat] and not self.end else self.money[seat]

    def facts(self) -> Facts:
        """The position as plain data.

        ========================== ====================================================================================
        game, options, seats       what is played, and by how many
        turn, step, card, round    as the attributes of the same names; ``turn`` is the seat, ``step`` is ``deal`` while
                                   something has to be dealt
        withdrawn                  as the attribute
        places, places_left        as the attributes
        levels                     levels of each cell, from cell 1 on
        stones                     first fields of the founding stones, in order of placing
        buildings                  cells, value and crest (0 for a villa) of each, by lowest cell
        nobles                     cell, seat and rank of each, by cell
        blocks, founding_stones    left in the supply
        towers                     tower cards for sale
        market                     numbers for sale face up (0 while a card is turned over)
        pile                       cards in the draw pile
        discards                   numbers played, in order
        players                    of each seat: money (NOT_SHOWN where it is screened); barons, grandes in the supply;
                                   towers in the hand; hand, as slot and number (0 if sealed) of each construction card;
                                   shown, the slots of those that everybody knows; passed, out
        pending                    the deals that are awaited
        end                        how the game ended; empty while it goes on
        ========================== ====================================================================================
        """
        buildings, cards, nobles = self.buildings, self.cards, self.nobles
        faces = cards.faces
        return {
            "game": self.setup.terms.game,
            "options": dict(self.setup.options),
            "seats": self.seats,
            "turn": self.seat,
            "step": "deal" if self._deals else self.step,
            "card": self.card,
            "round": self.round,
            "withdrawn": self.withdrawn,
            "places": list(self.places),
            "places_left": self.places_left,
            "levels": buildings.level[1:],
            "stones": buildings.stones[:],
            "buildings": buildings.told(),
            "nobles": nobles.told(),
            "blocks": buildings.blocks,
            "founding_stones": buildings.stones_left(),
            "towers": cards.stack,
            "market": [faces[slot] for slot in cards.row],
            "pile": cards.pile(),
            "discards": cards.discards[:],
            "players": [self._player(seat) for seat in range(self.seats)],
            "pending": self._pending(),
            "end": self.end,
        }

    def _player(self, seat: int) -> Facts:
        """The facts of a seat."""
        cards, hand = self.cards, self.cards.hands[seat]
        return {
            "money": NOT_SHOWN if self.screened[seat] and not self.end else self.money[seat],
            "barons": self.nobles.left(seat, BARON),
            "grandes": self.nobles.left(seat, GRANDE),
            "towers": cards.towers[seat],
            "hand": [[slot, cards.faces[slot]] for slot in hand],
            "shown": [slot for slot in hand if cards.shown[slot]],
            "passed": bool(self.passed[seat]),
            "out": bool(self.out[seat]),
        }

    def _pending(self) -> list[list[object]]:
        return [[deal.kind, list(deal.slots), deal.seat, list(deal.faces)] for deal in self._deals]

    # -- the digest ----------------------------------------------------------------------------------------------------

    def digest(self) -> str:
        """Sixty-four hex digits of the public facts, see :meth:`rules.contract.State.digest`."""
        return digest_of_text(self._public_text())

    def _public_text(self) -> str:
        """The facts that everybody may see, as JSON with sorted keys. Parts that stay the same are not written again."""
        buildings, cards, setup = self.buildings, self.cards, self.setup
        faces = cards.faces
        bridges, built, raised = self._bridges_text()
        pending = text_of(self._pending()) if self._deals else "[]"
        players = ",".join([self._player_text(seat) for seat in range(self.seats)])
        return (
            f'{{"blocks":{buildings.blocks}{bridges},"buildings":{buildings.text()}{built},"card":{self.card}'
            f',"discards":{cards.discards_text()},"end":"{self.end}","founding_stones":{buildings.stones_left()}'
            f',"game":"{setup.terms.game}","levels":{buildings.levels_text()}'
            f',"market":{text_of([faces[slot] for slot in cards.row])},"nobles":{self.nobles.text()}'
            f',"options":{setup.options_text},"pending":{pending},"pile":{cards.pile()}'
            f',"places":{text_of(self.places) if self.places else "[]"},"places_left":{self.places_left}'
            f',"players":[{players}]{raised},"round":{self.round},"seats":{self.seats}'
            f',"step":"{"deal" if self._deals else self.step}","stones":{text_of(buildings.stones)},"towers":{cards.stack}'
            f',"turn":{self.seat},"withdrawn":{TRUTH[self.withdrawn]}}}'
        )

    def _bridges_text(self) -> tuple[str, str, str]:
        """The facts of games with bridges, as text: those after the blocks, after the buildings and after the players."""
        return "", "", ""

    def _player_text(self, seat: int) -> str:
        """The facts of a seat that everybody may see, as text."""
        cards, supply = self.cards, self.nobles.supply
        hand, faces, shown = cards.hands[seat], cards.faces, cards.shown
        screened = not self.end and (self.screened[seat] or self.setup.hidden_money)
        money = NOT_SHOWN if screened else self.money[seat]
        barons, grandes, towers = supply[2 * seat], supply[2 * seat + 1], cards.towers[seat]
        passed, out = self.passed[seat], self.out[seat]
        known = PLAYERS[seat]
        held = known is not None and known.hand == hand
        if known is not None and held:
            for place, slot in enumerate(hand):
                if known.faces[place] != (faces[slot] if shown[slot] else NOT_OPEN):
                    held = False
            if (
                held
                and known.money == money
                and known.barons == barons
                and known.grandes == grandes
                and known.towers == towers
                and known.passed == passed
                and known.out == out
            ):
                return known.text
        if known is not None and held:
            open_faces, texts = known.faces, known.cards_text
        else:
            open_faces = [faces[slot] if shown[slot] else NOT_OPEN for slot in hand]
            pairs = [f"[{slot},{faces[slot] if shown[slot] else SEALED}]" for slot in hand]
            texts = f"[{','.join(pairs)}]", text_of([slot for slot in hand if shown[slot]])
        text = (
            f'{{"barons":{barons},"grandes":{grandes},"hand":{texts[0]},"money":{money},"out":{TRUTH[out]}'
            f',"passed":{TRUTH[passed]},"shown":{texts[1]},"towers":{towers}}}'
        )
        PLAYERS[seat] = Player(money, barons, grandes, towers, passed, out, hand[:], open_faces, texts, text)
        return text

    # -- conservation --------------------------------------------------------------------------------------------------

    def problems(self) -> list[str]:
        """The impossible facts of this position; empty when all is accounted for."""
        found = self.buildings.problems() + self.cards.problems() + self.nobles.problems(self.buildings.level)
        if self.step != "crest" and self.buildings.crest_supply and self.buildings.waiting():
            found.append("a villa should have a crest")
        lists = (self.money, self.passed, self.out)
        if any(len(column) != self.seats for column in lists):
            found.append("not every seat has an account")
        for seat, money in enumerate(self.money):
            if money < 0:
                found.append(f"seat {seat} has {money} Real")
        sealed = [slot for slot in self.cards.row if self.cards.faces[slot] == SEALED]
        opening = [slot for deal in self._deals if deal.kind == "open" for slot in deal.slots]
        if sealed != [slot for slot in self.cards.row if slot in opening]:
            found.append("a card for sale lies face down")
        if len(self.cards.row) != ROW and self.cards.pile():
            found.append("the face-up row was not refilled")
        over = self.step == "over"
        if over != bool(self.end) or (over and self.seat != NOBODY):
            found.append(f"step {self.step} with end {self.end!r}")
        if self.round and not over and not (0 <= self.seat < self.seats and not self.out[self.seat]):
            found.append(f"seat {self.seat} cannot be on turn")
        if self.step != "crest" and (self.step == "noble") != self._awaits_noble():
            found.append(f"step {self.step} with {self.places_left} nobles for {self.places}")
        return found

    def _awaits_noble(self) -> bool:
        """Whether the noble step of a build is not over yet."""
        return self.places_left > 0 and bool(self.places)

    # -- the end -------------------------------------------------------------------------------------------------------

    @abstractmethod
    def _rank_keys(self) -> list[tuple[int, ...]]:
        """The criteria of victory by seat, higher is better: the score, then the tie-breaks."""

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return Result(self.end, ranks_of(self._rank_keys())) if self.end else None
