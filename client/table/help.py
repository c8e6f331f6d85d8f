"""The help: pages of rules over the board, topic by topic, for every game, with a full-text search."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QUrl, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QHideEvent, QKeyEvent, QShowEvent, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListWidget, QPushButton, QToolButton, QVBoxLayout, QWidget

from client.look.plain import Label, give_tip
from client.messages import Catalogue
from client.table import art
from client.table.density import Density
from client.table.helptext import HelpText
from client.table.search import Folded, words_of
from client.table.topics import OURS, Topic, lesson_for, topics

_WIDE, _HIGH = 790, 640


class HelpPanel(QFrame):
    """Covers the board until the person closes it.

    Signals:
        closed: the person has read enough.
        covering: whether it covers the board now.
        lessons: the person wants the list of lessons.
        lesson: the person wants the lesson about the topic (its id).
        summary: the person wants the page about a turn beside the board.
        tips: the person wants the figures at the table explained once more.

    Attributes:
        pages: the topics, in order.
        search: the search field.
    """

    closed = Signal()
    covering = Signal(bool)
    lessons = Signal()
    lesson = Signal(str)
    summary = Signal()
    tips = Signal()

    def __init__(self, game: str, catalogue: Catalogue, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("help")
        self.setProperty("role", "panel")
        text = catalogue.text
        self._game = game
        self._catalogue = catalogue
        self.pages: list[Topic] = topics(game, catalogue)
        self._density = Density()
        heading = Label(text("table.help.title", game=text(f"{game}.title")))
        heading.setProperty("role", "title")
        heading.setObjectName("help-title")
        heading.setWordWrap(True)
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
        self.lessons_button.hide()  # windows that lead to lessons show it
        self.tips_button = QPushButton(text("table.help.tips"))
        self.tips_button.setObjectName("help-tips")
        self.tips_button.setProperty("role", "link")
        self.tips_button.clicked.connect(self.tips)
        self.tips_button.hide()  # running games show it
        self.summary_button = QPushButton(text("table.summary"))
        self.summary_button.setObjectName("help-summary")
        self.summary_button.setProperty("role", "link")
        self.summary_button.clicked.connect(self.summary)
        top.addWidget(self.tips_button)
        top.addWidget(self.summary_button)
        top.addWidget(self.lessons_button)
        top.addWidget(self.close_button)
        self.list = QListWidget()
        self.list.setObjectName("help-topics")
        self.list.setAccessibleName(text("table.help.topics"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for topic in self.pages:
            self.list.addItem(topic.title)
        self.search = QLineEdit()
        self.search.setObjectName("help-search")
        self.search.setPlaceholderText(text("table.help.search"))
        self.search.setAccessibleName(text("table.help.search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._search)
        self.found = Label()
        self.found.setObjectName("help-found")
        self.found.setProperty("role", "small")
        self.found.setWordWrap(True)
        self.found.hide()
        self.text = HelpText(game, catalogue, self.pages)
        self.text.anchorClicked.connect(self._follow)
        self.lesson_button = QPushButton()
        self.lesson_button.setObjectName("help-lesson")
        self.lesson_button.setProperty("role", "link")
        self.lesson_button.clicked.connect(self._ask_for_lesson)
        self.lesson_button.hide()
        self.list.currentRowChanged.connect(self._show)
        row = QHBoxLayout()
        left = QVBoxLayout()
        left.addWidget(self.search)
        left.addWidget(self.found)
        left.addWidget(self.list, 1)
        row.addLayout(left)
        right = QVBoxLayout()
        right.addWidget(self.text, 1)
        right.addWidget(self.lesson_button, 0, Qt.AlignmentFlag.AlignLeft)
        row.addLayout(right, 1)
        self._row, self._left, self._right = row, left, right
        self._column = QVBoxLayout(self)
        self._column.addLayout(top)
        self._column.addLayout(row, 1)
        self._name_lesson()
        self.set_density(Density())
        parent.installEventFilter(self)
        self.hide()

    @property
    def topic(self) -> str:
        """The name of the topic on show."""
        return self.pages[max(0, self.list.currentRow())].name

    def open(self, topic: str) -> None:
        """Show a topic by its name, or the first topic."""
        names = [page.name for page in self.pages]
        self.search.clear()
        self.list.setCurrentRow(names.index(topic) if topic in names else 0)
        self.place()
        self.show()
        self.raise_()
        self.list.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that the board is covered."""
        super().showEvent(event)
        self.covering.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell that the board can be seen."""
        super().hideEvent(event)
        self.covering.emit(False)

    def close_help(self) -> None:
        """Hide the help."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def restyle(self) -> None:
        """Take the colours of the current theme."""
        self.set_density(self._density)

    def lead_to_lessons(self) -> None:
        """Show the button that leads to the lessons."""
        self.lessons_button.show()
        self.lesson_button.show()

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self.pages):
            return
        self.text.show_topic(self.pages[row], self._density, self.pages[row + 1 : row + 3])
        self._name_lesson()

    def _name_lesson(self) -> None:
        text, lesson = self._catalogue.text, lesson_for(self._game, self.topic)
        self.lesson_button.setText(text("table.help.lesson", title=text(f"lesson.{lesson.replace('/', '.')}.title")))

    def _follow(self, link: QUrl) -> None:
        """Follow a link in a topic to another one."""
        names = [page.name for page in self.pages]
        topic = self.text.topic_of(link)
        if topic in names:
            self.search.clear()
            self.list.setCurrentRow(names.index(topic))

    def _ask_for_lesson(self) -> None:
        self.lesson.emit(lesson_for(self._game, self.topic))

    # -- searching -----------------------------------------------------------------------------------------------------

    @cached_property
    def _folded(self) -> list[Folded]:
        """The text of every topic, ready to be searched."""
        made, document = [], QTextDocument()
        sign = self._catalogue.text("table.help.ours")
        for page in self.pages:
            document.setMarkdown(f"## {page.title}\n\n{self.text.markdown_of(page).replace(OURS, sign)}")
            made.append(Folded(document.toPlainText()))
        return made

    def _search(self, wanted: str) -> None:
        """Show the topics that contain every word, and mark the words in them."""
        words = words_of(wanted)
        hits = [len(folded.hits(words)) if words else 0 for folded in self._folded] if words else [0] * len(self.pages)
        rows = [row for row, count in enumerate(hits) if count]
        for row, page in enumerate(self.pages):
            self.list.setRowHidden(row, bool(words) and row not in rows)
            self.list.item(row).setText(f"{page.title} · {hits[row]}" if hits[row] else page.title)
        if rows and self.list.currentRow() not in rows:
            self.list.setCurrentRow(rows[0])
        self.text.mark(words)
        text = self._catalogue.text
        said = text("table.help.found", hits=sum(hits), topics=len(rows)) if rows else text("table.help.none") if words else ""
        self.found.setText(said)
        self.found.setVisible(bool(words))
        self.found.setAccessibleName(said)
        if words:
            QAccessible.updateAccessibility(QAccessibleEvent(self.found, QAccessible.Event.NameChanged))

    def _next_hit(self) -> None:
        """Go to the next hit, in this topic or in the next one with a hit."""
        if self.text.next_hit():
            return
        rows = [row for row in range(self.list.count()) if not self.list.isRowHidden(row)]
        if rows:
            later = [row for row in rows if row > self.list.currentRow()]
            self.list.setCurrentRow((later or rows)[0])
            self.text.mark(words_of(self.search.text()))

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._density = density
        side = density.px(14)
        self._column.setContentsMargins(side, density.px(10), side, side)
        self._column.setSpacing(density.px(10))
        self._row.setSpacing(density.px(12))
        for column in (self._left, self._right):
            column.setSpacing(density.px(6))
        for part in (self.search, self.found, self.list):
            part.setFixedWidth(density.px(216))
        self.close_button.setIcon(art.icon("close"))
        self._show(self.list.currentRow())
        self.place()

    def place(self) -> None:
        """Stay in the middle of the parent, at a size that is good to read."""
        room = self.parentWidget().rect()  # type: ignore[union-attr]
        wide = min(self._density.px(_WIDE), room.width() - 16)
        high = min(self._density.px(_HIGH), room.height() - 16)
        self.setGeometry(QRect(room.center().x() - wide // 2, room.center().y() - high // 2, wide, high))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle when the parent is resized."""
        if event.type() == QEvent.Type.Resize and watched is self.parentWidget():
            self.place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape ends the search, then hides the help. Other keys do not reach the table."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            if self.search.text():
                self.search.clear()
                self.list.setFocus()
            else:
                self.close_help()
        elif key == Qt.Key.Key_F and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.search.setFocus()
            self.search.selectAll()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F3) and self.search.text():
            self._next_hit()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.search.hasFocus():
            self.list.setFocus()
        event.accept()
