"""Two to five programs on one computer, each a process of its own with its own home, linked by TLS over loopback."""

import json
import queue
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests import forked

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil")
ROOT = Path(__file__).parents[2]
WAIT = 600


class Peer:
    def __init__(self, home, name, *role):
        self.name = name
        self.process = forked.start(
            [sys.executable, *forked.STRICT, "-m", "tests.net.peer_process", str(home), name, *role],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines = queue.Queue()
        self.errors = []
        self.threads = [
            threading.Thread(target=self._read, args=(self.process.stdout, self.lines.put)),
            threading.Thread(target=self._read, args=(self.process.stderr, self.errors.append)),
        ]
        for thread in self.threads:
            thread.start()

    def _read(self, stream, take):
        for line in stream:
            take(line)
        take("")

    def hear(self):
        """The next line it prints."""
        line = self.lines.get(timeout=WAIT)
        assert line, f"{self.name} ended: {''.join(self.errors)[-3000:]}"
        return json.loads(line)

    def tell(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def end(self):
        """Close its input, read its last line, and see that it ended well."""
        self.process.stdin.close()
        last = self.hear()
        assert self.process.wait(WAIT) == 0, "".join(self.errors)
        return last

    def kill(self):
        self.process.kill()
        self.clear()

    def clear(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(WAIT)
        for thread in self.threads:
            thread.join(WAIT)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()


@pytest.fixture
def peer(tmp_path):
    made = []

    def make(name, *role):
        made.append(Peer(tmp_path / name, name, *map(str, role)))
        return made[-1]

    yield make
    for one in made:
        one.clear()


def table_of(peer, count):
    host = peer(NAMES[0], "host", count)
    invite = host.hear()["invite"]
    peers = [host, *(peer(name, "join", invite, seat) for seat, name in enumerate(NAMES[1:count], start=1))]
    return peers, [one.hear()["file"] for one in peers]


def in_step(peers, index):
    for one in peers:
        one.tell(index)
    heard = [one.hear() for one in peers]
    assert [fields["index"] for fields in heard] == [index] * len(peers)
    assert len({fields["digest"] for fields in heard}) == 1


@pytest.mark.parametrize("count", [2, 5])
def test_processes_play_in_step(peer, count):
    peers, files = table_of(peer, count)
    in_step(peers, 60)
    assert all(Path(file).stat().st_size > 0 for file in files)
    for one in peers[::-1]:
        assert one.end()["closed"].startswith("session.closed.")


def test_a_killed_process_comes_back_and_continues(peer):
    peers, files = table_of(peer, 3)
    in_step(peers, 25)
    peers[1].kill()
    peers[1] = peer(NAMES[1], "resume", files[1])
    assert peers[1].hear()["table"] >= 20
    in_step(peers, 70)


def test_even_the_host_may_be_killed(peer):
    peers, files = table_of(peer, 3)
    in_step(peers, 25)
    peers[0].kill()
    peers[0] = peer(NAMES[0], "resume", files[0])
    assert peers[0].hear()["table"] >= 20
    in_step(peers, 70)
