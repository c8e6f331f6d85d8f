"""The view of a game of Torres: board, flat board, hand, panels, and what a click on them means."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QKeySequence, QShortcut

from client.boards.contract import Choice, Count, GameView, PlayerLine, Shown
from client.boards.loop.cards import Card
from client.boards.loop.fieldmenu import FieldMenu
from client.boards.loop.hand import HandRow
from client.boards.loop.hint import Hint
from client.boards.loop.motion import DROP_MS, RISE_MS, Motion, Tween
from client.boards.loop.projection import Spots
from client.boards.loop.view import BoardView
from client.boards.torres.facts import Card as Held
from client.boards.torres.facts import TorresFacts, read_facts
from client.boards.torres.flat import FlatSquares
from client.boards.torres.panels import CastleLine, Castles, StackLine, Year
from client.boards.torres.scene import TorresScene, spots_from
from client.boards.torres.track import Marker
from client.boards.torres.turning import WAYS, TurnButtons
from client.messages import Catalogue
from client.table.density import Density
from rules.contract import Event, Move, State
from rules.message import Message, Value, message
from rules.torres.explain import height, master_card, reach
from rules.torres.state import TorresState
from rules.trial import Trial

_ON_CELL = ("found", "place", "king", "insert", "block", "lift", "drop")
"""Moves whose number is the cell where they happen."""

_BUTTONS = ("step", "buy", "end", "stack", "opened", "keep", "top", "bottom", "stacks", "stay")
"""Moves that are offered as buttons under the prompt."""


class TorresBoard(BoardView):
    """The board of stacks with a scene of Torres in it."""

    def make_scene(self, spots: Spots) -> TorresScene:  # type: ignore[override]
        """The scene to show."""
        return TorresScene(64)


class TorresView(GameView):
    """See :class:`~client.boards.contract.GameView`. Fields of the two boards are cells plus one.

    Attributes:
        facts: the position shown.
        chosen: the cell of the knight that has been taken up, or -1.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        text = catalogue.text
        self.facts: TorresFacts | None = None
        self.chosen = -1
        self._shown: Shown | None = None
        self._here: dict[int, list[Move]] = {}
        self._walks: dict[int, list[Move]] = {}
        self._pointing = 0
        self._last = 1
        self.board = self._view = TorresBoard(spots_from(0))
        self.board.setObjectName("board")
        self.board.setAccessibleName(text("table.torres.board"))
        self.board.setAccessibleDescription(text("table.torres.board.about"))
        self.flat = self._flat = FlatSquares(text("table.torres.flat"))
        self.hand = self._hand = HandRow("")
        self._year = Year(text("table.torres.year"))
        self._castles = Castles(text("table.torres.castles"))
        self.panels = (self._year, self._castles)
        self._motion = Motion(self)
        self._motion.ended.connect(self.settled)
        self._hints = {id(widget): Hint(widget) for widget in (self._view, self._flat)}
        self._menus = {id(widget): FieldMenu(widget) for widget in (self._view, self._flat)}
        for menu in self._menus.values():
            menu.chosen.connect(self.wanted)
            menu.pointed.connect(self.preview)
        for board in (self._view, self._flat):
            board.clicked.connect(self._clicked)
            board.pointed.connect(self._pointed)
        self._hand.wanted.connect(self._card_clicked)
        self._hand.pointed.connect(self.preview)
        self._castles.pointed.connect(self._castle_pointed)
        self._turning = TurnButtons(catalogue, self._view)
        self._turning.turned.connect(self.turn)
        for _, steps, key in WAYS:
            QShortcut(QKeySequence(key), self._view, lambda steps=steps: self.turn(steps))

    # -- showing -------------------------------------------------------------------------------------------------------

    def show(self, shown: Shown) -> None:
        """Show a position and what can be done in it."""
        self._motion.finish()
        for menu in self._menus.values():
            menu.close()
        self._shown = shown
        self.facts = facts = read_facts(shown.position.facts())
        self._here, self._walks = {}, {}
        for move in shown.moves:
            if move.kind in _ON_CELL:
                self._here.setdefault(move.args[0], []).append(move)
            elif move.kind == "move":
                self._walks.setdefault(move.args[0], []).append(move)
        if self.chosen not in self._walks:
            self.chosen = next(iter(self._walks)) if len(self._walks) == 1 and not self._here else -1
        self._view.show_facts(facts)  # type: ignore[arg-type]
        self._flat.show_facts(facts, self._sentence)
        self._mark()
        self._show_hand(shown, facts)
        self._show_year(facts, shown)
        self._castles.show_castles(self._castle_lines(facts, shown.names))
        if self._pointing:
            self._pointed(self._pointing)

    def _mark(self) -> None:
        cells = set(self._here) | set(self._walks)
        if self.chosen >= 0:
            cells = {move.args[1] for move in self._walks.get(self.chosen, ())} | {self.chosen}
        self._view.board.mark(cell + 1 for cell in cells)
        self._flat.mark((cell + 1 for cell in cells), self._deeds)
        rings = [(self.chosen + 1, -1)] if self.chosen >= 0 else []
        self._view.board.ring(rings)
        self._flat.ring(rings)

    @property
    def rotated(self) -> int:
        """From which side the board is seen, 0 to 3."""
        return self._view.board.side  # type: ignore[attr-defined]

    def turn(self, steps: int) -> None:
        """Walk round the table by quarter turns."""
        self._motion.finish()
        self._view.board.turn(steps)  # type: ignore[attr-defined]
        self._view.refit()

    def _show_hand(self, shown: Shown, facts: TorresFacts) -> None:
        text = self.catalogue.text
        if shown.hand is None:
            self._hand.show_cards([], text("table.torres.hand.hidden"))
            return
        mine = shown.hand == facts.turn
        looked = [self._card(held, shown, "keep", (held.slot,)) for held in facts.looking] if mine else []
        cards = [
            self._card(held, shown, "card", (held.face,), held.slot in facts.fresh and mine)
            for held in facts.players[shown.hand].hand
        ]
        self._hand.show_cards([*looked, *cards], text("table.torres.hand.empty"))

    def _card(self, held: Held, shown: Shown, kind: str, args: tuple[int, ...], fresh: bool = False) -> Card:
        """A card as it lies there; one bought in this turn rests, though its twin in the variant may be played."""
        text = self.catalogue.text
        if kind == "keep" and self.facts is not None and self.facts.step == "back":
            kind = "top"
        move = Move(kind, args)
        if not held.face:
            name = text("table.torres.card.sealed")
            return Card(
                move, move in shown.moves, drawing="pieces/cardback", label=" ", name=name, about=name, key=f"slot-{held.slot}"
            )
        name = text(f"torres.card.{held.face}")
        return Card(
            move,
            move in shown.moves and not fresh,
            drawing=f"torres/card-{held.face}",
            label=text(f"table.torres.short.{held.face}"),
            name=name,
            about=text(f"torres.card.{held.face}.about"),
            key=f"{'hand' if kind == 'card' else 'look'}-{held.slot}",
        )

    def _show_year(self, facts: TorresFacts, shown: Shown) -> None:
        text = self.catalogue.text
        lines = [
            StackLine(seat, player.stacks, facts.opened if seat == facts.turn else -1)
            for seat, player in enumerate(facts.players)
        ]
        said = " ".join(
            self._said("table.torres.stacks", seat=line.seat, stacks=", ".join(map(str, line.stacks)) or "–") for line in lines
        )
        remark = text("table.torres.round", phase=facts.phase, round=facts.round)
        points = max(0, facts.action_points)
        self._year.show_year(remark, points, text("table.torres.points", ap=points), lines, said)
        markers = [Marker(seat, player.points, player.outlook, player.jump) for seat, player in enumerate(facts.players)]
        said = " ".join(self._said_of(marker) for marker in markers)
        self._year.show_track(markers, said, text("table.torres.track.about"))
        state = shown.position
        card = master_card(state) if isinstance(state, TorresState) else None
        self._year.setToolTip(self.catalogue.text(card, shown.names) if card is not None else "")

    def _said_of(self, marker: Marker) -> str:
        key = "table.torres.track.jump" if marker.jump else "table.torres.track"
        return self._said(key, seat=marker.seat, total=marker.total, outlook=marker.outlook, points=marker.jump)

    def _castle_lines(self, facts: TorresFacts, names: Sequence[str]) -> list[CastleLine]:
        lines = []
        for castle in facts.castles:
            shares = tuple(
                sorted(((seat, level * castle.area) for seat, level in castle.standing), key=lambda one: (-one[1], one[0]))
            )
            said = self._said("table.torres.castle", cell=castle.cells[0], area=castle.area, level=castle.highest)
            for seat, points in shares:
                said += " " + self.catalogue.text("table.torres.castle.share", names, seat=seat, points=points)
            lines.append(CastleLine(castle.cells[0], castle.area, castle.highest, castle.king, shares, said))
        return sorted(lines, key=lambda line: (-line.area, line.cell))

    # -- sentences -----------------------------------------------------------------------------------------------------

    def _said(self, key: str, **values: Value) -> str:
        return self.catalogue.text(message(key, **values), self._shown.names if self._shown else ())

    def _about(self, cell: int) -> list[str]:
        """What stands on a square, line by line."""
        facts = self.facts
        if facts is None:
            return []
        lines = []
        castle = facts.castle_at.get(cell)
        if castle is None:
            lines.append(self._said("table.torres.square.ground"))
        else:
            lines.append(self._said("table.torres.square.tower", level=facts.levels[cell], area=castle.area))
        if cell in facts.knight_at:
            lines.append(self._said("table.torres.square.knight", seat=facts.knight_at[cell]))
        if cell == facts.king:
            lines.append(self._said("table.torres.square.king"))
        return lines

    def _sentence(self, field: int) -> str:
        return " ".join([self._said("table.torres.square", cell=field - 1), *self._about(field - 1)])

    def move_text(self, move: Move) -> str:
        """What a move is called."""
        number = move.args[0] if move.args else 0
        if move.kind in ("keep", "top", "bottom") and self.facts is not None:
            number = next((place for place, held in enumerate(self.facts.looking, 1) if held.slot == number), number)
        if move.kind == "stacks":
            return self._said("table.torres.move.stacks", stacks=", ".join(map(str, move.args)))
        return self._said(f"torres.move.{move.kind}", number=number, second=move.args[1] if len(move.args) > 1 else 0)

    def _deeds(self, field: int) -> str:
        return " ".join(f"{self.move_text(move)}." for move in self._moves_on(field - 1))

    def _moves_on(self, cell: int) -> list[Move]:
        if self.chosen >= 0:
            return [move for move in self._walks.get(self.chosen, ()) if move.args[1] == cell]
        return self._here.get(cell, [])

    # -- clicks --------------------------------------------------------------------------------------------------------

    def _clicked(self, field: int) -> None:
        if self.moving:
            self.skip()
        self.put_menus_away()
        cell = field - 1
        moves = self._moves_on(cell)
        if self.chosen < 0 and cell in self._walks:
            if not moves:
                self._take_up(cell)
            else:
                self._ask(cell, moves)
        elif cell == self.chosen:
            self._take_up(-1)
        elif len(moves) == 1:
            self.wanted.emit(moves[0])
        elif moves:
            self._ask(cell, moves)
        else:
            self.wanted.emit(self._meant(cell))

    def _take_up(self, cell: int) -> None:
        """Take up a knight: the board then shows where it can go; or put it back (-1)."""
        self.chosen = cell
        self._mark()
        self._pointed(self._pointing)

    def _ask(self, cell: int, moves: list[Move]) -> None:
        self.hint.hide()
        entries = [(move, self.move_text(move)) for move in [*moves, *self._walks.get(cell, ())]]
        self._menus[id(self._active)].open(entries, self._place_of(cell + 1).center())

    def _meant(self, cell: int) -> Move:
        """The move that a click on a square where nothing can be done was probably meant as."""
        facts = self.facts
        if self.chosen >= 0:
            return Move("move", (self.chosen, cell))
        step = facts.step if facts is not None else "main"
        kinds = {"found": "found", "place": "place", "king": "king", "move-king": "king", "drop": "drop", "card": "lift"}
        if step in kinds:
            return Move(kinds[step], (cell,))
        if facts is not None and cell in facts.knight_at:
            return Move("move", (cell, cell))
        return Move("block", (cell,))

    def _card_clicked(self, move: Move | None) -> None:
        if move is not None:
            if self.moving:
                self.skip()
            self.wanted.emit(move)

    # -- pointing ------------------------------------------------------------------------------------------------------

    @property
    def _active(self) -> TorresBoard | FlatSquares:
        return self._flat if self._flat.isVisible() else self._view

    @property
    def hint(self) -> Hint:
        """The box about the square under the pointer, of the board in use."""
        return self._hints[id(self._active)]

    def _place_of(self, field: int) -> QRect:
        if self._active is self._flat:
            return self._flat.place_of(field)
        middle = self._view.place_of(field)
        half = self._view.board.at.tile // 2
        return QRect(middle.x() - half, middle.y() - half // 2, half * 2, half)

    def _pointed(self, field: int) -> None:
        self._pointing = field
        self._last = field or self._last
        board = self._view.board
        if not field or self.facts is None or self._shown is None:
            self.hint.hide()
            board.ghost(None)
            return
        cell = field - 1
        about = self._about(cell)
        state = self._shown.position
        moves = self._moves_on(cell)
        occupied = cell in self.facts.knight_at or cell == self.facts.king
        builds = any(move.kind in ("block", "drop") for move in moves) or (self.facts.levels[cell] and not occupied)
        if builds and isinstance(state, TorresState):
            about.append(self.catalogue.text(height(state, cell).said, self._shown.names))
        deeds = [(self.move_text(move), "", []) for move in moves]
        if self.chosen < 0 and cell in self._walks:
            deeds.append((self._said("table.torres.take-up"), "", []))
        self.hint.tell(self._said("table.torres.square", cell=cell), about, deeds, self._place_of(field))
        if len(moves) == 1:
            self.preview(moves[0])
        else:
            board.ghost(None, self._reach_of(cell))

    def _reach_of(self, cell: int) -> list[tuple[int, int]]:
        """Where the knight on a cell gets with the points left, and how many each square takes."""
        facts, shown = self.facts, self._shown
        if facts is None or shown is None or facts.step != "main" or facts.knight_at.get(cell) != facts.turn:
            return []
        if not isinstance(shown.position, TorresState):
            return []
        return [(target + 1, way.cost) for target, way in reach(shown.position, cell, facts.action_points).items()]

    def _way_of(self, move: Move) -> list[tuple[int, int]]:
        """The squares that a knight passes."""
        shown = self._shown
        if move.kind != "move" or shown is None or not isinstance(shown.position, TorresState):
            return []
        way = reach(shown.position, move.args[0], 1).get(move.args[1])
        return [(cell + 1, 0) for route in way.routes for cell in route[1:-1]] if way is not None else []

    def preview(self, move: Move | None) -> None:
        """Show faintly what a move would do, or stop doing so."""
        shown = self._shown
        if move is None or shown is None or move not in shown.moves or move.kind not in (*_ON_CELL, "move"):
            self._view.board.ghost(None)
            return
        trial = Trial(shown.position)
        trial.play(move)
        self._view.board.ghost(read_facts(trial.state.facts()), self._way_of(move))  # type: ignore[arg-type]

    def _castle_pointed(self, field: int) -> None:
        castle = self.facts.castle_at.get(field - 1) if self.facts and field else None
        rings = [(cell + 1, -1) for cell in castle.cells] if castle else []
        self._view.board.ring(rings)
        self._flat.ring(rings)

    def choices(self, shown: Shown) -> list[Choice]:
        """The moves that have no place on the board."""
        return [Choice(move, self._choice(move), self._gain(move, shown)) for move in shown.moves if move.kind in _BUTTONS]

    def _gain(self, move: Move, shown: Shown) -> str:
        """What a step on the track brings, totals jumped over included."""
        if move.kind != "step" or self.facts is None or shown.position.turn is None:
            return ""
        trial = Trial(shown.position)
        trial.play(move)
        seat = shown.position.turn
        return f"+{read_facts(trial.state.facts()).players[seat].points - self.facts.players[seat].points}"

    def _choice(self, move: Move) -> Message:
        if move.kind == "stacks":
            return message("table.torres.move.stacks", stacks=", ".join(map(str, move.args)))
        number = move.args[0] if move.args else 0
        if move.kind in ("keep", "top", "bottom") and self.facts is not None:
            held = next((held for held in self.facts.looking if held.slot == number), None)
            if held is not None and held.face:
                return message(f"table.torres.move.{move.kind}", card=held.face)
        return message(f"table.torres.move.{move.kind}", number=number)

    # -- motion --------------------------------------------------------------------------------------------------------

    def animate(self, events: Sequence[Event], speed: float) -> None:
        """Let what has just happened be seen: blocks drop, pieces come from where they were."""
        if self._active is self._flat or self.facts is None:
            return
        board, tweens, now = self._view.board, [], 0
        for event in events:
            if event.kind in ("built", "castle", "dropped", "founded"):
                cell = event.number("cell")
                item = board.entries.get(("block", cell, self.facts.levels[cell]))
                away, lasts = QPointF(0, -board.at.tile * 1.3), DROP_MS
            elif event.kind in ("moved", "inserted", "placed", "king"):
                cell = event.number("cell")
                item = board.entries.get(("king",) if event.kind == "king" else ("knight", cell))
                source = dict(event.values).get("source", -1)
                start = (
                    board.top(source + 1) - board.top(cell + 1)
                    if isinstance(source, int) and source >= 0
                    else QPointF(0, -board.at.tile)
                )
                away, lasts = start, RISE_MS
            else:
                continue
            if item is not None:
                home = item.pos()

                def apply(share: float, item=item, home=home, away=away) -> None:
                    item.setPos(home + away * (1 - share) ** 2)

                tweens.append(Tween(now, lasts, apply))
                now += lasts
        self._motion.play(tweens, speed)

    def set_speed(self, speed: float) -> None:
        """Nothing moves outside the board."""

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
        for part in (self._hand, self._year, self._castles, self._turning):
            part.set_density(density)

    def take_focus(self) -> None:
        """Put the keyboard's focus on the square where it was last."""
        if self._active is self._flat:
            self._flat.field(self._last).setFocus()
        else:
            self._view.setFocus()

    def put_menus_away(self) -> None:
        """Close the lists of moves."""
        for menu in self._menus.values():
            menu.close()

    def put_away(self) -> None:
        """Close the list of moves, put the knight back."""
        self.put_menus_away()
        if self.chosen >= 0:
            self._take_up(-1)

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
        self._turning.restyle()
        for widget in (self._flat, self._hand, self._year, self._castles):
            widget.update()

    # -- facts for the window ------------------------------------------------------------------------------------------

    def headline(self, position: State) -> list[Message]:
        """Year, round and supply; the master card."""
        facts = read_facts(position.facts())
        lines = [
            message("table.torres.round", phase=facts.phase, round=facts.round),
            message("table.torres.supply", count=facts.supply),
        ]
        if facts.master:
            lines.append(message("table.torres.master", card=facts.master))
        return lines

    def player(self, position: State, seat: int) -> PlayerLine:
        """Points, knights in reserve, cards."""
        player = read_facts(position.facts()).players[seat]
        return PlayerLine(
            main=player.points,
            main_said=message("table.torres.player.points", points=player.points),
            drawing="torres/point",
            counts=(
                Count("pieces/baron", player.knights, message("table.torres.player.knights", count=player.knights)),
                Count("pieces/cardback", len(player.hand), message("table.torres.player.cards", count=len(player.hand))),
                Count("pieces/block", sum(player.stacks), message("table.torres.player.blocks", count=sum(player.stacks))),
            ),
        )

    def point_out(self, reason: Message | None) -> None:
        """Ring the castle that a line of the scoring is about."""
        cell = dict(reason.values).get("cell") if reason is not None else None
        self._castle_pointed(cell + 1 if isinstance(cell, int) else 0)
