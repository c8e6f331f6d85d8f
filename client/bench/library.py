"""The library with ten thousand games: how soon its page shows rows, and what so many files cost at the start.

The files are copies of small games, each with its own name, date and players; the benchmark itself reads none.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from client.bench import Figure
from client.system.display import has_display

if TYPE_CHECKING:
    from client.library.index import Index

FILES = 10_000
PEOPLE = ("Anna", "Ben", "Carla", "Dario", "Elena", "Farid", "Greta", "Hugo")
GAMES = ("big-boss", "alcazar", "torres", "burgenland")
SECONDS = 300.0


def measure(runs: int, files: int = FILES) -> Iterator[Figure]:
    """Make the files, index them, and open the page again and again, as after a new start of the program."""
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"

    from client.library.index import Index
    from client.library.stamps import folder_stamps
    from client.pages.saved import saved_games
    from client.system.home import GAMES as FOLDER
    from client.system.home import LIBRARY

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        games = home / FOLDER
        fill(games, files)
        what = f"{files:,} files"
        yield Figure("library", f"start page's list, {what}, no index", "ms", _timed(runs, lambda: saved_games(games)))
        index = Index(home / LIBRARY)
        begun = time.perf_counter()
        index.sync(folder_stamps(games, ".alarife"))
        yield Figure("library", f"index made of first lines, {what}", "ms", [1000 * (time.perf_counter() - begun)])
        _pretend_read(index)
        index.close()
        index_file = home / LIBRARY
        listed = _timed(runs, lambda: saved_games(games, index=index_file))
        yield Figure("library", f"start page's list, {what}, with index", "ms", listed)
        pages = [_page(home, games) for _ in range(runs + 1)][1:]  # the first one also loads the modules, as the start does
        yield Figure("library", f"page to first rows, {what}", "ms", [opened.first for opened in pages])
        yield Figure("library", "first rows, the processor's time", "ms", [opened.worked for opened in pages])
        yield Figure("library", f"page to all rows, {what}", "ms", [opened.all for opened in pages])


def _timed(runs: int, work: Callable[[], object]) -> list[float]:
    found = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        found.append(1000 * (time.perf_counter() - begun))
    return found


def fill(folder: Path, files: int) -> None:
    """Write the first lines of this many games, as real files have them."""
    folder.mkdir(parents=True)
    for number in range(files):
        seats = [
            {"kind": "person", "name": PEOPLE[(number + seat * 3) % len(PEOPLE)], "peer": "0" * 66, "level": ""}
            for seat in range(2 + number % 3)
        ]
        game = GAMES[number % len(GAMES)]
        charter = {"alarife": 1, "table": f"{number:032x}", "game": game, "version": 1, "seats": seats, "dealer": "local"}
        file = folder / f"{game}-{number:05}.alarife"
        file.write_text(json.dumps(charter) + "\n", "utf-8")
        os.utime(file, (1_700_000_000 + number * 600,) * 2)


def _pretend_read(index: Index) -> None:
    """Give every game a result as if its whole file had been read, since reading would take longest of all."""
    from client.library.index import Wanted

    for number, row in enumerate(index.rows(Wanted())):
        stamp = index.stamp(str(row.file))
        assert stamp is not None
        places = tuple(
            place._replace(score=40 + (number * 7 + seat * 11) % 60, rank=1 + (number + seat) % len(row.record.places))
            for seat, place in enumerate(row.record.places)
        )
        record = row.record._replace(places=places, end="third-year", turns=60, entries=200, studied=True)
        index.keep(str(row.file), stamp, record)


class _Opened(NamedTuple):
    """Milliseconds from requesting the page to its first painted rows, processor milliseconds of all threads for these, and
    milliseconds to all rows."""

    first: float
    worked: float
    all: float


def _page(home: Path, games: Path) -> _Opened:
    """Open the page once."""
    from PySide6.QtCore import QEventLoop

    from client.library.library import Library
    from client.look import theme
    from client.messages import catalogue
    from client.pages.library.page import LibraryPage
    from client.system.settings import Settings

    app = theme.application()
    theme.apply(app, "dark")
    begun, worked_before = time.perf_counter(), time.process_time()
    library = Library(home, games)
    page = LibraryPage(catalogue(), library, Settings(), home)
    page.resize(1280, 720)
    page.show()
    page.begin()
    library.look((), "dark")
    first = worked = 0.0
    many = len(os.listdir(games))
    while time.perf_counter() - begun < SECONDS:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
        rows = len(page.games.model.rows)
        if rows and not first:
            page.games.list.grab()
            first = 1000 * (time.perf_counter() - begun)
            worked = 1000 * (time.process_time() - worked_before)
        if rows >= many:
            break
    whole = 1000 * (time.perf_counter() - begun)
    library.close()
    page.close()
    page.deleteLater()
    app.processEvents()
    assert not any(thread.name == "library" for thread in threading.enumerate())
    return _Opened(first, worked, whole)
