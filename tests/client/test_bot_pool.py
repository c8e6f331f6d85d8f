"""Several workers for the bots: nothing waits for long work, partial results come early, each seat has its own bot."""

from __future__ import annotations

import os
import threading
import time

import pytest

from client import bots
from client.bots import NICENESS, BotPool, BotWorker, Minds, Question, Task, Work, new_bot
from rules.contract import Move
from tests.client.test_bots import PATIENCE, Inbox, position


def count(part, budget, upto):
    """Reports each number and returns the last: work whose partial results matter."""
    for number in range(upto):
        part(number)
    return upto


def until_stopped(part, budget):
    """Works until it is stopped."""
    part(os.getpid())
    while budget.left():
        time.sleep(0.001)
    return "stopped"


def deaf(part, budget):
    """Works and ignores requests to stop."""
    part(os.getpid())
    time.sleep(600)


def broken(part, budget):
    """Fails half-way."""
    part("something")
    raise RuntimeError("no such luck")


def priority(part, budget):
    """The priority to which the process lowers itself."""
    return os.nice(0) if hasattr(os, "nice") else NICENESS


@pytest.fixture
def pool():
    made = BotPool(size=2)
    yield made
    made.close()


def test_partial_results_come_before_the_result(pool):
    parts, done = Inbox(), Inbox()
    pool.work(Work(count, (4,), 60_000), done, parts)
    done.wait(1)
    assert parts.moves == [0, 1, 2, 3]
    assert done.moves == [4]


def test_the_processes_run_at_low_priority(pool):
    done = Inbox()
    pool.work(Work(priority, (), 60_000), done)
    done.wait(1)
    assert done.moves == [min(19, (os.nice(0) if hasattr(os, "nice") else 0) + NICENESS)]


def test_a_bot_does_not_wait_for_long_work(pool):
    parts, done, answered = Inbox(), Inbox(), Inbox()
    cancel = [pool.work(Work(until_stopped, (), 600_000), done, parts) for _ in range(3)]
    parts.wait(1)
    for seat in range(3):
        pool.ask(Task("alcazar", "random", position("alcazar"), 1, who=str(seat)), answered)
    answered.wait(3)
    pool.advise(Question("alcazar", position("alcazar"), 1, 50), answered)
    answered.wait(4)
    assert len(parts.moves) == 1, "the other work waits"
    for one in cancel:
        one()
    pool.work(Work(count, (1,), 60_000), done)
    done.wait(1)
    assert done.moves == [1], "cancelled work says nothing more, and its process is free again"


def test_work_that_ignores_a_stop_is_ended_with_its_process(pool, monkeypatch):
    monkeypatch.setattr(bots, "STOPPING_SECONDS", 0.05)
    parts, done = Inbox(), Inbox()
    cancel = pool.work(Work(deaf, (), 600_000), done, parts)
    parts.wait(1)
    cancel()
    pool.work(Work(until_stopped, (), 0), done, parts)
    done.wait(1)
    assert done.moves == ["stopped"]
    assert parts.moves[0] != parts.moves[1]


def test_work_that_was_cancelled_a_moment_ago_keeps_its_process(monkeypatch):
    """The wait for an answer runs out just when the work is cancelled: it has not had the time to stop yet."""

    class Pipe:
        waits = 0

        def poll(self, _seconds):
            self.waits += 1
            if self.waits == 1:
                cancel()
            return self.waits > 1

        def send(self, _job):
            begun.set()
            cancellable.wait(PATIENCE)

        def recv(self):
            return "stopped"

        def close(self):
            pass

    begun, cancellable, dropped, idle, pipe = threading.Event(), threading.Event(), [], threading.Event(), Pipe()
    worker = BotWorker()
    monkeypatch.setattr(worker, "ready", lambda: pipe)
    monkeypatch.setattr(worker, "_drop", lambda: dropped.append(1))
    monkeypatch.setattr(worker, "_tell", lambda *_: idle.set())
    cancel = worker.work(Work(until_stopped, (), 600_000), Inbox())
    assert begun.wait(PATIENCE)
    cancellable.set()
    assert idle.wait(PATIENCE)
    assert dropped == []
    assert pipe.waits == 2
    worker.close()


def test_failed_work_returns_nothing(pool, caplog):
    done = Inbox()
    pool.work(Work(broken, (), 60_000), done)
    done.wait(1)
    assert done.moves == [None]
    assert "no such luck" in caplog.text


def test_closing_ends_all_work_at_once():
    pool, parts, done = BotPool(size=2), Inbox(), Inbox()
    pool.work(Work(deaf, (), 600_000), done, parts)
    parts.wait(1)
    processes = [worker.process for worker in pool.workers]
    pool.close()
    pool.work(Work(count, (1,), 1000), done)
    assert not any(process is not None and process.is_alive() for process in processes)
    assert done.moves == []


def test_the_end_of_a_table_frees_its_bots_but_not_long_work():
    worker, parts, done = BotWorker(), Inbox(), Inbox()
    gate = threading.Event()

    def hold(part):
        parts(part)
        gate.wait(PATIENCE)

    try:
        worker.work(Work(count, (1,), 60_000), done, hold)
        parts.wait(1)
        worker.ask(Task("alcazar", "random", position("alcazar"), 1), done)
        worker.work(Work(count, (2,), 60_000), done)
        worker.forget()
        gate.set()
        done.wait(2)
        assert done.moves == [1, 2]
    finally:
        gate.set()
        worker.close()


def test_every_seat_has_a_bot_of_its_own():
    minds = Minds()
    one = minds.of("table seat 0", "torres", "planner", None)
    assert minds.of("table seat 0", "torres", "planner", None) is one
    assert minds.of("table seat 1", "torres", "planner", None) is not one
    assert minds.of("other seat 0", "torres", "planner", None) is not one
    minds.release()
    assert minds.of("table seat 0", "torres", "planner", None) is not one


def test_the_bot_asked_first_goes_first(monkeypatch):
    ended: list[str] = []

    class Ending:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, view, budget, rng) -> Move:
            raise NotImplementedError

        def close(self) -> None:
            ended.append(self.name)

    monkeypatch.setattr(bots, "MOST_MINDS", 2)
    monkeypatch.setattr(bots, "bot_for", lambda game_id, choice: Ending(choice))
    minds = Minds()
    for who in ("a", "b", "a", "c"):
        minds.of(who, "torres", who, None)
    assert ended == ["b"]


def test_a_seat_goes_back_to_the_worker_that_keeps_its_bot(pool):
    """The planner of Torres keeps its plan: asked again in the same turn it is quick, whichever workers other seats use."""
    done = Inbox()
    for number in range(6):
        pool.ask(Task("alcazar", "random", position("alcazar"), 1, who=str(number % 2)), done)
    done.wait(6)
    assert set(pool.places) == {"0", "1"}
    assert all(worker in pool.workers for worker in pool.places.values())


def test_new_bots_share_nothing():
    assert new_bot("torres", "planner") is not new_bot("torres", "planner")
