"""The version is written in pyproject.toml; everything else asks there."""

import subprocess

import changes
import pytest
from project import ROOT, VERSION

WRITTEN_IN = {"pyproject.toml", "CHANGELOG.md"}


def tracked():
    asked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if asked.returncode:
        pytest.skip("only a clone knows which files are the project's")
    return [ROOT / name for name in asked.stdout.split("\0") if name]


def test_no_other_file_says_the_version():
    found = {
        str(file.relative_to(ROOT))
        for file in tracked()
        if file.is_file() and file.suffix != ".alarife" and VERSION.encode() in file.read_bytes()
    }
    assert found == WRITTEN_IN


def test_the_changelog_begins_with_it():
    latest = changes.releases()[0]
    assert latest.version == VERSION
    assert latest.points
    assert f"alarife ({VERSION}) " in changes.debian()
    assert f'version="{VERSION}"' in changes.appstream("2026-01-01")
