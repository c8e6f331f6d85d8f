"""The choice of board for a new game: Alarife's own, or one that the person has named."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client.boards.editing import can_edit
from client.look.choice import Choice
from client.messages import Catalogue
from client.pages.bricks import button, label
from net import boards, rulebook
from rules.boards import board_of, pack_board
from rules.contract import Facts, Game, RulesError

_OWN_CHOICE = "own choice"
"""The entry for the board that new games use by default."""


class BoardRow(QWidget):
    """A list of boards without faults, and a button that leads to the page for correcting them.

    Signals:
        correct: the person wants to correct a board.
    """

    correct = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._game: type[Game] | None = None
        text = catalogue.text
        heading = label(text("boards.row.heading").upper(), "heading")
        heading.setAccessibleName(text("boards.row.heading"))
        self.choice = Choice()
        self.choice.setObjectName("board-choice")
        self.choice.setAccessibleName(text("boards.row.heading"))
        self.correct_button = button(
            text("boards.row.correct"), "board-correct", self.correct.emit, help=text("boards.row.correct.help")
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addWidget(self.choice)
        column.addWidget(self.correct_button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_game(self, game: type[Game]) -> None:
        """Show the boards for a game; nothing if its board cannot be corrected."""
        concerned = len(game.data) == 1 and can_edit(game.data[0])
        self.setVisible(concerned)
        self._game = game if concerned else None
        self.choice.clear()
        if not concerned:
            return
        of, text = game.data[0], self._catalogue.text
        in_use = boards.chosen(of)
        named: list[tuple[str, Facts]] = [
            (board.name, board.content)
            for board in boards.boards_of(of)
            if board.content is not None and not boards.flaws_of(of, board.content)
        ]
        self.choice.addItem(text("boards.editor.shipped"), b"")
        for name, content in named:
            if in_use is not None and boards.same(of, content, in_use):
                self.choice.addItem(name, _OWN_CHOICE)
            elif not boards.same(of, content, rulebook.shipped_file(of)):
                self._add(game, name, content)
        if in_use is not None and self.choice.findData(_OWN_CHOICE) < 0:
            self.choice.addItem(text("boards.editor.corrected"), _OWN_CHOICE)
        self.choice.setCurrentIndex(max(0, self.choice.findData(_OWN_CHOICE)))

    def _add(self, game: type[Game], name: str, content: Facts) -> None:
        try:
            self.choice.addItem(name, pack_board(game, board_of({game.data[0]: content})))
        except RulesError:  # too large for a game file
            return

    def board(self) -> bytes | None:
        """The board for a plan (:attr:`net.api.Plan.board`)."""
        found = self.choice.currentData()
        return found if self._game is not None and isinstance(found, bytes) else None
