"""dist/alarife_VERSION_ARCHITECTURE.deb: the frozen program as a package for Debian 12, Ubuntu 22.04 and everything newer.

There are no maintainer scripts: the triggers of other packages register menus, file types and icons, and nothing has to be
cleaned up when the package is removed.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import time
from pathlib import Path

import changes
import freeze
import licences
import manual
import screenshots
from icons import ICONS
from project import (
    AUTHORS,
    BUILD,
    DIST,
    FROZEN,
    ID,
    PACKAGING,
    ROOT,
    SUMMARY,
    VERSION,
    BuildError,
    main,
    maintainer,
    moment,
    run,
    say,
    site,
)

LINUX = PACKAGING / "linux"
STAGE = BUILD / "deb"
MOST_BYTES = 60_000_000
"""The largest size of a package, in bytes."""

LATER_THAN_NEEDED = ("libx11-xcb1", "libzstd1")
"""Libraries for which Debian keeps no list of symbols, so a package that uses them seems to need the installed version. Alarife
uses XGetXCBConnection and four functions of Zstandard 1.3; Ubuntu 22.04 has both."""

OLDEST = LINUX / "oldest-versions.txt"
"""The oldest version of each library in Ubuntu 22.04 and Debian 12; the package may not require a newer one."""

DESCRIPTION = """\
 Friends play from computer to computer, on a local network or over the
 internet, without a server or an account: every program referees every
 move, and the log of the game is signed and chained. It can also be played
 at one computer, in turn or against bots.
 .
 You need to know the rules of the games; their owners sell them in a box.
 Alarife is not affiliated with the games' authors or publishers.
 .
 The package brings its own Python and Qt, in a folder of its own.
"""


def build() -> Path:
    """Freeze and pack."""
    freeze.freeze()
    return pack()


def pack() -> Path:
    """Stage the frozen program, compute the dependencies of the package, pack it, and run the checkers on it."""
    say("staging")
    shutil.rmtree(STAGE, ignore_errors=True)
    architecture = run("dpkg", "--print-architecture").strip()
    tree = STAGE / "tree"
    stage(tree)
    control(tree, architecture)
    settle(tree, tree / "usr/lib/alarife/alarife")
    DIST.mkdir(exist_ok=True)
    package = DIST / f"alarife_{VERSION}_{architecture}.deb"
    say(f"packing {package.name}")
    os.environ["SOURCE_DATE_EPOCH"] = str(moment())
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, package)
    if package.stat().st_size > MOST_BYTES:
        raise BuildError(f"{package.name} has {package.stat().st_size / 1e6:.1f} MB, more than {MOST_BYTES / 1e6:.0f}")
    complain(tree, package)
    say(f"{package.relative_to(ROOT)}: {package.stat().st_size / 1e6:.1f} MB")
    return package


def stage(tree: Path) -> None:
    """Lay out all files as they will be installed."""
    shutil.copytree(FROZEN, tree / "usr/lib/alarife", symlinks=True)
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/alarife").symlink_to("../lib/alarife/alarife")
    shutil.copytree(ICONS / "hicolor", tree / "usr/share/icons/hicolor")
    put(LINUX / f"{ID}.desktop", tree / f"usr/share/applications/{ID}.desktop")
    put(LINUX / f"{ID}.mime.xml", tree / f"usr/share/mime/packages/{ID}.xml")
    write(tree / f"usr/share/metainfo/{ID}.metainfo.xml", metainfo())
    write(tree / "usr/share/man/man6/alarife.6.gz", packed(manual.page()))
    documents = tree / "usr/share/doc/alarife"
    write(documents / "changelog.gz", packed(changes.debian()))
    write(documents / "copyright", rights())
    (documents / "licences").symlink_to("../../../lib/alarife/_internal/licences")
    put(LINUX / "lintian-overrides", tree / "usr/share/lintian/overrides/alarife")


def put(source: Path, goal: Path) -> None:
    """Copy a file; make its folder if it does not exist."""
    goal.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, goal)


def write(goal: Path, content: str | bytes) -> None:
    """Write a file; make its folder if it does not exist."""
    goal.parent.mkdir(parents=True, exist_ok=True)
    goal.write_bytes(content.encode() if isinstance(content, str) else content)


def packed(text: str) -> bytes:
    """A text as gzip; the same text always gives the same bytes."""
    return gzip.compress(text.encode(), 9, mtime=0)


def filled(template: Path, **values: str) -> str:
    """A template with every ``@NAME@`` replaced."""
    return re.sub(r"@([A-Z]+)@", lambda match: values[match.group(1)], template.read_text("utf-8"))


def metainfo() -> str:
    """The AppStream description."""
    games = "".join(
        f"      <li>{game['title']}, for {game['seats'][0]} to {game['seats'][-1]}</li>\n"
        for game in map(json.loads, run(FROZEN / "alarife", "games").splitlines())
    )
    day = time.strftime("%Y-%m-%d", time.gmtime(moment()))
    return filled(
        LINUX / f"{ID}.metainfo.xml.in",
        AUTHORS=AUTHORS,
        GAMES=games,
        PUBLISHED=published(),
        RELEASES=changes.appstream(day),
    )


def published() -> str:
    """The part of the AppStream description about the place of publication; empty when there is none."""
    if not site():
        return ""
    pictures = screenshots.appstream(site())
    return f'  <url type="homepage">{site()}</url>\n  <screenshots>\n{pictures}  </screenshots>\n'


def rights() -> str:
    """The copyright file. It lists all libraries besides Qt and zeroconf, with the authors from their own metadata."""
    parts = []
    for name, package in licences.needed().items():
        if name in licences.WITHOUT_TEXT:
            continue
        spelled = re.sub(r"[^A-Za-z0-9.+-]", "-", f"{name}-licence")
        author = package.metadata.get("Author") or package.metadata.get("Author-email") or f"the authors of {name}"
        parts.append(
            f"Files: /usr/lib/alarife/_internal/{name.replace('-', '_')}*\nCopyright: {' '.join(author.split())}\n"
            f"License: {spelled}\n See /usr/share/doc/alarife/licences/{name}.txt\n"
        )
    source = site() or f"alarife-{VERSION}-source.tar.gz, which is released with this package"
    return filled(LINUX / "copyright.in", AUTHORS=AUTHORS, SOURCE=source, LIBRARIES="\n".join(parts))


def control(tree: Path, architecture: str) -> None:
    """Write the control file of the package, with its dependencies, and the checksums of its files."""
    homepage = f"Homepage: {site()}\n" if site() else ""
    size = sum(file.lstat().st_size for file in tree.rglob("*") if not file.is_dir()) // 1024
    record = (
        f"Package: alarife\nVersion: {VERSION}\nArchitecture: {architecture}\nMaintainer: {maintainer()}\n"
        f"Installed-Size: {size}\nDepends: {depends(tree)}\nRecommends: xdg-utils\nSection: games\nPriority: optional\n"
        f"{homepage}Description: {SUMMARY[0].lower()}{SUMMARY[1:]}\n{DESCRIPTION}"
    )
    write(tree / "DEBIAN/control", record)
    sums = [
        f"{run('md5sum', file).split()[0]}  {file.relative_to(tree)}"
        for file in sorted(tree.rglob("*"))
        if file.is_file() and not file.is_symlink() and "DEBIAN" not in file.parts
    ]
    write(tree / "DEBIAN/md5sums", "\n".join(sums) + "\n")


def depends(tree: Path) -> str:
    """The system packages with the libraries that the files need, as Debian's own tool finds them."""
    work = STAGE / "shlibdeps"
    write(work / "debian/control", "Source: alarife\n\nPackage: alarife\nArchitecture: any\n")
    root = tree / "usr/lib/alarife"
    files = [file for file in sorted(root.rglob("*")) if file.is_file() and not file.is_symlink() and is_elf(file)]
    places = sorted({file.parent for file in files if file.name.startswith("lib")})
    folders = [f"-l{place}" for place in (root / "_internal", *places)]
    output = run("dpkg-shlibdeps", "-O", "--ignore-missing-info", f"-S{tree}", *folders, *files, cwd=work)
    found = re.search(r"^shlibs:Depends=(.+)$", output, re.MULTILINE)
    if found is None:
        raise BuildError(f"dpkg-shlibdeps found nothing to depend on:\n{output}")
    return ", ".join(reachable(part) for part in found.group(1).split(", "))


def reachable(dependency: str) -> str:
    """A dependency that the oldest systems can meet. Raises :class:`~project.BuildError` if they cannot."""
    name, _, version = dependency.partition(" ")
    if name in LATER_THAN_NEEDED:
        return name
    oldest = dict(line.split() for line in OLDEST.read_text("utf-8").splitlines() if not line.startswith("#"))
    if name not in oldest:
        raise BuildError(f"{name} is a new dependency: add to {OLDEST.name} what the oldest systems have of it")
    if version:
        run("dpkg", "--compare-versions", version.strip("(>= )"), "le", oldest[name])
    return dependency


def is_elf(file: Path) -> bool:
    """Whether a file is a program or a shared library."""
    with file.open("rb") as stream:
        return stream.read(4) == b"\x7fELF"


def settle(tree: Path, *programs: Path) -> None:
    """Give every file the mode that Debian requires and the time of the last commit."""
    for file in [tree, *tree.rglob("*")]:
        if file.is_symlink():
            continue
        file.chmod(0o755 if file.is_dir() or file in programs else 0o644)
        os.utime(file, (moment(), moment()))


def complain(tree: Path, package: Path) -> None:
    """Run the desktop's and Debian's checkers. Raises on every finding that lintian-overrides does not explain."""
    run("desktop-file-validate", tree / f"usr/share/applications/{ID}.desktop")
    run("appstreamcli", "validate", "--no-net", "--explain", tree / f"usr/share/metainfo/{ID}.metainfo.xml")
    told = run("lintian", "--tag-display-limit", "0", "--fail-on", "error,warning,info", package)
    say(f"desktop-file-validate, appstreamcli and lintian have nothing to say{': ' + told if told.strip() else ''}")


if __name__ == "__main__":
    main(build)
