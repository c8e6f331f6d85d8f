"""Worked examples of every computation in ``net/PROTOCOL.md``, for programs in other languages.

``vectors.json`` never changes: if an example no longer holds, saved games no longer verify. New examples go into new groups;
``python -m tests.vectors.make`` adds the groups that are missing. Proofs contain fresh randomness, so the file is the only copy
of the examples that contain one.
"""

import json
from pathlib import Path

FILE = Path(__file__).parent / "vectors.json"


def vectors() -> dict[str, dict[str, object]]:
    """The examples, by group."""
    content: dict[str, dict[str, object]] = json.loads(FILE.read_text("utf-8"))
    return content
