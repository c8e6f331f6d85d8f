"""The button of a result that saves or copies the picture of the game's end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QStandardPaths, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter
from PySide6.QtWidgets import QFileDialog, QGraphicsScene, QMenu, QPushButton

from client.look.avatar import Picture, avatar_of
from client.messages import Catalogue
from client.table import keepsake
from net.disk import write_whole
from rules.contract import Result
from rules.message import Message, message

SUFFIX = ".png"


def picture(
    scene: QGraphicsScene,
    catalogue: Catalogue,
    game: str,
    title: str,
    result: Result,
    scores: tuple[int, ...],
    names: tuple[str, ...],
    pictures: Sequence[Picture | None] = (),
) -> QImage:
    """The picture of a game's end, with today's date; ``title`` says who has won."""
    order = sorted(range(len(names)), key=lambda seat: (result.ranks[seat], seat))
    shown = [(pictures[seat] if pictures else None) or avatar_of(name) for seat, name in enumerate(names)]
    lines = [keepsake.Line(result.ranks[seat], seat, names[seat], scores[seat], shown[seat]) for seat in order]
    day = catalogue.day(date.today())
    words = keepsake.Words(title, catalogue.text(f"{game}.end.{result.end}"), catalogue.text(f"{game}.title"), day)
    return keepsake.painted(scene, lines, words)


class ShareButton(QPushButton):
    """Saves or copies a picture.

    Signals:
        told: a sentence about the outcome, for the person.
    """

    told = Signal(object)
    _written = Signal(object)

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue.text("table.share"))
        self.setObjectName("result-share")
        self._catalogue = catalogue
        self._name = ""
        self._paint: Callable[[], QImage] | None = None
        menu = QMenu(self)
        menu.setObjectName("result-share-menu")
        self.save_action = menu.addAction(catalogue.text("table.share.save"), self._choose)
        self.copy_action = menu.addAction(catalogue.text("table.share.copy"), self.copy)
        self.setMenu(menu)
        self._written.connect(self.told, Qt.ConnectionType.QueuedConnection)
        self.hide()

    def offer(self, name: str, paint: Callable[[], QImage]) -> None:
        """Offer a picture that ``paint`` paints on request; ``name`` is its default file name."""
        self._name, self._paint = name, paint
        self.show()

    def copy(self) -> None:
        """Copy the picture to the clipboard."""
        if self._paint is not None:
            QGuiApplication.clipboard().setImage(self._paint())
            self.told.emit(message("table.share.copied"))

    def save(self, file: Path) -> None:
        """Write the picture to a file."""
        if self._paint is not None:
            self._save(self._paint(), file)

    def _save(self, image: QImage, file: Path) -> None:
        """Write this picture to a file. A separate thread compresses it, so that the window stays responsive."""
        target = file if file.suffix.lower() == SUFFIX else file.with_name(file.name + SUFFIX)
        threading.Thread(target=self._write, args=(image, target), name="picture").start()

    def _write(self, image: QImage, file: Path) -> None:
        packed = QByteArray()
        buffer = QBuffer(packed)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, QByteArray(b"png")).write(image)
        try:
            write_whole(file, bytes(packed.data()), 0o644)
        except OSError as error:
            said: Message = message("table.share.not-saved", file=str(file), why=error.strerror or str(error))
        else:
            said = message("table.share.saved", file=str(file))
        with suppress(RuntimeError):  # the table may be gone by now, and Qt's half of this object with it
            self._written.emit(said)

    def _choose(self) -> None:
        """Ask for a file. The picture is painted first: a rematch may begin while the person chooses."""
        if self._paint is None:
            return
        image = self._paint()
        dialog = QFileDialog(self.window(), self._catalogue.text("table.share.save"))
        dialog.setObjectName("share-dialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([self._catalogue.text("table.share.files")])
        dialog.setDefaultSuffix(SUFFIX[1:])
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        if folder and Path(folder).is_dir():
            dialog.setDirectory(folder)
        dialog.selectFile(self._name + SUFFIX)
        dialog.fileSelected.connect(lambda name: self._save(image, Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
