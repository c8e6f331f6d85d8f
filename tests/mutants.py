"""Whether the tests notice a fault: ``python -m tests.mutants [--sample N | --whole] [--seed S] [--minutes M] [FOLDER...]``.

After a change of the tests, ``--earlier FILE`` shows soon whether they still notice what they did: it names the results of an
earlier run (``build/mutants/found.jsonl`` of that clone), and the test that noticed a mutant then is asked before all others.

Every mutant is the program with one small fault: a reversed comparison, a number off by one, a negated condition, a call
left out. A sample of them, the same for the same seed, is put in one at a time, in copies of the clone; the tests of the room
where the fault lies have to fail. Those that do not are named, and the last line is the score.

The tests that reach the faulty function run first, the quickest before all others (:mod:`tests.reached`); only if none
of them notices, all tests of the room run. ``build/mutants`` keeps the results, so an interrupted run resumes where it
was: a mutant that was noticed is not tried again as long as its file is the same, and a survivor always is. The last line
also says between which parts of all mutants the true score lies (Wilson's interval, 95 %).
"""

from __future__ import annotations

import argparse
import ast
import copy
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import cache
from math import sqrt
from pathlib import Path
from queue import Empty, Queue
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FOLDERS = ("rules", "net/deal")
COPIED = ("rules", "net", "client", "resources", "packaging", "docs", "tests", "pyproject.toml", "README.md")
LONGEST = 3600
"""Seconds that the tests of one mutant may take by the clock, on a busy machine."""

PATIENCE = 3
"""With a fault, tests may take so many times the processor's time that they take without one: some faults make loops endless.

The tests' own limits would not do: some grant hours for a soak, and a busy machine would reach the others without a fault.
"""

MEMORY = 6 << 30
"""Bytes of address space for the tests of one mutant: some faults make lists endless."""

TOO_LONG = -24
"""SIGXCPU, with which the system ends a program that has used up its processor time; also used for a timeout by the clock."""

LIMITED = """
import os, sys, pytest
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[1]), int(sys.argv[1]) + 30))
    resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]), int(sys.argv[2])))
except ImportError:  # on Windows only the clock limits
    pass
status = pytest.main(sys.argv[3:])
print("seconds", sum(os.times()[:4]), file=sys.stderr)
sys.exit(status)
"""
"""A program that runs pytest within limits, and reports its processor time."""

FIRST_ASKED = 20.0
"""Processor seconds, without a fault, of the tests that run first."""

KEPT = ROOT / "build" / "mutants"
"""The results, and the maps of what the tests reach."""

FAILED = 1
"""The status of pytest after a test that failed."""

LONGEST_EARLIER = 300
"""Processor seconds for the one test that noticed a fault in an earlier run."""

MEASURING = threading.Lock()

TURNED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
"""The replacements of an operator."""


class Mutant(NamedTuple):
    """A file of the clone with one fault."""

    file: str
    line: int
    fault: str
    text: str
    function: int = 0
    """The first line of the function with the fault, 0 outside of functions."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.fault}"


def faults(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The replacements of a node, each with its name."""
    changed = copy.deepcopy(node)
    if isinstance(changed, ast.Compare):
        for place, operator in enumerate(changed.ops):
            if type(operator) in TURNED:
                other = copy.deepcopy(changed)
                other.ops[place] = TURNED[type(operator)]()  # type: ignore[call-overload]
                yield named(node, other)
    elif isinstance(changed, ast.BoolOp | ast.BinOp | ast.AugAssign):
        if type(changed.op) in TURNED:
            changed.op = TURNED[type(changed.op)]()  # type: ignore[assignment]
            yield named(node, changed)
    elif isinstance(changed, ast.Constant) and type(changed.value) is int:
        yield named(node, ast.Constant(changed.value + 1))
    elif isinstance(changed, ast.Constant) and isinstance(changed.value, bool):
        yield named(node, ast.Constant(not changed.value))
    elif isinstance(changed, ast.If | ast.IfExp | ast.While):
        changed.test = ast.UnaryOp(ast.Not(), changed.test)
        yield f"not ({ast.unparse(node.test)})", changed  # type: ignore[attr-defined]
    elif isinstance(changed, ast.Expr) and isinstance(changed.value, ast.Call):
        yield f"{ast.unparse(node)} left out", ast.Pass()
    elif isinstance(changed, ast.Return) and changed.value is not None and not isinstance(changed.value, ast.Constant):
        yield f"{ast.unparse(node)} returns None", ast.Return(ast.Constant(None))


def named(before: ast.AST, after: ast.AST) -> tuple[str, ast.AST]:
    return f"{ast.unparse(before)} -> {ast.unparse(after)}", after


class Sites(ast.NodeVisitor):
    """Finds all nodes that a fault can replace: no docstrings, annotations, imports or ``assert``."""

    def __init__(self) -> None:
        self.found: list[ast.AST] = []

    def generic_visit(self, node: ast.AST) -> None:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "bases", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not isinstance(child, ast.Import | ast.ImportFrom | ast.Assert | ast.Raise):
                    if any(True for _ in faults(child)):
                        self.found.append(child)
                    self.visit(child)


class Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else super().generic_visit(node)


def faulty(path: Path) -> list[tuple[ast.AST, ast.AST, str]]:
    """Each possible fault of a file: the node, its replacement, its name. All share one tree."""
    finder = Sites()
    finder.visit(ast.parse(path.read_text("utf-8")))
    return [(node, new, fault) for node in finder.found for fault, new in faults(node)]


def mutant(path: Path, number: int) -> Mutant:
    """One of the mutants of a file, counted as :func:`faulty` counts."""
    tree = ast.parse(path.read_text("utf-8"))
    finder = Sites()
    finder.visit(tree)
    node, new, fault = [(node, new, fault) for node in finder.found for fault, new in faults(node)][number]
    line = getattr(node, "lineno", 0)
    function = enclosing(tree, line)
    Put(node, new).visit(tree)
    file = path.relative_to(ROOT).as_posix()
    return Mutant(file, line, fault, ast.unparse(ast.fix_missing_locations(tree)), function)


def key(path: Path, number: int) -> str:
    """The key under which the verdict on a mutant is kept: its file, its number there, and a digest of the file."""
    return f"{path.relative_to(ROOT).as_posix()} {number} {_mark(path)}"


@cache
def _mark(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def enclosing(tree: ast.AST, line: int) -> int:
    """The first line of the innermost function around a line, its decorators included; 0 if there is none."""
    first = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            first = max(first, min([node.lineno, *(one.lineno for one in node.decorator_list)]))
    return first


def sample(folders: list[str], size: int | None, seed: int) -> list[tuple[Path, int]]:
    """A sample of mutants of each folder, by file and number, the same for the same seed and program; None for all of them."""
    chance = random.Random(seed)
    found: list[tuple[Path, int]] = []
    for folder in folders:
        paths = sorted(path for path in (ROOT / folder).rglob("*.py"))
        every = [(path, number) for path in paths for number in range(len(faulty(path)))]
        found += chance.sample(every, len(every) if size is None else min(size, len(every)))
    return found


def room(file: str) -> list[list[str]]:
    """The tests that have to notice a fault in a file, as arguments for pytest; those that notice most at once come first."""
    if file.startswith("net/"):
        return [["tests/net/deal"], ["tests/vectors"], ["--soak", "4", "tests/net/session"], ["--quick", "tests/witness"]]
    name = file.split("/")[1]
    if name == "loop":
        only = ["-k", "alcazar or big-boss"]
        return [["tests/rules/alcazar", "tests/rules/big_boss"], [*only, "tests/golden"], [*only, "tests/contract"]]
    if (ROOT / "tests" / "rules" / name).is_dir():
        only = ["-k", name.replace("_", "-")]
        return [[f"tests/rules/{name}"], [*only, "tests/golden"], [*only, "tests/contract"]]
    return [["tests/rules"], ["tests/golden"], ["tests/contract"]]


def mapped(file: str) -> list[str]:
    """The tests whose reach is noted for the faults of a file, as arguments for pytest."""
    if file.startswith("net/"):
        return ["--quick", "tests/net/deal", "tests/vectors"]
    name = file.split("/")[1]
    games = ["alcazar", "big_boss"] if name == "loop" else [name]
    if not all((ROOT / "tests" / "rules" / game).is_dir() for game in games):
        return ["--quick", "tests/rules", "tests/golden", "tests/contract"]
    return ["--quick", *(f"tests/rules/{game}" for game in games)]


@cache
def reach(tests: tuple[str, ...]) -> dict[str, list[tuple[float, str]]]:
    """By function the tests that reach it and their seconds, the quickest first. Measured once, then read from the map."""
    file = KEPT / f"reached-{hashlib.sha256(' '.join(tests).encode()).hexdigest()[:12]}.json"
    if not file.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        status, said, seconds = run(["-p", "tests.reached", "--reached", str(file), *tests], ROOT, LONGEST)
        if status != 0:
            file.unlink(missing_ok=True)
            raise RuntimeError(f"without a fault, {' '.join(tests)} ends with status {status}\n{said[-2000:]}")
        print(f"{seconds:5.0f} s of the processor to see what {' '.join(tests)} reaches", flush=True)
    said = json.loads(file.read_text("utf-8"))
    found: dict[str, list[tuple[float, str]]] = {name: [] for name in said["functions"]}
    for test, (seconds, numbers) in said["tests"].items():
        for number in numbers:
            found[said["functions"][number]].append((seconds, test))
    return {function: sorted(those) for function, those in found.items()}


def asked_first(one: Mutant) -> tuple[list[str], float]:
    """The quickest tests that reach the function with the fault, and the seconds that they take without one."""
    with MEASURING:
        reached = reach(tuple(mapped(one.file)))
    tests: list[str] = []
    total = 0.0
    for seconds, test in reached.get(f"{one.file}:{one.function}", []):
        total += seconds
        if total > FIRST_ASKED and tests:
            break
        tests.append(test)
    return tests, total


def noticed(one: Mutant, clone: Path, reaching: bool, earlier: str = "") -> str:
    """The first test that fails with the fault in its place; nothing if all pass.

    With ``reaching`` no tests but the quickest that reach the function are asked. ``earlier`` is asked before all others: the
    test that noticed this fault in another run.
    """
    path = clone / one.file
    before = path.read_text("utf-8")
    path.write_text(one.text, "utf-8")
    try:
        if "::" in earlier:
            status, said, _ = run([earlier], clone, LONGEST_EARLIER)
            if status in (FAILED, TOO_LONG):  # anything else also comes of a test that is no longer there
                return failed(status, said)
        tests, seconds = asked_first(one)
        if tests:
            (clone / "asked.txt").write_text("\n".join(tests), "utf-8")
            status, said, _ = run([f"@{clone / 'asked.txt'}"], clone, 30 + PATIENCE * seconds)
            if by := failed(status, said):
                return by
            if reaching:
                return ""
        return next(filter(None, (failing(tests, clone) for tests in room(one.file))), "")
    finally:
        path.write_text(before, "utf-8")


def failing(tests: list[str], clone: Path) -> str:
    """The first of these tests that fails, or what else ends them; nothing if all pass."""
    status, said, _ = run(tests, clone, allowance(tuple(tests)))
    return failed(status, said)


def failed(status: int, said: str) -> str:
    """The first test that has failed in a run of pytest, or what else has ended it; nothing if all passed."""
    if status == 0:
        return ""
    named = [line.split()[1] for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    if named:
        return named[0]
    return "the limit of time" if status == TOO_LONG else f"pytest, with status {status}"


def allowance(tests: tuple[str, ...]) -> float:
    """Processor seconds for these tests with a fault, measured once. Raises RuntimeError if they fail without one."""
    with MEASURING:
        return 30 + PATIENCE * measured(tests)


@cache
def measured(tests: tuple[str, ...]) -> float:
    file = KEPT / "seconds.json"
    kept: dict[str, float] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    if (name := " ".join(tests)) in kept:
        return kept[name]
    status, said, seconds = run(list(tests), ROOT, LONGEST)
    if status != 0:
        raise RuntimeError(f"without a fault, {' '.join(tests)} ends with status {status}\n{said[-2000:]}")
    print(f"{seconds:5.0f} s of the processor for {name} without a fault", flush=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(kept | {name: seconds}), "utf-8")
    return seconds


def run(tests: list[str], folder: Path, seconds: float) -> tuple[int, str, float]:
    """The exit status of pytest there, its output, and its processor seconds."""
    limited = [sys.executable, "-c", LIMITED, str(int(seconds)), str(MEMORY), "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        ended = subprocess.run(limited, cwd=folder, capture_output=True, text=True, timeout=LONGEST, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return TOO_LONG, "", seconds
    took = ended.stderr.rpartition("seconds ")[2].strip()
    return ended.returncode, ended.stdout, float(took) if took else 0.0


def copied(folder: str) -> Path:
    clone = Path(folder)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / name, clone / name)
    return clone


class Found:
    """The results of this run and earlier ones: by the key of a mutant, the test that noticed it, or nothing."""

    def __init__(self, file: Path = KEPT / "found.jsonl") -> None:
        self._file = file
        self._writing = threading.Lock()
        self.by: dict[str, str] = {}
        if self._file.exists():
            for line in self._file.read_text("utf-8").splitlines():
                key, by = json.loads(line)
                self.by[key] = by

    def keep(self, key: str, by: str) -> None:
        with self._writing:
            self.by[key] = by
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, by]) + "\n")


def interval(noticed: int, tried: int) -> tuple[float, float]:
    """Between which scores, as parts of 1, the true one lies if so many mutants of a random sample were noticed.

    This is Wilson's interval for 95 %.
    """
    if not tried:
        return 0.0, 1.0
    z, part = 1.96, noticed / tried
    middle = part + z * z / (2 * tried)
    spread = z * sqrt(part * (1 - part) / tried + z * z / (4 * tried * tried))
    return tuple((middle + sign * spread) / (1 + z * z / tried) for sign in (-1, 1))  # type: ignore[return-value]


def work(
    waiting: Queue[tuple[Path, int]], found: Found, earlier: dict[str, str], untried: list[str], until: float, reaching: bool
) -> None:
    with tempfile.TemporaryDirectory(prefix="alarife-mutants-") as folder:
        clone = copied(folder)
        while time.monotonic() < until:
            try:
                place = waiting.get_nowait()
            except Empty:
                return
            one = mutant(*place)
            began = time.monotonic()
            try:
                by = noticed(one, clone, reaching, earlier.get(key(*place), ""))
            except RuntimeError as error:
                untried.append(f"{one}: {error}")
                return
            print(
                f"{time.monotonic() - began:5.0f} s  {one}\n         {f'noticed by {by}' if by else 'NOT NOTICED'}", flush=True
            )
            found.keep(key(*place), by)


def main() -> int:
    """Run the tests on every mutant of the sample and print the score."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--sample", type=int, default=60, metavar="N", help="mutants of each folder (default 60)")
    given.add_argument("--whole", action="store_true", help="every mutant of each folder")
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--minutes", type=float, default=float("inf"), metavar="M", help="begin no other mutant after so long")
    given.add_argument("--reaching", action="store_true", help="ask only the quickest tests that reach the faulty function")
    given.add_argument("--earlier", type=Path, metavar="FILE", help="results of an earlier run: its tests are asked first")
    given.add_argument("--at-once", type=int, default=os.cpu_count() or 1)
    given.add_argument("folders", nargs="*", default=list(FOLDERS))
    chosen = given.parse_args()
    every = sample(chosen.folders, None if chosen.whole else chosen.sample, chosen.seed)
    found = Found()
    waiting: Queue[tuple[Path, int]] = Queue()
    for place in every:
        if not found.by.get(key(*place)):
            waiting.put(place)
    untried: list[str] = []
    until = time.monotonic() + 60 * chosen.minutes
    earlier = Found(chosen.earlier).by if chosen.earlier else {}
    given_to = (waiting, found, earlier, untried, until, chosen.reaching)
    threads = [threading.Thread(target=work, args=given_to) for _ in range(chosen.at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if untried:
        print(*untried, sep="\n")
        return 1
    tried = [place for place in every if key(*place) in found.by]
    survivors = [mutant(*place) for place in tried if not found.by[key(*place)]]
    left = f", {len(every) - len(tried)} not tried yet" if len(tried) < len(every) else ""
    count = len(tried) - len(survivors)
    low, high = interval(count, len(tried))
    print(f"{count} of {len(tried)} mutants noticed (seed {chosen.seed}{left}): between {low:.1%} and {high:.1%} of all")
    for one in survivors:
        print(f"survivor {one}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
