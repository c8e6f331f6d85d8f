"""Collects the licence texts of everything in the installed program, and lists its parts as text and as a bill of materials."""

from __future__ import annotations

import json
import re
import shutil
import sys
import sysconfig
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import bom
from project import BUILD, METADATA, PACKAGING, ROOT, BuildError, main

LICENCES = BUILD / "licences"

WITHOUT_TEXT = {"pyside6-essentials": ("LGPL-3.0.txt",), "shiboken6": ("LGPL-3.0.txt",), "zeroconf": ("LGPL-2.1.txt",)}
"""Packages under the LGPL. Its texts are in packaging/licences, because these packages contain none."""

_NAME = re.compile(r"[A-Za-z0-9._-]+")
_TEXT = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)


def called(name: str) -> str:
    """The normalised name of a package, by which names are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed() -> dict[str, Distribution]:
    """Every installed package that the program needs at run time, by its name."""
    found: dict[str, Distribution] = {}
    asked = [part for line in METADATA["dependencies"] if (part := _wanted(line, frozenset())) is not None]
    seen = set()
    while asked:
        name, extras = asked.pop()
        if (called(name), extras) in seen:
            continue
        seen.add((called(name), extras))
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # for another system or another Python
        found[called(name)] = package
        asked += [part for line in package.requires or () if (part := _wanted(line, extras)) is not None]
    return dict(sorted(found.items()))


def _wanted(line: str, extras: frozenset[str]) -> tuple[str, frozenset[str]] | None:
    """The name and extras in a line of requirements; None if the line belongs to an extra that was not chosen."""
    requirement, _, condition = line.partition(";")
    extra = re.search(r"extra\s*==\s*['\"]([^'\"]+)['\"]", condition)
    if extra is not None and extra.group(1) not in extras:
        return None
    name = _NAME.match(requirement.strip())
    assert name is not None, line
    chosen = re.search(r"\[([^\]]*)\]", requirement)
    return name.group(0), frozenset(part.strip() for part in chosen.group(1).split(",")) if chosen else frozenset()


def texts(package: Distribution) -> list[Path]:
    """The licence files in an installed package."""
    brought = [file for file in package.files or () if ".dist-info" in str(file.parts[0]) or file.name == "LICENSE.unicode"]
    files = [Path(str(package.locate_file(file))) for file in brought]
    return sorted(file for file in files if _TEXT.match(file.name))


def make() -> Path:
    """Collect all licence texts in build/licences and return that folder."""
    shutil.rmtree(LICENCES, ignore_errors=True)
    LICENCES.mkdir(parents=True)
    shutil.copyfile(ROOT / "LICENSE", LICENCES / "GPL-3.0.txt")
    for text in sorted((PACKAGING / "licences").iterdir()):
        shutil.copyfile(text, LICENCES / text.name)
    _copy("python", [_of_python()])
    shutil.copyfile(ROOT / "resources" / "fonts" / "OFL.txt", LICENCES / "fonts-OFL.txt")
    _copy("pyinstaller", texts(distribution("pyinstaller")))
    for name, package in needed().items():
        found = texts(package)
        if found:
            _copy(name, found)
        elif name not in WITHOUT_TEXT:
            raise BuildError(f"{name} brings no licence text")
    (LICENCES / "README.txt").write_text(overview(), "utf-8")
    bom.write(LICENCES, {name: package.version for name, package in needed().items()})
    return LICENCES


def _of_python() -> Path:
    """The licence text of Python: among its modules, on Windows beside its program, on Debian in a folder of the system."""
    places = (
        Path(sysconfig.get_path("stdlib"), "LICENSE.txt"),
        Path(sys.base_prefix, "LICENSE.txt"),
        Path(f"/usr/share/doc/python{sys.version_info.major}.{sys.version_info.minor}/copyright"),
    )
    found = next(filter(Path.exists, places), None)
    if found is None:
        raise BuildError("this Python has no licence text beside it")
    return found


def _copy(name: str, files: list[Path]) -> None:
    for number, file in enumerate(files):
        ending = "" if number == 0 else f".{number + 1}"
        shutil.copyfile(file, LICENCES / f"{name}{ending}.txt")


def overview() -> str:
    """The text that lists the libraries of the program, with the installed versions."""
    lines = [
        "Alarife is free software under the GNU General Public License, version 3 or later (GPL-3.0.txt).",
        "",
        "It stands on the works below; their licence texts are in this folder, each under the name of its package.",
        "Qt, PySide6 and Shiboken are used under the GNU Lesser General Public License, version 3 (LGPL-3.0.txt), zeroconf",
        "under version 2.1 or later (LGPL-2.1.txt). They are shared libraries and modules in files of their own: put another",
        "build with the same interface in the place of a file, and Alarife uses it. Nothing in Alarife's licence forbids to",
        "change these libraries, or to study how Alarife works with them in order to do so. Their sources are at the addresses",
        "given, those of Qt at https://download.qt.io/official_releases/ as well.",
        "",
    ]
    packages = needed()
    for entry in json.loads((ROOT / "resources" / "credits.json").read_text("utf-8")):
        package = entry.get("package")
        if package is not None and called(package) not in packages:
            continue  # for another system or another Python
        version = packages[called(package)].version if package else sys.version.split()[0] if entry["name"] == "Python" else ""
        lines.append(f"{entry['name']} {version}".rstrip() + f": {entry['licence']}, {entry['address']}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(make)
