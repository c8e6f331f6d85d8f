"""The view of Burgenland: map, flat map, hand, stock and purse, and what a click on them means.

Cards can be picked out before anything is named: the marks then narrow to what exactly these cards buy, and one click there
pays with them. A click on something else that can be built begins it and pays with the picked cards as far as they are taken,
so that the rules say which card does not help.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect

from client.boards.burgenland.cards import HandCard
from client.boards.burgenland.facts import (
    HOUSE,
    PALACE,
    WALL,
    WELL,
    BurgenlandFacts,
    coins_of,
    colour_of,
    read_facts,
)
from client.boards.burgenland.flat import FlatMap
from client.boards.burgenland.hand import HandFan
from client.boards.burgenland.layout import Target
from client.boards.burgenland.mapview import MapView
from client.boards.burgenland.motion import Steps
from client.boards.burgenland.purse import Purse
from client.boards.burgenland.scene import MapScene
from client.boards.burgenland.stock import Stock
from client.boards.burgenland.stones import JOKER, LACKING
from client.boards.burgenland.words import Words
from client.boards.contract import Choice, Count, GameView, PlayerLine, Shown
from client.boards.loop.fieldmenu import FieldMenu
from client.boards.loop.hint import Hint
from client.boards.loop.motion import Motion
from client.messages import Catalogue
from client.table import art
from client.table.density import Density
from rules.burgenland import CastleOffer, LargeOffer, bought_with, castle_offers, label, large_offers
from rules.burgenland.state import BurgenlandState
from rules.contract import SEALED, Event, Move, State
from rules.message import Message, Value, message

_PIECES = {
    "wall": WALL,
    "house": HOUSE,
    "palace": PALACE,
    "lawless-house": HOUSE,
    "lawless-palace": PALACE,
}
"""Moves that build on a square of a small castle, and what they build."""

_TILES = {25: ("five", "five"), 26: ("plot", "plot"), 27: ("minus-ten", "minus-ten"), 28: ("law-break", "lawless")}
"""?-tiles by face: their drawing, and how the moves they allow begin."""

_BUTTONS = ("draw", "minus-ten", "end", "pass")
"""Moves that are offered as buttons under the prompt."""


class BurgenlandView(GameView):
    """See :class:`~client.boards.contract.GameView`.

    Attributes:
        facts: the position shown.
        lens: how the moves begin to which the marks are narrowed, after a click on a tile; or empty.
        picked: the slots of the cards picked out; ``picked_jokers`` how many jokers.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        self.facts: BurgenlandFacts | None = None
        self.lens = ""
        self.picked: set[int] = set()
        self.picked_jokers = 0
        self._words = Words(catalogue)
        self._shown: Shown | None = None
        self._from = 0
        self._by_target: dict[Target, list[Move]] = {}
        self._rows: list[tuple[Move, ...]] = []
        self._castle_offers: dict[int, CastleOffer] = {}
        self._large_offers: dict[tuple[int, int], LargeOffer] = {}
        self._pointing: Target | None = None
        self._last: Target = ("crossing", 1, 0)
        say = self._words.say
        self.map = MapScene(catalogue.text("table.burgenland.large"))
        self.board = self._view = MapView(self.map)
        self.board.setObjectName("board")
        self.board.setAccessibleName(say("board"))
        self.board.setAccessibleDescription(say("board.about"))
        self.flat = self._flat = FlatMap(say("flat"), say("large"))
        self.hand = self._hand = HandFan()
        self._stock = Stock(say("stock"))
        self._purse = Purse(say("purse"))
        self.panels = (self._stock, self._purse)
        self._motion = Motion(self)
        self._motion.ended.connect(self.settled)
        self.map.filling.connect(self._motion.finish)
        self._hints = {id(widget): Hint(widget) for widget in (self._view, self._flat)}
        self._menus = {id(widget): FieldMenu(widget) for widget in (self._view, self._flat)}
        for menu in self._menus.values():
            menu.chosen.connect(self._begin)
            menu.pointed.connect(self.preview)
        for board in (self._view, self._flat):
            board.clicked.connect(self._place_clicked)
            board.pointed.connect(self._place_pointed)
        self._hand.chosen.connect(self._card_clicked)
        self._stock.chosen.connect(self._stock_clicked)

    # -- showing -------------------------------------------------------------------------------------------------------

    def show(self, shown: Shown) -> None:
        """Show a position and what can be done in it."""
        self._motion.finish()
        for menu in self._menus.values():
            menu.close()
        first = self.map.layout
        self._shown = shown
        self.facts = facts = read_facts(shown.position.facts())
        self.lens, self._from = "", 0
        self.picked, self.picked_jokers, self._rows = set(), 0, []
        self._by_target = {}
        for move in shown.moves:
            for target in _targets_of(move):
                self._by_target.setdefault(target, []).append(move)
        self._weigh(shown)
        purses, lacking = self._purses(shown, facts), self._prices(shown)
        self.map.show(facts, purses, lacking)
        if self.map.layout is not first:
            self._view.refit()
        self._flat.show_facts(facts, purses, lacking, self._sentence)
        self._mark()
        self._show_hand()
        self._show_stock(shown, facts)
        self._tell_purse()
        if self._pointing is not None:
            self._place_pointed(self._pointing)

    def _weigh(self, shown: Shown) -> None:
        """What the hand in front of the screen is good for."""
        self._castle_offers, self._large_offers = {}, {}
        state = shown.position
        if shown.hand is None or not isinstance(state, BurgenlandState) or not all(state.position.stones):
            return
        self._castle_offers = {offer.castle: offer for offer in castle_offers(state, shown.hand)}
        self._large_offers = {(offer.piece, int(offer.same)): offer for offer in large_offers(state, shown.hand)}

    def _faces(self, slots: Sequence[int]) -> list[int]:
        """The faces of some of the cards in the hand."""
        assert self._shown is not None
        assert self.facts is not None
        hand = dict(self.facts.players[self._shown.hand].hand) if self._shown.hand is not None else {}
        return [hand[slot] for slot in slots]

    def _purses(self, shown: Shown, facts: BurgenlandFacts) -> dict[int, tuple[int, ...]]:
        """For each castle what the hand has for each card it costs: a colour, a joker, or nothing."""
        found = {}
        for castle, offer in self._castle_offers.items():
            assert isinstance(shown.position, BurgenlandState)
            cost = shown.position.position.board.permission
            one, _ = facts.stones(castle)
            colours = sorted((colour_of(face) for face in self._faces(offer.slots)), key=lambda colour: colour != one)[:cost]
            jokers = cost - len(colours) - offer.lacking
            found[castle] = (*colours, *[JOKER] * jokers, *[LACKING] * offer.lacking)
        return found

    def _prices(self, shown: Shown) -> dict[tuple[int, int], tuple[int, int | None]]:
        """The prices of the large castle, and what the hand lacks of each."""
        assert isinstance(shown.position, BurgenlandState)
        found: dict[tuple[int, int], tuple[int, int | None]] = {}
        for piece, prices in enumerate(shown.position.position.board.large_prices, 1):
            for same, cards in zip((1, 0), prices, strict=True):
                offer = self._large_offers.get((piece, same))
                found[piece, same] = (cards, offer.lacking if offer else None)
        return found

    def _mark(self) -> None:
        targets = [target for target in self._by_target if self._moves_on(target)]
        self.map.mark(targets)
        self._flat.mark(targets, self._deeds_sentence)
        rings: list[Target] = [("crossing", self._from, 0)] if self._from else []
        facts = self.facts
        if facts is not None and facts.payment is not None:
            rings += _targets_of(facts.payment.move)[:1]
        self.map.ring(rings)
        self._flat.ring(rings)

    def _moves_on(self, target: Target) -> list[Move]:
        """What a click there can mean now."""
        moves = self._by_target.get(target, [])
        if self._rows:
            bought = [row[0] for row in self._rows]
            return [move for move in moves if move in bought]
        if self.picked or self.picked_jokers:
            return []
        if self._from:
            return [] if target == ("crossing", self._from, 0) else [move for move in moves if self._from in move.args]
        return [move for move in moves if move.kind.startswith(self.lens)]

    def _can(self, move: Move) -> bool:
        return self._shown is not None and move in self._shown.moves

    @property
    def _picking(self) -> bool:
        """Whether cards can be picked out now: it is one's turn and nothing is being paid."""
        return bool(self._shown and self._shown.moves) and self.facts is not None and self.facts.payment is None

    # -- hand and stock ------------------------------------------------------------------------------------------------

    def _show_hand(self) -> None:
        shown, facts = self._shown, self.facts
        assert shown is not None
        assert facts is not None
        say = self._words.say
        if shown.hand is None:
            self._hand.show_cards([], say("hand.hidden"))
            return
        player = facts.players[shown.hand]
        cards = []
        for slot, face in sorted(player.hand, key=lambda card: (card[1], card[0])):
            if face == SEALED:
                cards.append(
                    HandCard(None, False, drawing="burgenland/back", name=say("card.sealed"), key=f"hand-{slot}", number=1)
                )
                continue
            colour, coins = colour_of(face), coins_of(face)
            move = Move("pay", (colour, coins))
            about = say("card.can" if self._can(move) else "card.pick" if self._picking else "card.about")
            cards.append(
                HandCard(
                    move,
                    self._can(move),
                    name=say("card.named", colour=colour, coins=coins, crest=colour),
                    about=about,
                    key=f"hand-{slot}",
                    slot=slot,
                    colour=colour,
                    coins=coins,
                    picked=int(slot in self.picked),
                )
            )
        if player.jokers:
            cards.append(self._heap("joker", "joker", player.jokers, self._can(Move("pay-joker")), Move("pay-joker")))
        if player.swaps:
            cards.append(self._heap("swap", "swap", player.swaps, self._offers("swap"), None))
        faces = [face for _, face in player.tiles]
        for face, (drawing, lens) in _TILES.items():
            if face in faces:
                cards.append(self._heap(drawing, drawing, faces.count(face), self._offers(lens), None))
        if SEALED in faces:
            cards.append(self._heap("tile", "tile", faces.count(SEALED), False, None))
        self._hand.show_cards(cards, say("hand.empty"))

    def _heap(self, kind: str, drawing: str, count: int, can: bool, move: Move | None) -> HandCard:
        say = self._words.say
        lens = next((lens for name, lens in (("swap", "swap"), *_TILES.values()) if name == kind), "")
        return HandCard(
            move,
            can,
            number=count,
            drawing=f"burgenland/{drawing}",
            name=say(f"heap.{kind}", count=count),
            about=say(f"heap.{kind}.about"),
            key=f"hand-{kind}",
            picked=self.picked_jokers if kind == "joker" else int(bool(lens) and lens == self.lens),
        )

    def _offers(self, lens: str) -> bool:
        """Whether some move that begins like this can be made."""
        return self._shown is not None and any(move.kind.startswith(lens) for move in self._shown.moves)

    def _show_stock(self, shown: Shown, facts: BurgenlandFacts) -> None:
        say = self._words.say
        assert isinstance(shown.position, BurgenlandState)
        price = shown.position.position.board.joker_price
        entries = (
            ("pile", "back", facts.pile, Move("draw")),
            ("discards", "discards", facts.discards, None),
            ("builder", "builder", facts.builder, None),
            ("joker", "joker", facts.jokers, Move("joker")),
            ("tiles", "tile", facts.tiles, None),
            ("swaps", "swap", facts.swaps, None),
        )
        self._stock.show_cards(
            [
                HandCard(
                    move,
                    move is not None and self._can(move) and self._buys(move),
                    number=count,
                    drawing=f"burgenland/{drawing}",
                    name=say(f"stock.{key}", count=count),
                    about=say(f"stock.{key}.about", count=count, price=price),
                    key=f"stock-{key}",
                )
                for key, drawing, count, move in entries
            ]
        )
        marks = ", ".join(map(str, facts.marks))
        self._stock.marks.show_marks(facts.marks, facts.covered, say("marks", marks=marks, covered=facts.covered))

    def _buys(self, move: Move) -> bool:
        """Whether a purchase agrees with the cards picked out, if any are."""
        if not (self.picked or self.picked_jokers):
            return True
        return any(row[0] == move for row in self._rows)

    def _tell_purse(self) -> None:
        facts, shown = self.facts, self._shown
        assert facts is not None
        assert shown is not None
        say = self._words.say
        bill = facts.payment
        if bill is not None:
            left = max(0, bill.left)
            key = "pays.coins" if bill.kind == "coins" else "pays.cards"
            words = say(key, what=self.catalogue.text(label(bill.move)), left=left)
            self._purse.tell(words, bill.faces, bill.jokers, 0 if bill.kind == "coins" else left)
        elif self.picked or self.picked_jokers:
            faces = sorted(self._faces(sorted(self.picked)))
            self._purse.tell(self._bought(faces), faces, self.picked_jokers)
        else:
            self._purse.tell(self._affordable())

    def _bought(self, faces: Sequence[int]) -> str:
        """What the picked cards buy."""
        coins = sum(map(coins_of, faces))
        said = self._words.say("picked", cards=len(faces) + self.picked_jokers, coins=coins)
        things: dict[str, None] = {}
        for row in self._rows:
            things.setdefault(self._thing(row[0]))
        if things:
            return f"{said} {self._words.say('picked.buys', things=self._words.several(list(things)))}"
        return f"{said} {self._words.say('picked.nothing')}"

    def _thing(self, move: Move) -> str:
        """What a purchase is, without the square."""
        if move.kind in _PIECES:
            return self._words.say("thing.castle", piece=_PIECES[move.kind], castle=move.args[0])
        if move.kind == "well":
            return self._words.say("thing.well", castle=move.args[0])
        if move.kind == "joker":
            return self._words.say("thing.joker")
        return self._words.say("thing.large", piece=move.args[0])

    def _affordable(self) -> str:
        """What the whole hand is good for."""
        say = self._words.say
        if not self._castle_offers:
            return say("purse.nothing-known")
        castles = [str(castle) for castle, offer in self._castle_offers.items() if not offer.lacking]
        if len(castles) == len(self._castle_offers):
            said = say("purse.every-castle")
        else:
            said = say("purse.castles", castles=self._words.several(castles)) if castles else say("purse.no-castle")
        large = sorted({piece for (piece, _), offer in self._large_offers.items() if not offer.lacking})
        pieces = [self.catalogue.text(f"burgenland.piece.{piece}") for piece in large]
        if pieces:
            said += " " + say("purse.large", pieces=self._words.several(pieces))
        if self._picking:
            said += " " + say("purse.pick")
        return said

    # -- sentences -----------------------------------------------------------------------------------------------------

    def _said(self, said: Message) -> str:
        return self.catalogue.text(said, self._shown.names if self._shown else ())

    def _sentence(self, target: Target) -> str:
        """What a place is, for a screen reader: with everything that the map shows round it."""
        facts = self.facts
        assert facts is not None
        said = self._words.place(facts, target)
        what, number, part = target
        if what in ("square", "well"):
            said += " " + self._words.between(facts, number)
        return " ".join([said, *self._purse_lines(facts, what, number, part)])

    def _purse_lines(self, facts: BurgenlandFacts, what: str, number: int, part: int) -> list[str]:
        if what == "large" and (number, part) in self._large_offers:
            return self._words.large(self._large_offers[number, part])
        if what in ("square", "well", "castle") and number in self._castle_offers and self._free(facts, what, number, part):
            offer = self._castle_offers[number]
            return self._words.offer(facts, offer, self._faces(offer.slots))
        return []

    @staticmethod
    def _free(facts: BurgenlandFacts, what: str, number: int, part: int) -> bool:
        """Whether something could still be built there."""
        castle = facts.castle(number)
        if what == "well":
            return not castle.well
        return what == "castle" or part > len(castle.squares) or not castle.squares[part - 1][1]

    def _deeds_sentence(self, target: Target) -> str:
        return " ".join(f"{self._said(label(move))}." for move in self._moves_on(target))

    # -- clicks --------------------------------------------------------------------------------------------------------

    def _place_clicked(self, target: Target) -> None:
        self._calm()
        if target[0] == "crossing" and self._swap_clicked(target[1]):
            return
        moves = self._moves_on(target)
        if not moves and (self.picked or self.picked_jokers):
            moves = self._by_target.get(target, [])
        if len(moves) == 1:
            self._begin(moves[0])
        elif moves:
            self._ask(target, moves)
        elif self.facts is not None:
            self._meant(target, self.facts)

    def _calm(self) -> None:
        """A click ends what moves and puts away what is open."""
        if self.moving:
            self.skip()
        for menu in self._menus.values():
            menu.close()

    def _swap_clicked(self, crossing: int) -> bool:
        """The first crossing of a swap, or the second: whether the click is dealt with."""
        target = ("crossing", crossing, 0)
        if self._from == crossing:
            self._narrow("")
        elif self._from:
            self._begin(Move("swap", tuple(sorted((self._from, crossing)))))
        elif self._moves_on(target):
            self._narrow("swap", crossing)
        else:
            return False
        return True

    def _narrow(self, lens: str, crossing: int = 0) -> None:
        """Show only what one kind of tile is good for, or everything again."""
        self.lens, self._from = lens, crossing
        if lens:
            self.picked, self.picked_jokers, self._rows = set(), 0, []
        self._show_hand()
        self._mark()
        self._tell_purse()

    def _meant(self, target: Target, facts: BurgenlandFacts) -> None:
        """Nothing can be done there: ask for what was probably meant, so that the rules say why not."""
        what, number, part = target
        if what == "castle":
            listed = self._shown.moves if self._shown else ()
            moves = [move for move in listed if move.kind in (*_PIECES, "well", "plot") and move.args[0] == number]
            if moves:
                self._ask(target, moves)
                return
            squares = facts.castle(number).squares
            part = next((place for place, (_, piece) in enumerate(squares, 1) if not piece), 1)
            move = self._build_meant(number, part)
        elif what == "square":
            plot = part > len(facts.castle(number).squares) and self.lens != "lawless"
            move = Move("plot", (number,)) if plot else self._build_meant(number, part)
        elif what == "well":
            move = Move("well", (number,))
        elif what == "crossing":
            move = Move("swap", (number, number + 1) if number < len(facts.crossings) else (number - 1, number))
        else:
            move = Move("large-same" if part else "large-different", (number,))
        self.wanted.emit(move)

    def _build_meant(self, castle: int, square: int) -> Move:
        """A build on a square that is not possible: of a piece that the player still has."""
        if self.lens == "lawless":
            return Move("lawless-palace", (castle, square))
        pieces: tuple[int, ...] = (1, 1, 1)
        if self.facts is not None and self._shown is not None and self._shown.viewer is not None:
            pieces = self.facts.players[self._shown.viewer].pieces[:3]
        kind = next((kind for kind, left in zip(("wall", "house", "palace"), pieces, strict=True) if left), "wall")
        return Move(kind, (castle, square))

    def _ask(self, target: Target, moves: Sequence[Move]) -> None:
        """Several things are possible at a place: a short list."""
        self.hint.hide()
        entries = [(move, self._said(label(move))) for move in moves]
        self.menu.open(entries, self._room(target).center())

    def _begin(self, move: Move) -> None:
        """Do it; with picked cards, pay for it as well."""
        row = next((row for row in self._rows if row[0] == move), None)
        if row is not None:
            for step in row:
                self.wanted.emit(step)
            return
        pays = [Move("pay", (colour_of(face), coins_of(face))) for face in self._faces(sorted(self.picked))]
        pays += [Move("pay-joker")] * self.picked_jokers
        self.wanted.emit(move)
        for pay in pays:
            if self.facts is None or self.facts.payment is None:
                return
            possible = self._can(pay)
            self.wanted.emit(pay)
            if not possible:
                return

    def _card_clicked(self, card: HandCard) -> None:
        self._calm()
        if card.key == "hand-joker" or card.slot:
            if self._picking:
                self._pick(card)
            elif card.move is not None:
                self.wanted.emit(card.move)
            return
        kind = card.key.removeprefix("hand-")
        lens = next((lens for name, lens in (("swap", "swap"), *_TILES.values()) if name == kind), "")
        if lens in ("five", "minus-ten"):
            self.wanted.emit(Move(lens))
        elif lens and self._offers(lens):
            self._narrow("" if self.lens == lens else lens)
        elif lens:
            why = {"swap": Move("swap", (1, 2)), "plot": Move("plot", (1,)), "lawless": Move("lawless-palace", (1, 1))}[lens]
            self.wanted.emit(why)

    def _pick(self, card: HandCard) -> None:
        """Pick a card out, or put it back."""
        assert self._shown is not None
        assert isinstance(self._shown.position, BurgenlandState)
        self.lens, self._from = "", 0
        if card.slot:
            self.picked ^= {card.slot}
        else:
            self.picked_jokers = (self.picked_jokers + 1) % (card.number + 1)
        self._rows = []
        if self.picked or self.picked_jokers:
            self._rows = bought_with(self._shown.position, sorted(self.picked), self.picked_jokers)
        self._repick()

    def _repick(self) -> None:
        """Other cards are picked out now."""
        assert self._shown is not None
        assert self.facts is not None
        self._show_hand()
        self._show_stock(self._shown, self.facts)
        self._mark()
        self._tell_purse()

    def _stock_clicked(self, card: HandCard) -> None:
        self._calm()
        if card.move == Move("joker"):
            self._begin(card.move)
        elif card.move is not None:
            self.wanted.emit(card.move)

    # -- pointing ------------------------------------------------------------------------------------------------------

    @property
    def _active(self) -> MapView | FlatMap:
        return self._flat if self._flat.isVisible() else self._view

    @property
    def hint(self) -> Hint:
        """The box about the place under the pointer, of the board in use."""
        return self._hints[id(self._active)]

    @property
    def menu(self) -> FieldMenu:
        """The list of moves on a place, of the board in use."""
        return self._menus[id(self._active)]

    def _room(self, target: Target) -> QRect:
        return self._flat.room(target) if self._active is self._flat else self._view.room(target)

    def _place_pointed(self, target: Target | None) -> None:
        self._pointing = target
        facts = self.facts
        if target is None or facts is None:
            self.hint.hide()
            self._hand.ring((), False)
            self.map.ghost(None)
            return
        self._last = target
        what, number, part = target
        about = []
        if what in ("square", "well", "castle"):
            about.append(self._words.between(facts, number))
        about += self._purse_lines(facts, what, number, part)
        moves = self._moves_on(target)
        deeds: list[tuple[str, str, list[str]]] = [(self._said(label(move)), "", []) for move in moves]
        self.hint.tell(self._words.place(facts, target), about, deeds, self._room(target))
        wanted = what in ("square", "well", "castle") and self._free(facts, what, number, part)
        offer = self._castle_offers.get(number) if wanted else None
        self._hand.ring(offer.slots if offer else (), bool(offer and JOKER in self._purses_of(number)))
        self.preview(moves[0] if len(moves) == 1 else None)

    def _purses_of(self, castle: int) -> tuple[int, ...]:
        assert self._shown is not None
        assert self.facts is not None
        return self._purses(self._shown, self.facts).get(castle, ())

    def preview(self, move: Move | None) -> None:
        """Show faintly what a move would do, or stop doing so."""
        if move is None or not self._can(move):
            self.map.ghost(None)
        elif move.kind in _PIECES:
            self.map.ghost(_targets_of(move)[0], _PIECES[move.kind])
        elif move.kind == "well":
            self.map.ghost(("well", move.args[0], 0), WELL)
        elif move.kind.startswith("large"):
            self.map.ghost(("large", move.args[0], int(move.kind == "large-same")), move.args[0])
        else:
            self.map.ghost(None)

    def choices(self, shown: Shown) -> list[Choice]:
        """Drawing, the end of the turn, and what has no place of its own."""
        return [Choice(move, label(move)) for move in shown.moves if move.kind in _BUTTONS]

    # -- motion --------------------------------------------------------------------------------------------------------

    def animate(self, events: Sequence[Event], speed: float) -> None:
        """Let what has just happened be seen."""
        if self._active is self._flat:
            return
        self._motion.play(Steps(self.map, self._fly).tweens(events), speed)

    def set_speed(self, speed: float) -> None:
        """Nothing moves outside the board."""

    def _fly(self, drawing: str, pile: str, seat: int) -> None:
        button = self._stock.button(pile)
        picture = art.pixmap(drawing, 34, ratio=button.devicePixelRatioF())
        self.landed.emit(picture, button.mapToGlobal(QPoint(button.width() // 2, button.height() // 2)), seat)

    def skip(self) -> None:
        """End every animation at once."""
        self._motion.finish()

    @property
    def moving(self) -> bool:
        """Whether an animation runs."""
        return self._motion.running

    # -- room, theme, zoom ---------------------------------------------------------------------------------------------

    def set_density(self, density: Density) -> None:
        """Fit to the room there is."""
        for part in (self._hand, self._stock, self._purse):
            part.set_density(density)

    def take_focus(self) -> None:
        """Put the keyboard's focus on the place where it was last."""
        button = self._flat.buttons.get(self._last)
        if self._active is self._flat and button is not None:
            button.setFocus()
        else:
            self._active.setFocus()

    def put_away(self) -> None:
        """Close the list of moves, put picked cards and tiles back."""
        for menu in self._menus.values():
            menu.close()
        if self.picked or self.picked_jokers:
            self.picked, self.picked_jokers, self._rows = set(), 0, []
            self._repick()
        if self.lens:
            self._narrow("")

    def set_covered(self, pixels: int) -> None:
        """So many pixels at the top of the board lie under the prompt."""
        if self._view.covered != pixels:
            self._view.covered = self._flat.covered = pixels
            self._view.refit()
            self._flat.arrange()

    def set_flat(self, flat: bool) -> None:
        """Which of the two boards is in use."""
        for hint in self._hints.values():
            hint.hide()
        self._pointing = None
        if flat:
            self.skip()

    def zoom(self, direction: int) -> None:
        """Nearer (1), farther (-1), or the whole board (0)."""
        if direction:
            self._view.zoom_by(1.2 if direction > 0 else 1 / 1.2)
        else:
            self._view.fit()

    def restyle(self) -> None:
        """Take the colours of the theme as it is now."""
        self.map.renew()
        if self._shown is not None and self.facts is not None:
            self.map.show(self.facts, self._purses(self._shown, self.facts), self._prices(self._shown))
            self._mark()
        self._view.viewport().update()
        for widget in (self._flat, self._hand, self._stock, self._purse):
            widget.update()

    # -- facts for the window ------------------------------------------------------------------------------------------

    def headline(self, position: State) -> list[Message]:
        """The number of the turn, and the draw pile."""
        facts = read_facts(position.facts())
        return [
            message("table.burgenland.turn", turn=facts.round),
            message("table.burgenland.pile", count=facts.pile),
        ]

    def player(self, position: State, seat: int) -> PlayerLine:
        """Pieces left, by kind, and what the player holds."""
        player = read_facts(position.facts()).players[seat]
        left = sum(player.pieces)
        hidden = min(player.pieces) < 0
        counts = []
        if not hidden:
            for piece, count in enumerate(player.pieces, 1):
                counts.append(_count(("wall", "house", "palace", "well")[piece - 1], f"left.{piece}", count))
        held = (
            _count("back", "cards", len(player.hand)),
            _count("joker", "jokers", player.jokers),
            _count("tile", "tiles", len(player.tiles)),
            _count("swap", "swaps", player.swaps),
        )
        values: dict[str, Value] = {} if hidden else {"count": left}
        return PlayerLine(
            main=None if hidden else left,
            main_said=message(f"table.burgenland.player.{'hidden' if hidden else 'left'}", **values),
            counts=tuple(counts),
            more=held,
            drawing="burgenland/wall",
        )

    def point_out(self, reason: Message | None) -> None:
        """Ring the pieces that a line of the scoring is about."""
        rings: list[Target] = []
        piece = dict(reason.values).get("piece") if reason is not None else None
        for castle, entry in enumerate(self.facts.castles if self.facts and piece else (), 1):
            rings += [("square", castle, part) for part, (_, there) in enumerate(entry.squares, 1) if there == piece]
            if entry.well and piece == WELL:
                rings.append(("well", castle, 0))
        self.map.ring(rings)
        self._flat.ring(rings)


def _count(drawing: str, key: str, number: int) -> Count:
    return Count(f"burgenland/{drawing}", number, message(f"table.burgenland.player.{key}", count=number))


def _targets_of(move: Move) -> list[Target]:
    """The places on which a click can mean a move."""
    if move.kind in _PIECES:
        return [("square", move.args[0], move.args[1])]
    if move.kind == "well":
        return [("well", move.args[0], 0)]
    if move.kind == "plot":
        return [("square", move.args[0], 4)]
    if move.kind == "swap":
        return [("crossing", crossing, 0) for crossing in move.args]
    if move.kind in ("large-same", "large-different"):
        return [("large", move.args[0], int(move.kind == "large-same"))]
    return []
