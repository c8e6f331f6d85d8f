"""Only pyproject.toml states the version; everything else reads it there."""

import shutil
import subprocess

import changes
import pytest
from project import ROOT, VERSION, moment

WRITTEN_IN = {"pyproject.toml", "CHANGELOG.md"}


NOT_OURS = {"build", "dist", "__pycache__", "fuzz-failures"}
"""Folders that appear while working in the tree, besides hidden ones."""


def tracked():
    """The project's files: what git tracks, or in a source archive everything but what work in the tree has made."""
    if shutil.which("git") and (ROOT / ".git").exists():
        asked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        return [ROOT / name for name in asked.stdout.split("\0") if name]
    return [
        file
        for file in ROOT.rglob("*")
        if not any(
            part in NOT_OURS or part.startswith(".") or part.endswith(".egg-info") for part in file.relative_to(ROOT).parts
        )
    ]


def test_no_other_file_states_the_version():
    found = {
        str(file.relative_to(ROOT))
        for file in tracked()
        if file.is_file()
        and file.suffix != ".alarife"
        and file.parent.name != "locked"  # other projects have the same version at times
        and VERSION.encode() in file.read_bytes()
    }
    assert found == WRITTEN_IN


def test_the_changelog_begins_with_the_version():
    latest = changes.releases()[0]
    assert latest.version == VERSION
    assert latest.points
    assert f"alarife ({VERSION}) " in changes.debian()
    assert f'version="{VERSION}"' in changes.appstream("2026-01-01")


def test_without_git_the_time_of_the_source_archive_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setenv("PATH", "")
    assert moment() == int((ROOT / "pyproject.toml").stat().st_mtime)
