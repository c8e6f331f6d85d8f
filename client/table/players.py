"""The players: colour and shape, name, possessions, link, and whose turn it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from client.boards.contract import Count, GameView, PlayerLine
from client.look import avatar, theme
from client.look.painted import Painted
from client.look.plain import give_tip
from client.look.seen import Seen
from client.messages import Catalogue
from client.table import art
from client.table.clocks import Reading
from client.table.density import Density
from client.table.panel import Panel
from client.table.tips import tell_beside
from rules.contract import State

_CLOCK_ROOM = 78
"""The largest width of a clock beside the counts, in pixels."""


@dataclass(frozen=True)
class PlayerInfo:
    """The contents of a row in the panel.

    Attributes:
        seat: its number; ``name`` is the player's name.
        line: the player's possessions.
        on_turn: whether it is this player's turn.
        here: whether a person at this computer plays this seat.
        remark: a few words about the player (bot, reconnecting, out), or empty.
        trouble: whether the remark is about a lost link.
        picture: the portrait beside the name; None for the tower that follows from the name.
    """

    seat: int
    name: str
    line: PlayerLine
    on_turn: bool
    here: bool
    remark: str
    trouble: bool
    picture: avatar.Picture | None = None


def player_infos(
    view: GameView,
    catalogue: Catalogue,
    state: State,
    names: Sequence[str],
    pictures: Sequence[avatar.Picture | None] = (),
) -> list[PlayerInfo]:
    """The rows for a position without people at the table: in replays and pictures.

    ``pictures`` are the players' portraits by seat, if they are known.
    """
    found = []
    for seat, name in enumerate(names):
        line = view.player(state, seat)
        remark = catalogue.text(line.note) if line.note is not None else ""
        found.append(
            PlayerInfo(seat, name, line, seat == state.turn, False, remark, False, pictures[seat] if pictures else None)
        )
    return found


class PlayerRow(Painted, QWidget):
    """One player."""

    def __init__(self, info: PlayerInfo, catalogue: Catalogue, density: Density, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._catalogue = catalogue
        self.clock: Reading | None = None
        theme.keep_sides(self)
        self._remark_below = False
        self._seen = Seen()
        self.set_info(info, density)

    def set_info(self, info: PlayerInfo, density: Density) -> None:
        """Show this state of the player."""
        if not self._seen.differs(info, density, self.clock):
            return
        self.info = info
        self._density = density
        text = self._catalogue.text
        self.setObjectName(f"player-{info.seat}")
        counts = (*info.line.counts, *info.line.more)
        for name in (info.line.drawing, *(count.name for count in counts)):
            art.require(name)
        said = [info.name, text(info.line.main_said), *(text(count.said) for count in counts)]
        if info.on_turn:
            said.insert(1, text("table.player.on-turn"))
        if info.remark:
            said.append(info.remark)
        if self.clock is not None:
            said.append(text("table.clock.over") if self.clock.over else text("table.clock.left", time=self.clock.text))
        sentence = self._catalogue.listed(said, "row")
        self.setAccessibleName(sentence)
        give_tip(self, "\n".join(said))
        self._fit()
        self.update()

    def _fit(self) -> None:
        self._remark_below = self._lacks_room()
        rows = (self._second_row if self.info.line.more else 0) + self._last_row
        self.setFixedHeight(self._density.px((48 if self._density.compact else 60) + rows))

    def event(self, event: QEvent) -> bool:
        """Show the row's contents in words, beside it."""
        if event.type() == QEvent.Type.ToolTip:
            tell_beside(self, self.toolTip())
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In the new width, a remark may or may not fit beside the counts."""
        super().resizeEvent(event)
        self._fit()

    def set_clock(self, clock: Reading | None) -> None:
        """Show this time. Screen readers hear it only with other changes, since nobody wants to hear every second."""
        if clock != self.clock:
            self.clock = clock
            self._fit()
            self.update()

    @property
    def _second_row(self) -> int:
        """The extra height of a player with two rows of counts."""
        return 19 if self._density.compact else 23

    @property
    def _last_row(self) -> int:
        """The extra height of a player whose clock or remark does not fit beside the counts."""
        return 21 if self._clock_below or self._remark_below else 0

    @property
    def _clock_below(self) -> bool:
        return self.clock is not None and self._density.compact

    def _lacks_room(self) -> bool:
        """Whether the remark needs its own row, because it would be cut off beside the last row of counts."""
        px, info = self._density.px, self.info
        if not info.remark:
            return False
        beside = self.clock is not None and not self._clock_below
        counts = sum(self._count_widths(info.line.more or info.line.counts))
        sides = px(14) + px(8) + px(2) + 2  # as painted, each rounded by itself, and the widths of texts once more
        taken = sides + counts + (px(_CLOCK_ROOM) if beside else 0)
        return taken + QFontMetrics(theme.font(px(12))).horizontalAdvance(info.remark) > self.width() - 2

    def _count_widths(self, counts: Sequence[Count]) -> list[int]:
        """The width of each count in a row, including the gap after it."""
        px = self._density.px
        metrics = QFontMetrics(theme.font(px(13)))
        gap = px(3) + px(7 if self._density.compact else 10)
        return [math.ceil(self._drawn(count).width()) + metrics.horizontalAdvance(str(count.number)) + gap for count in counts]

    def _drawn(self, count: Count) -> QSizeF:
        """The size of a count's drawing, in pixels."""
        px = self._density.px
        size = art.size_of(count.name, px(17))
        if size.width() > px(17):  # a wide drawing, such as a crown
            size *= px(17) / size.width()
        return size

    def sizeHint(self) -> QSize:
        """As wide as possible."""
        return QSize(180, self.height())

    def paint(self, painter: QPainter) -> None:
        """Draw the row."""
        colours, px, info = theme.palette(), self._density.px, self.info
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        shape = QPainterPath()
        shape.addRoundedRect(box, px(8), px(8))
        if info.on_turn:
            painter.fillPath(shape, QColor(colours.raised))
            painter.setClipPath(shape)
            painter.fillRect(QRectF(box.left(), box.top(), px(6), box.height()), theme.seat_colour(info.seat))
            painter.setClipping(False)
            painter.setPen(QPen(theme.seat_colour(info.seat), px(2)))
            painter.drawPath(shape)
        else:
            painter.setPen(QPen(QColor(colours.line), 1))
            painter.drawPath(shape)
        left = box.left() + px(14)
        second_row, last_row = px(self._second_row) if info.line.more else 0, px(self._last_row)
        first = box.top() + (box.height() - second_row - last_row) * 0.32
        second = box.top() + (box.height() - second_row - last_row) * 0.73
        icon = px(18 if self._density.compact else 21)
        theme.paint_seat(painter, info.seat, QPointF(left + icon / 2, first), icon)
        right = self._paint_money(painter, box.right() - px(10), first)
        self._paint_name(painter, left + icon + px(8), right, first, colours)
        end = self._paint_counts(painter, info.line.counts, left, second, colours)
        if info.line.more:
            second += second_row
            end = self._paint_counts(painter, info.line.more, left, second, colours)
        right = self._paint_clock(painter, box.right() - px(8), second + (last_row if self._clock_below else 0), colours)
        if self._remark_below:
            self._paint_remark(painter, left, right if self._clock_below else box.right() - px(10), second + last_row, colours)
        else:
            self._paint_remark(painter, end, box.right() - px(10) if self._clock_below else right, second, colours)

    def _paint_clock(self, painter: QPainter, right: float, middle: float, colours: theme.Palette) -> float:
        """Paint the time left, framed while it runs. Little time is bold, on a filled plate, after a mark."""
        clock, px = self.clock, self._density.px
        if clock is None:
            return right - px(2)
        said = f"! {clock.text}" if clock.low else clock.text
        painter.setFont(theme.font(px(13), QFont.Weight.Bold if clock.low else QFont.Weight.DemiBold))
        wide = painter.fontMetrics().horizontalAdvance(said) + px(12)
        plate = QRectF(right - wide, middle - px(10), wide, px(20))
        if clock.low:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.error))
            painter.drawRoundedRect(plate, px(5), px(5))
        elif clock.running:
            painter.setPen(QPen(QColor(colours.soft), px(1)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(plate, px(5), px(5))
        painter.setPen(QColor(colours.panel if clock.low else colours.text if clock.running else colours.soft))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, said)
        if self.info.on_turn and not clock.running:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.soft))
            for bar in (0, 1):  # it is this player's turn, but the clock is stopped
                painter.drawRect(QRectF(plate.left() - px(9) + bar * px(5), middle - px(5), px(3), px(10)))
            return plate.left() - px(13)
        return plate.left() - px(4)

    def _paint_money(self, painter: QPainter, right: float, middle: float) -> float:
        px, colours, main = self._density.px, theme.palette(), self.info.line.main
        painter.setFont(theme.font(px(18 if self._density.compact else 20), serif=True))
        painter.setPen(QColor(colours.text))
        said = "?" if main is None else str(main)
        wide = painter.fontMetrics().horizontalAdvance(said)
        painter.drawText(QRectF(right - wide, middle - px(14), wide + 1, px(28)), _RIGHT, said)
        coin = art.size_of(self.info.line.drawing, px(15))
        left = right - wide - px(5) - coin.width()
        drawn = art.pixmap(self.info.line.drawing, px(15), ratio=self.devicePixelRatioF())
        painter.drawPixmap(QPoint(round(left), round(middle - coin.height() / 2)), drawn)
        return left - px(7)

    def _paint_name(self, painter: QPainter, left: float, right: float, middle: float, colours: theme.Palette) -> None:
        px = self._density.px
        weight = QFont.Weight.Bold if self.info.on_turn else QFont.Weight.DemiBold
        painter.setFont(theme.font(px(14 if self._density.compact else 15), weight))
        painter.setPen(QColor(colours.text))
        side = px(20)
        if painter.fontMetrics().horizontalAdvance(self.info.name) + side + px(6) <= right - left:
            picture = self.info.picture or avatar.avatar_of(self.info.name)
            drawn = avatar.pixmap(picture, side, self.devicePixelRatioF())  # only if the whole name fits beside it
            painter.drawPixmap(QPointF(left, middle - side / 2), drawn)
            left += side + px(6)
        room = max(0, int(right - left))
        name = painter.fontMetrics().elidedText(self.info.name, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, middle - px(12), room, px(24)), _LEFT, name)

    def _paint_counts(
        self, painter: QPainter, counts: Sequence[Count], left: float, middle: float, colours: theme.Palette
    ) -> float:
        """Paint a row of counts; returns where it ends."""
        px = self._density.px
        painter.setFont(theme.font(px(13)))
        x = left
        for count in counts:
            size = self._drawn(count)
            high = size.height()
            colour = theme.SEAT_COLOURS[self.info.seat]
            drawn = art.pixmap(count.name, round(high), colour, self.devicePixelRatioF())
            painter.drawPixmap(QPoint(round(x), round(middle - high / 2)), drawn)
            x += size.width() + px(3)
            said = str(count.number)
            wide = painter.fontMetrics().horizontalAdvance(said)
            painter.setPen(QColor(colours.soft))
            painter.drawText(QRectF(x, middle - px(10), wide + 2, px(20)), _LEFT, said)
            x += wide + px(7 if self._density.compact else 10)
        return x

    def _paint_remark(self, painter: QPainter, left: float, right: float, middle: float, colours: theme.Palette) -> None:
        px, remark = self._density.px, self.info.remark
        if remark and left < right:
            painter.setFont(theme.font(px(12)))
            painter.setPen(QColor(colours.error if self.info.trouble else colours.soft))
            said = painter.fontMetrics().elidedText(remark, Qt.TextElideMode.ElideRight, int(right - left))
            side = _LEFT if self._remark_below else _RIGHT
            painter.drawText(QRectF(left, middle - px(10), right - left, px(20)), side, said)


_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class Players(Panel):
    """All players in turn order."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._density = Density()
        self.rows: list[PlayerRow] = []
        self._catalogue = catalogue
        super().__init__(catalogue.text("table.players"), "players")

    def show_players(self, players: Sequence[PlayerInfo]) -> None:
        """Show these players."""
        while len(self.rows) < len(players):
            row = PlayerRow(players[len(self.rows)], self._catalogue, self._density, self)
            self.body.addWidget(row)
            self.rows.append(row)
        for row, info in zip(self.rows, players, strict=True):
            row.set_info(info, self._density)

    def show_clocks(self, clocks: Mapping[int, Reading]) -> None:
        """Show these times; players without a clock show none."""
        for row in self.rows:
            row.set_clock(clocks.get(row.info.seat))

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        super().set_density(density)
        self._density = density
        for row in self.rows:
            row.set_info(row.info, density)
