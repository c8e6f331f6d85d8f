"""Bare Debian systems to install the package on, each with a network, a display and its own pair of hands.

A system is a debootstrap of Debian 12 with nothing added but the package and what it depends on (and a home for a user).
The display, the session bus and the player who clicks are outside of it. Needs root, debootstrap, overlayfs and network
namespaces; the tools on the machine outside: xvfb xdotool imagemagick dbus at-spi2-core python3-gi gir1.2-atspi-2.0 iproute2.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from array import array
from contextlib import AbstractContextManager, ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from display import NoDisplay, start_display

CACHE = Path("/var/tmp/alarife-test")
"""The folder that keeps the bare system from one run to the next."""

MIRROR = "http://deb.debian.org/debian"
USER = 65534
"""The player's number: nobody's, which every system knows, so that the bus outside knows it too."""

HOME = "/home/player"
PATIENCE = 120
DEVICES = {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}
"""The devices in it, by their minor numbers."""

TOOLS = (
    *("debootstrap", "Xvfb", "xdotool", "import", "dbus-daemon", "ip", "/usr/libexec/at-spi-bus-launcher"),
    *("pulseaudio", "parec"),
)

SOUND_RATE = 22_050
"""Samples in a second of what is recorded; each is 16 bits."""

SILENCE = 40
"""Samples up to this level, out of 32,767, count as silence."""


_BEGUN = time.monotonic()


class Impossible(Exception):
    """These tests cannot run here; the text says why."""


class Failed(Exception):
    """A test failed; the text says why."""


def possible() -> None:
    """Raise :class:`Impossible` unless systems can be made here. From now on, SIGTERM cleans up before the test ends."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        raise Impossible("only root on Linux can make systems in namespaces")
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        raise Impossible(f"this machine lacks {', '.join(missing)}")
    bindings = "import gi; gi.require_version('Atspi', '2.0')"
    probe = subprocess.run(["/usr/bin/python3", "-c", bindings], capture_output=True, check=False)
    if probe.returncode:
        raise Impossible("this machine lacks python3-gi or gir1.2-atspi-2.0")
    name = f"alarife-probe-{os.getpid()}"
    if subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode:
        raise Impossible("network namespaces cannot be made here")
    run("ip", "netns", "delete", name)


def run(*words: object, **rest: object) -> str:
    """Run a command and return its output. Raises :class:`Failed` if it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **rest)  # type: ignore[call-overload]
    if done.returncode:
        raise Failed(f"{' '.join(map(str, words))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    output: str = done.stdout
    return output


def which(tool: str) -> str:
    """The path of a tool of the machine outside."""
    return shutil.which(tool) or tool


def base(suite: str = "bookworm") -> Path:
    """The folder of the bare system, which is made first if it does not exist."""
    root = CACHE / suite
    if not (root / "home" / "player").is_dir():
        CACHE.mkdir(parents=True, exist_ok=True)
        if not (root / "etc" / "debian_version").exists():
            shutil.rmtree(root, ignore_errors=True)
            run("debootstrap", "--variant=minbase", suite, root, MIRROR)
        (root / HOME[1:]).mkdir()
        os.chown(root / HOME[1:], USER, USER)
    return root


def discard(folder: Path) -> None:
    """Delete a folder. Raises :class:`Failed` if something of the machine outside is still mounted in it."""
    if str(folder) in Path("/proc/self/mounts").read_text("utf-8"):
        raise Failed(f"{folder} is still in use; it is left as it is")
    shutil.rmtree(folder, ignore_errors=True)


class Network(AbstractContextManager["Network"]):
    """A switch with a cable to each system: the networks 10.77.0.0/24 and fd77::/64, with no way out.

    Attributes:
        name: of the bridge.
    """

    def __init__(self, name: str) -> None:
        self.name = f"alarife-{name}"
        self._cables: list[str] = []

    def __enter__(self) -> Network:
        # In a separate namespace, where no firewall of the machine outside reaches.
        run("ip", "netns", "add", self.name)
        self._do("link", "add", "switch", "type", "bridge", "mcast_snooping", "0")
        self._do("link", "set", "switch", "up")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        run("ip", "netns", "delete", self.name)

    def _do(self, *words: object) -> None:
        run("ip", "-n", self.name, *words)

    def connect(self, system: System, number: int) -> None:
        """Connect a system by a cable; its addresses end in this number."""
        cable = f"cable{number}"
        self._do("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", system.namespace)
        self._do("link", "set", cable, "master", "switch", "up")
        self._cables.append(cable)
        inner = ("ip", "-n", system.namespace)
        run(*inner, "address", "add", f"10.77.0.{number}/24", "dev", "eth0")
        run(*inner, "address", "add", f"fd77::{number}/64", "dev", "eth0", "nodad")
        run(*inner, "link", "set", "eth0", "up")

    def plug(self, number: int, on: bool) -> None:
        """Put the cable of a system into the switch, or pull it out."""
        self._do("link", "set", f"cable{number}", "up" if on else "down")

    def carry_multicast(self, on: bool) -> None:
        """Set whether the switch forwards multicast. Without it IPv6 finds nobody, but IPv4 still works."""
        for cable in self._cables:
            flood = "on" if on else "off"
            run("ip", "netns", "exec", self.name, "bridge", "link", "set", "dev", cable, "mcast_flood", flood)


class System(AbstractContextManager["System"]):
    """One installed system.

    Attributes:
        root: its file system, from outside.
        name: of its network namespace, and of everything else it has.
    """

    def __init__(self, name: str, lower: Path, network: bool = True) -> None:
        self.name = name
        self.lower = lower
        self.namespace = f"alarife-{name}" if network else ""
        self._ends = ExitStack()
        self._processes: list[subprocess.Popen[str]] = []
        self.output: list[Path] = []

    def __enter__(self) -> System:
        self._work = Path(tempfile.mkdtemp(prefix=f"alarife-{self.name}-", dir=CACHE))
        self._ends.callback(discard, self._work)
        self.root = self._work / "root"
        for folder in ("root", "upper", "work", "run"):
            (self._work / folder).mkdir()
        self.shared = self._work / "run"
        self.shared.chmod(0o700)
        os.chown(self.shared, USER, USER)
        layers = f"lowerdir={self.lower},upperdir={self._work / 'upper'},workdir={self._work / 'work'}"
        self._mount("-t", "overlay", "overlay", "-o", layers, self.root)
        self._mount("-t", "proc", "proc", self.root / "proc")
        self._mount("-t", "tmpfs", "-o", "mode=755", "tmpfs", self.root / "dev")
        for device, minor in DEVICES.items():
            os.mknod(self.root / "dev" / device, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
            (self.root / "dev" / device).chmod(0o666)
        (self.root / "dev/shm").mkdir(mode=0o1777)
        (self.root / "dev/shm").chmod(0o1777)
        if self.namespace:
            run("ip", "netns", "add", self.namespace)
            self._ends.callback(run, "ip", "netns", "delete", self.namespace)
            run("ip", "-n", self.namespace, "link", "set", "lo", "up")
        else:
            shutil.copyfile("/etc/resolv.conf", self.root / "etc/resolv.conf")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for process in reversed(self._processes):
            self.end(process)
        self._ends.close()

    def _mount(self, *words: object) -> None:
        run("mount", *words)
        self._ends.callback(run, "umount", words[-1])

    # -- as root inside ----------------------------------------------------------------------------------------------

    def inside(self, *words: object) -> str:
        """Run a command in it as root, without its network namespace."""
        return run("chroot", self.root, *words, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"})

    def install(self, package: Path) -> str:
        """Install the package with its dependencies, but without the packages that it only recommends."""
        shutil.copyfile(package, self.root / "tmp" / package.name)
        self.inside("apt-get", "update", "-qq")
        return self.inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", f"/tmp/{package.name}")

    def changed(self) -> list[str]:
        """Every file that is new or different compared with the bare system, relative to its root."""
        upper = self._work / "upper"
        return sorted(
            str(file.relative_to(upper))
            for file in upper.rglob("*")
            if not file.is_dir() and not stat.S_ISCHR(file.lstat().st_mode)  # such a device says that a file is gone
        )

    # -- as the player -----------------------------------------------------------------------------------------------

    def display(self, size: str = "1366x800") -> None:
        """Start a display, a session bus and an accessibility bus for it."""
        self._runtime = f"/run/alarife-test-{self.name}"
        (self.root / self._runtime[1:]).mkdir()
        Path(self._runtime).mkdir()
        self._ends.callback(os.rmdir, self._runtime)
        self._mount("--bind", self.shared, self._runtime)
        self._mount("--bind", self.shared, self.root / self._runtime[1:])
        os.chown(self._runtime, USER, USER)
        (self.root / "tmp/.X11-unix").mkdir(exist_ok=True)
        Path("/tmp/.X11-unix").mkdir(mode=0o1777, exist_ok=True)
        self._mount("--bind", "/tmp/.X11-unix", self.root / "tmp/.X11-unix")
        try:
            display, name = start_display(size, "-ac")
        except NoDisplay as none:
            raise Failed(str(none)) from none
        self._processes.append(display)
        self.variables = {
            "HOME": HOME,
            "USER": "player",
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/games",
            "LANG": "C.UTF-8",
            "DISPLAY": name,
            "XDG_RUNTIME_DIR": self._runtime,
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self._runtime}/bus",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
        outside = self.variables | {"HOME": self._runtime}
        address = self.variables["DBUS_SESSION_BUS_ADDRESS"]
        self._outside(outside, "dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}")
        self.wait_for(Path(self._runtime) / "bus")
        self._outside(outside, "/usr/libexec/at-spi-bus-launcher", "--launch-immediately")
        self.wait_for(Path(self._runtime) / "at-spi")
        hands = Path(__file__).with_name("hands.py").read_text("utf-8")  # the player may not enter this clone
        self._hands = self._outside(outside, "/usr/bin/python3", "-c", hands, talks=True)

    def loudspeaker(self) -> None:
        """Start a sound server that records its output, and install the library that programs use to reach it."""
        self.inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", "libpulse0")
        outside = self.variables | {"HOME": self._runtime}
        socket = f"{self._runtime}/pulse-socket"
        self.variables["PULSE_SERVER"] = outside["PULSE_SERVER"] = f"unix:{socket}"
        modules = ("module-null-sink", f"module-native-protocol-unix auth-anonymous=1 socket={socket}")
        asked = [word for module in modules for word in ("-L", module)]
        self._outside(outside, "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", *asked)
        self.wait_for(Path(socket))
        self._record = self.shared / "heard.raw"
        what = ["--raw", "--format=s16le", f"--rate={SOUND_RATE}", "--channels=1", "--device=@DEFAULT_MONITOR@"]
        self._outside(outside, "parec", *what, f"{self._runtime}/{self._record.name}")
        self.wait_for(self._record)

    def heard(self) -> int:
        """How much sound, silence left out, the loudspeaker has given so far, in milliseconds."""
        samples = array("h", self._record.read_bytes()[: self._record.stat().st_size // 2 * 2])
        loud = sum(abs(sample) > SILENCE for sample in samples)
        return loud * 1000 // SOUND_RATE

    def _outside(self, variables: dict[str, str], *words: object, talks: bool = False) -> subprocess.Popen[str]:
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        started = subprocess.Popen(
            [str(word) for word in words], user=USER, group=USER, extra_groups=[], env=variables, text=True,
            stdin=pipe if talks else nothing, stdout=pipe if talks else nothing, stderr=nothing, cwd="/",
        )  # fmt: skip
        self._processes.append(started)
        return started

    def wait_for(self, path: Path) -> None:
        """Wait until a file is there."""
        deadline = time.monotonic() + PATIENCE
        while not path.exists():
            if time.monotonic() > deadline:
                raise Failed(f"{path} did not appear")
            time.sleep(0.05)

    def start(self, *words: str, **variables: str) -> subprocess.Popen[str]:
        """Start a command as the player, in the system and its network."""
        jail = [which("chroot"), f"--userspec={USER}:{USER}", str(self.root), "/usr/bin/env", "-C", HOME, *words]
        if self.namespace:
            jail = [which("ip"), "netns", "exec", self.namespace, *jail]
        log = self._work / f"output-{len(self.output)}"
        self.output.append(log)
        with log.open("w") as output:
            process = subprocess.Popen(
                jail, env=self.variables | variables, text=True, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        self._processes.append(process)
        return process

    def do(self, *words: str, **variables: str) -> str:
        """Run a command as the player and return its output. Raises :class:`Failed` if it fails."""
        process = self.start(*words, **variables)
        told = self.output[-1]
        if process.wait(PATIENCE):
            raise Failed(f"{words} ended with {process.returncode}: {told.read_text()}")
        return told.read_text()

    def end(self, process: subprocess.Popen[str]) -> int:
        """End a process that was started, and return its exit status."""
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            status = process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        if process in self._processes:
            self._processes.remove(process)
        return status

    # -- the player's hands ------------------------------------------------------------------------------------------

    def order(self, *words: object) -> None:
        """Send an order to the hands without waiting for the answer; see hands.py."""
        assert self._hands.stdin is not None
        self._hands.stdin.write(json.dumps(words) + "\n")
        self._hands.stdin.flush()

    def answer(self) -> Any:
        """The result of the last order."""
        assert self._hands.stdout is not None
        line = self._hands.stdout.readline()
        told = json.loads(line) if line else {"failed": "the hands are gone"}
        if "failed" in told:
            self.shoot(CACHE / "failure.png")
            raise Failed(f"{self.name}: {told['failed']}\n{told.get('trace', '')}{self._said()}")
        return told["done"]

    def hand(self, *words: object) -> Any:
        """Send an order to the hands and return the answer."""
        self.order(*words)
        return self.answer()

    def _said(self) -> str:
        """What the player's programs have written so far, and which of them have ended."""
        said = [f"{log.name}:\n{text}" for log in self.output if (text := log.read_text("utf-8", "replace"))]
        ended = [f"{process.args} ended with {process.returncode}" for process in self._processes if process.poll() is not None]
        return "\n".join([*said, *ended])

    def shoot(self, file: Path) -> None:
        """Keep a picture of the display."""
        file.parent.mkdir(parents=True, exist_ok=True)
        run("import", "-display", self.variables["DISPLAY"], "-window", "root", file)


def complain_about_log(system: System) -> None:
    """Raise if the program has logged anything or printed a traceback."""
    log = system.root / HOME[1:] / ".local/share/alarife/alarife.log"
    # Looking through the accessibility bus from outside makes Qt wonder now and then; that is the test's doing.
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    told = [line for line in lines if "qt.accessibility.atspi" not in line]
    told += [text for output in system.output if "Traceback" in (text := output.read_text("utf-8"))]
    if told:
        raise Failed(f"{system.name} has something to tell:\n" + "\n".join(told))


def say(text: str) -> None:
    """Print a line about the current step, with the seconds since the start."""
    print(f"test {time.monotonic() - _BEGUN:5.0f} s: {text}", flush=True)
