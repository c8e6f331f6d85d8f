"""PROTOCOL.md names every frame that a program sends, with its fields in order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import net
from net import portraits, rematch, whereabouts
from net.session.format.wire import Frame
from net.session.lobby import wire as lobby

PAGE = (Path(net.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")
BESIDE = {portraits.Portraits, rematch.Again, whereabouts.Told}
"""Frames that a paragraph describes, not a table."""


def frames(kind: type[Frame] = Frame) -> Iterator[type[Frame]]:
    """Every kind of frame in the program."""
    for each in kind.__subclasses__():
        if each.__module__.startswith("net."):
            yield each
        yield from frames(each)


def test_all_stages_are_looked_at() -> None:
    assert {str(frame.__struct_config__.tag).split(".")[0] for frame in frames()} == {"game", "lobby", "where"}
    assert lobby.Table in frames()


@pytest.mark.parametrize("frame", sorted(frames(), key=lambda frame: str(frame.__struct_config__.tag)))
def test_the_page_names_a_frame_and_its_fields(frame: type[Frame]) -> None:
    tag = frame.__struct_config__.tag
    if frame in BESIDE:
        assert f"`{tag}`" in PAGE
        return
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{tag}` |")]
    cells = [cell.strip() for cell in row.split("|")[2:-1]]
    fields = cells[1] if cells[0] in ("host", "guest") else cells[0]
    if tag != "game.entries":  # its only field is described in words
        assert [field for field in fields.split(", ") if field] == list(frame.__struct_fields__)
