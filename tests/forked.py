"""Programs that start at once: forks of a process that has imported what they need.

Starting Python and importing the network takes a third of a second of the processor, and the tests start dozens of programs. A
fork is a process of its own all the same, with its own sockets, files, signals and status; only the start is not that of
``python -m``. Tests of the start itself, and other systems than Linux, start Python.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

NEEDED = ("client.cli", "client.commands.headless", "client.commands.parser", "client.commands.peer", "tests.net.peer_process")
"""What the forked process imports first: each program (a module with a function ``main``), and what it imports later."""

STRICT = ("-W", "error", "-W", "ignore::ResourceWarning")
"""A warning ends a program."""

_LONGEST = 1 << 20
_ADOPT_ORPHANS = 36
"""``PR_SET_CHILD_SUBREAPER`` of Linux."""


@cache
def _source() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The process that is forked, and the socket to it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in (ours, theirs):
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LONGEST)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, *STRICT, "-m", __name__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    return ours, process


def end() -> None:
    """End the process that is forked, if it was needed."""
    if _source.cache_info().currsize:
        control, process = _source()
        control.close()
        process.wait()
        _source.cache_clear()


class Forked(subprocess.Popen[Any]):
    """A program that is forked. It takes the command ``[python, "-m", MODULE, ARGUMENTS...]``."""

    def _execute_child(self, args: Sequence[str], *given: Any) -> None:
        folder, variables = given[4], given[5]
        ends = given[9:15]
        handles = ends[0], ends[3], ends[5]
        asked = {
            "program": args[args.index("-m") + 1],
            "arguments": [*args[args.index("-m") + 2 :]],
            "folder": os.fspath(folder or os.getcwd()),
            "variables": dict(os.environ if variables is None else variables),
        }
        assert min(handles) >= 0, "a forked program needs all three streams"
        control, _ = _source()
        adopt = ctypes.CDLL(None).prctl
        adopt(_ADOPT_ORPHANS, 1, 0, 0, 0)
        try:
            socket.send_fds(control, [json.dumps(asked).encode()], handles)
            self.pid = int(control.recv(64))
        finally:
            adopt(_ADOPT_ORPHANS, 0, 0, 0, 0)
            self._close_pipe_fds(*ends)  # type: ignore[attr-defined]
        self._child_created = True


def start(command: Sequence[str], **given: Any) -> subprocess.Popen[Any]:
    """Start a program of :data:`NEEDED` as :class:`subprocess.Popen` does."""
    return (Forked if sys.platform.startswith("linux") else subprocess.Popen)(command, **given)


def main(control: socket.socket) -> None:
    """Fork until the other side hangs up."""
    for name in NEEDED:
        import_module(name)
    if "twisted.internet.reactor" in sys.modules:
        raise RuntimeError("programs must not share a reactor")
    gc.freeze()
    while True:
        message, handles, _, _ = socket.recv_fds(control, _LONGEST, 3)
        if not message:
            return
        told, tell = os.pipe()
        between = os.fork()
        if between:
            os.close(tell)
            for handle in handles:
                os.close(handle)
            os.waitpid(between, 0)  # from now on the program is a child of the tests
            control.send(os.read(told, 64))
            os.close(told)
            continue
        os.close(told)
        pid = os.fork()
        if pid:
            os.write(tell, str(pid).encode())
            os._exit(0)
        os.close(tell)
        control.close()
        _become(json.loads(message), handles)


def _become(asked: dict[str, Any], handles: Sequence[int]) -> None:
    for stream, handle in enumerate(handles):
        os.dup2(handle, stream)
    for handle in handles:
        os.close(handle)
    os.environ.clear()
    os.environ.update(asked["variables"])
    os.chdir(asked["folder"])
    sys.argv[1:] = asked["arguments"]
    sys.exit(sys.modules[asked["program"]].main(asked["arguments"]))


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
