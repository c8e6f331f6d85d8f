"""Build pages with before and after side by side: ``make gallery``.

Before are the stored sheets, or those in a folder of another version (``--before``); after is what the program paints now.
"""

from __future__ import annotations

import argparse
import html
import os
import shutil
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QImage

from client.look import theme
from tests.client.boards.pictures import sheets
from tests.client.boards.pictures.make import QUALITY

STYLE = """
body { background: #1e2931; color: #f4efe4; font: 15px sans-serif; margin: 24px }
h2 { margin: 32px 0 8px } h3 { margin: 18px 0 6px; font-weight: normal }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 10px }
figure { margin: 0 } img { width: 100%; border-radius: 6px } .changed h3 { color: #ffb0a0 } a { color: #9cc3cc }
"""


def page(game: str, before: Path, folder: Path) -> str:
    """The sheets of one game, painted into a folder; returns the page."""
    parts = []
    for look in sheets.LOOKS:
        for size in sheets.SIZES:
            name = sheets.stored(game, look, size).name
            now = sheets.sheet(game, look, size)
            now.save(str(folder / f"after-{name}"), "WEBP", QUALITY)
            old = QImage(str(before / name))
            if old.isNull():
                said, changed = "new", True
            else:
                shutil.copyfile(before / name, folder / f"before-{name}")
                pairs = zip(sheets.parts(now), sheets.parts(old), strict=False)
                apart = [number for number, pair in enumerate(pairs, 1) if not sheets.difference(*pair).small]
                changed = bool(apart)
                said = f"positions {', '.join(map(str, apart))} differ" if apart else "alike"
            title = html.escape(f"{look}, {size} window: {said}")
            images = "".join(_figure(when, name) for when in ("before", "after"))
            kind = "changed" if changed else "same"
            parts.append(f'<section class="{kind}"><h3>{title}</h3><div class="pair">{images}</div></section>')
    return _document(game, "".join(parts))


def _figure(when: str, name: str) -> str:
    link = f"{when}-{name}"
    return f'<figure><a href="{link}"><img src="{link}" alt="{when}"></a><figcaption>{when}</figcaption></figure>'


def _document(title: str, body: str) -> str:
    head = f'<!doctype html><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return f"{head}<h1>{title}</h1>{body}"


def main() -> None:
    """Build all pages."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--before", type=Path, default=sheets.STORED, help="folder with the sheets to compare with")
    given.add_argument("--into", type=Path, default=Path("dist/gallery"), help="folder for the pages")
    wanted = given.parse_args()
    theme.application()
    wanted.into.mkdir(parents=True, exist_ok=True)
    links = []
    for game in sheets.GAMES:
        (wanted.into / f"{game}.html").write_text(page(game, wanted.before, wanted.into), "utf-8")
        links.append(f'<p><a href="{game}.html">{game}</a></p>')
    index = wanted.into / "index.html"
    index.write_text(_document("Boards, before and after", "".join(links)), "utf-8")
    print(index)


if __name__ == "__main__":
    main()
