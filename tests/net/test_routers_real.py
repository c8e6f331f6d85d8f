"""Asking a real router: miniupnpd, in a network namespace, for all three protocols."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("miniupnpd", "nft", "ip", "unshare")


@pytest.fixture(scope="module")
def told():
    """By protocol: what the host was told, and whether the router's rules had the port then and afterwards."""
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    missing = [one for one in NEEDED if shutil.which(one, path=path) is None]
    if missing:
        pytest.skip(f"not installed here: {', '.join(missing)}")
    apart = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--net"]
    environment = {**os.environ, "PATH": path}
    veth = "ip link add lan type veth peer name eth0 && nft add table inet try"
    able = subprocess.run([*apart, "sh", "-c", veth], env=environment, capture_output=True, text=True, check=False)
    if able.returncode:
        pytest.skip(f"no network of its own can be made here: {able.stderr.strip()[:200]}")
    ran = subprocess.run(
        [*apart, sys.executable, "-m", "tests.net.real_router"],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.mark.parametrize(("protocol", "port"), [("PCP", 4711), ("NAT-PMP", 4712), ("UPnP", 4713), ("any", 4714)])
def test_miniupnpd_opens_the_port_and_closes_it_again(told, protocol, port):
    way = "PCP" if protocol == "any" else protocol
    assert told[protocol] == {"told": f"8.8.4.4:{port}", "way": way, "rules": True, "left": False}
