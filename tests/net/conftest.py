"""A test of this folder may leave nothing behind: no timer or socket in the reactor, no thread, no error in the log."""

import logging
import threading

import pytest

from net import reactor as rim
from net.link import STEPS, Link
from tests.chance import same_chance, same_chance_in_module  # noqa: F401  - fixtures
from tests.net.player import Player
from tests.net.rim import Station, in_reactor, until
from tests.net.session.states import Seen, watched


@pytest.fixture(autouse=True)
def link_steps(monkeypatch):
    """The steps that links take, as (kind, step, next step); one that their table lacks fails the test."""
    seen: Seen = set()
    watched(monkeypatch, Link, "step", STEPS, seen)
    return seen


@pytest.fixture(autouse=True)
def nothing_left(request, caplog):
    threads = set(threading.enumerate())
    yield
    if any(thread.name == "alarife-net" for thread in threading.enumerate()):
        reactor = rim.reactor()

        def left():
            readers = [reader for reader in reactor.getReaders() if "aker" not in type(reader).__name__]
            return [*readers, *reactor.getWriters(), *reactor.getDelayedCalls()]

        until(lambda: not in_reactor(left), "an empty reactor")
    mine = ("alarife-net", "alarife-disk", "alarife-products", "PoolThread")
    until(
        lambda: not [thread for thread in set(threading.enumerate()) - threads if not thread.name.startswith(mine)],
        "the end of all threads",
    )
    errors = [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not errors, errors


@pytest.fixture
def player(tmp_path):
    """Makes players, each with a node and a folder of its own. Their nodes are closed twice, which must do no harm."""
    made = []

    def make(name, home=None, **named):
        made.append(Player(home or tmp_path / name, name, **named))
        return made[-1]

    yield make
    for one in made:
        one.node.close()
        one.node.close()


@pytest.fixture
def station():
    made = []

    def make(**named):
        made.append(Station(**named))
        return made[-1]

    yield make
    for one in made:
        one.close()
