"""PySide starts without the modules that describe its functions, and loads them when somebody needs a description."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
import shiboken6

from client.system import pyside

LOADED = """
import builtins, sys
descriptions = [name for name in sys.modules if name.startswith("shibokensupport.")]
print(descriptions, getattr(builtins, "__orig_import__", None))
"""

AS_IT_COMES = "from PySide6.QtWidgets import QApplication\n"
LIGHT = f"from client.system.pyside import lighten\nlighten()\n{AS_IT_COMES}"

MISTAKES = """
import inspect
from PySide6.QtCore import QObject, QTimer, qVersion
from PySide6.QtWidgets import QLabel
app = QApplication([])
made = QLabel("x")

def fail(do):
    try:
        do()
    except (TypeError, ValueError, AttributeError) as error:
        print(type(error).__name__, error)

fail(lambda: made.resize("wide"))
fail(lambda: made.resize(1, 2, 3))
fail(lambda: QTimer.singleShot("soon"))
fail(lambda: QLabel(nonsense=1))
fail(lambda: QObject().setObjectName(3))
from PySide6.QtGui import QPen  # since the first mistake
fail(lambda: QPen(1, 2, "a"))
from PySide6.QtSvg import QSvgRenderer
fail(lambda: QSvgRenderer().render(1))
own = type("Mine", (QLabel,), {"__doc__": "mine"})
for described in (QLabel.setText, QLabel, made.setText, own, QObject.__init__, qVersion):
    print(described.__doc__)
print(sys.modules["PySide6"].support.signature.get_signature(QLabel.setText))
"""

START = """
import sys
import client.cli
from client.system import instance

def is_another_window_open(home, wish):
    from PySide6.QtCore import QCoreApplication
    import client.app

    class Rest(client.app._Rest):
        def begin(self):
            exec(LOADED)
            QCoreApplication.exit(0)
            return True

    client.app._Rest = Rest
    return False

LOADED = sys.argv.pop()
instance.hand_over = is_another_window_open
sys.exit(client.cli.main())
"""
"""The program until all its modules are loaded. It imports PySide after it has asked whether another window is open."""


def told(program: str, *words: str) -> str:
    """The output of this Python program, which may write nothing else."""
    environment = os.environ | {"PYTHONPATH": os.getcwd(), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", program, *words], env=environment, capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_this_version_of_pyside_is_known() -> None:
    assert shiboken6.__version_info__[:2] == pyside.KNOWN, "does its library ask anything else? see tests/client/test_pyside.py"


def test_a_light_start_loads_no_descriptions_and_leaves_imports_to_python() -> None:
    assert told(LIGHT + LOADED) == "['shibokensupport.signature.mapping'] None\n"
    assert "shibokensupport.signature.parser" in told(AS_IT_COMES + LOADED), "nothing needs to be done any more"


def test_mistakes_are_described_in_the_same_words() -> None:
    light = told(f"import sys\n{LIGHT}{MISTAKES}")
    assert light == told(f"import sys\n{AS_IT_COMES}{MISTAKES}")
    assert light.count("Supported signatures") > 2


def test_texts_of_python_are_found_without_descriptions() -> None:
    texts = "print([of.__doc__ for of in (object.__new__, dict.get, [].append, object.__init__, int.from_bytes, len, str)])\n"
    light = told(LIGHT + texts + LOADED)
    assert light == told(texts) + "['shibokensupport.signature.mapping'] None\n"


def test_an_unknown_version_starts_as_it_comes() -> None:
    unknown = LIGHT.replace("lighten()\n", "from client.system import pyside\npyside.KNOWN = (6, 0)\nlighten()\n")
    assert told(unknown + LOADED) == told(AS_IT_COMES + LOADED)


def test_the_program_loads_all_its_modules_without_a_description(home) -> None:
    assert told(START, LOADED) == "['shibokensupport.signature.mapping'] None\n"


@pytest.mark.parametrize("name", ["a_function_of_tomorrow", "create_signature"])
def test_everything_else_is_answered_by_the_whole(name: str, monkeypatch) -> None:
    class Whole:
        def __getattr__(self, asked: str):
            return lambda *given: (asked, given)

    monkeypatch.delitem(sys.modules, pyside._MAPPING, raising=False)
    light = pyside._Descriptions(Whole)  # type: ignore[arg-type]  # stands in for the module
    assert getattr(light, name)(1, 2) == (name, (1, 2))
