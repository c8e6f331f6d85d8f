"""Other programs beside ours: ``alarife bench --peer``, for the engine and for the shuffle."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rules.compiled import form
from tests.cli.conftest import Run

TORRES = ("bench", "engine", "--runs", 3, "--game", "torres")
SHUFFLE = ("bench", "deal", "--runs", 3)

LIBTOOL = """
import sys
from pathlib import Path

words = sys.argv[1:]
assert Path(words[-2]).name == "tmcg.cc" and Path(words[-1]).is_file()
program = Path(words[words.index("-o") + 1])
program.write_text(Path(__file__).with_name("linked").read_text())
program.chmod(0o755)
"""
"""Instead of compiling and linking, it copies the file ``linked`` that lies beside it."""

LINKED = """
import sys

for number, _ in enumerate(sys.stdin):
    print('{"mix": %d, "prove": 100, "verify": %d}' % (int(sys.argv[1]), 10 + number), flush=True)
"""
"""It takes a millisecond for each card to mix, and each time one more to verify."""


@pytest.fixture(autouse=True)
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.bench.engine.SECONDS", 0.01)
    monkeypatch.setattr("client.bench.deal.PEERS", ())


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    logic = tmp_path / "clone" / "packages" / "game-logic"
    logic.mkdir(parents=True)
    (logic / "index.js").write_text("export class Torres {}\n", encoding="utf-8")
    return tmp_path / "clone"


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """A program that stands in for Node.js."""
    node = script(folder / "node", program)
    monkeypatch.setattr("shutil.which", lambda name: str(node))


def script(file: Path, program: str) -> Path:
    file.write_text(f"#!{sys.executable}\n{program}\n", encoding="utf-8")
    file.chmod(0o755)
    return file


@pytest.fixture
def libtmcg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like a clone of LibTMCG that is built, on a computer with a compiler."""
    clone = tmp_path / "libtmcg"
    (clone / "src").mkdir(parents=True)
    for name in ("libTMCG.hh", "libTMCG.la"):
        (clone / "src" / name).touch()
    script(clone / "libtool", LIBTOOL)
    script(clone / "linked", LINKED)
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/c++")
    return clone


named_interpreter = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in begins with the name of its interpreter")


@named_interpreter
def test_another_engine_is_compared_with_ours(
    alarife: Run, clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, monkeypatch, 'print(\'{"moves": 1000.0, "games": 10.0}\')')
    records = alarife(*TORRES, "--peer", clone).records
    runs = {(record["bench"], record["what"], record["unit"]): record["runs"] for record in records}
    for bench, unit, theirs in (("steps", "steps/s", 1000.0), ("playouts", "playouts/s", 10.0)):
        for seats in (2, 4):
            assert runs[bench, f"TobiHol/torres, {seats} players", unit] == [theirs] * 3
            ours = runs[bench, f"torres, {seats} players, {form()}", unit]
            ratios = runs[bench, f"ours over theirs, {seats} players", "x"]
            assert ratios == pytest.approx([run / theirs for run in ours], abs=0.001)


def test_only_people_are_told_how_to_get_the_other_programs(alarife: Run) -> None:
    for bench, name in ((TORRES, "torres"), (SHUFFLE, "libtmcg")):
        assert f"--peer {name}." in alarife(*bench, "--text").out.splitlines()[0]
        assert all("bench" in record for record in alarife(*bench).records)


@named_interpreter
def test_an_engine_that_fails_is_quoted(alarife: Run, clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(tmp_path, monkeypatch, "raise SystemExit('Error [ERR_MODULE_NOT_FOUND]: tinyqueue')")
    said = alarife(*TORRES, "--peer", clone)
    assert said.status == 1
    assert "ERR_MODULE_NOT_FOUND" in said.err
    assert "npm install" in said.err


def test_a_folder_without_the_engine_and_a_computer_without_node_are_refused(
    alarife: Run, clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: "/usr/bin/node")
    said = alarife(*TORRES, "--peer", tmp_path)
    assert said.status == 1
    assert "packages/game-logic/index.js" in said.err
    assert "src/libTMCG.hh" in said.err
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert "nodejs" in alarife(*TORRES, "--peer", clone).err


@named_interpreter
def test_another_shuffle_is_compared_with_ours(alarife: Run, clone: Path, libtmcg: Path) -> None:
    records = alarife(*SHUFFLE, "--peer", clone, "--peer", libtmcg).records
    runs = {record["what"]: record["runs"] for record in records}
    proven, verified = [172.0] * 3, [10.0, 11.0, 12.0]
    assert runs["LibTMCG, mix and prove, processor"] == proven
    assert runs["LibTMCG, read and verify, processor"] == verified
    waited, whole = runs["mix and prove, processor"], runs["with what is made ahead, processor"]
    assert all(one < other for one, other in zip(waited, whole, strict=True))
    for what, theirs, ours in (
        ("while all wait", proven, waited),
        ("all of it", proven, whole),
        ("read and verify", verified, runs["read and verify, processor"]),
    ):
        ratios = [one / other for one, other in zip(theirs, ours, strict=True)]
        assert runs[f"LibTMCG over ours, {what}"] == pytest.approx(ratios, rel=0.01)


@named_interpreter
def test_only_what_a_benchmark_needs_is_compiled(alarife: Run, libtmcg: Path) -> None:
    (libtmcg / "libtool").unlink()
    assert alarife(*TORRES, "--peer", libtmcg).status == 0
    assert alarife(*SHUFFLE, "--peer", libtmcg).status == 1


def test_a_computer_without_a_compiler_and_a_clone_that_is_not_built_are_refused(
    alarife: Run, libtmcg: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (libtmcg / "src" / "libTMCG.la").unlink()
    said = alarife(*SHUFFLE, "--peer", libtmcg)
    assert said.status == 1
    assert "make -C src libTMCG.la" in said.err
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert "g++" in alarife(*SHUFFLE, "--peer", libtmcg).err


@named_interpreter
@pytest.mark.parametrize(
    ("part", "program", "said"),
    [
        ("libtool", "raise SystemExit('tmcg.cc:18: fatal error: gmp.h: no such file\\nIt ended.')", "gmp.h"),
        ("linked", "raise SystemExit('the group is not valid')", "the group is not valid"),
        ("linked", "print('Welcome')", "Welcome"),
        ("linked", "print('[1, 2, 3]')", "[1, 2, 3]"),
    ],
)
def test_a_shuffle_that_fails_is_quoted(alarife: Run, libtmcg: Path, part: str, program: str, said: str) -> None:
    script(libtmcg / part, program)
    ended = alarife(*SHUFFLE, "--peer", libtmcg)
    assert ended.status == 1
    assert said in ended.err
    assert str(libtmcg) in ended.err
    assert ended.err.count("\n") == 1
