"""Texts that the player reads first and then decides about: a report about an error, and the log. Nothing is ever sent."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLayout, QPlainTextEdit, QVBoxLayout, QWidget

from client.messages import Catalogue
from client.pages.bricks import button, label
from net.disk import write_whole


class Report(QDialog):
    """Shows a text, and saves it where the player wants."""

    def __init__(self, catalogue: Catalogue, key: str, text: str, name: str, parent: QWidget) -> None:
        """``key`` is the title's key and, with ``.help``, the introduction's; ``name`` is the default file name."""
        super().__init__(parent)
        self.setObjectName("report")
        self._catalogue = catalogue
        self._name = name
        self.setWindowTitle(catalogue.text(key))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(label(catalogue.text(key), "title"))
        column.addWidget(label(catalogue.text(f"{key}.help"), "soft"))
        self.field = QPlainTextEdit(text)
        self.field.setObjectName("report-text")
        self.field.setReadOnly(True)
        self.field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.field.setAccessibleName(catalogue.text(key))
        column.addWidget(self.field, 1)
        self.problem = label("", "error", "report-problem")
        self.problem.hide()
        column.addWidget(self.problem)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(button(catalogue.text("client.report.save"), "report-save", self._choose))
        row.addStretch(1)
        row.addWidget(button(catalogue.text("client.report.close"), "report-close", self.accept))
        column.addLayout(row)
        self.resize(QSize(760, 540).boundedTo(parent.size()))
        self.finished.connect(self.deleteLater)

    def save(self, file: Path) -> None:
        """Write the text to a file."""
        try:
            write_whole(file, self.field.toPlainText().encode(), 0o600)
        except OSError as error:
            why = error.strerror or str(error)
            self.problem.setText(self._catalogue.text("client.report.not-saved", file=str(file), why=why))
            self.problem.show()
        else:
            self.accept()

    def _choose(self) -> None:
        dialog = QFileDialog(self, self._catalogue.text("client.report.save"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(self._name)
        dialog.fileSelected.connect(lambda name: self.save(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
