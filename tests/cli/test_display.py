"""The program asks the window system itself whether a window could open."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from client.system.display import can_open_windows, has_display
from tests.cli.conftest import start

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is a screen")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


def test_without_variables_there_is_no_display() -> None:
    assert not has_display()


@pytest.mark.parametrize("display", [":4711", "unix:4711", "127.0.0.1:59000", "nonsense", ":", "/tmp/launch:0x"])
def test_a_display_that_does_not_answer_counts_as_none(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", display)
    assert not has_display()


def test_a_wayland_socket_that_answers_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    assert not has_display()
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(tmp_path / "wayland-7"))
        compositor.listen()
        assert has_display()
        monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
        assert not has_display(), "nobody sees what is painted there"


def test_an_x_server_that_answers_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as server:
        for number in range(40, 60):
            try:
                server.bind(("127.0.0.1", 6000 + number))
            except OSError:
                continue
            break
        server.listen()
        monkeypatch.setenv("DISPLAY", f"127.0.0.1:{number}.0")
        assert has_display()


@pytest.mark.parametrize("platform", ["xcb", "wayland", "wayland;xcb", "wayland-egl", ""])
def test_a_platform_of_the_desktop_needs_a_desktop(platform: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    assert not can_open_windows()


@pytest.mark.parametrize(("platform", "works"), [("wayland", True), ("wayland;xcb", True), ("xcb", False)])
def test_a_display_of_another_kind_does_not_count(
    platform: str, works: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(tmp_path / "wayland-0"))
        compositor.listen()
        assert has_display() is can_open_windows() is works


@pytest.mark.parametrize("platform", ["offscreen", "offscreen:size=800x600", "vnc", "eglfs", "xcb;offscreen"])
def test_a_platform_without_a_desktop_opens_windows_all_the_same(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    assert can_open_windows()
    assert not has_display()


@pytest.mark.parametrize("platform", ["xcb", "wayland"])
def test_the_window_says_that_there_is_no_display_for_its_platform(platform: str) -> None:
    program = start(QT_QPA_PLATFORM=platform, XDG_RUNTIME_DIR="")
    out, error = program.communicate(timeout=120)
    assert (program.returncode, out) == (1, "")
    assert "no screen" in error
    assert error.count("\n") == 1
