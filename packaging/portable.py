"""dist/alarife-VERSION-linux-MACHINE.tar.xz: the frozen program for any Linux with glibc 2.35, to unpack anywhere.

It also contains icons and file types, and a script that adds the program to the user's menu and removes it again.
"""

from __future__ import annotations

import os
import platform
import shutil
import tarfile
import tempfile
from pathlib import Path

import deb
import freeze
import manual
from icons import ICONS
from project import BUILD, DIST, FROZEN, ID, ROOT, VERSION, BuildError, main, moment, run, say

STAGE = BUILD / "portable"
NAME = f"alarife-{VERSION}-linux-{platform.machine()}"


def build() -> Path:
    """Freeze and pack."""
    freeze.freeze()
    return pack()


def pack() -> Path:
    """Lay out the frozen program, pack it, and try the archive."""
    shutil.rmtree(STAGE, ignore_errors=True)
    tree = STAGE / NAME
    shutil.copytree(FROZEN, tree, symlinks=True)
    shutil.copytree(ICONS / "hicolor", tree / "share/icons/hicolor")
    deb.put(deb.LINUX / f"{ID}.desktop", tree / f"share/applications/{ID}.desktop")
    deb.put(deb.LINUX / f"{ID}.mime.xml", tree / f"share/mime/packages/{ID}.xml")
    deb.write(tree / "share/man/man6/alarife.6.gz", deb.packed(manual.page()))
    deb.put(deb.LINUX / "README.portable", tree / "README")
    deb.put(ROOT / "LICENSE", tree / "LICENSE")
    deb.put(deb.LINUX / "menu.sh", tree / "menu.sh")
    deb.settle(tree, tree / "alarife", tree / "menu.sh")
    package = DIST / f"{NAME}.tar.xz"
    DIST.mkdir(exist_ok=True)
    say(f"packing {package.name}")
    plain = STAGE / f"{NAME}.tar"
    with tarfile.open(plain, "w", format=tarfile.GNU_FORMAT) as archive:
        archive.add(tree, NAME, filter=_nobodys)
    run("xz", "--force", "--threads=0", plain)
    shutil.move(f"{plain}.xz", package)
    with tempfile.TemporaryDirectory() as place:
        complain(package, Path(place))
    say(f"{package.relative_to(ROOT)}: {package.stat().st_size / 1e6:.1f} MB")
    return package


def _nobodys(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = moment()
    return entry


def complain(package: Path, place: Path) -> None:
    """Unpack it in a folder with a space in its name and use it there. Raises if something does not work or is left behind."""
    place = place / "some place"
    place.mkdir()
    run("tar", "-xf", package, "-C", place)
    unpacked = place / NAME
    program = unpacked / "alarife"
    if run(program, "--version").strip() != f"alarife {VERSION}" or "big-boss" not in run(program, "games"):
        raise BuildError("the program in the archive does not run")
    menu, own = place / "menu", os.environ | {"XDG_DATA_HOME": str(place / "menu")}
    run(unpacked / "menu.sh", "add", env=own)
    entry = menu / f"applications/{ID}.desktop"
    run("desktop-file-validate", entry)
    if f'Exec="{program}" %u' not in entry.read_text("utf-8"):
        raise BuildError("the menu would not start the program that was unpacked")
    run(unpacked / "menu.sh", "remove", env=own)
    left = [file for file in menu.rglob("*") if file.is_file() and "alarife" in file.name]
    if left:
        raise BuildError(f"menu.sh leaves {left[0].relative_to(menu)} behind")


if __name__ == "__main__":
    main(build)
