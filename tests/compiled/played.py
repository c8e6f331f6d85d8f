"""Random games, one line for each seat count of the games that the command line names, and what a check says of a golden game.

These lines have to be the same however the rules run.
"""

from __future__ import annotations

import hashlib
import pickle
import random
import sys
import tempfile
from pathlib import Path

from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from net.verify import verify
from rules.compiled import form
from rules.contract import digest_of
from rules.registry import games

DAMAGED = 12
"""The number of damaged copies."""


def played(name: str, seats: int) -> str:
    """A digest of a whole random game: every position, what may be done in it and what happens."""
    state = start(name, seats, {})
    deals = SeededDeals(seed_of(name))
    chance = random.Random(seats)
    told = hashlib.sha256()
    while state.result is None:
        if state.deals:
            deal = state.deals[0]
            events = state.learn(deal, deals.answer(deal, range(seats)))
        else:
            moves = state.moves()
            told.update(str(moves).encode())
            events = state.play(moves[chance.randrange(len(moves))])
        told.update(f"{events} {digest_of(state.facts())} {state.digest()} {state.scores()} {state.prompt()}".encode())
        if chance.random() < 0.01:
            state = pickle.loads(pickle.dumps(state))
    told.update(str(state.score_trace()).encode())
    return told.hexdigest()


def checked(name: str) -> list[str]:
    """What a check says of the first golden game, and of copies in which one bit has changed."""
    file = min((Path(__file__).parents[1] / "golden" / name).glob("*.alarife"))
    content = file.read_bytes()
    chance = random.Random(name)
    said = [str(verify(file))]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / file.name
        for _ in range(DAMAGED):
            damaged = bytearray(content)
            damaged[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
            copy.write_bytes(damaged)
            said.append(str(verify(copy)))
    return said


if __name__ == "__main__":
    print(form())
    for name in sys.argv[1:]:
        for seats in games()[name].seats:
            print(name, seats, played(name, seats))
        print(*checked(name), sep="\n")
