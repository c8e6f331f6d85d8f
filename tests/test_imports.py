"""Imports point one way, client -> net -> rules, and the inner parts do not know the world outside."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.trees import parsed, uncollected

ROOT = Path(__file__).parent.parent

RULES_MAY = {
    "__future__", "abc", "array", "bisect", "collections", "dataclasses", "enum", "functools", "hashlib", "heapq", "itertools",
    "json", "math", "msgspec", "operator", "re", "types", "typing",
}  # fmt: skip
"""What a pure game may use: parts of the standard library, and msgspec, which writes the JSON that digests are made of. Nothing
of this sees a screen, a network, a file, a clock or chance."""

SANS_IO = ("net/session", "net/deal")
OUTSIDE = {
    "OpenSSL", "asyncio", "fcntl", "glob", "http", "ifaddr", "io", "miniupnpc", "mmap", "msvcrt", "os", "pathlib",
    "platformdirs", "queue", "select", "selectors", "shutil", "signal", "socket", "ssl", "stat", "subprocess", "tempfile",
    "threading", "time", "twisted", "urllib", "zeroconf",
}  # fmt: skip
"""Libraries that touch files, sockets, threads or the clock. Names of files (``PurePath``) do not, and what the program itself
is made of (modules, resources) comes through ``importlib``.
"""


def modules(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py"))


class Said(NamedTuple):
    """What a file imports, and the plain names that it calls."""

    imports: list[ast.Import | ast.ImportFrom]
    called: frozenset[str]


@cache
def said(path: Path) -> Said:
    """What a file says, parsed once for all tests. The tree itself is not kept."""
    with uncollected():
        nodes = list(ast.walk(parsed(path)))
        return Said(
            [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)],
            frozenset(node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)),
        )


@cache
def imported(path: Path) -> tuple[str, ...]:
    """The full names that a file imports."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in said(path).imports:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
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
    if path.name == "compiled.py":
        may = may | {"importlib", "os", "pathlib", "sys"}  # it looks for the compiled modules
    if path.name == "reading.py":
        may = may | {"marshal"}  # it writes content down, to compare it
    if path.name == "native.py":
        may = may | {"mypy_extensions"}  # for the type checker alone
    if "bots" in path.parts:
        may = may | {"random"}
    assert tops(path) <= may
    assert not said(path).called & {"open", "print", "input", "eval", "exec", "id", "hash", "__import__"}


@pytest.mark.parametrize("path", modules("rules"), ids=name_of)
def test_the_shared_part_of_rules_knows_no_game(path: Path) -> None:
    if path.parent.name == "rules":
        games = {folder.name for folder in (ROOT / "rules").iterdir() if (folder / "__init__.py").exists()} - {
            "bots",
            "loop",
            "search",
        }
        assert not {name.split(".")[1] for name in imported(path) if name.startswith("rules.")} & games


@pytest.mark.parametrize("path", modules("net"), ids=name_of)
def test_net_knows_rules_and_no_client(path: Path) -> None:
    assert not tops(path) & {"client", "PySide6", "tests"}
    games = [name for name in imported(path) if name.count(".") >= 1 and name.startswith("rules.")]
    assert {name.split(".")[1] for name in games} <= {
        "boards", "contract", "flaws", "message", "native", "registry", "trial"
    }, "net knows no game by name"  # fmt: skip


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


OURS = {module_of(path): path for folder in ("client", "net", "rules", "resources") for path in modules(folder)}


@cache
def run_by(module: str) -> frozenset[str]:
    """The modules of ours that run when a module is imported, without that module."""
    found: set[str] = set()
    for node in said(OURS[module]).imports:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            found |= {".".join(parts[:length]) for length in range(1, len(parts) + 1)} & OURS.keys()
    return frozenset(found - {module})


def ways_outside(modules: list[str]) -> list[str]:
    """The ways by which modules reach something outside through their imports, each as ``a > b > library``."""
    way = {module: module for module in modules}
    waiting = list(modules)
    found = []
    while waiting:
        module = waiting.pop(0)
        if module == "rules.compiled":  # like the interpreter, it finds modules of the program before any of them runs
            continue
        found_in = said(OURS[module])
        paths = {
            alias.name for node in found_in.imports if isinstance(node, ast.ImportFrom) and node.module == "pathlib"
            for alias in node.names
        }  # fmt: skip
        libraries = {name.partition(".")[0] for name in imported(OURS[module])} & OUTSIDE
        if paths == {"PurePath"}:
            libraries -= {"pathlib"}
        opens = found_in.called & {"open"}
        found += [f"{way[module]} > {name}" for name in sorted(libraries | opens)]
        for other in sorted(run_by(module) - way.keys()):
            way[other] = f"{way[module]} > {other}"
            waiting.append(other)
    return found


@pytest.mark.parametrize("folder", SANS_IO)
def test_the_session_reaches_no_file_and_no_socket(folder: str) -> None:
    assert modules(folder), f"{folder} is gone: name its successor here"
    assert ways_outside([module_of(path) for path in modules(folder)]) == []


def test_an_indirect_import_of_the_outside_is_found() -> None:
    assert "net.verify > net.gamefile > os" in ways_outside(["net.verify"])
    assert "net.verify > net.gamefile > net.disk > threading" in ways_outside(["net.verify"])


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
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True, timeout=240)
    assert done.stdout.strip() == ""
