"""The player of lessons: the table of a game with the lesson beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client.boards import board_view
from client.boards.contract import Shown
from client.lessons.course import Course, Happened
from client.lessons.lesson import ME, Lesson
from client.lessons.marks import Marks
from client.lessons.panel import LessonPanel
from client.look.avatar import Picture, avatar_of
from client.look.likeness import own_portrait
from client.messages import Catalogue
from client.sound.cues import cues_of
from client.table import trying
from client.table.frame import TableFrame
from client.table.keys import pressed
from client.table.log import seen_by
from client.table.pace import Pace
from client.table.players import player_infos
from client.table.turnbar import TurnBar
from client.table.window import UNSAID, TableSettings
from net.api import Advanced
from rules.contract import Move, State
from rules.message import Message


class LessonWindow(QWidget):
    """A lesson being played. The board offers what the step asks for; anything else gets a reason and a hint.

    Signals:
        left: the person wants to go back.
        reached: a step has begun (its number from 0).
        played: the person wants the short game at the end.
        sounded: cues to play (:data:`client.sound.cues.CUES`), in order.

    Attributes:
        course: the person's course through the lesson.
    """

    left = Signal()
    reached = Signal(int)
    played = Signal()
    sounded = Signal(tuple)

    def __init__(
        self,
        lesson: Lesson,
        catalogue: Catalogue,
        settings: TableSettings,
        at: int = 0,
        name: str = "",
        at_table: bool = False,
    ) -> None:
        """``at`` is the first step, ``name`` the player's name; ``at_table`` says whether a table waits behind the lesson."""
        super().__init__()
        self.setObjectName("lesson-window")
        self.catalogue = catalogue
        self.settings = settings
        self.course = Course(lesson)
        self._lesson = lesson.outline.key
        self._onward = catalogue.text("lesson.to-table" if at_table else "lesson.play")
        text = catalogue.text
        self._names = trying.names_at(catalogue, name, ME, max(begin.state.seats for begin in lesson.begins))
        self._pictures: tuple[Picture, ...] = (own_portrait(settings), *map(avatar_of, self._names[1:]))
        game = lesson.outline.game
        self.view = board_view(game)(catalogue)
        self.panel = LessonPanel(catalogue, text(f"lesson.{self._lesson}.title"), len(lesson.steps))
        self.frame = TableFrame(self.view, catalogue, game, self.panel)
        self.frame.top.buttons["flat"].setChecked(settings.flat_view)
        self.frame.set_flat(settings.flat_view)
        self.turn_bar = TurnBar(catalogue)
        self.frame.hand_row.addWidget(self.turn_bar)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.frame)
        self.setFocusProxy(self.frame)
        self.marks = Marks(self, self.seen)
        self.pace = Pace(self.view, self)
        for part in (self.panel, self.turn_bar):
            part.set_density(self.frame.density)
            self.frame.density_changed.connect(part.set_density)
        self._connect()
        self.go(at)

    def _connect(self) -> None:
        self.pace.shows.connect(self._show_other)
        self.pace.caught_up.connect(self._show)
        self.view.touched.connect(self._soon)
        trying.connect(self, self.repeat, self.repeat)
        self.panel.back.connect(lambda: self.go(self.course.at - 1))
        self.panel.repeat.connect(self.repeat)
        self.panel.next.connect(self.go_on)
        self.panel.shown.connect(self.show_how)

    # -- the way through -----------------------------------------------------------------------------------------------

    @property
    def speed(self) -> float:
        """The speed of animations; 0 for none."""
        return 0.0 if self.settings.reduced_motion or not self.isVisible() else self.settings.animation_speed / 100

    def go(self, at: int) -> None:
        """Go to the beginning of a step."""
        self.pace.skip()
        self._begin(self.course.go(at))

    def repeat(self) -> None:
        """Begin the step anew."""
        self.go(self.course.at)

    def go_on(self) -> None:
        """Go to the next step; from the last one, to the short game."""
        if self.pace.busy:
            self.pace.skip()  # the others' moves were not shown to the end
        elif not self.course.over:
            pass
        elif self.course.last:
            self.played.emit()
        else:
            self._begin(self.course.go_on())

    def _begin(self, happened: list[Happened]) -> None:
        self.view.put_away()
        self.frame.caption.hide()
        self._say_step()
        self.reached.emit(self.course.at)
        for number, one in enumerate(happened):
            self.pace.add(Advanced(number, one.seat, one.move, one.events, one.position, False), self.speed)
        if self.pace.busy:
            self.panel.show_way(self.course.at > 0, False, True, False)
        else:
            self._show()

    def _say_step(self) -> None:
        step = self.course.step
        task = self._text(f"{step.name}.task") if step.do else ""
        self.panel.show_step(self.course.at, self._text(step.name), task)

    def _text(self, name: str) -> str:
        return self.catalogue.text(f"lesson.{self._lesson}.{name}", self._names)

    # -- what the player does ------------------------------------------------------------------------------------------

    def want(self, move: Move) -> None:
        """The player tries a move."""
        if self.pace.busy:
            self.pace.skip()
            return
        if self.course.over or self.course.confirms:
            key = "lesson.confirm" if self.course.confirms else "lesson.press-next"
            self.panel.refuse(self.catalogue.text(key), "")
            return
        tried = self.course.attempt(move)
        if tried.made is None:
            self._refuse(tried.why)
            return
        self._show()
        self.sounded.emit(cues_of(tried.made.events))
        if self.speed:
            self.view.animate(list(tried.made.events), self.speed)
        self._done()

    def _refuse(self, why: Message | None) -> None:
        text = self.catalogue.text
        said = text(why, self._names) if why is not None else text("lesson.other")
        if why is not None:
            self.frame.refuse(why, self._names)
        self.panel.refuse(said, self._text(f"{self.course.step.name}.hint"))

    def confirm(self) -> None:
        """The player confirms the turn."""
        if self.course.confirms and not self.pace.busy:
            self.course.confirm()
            self._show()
            self._done()

    def _done(self) -> None:
        """The player has done a task: praise after the last one, and show the way on."""
        if self.course.over:
            key = f"lesson.{self._lesson}.{self.course.step.name}.done"
            self.panel.praise(self._text(f"{self.course.step.name}.done") if self.catalogue.has(key) else self._praise())
            self.panel.next_button.setFocus()
        else:
            self.panel.praise("")

    def _praise(self) -> str:
        return self.catalogue.text("lesson.right")

    def show_how(self) -> None:
        """Do the next task for the player."""
        if self.pace.busy:
            self.pace.skip()
        moves = self.course.wanted()
        if moves:
            self.want(moves[0])
        else:
            self.confirm()

    # -- what is shown -------------------------------------------------------------------------------------------------

    def seen(self, name: str) -> tuple[QWidget, QRect] | None:
        """Where the table shows something that the lesson points at."""
        kind, _, place = name.partition(" ")
        if kind == "place":
            return self.view.locate(place)
        widget = next((found for found in self.frame.findChildren(QWidget, name) if found.isVisible()), None)
        return None if widget is None else (widget, widget.rect())

    def next_clicks(self) -> list[str]:
        """The names of the things to click next; empty if the step asks for nothing."""
        if self.pace.busy:
            return []
        if self.course.confirms:
            return ["confirm"]
        moves = self.course.wanted()
        listed = [f"menu-{move}" for move in moves if self.seen(f"menu-{move}") is not None]
        return listed or list(dict.fromkeys(self.view.grip(move) for move in moves))

    def _soon(self) -> None:
        """Point at the next thing a little later, since a click may have opened a list or taken something up."""
        QTimer.singleShot(0, self, self._point)

    def _point(self) -> None:
        step = self.course.step
        marks, clicks = (() if step.do and self.course.over else step.marks), self.next_clicks()
        self._make_room(clicks or marks)
        self.marks.point(marks, clicks)

    def _make_room(self, names: Sequence[str]) -> None:
        """In a narrow window, show the right column unless the lesson points only at other things."""
        self.frame.open_right(bool(names) and all(map(self.frame.is_at_the_right, names)))

    def _show_other(self, entry: Advanced) -> None:
        """Show a move of the others."""
        self._present(entry.position, ())
        seen = [event for event in entry.events if seen_by(event, ME)]
        self.sounded.emit(cues_of(seen))
        told = [event for event in seen if event.kind not in UNSAID]
        said = [self.catalogue.text(event, self._names) for event in told]
        if said:
            self.frame.caption.say(said, entry.seat)
        if self.speed and self.pace.speed:
            self.view.animate(list(entry.events), self.pace.speed)
        self.marks.point((), ())

    def _show(self) -> None:
        """Show the current position and the possible moves."""
        if self.pace.busy:
            return
        course = self.course
        whole = course.step.whole and not (course.step.do and course.over) and not course.confirms
        moves = tuple(course.view.moves()) if whole else tuple(course.wanted())
        self._present(course.state, moves)
        last = self._onward if course.last else ""
        began = bool(course.step.do) and (course.over or course.wanted() != [])
        self.turn_bar.show_state(tried=course.confirms, complete=course.confirms)
        if not course.over and self.panel.isAncestorOf(self.focusWidget() or self):
            self.view.take_focus()
        self.panel.show_way(course.at > 0, began, course.over, not course.over, last)
        if course.over:
            self.panel.next_button.setFocus()
        self._point()

    def _present(self, position: State, moves: tuple[Move, ...]) -> None:
        state = position.view(ME)
        names = self._names[: state.seats]
        shown = Shown(state, ME, moves, names, ME)
        self.view.set_speed(self.speed)
        self.frame.present(shown, lambda: player_infos(self.view, self.catalogue, state, names, self._pictures))
        self.frame.prompt.offer(self.view.choices(shown), names)
        text = self.catalogue.text
        if self.course.confirms:
            self.frame.prompt.ask(text("table.prompt.confirm"), True)
        elif self.course.over and not self.pace.busy:
            self.frame.prompt.ask(text("lesson.end", button=self._onward) if self.course.last else text("lesson.read"), False)
        elif moves:
            self.frame.prompt.ask(text(self.view.asks(shown), (text("table.you"), *names[1:])), True)
        else:
            self.frame.prompt.ask(text(state.prompt(), names), False)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the focused button, else confirms or goes on; Page Up and Page Down step through the lesson."""
        key, focused = event.key(), self.focusWidget()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if pressed(focused):
                pass
            elif self.course.confirms:
                self.confirm()
            else:
                self.go_on()
        elif key == Qt.Key.Key_Space:
            self.pace.skip()
            self.view.skip()
        elif key == Qt.Key.Key_Escape:
            self.view.put_away()
            self._soon()
        elif key == Qt.Key.Key_PageUp:
            self.go(self.course.at - 1)
        elif key == Qt.Key.Key_PageDown and not self.course.last:
            self.go_on()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Update the marks after a new layout."""
        if event.type() == QEvent.Type.LayoutRequest and hasattr(self, "marks"):
            self.marks.follow()
        return super().event(event)
