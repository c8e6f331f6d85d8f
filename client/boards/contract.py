"""The table window's interface to a game's board: one class per game, found by its id.

A :class:`GameView` shows positions and turns clicks into moves. It never decides what is legal: it is given the moves that
may be made and highlights exactly those; a click on anything else is handed on as the move that was probably meant, so that
the rules can say why it is not possible.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from PySide6.QtCore import QObject, QPoint, QRect, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from client.look.abstract import QtAbstract
from client.messages import Catalogue
from client.table.density import Density
from rules.contract import Event, Move, ScoreLine, State
from rules.message import Message


@dataclass(frozen=True)
class Shown:
    """The position to show.

    Attributes:
        position: as the eyes in front of the screen may know it.
        viewer: the seat whose eyes these are, or None for nobody in particular.
        moves: what can be done by a click now; empty when nothing can.
        names: the players' names by seat.
        hand: the seat whose hand is shown, or None.
    """

    position: State
    viewer: int | None
    moves: tuple[Move, ...]
    names: tuple[str, ...]
    hand: int | None


class ScoringStep(NamedTuple):
    """What a scoring counts at a time.

    Attributes:
        lines: the lines that are counted together, at least one.
        title: what they count, as words without a full stop; None where a single line says it.
    """

    lines: tuple[ScoreLine, ...]
    title: Message | None = None


@dataclass(frozen=True)
class Interim:
    """A scoring within a game.

    Attributes:
        title: what is scored, as a sentence.
        before: every seat's points before it.
        lines: in the order of scoring.
    """

    title: Message
    before: tuple[int, ...]
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True)
class Count:
    """A number beside a drawing: so many of these. ``name`` is the drawing, ``said`` the number in a sentence."""

    name: str
    number: int
    said: Message


@dataclass(frozen=True)
class PlayerLine:
    """A player's possessions: the most important number first.

    Attributes:
        main: the amount to compare (money, points); None when it is hidden.
        main_said: the same in a sentence.
        counts: the rest.
        note: what is special about this player (passed, out), or None.
        more: a second row of counts, for games where a player has more than fits into one.
        drawing: what the amount is counted in.
    """

    main: int | None
    main_said: Message
    counts: tuple[Count, ...]
    note: Message | None = None
    more: tuple[Count, ...] = ()
    drawing: str = "pieces/coin"


@dataclass(frozen=True)
class Choice:
    """A move without its own place on the table: a button. ``detail`` is a short remark such as ``+14``."""

    move: Move
    said: Message
    detail: str = ""


class GameView(QObject, metaclass=QtAbstract):
    """The view of one game at one table.

    Signals:
        wanted: the person asks for this :class:`~rules.contract.Move`, legal or not.
        touched: the person has clicked on a place or a card; what comes of it follows.
        landed: something flew off the board to a seat: picture, place on the screen, seat.
        settled: the last animation has come to its end.
        peeked: the person wants a look at the flat board (true), or has had it (false).

    Attributes:
        board: the board as towers.
        flat: the same board as focusable fields.
        hand: the cards of one player.
        panels: what belongs beside the board, most important first.
        prompt_room: pixels, at the usual size, kept free above the board: for two lines of the prompt and two rows of answers,
            where a game has so many answers.
        corner_room: pixels, at the usual size, of the lower left corner of the board that its own buttons take.
    """

    wanted = Signal(object)
    touched = Signal()
    landed = Signal(QPixmap, QPoint, int)
    settled = Signal()
    peeked = Signal(bool)

    board: QWidget
    flat: QWidget
    hand: QWidget
    panels: tuple[QWidget, ...]
    prompt_room: ClassVar[int] = 118
    corner_room: ClassVar[int] = 0

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.catalogue = catalogue

    @abstractmethod
    def show(self, shown: Shown) -> None:
        """Show a position and what can be done in it. Ends every animation at once."""

    def show_beside(self) -> None:
        """Show in the hand and in the panels what :meth:`show` was given, as long as that has not been done.

        While others play, the table calls this a few frames after :meth:`show`, so that no frame is late. A game with little
        beside its board may show it at once and leave this as it is.
        """

    @abstractmethod
    def set_density(self, density: Density) -> None:
        """Fit the panels and the hand to the room there is."""

    @abstractmethod
    def take_focus(self) -> None:
        """Put the keyboard's focus where it was last on the board."""

    @abstractmethod
    def set_covered(self, pixels: int) -> None:
        """So many pixels at the top of the board lie under the prompt."""

    @abstractmethod
    def choices(self, shown: Shown) -> list[Choice]:
        """The moves that are to be shown as buttons under the prompt."""

    def grip(self, move: Move) -> str:
        """What to click next to make a move, as lessons name things: a widget's name, or ``place`` with that of a place."""
        return f"answer-{move}"

    def locate(self, _place: str) -> tuple[QWidget, QRect] | None:
        """The widget in which a place of the board can be seen now, and its room there; None if there is no such place.

        A board whose moves are all buttons has no places that a lesson could point at.
        """
        return None

    @abstractmethod
    def headline(self, position: State) -> list[Message]:
        """Short facts for the top of the window."""

    @abstractmethod
    def player(self, position: State, seat: int) -> PlayerLine:
        """A player's possessions."""

    @abstractmethod
    def restyle(self) -> None:
        """Take the colours of the theme as it is now."""

    # -- what not every game has: a board on which nothing moves leaves these as they are ------------------------------

    def asks(self, shown: Shown) -> Message:
        """The prompt for the seat on turn. A game may leave out an offer in it that is impossible now."""
        return shown.position.prompt()

    def animate(self, events: Sequence[Event], speed: float) -> None:
        """Let what has just happened be seen: the position after these events is shown already. ``speed`` 1 is normal."""

    def set_speed(self, speed: float) -> None:
        """How fast things outside the board move (a crest along its scale): 1 is normal, 0 not at all."""

    def skip(self) -> None:
        """End every animation at once."""

    @property
    def moving(self) -> bool:
        """Whether an animation runs; ``settled`` follows when it ends."""
        return False

    def put_away(self) -> None:
        """Close what is open (a list of moves, a card taken up) without doing anything."""

    def set_flat(self, flat: bool) -> None:
        """Which of the two boards is in use."""

    def zoom(self, direction: int) -> None:
        """Nearer (1), farther (-1), or the whole board (0)."""

    def preview(self, move: Move | None) -> None:
        """Show faintly what a move would do, or stop doing so."""

    def scoring_steps(self, lines: Sequence[ScoreLine]) -> list[ScoringStep]:
        """The lines of a scoring in the order in which the table counts them: those together that belong together."""
        return [ScoringStep((line,)) for line in lines]

    def point_out(self, _reasons: Sequence[Message]) -> None:
        """Show on the board what lines of the scoring are about, or nothing."""

    def interim(self, _events: Sequence[Event], _position: State) -> Interim | None:
        """The scoring within the game that these events tell, with the position after them; None if they tell none."""
        return None

    def glow(self, changes: Sequence[tuple[int, Event]]) -> None:
        """Let what was changed on the board glow in the colour of the seat that did it, until this is called anew."""
