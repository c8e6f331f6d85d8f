"""The view of a game on the loop board: board, flat board, hand, market and castles, and what a click on them means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRect

from client.boards.contract import Choice, Count, GameView, PlayerLine, Shown
from client.boards.loop.cards import Card
from client.boards.loop.castles import MOVE_MS, Castles
from client.boards.loop.facts import LoopFacts, read_facts
from client.boards.loop.fieldmenu import FieldMenu
from client.boards.loop.flat import FlatBoard
from client.boards.loop.hand import HandRow
from client.boards.loop.hint import Hint
from client.boards.loop.market import Market
from client.boards.loop.motion import Choreography, Motion
from client.boards.loop.offers import HAND_TOWER, TOWER_CARD, hand_cards, pile_cards, row_cards
from client.boards.loop.outcome import Outcome
from client.boards.loop.projection import Spots, loop_spots
from client.boards.loop.reading import Reading
from client.boards.loop.view import BoardView
from client.messages import Catalogue
from client.table.density import Density
from rules.contract import Event, Move, State
from rules.loop.terms import CARD_PRICE
from rules.message import Message, message


class LoopView(GameView):
    """See :class:`~client.boards.contract.GameView`.

    Attributes:
        game: the game's id, with which its messages begin.
        reading: the position shown, or None before the first.
        lens: the kind of move to which the marks on the board are narrowed, after a click on a tower card; or empty.
    """

    game: str
    spots: Spots = loop_spots()
    """Where the cells lie."""

    reads: type[Reading] = Reading
    """How a position of this game is read."""

    moves_by: type[Choreography] = Choreography
    """How what happens in this game is seen to happen."""

    cards_for: Mapping[str, Move] = {HAND_TOWER: TOWER_CARD}
    """By its name, the card on which a click narrows the marks to one kind of move, and a move of that kind."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        self.reading: Reading | None = None
        self.lens = ""
        self._pointing = 0
        self._last_field = 1
        self._speed = 0.0
        text = catalogue.text
        self.board = self._view = BoardView(self.spots)
        self.board.setObjectName("board")
        self.board.setAccessibleName(text("table.loop.board"))
        self.board.setAccessibleDescription(text("table.loop.board.about"))
        self.flat = self._flat = FlatBoard(self.spots, text("table.loop.flat"))
        self.hand = self._hand = HandRow("")
        self._market = Market(text("table.loop.market"))
        self._castles = Castles(text("table.loop.castles"), text("table.loop.no-castles"))
        self.panels = (self._market, self._castles)
        self._motion = Motion(self)
        self._motion.ended.connect(self.settled)
        self._view.board.filling.connect(self._motion.finish)
        self._hints = {id(widget): Hint(widget) for widget in (self._view, self._flat)}
        self._menus = {id(widget): FieldMenu(widget) for widget in (self._view, self._flat)}
        for menu in self._menus.values():
            menu.chosen.connect(self.wanted)
            menu.pointed.connect(self.preview)
        for board in (self._view, self._flat):
            board.clicked.connect(self._field_clicked)
            board.pointed.connect(self._field_pointed)
        for cards in (self._hand, self._market):
            cards.wanted.connect(self._card_clicked)
            cards.pointed.connect(self._card_pointed)
        self._castles.pointed.connect(self._castle_pointed)

    # -- showing -------------------------------------------------------------------------------------------------------

    def show(self, shown: Shown) -> None:
        """Show a position and what can be done in it."""
        self._motion.finish()
        for menu in self._menus.values():
            menu.close()
        self.lens = ""
        self.reading = reading = self.reads(shown, self.game, self.catalogue, self.spots)
        self._view.show_facts(reading.facts)
        self._flat.show_facts(reading.facts, reading.field)
        self._mark()
        if shown.hand is None:
            self._hand.show_cards([], self.catalogue.text("table.loop.hand.hidden"))
        else:
            self._hand.show_cards(hand_cards(reading, shown.hand), self.catalogue.text("table.loop.hand.empty"))
        self._market.remark.setText(self.catalogue.text("table.loop.price", real=CARD_PRICE))
        self._market.show_cards(row_cards(reading), self.piles(reading))
        self._castles.show_castles(reading.castles(), round(MOVE_MS * min(1.0, self._speed)))
        if self._pointing:
            self._field_pointed(self._pointing)

    def piles(self, reading: Reading) -> list[Card]:
        """What is for sale besides the face-up row."""
        return pile_cards(reading)

    def _mark(self) -> None:
        cells = self.reading.marks(self.lens) if self.reading is not None else []
        self._view.board.mark(cells)
        self._flat.mark(cells, self._deeds)

    def _deeds(self, cell: int) -> str:
        """What can be done on a field, in sentences."""
        if self.reading is None:
            return ""
        return " ".join(self.reading.deed_sentence(move) for move in self.reading.moves_on(cell, self.lens))

    @property
    def facts(self) -> LoopFacts | None:
        """The position shown."""
        return self.reading.facts if self.reading is not None else None

    def outcome(self, move: Move) -> Outcome:
        """What a move that can be made now would do."""
        assert self.reading is not None
        return self.reading.outcome(move)

    # -- clicks --------------------------------------------------------------------------------------------------------

    def _field_clicked(self, cell: int) -> None:
        if self.moving:
            self.skip()
        for menu in self._menus.values():
            menu.close()
        if self.reading is None:
            return
        moves = self.reading.moves_on(cell, self.lens)
        if len(moves) == 1:
            self.wanted.emit(moves[0])
        elif moves:
            self._ask(self.reading, cell, moves)
        else:
            self.wanted.emit(self.reading.meant(cell, self.lens))

    def _ask(self, reading: Reading, cell: int, moves: list[Move]) -> None:
        """Several moves are possible on a field: a short list."""
        entries = []
        for move in moves:
            name, net, _ = reading.deed(move)
            entries.append((move, f"{name}   {net}" if net else name))
        self.hint.hide()
        self.field_menu.open(entries, self._place_of(cell).center())

    def _card_clicked(self, move: Move | None) -> None:
        if move is None:
            return
        if self.moving:
            self.skip()
        if move in self.cards_for.values():
            self._look_through("" if self.lens == move.kind else move.kind)
        else:
            self.wanted.emit(move)

    def _look_through(self, lens: str) -> None:
        """Narrow the marks to one kind of move (that of the card in the hand), or stop doing so."""
        if lens and self.reading is not None and not self.reading.marks(lens):
            built = next(iter(self.reading.facts.building_at), 1)
            self.wanted.emit(self.reading.meant(built, lens))
            return
        self.lens = lens
        chosen = next((key for key, move in self.cards_for.items() if move.kind == lens), "")
        self._hand.select(chosen)
        self._market.select(chosen)
        self._mark()

    # -- pointing ------------------------------------------------------------------------------------------------------

    @property
    def _active(self) -> BoardView | FlatBoard:
        return self._flat if self._flat.isVisible() else self._view

    @property
    def hint(self) -> Hint:
        """The box about the field under the pointer, of the board in use."""
        return self._hints[id(self._active)]

    @property
    def field_menu(self) -> FieldMenu:
        """The list of moves on a field, of the board in use."""
        return self._menus[id(self._active)]

    def _place_of(self, cell: int) -> QRect:
        if self._active is self._flat:
            return self._flat.place_of(cell)
        middle = self._view.place_of(cell)
        half = self._view.board.at.tile // 2
        return QRect(middle.x() - half, middle.y() - half // 2, half * 2, half)

    def _field_pointed(self, cell: int) -> None:
        self._pointing = cell
        self._last_field = cell or self._last_field
        reading = self.reading
        if not cell or reading is None:
            self.hint.hide()
            self._view.board.ghost(None)
            return
        moves = reading.moves_on(cell, self.lens)
        self.hint.tell(reading.place(cell), reading.about(cell), [reading.deed(move) for move in moves], self._place_of(cell))
        self._view.board.ghost(reading.outcome(moves[0]).after if len(moves) == 1 else None)

    def _card_pointed(self, move: Move | None) -> None:
        self._view.board.point(move.args[0] if move is not None and move.args else 0)
        self.preview(move)

    def _castle_pointed(self, cell: int) -> None:
        building = self.facts.building_at.get(cell) if self.facts and cell else None
        self._ring([(field, -1) for field in building.cells] if building else [])

    def _ring(self, rings: list[tuple[int, int]]) -> None:
        self._view.board.ring(rings)
        self._flat.ring(rings)

    def preview(self, move: Move | None) -> None:
        """Show faintly what a move would do, or stop doing so."""
        if move is not None and self.reading is not None and self.reading.can(move):
            self._view.board.ghost(self.reading.outcome(move).after)
        else:
            self._view.board.ghost(None)

    def choices(self, shown: Shown) -> list[Choice]:
        """The answers to a question, and passing."""
        return self.reading.choices() if self.reading is not None and self.reading.shown is shown else []

    # -- motion --------------------------------------------------------------------------------------------------------

    def animate(self, events: Sequence[Event], speed: float) -> None:
        """Let what has just happened be seen."""
        if self._active is self._flat:
            return
        self._motion.play(self.moves_by(self._view.board, self._fly).tweens(events), speed)

    def set_speed(self, speed: float) -> None:
        """How fast crests move along their scale; 0 for not at all."""
        self._speed = speed

    def _fly(self, real: int, cell: int, seat: int) -> None:
        picture = self._view.board.pictures.coins(real).pixmap
        self.landed.emit(picture, self._view.viewport().mapToGlobal(self._view.place_of(cell)), seat)

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
        self._hand.set_density(density)
        self._market.set_density(density)
        self._castles.set_density(density)

    def take_focus(self) -> None:
        """Put the keyboard's focus on the field where it was last."""
        if self._active is self._flat:
            self._flat.field(self._last_field).setFocus()
        else:
            self._view.setFocus()

    def put_away(self) -> None:
        """Close the list of moves, put the tower card back."""
        for menu in self._menus.values():
            menu.close()
        if self.lens:
            self._look_through("")

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
        self._pointing = 0
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
        self._view.restyle()
        self._flat.update()
        for widget in (self._hand, self._market, self._castles):
            widget.update()

    # -- facts for the window ------------------------------------------------------------------------------------------

    def headline(self, position: State) -> list[Message]:
        """Turn and supplies."""
        facts = read_facts(position.facts())
        return [
            message("table.loop.turn", turn=facts.round + 1),
            message("table.loop.blocks", count=facts.blocks),
            message("table.loop.stones", count=facts.founding_stones),
        ]

    def player(self, position: State, seat: int) -> PlayerLine:
        """Money, nobles in supply, cards."""
        player = read_facts(position.facts()).players[seat]
        hidden = player.money < 0
        note = "out" if player.out else "passed" if player.passed else ""
        return PlayerLine(
            main=None if hidden else player.money,
            main_said=message("table.loop.player.hidden") if hidden else message("table.loop.player.money", real=player.money),
            counts=(
                Count("pieces/crown", player.grandes, message("table.loop.player.grandes", count=player.grandes)),
                Count("pieces/baron", player.barons, message("table.loop.player.barons", count=player.barons)),
                Count("pieces/cardback", len(player.hand), message("table.loop.player.cards", count=len(player.hand))),
                Count("pieces/tower", player.towers, message("table.loop.player.towers", count=player.towers)),
            ),
            note=message(f"table.loop.player.{note}") if note else None,
        )

    def point_out(self, reason: Message | None) -> None:
        """Ring the noble that a line of the scoring is about."""
        rings: list[tuple[int, int]] = []
        if reason is not None and self.facts is not None:
            values = dict(reason.values)
            cell, seat = values.get("cell"), values.get("seat")
            if isinstance(cell, int) and isinstance(seat, int):
                rings = [(cell, seat)]
        self._ring(rings)
