"""The page for correcting a board: the board itself, its faults, and the boards that the person has saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidgetItem, QVBoxLayout, QWidget

from client.boards.editing import surface_for
from client.boards.editing.draft import Draft
from client.look import theme
from client.look.choice import Choice
from client.messages import Catalogue
from client.pages.bricks import Page, Panel, button, emptied, label, restyled, scrolled, sentences
from client.pages.question import STAY, Answer, Question
from net import boards, rulebook
from net.boards import TITLE_LENGTH, NamedBoard
from rules.contract import Game, RulesError
from rules.flaws import Difference, Flaw
from rules.message import Message, message

if TYPE_CHECKING:
    from client.boards.editing.surface import Surface

BESIDE = 400
"""The width of the column beside the board, in pixels at the usual size."""


class BoardsPage(Page):
    """Corrects the boards of one game.

    Signals:
        chosen: new games are played on another board from now on.
        closed: the person leaves the page, and has saved or discarded any changes.
    """

    chosen = Signal()
    closed = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue, "boards-page", "")
        text = catalogue.text
        self._of = ""
        self._game: type[Game] | None = None
        self._file: NamedBoard | None = None
        self._draft = Draft({})
        self._surface: Surface | None = None
        self._after: Callable[[], None] = self.closed.emit
        self.question: Question | None = None
        self.back.connect(lambda: self.leave(self.closed.emit))

        self.undo_button = button(text("boards.editor.undo"), "board-undo", self.undo)
        self.redo_button = button(text("boards.editor.redo"), "board-redo", self.redo)
        self.top.addWidget(self.undo_button)
        self.top.addWidget(self.redo_button)
        self._place = QVBoxLayout()
        self.said = label("", name="board-said", wrap=False)
        self.verdict = label("", "good", "board-verdict")
        self.findings = sentences("board-findings", text("boards.editor.found"))
        self.findings.itemActivated.connect(self._go_to)
        self.findings.itemClicked.connect(self._go_to)
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addLayout(self._place, 4)
        left.addWidget(self.said)
        left.addWidget(self.verdict)
        left.addWidget(self.findings, 1)
        self.columns.addLayout(left, 1)

        beside = QWidget()
        self._beside = beside
        right = QVBoxLayout(beside)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(12)
        kept = Panel(text("boards.editor.kept"), "board-kept")
        self.list = Choice()
        self.list.setObjectName("board-list")
        self.list.setAccessibleName(text("boards.editor.list"))
        self.list.activated.connect(self._open_chosen)
        kept.body.addWidget(self.list)
        self.trouble = label("", "error", "board-trouble")
        kept.body.addWidget(self.trouble)
        row = QHBoxLayout()
        self.name = QLineEdit()
        self.name.setObjectName("board-name")
        self.name.setMaxLength(TITLE_LENGTH)
        self.name.setPlaceholderText(text("boards.editor.name"))
        self.name.setAccessibleName(text("boards.editor.name"))
        self.name.textEdited.connect(lambda _: self._show_state())
        row.addWidget(self.name, 1)
        self.save_button = button(text("boards.editor.save"), "board-save", self.save, "primary")
        row.addWidget(self.save_button)
        kept.body.addLayout(row)
        row = QHBoxLayout()
        self.copy_button = button(text("boards.editor.copy"), "board-copy", self.copy, help=text("boards.editor.copy.help"))
        self.delete_button = button(
            text("boards.editor.delete"), "board-delete", self.delete, help=text("boards.editor.delete.help")
        )
        self.reset_button = button(
            text("boards.editor.reset"), "board-reset", self.reset, help=text("boards.editor.reset.help")
        )
        for one in (self.copy_button, self.delete_button, self.reset_button):
            row.addWidget(one)
        row.addStretch(1)
        kept.body.addLayout(row)
        right.addWidget(kept)

        tools = Panel(text("boards.editor.change"), "board-tools")
        inside = QWidget()
        self._tools = QVBoxLayout(inside)
        self._tools.setContentsMargins(0, 0, 0, 0)
        tools.body.addWidget(scrolled(inside, "board-tools-area"), 1)
        right.addWidget(tools, 1)

        self.columns.addWidget(beside)

        self.use = label("", "soft", "board-use")
        self.foot.addWidget(self.use, 1)
        self.use_button = button(
            text("boards.editor.use"), "board-use-this", self.use_this, help=text("boards.editor.use.help")
        )
        self.foot.addWidget(self.use_button)
        for keys, deed in (
            (QKeySequence.StandardKey.Undo, self.undo),
            (QKeySequence.StandardKey.Redo, self.redo),
            (QKeySequence.StandardKey.Save, self.save),
        ):
            QShortcut(QKeySequence(keys), self, deed)

    def begin(self, game: type[Game]) -> None:
        """Show the board on which new games of this kind are played now."""
        self._game = game
        self._of = game.data[0]
        self._beside.setFixedWidth(round(BESIDE * theme.scale()))
        self.title.setText(self.catalogue.text("boards.editor.title", game=game.title.key))
        emptied(self._place)
        emptied(self._tools)
        surface = self._surface = surface_for(self._of, self.catalogue, editable=True)
        surface.edited.connect(self._edited)
        surface.told.connect(self.said.setText)
        self._place.addWidget(surface.view)
        self._tools.addWidget(surface.tools)
        self._tools.addStretch(1)
        in_use = boards.chosen(self._of)
        listed = [board for board in boards.boards_of(self._of) if board.content is not None]
        now = next((one for one in listed if in_use and one.content and boards.same(self._of, one.content, in_use)), None)
        if now is None and in_use is not None and surface.can_show(in_use):
            self._take(None, in_use, self.catalogue.text("boards.editor.corrected"))
        else:
            self._open(now)
        surface.view.setFocus()

    # -- which board ---------------------------------------------------------------------------------------------------

    @property
    def surface(self) -> Surface:
        """The board."""
        assert self._surface is not None
        return self._surface

    @property
    def draft(self) -> Draft:
        """The draft being corrected."""
        return self._draft

    @property
    def unsaved(self) -> bool:
        """Whether leaving would lose changes."""
        return self._draft.changed

    def _list(self) -> None:
        text = self.catalogue.text
        in_use = boards.chosen(self._of)
        self.list.clear()
        for board in (None, *boards.boards_of(self._of)):
            content = rulebook.shipped_file(self._of) if board is None else board.content
            name = text("boards.editor.shipped") if board is None else board.name
            used = content is not None and boards.same(self._of, content, in_use or rulebook.shipped_file(self._of))
            key = "boards.editor.damaged" if content is None else "boards.editor.used" if used else "boards.editor.kept-as"
            self.list.addItem(text(key, name=name), board)
        place = next((n for n in range(self.list.count()) if self.list.itemData(n) == self._file), 0)
        self.list.setCurrentIndex(place)

    def _open_chosen(self, place: int) -> None:
        board = self.list.itemData(place)
        if board != self._file:
            self.leave(lambda: self._open(board))
            self._list()

    def _open(self, board: NamedBoard | None) -> None:
        """Correct this board; None for the shipped one."""
        if board is None:
            self._take(None, rulebook.shipped_file(self._of), "")
        elif board.content is None or not self.surface.can_show(board.content):
            self._say(board.trouble or message("boards.editor.not-shown", name=board.name))
            self._list()
        else:
            self._take(board, board.content, board.name)

    def _take(self, board: NamedBoard | None, content: dict[str, object], name: str) -> None:
        self._file = board
        self._draft = Draft(content)
        self.name.setText(name)
        self._say(None)
        self.surface.drop()
        self._list()
        self._show()

    # -- changing ------------------------------------------------------------------------------------------------------

    def _edited(self, content: dict[str, object]) -> None:
        self._draft.change(content)
        if not self.name.text().strip():
            self.name.setText(self.catalogue.text("boards.editor.first-name"))
        self._show()

    def undo(self) -> None:
        """Undo the last change."""
        self._draft.undo()
        self._show()

    def redo(self) -> None:
        """Repeat the change undone last."""
        self._draft.redo()
        self._show()

    def reset(self) -> None:
        """Return to the shipped board. The person can undo this."""
        self._draft.change(rulebook.shipped_file(self._of))
        self._show()

    def save(self) -> bool:
        """Save the board under its name; returns whether that was possible."""
        try:
            kept = boards.save_board(self._of, self.name.text(), self._draft.content, self._file.file if self._file else None)
        except RulesError as error:
            self._say(error.reason)
            return False
        self._file = kept
        self._draft.keep()
        self.name.setText(kept.name)
        self._say(None)
        self._list()
        self._show_state()
        return True

    def copy(self) -> None:
        """Continue with a copy under another name."""
        self._file = None
        named = self.name.text() or self.catalogue.text("boards.editor.shipped")
        taken = {board.name.casefold() for board in boards.boards_of(self._of)}
        number = 2
        while (name := f"{named[: TITLE_LENGTH - 4].strip()} {number}").casefold() in taken:
            number += 1
        self.name.setText(name)
        self.save()
        self.name.setFocus()
        self.name.selectAll()

    def delete(self) -> None:
        """Remove the board from the list, and show the shipped one."""
        if self._file is not None:
            try:
                boards.delete_board(self._file)
            except RulesError as error:
                self._say(error.reason)
                return
        self._open(None)

    def use_this(self) -> None:
        """Use this board for new games. A board that is not the shipped one is saved first."""
        if self._differs() and (self._draft.changed or self._file is None) and not self.save():
            return
        try:
            boards.choose_board(self._of, self._draft.content)
        except RulesError as error:
            self._say(error.reason)
            return
        self._list()
        self._show_state()
        self.chosen.emit()

    # -- leaving -------------------------------------------------------------------------------------------------------

    def leave(self, then: Callable[[], None], stay: Callable[[], None] = lambda: None) -> None:
        """Call ``then``, which leaves the draft behind; ask first if changes would be lost."""
        if not self.unsaved:
            then()
            return
        if self.question is not None:
            self.question.raise_()
            return
        self._after = then
        self.question = unsaved_question(self.catalogue, self)
        self.question.answered.connect(lambda answer: self._answered(answer, stay))
        self.question.open()

    def _answered(self, answer: str, stay: Callable[[], None]) -> None:
        self.question = None
        if answer == STAY or (answer == "save" and not self.save()):
            stay()
            return
        self._draft.keep()
        self._after()

    # -- showing -------------------------------------------------------------------------------------------------------

    def _flaws(self) -> list[Flaw]:
        return boards.flaws_of(self._of, self._draft.content)

    def _differs(self) -> list[Difference]:
        assert self._game is not None
        shipped = {name: rulebook.shipped_file(name) for name in self._game.data}
        return self._game.differences(shipped, shipped | {self._of: self._draft.content})

    def _show(self) -> None:
        """Show the draft: the board, and the sentences about it."""
        flaws, differs = self._flaws(), self._differs()
        self.surface.show_board(
            self._draft.content,
            [place for flaw in flaws for place in flaw.places],
            [place for difference in differs for place in difference.places],
        )
        text = self.catalogue.text
        self.findings.clear()
        for flaw in flaws:
            self._add(text("boards.editor.flaw", what=text(flaw.said)), flaw.places)
        for difference in differs:
            self._add(text(difference.said), difference.places)
        if flaws:
            said = message("boards.editor.flaws", count=len(flaws))
        elif differs:
            said = message("boards.editor.differs", count=len(differs))
        else:
            said = message("boards.editor.same")
        self.verdict.setText(text(said))
        restyled(self.verdict, "error" if flaws else "good")
        self._show_state()

    def _add(self, said: str, places: tuple[str, ...]) -> None:
        item = QListWidgetItem(said)
        item.setData(Qt.ItemDataRole.UserRole, list(places))
        self.findings.addItem(item)

    def _go_to(self, item: QListWidgetItem) -> None:
        places = item.data(Qt.ItemDataRole.UserRole)
        if places:
            self.surface.go_to(places[-1])

    def _show_state(self) -> None:
        """Enable the buttons that can do something, and show whether new games use this board."""
        draft, text = self._draft, self.catalogue.text
        self.undo_button.setEnabled(draft.can_undo)
        self.redo_button.setEnabled(draft.can_redo)
        named = self._file.name if self._file is not None else ""
        self.save_button.setEnabled(bool(self.name.text().strip()) and (draft.changed or self.name.text() != named))
        self.delete_button.setEnabled(self._file is not None)
        in_use = boards.chosen(self._of) or rulebook.shipped_file(self._of)
        used = boards.same(self._of, draft.content, in_use)
        flawed = bool(self._flaws())
        self.use_button.setEnabled(not used and not flawed)
        self.use.setText(
            text("boards.editor.in-use" if used else "boards.editor.unfinished" if flawed else "boards.editor.not-in-use")
        )

    def _say(self, trouble: Message | None) -> None:
        self.trouble.setText(self.catalogue.text(trouble) if trouble is not None else "")
        self.trouble.setVisible(trouble is not None)

    def sizeHint(self) -> QSize:
        """All the available space."""
        return QSize(1280, 720)


def unsaved_question(catalogue: Catalogue, parent: QWidget) -> Question:
    """Asks what to do with a changed board; the answers are ``save``, ``discard`` and ``stay``."""
    discard, stay, save = (
        Answer(answer, f"board-{answer}-answer", catalogue.text(f"boards.editor.unsaved.{answer}"), role)
        for answer, role in (("discard", "danger"), (STAY, ""), ("save", "primary"))
    )
    title, sentence = catalogue.text("boards.editor.unsaved.title"), catalogue.text("boards.editor.unsaved")
    return Question(parent, "board", title, sentence, [discard], [stay, save])
