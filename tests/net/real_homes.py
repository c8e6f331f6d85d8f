"""Two homes behind real routers: run as `unshare --net python -m tests.net.real_homes [no-udp] [ipv6|open]`.

This process is the internet, with a STUN server. Each home is a router that translates addresses by the rules of nftables and
a computer behind it, in network namespaces of their own. On the computers `alarife peer` hosts and joins. No port is open, so
the guest prints an answer code, and the two play a whole game. With `no-udp` the routers let no UDP pass. With `ipv6` they give
every call over IPv4 another port, and have IPv6 behind a firewall that lets in only answers. With `open` the router of the
host gives every call another port, and that of the guest lets everybody in. It prints the result.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from net.addresses import Address
from net.udp import stun

SERVER = "198.18.0.1"
TRANSLATE = """
table inet nat {
  chain postrouting { type nat hook postrouting priority 100; oifname "wan" masquerade; }
  chain input { type filter hook input priority 0; policy accept; iifname "wan" ct state new drop; }
  chain forward { type filter hook forward priority 0; policy drop; iifname "lan" accept; ct state established,related accept; }
}
"""


NO_UDP = """
table inet blocked {
  chain forward { type filter hook forward priority -10; policy accept; meta l4proto udp drop; }
}
"""


CHANGING = """
table inet nat {
  chain postrouting { type nat hook postrouting priority 100; oifname "wan" masquerade random; }
  chain input { type filter hook input priority 0; policy accept; iifname "wan" ct state new drop; }
  chain forward { type filter hook forward priority 0; policy drop; iifname "lan" accept; ct state established,related accept; }
}
"""


OPEN = """
table inet nat {
  chain prerouting { type nat hook prerouting priority -100; iifname "wan" dnat ip to 192.168.0.3; }
  chain postrouting { type nat hook postrouting priority 100; oifname "wan" masquerade; }
}
"""


FIREWALL = """
table inet nat {
  chain postrouting { type nat hook postrouting priority 100; oifname "wan" meta nfproto ipv4 masquerade random; }
  chain forward { type filter hook forward priority 0; policy drop; iifname "lan" accept; ct state established,related accept; }
}
"""


def run(*words, given=None):
    return subprocess.run(words, input=given, check=True, capture_output=True, text=True).stdout


def ip(text):
    run("ip", *text.split())


class Place:
    """A network namespace, held by a process in it."""

    def __init__(self):
        self.process = subprocess.Popen(["unshare", "--net", "sh", "-c", "echo; exec sleep 600"], stdout=subprocess.PIPE)
        self.process.stdout.readline()

    def inside(self, *words, given=None):
        return run("nsenter", "-t", str(self.process.pid), "--net", *words, given=given)

    def begin(self, *words):
        return subprocess.Popen(
            ["nsenter", "-t", str(self.process.pid), "--net", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def home(number, udp, ipv6, rules):
    """A router and the computer behind it; in the internet they are at 198.18.0.1NUMBER."""
    router, computer = Place(), Place()
    ip(f"link add net{number} type veth peer name wan netns {router.process.pid}")
    ip(f"link set net{number} master internet up")
    router.inside("ip", "link", "add", "lan", "type", "veth", "peer", "name", "eth0", "netns", str(computer.process.pid))
    for device, address in (("lo", ""), ("wan", f"198.18.0.1{number}/24"), ("lan", "192.168.0.1/24")):
        if address:
            router.inside("ip", "addr", "add", address, "dev", device)
        router.inside("ip", "link", "set", device, "up")
    for device, address in (("lo", ""), ("eth0", f"192.168.0.{number}/24")):
        if address:
            computer.inside("ip", "addr", "add", address, "dev", device)
        computer.inside("ip", "link", "set", device, "up")
    computer.inside("ip", "route", "add", "default", "via", "192.168.0.1")
    router.inside("sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward")
    if ipv6:
        for device, address in ((router, f"2a00:db8::1{number}/64 dev wan"), (router, f"2a00:db8:{number}::1/64 dev lan")):
            device.inside("ip", "addr", "add", *address.split(), "nodad")
        computer.inside("ip", "addr", "add", f"2a00:db8:{number}::2/64", "dev", "eth0", "nodad")
        computer.inside("ip", "route", "add", "default", "via", f"2a00:db8:{number}::1")
        router.inside("ip", "route", "add", f"2a00:db8:{5 - number}::/64", "via", f"2a00:db8::1{5 - number}")
        router.inside("sh", "-c", "echo 1 > /proc/sys/net/ipv6/conf/all/forwarding")
    router.inside("nft", "-f", "-", given=rules + ("" if udp else NO_UDP))
    return router, computer


def serve(server):
    while True:
        data, whence = server.recvfrom(2000)
        if not data:
            return
        asked = stun.decode(data)
        if asked is not None:
            server.sendto(stun.answer(asked.transaction, Address(*whence), b"any"), whence)


def take_calls(server):
    """The same over TCP; connections stay open, so that the routers keep their mappings."""
    kept = []
    while True:
        caller, whence = server.accept()
        kept.append(caller)
        asked = stun.decode(caller.recv(2000))
        if asked is not None:
            caller.sendall(stun.answer(asked.transaction, Address(*whence), b"any"))


def record(peer, key):
    """The next record that has this key."""
    for line in peer.stdout:
        found = json.loads(line)
        if key in found:
            return found
    raise SystemExit(f"no {key}")


def main(udp, ipv6, opened):
    ip("link set lo up")
    ip("link add internet type bridge")
    ip(f"addr add {SERVER}/24 dev internet")
    ip("link set internet up")
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind((SERVER, 3478))
    threading.Thread(target=serve, args=(server,), daemon=True).start()
    listening = socket.create_server((SERVER, 3478))
    threading.Thread(target=take_calls, args=(listening,), daemon=True).start()
    routers = (CHANGING, OPEN) if opened else 2 * (FIREWALL if ipv6 else TRANSLATE,)
    places = [one for number, rules in zip((2, 3), routers, strict=True) for one in home(number, udp, ipv6, rules)]
    peers = []
    try:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "client.cli", "peer", "--answers", "--stun", f"{SERVER}:3478"]
            host = places[1].begin(*command, "--host", "--game", "torres", "--save", str(Path(folder) / "host.alarife"))
            peers.append(host)
            record(host, "invite")
            invite = record(host, "invite")["invite"]
            guest = places[3].begin(*command, "--join", invite, "--save", str(Path(folder) / "guest.alarife"))
            peers.append(guest)
            code = record(guest, "answer")["answer"]
            host.stdin.write(code + "\n")
            heads = [record(peer, "head")["head"] for peer in peers]
            print(json.dumps({"heads": heads, "letters": len(code), "saved": sorted(os.listdir(folder))}))
    finally:
        for peer in peers:
            peer.kill()
            peer.wait()
            peer.stdin.close()
            peer.stdout.close()
        for place in places:
            place.end()


if __name__ == "__main__":
    main("no-udp" not in sys.argv, "ipv6" in sys.argv, "open" in sys.argv)
