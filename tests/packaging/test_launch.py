"""The installed program starts as the command line does."""

import subprocess
import sys
from pathlib import Path

import pytest

LAUNCH = Path(__file__).resolve().parents[2] / "packaging" / "launch.py"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_a_closed_standard_error_takes_no_output_away():
    command = f'PYTHONPATH="{LAUNCH.parents[1]}" exec "{sys.executable}" "{LAUNCH}" --version 2>&-'
    ended = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0
    assert ended.stdout.startswith("alarife ")
