"""The program loads nothing that the packages leave out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from client.commands.parser import parser

ROOT = Path(__file__).resolve().parents[2]

LOAD_EVERYTHING = """
import importlib, pkgutil, sys
for name in {left_out!r}:
    sys.modules[name] = None
for package in ("client", "net", "rules"):
    for found in pkgutil.walk_packages([package], f"{{package}}."):
        if not found.name.startswith(("client.soak", "client.bench.between", "net.environment")):
            importlib.import_module(found.name)
import net.udp.quic
"""


def test_every_module_loads_without_what_the_packages_leave_out() -> None:
    spec = (ROOT / "packaging" / "alarife.spec").read_text("utf-8")
    listed = re.search(r"^unused = \[(.+?)^\]", spec, re.MULTILINE | re.DOTALL)
    assert listed is not None
    left_out = [name for name in re.findall(r'"([\w.]+)"', listed[1]) if not re.fullmatch("[A-Z].*", name)]
    assert {"client.soak", "tkinter", "pytest", "doctest"} <= set(left_out)
    assert 'name != "net.environment"' in spec
    code = LOAD_EVERYTHING.format(left_out=left_out)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr[-2000:]


WITHOUT_TOOLS = """
import sys
sys.modules["client.soak"] = None
from client.cli import main
main(["soak"])
"""


def test_a_package_has_no_command_for_the_tools_that_it_leaves_out() -> None:
    asked = [sys.executable, "-c", WITHOUT_TOOLS]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False, timeout=110)
    assert done.returncode == 2
    assert "soak" in done.stderr
    assert "netcheck" in done.stderr, "the commands that there are"
    assert "soak" not in parser(packaged=True).format_help(), "nor does the manual page name it"
