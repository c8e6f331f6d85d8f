"""Separate processes play a game in the terminal. They end with the program that started them, however it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.registry import games
from tests.cli.conftest import A_THIRD, start

SECONDS = 240

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


def children(pid: int) -> set[int]:
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_the_peers_of_a_game_in_the_terminal_end_with_it(tmp_path: Path, number: int) -> None:
    name = next(iter(games()))
    program = start(
        "play", name, "--players", 3, "--bots", list(games()[name].bots)[-1], room=A_THIRD, ALARIFE_HOME=str(tmp_path)
    )
    try:
        assert program.stdout is not None
        for _ in range(4):  # the game has begun
            assert program.stdout.readline()
        peers = children(program.pid)
        assert len(peers) == 2
        program.send_signal(number)
        _, err = program.communicate(timeout=SECONDS)
        assert "Traceback" not in err
        until(lambda: not any(map(alive, peers)))
    finally:
        program.kill()
        program.communicate()


def test_a_tied_peer_pauses_when_its_input_closes(tmp_path: Path) -> None:
    name = next(iter(games()))
    command = ["peer", "--host", "--game", name, "--loopback", "--tied"]
    host = subprocess.Popen([sys.executable, "-m", "client.cli", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert host.stdin is not None
        assert host.stdout is not None
        assert host.stdout.readline()
        assert host.poll() is None
        host.stdin.close()
        assert host.wait(SECONDS) == 130
    finally:
        host.kill()
        host.wait()
        host.stdout.close()
