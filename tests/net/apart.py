"""Programs in their own network, where this computer allows it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def in_own_network(module, *tools, arguments=()):
    """Run a module of the tests in a new network namespace and return what it prints; skips where the system has none."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    missing = [one for one in (*tools, "nft", "ip", "unshare") if shutil.which(one, path=path) is None]
    if missing:
        pytest.skip(f"not installed here: {', '.join(missing)}")
    apart = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--net"]
    environment = {**os.environ, "PATH": path}
    attempt = "ip link add lan type veth peer name eth0 && nft add table inet try"
    able = subprocess.run([*apart, "sh", "-c", attempt], env=environment, capture_output=True, text=True, check=False)
    if able.returncode:
        pytest.skip(f"no network of its own can be made here: {able.stderr.strip()[:200]}")
    ran = subprocess.run(
        [*apart, sys.executable, "-m", module, *arguments],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
