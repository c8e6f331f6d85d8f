"""A person who neither sees the window nor has a mouse: everything goes through the accessibility bus, as with a screen reader.

Run by the system's Python, which has the bindings (python3-gi, gir1.2-atspi-2.0), in the session of the window; see aloud.py.
It plays a lesson and the short game at its end, and raises when a sentence changes that the program does not announce.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402
from hands import await_, enabled, offered, see  # noqa: E402

PRESSES = ("Press", "Toggle", "Check")
"""What Qt calls a click."""

SPOKEN = ("lesson-text", "lesson-task", "lesson-answer", "lesson-hint", "prompt-sentence")
"""The sentences that a screen reader speaks as soon as they change."""

LESSON_SECONDS = 600
GAME_SECONDS = 3000


class Silent(Exception):
    """A sentence changed, but the program did not announce it."""


class Reader:
    """Presses what is offered, and records what is announced.

    Attributes:
        heard: every announcement, as the name of the widget and the sentence.
        pressed: the number of presses of each kind.
    """

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.heard: list[tuple[str, str]] = []
        self.pressed: dict[str, int] = {}
        self._last: dict[str, str] = {}
        self._stuck = 0
        self._listener = Atspi.EventListener.new(self._hear)
        self._listener.register("object:property-change:accessible-name")

    def _hear(self, event: Atspi.Event) -> None:
        try:
            source = event.source
            name = (source.get_accessible_id() or "").rpartition(".")[2]
            self.heard.append((name, source.get_name()))
        except GLib.Error:
            pass  # gone meanwhile

    def listen(self) -> None:
        """Receive the announcements up to now."""
        context = GLib.MainContext.default()
        while context.iteration(False):
            pass

    def press(self, node: Atspi.Accessible, what: str) -> None:
        """Press a widget through the bus, which does the same as a click."""
        for number in range(node.get_n_actions()):
            if node.get_action_name(number) in PRESSES:
                node.do_action(number)
                self.pressed[what] = self.pressed.get(what, 0) + 1
                self._stuck = 0
                self.listen()
                return
        self._stuck += 1  # it was switched off meanwhile
        if self._stuck > 20:
            raise Silent(f"{node.get_accessible_id()} cannot be pressed through the bus")
        time.sleep(0.1)

    def go(self, name: str) -> None:
        """Press the button of this name as soon as it is there."""

        def ready() -> Atspi.Accessible | None:
            self.listen()
            node = see(name)
            return node if node is not None and enabled(node) else None

        self.press(await_(ready, f"{name} to press"), name)

    def offered(self) -> dict[str, list[Atspi.Accessible]]:
        """What can be pressed now, by kind, in order of preference. Each sentence is compared with the announcements."""
        said: dict[str, str] = {}
        found = offered(said, SPOKEN)
        self._compare(said)
        return found

    def _compare(self, said: dict[str, str]) -> None:
        """Raise unless every new sentence has been announced by the widget that shows it."""
        for name, sentence in said.items():
            if sentence and sentence != self._last.get(name) and name in self._last:
                deadline = time.monotonic() + 10
                while (name, sentence) not in self.heard:
                    self.listen()
                    if time.monotonic() > deadline:
                        raise Silent(f"{name} says “{sentence}” and has not announced it; heard last: {self.heard[-3:]}")
                    time.sleep(0.02)
            self._last[name] = sentence

    def tell(self, played: str) -> None:
        """Print the counts of presses and announcements, and reset them."""
        print(json.dumps({"played": played, "pressed": self.pressed, "announced": len(self.heard)}), flush=True)
        self.pressed, self.heard = {}, []

    def until(self, ended: Callable[[dict[str, list[Atspi.Accessible]]], bool], seconds: float) -> None:
        """Press what is offered until it has ended; among several things of one kind, a random one."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.listen()
            found = self.offered()
            if ended(found):
                return
            if found["wait"] or not any(found.values()):
                time.sleep(0.1)
                continue
            kind, nodes = next((kind, nodes) for kind, nodes in found.items() if nodes)
            try:
                self.press(self.chance.choice(nodes), kind)
            except GLib.Error:
                continue  # gone meanwhile
        raise TimeoutError(f"no end: {self.pressed}; {self._last}")


def main() -> None:
    """Play a lesson and then the short game that follows it; print the counts of both as JSON."""
    reader = Reader(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    reader.go("start-learn")
    reader.go("lesson-big-boss-mergers-begin")
    reader.go("flat")
    reader.until(lambda _: see("lesson-text") is None, LESSON_SECONDS)
    reader.tell("lesson")
    reader.go("short-begin")
    await_(lambda: see("prompt-sentence"), "the table of the game")
    if see("field-10") is None:
        reader.go("flat")
    reader.go("tip-skip")
    reader.until(lambda found: bool(found["over"]), GAME_SECONDS)
    reader.tell("game")


if __name__ == "__main__":
    main()
