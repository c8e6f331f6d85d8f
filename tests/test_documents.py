"""The documents for developers name things that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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
