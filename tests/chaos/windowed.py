"""The program with its window, and a player who clicks whatever is gold; tests kill it.

``python -m tests.chaos.windowed HOME NAME (host GAME | join INVITE | resume FILE)`` prints the invite, then after every entry
how many the window has shown, and at the end the head of the log, as ``alarife peer --links`` does. It ends with its parent.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer

from client import app
from client.look import theme
from client.system import settings
from client.system.opening import Wish
from client.window.bridge import Bridge
from client.window.main import MainWindow
from net.api import Advanced, NetEvent, Opened
from net.gamefile import load
from tests.client.person import Person, wait
from tests.client.player import Player


def say(**told: object) -> None:
    print(json.dumps(told), flush=True)


class Driven(Person):
    """The player at the window that the program has opened."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.bridge = window.bridge
        self.events: list[object] = []
        self.file: Path | None = None
        self.over = False
        self.bridge.event.connect(self._tell)

    def _tell(self, event: NetEvent) -> None:
        """Called after the window has handled the event."""
        self.events.append(event)
        if isinstance(event, Opened) and event.file is not None:
            self.file = Path(event.file)
        if isinstance(event, Opened | Advanced):
            say(shown=event.index)
            self.over = event.position.result is not None


def sit_down(person: Driven, how: str, what: str) -> None:
    if how == "resume":
        person.window.pages.resume.emit(Path(what))
    elif how == "host":
        person.window.pages.show_host(what)
        person.click("host-page-start")
        say(invite=person.text("invite-code"))
    else:
        person.window.fulfil(Wish(invite=what))  # as if its link had been clicked
        person.click("join-go")
        person.click("seat-1-action")
        person.click("lobby-ready")
    if how == "host":
        wait(lambda: person.see("lobby-start") is not None and person.find("lobby-start").isEnabled(), "for the guest", 600)
        person.click("lobby-start")
    wait(lambda: person.page == "table-window", "for the table", 600)


def play(how: str, what: str) -> None:
    window = next(widget for widget in theme.application().topLevelWidgets() if isinstance(widget, MainWindow))
    person = Driven(window)
    sit_down(person, how, what)
    player = Player(person, int.from_bytes(os.urandom(4)))
    wait(lambda: person.over or (person.page == "table-window" and player.step() and False), "for the end of the game", 36_000)
    assert person.file is not None
    say(head=load(person.file).entries[-1].hash.hex())


def main() -> int:
    home, name, how, what = Path(sys.argv[1]), *sys.argv[2:5]
    home.mkdir(exist_ok=True)
    chosen = settings.load(home)[0]
    chosen.name, chosen.language, chosen.reduced_motion, chosen.flat_view = name, "en", True, True
    chosen.lessons_offered = True
    chosen.save()
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    app.Bridge = partial(Bridge, thinking_ms=50, loopback=True)
    theme.application()
    begin = QTimer()
    begin.setSingleShot(True)
    begin.timeout.connect(lambda: play(how, what))
    begin.start(0)
    return app.run(home)


if __name__ == "__main__":
    sys.exit(main())
