"""What a player can do in a turn, on a page that can stay open beside the board.

The texts are ``resources/summaries/<language>/<game>.md``. If a house rule changes the turn, the game has another page for it,
``<game>-<option>-<choice>.md``. The first line is the title. A page that a language lacks is shown in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTextBrowser, QToolButton, QVBoxLayout

from client.look.plain import Label, give_tip
from client.messages import FALLBACK, Catalogue
from client.resource import FOLDER
from client.table import art
from client.table.density import Density
from rules.contract import State

SUMMARIES: Path = FOLDER / "summaries"


@cache
def page_of(language: str, game: str, options: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    """Title and Markdown of the page for a game with these options."""
    names = [*(f"{game}-{name}-{choice}.md" for name, choice in options), f"{game}.md"]
    for name in names:
        for spoken in (language, FALLBACK):
            file = SUMMARIES / spoken / name
            if file.is_file():
                title, _, text = file.read_text("utf-8").partition("\n")
                return title.removeprefix("# ").strip(), text.strip()
    return "", ""


def has_page(game: str) -> bool:
    """Whether a game has such a page."""
    return (SUMMARIES / FALLBACK / f"{game}.md").is_file()


class Summary(QFrame):
    """The page, in its own column.

    Signals:
        closed: the person closes it.
    """

    closed = Signal()

    def __init__(self, catalogue: Catalogue, game: str) -> None:
        super().__init__()
        self.setObjectName("turn-summary")
        self.setProperty("role", "panel")
        self._catalogue = catalogue
        self._game = game
        self._density = Density()
        self._options: tuple[tuple[str, str], ...] = ()
        self.heading = Label()
        self.heading.setProperty("role", "heading")
        self.heading.setMinimumWidth(1)
        self.close_button = QToolButton()
        self.close_button.setObjectName("summary-close")
        close = catalogue.text("table.summary.close")
        self.close_button.setAccessibleName(close)
        give_tip(self.close_button, close)
        self.close_button.clicked.connect(self.closed)
        top = QHBoxLayout()
        top.addWidget(self.heading, 1)
        top.addWidget(self.close_button)
        self.text = QTextBrowser()
        self.text.setObjectName("summary-text")
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setOpenLinks(False)
        self.text.setTabChangesFocus(True)
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.setStyleSheet("background: transparent; border: none; padding: 0;")
        self._column = QVBoxLayout(self)
        self._column.addLayout(top)
        self._column.addWidget(self.text, 1)
        self.set_density(Density())
        self.hide()

    def show_for(self, position: State | None) -> None:
        """Show the page that fits a position's house rules."""
        options = position.facts().get("options") if position is not None else None
        found = options if isinstance(options, Mapping) else {}
        self._options = tuple((str(name), str(choice)) for name, choice in found.items())
        self._write()

    def _write(self) -> None:
        title, text = page_of(self._catalogue.language, self._game, self._options)
        self.setAccessibleName(title)
        self.heading.setText(title.upper())
        self.heading.setAccessibleName(title)
        self.text.setAccessibleName(title)
        document = self.text.document()
        document.setDocumentMargin(0)
        document.setIndentWidth(self._density.px(12))
        font = self.text.font()
        font.setPixelSize(self._density.px(13 if self._density.compact else 14))
        document.setDefaultFont(font)
        self.text.setMarkdown(text)
        block = document.begin()
        while block.isValid():
            form = QTextBlockFormat()
            form.setTopMargin(0)
            form.setBottomMargin(self._density.px((1 if block.textList() else 3) if self._density.compact else 6))
            QTextCursor(block).mergeBlockFormat(form)
            block = block.next()

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._density = density
        side = density.px(9 if density.compact else 12)
        self._column.setContentsMargins(side, density.px(5), density.px(5), side)
        self._column.setSpacing(density.px(4))
        self.setFixedWidth(density.px(252 if density.compact else 300))
        self.close_button.setIcon(art.icon("close"))
        if not self.isHidden():
            self._write()
