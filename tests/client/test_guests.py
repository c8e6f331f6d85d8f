"""The other players' programs of a benchmark: started by a program of its own, and gone with it."""

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest

from client.bench.guests import guests

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="priorities and signals as on Unix")

WRITES = """
import os, pathlib, sys
if sys.platform == "linux":
    lowest = os.sched_getscheduler(0) == os.SCHED_IDLE and len(os.sched_getaffinity(0)) == 1
else:
    lowest = os.nice(0) == 19
pathlib.Path(sys.argv[1]).write_text(f"{os.getpid()} {os.getppid()} {int(lowest)}")
sys.stdin.read()
"""


def wait(until):
    for _ in range(600):
        if until():
            return
        time.sleep(0.05)
    raise AssertionError("it takes too long")


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_another_program_starts_the_guests_and_ends_them(tmp_path):
    notes = [tmp_path / name for name in ("one", "two")]
    with guests() as others:
        others.start([[sys.executable, "-c", WRITES, str(note)] for note in notes])
        wait(lambda: all(note.exists() and note.read_text().count(" ") == 2 for note in notes))
        said = [[int(word) for word in note.read_text().split()] for note in notes]
        assert len({parent for _, parent, _ in said} - {os.getpid()}) == 1
        assert all(alive(process) and not lowest for process, _, lowest in said)
    assert not any(alive(process) for process, _, _ in said)


def test_apart_they_have_the_lowest_priority_and_one_processor(tmp_path):
    note = tmp_path / "one"
    with guests(apart=True) as others:
        others.start([[sys.executable, "-c", WRITES, str(note)]])
        wait(lambda: note.exists() and note.read_text().count(" ") == 2)
    assert note.read_text().split()[2] == "1"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has these priorities")
def test_apart_they_never_hold_this_program_up_where_the_system_allows_that():
    def policies():
        found = set()
        for thread in os.listdir("/proc/self/task"):
            with suppress(ProcessLookupError):  # it has just ended
                found.add(os.sched_getscheduler(int(thread)))
        return found

    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as trial:
        try:
            os.sched_setscheduler(trial.pid, os.SCHED_RR, os.sched_param(1))
            expected = os.SCHED_RR
        except PermissionError:
            expected = os.sched_getscheduler(0)
        trial.communicate(b"\n")
    before, over = policies(), threading.Event()
    beside = threading.Thread(target=over.wait)
    beside.start()
    try:
        with guests(apart=True):
            assert policies() == {expected}
        assert policies() == before
    finally:
        over.set()
        beside.join()


def test_a_starter_that_gets_no_command_ends_as_well():
    with guests() as others:
        pass
    assert others._starter.returncode == 0
