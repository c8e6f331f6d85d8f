"""Help after faults: a report to read, the log, safe mode, and a way to handle damaged files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from PySide6.QtWidgets import QPlainTextEdit

from client.app import RUNNING, Teller
from client.system import errors
from net.api import Opened
from net.gamefile import load
from tests.client.library.made import NOW, unfinished
from tests.client.library.test_records import FAIR
from tests.client.person import wait
from tests.client.test_app import PATIENCE, start
from tests.client.test_closing import play
from tests.client.test_start_page import saved

SECRET = "a1" * 32


def test_an_error_can_be_read_and_saved_before_it_goes_anywhere(person, tmp_path):
    anna = person("Anna")
    teller = Teller()
    teller.attach(anna.window)
    stop = errors.catch(teller.say, anna.home, teller.reported.emit)
    try:
        try:
            raise RuntimeError(f"key {SECRET}")
        except RuntimeError as error:
            sys.excepthook(RuntimeError, error, error.__traceback__)
    finally:
        stop()
    anna.click("notice-offer")
    text = anna.find("report-text")
    assert isinstance(text, QPlainTextEdit)
    said = text.toPlainText()
    assert text.isReadOnly()
    assert "RuntimeError" in said
    assert "Traceback" in said
    assert "Python" in said
    assert SECRET not in said
    report = text.window()
    report.save(tmp_path / "nowhere" / "report.txt")
    assert "report.txt" in anna.text("report-problem")
    report.save(tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text() == said
    assert anna.see("report-text") is None


def test_the_log_can_be_read(person):
    anna = person("Anna")
    (anna.home / errors.LOG_FILE).write_text("something happened\n")
    anna.click("start-about")
    anna.click("about-log")
    assert "something happened" in anna.find("report-text").toPlainText()
    anna.click("report-close")


def test_safe_mode_has_the_defaults_and_keeps_nothing(home):
    (home / "settings.json").write_text('{"theme": "light", "text_size": 150, "name": "Anna"}')
    before = (home / "settings.json").read_bytes()
    script = "game='big-boss', players=2, bots='random', safe=True"
    program = start(script, QT_QPA_PLATFORM="offscreen")
    try:
        wait(lambda: (home / "games").is_dir() or program.poll() is not None)
        assert program.poll() is None, program.communicate()
    finally:
        program.terminate()
        program.communicate(timeout=PATIENCE)
    assert (home / "settings.json").read_bytes() == before
    assert not (home / RUNNING).exists(), "it ended in good order"


FIRST_WORDS = """
import sys
import client.app
from client.window import firstframe
from PySide6 import QtCore
from PySide6.QtWidgets import QLabel

def say(window):
    print(window.findChild(QLabel, "notice-text").text())
    QtCore.QTimer.singleShot(0, window.quit)

client.app.watch = lambda window: firstframe.after_first_frame(window, lambda: say(window))
sys.exit(client.app.run())
"""


def first_words() -> str:
    """What the program says at its start."""
    program = subprocess.run(
        [sys.executable, "-c", FIRST_WORDS],
        env=os.environ | {"PYTHONPATH": os.getcwd(), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert program.returncode == 0, program.stderr
    return program.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="killed as on Unix")
def test_the_next_start_mentions_that_the_program_was_killed(home):
    program = start("game='big-boss', players=2, bots='random'", QT_QPA_PLATFORM="offscreen")
    try:
        wait(lambda: (home / RUNNING).exists() or program.poll() is not None)
    finally:
        program.kill()
        program.communicate(timeout=PATIENCE)
    assert (home / RUNNING).exists()
    assert "--safe" in first_words()
    assert not (home / RUNNING).exists()


def test_the_first_sentence_at_the_start_does_not_give_way_to_the_next(home):
    """A crash is often when a file is damaged, too: the person reads about both."""
    (home / RUNNING).touch()
    (home / "settings.json").write_text("{")
    said = first_words()
    assert "settings.damaged-1.json" in said
    assert "--safe" in said


WITHOUT_KEY = """
import sys
import client.app
from client.window.main import MainWindow

MainWindow.mend_key = lambda window: False
sys.exit(client.app.run(game="big-boss"))
"""


def test_a_start_that_ends_with_the_question_about_the_key_is_no_crash(home):
    (home / "identity.pem").write_text("broken")
    program = subprocess.run(
        [sys.executable, "-c", WITHOUT_KEY],
        env=os.environ | {"PYTHONPATH": os.getcwd(), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert program.returncode == 1
    assert "identity.pem" in program.stderr
    assert not (home / RUNNING).exists()


def test_a_file_that_is_no_game_can_be_put_aside(person, home):
    games = home / "Anna" / "games"
    saved(games, "broken", "{", 0)
    anna = person("Anna")
    anna.click("saved-0-remove")
    wait(lambda: anna.see("saved-none"))
    assert (games / "removed" / "broken.alarife").read_text() == "{"


def test_a_file_put_aside_does_not_replace_an_earlier_one(person, home):
    games = home / "Anna" / "games"
    saved(games / "removed", "broken", "[", 0)
    saved(games, "broken", "{", 0)
    anna = person("Anna")
    anna.click("saved-0-remove")
    wait(lambda: anna.see("saved-none"))
    assert (games / "removed" / "broken.alarife").read_text() == "["
    assert (games / "removed" / "broken-2.alarife").read_text() == "{"


def test_the_intact_part_of_a_damaged_game_can_be_saved(person):
    anna = person("Anna")
    anna.settings.flat_view = True
    anna.click("start-offline")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    play(anna, entries=6)
    file = anna.heard(Opened).file
    anna.click("leave")
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page")
    lines = file.read_bytes().split(b"\n")
    lines[5] = lines[5].replace(b'"digest"', b'"digset"')
    file.write_bytes(b"\n".join(lines))
    anna.click("saved-0-resume")
    anna.click("notice-offer")
    wait(lambda: "repaired" in anna.text("notice-text"))
    [copy] = file.parent.glob("*-repaired-1.alarife")
    assert len(load(copy).entries) == 4
    anna.events.clear()
    anna.window.starting.resume(copy)
    wait(lambda: anna.page == "table-window")


def test_only_a_damaged_file_is_offered_for_repair(person, home):
    """A copy of a file that is gone, or that belongs to somebody else, would help nobody."""
    games = home / "Anna" / "games"
    games.mkdir(parents=True)
    shutil.copy(FAIR, games / "of-others.alarife")
    gone = unfinished(games, "gone", NOW)
    anna = person("Anna")
    wait(lambda: anna.see("saved-1-resume"))
    gone.unlink()
    for file in (gone, games / "of-others.alarife"):
        anna.window.starting.resume(file)
        wait(lambda: anna.page == "start-page")
        assert anna.find("notice-text")
        assert anna.see("notice-offer") is None, anna.text("notice-text")
        anna.click("notice-close")
