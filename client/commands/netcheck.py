"""``alarife netcheck``: what this computer's connection can do, in sentences for players to pass on."""

from __future__ import annotations

import argparse
import queue
import time
from contextlib import suppress

from client.commands.choices import add_text, check_servers
from client.commands.output import print_record, print_text, texts, trouble, words
from client.messages import catalogue
from rules.message import Message

LONGEST = 30.0
"""The time limit in seconds, after which something has gone wrong."""


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("--stun", action="append", default=[], metavar="HOST:PORT", help=words("netcheck.help.stun"))
    command.add_argument("--loopback", action="store_true", help=words("netcheck.help.loopback"))
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Print each finding as soon as it is known, and finally what to do."""
    from net import reactor as rim
    from net.netcheck import Check
    from net.routers.opened import all_ways

    check_servers(given.stun)
    found: queue.SimpleQueue[Message | None] = queue.SimpleQueue()

    def begin() -> None:
        check = Check([] if given.loopback else all_ways(), given.stun, found.put, given.loopback)
        rim.watched(check.run(), "checking the connection").addBoth(lambda _: found.put(None))

    rim.call(begin)
    end = time.monotonic() + LONGEST
    with suppress(queue.Empty):
        while (finding := found.get(timeout=max(0, end - time.monotonic()))) is not None:
            _tell(finding, given.text)
        return 0
    raise trouble("netcheck.too-long")


def _tell(finding: Message, text: bool) -> None:
    if text:
        print_text(texts().text(finding))
    else:
        print_record({"found": finding.key, "text": catalogue().text(finding)})
