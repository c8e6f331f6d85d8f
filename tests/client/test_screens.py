"""On small and scaled screens everything that can be pressed lies in the window, and the window on the screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.screens import screen

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "height", "factor", "language", "window", "text_size"),
    [
        (800, 600, 1, "de", [800, 600], 100),
        (1280, 720, 1, "de", [1280, 720], 150),
        pytest.param(1280, 800, 1.25, "fr", [1024, 640], 100, marks=pytest.mark.thorough),
        pytest.param(1280, 800, 1.5, "fr", [853, 533], 100, marks=pytest.mark.thorough),
        (1280, 800, 3, "fr", [427, 267], 100),
        pytest.param(1280, 800, 3, "en", [427, 267], 100, marks=pytest.mark.thorough),
        pytest.param(3840, 2160, 1, "en", [3072, 1728], 100, marks=pytest.mark.thorough),
    ],
)
def test_every_page_and_table_fits_on_the_screen(
    width: int, height: int, factor: float, language: str, window: list[int], text_size: int, tmp_path: Path
) -> None:
    """Each runs in its own program, since Qt asks for the screen only once."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.client.screens", "", language, "dark", "", str(text_size)],
        cwd=ROOT,
        env=os.environ | screen(tmp_path, width, height, factor),
        capture_output=True,
        text=True,
        check=False,
        timeout=1000,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["window"] == window
    assert told["faults"] == []
    assert len(told["pages"]) >= 25
