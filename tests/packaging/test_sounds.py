"""The program contains the sounds that the script makes."""

from __future__ import annotations

import runpy
import wave
from array import array
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def samples(file: Path) -> array[int]:
    with wave.open(str(file)) as sound:
        return array("h", sound.readframes(sound.getnframes()))


def test_the_stored_sounds_are_what_the_script_makes(tmp_path: Path) -> None:
    runpy.run_path(str(ROOT / "packaging" / "sounds.py"))["write"](tmp_path)
    stored = sorted((ROOT / "resources" / "sounds").iterdir())
    assert [file.name for file in stored] == sorted(file.name for file in tmp_path.iterdir())
    for file in stored:
        made, kept = samples(tmp_path / file.name), samples(file)
        assert len(made) == len(kept)
        assert max(abs(one - other) for one, other in zip(made, kept, strict=True)) <= 2, file.name  # sines differ by system
