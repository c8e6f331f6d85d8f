"""PROTOCOL.md names every frame that a program sends, with its fields in order, and every record of an announcement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import net
from net import discovery, portraits, rematch, whereabouts
from net.addresses import MOST
from net.discovery import Announcement, Beacon, tag_of
from net.session.format.text import NAME_LENGTH
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


def test_the_page_names_every_record_of_an_announcement() -> None:
    """With the values that are always the same."""
    text = " ".join(PAGE.split("## 17.")[1].split())
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.split("## 17.")[1].splitlines() if "| `" in line]
    kinds = {
        "tables": Announcement(bytes(32), "Anna", ("192.0.2.1", "2001:db8::1"), 4711, "torres", 4, 2),
        "games that have begun": Announcement(bytes(32), "Anna", ("192.0.2.1", "2001:db8::1"), 4711, "torres", 4, 0, True),
        "beacons": Beacon(bytes(32), bytes(16), ("192.0.2.1", "2001:db8::1"), 4711),
    }
    for kind, announced in kinds.items():
        service = announced.service()
        where = {"all", kind} | ({"tables"} if kind == "games that have begun" else set())
        said = {name.decode(): (value or b"").decode() for name, value in service.properties.items()}
        assert list(said) == [key.strip("`") for key, among, _ in rows if among in where]
        assert {said[key.strip("`")] for key, among, value in rows if among in where and value == "`1`"} == {"1"}
        label = service.name.removesuffix(f".{discovery.SERVICE}")
        assert label == (said["t"] if kind == "beacons" else said["k"][:32])
        assert service.server == f"alarife-{label}.local."
        assert (service.priority, service.weight, service.port) == (0, 0, 4711)
        records = [service.dns_pointer(), service.dns_service(), service.dns_text(), *service.dns_addresses()]
        assert {record.ttl for record in records} == {discovery.LIFETIME}
    for figure in (
        f"The service type is `{discovery.SERVICE}`",
        f"live for {discovery.LIFETIME} seconds",
        f"1 to {NAME_LENGTH} characters",
        f"at most {4 * NAME_LENGTH} bytes",
        f"alone it is `{tag_of(bytes(16), bytes(32))}`",
        f"at most {discovery.MOST_TABLES} tables and {discovery.MOST_TABLES} beacons",
        f"the records of at most {discovery.MOST_TABLES} instances at once",
    ):
        assert figure in text
    assert MOST == 6
    assert "the first six different ones" in text
