"""A computer of the soak: a process with its own network that starts and kills peers.

The process goes into a new network namespace (and, where it is not root, a new user namespace), makes one Ethernet device
there, and hands the other end of it to its parent. It forks the peers, so everything is imported only once.

The control socket carries JSON objects, one per message: ``{"run": [ARGUMENTS], "program": MODULE}`` with the standard
output and standard error of the new peer as file descriptors, answered with ``{"pid"}``; ``{"address": "10.77.0.7/24"}``,
answered with ``{}``.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
from contextlib import suppress
from importlib import import_module

DEVICE = "lan0"
_NEW_USER, _NEW_NET = 0x10000000, 0x40000000
_TUNSETIFF, _TAP, _NO_HEADER = 0x400454CA, 0x0002, 0x1000
_DIE_WITH_PARENT = 1


def main(control: socket.socket, place: int, address: str) -> None:
    """Serve until the other side hangs up."""
    _go_apart()
    tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tap, _TUNSETIFF, struct.pack("16sH22x", DEVICE.encode(), _TAP | _NO_HEADER))
    _ip("link set lo up")
    _ip(f"link set {DEVICE} address 02:00:00:00:00:{place + 1:02x}")
    _settle(address)
    import client.cli
    import client.commands.headless
    import client.commands.parser

    client.commands.parser.parser()
    if "twisted.internet.reactor" in sys.modules:
        raise RuntimeError("a reactor must not be shared by several peers")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    socket.send_fds(control, [b"{}"], [tap])
    os.close(tap)
    while True:
        message, handles, _, _ = socket.recv_fds(control, 1 << 16, 2)
        if not message:
            return
        asked = json.loads(message)
        if "run" in asked:
            control.send(json.dumps({"pid": _run(control, asked["program"], asked["run"], *handles)}).encode())
        else:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _settle(asked["address"])
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            control.send(b"{}")


def _go_apart() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEW_NET | (_NEW_USER if user else 0)):
        raise OSError(ctypes.get_errno(), "no network namespace of one's own")
    if user:
        for name, line in (("setgroups", "deny"), ("uid_map", f"0 {user} 1"), ("gid_map", f"0 {group} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(line)


def _settle(address: str) -> None:
    """Take this address and no other, in one step, because programs in between would see no network."""
    _ip(
        f"addr flush dev {DEVICE}",
        f"addr add {address} brd + dev {DEVICE}",
        f"link set {DEVICE} up",
        f"route replace 224.0.0.0/4 dev {DEVICE}",
    )


def _ip(*commands: str) -> None:
    subprocess.run(["ip", "-batch", "-"], input="\n".join(commands).encode(), check=True, capture_output=True)


def _run(control: socket.socket, program: str, arguments: list[str], out: int, err: int) -> int:
    pid = os.fork()
    if pid:
        os.close(out)
        os.close(err)
        return pid
    status = 70
    try:
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        control.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        for handle in (out, err):
            os.close(handle)
        status = import_module(program).main(arguments)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]), sys.argv[3])
