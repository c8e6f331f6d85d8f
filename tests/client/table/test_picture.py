"""Pictures without a window."""

from __future__ import annotations

import errno
import os
from typing import NoReturn

import pytest
from PySide6.QtGui import QImage

from client.table.picture import save_picture
from tests.client.table.tables import NAMES, advanced, begun


@pytest.mark.parametrize(("size", "flat", "look"), [((1600, 900), False, "dark"), ((1280, 720), True, "light")])
def test_a_picture_has_its_size_and_shows_the_board(styled, tmp_path, size, flat, look) -> None:
    state, dealer = begun(3, start=0)
    advanced(state, dealer, 40)
    path = tmp_path / "table.png"
    save_picture(path, "big-boss", state.view(1), NAMES[:3], seat=1, size=size, flat=flat, look=look)
    picture = QImage(str(path))
    assert (picture.width(), picture.height()) == size
    colours = {picture.pixel(x, y) for x in range(0, size[0], 7) for y in range(0, size[1], 7)}
    assert len(colours) > 500


def test_a_picture_that_cannot_be_written_says_so(styled, tmp_path) -> None:
    state, _ = begun(2, start=0)
    with pytest.raises(OSError, match="nowhere") as lost:
        save_picture(tmp_path / "nowhere" / "table.png", "big-boss", state, NAMES[:2])
    assert lost.value.strerror == os.strerror(errno.ENOENT)


def test_a_picture_that_the_disk_has_no_room_for_leaves_the_older_one(styled, tmp_path, monkeypatch) -> None:
    state, _ = begun(2, start=0)
    path = tmp_path / "table.png"
    path.write_bytes(b"older")

    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        save_picture(path, "big-boss", state, NAMES[:2])
    assert path.read_bytes() == b"older"
    assert list(tmp_path.glob("table*")) == [path]
