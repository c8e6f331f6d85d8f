"""Rows of products in two threads give what one thread gives, and wait for nobody."""

import os
import subprocess
import sys
import threading

import pytest

from client.cli import main
from client.table.recording import watch
from net import products
from net.deal.fair import rows
from net.deal.fair.rows import MANY, row
from net.deal.seeded import seed_of
from net.offline import play_out

PATIENCE = 120
"""Seconds after which a test gives up."""


@pytest.fixture(autouse=True)
def two_threads():
    products.use()
    yield
    rows.use(rows.plain)


@pytest.mark.parametrize("count", [0, 1, MANY - 1, MANY, 5 * MANY + 1])
def test_a_row_is_complete_and_in_order(count):
    assert row(lambda place: place * place, count) == [place * place for place in range(count)]


def test_two_threads_work_at_a_long_row():
    both = threading.Barrier(2)

    def make(place):
        if place < 2:
            both.wait(PATIENCE)
        return threading.get_ident()

    assert len(set(row(make, MANY))) == 2


def test_a_short_row_and_a_plain_one_need_no_other_thread():
    assert set(row(lambda place: threading.get_ident(), MANY - 1)) == {threading.get_ident()}
    rows.use(rows.plain)
    assert set(row(lambda place: threading.get_ident(), MANY)) == {threading.get_ident()}


@pytest.mark.parametrize("mine", [True, False])
def test_an_error_in_either_thread_is_raised(mine):
    this, both = threading.get_ident(), threading.Barrier(2)

    def make(place):
        if place < 2:
            both.wait(PATIENCE)
            if (threading.get_ident() == this) is mine:
                raise ValueError("no product")
        return place

    with pytest.raises(ValueError, match="no product"):
        row(make, MANY)


def test_a_row_does_not_wait_while_the_other_thread_works_at_another_row():
    busy, free = threading.Semaphore(0), threading.Event()

    def make(place):
        busy.release()
        return free.wait(PATIENCE)

    other = threading.Thread(target=row, args=(make, MANY))
    other.start()
    try:
        assert busy.acquire(timeout=PATIENCE)
        assert busy.acquire(timeout=PATIENCE)
        assert set(row(lambda place: threading.get_ident(), MANY)) == {threading.get_ident()}
        assert not free.is_set()
    finally:
        free.set()
        other.join()


@pytest.mark.parametrize("program", ["verify", "replay"])
def test_two_threads_check_the_signatures_of_a_file(program, tmp_path, monkeypatch, capsys):
    rows.use(rows.plain)  # the program asks for the other thread itself
    path = tmp_path / "game.alarife"
    play_out("big-boss", {}, seed_of("signatures"), [lambda view: view.moves()[0]] * 2, path, ("Anna", "Ben"))
    both, threads = threading.Barrier(2), set()

    def well_signed(entry):
        if len(threads) < 2:
            threads.add(threading.get_ident())
            both.wait(PATIENCE)
        return True

    monkeypatch.setattr("net.gamefile.well_signed", well_signed)
    if program == "verify":
        assert main(["verify", str(path)]) == 0
    else:
        assert watch(path).steps
    assert len(threads) == 2


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_program_has_a_thread_of_its_own():
    program = """
import os, threading
from net import products
from net.deal.fair.rows import MANY, row

products.use()

def make(place):
    if place < 2:
        both.wait(60)
    return place

both = threading.Barrier(2)
row(make, MANY)
child = os.fork()
both = threading.Barrier(2)
complete = row(make, MANY) == list(range(MANY))
if child == 0:
    os._exit(0 if complete else 1)
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", program], timeout=PATIENCE, check=False).returncode == 0
