"""The coverage-guided fuzzer over the targets: ``python -m tests.fuzz.run [--inputs N] [--only TARGET] [--seed S]``.

It needs the extra ``fuzz`` (atheris, which is built for Linux and CPython). Each target runs in a process of its own; one line
of JSON for each states the number of inputs, memory after a tenth of them and at the end, and the slowest input. A crash, an
input that takes ten seconds, or memory that grows by more than 64 MiB after the first tenth is a failure; the input is kept.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ["ALARIFE_RULES"] = "interpreted"  # atheris follows the sources alone, and the tests' orchard is no compiled game

SLOWEST = 10
GROWTH = 64 << 20
INPUTS = 1_000_000


def main() -> int:
    """Fuzz all targets and print the results; 0 when nothing failed."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--inputs", type=int, default=INPUTS)
    given.add_argument("--only")
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--keep", type=Path, default=Path("fuzz-failures"))
    given.add_argument("--target", help=argparse.SUPPRESS)
    given.add_argument("--report", type=Path, help=argparse.SUPPRESS)
    given.add_argument("--corpus", type=Path, help=argparse.SUPPRESS)
    chosen = given.parse_args()
    if chosen.target:
        return fuzz(chosen.target, chosen.inputs, chosen.seed, chosen.corpus, chosen.report, chosen.keep)
    from tests.fuzz.targets import targets
    from tests.games import orchard_registered

    with orchard_registered():
        weights = {name: target.weight for name, target in targets().items()}
    failed = 0
    for name, weight in weights.items():
        if chosen.only in (None, name):
            failed += not one(name, chosen.inputs * weight // 100, chosen)
    return 1 if failed else 0


def one(name: str, inputs: int, chosen: argparse.Namespace) -> bool:
    """Fuzz one target in its own process; whether it survived."""
    chosen.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="alarife-corpus-") as folder:
        report = Path(folder, "report")
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        part = ["--target", name, "--inputs", str(inputs), "--seed", str(chosen.seed), "--keep", str(chosen.keep)]
        command = [sys.executable, "-m", "tests.fuzz.run", *part, "--report", str(report), "--corpus", str(corpus)]
        ended = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        told = json.loads(report.read_text()) if report.exists() else {"inputs": 0}
        found = len(list(corpus.iterdir()))
    stood = ended.returncode == 0 and told["inputs"] >= inputs and told["rss"] - told["rss_early"] < GROWTH
    print(json.dumps({"target": name, **told, "corpus": found, "ok": stood}), flush=True)
    if not stood:
        print((ended.stdout + ended.stderr)[-6000:], file=sys.stderr, flush=True)
    return stood


def fuzz(name: str, inputs: int, seed: int, corpus: Path, report: Path, keep: Path) -> int:
    """The process of one target; libFuzzer ends it."""
    import atheris  # type: ignore[import-not-found]

    with atheris.instrument_imports(include=["net", "rules", "client.system.opening"]):
        from tests.fuzz.targets import reshaped, targets
    from rules.registry import register
    from tests.games.orchard import Orchard

    register(Orchard)
    target = targets()[name]
    for number, good in enumerate(target.seeds):
        (corpus / f"seed-{number}").write_bytes(good)
    count = early = 0
    slowest = 0.0
    began = time.monotonic()

    def run(data: bytes) -> None:
        nonlocal count, early, slowest
        count += 1
        before = time.perf_counter()
        target.run(data)
        slowest = max(slowest, time.perf_counter() - before)
        if count == inputs // 10:
            early = resident()
        if count == inputs:
            told = {"inputs": count, "seconds": round(time.monotonic() - began, 1), "slowest_ms": round(slowest * 1e3, 1)}
            report.write_text(json.dumps(told | {"rss_early": early, "rss": resident()}))

    def mutated(data: bytes, limit: int, number: int) -> bytes:
        """Every other time the fuzzer's own mutation, else one that keeps the packed structure."""
        if number % 2:
            changed: bytes = atheris.Mutate(data, limit)
            return changed
        return reshaped(random.Random(number), data)[:limit]

    options = [f"-runs={inputs}", f"-seed={seed}", f"-timeout={SLOWEST}", "-max_len=20000", "-rss_limit_mb=4096"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={keep}/{name}-", str(corpus)], run, custom_mutator=mutated)
    atheris.Fuzz()
    return 0


def resident() -> int:
    """Bytes of memory that this process holds now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


if __name__ == "__main__":
    sys.exit(main())
