"""miniupnpd at work in its own network: run as `unshare --net python -m tests.net.real_router`, prints the result.

This process is the router, with one network inside and one outside. A second process, in a network namespace of its own, is the
computer behind it; it asks for ports with the same code as Alarife. In between, this reads the rules of nftables.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUTER, COMPUTER, OUTSIDE = "192.168.7.1", "192.168.7.2", "8.8.4.4"
PORTS = {"PCP": 4711, "NAT-PMP": 4712, "UPnP": 4713, "any": 4714}
CHAINS = """
table inet filter {
  chain forward { type filter hook forward priority 0; policy drop; jump miniupnpd; }
  chain miniupnpd { }
  chain prerouting { type nat hook prerouting priority -100; policy accept; jump prerouting_miniupnpd; }
  chain postrouting { type nat hook postrouting priority 100; policy accept; jump postrouting_miniupnpd; }
  chain prerouting_miniupnpd { }
  chain postrouting_miniupnpd { }
}
"""
SETTINGS = f"""ext_ifname=wan
listening_ip=lan
ext_ip={OUTSIDE}
enable_upnp=yes
enable_natpmp=yes
secure_mode=yes
http_port=5000
uuid=11111111-2222-3333-4444-555555555555
allow 1024-65535 192.168.7.0/24 1024-65535
deny 0-65535 0.0.0.0/0 0-65535
"""


def run(*words, given=None):
    return subprocess.run(words, input=given, check=True, capture_output=True, text=True).stdout


def ip(text):
    run("ip", *text.split())


def router():
    ip("link set lo up")
    computer = subprocess.Popen(
        ["unshare", "--net", sys.executable, "-m", "tests.net.real_router", "computer"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    )  # fmt: skip
    daemon = None
    try:
        computer.stdout.readline()  # it is in a namespace of its own now
        ip("link add wan type veth peer name provider")
        ip("link add lan type veth peer name eth0")
        ip(f"link set eth0 netns {computer.pid}")
        ip(f"addr add {OUTSIDE}/24 dev wan")
        ip(f"addr add {ROUTER}/24 dev lan")
        for one in ("wan", "provider", "lan"):
            ip(f"link set {one} up")
        run("nft", "-f", "-", given=CHAINS)
        with tempfile.TemporaryDirectory() as folder:
            settings = Path(folder) / "settings"
            settings.write_text(SETTINGS)
            daemon = subprocess.Popen(
                ["miniupnpd", "-d", "-f", str(settings), "-P", str(Path(folder) / "pid")], stderr=subprocess.PIPE, text=True
            )
            for line in daemon.stderr:
                if "NAT-PMP/PCP traffic" in line:
                    break
            else:
                raise SystemExit("miniupnpd does not start")
            time.sleep(0.1)
            told = {}
            for name in PORTS:
                computer.stdin.write(f"open {name}\n")
                told[name] = json.loads(computer.stdout.readline())
                told[name]["rules"] = str(PORTS[name]) in run("nft", "list", "ruleset")
                computer.stdin.write(f"close {name}\n")
                computer.stdout.readline()
                told[name]["left"] = str(PORTS[name]) in run("nft", "list", "ruleset")
            print(json.dumps(told))
    finally:
        computer.stdin.close()
        computer.wait(60)
        if daemon is not None:
            daemon.terminate()
            daemon.wait()


def computer():
    from net.routers.mapper import Mapper
    from net.routers.opened import OpenedPort, all_ways
    from net.routers.upnp import UPnP
    from tests.net.rim import in_reactor, until

    class Only(Mapper):
        """Speaks one language, whatever the router knows."""

        def __init__(self, version):
            super().__init__()
            self.version = version

        async def find(self):
            await super().find()
            assert self._spoken == {0, 2}, self._spoken
            self._spoken = {self.version}

    print("here", flush=True)
    opened = {}
    for line in sys.stdin:
        word, name = line.split()
        if name == "PCP" and word == "open":
            ip("link set lo up")
            ip(f"addr add {COMPUTER}/24 dev eth0")
            ip("link set eth0 up")
            ip(f"route add default via {ROUTER}")
        if word == "open":
            ways = {"PCP": [Only(2)], "NAT-PMP": [Only(0)], "UPnP": [UPnP()], "any": all_ways()}
            told = []
            opened[name] = in_reactor(OpenedPort, PORTS[name], ways[name], told.append, ("TCP", "UDP"))
            until(lambda told=told: told, name)
            print(json.dumps({"told": str(told[0]), "way": opened[name].way}), flush=True)
        else:
            in_reactor(opened[name].close)
            print("closed", flush=True)


if __name__ == "__main__":
    computer() if sys.argv[1:] == ["computer"] else router()
