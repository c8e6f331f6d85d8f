"""The current page of the help: text, tables, pictures that appear once painted, and marked search hits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QPainter,
    QPen,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from client.look import theme
from client.messages import Catalogue
from client.pictures.gallery import gallery, request_for
from client.pictures.picture import WIDE, height_of
from client.pictures.request import Request
from client.table.density import Density
from client.table.search import Folded, Span
from client.table.topics import OURS, Topic, pictures_in

_TO = "topic:"
_PICTURE = re.compile(r"^!\[(.*)\]\(([a-z-]+)\)$", re.MULTILINE)
_NAMED = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")


class HelpText(QTextBrowser):
    """Shows a topic of a game. A link leads to another topic (``topic:name``, :attr:`anchorClicked`).

    Attributes:
        waiting: the page's pictures that are still being painted.
    """

    def __init__(self, game: str, catalogue: Catalogue, pages: Sequence[Topic]) -> None:
        super().__init__()
        self.setObjectName("help-text")
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self._game = game
        self._catalogue = catalogue
        self._titles = {page.title: page.name for page in pages}
        self._page: Topic | None = None
        self._next_ones: tuple[Topic, ...] = ()
        self._density = Density()
        self._wide = 0
        self._building = False
        self._sizes: dict[str, QSize] = {}
        self._words: tuple[str, ...] = ()
        self._hits: list[Span] = []
        self._at = 0
        self.waiting: dict[Request, str] = {}
        gallery().painted.connect(self._picture_came)

    # -- the page ------------------------------------------------------------------------------------------------------

    def show_topic(self, page: Topic, density: Density, next_ones: Sequence[Topic] = ()) -> None:
        """Show a topic from its beginning, and have the pictures of the next ones painted in advance."""
        self._building = True
        self._build(page, density, next_ones)
        self._building = False

    def _build(self, page: Topic, density: Density, next_ones: Sequence[Topic]) -> None:
        self._next_ones = tuple(next_ones)
        self._page, self._density = page, density
        self._wide = self._room()  # first, because a disappearing scroll bar calls resizeEvent
        colours = theme.palette()
        document = self.document()
        document.clear()
        document.setDefaultStyleSheet(f"a {{ color: {colours.gold_text}; }}")
        self._sizes = {}
        self.setMarkdown(f"## {page.title}\n\n{self.markdown_of(page)}")
        self._lay_out()
        self._sign()
        self.setAccessibleName(page.title)
        self._ask_for_pictures()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.mark(self._words)

    def topic_of(self, link: QUrl) -> str:
        """The topic to which a link leads; empty for any other link."""
        return link.toString().removeprefix(_TO) if link.toString().startswith(_TO) else ""

    def markdown_of(self, page: Topic) -> str:
        """The text of a page, with pictures separated from their captions, and mentions of topics as links."""

        def link(found: re.Match[str]) -> str:
            name = self._titles.get(found.group(1))
            return f"[{found.group(1)}]({_TO}{name})" if name not in (None, page.name) else found.group(0)

        text = _PICTURE.sub(r"![\2](\2)\n\n\1", page.text)
        return _NAMED.sub(link, text)

    def _lay_out(self) -> None:
        """Set the spacing of paragraphs, tables and lines for easy reading."""
        document, density = self.document(), self._density
        caption = False
        block = document.begin()
        while block.isValid():
            cursor = QTextCursor(block)
            form = block.blockFormat()
            heading, picture = form.headingLevel() > 0, _image_in(block)
            form.setTopMargin(0 if heading or caption or block.textList() else density.px(6 if picture else 3))
            form.setBottomMargin(density.px(8 if heading else 4 if block.textList() or picture else 10 if caption else 7))
            form.setLineHeight(100.0 if picture else 125.0, 1)
            if not cursor.currentTable():
                cursor.setBlockFormat(form)
            if caption:
                cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
                soft = QTextCharFormat()
                soft.setForeground(QColor(theme.palette().soft))
                cursor.mergeCharFormat(soft)
            caption = bool(picture)
            if picture:
                self._place(block, picture)
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                table = frame.format()
                table.setCellPadding(density.px(5))
                table.setCellSpacing(0)
                table.setBorder(1)
                table.setBorderCollapse(True)
                frame.setFormat(table)

    def _sign(self) -> None:
        """Set apart the words that mark a ruling of ours, where the rules leave something open."""
        colours = theme.palette()
        sign = QTextCharFormat()
        sign.setBackground(QColor(colours.line))
        sign.setForeground(QColor(colours.text))
        sign.setFontWeight(QFont.Weight.Bold)
        sign.setToolTip(self._catalogue.text("table.help.ours.about"))
        words = self._catalogue.text("table.help.ours").replace(" ", "\u00a0")
        cursor = self.document().find(OURS)
        while not cursor.isNull():
            cursor.insertText(f"\u00a0{words}\u00a0", sign)
            cursor = self.document().find(OURS)

    # -- pictures ------------------------------------------------------------------------------------------------------

    def _room(self) -> int:
        """The largest width of a picture."""
        margin = 2 * self.document().documentMargin() + self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()
        return max(120, min(self._density.px(WIDE), round(self.width() - margin)))

    def _place(self, block: QTextBlock, picture: str) -> None:
        """Reserve a picture's space, so that nothing moves when the picture arrives."""
        size = self._sizes[picture] = self._size_of(picture)
        cursor = QTextCursor(block)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        form = QTextImageFormat()
        form.setName(picture)
        form.setWidth(size.width())
        form.setHeight(size.height())
        cursor.insertImage(form)

    def _size_of(self, picture: str) -> QSize:
        high = self._density.px(height_of(self._game, picture)) * self._wide // self._density.px(WIDE)
        return QSize(self._wide, high)

    def _request(self, picture: str) -> Request:
        scale = self._density.scale * self._wide / self._density.px(WIDE)
        language, ratio = self._catalogue.language, self.devicePixelRatioF()
        return request_for(self._game, picture, language, self._size_of(picture), scale, ratio)

    def _ask_for_pictures(self) -> None:
        self.waiting = {}
        for name in self._sizes:
            request = self._request(name)
            image = gallery().image(request, self.devicePixelRatioF()) if self.isVisible() else None
            if image is None:
                self.waiting[request] = name
            self._put(name, image)
        if self.isVisible():
            gallery().foresee(self._request(name) for page in self._next_ones for name, _ in pictures_in(page))

    def showEvent(self, event: QShowEvent) -> None:
        """Request the pictures, now that somebody sees the page."""
        super().showEvent(event)
        self._ask_for_pictures()

    def _picture_came(self, request: Request) -> None:
        name = self.waiting.pop(request, None)
        if name is not None:
            self._put(name, gallery().image(request, self.devicePixelRatioF()))

    def _put(self, name: str, image: QImage | None) -> None:
        if image is None or image.isNull():
            image = _blank(self._sizes[name])
        document = self.document()
        document.addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), image)
        document.markContentsDirty(0, document.characterCount())
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep pictures as wide as the text, if it is narrow.

        The page is never rebuilt while it is being built: Qt loses the cursors of a document that is cleared during its own
        clearing, and crashes when it looks for them.
        """
        super().resizeEvent(event)
        if self._page is not None and not self._building and self._room() != self._wide:
            at = self.verticalScrollBar().value()
            self.show_topic(self._page, self._density, self._next_ones)
            self.verticalScrollBar().setValue(at)

    # -- searching -----------------------------------------------------------------------------------------------------

    def mark(self, words: Sequence[str]) -> int:
        """Mark the hits of these folded words and show the first; returns their number."""
        self._words, self._at = tuple(words), 0
        self._hits = Folded(self.document().toPlainText()).hits(words) if words else []
        self._show_hits()
        return len(self._hits)

    def next_hit(self) -> bool:
        """Go to the next hit; False after the last one."""
        if self._at + 1 >= len(self._hits):
            return False
        self._at += 1
        self._show_hits()
        return True

    @property
    def marked(self) -> list[str]:
        """The marked texts, as written."""
        return [self.document().toPlainText()[hit.begin : hit.end] for hit in self._hits]

    def _show_hits(self) -> None:
        chosen = []
        for number, hit in enumerate(self._hits):
            one = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(hit.begin)
            cursor.setPosition(hit.end, QTextCursor.MoveMode.KeepAnchor)
            one.cursor = cursor
            one.format.setBackground(QColor(_HERE if number == self._at else _HIT))
            one.format.setForeground(QColor(_ON_HIT))
            if number == self._at:
                one.format.setFontUnderline(True)
                place = QTextCursor(cursor)
                place.clearSelection()
                self.setTextCursor(place)
                self.ensureCursorVisible()
            chosen.append(one)
        self.setExtraSelections(chosen)


_HIT, _HERE, _ON_HIT = "#bfe3ff", "#ffd6ec", "#10202c"
"""The background of hits, that of the current hit, and the text colour on both; readable in every theme."""


def _image_in(block: QTextBlock) -> str:
    """The name of the picture that a paragraph consists of, or an empty text."""
    parts = block.begin()
    while not parts.atEnd():
        form = parts.fragment().charFormat()
        if form.isImageFormat():
            return form.toImageFormat().name()
        parts += 1
    return ""


def _blank(size: QSize) -> QImage:
    """A placeholder for a picture that is still to come."""
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colours = theme.palette()
    painter.setBrush(QColor(colours.inset))
    painter.setPen(QPen(QColor(colours.line), 1))
    painter.drawRoundedRect(QRectF(0.5, 0.5, size.width() - 1, size.height() - 1), 8, 8)
    painter.end()
    return image
