"""Freezes the program with its Python, libraries and resources into one folder, build/frozen/alarife, for every package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import compiling
import icons
import licences
from project import AUTHORS, BUILD, FROZEN, PACKAGING, ROOT, SUMMARY, VERSION, BuildError, main, moment, run, say

NEWEST_GLIBC = (2, 35)
"""The version of Ubuntu 22.04; Debian 12 has 2.36. A program that needs a newer one was built on a system that is too new."""

AS_THEY_ARE = {"PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0"}
"""Modules are not compressed one by one: a start would unpack them. A package is compressed as a whole and becomes smaller."""

_GLIBC = re.compile(rb"GLIBC_(\d+)\.(\d+)")


def metadata() -> None:
    """Write the metadata from which the program learns its version; an older installation may say another version."""
    folder = BUILD / "metadata" / f"alarife-{VERSION}.dist-info"
    shutil.rmtree(folder.parent, ignore_errors=True)
    folder.mkdir(parents=True)
    record = f"Metadata-Version: 2.1\nName: alarife\nVersion: {VERSION}\nSummary: {SUMMARY}\nAuthor: {AUTHORS}\n"
    (folder / "METADATA").write_text(record, "utf-8")


def freeze() -> Path:
    """Make the folder and check it."""
    metadata()
    icons.make()
    licences.make()
    compiling.compile_for_packages()
    say("freezing")
    fixed = {"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": str(moment()), **AS_THEY_ARE}
    log = BUILD / "freeze.log"
    with log.open("w") as output:
        done = subprocess.run(
            [sys.executable, "-m", "PyInstaller", "--noconfirm", "--distpath", str(FROZEN.parent), "--workpath",
             str(BUILD / "pyinstaller"), str(PACKAGING / "alarife.spec")],
            cwd=ROOT, env=os.environ | fixed, stdout=output, stderr=output, check=False,
        )  # fmt: skip
    if done.returncode:
        raise BuildError(f"PyInstaller failed; {log} says why (is it installed? packaging/setup.sh package)")
    if sys.platform.startswith("linux"):
        forget_builders_folders()
        complain_about_libraries()
    complain_about_program()
    complain_about_rules()
    size = sum(file.stat().st_size for file in FROZEN.rglob("*") if file.is_file() and not file.is_symlink())
    say(f"{FROZEN.relative_to(ROOT)}: {size / 1e6:.1f} MB")
    return FROZEN


def forget_builders_folders() -> None:
    """Remove the search path of each library that names a folder of the machine on which it was built."""
    for file in libraries():
        path = run("patchelf", "--print-rpath", file).strip()
        if path and not path.startswith("$ORIGIN"):
            run("patchelf", "--remove-rpath", file)


def newest_glibc(file: Path) -> tuple[int, int]:
    """The newest version of the C library that a shared library or program needs."""
    return max(((int(major), int(minor)) for major, minor in _GLIBC.findall(file.read_bytes())), default=(0, 0))


def libraries() -> list[Path]:
    """The program and every shared library in the folder."""
    files = sorted(file for file in FROZEN.rglob("*") if file.is_file() and not file.is_symlink())
    return [file for file in files if file.open("rb").read(4) == b"\x7fELF"]


def complain_about_libraries() -> None:
    """Raise if a library would not load on the oldest supported system, or if one of its own libraries is missing here."""
    for file in libraries():
        asked = newest_glibc(file)
        if asked > NEWEST_GLIBC:
            raise BuildError(f"{file.name} needs glibc {asked[0]}.{asked[1]}: build on an older system")
        lacking = [line.strip() for line in run("ldd", file).splitlines() if "not found" in line]
        if lacking:
            raise BuildError(f"{file.name} lacks {lacking[0]}")


def complain_about_program() -> None:
    """Raise unless the frozen program starts, prints the version from pyproject.toml and knows the games."""
    program = FROZEN / ("alarife-cli.exe" if sys.platform == "win32" else "alarife")
    told = run(program, "--version").strip()
    if told != f"alarife {VERSION}":
        raise BuildError(f"the frozen program says “{told}”, pyproject.toml says {VERSION}")
    if "big-boss" not in run(program, "games"):
        raise BuildError("the frozen program knows no game")


def complain_about_rules() -> None:
    """Raise unless the frozen program holds every compiled module, each in the place of its source."""
    rules = compiling.for_packages()
    held = [name for name, file in rules.items() if Path(FROZEN, "_internal", *name.split(".")[:-1], file.name).exists()]
    if len(held) != len(rules):
        raise BuildError(f"of {len(rules)} compiled modules the frozen program holds {len(held)}")
    say(f"the rules in it are {'machine code' if rules else 'sources'}")


if __name__ == "__main__":
    main(freeze)
