"""The help: pages of rules over the board, topic by topic, for every game."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument, QTextTable
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QPushButton, QTextBrowser, QToolButton, QVBoxLayout, QWidget

from client.look import theme
from client.look.plain import Label, give_tip
from client.messages import Catalogue
from client.table import art
from client.table.density import Density
from client.table.topics import Topic, topics

_WIDE, _HIGH = 780, 620


class HelpPanel(QFrame):
    """Lies over the board until it is closed.

    Signals:
        closed: the person has read enough.
        lessons: the person would rather play a lesson.

    Attributes:
        pages: the topics, in order.
    """

    closed = Signal()
    lessons = Signal()

    def __init__(self, game: str, catalogue: Catalogue, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("help")
        self.setProperty("role", "panel")
        text = catalogue.text
        self.pages: list[Topic] = topics(game, catalogue)
        self._density = Density()
        heading = Label(text("table.help.title", game=text(f"{game}.title")))
        heading.setProperty("role", "title")
        heading.setObjectName("help-title")
        self.close_button = QToolButton()
        self.close_button.setObjectName("help-close")
        self.close_button.setText(text("table.help.close"))
        self.close_button.setAccessibleName(text("table.help.close"))
        give_tip(self.close_button, text("table.help.close"))
        self.close_button.clicked.connect(self.close_help)
        top = QHBoxLayout()
        top.addWidget(heading, 1)
        self.lessons_button = QPushButton(text("table.help.lessons"))
        self.lessons_button.setObjectName("help-lessons")
        self.lessons_button.setProperty("role", "link")
        self.lessons_button.clicked.connect(self.lessons)
        self.lessons_button.hide()  # a window that leads to lessons shows it
        top.addWidget(self.lessons_button)
        top.addWidget(self.close_button)
        self.list = QListWidget()
        self.list.setObjectName("help-topics")
        self.list.setAccessibleName(text("table.help.topics"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for topic in self.pages:
            self.list.addItem(topic.title)
        self.text = QTextBrowser()
        self.text.setObjectName("help-text")
        self.text.setAccessibleName(heading.text())
        self.text.setOpenLinks(False)
        self.text.setTabChangesFocus(True)
        self.list.currentRowChanged.connect(self._show)
        row = QHBoxLayout()
        row.addWidget(self.list)
        row.addWidget(self.text, 1)
        self._row = row
        self._column = QVBoxLayout(self)
        self._column.addLayout(top)
        self._column.addLayout(row, 1)
        self.set_density(Density())
        parent.installEventFilter(self)
        self.hide()

    @property
    def topic(self) -> str:
        """The name of the topic shown."""
        return self.pages[max(0, self.list.currentRow())].name

    def open(self, topic: str) -> None:
        """Show a topic by its name, or the first."""
        names = [page.name for page in self.pages]
        self.list.setCurrentRow(names.index(topic) if topic in names else 0)
        self.place()
        self.show()
        self.raise_()
        self.list.setFocus()

    def close_help(self) -> None:
        """Put it away."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def restyle(self) -> None:
        """Take the colours of the theme as it is now."""
        self.set_density(self._density)

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self.pages):
            return
        page, colours = self.pages[row], theme.palette()
        document = self.text.document()
        document.setDefaultStyleSheet(f"a {{ color: {colours.gold_text}; }}")
        self.text.setMarkdown(f"## {page.title}\n\n{page.text}")
        self.text.setAccessibleName(page.title)
        _lay_out(document, self._density)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)

    def set_density(self, density: Density) -> None:
        """Fit to the room there is."""
        self._density = density
        side = density.px(14)
        self._column.setContentsMargins(side, density.px(10), side, side)
        self._column.setSpacing(density.px(10))
        self._row.setSpacing(density.px(12))
        self.list.setFixedWidth(density.px(196))
        self.close_button.setIcon(art.icon("close"))
        self._show(self.list.currentRow())
        self.place()

    def place(self) -> None:
        """Keep to the middle of what lies below, as large as is good to read."""
        room = self.parentWidget().rect()  # type: ignore[union-attr]
        wide = min(self._density.px(_WIDE), room.width() - 16)
        high = min(self._density.px(_HIGH), room.height() - 16)
        self.setGeometry(QRect(room.center().x() - wide // 2, room.center().y() - high // 2, wide, high))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the middle when the room changes."""
        if event.type() == QEvent.Type.Resize and watched is self.parentWidget():
            self.place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape puts it away; other keys do not reach the table."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_help()
        event.accept()


def _lay_out(document: QTextDocument, density: Density) -> None:
    """Space between paragraphs and in tables, and lines that are good to read."""
    block = document.begin()
    while block.isValid():
        cursor = QTextCursor(block)
        form = block.blockFormat()
        heading = form.headingLevel() > 0
        form.setTopMargin(0 if heading or block.textList() else density.px(3))
        form.setBottomMargin(density.px(8 if heading else 4 if block.textList() else 7))
        form.setLineHeight(125.0, 1)
        if not cursor.currentTable():
            cursor.setBlockFormat(form)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            table = frame.format()
            table.setCellPadding(density.px(5))
            table.setCellSpacing(0)
            table.setBorder(1)
            table.setBorderCollapse(True)
            frame.setFormat(table)
