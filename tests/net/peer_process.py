"""One peer as a process of its own: ``host SEATS``, ``join CODE SEAT`` or ``resume FILE``, after the home and the name.

Every line it reads is a number of entries to play to; it then prints its state as a line of JSON. At the end of its
input it leaves the table.
"""

import json
import logging
import sys
from pathlib import Path

from net.api import Advanced, Closed, Opened, Seat
from tests.net.player import OPEN, Player, play_to

WAIT = 300


def say(**fields):
    print(json.dumps(fields), flush=True)


def main(arguments):
    home, name, role, *rest = arguments
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    peer = Player(Path(home), name)
    if role == "host":
        count = int(rest[0])
        say(invite=peer.host(Seat("bot", name, level="random"), *[OPEN] * (count - 1)))
        peer.until(lambda: peer.lobby is not None and peer.lobby.blocked is None, "a table that can start", WAIT)
        peer.node.start()
    elif role == "join":
        peer.join(rest[0], int(rest[1]))
    else:
        peer.node.resume(Path(rest[0]))
    opened = peer.wait(Opened, deadline=WAIT)
    say(file=str(opened.file), table=opened.index)
    for line in sys.stdin:
        index = int(line)
        play_to(index, peer, deadline=WAIT)
        steps = [*opened.past, *peer.all(Advanced)]
        say(index=index, digest=next(step.position.digest() for step in steps if step.index == index))
    peer.in_step()
    peer.node.leave()
    say(closed=peer.wait(Closed).reason.key)
    peer.node.close()


if __name__ == "__main__":
    main(sys.argv[1:])
