"""Another engine of Torres beside ours: TobiHol/torres in JavaScript, under Node.js (``alarife bench engine --peer CLONE``).

Nothing of it is part of Alarife: the user says where a clone is. It has no action cards and asks for no deals. In turn, both
list all legal moves and play one of them, each as likely as any other. For both the processor's time of the process counts.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from client.commands.output import trouble

NAME = "TobiHol/torres"
GAME = "torres"
LOGIC = Path("packages", "game-logic")
INDEX = LOGIC / "index.js"

PROGRAM = """
const [index, seats, seconds] = process.argv.slice(1)
const { Torres, RANDOM } = await import(index)

function playOut () {
  const game = new Torres({ numPlayers: Number(seats), initMode: RANDOM })
  game.initGame()
  let moves = 0
  for (; game.gameRunning; moves++) game.executeMove(game.getRandomLegalMove())
  return moves
}

function measure (seconds) {
  const begun = process.cpuUsage()
  for (let moves = 0, games = 1; ; games++) {
    moves += playOut()
    const { user, system } = process.cpuUsage(begun)
    const elapsed = (user + system) / 1e6
    if (elapsed >= seconds) return { moves: moves / elapsed, games: games / elapsed }
  }
}

measure(Number(seconds))  // until the compiler of Node.js has seen enough
console.log(JSON.stringify(measure(Number(seconds))))
"""


class Rival:
    """A clone of the other engine that runs here.

    Raises :class:`~client.commands.output.Trouble` with the reason if it cannot run.
    """

    def __init__(self, clone: Path) -> None:
        node = shutil.which("node")
        if node is None:
            raise trouble("trouble.peer-node")
        self._index = (clone / INDEX).resolve()
        self._node = node

    def measure(self, seats: int, seconds: float) -> tuple[float, float]:
        """Moves and whole random games in a second of processor time, measured for ``seconds``."""
        words = [self._node, "--input-type=module", "--eval", PROGRAM, self._index.as_uri(), str(seats), str(seconds)]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            said = next((line for line in lines if "Error" in line), lines[-1] if lines else "")
            raise trouble("trouble.peer-failed", path=str(self._index.parent), said=said)
        found = json.loads(done.stdout)
        return float(found["moves"]), float(found["games"])
