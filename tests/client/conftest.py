"""Every client test has its own data folder and no screen."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtGui import QCursor
from pytestqt.qtbot import QtBot

from client.system.garbage import Collector, look_again
from client.window.stage import STAGES, Stage, TableProgress
from tests.chance import same_chance, same_chance_in_module  # noqa: F401  - fixtures

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from tests.client.person import Person

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_BESIDE = QPoint(0, 799)
"""A place on the offscreen screen below any window of a usual size."""

OFTEN = 700, 10, 10
"""Python's own measure for the collection of garbage. Windows that live on as garbage cost more than to look for them."""

PATIENCE = 240_000
"""Milliseconds that a test waits for something before it fails; nothing waits longer than it has to."""


@pytest.fixture(scope="package", autouse=True)
def collector(qapp: QApplication) -> Iterator[Collector]:
    """The collector that keeps other threads from destroying widgets, as in the program and as often as there."""
    rarely = gc.get_threshold()
    gc.set_threshold(*OFTEN)
    collector = Collector()
    collector.start()
    yield collector
    gc.collect()
    collector.stop()
    gc.set_threshold(*rarely)


@pytest.fixture(autouse=True)
def as_before(qapp: QApplication) -> Iterator[None]:
    """Colours, sizes, the wood of the table and Qt's own words that a test chose end with it.

    They do so after its windows, which would all be restyled.
    """
    from client.look import qtwords, surface, theme

    before = theme.palette().name, theme.scale()
    yield
    surface.choose("plain")
    qtwords.speak("en")
    if (theme.palette().name, theme.scale()) != before:
        theme.apply(qapp, *before)


@pytest.fixture(autouse=True)
def collected(collector: Collector, as_before: None) -> Iterator[None]:
    """A test that runs no event loop leaves no garbage either, and no windows, nor the pointer over those of the next test.

    Qt puts off what is deleted later until an event loop runs; thousands of widgets would be restyled and looked through by
    every test that follows.
    """
    yield
    assert not gc.isenabled(), "from here on another thread could destroy widgets"
    QCursor.setPos(_BESIDE)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    look_again()
    collector.collect()


@pytest.fixture(scope="package", autouse=True)
def painted_once() -> Iterator[None]:
    """Tests open the same boards one after the other, so keep more of their pictures than a window needs."""
    from client.boards.stacks import pixmaps

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pixmaps, "KEPT", 16)
        yield


@pytest.fixture(autouse=True)
def stages(monkeypatch: pytest.MonkeyPatch) -> set[tuple[Stage, Stage]]:
    """The steps of all windows in a test, each of which has to be one of the table of stages."""
    seen: set[tuple[Stage, Stage]] = set()

    def change(progress: TableProgress, after: Stage) -> None:
        before = vars(progress).get("stage watched by the tests", after)
        vars(progress)["stage watched by the tests"] = after
        if before is not after:
            seen.add((before, after))
            assert after in STAGES[before], f"{before.value} is followed by {after.value}"

    stage = property(lambda progress: vars(progress)["stage watched by the tests"], change)
    monkeypatch.setattr(TableProgress, "stage", stage, raising=False)
    return seen


class PatientBot(QtBot):
    """Waits as long as a busy computer may take: five seconds, as usual, are too few."""

    def waitActive(self, widget: QWidget, *, timeout: int = PATIENCE) -> Any:
        return super().waitActive(widget, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, **named: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **named)

    def waitUntil(self, callback: Callable[[], object], *, timeout: int = PATIENCE) -> None:
        super().waitUntil(callback, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The one of pytest-qt, with patience."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, named by ALARIFE_HOME."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("ALARIFE_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def styled(qapp: QApplication) -> QApplication:
    """The program's look, which every widget expects."""
    from client.look import theme

    theme.apply(qapp, "dark")
    return qapp


@pytest.fixture
def person(home: Path, styled: QApplication, qtbot: QtBot) -> Iterator[Callable[[str], Person]]:
    """Opens a main window for a person of this name."""
    from tests.client.person import Person

    people: list[Person] = []

    def come(name: str) -> Person:
        people.append(Person(home / name, name))
        return people[-1]

    yield come
    for one in people:
        one.close()


@pytest.fixture(autouse=True)
def asked_pictures(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Ask for pictures of the help without painting them: a test that needs them paints them itself."""
    from client.pictures.gallery import gallery
    from client.pictures.painter import Painter

    gallery.cache_clear()
    asked: list[object] = []
    monkeypatch.setattr(Painter, "ask", lambda _painter, request, first=False: asked.append(request))
    return asked
