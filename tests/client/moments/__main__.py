"""Make all pictures: ``make moments``.

A separate program paints each size, look and language, as a person would start it. The folder gets the pictures in
full (``1280x720-dark-en/torres/03-hint.png``) and for each kind a sheet of them all (``sheets/torres-1280x720-dark-en.webp``).
What is cut off or lies outside of the window is printed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from client.look import theme
from client.look.scale import scale_for
from rules.registry import games
from tests.client.moments.games import play
from tests.client.moments.tables import moments
from tests.client.screens import screen

SIZES = ("1280x720", "1920x1080", "2560x1440")
LOOKS = ("dark", "light")
LANGUAGES = ("en", "de")
PAGES = "pages"

THUMB = QSize(800, 450)
ACROSS = 4
CAPTION = 22
QUALITY = 88


def paint(folder: Path, size: QSize, look: str, language: str, wanted: Sequence[str]) -> list[str]:
    """Paint the moments of the games wanted; returns what is cut off."""
    app = theme.application()
    theme.apply(app, look, scale_for(size))
    told: list[str] = []
    for game in wanted:
        into = folder / game
        into.mkdir(parents=True, exist_ok=True)
        for number, moment in enumerate(moments(play(game), size, language), 1):
            moment.picture.save(str(into / f"{number:02}-{moment.name.replace(',', '').replace(' ', '-')}.png"))
            told += [f"{game}, {moment.name}: {said}" for said in moment.cut]
    return told


def sheet(pictures: Sequence[Path], file: Path) -> None:
    """All pictures of a folder on one, each with its name."""
    rows = -(-len(pictures) // ACROSS)
    high = THUMB.height() + CAPTION
    made = QImage(THUMB.width() * ACROSS, high * rows, QImage.Format.Format_RGB32)
    made.fill(QColor("#404040"))
    painter = QPainter(made)
    painter.setPen(QColor("white"))
    painter.setFont(QFont("sans-serif", 11))
    for number, path in enumerate(pictures):
        left, top = number % ACROSS * THUMB.width(), number // ACROSS * high
        small = QImage(str(path)).scaled(THUMB, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        painter.drawText(QRect(left + 6, top, THUMB.width(), CAPTION), Qt.AlignmentFlag.AlignVCenter, path.stem)
        painter.drawImage(left, top + CAPTION, small)
    painter.end()
    file.parent.mkdir(parents=True, exist_ok=True)
    made.save(str(file), "WEBP", QUALITY)


def _one(folder: Path, combination: tuple[str, str, str], wanted: Sequence[str]) -> list[str]:
    """Everything of one size, look and language, in programs of their own."""
    size, look, language = combination
    name = "-".join(combination)
    width, height = map(int, size.split("x"))
    told: list[str] = []
    for game in wanted:
        with tempfile.TemporaryDirectory() as home:
            variables = os.environ | screen(Path(home), width, height, 1)
            module = ["tests.client.screens", str(folder / name / PAGES), language, look, size]
            if game != PAGES:
                module = ["tests.client.moments", "--into", str(folder / name), "--only", size, look, language, "--games", game]
            done = subprocess.run([sys.executable, "-m", *module], env=variables, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{name}, {game}: {done.stderr}")
        said = json.loads(done.stdout.splitlines()[-1])
        told += [f"{name}: {fault}" for fault in said["faults"]]
        sheet(sorted((folder / name / game).glob("*.png")), folder / "sheets" / f"{game}-{name}.webp")
    return told


def main() -> int:
    """From the command line."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--into", type=Path, default=Path("dist/moments"), help="folder for the pictures")
    asked.add_argument("--sizes", default=",".join(SIZES))
    asked.add_argument("--looks", default=",".join(LOOKS))
    asked.add_argument("--languages", default=",".join(LANGUAGES))
    asked.add_argument("--games", default=",".join((PAGES, *games())), help=f"the games, and {PAGES!r} for all pages")
    asked.add_argument("--only", nargs=3, metavar=("SIZE", "LOOK", "LANGUAGE"), help=argparse.SUPPRESS)
    given = asked.parse_args()
    wanted = given.games.split(",")
    if given.only:
        size, look, language = given.only
        told = paint(given.into, QSize(*map(int, size.split("x"))), look, language, wanted)
        print(json.dumps({"faults": told}))
        return 0
    theme.application()  # letters need it
    faults = []
    for combination in itertools.product(given.sizes.split(","), given.looks.split(","), given.languages.split(",")):
        faults += _one(given.into, combination, wanted)
        print("-".join(combination), flush=True)
    for fault in faults:
        print(fault)
    print(given.into / "sheets")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
