"""The editor for the person's portrait: a list for each part, and a preview beside them."""

from __future__ import annotations

import random

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLayout, QToolButton, QVBoxLayout, QWidget

from client.look import avatar, theme
from client.look.choice import Choice
from client.look.likeness import own_portrait
from client.look.plain import Label, give_tip
from client.look.portrait import PARTS, Portrait, numbers, portrait_of
from client.messages import Catalogue
from client.pages.bricks import button, label
from client.system.settings import Settings

TILE = 26
"""The size of a choice in a list, in pixels."""

SIZES = (176, 46, 28, 20)
"""The size of the preview, and the sizes in which others see the portrait, in pixels."""


class PortraitEditor(QDialog):
    """Composes a portrait. After the dialog was accepted, :attr:`chosen` is the result.

    Attributes:
        chosen: the choice for each part; empty if the key decides.
        lists: the list of each part.
    """

    def __init__(self, catalogue: Catalogue, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("portrait-editor")
        self.setModal(True)
        self._catalogue = catalogue
        self._settings = settings
        self._random = random.Random()
        self.chosen = list(settings.portrait)
        text = catalogue.text
        self.setWindowTitle(text("portrait.title"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 18, 24, 18)
        column.setSpacing(12)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(label(text("portrait.title"), "title"))
        column.addWidget(label(text("portrait.about"), "soft"))
        middle = QHBoxLayout()
        middle.setSpacing(24)
        middle.addLayout(self._preview())
        middle.addLayout(self._parts(), 1)
        column.addLayout(middle, 1)
        foot = QHBoxLayout()
        foot.setSpacing(10)
        foot.addStretch(1)
        foot.addWidget(button(text("portrait.cancel"), "portrait-cancel", self.reject))
        done = button(text("portrait.done"), "portrait-done", self.accept, "primary")
        done.setDefault(True)
        foot.addWidget(done)
        column.addLayout(foot)
        self._show()
        self.lists["face"].setFocus()
        self.ensurePolished()
        wide = max(column.minimumSize().width(), round(660 * theme.scale()))
        self.resize(wide, column.totalHeightForWidth(wide) if column.hasHeightForWidth() else column.sizeHint().height())

    def _preview(self) -> QVBoxLayout:
        text = self._catalogue.text
        column = QVBoxLayout()
        column.setSpacing(10)
        self._pictures = [Label() for _ in SIZES]
        self._pictures[0].setObjectName("portrait-preview")
        column.addWidget(self._pictures[0], 0, Qt.AlignmentFlag.AlignHCenter)
        small = QHBoxLayout()
        small.addStretch(1)
        for picture in self._pictures[1:]:
            small.addWidget(picture)
        small.addStretch(1)
        column.addLayout(small)
        column.addSpacing(8)
        column.addWidget(button(text("portrait.surprise"), "portrait-surprise", self.surprise))
        column.addWidget(button(text("portrait.from-key"), "portrait-from-key", self.follow_key))
        column.addStretch(1)
        return column

    def _parts(self) -> QGridLayout:
        text = self._catalogue.text
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        self.lists: dict[str, Choice] = {}
        for row, (part, choices) in enumerate(PARTS.items()):
            said = text(f"portrait.part.{part}")
            field = Choice()
            field.setObjectName(f"portrait-{part}")
            field.setAccessibleName(said)
            field.setIconSize(QSize(TILE, TILE))
            field.setMaxVisibleItems(len(choices))
            for choice in choices:
                field.addItem(text(f"portrait.{part}.{choice}"), choice)
            field.activated.connect(self._choose)
            name = label(said, wrap=False)
            name.setBuddy(field)
            grid.addWidget(name, row, 0)
            grid.addWidget(self._arrow(field, said, -1), row, 1)
            grid.addWidget(field, row, 2)
            grid.addWidget(self._arrow(field, said, 1), row, 3)
            self.lists[part] = field
        grid.setColumnStretch(2, 1)
        return grid

    def _arrow(self, field: Choice, part: str, step: int) -> QToolButton:
        """A button for the next or previous choice. The keyboard does this in the list, so the button takes no focus."""
        made = QToolButton()
        made.setObjectName(f"{field.objectName()}-{'next' if step > 0 else 'previous'}")
        made.setArrowType(Qt.ArrowType.RightArrow if step > 0 else Qt.ArrowType.LeftArrow)
        made.setFixedWidth(round(28 * theme.scale()))
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        said = self._catalogue.text(f"portrait.{'next' if step > 0 else 'previous'}", part=part)
        made.setAccessibleName(said)
        give_tip(made, said)
        made.clicked.connect(lambda: self._go(field, step))
        return made

    @property
    def portrait(self) -> Portrait:
        """The portrait that the lists show."""
        return Portrait(*(field.currentData() for field in self.lists.values()))

    def surprise(self) -> None:
        """Choose every part at random."""
        self.chosen = list(numbers(portrait_of(self._random.randbytes(16))))
        self._show()

    def follow_key(self) -> None:
        """Let the key decide again."""
        self.chosen = []
        self._show()

    def _go(self, field: Choice, step: int) -> None:
        field.setCurrentIndex((field.currentIndex() + step) % field.count())
        self._choose()

    def _choose(self) -> None:
        self.chosen = list(numbers(self.portrait))
        self._paint()

    def _show(self) -> None:
        """Set the lists to the current choice."""
        portrait = _drawn(self._settings, self.chosen)
        for field, choice in zip(self.lists.values(), portrait, strict=True):
            field.setCurrentIndex(field.findData(choice))
        self._paint()

    def _paint(self) -> None:
        """Paint the preview, and each list's choices applied to it."""
        portrait, ratio = self.portrait, self.devicePixelRatioF()
        for picture, size in zip(self._pictures, SIZES, strict=True):
            picture.setPixmap(avatar.pixmap(portrait, round(size * theme.scale()), ratio))
        for part, field in self.lists.items():
            for place, choice in enumerate(PARTS[part]):
                field.setItemIcon(place, QIcon(avatar.pixmap(portrait._replace(**{part: choice}), TILE, ratio)))
        said = self._catalogue.listed([field.currentText() for field in self.lists.values()], "row")
        self._pictures[0].setAccessibleName(self._catalogue.text("portrait.preview", parts=said))


def _drawn(settings: Settings, chosen: list[int]) -> Portrait:
    drawn = Settings(name=settings.name, portrait=chosen)
    drawn.key = settings.key
    return own_portrait(drawn)
