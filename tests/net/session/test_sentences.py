"""Every sentence that the session, the dealing and the game files can say is in the catalogue, and nothing else is."""

import json
import re
from importlib.resources import files
from pathlib import Path

import net
from net.session import gossip


def test_every_key_has_its_sentence():
    catalogue = json.loads(files("resources").joinpath("messages", "en", "session.json").read_text("utf-8"))
    sources = "".join(path.read_text("utf-8") for path in Path(net.__file__).parent.rglob("*.py"))
    used = set(re.findall(r'"(session\.[a-z]+\.[a-z-]+)"', sources))
    used |= {f"session.status.{way}" for way in ("linked", "relayed") if f'"{way}"' in Path(gossip.__file__).read_text()}
    assert used == set(catalogue)
