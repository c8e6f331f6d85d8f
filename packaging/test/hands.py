"""Somebody at the window of an installed Alarife: looks through the accessibility bus, as a screen reader does, and uses the
mouse and the keyboard of the X display (xdotool). Run by the system's Python, which has the bindings (python3-gi,
gir1.2-atspi-2.0), as the user whose window it is. Takes orders as JSON lines and answers each with one.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from typing import NamedTuple

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = 60.0
"""Seconds to wait for anything."""


def xdotool(*words: str) -> None:
    """Move the mouse or press keys, as xdotool is told to."""
    subprocess.run(["xdotool", *words], check=True, timeout=PATIENCE)


def children(node: Atspi.Accessible) -> Iterator[Atspi.Accessible]:
    """The children of a widget."""
    for place in range(node.get_child_count()):
        child = node.get_child_at_index(place)
        if child is not None:
            yield child


def shown(node: Atspi.Accessible, except_in: tuple[str, ...]) -> Iterator[tuple[str, Atspi.Accessible]]:
    """All visible widgets in a window, parents first, each with its path of names."""
    try:
        if not node.get_state_set().contains(Atspi.StateType.SHOWING):
            return
        path = node.get_accessible_id()
        yield path, node
        if path.rpartition(".")[2] in except_in:
            return
        inner = list(children(node))
    except GLib.Error:
        return  # gone meanwhile
    for child in inner:
        yield from shown(child, except_in)


def windows() -> Iterator[Atspi.Accessible]:
    """Every window on this display in its present state; nothing is cached."""
    desktop = Atspi.get_desktop(0)
    desktop.set_cache_mask(Atspi.Cache.NONE)
    for program in children(desktop):
        program.set_cache_mask(Atspi.Cache.NONE)
        yield from children(program)


def everything(except_in: tuple[str, ...] = ()) -> Iterator[tuple[str, Atspi.Accessible]]:
    """All visible widgets, each with the names of its parents and its own, joined by points."""
    for window in windows():
        yield from shown(window, except_in)


def see(name: str) -> Atspi.Accessible | None:
    """The widget of this name, if it can be seen."""
    return next((node for path, node in everything() if path.endswith("." + name)), None)


def await_(look: Callable[[], object], what: str, patience: float = PATIENCE) -> object:
    """Wait until ``look`` returns something true. Raises :class:`TimeoutError`, naming ``what``, after ``patience`` seconds."""
    deadline = time.monotonic() + patience
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited in vain for {what}")
        time.sleep(0.1)


def enabled(node: Atspi.Accessible) -> bool:
    """Whether a widget takes clicks."""
    return bool(node.get_state_set().contains(Atspi.StateType.ENABLED))


def press(node: Atspi.Accessible) -> None:
    """Move the mouse onto a widget and click."""
    place = node.get_extents(Atspi.CoordType.SCREEN)
    xdotool("mousemove", str(place.x + place.width // 2), str(place.y + place.height // 2), "click", "1")


def click(name: str) -> None:
    """Click the widget of this name once it can be seen and takes clicks."""

    def ready() -> Atspi.Accessible | None:
        node = see(name)
        return node if node is not None and enabled(node) else None

    press(await_(ready, f"{name} to click"))


def content(node: Atspi.Accessible) -> str:
    """The text in a widget: the contents of a field, the caption of anything else."""
    if node.get_role() in (Atspi.Role.TEXT, Atspi.Role.ENTRY):
        return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))
    return node.get_name()


def text(name: str) -> str:
    """The text in the widget of this name once it is visible."""
    return content(await_(lambda: see(name), f"{name} to read"))


def write(name: str, words: str) -> None:
    """Put words into a field."""
    click(name)
    xdotool("key", "ctrl+a")
    xdotool("type", "--delay", "2", words)
    await_(lambda: text(name) == words, f"{name} to say {words}")


QUIET = ("talk", "players", "standing-lines", "castles", "top-bar", "summary-text")
"""Parts of a table in which there is nothing to do while one plays."""

OTHERS = ("is to move", "is thinking", "on its way")
"""Words in a prompt that mean that the person has nothing to do."""

KINDS = ("over", "wait", "next", "lift", "menu", "confirm", "answer", "field", "card")
"""The kinds that :func:`offered` finds, in the order in which a player who knows no rules tries them."""


def offered(said: dict[str, str] | None = None, spoken: tuple[str, ...] = ()) -> dict[str, list[Atspi.Accessible]]:
    """What a table or lesson offers the person now, by kind; ``over`` when it has ended, ``wait`` when others have to move.

    Args:
        said: takes the sentences of the widgets named in ``spoken``, by name.
    """
    found: dict[str, list[Atspi.Accessible]] = {kind: [] for kind in KINDS}
    for path, node in everything(QUIET):
        last = path.rpartition(".")[2]
        if said is not None and last in spoken:
            said[last] = node.get_name()
        if last in ("scoring", "result"):
            found["over"].append(node)
        elif last == "prompt-sentence" and any(map(node.get_name().__contains__, OTHERS)):
            found["wait"].append(node)
        elif last == "lesson-next" and enabled(node):
            found["next"].append(node)
        elif last == "confirm" and enabled(node):
            found["confirm"].append(node)
        elif last.startswith(("curtain-lift", "cover-")) or last == "tip-skip":  # explanations cover what is to be clicked
            found["lift"].append(node)
        elif ".field-menu.menu-" in path:
            found["menu"].append(node)
        elif ".prompt." in path and ".answer-" in path:
            found["answer"].append(node)
        elif last.startswith("field-") and last[6:].isdigit() and node.get_description():
            found["field"].append(node)
        elif (".market" in path or ".hand" in path) and node.get_role() == Atspi.Role.PUSH_BUTTON and last:
            found["card"].append(node)
    return found


def step(chance: random.Random) -> str:
    """Click on something that is offered, as a player who knows no rules would. Returns its kind, ``wait`` or ``over``."""
    what, nodes = next(((what, nodes) for what, nodes in offered().items() if nodes), ("wait", []))
    if what not in ("over", "wait"):
        press(chance.choice(nodes))
    return what


MARK = "confirmed"
"""The widget that says whether the others have confirmed the moves."""


class Played(NamedTuple):
    """What a player did and saw.

    Attributes:
        over: whether the game has ended.
        clicks: the number of clicks on each kind.
        marks: every sentence that the mark of confirmation showed.
    """

    over: bool
    clicks: dict[str, int]
    marks: list[str]


def play(seed: int, patience: float, to_the_end: bool = True) -> Played:
    """Play to the end, or for ``patience`` seconds. Raises :class:`TimeoutError` if the end is wanted but not reached."""
    chance = random.Random(seed)
    clicks: dict[str, int] = {}
    marks: list[str] = []
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        what = step(chance)
        if what == "over":
            return Played(True, clicks, marks)
        if what != "wait":
            clicks[what] = clicks.get(what, 0) + 1
        if what in ("wait", "confirm"):  # the mark changes while others answer
            time.sleep(0.2)
            mark = see(MARK)
            if mark is not None and mark.get_name() not in marks:
                marks.append(mark.get_name())
        else:
            time.sleep(0.05)
    if to_the_end:
        raise TimeoutError(f"the game did not end: {clicks}; {text('prompt-sentence')}")
    return Played(False, clicks, marks)


def ceremony() -> list[str]:
    """Go through the final scoring from its beginning, click by click. Returns its sentences."""
    while True:
        shown = await_(lambda: see("result-title") or see("scoring-back"), "the final scoring")
        if shown.get_accessible_id().endswith("result-title"):  # it was over before anybody clicked
            click("result-board")
        elif enabled(shown):
            press(shown)
        else:
            break
    lines = [text("scoring-line")]
    while see("result-title") is None:
        press(await_(lambda: see("scoring-next"), "the next step"))
        lines.append(text("scoring-line"))
    return lines


def tree() -> list[str]:
    """One line for every visible widget, for the report of a failure."""
    return [f"{path} | {node.get_role_name()} | {node.get_name()} | {node.get_description()}" for path, node in everything()]


ORDERS: dict[str, Callable[..., object]] = {
    "click": click,
    "write": write,
    "text": text,
    "play": lambda *given: play(*given)._asdict(),
    "ceremony": ceremony,
    "tree": tree,
    "key": lambda keys: xdotool("key", keys),
    "ready": lambda name: enabled(await_(lambda: see(name), f"{name} to appear")),
    "see": lambda name: see(name) is not None,
    "wait": lambda name, patience=PATIENCE: bool(await_(lambda: see(name), f"{name} to appear", patience)),
    "say": lambda name, part: bool(await_(lambda: part in text(name), f"{name} to say {part!r}")),
    "shot": lambda file: bool(subprocess.run(["import", "-window", "root", file], check=True, timeout=PATIENCE)),
}

if __name__ == "__main__":
    for line in sys.stdin:
        order, *words = json.loads(line)
        try:
            answer: dict[str, object] = {"done": ORDERS[order](*words)}
        except Exception as error:
            answer = {"failed": f"{order} {words}: {error}", "trace": traceback.format_exc()}
        print(json.dumps(answer), flush=True)
