"""The parts of every page but the table: a page with a way back, a panel, a sentence, a button. The theme paints them.

The parts of the first page do without :class:`Qt`: its first use makes all of its enumerations, which would delay the start. So
this module sets some properties by name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from client.look.plain import Label, give_tip
from client.messages import Catalogue

if TYPE_CHECKING:
    from PySide6.QtWidgets import QListWidget


def label(text: str, role: str = "", name: str = "", wrap: bool = True) -> QLabel:
    """A text. ``role`` tells the theme how to paint it: ``title``, ``soft``, ``error``, see :mod:`client.look.theme`."""
    made = Label(text)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    if name:
        made.setObjectName(name)
    return made


def button(text: str, name: str, pressed: Callable[[], object], role: str = "", help: str = "") -> QPushButton:
    """A button with its object name. ``role`` is ``primary`` for the main action, ``link`` for a quiet one."""
    made = QPushButton(text)
    made.setObjectName(name)
    if role:
        made.setProperty("role", role)
    if help:
        give_tip(made, help)
        made.setAccessibleDescription(help)
    made.setAutoDefault(True)
    made.clicked.connect(lambda: pressed())
    return made


class Panel(QFrame):
    """A card with a heading; :attr:`body` takes its widgets."""

    def __init__(self, heading: str = "", name: str = "") -> None:
        super().__init__()
        self.setProperty("role", "panel")
        if name:
            self.setObjectName(name)
        self.setAccessibleName(heading)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(18, 14, 18, 16)
        self.body.setSpacing(10)
        if heading:
            above = label(heading.upper(), "heading", wrap=False)
            above.setAccessibleName(heading)
            self.body.addWidget(above)


class Sheet(Panel):
    """A sentence, and a way out below it.

    Attributes:
        middle: the layout between the two, with a busy bar while the program waits.
    """

    def __init__(self, sentence: QLabel, way_out: QPushButton, busy: bool) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtWidgets import QProgressBar

        super().__init__()
        self.setMinimumWidth(420)
        self.body.setContentsMargins(32, 28, 32, 26)
        self.body.setSpacing(18)
        sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.body.addWidget(sentence)
        if busy:
            bar = QProgressBar()
            bar.setObjectName("busy")
            bar.setRange(0, 0)
            bar.setTextVisible(False)
            bar.setFixedHeight(6)
            self.body.addWidget(bar)
        self.middle = QVBoxLayout()
        self.body.addLayout(self.middle)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(way_out)
        row.addStretch(1)
        self.body.addLayout(row)

    def put_into(self, columns: QHBoxLayout) -> None:
        """Show it in the middle of the page with these columns."""
        column = QVBoxLayout()
        column.addStretch(1)
        column.addWidget(self)
        column.addStretch(2)
        columns.addStretch(1)
        columns.addLayout(column, 2)
        columns.addStretch(1)


class Notice(QFrame):
    """A sentence across the window that disappears by itself or when dismissed.

    Signals:
        dismissed: the person has closed it.
    """

    dismissed = Signal()
    SHOWN_MS = 12_000

    def __init__(self, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setProperty("role", "notice")
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 8, 8, 8)
        self.sentence = label("", name="notice-text")
        row.addWidget(self.sentence, 1)
        self._offer: Callable[[], object] = self.dismiss
        self.offered = button("", "notice-offer", lambda: self._offer())
        self.offered.hide()
        row.addWidget(self.offered)
        close = QToolButton()
        close.setObjectName("notice-close")
        close.setText("✕")
        close.setAccessibleName(catalogue.text("client.notice.dismiss"))
        give_tip(close, catalogue.text("client.notice.dismiss"))
        close.clicked.connect(self.dismiss)
        above = QVBoxLayout()
        above.addWidget(close)
        above.addStretch(1)
        row.addLayout(above)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        self.hide()

    def show_text(self, text: str, stay: bool = False) -> None:
        """Show a sentence; with ``stay``, until the person dismisses it."""
        self.sentence.setText(text)
        self.setAccessibleName(text)
        self.offered.hide()
        self.show()
        self.raise_()
        if stay:
            self._timer.stop()
        else:
            self._timer.start(self.SHOWN_MS)

    def add_text(self, text: str) -> None:
        """Show a sentence below the one that is shown, if there is one."""
        if self.isHidden():
            self.show_text(text)
            return
        both = f"{self.sentence.text()}\n{text}"
        self.sentence.setText(both)
        self.setAccessibleName(both)
        if self._timer.isActive():
            self._timer.start(self.SHOWN_MS)

    def offer(self, words: str, do: Callable[[], object]) -> None:
        """Put a button beside the current sentence, which then stays until the person dismisses it."""
        self._offer = do
        self.offered.setText(words)
        self.offered.show()
        self._timer.stop()

    def dismiss(self) -> None:
        """Hide it."""
        self._timer.stop()
        self.hide()
        self.dismissed.emit()


class Page(QWidget):
    """A page of the main window: a way back and a title at the top, columns in the middle, actions at the bottom.

    Attributes:
        columns: the layout of the middle.
        foot: the layout at the bottom; widgets are added from the left.

    Signals:
        back: the person wants to leave this page.
    """

    back = Signal()

    def __init__(self, catalogue: Catalogue, name: str, title: str, back: str = "client.back") -> None:
        super().__init__()
        self.catalogue = catalogue
        self.setObjectName(name)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(28, 20, 28, 20)
        column = QVBoxLayout(middle_of(outer))
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        top = QHBoxLayout()
        top.setSpacing(14)
        self.back_button = button(catalogue.text(back), f"{name}-back", self.back.emit, "link")
        self.back_button.setShortcut("Esc")
        top.addWidget(self.back_button)
        self.title = label(title, "page", f"{name}-title", wrap=False)
        top.addWidget(self.title)
        top.addStretch(1)
        self.top = top
        column.addLayout(top)
        self.columns = QHBoxLayout()
        self.columns.setSpacing(16)
        column.addLayout(self.columns, 1)
        self.foot = QHBoxLayout()
        self.foot.setSpacing(14)
        column.addLayout(self.foot)


def middle_of(layout: QLayout) -> QWidget:
    """A widget in the middle of a layout. It grows with the window only as far as lines stay readable."""
    middle = QWidget()
    middle.setProperty("role", "middle")
    middle.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    layout.addWidget(middle)
    return middle


def say(line: QLabel, text: str) -> None:
    """Put a sentence into a line, which is hidden while empty. Screen readers speak it at once."""
    line.setText(text)
    line.setVisible(bool(text))
    line.setAccessibleName(text)
    if text:
        from PySide6.QtGui import QAccessible, QAccessibleEvent  # with eight enumerations that the first frame does without

        QAccessible.updateAccessibility(QAccessibleEvent(line, QAccessible.Event.NameChanged))


def restyled(widget: QWidget, role: str) -> None:
    """Give a visible widget another role."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class _Scrolled(QScrollArea):
    """Never narrower than its contents, which would be cut off, since nothing scrolls sideways."""

    def minimumSizeHint(self) -> QSize:
        content = self.widget()
        hint = super().minimumSizeHint()
        bar = self.verticalScrollBar().sizeHint().width()
        return hint if content is None else QSize(content.minimumSizeHint().width() + bar, hint.height())


def scrolled(content: QWidget, name: str) -> QScrollArea:
    """The widget in a frameless area that scrolls up and down if there is too little space."""
    area = _Scrolled()
    area.setObjectName(name)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setProperty("horizontalScrollBarPolicy", "ScrollBarAlwaysOff")
    area.setWidget(content)
    area.setProperty("focusPolicy", "NoFocus")
    return area


def emptied(layout: QLayout) -> None:
    """Remove and delete every widget and inner layout of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            emptied(inner)


def sentences(name: str, about: str) -> QListWidget:
    """A list of sentences, each on as many lines as it needs; ``about`` describes the list to screen readers."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QListView, QListWidget

    made = QListWidget()
    made.setObjectName(name)
    made.setAccessibleName(about)
    made.setWordWrap(True)
    made.setTextElideMode(Qt.TextElideMode.ElideNone)
    made.setResizeMode(QListView.ResizeMode.Adjust)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    return made
