"""The view of Burgenland: map, flat map, hand, stock and purse, and what a click on them means.

The player can pick cards first: the marks then narrow to what exactly these cards buy, and one click pays with them. A click on
something else that can be built begins it and pays with as many picked cards as it accepts; the rules say which card does not
help.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from PySide6.QtCore import QPoint

from client.boards.burgenland.account import account_of
from client.boards.burgenland.cards import HandCard
from client.boards.burgenland.facts import PIECES, SQUARES, WELL, BurgenlandFacts, coins_of, colour_of, read_facts
from client.boards.burgenland.flat import FlatMap
from client.boards.burgenland.hand import HandFan
from client.boards.burgenland.layout import WHOLE, Target
from client.boards.burgenland.mapview import MapView
from client.boards.burgenland.motion import MapSteps
from client.boards.burgenland.offers import JOKER_HEAP, LENSES, hand_cards, stock_cards
from client.boards.burgenland.picks import NOTHING, Picks
from client.boards.burgenland.purse import Purse
from client.boards.burgenland.reading import BurgenlandReading, targets_of
from client.boards.burgenland.scene import MapScene
from client.boards.burgenland.stock import Stock
from client.boards.burgenland.stones import JOKER
from client.boards.burgenland.summary import headline, player_line
from client.boards.contract import Choice, PlayerLine, Shown
from client.boards.motion import Tween
from client.boards.twoboards import TwoBoardView
from client.messages import Catalogue
from client.table import art
from rules.burgenland import bought_with
from rules.burgenland.state import BurgenlandState
from rules.contract import Event, Move, State
from rules.message import Message

_USED_AT_ONCE = ("five", "minus-ten")
"""Tiles that are played without a place."""

_PAY_JOKER = Move("pay-joker")
_PAID_IN_CARDS = ("pay-permission", "pay-same", "pay-different")
"""Prompts that ask for cards of particular colours."""

PLACES = ("square", "well", "castle", "crossing", "large")
"""The kinds of targets."""

_MEANT = {"swap": Move("swap", (1, 2)), "plot": Move("plot", (1,)), "lawless": Move("lawless-palace", (1, 1))}
"""The moves that clicks on unusable tiles stand for."""


def changed_by(event: Event) -> list[Target]:
    """The places that an event has changed."""
    values = {name: value for name, value in event.values if isinstance(value, int)}
    if event.kind in ("built", "built-lawless"):
        return [("square", values["castle"], values["square"])]
    if event.kind == "built-large":
        return [WHOLE]
    if event.kind == "plot":
        return [("square", values["castle"], SQUARES + 1)]
    if event.kind == "built-well":
        return [("well", values["castle"], 0)]
    if event.kind == "swapped":
        return [("crossing", values["one"], 0), ("crossing", values["other"], 0)]
    return []


class BurgenlandView(TwoBoardView):
    """See :class:`~client.boards.contract.GameView`. Places are targets.

    Attributes:
        reading: the current position, or None before the first.
        picks: what is picked from the hand.
    """

    prompt_room: ClassVar[int] = 74
    payments: ClassVar[frozenset[str]] = frozenset({"paid", "paid-joker"})
    _view: MapView
    _flat: FlatMap

    def __init__(self, catalogue: Catalogue) -> None:
        def say(key: str) -> str:
            return catalogue.text(f"table.burgenland.{key}")

        self.map = MapScene(say("large"))
        super().__init__(
            catalogue,
            MapView(self.map),
            FlatMap(say("flat"), say("large")),
            say("board"),
            say("board.about"),
            first=("crossing", 1, 0),
        )
        self.reading: BurgenlandReading | None = None
        self.picks = NOTHING
        self._glowing: list[tuple[Target, int]] = []
        self._counting = False
        self.hand = self._hand = HandFan()
        self._stock = Stock(say("stock"))
        self._purse = Purse(say("purse"))
        self.panels = (self._stock, self._purse)
        self.map.filling.connect(self._motion.finish)
        self._hand.chosen.connect(self._card_clicked)
        self._stock.chosen.connect(self._stock_clicked)

    @property
    def facts(self) -> BurgenlandFacts | None:
        """The facts of the current position."""
        return self.reading.facts if self.reading is not None else None

    def facts_of(self, position: State) -> BurgenlandFacts:
        """The facts of a position; those of the current one are cached."""
        reading = self.reading
        return reading.facts if reading is not None and reading.shown.position is position else read_facts(position.facts())

    # -- showing -------------------------------------------------------------------------------------------------------

    def show(self, shown: Shown) -> None:
        """Show a position and its possible moves."""
        self._calm()
        first = self.map.layout
        self.reading = reading = BurgenlandReading(shown, self.catalogue)
        self.map.show(reading.facts, reading.purses(), reading.prices())
        if self.map.layout is not first:
            self._view.refit()
        self._flat.show_facts(reading.facts, reading.purses(), reading.prices(), reading.sentence)
        self.picks = NOTHING
        self._mark(reading)
        self._tell_again()

    def show_beside(self) -> None:
        """Show the hand, the stock and the purse."""
        reading, picks = self.reading, self.picks
        if reading is None:
            return
        facts, hand = reading.facts, reading.shown.hand
        marks = self.catalogue.listed(map(str, facts.marks), "row")
        self._stock.marks.show_marks(facts.marks, facts.covered, reading.say("marks", marks=marks, covered=facts.covered))
        self._hand.show_cards(
            hand_cards(reading, picks, hand) if hand is not None else [],
            reading.say("hand.hidden" if hand is None else "hand.empty"),
        )
        self._stock.show_cards(stock_cards(reading, picks))
        if self._purse.parentWidget() is not None:  # alone it would be a window
            self._purse.setVisible(reading.shown.position.result is None)  # afterwards nothing is paid
        self._purse.tell(*account_of(reading, picks))

    def _pick(self, reading: BurgenlandReading, picks: Picks) -> None:
        """Change what is picked."""
        self.picks = picks
        self._mark(reading)
        self.show_beside()

    def _mark(self, reading: BurgenlandReading) -> None:
        picks = self.picks
        targets = reading.marks(picks)
        self.map.mark(targets)
        self._flat.mark(targets, lambda target: reading.deeds(target, picks))
        rings: list[Target] = [("crossing", picks.crossing, 0)] if picks.crossing else []
        if reading.facts.payment is not None:
            rings += targets_of(reading.facts.payment.move)[:1]
        self._ring(rings)

    def glow(self, changes: Sequence[tuple[int, Event]]) -> None:
        """Ring what was built or laid out, and stones that were swapped."""
        self._glowing = [(target, seat) for seat, event in changes for target in changed_by(event)]
        self._ring([])

    def _ring(self, rings: Sequence[Target]) -> None:
        found = [(target, -1) for target in rings] or list(dict(self._glowing).items())
        self.map.ring(found)
        self._flat.ring(found)

    # -- clicks --------------------------------------------------------------------------------------------------------

    def _clicked(self, place: Target) -> None:
        reading = self.reading
        if reading is None or (place[0] == "crossing" and self._swap_clicked(reading, place[1])):
            return
        moves = reading.moves_on(place, self.picks)
        if not moves and self.picks.cards:
            moves = reading.by_target.get(place, [])
        asked = moves or (reading.in_castle(place[1]) if place[0] == "castle" else [])
        if len(moves) == 1:
            self._chosen(moves[0])
        elif asked:
            self._ask(place, [(move, reading.named(move)) for move in asked])
        else:
            self.wanted.emit(reading.meant(place, self.picks.lens))

    def _swap_clicked(self, reading: BurgenlandReading, crossing: int) -> bool:
        """Take a click on the first or second crossing of a swap; returns whether it was one."""
        first = self.picks.crossing
        if first == crossing:
            self._pick(reading, NOTHING)
        elif first:
            self._chosen(Move("swap", tuple(sorted((first, crossing)))))
        elif reading.moves_on(("crossing", crossing, 0), self.picks):
            self._pick(reading, Picks(lens="swap", crossing=crossing))
        else:
            return False
        return True

    def _chosen(self, move: Move) -> None:
        """Make the move; with picked cards, pay for it as well."""
        row, reading = self.picks.row_of(move), self.reading
        if row is not None:
            for step in row:
                self.wanted.emit(step)
            return
        faces = reading.faces(sorted(self.picks.slots)) if reading is not None else []
        pays = [Move("pay", (colour_of(face), coins_of(face))) for face in faces]
        pays += [Move("pay-joker")] * self.picks.jokers
        self.wanted.emit(move)
        for pay in pays:
            reading = self.reading
            if reading is None or reading.facts.payment is None:
                return
            possible = reading.can(pay)
            self.wanted.emit(pay)
            if not possible:
                return

    def _card_clicked(self, card: HandCard) -> None:
        self._touch()
        reading, lens = self.reading, LENSES.get(card.key, "")
        if reading is None:
            return
        if card.key == JOKER_HEAP or card.slot:
            if reading.picking:
                self._pick_card(reading, card)
            elif card.move is not None:
                self.wanted.emit(card.move)
        elif lens in _USED_AT_ONCE:
            self.wanted.emit(Move(lens))
        elif lens and reading.offers(lens):
            self._pick(reading, NOTHING if self.picks.lens == lens else Picks(lens=lens))
        elif lens:
            self.wanted.emit(_MEANT[lens])

    def _pick_card(self, reading: BurgenlandReading, card: HandCard) -> None:
        """Pick a card, or put it back."""
        slots, jokers = self.picks.slots, self.picks.jokers
        if card.slot:
            slots ^= {card.slot}
        else:
            jokers = (jokers + 1) % (card.number + 1)
        picks = Picks(slots, jokers)
        if picks.cards:
            picks = replace(picks, rows=tuple(map(tuple, bought_with(reading.state, sorted(slots), jokers))))
        self._pick(reading, picks)

    def _stock_clicked(self, card: HandCard) -> None:
        self._touch()
        if card.move == Move("joker"):
            self._chosen(card.move)
        elif card.move is not None:
            self.wanted.emit(card.move)

    # -- pointing ------------------------------------------------------------------------------------------------------

    def _tell_about(self, place: Target) -> None:
        reading = self.reading
        if reading is None:
            return
        moves = reading.moves_on(place, self.picks)
        deeds: list[tuple[str, str, list[str]]] = [(reading.named(move), "", []) for move in moves]
        self.hint.tell(reading.words.place(reading.facts, place), reading.about(place), deeds, self.active.room(place))
        offer = reading.offer_for(place)
        self._hand.ring(offer.slots if offer else (), offer is not None and JOKER in reading.purses()[offer.castle])
        self.preview(moves[0] if len(moves) == 1 else None)

    def _tell_nothing(self) -> None:
        super()._tell_nothing()
        self._hand.ring((), False)

    def preview(self, move: Move | None) -> None:
        """Show faintly what a move would do; None ends that."""
        target: Target | None = None
        piece = 0
        if move is not None and self.reading is not None and self.reading.can(move):
            if move.kind in PIECES:
                target, piece = targets_of(move)[0], PIECES[move.kind]
            elif move.kind == "well":
                target, piece = targets_of(move)[0], WELL
            elif move.kind.startswith("large"):
                target, piece = targets_of(move)[0], move.args[0]
        self.map.ghost(target, piece)

    def asks(self, shown: Shown) -> Message:
        """The prompt; it says so if a joker would count as a card."""
        asked = shown.position.prompt()
        joker = _PAY_JOKER in shown.moves and asked.kind in _PAID_IN_CARDS
        return Message(f"table.burgenland.prompt.{asked.kind}", asked.values) if joker else asked

    def choices(self, shown: Shown) -> list[Choice]:
        """Drawing, the end of the turn, and other moves without a place."""
        return self.reading.choices() if self.reading is not None and self.reading.shown is shown else []

    def grip(self, move: Move) -> str:
        """What to click next to make a move."""
        if move.kind == "joker":
            return "stock-joker"
        if move.kind in ("five", "minus-ten"):
            return f"hand-{move.kind}"
        if move.kind in ("pay", "pay-joker"):
            return next((button.card.key for button in self._hand.cards if button.card.move == move), super().grip(move))
        targets = [target for target in targets_of(move) if target != ("crossing", self.picks.crossing, 0)]
        return " ".join(["place", *map(str, targets[0])]) if targets else super().grip(move)

    def _named(self, place: str) -> Target | None:
        what, *numbers = place.split(" ")
        if what not in PLACES or not 1 <= len(numbers) <= 2 or not all(number.isdecimal() for number in numbers):
            return None
        number, part = (*map(int, numbers), 0)[:2]
        return what, number, part

    # -- motion, theme -------------------------------------------------------------------------------------------------

    def _tweens(self, events: Sequence[Event]) -> list[Tween]:
        return MapSteps(self.map, self._fly).tweens(events)

    def _fly(self, drawing: str, pile: str, seat: int) -> None:
        button = self._stock.button(pile)
        picture = art.pixmap(drawing, 34, ratio=button.devicePixelRatioF())
        self.landed.emit(picture, button.mapToGlobal(QPoint(button.width() // 2, button.height() // 2)), seat)

    def put_away(self) -> None:
        """Close the list of moves, and put picked cards and tiles back."""
        super().put_away()
        if self.reading is not None and self.picks != NOTHING:
            self._pick(self.reading, NOTHING)

    def restyle(self) -> None:
        """Take the colours of the current theme."""
        self.map.renew()
        if self.reading is not None:
            self.map.show(self.reading.facts, self.reading.purses(), self.reading.prices())
            self._pick(self.reading, self.picks)
        super().restyle()

    # -- facts for the window ------------------------------------------------------------------------------------------

    def headline(self, position: State) -> list[Message]:
        """The turn's number, and the draw pile."""
        return headline(self.facts_of(position))

    def player(self, position: State, seat: int) -> PlayerLine:
        """The pieces left, by kind, and the player's other possessions."""
        screened = isinstance(position, BurgenlandState) and position.position.players[seat].screened
        return player_line(self.facts_of(position).players[seat], hidden=self._counting and screened)

    def hold_back(self, points: Sequence[int] | None) -> None:
        """Keep pieces behind a screen hidden until they are counted."""
        self._counting = points is not None

    def point_out(self, reasons: Sequence[Message]) -> None:
        """Ring the pieces that a line of the scoring is about."""
        rings: list[Target] = []
        piece = next((reason.number("piece") for reason in reasons), 0)
        for castle, entry in enumerate(self.facts.castles if self.facts and piece else (), 1):
            rings += [("square", castle, part) for part, (_, there) in enumerate(entry.squares, 1) if there == piece]
            if entry.well and piece == WELL:
                rings.append(("well", castle, 0))
        self._ring(rings)
