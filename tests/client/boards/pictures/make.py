"""Store all sheets again after an intended change of look: ``make pictures``."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QImage

from client.look import theme
from tests.client.boards.pictures import sheets

QUALITY = 90


def alike(now: QImage, kept: QImage) -> bool:
    """Whether a stored sheet may stay: differences that come from another machine do not replace it."""
    if kept.size() != now.size():
        return False
    return all(sheets.difference(*pair).small for pair in zip(sheets.parts(now), sheets.parts(kept), strict=True))


def main() -> None:
    """Paint every sheet, and store those that differ from the stored ones."""
    theme.application()
    sheets.STORED.mkdir(exist_ok=True)
    for game in sheets.GAMES:
        for look in sheets.LOOKS:
            for size in sheets.SIZES:
                path, now = sheets.stored(game, look, size), sheets.sheet(game, look, size)
                if alike(now, QImage(str(path))):
                    print(path.name, "stays")
                else:
                    now.save(str(path), "WEBP", QUALITY)
                    print(path.name, f"{path.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
