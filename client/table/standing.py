"""The standings if the game ended now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.look import theme
from client.look.painted import Painted
from client.look.plain import tip
from client.look.seen import Seen
from client.messages import Catalogue
from client.table.density import Density
from client.table.panel import Panel
from client.table.tips import tell_beside
from rules.contract import Result, ScoreLine
from rules.message import Message


@dataclass(frozen=True)
class _Line:
    seat: int
    name: str
    score: str
    first: bool


class _Ranking(Painted, QWidget):
    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self._catalogue = catalogue
        self.setObjectName("standing-lines")
        theme.keep_sides(self)
        self._density = Density()
        self._lines: list[_Line] = []
        self.reasons: dict[int, str] = {}
        self._seen = Seen()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_lines(self, lines: list[_Line], density: Density) -> None:
        if not self._seen.differs(lines, self.reasons, density):
            return
        self._lines = lines
        self._density = density
        self.setFixedHeight(self._step * max(1, len(lines)))
        self.setAccessibleName(self._catalogue.listed((f"{line.name} {line.score}" for line in lines), "row"))
        self.setAccessibleDescription("\n".join(self.reasons.get(line.seat, "") for line in lines))
        self.update()

    def event(self, event: QEvent) -> bool:
        """Show the breakdown of a player's score while the pointer rests on the player."""
        if isinstance(event, QHelpEvent):
            tell_beside(self, tip(self.about(event.pos().y())))
            return True
        return super().event(event)

    def about(self, y: int) -> str:
        """How the score on the line at this height came about."""
        number = y // self._step
        return self.reasons.get(self._lines[number].seat, "") if 0 <= number < len(self._lines) else ""

    @property
    def _step(self) -> int:
        return self._density.px(19 if self._density.compact else 24)

    def sizeHint(self) -> QSize:
        return QSize(160, self.height())

    def paint(self, painter: QPainter) -> None:
        colours, px = theme.palette(), self._density.px
        for number, line in enumerate(self._lines):
            top = number * self._step
            middle = top + self._step / 2
            theme.paint_seat(painter, line.seat, QPointF(px(9), middle), px(14))
            painter.setFont(theme.font(px(16), serif=True))
            painter.setPen(QColor(colours.text))
            wide = painter.fontMetrics().horizontalAdvance(line.score)
            row = QRectF(0, top, self.width(), self._step)
            painter.drawText(row, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, line.score)
            room = self.width() - wide - px(32)
            painter.setFont(theme.font(px(13)))
            painter.setPen(QColor(colours.text if line.first else colours.soft))
            fitted = painter.fontMetrics().elidedText(line.name, Qt.TextElideMode.ElideRight, room)
            place = QRectF(px(23), top, room, self._step)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, fitted)


class Standing(Panel):
    """The scores if the game ended now, best first, or in turn order where something hidden is missing from them.

    Attributes:
        ranking: the lines, one for each player.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._density = Density()
        self._catalogue = catalogue
        super().__init__(catalogue.text("table.standing"), "standing")
        self.ranking = _Ranking(catalogue)
        self.body.addWidget(self.ranking)
        self._lines: list[_Line] = []

    def show_scores(
        self,
        scores: Sequence[int],
        names: Sequence[str],
        trace: Sequence[ScoreLine],
        result: Result | None,
        missing: Mapping[int, Message] | None = None,
    ) -> None:
        """Show these scores by seat.

        Args:
            scores: the points of each seat, without what is hidden.
            names: the players' names.
            trace: the lines that explain the scores.
            result: the ranks in the end, where a tie may be broken; None before.
            missing: by seat, what is hidden and therefore missing from the score. The players then stand in turn order, because
                nobody knows who is ahead.
        """
        text = self._catalogue.text
        self.set_heading(text("table.standing" if result is None else "table.standing.over"))
        missing = missing or {}
        self.ranking.reasons = {
            seat: "\n".join(
                [
                    *(f"{text(line.reason, names)}: {line.points}" for line in trace if line.seat == seat),
                    *([text(missing[seat])] if seat in missing else []),
                ]
            )
            for seat in range(len(scores))
        }
        places = [0 if missing else -score for score in scores] if result is None else result.ranks
        order = sorted(range(len(scores)), key=lambda seat: (places[seat], seat))
        told = [f"{score} + ?" if seat in missing else str(score) for seat, score in enumerate(scores)]
        self._lines = [_Line(seat, names[seat], told[seat], places[seat] == min(places)) for seat in order]
        self.ranking.show_lines(self._lines, self._density)

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        super().set_density(density)
        self._density = density
        if hasattr(self, "ranking"):
            self.ranking.show_lines(self._lines, density)
