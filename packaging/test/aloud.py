"""Plays a lesson and a game through the accessibility bus alone, as a person without screen, mouse or keyboard would.

python packaging/test/aloud.py [COMMAND ...]

COMMAND opens the window; without one, it is this clone's Python. A display, a session bus and an accessibility bus are started
for the test and ended with it. Needs xvfb, dbus, at-spi2-core, python3-gi and gir1.2-atspi-2.0; no root.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from display import NoDisplay, start_display

ROOT = Path(__file__).resolve().parents[2]
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
PATIENCE = 30


class Failed(Exception):
    """The test failed; the text says why."""


def check(command: list[str]) -> None:
    """Play; raises :class:`Failed`."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="alarife-aloud-")))
        folder.chmod(0o700)
        address = f"unix:path={folder}/bus"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        variables = os.environ | {"XDG_RUNTIME_DIR": str(folder), "DBUS_SESSION_BUS_ADDRESS": address}
        try:
            display, name = start_display("1280x800")
        except NoDisplay as none:
            raise Failed(str(none)) from none
        stack.callback(display.wait)
        stack.callback(display.terminate)
        variables |= {
            "DISPLAY": name,
            "ALARIFE_HOME": str(folder / "home"),
            "LANG": "C.UTF-8",
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
        _run(stack, ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}"], variables, **quiet)
        _wait_for(folder / "bus")
        _run(stack, [LAUNCHER, "--launch-immediately"], variables, **quiet)
        _wait_for(folder / "at-spi")
        log = folder / "output"
        with log.open("w") as output:
            window = _run(stack, command, variables, stdout=output, stderr=output)
        words = ["/usr/bin/python3", "-W", "ignore", str(Path(__file__).with_name("reader.py"))]
        if subprocess.run(words, env=variables, check=False).returncode:
            raise Failed(f"the reader failed; the program printed:\n{log.read_text()}")
        if window.poll() is not None:
            raise Failed(f"the program ended with {window.returncode}:\n{log.read_text()}")
        if "Traceback" in (told := log.read_text()):
            raise Failed(told)


def _run(stack: ExitStack, words: list[str], variables: dict[str, str], **given: object) -> subprocess.Popen[str]:
    """Start a process that ends with the test."""
    process = subprocess.Popen(words, env=variables, text=True, cwd=ROOT, **given)  # type: ignore[call-overload]
    stack.callback(process.wait)
    stack.callback(process.terminate)
    return process  # type: ignore[no-any-return]


def _wait_for(path: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists():
        if time.monotonic() > deadline:
            raise Failed(f"{path} did not appear")
        time.sleep(0.05)


if __name__ == "__main__":
    begun = time.monotonic()
    try:
        check(sys.argv[1:] or [str(ROOT / ".venv" / "bin" / "python"), "-m", "client.cli"])
    except Failed as failure:
        sys.exit(str(failure))
    print(f"a lesson and a game were played through the accessibility bus in {time.monotonic() - begun:.0f} s")
