"""``python -m tests.witness FILE…``: one line for each file; the exit code is 1 if one does not hold."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.witness.verify import HOLDS, verify


def main(names: list[str]) -> int:
    """Print the verdicts."""
    verdicts = [(name, verify(Path(name))) for name in names]
    for name, verdict in verdicts:
        print(f"{name}: {verdict.word}" + (f": {verdict.reason}" if verdict.reason else ""))
    return 0 if all(verdict.word == HOLDS for _, verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
