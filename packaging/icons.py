"""Draws the icons of the program and of game files with Qt, in every size and format that desktops need."""

from __future__ import annotations

import os
import shutil
import struct
from pathlib import Path

from project import BUILD, ID, PACKAGING, ROOT, main

ICONS = BUILD / "icons"
HICOLOR = (16, 22, 24, 32, 48, 64, 128, 256, 512)
WINDOWS = (16, 24, 32, 48, 64, 256)
MAC = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10"}
"""The sizes of a Mac icon, each with its type in the file."""

DRAWINGS = {
    "alarife": ("apps", ID, ROOT / "resources" / "art" / "alarife.svg"),
    "game-file": ("mimetypes", "application-x-alarife", PACKAGING / "game-file.svg"),
}
"""For each drawing, its folder and name in an icon theme (the icon of a file is named after its MIME type), and its file."""


def draw(drawing: Path, size: int) -> bytes:
    """A drawing as a square PNG with sides of ``size`` pixels."""
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(drawing)).render(painter)
    painter.end()
    holder = QBuffer()
    holder.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(holder, "PNG")
    return bytes(holder.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """A Windows icon file from PNG pictures by size in pixels (at most 256)."""
    place = 6 + 16 * len(pictures)
    entries, bodies = [], []
    for size, picture in pictures.items():
        entries.append(struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), place))
        bodies.append(picture)
        place += len(picture)
    return struct.pack("<HHH", 0, 1, len(pictures)) + b"".join(entries) + b"".join(bodies)


def icns(pictures: dict[int, bytes]) -> bytes:
    """A Mac icon file from PNG pictures by size in pixels (the sizes in :data:`MAC`)."""
    body = b"".join(MAC[size] + struct.pack(">I", 8 + len(picture)) + picture for size, picture in pictures.items())
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def make() -> Path:
    """Draw all icons into build/icons and return that folder."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    app = QGuiApplication.instance() or QGuiApplication(["icons"])
    shutil.rmtree(ICONS, ignore_errors=True)
    for name, (kind, called, drawing) in DRAWINGS.items():
        pictures = {size: draw(drawing, size) for size in sorted({*HICOLOR, *WINDOWS, *MAC})}
        for size in HICOLOR:
            place = ICONS / "hicolor" / f"{size}x{size}" / kind / f"{called}.png"
            place.parent.mkdir(parents=True)
            place.write_bytes(pictures[size])
        place = ICONS / "hicolor" / "scalable" / kind / f"{called}.svg"
        place.parent.mkdir(parents=True)
        shutil.copyfile(drawing, place)
        (ICONS / f"{name}.ico").write_bytes(ico({size: pictures[size] for size in WINDOWS}))
        (ICONS / f"{name}.icns").write_bytes(icns({size: pictures[size] for size in MAC}))
    del app
    return ICONS


if __name__ == "__main__":
    main(make)
