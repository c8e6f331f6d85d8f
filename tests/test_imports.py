"""Imports point one way: client -> net -> rules; and what the inner parts may not know of the world outside."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

RULES_MAY = {
    "__future__", "abc", "array", "bisect", "collections", "dataclasses", "enum", "functools", "hashlib", "heapq", "itertools",
    "json", "math", "operator", "re", "types", "typing",
}  # fmt: skip
"""The standard library that a pure game may use: nothing that sees a screen, a network, a file, a clock or chance."""

SANS_IO = ("net/session", "net/deal")
OUTSIDE = {"twisted", "OpenSSL", "zeroconf", "socket", "ssl", "select", "selectors", "asyncio", "threading", "time"}


def modules(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The full names that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: say where from"
            yield node.module or ""


def tops(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imported(path)}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", modules("rules"), ids=name_of)
def test_rules_know_only_rules(path: Path) -> None:
    may = RULES_MAY | {"rules"}
    if path.name in ("registry.py", "known.py"):
        may = may | {"importlib", "pkgutil"}  # they look for the games
    if path.name == "native.py":
        may = may | {"mypy_extensions"}  # for the type checker alone
    if "bots" in path.parts:
        may = may | {"random"}
    assert tops(path) <= may
    called = {
        node.func.id for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }  # fmt: skip
    assert not called & {"open", "print", "input", "eval", "exec", "id", "hash", "__import__"}


@pytest.mark.parametrize("path", modules("rules"), ids=name_of)
def test_the_shared_part_of_rules_knows_no_game(path: Path) -> None:
    if path.parent.name == "rules":
        games = {folder.name for folder in (ROOT / "rules").iterdir() if (folder / "__init__.py").exists()} - {"bots", "loop"}
        assert not {name.split(".")[1] for name in imported(path) if name.startswith("rules.")} & games


@pytest.mark.parametrize("path", modules("net"), ids=name_of)
def test_net_knows_rules_and_no_client(path: Path) -> None:
    assert not tops(path) & {"client", "PySide6", "tests"}
    games = [name for name in imported(path) if name.count(".") >= 1 and name.startswith("rules.")]
    assert {name.split(".")[1] for name in games} <= {"contract", "message", "registry", "trial"}, "net knows no game by name"


@pytest.mark.parametrize("folder", SANS_IO)
def test_the_session_core_does_no_io(folder: str) -> None:
    assert modules(folder), f"{folder} is gone: name its successor here"
    for path in modules(folder):
        assert not tops(path) & OUTSIDE, name_of(path)


def test_only_boards_and_the_table_know_a_game() -> None:
    games = {path.parent.name for path in (ROOT / "rules").glob("*/game.py")} or {"big_boss"}
    for path in modules("client"):
        if "boards" not in path.parts:
            named = {name for name in imported(path) if name.startswith("rules.") and name.split(".")[1] in games}
            assert not named, f"{name_of(path)} knows a game: {named}"


def test_resources_are_data() -> None:
    for path in modules("resources"):
        body = ast.parse(path.read_text("utf-8")).body
        assert path.name == "__init__.py", f"{name_of(path)}: resources hold no programs"
        assert all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body), name_of(path)


def test_no_package_hides_the_library_packaging() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()


@pytest.mark.parametrize("module", ["client.cli", "rules.registry", "net.rulebook", "net.api"])
def test_the_command_line_starts_without_the_window_and_the_network(module: str) -> None:
    code = f"import sys, {module}; print(*[name for name in ('PySide6', 'twisted', 'cryptography') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True, timeout=60)
    assert done.stdout.strip() == ""
