"""Tools for tests with real sockets: waiting with a deadline, and a peer made of a mesh alone."""

import threading
import time
from concurrent.futures import Future

from twisted.internet.task import Clock

from net import reactor as rim
from net.greeting import PROTOCOL, Hello, Refusal, Welcome
from net.identity import Identity
from net.link import Limits
from net.mesh import Mesh, Pace
from rules.message import message

DEADLINE = 240.0
"""Seconds after which a test gives up: longer than anything takes, even if the computer does much else."""

USUAL = Limits(connect=60.0, handshake=60.0, stagger=0.1, idle=120.0, alive=1.0)
IMPATIENT = Limits(handshake=0.3, stagger=0.1, idle=30.0, alive=1.0)
"""For callers that say nothing: nobody has to act within this time, however busy the machine is."""

LIVELY = Pace(first=0.05, longest=0.4, patience=0.1)


def until(found, what="it", deadline=DEADLINE):
    """Wait until ``found()`` is true and return it."""
    end = time.monotonic() + deadline
    while time.monotonic() < end:
        answer = found()
        if answer:
            return answer
        time.sleep(0.005)
    raise AssertionError(f"{what} did not happen in {deadline} s")


def in_reactor(work, *args):
    """Call a function in the reactor's thread and wait for its result (also for that of a Deferred)."""
    answer = Future()

    def do():
        try:
            result = work(*args)
        except BaseException as error:
            answer.set_exception(error)
            return
        if hasattr(result, "addCallbacks"):
            result.addCallbacks(answer.set_result, lambda failure: answer.set_exception(failure.value))
        else:
            answer.set_result(result)

    rim.reactor().callFromThread(do)
    return answer.result(DEADLINE)


class Held:
    """The reactor with a clock of its own: sockets are real, and time passes only when a test says so."""

    def __init__(self):
        self.clock = Clock()
        self.seconds = self.clock.seconds

    def callLater(self, seconds, work, *args, **named):
        """Work for the next moment is done as ever."""
        return (self.clock if seconds else rim.reactor()).callLater(seconds, work, *args, **named)

    def __getattr__(self, name):
        return getattr(rim.reactor(), name)


class Station:
    """A mesh and everything it told.

    With ``held`` its clock stands still but for :meth:`later`.
    """

    def __init__(self, limits=USUAL, pace=LIVELY, identity=None, refuses=None, run=b"12345678", held=False):
        self.identity = identity or Identity.fresh()
        self.refuses = refuses
        self.run = run
        self.rooms = {}
        self.told = []
        self.lock = threading.Lock()
        self.held = Held() if held else None
        self.mesh = in_reactor(lambda: Mesh(self.held or rim.reactor(), self.identity, self, limits, pace))

    @property
    def key(self):
        return self.identity.key

    def open(self, port=0):
        in_reactor(self.mesh.open, port, True)
        return self.mesh.port

    def close(self):
        if self.held is None:
            in_reactor(self.mesh.close)
            return
        ended = []
        in_reactor(lambda: self.mesh.close().addCallback(ended.append) and None)

        def passed():
            self.later(1)  # whoever does not hang up is cut off after a while
            return ended

        until(passed, "the end of a station")

    def later(self, seconds):
        """So much time passes for a station whose clock is held."""
        in_reactor(self.held.clock.advance, seconds)

    def timers(self):
        """The seconds until each timer of a station whose clock is held, the next one first."""
        return in_reactor(lambda: sorted(one.getTime() - self.held.seconds() for one in self.held.clock.getDelayedCalls()))

    def call(self, addresses, key, hello=None):
        in_reactor(self.mesh.call, addresses, key, hello or self.hello(b""), lambda refused: self.note("failed", refused))

    def send(self, key, payload):
        in_reactor(self.mesh.send, key, payload)

    def note(self, *what):
        with self.lock:
            self.told.append(what)

    def all(self, kind):
        with self.lock:
            return [what[1:] for what in self.told if what[0] == kind]

    def wait(self, kind, count=1):
        return until(lambda: len(self.all(kind)) >= count and self.all(kind), f"{kind} x {count}, told {self.told[:20]}")

    # -- what the mesh tells

    def judge(self, key, hello):
        self.note("judge", key, hello)
        return Refusal(PROTOCOL, self.refuses) if self.refuses else Welcome(PROTOCOL, self.run, "host", self.mesh.port, [])

    def hello(self, key):
        return Hello(PROTOCOL, self.run, "join", b"", b"", "guest", self.mesh.port, [], [])

    def explain(self, refusal):
        return message("test.refused", code=refusal.code)

    def room(self, key):
        return self.rooms.get(key)

    def seen(self, place):
        self.note("seen", place)

    def missed(self, key, refused):
        self.note("missed", key, refused)

    def answered(self, key, address):
        self.note("answered", key, address)

    def linked(self, key, greeting, host, called):
        self.note("linked", key, greeting, host, called)

    def unlinked(self, key):
        self.note("unlinked", key)

    def blame(self, key, what):
        self.note("blamed", key, what)

    def intruder(self, host, what):
        self.note("intruder", host, what)

    def received(self, key, payload):
        self.note("received", key, payload)
