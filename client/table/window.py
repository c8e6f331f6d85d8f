"""The table window: a running game, from its first entry to the final scoring.

The position is always the latest. The picture may be a moment behind while animations show what has happened; a click or the
space bar catches up. A turn is tried on a copy and sent when it is confirmed.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal, SignalInstance, Slot
from PySide6.QtGui import QHideEvent, QImage, QKeyEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QGraphicsView, QLineEdit, QStackedWidget, QVBoxLayout, QWidget

from client.analysis.mind import can_be_analysed
from client.boards import board_view
from client.boards.contract import Interim, Shown
from client.look.avatar import Picture
from client.look.likeness import Likenesses
from client.look.plain import give_tip
from client.messages import Catalogue
from client.sound.cues import cues_of
from client.table.audience import AudienceMenu
from client.table.chat import Conversation
from client.table.clocks import Ticking
from client.table.counting import Uncounted, points_of, without
from client.table.curtain import Curtain, HandCover
from client.table.firsttime import FirstTime
from client.table.flight import Flight
from client.table.frame import TableFrame
from client.table.hinting import Hinting
from client.table.keys import pressed
from client.table.later import EVERY_MS, Later
from client.table.log import seen_by
from client.table.pace import Pace
from client.table.people import info_of, links_sentence
from client.table.players import PlayerInfo
from client.table.scoring import ResultCard, Scoring
from client.table.sharing import picture
from client.table.slices import Slices, finish
from client.table.turn import Turn, confirm_sentence
from client.table.turnbar import TurnBar
from net import api
from rules.contract import Event, Move, Result, ScoreLine, State
from rules.message import Message, message

if TYPE_CHECKING:
    from client.bots import Advised

RECENT = 300
"""The number of entries kept for another look: more than any round has."""


IDLE_MS = 600
"""How long after a table has come up it makes what is not needed at first."""

CATCH_UP_SECONDS = 0.003
"""How long a table that has come up hears of what it has missed, before it lets the window paint."""

SEEN_MS = 1500
"""How long the last line of a scoring within the game stays at normal speed."""

_SAYING = (api.Notice, api.OutOfStep, api.Refused, api.RematchChanged, api.Said)
"""The kinds of news that may put a sentence into the prompt."""

TAKEN_BACK = "session.back.done"
"""The notice that all have agreed to take something back."""

UNSAID = ("played", "turn", "started", "ended")
"""Kinds of events that the caption leaves out: the effect of a card says more than the card, the prompt shows whose turn it is,
and the end of a turn would hide what was done in it.
"""


class TableSettings(Protocol):
    """The settings that the table needs."""

    reduced_motion: bool
    animation_speed: int
    flat_view: bool
    tips_seen: list[str]
    stun: bool
    stun_servers: list[str]
    name: str
    portrait: list[int]
    key: str


class TableBridge(Protocol):
    """The part of the bridge that the table needs: its signal ``event``, and the node for commands."""

    @property
    def event(self) -> SignalInstance:
        """Everything that happens at the table, in order."""

    @property
    def node(self) -> api.Node:
        """The node that runs the table."""

    def advise(self, game: str, view: State, answer: Advised) -> Callable[[], None]:
        """Ask the strongest bot; see :meth:`client.window.bridge.Bridge.advise`."""


class TableWindow(QWidget):
    """A running game.

    Signals:
        left: the person wants to leave the table.
        analysed: the person wants the finished game analysed.
        sounded: cues to play (:data:`client.sound.cues.CUES`), in order.
        called: a person here who looks at something else is on turn (a sentence that says so).
        rematch: the person wants another game with the same people; True to open it here in any case.
        learned: the person has read an explanation, and the settings have changed.

    Attributes:
        frame: the parts of the table.
        turn: the turn being tried here, or None.
        watching: whether the people here only watch this game.
        viewer: the seat in front of the screen, or None.
        uncounted: the scoring that has still to be counted.
    """

    left = Signal()
    analysed = Signal()
    sounded = Signal(tuple)
    called = Signal(str)
    rematch = Signal(bool)
    learned = Signal()

    def __init__(
        self,
        bridge: TableBridge,
        opened: api.Opened,
        catalogue: Catalogue,
        settings: TableSettings,
        likenesses: Likenesses | None = None,
        parent: QWidget | None = None,
        sliced: bool = False,
    ) -> None:
        """Make the table.

        Args:
            bridge: tells what happens, and takes commands.
            opened: the game, as far as it is.
            catalogue: the words.
            settings: those of the person here.
            likenesses: the portraits that were shown before the game.
            parent: the widget in which the table lies.
            sliced: whether :meth:`made` is left to the caller, who needs it before anything else.
        """
        super().__init__(parent)
        self.setObjectName("table-window")
        self.bridge = bridge
        self.catalogue = catalogue
        self.settings = settings
        self.game = opened.game
        self.position = opened.position
        self.index = opened.index
        self.seats = opened.seats
        self.peers = opened.peers
        self.me = opened.me
        self.likenesses = likenesses or Likenesses(settings)
        self.watching = opened.watching
        self._file = opened.file
        self._watchers: tuple[str, ...] = ()
        self.viewer: int | None = None
        self.turn: Turn | None = None
        self._shown_position: State = opened.position
        self._shown_index = opened.index
        self._halted = False
        self._recent: deque[api.Advanced] = deque(maxlen=RECENT)
        for entry in opened.past[-RECENT:]:
            self._recent.append(entry)
            if entry.note is not None and entry.note.key == TAKEN_BACK:
                self._forget_taken_back()
        self._private_news = False
        self._scored = False
        self._replayed = 0  # the last entry of the round that is shown once more
        self.uncounted = Uncounted()
        self._asks_later = False  # whether what is asked now is not shown before the count has ended
        self._closing = QTimer(self)  # until a scoring within the game that was counted makes room for the hand
        self._closing.setSingleShot(True)
        self._closing.timeout.connect(self._end_interim)
        self._alone = len(opened.peers) == 1  # no other computer takes part
        self._idle = QTimer(self)  # until it makes what is not needed at first
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE_MS)
        self._hints = (self._alone or opened.hints) and not opened.watching
        self._telling = False  # whether the others are being told about a hint at the moment
        self._unheard: deque[api.NetEvent] | None = deque()  # what happens before all parts are there
        self._complete = False  # whether all parts are there
        self._spread = sliced
        self._behind = False  # whether another page is shown instead of this table
        self._left_for_good = False
        self._unseen = Later(self)  # what a table behind another page has still to show
        bridge.event.connect(self.hear)
        if not sliced:
            finish(self.made(opened))

    def made(self, opened: api.Opened) -> Iterator[None]:
        """Make the table in slices. What happens meanwhile is heard when :meth:`begin` is called."""
        yield from self._build()
        self._choose_viewer()
        past = [told for step in opened.past for told in (*step.events, *([step.note] if step.note is not None else []))]
        self.frame.talk.log.add_events(past, self.names, self.viewer)
        yield
        self._show_links()
        self.frame.set_flat(self.settings.flat_view and not self._spread)
        yield
        self._go_on()
        if self._spread:
            yield from self.frame.settled()
            if self.settings.flat_view:
                yield from self.view.made_later()
                self.frame.set_flat(True)
            yield from self.frame.shown(self)
            self._spread = False
        else:
            self.begin()

    @property
    def up_to_date(self) -> bool:
        """Whether it shows all that has happened; a table that has come up needs a moment for that."""
        return self._unheard is None

    def begin(self, sliced: bool = False) -> None:
        """Hear what has happened since, and what happens from now on; ``sliced`` to hear only a little in each frame."""
        self._complete = True
        if sliced:
            Slices(self._catch_up(), self)
        else:
            finish(self._catch_up())

    def _catch_up(self) -> Iterator[None]:
        unheard, begun = self._unheard, time.perf_counter()
        try:
            while unheard:
                self._hear(unheard.popleft())
                if time.perf_counter() - begun > CATCH_UP_SECONDS:
                    yield
                    begun = time.perf_counter()
        finally:
            self._unheard = None
        self.frame.prompt.say()  # screen readers have spoken nothing of a table that was not on show
        if self.turn is not None:
            self.first_time.begin_soon()  # nor has anybody seen an explanation of it

    def finish_later(self) -> None:
        """Make what is not needed at first while nothing else is done."""
        work = chain(self.frame.prompt.made_later(), self.view.made_later())
        self._idle.timeout.connect(lambda: Slices(work, self, EVERY_MS))
        self._idle.start()

    def _build(self) -> Iterator[None]:
        self.view = board_view(self.game)(self.catalogue)
        yield
        self.frame = TableFrame(self.view, self.catalogue, self.game, parent=self, sliced=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.frame)
        self.setFocusProxy(self.frame)
        self.frame.resize(self.size())
        yield from self.frame.made(self.game, sliced=self._spread)
        yield
        self.turn_bar = TurnBar(self.catalogue)
        self.cover = HandCover(self.catalogue)
        hands = QStackedWidget()
        hands.addWidget(self.view.hand)
        hands.addWidget(self.cover)
        self._hands = hands
        self.frame.hand_row.addWidget(hands, 1)
        self.frame.hand_row.addWidget(self.turn_bar)
        yield
        self.scoring = Scoring(self.catalogue)
        self.frame.dock.addWidget(self.scoring)
        for part in (self.turn_bar, self.scoring):
            part.set_density(self.frame.density)
            self.frame.density_changed.connect(part.set_density)
        yield
        self.result = ResultCard(self.catalogue, self.frame, self.frame.centre)
        yield
        self._build_help()
        yield
        self.curtain = Curtain(self.catalogue, self)
        self.clocks = Ticking(self)
        self.clocks.ticked.connect(self.frame.players.show_clocks)
        self.pace = Pace(self.view, self)
        self.pace.shows.connect(self._show_entry)
        self.pace.expects.connect(lambda entry: self.view.foresee(entry.position))
        self.pace.caught_up.connect(self._go_on)
        self.view.touched.connect(self.frame.prompt.drop_refusal)
        self.view.wanted.connect(self.want)
        self.view.landed.connect(self._fly)
        self.frame.prompt.chosen.connect(self.want)
        self.frame.prompt.pointed.connect(self.view.preview)
        self.frame.away.wanted.connect(lambda peer, on, level: self.bridge.node.replace(peer, on, level))
        self.frame.away.returned.connect(lambda: self.bridge.node.take_seat_back())
        self.frame.away.way.ask_by(self.settings)
        self.frame.away.way.reached.connect(lambda code: self.bridge.node.reach(code))
        self.frame.away.way.asked.connect(lambda servers: self.bridge.node.learn_public(servers))
        self.frame.away.way.agreed.connect(self.learned)
        self.frame.take_back.proposed.connect(lambda index: self.bridge.node.propose_take_back(index))
        self.frame.take_back.answered.connect(lambda yes: self.bridge.node.answer_take_back(yes))
        self.frame.top.buttons["replay-round"].clicked.connect(self.replay_round)
        self.frame.top.buttons["replay-round"].show()
        self.frame.top.buttons["take-back"].setVisible(not self.watching)
        self.frame.top.buttons["find"].clicked.connect(lambda: self.frame.away.way.toggle())
        self.audience = AudienceMenu(self.catalogue, self.frame.top.buttons["spectators"])
        self.audience.chosen.connect(lambda setting: self.bridge.node.set_spectators(setting))
        self.audience.sent_away.connect(lambda key: self.bridge.node.throw_out(key))
        self.turn_bar.setVisible(not self.watching)
        self.frame.talk.chat.field.setVisible(not self.watching)
        self.frame.talk.chat.said.connect(lambda said: self.bridge.node.say(said))
        self.frame.top.left.connect(self.left)
        self.turn_bar.undone.connect(self.undo)
        self.turn_bar.reset.connect(self.reset)
        self.turn_bar.confirmed.connect(self.confirm)
        self.curtain.lifted.connect(self._sit_down)
        self.cover.asked.connect(self._draw_curtain)
        self.scoring.pointed.connect(self.view.point_out)
        self.scoring.pointed.connect(lambda _: self._follow_count())
        self.scoring.finished.connect(self._scoring_over)
        self.scoring.back_button.clicked.connect(self._closing.stop)  # the person looks at a step again
        self.result.closed.connect(self._look_at_board)
        self.result.left.connect(self.left)
        self.result.analysed.connect(self.analysed)
        self.result.share_button.told.connect(self._tell_shared)
        self.result.open_box.agreed.connect(lambda: self.bridge.node.publish_cards())
        self.result.rematch_box.wanted.connect(self.rematch)
        self.result.rematch_box.button.setVisible(not self.watching)

    def _build_help(self) -> None:
        """Build what helps the person: hints, and explanations of the figures at the table."""
        frame, text = self.frame, self.catalogue.text
        self.hinting = Hinting(self, self.game, self.view, frame.hint, self.catalogue, self.bridge.advise)
        frame.top.hinted.connect(self.hint)
        button = frame.top.buttons["ask-hint"]
        button.setVisible(not self.watching)
        button.setEnabled(self._hints)
        if not self._alone:
            about = text("table.hint.told" if self._hints else "table.hint.not-agreed")
            give_tip(button, f"{text('table.hint.ask')}\n{about}")
            button.setAccessibleDescription(about)
        self.first_time = FirstTime(self, self.game, self.catalogue, self.settings.tips_seen)
        self.first_time.learned.connect(self.learned)
        self.first_time.set_density(frame.density)
        frame.density_changed.connect(self.first_time.set_density)
        frame.help.tips.connect(self._show_tips)
        frame.help.tips_button.show()
        frame.help.covering.connect(self.hinting.marks.setHidden)
        for opened in (frame.top.helped, frame.prompt.helped, frame.prompt.asked_why):
            opened.connect(self.first_time.rest)

    # -- who is here ---------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def people(self) -> list[int]:
        """The seats of people at this computer."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person" and seat.here]

    def _choose_viewer(self) -> None:
        people = self.people
        if len(people) == 1:
            self.viewer = people[0]
        elif self.viewer not in people:
            self.viewer = None

    def _sit_down(self, seat: int) -> None:
        self.curtain.hide()
        self.viewer = seat
        self._private_news = False
        self.frame.talk.log.show_for(seat)
        self._go_on()
        self.view.take_focus()

    def _draw_curtain(self, seat: int) -> None:
        self.viewer = None
        self._private_news = False
        self.turn = None
        self.hinting.drop()
        self.first_time.rest()
        self.frame.talk.log.show_for(None)
        self._refresh()
        self.curtain.setGeometry(self.rect())
        self.curtain.draw(seat, self.names[seat])

    # -- what is told --------------------------------------------------------------------------------------------------

    @Slot(object)
    def hear(self, event: api.NetEvent) -> None:
        """Something happened at the table."""
        if self._unheard is not None:
            self._unheard.append(event)
        else:
            self._hear(event)

    def _hear(self, event: api.NetEvent) -> None:
        if isinstance(event, _SAYING):
            self._unseen.finish()  # the next position would wipe away what they say
        match event:
            case api.Advanced():
                self._advance(event)
            case api.Confirmed():
                self.frame.top.show_confirmed(event)
            case api.PeersChanged():
                self.peers, self.seats = event.peers, event.seats
                self._choose_viewer()
                if self.turn is not None and self.turn.seat not in self.people:
                    self.turn = None
                self._show_links()
                if not self.pace.busy:
                    self._go_on()
            case api.PortraitsChanged():
                self.likenesses.hear(event.portraits)
                if not self.pace.busy:
                    self._go_on()
            case api.AbsenceChanged():
                self.frame.away.hear(event)
            case api.TakeBackChanged():
                self.frame.take_back.hear(event)
            case api.AudienceChanged():
                self.audience.hear(event)
                self._watchers = event.names
                self._show_links()
            case api.PublishingChanged():
                self.result.show_publishing(event)
            case api.RematchChanged():
                self.result.show_rematch(event)
                self._tell_rematch(event)
            case api.ClocksChanged():
                self.clocks.hear(event)
            case api.Reachable():
                self.frame.away.show_way(event)
                self._show_links()
            case api.PublicChanged():
                self.frame.away.way.show_public(event.text)
            case api.Said():
                self._said(event)
            case api.Notice():
                text = self.catalogue.text(event.text, self.names)
                if event.text.key == TAKEN_BACK:
                    self._forget_taken_back()
                    self.frame.caption.hide()
                    if not self._end_interim():
                        self._tell_counted()  # what waited to be counted may be undone
                    self._refresh()
                self.frame.talk.log.note(text)
                self.frame.prompt.explain(text, "notice")
            case api.Refused():
                self._refused(event)
            case api.OutOfStep():
                self._halt(event)

    def _forget_taken_back(self) -> None:
        """The last entry has taken others back: forget them, so that they neither glow nor are shown once more."""
        if self._recent:
            there = self._recent.pop().position.digest()
            while self._recent and self._recent[-1].position.digest() != there:
                self._recent.pop()

    def _advance(self, entry: api.Advanced) -> None:
        self.position, self.index = entry.position, entry.index
        self._recent.append(entry)
        withheld: Sequence[Event] = ()
        interim = self.view.interim(entry.events, entry.position)
        if interim is not None:
            self.frame.talk.log.tell_withheld()
            self.uncounted.come(interim, entry.index)
            withheld = interim.told if self.speed or entry.position.result is not None else ()
        self.frame.talk.log.add_events(entry.events, self.names, self.viewer, withheld=withheld)
        if any(not seen_by(event, None) and seen_by(event, self.viewer) for event in entry.events):
            self._private_news = True
        turn = self.turn
        if turn is not None and turn.awaited:
            seen = turn.came(entry.move) if entry.mine and entry.seat == turn.seat else None
            if turn.awaited:
                return  # the whole turn is on the board already, as it was tried
            self.turn = None
            news = tuple(event for event in entry.events if event not in (seen or ()))
            self.pace.add(replace(entry, events=news), self.speed)
        elif turn is not None and self.position.turn == turn.seat:
            self._try_again(turn)
        else:
            self.turn = None
            self.pace.add(entry, self.speed)

    def _try_again(self, turn: Turn) -> None:
        """Try the turn again, because the position under it has changed."""
        lost = turn.rebase(self.position.view(turn.seat), self.index)
        self._refresh()
        if lost:
            self.frame.prompt.explain(self.catalogue.text("table.notice.changed"), "notice")

    def recall(self, before: Conversation) -> None:
        """Show what was said at this table before this window opened."""
        self.frame.talk.recall(before, self.names)

    def _said(self, event: api.Said) -> None:
        seat = next((number for number, other in enumerate(self.seats) if other.name == event.name), None)
        self.frame.talk.hear(event.name, event.text, seat, event.mine)
        if event.mine:
            self.frame.talk.chat.unsent.taken()
        if self._telling and event.mine and event.text == self.catalogue.text("table.hint.said"):
            self._telling = False
            self._begin_hint()

    def _refused(self, event: api.Refused) -> None:
        self._telling = False
        if event.reason.key == "session.refused.chat":
            self.frame.talk.chat.unsent.refused()
        turn = self.turn
        if turn is not None and turn.awaited:
            turn.refused()
            if self.position.turn == turn.seat:
                self._try_again(turn)
            else:
                self.turn = None
                self._go_on()
        self.frame.prompt.explain(self.catalogue.text(event.reason, self.names))

    def _halt(self, event: api.OutOfStep) -> None:
        self._halted = True
        self.turn = None
        self.hinting.drop()
        self.pace.skip()
        self._refresh()
        said = self.catalogue.text(event.reason, self.names)
        if event.report is not None:
            said += " " + self.catalogue.text("table.report", file=str(event.report))
        self.frame.talk.log.note(said)
        self.frame.prompt.insist(said)

    # -- the turn ------------------------------------------------------------------------------------------------------

    def want(self, move: Move) -> None:
        """The person asks for a move: try it, or say why the rules do not allow it."""
        if self.pace.busy:  # the person clicked on an earlier position
            self._hurry()
            return
        if self._asks_later:  # nor has anybody seen what is asked now
            if not self._end_interim():
                self._tell_counted()
            return
        self._end_interim()
        state = self.turn.state if self.turn is not None else self._shown_position
        if self.turn is None or not self.turn.open:
            self.frame.refuse(self._why_nothing(state, move), self.names)
            return
        why = state.why_not(move)
        if why is not None:
            self.frame.refuse(why, self.names)
            return
        events = self.turn.play(move)
        self._refresh()
        self._animate(events)
        self._caption(without(events, self._told_later), self.turn.seat)
        self.sounded.emit(cues_of(events))
        if self.turn.complete and not isinstance(self.focusWidget(), QLineEdit):
            self.turn_bar.confirm_button.setFocus()

    def _hurry(self) -> None:
        """Show the latest position at once."""
        self.pace.skip()
        self.frame.settle()

    def _look_at_turn(self) -> None:
        """The person does something with the turn being tried: end animations, and a replay of the round."""
        if self.pace.busy:
            self._hurry()
        self.view.skip()

    def _why_nothing(self, state: State, move: Move) -> Message:
        """Why a click does nothing now."""
        if self._halted:
            return message("table.halted")
        if self.turn is not None:
            return message("table.prompt.sent") if self.turn.awaited else confirm_sentence(self.turn)
        if state.turn is not None and state.turn != self.viewer:
            return message("table.not-your-turn", seat=state.turn)
        why = state.why_not(move)
        return why if why is not None else state.prompt()

    def hint(self) -> None:
        """Ask the strongest bot for a hint, or hide it. Nothing is played. A table may forbid hints."""
        if not self._hints:
            return
        if self.pace.busy:
            self.pace.skip()
        if self.hinting.thinking or self.hinting.advice is not None:
            self.hinting.drop()
        elif self.turn is not None and self.turn.open:
            if self._alone:
                self._begin_hint()
            elif not self._telling:
                self._telling = True  # the bot is asked once the others know
                self.bridge.node.say(self.catalogue.text("table.hint.said"))
        else:
            complete = self.turn is not None and self.turn.complete
            said = confirm_sentence(self.turn) if self.turn is not None and complete else message("table.hint.not-now")
            self.frame.prompt.explain(self.catalogue.text(said), "notice")

    def _begin_hint(self) -> None:
        self._end_interim()
        self.frame.open_left()
        if self.turn is not None and self.turn.open:
            self.first_time.rest()  # its text might hide what the hint points at
            self.hinting.begin(self.turn, self.names)

    def _show_tips(self) -> None:
        """Explain the figures at the table once more."""
        self.frame.help.close_help()
        self.first_time.again()

    def undo(self) -> None:
        """Take back the last move tried."""
        self._take_back(Turn.undo)

    def reset(self) -> None:
        """Take back the whole turn."""
        self._take_back(Turn.reset)

    def _take_back(self, back: Callable[[Turn], None]) -> None:
        """Take back a part of the turn. The caption no longer says that it has happened."""
        if self.turn is not None:
            self._look_at_turn()
            if self.turn.tried and not self.turn.awaited:
                self.frame.caption.hide()
            back(self.turn)
            self._refresh()

    def confirm(self) -> None:
        """Send the turn; or, when it is over and another person here is next, hand over."""
        if self._asks_later:
            self._end_interim()
        elif self._handing_over:
            assert self.position.turn is not None
            self._draw_curtain(self.position.turn)
        elif self.turn is not None and self.turn.complete:
            self._look_at_turn()
            seat, index = self.turn.seat, self.turn.index
            moves = self.turn.confirm()
            self.view.take_focus()
            self._refresh()
            self.bridge.node.act(seat, moves, index)

    @property
    def _handing_over(self) -> bool:
        """Whether another person at this computer is next, and the previous one has news to read first."""
        turn = self.position.turn
        return (
            self.turn is None
            and not self.pace.busy
            and len(self.people) > 1
            and turn in self.people
            and self.viewer is not None
            and turn != self.viewer
            and self._private_news
        )

    # -- what is shown -------------------------------------------------------------------------------------------------

    @property
    def speed(self) -> float:
        """The speed of animations; 0 for none."""
        return 0.0 if self.settings.reduced_motion or not self.isVisible() else self.settings.animation_speed / 100

    def _go_on(self) -> None:
        """Everything that has happened was shown: find out whose turn it is now."""
        self._replayed = 0
        turn = self.position.turn
        if self.position.result is not None:
            self.turn = None
            self._refresh()
            self._show_soon("count", self._score)
            return
        if turn in self.people and not self._halted and turn is not None:
            if self.viewer != turn and not self._handing_over and (self.curtain.isVisible() or not self._to_count):
                self._draw_curtain(turn)
                return
            if self.viewer == turn and self.turn is None and not self.curtain.isVisible():
                self.turn = Turn(self.position.view(turn), self.index)
                self._call_for_attention()
                self.first_time.begin_soon()
        self._refresh()
        if not self.curtain.isVisible():
            self._count_interim()

    def _show_soon(self, name: str, show: Callable[[], None]) -> None:
        """Show something now. Behind another page, the latest of that name is enough, and it waits for a frame of its own."""
        if self._left_for_good:
            return
        if self._behind:
            self._unseen.do(name, show)
        else:
            self._unseen.now(name, show)

    def _call_for_attention(self) -> None:
        """A person here is on turn: if the window is not in front, make the taskbar say so."""
        self.sounded.emit(("turn",))
        window = self.window()
        if not window.isActiveWindow():
            QApplication.alert(window)
            self.called.emit(self.catalogue.text("client.notice.turn", game=self.catalogue.text(f"{self.game}.title")))

    def _show_entry(self, entry: api.Advanced) -> None:
        """Show an entry of others, with its animation. Where it has none, a later position follows at once."""
        if (self.pace.speed and entry.events) or self.view.moving:
            self._show_soon("position", lambda: self._show_position_of(entry))
        self._caption(entry.events, entry.seat)
        self.sounded.emit(cues_of(event for event in entry.events if seen_by(event, self.viewer)))
        if self.speed and self.pace.speed:
            self.view.animate(list(entry.events), self.pace.speed)

    def _show_position_of(self, entry: api.Advanced) -> None:
        self._present(entry.position.view(self.viewer), (), entry.index)
        self.view.glow(_changes(other for other in self.round if other.index <= entry.index))

    def _caption(self, events: Sequence[Event], seat: int) -> None:
        told = [event for event in events if event.kind not in UNSAID]
        told = [event for event in told if event.kind not in self.view.payments] or told
        sentences = self.frame.talk.log.sentences
        if said := sentences(told):
            self.frame.caption.say(said, seat, sentences([event for event in told if event.kind in self.view.consequences]))

    @property
    def round(self) -> list[api.Advanced]:
        """What the others did since the viewer's last move, or since that of the seat on turn if there is no viewer."""
        eyes = self.viewer if self.viewer is not None else self.position.turn
        found: list[api.Advanced] = []
        for entry in reversed(self._recent):
            if entry.seat == eyes:
                break
            found.append(entry)
        return found[::-1]

    def replay_round(self) -> None:
        """Show the round once more, entry by entry. A click or the space bar ends it."""
        if not self.pace.busy:
            entries = self.round
            self._replayed = entries[-1].index if entries else 0
            for entry in entries:
                self.pace.add(entry, self.settings.animation_speed / 100)

    def _animate(self, events: Sequence[Event]) -> None:
        if self.speed:
            self.view.animate(list(events), self.speed)

    def _refresh(self) -> None:
        """Show the latest position, with the moves tried on it."""
        if not self.pace.busy:
            self._show_soon("position", self._show_latest)

    def _show_latest(self) -> None:
        self.hinting.follow(self.turn)
        state = self.turn.state if self.turn is not None else self.position.view(self.viewer)
        moves = tuple(state.moves()) if self.turn is not None and self.turn.open else ()
        self._present(state, moves, self.index)
        acted = (self.turn is not None and (self.turn.tried or self.turn.awaited)) or self.position.result is not None
        self.view.glow(() if acted else _changes(self.round))
        tried = without(self.turn.events, self._told_later) if self.turn is not None else ()
        self.frame.talk.log.show_tried(tried, self.names)
        self.frame.top.buttons["replay-round"].setEnabled(any(entry.events for entry in self.round))

    def _present(self, state: State, moves: tuple[Move, ...], index: int) -> None:
        text, names, turn = self.catalogue.text, self.names, self.turn
        self._shown_position, self._shown_index = state, index
        self._hold_back()
        self.view.set_speed(self.speed)
        self._asks_later = self._counting
        shown = Shown(state, self.viewer, () if self._asks_later else moves, names, self.viewer)
        self.frame.present(shown, self._players(), spread=self._spread or self._behind or self.speed > 0)
        self._hands.setCurrentWidget(self.view.hand if self.viewer is not None else self.cover)
        if self.viewer is None:
            self.cover.offer([(seat, names[seat]) for seat in self.people])
        self.frame.prompt.offer(self.view.choices(shown), names)
        if not self._halted:
            said, can = self._prompt(shown)
            self.frame.prompt.ask(said, can)
        self.turn_bar.show_state(
            tried=turn is not None and bool(turn.tried) and not turn.awaited,
            complete=not self._asks_later and (self._handing_over or (turn is not None and turn.complete)),
        )
        self.frame.take_back.show_table(names, len(self.people), self.index)
        part = turn is not None and turn.complete and bool(turn.awaits)
        confirm = "table.hand-over" if self._handing_over else "table.confirm.part" if part else "table.confirm"
        self.turn_bar.confirm_button.setText(text(confirm))

    def _players(self) -> Callable[[], list[PlayerInfo]]:
        """Reads the rows of the players' panel for the position shown now."""
        state, turn = self._shown_position, self.turn
        on_turn = None if self._counting else turn.seat if turn is not None else state.turn
        seats, peers, pictures = self.seats, self.peers, self.pictures
        return lambda: [
            info_of(self.view, self.catalogue, state, seat, seats, peers, on_turn, pictures[seat]) for seat in range(len(seats))
        ]

    def _prompt(self, shown: Shown) -> tuple[str, bool]:
        text, names, state = self.catalogue.text, self.names, shown.position
        if self._asks_later:
            return text("table.scoring.counting"), False
        if self.pace.busy and self._shown_index <= self._replayed:
            return text("table.prompt.replay"), False
        if self.turn is not None and self.turn.awaited:
            return text("table.prompt.sent"), False
        if self.turn is not None and self.turn.complete:
            return text(confirm_sentence(self.turn)), True
        if self._handing_over and self.position.turn is not None:
            return text("table.prompt.hand-over", name=names[self.position.turn]), True
        if self.turn is not None and shown.moves:
            if len(self.people) == 1:
                names = tuple(text("table.you") if seat == self.turn.seat else name for seat, name in enumerate(names))
            return text(self.view.asks(shown), names), True
        if state.turn is not None:
            kind = "bot" if self.seats[state.turn].kind == "bot" else "person"
            return text(message(f"table.prompt.{kind}", seat=state.turn), names), False
        return text(state.prompt(), names), False

    @property
    def pictures(self) -> tuple[Picture | None, ...]:
        """The portrait of each player."""
        return self.likenesses.of_seats(self.seats, self.peers, "" if self.watching else self.me)

    def _show_links(self) -> None:
        self.frame.away.show_peers(self.peers, self.me)
        self.frame.top.buttons["find"].setVisible(self.frame.away.seekable and not self.watching)
        self.frame.top.show_links(*links_sentence(self.catalogue, self.peers, self.me, self.names, len(self._watchers)))

    def _fly(self, picture: QPixmap, start: QPoint, seat: int) -> None:
        """Animate money on its way to or from a player."""
        if not self.speed or not 0 <= seat < len(self.frame.players.rows):
            return
        row = self.frame.players.rows[seat]
        if not row.isVisible():
            return
        end = row.mapTo(self, QPoint(row.width() // 2, row.height() // 2))
        Flight(picture, self.mapFromGlobal(start), end, self.speed, self)

    # -- scoring -------------------------------------------------------------------------------------------------------

    def _count_interim(self) -> None:
        """Count a scoring within the game below the board, in place of the hand. Any action ends it."""
        interim = self.uncounted.interim
        if interim is None or not self.uncounted.waits or self._scored:
            return
        if self.speed and interim.lines:
            self.frame.caption.hide()  # the count has its own words
            self.frame.dock.setCurrentWidget(self.scoring)
            self._begin_count(interim.lines, interim)
            return
        self._tell_counted()
        if not interim.lines:
            return
        text, gains = self.catalogue.text, Counter[int]()
        for line in interim.lines:
            gains[line.seat] += line.points
        told = self.catalogue.listed((f"{self.names[seat]} +{gains[seat]}" for seat in sorted(gains)), "row")
        self.frame.caption.say([f"{text(interim.title, self.names)} {told}"], -1)

    def _end_interim(self) -> bool:
        """Show the hand again where a scoring within the game was counted. Returns whether one was."""
        if self._scored or self.frame.dock.currentWidget() is not self.scoring:
            return False
        self.scoring.stop()
        self._closing.stop()
        self.view.point_out(())
        self.frame.dock.setCurrentIndex(0)
        self._tell_counted()
        if self.position.turn in self.people and self.turn is None and not self.pace.busy:
            self._go_on()  # another person here is next, and could not be called before
        return True

    def _begin_count(self, lines: Sequence[ScoreLine], interim: Interim | None, final: bool = False) -> None:
        steps = self.view.scoring_steps(lines)
        self._closing.stop()
        self.uncounted.begin(steps, self.index)
        self.scoring.begin(steps, self.names, self.speed, interim, final)

    def _follow_count(self) -> None:
        """A step of a scoring was counted, or was taken back: show what everybody has by then."""
        if self.uncounted.steps is not None:
            self.uncounted.steps = self.scoring.steps[self.scoring.step :]
            self._show_counted()

    def _tell_counted(self) -> None:
        """Nothing more is to be counted: show and tell all that was held back."""
        self.uncounted.end()
        self.frame.talk.log.tell_withheld()
        self._show_counted()
        if self._asks_later:
            self._refresh()

    def _show_counted(self) -> None:
        self._hold_back()
        self.view.show_beside()
        self.frame.players.show_players(self._players()())

    def _hold_back(self) -> None:
        """Show nothing beside the board that has still to be counted."""
        uncounted = self._still_to_count()
        self.view.hold_back(uncounted)
        if uncounted is not None:
            self.frame.standing.hide()
        elif self.frame.standing.isHidden():
            self.frame.standing.show()

    def _still_to_count(self) -> Sequence[int] | None:
        """By seat, the points that the position shown has and nobody has counted yet; None if everything is counted."""
        seats, over = len(self.seats), self._shown_position.result is not None and not self.uncounted.over
        tried = self._tried_scoring
        if tried is not None:
            return points_of(tried.lines, seats)
        if over or self.speed or not self.uncounted.waits:  # else it will not be counted step by step
            points = self.uncounted.points(self._shown_index, seats)
            if points is not None:
                return points
        return [0] * seats if over else None

    @property
    def _counting(self) -> bool:
        """Whether the position shown has a scoring that is still to be counted: what is asked in it may say who is ahead."""
        return self._to_count and self._shown_index >= self.uncounted.since

    @property
    def _to_count(self) -> bool:
        """Whether a scoring within the game is, or will be, counted step by step."""
        if not self.speed or self._scored or self.position.result is not None:
            return False
        interim = self.uncounted.interim
        return bool(self.uncounted.steps) or (self.uncounted.waits and interim is not None and bool(interim.lines))

    @property
    def _tried_scoring(self) -> Interim | None:
        """The scoring that the turn tried here would bring, if it will be counted once the turn is confirmed."""
        turn = self.turn
        counted = turn is not None and (self.speed or turn.state.result is not None)
        return self.view.interim(turn.events, turn.state) if turn is not None and counted else None

    @property
    def _told_later(self) -> Sequence[Event]:
        """What the log and the caption do not say of the turn tried here, because it will be counted."""
        tried = self._tried_scoring
        return tried.told if tried is not None else ()

    def _scoring_over(self) -> None:
        self.uncounted.over = self._scored
        self._tell_counted()
        if self._scored:
            self._show_result()
        elif self._closing.isActive():  # its last step stands there already: the person goes on
            self._end_interim()
        else:
            self._closing.start(round(SEEN_MS / (self.speed or 1)))

    def _score(self) -> None:
        if self._scored:
            return
        self._scored = True
        if not self.uncounted.waits:
            self.uncounted.end()
        interim = self.uncounted.interim
        self.sounded.emit(("end",))
        self.frame.caption.hide()  # the count has its own words
        self.frame.dock.setCurrentWidget(self.scoring)
        self._begin_count(interim.lines if interim is not None else self.position.score_trace(), interim, final=True)
        self.frame.prompt.ask(self.catalogue.text("table.scoring.prompt"), False)

    def _show_result(self) -> None:
        result = self.position.result
        if result is not None:
            self.frame.prompt.ask(self.catalogue.text("table.scoring.done"), False)
            scores = self.position.scores()
            can = self._file is not None and can_be_analysed(self.game, len(self.seats))
            self.result.analyse_button.setVisible(can)
            if isinstance(self.view.board, QGraphicsView):
                self.result.share_button.offer(self.catalogue.text(f"{self.game}.title"), lambda: self._keepsake(result))
            self.result.show_result(result, scores, self.names, self.game, self.pictures)

    def _look_at_board(self) -> None:
        """Put the result away. The focus goes to the board if it was on the result."""
        focused = self.result.isAncestorOf(self.focusWidget() or self)
        self.result.hide()
        if focused:
            self.view.take_focus()

    def _keepsake(self, result: Result) -> QImage:
        """The picture of the game's end."""
        board, title = self.view.board, self.result.title.text()
        assert isinstance(board, QGraphicsView)
        scores = self.position.scores()
        return picture(board.scene(), self.catalogue, self.game, title, result, scores, self.names, self.pictures)

    def _tell_shared(self, said: Message) -> None:
        self.frame.prompt.explain(self.catalogue.text(said), "notice")

    def _tell_rematch(self, rematch: api.RematchChanged) -> None:
        """Tell players who look at the board instead of the result about a rematch, too."""
        said = self.result.rematch_box.text()
        if said and not rematch.mine and not self.result.isVisible():
            self.frame.prompt.explain(said, "notice")

    def leave_for_good(self) -> None:
        """The people here leave: show nothing more of the game. What others say is still kept."""
        self._left_for_good = True
        self._unseen.drop()

    # -- keys and room -------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the focused button, else confirms; Space skips animations; Escape closes what is open."""
        focused = self.focusWidget()
        typing = isinstance(focused, QLineEdit)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not typing:
            if not pressed(focused):
                self.confirm()
        elif event.key() == Qt.Key.Key_Space and not typing:
            self._hurry()
            self.view.skip()
            self._end_interim()
        elif event.key() == Qt.Key.Key_Escape:
            self.first_time.next()
            self._look_at_board()
            self.view.put_away()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Another page is shown: what happens meanwhile need not be shown entry by entry."""
        super().hideEvent(event)
        self._behind = self._complete

    def showEvent(self, event: QShowEvent) -> None:
        """The table is in front again: show where the game is now."""
        super().showEvent(event)
        if self._behind:
            self._behind = False
            self._unseen.finish()
            self.frame.settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the curtain over everything, and the result in the middle."""
        super().resizeEvent(event)
        if not self._complete:
            return
        self.curtain.setGeometry(QRect(0, 0, self.width(), self.height()))
        self.result.place()


def _changes(entries: Iterable[api.Advanced]) -> list[tuple[int, Event]]:
    """The events of these entries, with the seats that caused them: a card is dealt because of the move before it."""
    found, seat = [], -1
    for entry in entries:
        seat = entry.seat if entry.seat >= 0 else seat
        found += [(seat, event) for event in entry.events if seat >= 0]
    return found
