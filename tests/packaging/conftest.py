"""The programs in packaging/ import each other from their own folder; so do these tests."""

import sys
from pathlib import Path

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
sys.path[:0] = [str(PACKAGING), str(PACKAGING / "windows"), str(PACKAGING / "macos")]
