"""The board of a table, shown to its guests: differences are marked, and described beside it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QListWidgetItem, QVBoxLayout, QWidget

from client.boards.editing import surface_for
from client.look import theme
from client.messages import Catalogue
from client.pages.bricks import button, label, sentences
from net.rulebook import data_of, shipped_file
from rules.boards import unpack_board
from rules.contract import Game
from rules.message import message

WIDE, HIGH = 1040, 640
"""The window's size, in pixels at the usual size."""


class BoardOffer(QDialog):
    """Shows where the table's board differs from this person's.

    Signals:
        accepted_board: the person agrees to play this game on it (its bytes).
    """

    accepted_board = Signal(object)

    def __init__(self, catalogue: Catalogue, game: type[Game], board: bytes, asks: bool, parent: QWidget) -> None:
        """``board`` is the table's, empty for the shipped one; ``asks`` says whether the person has to accept it."""
        super().__init__(parent)
        self.setObjectName("board-offer")
        self.setModal(True)
        text = catalogue.text
        self.setWindowTitle(text("boards.offer.title", game=game.title.key))
        self._board = board
        shipped = {name: shipped_file(name) for name in game.data}
        theirs, own = unpack_board(game, board) if board else shipped, data_of(game)
        differs = game.differences(own, theirs)
        of = game.data[0]
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 18, 24, 18)
        column.setSpacing(10)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(label(text("boards.offer.title", game=game.title.key), "title"))
        key = "boards.offer.differs" if differs else "boards.offer.same"
        column.addWidget(label(text(message(key, count=len(differs))), name="board-offer-said"))
        row = QHBoxLayout()
        row.setSpacing(14)
        self.surface = surface_for(of, catalogue, editable=False)
        row.addWidget(self.surface.view, 1)
        beside = QWidget()
        beside.setFixedWidth(round(330 * theme.scale()))
        right = QVBoxLayout(beside)
        right.setContentsMargins(0, 0, 0, 0)
        right.addWidget(self.surface.tools)
        self.list = sentences("board-differences", text("boards.offer.list"))
        for difference in differs:
            item = QListWidgetItem(text(difference.said))
            item.setData(Qt.ItemDataRole.UserRole, list(difference.places))
            self.list.addItem(item)
        self.list.itemActivated.connect(self._go_to)
        self.list.itemClicked.connect(self._go_to)
        right.addWidget(self.list, 1)
        row.addWidget(beside)
        column.addLayout(row, 1)
        self.said = label("", "soft", wrap=False)
        self.surface.told.connect(self.said.setText)
        column.addWidget(self.said)
        foot = QHBoxLayout()
        foot.addWidget(label(text("boards.offer.about") if asks else "", "soft"), 1)
        foot.addWidget(button(text("boards.offer.close"), "board-offer-close", self.close))
        if asks:
            accept = button(text("boards.offer.accept"), "board-offer-accept", self._accept, "primary")
            foot.addWidget(accept)
        column.addLayout(foot)
        if self.surface.can_show(theirs[of]):
            self.surface.show_board(theirs[of], (), [place for difference in differs for place in difference.places])
        else:
            self.surface.view.hide()
        self.resize(QSize(WIDE, HIGH) * theme.scale())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the list goes to a difference. Qt would then press the first button of this window, which closes it."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def _go_to(self, item: QListWidgetItem) -> None:
        places = item.data(Qt.ItemDataRole.UserRole)
        if places:
            self.surface.go_to(places[-1])

    def _accept(self) -> None:
        self.accepted_board.emit(self._board)
        self.close()
