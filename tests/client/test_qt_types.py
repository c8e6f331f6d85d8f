"""Types of Qt are made in the window's thread: two threads that make some at once crash PySide."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

from client import app
from client.system import qttypes

CLIENT = Path(app.__file__).parent
TOOLS = ("bench", "soak")

LOADING = """
import sys
from PySide6.QtCore import QCoreApplication
import client.app
from client.system import qttypes

class Rest(client.app._Rest):
    def _load(self):
        wanted = [(sys.modules["PySide6." + module], names.split()) for module, names in qttypes.NAMES.items()]
        made = [name in vars(module) for module, names in wanted for name in names]
        print(len(made), all(made))
        QCoreApplication.exit(0)

client.app._Rest = Rest
sys.exit(client.app.run())
"""


def test_all_names_that_the_program_imports_are_listed() -> None:
    named: dict[str, set[str]] = {}
    for file in CLIENT.rglob("*.py"):
        if file.relative_to(CLIENT).parts[0] in TOOLS:
            continue
        for part in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(part, ast.ImportFrom) and part.module and part.module.startswith("PySide6."):
                named.setdefault(part.module.partition(".")[2], set()).update(alias.name for alias in part.names)
    assert {module: sorted(names) for module, names in named.items()} == {
        module: sorted(names.split()) for module, names in qttypes.NAMES.items()
    }


def test_the_thread_that_loads_the_rest_has_no_type_left_to_make(home: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.getcwd(), "QT_QPA_PLATFORM": "offscreen"}
    program = [sys.executable, "-c", LOADING]
    done = subprocess.run(program, env=environment, capture_output=True, text=True, timeout=240)
    count = sum(len(names.split()) for names in qttypes.NAMES.values())
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{count} True\n", "")
