"""An open window serves a second start of the program."""

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from client.lessons.lesson import file_of
from client.lessons.lesson import load as load_lesson
from client.system.instance import MOST_BYTES, Doorbell, address, hand_over
from client.system.opening import Wish
from client.system.openings import Openings
from net.addresses import Address
from net.invite import Invite
from tests.client.person import wait
from tests.client.test_app import PATIENCE, start, wait_until

GOLDEN = Path(__file__).parent.parent / "golden" / "big-boss" / "2-passed.alarife"
INVITE = str(Invite(b"\1" * 32, b"\2" * 16, (Address("192.0.2.7", 4711),)))


@pytest.fixture
def bell(home):
    heard = []
    rung = threading.Event()

    def asked(wish):
        heard.append(wish)
        rung.set()

    doorbell = Doorbell(home, asked)
    doorbell.listen()
    yield heard, rung
    doorbell.close()


def test_a_request_is_handed_over_to_the_open_window(home, bell):
    heard, rung = bell
    assert hand_over(home, Wish(invite="alarife:abc"))
    assert rung.wait(PATIENCE)
    assert heard == [Wish(invite="alarife:abc")]


def test_without_an_open_window_nothing_is_handed_over(home):
    assert not hand_over(home, Wish())
    bell = Doorbell(home, lambda wish: None)
    bell.listen()
    bell.close()
    assert not hand_over(home, Wish())
    assert not Path(address(home)).exists()


@pytest.fixture
def closed(home, monkeypatch):
    """The data folder belongs to another person, for instance to root after a start with sudo."""
    stat = os.stat

    def refuse(path, **how):
        if str(path).startswith(f"{home}{os.sep}"):
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, **how)

    monkeypatch.setattr(os, "stat", refuse)
    return home


@pytest.mark.skipif(sys.platform == "win32", reason="the pipes of Windows are in no folder")
def test_in_a_folder_of_another_person_there_is_no_window_to_take_over(closed):
    assert not hand_over(closed, Wish())


def test_leftovers_of_a_crash_do_no_harm(home):
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(address(home))
    assert not hand_over(home, Wish())
    bell = Doorbell(home, lambda wish: None)
    bell.listen()
    assert hand_over(home, Wish())
    bell.close()


def test_only_the_owner_may_connect(home, bell):
    assert os.stat(address(home)).st_mode & 0o077 == 0


@pytest.mark.parametrize("said", [b"", b"x" * MOST_BYTES * 2, b"\0\0\0\4null", b"\xff" * 64, b"\x40\0\0\0x"])
def test_nonsense_is_ignored_and_does_no_harm(home, bell, said):
    heard, _ = bell
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        line.connect(address(home))
        try:
            line.sendall(said)
            line.shutdown(socket.SHUT_WR)
            assert line.recv(100) == b""
        except (BrokenPipeError, ConnectionResetError):
            pass  # hung up on at once
    assert hand_over(home, Wish(file="/a.alarife"))
    assert heard == [Wish(file="/a.alarife")]


def test_with_a_path_too_long_for_a_socket_each_start_opens_a_window(home):
    deep = home / ("long" * 30)
    deep.mkdir()
    bell = Doorbell(deep, lambda wish: None)
    bell.listen()
    assert address(deep) is None
    assert not hand_over(deep, Wish())
    bell.close()


def test_an_invite_from_a_link_is_shown_and_not_followed(person):
    anna = person("Anna")
    anna.window.fulfil(Wish(invite=INVITE))
    assert anna.page == "join-page"
    assert anna.text("join-code") == INVITE
    assert "192.0.2.7:4711" in anna.text("join-offered")
    assert anna.find("join-go").isEnabled()
    assert not anna.find("join-go").hasFocus()
    anna.type("join-code", "")
    assert anna.see("join-offered") is None


@pytest.mark.parametrize("link", ["alarife:", "alarife:abc", "alarife:" + "a" * 5000, "alarife:<script>", "alarife:\0\n\u202e"])
def test_a_link_that_is_no_invite_is_refused_in_a_sentence(person, link):
    anna = person("Anna")
    anna.window.fulfil(Wish(invite=link))
    assert anna.page == "join-page"
    assert not anna.find("join-go").isEnabled()
    assert anna.text("join-problem")


def to_a_lesson(anna):
    anna.window.lessons.learn("big-boss/first")


def to_a_puzzle(anna):
    for name in ("start-puzzles", "puzzles-any"):
        anna.click(name)


def to_a_replay(anna):
    anna.window.watch(GOLDEN)


@pytest.mark.parametrize(("go", "page"), [(to_a_lesson, "lesson"), (to_a_puzzle, "puzzle"), (to_a_replay, "replay")])
def test_an_invite_takes_the_place_of_what_is_shown_without_a_table(person, go, page):
    anna = person("Anna")
    go(anna)
    wait(lambda: anna.page == f"{page}-window")
    shown = anna.window.pages.currentWidget()
    anna.window.fulfil(Wish(invite=INVITE))
    assert anna.page == "join-page"
    assert anna.window.pages.indexOf(shown) < 0


def test_a_file_is_shown_and_the_next_in_its_place(person):
    anna = person("Anna")
    anna.window.fulfil(Wish(file=str(GOLDEN)))
    wait(lambda: anna.page == "replay-window")
    pages = anna.window.pages.count()
    anna.window.fulfil(Wish(file=str(GOLDEN)))
    assert anna.page == "replay-window"
    assert anna.window.pages.count() == pages


def test_an_invalid_file_gets_a_sentence(person, tmp_path):
    anna = person("Anna")
    os.mkfifo(tmp_path / "pipe.alarife")
    for name in ("missing.alarife", "pipe.alarife", ".", f"{'a' * 300}.alarife"):
        anna.window.fulfil(Wish(file=str(tmp_path / name)))
        assert str(tmp_path / name) in anna.text("notice-text")
        assert anna.page == "start-page"


def test_nothing_is_opened_over_a_table(person):
    anna = person("Anna")
    anna.click("start-host")
    anna.click("host-page-start")
    anna.find("invite-code")
    for wish in (Wish(invite=INVITE), Wish(file=str(GOLDEN))):
        anna.window.fulfil(wish)
        assert anna.page == "lobby-page"
        assert anna.text("notice-text")
        anna.click("notice-close")
    anna.window.fulfil(Wish())
    assert anna.see("notice-text") is None


def to_a_short_game(anna):
    anna.window.lessons._practise(load_lesson(file_of("big-boss/first")))
    anna.click("short-begin")


def to_a_what_if(anna):
    anna.window.watch(GOLDEN)
    replay = wait(lambda: anna.window.replays.shown if anna.see("replay-bar") else None)
    replay.go(40)
    replay.play_on(0)
    wait(lambda: replay.table)


@pytest.mark.parametrize(("go", "page"), [(to_a_short_game, "short-game"), (to_a_what_if, "replay-window")])
def test_nothing_ends_a_game_that_is_not_saved(person, go, page):
    """A double click on a saved game ended the short game of a lesson, and a game played on from a replay."""
    anna = person("Anna")
    go(anna)
    for wish in (Wish(invite=INVITE), Wish(file=str(GOLDEN))):
        anna.window.fulfil(wish)
        assert anna.page == page
        assert "Leave it first" in anna.text("notice-text")
        anna.click("notice-close")
    anna.click("leave")
    anna.window.fulfil(Wish(file=str(GOLDEN)))
    assert anna.see("notice-text") is None


def test_open_requests_of_macos_arrive(styled):
    heard = []
    openings = Openings(heard.append)
    app = QApplication.instance()
    app.installEventFilter(openings)
    try:
        for what in ("/games/a.alarife", QUrl("alarife:abc")):
            QApplication.sendEvent(app, QFileOpenEvent(what))
    finally:
        app.removeEventFilter(openings)
    assert heard == [Wish(file="/games/a.alarife"), Wish(invite="alarife:abc")]


def second(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "client.cli", *words],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_the_second_start_ends_at_once_and_the_first_window_goes_on(home):
    first = start(QT_QPA_PLATFORM="offscreen")
    wait_until(lambda: Path(address(home)).exists(), first)
    for words in ((), (INVITE,), (str(GOLDEN),)):
        done = second(*words)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert first.poll() is None
    assert not (home / "player-2").exists()
    first.terminate()
    _, error = first.communicate(timeout=PATIENCE)
    assert (first.returncode, error) == (0, "")
    assert not Path(address(home)).exists()


def test_two_simultaneous_starts_open_one_window(home):
    both = [start(QT_QPA_PLATFORM="offscreen") for _ in range(2)]
    ended = []

    def one_has_ended() -> bool:
        ended[:] = [program for program in both if program.poll() is not None]
        return bool(ended)

    wait_until_any(one_has_ended)
    assert [program.returncode for program in ended] == [0]
    (left,) = [program for program in both if program not in ended]
    left.terminate()
    assert left.communicate(timeout=PATIENCE)[1] == ""
    assert ended[0].communicate(timeout=PATIENCE)[1] == ""


def wait_until_any(what) -> None:
    wait(what, "for one of two to end", PATIENCE)


def test_another_person_gets_a_window_of_their_own(home):
    first = start(QT_QPA_PLATFORM="offscreen")
    wait_until(lambda: Path(address(home)).exists(), first)
    other = start("another=True", QT_QPA_PLATFORM="offscreen")
    wait_until(lambda: (home / "player-2" / "window").exists(), other)
    for program in (other, first):
        program.terminate()
        assert program.communicate(timeout=PATIENCE)[1] == ""
