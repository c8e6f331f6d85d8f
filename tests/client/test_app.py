import errno
import os
import signal
import subprocess
import sys
import time

import pytest

from client.system.claim import WINDOWS_AT_ONCE, claim
from client.system.settings import FILE

PATIENCE = 240
RUN = "import sys; from client.app import run; sys.exit(run({arguments}))"


def start(arguments: str = "", **environment: str) -> subprocess.Popen[str]:
    inherited = {name: value for name, value in os.environ.items() if name not in environment}
    given = {name: value for name, value in environment.items() if value}
    return subprocess.Popen(
        [sys.executable, "-c", RUN.format(arguments=arguments)],
        env=inherited | {"PYTHONPATH": os.getcwd()} | given,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


FIRST_FRAME = """
import sys
from PySide6 import QtCore
import client.app
from client.window import firstframe
from client.look import theme

def note():
    print("Qt" in vars(QtCore), theme.palette().name)
    QtCore.QTimer.singleShot(0, QtCore.QCoreApplication.quit)

client.app.watch = lambda window: firstframe.after_first_frame(window, note)
sys.exit(client.app.run())
"""


def wait_until(what, program) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert program.poll() is None, program.communicate()
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_program_in_good_order_at_a_table(home, number):
    """A game against a bot begins at once; Ctrl-C leaves it in good order: saved, no process left, status 0."""
    program = start("game='big-boss', players=2, bots='random'", QT_QPA_PLATFORM="offscreen")
    games = home / "games"
    wait_until(lambda: games.is_dir() and any(file.stat().st_size > 1000 for file in games.glob("*.alarife")), program)
    program.send_signal(number)
    try:
        out, error = program.communicate(timeout=PATIENCE)
    finally:
        program.kill()
    assert (program.returncode, out) == (0, ""), error
    assert error == ""
    assert (home / FILE).is_file()
    left = claim(home)
    assert left.folder == home
    left.let_go()


def test_the_start_does_not_load_the_enumerations_of_qt(home):
    """The first use of the name ``Qt`` makes all of them, which takes longer than painting the picture on the first page.

    So the program asks the system for its look only after the first frame, which uses the answer of last time.
    """
    (home / FILE).write_text('{"look": "light"}')
    program = subprocess.run(
        [sys.executable, "-c", FIRST_FRAME],
        env=os.environ | {"PYTHONPATH": os.getcwd(), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (program.returncode, program.stdout, program.stderr) == (0, "False light\n", "")


def test_without_a_screen_the_program_says_so_in_a_sentence(home):
    if not sys.platform.startswith("linux"):
        pytest.skip("elsewhere there always is one")
    program = start(DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="")
    _, error = program.communicate(timeout=PATIENCE)
    assert program.returncode == 1
    assert "screen" in error
    assert len(error.splitlines()) == 1


def test_a_data_folder_that_cannot_be_written_gets_a_sentence(home):
    (home / "file").write_text("in the way")
    program = start(ALARIFE_HOME=str(home / "file" / "home"), QT_QPA_PLATFORM="offscreen")
    _, error = program.communicate(timeout=PATIENCE)
    assert program.returncode == 1
    assert str(home / "file" / "home") in error
    assert len(error.splitlines()) == 1


def test_a_second_window_uses_its_own_folder(home):
    first = claim(home)
    second = claim(home)
    assert (first.folder, second.folder) == (home, home / "player-2")
    first.let_go()
    again = claim(home)
    assert again.folder == home
    for one in (again, second):
        one.let_go()


def test_the_number_of_windows_is_limited(home):
    open_ones = [claim(home) for _ in range(WINDOWS_AT_ONCE)]
    with pytest.raises(BlockingIOError):
        claim(home)
    for one in open_ones:
        one.let_go()


def test_a_disk_without_locks_is_not_taken_for_other_windows(home, monkeypatch):
    def no_locks(_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("client.system.claim.hold", no_locks)
    with pytest.raises(OSError, match="No locks available"):
        claim(home)
    assert [file.name for file in home.iterdir()] == ["lock"]


def test_nothing_is_loaded_before_the_first_frame_that_only_a_table_needs():
    """The start page needs no board, no game and no network; half a second of loading lies in between.

    What Qt loads itself is left out: that depends on Qt's version and on Python's.
    """
    asked = (
        "import sys, PySide6.QtWidgets; qt = {*sys.modules}; "
        "import client.cli, client.app; print(*[name for name in sys.modules if name not in qt])"
    )
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    later = (
        "twisted",
        "cryptography",
        "zeroconf",
        "coincurve",
        "msgspec",
        "net.",
        "rules.contract",
        "client.boards.",
        "client.lobby",
        *("importlib.resources", "socket", "subprocess", "multiprocessing", "dataclasses", "datetime", "platformdirs"),
    )
    assert [name for name in loaded if name.startswith(later)] == [
        "net.disk",
        "net.hold",
        "net.owner_only",  # modules that the data folder needs
        "client.boards.posters",  # it sketches the cards of the start page
    ]
