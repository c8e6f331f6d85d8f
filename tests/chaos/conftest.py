"""One test for each evening that the option asks for, and a summary of all evenings at the end."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.chance import same_chance, same_chance_in_module  # noqa: F401  - fixtures
from tests.net.session.conftest import (  # leavings and lobbies keep to their tables here, too; shuffles are examined once
    examined_once,  # noqa: F401
    states,  # noqa: F401
    verified_once,  # noqa: F401
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "evening_seed" in metafunc.fixturenames:
        metafunc.parametrize("evening_seed", range(metafunc.config.getoption("--chaos")))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Seconds of the processor, entries by kind, and happenings."""
    told = [
        dict(report.user_properties)["evening"] for report in terminalreporter.getreports("passed") if report.user_properties
    ]
    if not told:
        return
    sums: Counter[str] = Counter()
    for evening in told:
        sums["games"] += 1
        sums["with a cheat"] += evening["cheat"]
        sums["watched"] += evening["watched"]
        sums["frames heard"] += evening["heard"]
        sums["seconds of the processor"] += round(evening["processor"])
        for name, count in evening["log"].items():
            sums[f"entries: {name}"] += count
        for what in evening["happened"]:
            sums[f"happenings: {what.split(' ', 1)[1]}" if "router" not in what else "happenings: a router restarts"] += 1
    terminalreporter.section("evenings")
    for name, count in sums.items():
        terminalreporter.write_line(f"{count:>10,}  {name}")
