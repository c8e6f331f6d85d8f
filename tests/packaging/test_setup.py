"""A clone gets ready on machines with something unexpected. A script stands in for Python, and says what it did."""

import os
import shutil
import subprocess
import sys

import pytest
from project import PACKAGING

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")

PYTHON = """\
#!/bin/sh
case "$*" in
"-c import pip") [ -e pip ] ;;
"-m ensurepip"*) [ -e ensurepip ] && touch pip && echo ensurepip >>done ;;
"-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python && touch pip && echo "$*" >>done ;;
"-m pip install"*) [ -e pip ] && echo "pip install, PIP_USER=${PIP_USER-}" >>done ;;
esac
"""

INSTALLED = ["pip install, PIP_USER=0"] * 2
"""The libraries, and Alarife."""


@pytest.fixture
def clone(tmp_path):
    """A clone with what the script reads, in a folder with a space in its name."""
    clone = tmp_path / "a clone"
    (clone / "packaging" / "locked").mkdir(parents=True)
    for name in ("setup.sh", "qt-libraries.txt", "locked/play.txt"):
        shutil.copy(PACKAGING / name, clone / "packaging" / name)
    return clone


def program(file):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PYTHON, "utf-8")
    file.chmod(0o755)
    return file


def set_up(clone, status=0, **variables):
    """Run the script; returns what the stand-in for Python has done, and what the script said of troubles."""
    given = {"PYTHON": str(program(clone.parent / "python"))} | variables
    command = ["bash", "packaging/setup.sh"]
    done = subprocess.run(command, cwd=clone, env=os.environ | given, capture_output=True, text=True, timeout=60)
    assert done.returncode == status, done.stderr
    return (clone / "done").read_text("utf-8").splitlines() if (clone / "done").exists() else [], done.stderr


def test_a_fresh_clone_gets_an_environment(clone):
    assert set_up(clone) == (["-m venv --clear .venv", *INSTALLED], "")


def test_an_environment_without_pip_gets_it(clone):
    """Its making was interrupted, or Python was replaced by a newer one."""
    program(clone / ".venv" / "bin" / "python")
    (clone / "ensurepip").touch()
    assert set_up(clone) == (["ensurepip", *INSTALLED], "")


def test_an_environment_that_cannot_get_pip_is_made_again(clone):
    program(clone / ".venv" / "bin" / "python")
    assert set_up(clone) == (["-m venv --clear .venv", *INSTALLED], "")


def test_an_environment_whose_python_is_gone_is_made_without_its_remains(clone):
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / ".venv" / "bin" / "python3").symlink_to("/usr/bin/python-that-was-removed")
    assert set_up(clone) == (["-m venv --clear .venv", *INSTALLED], "")


def test_installs_for_the_user_that_pip_is_set_to_make_do_not_count(clone):
    assert set_up(clone, PIP_USER="1") == (["-m venv --clear .venv", *INSTALLED], "")


def test_a_python_that_somebody_names_is_taken_or_refused(clone):
    done, said = set_up(clone, status=1, PYTHON="/no/such/python3.12")
    assert done == []
    assert said == "setup: PYTHON names no Python 3.11 or newer: /no/such/python3.12\n"


def test_a_search_path_of_the_shell_leads_to_no_other_folder(clone):
    other = clone.parent / "other"
    (other / "packaging").mkdir(parents=True)
    assert set_up(clone, CDPATH=str(other)) == (["-m venv --clear .venv", *INSTALLED], "")


OLD = "#!/bin/sh\nexit 1\n"
"""The Python of an old system."""

APT = """\
#!/bin/sh
[ "$1" = update ] || echo "$*" >>done
case "$*" in
*python3.11*) cp "$NEW" "$(dirname "$0")/python3.11" ;;
esac
"""


@pytest.fixture
def old_system(clone):
    """A system whose own Python is too old, with tools in a folder of its own; it has another Python among its packages."""
    tools = clone.parent / "tools"
    tools.mkdir()
    for name in ("awk", "bash", "cat", "cp", "dirname", "env", "grep", "mkdir", "paste", "sh", "sort", "touch"):
        (tools / name).symlink_to(shutil.which(name))
    script = clone / "packaging" / "setup.sh"
    script.write_text(script.read_text("utf-8").replace("/usr/bin/python3", str(tools / "python3")), "utf-8")
    programs = {
        "python3": OLD,
        "apt-get": APT,
        "apt-cache": '#!/bin/sh\n[ "$*" = "show python3.11-venv" ]\n',
        "id": "#!/bin/sh\necho ${USER_NUMBER}\n",
    }
    for name, text in programs.items():
        (tools / name).write_text(text, "utf-8")
        (tools / name).chmod(0o755)
    return {"PATH": str(tools), "PYTHON": "", "NEW": str(clone.parent / "python")}


def test_an_old_system_gets_the_python_that_it_has_beside_its_own(clone, old_system):
    done, _ = set_up(clone, USER_NUMBER="0", **old_system)
    installed = [line.rpartition("--no-install-recommends ")[2] for line in done[:2]]
    assert installed == ["python3 python3-venv", "python3.11 python3.11-venv"]
    assert done[2:] == ["-m venv --clear .venv", *INSTALLED]


def test_a_person_who_may_install_nothing_reads_what_an_old_system_has(clone, old_system):
    done, said = set_up(clone, status=1, USER_NUMBER="1000", **old_system)
    assert done == []
    assert "--no-install-recommends python3.11 python3.11-venv" in said
