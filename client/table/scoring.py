"""The final scoring, line by line, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from client.boards.contract import Interim, ScoringStep
from client.look import avatar, theme
from client.look.lies_on import lies_on
from client.look.plain import Label, give_tip
from client.messages import Catalogue
from client.table.density import Density
from client.table.openbox import OpenBox
from client.table.rematchbox import RematchBox
from client.table.sharing import ShareButton
from net.api import PublishingChanged, RematchChanged
from rules.contract import Result
from rules.message import Message

_GAP, _LEAST_GAP, _LEAST_NAME = 14, 8, 36
"""The gap between two totals and the least one, and the least room for a name, in pixels at the usual size."""


class _Totals(QWidget):
    """The score of each seat so far, side by side, with a bar and the points of the current step."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self._catalogue = catalogue
        self.setObjectName("scoring-totals")
        theme.keep_sides(self)
        self._density = Density()
        self._totals: list[tuple[str, int]] = []
        self._goal = 1
        self._gains: Mapping[int, int] = {}

    def show_totals(self, totals: list[tuple[str, int]], goal: int, gains: Mapping[int, int], density: Density) -> None:
        self._totals, self._goal, self._gains, self._density = totals, max(1, goal), gains, density
        figures = QFontMetrics(theme.font(density.px(20), serif=True)).horizontalAdvance(str(self._goal))
        count = max(1, len(totals))
        self.setMinimumWidth(count * (density.px(24) + figures) + (count - 1) * density.px(_LEAST_GAP))
        self.setAccessibleName(self._catalogue.listed((f"{name} {total}" for name, total in totals), "row"))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(560, 78)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, px = theme.palette(), self._density.px
        count = max(1, len(self._totals))
        gap = min(px(_GAP), (self.width() - self.minimumWidth()) / max(1, count - 1) + px(_LEAST_GAP))
        wide = (self.width() - gap * (count - 1)) / count
        middle = self.height() / 2
        for seat, (name, total) in enumerate(self._totals):
            left = seat * (wide + gap)
            theme.paint_seat(painter, seat, QPointF(left + px(9), middle - px(14)), px(17))
            painter.setFont(theme.font(px(20), serif=True))
            painter.setPen(QColor(colours.text))
            said = str(total)
            taken = painter.fontMetrics().horizontalAdvance(said)
            place = QRectF(left + wide - taken - 2, middle - px(28), taken + 2, px(28))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, said)
            gaining = seat in self._gains
            painter.setFont(theme.font(px(13), QFont.Weight.DemiBold if gaining else QFont.Weight.Normal))
            if gaining:
                painter.setPen(QColor(colours.good))
                place = QRectF(left, middle + px(19), wide, px(20))
                painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, f"+{self._gains[seat]}")
            painter.setPen(QColor(colours.text if gaining else colours.soft))
            room = wide - taken - px(28)
            if room >= px(_LEAST_NAME):
                fitted = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(room))
                place = QRectF(left + px(22), middle - px(26), room, px(24))
                painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, fitted)
            track = QRectF(left, middle + px(8), wide, px(10))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.inset))
            painter.drawRoundedRect(track, px(5), px(5))
            share = max(0.0, min(1.0, total / self._goal))
            if share:
                painter.setBrush(theme.seat_colour(seat))
                painter.drawRoundedRect(QRectF(track.left(), track.top(), max(px(10), wide * share), px(10)), px(5), px(5))
        painter.end()


_TIGHT = 1000
"""The width, in pixels at the usual size, below which the sentence gets more room than the totals."""

STEP_MS = 1100
"""How long a step of the scoring stays at normal speed; each line after the first adds half of that."""


def gains_of(step: ScoringStep | None) -> Counter[int]:
    """The points that a step of the scoring gives, by seat."""
    gains = Counter[int]()
    for line in step.lines if step is not None else ():
        gains[line.seat] += line.points
    return gains


class Scoring(QFrame):
    """Counts a score trace, castle by castle or line by line.

    Signals:
        pointed: the reasons of the current lines; none before the first step and after the last.
        finished: the last step was shown.

    Attributes:
        steps: the steps, in order.
        step: the number of steps counted so far.
    """

    pointed = Signal(object)
    finished = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.setObjectName("scoring")
        self.setProperty("role", "panel")
        self._catalogue = catalogue
        self.steps: Sequence[ScoringStep] = ()
        self._names: Sequence[str] = ()
        self._interim: Interim | None = None
        self._final = False
        self._density = Density()
        self._speed = 0.0
        self.step = 0
        text = catalogue.text
        self.line = Label()
        self.line.setObjectName("scoring-line")
        self.line.setProperty("role", "title")
        self.line.setWordWrap(True)
        self.count = Label()
        self.count.setProperty("role", "heading")
        self._totals = _Totals(catalogue)
        self.back_button = self._button("scoring-back", text("table.scoring.back"))
        self.skip_button = self._button("scoring-skip", text("table.scoring.skip"))
        self.next_button = self._button("scoring-next", text("table.scoring.next"))
        self.next_button.setProperty("role", "primary")
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._count_on)
        for button in (self.back_button, self.skip_button, self.next_button):
            button.clicked.connect(self._clock.stop)
        self.back_button.clicked.connect(lambda: self.go(self.step - 1))
        self.next_button.clicked.connect(lambda: self.go(self.step + 1))
        self.skip_button.clicked.connect(lambda: self.go(len(self.steps)))
        said = QVBoxLayout()
        said.setSpacing(2)
        said.addStretch(1)
        said.addWidget(self.count)
        said.addWidget(self.line)
        said.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.back_button, self.skip_button, self.next_button):
            buttons.addWidget(button)
        self._row = QHBoxLayout(self)
        self._row.addLayout(said)
        self._row.addWidget(self._totals)
        self._row.addLayout(buttons)
        self._share()

    @staticmethod
    def _button(name: str, text: str) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        return button

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._density = density
        self._row.setContentsMargins(density.px(16), density.px(8), density.px(16), density.px(8))
        self._row.setSpacing(density.px(18))
        self._share()
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out the new width."""
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Give most of the room to the totals with their names, or to the sentence where there is little: it names a player."""
        said = 6 if self.width() < self._density.px(_TIGHT) else 4
        for place, share in enumerate((said, 10 - said)):
            self._row.setStretch(place, share)

    def begin(
        self,
        steps: Sequence[ScoringStep],
        names: Sequence[str],
        speed: float = 0.0,
        interim: Interim | None = None,
        final: bool = False,
    ) -> None:
        """Start before the first step. With a speed above 0 the steps run by themselves until a button is pressed.

        Args:
            steps: the steps to count.             names: the players' names, by seat.
            interim: the scoring within the game, which starts from the points before it; None for a count of everything.
            final: whether the result follows.
        """
        self.steps, self._names, self._interim, self._final, self._speed = steps, names, interim, final, speed
        self.step = 0
        self._show()
        self.next_button.setFocus()
        if speed:
            self._clock.start(round(STEP_MS / speed))

    def _count_on(self) -> None:
        """Go to the next step by itself. The more lines a step has, the longer it stays."""
        self.go(self.step + 1)
        if self.step == len(self.steps):
            self._clock.stop()
        else:
            self._clock.start(round(STEP_MS * (1 + len(self.steps[self.step - 1].lines)) / 2 / self._speed))

    def go(self, step: int) -> None:
        """Show the state after so many steps."""
        before = self.step
        self.step = max(0, min(len(self.steps), step))
        self._show()
        if self.step == len(self.steps) and (before != self.step or step > self.step):
            self.finished.emit()

    def stop(self) -> None:
        """Stop: nobody is looking any more."""
        self._clock.stop()

    def totals(self) -> list[int]:
        """The score of each seat after the steps shown so far."""
        return self._after(self.step)

    def _after(self, step: int) -> list[int]:
        found = self._before()
        for counted in self.steps[:step]:
            for line in counted.lines:
                found[line.seat] += line.points
        return found

    def _before(self) -> list[int]:
        return [0] * len(self._names) if self._interim is None else list(self._interim.before)

    def _show(self) -> None:
        text = self._catalogue.text
        last = self.steps[self.step - 1] if self.step else None
        if last is not None:
            self.line.setText(text(last.title, self._names) if last.title is not None else self._told(last))
        elif self._interim is not None:
            self.line.setText(text(self._interim.title))
        else:
            self.line.setText(text("table.scoring.begin"))
        self.count.setText(text("table.scoring.count", number=self.step, all=len(self.steps)).upper())
        totals = list(zip(self._names, self.totals(), strict=True))
        goal = max(self._after(len(self.steps)), default=1)
        self._totals.show_totals(totals, goal, gains_of(last), self._density)
        self.line.setAccessibleName(self._told(last) if last is not None else self.line.text())
        over = self.step == len(self.steps)
        self.back_button.setEnabled(self.step > 0)
        self.skip_button.setEnabled(not over)
        closing = "table.scoring.result" if self._final else "table.scoring.go-on"
        self.next_button.setText(text(closing if over else "table.scoring.next"))
        self.pointed.emit([line.reason for line in last.lines] if last is not None and not over else [])

    def _told(self, step: ScoringStep) -> str:
        """A step in words: what is counted, and who scores how much for it."""
        text = self._catalogue.text
        if step.title is None:
            line = step.lines[0]
            why, points = text(line.reason, self._names), self._points(line.reason, line.points)
            return text("table.scoring.line", name=self._names[line.seat], points=points, why=why)
        told = [
            text("table.scoring.gain", name=self._names[seat], points=self._points(step.lines[0].reason, points))
            for seat, points in sorted(gains_of(step).items())
        ]
        return text("table.scoring.step", title=text(step.title, self._names), gains=self._catalogue.listed(told, "row"))

    def _points(self, reason: Message, points: int) -> str:
        return self._catalogue.text(f"{reason.key.partition('.')[0]}.points", points=points)


_MARGINS = ((36, 25, 10, 7), (28, 14, 6, 4), (20, 6, 2, 0))
"""The margins, the gaps between parts and those between players: the widest that fit are used."""


_WINNER, _OTHERS = 38, 28
"""The size of a sole winner's portrait and of the others, in pixels."""


class ResultCard(QFrame):
    """The winner, and why the game ended.

    Signals:
        closed: the person wants to look at the board.
        left: the person wants to leave the table.
        analysed: the person wants the game analysed.
    """

    closed = Signal()
    left = Signal()
    analysed = Signal()

    def __init__(self, catalogue: Catalogue, parent: QWidget, board: QWidget | None = None) -> None:
        """It lies in the middle of the board, which is a part of its parent; it may be wider than the board."""
        super().__init__(parent)
        self._board = board or parent
        self.setObjectName("result")
        self.setProperty("role", "panel")
        self._catalogue = catalogue
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(36, 26, 36, 24)
        self._column.setSpacing(10)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(7)
        self.title = Label()
        self.title.setObjectName("result-title")
        self.title.setProperty("role", "display")
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.why = Label()
        self.why.setObjectName("result-why")
        self.why.setProperty("role", "soft")
        self.why.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.board_button = QPushButton(catalogue.text("table.result.board"))
        self.board_button.setObjectName("result-board")
        self.board_button.clicked.connect(self.closed)
        self.leave_button = QPushButton(catalogue.text("table.result.leave"))
        self.leave_button.setObjectName("result-leave")
        self.leave_button.clicked.connect(self.left)
        self.rematch_box = RematchBox(catalogue)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.rematch_box.button)
        buttons.addWidget(self.board_button)
        self.analyse_button = QPushButton(catalogue.text("analysis.open"))
        self.analyse_button.setObjectName("result-analyse")
        give_tip(self.analyse_button, catalogue.text("analysis.open.about"))
        self.analyse_button.clicked.connect(self.analysed)
        self.analyse_button.hide()
        buttons.addWidget(self.analyse_button)
        self.share_button = ShareButton(catalogue)
        buttons.addWidget(self.share_button)
        buttons.addWidget(self.leave_button)
        buttons.addStretch(1)
        self._column.addWidget(self.title)
        self._column.addWidget(self.why)
        self._column.addSpacing(8)
        self._column.addLayout(self._rows)
        self._column.addSpacing(6)
        self.open_box = OpenBox(catalogue)
        self._column.addWidget(self.open_box)
        self._column.addWidget(self.rematch_box)
        self._column.addLayout(buttons)
        self.hide()

    def show_result(
        self,
        result: Result,
        scores: Sequence[int],
        names: Sequence[str],
        game: str,
        pictures: Sequence[avatar.Picture | None] = (),
    ) -> None:
        """Show ranks, scores and the reason; ``pictures`` are the players' portraits by seat."""
        while self._rows.count():
            item = self._rows.takeAt(0)
            old = item.widget() if item is not None else None
            if old is not None:
                old.hide()
                old.deleteLater()
        text = self._catalogue.text
        winners = [names[seat] for seat in result.winners]
        outcome = "wins" if len(winners) == 1 else "shared"
        self.title.setText(text(f"table.result.{outcome}", names=self._catalogue.listed(winners)))
        order = sorted(range(len(names)), key=lambda seat: (result.ranks[seat], seat))
        reasons = [f"{game}.end.{result.end}"]
        if any(scores[seat] == scores[other] and result.ranks[seat] < result.ranks[other] for seat, other in pairwise(order)):
            reasons.append(f"{game}.tied")
        self.why.setText(" ".join(map(text, reasons)))
        for seat in order:
            row = _ResultRow(
                result.ranks[seat],
                seat,
                names[seat],
                scores[seat],
                pictures[seat] if pictures else None,
                len(winners) == 1,
            )
            self._rows.addWidget(row)
            row.show()  # otherwise a visible card would measure itself without the new rows
        self.show()
        self._fit()
        self.raise_()
        self.board_button.setFocus()

    def show_publishing(self, news: PublishingChanged) -> None:
        """Show how far the agreement to open all cards is."""
        self.open_box.show_publishing(news)
        self._fit()

    def show_rematch(self, rematch: RematchChanged) -> None:
        """Show who would like another game."""
        self.rematch_box.show_rematch(rematch)
        self._fit()

    def _fit(self) -> None:
        """Take the size of the contents."""
        for label in self.findChildren(Label):
            label.ensurePolished()  # only then does the label know its large font
        for row in self.findChildren(_ResultRow):
            row.line.invalidate()
        room, most = self._board.height() - 16, lies_on(self).width() - 16
        for side, above, gap, rows in _MARGINS:
            for said in (self.title, self.why):
                wide = said.fontMetrics().horizontalAdvance(said.text()) + 2
                said.setWordWrap(wide > most - 2 * side)  # the names of many winners
                said.setMinimumWidth(min(wide, most - 2 * side))
            self._column.setContentsMargins(side, above, side, above)
            self._column.setSpacing(gap)
            self._rows.setSpacing(rows)
            self._rows.invalidate()
            self._column.invalidate()
            self._column.activate()
            size = self._column.totalSizeHint()
            if self._column.hasHeightForWidth():
                size.setHeight(self._column.totalHeightForWidth(size.width()))
            if size.height() <= room:
                break
        self.resize(size)
        self.place()

    def place(self) -> None:
        """Stay in the middle of the board, and within the parent."""
        parent = lies_on(self)
        board = QRect(self._board.mapTo(parent, QPoint(0, 0)), self._board.size())
        left = min(board.center().x() - self.width() // 2, parent.width() - self.width() - 8)
        self.move(max(8, left), board.top() + max(8, (board.height() - self.height()) // 2))


class _ResultRow(QWidget):
    def __init__(self, rank: int, seat: int, name: str, score: int, picture: avatar.Picture | None, alone: bool) -> None:
        super().__init__()
        self.setObjectName(f"result-{seat}")
        self.setAccessibleName(f"{rank}. {name}: {score}")
        self.line = row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        mark = Label()
        mark.setPixmap(theme.seat_icon(seat, round(24 * theme.scale()), 2.0))
        likeness = Label()
        side = _WINNER if rank == 1 and alone else _OTHERS
        likeness.setPixmap(avatar.pixmap(picture or avatar.avatar_of(name), round(side * theme.scale()), 2.0))
        place, title, points = Label(f"{rank}."), Label(name), Label(str(score))
        for label in (place, title, points):
            label.setProperty("role", "title")
        if rank == 1:
            title.setProperty("role", "page")
        row.addWidget(place)
        row.addWidget(mark)
        row.addWidget(likeness)
        row.addWidget(title, 1)
        row.addSpacing(40)
        row.addWidget(points)
