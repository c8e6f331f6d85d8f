"""Every sentence of the links, lobbies and addresses is in the catalogue, and every sentence there is used."""

import json
import re
from importlib.resources import files
from pathlib import Path

import net

CATALOGUE = json.loads(files("resources").joinpath("messages", "en", "net.json").read_text("utf-8"))


def used():
    found = {}
    for path in sorted(Path(net.__file__).parent.rglob("*.py")):
        for call in re.finditer(
            r'"(net\.(?:blocked|closed|error|lobby|notice|refused|status)\.[a-z-]+)"((?:, \*?\*?\w+=)?)',
            path.read_text("utf-8"),
        ):
            found.setdefault(call.group(1), path.name)
    return found


def test_every_sentence_is_in_the_catalogue():
    assert sorted(set(used()) - set(CATALOGUE)) == []


def test_every_sentence_is_used():
    assert sorted(set(CATALOGUE) - set(used())) == []


def test_the_values_of_a_message_are_those_of_its_sentence():
    """Read from the source: the names given beside a key are the names in its template."""
    for path in sorted(Path(net.__file__).parent.rglob("*.py")):
        text = path.read_text("utf-8")
        for call in re.finditer(r'(?:message|refused|notice)\(\s*"(net\.[a-z.-]+)"([^()]*(?:\([^()]*\)[^()]*)*)\)', text):
            given = set(re.findall(r"\b([a-z_]+)=", call.group(2)))
            wanted = set(re.findall(r"\{([a-z_]+)", CATALOGUE[call.group(1)]))
            assert given >= wanted, (path.name, call.group(1), given, wanted)
