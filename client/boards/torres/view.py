"""The view of a game of Torres: board, flat board, hand, panels, and what a click on them means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from client.boards.contract import Choice, Interim, PlayerLine, Shown
from client.boards.handrow import HandRow
from client.boards.motion import Tween
from client.boards.stacks.gameview import StackGameView
from client.boards.stacks.projection import Spots
from client.boards.stacks.view import StackView
from client.boards.torres.actions import ActionButtons
from client.boards.torres.facts import SIDE, TorresFacts, read_facts
from client.boards.torres.flat import FlatSquares
from client.boards.torres.motion import tweens_of
from client.boards.torres.panels import Castles, Year
from client.boards.torres.reading import ON_CELL, TorresReading
from client.boards.torres.scene import TorresScene, torres_spots
from client.boards.torres.summary import headline, player_line, year_scored
from client.look.plain import give_tip
from client.messages import Catalogue
from client.table.density import Density
from rules.contract import Event, Move, State
from rules.message import Message


class TorresBoard(StackView):
    """A board of stacks with the scene of Torres."""

    board: TorresScene

    def make_scene(self, spots: Spots) -> TorresScene:
        """The scene to show."""
        return TorresScene(64, empty=True)  # painted once it has a size


class TorresView(StackGameView):
    """See :class:`~client.boards.contract.GameView`. Its places are fields: cells plus one.

    Attributes:
        reading: the current position, or None before the first.
        chosen: the cell of the knight taken up, or -1.
        action: the kind of move to which the board's marks are narrowed, or empty.
    """

    corner_room: ClassVar[int] = 46

    _view: TorresBoard
    _flat: FlatSquares

    def __init__(self, catalogue: Catalogue) -> None:
        text = catalogue.text
        super().__init__(
            catalogue,
            TorresBoard(torres_spots()),
            FlatSquares(text("table.torres.flat"), [text(f"torres.cell.{cell}") for cell in range(SIDE * SIDE)]),
            text("table.torres.board"),
            text("table.torres.board.about"),
        )
        self._in_turn: int | None = None  # the seat that is in the middle of its turn at this computer
        self.reading: TorresReading | None = None
        self.chosen = -1
        self.action = ""
        self._glowing: dict[int, int] = {}
        self._uncounted: Sequence[int] | None = None
        self.hand = self._hand = HandRow("")
        self._year = Year(text("table.torres.year"))
        self._castles = Castles(text("table.torres.castles"))
        self._castles.remark.setText(text("table.torres.castles.columns"))
        self.panels = (self._year, self._castles)
        self._hand.wanted.connect(self._card_clicked)
        self._hand.pointed.connect(self.preview)
        self._castles.pointed.connect(self._castle_pointed)
        self._actions = ActionButtons(catalogue, self._view)
        self._actions.chosen.connect(self.act)

    @property
    def facts(self) -> TorresFacts | None:
        """The facts of the current position."""
        return self.reading.facts if self.reading is not None else None

    def facts_of(self, position: State) -> TorresFacts:
        """The facts of a position; those of the current one are cached."""
        reading = self.reading
        return reading.facts if reading is not None and reading.shown.position is position else read_facts(position.facts())

    # -- showing -------------------------------------------------------------------------------------------------------

    def show(self, shown: Shown) -> None:
        """Show a position and its possible moves."""
        self._calm()
        self.reading = reading = TorresReading(shown, self.catalogue)
        if self.chosen not in reading.walks:
            self.chosen = next(iter(reading.walks)) if len(reading.walks) == 1 and not reading.here else -1
        if self.action not in reading.actions:
            self.action = ""
        turn = shown.position.turn if shown.moves else None
        self._view.steady = self._in_turn is not None and turn in (self._in_turn, None)
        self._in_turn = turn
        self._view.show_facts(reading.facts)
        self._flat.show_facts(reading.facts, self._view.board.roofs, lambda field: reading.sentence(field - 1))
        self._mark(reading)
        self._tell_again()

    def show_beside(self) -> None:
        """Show the hand, the year and the castles."""
        text, reading = self.catalogue.text, self.reading
        if reading is None:
            return
        hand = reading.shown.hand
        if hand is None:
            self._hand.show_cards([], text("table.torres.hand.hidden"))
        else:
            self._hand.show_cards(reading.cards(hand), text("table.torres.hand.empty"))
        self._show_year(reading)
        self._castles.show_castles(reading.castles(), self._view.board.roofs)

    def _show_year(self, reading: TorresReading) -> None:
        text, facts = self.catalogue.text, reading.facts
        points = max(0, facts.action_points)
        remark = text("table.torres.round", phase=facts.phase, round=facts.round)
        words = text("table.torres.points.word"), text("table.torres.stacks.word")
        self._year.show_year(remark, points, text("table.torres.points", ap=points), words, *reading.stacks())
        track = text("table.torres.track.about"), text("table.torres.track.word")
        self._year.show_track(*reading.markers(self._uncounted), *track)
        give_tip(self._year, reading.master())

    def _mark(self, reading: TorresReading) -> None:
        fields = {cell + 1 for cell in reading.marks(self.chosen, self.action)}
        undecided = self.chosen < 0 and not self.action and len(reading.actions) > 1
        self._view.board.mark(fields, quiet=undecided)
        self._flat.mark(fields, lambda field: reading.deeds(field - 1, self.chosen, self.action))
        self._actions.offer(reading.actions, "move" if self.chosen >= 0 else self.action)
        self._ring()

    def glow(self, changes: Sequence[tuple[int, Event]]) -> None:
        """Ring the squares on which something was built or moved."""
        cells = ((seat, dict(event.values).get("cell")) for seat, event in changes if not event.kind.startswith("scored"))
        self._glowing = {cell + 1: seat for seat, cell in cells if isinstance(cell, int) and cell >= 0}
        self._ring()

    def _ring(self) -> None:
        self._view.board.ring(self._rings)
        self._flat.ring(self._rings)

    @property
    def _rings(self) -> list[tuple[int, int]]:
        """The ring around the knight that is taken up, or those around what the others did."""
        return [(self.chosen + 1, -1)] if self.chosen >= 0 else list(self._glowing.items())

    # -- clicks --------------------------------------------------------------------------------------------------------

    def _clicked(self, place: int) -> None:
        reading, cell = self.reading, place - 1
        if reading is None:
            return
        moves = reading.moves_on(cell, self.chosen, self.action)
        walks = reading.walkers(self.action).get(cell, []) if self.chosen < 0 else []
        if walks and not moves:
            self._take_up(cell)
        elif cell == self.chosen:
            self._take_up(-1)
        elif len(moves) == 1 and not walks:
            self.wanted.emit(moves[0])
        elif moves:
            self._ask(place, [(move, reading.priced(move)) for move in [*moves, *walks]])
        else:
            self.wanted.emit(reading.meant(cell, self.chosen))

    def _take_up(self, cell: int) -> None:
        """Take up a knight, so that the board shows where it can go; or put it back (-1)."""
        self.chosen = cell
        if self.reading is not None:
            self._mark(self.reading)
        self._tell_again()

    def act(self, action: str) -> None:
        """Choose what the next click on the board does: a kind of move, or anything (empty)."""
        self._calm()
        self.action, self.chosen = action, -1
        if self.reading is not None:
            self._mark(self.reading)

    def _card_clicked(self, move: Move | None) -> None:
        if move is not None:
            self._touch()
            self.wanted.emit(move)

    # -- pointing ------------------------------------------------------------------------------------------------------

    def _tell_about(self, place: int) -> None:
        reading, cell = self.reading, place - 1
        if reading is None:
            return
        moves = reading.moves_on(cell, self.chosen, self.action)
        deeds: list[tuple[str, str, list[str]]] = [(reading.move(move), reading.costs(move), []) for move in moves]
        if self.chosen < 0 and cell in reading.walkers(self.action):
            deeds.append((reading.said("table.torres.take-up"), "", []))
        about = [*reading.about(cell), *reading.height(cell, self.chosen)]
        self.hint.tell(reading.place(cell), about, deeds, self.active.room(place))
        if len(moves) == 1:
            self.preview(moves[0])
        else:
            self._view.board.ghost(None, reading.reach_of(cell))

    def preview(self, move: Move | None) -> None:
        """Show faintly what a move would do; None ends that."""
        reading = self.reading
        after = reading.after(move) if reading is not None and move is not None else None
        way = reading.way_of(move) if reading is not None and move is not None and after is not None else []
        self._view.board.ghost(after, way)

    def _castle_pointed(self, field: int) -> None:
        castle = self.facts.castle_at.get(field - 1) if self.facts and field else None
        fields = [cell + 1 for cell in castle.cells] if castle else []
        self._view.board.outline(fields)
        self._flat.ring([(place, -1) for place in fields] or self._rings)

    def choices(self, shown: Shown) -> list[Choice]:
        """The moves without a place on the board."""
        return self.reading.choices() if self.reading is not None and self.reading.shown is shown else []

    def grip(self, move: Move) -> str:
        """What to click next to make a move."""
        if move.kind == "move" and self.chosen == move.args[0]:
            return f"place {move.args[1]}"
        if move.kind == "move" or move.kind in ON_CELL:
            return f"place {self.chosen if self.chosen >= 0 else move.args[0]}"  # a knight that is taken up is put back first
        held = next((button.card.key for button in self._hand.cards if button.card.move == move and button.card.can), "")
        return held if move.kind == "card" and held else super().grip(move)

    def _named(self, place: str) -> int:
        return int(place) + 1 if place.isdecimal() else 0

    # -- motion, room, theme -------------------------------------------------------------------------------------------

    def _tweens(self, events: Sequence[Event]) -> list[Tween]:
        return tweens_of(self._view.board, events)

    def panels_fitted(self, density: Density) -> Iterator[None]:
        """Fit the available space."""
        self._actions.set_density(density)
        yield from super().panels_fitted(density)

    def put_away(self) -> None:
        """Close the list of moves, and put the knight back."""
        super().put_away()
        if self.chosen >= 0:
            self._take_up(-1)
        elif self.action:
            self.act("")

    def restyle(self) -> None:
        """Take the colours of the current theme."""
        super().restyle()
        self._actions.restyle()

    # -- facts for the window ------------------------------------------------------------------------------------------

    def headline(self, position: State) -> list[Message]:
        """Year, round and supply, and the master card."""
        return headline(self.facts_of(position))

    def player(self, position: State, seat: int) -> PlayerLine:
        """The player's points, knights in reserve, and cards."""
        return player_line(self.facts_of(position).players[seat], self._uncounted[seat] if self._uncounted is not None else 0)

    def hold_back(self, points: Sequence[int] | None) -> None:
        """Show the track and the players without these points."""
        self._uncounted = points

    def interim(self, events: Sequence[Event], position: State) -> Interim | None:
        """The scoring of a year."""
        return year_scored(events, position)

    def point_out(self, reasons: Sequence[Message]) -> None:
        """Ring the castle that a line of the scoring is about, unless it has grown since that year."""
        castle = next((reason for reason in reasons if reason.kind == "castle"), None)
        cell = castle.number("cell") if castle is not None else -1
        now = self.facts.castle_at.get(cell) if self.facts is not None else None
        unchanged = castle is not None and now is not None and len(now.cells) == castle.number("area")
        self._castle_pointed(cell + 1 if unchanged else 0)
