"""The documents for developers name things that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules.alcazar
import rules.big_boss
import rules.burgenland
import rules.burgenland.kinds as burgenland
import rules.torres
import rules.torres.kinds as torres
from rules.alcazar.kinds import ALCAZAR_KINDS
from rules.loop.kinds import LOOP_KINDS
from rules.registry import games

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / "CONTRIBUTING.md",
    ROOT / "ARCHITECTURE.md",
    ROOT / "net" / "PROTOCOL.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text("utf-8")):
        assert target.startswith("https://") or (document.parent / target).exists(), target


@pytest.mark.parametrize("document", [ROOT / "README.md", *DOCUMENTS], ids=lambda path: path.name)
def test_every_link_to_a_section_leads_to_a_heading(document: Path) -> None:
    for target, section in re.findall(r"\]\((?!https:)([^)#]*)#([^)]+)\)", document.read_text("utf-8")):
        page = document.parent / target if target else document
        assert section in sections(page), f"{target}#{section}"


def sections(page: Path) -> set[str]:
    """The names by which links find the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_make_command_exists(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    text = document.read_text("utf-8")
    commands = re.findall(r"`make ([a-z-]+)", text) + re.findall(r"^    make ([a-z-]+)", text, re.MULTILINE)
    assert set(commands) <= targets


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_in_the_text_exists(document: Path) -> None:
    tops = {path.name for path in ROOT.iterdir() if path.is_dir()} - {"build", "dist"}  # made by tools, and not always there
    text = document.read_text("utf-8")
    built = re.findall(r"^Create `([^`]+)`:", text, re.MULTILINE)
    for named in re.findall(r"`([a-z_]+/[\w./-]+)`", text):
        if named.split("/")[0] in tops and not re.search(r"[A-Z]{3}", named):
            assert (ROOT / named).exists() or any(path.startswith(named) for path in built), named


def test_every_decision_is_listed() -> None:
    listed = (ROOT / "docs" / "decisions" / "README.md").read_text("utf-8")
    for record in (ROOT / "docs" / "decisions").glob("[0-9]*.md"):
        assert f"]({record.name})" in listed


MOVES = {
    "alcazar": (ALCAZAR_KINDS, rules.alcazar),
    "big-boss": (LOOP_KINDS, rules.big_boss),
    "burgenland": (burgenland.KINDS, rules.burgenland),
    "torres": ({kind: None for rows in torres.KINDS.values() for kind in rows}, rules.torres),
}


def test_every_kind_of_move_is_described_for_people_who_write_bots() -> None:
    page = (ROOT / "docs" / "writing-a-bot.md").read_text("utf-8")
    table = page[page.index("| step | move |") :].partition("\n\n")[0]
    assert set(MOVES) == set(games())
    for name, (kinds, package) in MOVES.items():
        on_the_loop = name in ("alcazar", "big-boss")
        text = (table if on_the_loop else "") + (package.__doc__ or "").partition("Moves")[2].partition("Deals\n")[0]
        missing = {kind for kind in kinds if not re.search(rf"(?<![a-z-]){kind}(?![a-z-])", text)}
        assert not missing, name
