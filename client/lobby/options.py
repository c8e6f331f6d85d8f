"""The house rules of a game or the manners of a table, each with its explanation, to set or to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget

from client.look.choice import Choice
from client.look.plain import give_tip
from client.messages import Catalogue
from client.pages.bricks import Panel, emptied, label, scrolled
from client.table.slices import finish
from rules.contract import Option

SWITCH = ("off", "on")


class OptionRows(QWidget):
    """A row for each house rule: a check box for a switch, a list for anything else.

    Signals:
        changed: a rule was changed (dict of every rule's name to its value).
    """

    changed = Signal(dict)

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._built: tuple[str, tuple[Option, ...]] | None = None
        self._fields: dict[str, QCheckBox | QComboBox] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(4)

    def values(self) -> dict[str, str]:
        """Every rule with its shown value."""
        found = {}
        for name, field in self._fields.items():
            found[name] = SWITCH[field.isChecked()] if isinstance(field, QCheckBox) else str(field.currentData())
        return found

    def show_options(self, area: str, options: Sequence[Option], values: Mapping[str, str], changeable: bool) -> None:
        """Show a game's rules with these values; a missing one is the default.

        ``area`` is the game's id: the texts are in the catalogue under ``<area>.option.<name>``.
        """
        finish(self.made(area, options))
        for option in options:
            field = self._fields[option.name]
            value = values.get(option.name, option.default)
            with QSignalBlocker(field):
                if isinstance(field, QCheckBox):
                    field.setChecked(value == SWITCH[1])
                else:
                    field.setCurrentIndex(field.findData(value))
            field.setEnabled(changeable)

    def made(self, area: str, options: Sequence[Option]) -> Iterator[None]:
        """Make the rows of these rules, unless they are there, in slices."""
        if (area, tuple(options)) == self._built:
            return
        self._built = (area, tuple(options))
        self._fields = {}
        emptied(self._column)
        if not options:
            self._column.addWidget(label(self._catalogue.text("client.options.none"), "soft"))
        for option in options:
            self._add(area, option)
            yield
        self._column.addStretch(1)

    def _add(self, area: str, option: Option) -> None:
        text = self._catalogue.text
        key = f"{area}.option.{option.name}"
        title, explained = text(key), text(f"{key}.about")
        if option.choices == SWITCH:
            switch = QCheckBox(title)
            switch.toggled.connect(self._emit)
            field: QCheckBox | QComboBox = switch
            self._column.addWidget(field, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._column.addWidget(label(title))
            listed = Choice()
            # As wide as the column, not as its longest choice.
            listed.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            listed.setMinimumContentsLength(12)
            for choice in option.choices:
                named = f"{key}.{choice}"
                listed.addItem(text(named) if self._catalogue.has(named) else choice, choice)
            listed.activated.connect(self._emit)
            field = listed
            self._column.addWidget(field)
        field.setObjectName(f"option-{option.name}")
        field.setAccessibleName(title)
        field.setAccessibleDescription(explained)
        give_tip(field, explained)
        self._fields[option.name] = field
        self._column.addWidget(label(explained, "soft"))
        self._column.addSpacing(10)

    def _emit(self, *_: object) -> None:
        self.changed.emit(self.values())


class RulesPanel(Panel):
    """The house rules of a game and the other agreements of a table, in one scrolling column.

    Attributes:
        options: the house rules.
        manners: agreements that do not depend on the game.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue.text("client.setup.options"))
        self.options = OptionRows(catalogue)
        self.manners = OptionRows(catalogue)
        both = QWidget()
        column = QVBoxLayout(both)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.options)
        heading = catalogue.text("client.setup.manners")
        above = label(heading.upper(), "heading")
        above.setAccessibleName(heading)
        column.addWidget(above)
        column.addWidget(self.manners)
        column.addStretch(1)
        self._column = column
        self.body.addWidget(scrolled(both, "rules"))

    def add(self, part: QWidget) -> None:
        """Add a part at the end."""
        self._column.insertWidget(self._column.count() - 1, part)
