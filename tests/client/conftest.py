"""Every client test has its own data folder and no screen."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, named by ALARIFE_HOME."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("ALARIFE_HOME", str(folder))
    return folder
