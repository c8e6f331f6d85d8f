"""The chosen game of the library: its last position, its result, and the actions for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QVBoxLayout, QWidget

from client.library.index import Row
from client.library.library import LONGEST_NAME, SUFFIX, Library
from client.library.record import OPEN
from client.library.tasks import ACCOUNT, PICTURE, SMALL
from client.lobby.levels import level_text
from client.look import theme
from client.look.oneclick import take_one_click
from client.look.plain import Label
from client.messages import Catalogue
from client.pages.bricks import Panel, button, emptied, label, scrolled
from client.pages.library.rows import is_openable, paint_picture, when_text
from client.pages.library.said import state_text

EXPORTS = {"file": ("", SUFFIX), "picture": (PICTURE, ".png"), "text": (ACCOUNT, ".txt")}
"""The exports: the kind of task, and the file name extension."""


class _Board(QWidget):
    """A thumbnail as wide as the panel."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("library-board")
        self.picture: QPixmap | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        return min(round(width * SMALL[1] / SMALL[0]), self.maximumHeight())

    def sizeHint(self) -> QSize:
        return QSize(320, 200) * theme.scale()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        scale = min(self.width() / SMALL[0], self.height() / SMALL[1])
        wide, high = SMALL[0] * scale, SMALL[1] * scale
        frame = QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)
        paint_picture(painter, frame, self.picture, 8 * theme.scale())
        painter.end()


class Details(Panel):
    """The panel beside the list.

    Signals:
        resume, watch: the person wants to continue the game, or to look at it (its path).
        again: the person wants to play another game like it (its record).
    """

    resume = Signal(object)
    watch = Signal(object)
    again = Signal(object)

    def __init__(self, catalogue: Catalogue, library: Library, picture: Callable[[Row], QPixmap | None]) -> None:
        super().__init__(name="library-details")
        self._catalogue = catalogue
        self._library = library
        self._picture = picture
        self.row: Row | None = None
        self._sure = False
        text = catalogue.text
        self.setAccessibleName(text("client.library.details"))
        self.board = _Board()
        self.title = label("", "title", "library-title")
        self.about = label("", "soft", "library-about")
        self.result = label("", "strong", "library-result")
        self.problem = label("", "error", "library-problem")
        self._seats = QGridLayout()
        self._seats.setHorizontalSpacing(10)
        self._seats.setVerticalSpacing(4)
        self.rules = label("", "soft", "library-rules")
        self.name = QLineEdit()
        self.name.setObjectName("library-name")
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setAccessibleName(text("client.library.file-name"))
        self.name.editingFinished.connect(self._rename)
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 4, 0)
        inner.setSpacing(8)
        for widget in (self.board, self.title, self.about, self.problem, self.result):
            inner.addWidget(widget)
        inner.addLayout(self._seats)
        inner.addWidget(self.rules)
        named = QHBoxLayout()
        caption = label(text("client.library.file-name"), "soft", wrap=False)
        caption.setBuddy(self.name)
        named.addWidget(caption)
        named.addWidget(self.name, 1)
        inner.addLayout(named)
        inner.addStretch(1)
        self.body.addWidget(scrolled(holder, "library-details-scroll"), 1)
        self.resume_button = button(text("client.library.resume"), "library-resume", self._resume, "primary")
        self.watch_button = button(text("client.library.watch"), "library-watch", self._watch)
        self.again_button = button(
            text("client.library.again"), "library-again", self._again, help=text("client.library.again.help")
        )
        self.export_button = button(text("client.library.export"), "library-export", lambda: None)
        menu = QMenu(self.export_button)
        self.exports: dict[str, QAction] = {}
        for kind in EXPORTS:
            action = menu.addAction(text(f"client.library.export.{kind}"))
            action.triggered.connect(lambda _=False, kind=kind: self.choose_target(kind))
            self.exports[kind] = action
        self.export_button.setMenu(menu)
        self.delete_button = button(text("client.library.delete"), "library-delete", self._delete, "danger")
        take_one_click(self.delete_button)  # the second would answer its question, or be for the game chosen next
        above, below = QHBoxLayout(), QHBoxLayout()
        for pressed in (self.resume_button, self.watch_button, self.again_button):
            above.addWidget(pressed, 1)
        for pressed in (self.export_button, self.delete_button):
            below.addWidget(pressed, 1)
        for row in (above, below):
            row.setSpacing(8)
            self.body.addLayout(row)
        library.stayed.connect(self._keep_name)
        self.show_row(None)

    def show_row(self, row: Row | None) -> None:
        """Show a game, or nothing."""
        if row is not None and row == self.row:
            self.update_picture()
            return
        before, self.row = self.row, row
        self._doubt()
        text = self._catalogue.text
        fine = row is not None and is_openable(row)
        for part in (self.board, self.title, self.about, self.rules, self.name):
            part.setVisible(row is not None)
        for pressed in (self.watch_button, self.again_button, self.export_button):
            pressed.setEnabled(fine)
        self.delete_button.setEnabled(row is not None)
        emptied(self._seats)
        self.result.setVisible(False)
        self.problem.setVisible(False)
        self.resume_button.setVisible(False)
        if row is None:
            return
        record = row.record
        if before is None or before.file != row.file or not self.name.isModified():  # else somebody is typing
            self.name.setText(row.file.stem)
        self.board.setVisible(fine)
        self.rules.setVisible(fine)
        self.update_picture()
        when = when_text(self._catalogue, row.changed)
        if record.problem is not None:
            self.title.setText(row.file.name)
            self.about.setText(when)
            self.problem.setText(text(record.problem))
            self.problem.show()
            return
        self.title.setText(text(f"{record.game}.title"))
        self.about.setText(text("client.saved.line", when=when, state=state_text(self._catalogue, record)))
        self.resume_button.setVisible(row.state == OPEN and (record.mine or not record.studied))
        if record.end:
            self.result.setText(text(f"{record.game}.end.{record.end}"))
            self.result.show()
        self._show_seats(row)
        self.rules.setText(self._rules(row) if record.studied else "")

    def _show_seats(self, row: Row) -> None:
        record, text = row.record, self._catalogue.text
        for line, (seat, place) in enumerate(record.ranking):
            mark = Label()
            mark.setPixmap(theme.seat_icon(seat, round(18 * theme.scale()), 2.0))
            name = place.name
            if place.kind == "bot":
                level = level_text(self._catalogue, record.game, place.level)
                name = text("client.library.bot", name=place.name, level=level)
            elif not place.stayed:
                name = text("client.library.replaced", name=place.name)
            cells = (
                label(f"{place.rank}." if place.rank else "", wrap=False),
                mark,
                label(name, "strong" if place.rank == 1 else "", f"library-seat-{seat}"),
                label("" if place.score is None else str(place.score), "strong", f"library-score-{seat}", wrap=False),
            )
            for column, cell in enumerate(cells):
                self._seats.addWidget(cell, line, column)
        self._seats.setColumnStretch(2, 1)

    def _rules(self, row: Row) -> str:
        """The house rules that differ from the defaults."""
        from rules.contract import RulesError, meant_options
        from rules.registry import game

        record, text = row.record, self._catalogue.text
        try:
            rules = game(record.game)
            options = meant_options(rules, dict(record.options), record.version or None)
        except RulesError:
            return ""
        usual = {option.name: option.default for option in rules.options}
        other = [
            text(
                "client.library.rule",
                rule=text(f"{record.game}.option.{name}"),
                value=text(f"{record.game}.option.{name}.{value}"),
            )
            for name, value in options.items()
            if value != usual[name]
        ]
        if not other:
            return text("client.library.usual-rules")
        return text("client.library.rules", rules=self._catalogue.listed(other, "row"))

    def update_picture(self) -> None:
        """Show the thumbnail, which may be ready now."""
        if self.row is not None and is_openable(self.row):
            self.board.picture = self._picture(self.row)
            self.board.update()

    # -- actions ----------------------------------------------------------------------------------------------

    def open_game(self) -> None:
        """The main action for this game: continue it, or watch it."""
        if self.row is None or not is_openable(self.row):
            return
        if self.resume_button.isVisible():
            self._resume()
        else:
            self._watch()

    def _resume(self) -> None:
        if self.row is not None:
            self.resume.emit(self.row.file)

    def _watch(self) -> None:
        if self.row is not None:
            self.watch.emit(self.row.file)

    def _again(self) -> None:
        if self.row is not None:
            self.again.emit(self.row.record)

    def _rename(self) -> None:
        if self.row is not None and self.name.text().strip() not in ("", self.row.file.stem):
            self._library.rename(self.row.file, self.name.text())
        elif self.row is not None:
            self._keep_name(self.row.file)

    def _keep_name(self, file: Path) -> None:
        """Show the name that this file still has."""
        if self.row is not None and self.row.file == file:
            self.name.setText(file.stem)

    def _delete(self) -> None:
        """Move the file to the trash. For an unfinished game, the button itself asks first."""
        row = self.row
        if row is None:
            return
        if row.state == OPEN and not self._sure:
            self._sure = True
            self.delete_button.setText(self._catalogue.text("client.library.delete.open"))
            return
        self._doubt()
        self._library.delete(row.file)

    def _doubt(self) -> None:
        self._sure = False
        self.delete_button.setText(self._catalogue.text("client.library.delete"))

    def choose_target(self, kind: str) -> None:
        """Ask where to export to, without blocking anything."""
        row = self.row
        if row is None:
            return
        text = self._catalogue.text
        dialog = QFileDialog(self.window(), text(f"client.library.export.{kind}"))
        dialog.setObjectName("library-dialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        ending = EXPORTS[kind][1]
        dialog.setDefaultSuffix(ending.lstrip("."))
        dialog.selectFile(row.file.stem + ending)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        file = row.file
        dialog.fileSelected.connect(lambda name: self.export(file, Path(name), kind))
        dialog.open()

    def export(self, file: Path, target: Path, kind: str) -> None:
        """Write the export: a file, a picture or a text."""
        self._library.export(file, target, EXPORTS[kind][0], theme.palette().name, self._catalogue.language)
