"""Every command in the README works."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from client.commands.parser import COMMANDS, parser
from client.messages import catalogue
from rules.registry import games

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))


def said() -> list[str]:
    """Every command in the text: indented lines, and text between backquotes."""
    indented = [part for line in re.findall(r"^    (.+)$", README, re.MULTILINE) for part in line.split(" && ")]
    quoted = re.findall(r"`([^`\n]+)`", README)
    return [text for text in indented + quoted if text.split()[0] in ("make", "alarife")]


def test_the_readme_begins_with_the_two_commands() -> None:
    blocks = re.findall(r"(?:^    .+\n)+", README, re.MULTILINE)
    assert [line.strip() for line in blocks[0].splitlines()] == ["make play", "make test"]
    assert README.index(blocks[0]) < 200


@pytest.mark.parametrize("command", [text for text in said() if text.startswith("make ")])
def test_make_knows_the_command(command: str) -> None:
    assert command.split()[1] in TARGETS


@pytest.mark.parametrize("command", [text for text in said() if re.match("alarife [a-z]", text)])
def test_alarife_understands_the_command(command: str) -> None:
    words = shlex.split(command)[1:]
    words = [next(iter(games())) if word == "GAME" else word for word in words]
    if words == ["show", "FILE"]:
        words.append("--text")  # the table says "as a picture or as text"
    if "COMMAND" in words or words[0] == "alarife:":
        return
    assert parser().parse_args(words).run


def test_every_command_is_listed() -> None:
    listed = set(re.findall(r"^\| `alarife ([a-z]+)", README, re.MULTILINE))
    assert listed == set(COMMANDS)


def test_every_game_is_listed() -> None:
    for rules in games().values():
        seats = " to ".join(map(str, dict.fromkeys((rules.seats[0], rules.seats[-1]))))
        assert re.search(rf"^\| {re.escape(catalogue().text(rules.title))} \| {seats} \|", README, re.MULTILINE)


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("https://") or (ROOT / target).exists(), target


def test_make_help_lists_every_target() -> None:
    listed = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))
    phony = re.search(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    assert phony is not None
    assert listed == TARGETS == set(phony.group(1).split())
