"""The view of a game on the loop board: board, flat board, hand, market and castles, and what a click on them means."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect

from client.boards.contract import Choice, Count, GameView, PlayerLine, Shown
from client.boards.loop.cards import Card
from client.boards.loop.castles import MOVE_MS, Castle, Castles
from client.boards.loop.facts import LoopFacts, read_facts
from client.boards.loop.fieldmenu import FieldMenu
from client.boards.loop.flat import FlatBoard
from client.boards.loop.hand import HandRow
from client.boards.loop.hint import Hint
from client.boards.loop.market import Market
from client.boards.loop.motion import Choreography, Motion
from client.boards.loop.outcome import Outcome, outcome
from client.boards.loop.projection import loop_spots
from client.boards.loop.view import BoardView
from client.messages import Catalogue
from client.table.density import Density
from rules.contract import Event, Move, State
from rules.loop.terms import CARD_PRICE, TOWER_PRICE
from rules.message import Message, Value, message

_ON_FIELD = ("withdraw", "play", "play-tower", "crest", "baron", "grande")
"""Moves whose number is a field (a construction card's number is the field it builds on)."""

_BUTTONS = ("villa", "castle", "keep", "crest", "baron", "grande", "done", "pass")
"""Moves that are offered as buttons under the prompt."""


class LoopView(GameView):
    """See :class:`~client.boards.contract.GameView`.

    Attributes:
        game: the game's id, with which its messages begin.
        facts: the position shown.
        lens: the kind of move to which the marks on the board are narrowed, after a click on a tower card; or empty.
    """

    game: str

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        self.spots = loop_spots()
        self.facts: LoopFacts | None = None
        self.lens = ""
        self._shown: Shown | None = None
        self._by_field: dict[int, list[Move]] = {}
        self._outcomes: dict[Move, Outcome] = {}
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
        self._shown = shown
        self.facts = facts = read_facts(shown.position.facts())
        self._outcomes = {}
        self.lens = ""
        self._by_field = {}
        for move in shown.moves:
            for cell in self._fields_of(move, facts):
                self._by_field.setdefault(cell, []).append(move)
        self._view.show_facts(facts)
        self._flat.show_facts(facts, self._field_sentence)
        self._mark()
        self._show_hand(shown, facts)
        self._show_market(shown, facts)
        self._castles.show_castles(self._castle_lines(facts, shown.names), round(MOVE_MS * min(1.0, self._speed)))
        if self._pointing:
            self._field_pointed(self._pointing)

    def _fields_of(self, move: Move, facts: LoopFacts) -> list[int]:
        """The fields on which a click can mean this move."""
        if move.kind in _ON_FIELD:
            return [move.args[0]]
        if move.kind == "villa":
            return [facts.card]
        if move.kind == "castle":
            first, count = move.args[0], len(self.spots.at)
            return [(first - 1 + step) % count + 1 for step in range(3)]
        return []

    def _mark(self) -> None:
        cells = [
            cell for cell, moves in self._by_field.items() if not self.lens or any(move.kind == self.lens for move in moves)
        ]
        self._view.board.mark(cells)
        self._flat.mark(cells, self._deeds_sentence)

    def outcome(self, move: Move) -> Outcome:
        """What a move that can be made now would do."""
        found = self._outcomes.get(move)
        if found is None:
            assert self._shown is not None
            found = self._outcomes[move] = outcome(self._shown.position, move)
        return found

    def _can(self, move: Move) -> bool:
        return self._shown is not None and move in self._shown.moves

    def _show_hand(self, shown: Shown, facts: LoopFacts) -> None:
        text = self.catalogue.text
        if shown.hand is None:
            self._hand.show_cards([], text("table.loop.hand.hidden"))
            return
        player = facts.players[shown.hand]
        cards = [self._construction_card(face, Move("play", (face,)), "hand") for face in player.cards]
        if player.towers:
            moves = [move for move in shown.moves if move.kind == "play-tower"]
            about = text("table.loop.tower-card.can" if moves else "table.loop.tower-card.about")
            cards.append(
                Card(
                    Move("play-tower", (0,)),
                    bool(moves),
                    number=player.towers,
                    drawing="pieces/tower",
                    caption=text("table.loop.tower-card.caption") if moves else "",
                    name=text("table.loop.tower-cards", count=player.towers),
                    about=about,
                    key="hand-tower",
                )
            )
        self._hand.show_cards(cards, text("table.loop.hand.empty"))

    def _construction_card(self, face: int, move: Move, where: str) -> Card:
        text = self.catalogue.text
        can = self._can(move)
        crests: tuple[int, ...] = ()
        above, caption, about = "", "", self._field_sentence(face)
        if can and move.kind == "play":
            done = self.outcome(move)
            crests, caption = done.crests, done.net
            above = "pieces/block" if done.founds else "pieces/villa"
            about = f"{about} {self._deed_sentence(move)}"
        return Card(
            move,
            can,
            number=face,
            caption=caption,
            crests=crests,
            drawing_above=above,
            name=text("table.loop.card", card=face) if where == "hand" else text("table.loop.card.for-sale", card=face),
            about=about,
            key=f"{where}-{face}",
        )

    def _next_card(self) -> Card:
        """A place in the row whose card has not been turned up yet."""
        coming = self.catalogue.text("table.loop.card.coming")
        return Card(None, False, drawing="pieces/cardback", name=coming, about=coming, key="market-coming")

    def _show_market(self, shown: Shown, facts: LoopFacts) -> None:
        text = self.catalogue.text
        row = [
            self._construction_card(face, Move("buy-card", (face,)), "market") if face else self._next_card()
            for face in facts.market
        ]
        self._market.remark.setText(text("table.loop.price", real=CARD_PRICE))
        piles = [
            Card(
                move,
                self._can(move),
                number=count,
                drawing=drawing,
                caption=str(price),
                name=text(f"table.loop.{move.kind}", count=count, real=price),
                about=text(f"table.loop.{move.kind}.about"),
                key=f"market-{move.kind}",
            )
            for move, count, drawing, price in (
                (Move("buy-pile"), facts.pile, "pieces/cardback", CARD_PRICE),
                (Move("buy-tower"), facts.towers, "pieces/tower", TOWER_PRICE),
            )
        ]
        self._market.show_cards(row, piles)

    def _castle_lines(self, facts: LoopFacts, names: Sequence[str]) -> list[Castle]:
        lines = []
        for crest, castle in facts.castles.items():
            shares: dict[int, int] = {}
            for cell in castle.cells:
                noble = facts.noble_at.get(cell)
                if noble is not None:
                    shares[noble.seat] = shares.get(noble.seat, 0) + noble.rank
            ordered = tuple(sorted(shares.items(), key=lambda share: (-share[1], share[0])))
            name = self._crest(crest)
            said = self.catalogue.text("table.loop.castle", crest=name, value=castle.value)
            for seat, share in ordered:
                said += " " + self.catalogue.text("table.loop.castle.share", names, seat=seat, real=share * castle.value)
            lines.append(Castle(crest, name, castle.value, castle.cells[0], ordered, said))
        return sorted(lines, key=lambda line: (-line.value, line.crest))

    # -- sentences -----------------------------------------------------------------------------------------------------

    def _said(self, key: str, **values: Value) -> str:
        return self.catalogue.text(message(key, **values), self._shown.names if self._shown else ())

    def _crest(self, crest: int) -> str:
        return self.catalogue.text(f"{self.game}.crest.{crest}")

    def _field_sentence(self, cell: int) -> str:
        """What a field is and what stands on it."""
        facts = self.facts
        if facts is None or not facts.level(cell):
            return self._said("table.loop.field.free", cell=cell)
        building = facts.building_at[cell]
        kind = "castle" if building.crest else "villa"
        said = self._said(
            f"table.loop.field.{kind}",
            cell=cell,
            level=facts.level(cell),
            crest=self._crest(building.crest),
            value=building.value,
        )
        noble = facts.noble_at.get(cell)
        if noble is not None:
            said += " " + self._noble_sentence(cell)
        return said

    def _noble_sentence(self, cell: int) -> str:
        assert self.facts is not None
        noble = self.facts.noble_at[cell]
        rank = self.catalogue.text(f"{self.game}.rank.{noble.rank}")
        return self._said("table.loop.field.noble", rank=rank, seat=noble.seat, real=noble.rank * self.facts.value(cell))

    def move_text(self, move: Move) -> str:
        """What a move is called."""
        if move.kind == "castle" and self.facts is not None:
            first, middle, last = self._fields_of(move, self.facts)
            return self._said("table.loop.move.castle", first=first, middle=middle, last=last)
        return self._said(f"{self.game}.move.{move.kind}", number=move.args[0] if move.args else 0)

    def _deed_sentence(self, move: Move) -> str:
        said = self.move_text(move)
        net = self.outcome(move).net
        return f"{said}: {net}." if net else f"{said}."

    def _deeds_sentence(self, cell: int) -> str:
        return " ".join(self._deed_sentence(move) for move in self._moves_on(cell))

    def _moves_on(self, cell: int) -> list[Move]:
        moves = self._by_field.get(cell, [])
        return [move for move in moves if not self.lens or move.kind == self.lens]

    # -- clicks --------------------------------------------------------------------------------------------------------

    def _field_clicked(self, cell: int) -> None:
        if self.moving:
            self.skip()
        for menu in self._menus.values():
            menu.close()
        moves = self._moves_on(cell)
        if len(moves) == 1:
            self.wanted.emit(moves[0])
        elif moves:
            self._ask(cell, moves)
        elif self.facts is not None:
            self.wanted.emit(self._meant(cell, self.facts))

    def _meant(self, cell: int, facts: LoopFacts) -> Move:
        """The move that a click on a field where nothing can be done was probably meant as."""
        if facts.step == "noble":
            return Move("baron", (cell,))
        if facts.step == "crest":
            return Move("crest", (cell,))
        if facts.step == "found":
            return Move("castle", (cell,))
        if facts.step == "keep" and cell in facts.building_at:
            return Move("keep", (facts.building_at[cell].crest,))
        if self.lens == "play-tower":
            return Move("play-tower", (cell,))
        if cell in facts.noble_at and self._shown is not None and facts.noble_at[cell].seat == self._shown.viewer:
            return Move("withdraw", (cell,))
        return Move("play", (cell,))

    def _ask(self, cell: int, moves: list[Move]) -> None:
        """Several moves are possible on a field: a short list."""
        entries = []
        for move in moves:
            net = self.outcome(move).net
            entries.append((move, self.move_text(move) + (f"   {net}" if net else "")))
        self.hint.hide()
        self.field_menu.open(entries, self._place_of(cell).center())

    def _card_clicked(self, move: Move | None) -> None:
        if move is None:
            return
        if self.moving:
            self.skip()
        if move == Move("play-tower", (0,)):
            self._look_through("" if self.lens else "play-tower")
        else:
            self.wanted.emit(move)

    def _look_through(self, lens: str) -> None:
        """Narrow the marks to one kind of move (a tower card is in the hand), or stop doing so."""
        if lens and not any(move.kind == lens for moves in self._by_field.values() for move in moves):
            built = next((cell for cell in self.spots.cells if self.facts and self.facts.level(cell)), 1)
            self.wanted.emit(Move(lens, (built,)))
            return
        self.lens = lens
        self._hand.select("hand-tower" if lens else "")
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
        hint = self.hint
        facts = self.facts
        if not cell or facts is None:
            hint.hide()
            self._view.board.ghost(None)
            return
        about = []
        building = facts.building_at.get(cell)
        if building is not None:
            kind = "castle" if building.crest else "villa"
            about.append(
                self._said(
                    f"table.loop.hint.{kind}", level=facts.level(cell), crest=self._crest(building.crest), value=building.value
                )
            )
            if cell in facts.noble_at:
                about.append(self._noble_sentence(cell))
        else:
            about.append(self._said("table.loop.hint.free"))
        deeds = [self._deed(move) for move in self._moves_on(cell)]
        hint.tell(self._said("table.loop.hint.field", cell=cell), about, deeds, self._place_of(cell))
        moves = self._moves_on(cell)
        self._view.board.ghost(self.outcome(moves[0]).after if len(moves) == 1 else None)

    def _deed(self, move: Move) -> tuple[str, str, list[str]]:
        done = self.outcome(move)
        names = self._shown.names if self._shown else ()
        return self.move_text(move), done.net, [self.catalogue.text(event, names) for event in done.told]

    def _card_pointed(self, move: Move | None) -> None:
        cell = move.args[0] if move is not None and move.args else 0
        self._view.board.point(cell)
        self.preview(move)

    def _castle_pointed(self, cell: int) -> None:
        building = self.facts.building_at.get(cell) if self.facts and cell else None
        rings = [(field, -1) for field in building.cells] if building else []
        self._view.board.ring(rings)
        self._flat.ring(rings)

    def preview(self, move: Move | None) -> None:
        """Show faintly what a move would do, or stop doing so."""
        if move is not None and self._can(move) and move.kind in (*_ON_FIELD, "villa", "castle", "keep"):
            self._view.board.ghost(self.outcome(move).after)
        else:
            self._view.board.ghost(None)

    def choices(self, shown: Shown) -> list[Choice]:
        """The answers to a question, and passing."""
        found = []
        for move in shown.moves:
            if move.kind in _BUTTONS:
                net = self.outcome(move).net
                found.append(Choice(move, self._choice_text(move), net))
        return found

    def _choice_text(self, move: Move) -> Message:
        if move.kind == "castle" and self.facts is not None:
            first, middle, last = self._fields_of(move, self.facts)
            return message("table.loop.move.castle", first=first, middle=middle, last=last)
        return message(f"table.loop.move.{move.kind}", number=move.args[0] if move.args else 0)

    # -- motion --------------------------------------------------------------------------------------------------------

    def animate(self, events: Sequence[Event], speed: float) -> None:
        """Let what has just happened be seen."""
        if self._active is self._flat:
            return
        self._motion.play(Choreography(self._view.board, self._fly).tweens(events), speed)

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
        self._view.board.ring(rings)
        self._flat.ring(rings)
