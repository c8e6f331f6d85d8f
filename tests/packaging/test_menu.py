"""The script in the archive that puts the program into the menu works wherever it is called."""

import os
import shutil
import subprocess
import sys

import pytest
from project import ID, PACKAGING

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")


@pytest.fixture
def menu(tmp_path):
    """Calls the script of an unpacked archive from the folder around it."""
    unpacked, linux = tmp_path / "für zwei & drei", PACKAGING / "linux"
    for source, goal in ((f"{ID}.desktop", f"applications/{ID}.desktop"), (f"{ID}.mime.xml", f"mime/packages/{ID}.xml")):
        (unpacked / "share" / goal).parent.mkdir(parents=True)
        shutil.copyfile(linux / source, unpacked / "share" / goal)
    icon = unpacked / "share" / "icons" / "hicolor" / "16x16" / "apps" / f"{ID}.png"
    icon.parent.mkdir(parents=True)
    icon.touch()
    shutil.copyfile(linux / "menu.sh", unpacked / "menu.sh")

    def call(what, **variables):
        command = ["/bin/sh", f"{unpacked.name}/menu.sh", what]
        environment = os.environ | {"XDG_DATA_HOME": str(tmp_path / "data")} | variables
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return tmp_path / "data" / "applications" / f"{ID}.desktop"

    return call


@pytest.mark.parametrize("places", ["", ".", "/:."])
def test_the_menu_starts_the_program_beside_the_script(menu, tmp_path, places):
    entry = menu("add", CDPATH=places)
    assert f'Exec="{tmp_path / "für zwei & drei" / "alarife"}" %u' in entry.read_text("utf-8").splitlines()
    menu("remove")
    assert [file for file in (tmp_path / "data").rglob("*") if ID in file.name] == []


def test_taking_out_what_is_not_in_the_menu_is_no_failure(menu):
    assert not menu("remove").exists()
