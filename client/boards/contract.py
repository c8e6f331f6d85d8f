"""The table window's interface to a game's board: one class per game, found by its id.

A :class:`GameView` shows positions and turns clicks into moves. It never decides what is legal: it receives the legal moves and
highlights exactly those. A click on anything else becomes the move that the player probably meant, so that the rules can say
why it is not possible.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
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
        position: the position as the viewer may know it.
        viewer: the seat in front of the screen, or None.
        moves: the moves possible now; empty if there are none.
        names: the players' names by seat.
        hand: the seat whose hand is shown, or None.
    """

    position: State
    viewer: int | None
    moves: tuple[Move, ...]
    names: tuple[str, ...]
    hand: int | None


class ScoringStep(NamedTuple):
    """What a scoring counts in one step.

    Attributes:
        lines: the lines that are counted together, at least one.
        title: what they count, as a phrase without a full stop; None if a single line says it.
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
        told: the events that tell these lines.
    """

    title: Message
    before: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    told: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Count:
    """A number beside a drawing. ``name`` is the drawing's, ``said`` puts the number into a sentence."""

    name: str
    number: int
    said: Message


@dataclass(frozen=True)
class PlayerLine:
    """A player's possessions, the most important number first.

    Attributes:
        main: the amount to compare (money, points); None if it is hidden.
        main_said: the same in a sentence.
        counts: the other numbers.
        note: what is special about this player (passed, out), or None.
        more: a second row of counts, for games with too many for one row.
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
    """A move without a place on the table, shown as a button. ``detail`` is a short remark such as ``+14``."""

    move: Move
    said: Message
    detail: str = ""


class GameView(QObject, metaclass=QtAbstract):
    """The view of one game at one table.

    Signals:
        wanted: the person asks for this :class:`~rules.contract.Move`, legal or not.
        touched: the person has clicked a place or a card; the effect follows.
        landed: something flew off the board to a seat: picture, place on the screen, seat.
        settled: the last animation has ended.
        peeked: the person wants a quick look at the flat board (true), or has finished it (false).

    Attributes:
        board: the board as towers.
        flat: the same board as focusable fields.
        hand: the cards of one player.
        panels: the panels beside the board, most important first.
        prompt_room: pixels, at the usual size, kept free above the board: enough for two lines of the prompt and, in games with
            many answers, two rows of answers.
        payments: the kinds of events that only pay for what is told beside them.
        consequences: the kinds of events that the caption says first if it has no room for all.
        zooms: whether the board can be zoomed (:meth:`zoom`); otherwise the table has no buttons for that.
        corner_room: pixels, at the usual size, that the board's own buttons take in its lower left corner.
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
    payments: ClassVar[frozenset[str]] = frozenset()
    consequences: ClassVar[frozenset[str]] = frozenset()
    zooms: ClassVar[bool] = False
    corner_room: ClassVar[int] = 0

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.catalogue = catalogue

    @abstractmethod
    def show(self, shown: Shown) -> None:
        """Show a position and its possible moves. Ends every animation at once."""

    def show_beside(self) -> None:
        """Update the hand and the panels to what :meth:`show` received, if that has not been done.

        While others play, the table calls this a few frames after :meth:`show`, so that no frame is late. A game with little
        beside its board may do everything in :meth:`show` and not override this.
        """

    def made_later(self) -> Iterator[None]:
        """Make in slices what this view does not need at first, when the window has time for it."""
        yield from ()

    @abstractmethod
    def set_density(self, density: Density) -> None:
        """Fit the panels and the hand to the available space."""

    def fit_hand(self, density: Density) -> None:
        """Fit the hand, of which the area below the board takes its height.

        A game with little beside its board fits the panels here, too, and need not override this and :meth:`panels_fitted`.
        """
        self.set_density(density)

    def panels_fitted(self, density: Density) -> Iterator[None]:
        """Fit the panels in slices, so that no frame is late."""
        yield from ()

    @abstractmethod
    def take_focus(self) -> None:
        """Put the keyboard focus where it was last on the board."""

    @abstractmethod
    def set_covered(self, pixels: int) -> None:
        """Tell the board how many pixels at its top the prompt covers."""

    @abstractmethod
    def choices(self, shown: Shown) -> list[Choice]:
        """The moves to show as buttons under the prompt."""

    def grip(self, move: Move) -> str:
        """What to click next to make a move, as lessons name it: a widget's name, or ``place`` with a place's name."""
        return f"answer-{move}"

    def locate(self, _place: str) -> tuple[QWidget, QRect] | None:
        """The widget that shows a place of the board, and the place's rectangle in it; None if there is no such place.

        A board whose moves are all buttons has no places for a lesson to point at.
        """
        return None

    @abstractmethod
    def headline(self, position: State) -> list[Message]:
        """Short facts for the top bar."""

    @abstractmethod
    def player(self, position: State, seat: int) -> PlayerLine:
        """A player's possessions."""

    @abstractmethod
    def restyle(self) -> None:
        """Take the colours of the current theme."""

    # -- optional: a board without animations need not override these ------------------------------

    def uncounted(self, position: State, seat: int) -> Message | None:
        """What is missing from a seat's score, because this copy does not show it; None if nothing is."""
        return None

    def asks(self, shown: Shown) -> Message:
        """The prompt for the seat on turn. A game may omit an offer in it that is impossible now."""
        return shown.position.prompt()

    def animate(self, events: Sequence[Event], speed: float) -> None:
        """Animate these events. The position after them is shown already. ``speed`` 1 is normal."""

    def set_speed(self, speed: float) -> None:
        """Set the speed of motions outside the board (a crest along its scale): 1 is normal, 0 none."""

    def foresee(self, position: State) -> None:
        """This position is shown soon: a board may paint in advance what it needs for that."""

    def skip(self) -> None:
        """End every animation at once."""

    @property
    def moving(self) -> bool:
        """Whether an animation runs; ``settled`` follows when it ends."""
        return False

    def put_away(self) -> None:
        """Close what is open (a list of moves, a card taken up) without effect."""

    def set_flat(self, flat: bool) -> None:
        """Choose which of the two boards is in use."""

    def zoom(self, direction: int) -> None:
        """Zoom in (1) or out (-1), or show the whole board (0)."""

    def preview(self, move: Move | None) -> None:
        """Show faintly what a move would do; None ends that."""

    def scoring_steps(self, lines: Sequence[ScoreLine]) -> list[ScoringStep]:
        """The lines of a scoring in the order of the count, with those grouped that belong together."""
        return [ScoringStep((line,)) for line in lines]

    def point_out(self, _reasons: Sequence[Message]) -> None:
        """Show on the board what these lines of the scoring are about; none ends that."""

    def hold_back(self, points: Sequence[int] | None) -> None:
        """From the next :meth:`show_beside` on, leave out these points of a scoring, by seat: they have still to be counted.

        What only the end of a game reveals stays hidden, too. None when everything is counted.
        """

    def interim(self, _events: Sequence[Event], _position: State) -> Interim | None:
        """The scoring within the game that these events contain, given the position after them; None if there is none."""
        return None

    def glow(self, changes: Sequence[tuple[int, Event]]) -> None:
        """Mark what changed on the board in the colour of the seat that did it, until the next call."""
