"""A plain table of text and figures, for statistics and standings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from client.pages.bricks import emptied, label


class Figures(QWidget):
    """Rows under headings. The first column is text, the others are figures."""

    def __init__(self, name: str, headings: Sequence[str]) -> None:
        super().__init__()
        self.setObjectName(name)
        self._headings = headings
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(0, 1)

    def show_rows(self, rows: Sequence[Sequence[str]], strong: int = 0) -> None:
        """Show these rows, the first ``strong`` of them in bold; an empty list hides the table."""
        self.setVisible(bool(rows))
        emptied(self._grid)
        for column, heading in enumerate(self._headings):
            self._put(label(heading, "small", wrap=False), 0, column)
        line = QFrame()
        line.setProperty("role", "inset")
        line.setFixedHeight(1)
        self._grid.addWidget(line, 1, 0, 1, len(self._headings))
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                role = "strong" if number < strong else ""
                made = label(cell, role, f"{self.objectName()}-{number}-{column}", wrap=column == 0)
                made.setAccessibleName(f"{self._headings[column]}: {cell}")
                self._put(made, number + 2, column)

    def _put(self, cell: QWidget, row: int, column: int) -> None:
        side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
        if column:
            self._grid.addWidget(cell, row, column, side | Qt.AlignmentFlag.AlignVCenter)
        else:
            self._grid.addWidget(cell, row, column)
